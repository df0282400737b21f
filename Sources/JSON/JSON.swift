internal import TypesetDiagnostics

/// A value of JSON (RFC 8259). Numbers stay as they were written, so that an identifier comes back as it was.
package indirect enum JSON: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(String)
  case string(String)
  case array([JSON])
  case object([Member])

  /// A name and its value. Names may be repeated.
  package struct Member: Hashable, Sendable {
    package var name: String
    package var value: JSON

    package init(_ name: String, _ value: JSON) { (self.name, self.value) = (name, value) }
  }

  /// Why a text is no JSON.
  package struct Failure: Error, CustomStringConvertible {
    package var description: String
    /// In bytes, from 0.
    package var place: Int
    /// True if the only fault may be that values are nested too deeply.
    package var isTooDeep = false
  }

  package init(_ number: Int) { self = .number("\(number)") }

  /// Members whose value is there, in this order.
  package init(members: KeyValuePairs<String, JSON?>) {
    self = .object(members.compactMap { pair in pair.value.map { Member(pair.key, $0) } })
  }

  /// The value of the last member of a name; nil without such a member.
  package subscript(name: String) -> JSON? {
    guard case .object(let members) = self else { return nil }
    return members.last { $0.name == name }?.value
  }

  /// The text of a string; nil for other values.
  package var text: String? { if case .string(let text) = self { text } else { nil } }
  /// The items of an array; nil for other values.
  package var items: [JSON]? { if case .array(let items) = self { items } else { nil } }
  /// The members of an object, in order; nil for other values.
  package var members: [Member]? { if case .object(let members) = self { members } else { nil } }
  /// The value of `true` and `false`; nil for other values.
  package var flag: Bool? { if case .bool(let flag) = self { flag } else { nil } }
  /// The number; nil for other values, and beyond the range of a double.
  package var double: Double? {
    if case .number(let text) = self {
      DocumentNumber.real(text, in: -Double.greatestFiniteMagnitude...Double.greatestFiniteMagnitude)
    } else {
      nil
    }
  }
  /// The whole number; nil for other values, for fractions, and beyond 2⁴⁷.
  package var integer: Int? { if case .number(let text) = self { DocumentNumber.whole(text, in: -1 << 47...1 << 47) } else { nil } }
}

// MARK: Writing

extension JSON: CustomStringConvertible {
  /// On one line.
  package var description: String { String(decoding: bytes, as: UTF8.self) }

  /// The value on one line, as UTF-8.
  package var bytes: [UInt8] {
    var out: [UInt8] = []
    write(to: &out)
    return out
  }

  /// A text as a string of JSON, with its quotation marks.
  package static func quoted(_ text: String) -> String {
    var out: [UInt8] = []
    write(text, to: &out)
    return String(decoding: out, as: UTF8.self)
  }

  private func write(to out: inout [UInt8]) {
    switch self {
    case .null: out += "null".utf8
    case .bool(let flag): out += (flag ? "true" : "false").utf8
    case .number(let text): out += text.utf8
    case .string(let text): Self.write(text, to: &out)
    case .array(let items):
      out.append(UInt8(ascii: "["))
      for (index, item) in items.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        item.write(to: &out)
      }
      out.append(UInt8(ascii: "]"))
    case .object(let members):
      out.append(UInt8(ascii: "{"))
      for (index, member) in members.enumerated() {
        if index > 0 { out.append(UInt8(ascii: ",")) }
        Self.write(member.name, to: &out)
        out.append(UInt8(ascii: ":"))
        member.value.write(to: &out)
      }
      out.append(UInt8(ascii: "}"))
    }
  }

  private static func write(_ text: String, to out: inout [UInt8]) {
    out.append(UInt8(ascii: "\""))
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): out += [UInt8(ascii: "\\"), byte]
      case 0x0A: out += "\\n".utf8
      case 0x0D: out += "\\r".utf8
      case 0x09: out += "\\t".utf8
      case 0..<0x20, 0x7F:
        out += "\\u00".utf8
        out += [hexDigits[Int(byte >> 4)], hexDigits[Int(byte & 15)]]
      default: out.append(byte)
      }
    }
    out.append(UInt8(ascii: "\""))
  }
}

private let hexDigits = Array("0123456789abcdef".utf8)

// MARK: Reading

extension JSON {
  /// Deeper values than this are refused, so that no text makes the reader run out of stack.
  package static let mostLevels = 64

  /// - Parameter levels: How deep values may be.
  package init(_ bytes: ArraySlice<UInt8>, levels: Int = mostLevels) throws(Failure) {
    var reader = Reader(bytes: bytes)
    self = try reader.value(levels: levels)
    reader.skipSpace()
    guard reader.hasEnded else { throw reader.failure("something follows the value") }
  }

  /// A text in which values that are nested deeper are replaced by null.
  ///
  /// - Returns: Also where the first of these is, in bytes from 0.
  package static func cutting(_ bytes: ArraySlice<UInt8>, levels: Int) throws(Failure) -> (value: JSON, cut: Int?) {
    var reader = Reader(bytes: bytes)
    reader.cutsDeepValues = true
    let value = try reader.value(levels: levels)
    reader.skipSpace()
    guard reader.hasEnded else { throw reader.failure("something follows the value") }
    return (value, reader.cut)
  }

  private struct Reader {
    private let bytes: ArraySlice<UInt8>
    private var index: Int
    var cutsDeepValues = false
    /// The first value that is left out.
    var cut: Int?

    init(bytes: ArraySlice<UInt8>) { (self.bytes, index) = (bytes, bytes.startIndex) }

    var hasEnded: Bool { index == bytes.endIndex }
    private var next: UInt8? { index < bytes.endIndex ? bytes[index] : nil }
    private var place: Int { index - bytes.startIndex }

    func failure(_ words: String) -> Failure { Failure(description: words, place: place) }

    mutating func skipSpace() {
      while index < bytes.endIndex {
        switch bytes[index] {
        case 0x20, 0x09, 0x0A, 0x0D: index += 1
        default: return
        }
      }
    }

    private mutating func take(_ character: Unicode.Scalar) -> Bool {
      guard next == UInt8(ascii: character) else { return false }
      index += 1
      return true
    }

    private mutating func word(_ word: StaticString, _ value: JSON) throws(Failure) -> JSON {
      guard bytes[index...].starts(with: word.description.utf8) else { throw failure("expected a value") }
      index += word.utf8CodeUnitCount
      return value
    }

    mutating func value(levels: Int) throws(Failure) -> JSON {
      skipSpace()
      guard levels > 0 else {
        guard cutsDeepValues else { throw failure("values are nested too deeply") }
        cut = cut ?? place
        return try skipped()
      }
      switch next {
      case UInt8(ascii: "{"): return try object(levels)
      case UInt8(ascii: "["): return try array(levels)
      case UInt8(ascii: "\""): return .string(try string())
      case UInt8(ascii: "t"): return try word("true", .bool(true))
      case UInt8(ascii: "f"): return try word("false", .bool(false))
      case UInt8(ascii: "n"): return try word("null", .null)
      case UInt8(ascii: "-")?, (UInt8(ascii: "0")...UInt8(ascii: "9"))?: return try number()
      case nil: throw failure("expected a value, found the end")
      default: throw failure("expected a value")
      }
    }

    /// Passes over a value, however deep it is.
    private mutating func skipped() throws(Failure) -> JSON {
      var open: [UInt8] = []
      repeat {
        guard let byte = next else { throw failure("expected a value, found the end") }
        switch byte {
        case UInt8(ascii: "\""): _ = try string()
        case UInt8(ascii: "{"), UInt8(ascii: "["):
          // Two further in ASCII is what closes it.
          open.append(byte + 2)
          index += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"):
          guard open.popLast() == byte else { throw failure("expected a value") }
          index += 1
        case UInt8(ascii: ","), UInt8(ascii: ":"):
          guard !open.isEmpty else { throw failure("expected a value") }
          index += 1
        default:
          let word = bytes[index...].prefix { !",:]}[{\" \n\r\t".utf8.contains($0) }
          guard !word.isEmpty else { throw failure("expected a value") }
          index += word.count
        }
        if !open.isEmpty { skipSpace() }
      } while !open.isEmpty
      return .null
    }

    private mutating func object(_ levels: Int) throws(Failure) -> JSON {
      index += 1
      var members: [Member] = []
      skipSpace()
      if take("}") { return .object([]) }
      repeat {
        skipSpace()
        guard next == UInt8(ascii: "\"") else { throw failure("expected a name in quotation marks") }
        let name = try string()
        skipSpace()
        guard take(":") else { throw failure("expected a colon") }
        members.append(Member(name, try value(levels: levels - 1)))
        skipSpace()
      } while take(",")
      guard take("}") else { throw failure("expected a comma or a closing brace") }
      return .object(members)
    }

    private mutating func array(_ levels: Int) throws(Failure) -> JSON {
      index += 1
      var items: [JSON] = []
      skipSpace()
      if take("]") { return .array([]) }
      repeat {
        items.append(try value(levels: levels - 1))
        skipSpace()
      } while take(",")
      guard take("]") else { throw failure("expected a comma or a closing bracket") }
      return .array(items)
    }

    /// A number, by the grammar of RFC 8259 section 6.
    private mutating func number() throws(Failure) -> JSON {
      let start = index
      func fail() -> Failure { Failure(description: "this is not a number", place: start - bytes.startIndex) }
      _ = take("-")
      let digits = index
      guard skipDigits() > 0, bytes[digits] != UInt8(ascii: "0") || index == digits + 1 else { throw fail() }
      if take("."), skipDigits() == 0 { throw fail() }
      if take("e") || take("E") {
        _ = take("+") || take("-")
        guard skipDigits() > 0 else { throw fail() }
      }
      if let byte = next, "+-.eE".utf8.contains(byte) { throw fail() }
      return .number(String(decoding: bytes[start..<index], as: UTF8.self))
    }

    private mutating func skipDigits() -> Int {
      let start = index
      while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
      return index - start
    }

    /// A string; one without escapes is taken as it stands.
    private mutating func string() throws(Failure) -> String {
      index += 1
      var out: [UInt8] = []
      var start = index
      var isASCII = true
      while let byte = next {
        switch byte {
        case UInt8(ascii: "\""):
          let rest = bytes[start..<index]
          index += 1
          if isASCII, out.isEmpty { return String(decoding: rest, as: UTF8.self) }
          guard let text = String(validating: out + rest, as: UTF8.self) else { throw failure("a string is not UTF-8") }
          return text
        case UInt8(ascii: "\\"):
          out += bytes[start..<index]
          index += 1
          try escape(&out)
          start = index
        case 0..<0x20:
          index += 1
          throw failure("unescaped control character in a string")
        case 0x80...: isASCII = false; index += 1
        default: index += 1
        }
      }
      throw failure("unterminated string")
    }

    private mutating func escape(_ out: inout [UInt8]) throws(Failure) {
      guard let byte = next else { throw failure("unterminated string") }
      index += 1
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): out.append(byte)
      case UInt8(ascii: "b"): out.append(0x08)
      case UInt8(ascii: "f"): out.append(0x0C)
      case UInt8(ascii: "n"): out.append(0x0A)
      case UInt8(ascii: "r"): out.append(0x0D)
      case UInt8(ascii: "t"): out.append(0x09)
      case UInt8(ascii: "u"):
        var code = try fourDigits()
        if (0xD800..<0xDC00).contains(code), bytes[index...].starts(with: "\\u".utf8) {
          let before = index
          index += 2
          let low = try fourDigits()
          if (0xDC00..<0xE000).contains(low) {
            code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00)
          } else {
            index = before
          }
        }
        // Half of a surrogate pair is not a character.
        out += Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
      default: throw failure("unknown escape")
      }
    }

    private mutating func fourDigits() throws(Failure) -> UInt32 {
      let digits = String(decoding: bytes[index...].prefix(4), as: UTF8.self)
      guard digits.utf8.count == 4, digits.utf8.allSatisfy({ $0 != UInt8(ascii: "+") && $0 != UInt8(ascii: "-") }),
        let code = UInt32(digits, radix: 16)
      else { throw failure("expected four hexadecimal digits") }
      index += 4
      return code
    }
  }
}
