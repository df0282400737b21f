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
      guard name == "path" else {
        _ = xml.passTag()
        continue
      }
      var (id, data, transform) = ("", "", SVGTransform())
      while let attribute = xml.takeAttribute() {
        switch attribute.name {
        case "id": id = attribute.value
        case "d": data = attribute.value
        case "transform": transform = SVGTransform(attribute.value)
        default: break
        }
      }
      _ = xml.passTag()
      if wanted.contains(id), out[id] == nil { out[id] = SVGCourse(data, transform: transform) }
    }
    return out
  }

  private static let mostPaths = 200

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
    var (low, high) = (0, pieces.count)
    while low < high {
      let middle = (low + high) / 2
      if pieces[middle].start + pieces[middle].length < distance { low = middle + 1 } else { high = middle }
    }
    guard low < pieces.count else { return nil }
    let piece = pieces[low]
    let part = (distance - piece.start) / piece.length
    let (dx, dy) = (piece.to.x - piece.from.x, piece.to.y - piece.from.y)
    return (piece.from.x + part * dx, piece.from.y + part * dy, SVGTransform.degrees(dx, dy))
  }
}
