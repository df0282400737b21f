package import TypesetBoxes
internal import TypesetFiles

/// Elements of SVG for what lies on a page: y grows downwards, lengths are points, to a thousandth.
package struct SVGElements: Sendable {
  package var bytes: [UInt8] = []
  /// The colour that elements take from around them, so that they do not name it; nil where each names its own.
  private let inherited: Color?

  /// - Parameter color: The colour that elements take from around them and do not name; nil names every colour.
  package init(inheriting color: Color? = nil) { inherited = color }

  package mutating func add(_ text: String) { bytes += text.utf8 }

  // MARK: Numbers

  package mutating func add(_ length: Length) { add(thousandths: length.thousandths) }

  /// Adds a number in thousandths as a decimal.
  package mutating func add(thousandths value: Int) {
    if value < 0 { bytes.append(UInt8(ascii: "-")) }
    let (whole, rest) = value.magnitude.quotientAndRemainder(dividingBy: 1000)
    if whole < 10 { bytes.append(UInt8(ascii: "0") + UInt8(whole)) } else { bytes += String(whole).utf8 }
    guard rest > 0 else { return }
    bytes.append(UInt8(ascii: "."))
    var (digits, place) = (Int(rest), 100)
    while digits > 0 {
      bytes.append(UInt8(ascii: "0") + UInt8(digits / place))
      (digits, place) = (digits % place, place / 10)
    }
  }

  /// An attribute with a length, with the space before it.
  package mutating func add(_ name: StaticString, _ length: Length) {
    bytes.append(UInt8(ascii: " "))
    unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: name.utf8Start, count: name.utf8CodeUnitCount))
    add("=\"")
    add(length)
    bytes.append(UInt8(ascii: "\""))
  }

  /// The attributes of a rectangle's place and size.
  package mutating func add(place rect: Rect) {
    add("x", rect.x)
    add("y", .zero - rect.y - rect.height)
    add("width", rect.width)
    add("height", rect.height)
  }

  // MARK: Colours

  /// The attributes that fill an element: of nil, that leave it empty.
  package mutating func add(fill color: Color?) {
    guard let color else { return add(" fill=\"none\"") }
    guard color != inherited else { return }
    add("fill", color)
  }

  private mutating func add(stroke color: Color, width: Length) {
    // What is inherited is the fill, which a stroke cannot name.
    if color == inherited { add(" stroke=\"currentColor\"") } else { add("stroke", color) }
    add("stroke-width", width)
  }

  /// An attribute with a colour, and its opacity where it is not opaque.
  private mutating func add(_ name: String, _ color: Color) {
    add(" \(name)=\"\(color.hex)\"")
    guard color.alpha < 1 else { return }
    add(" \(name)-opacity=\"")
    add(thousandths: Int(clamping: (color.alpha * 1000).rounded()))
    add("\"")
  }

  private mutating func add(dashes: [Length]) {
    guard !dashes.isEmpty else { return }
    add(" stroke-dasharray=\"")
    for (index, dash) in dashes.enumerated() {
      if index > 0 { add(" ") }
      add(dash)
    }
    add("\"")
  }

  // MARK: Elements

  package mutating func add(_ rect: Rect, _ color: Color) {
    add("<rect")
    add(place: rect)
    add(fill: color)
    add("/>\n")
  }

  package mutating func add(_ stroke: Stroke) {
    add("<line")
    add("x1", stroke.x0)
    add("y1", .zero - stroke.y0)
    add("x2", stroke.x1)
    add("y2", .zero - stroke.y1)
    add(stroke: stroke.color, width: stroke.width)
    if stroke.dash > .zero { add(dashes: [stroke.dash]) }
    add("/>\n")
  }

  package mutating func add(_ panel: Panel) {
    add("<rect")
    add(place: panel.rect)
    if panel.radius > .zero { add("rx", panel.radius) }
    add(fill: panel.fill)
    if let border = panel.border, panel.borderWidth > .zero { add(stroke: border, width: panel.borderWidth) }
    add("/>\n")
  }

  package mutating func add(_ path: InkPath) {
    add("<path")
    add(fill: path.fill)
    if path.fill != nil, path.isEvenOdd { add(" fill-rule=\"evenodd\"") }
    if let stroke = path.stroke, path.width > .zero {
      add(stroke: stroke, width: path.width)
      add(dashes: path.dashes)
      // Cairo's limit, which PDF has, too.
      add(path.isRound ? " stroke-linejoin=\"round\" stroke-linecap=\"round\"" : " stroke-miterlimit=\"10\"")
    }
    add(" d=\"")
    add(path.steps)
    add("\"/>\n")
  }

  /// The data of a path, moved.
  package mutating func add(_ steps: [InkPath.Step], dx: Length = .zero, dy: Length = .zero) {
    func add(_ point: InkPath.Point) {
      self.add(point.x + dx)
      bytes.append(UInt8(ascii: " "))
      self.add(.zero - point.y - dy)
    }
    for step in steps {
      switch step {
      case .move(let to):
        bytes.append(UInt8(ascii: "M"))
        add(to)
      case .line(let to):
        bytes.append(UInt8(ascii: "L"))
        add(to)
      case .curve(let first, let second, let to):
        bytes.append(UInt8(ascii: "C"))
        add(first)
        bytes.append(UInt8(ascii: " "))
        add(second)
        bytes.append(UInt8(ascii: " "))
        add(to)
      case .close: bytes.append(UInt8(ascii: "Z"))
      }
    }
  }

  /// A picture of pixels, stretched over a rectangle.
  ///
  /// - Parameters:
  ///   - type: `png` or `jpeg`.
  ///   - attributes: Others, each with a space before it.
  package mutating func add(_ type: String, _ file: [UInt8], in rect: Rect, _ attributes: String = "") {
    add("<image")
    add(place: rect)
    add(" preserveAspectRatio=\"none\" xlink:href=\"data:image/\(type);base64,")
    add(base64(file))
    add("\"\(attributes)/>\n")
  }
}

extension Length {
  fileprivate var thousandths: Int { (rawValue &* 1000 &+ 32_768) >> 16 }
}
