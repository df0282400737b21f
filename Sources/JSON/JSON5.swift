internal import TypesetDiagnostics

// JSON5 (json5.org): JSON with single quotes, more escapes and numbers, bare names, trailing commas and comments.

extension JSON {
  /// Deeper values of JSON5 are refused.
  package static let mostLevelsOfJSON5 = 64

  /// Reads one value of JSON5. Numbers are kept in JSON's spelling where they have one; `Infinity` and `NaN` are kept as they are.
  package init(json5 text: String) throws(Failure) {
    var reader = JSON5Reader(Array(text.utf8)[...])
    self = try reader.value()
    try reader.skipSpace()
    guard reader.isAtEnd else { throw reader.failure("something follows the value") }
  }
}

/// Reads values of JSON5 one after another, in one pass over the bytes.
package struct JSON5Reader {
  private let bytes: ArraySlice<UInt8>
  /// The place of the current byte, in the indexes of the bytes that are read.
  package private(set) var index: Int

  package init(_ bytes: ArraySlice<UInt8>) {
    self.bytes = bytes
    index = bytes.startIndex
  }

  package var isAtEnd: Bool { index >= bytes.endIndex }
  /// The current byte; 0 at the end.
  package var byte: UInt8 { index < bytes.endIndex ? bytes[index] : 0 }

  /// A failure at the current byte.
  package func failure(_ words: String) -> JSON.Failure { JSON.Failure(description: words, place: index - bytes.startIndex) }

  /// Passes over one character, which is ASCII; false if another one follows.
  package mutating func take(_ character: Unicode.Scalar) -> Bool {
    guard byte == UInt8(ascii: character), !isAtEnd else { return false }
    index += 1
    return true
  }

  /// Passes over one digit; false if no digit follows.
  package mutating func skipDigit() -> Bool {
    guard 0x30...0x39 ~= byte else { return false }
    index += 1
    return true
  }

  /// Passes over white space and comments.
  package mutating func skipSpace() throws(JSON.Failure) {
    while !isAtEnd {
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0B, 0x0C, 0x0D: index += 1
      case UInt8(ascii: "/"):
        let rest = bytes[index...]
        if rest.starts(with: "//".utf8) {
          index = rest.firstIndex { $0 == 0x0A || $0 == 0x0D } ?? bytes.endIndex
        } else if rest.starts(with: "/*".utf8) {
          index += 2
          while !isAtEnd, !bytes[index...].starts(with: "*/".utf8) { index += 1 }
          guard !isAtEnd else { throw failure("unterminated comment") }
          index += 2
        } else {
          return
        }
      default: return
      }
    }
  }

  /// Reads a value with everything in it.
  ///
  /// - Parameter levels: How deep values may be nested.
  package mutating func value(levels: Int = JSON.mostLevelsOfJSON5) throws(JSON.Failure) -> JSON {
    guard levels > 0 else {
      var failure = failure("values are nested too deeply")
      failure.isTooDeep = true
      throw failure
    }
    try skipSpace()
    switch byte {
    case UInt8(ascii: "{"): return try object(levels)
    case UInt8(ascii: "["): return try array(levels)
    case UInt8(ascii: "\""), UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "0")...UInt8(ascii: "9"): return try number()
    default:
      let start = index
      switch name() {
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      case let word? where word == "Infinity" || word == "NaN": return .number(word)
      default:
        index = start
        throw failure(isAtEnd ? "expected a value, found the end" : "expected a value")
      }
    }
  }

  private mutating func object(_ levels: Int) throws(JSON.Failure) -> JSON {
    index += 1
    var members: [JSON.Member] = []
    while true {
      try skipSpace()
      if take("}") { return .object(members) }
      let key: String
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        key = try string()
      } else if let word = name() {
        key = word
      } else {
        throw failure("expected a name")
      }
      try skipSpace()
      guard take(":") else { throw failure("expected a colon") }
      members.append(JSON.Member(key, try value(levels: levels - 1)))
      try skipSpace()
      if take("}") { return .object(members) }
      guard take(",") else { throw failure("expected a comma or a closing brace") }
    }
  }

  private mutating func array(_ levels: Int) throws(JSON.Failure) -> JSON {
    index += 1
    var items: [JSON] = []
    while true {
      try skipSpace()
      if take("]") { return .array(items) }
      items.append(try value(levels: levels - 1))
      try skipSpace()
      if take("]") { return .array(items) }
      guard take(",") else { throw failure("expected a comma or a closing bracket") }
    }
  }

  /// A name without quotation marks: letters, digits, `_`, `$` and whatever is not ASCII, not beginning with a digit; nil if no name follows.
  package mutating func name() -> String? {
    let start = index
    while !isAtEnd, Self.isLetter(byte) || index > start && 0x30...0x39 ~= byte { index += 1 }
    return index > start ? String(decoding: bytes[start..<index], as: UTF8.self) : nil
  }

  private static func isLetter(_ byte: UInt8) -> Bool {
    (byte | 0x20) &- 0x61 < 26 || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "$") || byte >= 0x80
  }

  private mutating func number() throws(JSON.Failure) -> JSON {
    let start = index
    while !isAtEnd, Self.isLetter(byte) || 0x30...0x39 ~= byte || ".+-".utf8.contains(byte) { index += 1 }
    let word = String(decoding: bytes[start..<index], as: UTF8.self)
    let isNegative = word.hasPrefix("-")
    let digits = isNegative || word.hasPrefix("+") ? word.dropFirst() : word[...]
    let sign = isNegative ? "-" : ""
    if digits == "Infinity" || digits == "NaN" { return .number(sign + digits) }
    if digits.hasPrefix("0x") || digits.hasPrefix("0X") {
      if let value = UInt64(digits.dropFirst(2), radix: 16), digits.utf8.dropFirst(2).first != UInt8(ascii: "+") {
        return .number(sign + "\(value)")
      }
    } else if digits.utf8.first.map({ $0 == UInt8(ascii: ".") || 0x30...0x39 ~= $0 }) == true, digits.utf8.allSatisfy(Self.isDecimal),
      digits != ".", !(digits.hasPrefix("0") && digits.utf8.dropFirst().first.map({ 0x30...0x39 ~= $0 }) == true),
      case let completed = Self.completed(digits), DocumentNumber(completed) != nil
    {
      return .number(sign + completed)
    }
    index = start
    throw failure("this is not a number")
  }

  private static func isDecimal(_ byte: UInt8) -> Bool { 0x30...0x39 ~= byte || ".eE+-".utf8.contains(byte) }

  /// `.5` and `5.` with the zeros that JSON asks for.
  private static func completed(_ digits: Substring) -> String {
    var out = digits.hasPrefix(".") ? "0" + digits : String(digits)
    if let point = out.firstIndex(of: "."), out.index(after: point) == out.endIndex || !out[out.index(after: point)].isNumber {
      out.insert("0", at: out.index(after: point))
    }
    return out
  }

  /// Reads a string, from its opening quote to its closing one.
  package mutating func string() throws(JSON.Failure) -> String {
    let quote = byte
    index += 1
    var out: [UInt8] = []
    while !isAtEnd {
      let byte = byte
      index += 1
      switch byte {
      case quote:
        guard let text = String(validating: out, as: UTF8.self) else { throw failure("a string is not UTF-8") }
        return text
      case UInt8(ascii: "\\"): try escape(&out)
      default: out.append(byte)
      }
    }
    throw failure("unterminated string")
  }

  private mutating func escape(_ out: inout [UInt8]) throws(JSON.Failure) {
    guard !isAtEnd else { throw failure("unterminated string") }
    let byte = byte
    index += 1
    switch byte {
    case UInt8(ascii: "b"): out.append(0x08)
    case UInt8(ascii: "f"): out.append(0x0C)
    case UInt8(ascii: "n"): out.append(0x0A)
    case UInt8(ascii: "r"): out.append(0x0D)
    case UInt8(ascii: "t"): out.append(0x09)
    case UInt8(ascii: "v"): out.append(0x0B)
    case UInt8(ascii: "0"): out.append(0)
    // A line end that is escaped is left out.
    case 0x0A: break
    case 0x0D: _ = take("\n")
    case UInt8(ascii: "x"): out += Array(String(Character(Unicode.Scalar(try digits(2)) ?? "\u{FFFD}")).utf8)
    case UInt8(ascii: "u"):
      var code = try digits(4)
      if (0xD800..<0xDC00).contains(code), bytes[index...].starts(with: "\\u".utf8) {
        let before = index
        index += 2
        let low = try digits(4)
        if (0xDC00..<0xE000).contains(low) { code = 0x10000 + (code - 0xD800) << 10 + (low - 0xDC00) } else { index = before }
      }
      // Half of a surrogate pair is not a character.
      out += Array(String(Character(Unicode.Scalar(code) ?? "\u{FFFD}")).utf8)
    // Any other character stands for itself.
    default: out.append(byte)
    }
  }

  private mutating func digits(_ count: Int) throws(JSON.Failure) -> UInt32 {
    let digits = bytes[index...].prefix(count)
    guard digits.count == count, digits.allSatisfy({ 0x30...0x39 ~= $0 || ($0 | 0x20) &- 0x61 < 6 }),
      let code = UInt32(String(decoding: digits, as: UTF8.self), radix: 16)
    else { throw failure("expected \(count) hexadecimal digits") }
    index += count
    return code
  }
}
