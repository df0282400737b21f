internal import TypesetDiagnostics

/// The source without the headings of Wiki.js that only hold tabs, `### Tabs {.tabset}`: its pages do not show their words; the headings below
/// them name the tabs. Looks at the end of a quotation's last line, `words{.is-info}`, stand below it, where others have them.
func withoutWikiMarks(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  // What Wiki.js writes above each of its pages.
  guard ["\neditor: markdown", "\ndateCreated:"].allSatisfy(source.holds), [".tabset}", "{.is-"].contains(where: source.holds)
  else { return source }
  var fences = OpenFences()
  return rewritingLines(source, &diagnostics) { line, _ in
    guard !fences.passesCode(line) else { return .keep }
    let words = line.dropLast(line.reversed().prefix(while: ASCII.isBlank).count)
    if line.first == ASCII.hash { return words.suffix(9).elementsEqual("{.tabset}".utf8) ? .write([]) : .keep }
    guard words.last == ASCII.closeBrace, let look = looks.first(where: { words.reversed().starts(with: $0.utf8.reversed()) }),
      words.count > look.utf8.count
    else { return .keep }
    return .write(words.dropLast(look.utf8.count) + "\n".utf8 + look.utf8)
  }
}

private let looks = ["{.is-info}", "{.is-success}", "{.is-warning}", "{.is-danger}"]
