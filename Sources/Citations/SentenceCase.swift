internal import TypesetDiagnostics

/// Writes a title as a sentence: words that only begin with a capital lose it, except the first word and words after a colon.
struct SentenceCase {
  private let text: [UInt8]
  private var out: [UInt8] = []
  /// How many `nocase` are open.
  private var depth = 0
  private var isFirst = true
  /// True after a full stop, which ends a sentence or an abbreviation: a capital after it stays.
  private var isAfterStop = false

  /// - Parameter text: UTF-8, with markup as in CSL JSON; tags and formulas stay as they are.
  static func apply(to text: [UInt8]) -> [UInt8] {
    var writing = SentenceCase(text: text)
    writing.write()
    return writing.out
  }

  private init(text: [UInt8]) {
    self.text = text
    out.reserveCapacity(text.count)
  }

  private mutating func write() {
    var index = 0
    while index < text.count {
      let end = wordEnd(from: index)
      if end > index {
        add(word: text[index..<end])
        index = end
        continue
      }
      switch text[index] {
      case UInt8(ascii: "<"):
        if let end = text[index...].firstIndex(of: UInt8(ascii: ">")) {
          add(tag: text[index...end])
          index = end + 1
          continue
        }
      case UInt8(ascii: "$"):
        if let end = text[(index + 1)...].firstIndex(of: UInt8(ascii: "$")) {
          out += text[index...end]
          index = end + 1
          continue
        }
      case UInt8(ascii: ":"), UInt8(ascii: "?"), UInt8(ascii: "!"): isFirst = true
      case UInt8(ascii: "."): isAfterStop = true
      default: break
      }
      out.append(text[index])
      index += 1
    }
  }

  /// The end of the letters, figures and apostrophes at an index.
  private func wordEnd(from start: Int) -> Int {
    var index = start
    while index < text.count {
      let byte = text[index]
      if byte < 0x80 {
        guard (0x61...0x7A).contains(byte | 0x20) || (0x30...0x39).contains(byte) else { break }
        index += 1
      } else {
        let length = byte < 0xE0 ? 2 : byte < 0xF0 ? 3 : 4
        let scalar = String(decoding: text[index...].prefix(length), as: UTF8.self).unicodeScalars.first ?? " "
        guard scalar == "’" || scalar.isPartOfWord else { break }
        index = min(index + length, text.count)
      }
    }
    return index
  }

  private static let nocase = Array("<span class=\"nocase\">".utf8)
  private static let end = Array("</span>".utf8)

  private mutating func add(tag: ArraySlice<UInt8>) {
    if tag.elementsEqual(Self.end) {
      depth = max(0, depth - 1)
    } else if tag.elementsEqual(Self.nocase) || String(decoding: tag, as: UTF8.self).contains("nocase") {
      depth += 1
    }
    out += tag
  }

  private mutating func add(word bytes: ArraySlice<UInt8>) {
    let keepsCapital = isAfterStop
    defer { (isFirst, isAfterStop) = (false, false) }
    // A word that begins with a small letter of ASCII stays.
    guard depth == 0, let first = bytes.first, isFirst ? !out.isEmpty : first < 0x61 || first >= 0x80 else {
      out += bytes
      return
    }
    let word = String(decoding: bytes, as: UTF8.self)
    let isPlain = word.first?.isUppercase == true && !word.dropFirst().contains(where: \.isUppercase) && (word.count > 1 || word == "A")
    // What follows a colon begins like a sentence.
    out += (isFirst ? word.prefix(1).uppercased() + word.dropFirst() : isPlain && !keepsCapital ? word.lowercased() : word).utf8
  }
}

extension Unicode.Scalar {
  /// True for letters, figures and the marks on them.
  fileprivate var isPartOfWord: Bool {
    properties.isAlphabetic || properties.numericType != nil || properties.canonicalCombiningClass != .notReordered
  }
}
