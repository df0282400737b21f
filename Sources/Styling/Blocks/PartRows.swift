internal import TypesetDiagnostics
import TypesetMarkdown

/// Which blocks stand beside each other: rows of blocks with their shares of the measure.
struct PartRows {
  struct Part {
    /// One block, or several below each other; none is free room.
    var nodes: [Tree.Index]
    /// Nil takes what the others leave.
    var share: Double?

    init(node: Tree.Index, share: Double? = nil) { (nodes, self.share) = ([node], share) }

    init(nodes: [Tree.Index], share: Double?) { (self.nodes, self.share) = (nodes, share) }
  }

  private(set) var rows: [[Part]] = []
  /// How many parts each row has room for; rows with fewer leave the rest empty. Nil where each row is filled.
  private(set) var columns: Int?

  /// Nil if the author of a div or of a figure says nothing of rows.
  init?(_ parts: [Tree.Index], in container: Tree.Index, of tree: Tree) {
    guard let attributes = tree.attributes(of: container) else { return nil }
    if let written = attributes["layout"], let shares = Self.shares(layout: written) {
      fill(parts, shares)
    } else if let written = attributes["part-rows"] {
      fill(parts, written.split(separator: ";").map { $0.split(separator: " ").map { Self.share(hundredths: String($0)) } })
    } else if let areas = GridAreas(parts, of: attributes, in: tree) {
      rows = areas.rows
    } else if let columns = FlowingColumns(parts, of: attributes, in: tree) {
      rows = columns.rows.map { row in row.map { Part(node: $0.part, share: $0.share) } }
    } else if let count = attributes["layout-nrow"].flatMap({ DocumentNumber.whole($0, in: 1...100) }), parts.count > count {
      fill(parts, columns: (parts.count + count - 1) / count)
    } else if let count = tree.columnCount(of: container) {
      fill(parts, columns: count)
    } else {
      return nil
    }
    guard rows.allSatisfy({ $0.count <= 12 }) else { return nil }
  }

  private mutating func fill(_ parts: [Tree.Index], columns: Int) {
    self.columns = columns
    for start in stride(from: 0, to: parts.count, by: columns) {
      rows.append(parts[start..<min(start + columns, parts.count)].map { Part(node: $0) })
    }
  }

  /// Parts beyond the last row make rows like it.
  private mutating func fill(_ parts: [Tree.Index], _ shares: [[Double?]]) {
    var rest = parts[...]
    var number = 0
    while !rest.isEmpty, let last = shares.last {
      let row = number < shares.count ? shares[number] : last
      number += 1
      guard !row.isEmpty else {
        if number > shares.count { break }
        continue
      }
      rows.append(zip(rest.prefix(row.count), row).map { Part(node: $0, share: $1) })
      rest = rest.dropFirst(row.count)
    }
  }

  private static func share(hundredths: String) -> Double? {
    let number = DocumentNumber.whole(hundredths, in: 0...100) ?? 0
    return number > 0 ? Double(number) / 100 : nil
  }

  /// Quarto: `[[1,1], [1]]` are two rows, whose numbers are shares; those below zero are space between parts. `[50,50]` is one row.
  static func shares(layout written: String) -> [[Double?]]? {
    var rows: [[Double]] = []
    var number = ""
    var depth = 0
    func end(_ number: inout String) -> Double? {
      defer { number = "" }
      return DocumentNumber.real(number)
    }
    for character in written.prefix(400) {
      switch character {
      case "[":
        depth += 1
        if depth == 2 || rows.isEmpty { rows.append([]) }
      case "]", ",":
        if let value = end(&number), !rows.isEmpty { rows[rows.count - 1].append(value) }
        if character == "]" { depth -= 1 }
      case " ", "\n", "\"", "'": break
      default: number.append(character)
      }
    }
    rows.removeAll(where: \.isEmpty)
    guard !rows.isEmpty, rows.count < 100 else { return nil }
    return rows.map { row in
      let whole = row.reduce(0) { $0 + abs($1) }
      return row.filter { $0 > 0 }.map { whole > 0 ? $0 / whole : nil }
    }
  }
}
