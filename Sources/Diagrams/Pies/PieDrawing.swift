internal import Glibc

/// Draws a pie: its parts clockwise from the top in the order of the source, their names beside it.
struct PieDrawing {
  let pie: Pie
  let type: DiagramType
  private var canvas: DiagramCanvas

  init(_ pie: Pie, in type: DiagramType) { (self.pie, self.type, canvas) = (pie, type, DiagramCanvas(type)) }

  /// Neighbours differ in lightness, so that they differ in print too.
  private static let colors = [
    "#4e79a7", "#c6d5e6", "#76a5af", "#d9d2c5", "#8f7aa8", "#e3c7a1", "#5f8f6b", "#cfdccb", "#a8686a", "#e6d3d3", "#6b6f7b", "#c9ccd4",
  ]
  /// Of letters on the dark ones, which are the first, the third and so on.
  private static let onDark = DiagramStyle("color:#ffffff")
  /// Smaller parts have their share beside their name.
  private static let leastShare = 0.04

  mutating func draw() -> DiagramPicture {
    let em = type.size
    let radius = 7 * em
    let total = pie.parts.reduce(0) { $0 + $1.value }
    var from = 0.0
    for (number, part) in pie.parts.enumerated() {
      let share = part.value / total
      let pen = DiagramCanvas.Pen(fill: color(number), stroke: "#ffffff")
      if share > 0.9999 {
        canvas.ellipse(radius, radius, radius, radius, pen)
      } else {
        canvas.path(slice(from, from + share, radius), pen)
      }
      from += share
    }
    canvas.reach(2 * radius, 2 * radius)
    from = 0
    for (number, part) in pie.parts.enumerated() {
      let share = part.value / total
      if share >= Self.leastShare {
        let (x, y) = point(from + share / 2, share > 0.9999 ? 0 : 0.68 * radius, radius)
        let label = DiagramLabel(Self.percent(share), in: type, measure: nil)
        canvas.label(label, x, y, style: number % 2 == 0 ? Self.onDark : DiagramStyle())
      }
      from += share
    }
    drawLegend(left: 2 * radius + 2 * em, middle: radius, total: total)
    return canvas.picture(title: pie.title)
  }

  private static func percent(_ share: Double) -> String {
    share > 0 && share < 0.005 ? "<1%" : "\(Int(clamping: (100 * share).rounded()))%"
  }

  private mutating func drawLegend(left: Double, middle: Double, total: Double) {
    let em = type.size
    let labels = pie.parts.map { part in
      let share = part.value / total
      let name = pie.showsValues ? "\(part.text) [\(part.written)]" : part.text
      return DiagramLabel(share < Self.leastShare ? "\(name) (\(Self.percent(share)))" : name, in: type, measure: 1.4 * type.measure)
    }
    let height = labels.reduce(0) { $0 + $1.height + 0.4 * em }
    var y = max(0, middle - height / 2)
    for (number, label) in labels.enumerated() {
      let center = y + label.height / 2
      canvas.rectangle(left, center - 0.45 * em, 0.9 * em, 0.9 * em, DiagramCanvas.Pen(fill: color(number), stroke: "none"))
      canvas.label(label, left + 1.5 * em, center, anchor: .start)
      y += label.height + 0.4 * em
    }
  }

  private func color(_ number: Int) -> String { Self.colors[number % Self.colors.count] }

  /// A place on a circle within the pie; turns are counted clockwise from the top.
  private func point(_ turn: Double, _ distance: Double, _ radius: Double) -> (Double, Double) {
    (radius + distance * sin(2 * .pi * turn), radius - distance * cos(2 * .pi * turn))
  }

  private func slice(_ from: Double, _ to: Double, _ radius: Double) -> DiagramPath {
    func place(_ turn: Double) -> DiagramPoint {
      let (x, y) = point(turn, radius, radius)
      return DiagramPoint(x, y)
    }
    var path = DiagramPath([DiagramPoint(radius, radius), place(from)])
    path.arc(radius, radius, to: place(to), isLarge: to - from > 0.5)
    path.close()
    return path
  }
}
