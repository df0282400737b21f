internal import TypesetDiagnostics

/// The source for pandoc without the comments that have a line within a paragraph: to pandoc they are part of it, to CommonMark they end it.
func withoutCommentLines(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool.isPandoc == true, source.holds("\n<!--") else { return source }
  var comments = CommentLines(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in comments.change(of: line) }
}

private struct CommentLines {
  let bytes: [UInt8]
  private var fences = OpenFences()
  private var isBelowText = false

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    if !isCode, isBelowText, isComment(line), goesOn(below: line) { return .drop }
    let first = line.first ?? ASCII.newline
    // Text at the margin: neither HTML nor a heading, whose next line begins a block.
    isBelowText = !isCode && !ASCII.isBlank(first) && !"\n\r<#`~:".utf8.contains(first)
    return .keep
  }

  private func isComment(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.starts(with: "<!--".utf8), let close = line.firstRange(of: Array("-->".utf8)) else { return false }
    return line[close.upperBound...].allSatisfy(ASCII.isBlank)
  }

  /// True if text follows, below further comments or not.
  private func goesOn(below line: ArraySlice<UInt8>) -> Bool {
    var start = line.endIndex
    for _ in 0..<20 {
      while start < bytes.count, bytes[start] != ASCII.newline { start += 1 }
      start += 1
      guard start < bytes.count, case let first = bytes[start], !ASCII.isBlank(first) else { return false }
      guard isComment(bytes[start...].prefix { $0 != ASCII.newline }) else { return !"\n\r<#`~:".utf8.contains(first) }
    }
    return false
  }
}
