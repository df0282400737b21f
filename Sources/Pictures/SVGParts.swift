internal import TypesetBytes
internal import TypesetDiagnostics

/// An SVG file in parts that are drawn one upon another: those with filters, which become pixels, and what is between them, which stays vectors.
///
/// librsvg gives each filter pixels for the whole drawing and a PDF's surface keeps them to its end: 25 shadows on a wide drawing take more
/// memory than a picture may take. A part with a filter is drawn alone, in pixels for its own place only.
struct SVGParts {
  /// An element that is drawn by itself, with the elements around it.
  struct Part: Hashable {
    var id: String
    var hasFilter: Bool
    /// In `bytes`.
    fileprivate var range: Range<Int>
    /// Other parts need it: something in it is referred to.
    fileprivate var isNeeded: Bool
  }

  /// The file, in which each part has an identifier.
  private(set) var bytes: [UInt8] = []
  /// In the order in which they are drawn.
  private(set) var parts: [Part] = []
  /// The root element's start tag in `bytes`, from its name's end on.
  private var root = 0..<0
  private var rootAttributes: [XMLReader.Attribute] = []
  private let box: String

  /// More parts than this are not drawn one by one.
  private static let limit = 8_000
  /// Nor are files whose copies would have more bytes than this together.
  private static let heaviest = 256 << 20

  /// What masks may take together before each of them becomes pixels of its own place, in bytes.
  private static let mostForMasks = 192.0 * 0x1p20

  /// - Returns: Nil for a file without filters, and for one that can't be drawn in parts.
  init?(_ file: [UInt8]) {
    guard file.holds("filter") || file.holds("mask"), !file.holds("<!ENTITY") else { return nil }
    let tree = SVGElementTree(file) { masks, root in
      // Librsvg keeps a mask as large as the drawing: four bytes a pixel.
      guard masks > 0, let size = Self.box(of: root)?.split(separator: " ").compactMap({ DocumentNumber.real($0) }) else { return false }
      let (width, height) = (size[2] * 3, size[3] * 3)
      let scale = SVGPartDrawing.scale(ofLayers: max(width, height))
      return Double(masks) * width * height * scale * scale * 4 > Self.mostForMasks
    }
    guard tree.isWhole, let svg = tree.elements.first, svg.name == "svg", tree.elements.contains(where: \.isFiltered) else { return nil }
    guard let box = Self.box(of: svg.attributes) else { return nil }
    self.box = box
    let marked = SVGPartMarks(tree)
    // What the root itself has is drawn as one.
    guard marked.ranges.contains(where: \.hasFilter), marked.ranges.count <= Self.limit, marked.ranges[0].start != svg.start else {
      return nil
    }
    guard write(marked, tree), weight <= Self.heaviest else { return nil }
    let head = SVGRoot(bytes)
    guard let tag = head.tag else { return nil }
    (root, rootAttributes) = (tag, head.attributes)
  }

  /// A file that shows a rectangle of the drawing, with a part and all that it needs, but no other parts.
  ///
  /// - Parameters:
  ///   - size: Of the whole drawing, in units of the rectangle.
  func file(with part: Part, size: (width: Int, height: Int), showing place: (x: Int, y: Int, width: Int, height: Int)) -> [UInt8] {
    var out: [UInt8] = []
    var index = root.upperBound
    out += bytes[..<root.lowerBound]
    // Namespaces and what is inherited are on the inner element as well.
    for attribute in rootAttributes where attribute.isNamespace(in: bytes) { out += bytes[attribute.range] }
    out += " width=\"\(place.width)\" height=\"\(place.height)\" viewBox=\"\(place.x) \(place.y) \(place.width) \(place.height)\">".utf8
    out += "<svg x=\"0\" y=\"0\" width=\"\(size.width)\" height=\"\(size.height)\" viewBox=\"\(box)\"".utf8
    var style = ""
    for attribute in rootAttributes {
      switch attribute.name {
      case "x", "y", "width", "height", "viewBox": continue
      case "style": style = attribute.value + ";"
      default: out += bytes[attribute.range]
      }
    }
    out += " style=\"\(escapedXML(style, isAttribute: true))width:\(size.width)px;height:\(size.height)px\"".utf8
    for other in parts where !other.isNeeded && other.range != part.range {
      out += bytes[index..<other.range.lowerBound]
      index = other.range.upperBound
    }
    return out + bytes[index...] + "</svg>".utf8
  }

  /// What all files of parts have together, in bytes.
  private var weight: Int {
    let own = parts.reduce(0) { $0 + ($1.isNeeded ? 0 : $1.range.count) }
    let count = parts.count { $0.hasFilter }
    return Int(clamping: Double(bytes.count - own) * Double(count)) + own
  }

  /// The `viewBox`, or the size in pixels.
  private static func box(of attributes: [String: String]) -> String? {
    if let box = attributes["viewBox"] {
      let numbers = box.split { " ,\n\t".contains($0) }.compactMap { DocumentNumber.real($0) }
      return numbers.count == 4 && numbers[2] > 0 && numbers[3] > 0 ? numbers.map { "\($0)" }.joined(separator: " ") : nil
    }
    func length(_ name: String) -> Double? {
      attributes[name].flatMap { $0.hasSuffix("%") ? nil : SVGTextStyle.length($0, em: 12) }.flatMap { $0 > 0 ? $0 : nil }
    }
    guard let width = length("width"), let height = length("height") else { return nil }
    return "0 0 \(width) \(height)"
  }

  /// Copies the file with identifiers, and with groups around rows of elements.
  ///
  /// - Returns: False where a part can't be named.
  private mutating func write(_ marks: SVGPartMarks, _ tree: SVGElementTree) -> Bool {
    bytes.reserveCapacity(tree.file.count + marks.ranges.count * 40)
    var place = 0
    for (number, mark) in marks.ranges.enumerated() {
      bytes += tree.file[place..<mark.start]
      let start = bytes.count
      var id = "mdtypeset-part-\(number)"
      let element = mark.element.map { tree.elements[$0] }
      if let element, let own = element.attributes["id"], tree.isUnique(own) {
        id = own
        bytes += tree.file[mark.start..<mark.end]
      } else if let element, element.attributes["id"] == nil {
        bytes += tree.file[mark.start..<element.nameEnd]
        bytes += " id=\"\(id)\"".utf8
        bytes += tree.file[element.nameEnd..<mark.end]
      } else {
        guard !tree.rules.asksForPlaces else { return false }
        bytes += "<g id=\"\(id)\">".utf8
        bytes += tree.file[mark.start..<mark.end]
        bytes += "</g>".utf8
      }
      parts.append(Part(id: id, hasFilter: mark.hasFilter, range: start..<bytes.count, isNeeded: mark.isNeeded || tree.rules.asksForPlaces))
      place = mark.end
    }
    bytes += tree.file[place...]
    return true
  }
}

extension XMLReader.Attribute {
  /// True for a declaration of a namespace, and for `xml:space`.
  fileprivate func isNamespace(in file: [UInt8]) -> Bool {
    let written = file[range].drop { $0 <= 0x20 }
    return written.starts(with: "xmlns".utf8) || written.starts(with: "xml:".utf8)
  }
}
