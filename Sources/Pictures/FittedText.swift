import TypesetBytes

/// The text elements of an SVG file that say how long they are (`textLength`), which librsvg does not read.
///
/// How long they are without it is measured by librsvg itself, in whatever face it has found for them.
struct FittedText {
  struct Element {
    var id: String
    /// In units of the element.
    fileprivate var length: Double
    fileprivate var stretchesGlyphs: Bool
    fileprivate var letters: Int
    fileprivate var x: Double
    fileprivate var y: Double
    /// A unit of the element, in units of its parent.
    fileprivate var scale: Double
    fileprivate var transform: XMLReader.Attribute?
    /// Where attributes can be added.
    fileprivate var end: Int
  }

  /// The file, in which all of them have ids.
  private(set) var bytes: [UInt8] = []
  private(set) var elements: [Element] = []

  private static let most = 2000
  /// Longer text is no label, and takes librsvg seconds to space.
  private static let mostLetters = 500
  /// Invisible differences, as a part of the length: faces of programs differ slightly.
  private static let least = 0.01

  /// How much wider than in another face text is.
  private static let faces = 0.8...1.25

  init(_ file: [UInt8]) {
    var xml = XMLReader(file)
    while let text = xml.takeText() {
      bytes += file[text]
      guard !xml.isAtEnd else { break }
      let start = xml.place
      let name = xml.takeTagName()
      let end = xml.place
      guard name == "text", elements.count < Self.most else {
        _ = xml.passTag()
        bytes += file[start..<xml.place]
        continue
      }
      let tag = SVGTextTag(&xml, name: name, style: SVGTextStyle(), SVGStyleSheet())
      let letters = tag.length == nil ? 0 : Self.letters(xml)
      guard let length = tag.length, letters > 1, letters <= Self.mostLetters else {
        bytes += file[start..<xml.place]
        continue
      }
      let made = "mdtypeset-fit-\(elements.count)"
      bytes += file[start..<end]
      if tag.id == nil { bytes += Array(" id=\"\(made)\"".utf8) }
      bytes += file[end..<tag.end]
      let moved = bytes.count - tag.end
      var transform = tag.transform
      if let range = transform?.range { transform?.range = range.lowerBound + moved..<range.upperBound + moved }
      elements.append(
        Element(
          id: tag.id ?? made, length: length, stretchesGlyphs: tag.stretchesGlyphs, letters: letters, x: tag.x ?? 0,
          y: tag.y ?? 0,
          scale: tag.style.scale, transform: transform, end: bytes.count))
    }
  }

  /// How many letters follow up to the end of the element; 0 if some of them have separate places.
  private static func letters(_ xml: XMLReader) -> Int {
    var ahead = xml
    var (count, isAfterSpace) = (0, true)
    _ = ahead.passTag()
    while let text = ahead.takeText(), !ahead.isAtEnd, count <= mostLetters {
      for letter in XMLReader.decoded(ahead.file[text]) {
        if !letter.isWhitespace || !isAfterSpace { count += 1 }
        isAfterSpace = letter.isWhitespace
      }
      let name = ahead.takeTagName()
      // One that is not closed is broken.
      if name == "/text" || name == "text" { break }
      while let attribute = ahead.takeAttribute() { if attribute.name == "x" || attribute.name == "y" { return 0 } }
      _ = ahead.passTag()
    }
    return count
  }

  /// The file with more or less space between letters; with smaller ones where they are to be narrower. Wider ones stay as wide as they are, since librsvg
  /// writes letters that are stretched into PDF at the places of others. Where the face alone differs from the one that the length was measured in, letters
  /// become larger or smaller: spaced ones would be harder to read.
  ///
  /// - Parameter widths: The widths of the elements' ink, in units of their parents; nil for an element without ink.
  func fitted(_ widths: [Double?]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    for (element, width) in zip(elements, widths) {
      guard let width, width > 0, element.scale > 0 else { continue }
      let natural = width / element.scale
      guard abs(element.length - natural) > Self.least * element.length else { continue }
      let ratio = element.length / natural
      let (place, attribute): (Range<Int>, String)
      if element.stretchesGlyphs && ratio < 1 || Self.faces.contains(ratio) {
        let own = element.transform.map { escapedXML($0.value, isAttribute: true) + " " } ?? ""
        place = element.transform?.range ?? element.end..<element.end
        attribute = " transform=\"\(own)\(SVGLabels.enlarging(by: ratio, around: element.x, element.y))\""
      } else {
        let space = (element.length - natural) / Double(element.letters - 1)
        place = element.end..<element.end
        attribute = " letter-spacing=\"\(SVGLabels.number(space))\""
      }
      out += bytes[index..<place.lowerBound] + Array(attribute.utf8)
      index = place.upperBound
    }
    return out + bytes[index...]
  }
}
