internal import TypesetDiagnostics
import TypesetMarkdown

/// The rows of a grid whose author draws it with names, `grid-template-areas: "a . b" "c c c"`, and whose cells have them, `grid-area: a`.
///
/// - Source: CSS Grid Layout Module Level 1, 7.3 and 8.4.
struct GridAreas {
  private(set) var rows: [[PartRows.Part]] = []

  private static let mostColumns = 12
  private static let mostRows = 40

  /// Nil where there are no such names.
  init?(_ parts: [Tree.Index], of container: Attributes, in tree: Tree) {
    let style = container["style"].map { StyleRule.declarations(of: $0) } ?? []
    guard let names = style.last(where: { $0.name == "grid-template-areas" }).flatMap({ Self.names(in: $0.value) }) else { return nil }
    var cells: [String: [Tree.Index]] = [:]
    var rest: [Tree.Index] = []
    for part in parts {
      let own = tree.attributes(of: part)?["style"].map { StyleRule.declarations(of: $0) } ?? []
      let name = own.last { $0.name == "grid-area" }?.value.trimmed() ?? ""
      if names.joined().contains(name), name != "." { cells[name, default: []].append(part) } else { rest.append(part) }
    }
    guard !cells.isEmpty else { return nil }
    let count = names[0].count
    let template = style.last { $0.name == "grid-template-columns" }?.value
    let shares = template.flatMap { FlowingColumns.shares(of: $0, count) }.flatMap { $0.count == count ? $0 : nil }
    for band in Self.bands(of: names) { add(band, cells, shares ?? [Double](repeating: 1 / Double(count), count: count)) }
    for part in rest { rows.append([PartRows.Part(nodes: [part], share: 1)]) }
  }

  /// `'a b' 'c d'`, or with strokes between rows: `a b / c d`; nil for what has no rows of one length.
  private static func names(in value: String) -> [[String]]? {
    let rows = value.prefix(2_000).split { "\"'/".contains($0) }.map { $0.split(whereSeparator: \.isWhitespace).map(String.init) }
      .filter { !$0.isEmpty }
    guard let first = rows.first, first.count <= mostColumns, rows.count <= mostRows, rows.allSatisfy({ $0.count == first.count })
    else { return nil }
    return rows.map { $0.map { $0.allSatisfy { $0 == "." } ? "." : $0 } }
  }

  /// Rows with those that an area goes on to.
  private static func bands(of names: [[String]]) -> [[[String]]] {
    var bands: [[[String]]] = []
    for row in names {
      let goesOn = bands.last?.last.map { above in row.contains { $0 != "." && above.contains($0) } } ?? false
      if goesOn { bands[bands.count - 1].append(row) } else { bands.append([row]) }
    }
    return bands
  }

  /// Adds a row of the columns of a band; columns with an area in common are one, in which areas are below each other.
  private mutating func add(_ band: [[String]], _ cells: [String: [Tree.Index]], _ shares: [Double]) {
    var parts: [PartRows.Part] = []
    var column = 0
    while column < shares.count {
      var end = column + 1
      while end < shares.count, band.contains(where: { $0[end] != "." && $0[end] == $0[end - 1] }) { end += 1 }
      var names: [String] = []
      for row in band { for name in row[column..<end] where !names.contains(name) { names.append(name) } }
      // An area is in the first of its columns.
      let nodes = names.flatMap { cells[$0] ?? [] }.filter { node in !parts.contains { $0.nodes.contains(node) } }
      parts.append(PartRows.Part(nodes: nodes, share: shares[column..<end].reduce(0, +)))
      column = end
    }
    if parts.contains(where: { !$0.nodes.isEmpty }) { rows.append(parts) }
  }
}
