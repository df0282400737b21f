internal import TypesetDiagnostics

/// The source of a site of kramdown's with addresses of links on one line: to kramdown they may go on below, `[words](https://a.org/` and `b)`.
func withAddressesOnOneLine(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .kramdown, source.bytes.holds("](http") else { return source }
  var addresses = BrokenAddresses(bytes: source.bytes)
  return rewritingLines(source, &diagnostics) { line, _ in addresses.change(of: line) }
}

private struct BrokenAddresses {
  let bytes: [UInt8]
  private var fences = OpenFences()
  /// What of the next line is on this one already.
  private var taken = 0

  init(bytes: [UInt8]) { self.bytes = bytes }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode else { return .keep }
    let rest = line.dropFirst(taken)
    let hadTaken = taken > 0
    taken = 0
    if let end = end(below: rest) {
      taken = end.count
      return .write(Array(rest) + end)
    }
    guard hadTaken else { return .keep }
    return rest.allSatisfy(ASCII.isBlank) ? .drop : .write(Array(rest))
  }

  /// The end of the address that is open at the end of a line, with its parenthesis.
  private func end(below line: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    let tail = line.suffix(300)
    guard let open = tail.lastIndex(of: ASCII.openParenthesis), tail[open...].dropFirst().starts(with: "http".utf8), open > line.startIndex,
      tail[open - 1] == ASCII.closeBracket, !tail[open...].contains(where: { $0 <= ASCII.space || $0 == ASCII.closeParenthesis }),
      line.endIndex < bytes.count, bytes[line.endIndex] == ASCII.newline
    else { return nil }
    let next = bytes[(line.endIndex + 1)...].prefix(300).prefix { $0 > ASCII.space && $0 != ASCII.closeParenthesis }
    guard !next.isEmpty, next.endIndex < bytes.count, bytes[next.endIndex] == ASCII.closeParenthesis else { return nil }
    return bytes[next.startIndex...next.endIndex]
  }
}
