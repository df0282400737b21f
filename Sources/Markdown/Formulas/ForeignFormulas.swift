import TypesetDiagnostics

/// Formulas of Typst's in a text whose formulas are LaTeX's: `sum_(i=1)^n`, `frac(a, b)`, `arrow.r`. To LaTeX they are letters and parentheses.
struct ForeignFormulas {
  /// Names that Typst's formulas call; LaTeX has them behind a backslash, with braces.
  private static let calls: Set<String> = [
    "arrow", "bb", "binom", "cases", "frac", "hat", "mat", "overbrace", "overline", "sqrt", "underbrace", "underline", "upright",
  ]

  /// Names that have limits in parentheses there.
  private static let limits: Set<String> = ["integral", "lim", "product", "sum", "union"]

  /// Names that go on after a full stop: `arrow.r`, `dots.c`, `in.not`.
  private static let families: Set<String> = ["approx", "arrow", "dots", "eq", "gt", "in", "lt", "subset", "supset", "tilde", "times"]

  /// What is said of all of them; nil without any.
  static func diagnostic(in tree: Tree) -> Diagnostic? {
    var first: SourceSpan?
    var count = 0
    for node in tree.nodes {
      switch node.kind {
      case .math(let span), .mathBlock(let span):
        guard isForeign(span.tex) else { continue }
        first = first.map { $0.start <= span.span.start ? $0 : span.span } ?? span.span
        count += 1
      case .text(let text) where text.contains("$" as String):
        // What is no formula of LaTeX's has stayed as it is.
        let pieces = text.split(separator: "$", omittingEmptySubsequences: false)
        let found = pieces.indices.dropFirst().dropLast().count { !pieces[$0].isEmpty && isForeign(String(pieces[$0])) }
        guard found > 0 else { continue }
        first = first.map { $0.start <= node.span.start ? $0 : node.span } ?? node.span
        count += found
      default: continue
      }
    }
    guard let first else { return nil }
    return Diagnostic(
      .warning, "math.foreign", at: first,
      count == 1
        ? "the formula looks like Typst's: LaTeX reads its names as letters"
        : "\(count) formulas look like Typst's: LaTeX reads their names as letters",
      hint: "write \\frac{a}{b} for frac(a, b), \\sum_{i=1} for sum_(i=1), \\sqrt{x} for sqrt(x)")
  }

  /// True for a formula without a backslash that has a name as only Typst reads it.
  static func isForeign(_ tex: String) -> Bool {
    let bytes = Array(tex.utf8)
    guard !bytes.contains(ASCII.backslash) else { return false }
    var index = 0
    while index < bytes.count {
      let word = bytes[index...].prefix(while: ASCII.isLetter)
      guard !word.isEmpty else {
        index += 1
        continue
      }
      index = word.endIndex
      guard index + 1 < bytes.count, (2...10).contains(word.count) else { continue }
      let name = String(decoding: word, as: UTF8.self)
      switch bytes[index] {
      case ASCII.openParenthesis: if calls.contains(name) { return true }
      case UInt8(ascii: "_"), UInt8(ascii: "^"):
        if limits.contains(name), bytes[index + 1] == ASCII.openParenthesis || name == "integral" { return true }
      case UInt8(ascii: "."): if families.contains(name), ASCII.isLetter(bytes[index + 1]) { return true }
      default: break
      }
    }
    return false
  }
}
