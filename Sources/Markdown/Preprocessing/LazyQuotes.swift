internal import TypesetDiagnostics

/// The source of a page for kramdown with the sign of a quotation before the lines that belong to one without it: kramdown takes all lines up to the
/// blank one, and then reads what they hold. A fence or a display that is open in it ends there.
func withSignsOfQuotes(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.has(.kramdownBlocks) == true, source.bytes.first == ASCII.greater || source.holds("\n>") else { return source }
  var quotes = LazyQuotes()
  return rewritingLines(source, &diagnostics) { line, _ in quotes.change(of: line) }
}

private struct LazyQuotes {
  /// Of the text outside of quotations.
  private var fences = OpenFences()
  /// Of the quotation.
  private var inner = OpenFences()
  private var isInDisplay = false
  /// The signs of the open quotation; empty without one.
  private var signs: [UInt8] = []

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let words = line.drop { $0 == ASCII.space }
    if !fences.isCode, words.first == ASCII.greater, words.startIndex - line.startIndex < 4 {
      let content = words.drop { $0 == ASCII.greater || $0 == ASCII.space }
      if signs.isEmpty { (inner, isInDisplay) = (OpenFences(), false) }
      signs = Array(line[..<content.startIndex])
      pass(content)
      return .keep
    }
    if !signs.isEmpty, words.contains(where: { $0 > ASCII.space }), inner.isCode || isInDisplay {
      pass(line)
      return .write(signs + line)
    }
    signs = []
    fences.pass(line)
    return .keep
  }

  private mutating func pass(_ content: ArraySlice<UInt8>) {
    inner.pass(content)
    guard !inner.isCode else { return }
    let dollars = Array("$$".utf8)
    let isOpening = content.starts(with: dollars)
    let end = content.lastIndex { $0 > ASCII.space }.map { content[...$0] } ?? content
    if isInDisplay {
      isInDisplay = !end.suffix(2).elementsEqual(dollars)
    } else if isOpening {
      isInDisplay = end.count == 2 || !end.suffix(2).elementsEqual(dollars)
    }
  }
}
