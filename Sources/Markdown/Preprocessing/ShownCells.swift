internal import TypesetDiagnostics

/// The source with fences where authors show a cell that knitr is not to run, since a value without words stands behind its head:
/// ```` ```{r}`r ''` ````.
func withShownCellsAsFences(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard ShownCells.values.contains(where: { source.bytes.find($0) != nil }) else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    guard !fences.isCode, let head = ShownCells.fence(line) else {
      fences.pass(line)
      return .keep
    }
    fences.pass(head[...])
    return .write(head)
  }
}

private enum ShownCells {
  static let values = [Array("`r ''`".utf8), Array("`r \"\"`".utf8)]

  /// The head of such a cell with its language alone: what it would do is not done. Nil for other lines.
  static func fence(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    let fence = line.drop(while: ASCII.isBlank)
    let ticks = fence.prefix { $0 == ASCII.backtick }.count
    guard ticks > 2, fence.dropFirst(ticks).first == ASCII.openBrace, let end = line.lastIndex(where: { !ASCII.isBlank($0) }),
      values.contains(where: { line[...end].suffix($0.count).elementsEqual($0) })
    else { return nil }
    let language = fence.dropFirst(ticks + 1).prefix(while: ASCII.isLetter)
    return Array(line[..<(fence.startIndex + ticks)]) + language
  }
}
