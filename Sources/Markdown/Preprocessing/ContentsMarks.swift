internal import TypesetDiagnostics

/// The source of a site of kramdown's with a word in the item that `{:toc}` makes the contents: authors leave it empty, and Markdown would end it there.
func withWordsForContents(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .kramdown || dialect?.tool == .general, source.holds("toc") else { return source }
  let bytes = source.bytes
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    fences.pass(line)
    guard !fences.isCode, line.count < 12, let marker = ContentsMarks.emptyItem(line) else { return .keep }
    var next = line.endIndex
    if next < bytes.count, bytes[next] == ASCII.carriageReturn { next += 1 }
    guard next < bytes.count, ContentsMarks.isMark(bytes[(next + 1)...].prefix(200).prefix { $0 != ASCII.newline }) else { return .keep }
    return .write(marker + Array(" TOC".utf8))
  }
}

enum ContentsMarks {
  /// True for `{:toc}`, `{: toc}` and `{:toc .no_toc max_level=3}`.
  static func isMark(_ line: some Sequence<UInt8>) -> Bool {
    let words = String(decoding: Array(line), as: UTF8.self).trimmedWhitespace()
    guard words.hasPrefix("{:"), words.hasSuffix("}"), words.utf8.count < 100 else { return false }
    return words.dropFirst(2).dropLast().split(separator: " ").contains("toc")
  }

  /// The marker of an item without words.
  fileprivate static func emptyItem(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let indent = line.prefix { $0 == ASCII.space }
    let digits = line[indent.endIndex...].prefix(while: ASCII.isDigit)
    guard indent.count < 4, let sign = line[digits.endIndex...].first, (digits.isEmpty ? "*-+" : ".").utf8.contains(sign),
      line[(digits.endIndex + 1)...].allSatisfy(ASCII.isBlank)
    else { return nil }
    return Array(line[...digits.endIndex])
  }
}
