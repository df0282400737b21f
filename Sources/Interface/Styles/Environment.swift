/// A custom value that is passed down to the styles inside.
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
  /// The type of the value.
  associatedtype Value: Sendable
  /// The value without a setting.
  static var defaultValue: Value { get }
}

/// The values that apply to a block, inherited from what is around it.
public struct MarkdownEnvironment: Sendable {
  /// The size of the surrounding text, in points.
  public package(set) var fontSize = 0.0
  /// The distance from baseline to baseline, in points.
  public package(set) var lineHeight = 0.0
  /// The colour of the surrounding text.
  public package(set) var foreground = Color.black
  /// The available width, in points; nil if it is not known yet, as in table cells. See ``MarkdownBody/whenWide(atLeast:_:else:)``.
  public package(set) var measure: Double?
  /// The height of the text on a page, in points.
  public package(set) var pageHeight = 0.0
  /// Whether pages are dark.
  public package(set) var appearance = MarkdownAppearance.light
  /// The language of the text (BCP 47).
  public package(set) var language = "en"

  private var values: [ObjectIdentifier: any Sendable] = [:]

  package init() {}

  /// The value of a custom key.
  public subscript<Key: MarkdownEnvironmentKey>(key: Key.Type) -> Key.Value {
    get { values[ObjectIdentifier(key)] as? Key.Value ?? Key.defaultValue }
    set { values[ObjectIdentifier(key)] = newValue }
  }
}

/// Whether text is dark on a light background, or light on a dark one.
public enum MarkdownAppearance: String, Hashable, Sendable {
  case light, dark
}
