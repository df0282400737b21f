/// Draws a journey: a column for each step, who takes it, and below how it is liked, as a line from step to step.
struct JourneyDrawing {
  let journey: Journey
  let type: DiagramType
  private var canvas: DiagramCanvas

  init(_ journey: Journey, in type: DiagramType) { (self.journey, self.type, canvas) = (journey, type, DiagramCanvas(type)) }

  private static let colors = ["#3b6ea5", "#c1663f", "#4f8a5b", "#8a6aa3", "#a88a2f", "#5b8f9c", "#9c4f6b", "#6b6f7b"]
  private func color(_ person: Int) -> String { Self.colors[person % Self.colors.count] }
  private func tint(_ index: Int) -> String {
    TimelineDrawing.tints[(journey.steps[index].section ?? 0) % TimelineDrawing.tints.count]
  }

  mutating func draw() -> DiagramPicture {
    let em = type.size
    let gap = 0.6 * em
    let labels = journey.steps.map { DiagramLabel($0.text, in: type, measure: 7 * em) }
    let widths = zip(labels, journey.steps).map { label, step in max(label.width + em, Double(step.people.count) * 0.9 * em + em, 4 * em) }
    var x = 1.6 * em
    let lefts = widths.map { width in
      defer { x += width + gap }
      return x
    }
    let wide = x - gap
    var top = drawPeople(1.6 * em, within: max(wide, 24 * em))
    top = drawSections(lefts, widths, top)
    let high = (labels.map(\.height).max() ?? 0) + 0.8 * em
    for (index, label) in labels.enumerated() {
      canvas.rectangle(lefts[index], top, widths[index], high, radius: 0.25 * em, DiagramCanvas.Pen(fill: tint(index)))
      canvas.label(label, lefts[index] + widths[index] / 2, top + high / 2)
    }
    drawScores(lefts, widths, top + high, wide)
    return canvas.picture(title: journey.title)
  }

  /// Names with their dots.
  ///
  /// - Returns: Where the sections begin.
  private mutating func drawPeople(_ left: Double, within wide: Double) -> Double {
    guard !journey.people.isEmpty else { return 0 }
    let em = type.size
    var (x, y) = (left, 0.6 * em)
    for (number, name) in journey.people.enumerated() {
      let label = DiagramLabel(name, in: type, measure: nil)
      if x > left, x + label.width + 1.2 * em > wide { (x, y) = (left, y + 1.4 * em) }
      canvas.ellipse(x + 0.35 * em, y, 0.35 * em, 0.35 * em, DiagramCanvas.Pen(fill: color(number), stroke: "none"))
      canvas.label(label, x + 1.1 * em, y, anchor: .start)
      x += label.width + 2.2 * em
    }
    return y + 1.3 * em
  }

  private mutating func drawSections(_ lefts: [Double], _ widths: [Double], _ top: Double) -> Double {
    var bands: [(section: Int, left: Double, right: Double)] = []
    for (index, step) in journey.steps.enumerated() {
      guard let section = step.section else { continue }
      if bands.last?.section == section {
        bands[bands.count - 1].right = lefts[index] + widths[index]
      } else {
        bands.append((section, lefts[index], lefts[index] + widths[index]))
      }
    }
    guard !bands.isEmpty else { return top }
    let labels = bands.map {
      DiagramLabel(journey.sections[$0.section], in: type, measure: max($0.right - $0.left - 0.6 * type.size, 2 * type.size))
    }
    let high = (labels.map(\.height).max() ?? 0) + 0.6 * type.size
    for (band, label) in zip(bands, labels) {
      canvas.rectangle(
        band.left, top, band.right - band.left, high,
        DiagramCanvas.Pen(fill: TimelineDrawing.tints[band.section % TimelineDrawing.tints.count]))
      canvas.label(label, (band.left + band.right) / 2, top + high / 2, isBold: true)
    }
    return top + high + 0.5 * type.size
  }

  /// Five lines for the scores, a face for each step.
  private mutating func drawScores(_ lefts: [Double], _ widths: [Double], _ top: Double, _ wide: Double) {
    let em = type.size
    let first = top + 2.4 * em
    func height(_ score: Int) -> Double { first + Double(5 - score) * 1.9 * em }
    for score in 1...5 {
      canvas.line(1.6 * em, height(score), wide, height(score), DiagramCanvas.Pen(stroke: "#d9dce1", width: 0.5))
      canvas.label(DiagramLabel("\(score)", in: type, measure: nil), 1.1 * em, height(score), anchor: .end)
    }
    let points = journey.steps.indices.map { DiagramPoint(lefts[$0] + widths[$0] / 2, height(journey.steps[$0].score)) }
    for (index, point) in points.enumerated() {
      canvas.line(point.x, top, point.x, point.y, DiagramCanvas.Pen(stroke: "#a9aeb6", width: 0.5, dash: [2, 2]))
      let people = journey.steps[index].people
      for (place, person) in people.enumerated() {
        let x = point.x + (Double(place) - Double(people.count - 1) / 2) * 0.9 * em
        canvas.ellipse(x, top + 0.8 * em, 0.35 * em, 0.35 * em, DiagramCanvas.Pen(fill: color(person), stroke: "#ffffff", width: 0.5))
      }
    }
    canvas.polygon(points, isClosed: false, DiagramCanvas.Pen(stroke: "#a9aeb6", width: 1))
    for (index, point) in points.enumerated() { drawFace(journey.steps[index].score, point) }
    canvas.reach(wide, height(1) + 0.9 * em)
  }

  private mutating func drawFace(_ score: Int, _ at: DiagramPoint) {
    let em = type.size
    let fill = ["#e9a79c", "#f0c9a0", "#f5e6a8", "#d3e3a9", "#a9d3a5"][score - 1]
    canvas.ellipse(at.x, at.y, 0.75 * em, 0.75 * em, DiagramCanvas.Pen(fill: fill))
    for side in [-1.0, 1] {
      canvas.ellipse(
        at.x + side * 0.25 * em, at.y - 0.2 * em, 0.07 * em, 0.07 * em, DiagramCanvas.Pen(fill: DiagramCanvas.ink, stroke: "none"))
    }
    // The middle of the mouth is below its corners, or above them.
    let (corner, middle) = (at.y + (0.28 - 0.04 * Double(score - 3)) * em, at.y + (0.28 + 0.16 * Double(score - 3)) * em)
    var mouth = DiagramPath([DiagramPoint(at.x - 0.35 * em, corner)])
    mouth.bend(DiagramPoint(at.x, middle), to: DiagramPoint(at.x + 0.35 * em, corner))
    canvas.path(mouth, DiagramCanvas.Pen(width: 0.9))
  }
}
