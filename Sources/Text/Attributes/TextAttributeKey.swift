/// An attribute of text: its name, as it is written in Markdown and saved, and the type of its values.
///
/// ```swift
/// struct CustomStyle: TextAttributeKey {
///   enum Value: String, Codable, CaseIterable { case boldcaps, smallitalics }
///   static let name = "customStyle"
/// }
/// ```
///
/// A value of a Codable type is read from Markdown, `^[text](customStyle: 'boldcaps')`, and saved. Values of other types live in memory only;
/// saving reports them.
public protocol TextAttributeKey: Sendable {
  /// The type of its values.
  associatedtype Value: Hashable & Sendable

  /// A key has no content.
  init()

  /// As it is written in Markdown; compared without case.
  static var name: String { get }

  /// All values that are allowed; empty if every value of the type is. The values of a `CaseIterable` type are listed automatically.
  static var listedValues: [Value] { get }

  /// The value that is written in Markdown or was saved.
  ///
  /// - Throws: If it is not one of this key's.
  static func read(_ value: TextValue) throws -> Value

  /// The form in which a value is written and saved; nil if it cannot be.
  static func written(_ value: Value) -> TextValue?
}

extension TextAttributeKey {
  /// All values.
  public static var listedValues: [Value] { [] }

  /// The value itself, for a type that cannot be saved.
  public static func read(_ value: TextValue) throws -> Value {
    guard case .opaque(let opaque) = value, let value = opaque.value as? Value else { throw TextValueError(key: name, value: value) }
    return value
  }

  /// None, for a type that cannot be saved.
  public static func written(_ value: Value) -> TextValue? { nil }
}

extension TextAttributeKey where Value: CaseIterable {
  /// All cases of the type.
  public static var listedValues: [Value] { Array(Value.allCases) }
}

extension TextAttributeKey where Value: Codable {
  /// The value, decoded.
  public static func read(_ value: TextValue) throws -> Value {
    if case .opaque(let opaque) = value, let value = opaque.value as? Value { return value }
    do {
      return try value.decoded(as: Value.self)
    } catch {
      throw TextValueError(key: name, value: value)
    }
  }

  /// The value, encoded; nil if its type throws, or if it is nested deeper than 64 levels.
  public static func written(_ value: Value) -> TextValue? { try? TextValue.encoding(value) }
}

/// A value that a key does not have.
public struct TextValueError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The key's name.
  public var key: String
  /// As it was written or saved.
  public var value: TextValue

  /// One sentence, without a full stop.
  public var description: String { "\(key) has no value “\(value)”" }
}

extension TextAttributeKey {
  /// A value for the attributes of a text.
  static func stored(_ value: Value) -> TextValue { written(value) ?? .opaque(OpaqueTextValue(value)) }

  /// The names of the allowed values, as they are written; empty if they are not listed.
  static var listedNames: [String] { listedValues.compactMap { written($0)?.description } }

  /// True if a written value is one of this key's.
  static func allows(_ written: TextValue) -> Bool {
    guard let value = try? read(written) else { return false }
    let listed = listedValues
    return listed.isEmpty || listed.contains(value)
  }
}
