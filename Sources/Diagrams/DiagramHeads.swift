/// What lines end with.
extension DiagramCanvas {
  /// - Parameter towards: The direction in which the line reaches the place.
  mutating func head(_ head: Graph.Head, at place: DiagramPoint, towards: DiagramPoint, style: DiagramStyle = DiagramStyle()) {
    let em = type.size
    func at(_ back: Double, _ side: Double) -> DiagramPoint {
      DiagramPoint(place.x - (back * towards.x + side * towards.y) * em, place.y - (back * towards.y - side * towards.x) * em)
    }
    let ink = style["stroke"] ?? Self.ink
    let (line, dark) = (Pen(stroke: ink, width: 0.8), Pen(fill: ink, stroke: "none"))
    let light = Pen(fill: "#ffffff", stroke: ink, width: 0.8)
    func bar(_ back: Double) { polygon([at(back, -0.4), at(back, 0.4)], isClosed: false, line) }
    func foot() { polygon([at(0, -0.45), at(0.75, 0), at(0, 0.45)], isClosed: false, line) }
    func ring(_ back: Double, _ radius: Double) {
      let middle = at(back, 0)
      ellipse(middle.x, middle.y, radius * em, radius * em, light)
    }
    switch head {
    case .none: break
    case .arrow: polygon([at(0, 0), at(0.75, 0.29), at(0.6, 0), at(0.75, -0.29)], dark)
    case .open: polygon([at(0.6, 0.32), at(0, 0), at(0.6, -0.32)], isClosed: false, line)
    case .cross:
      polygon([at(0.75, 0.3), at(0.15, -0.3)], isClosed: false, line)
      polygon([at(0.75, -0.3), at(0.15, 0.3)], isClosed: false, line)
    case .circle: ring(0.28, 0.27)
    case .triangle: polygon([at(0, 0), at(0.9, 0.5), at(0.9, -0.5)], light)
    case .diamond, .filledDiamond:
      polygon([at(0, 0), at(0.65, 0.36), at(1.3, 0), at(0.65, -0.36)], head == .diamond ? light : dark)
    case .bar: bar(0.4)
    case .one:
      bar(0.4)
      bar(0.7)
    case .zeroOrOne:
      bar(0.4)
      ring(0.9, 0.25)
    case .many:
      foot()
      bar(0.95)
    case .zeroOrMany:
      foot()
      ring(1.03, 0.26)
    }
  }
}
