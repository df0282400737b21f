import Foundation
import TypesetBoxes

@testable import TypesetDiagrams

// Pictures written as SVG, which tests can search.

extension MermaidDiagram {
  static func svg(of source: String, in type: DiagramType) throws(DiagramMistake) -> String { try picture(of: source, in: type).svg }
}

extension ChartDiagram {
  static func svg(of source: String, in type: DiagramType) throws(DiagramMistake) -> String { try picture(of: source, in: type).svg }
}

extension DiagramPicture {
  var svg: String {
    var out = "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 \(Self.number(width)) \(Self.number(height))\">\n"
    for item in items {
      switch item {
      case .link(let address, let corner, let width, let height):
        out += "<a href=\"\(address)\" x=\"\(Self.number(corner.x))\" width=\"\(Self.number(width))\" height=\"\(Self.number(height))\"/>\n"
      case .shape(let shape):
        out += "<\(Self.outline(of: shape.steps)) fill=\"\(Self.paint(shape.fill))\" stroke=\"\(Self.paint(shape.stroke))\""
        out += " stroke-width=\"\(Self.number(shape.width))\""
        if !shape.dashes.isEmpty { out += " stroke-dasharray=\"\(shape.dashes.map(Self.number).joined(separator: " "))\"" }
        out += "/>\n"
      case .words(let words):
        let (x, y) = (Self.number(words.place.x), Self.number(words.place.y))
        out += "<text x=\"\(x)\" y=\"\(y)\" text-anchor=\"\(words.anchor)\" font-size=\"\(Self.number(words.size))\""
        out += " fill=\"\(Self.paint(words.color))\""
        let looks = Set(words.runs.map(\.look))
        if looks == [DiagramTextStyle(isBold: true)] { out += " font-weight=\"bold\"" }
        if looks == [DiagramTextStyle(isItalic: true)] { out += " font-style=\"italic\"" }
        if words.isTurned { out += " transform=\"rotate(-90 \(x) \(y))\"" }
        out += ">" + words.runs.map { Self.written($0, isAlone: looks.count == 1) }.joined() + "</text>\n"
      }
    }
    return out + "</svg>\n"
  }

  private static func number(_ value: Double) -> String {
    let text = "\((value * 100).rounded() / 100)"
    return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
  }

  /// The element that draws a path: rectangles and ellipses are told by their steps.
  private static func outline(of steps: [PathStep<DiagramPoint>]) -> String {
    var (signs, points) = ("", [DiagramPoint]())
    for step in steps {
      switch step {
      case .move(let to), .line(let to):
        signs += signs.isEmpty ? "M" : "L"
        points.append(to)
      case .curve(_, _, let to):
        signs += "C"
        points.append(to)
      case .close: signs += "Z"
      }
    }
    let (xs, ys) = (points.map(\.x), points.map(\.y))
    let (left, top) = (xs.min() ?? 0, ys.min() ?? 0)
    let (width, height) = ((xs.max() ?? 0) - left, (ys.max() ?? 0) - top)
    let isUpright = zip(points, points.dropFirst()).allSatisfy { $0.x == $1.x || $0.y == $1.y }
    if signs == "MLLLZ" && isUpright || signs == "MLCLCLCLCZ" {
      let radius = signs.count > 5 ? " rx=\"\(number(points[0].x - left))\"" : ""
      return "rect x=\"\(number(left))\" y=\"\(number(top))\" width=\"\(number(width))\" height=\"\(number(height))\"\(radius)"
    }
    if signs == "MCCCCZ" {
      let (rx, ry) = (width / 2, height / 2)
      return "ellipse cx=\"\(number(left + rx))\" cy=\"\(number(top + ry))\" rx=\"\(number(rx))\" ry=\"\(number(ry))\""
    }
    return "path d=\"\(steps.map(written).joined())\""
  }

  private static func written(_ step: PathStep<DiagramPoint>) -> String {
    func pair(_ point: DiagramPoint) -> String { "\(number(point.x)) \(number(point.y))" }
    return switch step {
    case .move(let to): "M\(pair(to))"
    case .line(let to): "L\(pair(to))"
    case .curve(let first, let second, let to): "C\(pair(first)) \(pair(second)) \(pair(to))"
    case .close: "Z"
    }
  }

  private static func paint(_ color: Color?) -> String { color.map(\.hex) ?? "none" }

  private static func written(_ run: DiagramRun, isAlone: Bool) -> String {
    let text = run.text.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing(">", with: "&gt;")
    guard run.look != DiagramTextStyle(), !isAlone else { return text }
    return "<tspan\(run.look.isBold ? " font-weight=\"bold\"" : "")\(run.look.isItalic ? " font-style=\"italic\"" : "")>\(text)</tspan>"
  }
}
