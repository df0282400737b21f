internal import TypesetBytes
internal import TypesetDiagnostics

/// The attributes of an element around text, or of one in it.
struct SVGTextTag {
  /// Where letters are, each value for one of them; the first ones of most elements are all.
  struct Places {
    var x: [Double] = []
    var y: [Double] = []
    var dx: [Double] = []
    var dy: [Double] = []
    /// In degrees; the last value applies to all letters that follow.
    var rotate: [Double] = []

    var areForLetters: Bool { [x, y, dx, dy].contains { $0.count > 1 } || !rotate.isEmpty }
  }

  var style: SVGTextStyle
  var places = Places()
  /// How long the text is to be, in units of the element.
  private(set) var length: Double?
  private(set) var stretchesGlyphs = false
  private(set) var transform: XMLReader.Attribute?
  private(set) var id: String?
  private(set) var preservesSpace: Bool?
  /// The attributes that place it.
  private var placing: [Range<Int>] = []
  /// Where its attributes end.
  private(set) var end = 0
  /// What is kept besides when it becomes a group, with the spaces before.
  var kept: [UInt8] = []
  /// What colours it.
  var colors = ""
  /// Of a `textPath`: the name of its path, and where on it the text begins, as a length or as a part of the whole.
  private(set) var path = ""
  /// A path within the element, which precedes the named path.
  private(set) var pathData: String?
  private(set) var start = (length: 0.0, part: 0.0)

  var x: Double? { places.x.first }
  var y: Double? { places.y.first }
  var dx: Double? { places.dx.first }
  var dy: Double? { places.dy.first }

  /// The most places of a list that are read; letters beyond are not placed.
  private static let mostPlaces = 4000

  init(_ xml: inout XMLReader, name: String, style outer: SVGTextStyle, _ sheet: SVGStyleSheet) {
    style = outer
    style.ownShift = nil
    var all: [XMLReader.Attribute] = []
    while let attribute = xml.takeAttribute() { all.append(attribute) }
    end = xml.place
    id = all.first { $0.name == "id" }?.value
    for attribute in all where attribute.name != "style" { style.take(attribute.name, attribute.value) }
    sheet.apply(
      to: &style, name: name, id: id ?? "", classes: all.first { $0.name == "class" }?.value ?? "")
    for attribute in all where attribute.name == "style" { style.take(declarations: attribute.value) }
    for attribute in all { take(attribute, isPath: name == "textPath", xml.file) }
  }

  /// Its tag, unchanged from `start` on, but without the attributes that place letters; the sign at its end is left out.
  func withoutPlaces(_ file: [UInt8], from start: Int) -> [UInt8] {
    var out: [UInt8] = []
    var index = start
    for range in placing {
      out += file[index..<range.lowerBound]
      index = range.upperBound
    }
    return out + file[index..<end]
  }

  private mutating func take(_ attribute: XMLReader.Attribute, isPath: Bool, _ file: [UInt8]) {
    // None where one of them can't be read.
    func lengths() -> [Double] {
      let words = attribute.value.split(maxSplits: Self.mostPlaces) { " ,\n\t\r".contains($0) }.prefix(Self.mostPlaces)
      let values = words.compactMap { SVGTextStyle.length(String($0), em: style.size) }
      return values.count == words.count ? values : []
    }
    if ["x", "y", "dx", "dy", "rotate"].contains(attribute.name) { placing.append(attribute.range) }
    switch attribute.name {
    case "x": places.x = lengths()
    case "y": places.y = lengths()
    case "dx": places.dx = lengths()
    case "dy": places.dy = lengths()
    case "rotate": places.rotate = lengths()
    case "transform":
      transform = attribute
      style.take(transform: attribute.value)
    case "textLength" where !attribute.value.hasSuffix("%"): length = lengths().first.flatMap { $0 > 0 ? $0 : nil }
    case "lengthAdjust": stretchesGlyphs = attribute.value == "spacingAndGlyphs"
    case "space": preservesSpace = attribute.value == "preserve"
    case "text-anchor", "dominant-baseline": break
    case "path" where isPath: pathData = attribute.value
    case "href" where isPath: path = attribute.value.hasPrefix("#") ? String(attribute.value.dropFirst()) : ""
    case "startOffset" where isPath:
      if attribute.value.hasSuffix("%") {
        start.part = (DocumentNumber.real(attribute.value.dropLast()) ?? 0) / 100
      } else {
        start.length = lengths().first ?? 0
      }
    default:
      kept += file[attribute.range]
      if ["fill", "class", "style", "fill-opacity", "opacity", "stroke", "stroke-width"].contains(attribute.name) {
        colors += " \(attribute.name)=\"\(escapedXML(attribute.value, isAttribute: true))\""
      }
    }
  }
}
