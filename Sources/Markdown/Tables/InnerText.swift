import TypesetDiagnostics

/// A text whose lines are parts of the author's, with other texts beside them: the text of a cell. Blocks and formulas are found in it as in
/// a document.
struct InnerText {
  /// Its lines, and where they are in the text around it.
  var text: BlockText
  /// What was found in it, in its own positions.
  var findings: Findings
  /// What the parser reads before each of its lines but the first.
  var prefix: [UInt8]
}

extension CellTable {
  /// Makes the table's quotes the rows of a table.
  ///
  /// - Parameters:
  ///   - index: The quote that represents the table.
  ///   - cells: The quotes that represent its cells, which have been read.
  static func make(_ index: Tree.Index, _ frame: Frame, of cells: [Tree.Index], in tree: inout Tree) {
    let cells = cells.filter { if case .division = tree[$0].kind { true } else { false } }
    var rows = [[Tree.Index?]](repeating: [Tree.Index?](repeating: nil, count: frame.alignments.count), count: frame.rows)
    for (cell, place) in zip(cells, frame.places) {
      tree.nodes[Int(cell)].kind = .tableCell
      // A single paragraph is just its text.
      if let only = tree.onlyChild(of: cell), isText(only, frame, in: tree), tree.attributes(of: only) == nil {
        let inlines = Array(tree.children(of: only))
        tree.setChildren(of: cell, to: inlines)
      }
      var pairs: [Attributes.Pair] = []
      if place.columns > 1 { pairs.append(.init("colspan", String(place.columns))) }
      if place.rows > 1 { pairs.append(.init("rowspan", String(place.rows))) }
      tree.add(Attributes(pairs: pairs), to: cell)
      rows[place.row][place.column] = cell
    }
    var nodes: [Tree.Index] = []
    for (number, row) in rows.enumerated() {
      let own = row.compactMap { $0 }
      let node = tree.add(.tableRow(isHeader: number < frame.heads), around: own)
      if frame.ruled.contains(number) { tree.add(Attributes(classes: [TableRowClass.ruled]), to: node) }
      let here = own.isEmpty ? tree[index].span : tree[node].span
      tree.nodes[Int(node)].span = here
      // Cells of several columns or rows have empty ones beside and below them.
      let all = row.map { $0 ?? tree.add(.tableCell, SourceSpan(Int(here.start), Int(here.start))) }
      tree.setChildren(of: node, to: all)
      nodes.append(node)
    }
    tree.nodes[Int(index)].kind = .table(frame.alignments)
    tree.setChildren(of: index, to: nodes)
  }

  private static func isText(_ index: Tree.Index, _ frame: Frame, in tree: borrowing Tree) -> Bool {
    switch tree[index].kind {
    case .paragraph: CellText.isAll(index, in: tree)
    // What the parser reads for a text that has no blocks.
    case .heading: frame.isInline
    default: false
    }
  }
}
