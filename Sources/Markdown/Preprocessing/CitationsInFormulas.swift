internal import TypesetDiagnostics

/// The source with citations that are all of a formula, `$\cite{key}$`, in the text, as LaTeX shows them.
func withCitationsInText(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let opener = Array("$\\cite".utf8)
  guard source.holds("$\\cite") else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    guard !fences.passesCode(line) else { return .keep }
    var out: [UInt8] = []
    var rest = line
    while let open = rest.firstRange(of: opener) {
      let name = rest[open.upperBound...].prefix(while: ASCII.isLetter)
      out += rest[..<open.lowerBound]
      guard rest[name.endIndex...].first == ASCII.openBrace, let close = rest[name.endIndex...].firstIndex(of: ASCII.closeBrace),
        rest[(close + 1)...].first == ASCII.dollar
      else {
        out += rest[open]
        rest = rest[open.upperBound...]
        continue
      }
      out += rest[(open.lowerBound + 1)...close]
      rest = rest[(close + 2)...]
    }
    out += rest
    return out.elementsEqual(line) ? .keep : .write(out)
  }
}
