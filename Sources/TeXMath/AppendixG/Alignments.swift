extension MathSetter {
  /// Rows and columns: matrices, arrays, cases, aligned equations. Centred on the axis, with LaTeX's distances.
  func alignment(_ alignment: Noad.Alignment, _ outer: MathStyle) -> MathBox {
    let start = elements.count
    let grid = set(alignment)
    let box = center(stack(grid, alignment), on: axis(outer))
    guard alignment.left != .none || alignment.right != .none else { return box }
    let extent = max(box.height - axis(outer), box.depth + axis(outer))
    let size = max(extent / 500 * 901, 2 * extent - scaled(5))
    var out = enclosed(box, alignment.left, alignment.right, size: size, outer)
    out.elements = start..<elements.count
    return out
  }

  /// The set cells of an alignment, not yet in their places.
  struct Grid {
    var cells: [[MathBox]]
    var widths: [Int]
    var heights: [Int]
    var depths: [Int]
  }

  func set(_ alignment: Noad.Alignment) -> Grid {
    let style: MathStyle =
      switch alignment.kind {
      case .smallMatrix, .substack: .script
      default: alignment.isDisplay ? .display : .text
      }
    let count = alignment.rows.map(\.count).max() ?? 0
    var grid = Grid(cells: [], widths: [Int](repeating: 0, count: count), heights: [], depths: [])
    let strut = strut(alignment)
    for row in alignment.rows {
      var cells: [MathBox] = []
      var (height, depth) = strut
      for (column, cell) in row.enumerated() {
        // amsmath puts an empty atom before the right-hand sides, so that a relation there has its space.
        let isRight = alignment.kind == .aligned && self.column(column, alignment) != .right
        let list = isRight ? [Noad(.list([], .ord), 0..<0)] + cell : cell
        let box = set(list, style, cramped: false)
        cells.append(box)
        grid.widths[column] = max(grid.widths[column], box.width)
        height = max(height, box.height)
        depth = max(depth, box.depth)
      }
      grid.cells.append(cells)
      grid.heights.append(height)
      grid.depths.append(depth)
    }
    return grid
  }

  /// `\strut`, seven tenths of the line above the baseline; `cases` stretches it by 1.2, small matrices have none.
  private func strut(_ alignment: Noad.Alignment) -> (height: Int, depth: Int) {
    switch alignment.kind {
    case .array, .matrix: (scaled(8.4), scaled(3.6))
    case .cases: (scaled(8.4 * 1.2), scaled(3.6 * 1.2))
    case .aligned, .gathered: (scaled(8.4), scaled(3.6))
    case .smallMatrix, .substack: (0, 0)
    }
  }

  func column(_ index: Int, _ alignment: Noad.Alignment) -> Noad.Alignment.Column {
    switch alignment.kind {
    case .aligned: alignment.columns[index % max(alignment.columns.count, 1)]
    default: index < alignment.columns.count ? alignment.columns[index] : alignment.columns.last ?? .center
    }
  }

  /// From a row's baseline to the next one's.
  func rowDistance(after row: Int, _ grid: Grid, _ alignment: Noad.Alignment) -> Int {
    let natural = grid.depths[row] + grid.heights[row + 1]
    let gap = row < alignment.gaps.count ? alignment.gaps[row].map { points($0, .text) } ?? 0 : 0
    switch alignment.kind {
    // \jot between the lines of displays: \baselineskip 15 pt, \lineskip 4 pt, \lineskiplimit 3 pt.
    case .aligned, .gathered: return max(natural <= scaled(12) ? scaled(15) : natural + scaled(natural > scaled(12) ? 3 : 4), 0) + gap
    case .smallMatrix: return max(scaled(6), natural + scaled(1.5)) + gap
    case .substack: return max(scaled(6), natural + scaled(2)) + gap
    default: return natural + gap
    }
  }

  /// Space left and right of a column.
  private func gaps(_ column: Int, _ count: Int, _ alignment: Noad.Alignment) -> (before: Int, after: Int) {
    let isFirst = column == 0
    let isLast = column == count - 1
    switch alignment.kind {
    case .array:
      let space = scaled(5)
      return (isFirst && !alignment.hasEdges ? 0 : space, isLast && !alignment.hasEdges ? 0 : space)
    case .matrix: return (isFirst ? 0 : scaled(5), isLast ? 0 : scaled(5))
    case .smallMatrix: return (isFirst ? 0 : mu(5, .text), isLast ? 0 : 0)
    case .cases: return (isFirst ? 0 : scaled(10), 0)
    // Pairs of columns stand apart, and so does what belongs to one equation from the next.
    case .aligned:
      let pair = max(alignment.columns.count, 1)
      if pair == 3 { return (isFirst ? 0 : scaled(5), 0) }
      return (column % pair == 0 && !isFirst ? scaled(10) : 0, 0)
    case .gathered, .substack: return (0, 0)
    }
  }

  /// Puts the cells in their places: the reference point is on the first row's baseline.
  func stack(_ grid: Grid, _ alignment: Noad.Alignment) -> MathBox {
    let start = grid.cells.first?.first?.elements.lowerBound ?? elements.count
    guard let firstHeight = grid.heights.first else { return .empty(at: start) }
    var edges: [Int] = []
    var x = 0
    let line = scaled(0.4)
    let count = grid.widths.count
    var ruleAt: [Int] = []
    for column in 0..<count {
      for _ in alignment.rules.filter({ $0 == column }) {
        ruleAt.append(x)
        x += line
      }
      let gap = gaps(column, count, alignment)
      x += gap.before
      edges.append(x)
      x += grid.widths[column] + gap.after
    }
    for _ in alignment.rules.filter({ $0 >= count }) {
      ruleAt.append(x)
      x += line
    }
    var y = 0
    var top = firstHeight
    for row in grid.cells.indices {
      if alignment.horizontalRules.contains(row) {
        let ruleY = row == 0 ? top : y + grid.heights[row]
        addRule(x: 0, y: ruleY, width: x, height: line)
        if row == 0 { top += line }
      }
      for (column, cell) in grid.cells[row].enumerated() {
        let slack = grid.widths[column] - cell.width
        let dx: Int =
          switch self.column(column, alignment) {
          case .left: 0
          case .center: slack / 2
          case .right: slack
          }
        move(cell, edges[column] + dx, y)
      }
      if row + 1 < grid.cells.count { y -= rowDistance(after: row, grid, alignment) + (alignment.horizontalRules.contains(row + 1) ? line : 0) }
    }
    var bottom = y - (grid.depths.last ?? 0)
    if alignment.horizontalRules.contains(grid.cells.count) {
      addRule(x: 0, y: bottom - line, width: x, height: line)
      bottom -= line
    }
    for at in ruleAt { addRule(x: at, y: bottom, width: line, height: top - bottom) }
    return MathBox(elements: start..<elements.count, width: x, height: top, depth: -bottom)
  }

  /// `\vcenter`: half of the whole above the axis.
  func center(_ box: MathBox, on axis: Int) -> MathBox {
    var box = box
    let total = box.height + box.depth
    let height = total / 2 + axis
    move(box, 0, height - box.height)
    box.height = height
    box.depth = total - height
    return box
  }
}
