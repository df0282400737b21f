internal import TypesetDiagnostics

/// A directive in the text: its name, and its arguments as they were written.
public struct ClientDirective: Hashable, Sendable {
  /// As the author wrote it.
  public var name: String
  /// The text in the parentheses of `@Name(…)`; nil if its arguments are attributes.
  public var arguments: String?

  public init(name: String, arguments: String?) {
    self.name = name
    self.arguments = arguments
  }
}

/// A value of an argument.
public indirect enum DirectiveValue: Sendable {
  case null
  case bool(Bool)
  /// The text as it was written, and its value.
  case number(String, Double)
  case string(String)
  case array([DirectiveValue])
  case object([(key: String, value: DirectiveValue)])

  /// The text of a value that is neither a list nor an object.
  public var text: String? {
    switch self {
    case .null: nil
    case .bool(let value): value ? "true" : "false"
    case .number(let text, _), .string(let text): text
    case .array, .object: nil
    }
  }

  /// As the end of a message.
  public var words: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .number(let text, _): "the number \(text)"
    case .string(let text): "the text “\(text.prefix(40))”"
    case .array: "a list"
    case .object: "an object"
    }
  }
}

/// Reads the arguments of directives.
public enum DirectiveSyntax {
  /// A letter, then letters, digits and hyphens.
  public static func isName(_ name: String) -> Bool {
    guard let first = name.utf8.first, ASCII.isLetter(first) else { return false }
    return name.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
  }

  /// `key: value, key: value`, or values without keys; values as JSON5 has them, and bare words.
  ///
  /// - Returns: The arguments, as far as they can be read, and whether all could.
  public static func arguments(_ text: String) -> (values: [(key: String, value: DirectiveValue)], isComplete: Bool) {
    var reader = Reader(bytes: Array(text.utf8))
    let values = reader.entries(until: nil)
    return (values, reader.isAtEnd && !reader.hasFailed)
  }

  private struct Reader {
    let bytes: [UInt8]
    var index = 0
    var hasFailed = false
    private var depth = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    var isAtEnd: Bool { index >= bytes.count }
    private var byte: UInt8 { index < bytes.count ? bytes[index] : 0 }

    private mutating func skipSpace() { while !isAtEnd, ASCII.isBlank(byte) || byte == 0x0A || byte == 0x0D { index += 1 } }

    mutating func entries(until end: UInt8?) -> [(key: String, value: DirectiveValue)] {
      var out: [(key: String, value: DirectiveValue)] = []
      while !hasFailed {
        skipSpace()
        if let end, byte == end {
          index += 1
          return out
        }
        if isAtEnd { break }
        out.append((key() ?? "", value()))
        skipSpace()
        if byte == UInt8(ascii: ",") {
          index += 1
        } else if !isAtEnd, byte != end {
          hasFailed = true
        }
      }
      if end != nil { hasFailed = true }
      return out
    }

    /// `name:` or `"name":`; reads nothing if there is none.
    private mutating func key() -> String? {
      let start = index
      if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        if let name = string() {
          skipSpace()
          if byte == UInt8(ascii: ":") {
            index += 1
            return name
          }
        }
      } else {
        while ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-") || byte >= 0x80 {
          index += 1
        }
        let end = index
        skipSpace()
        if end > start, byte == UInt8(ascii: ":") {
          index += 1
          return String(decoding: bytes[start..<end], as: UTF8.self)
        }
      }
      index = start
      hasFailed = false
      return nil
    }

    private mutating func value() -> DirectiveValue {
      skipSpace()
      depth += 1
      defer { depth -= 1 }
      guard depth < 64 else {
        hasFailed = true
        return .null
      }
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "'"):
        guard let text = string() else {
          hasFailed = true
          return .null
        }
        return .string(text)
      case UInt8(ascii: "["):
        index += 1
        var items: [DirectiveValue] = []
        while !hasFailed {
          skipSpace()
          if byte == UInt8(ascii: "]") {
            index += 1
            break
          }
          guard !isAtEnd else {
            hasFailed = true
            break
          }
          items.append(value())
          skipSpace()
          if byte == UInt8(ascii: ",") { index += 1 } else if byte != UInt8(ascii: "]") { hasFailed = true }
        }
        return .array(items)
      case UInt8(ascii: "{"):
        index += 1
        return .object(entries(until: UInt8(ascii: "}")))
      default: return word()
      }
    }

    /// A number, `true`, `false`, `null`, or text up to a comma or bracket.
    private mutating func word() -> DirectiveValue {
      let start = index
      while !isAtEnd, !",]})".utf8.contains(byte), byte != 0x0A { index += 1 }
      var end = index
      while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
      let text = String(decoding: bytes[start..<end], as: UTF8.self)
      switch text {
      case "":
        hasFailed = true
        return .null
      case "true": return .bool(true)
      case "false": return .bool(false)
      case "null": return .null
      default:
        if let number = DocumentNumber.real(text), number.isFinite, text.utf8.first.map({ !ASCII.isLetter($0) }) ?? false {
          return .number(text, number)
        }
        return .string(text)
      }
    }

    /// Between quotes, with JSON's escapes.
    private mutating func string() -> String? {
      let quote = byte
      index += 1
      var out: [UInt8] = []
      while !isAtEnd, byte != quote {
        if byte == UInt8(ascii: "\\"), index + 1 < bytes.count {
          index += 1
          switch byte {
          case UInt8(ascii: "n"): out.append(0x0A)
          case UInt8(ascii: "t"): out.append(0x09)
          case UInt8(ascii: "u"):
            let digits = String(decoding: bytes[min(index + 1, bytes.count)..<min(index + 5, bytes.count)], as: UTF8.self)
            guard digits.utf8.count == 4, let code = UInt32(digits, radix: 16), let scalar = Unicode.Scalar(code) else { return nil }
            out += Array(String(Character(scalar)).utf8)
            index += 4
          default: out.append(byte)
          }
        } else {
          out.append(byte)
        }
        index += 1
      }
      guard !isAtEnd else { return nil }
      index += 1
      return String(decoding: out, as: UTF8.self)
    }
  }
}
