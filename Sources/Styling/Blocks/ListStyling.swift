import TypesetBoxes
internal import TypesetDiagnostics
import TypesetMarkdown
import TypesetSettings

/// Lists, and the markers of their items.
enum ListStyling {
  static func append(
    _ index: Tree.Index, start: Int?, isTight: Bool, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    var style = styling.style(.list, of: index, inside: outer)
    let isInTurnedList = styling.isInTurnedList
    if !isInTurnedList, let direction = styling.directions.ofList(index, inside: style.text) {
      style.text.direction = direction
      styling.isInTurnedList = true
    } else if style.text.direction == .rightToLeft, styling.directions.runsRightToLeft(somewhereIn: index) {
      // Its author says so: with others from right to left no item of it turns by itself.
      styling.isInTurnedList = true
    }
    defer { styling.isInTurnedList = isInTurnedList }
    // A list within a tight list is as close as its items are.
    if isTight, styling.tree.isInsideTightItem(index) {
      let item = style.applying(styling.theme[.item], families: styling.theme.families)
      style.before = item.before.natural > item.after.natural ? item.before : item.after
      style.after = .zero
    }
    let own = styling.tree.attributes(of: index)?[ListLabel.width].flatMap { DocumentNumber.real($0, in: 0...20) }
    if let own {
      style.inset = style.text.size.scaled(by: own) - style.applying(styling.theme[.item], families: styling.theme.families).inset
    }
    let list = styling.add(.list, style, for: index)
    var lastItem: StyledTree.Index = -1
    var number = start
    var bullet: InlineContent?
    let named = styling.tree.markerName(ofList: index).flatMap { ListMarkers(named: $0, isNumbered: start != nil) }
    for child in styling.tree.children(of: index) {
      var itemStyle = style.applying(styling.theme[.item], families: styling.theme.families)
      if !isTight {
        let paragraph = style.applying(styling.theme[.paragraph], families: styling.theme.families)
        itemStyle.before = paragraph.before
        itemStyle.after = paragraph.after
        if itemStyle.after == .zero, itemStyle.before == .zero { itemStyle.after = Glue(style.leading / 2) }
      }
      if number != nil, let attributes = styling.tree.attributes(of: child),
        let value = attributes.whole("value", at: styling.tree[child].span, &styling.inlines.diagnostics)
      {
        number = value
      }
      // Bullets are all the same, and are in memory once.
      let isBullet = number == nil && styling.client == nil && styling.tree[child].attributes < 0 && !styling.tree.isTask(child)
      let marker =
        (isBullet ? bullet : nil) ?? ClientStyling.marker(of: child, number: number, inside: itemStyle, with: &styling)
        ?? marker(
          of: child, number: number, depth: styling.tree.listDepth(index), named: named, style: itemStyle, styling.tree, styling.theme)
      if isBullet { bullet = marker }
      if !ClientStyling.appendItem(marker, itemStyle, child, number: number, after: &lastItem, in: list, with: &styling) {
        styling.appendGroup(.item(marker: marker), itemStyle, child, after: &lastItem, in: list, isTight: isTight)
      }
      number = number.map { $0 &+ 1 }
    }
    styling.link(list, after: &last, in: parent)
  }

  /// - Parameter named: What the list's author wants.
  private static func marker(
    of item: Tree.Index, number: Int?, depth: Int, named: ListMarkers?, style: BlockStyle, _ tree: Tree, _ theme: Theme
  ) -> InlineContent {
    var content = InlineContent()
    if case .item(let isChecked?) = tree[item].kind {
      content.text.append("\u{FFFC}".utf8, style: style.text)
      content.attachments = [.checkbox(isChecked: isChecked, style.text)]
    } else if let own = tree.attributes(of: item)?[ListLabel.text] {
      content.text.append(own.utf8, style: style.text)
    } else if let named {
      content.text.append((number.map { named.number($0, depth: 0) } ?? named.bullet(depth: 0)).utf8, style: style.text)
    } else if let number, let form = tree.attributes(of: tree.list(of: item))?["type"], form.count == 1,
      ListMarkers.isNumber(form)
    {
      content.text.append(ListMarkers(bullets: [], numbers: [form + "."]).number(number, depth: 0).utf8, style: style.text)
    } else if let number {
      var text = theme.markers.number(number, depth: tree.listDepth(tree.list(of: item), ordered: true))
      if case .list(_, _, hasParentheses: true) = tree[tree.list(of: item)].kind, text.hasSuffix(".") {
        text = text.dropLast() + ")"
      }
      content.text.append(text.utf8, style: style.text)
    } else {
      content.text.append(theme.markers.bullet(depth: depth).utf8, style: style.text)
    }
    return content
  }
}

extension Tree {
  func isInsideTightItem(_ index: Tree.Index) -> Bool {
    let item = self[index].parent
    guard item >= 0, case .item = self[item].kind, self[item].parent >= 0 else { return false }
    if case .list(_, let isTight, _) = self[self[item].parent].kind { return isTight }
    return false
  }

  fileprivate func isTask(_ item: Index) -> Bool { if case .item(isChecked: .some) = self[item].kind { true } else { false } }

  /// How many lists of the same kind are around this one.
  func listDepth(_ index: Tree.Index, ordered: Bool = false) -> Int {
    var depth = 0
    var above = self[index].parent
    while above >= 0 {
      if case .list(let start, _, _) = self[above].kind, (start != nil) == ordered { depth += 1 }
      above = self[above].parent
    }
    return depth
  }

  func list(of item: Tree.Index) -> Tree.Index { max(self[item].parent, 0) }

  /// The markers that a list's author names: in its own attributes, in those of a div around it, or on a line right below its last item.
  fileprivate func markerName(ofList list: Index) -> String? {
    if let own = attributes(of: list)?["marker"] { return own }
    let parent = self[list].parent
    if parent >= 0, case .division = self[parent].kind, let name = attributes(of: parent)?["marker"] { return name }
    guard let item = Array(children(of: list)).last, let last = Array(children(of: item)).last else { return nil }
    // What a list within it says is that list's own.
    if case .list = self[last].kind { return nil }
    return attributes(of: last)?["marker"]
  }
}
