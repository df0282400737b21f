import TypesetBytes

/// Reads LaTeX: commands, environments, formulas' dollars, comments.
struct TeXLexer: Lexer {
  let bytes: [UInt8]
  let end: Int
  var index: Int
  var sink: TokenSink
  private static let structure = WordTable(
    [
      (
        .keyword,
        "begin end documentclass usepackage newcommand renewcommand providecommand newenvironment def let input include "
          + "section subsection subsubsection chapter part paragraph label ref eqref cite item title author date maketitle "
          + "RequirePackage DeclareMathOperator if else fi"
      )
    ], ignoresCase: false)

  mutating func lex() {
    while index < end {
      switch bytes[index] {
      case UInt8(ascii: "%"):
        var stop = index
        while stop < end, bytes[stop] != 0x0A { stop += 1 }
        add(.comment, until: stop)
      case UInt8(ascii: "\\"): lexCommand()
      case UInt8(ascii: "$"):
        var stop = index
        while stop < end, bytes[stop] == UInt8(ascii: "$") { stop += 1 }
        add(.string, until: stop)
      case UInt8(ascii: "#"):
        var stop = index
        while stop < end, bytes[stop] == UInt8(ascii: "#") { stop += 1 }
        if stop < end, bytes[stop].isDigit { stop += 1 }
        add(.variable, until: stop)
      case UInt8(ascii: "&"), UInt8(ascii: "~"), UInt8(ascii: "^"), UInt8(ascii: "_"): add(.escape, until: index + 1)
      case _ where bytes[index].isDigit:
        var stop = index
        while stop < end, bytes[stop].isDigit || bytes[stop] == UInt8(ascii: ".") && stop + 1 < end && bytes[stop + 1].isDigit { stop += 1 }
        add(.number, until: stop)
      default: index += 1
      }
    }
  }

  private mutating func lexCommand() {
    var stop = index + 1
    while stop < end, bytes[stop].isLetter || bytes[stop] == UInt8(ascii: "@") { stop += 1 }
    guard stop > index + 1 else {
      add(.escape, until: min(end, index + 2))
      return
    }
    if stop < end, bytes[stop] == UInt8(ascii: "*") { stop += 1 }
    let kind = Self.structure.find(bytes, index + 1, bytes[stop - 1] == UInt8(ascii: "*") ? stop - 1 : stop) ?? .function
    let isEnvironment = bytes[index + 1..<stop].elementsEqual("begin".utf8) || bytes[index + 1..<stop].elementsEqual("end".utf8)
    add(kind, until: stop)
    guard isEnvironment, index < end, bytes[index] == UInt8(ascii: "{") else { return }
    index += 1
    var name = index
    while name < end, bytes[name].isLetter || bytes[name] == UInt8(ascii: "*") { name += 1 }
    add(.type, until: name)
  }
}
