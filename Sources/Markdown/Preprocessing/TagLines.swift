internal import TypesetDiagnostics

/// The source with each tag of a block or of an element with a hyphen in its name on one line, as those who read lines expect it:
///
///     <div class="note"
///       markdown="1">
///
/// Distill's notes and citations are so with all that is in them.
func withTagsOnOneLine(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let gaps = TagLines.gaps(in: source.bytes)
  guard !gaps.isEmpty else { return source }
  var text = RewrittenText(source)
  for (number, file) in source.files.enumerated() {
    text.begin(file)
    for gap in gaps where gap.lowerBound >= file.start && gap.upperBound <= source.end(ofFile: number) {
      text.copy(upTo: gap.lowerBound)
      text.write(" ".utf8)
      text.skip(to: gap.upperBound)
    }
  }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private enum TagLines {
  /// A tag of more bytes or lines is somebody's text.
  private static let mostBytes = 2_000
  private static let mostLines = 20

  /// The ends of lines within tags, with the blanks around them.
  static func gaps(in bytes: [UInt8]) -> [Range<Int>] {
    var tags: [Range<Int>] = []
    var position = 0
    while let open = bytes.find([ASCII.less], from: position) {
      position = open + 1
      guard position < bytes.count, ASCII.isLetter(bytes[position]) else { continue }
      let end = min(bytes.count, open + mostBytes)
      if let close = endOfElement(at: open, in: bytes, to: end) {
        if bytes[open..<close].contains(ASCII.newline), isNoCode(open, in: bytes), hasNoBlankLine(bytes[open..<close]) {
          tags.append(open..<close)
        }
        position = close
        continue
      }
      let stop = bytes[position..<end].firstIndex { $0 == ASCII.newline || $0 == ASCII.greater || $0 == ASCII.less } ?? end
      guard stop < end, bytes[stop] == ASCII.newline, isRead(bytes[position..<stop]), isNoCode(open, in: bytes) else { continue }
      var search = TagSearch()
      guard let close = search.end(of: bytes, from: open, to: end), isTag(bytes[position..<close]) else { continue }
      tags.append(open..<close)
      position = close
    }
    guard !tags.isEmpty else { return [] }
    return outsideOfCode(tags, in: bytes).flatMap { tag in
      bytes[tag].indices.filter { bytes[$0] == ASCII.newline }.map { newline in
        var (first, last) = (newline, newline + 1)
        while ASCII.isBlank(bytes[first - 1]) { first -= 1 }
        while ASCII.isBlank(bytes[last]), bytes[last] != ASCII.newline { last += 1 }
        return first..<last
      }
    }
  }

  /// True for the name of a block, and for one with a hyphen in it.
  private static func isRead(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
    guard line[name.endIndex...].first.map(ASCII.isBlank) ?? true else { return false }
    return name.contains(UInt8(ascii: "-")) || HTMLNames.isBlock(String(decoding: name, as: UTF8.self).lowercased())
  }

  /// True for a tag without other tags, expressions and blank lines in it.
  private static func isTag(_ tag: ArraySlice<UInt8>) -> Bool {
    guard !tag.contains(ASCII.less), !tag.contains(ASCII.openBrace), tag.contains(UInt8(ascii: "=")) || tag.count < 100 else {
      return false
    }
    return hasNoBlankLine(tag)
  }

  private static func hasNoBlankLine(_ bytes: ArraySlice<UInt8>) -> Bool {
    let lines = bytes.split(separator: ASCII.newline, omittingEmptySubsequences: false)
    return lines.count <= mostLines && lines.allSatisfy { !$0.allSatisfy(ASCII.isBlank) }
  }

  /// Distill's notes and citations, which are read as a whole: `<d-footnote>` to `</d-footnote>`.
  private static func endOfElement(at open: Int, in bytes: [UInt8], to end: Int) -> Int? {
    guard bytes[open...].starts(with: "<d-".utf8) else { return nil }
    return ["footnote", "cite"].first { bytes[(open + 3)...].starts(with: $0.utf8) }.flatMap { name in
      let closer = Array("</d-\(name)>".utf8)
      return bytes.find(closer, from: open, to: end).map { $0 + closer.count }
    }
  }

  /// False in a line whose indent may make it code.
  private static func isNoCode(_ place: Int, in bytes: [UInt8]) -> Bool {
    let start = bytes[..<place].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? 0
    let indent = bytes[start..<place].prefix { ASCII.isBlank($0) }
    return indent.count < 4 && !indent.contains(ASCII.tab)
  }

  private static func outsideOfCode(_ tags: [Range<Int>], in bytes: [UInt8]) -> [Range<Int>] {
    var out: [Range<Int>] = []
    var fences = OpenFences()
    var position = 0
    var rest = tags[...]
    while position < bytes.count, let tag = rest.first {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      fences.pass(bytes[position..<end])
      if tag.lowerBound < end {
        rest.removeFirst()
        if !fences.isCode { out.append(tag) }
        continue
      }
      position = end + 1
    }
    return out
  }
}
