internal import TypesetDiagnostics

/// The source of a book of bookdown's with the caption above a chunk as that chunk's own: `Table: (\#tab:a) Words` above code that prints a table, which
/// nothing runs here. The words stay where they are, as a text that the chunk names: `(ref:tab-a) Words`.
func withCaptionsOfChunks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let tool = dialect?.tool, [.bookdown, .rmarkdown].contains(tool), source.holds("(\\#tab:"), source.holds("\n```{r")
  else {
    return source
  }
  var captions = ChunkCaptions(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in captions.change(of: line) }
}

private struct ChunkCaptions {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// Where the chunk begins that takes the caption, and the name of that.
  private var chunk: (start: Int, name: ArraySlice<UInt8>)?

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    if let (start, name) = chunk, line.startIndex == start {
      chunk = nil
      return .write(Self.head(line, named: name))
    }
    guard !isCode, let head = ["Table: (\\#tab:", ": (\\#tab:"].first(where: { line.starts(with: $0.utf8) }) else {
      return .keep
    }
    let name = line.dropFirst(head.utf8.count).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_".utf8.contains($0) }
    guard !name.isEmpty, line[name.endIndex...].first == ASCII.closeParenthesis, let start = chunkStart(below: line.endIndex) else {
      return .keep
    }
    chunk = (start, name)
    return .write(Array("(ref:tab-".utf8) + name + line[name.endIndex...])
  }

  /// Where the chunk of R's begins that is the next block below a paragraph.
  private func chunkStart(below end: Int) -> Int? {
    var position = end
    var hasBlank = false
    for _ in 0..<40 {
      guard let newline = bytes[position...].firstIndex(of: ASCII.newline), newline + 1 < bytes.count else { return nil }
      position = newline + 1
      let line = bytes[position...].prefix { $0 != ASCII.newline }
      if line.allSatisfy(ASCII.isBlank) {
        hasBlank = true
      } else if hasBlank {
        let isChunk = line.starts(with: "```{r".utf8) && line.last { !ASCII.isBlank($0) } == ASCII.closeBrace
        return isChunk && line.firstRange(of: "cap".utf8) == nil ? position : nil
      }
    }
    return nil
  }

  /// The chunk's first line with the caption's name for its own, and the caption: `{r a, echo=FALSE, tbl.cap="(ref:tab-a)"}`.
  private static func head(_ line: ArraySlice<UInt8>, named name: ArraySlice<UInt8>) -> [UInt8] {
    let inner = line.dropFirst("```{r".utf8.count).prefix { $0 != ASCII.closeBrace }
    let first = inner.prefix { $0 != UInt8(ascii: ",") }
    let isOption = first.contains(UInt8(ascii: "="))
    let options = isOption ? Array(", ".utf8) + inner : Array(inner[first.endIndex...])
    return Array("```{r ".utf8) + name + options + Array(", tbl.cap=\"(ref:tab-".utf8) + name + Array(")\"}".utf8)
  }
}
