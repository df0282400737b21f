internal import TypesetJSON

/// The identifier, classes and pairs of one of pandoc's nodes.
struct PandocAttributes {
  var id = ""
  var classes: [String] = []
  var pairs: [(key: String, value: String)] = []

  init(_ json: JSON) {
    guard let parts = json.items, parts.count > 2 else { return }
    id = Self.identifier(parts[0].text ?? "")
    classes = (parts[1].items ?? []).compactMap(\.text).map(Self.name).filter { !$0.isEmpty }
    pairs = (parts[2].items ?? []).compactMap { pair in
      guard let both = pair.items, both.count > 1, let key = both[0].text.map(Self.name), !key.isEmpty else { return nil }
      return (key, (both[1].text ?? "").filter { !$0.isNewline && $0 != "\"" && $0 != "\\" })
    }
  }

  /// These attributes and the attributes of the node around, whose identifier is used.
  func joined(_ outer: PandocAttributes) -> PandocAttributes {
    var all = self
    all.id = outer.id.isEmpty ? id : outer.id
    all.classes += outer.classes
    all.pairs += outer.pairs
    return all
  }

  /// In braces; empty where there is nothing.
  var written: String {
    let words = (id.isEmpty ? [] : ["#" + id]) + classes.map { "." + $0 } + pairs.map { "\($0.key)=\"\($0.value)\"" }
    return words.isEmpty ? "" : "{" + words.joined(separator: " ") + "}"
  }

  /// An identifier as attributes may have it; links are written with the same: EPUB's are `chapter.xhtml#part`, others have blanks.
  static func identifier(_ text: String) -> String {
    name(String(text.map { $0.isWhitespace ? "-" : $0 == "#" ? "_" : $0 }))
  }

  private static func name(_ text: String) -> String {
    text.filter { !$0.isWhitespace && !"{}\"'=#<>\\`".contains($0) }
  }
}

/// How the items of one of pandoc's ordered lists are numbered.
struct PandocNumber {
  var start: Int
  var style: String
  var delimiter: String

  /// The sign of an item, counted from 0.
  func marker(_ index: Int) -> String {
    let word = word(min(max(start, 0), 1 << 24) + index)
    return switch delimiter {
    case "OneParen": word + ")"
    case "TwoParens": "(" + word + ")"
    default: word + "."
    }
  }

  private func word(_ number: Int) -> String {
    let letters = Array("abcdefghijklmnopqrstuvwxyz")
    switch style {
    case "LowerAlpha" where 1...26 ~= number: return String(letters[number - 1])
    case "UpperAlpha" where 1...26 ~= number: return String(letters[number - 1]).uppercased()
    case "LowerRoman" where 1...3999 ~= number: return Self.roman(number)
    case "UpperRoman" where 1...3999 ~= number: return Self.roman(number).uppercased()
    default: return String(number)
    }
  }

  private static func roman(_ number: Int) -> String {
    var rest = number
    var out = ""
    let signs = [
      (1000, "m"), (900, "cm"), (500, "d"), (400, "cd"), (100, "c"), (90, "xc"), (50, "l"), (40, "xl"), (10, "x"), (9, "ix"), (5, "v"),
      (4, "iv"), (1, "i"),
    ]
    for (value, sign) in signs {
      while rest >= value {
        out += sign
        rest -= value
      }
    }
    return out
  }
}
