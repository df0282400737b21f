internal import TypesetDiagnostics

/// The source without the marks of pandoc-xnos at references: `+@fig:a`, `*@fig:a` (with the words for a place within a sentence, and for its beginning),
/// `!@fig:a` (the number alone), and the braces that may stand around them, `{+@fig:a}`.
func withoutReferenceMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard ReferenceMarks.kinds.contains(where: { source.holds("@\($0):") }) else { return source }
  var marks = ReferenceMarks()
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct ReferenceMarks {
  static let kinds = ["fig", "tbl", "eq", "sec"]
  private var fences = OpenFences()

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line), line.contains(UInt8(ascii: "@")) else { return .keep }
    var out: [UInt8] = []
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == ASCII.backtick {
        let end = CodeWalk.spanEnd(line, index) ?? index + line[index...].prefix { $0 == ASCII.backtick }.count
        out += line[index..<end]
        index = end
      } else if let (words, end) = Self.reference(line, index) {
        out += words
        index = end
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return out.elementsEqual(line) ? .keep : .write(out)
  }

  /// The reference with marks that begins at a place, without them.
  private static func reference(_ line: ArraySlice<UInt8>, _ start: Int) -> (words: [UInt8], end: Int)? {
    let previous = start > line.startIndex ? line[start - 1] : ASCII.space
    guard "{+*!".utf8.contains(line[start]), previous <= ASCII.space || previous >= 0x80 || previous == ASCII.openParenthesis else {
      return nil
    }
    let isBraced = line[start] == ASCII.openBrace
    var index = isBraced ? start + 1 : start
    let mark = index < line.endIndex && "+*!".utf8.contains(line[index]) ? line[index] : 0
    if mark != 0 { index += 1 }
    guard index < line.endIndex, line[index] == UInt8(ascii: "@"),
      kinds.contains(where: { line[(index + 1)...].starts(with: "\($0):".utf8) })
    else { return nil }
    var end = index + 1
    while end < line.endIndex, ASCII.isLetter(line[end]) || ASCII.isDigit(line[end]) || ":_-.".utf8.contains(line[end]) { end += 1 }
    let name = line[(index + 1)..<end]
    // In brackets no letter that follows belongs to the name.
    let words = Array((mark == UInt8(ascii: "!") ? "[-@" : "[@").utf8) + name + [ASCII.closeBracket]
    if isBraced {
      guard end < line.endIndex, line[end] == ASCII.closeBrace else { return nil }
      return (words, end + 1)
    }
    // `*@fig:a*` is emphasised.
    if mark == UInt8(ascii: "*"), line[end...].contains(mark) { return nil }
    while end > index + 1, ".:-".utf8.contains(line[end - 1]) { end -= 1 }
    return (mark == UInt8(ascii: "!") ? Array("-".utf8) + line[index..<end] : Array(line[index..<end]), end)
  }
}
