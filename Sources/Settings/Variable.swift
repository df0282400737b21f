import TypesetDiagnostics
import TypesetYAML

// What a caller sets over theme and front matter: `-V body.size=12pt`, `-V fontsize=12pt`.

/// A value for a key of the theme or of front matter.
public struct Variable: Hashable, Sendable {
  /// A key of the theme with dots (`styles.h1.color`), else of front matter.
  public var key: String
  /// In YAML.
  public var value: String
  /// The name in messages: `-V margin=2cm`, `--toc-depth 9`.
  public var written: String

  /// - Parameter written: The name in messages; nil is `key=value`.
  public init(key: String, value: String, written: String? = nil) {
    self.key = key
    self.value = value
    self.written = written ?? "\(key)=\(value)"
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
    // A colour is not a comment.
    guard !value.hasPrefix("#"), let read = parseYAML(Array(value.utf8)).value else { return plain }
    // `title=Part one: the sea` is a text; a mapping is written in braces.
    if read.entries != nil, !value.hasPrefix("{") { return plain }
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

  /// True if the key leads into the theme.
  var isOfTheme: Bool {
    let parts = key.split(separator: ".")
    return parts.count > 1 && Settings.groups.contains(String(parts[0]))
  }
}
