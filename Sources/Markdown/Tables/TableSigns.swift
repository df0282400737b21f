import TypesetDiagnostics

/// What signs in the cells of a table with bars say of the table.
enum TableSigns {
  /// A last row that is a list of attributes and nothing else is the table's: `{#tbl-x .striped widths="2,1"}` right below it. A cell that is
  /// `^^` belongs to the cell above it (MultiMarkdown).
  static func read(_ table: Tree.Index, in tree: inout Tree) {
    var rows = Array(tree.children(of: table))
    if let last = rows.last, rows.count > 1, let attributes = attributes(ofRow: last, in: tree) {
      rows.removeLast()
      tree.setChildren(of: table, to: rows)
      tree.add(attributes, to: table)
    }
    joinCells(of: rows, in: &tree)
  }

  private static func attributes(ofRow row: Tree.Index, in tree: Tree) -> Attributes? {
    let cells = Array(tree.children(of: row))
    guard let first = cells.first, let only = tree.onlyChild(of: first), case .text(let text) = tree[only].kind,
      text.utf8.first == ASCII.openBrace,
      cells.dropFirst().allSatisfy({ tree[$0].firstChild < 0 })
    else { return nil }
    return Attributes.alone(text)
  }

  private static func joinCells(of rows: [Tree.Index], in tree: inout Tree) {
    /// For each column the cell that those below it may join.
    var above: [Tree.Index?] = []
    var heights: [Tree.Index: Int] = [:]
    for row in rows {
      guard case .tableRow(isHeader: false) = tree[row].kind else { continue }
      for (column, cell) in tree.children(of: row).enumerated() {
        if column == above.count { above.append(nil) }
        guard let upper = above[column], isJoined(cell, in: tree) else {
          above[column] = cell
          continue
        }
        tree.setChildren(of: cell, to: [])
        heights[upper, default: 1] += 1
      }
    }
    for (cell, height) in heights { tree.add(Attributes(pairs: [.init("rowspan", String(height))]), to: cell) }
  }

  private static func isJoined(_ cell: Tree.Index, in tree: Tree) -> Bool {
    guard let only = tree.onlyChild(of: cell), case .text("^^") = tree[only].kind else { return false }
    return true
  }
}

extension Attributes {
  /// A list of attributes that is all of a text, with at least one in it.
  static func alone(_ text: String) -> Attributes? {
    let bytes = Array(text.utf8)
    guard let (attributes, length) = read(bytes[...]), bytes[length...].allSatisfy(ASCII.isBlank),
      attributes.id != nil || !attributes.classes.isEmpty || !attributes.pairs.isEmpty
    else { return nil }
    return attributes
  }
}

extension PrecedingSiblings {
  /// True for a paragraph below a table and a blank line, where markdown-it has lists of attributes, that is not right above something else.
  func isBelowTable(_ paragraph: Tree.Index, in tree: Tree) -> Bool {
    guard let previous = self[paragraph], case .table = tree[previous].kind else { return false }
    let next = tree[paragraph].nextSibling
    return next < 0 || tree[next].span.start - tree[paragraph].span.end > 1
  }
}
