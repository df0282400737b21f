import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown

/// Cards: frames of one height side by side, `::: cards` around `::: card`.
enum CardStyling {
  /// The number of columns of a division that holds nothing but cards; nil for others.
  static func columns(of index: Tree.Index, _ tree: Tree, _ diagnostics: inout [Diagnostic]) -> Int? {
    guard let attributes = tree.attributes(of: index), attributes.classes.contains("cards") else { return nil }
    let cards = Array(tree.children(of: index))
    guard cards.count > 1, cards.allSatisfy({ isCard($0, tree) }) else { return nil }
    return attributes.whole("columns", in: 1...12, at: tree[index].span, &diagnostics) ?? min(cards.count, 3)
  }

  private static func isCard(_ index: Tree.Index, _ tree: Tree) -> Bool {
    switch tree[index].kind {
    case .division: tree.attributes(of: index)?.classes.contains("card") ?? false
    case .callout(let callout): callout.form != .theorem
    default: false
    }
  }

  /// Adds the cards of a division, row by row.
  static func append(
    _ index: Tree.Index, columns: Int, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var style = outer
    if style.before == .zero { style.before = Glue(style.leading / 2) }
    if style.after == .zero { style.after = Glue(style.leading / 2) }
    let cards = Array(styling.tree.children(of: index))
    let gap = style.text.size
    let rows = StyledTree.Rows(
      columns: columns, widths: cards.map { _ in nil }, spacing: gap, rowSpacing: gap, vertical: .baseline)
    let block = styling.add(.rows(rows), style, for: index)
    styling.out.blocks[Int(block)].role = .division
    var lastCard: StyledTree.Index = -1
    for card in cards {
      let holder = styling.add(.group, style.withoutFrame.withoutSpace, styling.tree[card].span)
      var inner: StyledTree.Index = -1
      if case .division = styling.tree[card].kind {
        let frame = frame(of: card, inside: style, with: styling)
        styling.appendGroup(.group, frame, card, after: &inner, in: holder, role: .division)
      } else {
        styling.append(card, inside: style.withoutFrame.withoutSpace, after: &inner, in: holder)
      }
      styling.link(holder, after: &lastCard, in: block)
    }
    styling.link(block, after: &last, in: parent)
  }

  /// What a theme or an author says of the class `card`, else a thin line around.
  private static func frame(of card: Tree.Index, inside outer: BlockStyle, with styling: BlockStyling) -> BlockStyle {
    var style = styling.style(.division, of: card, inside: outer.withoutFrame)
    (style.before, style.after) = (.zero, .zero)
    guard style.background == nil, style.border == nil, style.bar == nil else { return style }
    style.border = Color(rgba: style.text.color.rgba & 0xFFFF_FF00 | 0x50)
    (style.borderWidth, style.radius) = (0.5.pt, 4.pt)
    style.padding = style.text.size.scaled(by: 0.7)
    (style.paddingTop, style.paddingBottom) = (style.padding, style.padding)
    return style
  }
}
