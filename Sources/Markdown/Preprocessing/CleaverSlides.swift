internal import TypesetDiagnostics

/// Decks of Cleaver's as remark's: settings without lines around them at the top, and slides between lines of two dashes, behind which their classes are,
/// `-- big red`.
func withCleaverSlides(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, let head = CleaverSlides.headEnd(of: source.bytes) else { return source }
  let bytes = source.bytes
  var text = RewrittenText(source)
  text.begin(source.files[0])
  text.write(CleaverSlides.matter(bytes[..<head]))
  text.skip(to: head)
  var fences = OpenFences()
  var position = head
  while position < bytes.count {
    let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
    let line = bytes[position..<end]
    fences.pass(line)
    if !fences.isCode, CleaverSlides.isRule(line) {
      text.copy(upTo: position)
      text.write((position > head ? "\n---\n" : "").utf8)
      text.write(CleaverSlides.classes(line))
      text.skip(to: end)
    }
    position = end + 1
  }
  text.copy(upTo: bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private enum CleaverSlides {
  private static let settings: Set<String> = [
    "title", "output", "style", "theme", "controls", "progress", "template", "layout", "agenda", "encoding", "author", "description",
    "basepath",
    "prefixes",
  ]
  /// Those that no other head has.
  private static let own: Set<String> = ["output", "controls", "progress", "agenda", "style", "basepath"]

  /// Nil for a text that is no such deck.
  static func headEnd(of bytes: [UInt8]) -> Int? {
    guard bytes.holds("\n--") else { return nil }
    var position = 0
    var known: Set<String> = []
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      if isRule(line) { return known.contains("title") && !known.isDisjoint(with: own) ? position : nil }
      let key = line.prefix(20).prefix { ASCII.isLetter($0) }
      let isPart = line.first.map(ASCII.isBlank) == true && !known.isEmpty
      if !line.allSatisfy(ASCII.isBlank), !isPart {
        let name = String(decoding: key, as: UTF8.self)
        guard key.endIndex < end, bytes[key.endIndex] == UInt8(ascii: ":"), settings.contains(name) else { return nil }
        known.insert(name)
      }
      position = end + 1
    }
    return nil
  }

  /// True for `--` and `-- words`.
  static func isRule(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: "--".utf8) && line.dropFirst(2).first.map(ASCII.isBlank) ?? true
      && line.dropFirst(2).allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || ASCII.isBlank($0) || "-_".utf8.contains($0) }
  }

  /// The settings as front matter of a deck of remark's, whose title is on no slide.
  static func matter(_ head: ArraySlice<UInt8>) -> [UInt8] {
    let title = head.split(separator: ASCII.newline).first { $0.starts(with: "title:".utf8) } ?? []
    return Array("---\noutput: xaringan::moon_reader\ntitle-meta:".utf8) + title.dropFirst(6).filter { $0 != ASCII.carriageReturn }
      + Array("\n---\n".utf8)
  }

  static func classes(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let names = line.dropFirst(2).split(whereSeparator: ASCII.isBlank)
    return names.isEmpty ? [] : Array("class: ".utf8) + names.joined(separator: Array(", ".utf8)) + [ASCII.newline]
  }
}
