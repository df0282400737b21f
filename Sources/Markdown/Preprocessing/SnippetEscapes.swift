internal import TypesetDiagnostics

/// The source with marks of snippets that Python-Markdown does not read, `;--8<-- "a.md"`, as it shows them: without the semicolon.
func withoutSnippetEscapes(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.holds(";--8<--") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    let wasCode = fences.isCode
    fences.pass(line)
    let text = line.drop(while: ASCII.isBlank)
    guard text.first == UInt8(ascii: ";"), text.drop(while: { $0 == UInt8(ascii: ";") }).starts(with: "--8<--".utf8) else { return .keep }
    let indent = line[..<text.startIndex]
    if wasCode || indent.count > 3 || indent.contains(ASCII.tab) { return .write(Array(indent + text.dropFirst())) }
    // In prose its signs would be dashes and quotation marks.
    let shown = text.dropFirst().contains(ASCII.backtick) ? Array(text.dropFirst()) : Array("`".utf8) + text.dropFirst() + Array("`".utf8)
    return .write(indent + shown)
  }
}
