internal import TypesetDiagnostics
package import TypesetJSON

/// The attributes of an element in braces, `{#id .class key=value}`, in parentheses, `^[text](key: 'value')`, or in HTML's attributes.
public struct Attributes: Hashable, Sendable {
  public var id: String?
  /// In order, without their dots.
  public var classes: [String] = []
  public var pairs: [Pair] = []
  /// The names of lists that stand elsewhere, kramdown's `{: name}`.
  var references: [String] = []

  public struct Pair: Hashable, Sendable {
    /// As its author wrote it.
    public var key: String
    /// The characters of a string; any other value as its author wrote it.
    public var value: String
    /// True if the value is a number, `true`, `false`, `null`, an array or an object of JSON5 instead of a string.
    public var isTyped = false

    public init(_ key: String, _ value: String) {
      self.key = key
      self.value = value
    }

    /// The key without capitals, in which built-in keys are compared.
    public var name: String { Self.hasCapitals(key) ? key.lowercased() : key }

    /// The value; a string where it has no type.
    package var json: JSON { (isTyped ? try? JSON(json5: value) : nil) ?? .string(value) }

    private static func hasCapitals(_ key: String) -> Bool { key.utf8.contains { $0 &- 0x41 < 26 || $0 >= 0x80 } }

    /// True for a key in lower case that this is, whatever its capitals.
    func hasName(_ name: String) -> Bool { key == name || Self.hasCapitals(key) && key.lowercased() == name }
  }

  public init() {}

  public init(id: String? = nil, classes: [String] = [], pairs: [Pair] = []) {
    self.id = id
    self.classes = classes
    self.pairs = pairs
  }

  /// True if there is more than references.
  fileprivate var hasOwn: Bool { id != nil || !classes.isEmpty || !pairs.isEmpty }

  package func has(class name: String) -> Bool { classes.contains(name) }

  public var isEmpty: Bool { id == nil && classes.isEmpty && pairs.isEmpty && references.isEmpty }

  /// The last value of a key in lower case; the author's keys are compared without case.
  public subscript(name: String) -> String? { pairs.last { $0.hasName(name) }?.value }

  /// BCP 47, of `lang` or `language`.
  public var language: String? { self["lang"] ?? self["language"] ?? self["xml:lang"] }

  /// These attributes, overridden by those of `other`.
  public func merged(with other: Attributes) -> Attributes {
    var merged = Attributes(
      id: other.id ?? id, classes: classes + other.classes.filter { !classes.contains($0) }, pairs: pairs + other.pairs)
    merged.references = references + other.references
    return merged
  }
}

extension Attributes.Pair {
  /// True for keys that have a meaning without being declared: those of the engine and of HTML, which pandoc and kramdown hand on.
  package var isConventional: Bool {
    let name = name
    return Self.conventional.contains(name) || name.hasPrefix("data-") || name.hasPrefix("aria-") || name.hasPrefix("on") && name.count > 4
      || name.contains(":")
  }

  static let conventional: Set<String> = [
    // The engine's.
    "align", "background", "baseline", "case", "class", "color", "copy", "custom-style", "dir", "emphasis", "features", "field", "font",
    "height", "id", "inflect", "labels", "lang", "language", "math", "page", "ramp", "recolor", "scale", "shift", "size", "slant", "strike",
    "stretch", "string", "strong", "style", "tint",
    "title", "tracking", "underline", "weight", "width",
    // HTML's, for any element.
    "accesskey", "contenteditable", "draggable", "exportparts", "face", "hidden", "href", "inert", "is", "itemid", "itemprop", "itemref",
    "itemscope", "itemtype", "name", "nonce", "part", "rel", "role", "slot", "spellcheck", "tabindex", "target", "translate", "type",
    "value",
  ]
}

extension Attributes {
  /// Reads attributes in braces at the beginning of a text: pandoc's, kramdown's (`{: .class}`), markdown-it's.
  ///
  /// - Returns: The attributes and how many bytes they take, braces included; nil if these are not attributes.
  static func read(_ text: ArraySlice<UInt8>) -> (attributes: Attributes, length: Int)? {
    let (attributes, length) = readBraces(text)
    return attributes.map { ($0, length) }
  }

  /// The same, with how far the text was read where it holds no attributes.
  static func readBraces(_ text: ArraySlice<UInt8>) -> (attributes: Attributes?, length: Int) {
    guard text.first == ASCII.openBrace else { return (nil, 0) }
    var reader = AttributeReader(text: text, index: text.startIndex + 1)
    if reader.byte == UInt8(ascii: ":") {
      reader.index += 1
      reader.readsNames = true
    }
    let isRead = reader.read(until: ASCII.closeBrace)
    return (isRead ? reader.attributes : nil, reader.index - text.startIndex)
  }

  /// Reads the second part of `^[text](key: 'value', other: 1)`: keys and values of JSON5, over lines too. A string whose key ends
  /// in `style` is a class as well.
  ///
  /// - Returns: The attributes, and how many bytes they take, parentheses included.
  /// - Throws: Where this is no list of attributes; its place is how far it was read.
  static func readParenthesized(_ text: ArraySlice<UInt8>) throws(JSON.Failure) -> (attributes: Attributes, length: Int) {
    var reader = JSON5Reader(text)
    var attributes = Attributes()
    guard reader.take("(") else { throw reader.failure("expected a parenthesis") }
    repeat {
      try reader.skipSpace()
      let start = reader.index
      // Keys may have hyphens, as in braces.
      while reader.name() != nil || reader.index > start && (reader.take("-") || reader.skipDigit()) {}
      guard reader.index > start else { throw reader.failure("expected a key") }
      let key = String(decoding: text[start..<reader.index], as: UTF8.self)
      guard reader.take(":") else { throw reader.failure("expected a colon") }
      try reader.skipSpace()
      let first = reader.index
      let value = try reader.value()
      var pair = Pair(key, value.text ?? String(decoding: text[first..<reader.index], as: UTF8.self))
      pair.isTyped = value.text == nil
      attributes.pairs.append(pair)
      if !pair.isTyped, pair.name.hasSuffix("style") { attributes.classes.append(pair.value) }
      try reader.skipSpace()
    } while reader.take(",")
    guard reader.take(")") else { throw reader.failure("expected a comma or a parenthesis") }
    return (attributes, reader.index - text.startIndex)
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
  /// True if a word alone is the name of a list that stands elsewhere.
  var readsNames = false
  private var hasEmptyName = false

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
        // Several words are words.
        return (!attributes.isEmpty || hasEmptyName) && (attributes.references.count < 2 || attributes.hasOwn)
      case ASCII.hash:
        index += 1
        // attr_list: `#\9.0`.
        if byte == ASCII.backslash { index += 1 }
        guard var name = name() else { return false }
        // Manubot: `{#tbl: name}`.
        if name.utf8.last == UInt8(ascii: ":") {
          while ASCII.isBlank(byte) { index += 1 }
          let start = index
          let rest = self.name() ?? ""
          // pandoc-fignos: `{#fig: width=50px}` and `{#fig:}` have no name.
          guard !rest.isEmpty, byte != UInt8(ascii: "=") else {
            index = start
            hasEmptyName = true
            continue
          }
          name += rest
        }
        attributes.id = name
      case UInt8(ascii: "."):
        index += 1
        // Python-Markdown: a class without a name is none, `{. target=_blank }`.
        if ASCII.isBlank(byte) { continue }
        guard let name = name() else { return false }
        attributes.classes.append(name)
      case UInt8(ascii: "-"):
        // pandoc: a heading without a number.
        index += 1
        attributes.classes.append("unnumbered")
      default:
        guard let key = name() else { return false }
        if readsNames, ASCII.isBlank(byte) || byte == end {
          attributes.references.append(key)
          continue
        }
        guard byte == UInt8(ascii: "=") else {
          // Material for MkDocs: `{ data-preview }`.
          guard key.utf8.starts(with: "data-".utf8), ASCII.isBlank(byte) || byte == end else { return false }
          attributes.pairs.append(Attributes.Pair(key, ""))
          continue
        }
        index += 1
        guard let value = value(until: end) else { return false }
        if key == "id" { attributes.id = value.value } else { attributes.pairs.append(value.named(key)) }
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

  /// A value without its key: in quotes, in which a backslash escapes punctuation; an array or object of JSON5; a word.
  private mutating func value(until end: UInt8) -> Attributes.Pair? {
    let quote = byte
    if quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") {
      var value: [UInt8] = []
      index += 1
      while index < text.endIndex, byte != quote {
        if byte == ASCII.backslash, index + 1 < text.endIndex, ASCII.isPunctuation(text[index + 1]) { index += 1 }
        value.append(byte)
        index += 1
      }
      guard index < text.endIndex else { return nil }
      index += 1
      return Attributes.Pair("", String(decoding: value, as: UTF8.self))
    }
    let start = index
    if quote == ASCII.openBracket || quote == ASCII.openBrace {
      var reader = JSON5Reader(text[start...])
      if (try? reader.value()) != nil {
        index = reader.index
        var pair = Attributes.Pair("", String(decoding: text[start..<index], as: UTF8.self))
        pair.isTyped = true
        return pair
      }
    }
    // A brace in a word is the next list: what is never closed takes linear time.
    while byte != 0, byte != end, byte != ASCII.openBrace, !ASCII.isBlank(byte) { index += 1 }
    return Attributes.Pair("", String(decoding: text[start..<index], as: UTF8.self))
  }
}

extension Attributes.Pair {
  fileprivate func named(_ key: String) -> Attributes.Pair {
    var pair = self
    pair.key = key
    return pair
  }
}
