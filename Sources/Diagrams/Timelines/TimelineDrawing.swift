/// Draws a timeline: a column for each period, what happened in it below; or a row for each, where it goes down.
struct TimelineDrawing {
  let timeline: Timeline
  let type: DiagramType
  private var canvas: DiagramCanvas

  init(_ timeline: Timeline, in type: DiagramType) { (self.timeline, self.type, canvas) = (timeline, type, DiagramCanvas(type)) }

  /// Neighbouring sections, or periods without sections, differ in lightness.
  static let tints = ["#dbe6f1", "#e9e3d6", "#dde9de", "#e8dfea", "#f1e1dc", "#dfe8ea"]

  mutating func draw() -> DiagramPicture {
    if timeline.isVertical { drawDown() } else { drawAcross() }
    return canvas.picture(title: timeline.title)
  }

  private func tint(_ index: Int) -> String {
    Self.tints[(timeline.periods[index].section ?? index) % Self.tints.count]
  }

  private var gap: Double { 0.8 * type.size }

  // MARK: Across

  private mutating func drawAcross() {
    let em = type.size
    let measure = timeline.periods.count > 8 ? 7 * em : 9 * em
    let periods = timeline.periods.map { DiagramLabel($0.text, in: type, measure: measure) }
    let events = timeline.periods.map { $0.events.map { DiagramLabel($0, in: type, measure: measure) } }
    let widths = zip(periods, events).map { head, below in max(4 * em, ([head] + below).map(\.width).max() ?? 0) + em }
    var x = 0.0
    let lefts = widths.map { width in
      defer { x += width + gap }
      return x
    }
    let top = drawSections(lefts, widths)
    let high = (periods.map(\.height).max() ?? 0) + 0.8 * em
    let line = top + high + em
    canvas.line(0, line, x - gap + em, line, DiagramCanvas.Pen(width: 1.2))
    canvas.polygon(
      [DiagramPoint(x - gap + em, line - 0.3 * em), DiagramPoint(x - gap + 1.6 * em, line), DiagramPoint(x - gap + em, line + 0.3 * em)],
      DiagramCanvas.Pen(fill: DiagramCanvas.ink))
    for index in periods.indices {
      let middle = lefts[index] + widths[index] / 2
      canvas.rectangle(lefts[index], top, widths[index], high, radius: 0.25 * em, DiagramCanvas.Pen(fill: tint(index)))
      canvas.label(periods[index], middle, top + high / 2, isBold: true)
      canvas.line(middle, top + high, middle, line)
      canvas.ellipse(middle, line, 0.25 * em, 0.25 * em, DiagramCanvas.Pen(fill: DiagramCanvas.ink))
      var y = line + 1.2 * em
      if !events[index].isEmpty { canvas.line(middle, line, middle, y, DiagramCanvas.Pen(dash: [2, 2])) }
      for event in events[index] {
        let height = event.height + 0.6 * em
        canvas.rectangle(lefts[index], y, widths[index], height, radius: 0.25 * em, DiagramCanvas.Pen(fill: DiagramCanvas.paper))
        canvas.label(event, middle, y + height / 2)
        y += height + 0.5 * em
      }
    }
  }

  /// A band over the periods of each section.
  ///
  /// - Returns: Where the periods begin.
  private mutating func drawSections(_ lefts: [Double], _ widths: [Double]) -> Double {
    var bands: [(section: Int, left: Double, right: Double)] = []
    for (index, period) in timeline.periods.enumerated() {
      guard let section = period.section else { continue }
      if bands.last?.section == section {
        bands[bands.count - 1].right = lefts[index] + widths[index]
      } else {
        bands.append((section, lefts[index], lefts[index] + widths[index]))
      }
    }
    guard !bands.isEmpty else { return 0 }
    let labels = bands.map { DiagramLabel(timeline.sections[$0.section], in: type, measure: $0.right - $0.left - type.size) }
    let high = (labels.map(\.height).max() ?? 0) + 0.6 * type.size
    for (band, label) in zip(bands, labels) {
      let pen = DiagramCanvas.Pen(fill: Self.tints[band.section % Self.tints.count])
      canvas.rectangle(band.left, 0, band.right - band.left, high, pen)
      canvas.label(label, (band.left + band.right) / 2, high / 2, isBold: true)
    }
    return high + 0.6 * type.size
  }

  // MARK: Down

  private mutating func drawDown() {
    let em = type.size
    let periods = timeline.periods.map { DiagramLabel($0.text, in: type, measure: 9 * em) }
    let width = max(4 * em, periods.map(\.width).max() ?? 0) + em
    let line = width + 1.2 * em
    let left = line + 1.6 * em
    var y = 0.0
    var section: Int?
    for (index, period) in timeline.periods.enumerated() {
      if let own = period.section, own != section {
        let label = DiagramLabel(timeline.sections[own], in: type, measure: 24 * em)
        let wide = max(label.width + em, left + 10 * em)
        canvas.rectangle(0, y, wide, label.height + 0.5 * em, DiagramCanvas.Pen(fill: Self.tints[own % Self.tints.count]))
        canvas.label(label, wide / 2, y + label.height / 2 + 0.25 * em, isBold: true)
        y += label.height + 1.1 * em
        section = own
      }
      let events = period.events.map { DiagramLabel($0, in: type, measure: type.measure) }
      let head = periods[index].height + 0.8 * em
      let below = events.reduce(0) { $0 + $1.height + 0.9 * em }
      let middle = y + head / 2
      canvas.line(line, y, line, y + max(head, below) + 0.6 * em, DiagramCanvas.Pen(width: 1.2))
      canvas.rectangle(0, y, width, head, radius: 0.25 * em, DiagramCanvas.Pen(fill: tint(index)))
      canvas.label(periods[index], width / 2, middle, isBold: true)
      canvas.line(width, middle, line, middle)
      canvas.ellipse(line, middle, 0.25 * em, 0.25 * em, DiagramCanvas.Pen(fill: DiagramCanvas.ink))
      var place = y
      for event in events {
        let high = event.height + 0.5 * em
        canvas.rectangle(left, place, event.width + em, high, radius: 0.25 * em, DiagramCanvas.Pen(fill: DiagramCanvas.paper))
        canvas.label(event, left + event.width / 2 + 0.5 * em, place + high / 2)
        canvas.line(line, place + high / 2, left, place + high / 2, DiagramCanvas.Pen(dash: [2, 2]))
        place += high + 0.4 * em
      }
      y += max(head, below) + 0.6 * em
    }
  }
}
