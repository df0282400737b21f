import TypesetBoxes
import TypesetInterface
import TypesetMarkdown

// Blocks that contain blocks: callouts, divs, definition lists, figures with several parts.

extension BlockStyling {
  /// Adds the blocks of nodes beyond CommonMark; false for other nodes.
  mutating func appendExtension(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) -> Bool {
    switch tree[index].kind {
    case .callout(let callout): appendCallout(callout, index, inside: outer, after: &last, in: parent)
    case .title: appendInlines(index, style(.calloutTitle, of: index, inside: outer), after: &last, in: parent)
    case .caption:
      let style = style(.caption, of: index, inside: outer)
      let block = add(.paragraph(caption(index, of: tree[index].parent, style: style.text)), style, for: index)
      out.blocks[Int(block)].role = .caption
      link(block, after: &last, in: parent)
    case .definitionTerm:
      var style = style(.definitionTerm, of: index, inside: outer)
      // Terms of one definition are together.
      if last >= 0, out.blocks[Int(last)].style.keepWithNext { style.before = .zero }
      appendInlines(index, style, after: &last, in: parent, role: .label)
    case .definition:
      appendGroup(
        .group, style(.definition, of: index, inside: outer), index, after: &last, in: parent, isTight: isTight(index), role: .itemBody)
    case .division:
      if let picture = tree.sidePicture(of: index) {
        appendSidePicture(picture, of: index, inside: outer, after: &last, in: parent)
        break
      }
      if let arrow = arrow(index) {
        out.drawings.pages.append(arrow)
        break
      }
      let style = style(.division, of: index, inside: outer)
      if let columns = columnCount(of: index) {
        appendSideBySide(Array(tree.children(of: index)), columns: columns, inside: style, index, after: &last, in: parent)
      } else {
        appendGroup(.group, style, index, after: &last, in: parent, role: .division)
      }
    case .definitionList:
      var style = style(.division, of: index, inside: outer)
      let paragraph = outer.applying(theme[.paragraph], families: theme.families).after
      if style.after.natural < paragraph.natural { style.after = paragraph }
      appendGroup(.group, style, index, after: &last, in: parent, role: .list)
    case .figure:
      if let picture = tree.sidePicture(of: index) {
        appendSidePicture(picture, of: index, inside: outer, after: &last, in: parent)
      } else {
        appendFigureGroup(index, inside: outer, after: &last, in: parent)
      }
    case .contents where contents.placement != .front: contents.isOn = true
    case .contents: appendContents(.sections, title: nil, inside: outer, after: &last, in: parent)
    case .pageBreak:
      var style = style(.division, of: index, inside: outer)
      style.pageBreak = true
      link(add(.group, style, for: index), after: &last, in: parent)
    default: return false
    }
    return true
  }

  /// `::: {.arrow from="a" to="b"}` with nothing in it.
  private func arrow(_ index: Tree.Index) -> PageDrawing? {
    guard tree[index].firstChild < 0, let attributes = tree.attributes(of: index), attributes.classes.contains("arrow"),
      let start = attributes["from"], let end = attributes["to"]
    else { return nil }
    let color =
      attributes["color"].flatMap { Color($0) }
      ?? theme.body(language: out.language).applying(theme[.link], families: theme.families).text.color
    return .arrow(from: start, to: end, color: color, width: 0.8)
  }

  /// A paragraph of the inlines below a node.
  mutating func appendInlines(
    _ index: Tree.Index, _ style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    role: StructureRole? = nil
  ) {
    let content = inlines.content(of: index, style: style.text)
    guard !content.isEmpty else { return }
    let block = add(.paragraph(content), style, for: index)
    out.blocks[Int(block)].role = role
    link(block, after: &last, in: parent)
  }

  private mutating func appendCallout(
    _ callout: Tree.Callout, _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index
  ) {
    if callout.form == .theorem {
      appendTheorem(callout, index, inside: outer, after: &last, in: parent)
      return
    }
    let style = calloutStyle(callout, index, inside: outer)
    let group = add(.group, style, for: index)
    out.blocks[Int(group)].role = .section
    var lastChild: StyledTree.Index = -1
    appendTitle(of: callout, index, inside: style, after: &lastChild, in: group)
    for child in calloutContent(index) { append(child, inside: style, after: &lastChild, in: group) }
    link(group, after: &last, in: parent)
  }

  func calloutStyle(_ callout: Tree.Callout, _ index: Tree.Index, inside outer: BlockStyle) -> BlockStyle {
    let look = StyleRule.overlaying([
      theme[.callout], theme.classRules[CalloutKinds.look(of: callout.kind)], theme.classRules[callout.kind],
    ])
    var style = outer.applying(look.overlaid(by: theme.rule(of: tree.attributes(of: index))), families: theme.families)
    if let attributes = tree.attributes(of: index) { style.take(attributes) }
    return style
  }

  /// The author's title, or the word for the kind.
  mutating func appendTitle(
    of callout: Tree.Callout, _ index: Tree.Index, inside style: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index
  ) {
    var title = style.applying(theme[.calloutTitle], families: theme.families)
    if theme[.calloutTitle].color == nil, callout.form != .tab, let color = style.bar ?? style.border { title.text.color = color }
    let first = tree[index].firstChild
    let hasTitle = first >= 0 && tree[first].kind == .title
    if callout.isCounted {
      let content = calloutHead(callout, index, title: hasTitle ? first : nil, style: title.text)
      link(add(.paragraph(content), title, tree[hasTitle ? first : index].span), after: &last, in: parent)
    } else if hasTitle {
      appendInlines(first, title, after: &last, in: parent)
    } else {
      var content = InlineContent()
      content.text.append(CalloutKinds.title(of: callout.kind, language: style.text.language).utf8, style: title.text)
      link(add(.paragraph(content), title, tree[index].span), after: &last, in: parent)
    }
  }

  /// The blocks below a callout's title.
  func calloutContent(_ index: Tree.Index) -> [Tree.Index] {
    tree.children(of: index).filter { child in
      if child == tree[index].firstChild, case .title = tree[child].kind { false } else { true }
    }
  }

  /// True if a definition consists of one paragraph.
  private func isTight(_ index: Tree.Index) -> Bool {
    let first = tree[index].firstChild
    return first >= 0 && tree[first].nextSibling < 0
  }
}

extension StyleRule {
  /// Combines rules, later ones over earlier ones.
  static func overlaying(_ rules: [StyleRule?]) -> StyleRule {
    rules.reduce(StyleRule()) { rule, further in further.map { rule.overlaid(by: $0) } ?? rule }
  }
}
