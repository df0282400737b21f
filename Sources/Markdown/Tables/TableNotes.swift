import TypesetDiagnostics

/// Classes of a table's rows that the program itself gives.
package enum TableRowClass {
  /// Set off by a rule from the rows above it.
  package static let ruled = "ruled"
  /// Authors' names for it.
  static let all: Set<String> = ["ruled", "total", "totals", "sum"]
  /// Notes below the table, in one cell.
  package static let notes = "table-notes"
}

/// Notes below a table: a paragraph, list or div with a class of its own right below is the table's last row, below its last rule.
enum TableNotes {
  private static let classes: Set<String> = ["table-notes", "table-note", "tablenotes", "tablenote"]

  /// - Returns: True if there were some.
  static func attach(in tree: inout Tree) -> Bool {
    guard tree.attributes.contains(where: { !classes.isDisjoint(with: $0.classes) }) else { return false }
    var didChange = false
    var tables = tree.nodes.indices.filter { if case .table = tree.nodes[$0].kind { true } else { false } }.map { Tree.Index($0) }[...]
    while let table = tables.popFirst() {
      guard case .table(let columns) = tree[table].kind else { continue }
      while case let below = tree[table].nextSibling, below >= 0, isNotes(below, in: tree) {
        take(below, table: table, columns: max(columns.count, 1), in: &tree)
        didChange = true
      }
    }
    return didChange
  }

  private static func isNotes(_ index: Tree.Index, in tree: Tree) -> Bool {
    guard let attributes = tree.attributes(of: index), !classes.isDisjoint(with: attributes.classes) else { return false }
    switch tree[index].kind {
    case .paragraph, .list, .division, .definitionList: return true
    default: return false
    }
  }

  private static func take(_ notes: Tree.Index, table: Tree.Index, columns: Int, in tree: inout Tree) {
    tree.nodes[Int(table)].nextSibling = tree[notes].nextSibling
    let content: [Tree.Index]
    if case .division = tree[notes].kind { content = Array(tree.children(of: notes)) } else { content = [notes] }
    let cell = tree.add(.tableCell, around: content)
    tree.add(Attributes(pairs: [.init("colspan", String(columns))]), to: cell)
    let row = tree.add(.tableRow(isHeader: false), around: [cell])
    tree.add(Attributes(classes: [TableRowClass.notes]), to: row)
    tree.setChildren(of: table, to: Array(tree.children(of: table)) + [row])
  }
}
