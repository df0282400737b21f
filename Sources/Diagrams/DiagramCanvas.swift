/// A point in points from the top left corner.
struct DiagramPoint: Hashable {
  var x: Double
  var y: Double

  init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// Writes the shapes of a diagram as SVG.
struct DiagramCanvas {
  let type: DiagramType
  private var body: [UInt8] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  init(_ type: DiagramType) { self.type = type }

  /// Lines and labels.
  static let ink = "#333333"
  /// The area of nodes.
  static let paper = "#f7f8fa"
  static let strokeWidth = 0.7

  static func number(_ value: Double) -> String {
    var bytes: [UInt8] = []
    DiagramPath.write(value, to: &bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Adds an attribute.
  private mutating func add(_ name: String, _ value: Double) {
    add(name)
    DiagramPath.write(value, to: &body)
    body.append(UInt8(ascii: "\""))
  }

  private mutating func add(_ text: String) { body += text.utf8 }

  static func escaped(_ text: String) -> String {
    var result = ""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "&": result += "&amp;"
      case "<": result += "&lt;"
      case ">": result += "&gt;"
      case "\"": result += "&quot;"
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result
  }

  /// Makes the picture at least as large.
  mutating func reach(_ x: Double, _ y: Double) { (width, height) = (max(width, x), max(height, y)) }

  // MARK: Strokes

  struct Pen {
    var fill = "none"
    var stroke = DiagramCanvas.ink
    var width = DiagramCanvas.strokeWidth
    var dash: String?
    var styled = DiagramStyle()

    fileprivate func write(to out: inout [UInt8]) {
      func add(_ name: String, _ value: String?) {
        guard let value else { return }
        out += name.utf8
        out += value.utf8
        out.append(UInt8(ascii: "\""))
      }
      add(" fill=\"", styled["fill"] ?? fill)
      add(" stroke=\"", styled["stroke"] ?? stroke)
      add(" stroke-width=\"", styled["stroke-width"] ?? DiagramCanvas.number(width))
      add(" stroke-dasharray=\"", styled["stroke-dasharray"] ?? dash)
      add(" opacity=\"", styled["opacity"])
    }
  }

  /// Ends an element without content.
  private mutating func end(_ pen: Pen) {
    pen.write(to: &body)
    add("/>\n")
  }

  mutating func path(_ data: String, _ pen: Pen) {
    add("<path d=\"")
    add(data)
    add("\"")
    end(pen)
  }

  mutating func path(_ path: DiagramPath, _ pen: Pen) {
    add("<path d=\"")
    body += path.bytes
    add("\"")
    end(pen)
  }

  mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, _ pen: Pen) {
    add("<rect x=\"", x)
    add(" y=\"", y)
    add(" width=\"", width)
    add(" height=\"", height)
    if radius > 0 { add(" rx=\"", radius) }
    end(pen)
    reach(x + width, y + height)
  }

  private static let frameFill = "#fcfcfd"

  /// The frame of a group.
  mutating func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: DiagramStyle, isDashed: Bool = false) {
    let fill = isDashed ? "none" : Self.frameFill
    let pen = Pen(fill: fill, stroke: "#9aa0a6", width: 0.6, dash: isDashed ? "2.5 2" : nil, styled: style)
    rectangle(x, y, width, height, radius: 3, pen)
  }

  /// The title of a frame in its upper left corner, over lines that lead into the frame there.
  mutating func title(_ title: DiagramLabel, ofFrame x: Double, _ y: Double, _ style: DiagramStyle) {
    guard !title.isEmpty else { return }
    let (left, top) = (x + 0.6 * type.size, y + 0.35 * type.size)
    var ground = DiagramStyle()
    ground.values["fill"] = style["fill"]
    rectangle(left, top, title.width, title.height, Pen(fill: Self.frameFill, stroke: "none", styled: ground))
    label(title, left, top + title.height / 2, anchor: .start, style: style, isItalic: true)
  }

  /// Another drawing, with its upper left corner at a place.
  mutating func add(_ other: DiagramCanvas, _ x: Double, _ y: Double) {
    add("<g transform=\"translate(\(Self.number(x)) \(Self.number(y)))\">\n")
    body += other.body
    add("</g>\n")
    reach(x + other.width, y + other.height)
  }

  mutating func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double, _ pen: Pen) {
    add("<ellipse cx=\"", x)
    add(" cy=\"", y)
    add(" rx=\"", rx)
    add(" ry=\"", ry)
    end(pen)
    reach(x + rx, y + ry)
  }

  mutating func polygon(_ points: [DiagramPoint], isClosed: Bool = true, _ pen: Pen) {
    var data = DiagramPath()
    for (index, point) in points.enumerated() {
      reach(point.x, point.y)
      if index == 0 { data.move(to: point) } else { data.line(to: point) }
    }
    if isClosed { data.close() }
    path(data, pen)
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ pen: Pen = Pen()) {
    polygon([DiagramPoint(x1, y1), DiagramPoint(x2, y2)], isClosed: false, pen)
  }

  // MARK: Text

  enum Anchor: String { case start, middle, end }

  /// Lines around a height.
  mutating func label(
    _ label: DiagramLabel, _ x: Double, _ y: Double, anchor: Anchor = .middle, style: DiagramStyle = DiagramStyle(), scale: Double = 1,
    isBold: Bool = false, isItalic: Bool = false
  ) {
    let leading = label.leading * scale
    var baseline = y - Double(label.lines.count - 1) / 2 * leading + 0.34 * type.size * scale
    for line in label.lines {
      add("<text x=\"", x)
      add(" y=\"", baseline)
      add(" text-anchor=\"")
      add(anchor.rawValue)
      add("\"")
      if scale != 1 { add(" font-size=\"", type.size * scale) }
      if let color = style["color"] { add(" fill=\"\(color)\"") }
      if isBold || style["font-weight"] != nil { add(" font-weight=\"\(style["font-weight"] ?? "bold")\"") }
      if isItalic || style["font-style"] != nil { add(" font-style=\"\(style["font-style"] ?? "italic")\"") }
      add(">")
      add(Self.content(of: line))
      add("</text>\n")
      baseline += leading
    }
    let side = anchor == .middle ? label.width / 2 : anchor == .start ? label.width : 0
    reach(x + side * scale, y + label.height / 2 * scale)
  }

  private static func content(of line: [DiagramRun]) -> String {
    line.map { run in
      guard run.look != DiagramLook() else { return escaped(run.text) }
      let look = (run.look.isBold ? " font-weight=\"bold\"" : "") + (run.look.isItalic ? " font-style=\"italic\"" : "")
      return "<tspan\(look)>\(escaped(run.text))</tspan>"
    }.joined()
  }

  /// Lines that are read upwards, around a place.
  mutating func turnedLabel(_ label: DiagramLabel, _ x: Double, _ y: Double) {
    var place = x - Double(label.lines.count - 1) / 2 * label.leading + 0.34 * type.size
    for line in label.lines {
      add("<text x=\"", place)
      add(" y=\"", y)
      add(" text-anchor=\"middle\" transform=\"rotate(-90 \(Self.number(place)) \(Self.number(y)))\">\(Self.content(of: line))</text>\n")
      place += label.leading
    }
    reach(x + label.height / 2, y + label.width / 2)
  }

  // MARK: The file

  /// The file; a title stands above the drawing.
  ///
  /// - Parameter margin: Around the drawing, in points.
  func svg(title: String, margin: Double = 4) -> String {
    let label = DiagramLabel(title, in: type, measure: max(width, 20 * type.size))
    let top = label.isEmpty ? 0 : label.height + 0.8 * type.size
    let full = max(width, label.width) + 2 * margin
    let left = margin + max(0, label.width - width) / 2
    let high = height + top + 2 * margin
    var heading = DiagramCanvas(type)
    heading.label(label, full / 2, margin + label.height / 2, isBold: true)
    return "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Self.number(full))pt\" height=\"\(Self.number(high))pt\""
      + " viewBox=\"0 0 \(Self.number(full)) \(Self.number(high))\" font-family=\"\(Self.escaped(type.family))\""
      + " font-size=\"\(Self.number(type.size))\" fill=\"#1a1a1a\">\n"
      + String(decoding: heading.body, as: UTF8.self) + "<g transform=\"translate(\(Self.number(left)) \(Self.number(margin + top)))\">\n"
      + String(decoding: body, as: UTF8.self) + "</g>\n</svg>\n"
  }
}
