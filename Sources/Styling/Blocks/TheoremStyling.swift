import TypesetBoxes
import TypesetFonts
import TypesetMarkdown

// Theorems and the like, as LaTeX's amsthm sets them: the head begins the first paragraph.

extension BlockStyling {
  mutating func appendTheorem(
    _ callout: Tree.Callout, _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index
  ) {
    var style = style(.division, of: index, inside: outer)
    let quote = outer.applying(theme[.quote], families: theme.families)
    (style.before, style.after) = (quote.before, quote.after)
    let words = outer.text
    if TheoremWords.isEmphasised(callout.kind), theme[.emphasis].slant == .italic, String.hasItalics(language: words.language) {
      style.text.slant = .italic
    }
    let group = add(.group, style, for: index)
    out.blocks[Int(group)].role = .section
    var children = Array(tree.children(of: index))
    var title: Tree.Index?
    if let first = children.first, tree[first].kind == .title {
      title = first
      children.removeFirst()
    }
    var lastChild: StyledTree.Index = -1
    for child in children { append(child, inside: style, after: &lastChild, in: group) }
    prefix(theoremHead(callout, index, title: title, style: words), to: group, style)
    link(group, after: &last, in: parent)
  }

  /// Puts a head before the first words of a group, on a line of its own where it begins with something else.
  private mutating func prefix(_ head: InlineContent, to group: StyledTree.Index, _ style: BlockStyle) {
    var head = head
    let first = out.blocks[Int(group)].firstChild
    if first >= 0, case .paragraph(let text) = out.blocks[Int(first)].kind, !text.isPicture {
      head.text.append("\u{2002}".utf8, style: style.text)
      head.append(text)
      out.blocks[Int(first)].kind = .paragraph(head)
      out.blocks[Int(first)].style.firstIndent = .zero
      return
    }
    var style = style.applying(theme[.paragraph], families: theme.families)
    (style.firstIndent, style.keepWithNext) = (.zero, true)
    let paragraph = add(.paragraph(head), style, out.blocks[Int(group)].span)
    out.blocks[Int(paragraph)].nextSibling = first
    out.blocks[Int(group)].firstChild = paragraph
  }

  /// `Theorem 2 (Words).`; proofs and remarks have it in italics.
  private mutating func theoremHead(_ callout: Tree.Callout, _ index: Tree.Index, title: Tree.Index?, style: TextStyle) -> InlineContent {
    let isRemark = !callout.isCounted || callout.kind == "remark"
    let head = style.applying(theme[isRemark ? .emphasis : .strong], families: theme.families)
    let words = inlines.words
    let isWide = ["zh", "zh-hant", "ja"].contains(words.language)
    var content = InlineContent()
    content.text.append(name(of: callout, index).utf8, style: head)
    if let title {
      content.text.append((isWide ? "（" : " (").utf8, style: style)
      content.append(inlines.content(of: title, style: style))
      content.text.append((isWide ? "）" : ")").utf8, style: style)
    }
    if !isWide { content.text.append(".".utf8, style: head) }
    return content
  }

  /// The title of a callout that is counted: `Theorem 2 (Words)`, `Note 1: Words`.
  mutating func calloutHead(_ callout: Tree.Callout, _ index: Tree.Index, title: Tree.Index?, style: TextStyle) -> InlineContent {
    var content = InlineContent()
    let isTheorem = TheoremWords.knows(callout.kind)
    content.text.append((name(of: callout, index) + (title == nil ? "" : isTheorem ? " (" : ": ")).utf8, style: style)
    guard let title else { return content }
    content.append(inlines.content(of: title, style: style))
    if isTheorem { content.text.append(")".utf8, style: style) }
    return content
  }

  private func name(of callout: Tree.Callout, _ index: Tree.Index) -> String {
    let word = TheoremWords.word(for: callout.kind, language: inlines.words.language)
    return numbering.numbers[index].map { word + "\u{A0}" + $0 } ?? word
  }
}
