/// The markers of list items, level by level; deeper levels start again with the first.
public struct ListMarkers: Hashable, Sendable {
  public var bullets = ["•", "–"]
  /// A number format with its punctuation: `1.`, `a)`, `(i)`, `A.`, `I.`.
  public var numbers = ["1."]

  public init() {}

  package init(bullets: [String], numbers: [String]) {
    self.bullets = bullets
    self.numbers = numbers
  }

  public func bullet(depth: Int) -> String { bullets.isEmpty ? "•" : bullets[depth % bullets.count] }

  public func number(_ value: Int, depth: Int) -> String {
    guard !numbers.isEmpty else { return "\(value)." }
    let form = numbers[depth % numbers.count]
    guard let place = form.firstIndex(where: { "1aAiI".contains($0) }) else { return "\(value)" }
    return form[..<place] + Self.text(value, as: form[place]) + form[form.index(after: place)...]
  }

  /// False if a form has no placeholder for the number.
  public static func isNumber(_ form: String) -> Bool { form.contains { "1aAiI".contains($0) } && form.count <= 8 }

  private static func text(_ value: Int, as form: Character) -> String {
    switch form {
    case "a": letters(value).lowercased()
    case "A": letters(value)
    case "i": roman(value).lowercased()
    case "I": roman(value)
    default: "\(value)"
    }
  }

  /// A … Z, AA, AB …
  private static func letters(_ value: Int) -> String {
    guard value > 0 else { return "\(value)" }
    var rest = value
    var out = ""
    while rest > 0 {
      rest -= 1
      out = String(UnicodeScalar(UInt8(65 + rest % 26))) + out
      rest /= 26
    }
    return out
  }

  private static func roman(_ value: Int) -> String {
    guard (1..<4000).contains(value) else { return "\(value)" }
    var rest = value
    var out = ""
    for (size, sign) in [
      (1000, "M"), (900, "CM"), (500, "D"), (400, "CD"), (100, "C"), (90, "XC"), (50, "L"), (40, "XL"), (10, "X"), (9, "IX"), (5, "V"),
      (4, "IV"),
      (1, "I"),
    ] {
      while rest >= size {
        out += sign
        rest -= size
      }
    }
    return out
  }
}
