internal import TypesetDiagnostics

/// The source with docsify's callouts, paragraphs that begin with `!>` or `?>`, as alerts.
func withDocsifyCallouts(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard DocsifyCallouts.signs.contains(where: { source.bytes.find(Array("\n".utf8) + $0.mark) != nil }) else { return source }
  var callouts = DocsifyCallouts()
  return rewritingLines(source, &diagnostics) { line, _ in callouts.change(of: line) }
}

private struct DocsifyCallouts {
  static let signs: [(mark: [UInt8], kind: String)] = [(Array("!> ".utf8), "IMPORTANT"), (Array("?> ".utf8), "TIP")]
  private var fences = OpenFences()
  private var isBelowBlank = true

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    defer { isBelowBlank = line.allSatisfy(ASCII.isBlank) }
    guard !wasCode, !fences.isCode, isBelowBlank, let sign = Self.signs.first(where: { line.starts(with: $0.mark) }),
      !line.dropFirst(3).allSatisfy(ASCII.isBlank)
    else { return .keep }
    return .write(Array("> [!\(sign.kind)]\n> ".utf8) + line.dropFirst(3))
  }
}
