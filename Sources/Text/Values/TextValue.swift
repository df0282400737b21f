internal import TypesetJSON

/// The value of an attribute as it is written and saved: what JSON has, whatever type a key gives it.
public indirect enum TextValue: Hashable, Sendable {
  case null
  case bool(Bool)
  /// In decimal digits, so that no number loses any of them; a whole number below 2⁶³ has no point.
  case number(String)
  case string(String)
  case array([TextValue])
  /// Members by name.
  case object([Member])
  /// A value that cannot be saved; it lives as long as the text in memory.
  case opaque(OpaqueTextValue)

  /// A named value of an object.
  public struct Member: Hashable, Sendable {
    /// Its name.
    public var name: String
    /// Its value.
    public var value: TextValue

    /// - Parameters:
    ///   - name: Its name.
    ///   - value: Its value.
    public init(_ name: String, _ value: TextValue) { (self.name, self.value) = (name, value) }
  }

  /// Values nested deeper are refused, so that no value can exhaust the stack.
  static let mostLevels = 64
}

/// A value of a type that cannot be saved.
public struct OpaqueTextValue: Hashable, Sendable {
  let value: any Hashable & Sendable

  init(_ value: any Hashable & Sendable) { self.value = value }

  /// True if both hold equal values of one type.
  public static func == (a: OpaqueTextValue, b: OpaqueTextValue) -> Bool { AnyHashable(a.value) == AnyHashable(b.value) }

  /// Hashes the value.
  public func hash(into hasher: inout Hasher) { AnyHashable(value).hash(into: &hasher) }
}

extension TextValue {
  /// A number in the form in which equal numbers are written alike.
  init(_ number: Double) {
    let whole = Int64(exactly: number)
    self = .number(whole.map { "\($0)" } ?? "\(number)")
  }

  /// The text of a value that is neither a list nor an object, as it is written in Markdown.
  var plain: String? {
    switch self {
    case .null: "null"
    case .bool(let flag): flag ? "true" : "false"
    case .number(let text), .string(let text): text
    case .array, .object, .opaque: nil
    }
  }

  /// The last member of a name.
  subscript(name: String) -> TextValue? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// An object with its members by name, so that equal ones are alike; of two with one name the last counts.
  static func sorted(_ members: [Member]) -> TextValue {
    var known: [String: TextValue] = [:]
    for member in members { known[member.name] = member.value }
    return .object(known.sorted { $0.key < $1.key }.map { Member($0.key, $0.value) })
  }

  /// True if no part of it is opaque.
  var isSaved: Bool {
    switch self {
    case .null, .bool, .number, .string: true
    case .array(let items): items.allSatisfy(\.isSaved)
    case .object(let members): members.allSatisfy(\.value.isSaved)
    case .opaque: false
    }
  }
}

extension TextValue: CustomStringConvertible {
  /// In the notation of JSON; strings without quotation marks where they are the whole value.
  public var description: String { plain ?? json.description }
}
