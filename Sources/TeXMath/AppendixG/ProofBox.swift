internal import TypesetBoxes

/// Proof trees as bussproofs sets them: the line of an inference is as long as the conclusions of its premises and as its own conclusion, which
/// is in the middle below it.
enum ProofBox {
  /// A tree on the baseline of its conclusion.
  private struct Tree {
    var extent: Extent
    /// Where its conclusion begins and ends.
    var start: Int
    var end: Int
  }

  /// A tree, with its middle near the axis.
  static func set(_ alignment: Alignment, _ layout: Layout, _ buffer: inout ElementBuffer) -> Extent {
    var out = tree(alignment, layout, &buffer).extent
    // bussproofs: 3 pt above the middle of what is above the baseline.
    let drop = out.height / 2 - layout.tenPoint(300)
    buffer.move(from: out.first, 0, -drop)
    (out.height, out.depth) = (out.height - drop, out.depth + drop)
    return out
  }

  /// A premise: a tree of its own, or a statement with some space on both sides.
  private static func tree(of field: Field, _ layout: Layout, _ buffer: inout ElementBuffer) -> Tree {
    if let noad = layout.list.onlyNoad(of: field), case .alignment(let index) = noad.kind, !noad.hasScripts,
      layout.list.alignments[Int(index)].manner == .proof
    {
      return tree(layout.list.alignments[Int(index)], layout, &buffer)
    }
    return statement(field, layout, &buffer)
  }

  private static func statement(_ field: Field, _ layout: Layout, _ buffer: inout ElementBuffer) -> Tree {
    let overhang = layout.tenPoint(400)
    var extent = layout.box(field, .text, cramped: false, &buffer)
    extent.becomeBox()
    buffer.move(from: extent.first, overhang, 0)
    extent.width += 2 * overhang
    return Tree(extent: extent, start: 0, end: extent.width)
  }

  /// An inference.
  private static func tree(_ alignment: Alignment, _ layout: Layout, _ buffer: inout ElementBuffer) -> Tree {
    let first = buffer.count
    var upper = premises(alignment.rows[0].cells, layout, &buffer)
    let upperEnd = buffer.count
    let cells = alignment.rows[1].cells
    func content(_ index: Int) -> Field { index < cells.count ? layout.list.cells[cells.lowerBound + index].content : .empty }
    var lower = statement(content(0), layout, &buffer)
    let lowerEnd = buffer.count
    let left = layout.box(content(1), .text, cramped: false, &buffer)
    let leftEnd = buffer.count
    let right = layout.box(content(2), .text, cramped: false, &buffer)
    let rightEnd = buffer.count

    // The middles of both are below one another, with room for the label on the left.
    let spacing = layout.tenPoint(300)
    let leftWidth = left.width > 0 ? left.width + spacing : 0
    let offset = (lower.start + lower.end - upper.start - upper.end) / 2
    var (upperShift, lowerShift) = (max(0, offset), max(0, -offset))
    let lack = leftWidth - min(upper.start + upperShift, lower.start + lowerShift)
    if lack > 0 { (upperShift, lowerShift) = (upperShift + lack, lowerShift + lack) }
    upper.start += upperShift
    upper.end += upperShift
    lower.start += lowerShift
    lower.end += lowerShift
    let (start, end) = (min(upper.start, lower.start), max(upper.end, lower.end))

    let line = alignment.rows[1].linesAbove
    let thickness = layout.tenPoint(40)
    let bottom = lower.extent.height + layout.tenPoint(200)
    let height = line.isEmpty ? layout.tenPoint(100) : thickness + (line.count - 1) * layout.tenPoint(200)
    let baseline = bottom + height + layout.tenPoint(200) + upper.extent.depth
    buffer.move(first..<upperEnd, upperShift, baseline)
    buffer.move(upperEnd..<lowerEnd, lowerShift, 0)
    func level(_ label: Extent) -> Int { bottom - (label.height - label.depth - height) / 2 }
    buffer.move(lowerEnd..<leftEnd, start - leftWidth, level(left))
    buffer.move(leftEnd..<rightEnd, end + spacing, level(right))
    draw(line, x: start, y: bottom, width: end - start, thickness: thickness, layout, &buffer)

    var out = Extent(first: first)
    let labelled = end + (right.width > 0 ? right.width + spacing : 0)
    out.width = max(upper.extent.width + upperShift, lower.extent.width + lowerShift, labelled)
    out.height = baseline + upper.extent.height
    out.depth = lower.extent.depth
    return Tree(extent: out, start: lower.start, end: lower.end)
  }

  /// Trees side by side: as wide as all of them, from the first one's conclusion to the last one's.
  private static func premises(_ cells: Range<Int>, _ layout: Layout, _ buffer: inout ElementBuffer) -> Tree {
    let gap = layout.tenPoint(1445)
    var out = Tree(extent: Extent(first: buffer.count), start: 0, end: 0)
    for (number, index) in cells.enumerated() {
      let next = tree(of: layout.list.cells[index].content, layout, &buffer)
      let x = number == 0 ? 0 : out.extent.width + gap
      buffer.move(from: next.extent.first, x, 0)
      if number == 0 { out.start = next.start }
      out.end = x + next.end
      out.extent.width = x + next.extent.width
      out.extent.height = max(out.extent.height, next.extent.height)
      out.extent.depth = max(out.extent.depth, next.extent.depth)
    }
    return out
  }

  private static func draw(
    _ line: [Alignment.LineRule], x: Int, y: Int, width: Int, thickness: Int, _ layout: Layout, _ buffer: inout ElementBuffer
  ) {
    for (number, rule) in line.enumerated() {
      let y = y + number * layout.tenPoint(200)
      guard rule.isDashed else {
        buffer.rule(x: x, y: y, width: width, height: thickness)
        continue
      }
      // bussproofs: dashes of 1.4 mm, half of their distance.
      let step = max(1, layout.tenPoint(797))
      let count = min(width / step, 1000)
      for index in 0..<count {
        let rest = (width - count * step) / (count + 1)
        buffer.rule(x: x + step / 4 + index * step + rest * (index + 1), y: y, width: step / 2, height: thickness)
      }
    }
  }
}
