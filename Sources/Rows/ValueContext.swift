internal import TypesetBytes
internal import TypesetDiagnostics

/// The place of a value in Markdown, which decides how it is written.
enum ValueContext: Hashable, Sendable {
  case text
  /// A block of code: the sign of its fence, and how many of them.
  case code(fence: UInt8, count: Int)
  case codeSpan
  case formula
  /// The target of a link or a picture.
  case address
  /// An attribute of an HTML tag, or of Markdown's in braces.
  case attribute
  /// Front matter.
  case matter(MatterForm)

  enum MatterForm: Hashable, Sendable {
    case doubleQuoted, singleQuoted
    /// All of a value, or an item between brackets.
    case whole
    /// Of keys whose text is read as Markdown.
    indirect case markdown(MatterForm)
  }

  /// Why a value cannot be written at its place: a clause after its name.
  struct Refusal: Error {
    var reason: String
    var hint: String?
  }

  /// A value as it is written here.
  ///
  /// - Parameters:
  ///   - isText: False for a number, true or false of JSON.
  ///   - format: As `{format="…"}` has it.
  func written(_ value: String, isText: Bool, format: String?) throws(Refusal) -> String {
    switch self {
    case .text:
      if let format {
        guard !Self.isNumeric(format) || Self.isNumber(value) else {
          throw Refusal(reason: "is “\(value.prefix(40))”, which is no number", hint: "the format \(format) needs one")
        }
        return "[\(Self.text(value))]{format=\"\(format)\"}"
      }
      return Self.text(value)
    case .code(let fence, let count): return try Self.code(value, fence, count)
    case .codeSpan:
      guard !value.utf8.contains(UInt8(ascii: "`")) else {
        throw Refusal(reason: "has a backtick, which cannot stand in code", hint: "put it into a block of code")
      }
      return Self.inOneLine(value)
    case .formula: return Self.formula(value)
    case .address: return Self.address(value)
    case .attribute: return Self.attribute(value)
    case .matter(let form): return Self.matter(value, isText: isText, form)
    }
  }

  private static func isNumeric(_ format: String) -> Bool {
    ["number", "percent", "currency", "unit", "compact", "scientific"].contains { format == $0 || format.hasPrefix($0 + " ") }
  }

  /// An optional sign, digits, a full stop with digits, an exponent.
  private static func isNumber(_ value: String) -> Bool {
    var rest = value.utf8.drop { $0 <= 0x20 }
    while let last = rest.last, last <= 0x20 { rest.removeLast() }
    if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
    func takeDigits() -> Int {
      let digits = rest.prefix { 0x30...0x39 ~= $0 }
      rest = rest.dropFirst(digits.count)
      return digits.count
    }
    var count = takeDigits()
    if rest.first == UInt8(ascii: ".") {
      rest = rest.dropFirst()
      count += takeDigits()
    }
    if count > 0, rest.first.map({ $0 | 0x20 }) == UInt8(ascii: "e") {
      rest = rest.dropFirst()
      if rest.first == UInt8(ascii: "-") || rest.first == UInt8(ascii: "+") { rest = rest.dropFirst() }
      guard takeDigits() > 0 else { return false }
    }
    return count > 0 && rest.isEmpty
  }

  // MARK: Forms

  /// Running text: each sign that could be markup is a reference to a character, which no dialect reads as anything else. A line end is `<br>`.
  static func text(_ value: String) -> String {
    var out: [UInt8] = []
    let isTrimmed = value.utf8.first.map(isVisible) ?? true && value.utf8.last.map(isVisible) ?? true
    let bytes = Array((isTrimmed ? value : value.trimmed()).utf8)
    func isDigit(_ index: Int) -> Bool { bytes.indices.contains(index) && 0x30...0x39 ~= bytes[index] }
    for (index, byte) in bytes.enumerated() {
      switch byte {
      case 0x0A: out += "<br>".utf8
      case 0x0D: if index + 1 >= bytes.count || bytes[index + 1] != 0x0A { out += "<br>".utf8 }
      case 0x20, 0x09: out.append(0x20)
      case 0..<0x20, 0x7F: break
      // No markup, and typographers set them.
      case UInt8(ascii: "'"), UInt8(ascii: "\""), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: "?"): out.append(byte)
      // Within a number or a date they are no markup either.
      case _ where (byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")) && isDigit(index - 1) && isDigit(index + 1): out.append(byte)
      case 0x21...0x2F, 0x3A...0x40, 0x5B...0x60, 0x7B...0x7E: out += "&#\(byte);".utf8
      default: out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func isVisible(_ byte: UInt8) -> Bool { 0x20 < byte && byte < 0x7F }

  private static func code(_ value: String, _ fence: UInt8, _ count: Int) throws(Refusal) -> String {
    for line in value.utf8.split(separator: 0x0A) where line.drop(while: { $0 == 0x20 }).prefix(while: { $0 == fence }).count >= count {
      throw Refusal(reason: "has a line that would end the block of code", hint: "give the fence more signs")
    }
    return String(String.UnicodeScalarView(value.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\n" || $0 == "\t" }))
  }

  private static func inOneLine(_ value: String) -> String {
    String(String.UnicodeScalarView(value.trimmed().unicodeScalars.map { $0.value < 0x20 ? " " : $0 }))
  }

  private static func formula(_ value: String) -> String {
    var out = ""
    for scalar in inOneLine(value).unicodeScalars {
      switch scalar {
      case "\\": out += "\\backslash{}"
      case "{", "}", "$", "&", "#", "%", "_": out += "\\\(scalar)"
      case "^": out += "\\wedge{}"
      case "~": out += "\\sim{}"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Percent-encoded where a sign could end the target.
  private static func address(_ value: String) -> String {
    var out: [UInt8] = []
    for byte in value.trimmed().utf8 {
      if byte <= 0x20 || byte == 0x7F || "<>()[]{}\"'`\\|^!*".utf8.contains(byte) {
        out += percentEncoded(byte).utf8
      } else {
        out.append(byte)
      }
    }
    return String(decoding: out, as: UTF8.self)
  }

  private static func attribute(_ value: String) -> String {
    var out = ""
    for scalar in inOneLine(value).unicodeScalars {
      switch scalar {
      case "&": out += "&amp;"
      case "<": out += "&lt;"
      case ">": out += "&gt;"
      case "\"": out += "&quot;"
      case "'": out += "&#39;"
      case "{", "}", "`": out += "&#\(scalar.value);"
      default: out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  private static func matter(_ value: String, isText: Bool, _ form: MatterForm) -> String {
    switch form {
    case .markdown(let inner): matter(text(value).replacing("<br>", with: " "), isText: true, inner)
    case .doubleQuoted: doubleQuoted(value)
    case .singleQuoted: inOneLine(value).replacing("'", with: "''")
    case .whole: isText ? "\"\(doubleQuoted(value))\"" : value
    }
  }

  private static func doubleQuoted(_ value: String) -> String {
    var out = ""
    for scalar in inOneLine(value).unicodeScalars {
      if scalar == "\"" || scalar == "\\" { out += "\\" }
      out.unicodeScalars.append(scalar)
    }
    return out
  }
}
