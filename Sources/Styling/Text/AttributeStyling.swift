import TypesetBoxes
import TypesetFonts
import TypesetMarkdown

extension Theme {
  /// The rules for the classes of an element, later ones over earlier ones.
  func rule(of attributes: Attributes?) -> StyleRule {
    guard let attributes else { return StyleRule() }
    var rule = StyleRule()
    for name in attributes.classes {
      if let further = classRules[name] { rule = rule.overlaid(by: further) }
    }
    if let style = attributes["style"] { rule = rule.overlaid(by: StyleRule(css: style)) }
    if let align = (attributes["align"] ?? attributes["text-align"]).flatMap({ Alignment(css: $0) }) { rule.align = align }
    for pair in attributes.pairs { _ = rule.lines.read(pair.key, pair.value) }
    return rule
  }

  /// The rule of an element and over it those of its classes.
  func rule(of element: Element, _ attributes: Attributes?) -> StyleRule {
    attributes == nil ? self[element] : self[element].overlaid(by: rule(of: attributes))
  }
}

extension TextStyle {
  /// The style of an inline with attributes inside this one.
  func applying(_ attributes: Attributes, theme: Theme) -> TextStyle {
    var style = applying(theme.rule(of: attributes), families: theme.families)
    if let language = attributes.language, !language.isEmpty { style.language = language }
    if let direction = attributes["dir"].flatMap({ TextDirection(rawValue: $0) }) { style.direction = direction }
    if let id = attributes.id { style.anchor = id }
    return style
  }
}

extension TextStyle {
  /// Sub- and superscripts: smaller, and moved by a part of the surrounding size.
  func shifted(by factor: Double) -> TextStyle {
    var style = self
    style.rise += size.scaled(by: factor)
    style.size = size.scaled(by: 0.7)
    // Old-style figures are too small there.
    style.features.removeAll { $0.tag == "onum" }
    return style
  }
}

extension BlockStyle {
  /// Language and direction of a block that has attributes.
  mutating func take(_ attributes: Attributes) {
    if let language = attributes.language, !language.isEmpty { text.language = language }
    if let direction = attributes["dir"].flatMap({ TextDirection(rawValue: $0) }) { text.direction = direction }
  }
}

extension Image {
  /// Takes width and height from attributes: `50%`, `300`, `300px`, `4cm`, `8em`, `1cap`, `2line`; or from an HTML style.
  ///
  /// - Parameter em: The size of the text around it.
  mutating func takeSize(_ attributes: Attributes, em: Length, theme: Theme) {
    let line = em.scaled(by: theme.lineSpacing)
    var declared = attributes
    if let style = attributes["style"] {
      declared.pairs = StyleRule.declarations(of: style).map { Attributes.Pair($0.name, $0.value) } + attributes.pairs
    }
    width = declared["width"].flatMap { PictureSize($0, em: em, line: line) }
    height = declared["height"].flatMap { PictureSize($0, em: em, line: line) }
    baseline = (attributes["baseline"] ?? declared["vertical-align"]).flatMap { PictureBaseline($0, em: em) }
    shift = attributes["shift"].flatMap { Dimension($0)?.resolved(em: em) } ?? .zero
    scale = attributes["scale"].flatMap { name in
      name == "text" ? em.points / 12 : TypeStyle(rawValue: name)?.ratio(at: theme.shownTypeSize)
    }
    copy = attributes["copy"]
  }
}

extension PictureSize {
  /// A bare number is CSS pixels, as in HTML.
  init?(_ text: String, em: Length, line: Length? = nil) {
    let text = text.trimmed()
    if text.hasSuffix("cap"), let value = Double(text.dropLast(3)), value > 0, value <= 100 {
      self = .capitals(value)
      return
    }
    if let line, text.hasSuffix("line"), let value = Double(text.dropLast(4)), value > 0, value <= 100 {
      self = .absolute(line.scaled(by: value))
      return
    }
    if text.hasSuffix("%") {
      guard let value = Double(text.dropLast()), value > 0, value <= 1_000 else { return nil }
      self = .fraction(value / 100)
      return
    }
    if let pixels = Double(text) {
      guard pixels > 0, pixels <= 100_000 else { return nil }
      self = .absolute((pixels * 0.75).pt)
      return
    }
    // LaTeX's `0.5\linewidth` and the like.
    for name in ["\\textwidth", "\\linewidth", "\\columnwidth"] where text.hasSuffix(name) {
      guard let value = Double(text.dropLast(name.count).isEmpty ? "1" : text.dropLast(name.count)), value > 0, value <= 10 else {
        return nil
      }
      self = .fraction(value)
      return
    }
    guard let length = Dimension(text)?.resolved(em: em), length > .zero else { return nil }
    self = .absolute(length)
  }
}

extension PictureBaseline {
  /// `middle`, `text-bottom`, `baseline`, or a length.
  fileprivate init?(_ text: String, em: Length) {
    switch text.trimmed().lowercased() {
    case "middle": self = .middle
    case "text-bottom", "bottom": self = .textBottom
    case "baseline": self = .offset(.zero)
    default:
      guard let length = Dimension(text.trimmed())?.resolved(em: em), abs(length.points) <= 1_000 else { return nil }
      self = .offset(length)
    }
  }
}

extension Alignment {
  init?(css: String) {
    switch css.trimmed().lowercased() {
    case "left", "start": self = .left
    case "right", "end": self = .right
    case "center", "middle": self = .center
    case "justify": self = .justified
    default: return nil
    }
  }
}

extension StyleRule {
  /// The declarations of an HTML `style` that mean something on paper: colours, alignment, weight, slant, size.
  init(css: String) {
    self.init()
    for (name, value) in Self.declarations(of: css) {
      switch name {
      case "color": color = Color(value) ?? color
      case "background", "background-color": background = Color(value) ?? background
      case "text-align": align = Alignment(css: value) ?? align
      case "font-weight":
        weight = value == "bold" || value == "bolder" ? 700 : value == "normal" ? 400 : Int(value).map { min(max($0, 100), 900) } ?? weight
      case "font-style": slant = value == "italic" || value == "oblique" ? .italic : value == "normal" ? .upright : slant
      case "font-size":
        if let size = Dimension(value), Self.isReadable(size) { self.size = size }
      case "font-family": if value.contains("mono") { family = .code }
      case "font-variant": if value.contains("small-caps") { features = [TextStyle.Feature(tag: "smcp", value: 1)] }
      case "text-decoration", "text-decoration-line": if value.contains("underline") { underline = true }
      default: break
      }
    }
  }

  /// Absurd sizes are ignored.
  private static func isReadable(_ size: Dimension) -> Bool {
    switch size {
    case .absolute(let length): length >= 3.pt && length <= 200.pt
    case .em(let factor): factor >= 0.3 && factor <= 10
    }
  }

  static func declarations(of css: String) -> [(name: String, value: String)] {
    css.split(separator: ";").compactMap { declaration in
      guard let colon = declaration.firstIndex(of: ":") else { return nil }
      let value = declaration[declaration.index(after: colon)...].trimmed()
      return (declaration[..<colon].trimmed().lowercased(), value.replacing("!important", with: "").trimmed())
    }
  }
}
