public import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
internal import TypesetStrings

/// Texts by language, as documents have them with `strings:`: Markdown files with a heading for each key, and below it the text, or its
/// forms by number.
///
/// ```swift
/// let strings = TextStrings(folder: "strings", language: "de")
/// let greeting = AttributedText(localized: "greeting", ["name": "Wei"], in: strings)
/// let basket = AttributedText(localized: "\(3) apples", in: strings)
/// ```
public struct TextStrings: Sendable {
  let catalogues: Catalogues
  /// Files that cannot be read, and a folder without strings.
  public let diagnostics: [Diagnostic]

  /// Reads the files of a folder: `zh-Hant-TW.md`, `zh-Hant.md`, `zh.md`, and `en.md` for what these lack.
  ///
  /// - Parameters:
  ///   - folder: With a file for each language.
  ///   - language: As in BCP 47: `zh-Hant-TW`.
  public init(folder: String, language: String) {
    var catalogues = Catalogues(language: Self.tag(language))
    var diagnostics: [Diagnostic] = []
    catalogues.read(".", from: folder, FileAccess(roots: [folder]), at: nil, &diagnostics)
    // A folder that does not exist allows no files.
    if catalogues.all.isEmpty, diagnostics.allSatisfy({ $0.code.hasPrefix("policy.") }) {
      diagnostics = [
        Diagnostic(
          .warning, "strings.missing", at: nil, "\(folder) has no strings for \(language)", hint: "add a file \(language).md or en.md to it"
        )
      ]
    }
    (self.catalogues, self.diagnostics) = (catalogues, diagnostics)
  }

  /// Takes strings that have been read.
  ///
  /// - Parameters:
  ///   - files: What a file of each language would say.
  ///   - language: As in BCP 47.
  public init(_ files: [String: String], language: String) {
    (catalogues, diagnostics) = (Catalogues(language: Self.tag(language), files), [])
  }

  /// `de_DE.UTF-8` is what systems say.
  private static func tag(_ language: String) -> String {
    String(language.prefix { $0 != "." && $0 != "@" }.map { $0 == "_" ? "-" : $0 })
  }

  /// The language that was asked for.
  public var language: String { catalogues.language }

  /// The keys of all files that hold for the language.
  public var keys: [String] { catalogues.keys }
}

/// A key of strings: a literal, with a place in braces for each value that is interpolated. `"\(3) apples"` is the key `{} apples`.
public struct TextKey: Hashable, Sendable, ExpressibleByStringInterpolation {
  /// As the heading of the text spells it.
  public private(set) var name = ""
  /// The interpolated values, in order.
  private(set) var values: [TextArgument] = []

  /// - Parameter name: As the heading of the text spells it.
  public init(_ name: String) { self.name = name }

  /// Collects the pieces of a literal.
  public struct StringInterpolation: StringInterpolationProtocol {
    var key = TextKey("")

    /// - Parameters:
    ///   - literalCapacity: Unused.
    ///   - interpolationCount: Unused.
    public init(literalCapacity: Int, interpolationCount: Int) {}
    /// A part of the key.
    public mutating func appendLiteral(_ literal: String) { key.name += literal }
    /// A value.
    public mutating func appendInterpolation(_ value: TextArgument) {
      key.name += "{}"
      key.values.append(value)
    }
    /// A text with its attributes.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ text: AttributedText) { appendInterpolation(TextArgument(text)) }
    /// A value, as it prints itself. The first number decides the form of a text.
    @_disfavoredOverload
    public mutating func appendInterpolation(_ value: some CustomStringConvertible) { appendInterpolation(TextArgument(value)) }
  }

  /// A key without values.
  public init(stringLiteral value: String) { name = value }
  /// A key with values.
  public init(stringInterpolation: StringInterpolation) { self = stringInterpolation.key }
}

/// A value for a text of strings: plain text, a number, or text with attributes.
public struct TextArgument: Hashable, Sendable, ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral {
  let text: AttributedText
  /// Decides the form of the text.
  let number: Double?
  let isPlain: Bool

  /// A text with its attributes, in addition to the attributes of its place.
  public init(_ text: AttributedText) { (self.text, number, isPlain) = (text, nil, false) }

  /// A value as it prints itself; nothing in it is read as Markdown.
  @_disfavoredOverload
  public init(_ value: some CustomStringConvertible) {
    let words = value.description
    (text, isPlain) = (AttributedText(words), true)
    number =
      value is any StringProtocol ? nil : DocumentNumber.real(words, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }

  /// Plain text.
  public init(stringLiteral value: String) { self.init(value as any CustomStringConvertible) }
  /// A number.
  public init(integerLiteral value: Int) { self.init(value as any CustomStringConvertible) }
  /// A number.
  public init(floatLiteral value: Double) { self.init(value as any CustomStringConvertible) }

  private init(_ value: any CustomStringConvertible) {
    let words = value.description
    (text, isPlain) = (AttributedText(words), true)
    number =
      value is any StringProtocol ? nil : DocumentNumber.real(words, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
  }
}

extension AttributedText {
  /// The text of a key, with its style.
  ///
  /// `{name}` in it is the value of that name, `{}` the next interpolated value, `{2}` the second one. Of several forms the number decides:
  /// `n`, `count`, or the first value that is a number. A text that the language lacks is taken from its parent, or from English; a key that no file
  /// has is read as Markdown itself and reported in ``diagnostics`` (`strings.unknown`). The text has its language as the attribute `lang`.
  ///
  /// - Parameters:
  ///   - key: A literal, with values or without.
  ///   - values: By their names.
  ///   - strings: Where the key is looked up.
  ///   - scope: The scope of the attributes in the text; nil takes them as they are written.
  public init(
    localized key: TextKey, _ values: [String: TextArgument] = [:], in strings: TextStrings, including scope: (any TextScope.Type)? = nil
  ) {
    self = LocalizedText(key, values, strings.catalogues).text(including: scope)
  }

  /// The text of a key, with the attributes of a scope.
  public init<Scope: TextScope>(
    localized key: TextKey, _ values: [String: TextArgument] = [:], in strings: TextStrings,
    including scope: KeyPath<TextScopes, Scope.Type>
  ) {
    self.init(localized: key, values, in: strings, including: TextScopes()[keyPath: scope])
  }
}

/// A key that has been looked up.
private struct LocalizedText {
  let catalogues: Catalogues
  /// Nil for a key that no catalogue has.
  let language: String?
  let filled: FilledText
  /// Values that are put in as texts, by their places.
  let styled: [(number: Int, text: AttributedText)]
  let diagnostics: [Diagnostic]

  init(_ key: TextKey, _ named: [String: TextArgument], _ catalogues: Catalogues) {
    self.catalogues = catalogues
    let number =
      named["n"]?.number ?? named["count"]?.number ?? key.values.lazy.compactMap(\.number).first ?? named.values.compactMap(\.number).first
    let entry = catalogues.entry(key.name, number: number)
    language = entry?.language
    diagnostics = entry == nil ? [catalogues.unknown(key.name, at: nil)] : []
    var (places, next, styled) = (0, 0, [(number: Int, text: AttributedText)]())
    func value(_ name: String) -> TextArgument? {
      if name.isEmpty {
        next += 1
        return key.values.indices.contains(next - 1) ? key.values[next - 1] : nil
      }
      if let number = DocumentNumber.whole(name) { return key.values.indices.contains(number - 1) ? key.values[number - 1] : nil }
      return named[name] ?? (name == "n" ? named["count"] ?? key.values.first { $0.number != nil } : nil)
    }
    filled = FilledText(entry?.text ?? key.name) { name in
      guard let argument = value(name) else { return nil }
      places += 1
      if argument.isPlain { return .text(argument.text.plain) }
      styled.append((places - 1, argument.text))
      return .later
    }
    self.styled = styled
  }

  /// The text with its values.
  func text(including scope: (any TextScope.Type)?) -> AttributedText {
    var text = parsed(including: scope)
    for (number, argument) in styled {
      let place = String(FilledText.place(number))
      while let range = text.range(of: place) {
        var value = argument
        // What is around the place is around the value.
        if let attributes = text[range].runs.first?.attributes { value.merge(attributes, policy: .keepCurrent) }
        text.replaceSubrange(range, with: value)
      }
    }
    if let language, !text.isEmpty {
      var attributes = TextAttributes()
      attributes["lang"] = .string(language)
      text.merge(attributes, policy: .keepCurrent)
    }
    return text
  }

  private func parsed(including scope: (any TextScope.Type)?) -> AttributedText {
    let source = Source(name: "strings", text: filled.markdown)
    var tree = TypesetMarkdown.parse(source).tree
    filled.putValues(into: &tree)
    var spans = StringSpans(tree, catalogues) { TypesetMarkdown.parse(Source(name: "strings", text: $0)).tree }
    spans.run()
    var found = diagnostics + spans.diagnostics
    tree = spans.tree
    if let scope { ScopeReading(scope).run(&tree, &found) }
    return AttributedText(
      TextMaker(tree), origin: TextOrigin(source: source, frontMatter: FrontMatter(), forms: nil, diagnostics: found))
  }
}
