internal import CHarfBuzz
internal import TypesetBoxes

extension Layout {
  private struct SetCell {
    var extent: Extent
    var end: Int
    var column: Int
    var span: Int
    var shape: Alignment.Column
  }

  /// LaTeX's `array` and amsmath's alignments: columns of natural width, rows with struts, the whole on the axis.
  func alignment(_ alignment: Alignment, _ style: MathStyle) -> Extent {
    var out = Extent(first: elements.count)
    let isRecorded = recordsRows
    recordsRows = false
    let manner = alignment.manner
    var cells: [[SetCell]] = []
    var widths = Array(repeating: 0, count: alignment.columns.count)
    var gaps: [[(x: Int, isDashed: Bool)]] = []
    var material: [(range: Range<Int>, x: Int, column: Int)] = []
    for row in alignment.rows {
      if row.isText {
        // Set when the width is known.
        cells.append([])
        continue
      }
      var line: [SetCell] = []
      var column = 0
      for index in row.cells {
        let cell = list.cells[index]
        var shape = column < alignment.columns.count ? alignment.columns[column] : Alignment.Column()
        if let own = cell.column { shape = own }
        // amsmath: a left column begins with an empty atom, so that a relation has space before it.
        let isSecond = manner == .aligned && shape.alignment == .left || manner == .multline
        var extent = isSecond ? afterEmpty(cell.content, alignment.style) : set(noads(of: cell.content), alignment.style, cramped: false)
        extent.glyph = nil
        line.append(SetCell(extent: extent, end: elements.count, column: column, span: cell.span, shape: shape))
        if cell.span == 1, column < widths.count { widths[column] = max(widths[column], extent.width) }
        column += cell.span
      }
      cells.append(line)
    }
    // `multline`: as wide as the display, else an em wider than its longest line.
    if manner == .multline, let widest = widths.first {
      widths[0] = alignment.isDisplay ? max(widest, (displayRoom ?? widest + 3 * sizes.0) - 2 * tenPoint(1000)) : widest + sizes.0
    }
    // amsmath's `align`: what is free stands in equal parts beside and between the pairs of columns; in `flalign` only between.
    var pairGap = tenPoint(1000)
    let pairs = (widths.count + 1) / 2
    if alignment.isDisplay, alignment.hasPairs, pairs > 1, let displayRoom {
      pairGap = max(pairGap, (displayRoom - widths.reduce(0, +)) / (alignment.isFlush ? pairs - 1 : pairs + 1))
    }
    // Columns from left to right.
    let sep = alignment.columnSep.map { length($0, style) } ?? context.arraycolsep
    var x = 0
    var lefts: [Int] = []
    var edges: [(left: Int, right: Int)] = []
    let lineWidth = context.arrayrulewidth
    func separators(_ list: [ColumnGap]) {
      var wasRule = false
      for gap in list {
        switch gap {
        case .rule, .dashedRule:
          if wasRule { x += context.doublerulesep }
          var isDashed = false
          if case .dashedRule = gap { isDashed = true }
          gaps.append([(x - lineWidth / 2, isDashed)])
          wasRule = true
        case .material(let field):
          // Set once per row, at the end.
          let inner = set(noads(of: field), alignment.style, cramped: false)
          material.append((inner.first..<elements.count, x, 0))
          x += inner.width
          wasRule = false
        }
      }
    }
    for (index, column) in alignment.columns.enumerated() {
      let edge = x
      switch manner {
      case .array, .eqnarray:
        separators(column.before)
        if !column.noSepBefore, !(alignment.isTight && index == 0) { x += sep }
      case .cases: if index > 0 { x += sizes.0 }
      case .small: if index > 0 { x += mu(5, .text) }
      case .aligned: if index > 0, index % 2 == 0, alignment.hasPairs { x += pairGap }
      default: break
      }
      lefts.append(x)
      x += widths[index]
      if manner == .array || manner == .eqnarray {
        if !column.noSepAfter, !(alignment.isTight && index == alignment.columns.count - 1) { x += sep }
        separators(column.after)
      }
      edges.append((edge, x))
    }
    var total = x
    if alignment.rows.contains(where: \.isText) {
      let room = max(total, displayRoom ?? total)
      let shift = (room - total) / 2
      lefts = lefts.map { $0 + shift }
      edges = edges.map { ($0.left + shift, $0.right + shift) }
      gaps = gaps.map { $0.map { ($0.x + shift, $0.isDashed) } }
      material = material.map { ($0.range, $0.x + shift, $0.column) }
      total = room
      for (index, row) in alignment.rows.enumerated() where row.isText {
        let text = paragraph(list.cells[row.cells.lowerBound].content, room: displayRoom ?? .max)
        total = max(total, text.width)
        cells[index] = [SetCell(extent: text, end: elements.count, column: 0, span: 1, shape: Alignment.Column())]
      }
    }
    // Rows from top to bottom.
    let stretch = manner == .cases && !alignment.isSpread ? 1200 : manner == .cases ? 1000 : alignment.stretch
    var strutHeight = context.arstrutbox.height * stretch / 1000
    var strutDepth = context.arstrutbox.depth * stretch / 1000
    var baselines: [Int] = []
    var tops: [Int] = []
    var bottoms: [Int] = []
    var y = 0
    var rules: [(y: Int, line: Alignment.LineRule)] = []
    var previousDepth = 0
    if manner == .small || manner == .substack || manner == .eqnarray { (strutHeight, strutDepth) = (0, 0) }
    for (index, row) in alignment.rows.enumerated() {
      var height = strutHeight
      var depth = strutDepth
      for cell in cells[index] {
        height = max(height, cell.extent.height)
        depth = max(depth, cell.extent.depth)
      }
      let gap = length(row.gap, style)
      var skipAfter = gap
      // amsmath has the space around displays above and below the text, and the lines of the text have no `\jot`.
      if row.isText {
        skipAfter = length(row.gap, style)
        y += skipAfter
      }
      for (number, line) in row.linesAbove.enumerated() {
        if number > 0 { y += tenPoint(160) }
        rules.append((y, line))
        if line.columns == nil { y += lineWidth }
      }
      if manner == .array || manner == .cases && !alignment.isSpread {
        if gap > 0 {
          depth = max(depth, strutDepth + gap)
          skipAfter = 0
        }
        tops.append(y)
        y += height
        baselines.append(y)
        y += depth + skipAfter
        bottoms.append(y)
      } else {
        let (baselineSkip, lineSkip, limit): (Int, Int, Int) =
          switch manner {
          case .small: (tenPoint(601), tenPoint(150), tenPoint(150))
          case .substack:
            (
              constant(HB_OT_MATH_CONSTANT_STACK_TOP_SHIFT_UP, .script) + constant(HB_OT_MATH_CONSTANT_STACK_BOTTOM_SHIFT_DOWN, .script),
              3 * constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, .script),
              3 * constant(HB_OT_MATH_CONSTANT_FRACTION_RULE_THICKNESS, .script)
            )
          // mathtools' `multlined` keeps its lines closer than amsmath's `multline`.
          case .multline where !alignment.isDisplay: (tenPoint(1400), tenPoint(200), 0)
          // amscd: `\baselineskip` 20 pt, `\lineskip` and its limit 3 pt.
          case .cd: (tenPoint(2000), tenPoint(300), tenPoint(300))
          default: context.openedRows
          }
        if index > 0 {
          let natural = baselineSkip - previousDepth - height
          y += natural >= limit ? natural : lineSkip
        }
        tops.append(y)
        y += height
        baselines.append(y)
        y += depth + skipAfter
        previousDepth = depth
      }
    }
    for (number, line) in alignment.finalLines.enumerated() {
      if number > 0 { y += tenPoint(160) }
      rules.append((y, line))
      if line.columns == nil { y += lineWidth }
    }
    let height = y
    // Where the baseline runs.
    let axis = constant(HB_OT_MATH_CONSTANT_AXIS_HEIGHT, style)
    var above = height / 2 + axis
    if alignment.position == 0x74 { above = rules.first.map { $0.y == 0 } == true ? 0 : baselines.first ?? 0 }
    if alignment.position == 0x62 { above = rules.last.map { $0.y + lineWidth == height } == true ? height : baselines.last ?? 0 }
    let pad = manner == .small ? mu(3, style) : 0
    var rights = Array(repeating: 0, count: cells.count)
    for (index, line) in cells.enumerated() {
      for cell in line {
        guard cell.column < lefts.count else { continue }
        let last = min(cell.column + cell.span, lefts.count) - 1
        let isText = alignment.rows[index].isText
        let left = isText ? 0 : lefts[cell.column]
        let room = lefts[last] + widths[last] - left
        let free = room - cell.extent.width
        var side = cell.shape.alignment
        if manner == .multline, cells.count > 1 { side = index == 0 ? .left : index == cells.count - 1 ? .right : .center }
        if isText { side = .left }
        let dx = left + (side == .left ? 0 : side == .right ? free : free / 2)
        if cell.extent.width > 0 { rights[index] = max(rights[index], dx + cell.extent.width) }
        for element in cell.extent.first..<cell.end {
          elements[element].x &+= Int32(truncatingIfNeeded: dx)
          elements[element].y &+= Int32(truncatingIfNeeded: above - baselines[index])
        }
      }
    }
    for piece in material {
      let originals = Array(elements[piece.range])
      for (index, baseline) in baselines.enumerated() {
        for (offset, var element) in originals.enumerated() {
          element.x &+= Int32(truncatingIfNeeded: piece.x)
          element.y &+= Int32(truncatingIfNeeded: above - baseline)
          if index == 0 { elements[piece.range.lowerBound + offset] = element } else { elements.append(element) }
        }
      }
    }
    let firstLine = elements.count
    for group in gaps {
      for gap in group {
        for (top, bottom) in zip(tops, bottoms) {
          line(x: gap.x, y: above - bottom, width: lineWidth, height: bottom - top, isDashed: gap.isDashed)
        }
      }
    }
    for line in rules {
      if let columns = line.line.columns {
        guard columns.upperBound < edges.count else { continue }
        let left = edges[columns.lowerBound].left
        self.line(
          x: left, y: above - line.y - lineWidth, width: edges[columns.upperBound].right - left, height: lineWidth,
          isDashed: line.line.isDashed)
      } else {
        self.line(x: 0, y: above - line.y - lineWidth, width: total, height: lineWidth, isDashed: line.line.isDashed)
      }
    }
    if isRecorded, material.allSatisfy(\.range.isEmpty) {
      for (index, line) in cells.enumerated() {
        let range = (line.first?.extent.first ?? out.first)..<(line.last?.end ?? out.first)
        var height = max(strutHeight, line.map(\.extent.height).max() ?? 0)
        var depth = max(strutDepth, line.map(\.extent.depth).max() ?? 0)
        if firstLine < elements.count, bottoms.count == cells.count {
          // Rules join from row to row.
          height = baselines[index] - (index == 0 ? 0 : bottoms[index - 1])
          depth = (index == cells.count - 1 ? y : bottoms[index]) - baselines[index]
        }
        rows.append((range, baselines[index], height, depth, rights[index], []))
      }
      assignLines(from: firstLine, to: bottoms.map { above - $0 })
    }
    move(from: out.first, pad, 0)
    out.width = total + pad + (manner == .small ? pad : 0)
    out.height = above
    out.depth = height - above
    return out
  }

  /// Gives each rule of an array to the row in which it stands, whose lower edges are given from the top downwards; the last row has
  /// what stands below it.
  private func assignLines(from first: Int, to bottoms: [Int]) {
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
  private func line(x: Int, y: Int, width: Int, height: Int, isDashed: Bool) {
    let length = max(width, height)
    let dash = tenPoint(400)
    guard isDashed, dash > 0, length > dash else { return rule(x: x, y: y, width: width, height: height) }
    let count = min(max((length + dash) / (2 * dash), 1), 1000)
    // What does not come out even goes into the gaps.
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

  /// A list behind an empty atom (`{}&=` in amsmath's alignments).
  private func afterEmpty(_ field: Field, _ style: MathStyle) -> Extent {
    let range = noads(of: field)
    let start = list.noads.count
    list.noads.append(Noad())
    // A copy first: a slice would make the whole array be copied.
    list.noads += Array(list.noads[range])
    let out = set(start..<list.noads.count, style, cramped: false)
    list.noads.removeSubrange(start...)
    return out
  }
}
