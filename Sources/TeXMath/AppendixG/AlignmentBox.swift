internal import CHarfBuzz
internal import TypesetBoxes
internal import TypesetBytes

/// A set row of a display environment.
struct SetRow {
  /// In the buffer.
  var elements: Range<Int>
  /// Downwards from the top of the alignment.
  var baseline: Int
  var height: Int
  var depth: Int
  /// The right edge of the last cell.
  var right: Int
  /// The elements of its part of the array's rules.
  var lines: [Range<Int>] = []
}

/// LaTeX's `array` and amsmath's alignments: columns of natural width, rows with struts, the whole on the axis.
///
/// Cells are set first; then columns are placed from left to right, rows from top to bottom, and at last everything is moved to its place.
struct AlignmentBox {
  private struct SetCell {
    var extent: Extent
    var end: Int
    var column: Int
    var span: Int
    var shape: Alignment.Column
    var fills: [FillPlace] = []
    /// From dot to dot of `\hdotsfor`.
    var dots = 0
    var pad = 0
  }

  private let alignment: Alignment
  /// The style of the surrounding formula.
  private let style: MathStyle
  /// Row by row; empty in a row of text until the width is known.
  private var cells: [[SetCell]] = []
  private var widths: [Int]

  // MARK: Columns

  private var lefts: [Int] = []
  private var edges: [(left: Int, right: Int)] = []
  /// Vertical rules.
  private var gaps: [(x: Int, isDashed: Bool)] = []
  /// The material of `@{…}`, set once.
  private var material: [(range: Range<Int>, x: Int)] = []
  private var total = 0

  // MARK: Rows, downwards from the top

  private var baselines: [Int] = []
  private var tops: [Int] = []
  private var bottoms: [Int] = []
  private var rules: [(y: Int, line: Alignment.LineRule)] = []
  private var height = 0
  private var strut = (height: 0, depth: 0)
  /// The right edges of the rows' cells.
  private var rights: [Int] = []
  /// The elements of what embraces the rows.
  private var lead: Range<Int>?

  private init(_ alignment: Alignment, _ style: MathStyle) {
    self.alignment = alignment
    self.style = style
    widths = Array(repeating: 0, count: alignment.columns.count)
  }

  private var manner: Alignment.Manner { alignment.manner }
  /// True if rows are as high as their struts, as LaTeX's `array` sets them; else baselines have a distance, as in amsmath's displays.
  private var hasStruts: Bool { manner == .array || manner == .cases && !alignment.isSpread }

  // MARK: Setting

  /// - Parameter top: Receives the rows; nil unless the formula is nothing but this alignment.
  static func set(
    _ alignment: Alignment, _ style: MathStyle, _ top: inout TopLevel?, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    if alignment.manner == .diagram { return DiagramBox.set(alignment, layout, &buffer) }
    if alignment.manner == .proof { return ProofBox.set(alignment, layout, &buffer) }
    let first = buffer.count
    var box = AlignmentBox(layout.used(alignment), style)
    box.setCells(layout, &buffer)
    box.placeColumns(layout, &buffer)
    // A display that is nothing but these rows stays in the middle of its line.
    if alignment.endsWithSpace, top?.recordsRows != true || layout.displayRoom == nil { box.total += layout.tenPoint(1000) }
    if alignment.rows.contains(where: \.isText) { box.setTextRows(layout, &buffer) }
    box.placeRows(layout)
    var above = box.heightAboveBaseline(layout)
    if let lead = alignment.lead { box.embrace(lead, above: &above, layout, &buffer) }
    box.placeCells(above: above, layout, &buffer)
    box.repeatMaterial(above: above, layout, &buffer)
    let firstLine = buffer.count
    box.drawRules(above: above, layout, &buffer)
    if top?.recordsRows == true, box.material.allSatisfy(\.range.isEmpty) {
      top?.rows = box.setRows(first: first, firstLine: firstLine, above: above, buffer.elements)
    }
    if let border = alignment.border, box.tops.count > 1 { return box.bordered(border, first: first, above: above, layout, &buffer) }
    let pad = alignment.manner == .small ? layout.mu(3, style) : 0
    buffer.move(from: first, pad, 0)
    return Extent(width: box.total + 2 * pad, height: above, depth: box.height - above, first: first)
  }

  private mutating func setCells(_ layout: Layout, _ buffer: inout ElementBuffer) {
    for row in alignment.rows {
      var line: [SetCell] = []
      var column = 0
      for index in row.cells where !row.isText {
        let cell = layout.list.cells[index]
        let shape = cell.column ?? (column < alignment.columns.count ? alignment.columns[column] : Alignment.Column())
        // amsmath: a left column begins with an empty atom, so that a relation has space before it.
        let isSecond = manner == .aligned && shape.alignment == .left || manner == .multline
        let open = buffer.fills.count
        var extent = layout.set(
          layout.noads(of: cell.content), alignment.style, cramped: alignment.isCramped, after: isSecond ? .ord : nil, keepsFills: true,
          &buffer)
        extent.glyph = nil
        var (dots, pad) = (0, 0)
        if cell.dots > 0 {
          // One dot; the others follow when the widths are known.
          let dot = layout.character(0x2E, alignment.style, &buffer)
          pad = layout.mu(cell.dots, alignment.style) / 1000
          (extent.height, extent.depth, dots) = (dot.height, max(0, dot.depth), dot.width + 2 * pad)
        }
        let fills = buffer.takeFills(from: open)
        line.append(
          SetCell(extent: extent, end: buffer.count, column: column, span: cell.span, shape: shape, fills: fills, dots: dots, pad: pad))
        if cell.span == 1, column < widths.count { widths[column] = max(widths[column], extent.width) }
        column += cell.span
      }
      cells.append(line)
    }
    // `multline`: as wide as the display, else an em wider than its longest line.
    if manner == .multline, let widest = widths.first {
      widths[0] =
        alignment.isDisplay
        ? max(widest, (layout.displayRoom ?? widest + 3 * layout.context.sizes.0) - 2 * layout.tenPoint(1000))
        : widest + layout.context.sizes.0
    }
  }

  /// amsmath's `align`: free space is distributed equally beside and between the pairs of columns; in `flalign` only between them.
  private func pairGap(_ layout: Layout) -> Int {
    let least = layout.tenPoint(1000)
    let pairs = (widths.count + 1) / 2
    guard alignment.isDisplay, alignment.hasPairs, pairs > 1, let room = layout.displayRoom else { return least }
    return max(least, (room - widths.reduce(0, +)) / (alignment.isFlush ? pairs - 1 : pairs + 1))
  }

  private mutating func placeColumns(_ layout: Layout, _ buffer: inout ElementBuffer) {
    let sep = alignment.columnSep.map { layout.length($0, style) } ?? layout.context.arraycolsep
    let pairGap = pairGap(layout)
    let hasSeparators = manner == .array || manner == .eqnarray
    var x = 0
    for (index, column) in alignment.columns.enumerated() {
      let edge = x
      if alignment.border != nil {
        let gap = index == 1 ? layout.tenPoint(1075) + layout.mu(3, style) : layout.context.sizes.0
        if index > 0 { x += gap }
        lefts.append(x)
        x += widths[index]
        edges.append((edge, x))
        continue
      }
      switch manner {
      case .array, .eqnarray:
        separators(column.before, at: &x, layout, &buffer)
        if !column.noSepBefore, !(alignment.isTight && index == 0) { x += sep }
      case .cases: if index > 0 { x += layout.context.sizes.0 }
      case .small: if index > 0 { x += layout.mu(5, .text) }
      case .aligned: if index > 0, index % 2 == 0, alignment.hasPairs { x += pairGap }
      default: break
      }
      lefts.append(x)
      x += widths[index]
      if hasSeparators {
        if !column.noSepAfter, !(alignment.isTight && index == alignment.columns.count - 1) { x += sep }
        separators(column.after, at: &x, layout, &buffer)
      }
      edges.append((edge, x))
    }
    total = x
  }

  /// `|` and `@{…}` between columns.
  private mutating func separators(_ list: [ColumnGap], at x: inout Int, _ layout: Layout, _ buffer: inout ElementBuffer) {
    var wasRule = false
    for gap in list {
      switch gap {
      case .rule, .dashedRule:
        if wasRule { x += layout.context.doublerulesep }
        var isDashed = false
        if case .dashedRule = gap { isDashed = true }
        gaps.append((x - layout.context.arrayrulewidth / 2, isDashed))
        wasRule = true
      case .material(let field):
        let inner = layout.set(layout.noads(of: field), alignment.style, cramped: false, &buffer)
        material.append((inner.first..<buffer.count, x))
        x += inner.width
        wasRule = false
      }
    }
  }

  /// `\intertext`: the alignment becomes as wide as the line, with its columns in the middle.
  private mutating func setTextRows(_ layout: Layout, _ buffer: inout ElementBuffer) {
    let room = max(total, layout.textRoom ?? total)
    let shift = (room - total) / 2
    lefts = lefts.map { $0 + shift }
    edges = edges.map { ($0.left + shift, $0.right + shift) }
    gaps = gaps.map { ($0.x + shift, $0.isDashed) }
    material = material.map { ($0.range, $0.x + shift) }
    total = room
    for (index, row) in alignment.rows.enumerated() where row.isText {
      let text = TextRow.set(layout.list.cells[row.cells.lowerBound].content, room: layout.textRoom ?? .max, layout, &buffer)
      total = max(total, text.width)
      cells[index] = [
        SetCell(extent: text, end: buffer.count, column: 0, span: 1, shape: Alignment.Column())
      ]
    }
  }

  private mutating func placeRows(_ layout: Layout) {
    if ![.small, .substack, .eqnarray, .vertical].contains(manner) {
      let stretch = manner == .cases && !alignment.isSpread ? 1200 : manner == .cases ? 1000 : alignment.stretch
      strut = (layout.context.arstrutbox.height * stretch / 1000, layout.context.arstrutbox.depth * stretch / 1000)
    }
    let skips = rowSkips(layout)
    let clearance = layout.tenPoint(layout.context.rowClearance)
    var y = 0
    var previousDepth = 0
    // The ink of the row above ends here; nil below a rule.
    var inkEnd: Int?
    for (index, row) in alignment.rows.enumerated() {
      if row.isFill {
        tops.append(y)
        baselines.append(y)
        continue
      }
      let height = cells[index].reduce(strut.height) { max($0, $1.extent.height) }
      var depth = cells[index].reduce(strut.depth) { max($0, $1.extent.depth) }
      let gap = layout.length(row.gap, style)
      // amsmath has the space around displays above and below the text, and the lines of the text have no `\jot`.
      if row.isText { y += gap }
      placeLines(row.linesAbove, at: &y, layout)
      if hasStruts, row.linesAbove.isEmpty, let inkEnd {
        y = max(y, inkEnd + clearance - (height - (cells[index].map(\.extent.height).max() ?? 0)))
      }
      if hasStruts, gap > 0 { depth = max(depth, strut.depth + gap) }
      if !hasStruts, index > 0 {
        let natural = skips.baselineskip - previousDepth - height
        y += natural >= skips.lineskiplimit ? natural : skips.lineskip
      }
      tops.append(y)
      y += height
      baselines.append(y)
      inkEnd = gap < 0 ? nil : cells[index].map { y + $0.extent.depth }.max()
      y += depth + (hasStruts && gap > 0 ? 0 : gap)
      if hasStruts { bottoms.append(y) }
      previousDepth = depth
    }
    placeLines(alignment.finalLines, at: &y, layout)
    self.height = y
    if let extent = alignment.extent { fill(layout.length(extent, style)) }
  }

  /// `\vbox to`: distributes free height where `\vfil` is.
  private mutating func fill(_ wanted: Int) {
    let free = wanted - (baselines.last ?? 0)
    let count = alignment.rows.count(where: \.isFill)
    var passed = 0
    for (index, row) in alignment.rows.enumerated() {
      if row.isFill { passed += 1 }
      baselines[index] += count == 0 ? 0 : free * passed / count
    }
    height += free
  }

  /// The distances of baselines where rows have no struts.
  private func rowSkips(_ layout: Layout) -> (baselineskip: Int, lineskip: Int, lineskiplimit: Int) {
    switch manner {
    case .small: return (layout.tenPoint(601), layout.tenPoint(150), layout.tenPoint(150))
    case .substack:
      let gap = layout.constant(HB_OT_MATH_CONSTANT_STACK_GAP_MIN, .script)
      let up = layout.constant(HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP, .script)
      return (up + layout.constant(HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN, .script), gap, gap)
    // mathtools' `multlined` keeps its lines closer than amsmath's `multline`.
    case .multline where !alignment.isDisplay: return (layout.tenPoint(1400), layout.tenPoint(200), 0)
    // Boxes of TeX's `\vbox`: `\baselineskip` 12 pt, `\lineskip` 1 pt, its limit 0 pt.
    case .vertical: return (layout.context.baselineskip, layout.tenPoint(100), 0)
    // amscd: `\baselineskip` 20 pt, `\lineskip` and its limit 3 pt.
    case .cd: return (layout.tenPoint(2000), layout.tenPoint(300), layout.tenPoint(300))
    default: return layout.context.openedRows
    }
  }

  /// `\hline` and `\cline`.
  private mutating func placeLines(_ lines: [Alignment.LineRule], at y: inout Int, _ layout: Layout) {
    for (number, line) in lines.enumerated() {
      guard let thickness = line.thickness else {
        if number > 0 { y += layout.tenPoint(160) }
        rules.append((y, line))
        if line.columns == nil { y += layout.context.arrayrulewidth }
        continue
      }
      // Partial rules in a row are side by side.
      let isPartial = line.columns != nil
      if !(isPartial && number > 0 && lines[number - 1].columns != nil) { y += layout.length(line.above, style) }
      rules.append((y, line))
      let isFollowed = isPartial && number + 1 < lines.count && lines[number + 1].columns != nil
      if !isFollowed { y += layout.length(thickness, style) + layout.length(line.below, style) }
    }
  }

  /// The height above the baseline around the alignment: `[t]`, `[b]`, else its middle is on the axis.
  private func heightAboveBaseline(_ layout: Layout) -> Int {
    if alignment.border != nil, tops.count > 1 { return tops[1] + (height - tops[1]) / 2 + layout.context.axisHeight(style) }
    switch alignment.position {
    case UInt8(ascii: "t"): return rules.first.map { $0.y == 0 } == true ? 0 : baselines.first ?? 0
    case UInt8(ascii: "b"):
      let endsWithRule = rules.last.map { $0.y + layout.context.arrayrulewidth == self.height } == true
      return endsWithRule ? self.height : baselines.last ?? 0
    default: return self.height / 2 + layout.context.axisHeight(style)
    }
  }

  /// cases.sty: what is before the rows, and a brace over all of them, at least 1.5 em high; a thin space follows it.
  private mutating func embrace(_ content: Field, above: inout Int, _ layout: Layout, _ buffer: inout ElementBuffer) {
    let axis = layout.context.axisHeight(style)
    let left = layout.set(layout.noads(of: content), .display, cramped: false, &buffer)
    let covered = max(2 * max(above - axis, height - above + axis), layout.context.sizes.0 * 3 / 2)
    let brace = buffer.part(NoadPart.sign) { Delimiter.set(0x7B, atLeast: layout.context.coveringSize(covered), style, layout, &$0) }
    buffer.move(from: brace.first, left.width, 0)
    lead = left.first..<buffer.count
    let indent = left.width + brace.width + layout.mu(3, style)
    lefts = lefts.map { $0 + indent }
    edges = edges.map { ($0.left + indent, $0.right + indent) }
    total += indent
    let more = max(0, max(left.height, brace.height) - above)
    baselines = baselines.map { $0 + more }
    tops = tops.map { $0 + more }
    bottoms = bottoms.map { $0 + more }
    rules = rules.map { ($0.y + more, $0.line) }
    above += more
    height = max(height + more, above + max(left.depth, brace.depth))
  }

  /// plain TeX's `\bordermatrix`: parentheses around the rows and columns but the first ones, with `\;` before the whole.
  private func bordered(_ border: (left: UInt32, right: UInt32), first: Int, above: Int, _ layout: Layout, _ buffer: inout ElementBuffer)
    -> Extent
  {
    let axis = layout.context.axisHeight(style)
    let target = layout.context.coveringSize(2 * max(above - tops[1] - axis, height - above + axis))
    let end = buffer.count
    let left = Delimiter.set(border.left, atLeast: target, style, layout, &buffer)
    let thick = layout.mu(5, style)
    // plain TeX takes 8.75 pt for the parenthesis; the first column has 2 pt after it.
    let shift = thick + left.width - layout.tenPoint(875)
    buffer.move(first..<end, shift, 0)
    buffer.move(from: left.first, thick + (widths.first ?? 0) + layout.tenPoint(200), 0)
    let right = Delimiter.set(border.right, atLeast: target, style, layout, &buffer)
    let x = shift + total + layout.mu(3, style)
    buffer.move(from: right.first, x, 0)
    return Extent(width: x + right.width, height: max(above, left.height), depth: max(height - above, left.depth), first: first)
  }

  private mutating func placeCells(above: Int, _ layout: Layout, _ buffer: inout ElementBuffer) {
    rights = Array(repeating: 0, count: cells.count)
    for (index, line) in cells.enumerated() {
      let isText = alignment.rows[index].isText
      for cell in line where cell.column < lefts.count {
        let last = min(cell.column + cell.span, lefts.count) - 1
        let left = isText ? 0 : lefts[cell.column]
        let free = lefts[last] + widths[last] - left - cell.extent.width
        var side = cell.shape.alignment
        if manner == .multline, cells.count > 1 {
          side = index == 0 ? .left : index == cells.count - 1 ? .right : .center
        }
        if isText { side = .left }
        let range = cell.extent.first..<cell.end
        let isFilled = !cell.fills.isEmpty
        if isFilled {
          buffer.spread(range, free: free, cell.fills, left: side == .left ? nil : .hfil, right: side == .right ? nil : .hfil)
        }
        var dx = left + (isFilled || side == .left ? 0 : side == .right ? free : free / 2)
        if manner == .multline, side == .right { dx -= numberShift(free: free, layout) }
        if cell.extent.width > 0 { rights[index] = max(rights[index], dx + cell.extent.width) }
        buffer.move(range, dx, above - baselines[index])
        drawColumnRules(range, row: index, above: above, &buffer)
      }
    }
  }

  /// amsmath's `\multlinetaggap`: the last line of a `multline` makes way for the number, not the others.
  private func numberShift(free: Int, _ layout: Layout) -> Int {
    alignment.isDisplay && layout.numberRoom > 0 ? min(max(0, layout.numberRoom - layout.tenPoint(1000)), max(0, free)) : 0
  }

  /// `\vline` within a cell: a rule from edge to edge of the row.
  private func drawColumnRules(_ range: Range<Int>, row: Int, above: Int, _ buffer: inout ElementBuffer) {
    guard row < bottoms.count else { return }
    for index in range where buffer.elements[index].kind == .columnRule {
      buffer.elements[index].kind = .rule
      buffer.elements[index].y = Int32(clamping: above - bottoms[row])
      buffer.elements[index].height = Int32(clamping: bottoms[row] - tops[row])
    }
  }

  /// Copies the material of `@{…}`, which is set once, into each row.
  private func repeatMaterial(above: Int, _ layout: Layout, _ buffer: inout ElementBuffer) {
    for piece in material {
      let originals = Array(buffer.elements[piece.range])
      guard !originals.isEmpty else { continue }
      // Alignments within the material of alignments would take the product of all their rows.
      let copies = layout.repetitions(originals.count * max(0, baselines.count - 1), &buffer)
      for (index, baseline) in baselines.prefix(1 + copies / originals.count).enumerated() {
        for (offset, var element) in originals.enumerated() {
          element.x &+= Int32(truncatingIfNeeded: piece.x)
          element.y &+= Int32(truncatingIfNeeded: above - baseline)
          if index == 0 { buffer.elements[piece.range.lowerBound + offset] = element } else { buffer.elements.append(element) }
        }
      }
    }
  }

  /// `\hdotsfor`: as many dots as have room, with equal space between (TeX's `\xleaders`).
  private func drawDots(_ layout: Layout, _ buffer: inout ElementBuffer) {
    for cell in cells.joined() where cell.dots > 0 && cell.column < lefts.count && cell.end > cell.extent.first {
      let last = min(cell.column + cell.span, lefts.count) - 1
      let dot = buffer.elements[cell.extent.first]
      let room = lefts[last] + widths[last] - lefts[cell.column]
      let pad = cell.pad
      let count = layout.repetitions(min((room + 2 * pad) / cell.dots, 1000), &buffer)
      guard count > 0 else { continue }
      let gap = (room + 2 * pad - count * cell.dots) / (count + 1)
      for index in 0..<count {
        var copy = dot
        copy.x &+= Int32(clamping: gap * (index + 1) + index * cell.dots)
        if index == 0 { buffer.elements[cell.extent.first] = copy } else { buffer.elements.append(copy) }
      }
    }
  }

  private func drawRules(above: Int, _ layout: Layout, _ buffer: inout ElementBuffer) {
    drawDots(layout, &buffer)
    let thickness = layout.context.arrayrulewidth
    for gap in gaps {
      for (top, bottom) in zip(tops, bottoms) {
        line(x: gap.x, y: above - bottom, width: thickness, height: bottom - top, isDashed: gap.isDashed, layout, &buffer)
      }
    }
    for rule in rules {
      var (left, right) = (0, total)
      if let columns = rule.line.columns {
        guard columns.upperBound < edges.count else { continue }
        (left, right) = (edges[columns.lowerBound].left, edges[columns.upperBound].right)
      }
      let own = rule.line.thickness.map { layout.length($0, style) } ?? thickness
      // booktabs: `\cmidrulekern`, 0.5 em.
      if rule.line.trims.left { left += layout.tenPoint(500) }
      if rule.line.trims.right { right -= layout.tenPoint(500) }
      guard own > 0, right > left else { continue }
      line(x: left, y: above - rule.y - own, width: right - left, height: own, isDashed: rule.line.isDashed, layout, &buffer)
    }
  }

  /// The rows of a display environment, between which a page may end.
  ///
  /// - Parameters:
  ///   - first: The alignment's first element.
  ///   - firstLine: The first of its rules.
  private func setRows(first: Int, firstLine: Int, above: Int, _ elements: [Element]) -> [SetRow] {
    var rows: [SetRow] = []
    for (index, line) in cells.enumerated() {
      let range = (line.first?.extent.first ?? first)..<(line.last?.end ?? first)
      var height = max(strut.height, line.map(\.extent.height).max() ?? 0)
      var depth = max(strut.depth, line.map(\.extent.depth).max() ?? 0)
      if firstLine < elements.count, bottoms.count == cells.count {
        // Rules join from row to row.
        height = baselines[index] - (index == 0 ? 0 : bottoms[index - 1])
        depth = (index == cells.count - 1 ? self.height : bottoms[index]) - baselines[index]
      }
      rows.append(SetRow(elements: range, baseline: baselines[index], height: height, depth: depth, right: rights[index]))
    }
    assign(firstLine..<elements.count, of: elements, to: &rows, bottoms: bottoms.map { above - $0 })
    if let lead, let last = rows.indices.last {
      rows[0].lines.append(lead)
      rows[0].height = max(rows[0].height, baselines[0])
      rows[last].depth = max(rows[last].depth, self.height - baselines[last])
    }
    return rows
  }

  /// Gives each rule of an array to the row in which it is, whose lower edges are given from the top downwards; the last row has
  /// what is below it.
  private func assign(_ lines: Range<Int>, of elements: [Element], to rows: inout [SetRow], bottoms: [Int]) {
    guard rows.count == bottoms.count, let last = rows.indices.last else { return }
    for index in lines {
      let middle = Int(elements[index].y) + Int(elements[index].height) / 2
      rows[bottoms[..<last].partitioningIndex { middle >= $0 }].lines.append(index..<index + 1)
    }
  }

  /// A rule, solid or in dashes of 4 pt with gaps of the same width (arydshln) and half a dash at each end.
  private func line(x: Int, y: Int, width: Int, height: Int, isDashed: Bool, _ layout: Layout, _ buffer: inout ElementBuffer) {
    let length = max(width, height)
    let dash = layout.tenPoint(400)
    guard isDashed, dash > 0, length > dash else { return buffer.rule(x: x, y: y, width: width, height: height) }
    let count = min(max((length + dash) / (2 * dash), 1), 1000)
    // The remainder is added to the gaps.
    let step = length / count
    for index in 0...count {
      let from = max(0, index * step - dash / 2)
      let to = index == count ? length : min(length, index * step + dash / 2)
      if width > height {
        buffer.rule(x: x + from, y: y, width: to - from, height: height)
      } else {
        buffer.rule(x: x, y: y + from, width: width, height: to - from)
      }
    }
  }
}

extension Layout {
  /// An array without the columns that no row reaches: TeX's `\halign` leaves them out with their rules and spaces.
  fileprivate func used(_ alignment: Alignment) -> Alignment {
    guard alignment.manner == .array else { return alignment }
    let count = alignment.rows.map { $0.cells.reduce(0) { $0 + list.cells[$1].span } }.max() ?? 0
    if count == 0 || count >= alignment.columns.count { return alignment }
    var used = alignment
    used.columns.removeSubrange(count...)
    return used
  }
}
