internal import TypesetDiagnostics

/// pandoc's implicit references: `[The heading]`, `[The heading][]` and `[words][The heading]` lead to a heading with these words, unless the document
/// defines them as something else.
enum HeadingReferences {
  /// Labels in brackets: those that may lead to headings, and those that the document defines itself; without regard to case, as CommonMark.
  struct Labels {
    var used: Set<String> = []
    var defined: Set<String> = []
    /// Headings that only other files can have, as they are written: `[words][A heading]`.
    var named: [String] = []
  }

  /// The definitions that the parser reads before the text.
  ///
  /// - Parameter headings: Their lines, with the number signs.
  static func definitions(of headings: [Range<Int>], in bytes: [UInt8], _ labels: Labels) -> [UInt8] {
    var known = labels.defined
    let used = Dictionary(grouping: labels.used, by: withDashes)
    var out: [UInt8] = []
    for line in headings {
      let words = words(bytes[line])
      // The name of a heading has no signs of code and emphasis.
      let plain = words.filter { $0 != ASCII.backtick && $0 != UInt8(ascii: "*") }
      guard isPlain(plain), let names = used[withDashes(key(words))]
      else { continue }
      for name in names.sorted() where known.insert(name).inserted {
        out += Array("[\(name)]: <#".utf8) + (id(of: bytes[line]) ?? plain) + Array(">\n".utf8)
      }
    }
    // The words are shown; that their heading is not here is said where links are resolved.
    for name in labels.named where known.insert(name.lowercased()).inserted { out += Array("[\(name)]: <#\(name)>\n".utf8) }
    return out.isEmpty ? [] : out + [ASCII.newline]
  }

  /// False for the words of a heading with signs of Markdown, whose text has others.
  static func isPlain(_ words: [UInt8]) -> Bool {
    !words.isEmpty && words.count <= 200 && !words.contains { "[]<>\\`*_$!{~^".utf8.contains($0) }
      // An entity is a character.
      && (!words.contains(UInt8(ascii: "&")) || !words.contains(UInt8(ascii: ";")))
  }

  /// True for the words of a heading, as they are in brackets behind other words.
  private static func isHeading(_ label: ArraySlice<UInt8>, behindWords: Bool) -> Bool {
    label.first.map { $0 &- 0x41 < 26 } == true && (behindWords && label.count > 2 || label.contains(where: ASCII.isBlank))
      && label.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || " -,:'&/().?".utf8.contains($0) }
  }

  /// A label with the dashes that its hyphens become, so that `[One -- two]` leads to "One – two".
  private static func withDashes(_ key: String) -> String { key.replacing("---", with: "—").replacing("--", with: "–") }

  /// `{#name}` behind a heading.
  static func id(of line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let open = line.lastIndex(of: ASCII.openBrace), let hash = line[open...].firstIndex(of: ASCII.hash) else { return nil }
    let name = line[(hash + 1)...].prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || "-_:.".utf8.contains($0) }
    return name.isEmpty ? nil : Array(name)
  }

  /// A heading without its signs and the attributes after it.
  static func words(_ line: ArraySlice<UInt8>) -> [UInt8] {
    var words = line.drop { $0 == ASCII.hash }
    if words.last == ASCII.closeBrace, let open = words.lastIndex(of: ASCII.openBrace) { words = words[..<open] }
    while let last = words.last, ASCII.isBlank(last) { words.removeLast() }
    var signs = words
    while signs.last == ASCII.hash { signs.removeLast() }
    if signs.count < words.count, let last = signs.last, ASCII.isBlank(last) { words = signs }
    while let last = words.last, ASCII.isBlank(last) { words.removeLast() }
    return Array(words.drop(while: ASCII.isBlank))
  }

  static func key(_ words: some Collection<UInt8>) -> String { String(decoding: words, as: UTF8.self).lowercased() }

  /// `[[Heading]](#address)`: what is in the inner brackets is the link's words, brackets and all.
  private static func isWordsOfLink(_ label: Range<Int>, in bytes: [UInt8]) -> Bool {
    label.lowerBound > 1 && bytes[label.lowerBound - 2] == ASCII.openBracket && bytes[label.upperBound...].starts(with: "]](".utf8)
  }

  /// The labels of a text, each read once.
  static func labels(in bytes: [UInt8], from start: Int) -> Labels {
    var labels = Labels()
    var open: Int?
    // Whether the bracket before has words, so that what follows it is no index: `list[0][Key]`.
    var hasWords = false
    for index in start..<bytes.count {
      switch bytes[index] {
      case ASCII.openBracket: open = index + 1
      case ASCII.closeBracket:
        let wereWords = hasWords
        hasWords = open.map { bytes[$0..<index].prefix(200).contains(ASCII.space) } ?? false
        defer { open = nil }
        guard let first = open, index > first, index - first <= 200, !isWordsOfLink(first..<index, in: bytes) else { continue }
        switch index + 1 < bytes.count ? bytes[index + 1] : 0 {
        case UInt8(ascii: ":"): labels.defined.insert(key(bytes[first..<index]))
        case ASCII.openParenthesis, ASCII.openBrace: break
        default:
          if ASCII.isLetter(bytes[first]) || bytes[first] >= 0x80 || ASCII.isDigit(bytes[first]) || "`*".utf8.contains(bytes[first]) {
            labels.used.insert(key(bytes[first..<index]))
            if first > start + 1, bytes[first - 2] == ASCII.closeBracket, isHeading(bytes[first..<index], behindWords: wereWords) {
              labels.named.append(String(decoding: bytes[first..<index], as: UTF8.self))
            }
          }
        }
      default: break
      }
    }
    return labels
  }
}
