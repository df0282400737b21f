package import TypesetBoxes

/// For what a document's colours are.
public enum Appearance: String, Hashable, Sendable, CaseIterable {
  /// The theme's own.
  case auto
  /// Dark on a light page.
  case light
  /// Light on a dark page, the whole of it.
  case dark
  /// Black on paper: no ground on the page, links as the text.
  case print
}

extension Theme {
  /// Changes the colours of the theme so that they suit an appearance.
  ///
  /// Colours that are those of the built-in theme of the other kind are exchanged for its counterpart's; others keep their hue, and get as light or
  /// as dark as they have to be to be read.
  public mutating func adapt(to appearance: Appearance) {
    switch appearance {
    case .auto: return
    case .dark where !isDark: exchange(from: "article", to: "dark")
    case .light where isDark, .print where isDark: exchange(from: "dark", to: "article")
    default: break
    }
    guard appearance == .print else { return }
    page.background = nil
    color = .black
    rules[.link]?.color = nil
    let paper = Color(rgba: 0xFFFF_FFFF)
    let print = { (color: Color) in color.readable(on: paper, contrast: 8) }
    apply(ColorChange(text: print, line: { $0 }, bar: { $0 }, ground: { $0.luminance < 0.7 ? $0.mixed(with: paper, 0.9) : $0 }))
  }

  /// The theme for a slide that has looks of its own.
  ///
  /// - Parameters:
  ///   - ground: Its colour; nil is that of all pages.
  ///   - shown: The colour on which letters are read, where a picture is over the ground.
  ///   - colors: Those that its author gives elements, and all text (nil).
  package func on(_ ground: Color?, readable shown: Color?, _ colors: [Element?: Color]) -> Theme {
    var theme = self
    let white = Color(rgba: 0xFFFF_FFFF)
    if let paper = shown ?? ground {
      theme.adapt(to: paper.contrast(white) >= Color.leastWhite ? .dark : .light)
      // Pictures on slides are made for their ground.
      theme.rules[.figure]?.matte = nil
      theme.page.background = paper
      theme.color = theme.color.readable(on: paper, contrast: 7)
      theme.apply(ColorChange(text: { $0.readable(on: paper, contrast: 4.5) }, line: { $0 }, bar: { $0 }, ground: { $0 }))
    }
    for (element, color) in colors {
      if let element { theme.rules[element, default: StyleRule()].color = color } else { theme.color = color }
    }
    return theme
  }

  /// True if pages are dark.
  private var isDark: Bool { (page.background?.luminance ?? 1) < 0.3 }

  private mutating func exchange(from old: String, to new: String) {
    guard let before = Theme.builtInTheme(old), let after = Theme.builtInTheme(new) else { return }
    page.background = after.page.background
    let ground = page.background ?? Color(rgba: 0xFFFF_FFFF)
    let oldGround = before.page.background ?? Color(rgba: 0xFFFF_FFFF)
    let isLight = ground.luminance > 0.5
    color = color == before.color ? after.color : color.readable(on: ground, as: oldGround)
    let change = ColorChange(
      text: { $0.readable(on: ground, as: oldGround) },
      // Faint lines stay faint.
      line: { $0.contrast(oldGround) < 2 ? $0.mixed(with: ground, 0.8) : $0.readable(on: ground, contrast: 2.5) },
      // The titles of callouts have the colours of their bars.
      bar: { $0.readable(on: ground, contrast: 7) },
      ground: { ($0.luminance > 0.5) == isLight ? $0 : $0.mixed(with: isLight ? Color(rgba: 0xFFFF_FFFF) : .black, 0.83) })
    for element in Set(rules.keys).union(after.rules.keys) {
      rules[element] = rules[element, default: StyleRule()].exchanged(before[element], after[element], change)
    }
    for name in Set(classRules.keys).union(after.classRules.keys) {
      classRules[name] = classRules[name, default: StyleRule()]
        .exchanged(before.classRules[name] ?? StyleRule(), after.classRules[name] ?? StyleRule(), change)
    }
    for token in Set(highlight.keys).union(after.highlight.keys) {
      highlight[token] = highlight[token, default: StyleRule()]
        .exchanged(before.highlight[token] ?? StyleRule(), after.highlight[token] ?? StyleRule(), change)
    }
    for number in cellRules.indices { cellRules[number].rule = cellRules[number].rule.exchanged(StyleRule(), StyleRule(), change) }
  }

  /// Changes all colours.
  private mutating func apply(_ change: ColorChange) {
    let nothing = StyleRule()
    rules = rules.mapValues { $0.exchanged(nothing, nothing, change) }
    classRules = classRules.mapValues { $0.exchanged(nothing, nothing, change) }
    highlight = highlight.mapValues { $0.exchanged(nothing, nothing, change) }
    for number in cellRules.indices { cellRules[number].rule = cellRules[number].rule.exchanged(nothing, nothing, change) }
  }
}

/// What becomes of colours that are a theme's own.
private struct ColorChange {
  var text: (Color) -> Color
  var line: (Color) -> Color
  var bar: (Color) -> Color
  var ground: (Color) -> Color
}

extension StyleRule {
  /// This rule, with the colours of one rule exchanged for those of another, and its own changed.
  fileprivate func exchanged(_ old: StyleRule, _ new: StyleRule, _ change: ColorChange) -> StyleRule {
    var rule = self
    func take(_ path: WritableKeyPath<StyleRule, Color?>, _ change: (Color) -> Color) {
      rule[keyPath: path] = rule[keyPath: path] == old[keyPath: path] ? new[keyPath: path] : rule[keyPath: path].map(change)
    }
    func take(_ path: WritableKeyPath<StyleRule, EdgeRule?>) {
      let own = rule[keyPath: path]
      rule[keyPath: path] =
        own == old[keyPath: path] ? new[keyPath: path] : own.map { EdgeRule(width: $0.width, color: change.line($0.color)) }
    }
    take(\.color, change.text)
    take(\.background, change.ground)
    take(\.border, change.line)
    take(\.bar, change.bar)
    for path in [\StyleRule.borderTop, \.borderRight, \.borderBottom, \.borderLeft] { take(path) }
    if rule.matte == old.matte, old.matte != new.matte {
      (rule.matte, rule.radius) = (new.matte, new.matte == nil ? nil : new.radius)
      rule.padding = new.padding
    }
    return rule
  }
}

extension Color {
  /// WCAG 2.2, relative luminance, with the square for the power of 2.4: near enough to decide between light and dark.
  fileprivate var luminance: Double { 0.2126 * red * red + 0.7152 * green * green + 0.0722 * blue * blue }

  /// The least contrast with which letters on a colour are white: designers have them so on strong blues and greens, where black has a little more.
  fileprivate static let leastWhite = 3.4

  package func contrast(_ other: Color) -> Double {
    let (a, b) = (luminance, other.luminance)
    return (max(a, b) + 0.05) / (min(a, b) + 0.05)
  }

  /// As readable as it was on another ground, but neither faint nor glaring.
  fileprivate func readable(on ground: Color, as old: Color) -> Color { readable(on: ground, contrast: min(max(contrast(old), 7.5), 11)) }

  /// Mixed with white or black until it can be read on a ground.
  package func readable(on ground: Color, contrast wanted: Double) -> Color {
    let white = Color(rgba: 0xFFFF_FFFF)
    let end = ground.contrast(white) >= Self.leastWhite ? white : .black
    var color = self
    var part = 0.0
    while color.contrast(ground) < wanted, part < 1 {
      part += 0.05
      color = mixed(with: end, part)
    }
    return color
  }

  /// - Parameter part: Of the other colour, from 0 to 1.
  package func mixed(with other: Color, _ part: Double) -> Color {
    func value(_ own: Double, _ further: Double) -> UInt8 { UInt8((min(max(own * (1 - part) + further * part, 0), 1) * 255).rounded()) }
    return Color(
      red: value(red, other.red), green: value(green, other.green), blue: value(blue, other.blue), alpha: UInt8((alpha * 255).rounded()))
  }
}
