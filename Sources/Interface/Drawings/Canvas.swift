internal import Glibc
package import TypesetBoxes

/// A place on a canvas, in points from its upper left corner, y downwards.
public struct CanvasPoint: Hashable, Sendable {
  /// Points rightwards.
  public var x: Double
  /// Points downwards.
  public var y: Double

  /// - Parameters:
  ///   - x: Points rightwards.
  ///   - y: Points downwards.
  public init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }
}

/// A rectangle on a canvas, in points, y downwards.
public struct CanvasRect: Hashable, Sendable {
  /// The coordinate of the upper left corner, in points.
  public var x: Double
  /// The coordinate of the upper left corner, in points.
  public var y: Double
  /// Points.
  public var width: Double
  /// Points.
  public var height: Double

  /// - Parameters:
  ///   - x: Of the upper left corner.
  ///   - y: Of the upper left corner.
  ///   - width: Points.
  ///   - height: Points.
  public init(x: Double, y: Double, width: Double, height: Double) { (self.x, self.y, self.width, self.height) = (x, y, width, height) }

  /// The right edge, in points.
  public var maxX: Double { x + width }
  /// The lower edge, in points.
  public var maxY: Double { y + height }
  /// The middle.
  public var center: CanvasPoint { CanvasPoint(x + width / 2, y + height / 2) }

  /// True if a point is within it, or on its edges.
  public func contains(_ point: CanvasPoint) -> Bool { point.x >= x && point.x <= maxX && point.y >= y && point.y <= maxY }

  /// The rectangle with its edges moved inwards.
  public func inset(by distance: Double) -> CanvasRect {
    CanvasRect(x: x + distance, y: y + distance, width: width - 2 * distance, height: height - 2 * distance)
  }
}

/// Lines and curves, to be filled or stroked.
public struct CanvasPath: Hashable, Sendable {
  package var steps: [PathStep<CanvasPoint>] = []

  /// An empty path.
  public init() {}

  /// Begins a new figure at a point.
  public mutating func move(to point: CanvasPoint) { steps.append(.move(point)) }
  /// A straight line.
  public mutating func line(to point: CanvasPoint) { steps.append(steps.isEmpty ? .move(point) : .line(point)) }
  /// A cubic Bézier curve.
  public mutating func curve(to point: CanvasPoint, control1: CanvasPoint, control2: CanvasPoint) {
    if steps.isEmpty { steps.append(.move(control1)) }
    steps.append(.curve(control1, control2, point))
  }
  /// A part of a circle, after a straight line to where it begins.
  ///
  /// - Parameters:
  ///   - center: The middle of the circle.
  ///   - radius: Points.
  ///   - start: Where it begins, in degrees: 0 is at the right, 90 below the middle.
  ///   - end: Where it ends. It goes clockwise if this is larger, at most once around.
  public mutating func arc(center: CanvasPoint, radius: Double, from start: Double, to end: Double) {
    guard start.isFinite, end.isFinite else { return }
    let sweep = min(max(end - start, -360), 360) * .pi / 180
    let begin = start * .pi / 180
    func at(_ angle: Double) -> CanvasPoint { CanvasPoint(center.x + radius * cos(angle), center.y + radius * sin(angle)) }
    line(to: at(begin))
    let count = max(Int(clamping: (abs(sweep) / (.pi / 2)).rounded(.up)), 1)
    let step = sweep / Double(count)
    // The usual cubic for a part of a circle of up to a right angle.
    let pull = 4.0 / 3.0 * tan(step / 4) * radius
    for number in 0..<count {
      let (a, b) = (begin + Double(number) * step, begin + Double(number + 1) * step)
      let (from, to) = (at(a), at(b))
      curve(
        to: to, control1: CanvasPoint(from.x - pull * sin(a), from.y + pull * cos(a)),
        control2: CanvasPoint(to.x + pull * sin(b), to.y - pull * cos(b)))
    }
  }
  /// A straight line to where the figure began.
  public mutating func close() { if !steps.isEmpty { steps.append(.close) } }

  /// The path with each of its points moved.
  public func mapped(_ point: (CanvasPoint) -> CanvasPoint) -> CanvasPath {
    var path = self
    path.steps = steps.map { $0.mapped(point) }
    return path
  }

  /// A line between two points.
  public static func line(from start: CanvasPoint, to end: CanvasPoint) -> CanvasPath { .polyline([start, end]) }

  /// Lines from point to point.
  public static func polyline(_ points: [CanvasPoint], isClosed: Bool = false) -> CanvasPath {
    var path = CanvasPath()
    for point in points { path.line(to: point) }
    if isClosed { path.close() }
    return path
  }

  /// A rectangle.
  public static func rect(_ rect: CanvasRect) -> CanvasPath {
    polyline(
      [
        CanvasPoint(rect.x, rect.y), CanvasPoint(rect.maxX, rect.y), CanvasPoint(rect.maxX, rect.maxY), CanvasPoint(rect.x, rect.maxY),
      ], isClosed: true)
  }

  /// A rectangle with round corners.
  public static func roundedRect(_ rect: CanvasRect, radius: Double) -> CanvasPath {
    let r = max(0, min(radius, rect.width / 2, rect.height / 2))
    let k = r * (1 - 0.5522847498)
    var path = CanvasPath()
    path.move(to: CanvasPoint(rect.x + r, rect.y))
    path.line(to: CanvasPoint(rect.maxX - r, rect.y))
    path.curve(
      to: CanvasPoint(rect.maxX, rect.y + r), control1: CanvasPoint(rect.maxX - k, rect.y), control2: CanvasPoint(rect.maxX, rect.y + k))
    path.line(to: CanvasPoint(rect.maxX, rect.maxY - r))
    path.curve(
      to: CanvasPoint(rect.maxX - r, rect.maxY), control1: CanvasPoint(rect.maxX, rect.maxY - k),
      control2: CanvasPoint(rect.maxX - k, rect.maxY))
    path.line(to: CanvasPoint(rect.x + r, rect.maxY))
    path.curve(
      to: CanvasPoint(rect.x, rect.maxY - r), control1: CanvasPoint(rect.x + k, rect.maxY), control2: CanvasPoint(rect.x, rect.maxY - k))
    path.line(to: CanvasPoint(rect.x, rect.y + r))
    path.curve(to: CanvasPoint(rect.x + r, rect.y), control1: CanvasPoint(rect.x, rect.y + k), control2: CanvasPoint(rect.x + k, rect.y))
    path.close()
    return path
  }

  /// The ellipse that touches a rectangle's edges.
  public static func ellipse(in rect: CanvasRect) -> CanvasPath {
    let (rx, ry, c) = (rect.width / 2, rect.height / 2, rect.center)
    let (kx, ky) = (rx * 0.5522847498, ry * 0.5522847498)
    var path = CanvasPath()
    path.move(to: CanvasPoint(c.x + rx, c.y))
    path.curve(to: CanvasPoint(c.x, c.y + ry), control1: CanvasPoint(c.x + rx, c.y + ky), control2: CanvasPoint(c.x + kx, c.y + ry))
    path.curve(to: CanvasPoint(c.x - rx, c.y), control1: CanvasPoint(c.x - kx, c.y + ry), control2: CanvasPoint(c.x - rx, c.y + ky))
    path.curve(to: CanvasPoint(c.x, c.y - ry), control1: CanvasPoint(c.x - rx, c.y - ky), control2: CanvasPoint(c.x - kx, c.y - ry))
    path.curve(to: CanvasPoint(c.x + rx, c.y), control1: CanvasPoint(c.x + kx, c.y - ry), control2: CanvasPoint(c.x + rx, c.y - ky))
    path.close()
    return path
  }

  /// A slice of a circle, as pie charts have them.
  ///
  /// - Parameters:
  ///   - center: The middle of the circle.
  ///   - radius: Points.
  ///   - start: Where it begins, in degrees: 0 is at the right, 90 below the middle.
  ///   - end: Where it ends, clockwise.
  public static func sector(center: CanvasPoint, radius: Double, from start: Double, to end: Double) -> CanvasPath {
    var path = CanvasPath()
    path.move(to: center)
    path.arc(center: center, radius: radius, from: start, to: end)
    path.close()
    return path
  }

  /// A circle around a point.
  public static func circle(center: CanvasPoint, radius: Double) -> CanvasPath {
    ellipse(in: CanvasRect(x: center.x - radius, y: center.y - radius, width: radius * 2, height: radius * 2))
  }

  /// The largest circle in the middle of a rectangle.
  public static func circle(in rect: CanvasRect) -> CanvasPath {
    let side = min(rect.width, rect.height)
    return ellipse(in: CanvasRect(x: rect.center.x - side / 2, y: rect.center.y - side / 2, width: side, height: side))
  }
}

/// How text is placed at its point.
public enum CanvasAnchor: Hashable, Sendable {
  /// The point is the left end of the baseline.
  case leading
  /// The point is the middle of the baseline.
  case center
  /// The point is the right end of the baseline.
  case trailing
}

/// What an attachment draws on. Drawing is recorded once; PDF, PNG and SVG show the same record, as vectors.
public struct Canvas: Sendable {
  /// One thing that was drawn.
  package enum Item: Hashable, Sendable {
    case fill(CanvasPath, Color, isEvenOdd: Bool)
    case stroke(CanvasPath, Color, width: Double, dash: Double, isRound: Bool)
    case text(String, CanvasPoint, CanvasAnchor, size: Double, Color, design: String?, weight: Int, isItalic: Bool)
    case math(String, CanvasPoint, CanvasAnchor, size: Double, Color)
    case picture(String, CanvasRect)
    /// The run of text that is being drawn, and one of its glyphs.
    case run
    case glyph(Int, CanvasPoint, Color)
  }

  /// What was drawn, from back to front.
  package var items: [Item] = []
  /// The size that the attachment asked for: from 0, 0 to its width and height.
  public let bounds: CanvasRect
  /// How far the baseline of the text around the attachment is below the upper edge, in points.
  public let baseline: Double
  /// The size of the text around the attachment, in points.
  public let fontSize: Double
  /// The colour of the text around the attachment.
  public var foreground: Color {
    reading?.note(.foreground)
    return around.foreground
  }
  /// How heavy the letters around the attachment are: the width of the stem of an l, in points.
  public var stemWidth: Double {
    reading?.note(.stemWidth)
    return around.stemWidth
  }
  private let around: (foreground: Color, stemWidth: Double)
  /// Notes what the drawing looks at; nil where nobody asks.
  package var reading: CanvasReading?
  /// The index of the page that is drawn on, from 0; nil for attachments, which may be on any page.
  public package(set) var page: Int?
  /// Where the canvas' own 0, 0 is, in points from the page's upper left corner; nil for attachments.
  public package(set) var pageCorner: CanvasPoint?

  /// - Parameter baseline: Nil is the lower edge.
  package init(bounds: CanvasRect, baseline: Double? = nil, fontSize: Double, foreground: Color, stemWidth: Double) {
    (self.bounds, self.baseline) = (bounds, baseline ?? bounds.maxY)
    (self.fontSize, around) = (fontSize, (foreground, stemWidth))
  }

  /// True if something on it is copied as text.
  package var hasText: Bool {
    items.contains { item in
      switch item {
      case .text, .math: true
      case .fill, .stroke, .picture, .run, .glyph: false
      }
    }
  }

  /// Fills a path.
  ///
  /// - Parameters:
  ///   - path: Open figures are closed.
  ///   - color: Of the area.
  ///   - isEvenOdd: By the even-odd rule, else by the nonzero winding rule.
  public mutating func fill(_ path: CanvasPath, _ color: Color, isEvenOdd: Bool = false) {
    items.append(.fill(path, color, isEvenOdd: isEvenOdd))
  }

  /// Fills a rectangle.
  public mutating func fill(_ rect: CanvasRect, _ color: Color) { fill(.rect(rect), color) }

  /// Draws along a path.
  ///
  /// - Parameters:
  ///   - path: The middle of the line.
  ///   - color: Of the line.
  ///   - width: Points.
  ///   - dash: On and off along the path, points; zero is a full line.
  ///   - isRound: True if corners and ends are round.
  public mutating func stroke(_ path: CanvasPath, _ color: Color, width: Double = 0.5, dash: Double = 0, isRound: Bool = false) {
    items.append(.stroke(path, color, width: width, dash: dash, isRound: isRound))
  }

  /// Writes text on one line; it can be searched and copied.
  ///
  /// - Parameters:
  ///   - text: On one line.
  ///   - point: On the baseline.
  ///   - anchor: Which part of the text is at the point.
  ///   - size: Points; nil is the size of the surrounding text.
  ///   - color: Nil is the colour of the surrounding text.
  ///   - design: With or without serifs, or of equal widths.
  ///   - weight: How heavy the letters are.
  ///   - isItalic: True for italics.
  public mutating func text(
    _ text: String, at point: CanvasPoint, anchor: CanvasAnchor = .leading, size: Double? = nil, color: Color? = nil,
    design: TextFont.Design = .serif, weight: TextFont.Weight = .regular, isItalic: Bool = false
  ) {
    items.append(
      .text(
        text, point, anchor, size: size ?? fontSize, color ?? foreground, design: design.rawValue, weight: weight.rawValue,
        isItalic: isItalic))
  }

  /// Writes a formula in text style.
  ///
  /// - Parameters:
  ///   - latex: Without dollars.
  ///   - point: On the baseline.
  ///   - anchor: Which part of the formula is at the point.
  ///   - size: Points; nil is the size of the surrounding text.
  ///   - color: Nil is the colour of the surrounding text.
  public mutating func math(
    _ latex: String, at point: CanvasPoint, anchor: CanvasAnchor = .leading, size: Double? = nil, color: Color? = nil
  ) {
    items.append(.math(latex, point, anchor, size: size ?? fontSize, color ?? foreground))
  }

  /// Draws a picture of the document's resources into a rectangle.
  ///
  /// - Parameters:
  ///   - reference: As in the document.
  ///   - rect: In points; the picture is stretched to it.
  public mutating func picture(_ reference: String, in rect: CanvasRect) { items.append(.picture(reference, rect)) }
}
