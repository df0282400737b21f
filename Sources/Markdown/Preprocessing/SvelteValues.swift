internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The source of a page with the words of its front matter for their names in braces: `# {title}`. In a project of Svelte's these are expressions
/// wherever they stand in the text; elsewhere only a heading that is nothing else is meant so.
func withValuesInBraces(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, source.bytes.starts(with: "---".utf8), source.bytes.contains(ASCII.openBrace) else { return source }
  let file = source.files[0]
  let isSvelte =
    file.name.hasSuffix(".svx") || file.name.hasSuffix(".svelte.md")
    || file.folder.map {
      files.namesAbove($0, among: SvelteValues.projects, upTo: ".git", remembering: 4).contains {
        !$0.names.isDisjoint(with: SvelteValues.projects)
      }
    }
      == true
  // The front matter is read last, since most texts have no such line.
  guard isSvelte || source.holds("# {") || source.holds("#\t{"),
    case let entries = FrontMatter.of(source.bytes).values?.entries ?? [], !entries.isEmpty
  else { return source }
  var words: [String: String] = [:]
  for entry in entries {
    if let text = entry.value.text, !text.contains("\n") { words[entry.key] = text }
  }
  var values = SvelteValues(words: words, isSvelte: isSvelte)
  return rewritingLines(source, &diagnostics) { line, _ in values.change(of: line) }
}

private struct SvelteValues {
  static let projects = ["svelte.config.js", "svelte.config.ts", "svelte.config.mjs", "mdsvex.config.js"]

  let words: [String: String]
  let isSvelte: Bool
  private var fences = OpenFences()
  private var isInDisplay = false

  init(words: [String: String], isSvelte: Bool) { (self.words, self.isSvelte) = (words, isSvelte) }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    fences.pass(line)
    guard !fences.isCode, line.contains(ASCII.openBrace) || line.contains(ASCII.dollar) else { return .keep }
    if !isSvelte {
      let signs = line.prefix { $0 == ASCII.hash }
      guard (1...6).contains(signs.count), case let rest = line[signs.endIndex...].drop(while: ASCII.isBlank),
        rest.first == ASCII.openBrace,
        let (value, end) = value(rest), line[end...].allSatisfy(ASCII.isBlank)
      else { return .keep }
      return .write(Array(signs) + [ASCII.space] + value)
    }
    var out: [UInt8] = []
    var rest = line
    var isCode = false
    while let byte = rest.first {
      if byte == ASCII.backtick { isCode.toggle() }
      if byte == ASCII.dollar, !isCode, rest.starts(with: "$$".utf8) { isInDisplay.toggle() }
      if byte == ASCII.openBrace, !isCode, !isInDisplay, !"$\\^_}".utf8.contains(out.last ?? 0), let (value, end) = value(rest) {
        out += value
        rest = rest[end...]
        continue
      }
      let count = byte == ASCII.dollar && rest.starts(with: "$$".utf8) ? 2 : 1
      out += rest.prefix(count)
      rest = rest.dropFirst(count)
    }
    return out.elementsEqual(line) ? .keep : .write(out)
  }

  /// The words for a name in braces, and where it ends.
  private func value(_ text: ArraySlice<UInt8>) -> (words: [UInt8], end: Int)? {
    guard let close = text.prefix(80).firstIndex(of: ASCII.closeBrace) else { return nil }
    var name = String(decoding: text[(text.startIndex + 1)..<close], as: UTF8.self).trimmedWhitespace()
    if name.hasPrefix("metadata.") { name = String(name.dropFirst(9)) }
    return words[name].map { (Array($0.utf8), close + 1) }
  }
}
