internal import TypesetDiagnostics
internal import TypesetFiles

/// The source with pictures for the calls of imported macros that name one, as HonKit's pages write figures: `{% import "../parts/figure.html" as figure %}`
/// and `{{ figure.render("Words", "/assets/a.png") }}`. What else a macro makes is not known.
func withPicturesOfMacros(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let tool = dialect?.tool, tool == .honkit || tool == .mkdocs, source.holds("{% import ") else { return source }
  var macros = ImportedMacros()
  return rewritingLines(source, &diagnostics) { line, _ in macros.change(of: line) }
}

private struct ImportedMacros {
  private var names: Set<String> = []
  private var fences = OpenFences()

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    guard !fences.isCode, line.contains(ASCII.openBrace) else { return .keep }
    let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
    if text.hasPrefix("{% import "), let name = text.firstRange(of: " as ") {
      names.insert(String(text[name.upperBound...].prefix { $0.isLetter || $0.isNumber || $0 == "_" }))
      return .keep
    }
    guard text.hasPrefix("{{"), text.hasSuffix("}}"), let open = text.firstIndex(of: "("), let close = text.lastIndex(of: ")"), open < close
    else { return .keep }
    let called = text[..<open].drop { "{- ".contains($0) }.prefix { $0 != "." }
    guard names.contains(String(called)) else { return .keep }
    let texts = Self.texts(in: text[text.index(after: open)..<close])
    guard let address = texts.first(where: { PictureNames.isPicture($0) }) else { return .keep }
    let words = texts.first { $0 != address } ?? ""
    return .write(Array("\n![\(words)](<\(address)>)\n".utf8))
  }

  /// The texts between quotes.
  private static func texts(in arguments: Substring) -> [String] {
    var found: [String] = []
    var rest = arguments
    while let quote = rest.firstIndex(where: { $0 == "\"" || $0 == "'" }), found.count < 10 {
      let inner = rest[rest.index(after: quote)...]
      guard let end = inner.firstIndex(of: rest[quote]) else { break }
      found.append(String(inner[..<end]))
      rest = inner[inner.index(after: end)...]
    }
    return found
  }
}
