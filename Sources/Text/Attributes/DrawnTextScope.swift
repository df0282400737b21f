public import TypesetBoxes
public import TypesetInterface
internal import TypesetSettings

/// The attributes that the engine draws. A scope of yours nests it: `let drawn = DrawnTextScope()`.
public struct DrawnTextScope: TextScope {
  /// A family by its name: `font`.
  public let fontFamily = FontFamilyKey()
  /// The size of the type as in a theme file, `"14pt"` or `"1.2em"`: `size`. `font` sets it with numbers.
  public let fontSize = FontSizeKey()
  /// How heavy the type is, `"300"` to `"900"` or `"bold"`: `weight`.
  public let fontWeight = FontWeightKey()
  /// The colour of the text: `color`.
  public let foregroundColor = ForegroundColorKey()
  /// The colour behind the text: `background`.
  public let backgroundColor = BackgroundColorKey()
  /// The line below the text: `underline`.
  public let underlineStyle = UnderlineStyleKey()
  /// The line through the text: `strike`.
  public let strikethroughStyle = StrikethroughStyleKey()
  /// Space between the letters, a length such as `"0.05em"`: `tracking`.
  public let tracking = TrackingKey()
  /// How far the text is raised, a length such as `"2pt"`: `baseline`.
  public let baselineOffset = BaselineOffsetKey()
  /// Capitals or small letters, whatever is written: `case`.
  public let textCase = TextCaseKey()
  /// Colours along the text, `"hue"` or `"red, blue"`: `ramp`.
  public let colorRamp = ColorRampKey()
  /// A colour over the text: `tint`.
  public let tint = TintKey()
  /// Makes a word agree with the number before it: `inflect`.
  public let inflect = InflectKey()

  /// All of them.
  public init() {}

  /// A family by its name.
  public struct FontFamilyKey: TextAttributeKey {
    public typealias Value = String
    public static let name = "font"
    public init() {}
  }

  /// A length or a factor, as in a theme file: `12pt`, `1.2em`.
  public struct FontSizeKey: TextAttributeKey {
    public typealias Value = String
    public static let name = "size"
    public init() {}
  }

  /// From 1 to 1000, or a word.
  public struct FontWeightKey: TextAttributeKey {
    public typealias Value = String
    public static let name = "weight"
    public init() {}
  }

  /// The colour of the letters.
  public struct ForegroundColorKey: TextColorKey {
    public static let name = "color"
    public init() {}
  }

  /// The colour behind the letters.
  public struct BackgroundColorKey: TextColorKey {
    public static let name = "background"
    public init() {}
  }

  /// A colour laid over the letters and their ground.
  public struct TintKey: TextColorKey {
    public static let name = "tint"
    public init() {}
  }

  /// A line below the letters.
  public struct UnderlineStyleKey: TextLineStyleKey {
    public static let name = "underline"
    public init() {}
  }

  /// A line through the letters.
  public struct StrikethroughStyleKey: TextLineStyleKey {
    public static let name = "strike"
    public init() {}
  }

  /// A length as in a theme file.
  public struct TrackingKey: TextAttributeKey {
    public typealias Value = String
    public static let name = "tracking"
    public init() {}
  }

  /// A length as in a theme file, upwards.
  public struct BaselineOffsetKey: TextAttributeKey {
    public typealias Value = String
    public static let name = "baseline"
    public init() {}
  }

  /// The letters that are drawn; what is copied stays as written.
  public struct TextCaseKey: TextAttributeKey {
    /// Which letters are drawn.
    public enum Value: String, Codable, CaseIterable, Sendable { case upper, lower, title, none }
    public static let name = "case"
    public init() {}
  }

  /// `hue`, or colours between commas.
  public struct ColorRampKey: TextAttributeKey {
    public typealias Value = String
    public static let name = "ramp"
    public init() {}
  }

  /// True for a word that agrees with the number before it.
  public struct InflectKey: TextAttributeKey {
    public typealias Value = Bool
    public static let name = "inflect"
    public init() {}
  }
}

/// A key of a colour: `#rrggbb`, or a name of CSS.
public protocol TextColorKey: TextAttributeKey where Value == Color {}

extension TextColorKey {
  /// The colour of a text such as `#c00` or `teal`.
  ///
  /// - Throws: `TextValueError` for another value.
  public static func read(_ value: TextValue) throws -> Color {
    guard let text = value.plain, let color = Color(text) else { throw TextValueError(key: name, value: value) }
    return color
  }

  public static func written(_ value: Color) -> TextValue? { .string(value.styleText) }
}

/// A key of a line: `dash`, `dot #ff0000`.
public protocol TextLineStyleKey: TextAttributeKey where Value == TextLineStyle {}

extension TextLineStyleKey {
  /// The line of a text such as `dash #ff0000`: a pattern and a colour, each optional.
  ///
  /// - Throws: `TextValueError` for another value.
  public static func read(_ value: TextValue) throws -> TextLineStyle {
    guard case .string(let text) = value else { throw TextValueError(key: name, value: value) }
    var style = TextLineStyle()
    for word in text.split(separator: " ") {
      if let pattern = TextLineStyle.Pattern(rawValue: word.lowercased()) {
        style.pattern = pattern
      } else if let color = Color(word) {
        style.color = color
      } else {
        throw TextValueError(key: name, value: value)
      }
    }
    return style
  }

  public static func written(_ value: TextLineStyle) -> TextValue? {
    .string(value.styleText)
  }
}
