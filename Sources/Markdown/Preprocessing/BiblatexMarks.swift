internal import TypesetDiagnostics

/// The source with the citations of markdown-it-biblatex as pandoc writes them: `[~@key]` names the author in the text, and a line `[bibliography]` is the
/// place of the list.
func withBiblatexMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let bytes = source.bytes
  let hasList = bytes.holds("\n[bibliography]") && !bytes.holds("\n[bibliography]:") && (bytes.holds("[@") || bytes.holds("[-@"))
  guard hasList || bytes.holds("[~@") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard !fences.isCode else { return .keep }
    if line.first == ASCII.openBracket, String(decoding: line.prefix(20), as: UTF8.self).trimmedWhitespace() == "[bibliography]" {
      return .write(Array("::: {#refs}\n:::".utf8))
    }
    return BiblatexMarks.withAuthors(line).map { .write($0) } ?? .keep
  }
}

private enum BiblatexMarks {
  /// `@key [p. 3]` for `[~@key, p. 3]`; nil for a line without any.
  static func withAuthors(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = line
    let opener = Array("[~@".utf8)
    while let open = rest.firstRange(of: opener), let close = rest[open.upperBound...].firstIndex(of: ASCII.closeBracket) {
      let words = rest[(open.upperBound - 1)..<close]
      let isCode = !line[..<open.lowerBound].count { $0 == ASCII.backtick }.isMultiple(of: 2)
      if isCode || words.contains(UInt8(ascii: ";")) {
        out += rest[...close]
      } else {
        let key = words.prefix { $0 != UInt8(ascii: ",") }
        let place = words[key.endIndex...].dropFirst().drop(while: ASCII.isBlank)
        out += rest[..<open.lowerBound] + key + (place.isEmpty ? [] : Array(" [".utf8) + place + [ASCII.closeBracket])
      }
      rest = rest[(close + 1)...]
    }
    return rest.startIndex > line.startIndex ? out + rest : nil
  }
}
