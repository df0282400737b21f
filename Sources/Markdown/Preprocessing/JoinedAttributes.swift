internal import TypesetDiagnostics

/// The source of a page for kramdown with lists of attributes that are over several lines on one: `{: #name title="Words` … `more" }` ends at its brace.
func withAttributesOnOneLine(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.has(.kramdownBlocks) == true, source.bytes.starts(with: "{:".utf8) || source.holds("\n{:") else { return source }
  let bytes = source.bytes
  var fences = OpenFences()
  // Where the list ends that is written already.
  var end = 0
  return rewritingLines(source, &diagnostics) { line, _ in
    if line.startIndex < end { return .drop }
    fences.pass(line)
    guard !fences.isCode, line.starts(with: "{:".utf8), !line.starts(with: "{::".utf8), !line.contains(ASCII.closeBrace),
      let close = bytes[line.endIndex...].prefix(1_000).firstIndex(of: ASCII.closeBrace)
    else { return .keep }
    let lineEnd = bytes[close...].firstIndex(of: ASCII.newline) ?? bytes.count
    let inner = bytes[line.startIndex..<close].split(whereSeparator: { $0 == ASCII.newline || $0 == ASCII.carriageReturn })
    // A blank line ends it, as one does all blocks.
    guard bytes[(close + 1)..<lineEnd].allSatisfy({ $0 <= ASCII.space }), inner.count < 8,
      bytes[line.startIndex..<close].firstRange(of: "\n\n".utf8) == nil
    else { return .keep }
    end = lineEnd
    let words = inner.map { Array($0.drop(while: ASCII.isBlank)) }.joined(separator: [ASCII.space])
    return .write(Array(words) + [ASCII.closeBrace])
  }
}
