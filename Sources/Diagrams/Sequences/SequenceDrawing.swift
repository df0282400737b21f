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
  private var active: [[Double]]
  private var blocks: [(kind: String, text: DiagramLabel, top: Double, dividers: [(Double, DiagramLabel)])] = []
  private var number = 0
  /// What is drawn over the lines of participants.
  private var bars: [(column: Int, depth: Int, top: Double, bottom: Double)] = []
  private var frames: [(depth: Int, kind: String, text: DiagramLabel, top: Double, bottom: Double, dividers: [(Double, DiagramLabel)])] = []

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
    let margin = 0.8 * em * Double(sequence.steps.contains { if case .begin = $0 { true } else { false } } ? 4 : 0)
    for index in heads.indices {
      guard let before = columns.last else {
        columns.append(left + margin)
        continue
      }
      var x = before + (widths[index - 1] + widths[index]) / 2 + 1.5 * em
      for (first, width) in needs[index] { x = max(x, columns[first] + width) }
      columns.append(x)
    }
    canvas.reach((columns.last ?? 0) + max(right, (widths.last ?? 0) / 2) + margin, 0)
  }

  // MARK: Drawing

  mutating func draw() -> String {
    headHeight = (heads.map(\.height).max() ?? 0) + (sequence.participants.contains { $0.isActor } ? 3.2 * em : em)
    y = headHeight + 1.2 * em
    var drawing = self
    for step in sequence.steps { drawing.walk(step) }
    for column in heads.indices { while !drawing.active[column].isEmpty { drawing.deactivate(column) } }
    // Frames and lines first: what is written stands on them.
    y = drawing.y + 0.6 * em
    (bars, frames) = (drawing.bars, drawing.frames)
    drawFrames()
    for (column, head) in heads.enumerated() {
      canvas.line(columns[column], headHeight, columns[column], y, DiagramCanvas.Pen(stroke: "#9aa0a6", width: 0.6))
      drawHead(column, head, top: 0)
      drawHead(column, head, top: y)
    }
    for bar in bars {
      let x = columns[bar.column] - 0.4 * em + Double(bar.depth) * 0.35 * em
      canvas.rectangle(x, bar.top, 0.8 * em, max(bar.bottom - bar.top, 0.5 * em), DiagramCanvas.Pen(fill: "#e8ebef", width: 0.6))
    }
    let end = y + headHeight
    y = headHeight + 1.2 * em
    bars = []
    for step in sequence.steps { walk(step) }
    canvas.reach(0, end)
    return canvas.svg(title: sequence.title)
  }

  private mutating func drawHead(_ column: Int, _ label: DiagramLabel, top: Double) {
    let x = columns[column]
    guard sequence.participants[column].isActor else {
      let width = max(label.width + 1.6 * em, 5 * em)
      canvas.rectangle(x - width / 2, top, width, headHeight, radius: 2, DiagramCanvas.Pen(fill: DiagramCanvas.paper))
      return canvas.label(label, x, top + headHeight / 2)
    }
    let pen = DiagramCanvas.Pen(fill: "#ffffff", width: 0.8)
    canvas.ellipse(x, top + 0.5 * em, 0.45 * em, 0.45 * em, pen)
    canvas.line(x, top + 0.95 * em, x, top + 1.9 * em, pen)
    canvas.line(x - 0.8 * em, top + 1.25 * em, x + 0.8 * em, top + 1.25 * em, pen)
    canvas.line(x, top + 1.9 * em, x - 0.6 * em, top + 2.7 * em, pen)
    canvas.line(x, top + 1.9 * em, x + 0.6 * em, top + 2.7 * em, pen)
    canvas.label(label, x, top + headHeight - label.height / 2 - 0.1 * em)
  }

  private mutating func deactivate(_ column: Int) {
    guard let top = active[column].popLast() else { return }
    bars.append((column, active[column].count, top, y - 0.6 * em))
  }

  private mutating func walk(_ step: Sequence.Step) {
    switch step {
    case .message(let from, let to, let text, let isDashed, let start, let end): message(from, to, text, isDashed, start, end)
    case .note(let side, let first, let last, let text): note(side, first, last, text)
    case .activate(let column): active[column].append(y - 0.6 * em)
    case .deactivate(let column): deactivate(column)
    case .begin(let kind, let text):
      let label = kind == "rect" ? DiagramLabel("", in: type, measure: nil) : self.label(text.isEmpty ? "" : "[\(text)]")
      blocks.append((kind == "rect" ? "rect \(text)" : kind, label, y, []))
      y += kind == "rect" ? 0.8 * em : max(label.height, type.leading) + 1.1 * em
    case .divide(let text):
      let label = self.label(text.isEmpty ? "" : "[\(text)]")
      if !blocks.isEmpty { blocks[blocks.count - 1].dividers.append((y, label)) }
      y += label.height + 0.9 * em
    case .end:
      guard let block = blocks.popLast() else { return }
      frames.append((blocks.count, block.kind, block.text, block.top, y, block.dividers))
      y += 0.9 * em
    }
  }

  /// From the middle of a column to the right side of its bars.
  private func side(_ column: Int) -> Double { active[column].isEmpty ? 0 : (0.4 + 0.35 * Double(active[column].count - 1)) * em }

  private mutating func message(_ from: Int, _ to: Int, _ text: String, _ isDashed: Bool, _ start: Graph.Head, _ end: Graph.Head) {
    let label = label(text)
    var pen = DiagramCanvas.Pen(width: 0.8)
    if isDashed { pen.dash = "2.5 2" }
    if from == to {
      let x = columns[from] + side(from)
      let n = DiagramCanvas.number
      let (top, bottom) = (y, y + max(1.6 * em, label.height))
      canvas.label(label, x + 2.4 * em, (top + bottom) / 2, anchor: .start)
      canvas.path("M\(n(x)) \(n(top))H\(n(x + 1.8 * em))V\(n(bottom))H\(n(x + 0.6 * em))", pen)
      canvas.head(end, at: DiagramPoint(x, bottom), towards: DiagramPoint(-1, 0))
      drawNumber(columns[from], top)
      y = bottom + 1.3 * em
      return
    }
    let sign = from < to ? 1.0 : -1.0
    y += label.height + 0.2 * em
    let a = columns[from] + (sign > 0 ? side(from) : active[from].isEmpty ? 0 : -0.4 * em)
    let b = columns[to] - (sign > 0 ? (active[to].isEmpty ? 0 : 0.4 * em) : -side(to))
    canvas.label(label, (columns[from] + columns[to]) / 2, y - label.height / 2 - 0.35 * em)
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
    canvas.rectangle(x, top, width, height, DiagramCanvas.Pen(fill: "#fffbe6", stroke: "#a89f6a"))
    canvas.label(label, x + width / 2, top + height / 2)
    y = top + height + 1.1 * em
  }

  private mutating func drawFrames() {
    let right = canvas.width
    for frame in frames.sorted(by: { ($0.depth, $0.top) < ($1.depth, $1.top) }) {
      let side = Double(min(frame.depth, 5)) * 0.6 * em
      let (x, width) = (side, right - 2 * side)
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
        canvas.line(x, y - 0.5 * em, x + width, y - 0.5 * em, DiagramCanvas.Pen(stroke: "#9aa0a6", width: 0.6, dash: "2.5 2"))
        canvas.label(label, x + 0.6 * em, y + label.height / 2 - 0.3 * em, anchor: .start, isItalic: true)
      }
    }
  }
}

extension Substring {
  /// `rgb(1, 2, 3)` with its commas.
  fileprivate var replacingCommas: String { String(filter { $0 != " " }) }
}
