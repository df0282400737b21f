internal import TypesetDiagnostics
internal import TypesetInterface
package import TypesetJSON
internal import TypesetMarkdown

// Between values, JSON, directives' arguments and any Codable type.

extension TextValue {
  /// As JSON; null for what is opaque.
  package var json: JSON {
    switch self {
    case .null, .opaque: .null
    case .bool(let flag): .bool(flag)
    // JSON has no infinities.
    case .number(let text):
      DocumentNumber.real(text, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude).map { $0.isFinite } ?? false
        ? .number(text) : .string(text)
    case .string(let text): .string(text)
    case .array(let items): .array(items.map(\.json))
    case .object(let members): .object(members.map { JSON.Member($0.name, $0.value.json) })
    }
  }

  package init(_ json: JSON) {
    self =
      switch json {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let text): Self.number(written: text)
      case .string(let text): .string(text)
      case .array(let items): .array(items.map { TextValue($0) })
      case .object(let members): Self.sorted(members.map { Member($0.name, TextValue($0.value)) })
      }
  }

  /// A number as an author wrote it.
  static func number(written text: String) -> TextValue {
    if Int64(text) != nil || UInt64(text) != nil { return .number(text.first == "+" ? String(text.dropFirst()) : text) }
    return DocumentNumber.real(text, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude).map { TextValue($0) }
      ?? .string(text)
  }

  init(_ argument: DirectiveValue) {
    self =
      switch argument {
      case .null: .null
      case .bool(let flag): .bool(flag)
      case .number(let text, _): Self.number(written: text)
      case .string(let text): .string(text)
      case .array(let items): .array(items.map { TextValue($0) })
      case .object(let members): Self.sorted(members.map { Member($0.key, TextValue($0.value)) })
      }
  }

  private var argument: DirectiveValue {
    switch self {
    case .null, .opaque: .null
    case .bool(let flag): .bool(flag)
    case .number(let text):
      .number(text, DocumentNumber.real(text, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude) ?? .nan)
    case .string(let text): .string(text)
    case .array(let items): .array(items.map(\.argument))
    case .object(let members): .object(members.map { ($0.name, $0.value.argument) })
    }
  }

  /// The value as one of a type. Text in which a number, a list or an object is written will do for one.
  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    if let value = self as? Value { return value }
    do {
      return try Value(from: DirectiveDecoder(argument))
    } catch {
      guard case .string(let text) = self, let read = Self.read(text) else { throw error }
      do { return try Value(from: DirectiveDecoder(read)) } catch _ { throw error }
    }
  }

  /// What a text means where values are expected: `3`, `true`, `[1, 2]`; nil if it is text.
  private static func read(_ text: String) -> DirectiveValue? {
    let (values, isComplete) = DirectiveSyntax.arguments(text)
    guard isComplete else { return nil }
    guard values.count == 1, values[0].key.isEmpty else { return nil }
    if case .string = values[0].value { return nil }
    return values[0].value
  }

  /// The value of any Codable type.
  ///
  /// - Throws: What the value's own `encode(to:)` throws; `EncodingError` for one that is nested too deeply.
  static func encoding(_ value: some Encodable) throws -> TextValue {
    if let value = value as? TextValue { return value }
    let slot = ValueSlot()
    try value.encode(to: ValueEncoder(slot: slot, codingPath: []))
    return slot.value
  }
}

/// Where a value is put while it is encoded.
private final class ValueSlot {
  private enum Content {
    case empty
    case single(TextValue)
    case list([ValueSlot])
    case members([(name: String, slot: ValueSlot)])
  }

  private var content = Content.empty

  var value: TextValue {
    switch content {
    case .empty: .object([])
    case .single(let value): value
    case .list(let slots): .array(slots.map(\.value))
    case .members(let members): TextValue.sorted(members.map { TextValue.Member($0.name, $0.slot.value) })
    }
  }

  func set(_ value: TextValue) { content = .single(value) }
  func beginList() { if case .list = content {} else { content = .list([]) } }
  func beginMembers() { if case .members = content {} else { content = .members([]) } }

  var count: Int { if case .list(let slots) = content { slots.count } else { 0 } }

  func item() -> ValueSlot {
    let slot = ValueSlot()
    if case .list(var slots) = content {
      content = .empty
      slots.append(slot)
      content = .list(slots)
    }
    return slot
  }

  func member(_ name: String) -> ValueSlot {
    let slot = ValueSlot()
    if case .members(var members) = content {
      content = .empty
      members.removeAll { $0.name == name }
      members.append((name, slot))
      content = .members(members)
    }
    return slot
  }
}

/// Makes a `TextValue` of any Encodable value.
private struct ValueEncoder: Encoder {
  let slot: ValueSlot
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.beginMembers()
    return KeyedEncodingContainer(Keyed(slot: slot, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.beginList()
    return Unkeyed(slot: slot, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(slot: slot, codingPath: codingPath) }

  static func put<T: Encodable>(_ value: T, in slot: ValueSlot, _ path: [any CodingKey]) throws {
    guard path.count < TextValue.mostLevels else {
      let context = EncodingError.Context(codingPath: Array(path.prefix(3)), debugDescription: "the value is nested too deeply")
      throw EncodingError.invalidValue(type(of: value), context)
    }
    try value.encode(to: ValueEncoder(slot: slot, codingPath: path))
  }

  struct Single: SingleValueEncodingContainer {
    let slot: ValueSlot
    let codingPath: [any CodingKey]
    func encodeNil() { slot.set(.null) }
    func encode(_ value: Bool) { slot.set(.bool(value)) }
    func encode(_ value: String) { slot.set(.string(value)) }
    func encode(_ value: Double) { slot.set(TextValue(value)) }
    func encode(_ value: Float) { slot.set(TextValue(Double(value))) }
    func encode(_ value: Int) { slot.set(.number("\(value)")) }
    func encode(_ value: Int8) { slot.set(.number("\(value)")) }
    func encode(_ value: Int16) { slot.set(.number("\(value)")) }
    func encode(_ value: Int32) { slot.set(.number("\(value)")) }
    func encode(_ value: Int64) { slot.set(.number("\(value)")) }
    func encode(_ value: UInt) { slot.set(.number("\(value)")) }
    func encode(_ value: UInt8) { slot.set(.number("\(value)")) }
    func encode(_ value: UInt16) { slot.set(.number("\(value)")) }
    func encode(_ value: UInt32) { slot.set(.number("\(value)")) }
    func encode(_ value: UInt64) { slot.set(.number("\(value)")) }
    func encode<T: Encodable>(_ value: T) throws { try ValueEncoder.put(value, in: slot, codingPath) }
  }

  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let slot: ValueSlot
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { slot.member(key.stringValue).set(.null) }
    func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
      try ValueEncoder.put(value, in: slot.member(key.stringValue), codingPath + [key])
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      ValueEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      ValueEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }
    func superEncoder() -> any Encoder { ValueEncoder(slot: slot.member("super"), codingPath: codingPath) }
    func superEncoder(forKey key: Key) -> any Encoder {
      ValueEncoder(slot: slot.member(key.stringValue), codingPath: codingPath + [key])
    }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let slot: ValueSlot
    let codingPath: [any CodingKey]
    var count: Int { slot.count }

    private var place: DirectiveDecoder.Position { DirectiveDecoder.Position(intValue: count) }

    func encodeNil() { slot.item().set(.null) }
    func encode<T: Encodable>(_ value: T) throws {
      let path = codingPath + [place]
      try ValueEncoder.put(value, in: slot.item(), path)
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      let path = codingPath + [place]
      return ValueEncoder(slot: slot.item(), codingPath: path).container(keyedBy: type)
    }
    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      let path = codingPath + [place]
      return ValueEncoder(slot: slot.item(), codingPath: path).unkeyedContainer()
    }
    func superEncoder() -> any Encoder {
      let path = codingPath + [place]
      return ValueEncoder(slot: slot.item(), codingPath: path)
    }
  }
}
