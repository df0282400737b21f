internal import TypesetBytes
internal import TypesetDiagnostics

/// How words of a label look.
package struct DiagramTextStyle: Hashable, Sendable {
  package var isBold = false
  package var isItalic = false
}

/// A stretch of a label in one look.
package struct DiagramRun: Hashable, Sendable {
  package var text: String
  package var look = DiagramTextStyle()

  /// What is around the name of an icon in a text: no author's letters.
  package static let icons: (open: Unicode.Scalar, close: Unicode.Scalar) = ("\u{10FFFC}", "\u{10FFFD}")

  /// In points.
  func width(in type: DiagramType) -> Double { type.width(of: text) * (look.isBold ? 1.08 : 1) }
}

/// The words of a label as they are shown, and which of them are bold or in italics.
struct DiagramWords {
  private(set) var text = ""
  /// Where a look begins, as an offset in UTF-8; empty where all is plain.
  private var changes: [(start: Int, look: DiagramTextStyle)] = []

  private var result: [UInt8] = []
  private var look = DiagramTextStyle()
  /// The name of the icon that another set's name means; nil for an unknown name.
  private let icon: ((String) -> String?)?

  init(_ source: String, icon: ((String) -> String?)? = nil) {
    self.icon = icon
    read(source)
    text = String(decoding: result, as: UTF8.self)
  }

  private mutating func note() {
    if changes.last?.start == result.count { changes.removeLast() }
    changes.append((result.count, look))
  }

  // MARK: Looks

  /// The runs of a part of the text.
  func runs(of part: Substring) -> [DiagramRun] {
    var runs: [DiagramRun] = []
    if !part.isEmpty { append(part, to: &runs) }
    return runs
  }

  /// Adds a word to a line, with the blank before it.
  func add(_ word: Substring, to line: inout [DiagramRun]) {
    if let last = line.last {
      // The blank between two looks is plain.
      let isOne = look(at: text.utf8.distance(from: text.startIndex, to: word.startIndex)) == last.look
      append(" ", isOne ? last.look : DiagramTextStyle(), to: &line)
    }
    append(word, to: &line)
  }

  /// How many changes are at a place or before it.
  private func count(at offset: Int) -> Int { changes.partitioningIndex { $0.start > offset } }

  private func look(at offset: Int) -> DiagramTextStyle {
    let count = count(at: offset)
    return count > 0 ? changes[count - 1].look : DiagramTextStyle()
  }

  private func append(_ part: Substring, to line: inout [DiagramRun]) {
    guard !changes.isEmpty else { return append(part, DiagramTextStyle(), to: &line) }
    var start = text.utf8.distance(from: text.startIndex, to: part.startIndex)
    let end = start + part.utf8.count
    while start < end {
      let count = count(at: start)
      let next = count < changes.count ? min(changes[count].start, end) : end
      let (from, to) = (text.utf8.index(text.startIndex, offsetBy: start), text.utf8.index(text.startIndex, offsetBy: next))
      append(text[from..<to], look(at: start), to: &line)
      start = next
    }
  }

  private func append(_ part: Substring, _ look: DiagramTextStyle, to line: inout [DiagramRun]) {
    if line.last?.look == look { line[line.count - 1].text += part } else { line.append(DiagramRun(text: String(part), look: look)) }
  }

  // MARK: Reading

  /// Tags that only change how a label looks.
  private static let tags: Set<String> = [
    "b", "i", "u", "em", "strong", "small", "sub", "sup", "span", "code", "p", "div", "center", "font", "big", "s", "a", "kbd",
  ]

  private static let entities: [String: String] = [
    "quot": "\"", "amp": "&", "lt": "<", "gt": ">", "nbsp": "\u{A0}", "apos": "'", "semi": ";", "colon": ":", "hash": "#", "infin": "∞",
    "hearts": "♥", "copy": "©", "larr": "←", "rarr": "→", "uarr": "↑", "darr": "↓", "le": "≤", "ge": "≥", "ne": "≠", "mdash": "—",
    "ndash": "–", "hellip": "…", "times": "×", "deg": "°", "euro": "€", "lpar": "(", "rpar": ")", "lbrace": "{", "rbrace": "}",
    "lsqb": "[", "rsqb": "]", "num": "#", "equals": "=", "colone": "≔",
  ]

  /// The parts of a text as a diagram's source writes it: tags, references to characters, names of icons, and in backticks marks of Markdown.
  private mutating func read(_ text: String) {
    guard text.contains("$$") else { return readPlain(text) }
    for part in DiagramLabel.formulas(in: text) {
      if part.isFormula { result += Array("$$\(part.text.filter { $0 != "\n" })$$".utf8) } else { readPlain(part.text) }
    }
  }

  private mutating func readPlain(_ text: String) {
    let bytes = Array(text.utf8)
    let isMarkdown = bytes.first == 0x60 && bytes.last == 0x60 && bytes.count > 1
    var at = isMarkdown ? 1 : 0
    let end = isMarkdown ? bytes.count - 1 : bytes.count
    let lastMarks = isMarkdown ? [UInt8(ascii: "*"), UInt8(ascii: "_")].map { bytes.lastIndex(of: $0) ?? 0 } : [0, 0]
    while at < end {
      let byte = bytes[at]
      if isMarkdown, byte == UInt8(ascii: "*") || byte == UInt8(ascii: "_"),
        let next = takeMark(bytes, at, end, last: lastMarks[byte == UInt8(ascii: "*") ? 0 : 1])
      {
        at = next
      } else if byte == UInt8(ascii: "<"), let (end, isBreak) = takeTag(bytes, at) {
        if isBreak { result.append(0x0A) }
        at = end
      } else if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "&"), let (end, character) = Self.reference(bytes, at) {
        result += Array(character.utf8)
        at = end
      } else if byte == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "n") {
        result.append(0x0A)
        at += 2
      } else if byte == UInt8(ascii: "f"), let (end, name) = Self.icon(bytes, at) {
        at = end
        if let shown = icon?(name) { result += "\(DiagramRun.icons.open)\(shown)\(DiagramRun.icons.close)".utf8 }
      } else {
        if byte >= 0x20 || byte == 0x0A || byte == 0x09 { result.append(byte) }
        at += 1
      }
    }
  }

  static func isWord(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }

  /// `**` and `__` begin or end bold words, `*` and `_` words in italics; a sign between blanks is text.
  private mutating func takeMark(_ bytes: [UInt8], _ at: Int, _ end: Int, last: Int) -> Int? {
    let sign = bytes[at]
    let count = at + 1 < end && bytes[at + 1] == sign ? 2 : 1
    let before = at > 1 ? bytes[at - 1] : 0x20
    let after = at + count < end ? bytes[at + count] : 0x20
    if before <= 0x20, after <= 0x20 { return nil }
    if sign == UInt8(ascii: "_"), Self.isWord(before), Self.isWord(after) { return nil }
    let isOpen = count == 2 ? look.isBold : look.isItalic
    // Nothing ends it.
    if !isOpen, last < at + count { return nil }
    if count == 2 { look.isBold = !isOpen } else { look.isItalic = !isOpen }
    note()
    return at + count
  }

  /// The end of a tag that is not shown, and whether it ends a line.
  private mutating func takeTag(_ bytes: [UInt8], _ start: Int) -> (Int, Bool)? {
    var at = start + 1
    let isEnd = at < bytes.count && bytes[at] == UInt8(ascii: "/")
    if isEnd { at += 1 }
    let name = bytes[at...].prefix(8).prefix(while: Self.isWord)
    guard let close = bytes[(at + name.count)...].prefix(200).firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    if word == "br" { return (close + 1, true) }
    if word == "img" {
      result += Self.name(ofPicture: String(decoding: bytes[at..<close], as: UTF8.self)).utf8
      return (close + 1, false)
    }
    guard Self.tags.contains(word) else { return nil }
    if word == "b" || word == "strong" { look.isBold = !isEnd }
    if word == "i" || word == "em" { look.isItalic = !isEnd }
    note()
    return (close + 1, false)
  }

  /// What is shown for `<img src="/img/helix.png" alt="A helix">`: its description, or the name of its file.
  private static func name(ofPicture tag: String) -> String {
    func value(_ key: String) -> Substring? {
      guard let start = tag.firstRange(of: key + "=") else { return nil }
      let rest = tag[start.upperBound...]
      guard let quote = rest.first, "\"'".contains(quote) else { return rest.prefix { $0 != " " && $0 != "/" } }
      return rest.dropFirst().prefix { $0 != quote }
    }
    if let words = value(" alt"), !words.isEmpty { return String(words) }
    let file = value(" src")?.split(separator: "/").last ?? ""
    return String(file.prefix { $0 != "." && $0 != "?" })
  }

  /// `#quot;`, `&amp;`, `#9829;`
  private static func reference(_ bytes: [UInt8], _ start: Int) -> (Int, String)? {
    var at = start + 1
    if bytes[start] == UInt8(ascii: "&"), at < bytes.count, bytes[at] == UInt8(ascii: "#") { at += 1 }
    let name = bytes[at...].prefix(8).prefix(while: isWord)
    guard !name.isEmpty, at + name.count < bytes.count, bytes[at + name.count] == UInt8(ascii: ";") else { return nil }
    let end = at + name.count + 1
    if name.allSatisfy({ $0 &- 0x30 < 10 }) {
      let number = name.reduce(UInt32(0)) { $0 &* 10 &+ UInt32($1 - 0x30) }
      return Unicode.Scalar(number).flatMap { $0.value >= 0x20 ? (end, String(Character($0))) : nil }
    }
    return entities[String(decoding: name, as: UTF8.self)].map { (end, $0) }
  }

  /// `fa:fa-car`, of a font that is not available: where it ends, and `car`.
  private static func icon(_ bytes: [UInt8], _ start: Int) -> (end: Int, name: String)? {
    let head = bytes[start...].prefix(8)
    guard let colon = head.prefix(4).firstIndex(of: UInt8(ascii: ":")), colon - start > 1, colon + 3 < bytes.count,
      bytes[start + 1] == UInt8(ascii: "a"), Array(bytes[(colon + 1)...(colon + 3)]) == Array("fa-".utf8)
    else { return nil }
    var at = colon + 4
    while at < bytes.count, isWord(bytes[at]) || bytes[at] == UInt8(ascii: "-") { at += 1 }
    return (at, String(decoding: bytes[(colon + 4)..<at], as: UTF8.self))
  }
}
