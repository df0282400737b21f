internal import TypesetDiagnostics

/// The source of pages of mkdocs with a blank line below their header, `author: A, B`: it ends with the first line that has no key
/// (Python-Markdown, Meta-Data), which may be the text's first.
func withHeadersApart(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard dialect?.tool == .mkdocs else { return source }
  let mayHaveOne = source.files.contains { file in TightHeader.isKey(source.bytes[file.start...].prefix { $0 != ASCII.newline }) }
  guard mayHaveOne else { return source }
  var header = TightHeader()
  return rewritingLines(source, &diagnostics) { line, file in header.change(of: line, in: file.start) }
}

private struct TightHeader {
  private var file: Int?
  /// The lines of the header so far; nil behind it.
  private var count: Int? = 0

  mutating func change(of line: ArraySlice<UInt8>, in file: Int) -> LineChange {
    if self.file != file { (self.file, count) = (file, 0) }
    guard let lines = count else { return .keep }
    if Self.isKey(line) {
      count = lines + 1
      return .keep
    }
    count = nil
    guard lines > 0, let first = line.first, first > ASCII.space else { return .keep }
    return .write([ASCII.newline] + line)
  }

  static func isKey(_ line: ArraySlice<UInt8>) -> Bool {
    let name = line.prefix(20).prefix(while: ASCII.isLetter)
    guard line[name.endIndex...].starts(with: ": ".utf8) else { return false }
    return FrontMatter.headerKeys.contains(String(decoding: name, as: UTF8.self))
  }
}
