public import TypesetDiagnostics
internal import TypesetMarkdown
internal import TypesetStyling
internal import TypesetYAML

// What a caller sets beyond theme and front matter: `-V body.size=12pt`, `-V fontsize=12pt`.

/// A value for a key of the theme or of front matter.
public struct Variable: Hashable, Sendable {
  /// Of the theme with dots (`styles.h1.color`), else of front matter.
  public var key: String
  /// As YAML would have it.
  public var value: String

  public init(key: String, value: String) {
    self.key = key
    self.value = value
  }

  /// The value below its keys: `{styles: {h1: {color: …}}}`.
  var mapping: YAMLValue {
    let value = parsed
    return key.split(separator: ".").reversed().reduce(value) { inner, key in
      YAMLValue(.mapping([YAMLEntry(key: String(key), keySpan: SourceSpan(0, 0), value: inner)]), span: SourceSpan(0, 0))
    }
  }

  private var parsed: YAMLValue {
    let plain = YAMLValue(.scalar(value, isPlain: true), span: SourceSpan(0, 0))
    // A colour is no comment.
    guard !value.hasPrefix("#"), let read = parseYAML(Array(value.utf8)).value else { return plain }
    return Self.placeless(read)
  }

  /// The value without places: it is not in the document.
  private static func placeless(_ value: YAMLValue) -> YAMLValue {
    switch value.content {
    case .scalar: YAMLValue(value.content, span: SourceSpan(0, 0))
    case .sequence(let items): YAMLValue(.sequence(items.map(placeless)), span: SourceSpan(0, 0))
    case .mapping(let entries):
      YAMLValue(
        .mapping(entries.map { YAMLEntry(key: $0.key, keySpan: SourceSpan(0, 0), value: placeless($0.value)) }), span: SourceSpan(0, 0))
    }
  }

  /// Does the key lead into the theme?
  var isOfTheme: Bool {
    let parts = key.split(separator: ".")
    return parts.count > 1 && Theme.rootKeys.contains(String(parts[0]))
  }
}

extension Typesetter {
  /// Front matter with what the caller sets over it.
  func overridden(_ matter: FrontMatter) -> FrontMatter {
    let variables = options.variables.filter { !$0.isOfTheme }
    guard !variables.isEmpty else { return matter }
    var matter = matter
    var entries = matter.values?.entries ?? []
    for variable in variables {
      guard let entry = variable.mapping.entries?.first else { continue }
      let names = Self.synonyms.first { $0.contains(entry.key) } ?? [entry.key]
      entries.removeAll { names.contains($0.key) }
      entries.append(entry)
    }
    matter.values = YAMLValue(.mapping(entries), span: matter.values?.span ?? SourceSpan(0, 0))
    return matter
  }

  /// Keys that say the same: who sets one of them means them all.
  private static let synonyms = [
    ["paper", "papersize"], ["margin", "margins"], ["twoside", "two-sided"], ["column-gap", "columnsep"], ["fontsize", "font-size"],
    ["linestretch", "line-spacing"], ["lang", "language"], ["author", "authors"], ["affiliation", "affiliations"],
  ]

  /// Lays what front matter says of looks (`theme: {…}`, `style: {…}`) over a theme.
  func applyStyle(of matter: FrontMatter, to theme: inout Theme, _ diagnostics: inout [Diagnostic]) {
    for key in ["theme", "style"] {
      guard let value = matter.value(key), let entries = value.entries else { continue }
      let own = entries.filter { $0.key != "base" && $0.key != "extends" && $0.key != "name" }
      diagnostics += theme.overlay(YAMLValue(.mapping(own), span: value.span))
    }
  }

  /// Lays the caller's values over a theme, the last word of all.
  func applyVariables(to theme: inout Theme, _ diagnostics: inout [Diagnostic]) {
    for variable in options.variables where variable.isOfTheme {
      diagnostics += theme.overlay(variable.mapping).map { fault in
        Diagnostic(fault.severity, fault.code, at: nil, "-V \(variable.key)=\(variable.value): \(fault.message)", hint: fault.hint)
      }
    }
  }
}

extension Typesetter {
  /// A document with every element in it, to look at a theme.
  public static var specimen: Source { Theme.specimen }

  /// The file that a theme file builds on, as it names it; nil where it builds on a built-in theme.
  public static func baseFile(ofTheme source: Source) -> String? { Theme.baseFile(of: source) }

  /// The source of a built-in theme, to begin a theme of one's own with.
  public static func themeSource(_ name: String) -> Source? { Theme.builtIn(name) }
}
