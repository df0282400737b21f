/// A link.
public struct TextLink: Hashable, Sendable, Codable {
  /// An address, or `#` and a name in the document.
  public var destination: String
  /// Empty without a title.
  public var title: String

  /// - Parameters:
  ///   - destination: An address, or `#` and a name in the document.
  ///   - title: Empty without a title.
  public init(_ destination: String, title: String = "") { (self.destination, self.title) = (destination, title) }
}

extension TextLink: ExpressibleByStringLiteral {
  /// An address without a title.
  public init(stringLiteral destination: String) { self.init(destination) }
}

/// A formula: one character of a text.
public struct TextFormula: Hashable, Sendable, Codable {
  /// Without delimiters.
  public var latex: String
  /// True for display style, on separate lines.
  public var isDisplay: Bool

  /// - Parameters:
  ///   - latex: Without delimiters.
  ///   - isDisplay: True for display style.
  public init(_ latex: String, isDisplay: Bool = false) { (self.latex, self.isDisplay) = (latex, isDisplay) }
}

/// A picture: one character of a text.
public struct TextPicture: Hashable, Sendable, Codable {
  /// As in a document: `figures/a.svg`.
  public var source: String
  /// The plain text for where it is not seen.
  public var alternative: String
  /// Empty without a title.
  public var title: String

  /// - Parameters:
  ///   - source: As in a document.
  ///   - alternative: The plain text for where it is not seen.
  ///   - title: Empty without a title.
  public init(_ source: String, alternative: String = "", title: String = "") {
    (self.source, self.alternative, self.title) = (source, alternative, title)
  }
}

/// What one character of a text is that is not text.
public enum TextObject: Hashable, Sendable, Codable {
  case formula(TextFormula)
  case picture(TextPicture)
  /// The mark of a note, by its label.
  case note(label: String)
  /// `@fig-a`: the number of what has this name.
  case reference(label: String)
  /// A tag of HTML without a meaning for typesetting.
  case html(String)
  /// A mark without text: a place with a name, a field, a tab, a directive of a client.
  case mark(name: String)
}

extension TextObject: CustomStringConvertible {
  /// Its kind and its content.
  public var description: String {
    switch self {
    case .formula(let formula): "formula \(formula.latex)"
    case .picture(let picture): "picture \(picture.source)"
    case .note(let label): "note \(label)"
    case .reference(let label): "reference \(label)"
    case .html(let tag): "html \(tag)"
    case .mark(let name): "mark \(name)"
    }
  }
}

extension TextAttributes {
  /// The formula that the character is.
  public var formula: TextFormula? {
    get { if case .formula(let formula)? = object { formula } else { nil } }
    set { object = newValue.map { .formula($0) } }
  }

  /// The picture that the character is.
  public var picture: TextPicture? {
    get { if case .picture(let picture)? = object { picture } else { nil } }
    set { object = newValue.map { .picture($0) } }
  }

  /// The label of the note whose mark the character is.
  public var note: String? {
    get { if case .note(let label)? = object { label } else { nil } }
    set { object = newValue.map { .note(label: $0) } }
  }
}
