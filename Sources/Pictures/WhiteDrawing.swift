/// Whether all that an SVG draws is white, as logos and sketches for dark pages are: nothing of it would be seen on white paper.
struct WhiteDrawing {
  private let bytes: [UInt8]

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// True if each shape names its paint, or a group around it does, and there is no paint but white; false where that is not certain.
  var isAllWhite: Bool {
    guard bytes.count <= 200_000 else { return false }
    var hasWhite = false
    var hasBareShape = false
    var hasWhiteGroup = false
    var rest = bytes[...]
    while let open = rest.firstIndex(of: UInt8(ascii: "<")) {
      let end = rest[open...].firstIndex(of: UInt8(ascii: ">")) ?? rest.endIndex
      let tag = String(decoding: rest[(open + 1)..<end], as: UTF8.self).lowercased()
      rest = rest[end...].dropFirst()
      let name = tag.prefix { $0.isLetter || $0 == ":" }
      if ["image", "style", "use", "pattern", "filter"].contains(name) { return false }
      let paints = Self.paints(of: tag)
      guard paints.allSatisfy({ Self.white.contains($0) || Self.none.contains($0) }) else { return false }
      let isPainted = paints.contains(where: Self.white.contains)
      hasWhite = hasWhite || isPainted
      if isPainted, name == "svg" || name == "g" { hasWhiteGroup = true }
      // draw.io's note for programs that draw no labels.
      let isNote = name == "text" && tag.contains("50%") && tag.contains("100%")
      if Self.shapes.contains(name), paints.isEmpty, !isNote { hasBareShape = true }
    }
    return hasWhite && (!hasBareShape || hasWhiteGroup)
  }

  private static let shapes: Set<Substring> = ["path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "text"]
  private static let white: Set<String> = ["white", "#fff", "#ffffff", "rgb(255,255,255)"]
  private static let none: Set<String> = ["none", "transparent", "inherit"]

  /// The values of `fill`, `stroke` and `color` in a tag, as attributes or in its style.
  private static func paints(of tag: String) -> [String] {
    var out: [String] = []
    // What a file of draw.io keeps for the program is no paint.
    let words = tag.hasPrefix("svg") ? tag.split(separator: " ").filter { !$0.hasPrefix("content=") }.joined(separator: " ") : tag
    for key in ["fill", "stroke", "color"] {
      var rest = words[...]
      while let found = rest.firstRange(of: key) {
        rest = rest[found.upperBound...]
        let value = rest.drop { $0 == " " }
        guard let mark = value.first, mark == "=" || mark == ":" else { continue }
        let text = value.dropFirst().drop { " \"'".contains($0) }.prefix { !"\"';}".contains($0) }
        out.append(text.filter { $0 != " " })
      }
    }
    return out
  }
}
