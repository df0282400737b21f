import TypesetDiagnostics
import TypesetJSON

// Lists of attributes after text in brackets. They are taken out of the text as formulas are: Markdown would read `^[a](k: 'v')` as a
// link, and stars, brackets and backslashes in values as its own.

/// What the scanner knows of brackets while it looks for lists of attributes.
struct AttributeLists {
  /// For each bracket that is open, true if it is that of `^[`.
  private var brackets: [Bool] = []
  /// Where the list that was recorded last ends.
  fileprivate(set) var end = 0
  /// The bytes of what was read in vain, so that time is linear.
  fileprivate var vain = 0

  mutating func open(isSpan: Bool) { brackets.append(isSpan) }

  /// Closes the innermost bracket; true if it is that of `^[`.
  fileprivate mutating func close() -> Bool { brackets.popLast() ?? false }

  /// Says why what looks like a list in parentheses is text.
  fileprivate static func reports(_ error: JSON.Failure, _ start: Int, in text: BlockText) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let place = text.source(start)
    if error.isTooDeep {
      diagnostics.append(
        Diagnostic(
          .warning, "attribute.nesting", at: SourceSpan(place, place + 1),
          "the value of an attribute is nested deeper than \(JSON.mostLevelsOfJSON5) levels", hint: "its parenthesis is shown as text"))
    }
    // `(customColor: danger)`: one word after a colon.
    let bytes = text.bytes[(start + error.place)...]
    let word = bytes.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") }
    guard let first = word.first, ASCII.isLetter(first), text.bytes[start..<word.startIndex].contains(UInt8(ascii: ":")),
      [ASCII.closeParenthesis, UInt8(ascii: ",")].contains(text.byte(word.endIndex))
    else { return diagnostics }
    let value = String(decoding: word, as: UTF8.self)
    diagnostics.append(
      Diagnostic(
        .note, "attribute.quotes", at: SourceSpan(text.source(word.startIndex), text.source(word.endIndex - 1) + 1),
        "\(value) is not a value of an attribute, so the text before is a footnote",
        hint: "if it is meant as one, write '\(value)' in quotes"))
    return diagnostics
  }
}

extension InlineScanner {
  /// Records the list of attributes after a closing bracket: in parentheses after `^[…]`, also on the next line, or in braces.
  mutating func recordList(afterBracket index: Int) -> Bool {
    guard lists.close() else { return recordList(inBracesAt: index + 1) }
    var start = index + 1
    while ASCII.isBlank(text.byte(start)), text.byte(start) != ASCII.newline { start += 1 }
    if text.byte(start) == ASCII.newline {
      start += 1
      while ASCII.isBlank(text.byte(start)), text.byte(start) != ASCII.newline { start += 1 }
    } else if start > index + 1 {
      return false
    }
    guard text.byte(start) == ASCII.openParenthesis, lists.vain < 8 * text.count else { return recordList(inBracesAt: index + 1) }
    do throws(JSON.Failure) {
      let (attributes, length) = try Attributes.readParenthesized(text.bytes[start...])
      record(attributes, index + 1..<start + length)
      lists.end = start + length
      return true
    } catch {
      lists.vain += error.place
      diagnostics += AttributeLists.reports(error, start, in: text)
      return false
    }
  }

  /// Records a list in braces that has signs of Markdown in it; all others are read after Markdown.
  mutating func recordList(inBracesAt start: Int) -> Bool {
    guard text.byte(start) == ASCII.openBrace, lists.vain < 8 * text.count else { return false }
    let (attributes, length) = Attributes.readBraces(text.bytes[start...])
    guard let attributes else {
      lists.vain += length
      return false
    }
    lists.end = start + length
    guard text.bytes[(start + 1)..<lists.end].contains(where: isSignOfMarkdown) else { return false }
    record(attributes, start..<lists.end)
    return true
  }
}

private func isSignOfMarkdown(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "*"), UInt8(ascii: "_"), UInt8(ascii: "["), UInt8(ascii: "\\"), UInt8(ascii: "<"), UInt8(ascii: "$"),
    UInt8(ascii: "`"), UInt8(ascii: "{"), ASCII.newline:
    true
  default: false
  }
}
