internal import TypesetDiagnostics

/// The variables of a theme of Quarto's for reveal.js, `$body-bg: #fdf6e3;`, or with reveal.js' own names, `$backgroundColor`.
enum QuartoTheme {
  private static let names: [(name: String, element: String)] = [
    ("body-bg", "ground"), ("backgroundColor", "ground"), ("body-color", "text"), ("mainColor", "text"),
    ("presentation-heading-color", "heading"), ("headingColor", "heading"), ("link-color", "a"), ("linkColor", "a"),
  ]

  static func look(of sheet: [UInt8]) -> SlideLook {
    var values: [String: String] = [:]
    for line in sheet.split(separator: ASCII.newline).prefix(2_000) where line.drop(while: ASCII.isBlank).first == ASCII.dollar {
      let words = String(decoding: line.drop(while: ASCII.isBlank).dropFirst(), as: UTF8.self)
      guard let colon = words.firstIndex(of: ":"), let end = words.firstIndex(of: ";"), colon < end else { continue }
      let value = String(words[words.index(after: colon)..<end]).replacing("!default", with: "").trimmedWhitespace()
      values[String(words[..<colon]).trimmedWhitespace()] = value
    }
    func color(_ name: String) -> String? {
      var value = values[name]
      for _ in 0..<4 where value?.hasPrefix("$") == true { value = value.flatMap { values[String($0.dropFirst())] } }
      return value.flatMap { value in
        value.contains(where: { "$\"'".contains($0) }) || value.hasPrefix("lighten") || value.hasPrefix("darken") ? nil : value
      }
    }
    var look = SlideLook()
    for (name, element) in names {
      guard let color = color(name) else { continue }
      switch element {
      case "ground": look.ground = color
      case "heading": for level in 1...6 { look.colors["h\(level)"] = color }
      default: look.colors[element] = color
      }
    }
    return look
  }
}
