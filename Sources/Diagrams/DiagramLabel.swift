/// The lines of a label, broken and measured.
struct DiagramLabel {
  var lines: [String] = []
  /// In points.
  var width = 0.0
  var height = 0.0
  /// From one line to the next, in points.
  var leading = 0.0

  /// - Parameter measure: Wider lines are broken at spaces; nil keeps them.
  init(_ text: String, in type: DiagramType, measure: Double?) {
    for line in Self.plain(text).split(separator: "\n", omittingEmptySubsequences: false) {
      guard let measure else {
        lines.append(Self.trimmed(line))
        continue
      }
      var (broken, length) = ("", 0.0)
      let space = type.width(of: " ")
      for word in Self.words(of: line) {
        let width = type.width(of: word)
        if !broken.isEmpty, length + space + width > measure {
          lines.append(broken)
          (broken, length) = ("", 0)
        }
        length += (broken.isEmpty ? 0 : space) + width
        broken += (broken.isEmpty ? "" : " ") + word
      }
      lines.append(broken)
    }
    while lines.last?.isEmpty == true { lines.removeLast() }
    while lines.first?.isEmpty == true { lines.removeFirst() }
    width = lines.map { type.width(of: $0) }.max() ?? 0
    leading = lines.map { type.leading(of: $0) }.max() ?? type.leading
    height = Double(lines.count) * leading
  }

  var isEmpty: Bool { lines.isEmpty }

  /// The parts of a text outside and inside of `$$…$$`, without these signs.
  static func formulas(in text: String) -> [(text: String, isFormula: Bool)] {
    var parts: [(text: String, isFormula: Bool)] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "$$"), let close = rest[open.upperBound...].firstRange(of: "$$") {
      if open.lowerBound > rest.startIndex { parts.append((String(rest[..<open.lowerBound]), false)) }
      parts.append((String(rest[open.upperBound..<close.lowerBound]), true))
      rest = rest[close.upperBound...]
    }
    if !rest.isEmpty { parts.append((String(rest), false)) }
    return parts
  }

  /// The words of a line; a formula is part of one.
  private static func words(of line: Substring) -> [Substring] {
    let words = line.split { $0 == " " || $0 == "\t" }
    guard line.contains("$$") else { return words }
    var joined: [Substring] = []
    var isOpen = false
    for word in words {
      if isOpen, let last = joined.last { joined[joined.count - 1] = line[last.startIndex..<word.endIndex] } else { joined.append(word) }
      if (word.split(separator: "$$", omittingEmptySubsequences: false).count - 1) % 2 == 1 { isOpen.toggle() }
    }
    return joined
  }

  private static func trimmed(_ text: Substring) -> String {
    let start = text.drop { $0 == " " || $0 == "\t" }
    return String(start.reversed().drop { $0 == " " || $0 == "\t" || $0 == "\r" }.reversed())
  }

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

  /// Text without tags, references to characters, marks of Markdown and names of icons.
  static func plain(_ text: String) -> String {
    guard text.contains("$$") else { return plainText(text) }
    return formulas(in: text).map { $0.isFormula ? "$$\($0.text.filter { $0 != "\n" })$$" : plainText($0.text) }.joined()
  }

  private static func plainText(_ text: String) -> String {
    var bytes = Array(text.utf8)
    if bytes.first == 0x60, bytes.last == 0x60, bytes.count > 1 { bytes = markless(bytes[1..<bytes.count - 1]) }
    var result: [UInt8] = []
    var at = 0
    while at < bytes.count {
      let byte = bytes[at]
      if byte == UInt8(ascii: "<"), let (end, isBreak) = tag(bytes, at) {
        if isBreak { result.append(0x0A) }
        at = end
      } else if byte == UInt8(ascii: "#") || byte == UInt8(ascii: "&"), let (end, character) = reference(bytes, at) {
        result += Array(character.utf8)
        at = end
      } else if byte == UInt8(ascii: "\\"), at + 1 < bytes.count, bytes[at + 1] == UInt8(ascii: "n") {
        result.append(0x0A)
        at += 2
      } else if byte == UInt8(ascii: "f"), let end = icon(bytes, at) {
        at = end
      } else {
        if byte >= 0x20 || byte == 0x0A || byte == 0x09 { result.append(byte) }
        at += 1
      }
    }
    return String(decoding: result, as: UTF8.self)
  }

  private static func isWord(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 }

  private static func markless(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var before: UInt8 = 0x20
    for (index, byte) in zip(bytes.indices, bytes) {
      let after = index + 1 < bytes.endIndex ? bytes[index + 1] : 0x20
      let isMark =
        byte == UInt8(ascii: "*") && (before != 0x20 || after != 0x20)
        || byte == UInt8(ascii: "_") && !(isWord(before) && isWord(after))
      if !isMark { result.append(byte) }
      before = byte
    }
    return result
  }

  /// The end of a tag that is not shown, and whether it ends a line.
  private static func tag(_ bytes: [UInt8], _ start: Int) -> (Int, Bool)? {
    var at = start + 1
    if at < bytes.count, bytes[at] == UInt8(ascii: "/") { at += 1 }
    let name = bytes[at...].prefix(8).prefix(while: isWord)
    guard let close = bytes[(at + name.count)...].prefix(200).firstIndex(of: UInt8(ascii: ">")) else { return nil }
    let word = String(decoding: name, as: UTF8.self).lowercased()
    return word == "br" ? (close + 1, true) : tags.contains(word) ? (close + 1, false) : nil
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

  /// `fa:fa-car`, of a face that nobody has here.
  private static func icon(_ bytes: [UInt8], _ start: Int) -> Int? {
    let head = bytes[start...].prefix(8)
    guard let colon = head.prefix(4).firstIndex(of: UInt8(ascii: ":")), colon - start > 1, colon + 3 < bytes.count,
      bytes[start + 1] == UInt8(ascii: "a"), Array(bytes[(colon + 1)...(colon + 3)]) == Array("fa-".utf8)
    else { return nil }
    var at = colon + 4
    while at < bytes.count, isWord(bytes[at]) || bytes[at] == UInt8(ascii: "-") { at += 1 }
    return at
  }
}
