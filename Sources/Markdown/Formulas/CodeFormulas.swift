import TypesetDiagnostics

/// Formulas in code of a line, `` `$f \circ g$` ``: MMark's, and what reveal.js asks of its authors, `` `$$ J(\theta) $$` ``.
///
/// Code with dollars around it is code to all others, so only decks and documents that write their displays as fences for MathJax have them.
enum CodeFormulas {
  /// The key that a deck of reveal's has in the front matter that is written for it: nothing else may say whose it is.
  static let key = "formulas-in-code"

  private static let delimiters: [(open: String, close: String, isDisplay: Bool)] = [
    ("$$", "$$", true), ("\\[", "\\]", true), ("$", "$", false), ("\\(", "\\)", false),
  ]

  /// - Returns: True if paragraphs have become displays.
  static func read(in tree: inout Tree, of source: [UInt8], in dialect: Dialect) -> Bool {
    guard dialect.has(.codeFormulas) || source.holds("```mathjax\n") else { return false }
    var hasDisplays = false
    for index in tree.nodes.indices {
      guard case .code(let literal) = tree.nodes[index].kind,
        let found = delimiters.first(where: { literal.utf8.count > 2 && literal.hasPrefix($0.open) && literal.hasSuffix($0.close) })
      else { continue }
      let span = tree.nodes[index].span
      let words = String(literal.utf8.dropFirst(found.open.utf8.count).dropLast(found.close.utf8.count)) ?? ""
      guard !words.utf8.contains(ASCII.dollar), !words.utf8.allSatisfy(ASCII.isBlank) else { continue }
      let origin = MathSpan.Origin(body: 0, source: Int(span.start) + 1 + found.open.utf8.count)
      tree.nodes[index].kind = .math(MathSpan(tex: words, isDisplay: found.isDisplay, span: span, origins: [origin]))
      if found.isDisplay {
        tree.mendDisplay(tree.nodes[index].parent)
        hasDisplays = true
      }
    }
    return hasDisplays
  }
}
