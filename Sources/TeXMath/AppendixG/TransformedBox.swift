internal import Glibc
internal import TypesetBoxes
internal import TypesetFonts

/// A linear map of points, y upwards: x′ = xx·x + xy·y, y′ = yx·x + yy·y.
struct LinearMap {
  var xx = 1.0
  var xy = 0.0
  var yx = 0.0
  var yy = 1.0

  static func scaling(_ x: Double, _ y: Double) -> LinearMap { LinearMap(xx: x, yy: y) }

  /// Counterclockwise. The multiples of a right angle are exact.
  static func rotation(degrees: Double) -> LinearMap {
    let quarter = (degrees / 90).rounded()
    if quarter * 90 == degrees {
      let (cosine, sine) = [(1.0, 0.0), (0, 1), (-1, 0), (0, -1)][Int(clamping: quarter) & 3]
      return LinearMap(xx: cosine, xy: -sine, yx: sine, yy: cosine)
    }
    let (cosine, sine) = (cos(degrees * .pi / 180), sin(degrees * .pi / 180))
    return LinearMap(xx: cosine, xy: -sine, yx: sine, yy: cosine)
  }

  func callAsFunction(_ x: Double, _ y: Double) -> (x: Double, y: Double) { (xx * x + xy * y, yx * x + yy * y) }
}

/// graphicx' `\rotatebox`, `\reflectbox` and `\scalebox` with two factors: the content becomes outlines, which are mapped.
enum TransformedBox {
  /// `\scalebox{x}[y]`, `\reflectbox`: the reference point stays on the baseline, at the left.
  static func scale(
    _ noad: Noad, _ x: Double, _ y: Double, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    let content = layout.box(noad.nucleus, style, cramped: false, &buffer)
    return map(content, .scaling(x, y), about: (0, 0), layout, &buffer)
  }

  /// `\rotatebox`: the box is as wide, high and deep as its corners reach; the point about which it turns keeps its height.
  static func rotate(
    _ noad: Noad, _ turn: BoxTurn, _ style: MathStyle, _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    let content = layout.box(noad.nucleus, style, cramped: false, &buffer)
    let (width, height, depth) = (Double(content.width), Double(content.height), Double(content.depth))
    let x =
      switch turn.x {
      case .start: 0.0
      case .middle: width / 2
      case .end: width
      }
    let y =
      switch turn.y {
      case .baseline: 0.0
      case .bottom: -depth
      case .middle: (height - depth) / 2
      case .top: height
      }
    return map(content, .rotation(degrees: Double(turn.thousandths) / 1000), about: (x, y), layout, &buffer)
  }

  private static func map(
    _ content: Extent, _ map: LinearMap, about origin: (x: Double, y: Double), _ layout: Layout, _ buffer: inout ElementBuffer
  ) -> Extent {
    var out = content
    out.becomeBox()
    func placed(_ x: Double, _ y: Double) -> (x: Double, y: Double) {
      let turned = map(x - origin.x, y - origin.y)
      return (turned.x + origin.x, turned.y + origin.y)
    }
    let (width, height, depth) = (Double(content.width), Double(content.height), Double(content.depth))
    let corners = [placed(0, -depth), placed(width, -depth), placed(width, height), placed(0, height)]
    let (xs, ys) = (corners.map(\.x), corners.map(\.y))
    let left = xs.reduce(xs[0], min)
    out.width = rounded(xs.reduce(xs[0], max) - left)
    out.height = rounded(ys.reduce(ys[0], max))
    out.depth = rounded(-ys.reduce(ys[0], min))
    for index in content.first..<buffer.count {
      let path = outline(of: buffer.elements[index], layout, buffer).mapped { point in
        let (x, y) = placed(Double(point.x.rawValue), Double(point.y.rawValue))
        return InkPath.Point(x: Length(rawValue: rounded(x - left)), y: Length(rawValue: rounded(y)))
      }
      buffer.replace(index, with: path)
    }
    return out
  }

  /// An element as a path, from the reference point of the box that it is in.
  private static func outline(of element: Element, _ layout: Layout, _ buffer: ElementBuffer) -> InkPath {
    let (x, y) = (Length(rawValue: Int(element.x)), Length(rawValue: Int(element.y)))
    let (width, height) = (Length(rawValue: Int(element.width)), Length(rawValue: Int(element.height)))
    func point(_ dx: Length, _ dy: Length) -> InkPath.Point { InkPath.Point(x: x + dx, y: y + dy) }
    switch element.kind {
    case .glyph:
      let font = layout.texts.faces[Int(element.face)].face.font(size: Length(rawValue: Int(element.size)))
      let path = InkPath(steps: font.outline(of: element.glyph), fill: element.color)
      return path.mapped { point($0.x, $0.y) }
    case .path: return buffer.path(of: element)
    case .stroke:
      return InkPath(
        steps: [.move(point(.zero, .zero)), .line(point(width, height))], stroke: element.color,
        width: Length(rawValue: layout.tenPoint(40)))
    case .rule, .panel:
      let fill = element.kind == .rule ? element.color : element.fill
      let steps: [InkPath.Step] = [
        .move(point(.zero, .zero)), .line(point(width, .zero)), .line(point(width, height)), .line(point(.zero, height)), .close,
      ]
      return InkPath(steps: steps, fill: fill)
    // Links within a turned box are left out: their areas would not be rectangles. Column rules have no height here.
    case .link, .columnRule: return InkPath(steps: [])
    }
  }

  private static func rounded(_ value: Double) -> Int { Int(clamping: value.rounded()) }
}
