internal import TypesetDiagnostics

/// The source with a blank behind the number signs of headings that lack it: `##Heading`.
///
/// Markdown.pl, kramdown, Python-Markdown, HonKit and Typora read them; CommonMark's tools do not. Where no tool (or only a mark of several blogs, Hexo's among them) is known, two signs and more begin a heading, since
/// no text begins so; one may be a tag.
func withBlanksInHeadings(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let readsOne: Bool
  switch dialect?.tool {
  case .kramdown, .mkdocs, .honkit: readsOne = true
  // marked takes a no-break space for a blank, and wants one.
  case .reveal:
    guard source.holds("#\u{A0}") else { return source }
    readsOne = true
  case .general, .chat, .hugo, .zola, nil: readsOne = false
  default: return source
  }
  guard LooseHeadings.occur(in: source.bytes) else { return source }
  var headings = LooseHeadings(bytes: source.bytes, readsOne: readsOne, wantsSpace: dialect?.tool == .reveal)
  return rewritingLines(source, &diagnostics) { line, _ in headings.change(of: line) }
}

/// The source with tags that end what is open, `## </div></div>`, on lines without the signs of a heading, which has no words.
func withTagsOutOfHeadings(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("# </") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard !fences.isCode, let tags = LooseHeadings.closingTags(line) else { return .keep }
    return .write(Array(tags))
  }
}

private struct LooseHeadings {
  let bytes: [UInt8]
  /// True if one sign begins a heading that is alone on its line.
  let readsOne: Bool
  /// True if a no-break space must follow.
  let wantsSpace: Bool
  private var fences = OpenFences()
  /// True within a display, a comment or another element whose text is none.
  private var isOpen = false
  private var followsBlank = true

  init(bytes: [UInt8], readsOne: Bool, wantsSpace: Bool) {
    (self.bytes, self.readsOne, self.wantsSpace) = (bytes, readsOne, wantsSpace)
  }

  /// What a heading has, if that is closing tags alone.
  static func closingTags(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let signs = line.prefix { $0 == ASCII.hash }
    let tags = line[signs.endIndex...].drop(while: ASCII.isBlank)
    guard (1...6).contains(signs.count), tags.startIndex > signs.endIndex, tags.starts(with: "</".utf8) else { return nil }
    var rest = tags
    while rest.starts(with: "</".utf8) {
      let name = rest.dropFirst(2).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
      guard !name.isEmpty, rest[name.endIndex...].first == ASCII.greater else { return nil }
      rest = rest[name.endIndex...].dropFirst().drop(while: ASCII.isBlank)
    }
    return rest.isEmpty ? tags : nil
  }

  static func occur(in bytes: [UInt8]) -> Bool {
    var place = 0
    let hash = [ASCII.hash]
    while let sign = bytes.find(hash, from: place) {
      var end = sign
      while end < bytes.count, bytes[end] == ASCII.hash { end += 1 }
      if sign == 0 || bytes[sign - 1] == ASCII.newline, end < bytes.count, !ASCII.isBlank(bytes[end]), bytes[end] != ASCII.newline {
        return true
      }
      place = end
    }
    return false
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    defer { followsBlank = line.allSatisfy(ASCII.isBlank) || line.starts(with: "</".utf8) && line.last == ASCII.greater }
    guard !fences.isCode else { return .keep }
    if line.first == ASCII.dollar || line.first == ASCII.less { passOpener(line) } else if isOpen { passOpener(line) }
    guard !isOpen, line.first == ASCII.hash else { return .keep }
    let count = line.prefix { $0 == ASCII.hash }.count
    guard count <= 6, let next = line.dropFirst(count).first, next >= 0x80 || ASCII.isLetter(next) || ASCII.isDigit(next) else {
      return .keep
    }
    if wantsSpace, !line.dropFirst(count).starts(with: [0xC2, 0xA0]) { return .keep }
    if count == 1, !wantsSpace, !(readsOne && followsBlank && isAlone(line)) { return .keep }
    // A no-break space is none that ends the signs.
    let words = line.dropFirst(count)
    let rest = words.starts(with: [0xC2, 0xA0]) ? words.dropFirst(2) : words.starts(with: [0xE3, 0x80, 0x80]) ? words.dropFirst(3) : words
    return .write(line.prefix(count) + [ASCII.space] + rest)
  }

  /// True if no other line of a paragraph follows, nor a further sign, as behind tags.
  private func isAlone(_ line: ArraySlice<UInt8>) -> Bool {
    guard !line.dropFirst().contains(ASCII.hash), !ASCII.isDigit(line[line.startIndex + 1]) || Self.hasNumber(line) else { return false }
    return lineBelow(line, in: bytes)?.allSatisfy(ASCII.isBlank) ?? true
  }

  /// `#3.5. Title`: a number with a full stop, and a word behind it; `#12 words` is an issue.
  private static func hasNumber(_ line: ArraySlice<UInt8>) -> Bool {
    let number = line.dropFirst().prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") }
    let words = line[number.endIndex...]
    return number.contains(UInt8(ascii: ".")) && words.first.map(ASCII.isBlank) == true
      && words.drop(while: ASCII.isBlank).first.map { $0 > 0x40 } == true
  }

  private mutating func passOpener(_ line: ArraySlice<UInt8>) {
    let text = line.drop(while: ASCII.isBlank)
    if text.starts(with: "$$".utf8), text.dropFirst(2).allSatisfy(ASCII.isBlank) {
      isOpen.toggle()
    } else if text.starts(with: "<!--".utf8) || text.starts(with: "<pre".utf8) || text.starts(with: "<script".utf8)
      || text.starts(with: "<style".utf8)
    {
      isOpen = !Self.closes(line)
    } else if isOpen, Self.closes(line) {
      isOpen = false
    }
  }

  private static func closes(_ line: ArraySlice<UInt8>) -> Bool {
    ["-->", "</pre>", "</script>", "</style>"].contains { line.firstRange(of: Array($0.utf8)) != nil }
  }
}
