internal import TypesetDiagnostics

/// LaTeX in titles and names, as theses for pandoc have it: what only sets the look is no word, and `\\` ends a line.
package enum TitleCommands {
  /// Environments and commands that say where and how large words are.
  private static let environments: Set = [
    "minipage", "center", "flushleft", "flushright", "spacing", "singlespace", "tiny", "small", "normalsize", "large", "Large", "LARGE",
    "huge", "Huge",
  ]
  private static let looks: Set = [
    "protect", "centering", "raggedright", "raggedleft", "noindent", "par", "tiny", "scriptsize", "footnotesize", "small", "normalsize",
    "large", "Large", "LARGE", "huge", "Huge", "bfseries", "itshape", "scshape", "sffamily", "rmfamily", "vfill", "hfill", "smallskip",
    "medskip", "bigskip", "singlespacing", "onehalfspacing", "doublespacing",
  ]
  private static let spaces: Set = ["vspace", "hspace"]
  private static let breaks: Set = ["newline", "linebreak"]

  /// The words as Markdown; formulas stay as they are.
  package static func withoutLooks(_ text: String) -> String {
    guard text.utf8.contains(ASCII.backslash) else { return text }
    let bytes = Array(text.utf8)
    var out: [UInt8] = []
    var isFormula = false
    // Where the open braces are; -1 for those of a group that only had a look.
    var braces: [Int] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == ASCII.dollar { isFormula.toggle() }
      if bytes[index] == ASCII.openBrace { braces.append(out.count) }
      if bytes[index] == ASCII.closeBrace, braces.popLast() == -1 {
        index += 1
        continue
      }
      guard bytes[index] == ASCII.backslash, !isFormula, index + 1 < bytes.count else {
        out.append(bytes[index])
        index += 1
        continue
      }
      let name = bytes[(index + 1)...].prefix(while: ASCII.isLetter)
      let command = String(decoding: name, as: UTF8.self)
      if bytes[index + 1] == ASCII.backslash, let end = rowEnd(bytes, after: index + 2) {
        breakLine(&out)
        index = end
      } else if breaks.contains(command) {
        breakLine(&out)
        index = name.endIndex
      } else if looks.contains(command) {
        index = afterBlanks(bytes, name.endIndex)
        // `{\Large Words}`; what an argument begins with leaves its braces.
        if let last = braces.last, last == out.count - 1,
          !out.dropLast().suffix(1).contains(where: { ASCII.isLetter($0) || $0 == ASCII.closeBracket })
        {
          braces[braces.count - 1] = -1
          out.removeLast()
        }
      } else if spaces.contains(command) {
        index = argument(bytes, after: afterStar(bytes, name.endIndex))?.upperBound ?? name.endIndex
      } else if command == "begin" || command == "end", let group = argument(bytes, after: name.endIndex),
        environments.contains(String(decoding: bytes[group].dropFirst().dropLast(), as: UTF8.self).filter { $0 != "*" })
      {
        index = group.upperBound
        if command == "begin" { index = afterArguments(bytes, index) }
      } else {
        out += bytes[index..<max(index + 2, name.endIndex)]
        index = max(index + 2, name.endIndex)
      }
    }
    return String(decoding: out, as: UTF8.self).trimmedWhitespace()
  }

  /// Markdown's end of a line; none where the words begin.
  private static func breakLine(_ out: inout [UInt8]) {
    while out.last.map(ASCII.isBlank) == true || out.last == ASCII.newline { out.removeLast() }
    if !out.isEmpty { out += "  \n".utf8 }
  }

  /// Where `\\`, `\\*` or `\\[2ex]` ends; nil for two backslashes within a word, as in a path.
  private static func rowEnd(_ bytes: [UInt8], after start: Int) -> Int? {
    var end = afterStar(bytes, start)
    if end < bytes.count, bytes[end] == ASCII.openBracket, let close = bytes[end...].prefix(12).firstIndex(of: ASCII.closeBracket) {
      end = close + 1
    }
    guard end > start || end == bytes.count || bytes[end] <= ASCII.space || bytes[end] == ASCII.backslash || bytes[end] == ASCII.openBrace
    else { return nil }
    return afterBlanks(bytes, end)
  }

  private static func afterStar(_ bytes: [UInt8], _ start: Int) -> Int {
    start < bytes.count && bytes[start] == UInt8(ascii: "*") ? start + 1 : start
  }

  private static func afterBlanks(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[start...].firstIndex { $0 > ASCII.space } ?? bytes.count
  }

  /// An argument with its braces.
  private static func argument(_ bytes: [UInt8], after start: Int) -> Range<Int>? {
    guard start < bytes.count, bytes[start] == ASCII.openBrace, let close = bytes[start...].firstIndex(of: ASCII.closeBrace) else {
      return nil
    }
    return start..<close + 1
  }

  /// Behind the options and arguments of an environment: `[t]{\textwidth}`.
  private static func afterArguments(_ bytes: [UInt8], _ start: Int) -> Int {
    var end = start
    while end < bytes.count, bytes[end] == ASCII.openBracket, let close = bytes[end...].firstIndex(of: ASCII.closeBracket) {
      end = close + 1
    }
    while let group = argument(bytes, after: end) { end = group.upperBound }
    return end
  }
}
