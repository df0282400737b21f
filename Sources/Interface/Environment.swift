/// A value of a client's own that travels from the outside to the styles within.
///
/// ```swift
/// enum BrandKey: MarkdownEnvironmentKey { static let defaultValue = Color.teal }
/// extension MarkdownEnvironment {
///   var brand: Color {
///     get { self[BrandKey.self] }
///     set { self[BrandKey.self] = newValue }
///   }
/// }
/// document.environment(\.brand, .red)
/// ```
public protocol MarkdownEnvironmentKey: SendableMetatype {
  /// What the key has.
  associatedtype Value: Sendable
  /// The value where none is set.
  static var defaultValue: Value { get }
}

/// What holds where a block stands; handed from the outside to the inside.
public struct MarkdownEnvironment: Sendable {
  /// The size of the text around, in points.
  public package(set) var fontSize = 0.0
  /// From baseline to baseline, in points.
  public package(set) var lineHeight = 0.0
  /// The colour of the text around.
  public package(set) var foreground = Color.black
  /// The width that there is, in points; nil where it is not known yet, as in the cells of tables. See ``MarkdownBody/whenWide(atLeast:_:else:)``.
  public package(set) var measure: Double?
  /// The height of the text on a page, in points.
  public package(set) var pageHeight = 0.0
  /// Whether pages are dark.
  public package(set) var appearance = MarkdownAppearance.light
  /// The language of the text, as BCP 47 names it.
  public package(set) var language = "en"

  private var values: [ObjectIdentifier: any Sendable] = [:]

  package init() {}

  /// The value of a client's key.
  public subscript<Key: MarkdownEnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Whether text is dark on light ground, or the other way round.
public enum MarkdownAppearance: Hashable, Sendable {
  case light, dark
}
