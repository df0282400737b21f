import TypesetDiagnostics

extension Findings {
  /// Where a command of LaTeX's first cites a work that is shown by its key, `\\cite{key}`, since the document names no bibliography.
  func firstCommandCitation(in source: [UInt8]) -> SourceSpan? {
    guard !cites else { return nil }
    let commands = edits.lazy.filter { edit in
      guard edit.text.first == ASCII.openBracket, edit.text.last == ASCII.closeBracket, edit.text.count > 2,
        edit.range.count > 6, source[edit.range.lowerBound] == ASCII.backslash
      else { return false }
      let name = source[edit.range].dropFirst().prefix(20).prefix(while: ASCII.isLetter)
      return String(decoding: name, as: UTF8.self).contains("cite")
    }
    return commands.map(\.range.lowerBound).min().map { SourceSpan($0, $0 + 1) }
  }
}
