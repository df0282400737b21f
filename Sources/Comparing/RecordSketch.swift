internal import TypesetPictures

extension DocumentRecord {
  /// A page drawn from what the record says of it, as SVG: lines of text at their places, frames for what is not text.
  ///
  /// - Parameter number: From 0.
  /// - Returns: Nil if there is no such page.
  package func sketch(ofPage number: Int) -> String? {
    guard sheets.indices.contains(number) else { return nil }
    let sheet = sheets[number]
    func points(_ hundredths: Int) -> String { RecordBuilder.shown(hundredths) }
    let ground = sheet.background.hasPrefix("#") ? sheet.background : "#ffffff"
    var out = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(points(sheet.width))pt\" height=\"\(points(sheet.height))pt\" "
    out += "viewBox=\"0 0 \(points(sheet.width)) \(points(sheet.height))\">"
    out += "<rect width=\"100%\" height=\"100%\" fill=\"\(escapedXML(ground, isAttribute: true))\"/>"
    for unit in units {
      let style = SketchStyle(styles.indices.contains(unit.style) ? styles[unit.style] : "")
      for part in unit.parts where part.page == number {
        let area = "x=\"\(points(part.x))\" y=\"\(points(part.y))\" width=\"\(points(part.width))\" height=\"\(points(part.height))\""
        let text = part.text.replacing("\u{FFFC}", with: "▯")
        switch unit.kind {
        case .graphics: out += "<rect \(area) fill=\"none\" stroke=\"#ddd\" stroke-width=\"0.4\"/>"
        case .picture: out += "<rect \(area) fill=\"#eee\" stroke=\"#888\" stroke-width=\"0.6\"/>"
        default:
          guard !text.isEmpty else {
            out += "<rect \(area) fill=\"#f4f4f4\" stroke=\"#ccc\" stroke-width=\"0.4\"/>"
            continue
          }
          let baseline = part.y + part.height * 3 / 4
          out += "<text x=\"\(points(part.x))\" y=\"\(points(baseline))\" textLength=\"\(points(max(part.width, 1)))\" "
          out += "lengthAdjust=\"spacingAndGlyphs\" \(style.attributes)>\(escapedXML(text))</text>"
        }
      }
    }
    return out + "</svg>"
  }

  /// In points; nil if there is no such page.
  package func size(ofPage number: Int) -> (width: Double, height: Double)? {
    guard sheets.indices.contains(number) else { return nil }
    return (Double(sheets[number].width) / 100, Double(sheets[number].height) / 100)
  }
}

/// The first font of a unit's style, `LibertinusSerif-Bold.otf 12 #000000; …`, as attributes of SVG.
private struct SketchStyle {
  private var size = "10"
  private var color = "#000000"
  private var family = "serif"
  private var isBold = false
  private var isItalic = false

  init(_ style: String) {
    let words = (style.split(separator: "; ").first ?? "").split(separator: " ")
    guard words.count >= 3 else { return }
    let name = words.dropLast(2).joined(separator: " ")
    if Double(words[words.count - 2]) != nil { size = String(words[words.count - 2]) }
    if words[words.count - 1].dropFirst().allSatisfy(\.isHexDigit) { color = String(words[words.count - 1].prefix(7)) }
    family = name.contains("Code") || name.contains("Mono") ? "monospace" : name.contains("Sans") ? "sans-serif" : "serif"
    (isBold, isItalic) = (name.contains("Bold"), name.contains("Italic"))
  }

  var attributes: String {
    "font-family=\"\(family)\" font-size=\"\(size)\" fill=\"\(color)\"" + (isBold ? " font-weight=\"bold\"" : "")
      + (isItalic ? " font-style=\"italic\"" : "")
  }
}
