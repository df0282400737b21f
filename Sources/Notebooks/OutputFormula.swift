internal import TypesetDiagnostics

/// LaTeX that an output has, such as SymPy's.
enum OutputFormula {
  /// As a display; nil for what is no formula, a table or a document's parts.
  static func display(_ latex: String) -> String? {
    // An empty line would end the formula.
    let lines = latex.split(whereSeparator: \.isNewline).filter { $0.contains { !$0.isWhitespace } }
    let text = lines.joined(separator: "\n")
    guard !lines.isEmpty, text.utf8.count < 1 << 20, !text.contains("\\begin{tabular"), !text.contains("\\begin{table") else { return nil }
    for (open, end) in [("$$", "$$"), ("$", "$"), ("\\[", "\\]"), ("\\(", "\\)")] {
      guard text.hasPrefix(open), text.hasSuffix(end), text.utf8.count > open.utf8.count + end.utf8.count else { continue }
      let body = text.dropFirst(open.count).dropLast(end.count)
      guard !body.contains("$") else { continue }
      return "$$\n\(body)\n$$"
    }
    // Words and formulas in turn are Markdown as they are.
    return text.hasPrefix("\\begin{") || text.contains("$") ? text : nil
  }
}
