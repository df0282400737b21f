internal import TypesetDiagnostics
internal import TypesetYAML

/// The source with the values of its front matter where R Markdown shows them by code: `` `r rmarkdown::metadata$title` ``, `` `r params$year` ``. Other code
/// stays.
func withMetadataOfCode(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard MetadataCode.openers.contains(where: source.holds) else { return source }
  let matters = source.files.enumerated().map { number, file in
    FrontMatter.of(Array(source.bytes[file.start..<source.end(ofFile: number)]))
  }
  let numbers = Dictionary(uniqueKeysWithValues: source.files.enumerated().map { ($1.start, $0) })
  return rewritingLines(source, &diagnostics) { line, file in
    MetadataCode.filled(line, from: matters[numbers[file.start] ?? 0]).map { .write($0) } ?? .keep
  }
}

private enum MetadataCode {
  static let openers = ["`r rmarkdown::metadata$", "`r params$", "`{r} params$"]

  /// Nil for lines without such code.
  static func filled(_ line: ArraySlice<UInt8>, from matter: FrontMatter) -> [UInt8]? {
    var out: [UInt8] = []
    var rest = line
    while let tick = rest.firstIndex(of: ASCII.backtick) {
      out += rest[..<tick]
      rest = rest[tick...]
      guard let opener = openers.first(where: { rest.starts(with: $0.utf8) }),
        let close = rest.dropFirst().firstIndex(of: ASCII.backtick),
        case let key = String(decoding: rest[(tick + opener.utf8.count)..<close], as: UTF8.self).trimmedWhitespace(),
        let value = opener.contains("params") ? parameter(key, in: matter) : matter.text(key)
      else {
        out.append(ASCII.backtick)
        rest = rest.dropFirst()
        continue
      }
      out += value.replacing("\n", with: " ").utf8
      rest = rest[(close + 1)...]
    }
    out += rest
    return out.elementsEqual(line) ? nil : out
  }

  /// What a parameter is where nothing else is asked for; nil for a value that R computes.
  private static func parameter(_ name: String, in matter: FrontMatter) -> String? {
    guard let entry = matter.value("params")?[name], let value = entry.text ?? entry["value"]?.text,
      !["!", "NULL", "null", "~"].contains(where: value.hasPrefix), !value.contains("("), !value.isEmpty
    else { return nil }
    return value
  }
}
