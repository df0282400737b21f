import TypesetDiagnostics

// HTML's tables: rows and cells as Markdown's tables have them, cells with blocks in them where there are some.

extension HTMLConversion {
  /// What a row, a group of rows or a column says of the cells in it.
  private static let inherited = ["align", "valign", "bgcolor"]

  struct Table {
    var columns: [Tree.Alignment] = []
    var rows: [Tree.Index] = []
    /// What is between its tags and in no cell: browsers set it beside the table, and so is what follows a table that is never closed.
    var above: [Tree.Index] = []
    var below: [Tree.Index] = []
  }

  /// The rows of a table, with empty cells where others reach over several rows or columns.
  mutating func table(_ children: [HTMLTree.Index]) -> Table {
    var above: [Tree.Index] = []
    var below: [Tree.Index] = []
    var rows: [Tree.Index] = []
    var columnCount = 0
    let columns = columnPairs(children)
    /// Columns that cells of rows above reach into, and for how many rows more.
    var reaching: [Int: Int] = [:]
    var isFirst = true
    for part in tableParts(children, isInHead: false, pairs: []) {
      guard case .row(let row) = part else {
        guard case .stray(let stray) = part else { continue }
        let nodes = blocks(of: stray)
        if rows.isEmpty { above += nodes } else { below += nodes }
        continue
      }
      let cells = html.children(of: row.index).filter { isCell($0) }
      guard !cells.isEmpty else { continue }
      let rowSpan = extensions.places.tag("tr")?.span ?? extensions.places.here
      let isHead = row.isInHead || isFirst && cells.allSatisfy { name(of: $0) == "th" }
      isFirst = false
      var nodes: [Tree.Index] = []
      func fill() {
        while let rest = reaching[nodes.count], rest > 0, nodes.count < 1_000 {
          reaching[nodes.count] = rest - 1
          nodes.append(extensions.tree.add(.tableCell, rowSpan))
        }
      }
      for cell in cells {
        fill()
        guard case .element(let name, let pairs) = html.nodes[Int(cell)].kind, nodes.count < 1_000 else { continue }
        let node = extensions.tree.add(.tableCell, extensions.places.tag(name)?.span ?? rowSpan)
        let column = columns.indices.contains(nodes.count) ? columns[nodes.count] : []
        let inherited = (row.pairs + column).filter { outer in !pairs.contains { $0.key == outer.key } }
        extensions.tree.add(Self.attributes(name, pairs + inherited), to: node)
        if name == "th", !isHead { extensions.tree.add(Attributes(pairs: [.init("header", "row")]), to: node) }
        let content = cellContent(html.children(of: cell))
        extensions.tree.setChildren(of: node, to: content)
        func count(_ key: String) -> Int { min(max(pairs.first { $0.key == key }.flatMap { Int($0.value) } ?? 1, 1), 100) }
        let (width, height) = (count("colspan"), count("rowspan"))
        columnCount = max(columnCount, min(nodes.count + width, 1_000))
        for offset in 0..<width {
          if height > 1 { reaching[nodes.count] = height - 1 }
          nodes.append(offset == 0 ? node : extensions.tree.add(.tableCell, rowSpan))
        }
      }
      fill()
      // A link to a row leads to its first cell.
      if let id = self.id(of: row.index), extensions.tree.attributes(of: nodes[0])?.id == nil {
        extensions.tree.add(Attributes(id: id), to: nodes[0])
      }
      let rowNode = extensions.tree.add(.tableRow(isHeader: isHead), rowSpan)
      extensions.tree.setChildren(of: rowNode, to: nodes)
      rows.append(rowNode)
    }
    if let caption = children.first(where: { name(of: $0) == "caption" }) {
      guard !rows.isEmpty else { return Table(above: above + blocks(of: html.children(of: caption))) }
      let node = extensions.tree.add(.caption, extensions.places.here)
      extensions.tree.setChildren(of: node, to: flattened(html.children(of: caption)))
      rows.append(node)
    }
    return Table(columns: [Tree.Alignment](repeating: .none, count: columnCount), rows: rows, above: above, below: below)
  }

  private func id(of element: HTMLTree.Index) -> String? {
    guard case .element(let name, let pairs) = html.nodes[Int(element)].kind else { return nil }
    return Self.attributes(name, pairs).id
  }

  private func isCell(_ index: HTMLTree.Index) -> Bool { ["td", "th"].contains(name(of: index)) }

  /// What is in a cell: inlines, or blocks where there is a block among them.
  mutating func cellContent(_ children: [HTMLTree.Index]) -> [Tree.Index] {
    guard children.contains(where: { isBlock($0) }) else {
      let content = inlines(of: children)
      return trimmed(content)
    }
    let content = blocks(of: children)
    // A paragraph alone is but its text.
    guard content.count == 1, case .paragraph = extensions.tree[content[0]].kind, extensions.tree.attributes(of: content[0]) == nil else {
      return content
    }
    return Array(extensions.tree.children(of: content[0]))
  }

  private struct TableRow {
    var index: HTMLTree.Index
    var isInHead: Bool
    var pairs: [Attributes.Pair]
  }

  private enum TablePart {
    case row(TableRow)
    case stray([HTMLTree.Index])
  }

  private func tableParts(_ children: [HTMLTree.Index], isInHead: Bool, pairs: [Attributes.Pair]) -> [TablePart] {
    var out: [TablePart] = []
    func addStray(_ child: HTMLTree.Index) {
      if case .text(let text) = html.nodes[Int(child)].kind, text.allSatisfy(ASCII.isBlank) { return }
      // Neighbours are one text.
      var stray = [child]
      if case .stray(let others) = out.last {
        out.removeLast()
        stray = others
        stray.append(child)
      }
      out.append(.stray(stray))
    }
    for child in children {
      // The last value of a key counts, which is that of the nearest.
      let own = pairs + inherited(child)
      switch name(of: child) {
      case "tr":
        out.append(.row(TableRow(index: child, isInHead: isInHead, pairs: own)))
        for part in html.children(of: child) where !isCell(part) { addStray(part) }
      case "thead": out += tableParts(html.children(of: child), isInHead: true, pairs: own)
      case "tbody", "tfoot": out += tableParts(html.children(of: child), isInHead: false, pairs: own)
      case "caption", "col", "colgroup": break
      default: addStray(child)
      }
    }
    return out
  }

  /// What an element says of the cells in it, its `style` too.
  private func inherited(_ index: HTMLTree.Index) -> [Attributes.Pair] {
    guard case .element(_, let pairs) = html.nodes[Int(index)].kind else { return [] }
    return pairs.filter { Self.inherited.contains($0.key) || $0.key == "style" && !$0.value.contains("width") }
  }

  /// For each column what `col` and `colgroup` say of it.
  private func columnPairs(_ children: [HTMLTree.Index]) -> [[Attributes.Pair]] {
    var out: [[Attributes.Pair]] = []
    for child in children {
      guard let name = name(of: child) else { continue }
      if name == "colgroup", html.children(of: child).contains(where: { self.name(of: $0) == "col" }) {
        out += columnPairs(html.children(of: child))
      } else if name == "col" || name == "colgroup", case .element(_, let pairs) = html.nodes[Int(child)].kind {
        let count = min(max(pairs.first { $0.key == "span" }.flatMap { Int($0.value) } ?? 1, 1), 1_000)
        // A column's width may be in its style.
        let own = pairs.filter { Self.inherited.contains($0.key) || $0.key == "width" || $0.key == "style" }
        for _ in 0..<count where out.count < 1_000 { out.append(own) }
      }
    }
    return out
  }
}
