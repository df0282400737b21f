import TypesetBoxes
internal import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown

// Theorems and the like, as LaTeX's amsthm sets them: the head begins the first paragraph.

/// Theorems and the like, as LaTeX's amsthm sets them: the head begins the first paragraph.
enum TheoremStyling {
  static func append(
    _ callout: Tree.Callout, _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    if styling.tree.attributes(of: index)?.classes.contains("algorithm-float") == true {
      return AlgorithmStyling.append(index, inside: outer, after: &last, in: parent, with: &styling)
    }
    let style = style(index, inside: outer, with: styling)
    let group = styling.add(.group, style, for: index)
    styling.out.blocks[Int(group)].role = .section
    // One that is stated again is in the list already.
    if styling.tree.attributes(of: index)?["restates"] == nil { styling.note(index, in: .theorems, at: group) }
    fill(group, with: callout, index, style, plain: outer.text, with: &styling)
    styling.link(group, after: &last, in: parent)
  }

  static func style(_ index: Tree.Index, inside outer: BlockStyle, with styling: BlockStyling) -> BlockStyle {
    let attributes = styling.tree.attributes(of: index)
    var rule = styling.theme[.division]
    var names = ["theorems"]
    if case .callout(let callout) = styling.tree[index].kind, !CalloutKinds.looks(callout.kind) { names.append(callout.kind) }
    for name in names { if let own = styling.theme.classRules[name] { rule = rule.overlaid(by: own) } }
    if let attributes { rule = rule.overlaid(by: styling.theme.rule(ofDivision: attributes)) }
    var style = outer.applying(rule, families: styling.theme.families)
    style.authorAlign = outer.authorAlign
    if let attributes { style.take(attributes) }
    let quote = outer.applying(styling.theme[.quote], families: styling.theme.families)
    (style.before, style.after) = (quote.before, quote.after)
    guard case .callout(let callout) = styling.tree[index].kind else { return style }
    let isPlain = attributes?["theorem-style"].map { $0 == "plain" } ?? TheoremWords.isEmphasised(callout.kind)
    if isPlain, rule.slant == nil, styling.theme[.emphasis].slant == .italic, String.hasItalics(language: outer.text.language) {
      style.text.slant = .italic
    }
    return style
  }

  /// Adds a part of a theorem that its client's style asks for.
  static func append(
    _ content: BodyContent, of callout: Tree.Callout, _ index: Tree.Index, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    let bare = style.withoutFrame.withoutSpace
    // Heads are upright.
    var plain = bare.text
    plain.slant = .upright
    switch content {
    case .title:
      let head = theoremHead(callout, index, style: plain, with: &styling)
      styling.link(styling.add(.paragraph(head), bare, styling.tree[index].span), after: &last, in: parent)
    case .statement:
      for child in CalloutStyling.content(index, with: styling) { styling.append(child, inside: style, after: &last, in: parent) }
    case .whole, .caption:
      let group = styling.add(.group, bare, styling.tree[index].span)
      fill(group, with: callout, index, bare, plain: plain, with: &styling)
      styling.link(group, after: &last, in: parent)
    }
  }

  /// Adds the blocks of a theorem, with its head before their first words.
  private static func fill(
    _ group: StyledTree.Index, with callout: Tree.Callout, _ index: Tree.Index, _ style: BlockStyle, plain: TextStyle,
    with styling: inout BlockStyling
  ) {
    var last: StyledTree.Index = -1
    for child in CalloutStyling.content(index, with: styling) { styling.append(child, inside: style, after: &last, in: group) }
    if callout.kind == "proof" { ProofEnd.append(to: group, style, with: &styling) }
    prefix(theoremHead(callout, index, style: plain, with: &styling), to: group, style, with: &styling)
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
    _ callout: Tree.Callout, _ index: Tree.Index, style: TextStyle, with styling: inout BlockStyling
  ) -> InlineContent {
    let first = styling.tree[index].firstChild
    let title = first >= 0 && styling.tree[first].kind == .title ? first : nil
    let attributes = styling.tree.attributes(of: index)
    let isRemark = attributes?["theorem-style"].map { $0 == "remark" } ?? (!callout.isCounted || callout.kind == "remark")
    // A look in Latin: in Chinese and Japanese the head would be emphasised with dots.
    let isItalic = isRemark && String.hasItalics(language: styling.out.language)
    var head = style.applying(styling.theme[isItalic ? .emphasis : .strong], families: styling.theme.families)
    for name in ["theorem-head", callout.kind + "-head"] {
      if let rule = styling.theme.classRules[name] { head = head.applying(rule, families: styling.theme.families) }
    }
    let language = styling.inlines.words.language
    let isWide = ["zh", "zh-hant", "ja"].contains(language)
    var content = InlineContent()
    if let title, attributes?["theorem-head"] == "own" {
      content.append(styling.inlines.content(of: title, style: head))
      if !isWide { content.text.append(".".utf8, style: head) }
      return content
    }
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

  static func name(of callout: Tree.Callout, _ index: Tree.Index, with styling: BlockStyling) -> String {
    let word =
      styling.tree.attributes(of: index)?["theorem-word"] ?? styling.strings[callout.kind]
      ?? TheoremWords.word(for: callout.kind, language: styling.inlines.words.language)
    let number = styling.numbering.numbers[index] ?? styling.tree.attributes(of: index)?["theorem-number"]
    return number.map { word + "\u{A0}" + $0 } ?? word
  }
}
