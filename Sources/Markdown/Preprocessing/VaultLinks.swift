internal import TypesetDiagnostics

/// The source of a vault whose links by name have words in parentheses right behind them, `[[Page]](preferred)`: to Markdown the words are an address.
func withWordsBehindLinks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .obsidian || dialect?.tool == .logseq, source.holds("]](") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    return fences.passesCode(line) ? .keep : withWordsBehindLinks(line).map { .write($0) } ?? .keep
  }
}

private func withWordsBehindLinks(_ line: ArraySlice<UInt8>) -> [UInt8]? {
  guard line.firstRange(of: Array("]](".utf8)) != nil else { return nil }
  var out: [UInt8] = []
  var (isCode, hasChanged) = (false, false)
  var open: Int?
  var index = line.startIndex
  while index < line.endIndex {
    let byte = line[index]
    if byte == ASCII.backtick || byte == ASCII.dollar { (isCode, open) = (!isCode, nil) }
    if !isCode, line[index...].starts(with: "[[".utf8) { open = index }
    if open != nil, line[index...].starts(with: "]](".utf8) {
      open = nil
      let words = line[(index + 3)...].prefix(200).prefix { $0 != UInt8(ascii: ")") }
      // An address has a sign of one.
      if words.endIndex < line.endIndex, !words.isEmpty, words.allSatisfy({ !"./#:".utf8.contains($0) }) {
        out += "]]&#40;".utf8
        (index, hasChanged) = (index + 3, true)
        continue
      }
    }
    out.append(byte)
    index += 1
  }
  return hasChanged ? out : nil
}
