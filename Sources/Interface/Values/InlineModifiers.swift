internal import TypesetMarkdown

/// A piece of a line that has modifiers: text, formulas, pictures, icons. Every modifier returns an ``Inline``.
public protocol InlineElement: InlineConvertible {}

extension InlineElement {
  /// Strongly emphasised.
  public func bold() -> Inline { inline.wrapped(.strong) }
  /// Emphasised.
  public func italic() -> Inline { inline.wrapped(.emphasis) }
  /// Struck through.
  public func strikethrough() -> Inline { inline.wrapped(.strikethrough) }
  /// Highlighted.
  public func highlighted() -> Inline { inline.wrapped(.highlighted) }
  /// Lower and smaller.
  public func subscripted() -> Inline { inline.wrapped(.subscripted) }
  /// Higher and smaller.
  public func superscripted() -> Inline { inline.wrapped(.superscripted) }
  /// Smaller.
  public func small() -> Inline { inline.wrapped(.small) }
  /// Styled as a key of a keyboard.
  public func keyboard() -> Inline { inline.wrapped(.keyboard) }
  /// A link: to an address, or with `#` before it to a name in the document.
  public func link(to destination: String) -> Inline { inline.wrapped(.link(destination)) }
  /// With a name that links can refer to.
  public func id(_ id: String) -> Inline { inline.wrapped(.span(Attributes(id: id))) }
  /// With the looks of a class.
  public func `class`(_ name: String) -> Inline { inline.wrapped(.span(Attributes(classes: [name]))) }
  /// In a colour.
  public func foregroundStyle(_ color: Color) -> Inline { inline.with("color", color.styleText) }
  /// On a ground of this colour. Text that could not be read on it is black or white.
  public func background(_ color: Color) -> Inline { inline.with("background", color.styleText) }
  /// In a font; what the font leaves open is taken from the text around.
  public func font(_ font: TextFont) -> Inline { inline.wrapped(.span(Attributes(pairs: font.attributes))) }
  /// In another weight.
  public func fontWeight(_ weight: TextFont.Weight) -> Inline { inline.with("weight", "\(weight.rawValue)") }
  /// In one of the theme's families.
  public func fontDesign(_ design: TextFont.Design) -> Inline { inline.with("font", design.rawValue) }
  /// In the theme's family for code.
  public func monospaced() -> Inline { fontDesign(.monospaced) }
  /// With a line below it, or without the one that it would have.
  ///
  /// - Parameters:
  ///   - isActive: False takes a line away.
  ///   - pattern: How the line is drawn.
  ///   - color: Nil is the colour of the text.
  public func underline(_ isActive: Bool = true, pattern: TextLineStyle.Pattern = .solid, color: Color? = nil) -> Inline {
    inline.with("underline", isActive ? TextLineStyle(pattern, color: color).styleText : "none")
  }
  /// With a line through it, or without the one that it would have.
  ///
  /// - Parameters:
  ///   - isActive: False takes a line away.
  ///   - pattern: How the line is drawn.
  ///   - color: Nil is the colour of the text.
  public func strikethrough(_ isActive: Bool, pattern: TextLineStyle.Pattern = .solid, color: Color? = nil) -> Inline {
    inline.with("strike", isActive ? TextLineStyle(pattern, color: color).styleText : "none")
  }
  /// With space between the letters: points, or a part of the type size (`0.05.em`).
  public func tracking(_ space: some StyleLength) -> Inline { inline.with("tracking", space.styleText) }
  /// The same as ``tracking(_:)``: letters that are set apart have no ligatures here.
  public func kerning(_ space: some StyleLength) -> Inline { tracking(space) }
  /// Raised, or lowered if negative: points, or a part of the type size.
  public func baselineOffset(_ offset: some StyleLength) -> Inline { inline.with("baseline", offset.styleText) }
  /// With other letters; what is copied stays as it is.
  public func textCase(_ letters: InlineCase) -> Inline { inline.with("case", letters.rawValue) }
  /// In a language, for hyphenation, quotes and screen readers: `de`, `zh-Hans`.
  public func language(_ tag: String) -> Inline { inline.with("lang", tag) }

  /// Joins two pieces of a line.
  @_disfavoredOverload
  public static func + (a: Self, b: Inline) -> Inline { Inline(a.inline.parts + b.parts) }
  /// Joins two pieces of a line.
  @_disfavoredOverload
  public static func + (a: Self, b: some InlineElement) -> Inline { Inline(a.inline.parts + b.inline.parts) }
}
