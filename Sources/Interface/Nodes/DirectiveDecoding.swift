internal import Synchronization
internal import TypesetDiagnostics
package import TypesetMarkdown

/// The keys that a type asks for.
final class KnownKeys: Sendable {
  private let names = Mutex<Set<String>>([])
  var all: Set<String> { names.withLock { $0 } }
  func add(_ name: String) { names.withLock { _ = $0.insert(name) } }
}

/// What is noted while a client's closure runs: the diagnostics of its directive.
enum DirectiveDiagnostics {
  /// Of the call that runs in this task or thread.
  @TaskLocal static var notes: NoteList?

  static func add(_ message: String, near word: String, among names: [String]) {
    let hint = nearest(to: word, among: names).map { "did you mean \($0)?" } ?? "the known ones are \(names.joined(separator: ", "))"
    notes?.all.withLock { $0.append((message, hint)) }
  }
}

/// Messages with their hints.
final class NoteList: Sendable {
  let all = Mutex<[(message: String, hint: String)]>([])

  /// Empties the list.
  func take() -> [(message: String, hint: String)] {
    all.withLock { notes in
      defer { notes.removeAll() }
      return notes
    }
  }
}

/// Reads the arguments of a directive, or the value of an attribute, into any type.
package struct DirectiveDecoder: Decoder {
  let value: DirectiveValue
  let path: [any CodingKey]
  /// Nil below the first level.
  let keys: KnownKeys?

  package var codingPath: [any CodingKey] { path }
  package var userInfo: [CodingUserInfoKey: Any] { [:] }

  init(value: DirectiveValue, path: [any CodingKey], keys: KnownKeys?) { (self.value, self.path, self.keys) = (value, path, keys) }

  /// One value.
  package init(_ value: DirectiveValue) { self.init(value: value, path: [], keys: nil) }

  package func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let entries) = value else { throw mismatch("expected an object, found \(value.words)") }
    return KeyedDecodingContainer(Keyed(entries: entries, path: path, keys: keys))
  }

  package func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let items) = value else { throw mismatch("expected a list, found \(value.words)") }
    return Unkeyed(items: items, path: path)
  }

  package func singleValueContainer() throws -> any SingleValueDecodingContainer { Single(decoder: self) }

  func mismatch(_ words: String) -> DecodingError {
    .typeMismatch(Any.self, DecodingError.Context(codingPath: path, debugDescription: words))
  }

  func decode<T: Decodable>(_ type: T.Type) throws -> T { try T(from: self) }

  struct Single: SingleValueDecodingContainer {
    let decoder: DirectiveDecoder
    var codingPath: [any CodingKey] { decoder.path }

    func decodeNil() -> Bool { if case .null = decoder.value { true } else { false } }
    func decode(_ type: Bool.Type) throws -> Bool {
      guard case .bool(let value) = decoder.value else { throw decoder.mismatch("expected true or false, found \(decoder.value.words)") }
      return value
    }
    func decode(_ type: String.Type) throws -> String {
      guard let text = decoder.value.text else { throw decoder.mismatch("expected text, found \(decoder.value.words)") }
      return text
    }
    func decode(_ type: Double.Type) throws -> Double {
      guard case .number(_, let value) = decoder.value else { throw decoder.mismatch("expected a number, found \(decoder.value.words)") }
      return value
    }
    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }
    func whole<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
      guard case .number(let text, let value) = decoder.value, let whole = T(text) ?? T(exactly: value) else {
        throw decoder.mismatch("expected a whole number, found \(decoder.value.words)")
      }
      return whole
    }
    func decode(_ type: Int.Type) throws -> Int { try whole(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try whole(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try whole(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try whole(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try whole(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try whole(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try whole(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try whole(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try whole(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try whole(type) }
    func decode<T: Decodable>(_ type: T.Type) throws -> T { try decoder.decode(type) }
  }

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let entries: [(key: String, value: DirectiveValue)]
    let path: [any CodingKey]
    let keys: KnownKeys?

    var codingPath: [any CodingKey] { path }
    var allKeys: [Key] { entries.compactMap { Key(stringValue: $0.key) } }

    private func find(_ key: Key) -> DirectiveValue? {
      keys?.add(key.stringValue)
      return entries.last { $0.key == key.stringValue }?.value
    }
    private func decoder(_ key: Key) throws -> DirectiveDecoder {
      guard let value = find(key) else {
        throw DecodingError.keyNotFound(key, DecodingError.Context(codingPath: path, debugDescription: "it is missing"))
      }
      return DirectiveDecoder(value: value, path: path + [key], keys: nil)
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { if case .null = try decoder(key).value { true } else { false } }
    func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).decode(type) }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
      try decoder(key).container(keyedBy: type)
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(key).unkeyedContainer() }
    func superDecoder() throws -> any Decoder { DirectiveDecoder(value: .object(entries), path: path, keys: nil) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    let items: [DirectiveValue]
    let path: [any CodingKey]
    var currentIndex = 0

    init(items: [DirectiveValue], path: [any CodingKey]) { (self.items, self.path) = (items, path) }

    var codingPath: [any CodingKey] { path }
    var count: Int? { items.count }
    var isAtEnd: Bool { currentIndex >= items.count }

    private mutating func next() throws -> DirectiveDecoder {
      guard !isAtEnd else {
        throw DecodingError.valueNotFound(Any.self, DecodingError.Context(codingPath: path, debugDescription: "the list ends too early"))
      }
      defer { currentIndex += 1 }
      return DirectiveDecoder(value: items[currentIndex], path: path + [Position(intValue: currentIndex)], keys: nil)
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, case .null = items[currentIndex] else { return false }
      currentIndex += 1
      return true
    }
    mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try next().decode(type) }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  /// A place in a list, counted from 0.
  package struct Position: CodingKey {
    let place: Int
    package var stringValue: String { "\(place)" }
    package var intValue: Int? { place }
    package init(intValue: Int) { place = intValue }
    package init?(stringValue: String) { return nil }
  }
}
