internal import TypesetDiagnostics

/// The source without the headings of Wiki.js that only hold tabs, `### Tabs {.tabset}`: its pages do not show their words; the headings below
/// them name the tabs.
func withoutWikiMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  // What Wiki.js writes above each of its pages.
  guard [".tabset}", "\neditor: markdown", "\ndateCreated:"].allSatisfy(source.bytes.holds) else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    let wasCode = fences.isCode
    fences.pass(line)
    guard !wasCode, !fences.isCode, line.first == ASCII.hash else { return .keep }
    let words = line.dropLast(line.reversed().prefix(while: ASCII.isBlank).count)
    return words.suffix(9).elementsEqual("{.tabset}".utf8) ? .write([]) : .keep
  }
}
