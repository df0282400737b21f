import TypesetBoxes
import TypesetMarkdown
import TypesetStyling

// Landscape pages within an upright document: for blocks of the class `landscape`, and for tables that are too wide.

extension BlockContext {
  /// True if a block of the document is on landscape pages of its own.
  func standsOnTurnedPage(_ block: StyledTree.Index) -> Bool {
    let (tree, page) = (document.tree, document.page)
    guard page.isUpright, page.columns == 1 else { return false }
    let block = tree.pageLeader(of: block)
    if tree.has(class: "landscape", block) { return true }
    guard page.turnsWideTables, case .table(let table) = tree[block].kind, !table.isLayout else { return false }
    return !fitsWhole(table, measure: page.measure)
  }
}

extension DocumentContext {
  /// True if a block of the document that is too wide may have a landscape page, which is known only after it is set.
  func mayTurn(_ block: StyledTree.Index) -> Bool {
    guard tree[block].kind.setting.traits.contains(.mayTurn) else { return false }
    if case .table = tree[block].kind, page.dividesWideTables { return false }
    return page.isUpright && page.columns == 1
  }
}

extension VList {
  /// True if a node is on a landscape page.
  func isTurned(at node: Int) -> Bool { turned.contains { $0.contains(Int32(node)) } }
}
