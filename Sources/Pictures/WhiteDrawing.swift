internal import TypesetDiagnostics

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
      let tag = rest[(open + 1)..<end].map { $0 &- 0x41 < 26 ? $0 | 0x20 : $0 }
      rest = rest[end...].dropFirst()
      let name = String(decoding: tag.prefix { $0 &- 0x61 < 26 || $0 == UInt8(ascii: ":") }, as: UTF8.self)
      if ["image", "style", "use", "pattern", "filter"].contains(name) { return false }
      let paints = Self.paints(of: tag)
      guard paints.allSatisfy({ Self.white.contains($0) || Self.none.contains($0) }) else { return false }
      let isPainted = paints.contains(where: Self.white.contains)
      hasWhite = hasWhite || isPainted
      if isPainted, name == "svg" || name == "g" { hasWhiteGroup = true }
      // draw.io's note for programs that draw no labels.
      let isNote = name == "text" && tag.find(Array("50%".utf8)) != nil && tag.find(Array("100%".utf8)) != nil
      if Self.shapes.contains(name), paints.isEmpty, !isNote { hasBareShape = true }
    }
    return hasWhite && (!hasBareShape || hasWhiteGroup)
  }

  private static let shapes: Set<String> = ["path", "rect", "circle", "ellipse", "polygon", "polyline", "line", "text"]
  private static let white: Set<String> = ["white", "#fff", "#ffffff", "rgb(255,255,255)"]
  private static let none: Set<String> = ["none", "transparent", "inherit"]

  /// The values of `fill`, `stroke` and `color` in a tag, as attributes or in its style.
  private static func paints(of tag: [UInt8]) -> [String] {
    var out: [String] = []
    // What a file of draw.io keeps for the program is no paint.
    let isRoot = tag.starts(with: "svg".utf8)
    let words = isRoot ? Array(tag.split(separator: 0x20).filter { !$0.starts(with: "content=".utf8) }.joined(separator: [0x20])) : tag
    for key in keys {
      var index = 0
      while let found = words.find(key, from: index) {
        index = found + key.count
        let value = words[index...].drop { $0 == 0x20 }
        guard let mark = value.first, mark == UInt8(ascii: "=") || mark == UInt8(ascii: ":") else { continue }
        let text = value.dropFirst().drop { " \"'".utf8.contains($0) }.prefix { !"\"';}".utf8.contains($0) }
        out.append(String(decoding: text.filter { $0 != 0x20 }, as: UTF8.self))
      }
    }
    return out
  }

  private static let keys = ["fill", "stroke", "color"].map { Array($0.utf8) }
}
