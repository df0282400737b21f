internal import TypesetDiagnostics
public import TypesetMarkdown

/// Inline content: text, formulas and pictures in one value.
///
/// ```swift
/// let line = Inline("The area is ") + .math("\\pi r^2").bold() + " or \(3.14159, decimals: 2) for \(name)"
/// ```
///
/// Strings are literal text, whatever characters they have; ``Text`` parses its literal. Every modifier returns an `Inline`; values that look
/// alike are equal.
public struct Inline: Hashable, Sendable {
  /// A piece of the content.
  package indirect enum Part: Hashable, Sendable {
    case text(String)
    case markdown(String)
    case math(String)
    case code(String, language: String)
    case lineBreak
    case tab
    case picture(Picture)
    case attachment(AttachmentBox)
    case field(DocumentField)
    /// The lines of a tree, one after the other.
    case tree(Tree)
    case wrapped(Wrapping, [Part])
  }

  /// What is around pieces.
  package enum Wrapping: Hashable, Sendable {
    case emphasis, strong, strikethrough, highlighted, subscripted, superscripted, small, keyboard
    case link(String)
    case span(Attributes)
    case badge(color: String?)
  }

  /// In reading order; no two texts in a row.
  package var parts: [Part]

  package init(_ parts: [Part]) {
    self.parts = parts.reduce(into: []) { parts, part in
      // Two texts in a row are one, and nothing is nothing.
      guard case .text(let text) = part else { return parts.append(part) }
      if text.isEmpty { return }
      if case .text(let before)? = parts.last { parts[parts.count - 1] = .text(before + text) } else { parts.append(part) }
    }
  }

  /// Literal text.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) { self.init([.text(String(text))]) }

  /// A literal, with whatever is interpolated into it.
  public init(_ inline: Inline) { self = inline }

  /// Nothing.
  public static let empty = Inline([Part]())

  /// A formula in a line.
  ///
  /// - Parameter latex: Without dollars.
  public static func math(_ latex: String) -> Inline { Inline([.math(latex)]) }

  /// Code within a line.
  public static func code(_ code: String, language: String = "") -> Inline { Inline([.code(code, language: language)]) }

  /// A picture among words.
  ///
  /// - Parameters:
  ///   - reference: As in a document.
  ///   - alternative: What is read aloud and shown in its place.
  public static func picture(_ reference: String, alternative: String = "") -> Inline {
    Picture(reference, alternative: alternative).inline
  }

  /// An icon as high as the capitals, by its name.
  public static func icon(_ name: String) -> Inline { Icon(name).inline }

  /// Text on a rounded ground, never divided over lines.
  ///
  /// - Parameters:
  ///   - content: What is on the badge.
  ///   - color: Of the ground; nil is the theme's.
  public static func badge(_ content: Inline, color: Color? = nil) -> Inline {
    content.wrapped(.badge(color: color?.styleText))
  }

  /// A drawing of your own.
  public static func attachment(_ attachment: some InlineAttachment) -> Inline { Inline([.attachment(AttachmentBox(attachment))]) }

  /// A drawing that is known by a name and a version, by which it is compared instead of by its value.
  ///
  /// - Parameters:
  ///   - attachment: The drawing.
  ///   - id: Also the name that links use for it.
  ///   - version: Another number wherever it is to look otherwise.
  public static func attachment(_ attachment: some InlineAttachment, id: String, version: Int) -> Inline {
    Inline([.attachment(AttachmentBox(attachment, identity: AttachmentIdentity(id: id, version: version)))]).id(id)
  }

  /// Its name; what is only a look around one thing with a name has that name, several things have none.
  public var id: String? {
    guard parts.count == 1 else { return nil }
    switch parts[0] {
    case .wrapped(.span(let attributes), let inner): return attributes.id ?? Inline(inner).id
    case .wrapped(_, let inner): return Inline(inner).id
    case .picture(let picture): return picture.id
    case .text, .markdown, .math, .code, .lineBreak, .tab, .attachment, .field, .tree: return nil
    }
  }

  /// A number in the form of the document's language.
  public static func number(_ number: Double, format: InlineFormat) -> Inline { formatted(written(number), format) }

  /// A time, in UTC, in the form of the document's language.
  public static func time(secondsSince1970 seconds: Int, format: InlineFormat) -> Inline { formatted("\(seconds)", format) }

  /// Texts joined as the document's language does: `a, b and c`. A comma within a text parts it.
  public static func list(_ items: [String], format: InlineFormat = .list) -> Inline { formatted(items.joined(separator: ", "), format) }

  private static func formatted(_ value: String, _ format: InlineFormat) -> Inline { Inline([.text(value)]).with("format", format.text) }

  /// What the document shows of itself: the number of the page, the date.
  public static func field(_ field: DocumentField) -> Inline { Inline([.field(field)]) }

  /// A line break in the paragraph.
  public static let lineBreak = Inline([Part.lineBreak])

  /// A space.
  public static let space = Inline([Part.text(" ")])

  /// A tab: what follows is at the next tab stop.
  public static let tab = Inline([Part.tab])

  /// Joins two values.
  public static func + (a: Inline, b: Inline) -> Inline { Inline(a.parts + b.parts) }

  func with(_ key: String, _ value: String) -> Inline { wrapped(.span(Attributes(pairs: [Attributes.Pair(key, value)]))) }

  func wrapped(_ wrapping: Wrapping) -> Inline { parts.isEmpty ? self : Inline([.wrapped(wrapping, parts)]) }
}

extension Inline: ExpressibleByStringInterpolation {
  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var parts: [Part] = []

    /// - Parameters:
    ///   - literalCapacity: Unused.
    ///   - interpolationCount: Unused.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Literal text.
    public mutating func appendLiteral(_ literal: String) { parts.append(.text(literal)) }
    /// Another inline.
    public mutating func appendInterpolation(_ inline: Inline) { parts += inline.parts }
    /// A formula, a picture, parsed text.
    public mutating func appendInterpolation(_ inline: some InlineConvertible) { parts += inline.inline.parts }
    /// Literal text, whatever characters it has.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ text: some StringProtocol) { parts.append(.text(String(text))) }
    /// A whole number.
    public mutating func appendInterpolation(_ number: some BinaryInteger) { parts.append(.text("\(number)")) }
    /// A number, rounded.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - decimals: Digits after the point, from 0 to 15.
    public mutating func appendInterpolation(_ number: Double, decimals: Int) { parts.append(.text(rounded(number, decimals))) }
    /// A number as Swift prints it.
    public mutating func appendInterpolation(_ number: Double) { parts.append(.text("\(number)")) }
    /// A number in the form of the document's language.
    public mutating func appendInterpolation(_ number: Double, format: InlineFormat) {
      parts += Inline.number(number, format: format).parts
    }
    /// A whole number in the form of the document's language.
    public mutating func appendInterpolation(_ number: some BinaryInteger, format: InlineFormat) {
      parts += Inline.number(Double(number), format: format).parts
    }
    /// Texts joined as the document's language does.
    public mutating func appendInterpolation(_ items: [String], format: InlineFormat) {
      parts += Inline.list(items, format: format).parts
    }
    /// A time, in UTC, in the form of the document's language.
    public mutating func appendInterpolation(secondsSince1970 seconds: Int, format: InlineFormat) {
      parts += Inline.time(secondsSince1970: seconds, format: format).parts
    }
    /// A day, in UTC.
    ///
    /// - Parameters:
    ///   - seconds: Since 1 January 1970.
    ///   - format: How the day is written.
    public mutating func appendInterpolation(secondsSince1970 seconds: Int, format: InlineDateFormat = .iso8601) {
      parts.append(.text(format.text(seconds)))
    }
  }

  /// Literal text.
  public init(stringLiteral value: String) { self.init([.text(value)]) }
  /// Literal text with interpolated values.
  public init(stringInterpolation: StringInterpolation) { self.init(stringInterpolation.parts) }
}

/// Which letters are drawn.
public enum InlineCase: String, Hashable, Sendable { case upper, lower, title, none }

/// A line below or through text.
public struct TextLineStyle: Hashable, Sendable {
  /// How the line is drawn.
  public enum Pattern: String, Hashable, Sendable, CaseIterable { case solid, dash, dot, dashdot, wave, double }

  /// How the line is drawn.
  public var pattern: Pattern
  /// Nil is the colour of the text.
  public var color: Color?

  /// - Parameters:
  ///   - pattern: How the line is drawn.
  ///   - color: Nil is the colour of the text.
  public init(_ pattern: Pattern = .solid, color: Color? = nil) { (self.pattern, self.color) = (pattern, color) }

  /// As in a theme file: `dash #ff0000`.
  package var styleText: String { pattern.rawValue + (color.map { " " + $0.styleText } ?? "") }
}

/// The form of a value in the document's language, or in the language of the text around (`Inline.language(_:)`).
public struct InlineFormat: Hashable, Sendable {
  /// As in Markdown: `currency EUR`.
  let text: String

  /// A number: `1.234,5` in German.
  public static let number = InlineFormat(text: "number")
  /// A number with a fixed number of digits after the point.
  public static func number(decimals: Int) -> InlineFormat { InlineFormat(text: "number \(decimals)") }
  /// A share: 0.19 is 19 %.
  public static let percent = InlineFormat(text: "percent")
  /// A percentage with a fixed number of digits after the point.
  public static func percent(decimals: Int) -> InlineFormat { InlineFormat(text: "percent \(decimals)") }
  /// An amount of money.
  ///
  /// - Parameter code: Three letters (ISO 4217): `EUR`.
  public static func currency(_ code: String) -> InlineFormat { InlineFormat(text: "currency \(code)") }
  /// An amount of a unit.
  ///
  /// - Parameter name: As in CLDR: `kilogram`, `meter-per-second`, `celsius`.
  public static func unit(_ name: String) -> InlineFormat { InlineFormat(text: "unit \(name)") }
  /// A large number in short: 12K.
  public static let compact = InlineFormat(text: "compact")
  /// A day: `28. November 2026`.
  public static let longDate = InlineFormat(text: "date long")
  /// A day in figures: `28.11.26`.
  public static let shortDate = InlineFormat(text: "date short")
  /// A time of the day.
  public static let time = InlineFormat(text: "time short")
  /// Texts with "and" before the last.
  public static let list = InlineFormat(text: "list")
  /// Texts with "or" before the last.
  public static let alternatives = InlineFormat(text: "list or")
}

/// A number without an exponent where it is short enough.
private func written(_ number: Double) -> String {
  number == number.rounded() && abs(number) < 1e15 ? "\(Int(clamping: number))" : "\(number)"
}

/// How a date is written, whatever the language.
public enum InlineDateFormat: Hashable, Sendable {
  /// `2026-11-22`
  case iso8601
  /// `2026-11-22 08:30`
  case dateAndTime
  /// `22.11.2026`
  case dayMonthYear

  func text(_ seconds: Int) -> String {
    let (days, rest) = seconds.quotientAndRemainder(dividingBy: 86_400)
    let (day, second) = rest < 0 ? (days - 1, rest + 86_400) : (days, rest)
    let date = CivilDay(daysSince1970: day)
    func two(_ value: Int) -> String { value < 10 ? "0\(value)" : "\(value)" }
    switch self {
    case .iso8601: return "\(date.year)-\(two(date.month))-\(two(date.day))"
    case .dateAndTime: return "\(date.year)-\(two(date.month))-\(two(date.day)) \(two(second / 3_600)):\(two(second / 60 % 60))"
    case .dayMonthYear: return "\(two(date.day)).\(two(date.month)).\(date.year)"
    }
  }
}

private func rounded(_ number: Double, _ decimals: Int) -> String {
  let decimals = min(max(decimals, 0), 15)
  let scale = (0..<decimals).reduce(1.0) { scale, _ in scale * 10 }
  guard number.isFinite, abs(number) * scale < 9e18 else { return "\(number)" }
  let whole = Int(clamping: (abs(number) * scale).rounded())
  var digits = "\(whole)"
  while digits.count <= decimals { digits = "0" + digits }
  let sign = number < 0 && whole > 0 ? "\u{2212}" : ""
  return sign + digits.dropLast(decimals) + (decimals > 0 ? "." + digits.suffix(decimals) : "")
}

/// What can be used in a line.
public protocol InlineConvertible: Sendable {
  /// The value as inline content.
  var inline: Inline { get }
}

extension Inline: InlineElement {
  /// Itself.
  public var inline: Inline { self }
}

extension DocumentField: InlineElement {
  /// The field as inline content.
  public var inline: Inline { .field(self) }
}

/// A space in a line.
public struct Space: InlineConvertible, Hashable {
  /// A space.
  public init() {}
  /// The space as inline content.
  public var inline: Inline { .space }
}

/// A line break in a paragraph.
public struct LineBreak: InlineConvertible, Hashable {
  /// A line break.
  public init() {}
  /// The line break as inline content.
  public var inline: Inline { .lineBreak }
}

/// A tab in a line: what follows is at the next tab stop of the paragraph, see ``Document/markdownTabStops(_:for:)``.
public struct Tab: InlineConvertible, Hashable {
  /// A tab.
  public init() {}
  /// The tab as inline content.
  public var inline: Inline { .tab }
}

/// A formula in a line.
public struct Math: InlineElement, Hashable {
  /// Without dollars.
  public var latex: String

  /// - Parameter latex: Without dollars.
  public init(_ latex: String) { self.latex = latex }

  /// The formula as inline content.
  public var inline: Inline { .math(latex) }
}

/// A picture, among words or, alone in its paragraph, as a figure.
public struct Picture: InlineElement, Hashable {
  /// As in a document: `figures/a.svg`.
  public var reference: String
  /// The alternative text; for a figure, also its caption.
  public var alternative: String
  /// As in Markdown: `4cm`, `50%`, `1.5em`; nil is the picture's own.
  public var width: String?
  /// As in Markdown; nil is the picture's own.
  public var height: String?
  /// The name that links use for it.
  public var id: String?

  /// - Parameters:
  ///   - reference: As in a document.
  ///   - alternative: The alternative text; for a figure, also its caption.
  ///   - width: As in Markdown: `4cm`, `50%`, `1.5em`.
  ///   - height: As in Markdown.
  ///   - id: The name that links use for it.
  public init(_ reference: String, alternative: String = "", width: String? = nil, height: String? = nil, id: String? = nil) {
    (self.reference, self.alternative, self.width, self.height, self.id) = (reference, alternative, width, height, id)
  }

  /// The picture as inline content.
  public var inline: Inline { Inline([.picture(self)]) }
}

/// A literal of Markdown for a line: `Text("**bold** and \(name)")`. Interpolated values are not parsed.
public struct Text: InlineElement, Hashable {
  let markdown: String

  /// - Parameter markdown: A literal; what is interpolated into it is not parsed.
  public init(_ markdown: MarkdownLiteral) { self.markdown = markdown.text }

  /// The parsed text.
  public var inline: Inline { Inline([.markdown(markdown)]) }
}

/// A literal of Markdown, into which values are interpolated without being parsed.
public struct MarkdownLiteral: ExpressibleByStringInterpolation, Hashable, Sendable {
  let text: String

  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var text = ""

    /// - Parameters:
    ///   - literalCapacity: Unused.
    ///   - interpolationCount: Unused.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// Markdown.
    public mutating func appendLiteral(_ literal: String) { text += literal }
    /// Literal text, whatever characters it has.
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) { text += escapedMarkdown(value.description) }
    /// A formula.
    public mutating func appendInterpolation(_ math: Math) { text += "$" + math.latex + "$" }
    /// What the document shows of itself.
    public mutating func appendInterpolation(_ field: DocumentField) { text += "[]{\(DocumentField.key)=\(field.rawValue)}" }
    /// A number, rounded.
    ///
    /// - Parameters:
    ///   - number: The number.
    ///   - decimals: Digits after the point, from 0 to 15.
    public mutating func appendInterpolation(_ number: Double, decimals: Int) { text += rounded(number, decimals) }
  }

  /// Markdown.
  public init(stringLiteral value: String) { text = value }
  /// Markdown, with values that are not parsed.
  public init(stringInterpolation: StringInterpolation) { text = stringInterpolation.text }
}

/// Text with a backslash before every character that Markdown might read (CommonMark 2.4), on one line.
func escapedMarkdown(_ text: String) -> String {
  var out = ""
  for scalar in text.unicodeScalars {
    switch scalar {
    case "\n", "\r", "\t": out += " "
    // A backslash before these would begin a formula.
    case "(", ")", "[", "]": out += "&#\(scalar.value);"
    case "!"..."/", ":"..."@", "["..."`", "{"..."~": out += "\\" + String(scalar)
    default: out.unicodeScalars.append(scalar)
    }
  }
  return out
}
