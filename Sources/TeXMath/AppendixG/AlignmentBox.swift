internal import CHarfBuzz
internal import TypesetBoxes

/// An alignment while it is set: cells first, then columns from left to right, rows from top to bottom, and at last everything in its place.
private struct AlignmentPlan {
  struct SetCell {
    var extent: Extent
    var end: Int
    var column: Int
    var span: Int
    var shape: Alignment.Column
  }

  let alignment: Alignment
  /// The style of the surrounding formula.
  let style: MathStyle
  /// Row by row; none in a row of text until the width is known.
  var cells: [[SetCell]] = []
  var widths: [Int]

  // MARK: Columns

  var lefts: [Int] = []
  var edges: [(left: Int, right: Int)] = []
  /// Vertical rules.
  var gaps: [(x: Int, isDashed: Bool)] = []
  /// What `@{…}` puts into each row, set once.
  var material: [(range: Range<Int>, x: Int)] = []
  var total = 0

  // MARK: Rows, downwards from the top

  var baselines: [Int] = []
  var tops: [Int] = []
  var bottoms: [Int] = []
  var rules: [(y: Int, line: Alignment.LineRule)] = []
  var height = 0
  var strut = (height: 0, depth: 0)
  /// Where the cells of each row end.
  var rights: [Int] = []

  init(_ alignment: Alignment, _ style: MathStyle) {
    self.alignment = alignment
    self.style = style
    widths = Array(repeating: 0, count: alignment.columns.count)
  }

  var manner: Alignment.Manner { alignment.manner }
  /// True if rows are as high as their struts, as LaTeX's `array` sets them; else baselines have a distance, as in amsmath's displays.
  var hasStruts: Bool { manner == .array || manner == .cases && !alignment.isSpread }
}

extension Layout {
  /// LaTeX's `array` and amsmath's alignments: columns of natural width, rows with struts, the whole on the axis.
  mutating func alignment(_ alignment: Alignment, _ style: MathStyle) -> Extent {
    var out = Extent(first: elements.count)
    let isRecorded = recordsRows
    recordsRows = false
    var plan = AlignmentPlan(alignment, style)
    setCells(&plan)
    placeColumns(&plan)
    if alignment.rows.contains(where: \.isText) { setTextRows(&plan) }
    placeRows(&plan)
    let above = heightAboveBaseline(plan)
    placeCells(&plan, above: above)
    repeatMaterial(plan, above: above)
    let firstLine = elements.count
    drawRules(plan, above: above)
    if isRecorded, plan.material.allSatisfy(\.range.isEmpty) { recordRows(plan, first: out.first, firstLine: firstLine, above: above) }
    let pad = plan.manner == .small ? mu(3, style) : 0
    move(from: out.first, pad, 0)
    out.width = plan.total + 2 * pad
    out.height = above
    out.depth = plan.height - above
    return out
  }

  private mutating func setCells(_ plan: inout AlignmentPlan) {
    let alignment = plan.alignment
    for row in alignment.rows {
      var line: [AlignmentPlan.SetCell] = []
      var column = 0
      for index in row.cells where !row.isText {
        let cell = list.cells[index]
        let shape = cell.column ?? (column < alignment.columns.count ? alignment.columns[column] : Alignment.Column())
        // amsmath: a left column begins with an empty atom, so that a relation has space before it.
        let isSecond = plan.manner == .aligned && shape.alignment == .left || plan.manner == .multline
        var extent = set(noads(of: cell.content), alignment.style, cramped: false, after: isSecond ? .ord : nil)
        extent.glyph = nil
        line.append(AlignmentPlan.SetCell(extent: extent, end: elements.count, column: column, span: cell.span, shape: shape))
        if cell.span == 1, column < plan.widths.count { plan.widths[column] = max(plan.widths[column], extent.width) }
        column += cell.span
      }
      plan.cells.append(line)
    }
    // `multline`: as wide as the display, else an em wider than its longest line.
    if plan.manner == .multline, let widest = plan.widths.first {
      plan.widths[0] =
        alignment.isDisplay ? max(widest, (displayRoom ?? widest + 3 * sizes.0) - 2 * tenPoint(1000)) : widest + sizes.0
    }
  }

  /// amsmath's `align`: free space is distributed equally beside and between the pairs of columns; in `flalign` only between them.
  private func pairGap(_ plan: AlignmentPlan) -> Int {
    let least = tenPoint(1000)
    let pairs = (plan.widths.count + 1) / 2
    guard plan.alignment.isDisplay, plan.alignment.hasPairs, pairs > 1, let displayRoom else { return least }
    return max(least, (displayRoom - plan.widths.reduce(0, +)) / (plan.alignment.isFlush ? pairs - 1 : pairs + 1))
  }

  private mutating func placeColumns(_ plan: inout AlignmentPlan) {
    let alignment = plan.alignment
    let sep = alignment.columnSep.map { length($0, plan.style) } ?? context.arraycolsep
    let pairGap = pairGap(plan)
    let hasSeparators = plan.manner == .array || plan.manner == .eqnarray
    var x = 0
    for (index, column) in alignment.columns.enumerated() {
      let edge = x
      switch plan.manner {
      case .array, .eqnarray:
        separators(column.before, at: &x, &plan)
        if !column.noSepBefore, !(alignment.isTight && index == 0) { x += sep }
      case .cases: if index > 0 { x += sizes.0 }
      case .small: if index > 0 { x += mu(5, .text) }
      case .aligned: if index > 0, index % 2 == 0, alignment.hasPairs { x += pairGap }
      default: break
      }
      plan.lefts.append(x)
      x += plan.widths[index]
      if hasSeparators {
        if !column.noSepAfter, !(alignment.isTight && index == alignment.columns.count - 1) { x += sep }
        separators(column.after, at: &x, &plan)
      }
      plan.edges.append((edge, x))
    }
    plan.total = x
  }

  /// `|` and `@{…}` between columns.
  private mutating func separators(_ list: [ColumnGap], at x: inout Int, _ plan: inout AlignmentPlan) {
    var wasRule = false
    for gap in list {
      switch gap {
      case .rule, .dashedRule:
        if wasRule { x += context.doublerulesep }
        var isDashed = false
        if case .dashedRule = gap { isDashed = true }
        plan.gaps.append((x - context.arrayrulewidth / 2, isDashed))
        wasRule = true
      case .material(let field):
        let inner = set(noads(of: field), plan.alignment.style, cramped: false)
        plan.material.append((inner.first..<elements.count, x))
        x += inner.width
        wasRule = false
      }
    }
  }

  /// `\intertext`: as wide as the line in which the display is, whose columns are in its middle.
  private mutating func setTextRows(_ plan: inout AlignmentPlan) {
    let room = max(plan.total, displayRoom ?? plan.total)
    let shift = (room - plan.total) / 2
    plan.lefts = plan.lefts.map { $0 + shift }
    plan.edges = plan.edges.map { ($0.left + shift, $0.right + shift) }
    plan.gaps = plan.gaps.map { ($0.x + shift, $0.isDashed) }
    plan.material = plan.material.map { ($0.range, $0.x + shift) }
    plan.total = room
    for (index, row) in plan.alignment.rows.enumerated() where row.isText {
      let text = paragraph(list.cells[row.cells.lowerBound].content, room: displayRoom ?? .max)
      plan.total = max(plan.total, text.width)
      plan.cells[index] = [
        AlignmentPlan.SetCell(extent: text, end: elements.count, column: 0, span: 1, shape: Alignment.Column())
      ]
    }
  }

  private mutating func placeRows(_ plan: inout AlignmentPlan) {
    let (alignment, manner) = (plan.alignment, plan.manner)
    if manner != .small, manner != .substack, manner != .eqnarray {
      let stretch = manner == .cases && !alignment.isSpread ? 1200 : manner == .cases ? 1000 : alignment.stretch
      plan.strut = (context.arstrutbox.height * stretch / 1000, context.arstrutbox.depth * stretch / 1000)
    }
    let skips = rowSkips(alignment)
    var y = 0
    var previousDepth = 0
    for (index, row) in alignment.rows.enumerated() {
      let height = plan.cells[index].reduce(plan.strut.height) { max($0, $1.extent.height) }
      var depth = plan.cells[index].reduce(plan.strut.depth) { max($0, $1.extent.depth) }
      let gap = length(row.gap, plan.style)
      // amsmath has the space around displays above and below the text, and the lines of the text have no `\jot`.
      if row.isText { y += gap }
      placeLines(row.linesAbove, at: &y, &plan)
      if plan.hasStruts, gap > 0 { depth = max(depth, plan.strut.depth + gap) }
      if !plan.hasStruts, index > 0 {
        let natural = skips.baselineskip - previousDepth - height
        y += natural >= skips.lineskiplimit ? natural : skips.lineskip
      }
      plan.tops.append(y)
      y += height
      plan.baselines.append(y)
      y += depth + (plan.hasStruts && gap > 0 ? 0 : gap)
      if plan.hasStruts { plan.bottoms.append(y) }
      previousDepth = depth
    }
    placeLines(alignment.finalLines, at: &y, &plan)
    plan.height = y
  }

  /// The distances of baselines where rows have no struts.
  private func rowSkips(_ alignment: Alignment) -> (baselineskip: Int, lineskip: Int, lineskiplimit: Int) {
    switch alignment.manner {
    case .small: return (tenPoint(601), tenPoint(150), tenPoint(150))
    case .substack:
      let bar = constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, .script)
      let up = constant(HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP, .script)
      return (up + constant(HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN, .script), 3 * bar, 3 * bar)
    // mathtools' `multlined` keeps its lines closer than amsmath's `multline`.
    case .multline where !alignment.isDisplay: return (tenPoint(1400), tenPoint(200), 0)
    // amscd: `\baselineskip` 20 pt, `\lineskip` and its limit 3 pt.
    case .cd: return (tenPoint(2000), tenPoint(300), tenPoint(300))
    default: return context.openedRows
    }
  }

  /// `\hline` and `\cline`.
  private mutating func placeLines(_ lines: [Alignment.LineRule], at y: inout Int, _ plan: inout AlignmentPlan) {
    for (number, line) in lines.enumerated() {
      if number > 0 { y += tenPoint(160) }
      plan.rules.append((y, line))
      if line.columns == nil { y += context.arrayrulewidth }
    }
  }

  /// The height above the baseline around the alignment: `[t]`, `[b]`, else its middle is on the axis.
  private func heightAboveBaseline(_ plan: AlignmentPlan) -> Int {
    switch plan.alignment.position {
    case UInt8(ascii: "t"): return plan.rules.first.map { $0.y == 0 } == true ? 0 : plan.baselines.first ?? 0
    case UInt8(ascii: "b"):
      let endsWithRule = plan.rules.last.map { $0.y + context.arrayrulewidth == plan.height } == true
      return endsWithRule ? plan.height : plan.baselines.last ?? 0
    default: return plan.height / 2 + context.axisHeight(plan.style)
    }
  }

  private mutating func placeCells(_ plan: inout AlignmentPlan, above: Int) {
    plan.rights = Array(repeating: 0, count: plan.cells.count)
    for (index, line) in plan.cells.enumerated() {
      let isText = plan.alignment.rows[index].isText
      for cell in line where cell.column < plan.lefts.count {
        let last = min(cell.column + cell.span, plan.lefts.count) - 1
        let left = isText ? 0 : plan.lefts[cell.column]
        let free = plan.lefts[last] + plan.widths[last] - left - cell.extent.width
        var side = cell.shape.alignment
        if plan.manner == .multline, plan.cells.count > 1 {
          side = index == 0 ? .left : index == plan.cells.count - 1 ? .right : .center
        }
        if isText { side = .left }
        let dx = left + (side == .left ? 0 : side == .right ? free : free / 2)
        if cell.extent.width > 0 { plan.rights[index] = max(plan.rights[index], dx + cell.extent.width) }
        move(cell.extent.first..<cell.end, dx, above - plan.baselines[index])
      }
    }
  }

  /// Puts what `@{…}` gives, set once, into each row.
  private mutating func repeatMaterial(_ plan: AlignmentPlan, above: Int) {
    for piece in plan.material {
      let originals = Array(elements[piece.range])
      for (index, baseline) in plan.baselines.enumerated() {
        for (offset, var element) in originals.enumerated() {
          element.x &+= Int32(truncatingIfNeeded: piece.x)
          element.y &+= Int32(truncatingIfNeeded: above - baseline)
          if index == 0 { elements[piece.range.lowerBound + offset] = element } else { elements.append(element) }
        }
      }
    }
  }

  private mutating func drawRules(_ plan: AlignmentPlan, above: Int) {
    let thickness = context.arrayrulewidth
    for gap in plan.gaps {
      for (top, bottom) in zip(plan.tops, plan.bottoms) {
        line(x: gap.x, y: above - bottom, width: thickness, height: bottom - top, isDashed: gap.isDashed)
      }
    }
    for rule in plan.rules {
      var (left, right) = (0, plan.total)
      if let columns = rule.line.columns {
        guard columns.upperBound < plan.edges.count else { continue }
        (left, right) = (plan.edges[columns.lowerBound].left, plan.edges[columns.upperBound].right)
      }
      line(x: left, y: above - rule.y - thickness, width: right - left, height: thickness, isDashed: rule.line.isDashed)
    }
  }

  /// The rows of a display environment, between which a page may end.
  private mutating func recordRows(_ plan: AlignmentPlan, first: Int, firstLine: Int, above: Int) {
    for (index, line) in plan.cells.enumerated() {
      let range = (line.first?.extent.first ?? first)..<(line.last?.end ?? first)
      var height = max(plan.strut.height, line.map(\.extent.height).max() ?? 0)
      var depth = max(plan.strut.depth, line.map(\.extent.depth).max() ?? 0)
      if firstLine < elements.count, plan.bottoms.count == plan.cells.count {
        // Rules join from row to row.
        height = plan.baselines[index] - (index == 0 ? 0 : plan.bottoms[index - 1])
        depth = (index == plan.cells.count - 1 ? plan.height : plan.bottoms[index]) - plan.baselines[index]
      }
      rows.append((range, plan.baselines[index], height, depth, plan.rights[index], []))
    }
    assignLines(from: firstLine, to: plan.bottoms.map { above - $0 })
  }

  /// Gives each rule of an array to the row in which it is, whose lower edges are given from the top downwards; the last row has
  /// what is below it.
  private mutating func assignLines(from first: Int, to bottoms: [Int]) {
    guard rows.count == bottoms.count, let last = rows.indices.last else { return }
    for index in first..<elements.count {
      let middle = Int(elements[index].y) + Int(elements[index].height) / 2
      var (low, high) = (0, last)
      while low < high {
        let row = (low + high) / 2
        if middle >= bottoms[row] { high = row } else { low = row + 1 }
      }
      rows[low].lines.append(index..<index + 1)
    }
  }

  /// A rule, or one in dashes of 4 pt with gaps as wide (arydshln), a half dash at each end.
  private mutating func line(x: Int, y: Int, width: Int, height: Int, isDashed: Bool) {
    let length = max(width, height)
    let dash = tenPoint(400)
    guard isDashed, dash > 0, length > dash else { return rule(x: x, y: y, width: width, height: height) }
    let count = min(max((length + dash) / (2 * dash), 1), 1000)
    // The remainder goes into the gaps.
    let step = length / count
    for index in 0...count {
      let from = max(0, index * step - dash / 2)
      let to = index == count ? length : min(length, index * step + dash / 2)
      if width > height {
        rule(x: x + from, y: y, width: to - from, height: height)
      } else {
        rule(x: x, y: y + from, width: width, height: to - from)
      }
    }
  }
}
