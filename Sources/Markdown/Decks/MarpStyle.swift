internal import TypesetDiagnostics

/// What the `style:` of a deck of Marp's says of its slides: `section { text-align: center; font-size: 50px }`.
struct MarpStyle: Equatable {
  private(set) var centersWords = false
  /// In points of the page.
  private(set) var size: Double?

  /// Marp's slides are 1280 pixels wide, the pages here 720 points.
  private static let pixel = 720.0 / 1280

  private static let mostRules = 1_000

  init() {}

  init(_ style: String?) {
    guard let style, style.utf8.count < 100_000 else { return }
    for rule in StyleSheet(Array(style.utf8)[...], mostRules: Self.mostRules).rules where rule.selectors.count == 1 {
      guard rule.selectors[0].split(separator: UInt8(ascii: ",")).contains(where: { Self.word($0) == "section" }) else { continue }
      for declaration in rule.declarations {
        let sides = declaration.split(separator: UInt8(ascii: ":"), maxSplits: 1)
        guard sides.count == 2 else { continue }
        let value = Self.word(sides[1])
        switch Self.word(sides[0]) {
        case "text-align": centersWords = value == "center"
        case "font-size": size = Self.points(value) ?? size
        default: break
        }
      }
    }
  }

  private static func word(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self).trimmedWhitespace().lowercased() }

  private static func points(_ value: String) -> Double? {
    let units = [("px", pixel), ("pt", pixel * 96 / 72)]
    guard let (unit, scale) = units.first(where: { value.hasSuffix($0.0) }) else { return nil }
    return DocumentNumber.real(value.dropLast(unit.count)).map { min(max($0 * scale, 6), 60) }
  }
}
