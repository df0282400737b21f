internal import TypesetDiagnostics

/// The source of a course of LiaScript without what only its player reads: `{{1-2}}` and the lines of stars around what appears in such steps,
/// and the macros after code, `@Python.eval`.
func withoutCourseMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard CourseMarks.isCourse(source.bytes) else { return source }
  var marks = CourseMarks()
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

private struct CourseMarks {
  private var fences = OpenFences()
  /// True in the comment at the top, which is the course's front matter.
  private var isInHead = true

  /// True for a text that begins with a comment of settings, and names LiaScript or its templates near its beginning, or who speaks.
  static func isCourse(_ bytes: [UInt8]) -> Bool {
    guard bytes.first(where: { $0 > ASCII.space }) == ASCII.less, bytes.prefix(8).firstRange(of: Array("<!--".utf8)) != nil else {
      return false
    }
    let head = String(decoding: bytes.prefix(4_000), as: UTF8.self).lowercased()
    return ["liascript", "liatemplates", "\nnarrator:"].contains { head.contains($0) }
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if isInHead {
      isInHead = line.firstRange(of: Array("-->".utf8)) == nil
      return .keep
    }
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode else { return .keep }
    let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
    if text.utf8.count > 4, text.allSatisfy({ $0 == "*" }) { return .write([]) }
    if text.hasPrefix("--{{"), let end = text.firstRange(of: "}}--"), Self.isStep(text[..<end.lowerBound].dropFirst(4)) {
      // What is spoken.
      return .write(Array(text[end.upperBound...].drop { $0 == " " }.utf8))
    }
    if text.hasPrefix("{{"), let end = text.firstRange(of: "}}"), Self.isStep(text[..<end.lowerBound].dropFirst(2)) {
      return .write(Array(text[end.upperBound...].drop { $0 == " " }.utf8))
    }
    return Self.isMacro(text) ? .write([]) : .keep
  }

  /// `1`, `0-2`, `|>`, `1 4`, `|> 2`.
  private static func isStep(_ words: Substring) -> Bool {
    !words.isEmpty && words.allSatisfy { $0.isNumber || " -|>".contains($0) }
  }

  /// `@LIA.eval(a, b)`, `@config` alone on its line.
  private static func isMacro(_ text: String) -> Bool {
    guard text.hasPrefix("@"), let name = Optional(text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }),
      name.first?.isLetter == true
    else { return false }
    let rest = text.dropFirst(1 + name.count)
    return rest.isEmpty || rest.hasPrefix("(") && rest.hasSuffix(")")
  }
}
