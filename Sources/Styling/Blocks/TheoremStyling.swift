import TypesetBoxes
import TypesetFonts
import TypesetMarkdown

// Theorems and the like, as LaTeX's amsthm sets them: the head begins the first paragraph.

/// Theorems and the like, as LaTeX's amsthm sets them: the head begins the first paragraph.
enum TheoremStyling {
  static func append(
    _ callout: Tree.Callout, _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    var style = styling.style(.division, of: index, inside: outer)
    let quote = outer.applying(styling.theme[.quote], families: styling.theme.families)
    (style.before, style.after) = (quote.before, quote.after)
    let plain = outer.text
    if TheoremWords.isEmphasised(callout.kind), styling.theme[.emphasis].slant == .italic, String.hasItalics(language: plain.language) {
      style.text.slant = .italic
    }
    let group = styling.add(.group, style, for: index)
    styling.out.blocks[Int(group)].role = .section
    var children = Array(styling.tree.children(of: index))
    var title: Tree.Index?
    if let first = children.first, styling.tree[first].kind == .title {
      title = first
      children.removeFirst()
    }
    var lastChild: StyledTree.Index = -1
    for child in children { styling.append(child, inside: style, after: &lastChild, in: group) }
    prefix(theoremHead(callout, index, title: title, style: plain, with: &styling), to: group, style, with: &styling)
    styling.link(group, after: &last, in: parent)
  }

  /// Puts a head before the first words of a group, on a line of its own where it begins with something else.
  private static func prefix(_ head: InlineContent, to group: StyledTree.Index, _ style: BlockStyle, with styling: inout BlockStyling) {
    var head = head
    let first = styling.out.blocks[Int(group)].firstChild
    if first >= 0, case .paragraph(let text) = styling.out.blocks[Int(first)].kind, !text.isPicture {
      head.text.append("\u{2002}".utf8, style: style.text)
      head.append(text)
      styling.out.blocks[Int(first)].kind = .paragraph(head)
      styling.out.blocks[Int(first)].style.firstIndent = .zero
      return
    }
    var style = style.applying(styling.theme[.paragraph], families: styling.theme.families)
    (style.firstIndent, style.keepWithNext) = (.zero, true)
    let paragraph = styling.add(.paragraph(head), style, styling.out.blocks[Int(group)].span)
    styling.out.blocks[Int(paragraph)].nextSibling = first
    styling.out.blocks[Int(group)].firstChild = paragraph
  }

  /// `Theorem 2 (Words).`; proofs and remarks have it in italics.
  private static func theoremHead(
    _ callout: Tree.Callout, _ index: Tree.Index, title: Tree.Index?, style: TextStyle, with styling: inout BlockStyling
  ) -> InlineContent {
    let isRemark = !callout.isCounted || callout.kind == "remark"
    let head = style.applying(styling.theme[isRemark ? .emphasis : .strong], families: styling.theme.families)
    let language = styling.inlines.words.language
    let isWide = ["zh", "zh-hant", "ja"].contains(language)
    var content = InlineContent()
    content.text.append(name(of: callout, index, with: styling).utf8, style: head)
    if let title {
      content.text.append((isWide ? "（" : " (").utf8, style: style)
      content.append(styling.inlines.content(of: title, style: style))
      content.text.append((isWide ? "）" : ")").utf8, style: style)
    }
    if !isWide { content.text.append(".".utf8, style: head) }
    return content
  }

  /// The title of a callout that is counted: `Theorem 2 (Words)`, `Note 1: Words`.
  static func head(_ callout: Tree.Callout, _ index: Tree.Index, title: Tree.Index?, style: TextStyle, with styling: inout BlockStyling)
    -> InlineContent
  {
    var content = InlineContent()
    let isTheorem = TheoremWords.knows(callout.kind)
    content.text.append((name(of: callout, index, with: styling) + (title == nil ? "" : isTheorem ? " (" : ": ")).utf8, style: style)
    guard let title else { return content }
    content.append(styling.inlines.content(of: title, style: style))
    if isTheorem { content.text.append(")".utf8, style: style) }
    return content
  }

  private static func name(of callout: Tree.Callout, _ index: Tree.Index, with styling: BlockStyling) -> String {
    let word = TheoremWords.word(for: callout.kind, language: styling.inlines.words.language)
    return styling.numbering.numbers[index].map { word + "\u{A0}" + $0 } ?? word
  }
}
