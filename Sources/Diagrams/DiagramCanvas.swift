internal import TypesetDiagnostics
import TypesetBoxes

/// Collects the shapes and words of a diagram.
struct DiagramCanvas {
  let type: DiagramType
  private var items: [DiagramPicture.Item] = []
  private(set) var width = 0.0
  private(set) var height = 0.0

  init(_ type: DiagramType) { self.type = type }

  /// Lines and the area of what is dark.
  static let ink = "#333333"
  /// The area of nodes.
  static let paper = "#f7f8fa"
  static let strokeWidth = 0.7
  /// The colour of words for which none is set.
  private static let letters = Color(rgba: 0x1A1A_1AFF)
  /// The same on what an author has made dark.
  private static let lightLetters = Color(rgba: 0xF5F5_F5FF)

  /// Makes the picture at least as large.
  mutating func reach(_ x: Double, _ y: Double) { (width, height) = (max(width, x), max(height, y)) }

  // MARK: Strokes

  /// How a shape is drawn; colours are names or numbers of CSS.
  struct Pen {
    var fill = "none"
    var stroke = DiagramCanvas.ink
    var width = DiagramCanvas.strokeWidth
    /// Points on and off along the line.
    var dash: [Double] = []
    var styled = DiagramStyle()

    fileprivate func shape(_ path: DiagramPath, in type: DiagramType) -> DiagramPicture.Shape {
      let opacity = styled["opacity"].flatMap { DocumentNumber.real($0, in: 0...1) } ?? 1
      func paint(_ asked: String?, _ own: String) -> Color? {
        if asked == "none" || asked == "transparent" { return nil }
        // Colours of an author who has chosen the ground belong together.
        if let asked, let color = DiagramColor.color(asked) { return (styled.ground == nil ? type.own(color) : color).faded(by: opacity) }
        return DiagramColor.color(own).map { type.own($0).faded(by: opacity) }
      }
      let lengths = styled["stroke-width"].flatMap(Self.lengths)
      return DiagramPicture.Shape(
        steps: path.steps, fill: paint(styled["fill"], fill), stroke: paint(styled["stroke"], stroke), width: lengths?.first ?? width,
        dashes: styled["stroke-dasharray"].flatMap(Self.lengths) ?? dash)
    }

    /// `4px`, `5 5`, `9,5`; nil for what is not a row of lengths.
    private static func lengths(_ text: String) -> [Double]? {
      var lengths: [Double] = []
      for part in text.split(whereSeparator: { $0 == "," || $0 == " " }).prefix(12) {
        guard let length = DocumentNumber.real(part.hasSuffix("px") ? part.dropLast(2) : part, in: 0...1000) else { return nil }
        lengths.append(length)
      }
      return lengths.isEmpty ? nil : lengths
    }
  }

  mutating func path(_ path: DiagramPath, _ pen: Pen) { items.append(.shape(pen.shape(path, in: type))) }

  mutating func rectangle(_ x: Double, _ y: Double, _ width: Double, _ height: Double, radius: Double = 0, _ pen: Pen) {
    path(.rectangle(x, y, width, height, radius: radius), pen)
    reach(x + width, y + height)
  }

  private static let frameFill = "#fcfcfd"

  /// The frame of a group.
  mutating func frame(_ x: Double, _ y: Double, _ width: Double, _ height: Double, _ style: DiagramStyle, isDashed: Bool = false) {
    let fill = isDashed ? "none" : Self.frameFill
    let pen = Pen(fill: fill, stroke: "#9aa0a6", width: 0.6, dash: isDashed ? [2.5, 2] : [], styled: style)
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
    items += other.items.map { $0.moved(x, y) }
    reach(x + other.width, y + other.height)
  }

  mutating func ellipse(_ x: Double, _ y: Double, _ rx: Double, _ ry: Double, _ pen: Pen) {
    path(.ellipse(x, y, rx, ry), pen)
    reach(x + rx, y + ry)
  }

  mutating func polygon(_ points: [DiagramPoint], isClosed: Bool = true, _ pen: Pen) {
    for point in points { reach(point.x, point.y) }
    path(DiagramPath(points, isClosed: isClosed), pen)
  }

  mutating func line(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double, _ pen: Pen = Pen()) {
    polygon([DiagramPoint(x1, y1), DiagramPoint(x2, y2)], isClosed: false, pen)
  }

  // MARK: Text

  typealias Anchor = DiagramPicture.Anchor

  /// Lines around a height.
  mutating func label(
    _ label: DiagramLabel, _ x: Double, _ y: Double, anchor: Anchor = .middle, style: DiagramStyle = DiagramStyle(), scale: Double = 1,
    isBold: Bool = false, isItalic: Bool = false
  ) {
    let leading = label.leading * scale
    var baseline = y - Double(label.lines.count - 1) / 2 * leading + 0.34 * type.size * scale
    let look = DiagramTextStyle(isBold: style.isBold ?? isBold, isItalic: style.isItalic ?? isItalic)
    let color = color(of: style)
    for line in label.lines {
      var runs: [DiagramRun] = []
      for run in line {
        let look = run.look.joined(with: look)
        if runs.last?.look == look { runs[runs.count - 1].text += run.text } else { runs.append(DiagramRun(text: run.text, look: look)) }
      }
      items.append(
        .words(
          DiagramPicture.Words(runs: runs, place: DiagramPoint(x, baseline), anchor: anchor, size: type.size * scale, color: color)))
      baseline += leading
    }
    let side = anchor == .middle ? label.width / 2 : anchor == .start ? label.width : 0
    reach(x + side * scale, y + label.height / 2 * scale)
  }

  /// The colour of words on a ground that an author may have chosen.
  private func color(of style: DiagramStyle) -> Color {
    let asked = style["color"].flatMap(DiagramColor.color)
    guard let ground = style.ground else {
      // An author without a ground of his own has chosen colours for the page's.
      if let asked, let page = type.dark?.ground,
        abs(asked.brightness - page.brightness) > abs(type.own(asked).brightness - page.brightness)
      {
        return asked
      }
      return type.own(asked ?? Self.letters)
    }
    return asked ?? (ground.brightness < 0.35 ? Self.lightLetters : Self.letters)
  }

  /// Lines that are read upwards, around a place.
  mutating func turnedLabel(_ label: DiagramLabel, _ x: Double, _ y: Double) {
    var place = x - Double(label.lines.count - 1) / 2 * label.leading + 0.34 * type.size
    for line in label.lines {
      items.append(
        .words(
          DiagramPicture.Words(
            runs: line, place: DiagramPoint(place, y), anchor: .middle, size: type.size, color: type.own(Self.letters), isTurned: true)))
      place += label.leading
    }
    reach(x + label.height / 2, y + label.width / 2)
  }

  /// An area that leads to an address.
  mutating func link(_ address: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) {
    items.append(.link(address, DiagramPoint(x, y), width: width, height: height))
  }

  // MARK: The picture

  /// The whole picture, with the title above the drawing.
  ///
  /// - Parameter margin: Around the drawing, in points.
  func picture(title: String, margin: Double = 4) -> DiagramPicture {
    let label = DiagramLabel(title, in: type, measure: max(width, 20 * type.size))
    let top = label.isEmpty ? 0 : label.height + 0.8 * type.size
    let full = max(width, label.width) + 2 * margin
    let left = margin + max(0, label.width - width) / 2
    var whole = DiagramCanvas(type)
    if !label.isEmpty { whole.label(label, full / 2, margin + label.height / 2, isBold: true) }
    whole.add(self, left, margin + top)
    return DiagramPicture(width: full, height: height + top + 2 * margin, items: whole.items)
  }
}

extension DiagramStyle {
  /// What an author has chosen for the area; nil where that is nothing, or hardly to be seen.
  fileprivate var ground: Color? {
    self["fill"].flatMap(DiagramColor.color).flatMap { $0.alpha < 0.5 || self["opacity"].map { $0.hasPrefix("0.") } == true ? nil : $0 }
  }

  /// Nil without the property.
  fileprivate var isBold: Bool? {
    self["font-weight"].map { ["bold", "bolder"].contains($0) || DocumentNumber.real($0).map { $0 >= 600 } ?? false }
  }

  /// Nil without the property.
  fileprivate var isItalic: Bool? { self["font-style"].map { $0 == "italic" || $0.hasPrefix("oblique") } }
}

extension DiagramTextStyle {
  fileprivate func joined(with other: DiagramTextStyle) -> DiagramTextStyle {
    DiagramTextStyle(isBold: isBold || other.isBold, isItalic: isItalic || other.isItalic)
  }
}
