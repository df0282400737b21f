import TypesetBoxes
import TypesetMarkdown

/// Captions of listings that hold more than words: formulas, citations, links.
enum ListingStyling {
  /// Sets the caption above the code.
  ///
  /// - Returns: False for code whose caption is plain words, which are its title.
  static func appendCaption(
    of code: Tree.Index, _ number: String, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) -> Bool {
    guard let title = styling.tree.title(of: code) else { return false }
    var style = styling.style(.paragraph, of: code, inside: outer)
    style.text = style.text.applying(styling.theme[.codeTitle], families: styling.theme.families)
    (style.firstIndent, style.after, style.keepWithNext) = (.zero, .zero, true)
    let content = styling.inlines.content(of: title, style: style.text)
    guard !content.isEmpty else { return false }
    let word = styling.words.caption(styling.tree.attributes(of: code)?.isFigureOfCode == true ? .figure : .listing, number)
    let caption = content.prefixed(by: " ", style: style.text).prefixed(by: word, style: style.text)
    styling.link(styling.add(.paragraph(caption), style, styling.tree[title].span), after: &last, in: parent)
    return true
  }
}
