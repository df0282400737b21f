internal import TypesetDiagnostics

/// The source with the values of its front matter where R Markdown shows them by code: `` `r rmarkdown::metadata$title` ``. Other code stays.
func withMetadataOfCode(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.bytes.holds(MetadataCode.opener) else { return source }
  let matters = source.files.enumerated().map { number, file in
    FrontMatter.of(Array(source.bytes[file.start..<source.end(ofFile: number)]))
  }
  let numbers = Dictionary(uniqueKeysWithValues: source.files.enumerated().map { ($1.start, $0) })
  return rewritingLines(source, &diagnostics) { line, file in
    MetadataCode.filled(line, from: matters[numbers[file.start] ?? 0]).map { .write($0) } ?? .keep
  }
}

private enum MetadataCode {
  static let opener = "`r rmarkdown::metadata$"

  /// Nil for lines without such code.
  static func filled(_ line: ArraySlice<UInt8>, from matter: FrontMatter) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = line
    while let open = rest.firstRange(of: Array(opener.utf8)), let close = rest[open.upperBound...].firstIndex(of: ASCII.backtick) {
      let key = String(decoding: rest[open.upperBound..<close], as: UTF8.self).trimmedWhitespace()
      let value = matter.text(key).map { $0.replacing("\n", with: " ") }
      out += rest[..<open.lowerBound] + (value.map { Array($0.utf8) } ?? Array(rest[open.lowerBound...close]))
      rest = rest[(close + 1)...]
    }
    return out.isEmpty ? nil : out + rest
  }
}
