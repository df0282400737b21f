internal import TypesetBytes
internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with the code that chunks of knitr's and Quarto's take from files: ```` ```{r file="a.R"} ````, `#| file: a.R` and
/// `#| code: !expr readLines("a.R")`.
///
/// - Source: knitr's chunk options, `file` and `code`.
func withCodeOfFiles(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard [.rmarkdown, .bookdown, .quarto].contains(dialect?.tool), source.files.count == 1, let folder = source.files[0].folder,
    source.holds("| file:") || source.holds("| code:") || source.holds("file") && source.holds("```{")
  else { return source }
  var chunks = CodeOfFiles()
  return rewritingLines(source, &diagnostics) { line, _ in
    guard let path = chunks.path(after: line), let file = try? files.read(path, from: folder, limit: CodeOfFiles.mostBytes),
      case let code = file.bytes.filter({ $0 != ASCII.carriageReturn }), !code.contains(0)
    else { return .keep }
    return .write(Array(line) + [ASCII.newline] + (code.last == ASCII.newline ? code.dropLast() : code[...]))
  }
}

private struct CodeOfFiles {
  static let mostBytes = 1 << 18

  private var fence: CodeFence?
  /// True for the lines of options at the head of a chunk.
  private var isAtHead = false

  /// The file that a line names; nil for other lines.
  mutating func path(after line: ArraySlice<UInt8>) -> String? {
    let wasCode = fence != nil
    fence = CodeFence.after(line, within: fence)
    if !wasCode, fence != nil {
      let head = line.drop { $0 == ASCII.space || $0 == ASCII.backtick }
      isAtHead = head.first == ASCII.openBrace && head.dropFirst().first.map(ASCII.isLetter) == true
      return isAtHead && line.count < 1_000 ? Self.path(ofHead: String(decoding: head, as: UTF8.self)) : nil
    }
    guard isAtHead, wasCode, fence != nil, let bar = line.prefix(8).firstIndex(of: ASCII.pipe), line.count < 1_000 else {
      isAtHead = false
      return nil
    }
    return Self.path(ofOption: String(decoding: line[(bar + 1)...], as: UTF8.self).trimmedWhitespace())
  }

  private static func path(ofOption option: String) -> String? {
    if option.hasPrefix("file:"), case let value = option.dropFirst(5).filter({ !"\"'".contains($0) }) {
      let name = value.trimmedWhitespace()
      return name.isEmpty || name.contains(where: { "(,[".contains($0) }) ? nil : name
    }
    guard option.hasPrefix("code:"), let call = ["readLines(", "read_utf8("].first(where: option.contains),
      let open = option.firstRange(of: call)
    else { return nil }
    return quoted(option[open.upperBound...])
  }

  private static func path(ofHead head: String) -> String? {
    for sign in ["file=", "file ="] {
      guard let place = head.firstRange(of: sign), place.lowerBound > head.startIndex,
        " ,".contains(head[head.index(before: place.lowerBound)])
      else { continue }
      return quoted(head[place.upperBound...].drop { $0 == " " })
    }
    return nil
  }

  private static func quoted(_ text: Substring) -> String? {
    guard let quote = text.first, quote == "\"" || quote == "'" else { return nil }
    let path = String(text.dropFirst().prefix { $0 != quote })
    return path.isEmpty ? nil : path
  }
}
