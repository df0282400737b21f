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
    let entry = YAMLEntry(path: key, keySpan: SourceSpan(0, 0), value: parsed)
    return YAMLValue(.mapping(entry.map { [$0] } ?? []), span: SourceSpan(0, 0))
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

extension YAMLEntry {
  /// The entry of a key with dots: `styles.h1.color` is `color` in `h1` in `styles`; nil if there is no key.
  init?(path: String, keySpan: SourceSpan, value: YAMLValue) {
    // A class has a dot of its own: `styles..note.color`.
    let keys = path.replacing("..", with: ".\u{0}").split(separator: ".").map { $0.replacing("\u{0}", with: ".") }
    guard let first = keys.first else { return nil }
    let inner = keys.dropFirst().reversed().reduce(value) { inner, key in
      YAMLValue(.mapping([YAMLEntry(key: String(key), keySpan: keySpan, value: inner)]), span: value.span)
    }
    self.init(key: String(first), keySpan: keySpan, value: inner)
  }

  /// The entry where it says of the look what a theme says, with dots or without: `page: {paper: a5}`, `page.paper: a5`; nil for others,
  /// among them those that only have the name of a theme's group.
  var ofTheme: YAMLEntry? {
    guard let entry = YAMLEntry(path: key, keySpan: keySpan, value: value), Settings.groups.contains(entry.key),
      let keys = Settings.keys[entry.key],
      let inner = entry.value.entries, inner.contains(where: { keys.contains($0.key) || entry.key == "styles" && $0.key.hasPrefix(".") })
    else { return nil }
    return entry
  }
}
