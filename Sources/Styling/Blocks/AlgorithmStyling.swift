import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// Algorithms: a caption between two lines, then each of its lines with its number at the edge and its depth as indent.
enum AlgorithmStyling {
  /// One with a caption or a label.
  static func append(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var rule = styling.theme[.division]
    if let own = styling.theme.classRules["algorithm"] { rule = rule.overlaid(by: own) }
    var style = outer.applying(rule, families: styling.theme.families)
    let size = style.text.size
    let figure = outer.applying(styling.theme[.figure], families: styling.theme.families)
    (style.before, style.after) = (figure.before, figure.after)
    if style.edges.isEmpty, style.border == nil {
      style.edges.top = FrameEdge(color: style.text.color, width: 0.8.pt)
      style.edges.bottom = FrameEdge(color: style.text.color, width: 0.8.pt)
      (style.paddingTop, style.paddingBottom) = (size.scaled(by: 0.25), size.scaled(by: 0.35))
    }
    if style.keep == .never { style.keep = .always }
    let group = styling.add(.group, style, for: index)
    styling.out.blocks[Int(group)].role = .section
    styling.note(index, in: .algorithms, at: group)
    var lastChild: StyledTree.Index = -1
    appendCaption(of: index, inside: style.withoutFrame.withoutSpace, after: &lastChild, in: group, with: &styling)
    appendLines(of: index, inside: style.withoutFrame.withoutSpace, after: &lastChild, in: group, with: &styling)
    styling.link(group, after: &last, in: parent)
  }

  /// `Algorithm 2 Words`, above a thin line.
  private static func appendCaption(
    of index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in group: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    guard case .callout(let callout) = styling.tree[index].kind else { return }
    var style = outer
    style.edges.bottom = FrameEdge(color: outer.text.color, width: 0.4.pt)
    style.paddingBottom = outer.text.size.scaled(by: 0.25)
    (style.after, style.keepWithNext, style.firstIndent) = (Glue(outer.text.size.scaled(by: 0.3)), true, .zero)
    let box = styling.add(.group, style, styling.tree[index].span)
    var inner = outer
    (inner.align, inner.firstIndent, inner.keepWithNext) = (.left, .zero, true)
    var content = InlineContent()
    let head = inner.text.applying(styling.theme[.strong], families: styling.theme.families)
    content.text.append(TheoremStyling.name(of: callout, index, with: styling).utf8, style: head)
    if let title = styling.tree.title(of: index) {
      content.text.append("\u{2002}".utf8, style: inner.text)
      content.append(styling.inlines.content(of: title, style: inner.text))
    }
    let paragraph = styling.add(.paragraph(content), inner, styling.tree[index].span)
    styling.out.blocks[Int(paragraph)].role = .caption
    var lastChild: StyledTree.Index = -1
    styling.link(paragraph, after: &lastChild, in: box)
    styling.link(box, after: &last, in: group)
  }

  /// The lines; paragraphs that are none of them stay as they are.
  static func appendLines(
    of index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in group: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    let children = CalloutStyling.content(index, with: styling)
    let hasNumbers = children.contains { line($0, in: styling.tree)?["shown"] != nil }
    let most = children.count { line($0, in: styling.tree)?["shown"] != nil }
    let size = outer.text.size
    var style = outer
    style.inset = hasNumbers ? size.scaled(by: most > 99 ? 2.6 : most > 9 ? 2.1 : 1.6) : .zero
    (style.firstIndent, style.align, style.text.isHyphenated) = (.zero, .left, false)
    for (position, child) in children.enumerated() {
      guard let line = line(child, in: styling.tree) else {
        styling.append(child, inside: outer, after: &last, in: group)
        continue
      }
      var marker = InlineContent()
      if let number = line["shown"] {
        var small = style.text
        small.size = size.scaled(by: 0.8)
        marker.text.append((number + ":").utf8, style: small)
      }
      // algpseudocode: what is required and ensured begins at the edge.
      var style = style
      if hasNumbers, line["number"] == nil, line["depth"] == "0", isCondition(child, in: styling.tree) { style.inset = .zero }
      let item = styling.add(.item(marker: marker), style, styling.tree[child].span)
      var inner = style
      let indent = size.scaled(by: 1.4 * Double(line["depth"].flatMap { DocumentNumber.whole($0, in: 0...30) } ?? 0))
      // Where pages read from the right, lines begin there.
      (inner.inset, inner.insetRight) = styling.theme.page.isRightToLeft ? (.zero, indent) : (indent, inner.insetRight)
      inner.keepWithNext = position == 0
      let content = styling.inlines.content(of: child, style: inner.text)
      let paragraph = styling.add(.paragraph(content), inner, for: child)
      var lastChild: StyledTree.Index = -1
      styling.link(paragraph, after: &lastChild, in: item)
      styling.link(item, after: &last, in: group)
    }
  }

  /// True for a line such as **Require:** or **Input:**.
  private static func isCondition(_ paragraph: Tree.Index, in tree: Tree) -> Bool {
    let word = tree[tree[paragraph].firstChild].nextSibling
    if word >= 0, case .strong = tree[word].kind { return tree.plainText(of: word).hasSuffix(":") }
    return false
  }

  private static func line(_ paragraph: Tree.Index, in tree: Tree) -> Attributes? {
    let first = tree[paragraph].firstChild
    guard first >= 0, case .span = tree[first].kind, let attributes = tree.attributes(of: first),
      attributes.classes.contains("algorithm-line")
    else { return nil }
    return attributes
  }
}
