public import TypesetDiagnostics
internal import TypesetFonts
internal import TypesetInterface
internal import TypesetSettings
internal import TypesetYAML

// What a caller sets beyond theme and front matter: `-V body.size=12pt`, `-V fontsize=12pt`.

/// A value for a key of the theme or of front matter.
public struct Variable: Hashable, Sendable {
  /// Of the theme with dots (`styles.h1.color`), else of front matter.
  public var key: String
  /// As YAML would have it.
  public var value: String
  /// What messages call it: `-V margin=2cm`, `--toc-depth 9`.
  public var written: String

  /// - Parameter written: What messages call it; nil is `key=value`.
  public init(key: String, value: String, written: String? = nil) {
    self.key = key
    self.value = value
    self.written = written ?? "\(key)=\(value)"
  }

  init(_ setting: ClientSetting) {
    self.init(key: setting.key, value: setting.value, written: "\(setting.modifier) \(setting.key)=\(setting.value)")
  }

  /// The value below its keys: `{styles: {h1: {color: …}}}`.
  var mapping: YAMLValue {
    let value = parsed
    // A class has a dot of its own: `styles..note.color`.
    let keys = key.replacing("..", with: ".\u{0}").split(separator: ".").map { $0.replacing("\u{0}", with: ".") }
    return keys.reversed().reduce(value) { inner, key in
      YAMLValue(.mapping([YAMLEntry(key: String(key), keySpan: SourceSpan(0, 0), value: inner)]), span: SourceSpan(0, 0))
    }
  }

  var parsed: YAMLValue {
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
    return parts.count > 1 && Settings.groups.contains(String(parts[0]))
  }
}

extension Typesetter {
  /// Families that elements are to have and no font is called: one diagnostic each, whatever names them.
  func reportMissingFonts(of theme: Theme, _ diagnostics: inout [Diagnostic]) {
    let rules = Array(theme.rules.values) + Array(theme.classRules.values)
    let names = Set(rules.flatMap { $0.fonts ?? [] }).sorted()
    for name in names where fonts.face(family: name) == nil {
      diagnostics.append(
        Diagnostic(
          .warning, "font.unknown", at: nil, "unknown font \"\(name)\"",
          hint: "mdtypeset fonts lists the bundled ones; the element's other families are used"))
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
