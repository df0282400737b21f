import TypesetDiagnostics

/// Points in four quarters of a square: Mermaid's `quadrantChart`.
struct Quadrants {
  var title = ""
  /// At the low and the high end of an axis.
  var x: (low: String, high: String) = ("", "")
  var y: (low: String, high: String) = ("", "")
  /// Upper right, upper left, lower left, lower right.
  var names = ["", "", "", ""]
  var points: [(text: String, x: Double, y: Double, style: DiagramStyle)] = []

  init(_ scanner: DiagramScanner) throws(DiagramMistake) {
    var scanner = scanner
    title = scanner.title
    scanner.nextLine()
    while true {
      scanner.skipSpace()
      if scanner.isAtEnd { break }
      let start = scanner.at
      if scanner.takeWord("title") {
        title = scanner.restOfLine()
      } else if scanner.take("x-axis") {
        x = Self.axis(scanner.restOfLine())
      } else if scanner.take("y-axis") {
        y = Self.axis(scanner.restOfLine())
      } else if scanner.take("quadrant-") {
        let number = Int(scanner.byte) - 0x31
        scanner.at += 1
        guard names.indices.contains(number) else { throw scanner.mistake("there are four quadrants, 1 to 4", from: start) }
        names[number] = DiagramScanner.unquoted(scanner.restOfLine())
      } else if !scanner.skipSilentLine(["classDef"]) {
        try readPoint(&scanner, from: start)
      }
    }
  }

  private static func axis(_ line: String) -> (String, String) {
    guard let arrow = line.firstRange(of: "-->") else { return (DiagramScanner.unquoted(line), "") }
    func plain(_ part: Substring) -> String {
      DiagramScanner.unquoted(String(part.drop { $0 == " " }.reversed().drop { $0 == " " }.reversed()))
    }
    return (plain(line[..<arrow.lowerBound]), plain(line[arrow.upperBound...]))
  }

  /// `Campaign A: [0.3, 0.6] radius: 12`
  private mutating func readPoint(_ scanner: inout DiagramScanner, from start: Int) throws(DiagramMistake) {
    guard let open = scanner.find("["), let colon = scanner.find(":"), colon < open else {
      throw scanner.mistake("this is no point", from: start, hint: "write Name: [0.3, 0.6]")
    }
    let name = DiagramScanner.unquoted(scanner.trimmed(upTo: colon)).parts(between: ":::").first.map(String.init) ?? ""
    scanner.at = open + 1
    guard let close = scanner.find("]") else { throw scanner.mistake("the point has no closing bracket", from: start) }
    let numbers = scanner.trimmed(upTo: close).split(separator: ",").compactMap { DocumentNumber.real($0.filter { $0 != " " }) }
    scanner.at = close + 1
    guard numbers.count == 2, numbers.allSatisfy({ 0...1 ~= $0 }) else {
      throw scanner.mistake("a point has two numbers between 0 and 1", from: start, hint: "write Name: [0.3, 0.6]")
    }
    let style = DiagramStyle(scanner.restOfLine().replacing("color:", with: "fill:"))
    points.append((name, numbers[0], numbers[1], style))
    guard points.count <= 200 else { throw scanner.mistake("the diagram has more than 200 points", from: start) }
  }
}

/// Draws quadrants with points in them, whose names keep clear of each other.
struct QuadrantDrawing {
  let quadrants: Quadrants
  let type: DiagramType
  private var canvas: DiagramCanvas
  /// What is taken by names and points: left, top, right, bottom.
  private var taken: [(Double, Double, Double, Double)] = []

  init(_ quadrants: Quadrants, in type: DiagramType) { (self.quadrants, self.type, canvas) = (quadrants, type, DiagramCanvas(type)) }

  mutating func draw() -> DiagramPicture {
    let em = type.size
    let side = 26 * em
    let left = quadrants.y.low.isEmpty && quadrants.y.high.isEmpty ? 0 : 1.8 * em
    let half = side / 2
    let tints = ["#e3ecf5", "#f3f1ea", "#eef0f3", "#e9f0ea"]
    for (index, name) in quadrants.names.enumerated() {
      let (x, y) = (left + (index == 0 || index == 3 ? half : 0), index < 2 ? 0 : half)
      canvas.rectangle(x, y, half, half, DiagramCanvas.Pen(fill: tints[index], stroke: "#c8ccd2"))
      let label = DiagramLabel(name, in: type, measure: half - em)
      let middle = quadrants.points.isEmpty ? y + half / 2 : y + label.height / 2 + 0.4 * em
      canvas.label(label, x + half / 2, middle, isBold: true)
      take(x + half / 2, middle, label.width, label.height)
    }
    canvas.rectangle(left, 0, side, side, DiagramCanvas.Pen())
    for point in quadrants.points { take(left + point.x * side, (1 - point.y) * side, 0.7 * em, 0.7 * em) }
    for point in quadrants.points {
      let (x, y) = (left + point.x * side, (1 - point.y) * side)
      canvas.ellipse(x, y, 0.35 * em, 0.35 * em, DiagramCanvas.Pen(fill: "#3b6ea5", stroke: "#ffffff", styled: point.style))
      draw(DiagramLabel(point.text, in: type, measure: nil), atX: x, y: y, within: left..<left + side)
    }
    let halves = [left + half / 2, left + 1.5 * half]
    for (text, x) in zip([quadrants.x.low, quadrants.x.high], quadrants.x.high.isEmpty ? [left + half] : halves) where !text.isEmpty {
      canvas.label(DiagramLabel(text, in: type, measure: half), x, side + 1.1 * em)
    }
    for (text, y) in zip([quadrants.y.low, quadrants.y.high], quadrants.y.high.isEmpty ? [half] : [1.5 * half, half / 2])
    where !text.isEmpty {
      canvas.turnedLabel(DiagramLabel(text, in: type, measure: half), 0.7 * em, y)
    }
    return canvas.picture(title: quadrants.title)
  }

  private mutating func take(_ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    taken.append((x - width / 2, y - height / 2, x + width / 2, y + height / 2))
  }

  /// Below the point, above it, or beside it: the first place that is free.
  private mutating func draw(_ label: DiagramLabel, atX x: Double, y: Double, within: Range<Double>) {
    let em = type.size
    let (wide, high) = (label.width, label.height)
    let beside = wide / 2 + 0.6 * em
    var places = [(x, y + em), (x, y - em), (x + beside, y), (x - beside, y)]
    for step in 2..<6 { places += [(x, y + Double(step) * em), (x, y - Double(step) * em)] }
    let free = places.first { place in
      place.0 - wide / 2 >= within.lowerBound && place.0 + wide / 2 <= within.upperBound
        && !taken.contains {
          $0.0 < place.0 + wide / 2 && $0.2 > place.0 - wide / 2 && $0.1 < place.1 + high / 2 - 1 && $0.3 > place.1 - high / 2 + 1
        }
    }
    let inside = min(max(x, within.lowerBound + wide / 2), within.upperBound - wide / 2)
    let place = free ?? (inside, y + em)
    canvas.label(label, place.0, place.1)
    take(place.0, place.1, wide, high)
  }
}
