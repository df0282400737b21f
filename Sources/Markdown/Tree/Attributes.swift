/// The attributes of an element in braces, `{#id .class key=value}`, or in HTML's attributes.
public struct Attributes: Hashable, Sendable {
  public var id: String?
  /// In order, without their dots.
  public var classes: [String] = []
  public var pairs: [Pair] = []

  public struct Pair: Hashable, Sendable {
    public var key: String
    public var value: String

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }
  }

  public init() {}

  public init(id: String? = nil, classes: [String] = [], pairs: [Pair] = []) {
    self.id = id
    self.classes = classes
    self.pairs = pairs
  }

  public var isEmpty: Bool { id == nil && classes.isEmpty && pairs.isEmpty }

  /// The last value of a key; keys are compared without case.
  public subscript(key: String) -> String? { pairs.last { $0.key == key }?.value }

  /// BCP 47, of `lang` or `language`.
  public var language: String? { self["lang"] ?? self["language"] ?? self["xml:lang"] }

  /// These attributes, overridden by those of `other`.
  public func merged(with other: Attributes) -> Attributes {
    Attributes(id: other.id ?? id, classes: classes + other.classes.filter { !classes.contains($0) }, pairs: pairs + other.pairs)
  }
}

extension Attributes {
  /// Reads attributes in braces at the beginning of a text: pandoc's, kramdown's (`{: .class}`), markdown-it's.
  ///
  /// - Returns: The attributes and how many bytes they take, braces included; nil if these are not attributes.
  static func read(_ text: ArraySlice<UInt8>) -> (attributes: Attributes, length: Int)? {
    guard text.first == ASCII.openBrace else { return nil }
    var reader = AttributeReader(text: text, index: text.startIndex + 1)
    if reader.byte == UInt8(ascii: ":") { reader.index += 1 }
    guard reader.read(until: ASCII.closeBrace) else { return nil }
    return (reader.attributes, reader.index - text.startIndex)
  }

  /// Reads the second part of Apple's `^[text](key: 'value', other: 1)`; the value of a key that ends in `style` is a class too.
  ///
  /// - Returns: The attributes and how many bytes they take, parentheses included; nil if these are not attributes.
  static func readParenthesized(_ text: ArraySlice<UInt8>) -> (attributes: Attributes, length: Int)? {
    guard text.first == ASCII.openParenthesis else { return nil }
    var attributes = Attributes()
    var index = text.startIndex + 1
    func byte() -> UInt8 { index < text.endIndex ? text[index] : 0 }
    while true {
      while ASCII.isBlank(byte()) { index += 1 }
      let start = index
      while ASCII.isLetter(byte()) || ASCII.isDigit(byte()) || byte() == UInt8(ascii: "_") || byte() == UInt8(ascii: "-") { index += 1 }
      let key = String(decoding: text[start..<index], as: UTF8.self)
      guard !key.isEmpty, byte() == UInt8(ascii: ":") else { return nil }
      index += 1
      while ASCII.isBlank(byte()) { index += 1 }
      let quote = byte()
      let value: String
      if quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
        guard let close = text[(index + 1)...].firstIndex(of: quote) else { return nil }
        value = String(decoding: text[(index + 1)..<close], as: UTF8.self)
        index = close + 1
      } else {
        let start = index
        while byte() != 0, byte() != UInt8(ascii: ","), byte() != ASCII.closeParenthesis, !ASCII.isBlank(byte()) { index += 1 }
        value = String(decoding: text[start..<index], as: UTF8.self)
      }
      guard !value.isEmpty else { return nil }
      attributes.pairs.append(Pair(key.lowercased(), value))
      if key.lowercased().hasSuffix("style") { attributes.classes.append(value) }
      while ASCII.isBlank(byte()) { index += 1 }
      if byte() == ASCII.closeParenthesis { return (attributes, index + 1 - text.startIndex) }
      guard byte() == UInt8(ascii: ",") else { return nil }
      index += 1
    }
  }

  /// Reads what follows the fence of a code block or a div: `python`, `{.python .input}`, `rust,ignore`,
  /// `js run title="a b.js" {hl_lines="2 3"}`, `::: {.note #x}`. The first class is the language, or the div's kind.
  ///
  /// Words that are not a class are keys without a value.
  public init(info: String) {
    let bytes = Array(info.utf8)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if ASCII.isBlank(byte) || byte == UInt8(ascii: ",") {
        index += 1
        continue
      }
      if byte == ASCII.openBrace, let (attributes, length) = Self.read(bytes[index...]) {
        self = merged(with: attributes)
        index += length
        continue
      }
      let start = index
      var quote: UInt8 = 0
      while index < bytes.count {
        let byte = bytes[index]
        if quote != 0 {
          if byte == quote { quote = 0 }
        } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
          quote = byte
        } else if ASCII.isBlank(byte) || byte == ASCII.openBrace && index > start
          || byte == UInt8(ascii: ",") && !bytes[start..<index].contains(UInt8(ascii: "="))
        {
          break
        }
        index += 1
      }
      let word = bytes[start..<index]
      if let equals = word.firstIndex(of: UInt8(ascii: "=")), equals > start {
        var value = word[(equals + 1)...]
        if value.count >= 2, let first = value.first, first == value.last, first == UInt8(ascii: "\"") || first == UInt8(ascii: "'") {
          value = value.dropFirst().dropLast()
        }
        pairs.append(Pair(String(decoding: word[start..<equals], as: UTF8.self), String(decoding: value, as: UTF8.self)))
      } else if classes.isEmpty {
        classes.append(String(decoding: word, as: UTF8.self))
      } else {
        pairs.append(Pair(String(decoding: word, as: UTF8.self), ""))
      }
    }
  }
}

/// Reads `#id .class key=value key="a b"` up to a closing brace.
private struct AttributeReader {
  let text: ArraySlice<UInt8>
  var index: Int
  var attributes = Attributes()

  init(text: ArraySlice<UInt8>, index: Int) {
    self.text = text
    self.index = index
  }

  var byte: UInt8 { index < text.endIndex ? text[index] : 0 }

  mutating func read(until end: UInt8) -> Bool {
    while true {
      while ASCII.isBlank(byte) { index += 1 }
      switch byte {
      case end:
        index += 1
        return !attributes.isEmpty
      case ASCII.hash:
        index += 1
        // attr_list: `#\9.0`.
        if byte == ASCII.backslash { index += 1 }
        guard let name = name() else { return false }
        attributes.id = name
      case UInt8(ascii: "."):
        index += 1
        guard let name = name() else { return false }
        attributes.classes.append(name)
      case UInt8(ascii: "-"):
        // pandoc: a heading without a number.
        index += 1
        attributes.classes.append("unnumbered")
      default:
        guard let key = name() else { return false }
        guard byte == UInt8(ascii: "=") else { return false }
        index += 1
        guard let value = value(until: end) else { return false }
        if key == "id" { attributes.id = value } else { attributes.pairs.append(Attributes.Pair(key.lowercased(), value)) }
      }
      guard ASCII.isBlank(byte) || byte == end || byte == ASCII.hash || byte == UInt8(ascii: ".") else { return false }
    }
  }

  /// Letters, digits and the punctuation of ids: `fig:a`, `sec-1.2`, `a_b`.
  private mutating func name() -> String? {
    let start = index
    while ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte >= 0x80 || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_")
      || byte == UInt8(ascii: ":") || byte == UInt8(ascii: "+") || byte == UInt8(ascii: "/")
      || byte == UInt8(ascii: ".") && index > start && index + 1 < text.endIndex && !ASCII.isBlank(text[index + 1])
    { index += 1 }
    return index > start ? String(decoding: text[start..<index], as: UTF8.self) : nil
  }

  private mutating func value(until end: UInt8) -> String? {
    let quote = byte
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      let start = index + 1
      guard let close = text[start...].firstIndex(of: quote) else { return nil }
      index = close + 1
      return String(decoding: text[start..<close], as: UTF8.self)
    }
    let start = index
    while byte != 0, byte != end, !ASCII.isBlank(byte) { index += 1 }
    return String(decoding: text[start..<index], as: UTF8.self)
  }
}
