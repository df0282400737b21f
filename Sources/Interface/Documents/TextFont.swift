public import TypesetBoxes
internal import TypesetMarkdown

/// An abstract font: a family, a size, a weight and a slant, each taken from the element if it is not given. The file is
/// chosen when the document is typeset.
public struct TextFont: Hashable, Sendable {
  /// How heavy a font is.
  public enum Weight: Int, Hashable, Sendable {
    case thin = 100
    case ultraLight = 200
    case light = 300
    case regular = 400
    case medium = 500
    case semibold = 600
    case bold = 700
    case heavy = 800
    case black = 900
  }

  /// How wide the letters of a font are beside its usual ones, in percent.
  public enum Width: Double, Hashable, Sendable {
    case compressed = 62.5
    case condensed = 75
    case standard = 100
    case expanded = 125
  }

  /// One of the theme's families.
  public enum Design: String, Hashable, Sendable {
    /// The theme's text family.
    case serif = "text"
    /// The theme's sans-serif family.
    case sansSerif = "sans"
    /// The theme's family for code.
    case monospaced = "code"
  }

  /// The family; nil leaves it open.
  package var name: String?
  /// The family by its use in the theme, if no `name` is given; nil leaves it open.
  package var design: Design?
  /// As in a theme file.
  package var size: String?
  package var weight: Weight?
  package var width: Width?
  /// Nil leaves it open.
  package var isItalic: Bool?

  package init(name: String? = nil, design: Design? = nil, size: String? = nil, weight: Weight? = nil, isItalic: Bool? = nil) {
    (self.name, self.design, self.size, self.weight, self.isItalic) = (name, design, size, weight, isItalic)
  }

  /// A family by its name. Points grow and shrink with the reader's type size as running text does.
  ///
  /// - Parameters:
  ///   - name: As `mdtypeset fonts` lists it: `Libertinus Sans`. If there is no such font, the theme's family is used
  ///     and `font.unknown` is reported.
  ///   - size: Points, or a length: `11`, `11.pt`, `1.2.em` (times the surrounding type).
  public static func custom(_ name: String, size: some StyleLength) -> TextFont { custom(name, size: size, relativeTo: .body) }

  /// A family by its name, whose points follow the growth of a style of text at other type sizes.
  ///
  /// - Parameters:
  ///   - name: As `mdtypeset fonts` lists it.
  ///   - size: At the type size `l`: points, or a length. A size in em is relative to the surrounding type, and follows that.
  ///   - style: Whose growth it follows.
  public static func custom(_ name: String, size: some StyleLength, relativeTo style: TypeStyle) -> TextFont {
    let text = size.styleText
    return TextFont(name: name, size: size is EmLength ? text : "\(text)(\(style.rawValue))")
  }

  /// A family by its name, with a size that is the same at all type sizes.
  ///
  /// - Parameters:
  ///   - name: As `mdtypeset fonts` lists it.
  ///   - size: Points.
  public static func custom(_ name: String, fixedSize size: Double) -> TextFont { TextFont(name: name, size: "\(size.styleText)(fixed)") }

  /// The theme's text family in a style of text: as many times the size of running text as the style has, and its growth at other type sizes.
  public static func style(_ style: TypeStyle) -> TextFont {
    TextFont(size: "\(1.em.styleText)(\(style.rawValue))", weight: style == .headline ? .semibold : nil)
  }

  /// The largest titles: twice the size of running text.
  public static let largeTitle = style(.largeTitle)
  /// Titles.
  public static let title = style(.title)
  /// Titles of the second level.
  public static let title2 = style(.title2)
  /// Titles of the third level.
  public static let title3 = style(.title3)
  /// Running text in semibold type.
  public static let headline = style(.headline)
  /// Running text.
  public static let body = style(.body)
  /// Callouts, a little smaller than running text.
  public static let callout = style(.callout)
  /// Headings below others.
  public static let subheadline = style(.subheadline)
  /// Footnotes.
  public static let footnote = style(.footnote)
  /// Captions.
  public static let caption = style(.caption)
  /// Captions of the second level.
  public static let caption2 = style(.caption2)

  /// A family by its name, at the size of the element.
  public static func custom(_ name: String) -> TextFont { TextFont(name: name) }

  /// The theme's family at another size.
  ///
  /// - Parameters:
  ///   - size: Points, or a length.
  ///   - weight: Nil keeps the element's weight.
  ///   - design: Nil keeps the element's family.
  public static func system(size: some StyleLength, weight: Weight? = nil, design: Design? = nil) -> TextFont {
    TextFont(design: design, size: size.styleText, weight: weight)
  }

  /// The theme's text family.
  public static func serif(_ size: some StyleLength, weight: Weight? = nil) -> TextFont {
    system(size: size, weight: weight, design: .serif)
  }

  /// The theme's sans-serif family.
  public static func sansSerif(_ size: some StyleLength, weight: Weight? = nil) -> TextFont {
    system(size: size, weight: weight, design: .sansSerif)
  }

  /// The theme's family for code.
  public static func monospaced(_ size: some StyleLength, weight: Weight? = nil) -> TextFont {
    system(size: size, weight: weight, design: .monospaced)
  }

  /// The theme's text family in the element's size.
  public static let serif = TextFont(design: .serif)
  /// The theme's sans-serif family in the element's size.
  public static let sansSerif = TextFont(design: .sansSerif)
  /// The theme's family for code in the element's size.
  public static let monospaced = TextFont(design: .monospaced)

  /// This font in another weight.
  public func weight(_ weight: Weight) -> TextFont {
    var font = self
    font.weight = weight
    return font
  }

  /// This font with narrower or wider letters: a face of the family with that width, or a variable font's axis `wdth`. Families without either
  /// keep their own width.
  public func width(_ width: Width) -> TextFont {
    var font = self
    font.width = width
    return font
  }

  /// This font in bold.
  public func bold() -> TextFont { weight(.bold) }

  /// This font in italics, or upright.
  public func italic(_ isItalic: Bool = true) -> TextFont {
    var font = self
    font.isItalic = isItalic
    return font
  }

  /// The keys and values of an element's rule for this font.
  var rules: [(key: String, value: String)] {
    var rules: [(String, String)] = []
    if let name { rules.append(("font", quoted(name))) }
    if let design { rules.append(("family", design.rawValue)) }
    if let size { rules.append(("size", size)) }
    if let weight { rules.append(("weight", "\(weight.rawValue)")) }
    if let width { rules.append(("stretch", "\(plain(width.rawValue))%")) }
    if let isItalic { rules.append(("slant", isItalic ? "italic" : "upright")) }
    return rules
  }

  /// The attributes of text in brackets for this font.
  var attributes: [Attributes.Pair] {
    rules.map { Attributes.Pair($0.key == "family" ? "font" : $0.key, $0.key == "font" ? name ?? "" : $0.value) }
  }
}
