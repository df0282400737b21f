import TypesetBoxes
import TypesetInterface
import TypesetStyling

// Blocks that only clients' styles create.

/// Free space, which stays at the top of a page.
struct SpaceBlock: BlockKind {
  var height: Length

  func scaled(by factor: Double) -> SpaceBlock { SpaceBlock(height: height.scaled(by: factor)) }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    out.list.append(Ink(), height: height, depth: .zero, width: .zero, x: context.x)
    return out
  }
}

/// A group with a drawing over or behind it.
struct DrawnBlock: BlockKind {
  var drawing: Int32

  var traits: BlockTraits { .isContainer }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths { context.widthsOfChildren(share: share) }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    var frame = VFrame(x: context.x, width: context.measure)
    if context.document.tree.drawings.list[Int(drawing)].drawing.isOverlay { frame.overlay = drawing } else { frame.backdrop = drawing }
    let index = out.begin(frame)
    var inner = context.following(out)
    inner.opening = .frame
    out.append(inner.setChildren(of: context.block))
    out.end(index)
    return out
  }
}

/// One of two groups, by the available width.
struct WideBlock: BlockKind {
  var width: Length

  var traits: BlockTraits { .isContainer }

  func scaled(by factor: Double) -> WideBlock { WideBlock(width: width.scaled(by: factor)) }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths { context.widthsOfChildren(share: share) }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    let children = context.document.tree.children(of: context.block)
    guard children.count == 2 else { return SetBlock(in: context) }
    return context.set(children[context.measure >= width ? 0 : 1])
  }
}

/// The first of several groups that fits.
struct FittingBlock: BlockKind {
  var height: Length?

  var traits: BlockTraits { .isContainer }

  func scaled(by factor: Double) -> FittingBlock { FittingBlock(height: height?.scaled(by: factor)) }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    // The last one is always good enough.
    var widths = context.widthsOfChildren(share: share)
    if let last = context.document.tree.children(of: context.block).last {
      widths.minimum = context.widths(ofBlock: last, share: share).minimum
    }
    return widths
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    let children = context.document.tree.children(of: context.block)
    guard let last = children.last else { return SetBlock(in: context) }
    for child in children.dropLast() {
      let widths = context.widths(ofBlock: child, share: context.measure)
      guard let height else {
        if widths.natural <= context.measure { return context.set(child) }
        continue
      }
      guard widths.minimum <= context.measure else { continue }
      let set = context.set(child)
      if set.list.naturalHeight <= height { return set }
    }
    return context.set(last)
  }
}

/// A group with free space below where it would be lower.
struct TallBlock: BlockKind {
  var height: Length

  var traits: BlockTraits { .isContainer }

  func scaled(by factor: Double) -> TallBlock { TallBlock(height: height.scaled(by: factor)) }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths { context.widthsOfChildren(share: share) }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = context.setChildren(of: context.block)
    let free = height - out.list.naturalHeight
    guard free > .zero else { return out }
    out.list.nodes.append(.penalty(Penalty.prohibit))
    out.list.append(Ink(), height: free, depth: .zero, width: .zero, x: context.x)
    return out
  }
}

extension CellFlow {
  /// Makes the frame around all of it taller.
  fileprivate mutating func extendFrame(by distance: Length) {
    guard distance > .zero, case .beginFrame(let first)? = list.nodes.first(where: { if case .box = $0 { true } else { $0.isFrame } }),
      case .endFrame(let last)? = list.nodes.last(where: { if case .box = $0 { true } else { $0.isFrame } }), first == last
    else { return }
    list.frames[Int(first)].paddingBottom += distance
    parts[parts.count - 1].bottom += distance
  }
}

extension VNode {
  fileprivate var isFrame: Bool {
    switch self {
    case .beginFrame, .endFrame: true
    default: false
    }
  }
}

/// Groups side by side, row by row; pages may end within tall rows.
struct RowsBlock: BlockKind {
  var rows: StyledTree.Rows

  func scaled(by factor: Double) -> RowsBlock {
    var scaled = rows
    scaled.widths = rows.widths.map { $0?.scaled(by: factor) }
    (scaled.spacing, scaled.rowSpacing) = (rows.spacing.scaled(by: factor), rows.rowSpacing.scaled(by: factor))
    return RowsBlock(rows: scaled)
  }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    let one = context.widthsOfChildren(share: share)
    let given = rows.widths.prefix(rows.columns).reduce(Length.zero) { $0 + ($1 ?? .zero) }
    let open = rows.widths.prefix(rows.columns).count { $0 == nil }
    let fixed = given + rows.spacing * (rows.columns - 1)
    return Widths(minimum: fixed + one.minimum * open, natural: fixed + one.natural * open)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let children = context.document.tree.children(of: context.block)
    for start in stride(from: 0, to: children.count, by: rows.columns) {
      if start > 0 { out.list.nodes.append(.glue(Glue(rows.rowSpacing))) }
      let end = min(start + rows.columns, children.count)
      append(Array(children[start..<end]), widths: columnWidths(from: start, in: context.measure), style, in: context, to: &out)
    }
    return out
  }

  private func append(
    _ children: [StyledTree.Index], widths: [Length], _ style: BlockStyle, in context: BlockContext, to out: inout SetBlock
  ) {
    var flows = FlowedRows()
    var x = Length.zero
    for (child, width) in zip(children, widths) {
      if context.document.tree[child].firstChild >= 0 {
        let flow = out.within(.division) { out in
          let content = context.inside(out, measure: width).set(child)
          out.takeNotes(of: content)
          return CellFlow(content.list, strut: Strut(style.leading).height)
        }
        flows.cells.append(FlowedRows.Cell(flow: flow, x: x, top: .zero))
      }
      x += width + rows.spacing
    }
    flows.height = flows.cells.map(\.flow.height).max() ?? .zero
    for index in flows.cells.indices {
      let free = flows.height - flows.cells[index].flow.height
      switch rows.vertical {
      case .middle: flows.cells[index].top = free / 2
      case .bottom: flows.cells[index].top = free
      case .baseline: flows.cells[index].flow.extendFrame(by: free)
      case .top: break
      }
    }
    if flows.height > context.sheet.textHeight / 3, rows.vertical == .top || rows.vertical == .baseline {
      flows.append(to: &out.list, width: context.measure, x: context.x, leading: style.leading, room: .zero)
    } else {
      let baseline = min(flows.cells.first.map { $0.top + $0.flow.baseline } ?? .zero, flows.height)
      out.list.append(
        flows.packed(baseline: baseline), height: baseline, depth: flows.height - baseline, width: context.measure, x: context.x)
    }
  }

  /// The widths of the children of one row, in total no wider than the available width.
  private func columnWidths(from start: Int, in measure: Length) -> [Length] {
    let spacing = min(rows.spacing, measure / (rows.columns * 2))
    let room = max(measure - spacing * (rows.columns - 1), 1.pt)
    let wishes = (start..<start + rows.columns).map { rows.widths.indices.contains($0) ? rows.widths[$0] : nil }
    let given = wishes.reduce(Length.zero) { $0 + ($1 ?? .zero) }
    let open = wishes.count { $0 == nil }
    let share = open > 0 ? max((room - given) / open, room / (rows.columns * 4)) : .zero
    let widths = wishes.map { $0 ?? share }
    let sum = widths.reduce(.zero, +)
    let factor = sum > room ? room.points / max(sum.points, 1) : 1
    return widths.map { max($0.scaled(by: factor), 1.pt) }
  }
}
