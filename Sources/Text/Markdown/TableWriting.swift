internal import TypesetDiagnostics
internal import TypesetMarkdown

extension MarkdownWriter {
  /// A table between bars, or in HTML if its cells span others, hold blocks or have attributes.
  func table(_ node: Tree.Index, _ columns: [Tree.Alignment], _ attributes: Attributes?) -> [String] {
    let children = Array(tree.children(of: node))
    let rows = children.filter { if case .tableRow = tree[$0].kind { true } else { false } }
    let caption = children.first { if case .caption = tree[$0].kind { true } else { false } }
    guard isPlain(rows, columns) else { return htmlTable(rows, caption, attributes) }
    var lines: [String] = []
    for (number, row) in rows.enumerated() {
      let cells = tree.children(of: row).map { LineWriter(self, isCell: true).lines(Array(tree.children(of: $0))).joined(separator: " ") }
      lines.append("| " + cells.joined(separator: " | ") + " |")
      if number == 0 { lines.append("|" + columns.map { $0.bar + "|" }.joined()) }
    }
    let braces = attributes.map { Self.braces($0) }
    if let caption {
      let words = LineWriter(self, isCell: true).lines(Array(tree.children(of: caption))).joined(separator: " ")
      lines += ["", ": " + words + (braces.map { " " + $0 } ?? "")]
      // d2l: the caption's own name.
      if let id = self.attributes(caption)?.id { lines.append(":label:`\(id)`") }
    } else if let braces {
      lines += ["", ": " + braces]
    }
    return lines
  }

  private func isPlain(_ rows: [Tree.Index], _ columns: [Tree.Alignment]) -> Bool {
    guard let first = rows.first, case .tableRow(isHeader: true) = tree[first].kind else { return false }
    return rows.enumerated().allSatisfy { number, row in
      guard attributes(row) == nil, number == 0 || tree[row].kind == .tableRow(isHeader: false) else { return false }
      let cells = Array(tree.children(of: row))
      return cells.count == columns.count
        && cells.allSatisfy { cell in attributes(cell) == nil && tree.children(of: cell).allSatisfy { tree[$0].kind.isInline } }
    }
  }

  private func htmlTable(_ rows: [Tree.Index], _ caption: Tree.Index?, _ attributes: Attributes?) -> [String] {
    var lines = ["<\(Self.tag("table", attributes))>"]
    if let caption {
      let words = LineWriter(self, isCell: true, isHTML: true).lines(Array(tree.children(of: caption))).joined(separator: " ")
      lines.append("<caption>\(words)</caption>")
    }
    // The tree has empty cells where others reach.
    var covered: Set<[Int]> = []
    let headCount = rows.prefix { tree[$0].kind == .tableRow(isHeader: true) }.count
    if headCount > 0 { lines.append("<thead>") }
    for (y, row) in rows.enumerated() {
      if y == headCount, headCount > 0 { lines += ["</thead>", "<tbody>"] }
      lines.append("<\(Self.tag("tr", self.attributes(row)))>")
      let name = tree[row].kind == .tableRow(isHeader: true) ? "th" : "td"
      for (x, cell) in tree.children(of: row).enumerated() where !covered.contains([x, y]) {
        let (width, height) = (reach(of: cell, "colspan"), reach(of: cell, "rowspan"))
        if width > 1 || height > 1 { for right in x..<x + width { for below in y..<y + height { covered.insert([right, below]) } } }
        let tag = Self.tag(name, self.attributes(cell))
        let children = Array(tree.children(of: cell))
        if children.allSatisfy({ tree[$0].kind.isInline }) {
          lines.append("<\(tag)>" + LineWriter(self, isCell: true, isHTML: true).lines(children).joined(separator: " ") + "</\(name)>")
        } else {
          lines += ["<\(tag)>", ""] + blocks(of: cell, isTight: false) + ["", "</\(name)>"]
        }
      }
      lines.append("</tr>")
    }
    if headCount > 0 { lines.append(headCount == rows.count ? "</thead>" : "</tbody>") }
    return lines + ["</table>"]
  }

  private func reach(of cell: Tree.Index, _ key: String) -> Int {
    min(max(attributes(cell)?[key].flatMap { DocumentNumber.whole($0) } ?? 1, 1), 100)
  }
}

extension Tree.Alignment {
  fileprivate var bar: String {
    switch self {
    case .none: "---"
    case .left: ":--"
    case .center: ":-:"
    case .right: "--:"
    }
  }
}
