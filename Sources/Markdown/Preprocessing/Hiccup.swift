internal import TypesetDiagnostics

/// HTML as Clojure's lists, which Logseq reads in its pages: `[:div {:class "a"} "Words" [:b "bold"]]`.
struct Hiccup {
  private let bytes: [UInt8]
  private(set) var end: Int
  private(set) var html = ""

  /// Nil for brackets that are none.
  init?(_ bytes: [UInt8], at start: Int) {
    (self.bytes, end) = (bytes, start)
    guard element(depth: 0) else { return nil }
  }

  private static let shownKeys: Set<String> = [
    "src", "href", "alt", "title", "width", "height", "class", "id", "lang", "colspan", "rowspan",
  ]
  private static let empty: Set<String> = ["img", "br", "hr", "wbr"]

  private var byte: UInt8 { end < bytes.count ? bytes[end] : 0 }

  private mutating func skipBlanks() {
    while ASCII.isBlank(byte) || byte == UInt8(ascii: ",") { end += 1 }
  }

  private mutating func name() -> String {
    let start = end
    while ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: "-") { end += 1 }
    return String(decoding: bytes[start..<end], as: UTF8.self)
  }

  private mutating func element(depth: Int) -> Bool {
    guard depth < 20, byte == ASCII.openBracket else { return false }
    end += 1
    guard byte == UInt8(ascii: ":") else { return false }
    end += 1
    let tag = name()
    guard !tag.isEmpty else { return false }
    // `:div.a#b`
    while byte == UInt8(ascii: ".") || byte == ASCII.hash {
      end += 1
      _ = name()
    }
    html += "<" + tag
    skipBlanks()
    if byte == ASCII.openBrace {
      guard attributes(isShown: true, depth: depth) else { return false }
      skipBlanks()
    }
    html += ">"
    while byte != ASCII.closeBracket {
      if byte == ASCII.openBracket {
        guard element(depth: depth + 1) else { return false }
      } else if let words = value() {
        html += Self.escaped(words)
      } else {
        return false
      }
      skipBlanks()
    }
    end += 1
    if !Self.empty.contains(tag) { html += "</\(tag)>" }
    return true
  }

  /// A string, a number or a keyword.
  private mutating func value() -> String? {
    guard byte == UInt8(ascii: "\"") else {
      if byte == UInt8(ascii: ":") { end += 1 }
      let start = end
      while ASCII.isLetter(byte) || ASCII.isDigit(byte) || byte == UInt8(ascii: ".") || byte == UInt8(ascii: "-")
        || byte == UInt8(ascii: "%")
      {
        end += 1
      }
      return end > start ? String(decoding: bytes[start..<end], as: UTF8.self) : nil
    }
    end += 1
    var words: [UInt8] = []
    while end < bytes.count, byte != UInt8(ascii: "\"") {
      if byte == ASCII.backslash, end + 1 < bytes.count { end += 1 }
      words.append(byte)
      end += 1
    }
    guard end < bytes.count else { return nil }
    end += 1
    return String(decoding: words, as: UTF8.self)
  }

  private mutating func attributes(isShown: Bool, depth: Int) -> Bool {
    guard depth < 20 else { return false }
    end += 1
    skipBlanks()
    while byte != ASCII.closeBrace {
      guard byte == UInt8(ascii: ":") else { return false }
      end += 1
      let key = name()
      guard !key.isEmpty else { return false }
      skipBlanks()
      if byte == ASCII.openBrace {
        guard attributes(isShown: false, depth: depth + 1) else { return false }
      } else {
        guard let value = value() else { return false }
        if isShown, Self.shownKeys.contains(key) { html += " \(key)=\"\(Self.escaped(value))\"" }
      }
      skipBlanks()
    }
    end += 1
    return true
  }

  private static func escaped(_ words: String) -> String {
    words.replacing("&", with: "&amp;").replacing("<", with: "&lt;").replacing("\"", with: "&quot;")
  }
}
