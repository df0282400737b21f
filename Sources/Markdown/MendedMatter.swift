import TypesetDiagnostics
import TypesetYAML

// Front matter that is no YAML for a reason that is seen at once: the rest of it is read, and so is the text.

extension FrontMatter {
  /// The front matter with values as they are meant that YAML cannot read, up to a line of more dashes where that ends it; nil where that does
  /// not help.
  ///
  /// - Parameters:
  ///   - end: Where the line of `---` is that would end it.
  ///   - below: Where the line below that begins.
  static func mended(
    _ source: [UInt8], from start: Int, to end: Int, below: Int, empty: FrontMatter
  ) -> (frontMatter: FrontMatter, diagnostics: [Diagnostic])? {
    var form = MatterForm(source[start..<end])
    let ended = form.longRule
    let last = form.longRule?.lowerBound ?? end
    if ended != nil { form = MatterForm(source[start..<last]) }
    guard form.isMapping else { return nil }
    let (value, faults) = parseYAML(form.placeholders, offset: start)
    guard faults.isEmpty, let value, let entries = value.entries else { return nil }
    var matter = empty
    matter.values = YAMLValue(.mapping(form.restored(entries)), span: value.span)
    matter.end = ended.map { (source[$0.upperBound...].firstIndex(of: ASCII.newline) ?? source.count - 1) + 1 } ?? below
    var diagnostics = form.plain.map { place in
      Diagnostic(
        .warning, "front-matter.syntax", at: SourceSpan(place.lowerBound, place.upperBound),
        "this value needs quotes; it is read up to the end of its line", hint: "put it in quotes")
    }
    if let rule = ended {
      diagnostics.append(
        Diagnostic(
          .warning, "front-matter.syntax", at: SourceSpan(rule.lowerBound, rule.upperBound),
          "the front matter ends here, at a line of more than three dashes", hint: "write ---"))
    }
    return (matter, diagnostics)
  }
}

/// The lines between two rules of dashes at the top of a text: whether they are meant as a mapping, and which of their values need quotes.
struct MatterForm {
  private let text: ArraySlice<UInt8>
  /// True if the first line is a key, and no line below is text: without a colon, a mark of a list, a comment or an indent.
  private(set) var isMapping = false
  /// The values at the outermost level that YAML does not read as text.
  private(set) var plain: [Range<Int>] = []
  /// The first line of more than three dashes.
  private(set) var longRule: Range<Int>?

  init(_ text: ArraySlice<UInt8>) {
    self.text = text
    var position = text.startIndex
    var isFirst = true
    var isText = false
    while position < text.endIndex {
      let end = text[position...].firstIndex(of: ASCII.newline) ?? text.endIndex
      var last = end
      while last > position, ASCII.isBlank(text[last - 1]) || text[last - 1] == ASCII.carriageReturn { last -= 1 }
      let line = text[position..<last]
      position = end + 1
      guard let first = line.first else { continue }
      if line.count > 3, line.allSatisfy({ $0 == UInt8(ascii: "-") }) {
        if longRule == nil { longRule = line.startIndex..<line.endIndex }
        continue
      }
      let key = Self.keyEnd(line)
      if isFirst {
        isMapping = key != nil
        isFirst = false
      }
      if let key {
        if let value = Self.value(line, from: key), Self.needsQuotes(text[value]) { plain.append(value) }
      } else if !ASCII.isBlank(first), !"#-}]".utf8.contains(first) {
        isText = true
      }
    }
    if isText { isMapping = false }
  }

  /// Where the colon of a key at the margin is.
  private static func keyEnd(_ line: ArraySlice<UInt8>) -> Int? {
    guard let first = line.first, ASCII.isLetter(first) || first >= 0x80 || first == UInt8(ascii: "\"") || first == UInt8(ascii: "_"),
      let colon = line.prefix(64).firstIndex(of: UInt8(ascii: ":")), colon + 1 == line.endIndex || ASCII.isBlank(line[colon + 1])
    else { return nil }
    // A sentence has a colon behind many words.
    return line[..<colon].count(where: { $0 == ASCII.space }) <= 3 ? colon : nil
  }

  private static func value(_ line: ArraySlice<UInt8>, from colon: Int) -> Range<Int>? {
    var start = colon + 1
    while start < line.endIndex, ASCII.isBlank(line[start]) { start += 1 }
    return start < line.endIndex ? start..<line.endIndex : nil
  }

  /// True for a plain value with a colon and a blank in it, or a first character that means something else.
  private static func needsQuotes(_ value: ArraySlice<UInt8>) -> Bool {
    guard let first = value.first, !"\"'[{|>&!#".utf8.contains(first) else {
      // `"A" and "B"`, `[A] B`: what closes the value is not its end.
      guard let first = value.first, let last = value.last else { return false }
      switch first {
      case UInt8(ascii: "\""), UInt8(ascii: "'"): return value.dropFirst().firstIndex(of: first).map { $0 < value.endIndex - 1 } ?? false
      // `[[A note]], [[Another]]`: the links of a vault.
      case ASCII.openBracket: return value.contains(ASCII.closeBracket) && (last != ASCII.closeBracket || closesEarly(value))
      default: return false
      }
    }
    if "@`%*".utf8.contains(first) { return true }
    return value.indices.dropLast().contains { value[$0] == UInt8(ascii: ":") && ASCII.isBlank(value[$0 + 1]) }
      || value.last == UInt8(ascii: ":")
  }

  /// True for brackets that are all closed before the last of them.
  private static func closesEarly(_ value: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for index in value.indices.dropLast() {
      if value[index] == ASCII.openBracket { depth += 1 }
      if value[index] == ASCII.closeBracket { depth -= 1 }
      if depth == 0 { return true }
    }
    return false
  }

  /// The lines with letters in the place of the values that need quotes, so that places stay the same.
  var placeholders: [UInt8] {
    var out = Array(text)
    for place in plain { for index in place { out[index - text.startIndex] = UInt8(ascii: "x") } }
    return out
  }

  /// Entries with their values as they are written.
  func restored(_ entries: [YAMLEntry]) -> [YAMLEntry] {
    let places = Dictionary(uniqueKeysWithValues: plain.map { ($0.lowerBound, $0) })
    return entries.map { entry in
      guard case .scalar(let shown, _) = entry.value.content, shown.utf8.allSatisfy({ $0 == UInt8(ascii: "x") }),
        let place = places[Int(entry.value.span.start)]
      else { return entry }
      var entry = entry
      entry.value.content = .scalar(String(decoding: text[place], as: UTF8.self), isPlain: false)
      return entry
    }
  }
}
