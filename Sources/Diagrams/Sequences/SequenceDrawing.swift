/// Draws a sequence: columns as wide as their messages, steps below each other.
struct SequenceDrawing {
  let sequence: Sequence
  let type: DiagramType
  private var canvas: DiagramCanvas
  private var heads: [DiagramLabel]
  /// The middle of each participant's column.
  private var columns: [Double] = []
  private var y = 0.0
  private var headHeight = 0.0
  private var boxHeight = 0.0
  private var active: [[Double]]
  private var blocks: [Frame] = []
  private var number = 0
  /// What is drawn over the lines of participants.
  private var bars: [(column: Int, depth: Int, top: Double, bottom: Double)] = []
  private var frames: [Frame] = []
  /// Where words are that no line runs through.
  private var words: [(left: Double, right: Double, top: Double, bottom: Double)] = []

  /// What is around some steps: a block, or a colour.
  private struct Frame {
    var depth: Int
    var kind: String
    var text: DiagramLabel
    var top: Double
    var bottom = 0.0
    var dividers: [(y: Double, text: DiagramLabel)] = []
    /// The extent of what is in it.
    var left = Double.infinity
    var right = -Double.infinity

    mutating func reach(_ left: Double, _ right: Double) { (self.left, self.right) = (min(self.left, left), max(self.right, right)) }
  }

  init(_ sequence: Sequence, in type: DiagramType) {
    (self.sequence, self.type, canvas) = (sequence, type, DiagramCanvas(type))
    heads = sequence.participants.map { DiagramLabel($0.text, in: type, measure: type.measure * 0.7) }
    active = Array(repeating: [], count: heads.count)
    number = sequence.numbers?.first ?? 0
    placeColumns()
  }

  private var em: Double { type.size }

  private func label(_ text: String) -> DiagramLabel { DiagramLabel(text, in: type, measure: type.measure * 1.4) }

  /// Each pair of columns is as far apart as the texts between them need.
  private mutating func placeColumns() {
    let count = heads.count
    let widths = heads.map { max($0.width + 1.6 * em, 5 * em) }
    var needs: [[(first: Int, width: Double)]] = Array(repeating: [], count: count + 1)
    var (left, right) = (widths.first.map { $0 / 2 } ?? 0, 0.0)
    func need(_ first: Int, _ last: Int, _ width: Double) {
      if last >= count {
        right = max(right, width)
      } else if first < 0 {
        left = max(left, width)
      } else {
        needs[last].append((first, width))
      }
    }
    for step in sequence.steps {
      switch step {
      case .message(let from, let to, let text, _, _, _):
        let width = label(text).width + 3 * em
        if from == to { need(from, from + 1, width + 2 * em) } else { need(min(from, to), max(from, to), width) }
      case .note(.left, let first, _, let text): need(first - 1, first, label(text).width + 3 * em)
      case .note(.right, let first, _, let text): need(first, first + 1, label(text).width + 3 * em)
      case .note(.over, let first, let last, let text):
        let width = label(text).width
        if first == last {
          need(first - 1, first, width / 2 + 2 * em)
          need(first, first + 1, width / 2 + 2 * em)
        } else {
          need(first, last, width)
        }
      default: break
      }
    }
    let margin = max(0, framesMargin - left)
    for index in heads.indices {
      guard let before = columns.last else {
        columns.append(left + margin)
        continue
      }
      var x = before + (widths[index - 1] + widths[index]) / 2 + 1.5 * em
      for (first, width) in needs[index] { x = max(x, columns[first] + width) }
      columns.append(x)
    }
    canvas.reach((columns.last ?? 0) + max(right, (widths.last ?? 0) / 2), 0)
  }

  /// From the first column to the outermost frame around it.
  private var framesMargin: Double {
    var (depth, most) = (0, 0)
    for step in sequence.steps {
      switch step {
      case .begin: depth += 1
      case .end: depth -= 1
      default: break
      }
      most = max(most, depth)
    }
    return most == 0 ? 0 : 1.8 * em + Double(most - 1) * 0.6 * em
  }

  // MARK: Drawing

  mutating func draw() -> DiagramPicture {
    boxHeight = (heads.map(\.height).max() ?? 0) + em
    headHeight = boxHeight + (sequence.participants.contains { $0.kind.hasFigure } ? 2.2 * em : 0)
    y = headHeight + 1.2 * em
    var drawing = self
    drawing.walk()
    for column in heads.indices { while !drawing.active[column].isEmpty { drawing.deactivate(column) } }
    // Frames and lines first: words are drawn over them.
    y = drawing.y + 0.6 * em
    (bars, frames, words) = (drawing.bars, drawing.frames, drawing.words)
    drawFrames()
    for (column, head) in heads.enumerated() {
      drawLine(of: column, to: y)
      drawHead(column, head, top: 0, isAbove: true)
      drawHead(column, head, top: y, isAbove: false)
    }
    for bar in bars {
      let x = columns[bar.column] - 0.4 * em + Double(bar.depth) * 0.35 * em
      canvas.rectangle(x, bar.top, 0.8 * em, max(bar.bottom - bar.top, 0.5 * em), DiagramCanvas.Pen(fill: "#e8ebef", width: 0.6))
    }
    let end = y + headHeight
    y = headHeight + 1.2 * em
    (bars, frames, words) = ([], [], [])
    walk()
    canvas.reach(0, end)
    return canvas.picture(title: sequence.title)
  }

  /// - Parameter isAbove: True above the lines: a box lower than the figures beside it is placed on its line.
  private mutating func drawHead(_ column: Int, _ label: DiagramLabel, top: Double, isAbove: Bool) {
    let (kind, x) = (sequence.participants[column].kind, columns[column])
    guard kind.hasFigure else {
      let headHeight = boxHeight
      let top = isAbove ? top + self.headHeight - headHeight : top
      let width = max(label.width + 1.6 * em, 5 * em)
      let pen = DiagramCanvas.Pen(fill: DiagramCanvas.paper)
      let back = kind == .collections ? 0.35 * em : 0
      if back > 0 { canvas.rectangle(x - width / 2 + back, top, width, headHeight - back, pen) }
      canvas.rectangle(x - width / 2, top + back, width, headHeight - back, radius: back > 0 ? 0 : 2, pen)
      return canvas.label(label, x, top + (headHeight + back) / 2)
    }
    canvas.figure(of: kind, x, top, em: em)
    canvas.label(label, x, top + headHeight - label.height / 2 - 0.1 * em)
  }

  /// The line of a participant, which leaves words out.
  private mutating func drawLine(of column: Int, to end: Double) {
    let x = columns[column]
    var start = headHeight
    let gaps = words.filter { $0.left < x && x < $0.right }.sorted { $0.top < $1.top }
    for (top, bottom) in gaps.map({ ($0.top, $0.bottom) }) + [(end, end)] {
      if top > start { canvas.line(x, start, x, top, DiagramCanvas.Pen(stroke: "#9aa0a6", width: 0.6)) }
      start = max(start, bottom)
    }
  }

  private mutating func deactivate(_ column: Int) {
    guard let top = active[column].popLast() else { return }
    bars.append((column, active[column].count, top, max(y - 1.3 * em, top + 0.5 * em)))
  }

  private mutating func walk() {
    for (index, step) in sequence.steps.enumerated() {
      switch step {
      case .message(let from, let to, let text, let isDashed, let start, let end):
        var activates = false
        if index + 1 < sequence.steps.count, case .activate(to) = sequence.steps[index + 1] { activates = true }
        message(from, to, text, isDashed, start, end, activates: activates)
      case .note(let side, let first, let last, let text): note(side, first, last, text)
      case .activate(let column): active[column].append(y - 1.3 * em)
      case .deactivate(let column): deactivate(column)
      case .begin(let kind, let text): open(kind, text)
      case .divide(let text):
        let label = self.label(text.isEmpty ? "" : "[\(text)]")
        if !blocks.isEmpty { blocks[blocks.count - 1].dividers.append((y, label)) }
        y += label.height + 0.9 * em
      case .end: close()
      }
    }
  }

  private mutating func open(_ kind: String, _ text: String) {
    let label = kind == "rect" ? DiagramLabel("", in: type, measure: nil) : self.label(text.isEmpty ? "" : "[\(text)]")
    blocks.append(Frame(depth: blocks.count, kind: kind == "rect" ? "rect \(text)" : kind, text: label, top: y))
    y += kind == "rect" ? 0.8 * em : max(label.height, type.leading) + 1.1 * em
  }

  private mutating func close() {
    guard var frame = blocks.popLast() else { return }
    frame.bottom = y
    if frame.left > frame.right { frame.reach((columns.first ?? 0) - 1.2 * em, (columns.last ?? 0) + 1.2 * em) }
    frame.reach(frame.left - 0.6 * em, frame.right + 0.6 * em)
    if !frame.kind.hasPrefix("rect") {
      let name = DiagramLabel(frame.kind, in: type, measure: nil)
      frame.right = max(frame.right, frame.left + name.width + frame.text.width + 2.4 * em)
      for divider in frame.dividers { frame.right = max(frame.right, frame.left + divider.text.width + 1.2 * em) }
      canvas.reach(frame.right, 0)
      let start = frame.left + name.width + 1.8 * em
      note(words: frame.text, from: start, top: frame.top + 0.1 * em)
      for divider in frame.dividers { note(words: divider.text, from: frame.left + 0.6 * em, top: divider.y - 0.3 * em) }
      words.append((frame.left, frame.left + name.width + 1.2 * em, frame.top, frame.top + type.leading + 0.2 * em))
    }
    frames.append(frame)
    if !blocks.isEmpty { blocks[blocks.count - 1].reach(frame.left, frame.right) }
    y += 0.9 * em
  }

  /// No line runs through these words.
  private mutating func note(words label: DiagramLabel, from left: Double, top: Double) {
    guard !label.isEmpty else { return }
    words.append((left - 0.2 * em, left + label.width + 0.2 * em, top, top + label.height))
  }

  /// What is drawn is within the blocks that are open.
  private mutating func reach(_ left: Double, _ right: Double) {
    if !blocks.isEmpty { blocks[blocks.count - 1].reach(left, right) }
  }

  /// From the middle of a column to the right side of its bars.
  private func side(_ column: Int) -> Double { active[column].isEmpty ? 0 : (0.4 + 0.35 * Double(active[column].count - 1)) * em }

  private mutating func message(
    _ from: Int, _ to: Int, _ text: String, _ isDashed: Bool, _ start: Graph.Head, _ end: Graph.Head, activates: Bool
  ) {
    let label = label(text)
    reach(columns[min(from, to)] - 1.2 * em, columns[max(from, to)] + 1.2 * em)
    var pen = DiagramCanvas.Pen(width: 0.8)
    if isDashed { pen.dash = [2.5, 2] }
    if from == to {
      let x = columns[from] + side(from)
      let (top, bottom) = (y, y + max(1.6 * em, label.height))
      canvas.label(label, x + 2.4 * em, (top + bottom) / 2, anchor: .start)
      reach(x, x + 2.4 * em + label.width)
      note(words: label, from: x + 2.4 * em, top: (top + bottom - label.height) / 2)
      let corner = x + 1.8 * em
      canvas.path(
        DiagramPath([DiagramPoint(x, top), DiagramPoint(corner, top), DiagramPoint(corner, bottom), DiagramPoint(x + 0.6 * em, bottom)]),
        pen)
      canvas.head(end, at: DiagramPoint(x, bottom), towards: DiagramPoint(-1, 0))
      drawNumber(columns[from], top)
      y = bottom + 1.3 * em
      return
    }
    let sign = from < to ? 1.0 : -1.0
    y += label.height + 0.2 * em
    let a = columns[from] + (sign > 0 ? side(from) : active[from].isEmpty ? 0 : -0.4 * em)
    // A message that makes another bar of a participant ends at that.
    let bars = active[to].count + (activates ? 1 : 0)
    let b = columns[to] - (sign > 0 ? (bars == 0 ? 0 : 0.4 * em) : bars == 0 ? 0 : -(0.4 + 0.35 * Double(bars - 1)) * em)
    let middle = (columns[from] + columns[to]) / 2
    canvas.label(label, middle, y - label.height / 2 - 0.35 * em)
    note(words: label, from: middle - label.width / 2, top: y - label.height - 0.35 * em)
    canvas.line(a + sign * GraphDrawing.length(start) * em, y, b - sign * GraphDrawing.length(end) * em, y, pen)
    canvas.head(start, at: DiagramPoint(a, y), towards: DiagramPoint(-sign, 0))
    canvas.head(end, at: DiagramPoint(b, y), towards: DiagramPoint(sign, 0))
    drawNumber(a, y)
    y += 1.3 * em
  }

  private mutating func drawNumber(_ x: Double, _ y: Double) {
    guard let numbers = sequence.numbers else { return }
    canvas.ellipse(x, y, 0.62 * em, 0.62 * em, DiagramCanvas.Pen(fill: DiagramCanvas.ink, stroke: "none"))
    var white = DiagramStyle()
    white.values["color"] = "#ffffff"
    canvas.label(DiagramLabel("\(number)", in: type, measure: nil), x, y, style: white, scale: 0.75)
    number += numbers.step
  }

  private mutating func note(_ side: Sequence.Side, _ first: Int, _ last: Int, _ text: String) {
    let label = label(text)
    var (width, height) = (label.width + 1.2 * em, label.height + 0.7 * em)
    let x: Double
    switch side {
    case .left: x = columns[first] - width - 0.7 * em
    case .right: x = columns[first] + 0.7 * em
    case .over:
      if first != last { width = max(width, columns[last] - columns[first] + 2 * em) }
      x = (columns[first] + columns[last] - width) / 2
    }
    height = max(height, 1.6 * em)
    let top = y - 0.3 * em
    reach(min(x, columns[first] - 1.2 * em), max(x + width, columns[last] + 1.2 * em))
    canvas.rectangle(x, top, width, height, DiagramCanvas.Pen(fill: "#fffbe6", stroke: "#a89f6a"))
    canvas.label(label, x + width / 2, top + height / 2)
    y = top + height + 1.1 * em
  }

  private mutating func drawFrames() {
    for frame in frames.sorted(by: { ($0.depth, $0.top) < ($1.depth, $1.top) }) {
      let (x, width) = (frame.left, frame.right - frame.left)
      if frame.kind.hasPrefix("rect") {
        let color = DiagramStyle("fill:" + frame.kind.dropFirst(5).replacingCommas)["fill"] ?? ""
        canvas.rectangle(
          x, frame.top, width, frame.bottom - frame.top, DiagramCanvas.Pen(fill: color.isEmpty ? "#f0f2f5" : color, stroke: "none"))
        continue
      }
      let pen = DiagramCanvas.Pen(fill: "none", stroke: "#9aa0a6", width: 0.6)
      canvas.rectangle(x, frame.top, width, frame.bottom - frame.top, pen)
      let name = DiagramLabel(frame.kind, in: type, measure: nil)
      canvas.rectangle(
        x, frame.top, name.width + 1.2 * em, type.leading + 0.2 * em, DiagramCanvas.Pen(fill: "#eef0f3", stroke: "#9aa0a6", width: 0.6))
      canvas.label(name, x + name.width / 2 + 0.6 * em, frame.top + type.leading / 2 + 0.1 * em, isBold: true)
      canvas.label(frame.text, x + name.width + 1.8 * em, frame.top + frame.text.height / 2 + 0.1 * em, anchor: .start, isItalic: true)
      for (y, label) in frame.dividers {
        canvas.line(x, y - 0.5 * em, x + width, y - 0.5 * em, DiagramCanvas.Pen(stroke: "#9aa0a6", width: 0.6, dash: [2.5, 2]))
        canvas.label(label, x + 0.6 * em, y + label.height / 2 - 0.3 * em, anchor: .start, isItalic: true)
      }
    }
  }
}

extension Substring {
  /// `rgb(1, 2, 3)` with its commas.
  fileprivate var replacingCommas: String { String(filter { $0 != " " }) }
}
