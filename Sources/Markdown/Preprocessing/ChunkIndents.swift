internal import TypesetDiagnostics

/// The source of R Markdown and Quarto with the code of indented chunks indented as far as their fences: knitr finds these wherever they begin, and
/// takes the lines between them as they are; to Markdown code at the margin would end the item that the chunk is in.
func withIndentedChunks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let tool = dialect?.tool, [.rmarkdown, .bookdown, .quarto].contains(tool), source.holds(" ```{") else { return source }
  var chunks = ChunkIndents(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in chunks.change(of: line) }
}

private struct ChunkIndents {
  /// In lines; a longer chunk is read as other code is.
  private static let longest = 2_000

  let bytes: [UInt8]
  private var fences = OpenFences()
  /// How far the code of a chunk moves, and where its last line begins.
  private var open: (indent: [UInt8], end: Int)?

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if let (indent, end) = open {
      guard line.startIndex >= end else { return line.allSatisfy(ASCII.isBlank) ? .keep : .write(indent + line) }
      open = nil
      return .keep
    }
    let wasCode = fences.isCode
    fences.pass(line)
    let indent = line.prefix { $0 == ASCII.space }
    let run = line[indent.endIndex...].prefix { $0 == ASCII.backtick }
    guard !wasCode, !indent.isEmpty, run.count >= 3, case let info = line[run.endIndex...], info.first == ASCII.openBrace,
      info.dropFirst().first.map(ASCII.isLetter) == true, let end = closer(of: run.count, below: line.endIndex, moving: indent.count)
    else { return .keep }
    fences.endCode()
    open = (Array(indent), end)
    return .keep
  }

  /// Where the line begins that ends a chunk, if a line above it is less indented than the chunk's fence.
  private func closer(of length: Int, below lineEnd: Int, moving indent: Int) -> Int? {
    var start = lineEnd + 1
    var lines = 0
    var isOutside = false
    while start < bytes.count, lines < Self.longest {
      let end = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      let words = bytes[start..<end].drop(while: ASCII.isBlank)
      let run = words.prefix { $0 == ASCII.backtick }
      if run.count >= 3 { return isOutside && run.count >= length && words[run.endIndex...].allSatisfy(ASCII.isBlank) ? start : nil }
      if !words.isEmpty, words.startIndex - start < indent { isOutside = true }
      (start, lines) = (end + 1, lines + 1)
    }
    return nil
  }
}
