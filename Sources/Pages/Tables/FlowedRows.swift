import TypesetBoxes

/// Rows of a table whose lines need not be aligned: the flows of their cells at their positions.
struct FlowedRows {
  struct Cell {
    var flow: CellFlow
    var x: Length
    /// The top of its content, from that of the rows.
    var top: Length
  }

  /// A background or a frame behind the text, or a rule.
  struct Panel {
    var frame: VFrame
    var top: Length
    var bottom: Length
  }

  struct Rule {
    /// Its upper edge counts downwards from zero at the rows' top.
    var rect: Rect
    var color: Color
  }

  var cells: [Cell] = []
  /// Behind all cells.
  var grounds: [Panel] = []
  var rules: [Rule] = []
  /// The boundaries between rows.
  var edges: [Length] = []
  var height = Length.zero

  // MARK: Splitting

  /// Positions where a page may end, in order. Most are where no cell has a line across. If there is none for a while, a line
  /// across the end of another cell's line is moved down past it.
  ///
  /// - Parameter gap: The largest distance between such positions.
  mutating func cuts(gap: Length) -> [Length] {
    var cuts: [Length] = []
    /// For each cell: the next part, how far it has moved, and where the previous part ends.
    var states = [(next: Int, shift: Length, end: Length)](repeating: (0, .zero, .zero), count: cells.count)
    let leader = cells.indices.max { (cells[$0].flow.height, -$0) < (cells[$1].flow.height, -$1) }
    var waiting = edges[...]
    func top(_ cell: Int) -> Length? {
      let state = states[cell]
      return state.next < cells[cell].flow.parts.count ? cells[cell].top + cells[cell].flow.parts[state.next].top + state.shift : nil
    }
    while true {
      let nextTop = cells.indices.compactMap { top($0) }.min()
      guard let y = [nextTop, waiting.first].compactMap(\.self).min() else { break }
      let isEdge = waiting.first == y
      if isEdge { waiting.removeFirst() }
      let crossing = cells.indices.filter { states[$0].end > y }
      // Rows with cells that span several of them are split between rows, other rows between lines of their longest cell.
      let isForced = (edges.isEmpty ? leader.map { top($0) == y } ?? false : isEdge) && y - (cuts.last ?? .zero) >= gap
      if crossing.isEmpty || isForced && crossing.allSatisfy({ cells[$0].flow.parts[states[$0].next - 1].height <= gap }) {
        for cell in crossing {
          let number = states[cell].next - 1
          let distance = y - (cells[cell].top + cells[cell].flow.parts[number].top)
          cells[cell].flow.parts[number].move(by: distance)
          states[cell].shift += distance
          states[cell].end += distance
        }
        // Above the first line there is nothing but the head, which would stand alone.
        if y > .zero, cuts.last != y, isEdge || states.contains(where: { $0.next > 0 }) { cuts.append(y) }
      }
      for cell in cells.indices where top(cell) == y {
        let number = states[cell].next
        cells[cell].flow.parts[number].move(by: states[cell].shift)
        states[cell].end = cells[cell].top + cells[cell].flow.parts[number].bottom
        states[cell].next += 1
      }
    }
    let end = states.map(\.end).max() ?? .zero
    if end > height {
      for index in grounds.indices where grounds[index].bottom == height { grounds[index].bottom = end }
      height = end
    }
    return cuts.filter { $0 < height }
  }

  /// Panels of the cells' own frames, outer ones first, and their horizontal offsets.
  private func frames() -> [Panel] {
    var out = grounds
    for cell in cells {
      var open: [(index: Int32, slot: Int)] = []
      walk(cell) { node, y in
        switch node {
        case .beginFrame(let index):
          var frame = cell.flow.list.frames[Int(index)]
          frame.x += cell.x
          open.append((index, out.count))
          out.append(Panel(frame: frame, top: y, bottom: y))
        case .endFrame(let index):
          guard let position = open.lastIndex(where: { $0.index == index }) else { return }
          out[open.remove(at: position).slot].bottom = y + cell.flow.list.frames[Int(index)].paddingBottom
        default: break
        }
      }
    }
    return out.filter { $0.bottom > $0.top && $0.frame.isSeen }
  }

  /// Visits a cell's boxes and frames, each with its top.
  private func walk(_ cell: Cell, _ visit: (VNode, Length) -> Void) {
    for part in cell.flow.parts {
      var y = cell.top + part.top
      for index in part.nodes {
        let node = cell.flow.list.nodes[index]
        visit(node, y)
        y += cell.flow.list.height(of: node)
      }
    }
  }

  // MARK: Output

  /// A cell's box at its position.
  private struct PlacedBox {
    var box: VBox
    var cell: Int
    var top: Length
  }

  private func boxes() -> [PlacedBox] {
    var out: [PlacedBox] = []
    for (number, cell) in cells.enumerated() {
      walk(cell) { node, y in if case .box(let box) = node { out.append(PlacedBox(box: box, cell: number, top: y)) } }
    }
    return out
  }

  /// All in one ink, the reference point at a distance from the top.
  func packed(baseline: Length) -> Ink {
    var ink = Ink()
    for panel in frames() { panel.draw(onto: &ink, baseline: baseline) }
    append(rules[...], to: &ink, baseline: baseline)
    for box in boxes() { append(box, to: &ink, baseline: baseline) }
    for panel in frames() where panel.frame.overlay >= 0 { panel.mark(panel.frame.overlay, in: &ink, baseline: baseline) }
    return ink
  }

  private func append(_ placed: PlacedBox, to ink: inout Ink, baseline: Length) {
    let (cell, box) = (cells[placed.cell], placed.box)
    ink.append(
      Int(box.items.lowerBound)..<Int(box.items.upperBound), of: cell.flow.list.inks[Int(box.ink)], dx: cell.x + box.x,
      dy: baseline - placed.top - box.height)
  }

  private func append(_ rules: ArraySlice<Rule>, to ink: inout Ink, baseline: Length) {
    guard !rules.isEmpty else { return }
    ink.items.append(.content(.artifact))
    for rule in rules { ink.items.append(.rule(rule.rect.moved(.zero, baseline), rule.color)) }
  }

  /// Boxes one below the other, between which pages may end.
  ///
  /// - Parameter room: The space above text at the top of a page.
  mutating func append(to list: inout VList, width: Length, x: Length, leading: Length, room: Length) {
    let cuts = cuts(gap: leading * 5)
    let frames = frames()
    var events: [(y: Length, frame: Int, begins: Bool)] = []
    for (number, panel) in frames.enumerated() { events += [(panel.top, number, true), (panel.bottom, number, false)] }
    // Frames end before others begin, inner ones first.
    events.sort {
      ($0.y, $0.begins ? 1 : 0, $0.begins ? $0.frame : -$0.frame) < ($1.y, $1.begins ? 1 : 0, $1.begins ? $1.frame : -$1.frame)
    }
    let first = Int32(list.frames.count)
    for panel in frames {
      var frame = panel.frame
      frame.x += x
      (frame.padding, frame.paddingBottom, frame.head, frame.closing) = (.zero, .zero, nil, nil)
      list.frames.append(frame)
    }
    var boxes = boxes().sorted { ($0.top, $0.cell) < ($1.top, $1.cell) }[...]
    var rules = rules.sorted { $0.rect.y > $1.rect.y }[...]
    var y = Length.zero
    var above = Length.zero
    func appendBox(to bottom: Length, isLast: Bool) {
      guard bottom > y || above > .zero || isLast else { return }
      var ink = Ink()
      let ruleEnd = rules.firstIndex { !isLast && -$0.rect.y >= bottom } ?? rules.endIndex
      append(rules[..<ruleEnd], to: &ink, baseline: bottom)
      rules = rules[ruleEnd...]
      let end = boxes.firstIndex { !isLast && $0.top >= bottom } ?? boxes.endIndex
      for box in boxes[..<end].sorted(by: { ($0.cell, $0.top) < ($1.cell, $1.top) }) { append(box, to: &ink, baseline: bottom) }
      boxes = boxes[end...]
      list.append(ink, height: bottom - y + above, depth: .zero, width: width, x: x)
      above = .zero
      y = bottom
    }
    var next = events[...]
    for (number, cut) in (cuts + [height]).enumerated() {
      let isLast = number == cuts.count
      while let event = next.first, event.y < cut || event.y == cut && !event.begins || isLast {
        appendBox(to: min(event.y, height), isLast: false)
        list.nodes.append(event.begins ? .beginFrame(first + Int32(event.frame)) : .endFrame(first + Int32(event.frame)))
        next.removeFirst()
      }
      appendBox(to: cut, isLast: isLast)
      guard !isLast else { break }
      list.nodes.append(.penalty(edges.contains(cut) ? 20 : 150))
      // The space above the next part is visible only at the top of a page.
      list.nodes.append(.glue(Glue(-room)))
      above = room
    }
  }
}

extension FlowedRows.Panel {
  /// Marks where a drawing of the document appears.
  fileprivate func mark(_ drawing: Int32, in ink: inout Ink, baseline: Length) {
    ink.marks.append(.drawing(drawing))
    ink.items.append(
      .mark(Int32(ink.marks.count - 1), Rect(x: frame.x, y: baseline - bottom, width: frame.width, height: bottom - top)))
  }

  fileprivate func draw(onto ink: inout Ink, baseline: Length) {
    let rect = Rect(x: frame.x, y: baseline - bottom, width: frame.width, height: bottom - top)
    if frame.fill != nil || frame.border != nil {
      ink.items.append(
        .panel(Panel(rect: rect, radius: frame.radius, fill: frame.fill, border: frame.border, borderWidth: frame.borderWidth)))
    }
    ink.items += frame.edges.isEmpty ? [] : frame.edges.rules(in: rect)
    if frame.backdrop >= 0 { mark(frame.backdrop, in: &ink, baseline: baseline) }
    if let bar = frame.bar {
      let x = frame.barIsAtRight ? rect.x + rect.width - bar.width : rect.x
      ink.items.append(.rule(Rect(x: x, y: rect.y, width: bar.width, height: rect.height), bar.color))
    }
  }
}

extension VFrame {
  /// False if it only carries a table's head over the pages.
  fileprivate var isSeen: Bool { fill != nil || border != nil || bar != nil || !edges.isEmpty || overlay >= 0 || backdrop >= 0 }
}
