internal import TypesetDiagnostics

/// What the `style:` of a deck of Marp's says of its slides: `section { text-align: center; font-size: 50px }`.
struct MarpStyle: Equatable {
  private(set) var centersWords = false
  /// In points of the page.
  private(set) var size: Double?

  private static let pixel = SlideUnits.pageWidth / 1_280

  private static let mostRules = 1_000

  init() {}

  init(_ style: String?) {
    guard let style, style.utf8.count < 100_000 else { return }
    for rule in StyleSheet(Array(style.utf8)[...], mostRules: Self.mostRules).rules where rule.selectors.count == 1 {
      guard rule.selectors[0].split(separator: UInt8(ascii: ",")).contains(where: { Self.word($0) == "section" }) else { continue }
      for (name, text) in rule.declarations.compactMap(StyleSheet.declaration) {
        let value = text.lowercased()
        switch name {
        case "text-align": centersWords = value == "center"
        case "font-size": size = Self.points(value) ?? size
        default: break
        }
      }
    }
  }

  /// The colours in the front matter of a deck that YAML takes for comments, as Marp reads them: `backgroundColor: #123456`.
  ///
  /// - Source: Marpit, directives/yaml.js, "loose" keys.
  static func colors(in bytes: ArraySlice<UInt8>) -> [String: String] {
    let keys = ["color", "backgroundColor", "_color", "_backgroundColor"]
    var found: [String: String] = [:]
    for line in bytes.split(separator: ASCII.newline).prefix(200)
    where line.first.map({ ASCII.isLetter($0) || $0 == UInt8(ascii: "_") }) == true {
      let words = String(decoding: line, as: UTF8.self)
      guard let colon = words.firstIndex(of: ":"), keys.contains(String(words[..<colon])) else { continue }
      let value = String(words[words.index(after: colon)...]).trimmedWhitespace()
      if value.hasPrefix("#"), value.dropFirst().allSatisfy(\.isHexDigit) { found[String(words[..<colon])] = value }
    }
    return found
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).trimmedWhitespace().lowercased() }

  private static func points(_ value: String) -> Double? {
    let units = [("px", pixel), ("pt", pixel * 96 / 72)]
    guard let (unit, scale) = units.first(where: { value.hasSuffix($0.0) }) else { return nil }
    return DocumentNumber.real(value.dropLast(unit.count)).map { min(max($0 * scale, 6), 60) }
  }
}
