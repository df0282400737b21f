internal import TypesetDiagnostics

/// The source with Distill's notes and citations (the theme al-folio, Distill's articles) as Markdown's: `<d-footnote>words</d-footnote>` is
/// `^[words]`, `<d-cite key="a,b"></d-cite>` is `[@a; @b]`.
func withDistillMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds("<d-footnote>") || source.holds("<d-cite ") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    // In a longer line each tag without an end would be looked for as far again.
    guard !fences.passesCode(line), line.count < 1 << 16, line.firstRange(of: Array("<d-".utf8)) != nil else { return .keep }
    return .write(Array(DistillMarks.written(String(decoding: line, as: UTF8.self)).utf8))
  }
}

private enum DistillMarks {
  static func written(_ line: String) -> String {
    var out = ""
    var rest = line[...]
    // `<d-footnote>` in code is talked about.
    var isCode = false
    while let open = rest.firstRange(of: "<d-") {
      out += rest[..<open.lowerBound]
      if rest[..<open.lowerBound].utf8.count(where: { $0 == ASCII.backtick }) % 2 == 1 { isCode.toggle() }
      let tag = rest[open.lowerBound...]
      guard !isCode, let (words, end) = note(tag) ?? citation(tag) else {
        out += "<d-"
        rest = rest[open.upperBound...]
        continue
      }
      out += words
      rest = rest[end...]
    }
    return out + rest
  }

  private static func note(_ text: Substring) -> (words: String, end: Substring.Index)? {
    let tag = "<d-footnote>"
    guard text.hasPrefix(tag), let close = text.firstRange(of: "</d-footnote>") else { return nil }
    let words = text[..<close.lowerBound].dropFirst(tag.count)
    var depth = 0
    for character in words {
      if character == "[" { depth += 1 } else if character == "]" { depth -= 1 }
      guard depth >= 0 else { return nil }
    }
    return depth == 0 && words.contains { !$0.isWhitespace } ? ("^[\(String(words).trimmedWhitespace())]", close.upperBound) : nil
  }

  private static func citation(_ text: Substring) -> (words: String, end: Substring.Index)? {
    let tag = "<d-cite key="
    guard text.hasPrefix(tag), case let value = text.dropFirst(tag.count), let first = value.first else { return nil }
    // As HTML has it: in quotes of either kind, or without any.
    let isQuoted = first == "\"" || first == "'"
    guard let end = value.dropFirst().firstIndex(where: { isQuoted ? $0 == first : $0 == ">" || $0.isWhitespace }),
      let close = text[end...].firstRange(of: "</d-cite>")
    else { return nil }
    let keys = text[..<end].dropFirst(tag.count + (isQuoted ? 1 : 0)).split { $0 == "," || $0.isWhitespace }
    return keys.isEmpty ? nil : ("[" + keys.map { "@\($0)" }.joined(separator: "; ") + "]", close.upperBound)
  }
}
