internal import TypesetBytes
internal import TypesetDiagnostics

/// A path of an SVG file as short straight pieces, along which text is set.
struct SVGCourse {
  private struct Piece {
    var from: (x: Double, y: Double)
    var to: (x: Double, y: Double)
    /// Of all pieces before it.
    var start: Double
    var length: Double
  }

  private var pieces: [Piece] = []
  private(set) var length = 0.0

  /// - Parameters:
  ///   - data: An attribute `d`. What cannot be read ends the path, as in SVG.
  ///   - transform: The path's own.
  init(_ data: String, transform: SVGTransform = SVGTransform()) {
    for (from, to) in SVGPathReader(data).lines { add(transform.applied(from.x, from.y), transform.applied(to.x, to.y)) }
  }

  /// The paths of a file that text follows, by their names.
  static func all(in file: [UInt8]) -> [String: SVGCourse] {
    let wanted = names(in: file)
    var xml = XMLReader(file)
    var out: [String: SVGCourse] = [:]
    while xml.takeText() != nil, !xml.isAtEnd, out.count < wanted.count {
      let name = xml.takeTagName()
      var values: [String: String] = [:]
      while shapes.contains(name), let attribute = xml.takeAttribute() { values[attribute.name] = attribute.value }
      _ = xml.passTag()
      guard let id = values["id"], wanted.contains(id), out[id] == nil else { continue }
      out[id] = SVGCourse(data(of: name, values), transform: SVGTransform(values["transform"] ?? ""))
    }
    return out
  }

  private static let mostPaths = 200
  private static let shapes: Set<String> = ["path", "rect", "circle", "ellipse", "line", "polyline", "polygon"]

  /// The outline of an element as path data (SVG 2, 10).
  private static func data(of name: String, _ values: [String: String]) -> String {
    func value(_ name: String) -> Double { values[name].flatMap { SVGTextStyle.length($0, em: 16) } ?? 0 }
    switch name {
    case "path": return values["d"] ?? ""
    case "line": return "M\(value("x1")) \(value("y1"))L\(value("x2")) \(value("y2"))"
    case "polyline": return "M\(values["points"] ?? "")"
    case "polygon": return "M\(values["points"] ?? "")Z"
    case "rect": return "M\(value("x")) \(value("y"))h\(value("width"))v\(value("height"))h\(-value("width"))Z"
    default:
      let (rx, ry) = name == "circle" ? (value("r"), value("r")) : (value("rx"), value("ry"))
      let (x, y) = (value("cx"), value("cy"))
      return "M\(x + rx) \(y)A\(rx) \(ry) 0 0 1 \(x - rx) \(y)A\(rx) \(ry) 0 0 1 \(x + rx) \(y)Z"
    }
  }

  private static func names(in file: [UInt8]) -> Set<String> {
    var xml = XMLReader(file)
    var out: Set<String> = []
    while xml.takeText() != nil, !xml.isAtEnd, out.count < mostPaths {
      if xml.takeTagName() == "textPath" {
        while let attribute = xml.takeAttribute() {
          if attribute.name == "href", attribute.value.hasPrefix("#") { out.insert(String(attribute.value.dropFirst())) }
        }
      }
      _ = xml.passTag()
    }
    return out
  }

  private mutating func add(_ from: (x: Double, y: Double), _ to: (x: Double, y: Double)) {
    let (dx, dy) = (to.x - from.x, to.y - from.y)
    let piece = (dx * dx + dy * dy).squareRoot()
    guard piece > 0, piece.isFinite else { return }
    pieces.append(Piece(from: from, to: to, start: length, length: piece))
    length += piece
  }

  /// The place at a distance from the beginning, and the direction there in degrees; nil beyond the ends.
  func place(at distance: Double) -> (x: Double, y: Double, angle: Double)? {
    guard distance >= 0, distance <= length else { return nil }
    let number = pieces.partitioningIndex { $0.start + $0.length >= distance }
    guard number < pieces.count else { return nil }
    let piece = pieces[number]
    let part = (distance - piece.start) / piece.length
    let (dx, dy) = (piece.to.x - piece.from.x, piece.to.y - piece.from.y)
    return (piece.from.x + part * dx, piece.from.y + part * dy, SVGTransform.degrees(dx, dy))
  }
}
