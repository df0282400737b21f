import TypesetBoxes
internal import TypesetDiagnostics

extension Color {
  /// The colour of CSS' `background`: the one that its words name, or the mean of those of its gradient, which no page has.
  init?(ground value: String) {
    if let plain = Color(value) {
      self = plain
      return
    }
    guard let head = value.firstRange(of: "gradient(") else {
      guard let named = Self.parts(of: value[...], at: " ").lazy.compactMap({ Color($0) }).first else { return nil }
      self = named
      return
    }
    let stops = Self.parts(of: value[head.upperBound...], at: ",").compactMap { stop in
      Self.parts(of: stop.drop { $0 == " " }, at: " ").lazy.compactMap { Color($0) }.first
    }
    guard !stops.isEmpty else { return nil }
    func mean(_ part: (Color) -> Double) -> UInt8 { UInt8((stops.map(part).reduce(0, +) / Double(stops.count) * 255).rounded()) }
    self.init(red: mean(\.red), green: mean(\.green), blue: mean(\.blue), alpha: mean(\.alpha))
  }

  /// What stands between separators that are in no parentheses, up to a closing one.
  private static func parts(of text: Substring, at separator: Character) -> [Substring] {
    var parts: [Substring] = []
    var start = text.startIndex
    var depth = 0
    var index = start
    while index < text.endIndex, depth >= 0, parts.count < 40 {
      switch text[index] {
      case "(": depth += 1
      case ")": depth -= 1
      case separator where depth == 0:
        parts.append(text[start..<index])
        start = text.index(after: index)
      default: break
      }
      if depth >= 0 { index = text.index(after: index) }
    }
    return parts + [text[start..<index]]
  }
}
