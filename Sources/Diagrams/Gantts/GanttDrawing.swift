/// Draws tasks as bars over an axis of times, a row for each.
struct GanttDrawing {
  let gantt: Gantt
  let type: DiagramType
  private var canvas: DiagramCanvas
  private let from: DiagramTime
  private let to: DiagramTime
  /// The left edge of the chart, its width, the height of a row.
  private var left = 0.0
  private var wide: Double { 34 * type.size }
  private var row: Double { 1.9 * type.size }

  init(_ gantt: Gantt, in type: DiagramType) {
    (self.gantt, self.type, canvas) = (gantt, type, DiagramCanvas(type))
    let start = gantt.tasks.map(\.start).min() ?? DiagramTime(0)
    let end = gantt.tasks.map(\.end).max() ?? start
    (from, to) = (start, end > start ? end : DiagramTime(start.seconds + 1))
  }

  private func x(_ time: DiagramTime) -> Double { left + (time.seconds - from.seconds) / (to.seconds - from.seconds) * wide }

  mutating func draw() -> DiagramPicture {
    let em = type.size
    let names = gantt.sections.map { DiagramLabel($0, in: type, measure: 8 * em) }
    left = names.isEmpty ? 0 : (names.map(\.width).max() ?? 0) + em
    let rows = self.rows()
    let count = (rows.max() ?? 0) + 1
    drawSections(names, rows)
    drawAxis(below: Double(count) * row)
    // Marks over the whole chart lie behind bars.
    for task in gantt.tasks where task.isMark { drawMark(task, below: Double(count) * row) }
    var taken: [Int: Double] = [:]
    for (task, number) in zip(gantt.tasks, rows) where !task.isMark {
      draw(task, top: Double(number) * row, next: nextStart(after: task, in: number, rows), &taken, number)
    }
    return canvas.picture(title: gantt.title)
  }

  /// The row of each task; marks have no row.
  private func rows() -> [Int] {
    var (next, rows): (Int, [Int]) = (0, [])
    var section: Int?
    /// Where the tasks of the section's rows end.
    var ends: [(row: Int, end: DiagramTime)] = []
    for task in gantt.tasks {
      if task.section != section { (section, ends) = (task.section, []) }
      if task.isMark {
        rows.append(max(0, next - 1))
      } else if gantt.isCompact, let free = ends.firstIndex(where: { $0.end <= task.start }) {
        rows.append(ends[free].row)
        ends[free].end = task.end
      } else {
        rows.append(next)
        ends.append((next, task.end))
        next += 1
      }
    }
    return rows
  }

  private func nextStart(after task: Gantt.Task, in row: Int, _ rows: [Int]) -> Double? {
    guard gantt.isCompact else { return nil }
    return zip(gantt.tasks, rows).filter { $0.1 == row && $0.0.start >= task.end && !$0.0.isMark }.map { x($0.0.start) }.min()
  }

  private mutating func drawSections(_ names: [DiagramLabel], _ rows: [Int]) {
    for (number, name) in names.enumerated() {
      let own = zip(gantt.tasks, rows).filter { $0.0.section == number && !$0.0.isMark }.map(\.1)
      guard let first = own.min(), let last = own.max() else { continue }
      let (top, high) = (Double(first) * row, Double(last - first + 1) * row)
      let fill = number % 2 == 0 ? "#f0f3f7" : "#faf8f3"
      canvas.rectangle(0, top, left + wide, high, DiagramCanvas.Pen(fill: fill, stroke: "none"))
      canvas.label(name, 0.4 * type.size, top + high / 2, anchor: .start, isBold: true)
    }
  }

  // MARK: Tasks

  private mutating func draw(_ task: Gantt.Task, top: Double, next: Double?, _ taken: inout [Int: Double], _ number: Int) {
    let em = type.size
    let (start, end) = (x(task.start), max(x(task.end), x(task.start) + 0.2 * em))
    let (high, middle) = (0.72 * row, top + row / 2)
    let pen = DiagramCanvas.Pen(
      fill: task.isDone ? "#d9dce1" : task.isActive ? "#cfe0f3" : "#9db8d6", stroke: task.isCritical ? "#b3403a" : "#5b7796",
      width: task.isCritical ? 1.4 : DiagramCanvas.strokeWidth)
    let label = DiagramLabel(task.text, in: type, measure: nil)
    var inside = end - start
    var (first, last) = (start, end)
    if task.isMilestone {
      let center = (start + x(task.end)) / 2
      let half = high / 2
      canvas.polygon(
        [
          DiagramPoint(center, middle - half), DiagramPoint(center + half, middle), DiagramPoint(center, middle + half),
          DiagramPoint(center - half, middle),
        ], pen)
      (first, last, inside) = (center - half, center + half, 0)
    } else {
      canvas.rectangle(start, top + (row - high) / 2, end - start, high, radius: 0.2 * em, pen)
    }
    defer { taken[number] = last }
    let room = (next ?? max(left + wide, last + label.width + em)) - last - 0.4 * em
    let fitsLeft = first - label.width - 0.8 * em > (taken[number] ?? left)
    let overhangs = last + 0.4 * em + label.width > left + wide
    if label.width + 0.6 * em <= inside {
      canvas.label(label, (first + last) / 2, middle)
    } else if label.width <= room, !overhangs || !fitsLeft {
      canvas.label(label, last + 0.4 * em, middle, anchor: .start)
      last += 0.4 * em + label.width
    } else {
      canvas.label(label, first - 0.4 * em, middle, anchor: .end)
    }
  }

  private mutating func drawMark(_ task: Gantt.Task, below: Double) {
    let place = x(task.start)
    canvas.line(place, 0, place, below + 2.2 * type.size, DiagramCanvas.Pen(stroke: "#b3403a", width: 1.2))
    let label = DiagramLabel(task.text, in: type, measure: nil)
    let anchor: DiagramCanvas.Anchor = place + label.width / 2 > left + wide ? .end : place - label.width / 2 < 0 ? .start : .middle
    canvas.label(label, place, below + 2.8 * type.size, anchor: anchor, isItalic: true)
  }

  // MARK: The axis

  private static let steps: [(String, String)] = [
    ("1s", "%H:%M:%S"), ("5s", "%H:%M:%S"), ("15s", "%H:%M:%S"), ("30s", "%H:%M:%S"), ("1m", "%H:%M"), ("5m", "%H:%M"), ("15m", "%H:%M"),
    ("30m", "%H:%M"), ("1h", "%H:%M"), ("3h", "%H:%M"), ("6h", "%m-%d %H:%M"), ("12h", "%m-%d %H:%M"), ("1d", "%Y-%m-%d"),
    ("2d", "%Y-%m-%d"),
    ("1w", "%Y-%m-%d"), ("2w", "%Y-%m-%d"), ("1M", "%Y-%m-%d"), ("3M", "%Y-%m-%d"), ("6M", "%Y-%m-%d"), ("1y", "%Y"), ("2y", "%Y"),
    ("5y", "%Y"),
    ("10y", "%Y"), ("50y", "%Y"), ("100y", "%Y"), ("1000y", "%Y"),
  ]

  private mutating func drawAxis(below: Double) {
    let em = type.size
    for (time, text) in ticks() {
      let place = x(time)
      canvas.line(place, 0, place, below + 0.3 * em, DiagramCanvas.Pen(stroke: "#c8ccd2", width: 0.5))
      let label = DiagramLabel(text, in: type, measure: nil)
      canvas.label(label, max(place, label.width * 0.425), below + em, scale: 0.85)
    }
    canvas.line(left, below, left + wide, below)
  }

  /// As many as have room beside each other.
  private func ticks() -> [(DiagramTime, String)] {
    if let tick = gantt.tick, let found = ticks(every: tick, gantt.axisForm ?? "%Y-%m-%d"), isRoomy(found) { return found }
    for (step, form) in Self.steps {
      guard let duration = DiagramDuration(step), let found = ticks(every: duration, gantt.axisForm ?? form), isRoomy(found) else {
        continue
      }
      return found
    }
    return [(from, from.written(gantt.axisForm ?? "%Y-%m-%d"))]
  }

  private func isRoomy(_ ticks: [(DiagramTime, String)]) -> Bool {
    zip(ticks, ticks.dropFirst()).allSatisfy { first, second in
      x(second.0) - x(first.0) >= 0.85 * (type.width(of: first.1) + type.width(of: second.1)) / 2 + 0.5 * type.size
    }
  }

  /// Nil for far too many.
  private func ticks(every step: DiagramDuration, _ form: String) -> [(DiagramTime, String)]? {
    let length = step.months > 0 ? Double(step.months) * 2_592_000 : step.seconds
    guard length > 0, (to.seconds - from.seconds) / length < 60 else { return nil }
    var time: DiagramTime
    if step.months > 0 {
      let (year, month, _) = from.date
      let all = (year * 12 + month - 1) / step.months * step.months
      time = DiagramTime(year: all / 12, month: all % 12 + 1, day: 1)
    } else if step.seconds.truncatingRemainder(dividingBy: 604_800) == 0 {
      let day = DiagramTime(Double(from.days) * 86_400)
      time = DiagramTime(day.seconds - Double((day.weekday - gantt.weekStart + 7) % 7) * 86_400)
    } else {
      time = DiagramTime((from.seconds / step.seconds).rounded(.down) * step.seconds)
    }
    var found: [(DiagramTime, String)] = []
    while time <= to, found.count < 100 {
      if time >= from { found.append((time, time.written(form))) }
      time = step.after(time)
    }
    return found.isEmpty ? nil : found
  }
}
