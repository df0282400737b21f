internal import TypesetBoxes

/// A matrix that does not fit on a page is divided into several, one below the other: by columns where it is too wide, by rows where it is too
/// high. Delimiters stay at the outer edges of its columns.
extension DisplayPlan {
  /// Where a matrix is in a list: its noad, and what surrounds it.
  private struct FoundMatrix {
    var noad: Int
    var alignment: Alignment
    /// In `MathList.fences`; nil where the matrix has no delimiters.
    var fence: Int?
  }

  /// Divides the largest matrix of the display so that its parts are no wider than `room` and no higher than `height`; where there is
  /// none, the lines within the widest fraction, root or pair of delimiters.
  ///
  /// - Returns: True if anything was divided.
  mutating func divideInside(room: Int, height: Int) -> Bool {
    var equation = Alignment.Row()
    var content = list.root
    if let display = list.displayAlignment {
      // `equation` is a display of one row.
      guard display.manner == .gathered, display.rows.count == 1, let cell = display.rows[0].cells.first else { return false }
      (equation, content) = (display.rows[0], list.cells[cell].content)
    }
    let range = noads(of: content)
    guard let matrix = largestMatrix(in: range), let first = matrix.alignment.rows.first else { return divideWidest(in: range, room: room) }
    let isPlain = matrix.alignment.rows.allSatisfy { $0.cells.allSatisfy { list.cells[$0].span == 1 } }
    let columns = isPlain ? columnGroups(of: matrix, in: range, room: room) : [0..<max(first.cells.count, 1)]
    let rows = rowGroups(of: matrix, height: height)
    guard columns.count > 1 || rows.count > 1 else { return false }
    var parts: [Noad] = []
    for rows in rows {
      for columns in columns { parts.append(part(of: matrix, rows: rows, columns: isPlain ? columns : nil)) }
    }
    list.root = field(of: parts, around: matrix, in: range, equation: equation)
    return true
  }

  /// Breaks the content of the widest noad into lines below one another.
  private mutating func divideWidest(in range: Range<Int>, room: Int, depth: Int = 0) -> Bool {
    var widest: (noad: Int, width: Int)?
    var total = 0
    for noad in range {
      let extent = measured(noad..<noad + 1)
      total += extent.width
      if extent.width > widest?.width ?? 0 { widest = (noad, extent.width) }
    }
    guard let widest, widest.width > room / 2 else { return false }
    let inner = room - (total - widest.width) - 2 * layout.context.sizes.0
    guard inner > room / 4 else { return false }
    var isDivided = false
    func divide(_ field: inout Field) {
      if case .list(let start, 1) = field, depth < 8 {
        isDivided = divideWidest(in: Int(start)..<Int(start) + 1, room: inner, depth: depth + 1) || isDivided
        return
      }
      guard var alignment = divided(field, room: inner) else { return }
      alignment.isDisplay = false
      field = self.field(of: alignment)
      isDivided = true
    }
    switch list.noads[widest.noad].kind {
    case .fence(let fence):
      for part in list.fences[Int(fence)].indices {
        var content = list.fences[Int(fence)][part].content
        divide(&content)
        list.fences[Int(fence)][part].content = content
      }
    case .fraction, .radical, .overline, .underline, .stacked, .boxed, .atom, .accent, .phantom, .enclosed:
      var (nucleus, second) = (list.noads[widest.noad].nucleus, list.noads[widest.noad].second)
      divide(&nucleus)
      if case .fraction = list.noads[widest.noad].kind { divide(&second) }
      (list.noads[widest.noad].nucleus, list.noads[widest.noad].second) = (nucleus, second)
    default: return false
    }
    return isDivided
  }

  /// The matrix with the most cells among the noads of a list.
  private func largestMatrix(in range: Range<Int>) -> FoundMatrix? {
    var best: (count: Int, matrix: FoundMatrix)?
    func offer(_ index: Int32, noad: Int, fence: Int?) {
      let alignment = list.alignments[Int(index)]
      switch alignment.manner {
      case .array, .small, .cases: break
      case .aligned, .gathered, .eqnarray, .substack, .multline, .cd, .vertical, .diagram, .proof: return
      }
      let count = alignment.rows.reduce(0) { $0 + $1.cells.count }
      guard !alignment.isDisplay, count > best?.count ?? 1 else { return }
      best = (count, FoundMatrix(noad: noad, alignment: alignment, fence: fence))
    }
    for noad in range {
      switch list.noads[noad].kind {
      case .alignment(let index): offer(index, noad: noad, fence: nil)
      case .fence(let fence):
        let parts = list.fences[Int(fence)]
        guard parts.count == 2, case .list(let start, 1) = parts[0].content, case .alignment(let index) = list.noads[Int(start)].kind
        else { continue }
        offer(index, noad: noad, fence: Int(fence))
      default: continue
      }
    }
    return best?.matrix
  }

  /// Columns that are set side by side.
  private mutating func columnGroups(of matrix: FoundMatrix, in range: Range<Int>, room: Int) -> [Range<Int>] {
    let count = matrix.alignment.rows.map(\.cells.count).max() ?? 0
    let separation =
      matrix.alignment.manner == .small
      ? layout.mu(5, .text) : 2 * (matrix.alignment.columnSep.map { layout.length($0, .display) } ?? layout.context.arraycolsep)
    var widths = Array(repeating: separation, count: count)
    for column in 0..<count {
      let widest = matrix.alignment.rows.reduce(0) { widest, row in
        guard column < row.cells.count else { return widest }
        return max(widest, self.width(of: list.cells[row.cells.lowerBound + column].content, matrix.alignment.style))
      }
      widths[column] += widest
    }
    let whole = measured(range)
    let beside = max(whole.width - widths.reduce(0, +), 0)
    guard whole.width > room else { return [0..<max(count, 1)] }
    func groups(upTo limit: Int) -> [Range<Int>] {
      var groups: [Range<Int>] = []
      var (start, width) = (0, beside)
      for column in 0..<count {
        if column > start, width + widths[column] > limit {
          groups.append(start..<column)
          (start, width) = (column, beside)
        }
        width += widths[column]
      }
      return groups + [start..<max(count, 1)]
    }
    // As few groups as there have to be, all about as wide.
    let fewest = groups(upTo: room).count
    var (low, high) = (0, room)
    for _ in 0..<12 {
      let middle = (low + high) / 2
      if groups(upTo: middle).count == fewest { high = middle } else { low = middle }
    }
    return groups(upTo: high)
  }

  /// Rows in groups of about one height.
  private mutating func rowGroups(of matrix: FoundMatrix, height: Int) -> [Range<Int>] {
    let count = matrix.alignment.rows.count
    let whole = measured(matrix.noad..<matrix.noad + 1)
    let total = whole.height + whole.depth
    guard total > height, height > 0 else { return [0..<count] }
    let parts = min((total + height - 1) / height, count)
    return (0..<parts).map { $0 * count / parts..<($0 + 1) * count / parts }
  }

  /// Some rows and columns of a matrix, with the delimiters that are at these columns' edges; nil takes all columns.
  private mutating func part(of matrix: FoundMatrix, rows: Range<Int>, columns: Range<Int>?) -> Noad {
    var alignment = matrix.alignment
    let count = alignment.columns.count
    alignment.rows = matrix.alignment.rows[rows].map { row in
      guard let columns else { return row }
      var row = row
      let cells = Array(list.cells[row.cells].dropFirst(columns.lowerBound).prefix(columns.count))
      row.cells = list.cells.count..<list.cells.count + cells.count
      list.cells += cells
      row.linesAbove.removeAll { $0.columns != nil }
      return row
    }
    if rows.upperBound < matrix.alignment.rows.count { alignment.finalLines = [] }
    if let columns {
      alignment.finalLines.removeAll { $0.columns != nil }
      if !alignment.columns.isEmpty { alignment.columns = Array(alignment.columns.dropFirst(columns.lowerBound).prefix(columns.count)) }
    }
    list.alignments.append(alignment)
    let inner = Noad(.alignment(Int32(list.alignments.count - 1)))
    guard let fence = matrix.fence else { return inner }
    list.noads.append(inner)
    var parts = list.fences[fence]
    parts[0].content = .list(Int32(list.noads.count - 1), 1)
    if let columns {
      if columns.lowerBound > 0 { parts[0].delimiter = 0 }
      if columns.upperBound < count { parts[1].delimiter = 0 }
    }
    list.fences.append(parts)
    var noad = list.noads[matrix.noad]
    noad.kind = .fence(Int32(list.fences.count - 1))
    return noad
  }

  /// The parts below one another: the noads before the matrix are before the first part, the noads after it after the last.
  private mutating func field(of parts: [Noad], around matrix: FoundMatrix, in range: Range<Int>, equation: Alignment.Row) -> Field {
    var display = Alignment()
    display.manner = .aligned
    display.style = .display
    display.isDisplay = true
    display.columns = [Alignment.Column(alignment: .right), Alignment.Column(alignment: .left)]
    for (number, part) in parts.enumerated() {
      var row = Alignment.Row()
      row.cells = list.cells.count..<list.cells.count + 2
      list.cells.append(Cell(content: number == 0 ? .list(Int32(range.lowerBound), Int32(matrix.noad - range.lowerBound)) : .empty))
      let first = list.noads.count
      list.noads.append(part)
      let isLast = number == parts.count - 1
      if isLast { list.noads += Array(list.noads[matrix.noad + 1..<range.upperBound]) }
      list.cells.append(Cell(content: .list(Int32(first), Int32(list.noads.count - first))))
      row.equation = isLast ? 0 : nil
      if isLast { (row.tag, row.tagText, row.label) = (equation.tag, equation.tagText, equation.label) }
      row.isNumbered = false
      display.rows.append(row)
    }
    return field(of: display)
  }
}
