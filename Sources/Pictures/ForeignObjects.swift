internal import TypesetDiagnostics

/// Writes the labels that an SVG file has as HTML (`foreignObject`) as text of SVG: librsvg draws no HTML.
///
/// Mermaid and draw.io write all their labels so. What such a file shows instead, such as `Viewer does not support full SVG 1.1`, is left out.
package struct ForeignObjects {
  /// The file; the same bytes if it has no such label.
  package private(set) var bytes: [UInt8]

  private var xml: XMLReader
  private var out: [UInt8] = []

  package init(_ file: [UInt8]) {
    bytes = file
    xml = XMLReader(file)
    guard file.holds("<foreignObject") || file.holds("#Extensibility") else { return }
    out.reserveCapacity(file.count)
    while let text = xml.takeText() {
      out += file[text]
      if !xml.isAtEnd { copyElement() }
    }
    bytes = out
  }

  private mutating func copyElement() {
    let start = xml.place
    switch xml.takeTagName() {
    case "foreignObject": out += label(from: start) ?? Array(xml.file[start..<xml.place])
    case "switch" where !xml.passTag(): if !dropsFallback() { out += xml.file[start..<xml.place] }
    default: out += xml.file[start..<xml.place]
    }
  }

  /// Passes a `switch` whose first alternative is an empty group for programs that draw HTML.
  private mutating func dropsFallback() -> Bool {
    var ahead = xml
    guard ahead.takeText() != nil, !ahead.isAtEnd, ahead.takeTagName() == "g" else { return false }
    var needsHTML = false
    while let attribute = ahead.takeAttribute() {
      if attribute.name == "requiredFeatures" { needsHTML = attribute.value.hasSuffix("#Extensibility") }
    }
    guard needsHTML, ahead.isAtSlash else { return false }
    var depth = 1
    while depth > 0, ahead.takeText() != nil, !ahead.isAtEnd {
      switch ahead.takeTagName() {
      case "switch": depth += ahead.passTag() ? 0 : 1
      case "/switch": depth -= 1
      default: break
      }
    }
    guard depth == 0 else { return false }
    _ = ahead.passTag()
    xml = ahead
    return true
  }

  /// Reads an element whose name was read; nil where there is no text in it.
  private mutating func label(from start: Int) -> [UInt8]? {
    var ahead = xml
    var frame: [String: Double] = [:]
    while let attribute = ahead.takeAttribute() {
      guard ["x", "y", "width", "height"].contains(attribute.name) else { continue }
      frame[attribute.name] = HTMLLabel.pixels(attribute.value)
    }
    guard !ahead.isAtSlash else { return nil }
    _ = ahead.passTag()
    guard let label = HTMLLabel(&ahead, in: frame) else {
      // Nothing is shown in a box without room, as Mermaid has one for each edge without words.
      let hasNone = frame["width"] == 0 || frame["height"] == 0
      guard hasNone, xml.file[..<ahead.place].reversed().starts(with: "/foreignObject>".utf8.reversed()) else { return nil }
      xml = ahead
      return []
    }
    xml = ahead
    return Array(label.svg.utf8)
  }
}
