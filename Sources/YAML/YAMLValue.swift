public import TypesetDiagnostics

/// A value of a YAML document, with its place in the source.
public struct YAMLValue: Hashable, Sendable {
  /// A scalar, a list, or keys with values in the order of the source.
  public enum Content: Hashable, Sendable {
    /// The text as written, quotes and escapes resolved; `isPlain` where it had no quotes.
    case scalar(String, isPlain: Bool)
    case sequence([YAMLValue])
    case mapping([YAMLEntry])
  }

  public var content: Content
  /// The bytes of the value in the author's text, with quotes.
  public var span: SourceSpan

  public init(_ content: Content, span: SourceSpan) {
    self.content = content
    self.span = span
  }

  /// The text of a scalar; nil for `null`, `~` and an empty value.
  public var text: String? {
    guard case .scalar(let text, let isPlain) = content else { return nil }
    return isPlain && (text.isEmpty || text == "~" || text == "null") ? nil : text
  }

  /// The items of a sequence; nil for other values.
  public var items: [YAMLValue]? {
    if case .sequence(let items) = content { items } else { nil }
  }

  /// The entries of a mapping, in order and with repeated keys; nil for other values.
  public var entries: [YAMLEntry]? {
    if case .mapping(let entries) = content { entries } else { nil }
  }

  /// The value of a key, the last one where it is twice.
  public subscript(key: String) -> YAMLValue? { entries?.last { $0.key == key }?.value }
}

/// A key and its value.
public struct YAMLEntry: Hashable, Sendable {
  /// The text of the key, quotes and escapes resolved.
  public var key: String
  /// The bytes of the key in the author's text.
  public var keySpan: SourceSpan
  public var value: YAMLValue

  public init(key: String, keySpan: SourceSpan, value: YAMLValue) {
    self.key = key
    self.keySpan = keySpan
    self.value = value
  }
}
