internal import TypesetDiagnostics
public import TypesetFonts

// OpenType features as themes and front matter write them, and how those of an element go with those around it.

extension [ShapingKey.Feature] {
  /// Features of which one turns the other off.
  private static let alternatives = [["onum", "lnum"], ["pnum", "tnum"], ["sups", "subs", "sinf"], ["frac", "afrc"]]

  /// These features with those of an inner element, which add to them or take their place; `none` takes all away.
  public func overlaid(by inner: Self) -> Self {
    var out = inner.contains { $0.tag == "none" } ? [] : self
    for feature in inner where feature.tag != "none" {
      out.removeAll { $0.tag == feature.tag }
      if feature.value > 0, let group = Self.alternatives.first(where: { $0.contains(feature.tag) }) {
        out.removeAll { group.contains($0.tag) }
      }
      out.append(feature)
    }
    return out
  }

  /// Reads `onum`, `ss01=2`, `-liga`, `+smcp`, `liga=off`, several with commas or spaces between them; nil if it is not a list of features.
  public init?(_ text: some StringProtocol) {
    self = []
    for word in text.split(whereSeparator: { ", ;\t\n".contains($0) }) {
      let parts = String(word).split(separator: "=", maxSplits: 1).map { String($0) }
      guard var tag = parts.first else { return nil }
      var value = 1
      if tag.hasPrefix("-") { value = 0 }
      if tag.hasPrefix("-") || tag.hasPrefix("+") { tag.removeFirst() }
      guard tag.utf8.count == 4, tag.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else { return nil }
      if parts.count > 1 {
        switch parts[1] {
        case "on", "true", "yes": value = 1
        case "off", "false", "no": value = 0
        default:
          guard let number = DocumentNumber.whole(parts[1]), (0...65_535).contains(number) else { return nil }
          value = number
        }
      }
      append(ShapingKey.Feature(tag: tag, value: value))
    }
  }

  /// What fontspec calls them, as pandoc's `mainfontoptions` has it: `Numbers=OldStyle`; nil for other options.
  public init?(fontspec option: some StringProtocol) {
    let sides = String(option).filter { $0 != " " && $0 != "{" && $0 != "}" }.split(separator: "=", maxSplits: 1).map { String($0) }
    guard sides.count == 2 else { return nil }
    self = []
    for value in sides[1].split(separator: ",") {
      let words: String
      switch (sides[0], value) {
      case ("Numbers", "OldStyle"), ("Numbers", "Lowercase"): words = "onum"
      case ("Numbers", "Lining"), ("Numbers", "Uppercase"): words = "lnum"
      case ("Numbers", "Proportional"): words = "pnum"
      case ("Numbers", "Monospaced"), ("Numbers", "Tabular"): words = "tnum"
      case ("Numbers", "SlashedZero"): words = "zero"
      case ("Letters", "SmallCaps"): words = "smcp"
      case ("Letters", "UppercaseSmallCaps"): words = "c2sc"
      case ("Ligatures", "Rare"), ("Ligatures", "Discretionary"): words = "dlig"
      case ("Ligatures", "Historic"): words = "hlig"
      case ("Ligatures", "NoCommon"), ("Ligatures", "CommonOff"): words = "-liga"
      case ("Fractions", "On"): words = "frac"
      case ("Kerning", "Off"): words = "-kern"
      case ("StylisticSet", _): words = value.count == 1 ? "ss0\(value)" : "ss\(value)"
      case ("RawFeature", _): words = String(value)
      default: continue
      }
      guard let more = Self(words) else { return nil }
      self += more
    }
  }
}
