import TypesetDiagnostics

// HTML's tables: rows and cells as Markdown's tables have them, cells with blocks in them where there are some.

/// A table that has been read.
struct HTMLTable {
  var columns: [Tree.Alignment] = []
  var rows: [Tree.Index] = []
  /// Content outside of cells: browsers put it next to the table, like the content after a table that is never closed.
  var above: [Tree.Index] = []
  var below: [Tree.Index] = []

  /// The node of the table with the name that knitr puts before its caption, `(\#tab:x)`, where bookdown would put a number.
  func named(_ nodes: [Tree.Index], in tree: inout Tree) -> [Tree.Index] {
    guard let node = nodes.first, let caption = rows.last, case .caption = tree[caption].kind else { return nodes }
    for inline in Array(tree.children(of: caption)) {
      guard case .text(let text) = tree[inline].kind else { continue }
      let words = text.drop { $0.isWhitespace }
      if words.isEmpty { continue }
      guard words.hasPrefix("(\\#tab:"), let close = words.prefix(120).firstIndex(of: ")") else { break }
      tree.nodes[Int(inline)].kind = .text(String(words[words.index(after: close)...].drop { $0.isWhitespace }))
      if tree.attributes(of: node)?.id == nil { tree.add(Attributes(id: String(words[..<close].dropFirst(3))), to: node) }
      break
    }
    return nodes
  }
}

/// How many columns and rows a cell spans.
private struct CellSpans {
  private(set) var columns = 1
  private(set) var rows = 1
  /// The cell's attributes, with the numbers that are taken.
  private(set) var pairs: [Attributes.Pair]

  private static let range = 1...100

  init(_ pairs: [Attributes.Pair], at place: SourceSpan, _ diagnostics: inout [Diagnostic]) {
    self.pairs = pairs
    for index in pairs.indices where pairs[index].key == "colspan" || pairs[index].key == "rowspan" {
      let (key, text) = (pairs[index].key, pairs[index].value)
      let taken = DocumentNumber.whole(text, in: Self.range) {
        diagnostics.append(.outOfRange("\(key)=\(text)", taken: $0, of: Self.range, at: place))
      }
      guard let taken else { continue }
      self.pairs[index].value = String(taken)
      if key == "colspan" { columns = taken } else { rows = taken }
    }
  }
}

extension HTMLConversion {
  /// The rows of a table, with empty cells where others span several rows or columns.
  mutating func table(_ children: [HTMLTree.Index]) -> HTMLTable {
    var above: [Tree.Index] = []
    var below: [Tree.Index] = []
    var rows: [Tree.Index] = []
    var columnCount = 0
    let columns = html.columnPairs(children, at: extensions.places.tag("col")?.span ?? extensions.places.here, &extensions.diagnostics)
    /// Columns that cells of rows above span, and the number of rows left.
    var reaching: [Int: Int] = [:]
    var isAtHead = true
    for part in html.tableParts(children, isInHead: false, pairs: []) {
      guard case .row(let row) = part else {
        guard case .stray(let stray) = part else { continue }
        let nodes = blocks(of: stray)
        if rows.isEmpty { above += nodes } else { below += nodes }
        continue
      }
      let cells = row.cells
      guard !cells.isEmpty else { continue }
      let rowSpan = extensions.places.tag("tr")?.span ?? extensions.places.here
      let isHead = row.isInHead || isAtHead && html.isHeadRow(cells, isFirst: rows.isEmpty)
      isAtHead = isHead
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
        let place = extensions.places.tag(name)?.span ?? rowSpan
        let node = extensions.tree.add(.tableCell, place)
        let column = columns.indices.contains(nodes.count) ? columns[nodes.count] : []
        let inherited = (row.pairs + column).filter { outer in !pairs.contains { $0.key == outer.key } }
        let spans = CellSpans(pairs, at: place, &extensions.diagnostics)
        extensions.tree.add(Attributes(element: name, spans.pairs + inherited), to: node)
        if name == "th", !isHead { extensions.tree.add(Attributes(pairs: [.init("header", "row")]), to: node) }
        let content = cellContent(html.children(of: cell))
        extensions.tree.setChildren(of: node, to: content)
        columnCount = max(columnCount, min(nodes.count + spans.columns, 1_000))
        for offset in 0..<spans.columns {
          if spans.rows > 1 { reaching[nodes.count] = spans.rows - 1 }
          nodes.append(offset == 0 ? node : extensions.tree.add(.tableCell, rowSpan))
        }
      }
      fill()
      // A link to a row leads to its first cell.
      if let row = row.index, let id = html.id(of: row), extensions.tree.attributes(of: nodes[0])?.id == nil {
        extensions.tree.add(Attributes(id: id), to: nodes[0])
      }
      let rowNode = extensions.tree.add(.tableRow(isHeader: isHead), rowSpan)
      extensions.tree.setChildren(of: rowNode, to: nodes)
      if row.isRuled || row.index.map({ html.isTotal($0) }) ?? false {
        extensions.tree.add(Attributes(classes: [TableRowClass.ruled]), to: rowNode)
      }
      rows.append(rowNode)
    }
    if let caption = children.first(where: { html.name(of: $0) == "caption" }) {
      guard !rows.isEmpty else { return HTMLTable(above: above + blocks(of: html.children(of: caption))) }
      let node = extensions.tree.add(.caption, extensions.places.here)
      extensions.tree.setChildren(of: node, to: flattened(html.children(of: caption)))
      rows.append(node)
    }
    return HTMLTable(columns: [Tree.Alignment](repeating: .none, count: columnCount), rows: rows, above: above, below: below)
  }

  /// The content of a cell: inlines, or blocks if there is a block among them.
  mutating func cellContent(_ children: [HTMLTree.Index]) -> [Tree.Index] {
    guard children.contains(where: { isBlock($0) }) else {
      let content = inlines(of: children)
      return trimmed(content)
    }
    let content = blocks(of: children)
    // A single paragraph is just its text.
    guard content.count == 1, CellText.isAll(content[0], in: extensions.tree), extensions.tree.attributes(of: content[0]) == nil else {
      return content
    }
    return Array(extensions.tree.children(of: content[0]))
  }
}

extension HTMLTree {
  /// True for a row of `th` alone, without `thead`: the first one, where a corner may be empty, and those right below it that do not name the
  /// rows that follow.
  fileprivate func isHeadRow(_ cells: [Index], isFirst: Bool) -> Bool {
    let heads = cells.filter { name(of: $0) == "th" }
    if heads.count == cells.count { return isFirst || cells.count > 1 }
    return isFirst && heads.count > 1
      && cells.allSatisfy { cell in
        name(of: cell) == "th"
          || children(of: cell).allSatisfy {
            if case .text(let text) = nodes[Int($0)].kind { text.allSatisfy(ASCII.isBlank) } else { false }
          }
      }
  }
}
