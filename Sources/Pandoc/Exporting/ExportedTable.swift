internal import TypesetDiagnostics
internal import TypesetJSON
internal import TypesetMarkdown

// Tables.

extension PandocExport {
  mutating func table(_ index: Tree.Index, _ columns: [Tree.Alignment]) -> JSON {
    var (head, body): ([JSON], [JSON]) = ([], [])
    var caption: [JSON] = []
    // How many further rows a cell above covers each column.
    var covered = Array(repeating: 0, count: columns.count)
    for child in tree.children(of: index) {
      switch tree[child].kind {
      case .caption:
        let words = inlines(below: child)
        caption = words.isEmpty ? [] : [.node("Plain", .array(words))]
      case .tableRow(let isHeader):
        // Tables of bars have a head, even if their authors leave it empty.
        if isHeader, tree.children(of: child).allSatisfy({ tree[$0].firstChild < 0 }) { continue }
        let row = row(child, &covered)
        if isHeader, body.isEmpty { head.append(row) } else { body.append(row) }
      default: continue
      }
    }
    let widths = columns.map { JSON.array([.node(Self.alignment($0)), .node("ColWidthDefault")]) }
    let main: [JSON] = [.attributes(nil), JSON(0), .array([]), .array(body)]
    return .node(
      "Table",
      .array([
        .attributes(tree.attributes(of: index)), .array([.null, .array(caption)]), .array(widths),
        .array([.attributes(nil), .array(head)]),
        .array([.array(main)]), .array([.attributes(nil), .array([])]),
      ]))
  }

  /// A row without the cells that others cover.
  private mutating func row(_ index: Tree.Index, _ covered: inout [Int]) -> JSON {
    var cells: [JSON] = []
    var column = 0
    var beside = 0
    for cell in tree.children(of: index) {
      defer { column += 1 }
      if beside > 0 {
        beside -= 1
        continue
      }
      if column < covered.count, covered[column] > 0 {
        covered[column] -= 1
        continue
      }
      let attributes = tree.attributes(of: cell)
      let across = span(attributes?["colspan"], most: covered.count - column)
      let down = span(attributes?["rowspan"], most: 1000)
      beside = across - 1
      if down > 1 { for place in column..<min(column + across, covered.count) { covered[place] = down - 1 } }
      cells.append(self.cell(cell, attributes, down, across))
    }
    return .array([.attributes(tree.attributes(of: index)), .array(cells)])
  }

  private mutating func cell(_ index: Tree.Index, _ attributes: Attributes?, _ rows: Int, _ columns: Int) -> JSON {
    var own = attributes ?? Attributes()
    own.pairs.removeAll { ["colspan", "rowspan", "align"].contains($0.name) }
    let alignment =
      switch attributes?["align"] {
      case "left": "AlignLeft"
      case "right": "AlignRight"
      case "center": "AlignCenter"
      default: "AlignDefault"
      }
    let first = tree[index].firstChild
    let isSingle = first >= 0 && tree[first].nextSibling < 0
    return .array([
      .attributes(own), .node(alignment), JSON(rows), JSON(columns), .array(blocks(below: index, isTight: isSingle)),
    ])
  }

  private func span(_ text: String?, most: Int) -> Int {
    guard let text, let count = DocumentNumber.whole(text, in: 1...1000) else { return 1 }
    return max(min(count, most), 1)
  }

  private static func alignment(_ alignment: Tree.Alignment) -> String {
    switch alignment {
    case .none: "AlignDefault"
    case .left: "AlignLeft"
    case .center: "AlignCenter"
    case .right: "AlignRight"
    }
  }
}
