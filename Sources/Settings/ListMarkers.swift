/// The markers of list items, level by level; deeper levels start again with the first.
public struct ListMarkers: Hashable, Sendable {
  public var bullets = ["•", "–"]
  /// A number format with its punctuation: `1.`, `a)`, `(i)`, `A.`, `I.`, `一、`.
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
    guard let place = form.firstIndex(where: { Self.forms.contains($0) }) else { return "\(value)" }
    return form[..<place] + Self.text(value, as: form[place]) + form[form.index(after: place)...]
  }

  /// False if a form has no placeholder for the number.
  public static func isNumber(_ form: String) -> Bool { form.contains { forms.contains($0) } && form.count <= 8 }

  private static let forms = "1aAiI\u{4E00}"

  /// The markers that an author names for one list: CSS's names, a form of numbers, or a sign; nil where it is none of these.
  package init?(named name: String, isNumbered: Bool) {
    self.init()
    if let form = Self.numberNames[name] {
      numbers = [form]
    } else if let sign = Self.bulletNames[name] {
      bullets = [sign]
    } else if isNumbered, Self.isNumber(name) {
      numbers = [name.count == 1 ? name + (name == "\u{4E00}" ? "\u{3001}" : ".") : name]
    } else if !isNumbered, !name.isEmpty, name.count <= 4 {
      bullets = [name]
    } else {
      return nil
    }
    guard isNumbered ? Self.bulletNames[name] == nil : Self.numberNames[name] == nil else { return nil }
  }

  /// CSS `list-style-type`.
  private static let numberNames = [
    "decimal": "1.", "lower-alpha": "a.", "lower-latin": "a.", "upper-alpha": "A.", "upper-latin": "A.", "lower-roman": "i.",
    "upper-roman": "I.", "cjk-ideographic": "\u{4E00}\u{3001}", "simp-chinese-informal": "\u{4E00}\u{3001}",
    "trad-chinese-informal": "\u{4E00}\u{3001}",
  ]
  private static let bulletNames = ["disc": "\u{2022}", "circle": "\u{25E6}", "square": "\u{25AA}", "dash": "\u{2013}", "none": ""]

  private static func text(_ value: Int, as form: Character) -> String {
    switch form {
    case "a": letters(value).lowercased()
    case "A": letters(value)
    case "i": roman(value).lowercased()
    case "I": roman(value)
    case "\u{4E00}": chinese(value)
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

  /// 一 二 … 十 十一 … 一百零一: the numbers of Chinese and Japanese.
  private static func chinese(_ value: Int) -> String {
    guard (1..<10_000).contains(value) else { return "\(value)" }
    let digits: [Character] = [
      "\u{96F6}", "\u{4E00}", "\u{4E8C}", "\u{4E09}", "\u{56DB}", "\u{4E94}", "\u{516D}", "\u{4E03}", "\u{516B}", "\u{4E5D}",
    ]
    var out = ""
    var skips = false
    for (unit, sign) in [(1_000, "\u{5343}"), (100, "\u{767E}"), (10, "\u{5341}"), (1, "")] {
      let digit = value / unit % 10
      if digit == 0 {
        skips = !out.isEmpty
        continue
      }
      if skips { out.append(digits[0]) }
      skips = false
      // 10 to 19 begin with the sign for ten.
      if !(unit == 10 && digit == 1 && out.isEmpty) { out.append(digits[digit]) }
      out += sign
    }
    return out
  }
}
