internal import TypesetDiagnostics
internal import TypesetFiles

/// The source of a document of R's whose front matter takes a value from a file beside it, as theses of thesisdown do, with the file's lines as the value:
/// ``abstract: |`` and below it `` `r if(knitr:::is_latex_output()) paste(readLines("00-abstract.Rmd"), collapse = '\n  ')` ``.
func withLinesOfFiles(_ source: Source, _ files: FileAccess, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, let folder = source.files[0].folder, source.bytes.starts(with: "---".utf8) else { return source }
  let end = FrontMatter.length(in: source.bytes)
  guard source.bytes.find(LinesOfFiles.call, to: end) != nil else { return source }
  var text = RewrittenText(source)
  text.begin(source.files[0])
  var position = 0
  while position < end {
    let next = source.bytes[position..<end].firstIndex(of: ASCII.newline) ?? end
    if let value = LinesOfFiles.value(of: source.bytes[position..<next], from: folder, files) {
      text.copy(upTo: position)
      text.write(value)
      text.skip(to: next)
    }
    position = next + 1
  }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private enum LinesOfFiles {
  static let call = Array("readLines(".utf8)
  private static let mostBytes = 1 << 16

  /// What is written for a line of front matter: the file's lines, below the key if that is on the line; nil for a line that asks for none.
  static func value(of line: ArraySlice<UInt8>, from folder: String, _ files: FileAccess) -> [UInt8]? {
    let words = String(decoding: line, as: UTF8.self).trimmedWhitespace(keepsStart: true)
    guard let open = words.firstRange(of: "`r "), let name = words[open.upperBound...].firstRange(of: "readLines("),
      let quote = words[name.upperBound...].first, quote == "\"" || quote == "'",
      words.drop(while: { $0 != "`" }).dropFirst().contains("`"),
      case let path = words[name.upperBound...].dropFirst().prefix(while: { $0 != quote }), !path.isEmpty,
      let file = try? files.read(String(path), from: folder, limit: mostBytes)
    else { return nil }
    let before = words[..<open.lowerBound]
    let indent = before.prefix { $0 == " " }
    let isAlone = before.allSatisfy { $0 == " " }
    guard isAlone || before.contains(":") else { return nil }
    var out = Array((isAlone ? "" : before.filter { $0 != "\"" && $0 != "'" } + "|\n").utf8)
    let lines = file.bytes.filter { $0 != ASCII.carriageReturn }.split(separator: ASCII.newline, omittingEmptySubsequences: false)
    let body = lines.drop { $0.allSatisfy(ASCII.isBlank) }
    for (number, line) in body.enumerated() {
      if number > 0 { out.append(ASCII.newline) }
      guard !line.isEmpty else { continue }
      out += Array((isAlone ? String(indent) : indent + "  ").utf8) + line
    }
    return out
  }
}
