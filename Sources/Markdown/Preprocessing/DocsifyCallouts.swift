internal import TypesetDiagnostics

/// The source with docsify's callouts, paragraphs that begin with `!>` or `?>`, as alerts; so are quotes of DocC's that begin with a word of
/// its own, `> Important: words`, and those of plugins that write a title in a way of their own.
func withDocsifyCallouts(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let source = withTitlesOfCallouts(withAsidesOfDocC(source, &diagnostics), in: dialect, &diagnostics)
  guard DocsifyCallouts.signs.contains(where: { source.bytes.find(Array("\n".utf8) + $0.mark) != nil }) else { return source }
  var callouts = DocsifyCallouts()
  return rewritingLines(source, &diagnostics) { line, _ in callouts.change(of: line) }
}

private struct DocsifyCallouts {
  static let signs: [(mark: [UInt8], kind: String)] = [(Array("!> ".utf8), "IMPORTANT"), (Array("?> ".utf8), "TIP")]
  private var fences = OpenFences()
  private var isBelowBlank = true

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    defer { isBelowBlank = line.allSatisfy(ASCII.isBlank) }
    guard !isCode, isBelowBlank, let sign = Self.signs.first(where: { line.starts(with: $0.mark) }),
      !line.dropFirst(3).allSatisfy(ASCII.isBlank)
    else { return .keep }
    return .write(Array("> [!\(sign.kind)]\n> ".utf8) + line.dropFirst(3))
  }
}

private func withAsidesOfDocC(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  guard AsidesOfDocC.occur(in: source.bytes) else { return source }
  var asides = AsidesOfDocC()
  return rewritingLines(source, &diagnostics) { line, _ in asides.change(of: line) }
}

private struct AsidesOfDocC {
  private static let kinds = ["Note", "Tip", "Important", "Warning", "Experiment", "Caution", "Remark", "Attention", "Bug", "Precondition"]
  private var fences = OpenFences()
  private var isBelowBlank = true

  /// True for a text that has links of DocC's, and such a quote.
  static func occur(in bytes: [UInt8]) -> Bool {
    kinds.contains { bytes.holds("> \($0): ") }
      && (bytes.holds("<doc:") || bytes.holds("](doc:") || hasSymbol(bytes) || bytes.holds("\n@Metadata {"))
  }

  /// True for ``` ``Name`` ```.
  private static func hasSymbol(_ bytes: [UInt8]) -> Bool {
    let ticks = Array("``".utf8)
    var place = 0
    while let start = bytes.find(ticks, from: place) {
      place = start + 2
      guard start == 0 || bytes[start - 1] != ASCII.backtick, place < bytes.count, bytes[place] &- 0x41 < 26 else { continue }
      let name = bytes[place...].prefix(200).prefix { $0 > ASCII.space && $0 != ASCII.backtick }
      if bytes[name.endIndex...].starts(with: ticks), bytes[(name.endIndex + 2)...].first != ASCII.backtick { return true }
    }
    return false
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    defer { isBelowBlank = line.allSatisfy(ASCII.isBlank) }
    guard !isCode, isBelowBlank, line.starts(with: "> ".utf8),
      let kind = Self.kinds.first(where: { line.dropFirst(2).starts(with: "\($0): ".utf8) })
    else { return .keep }
    return .write(Array("> [!\(kind.uppercased())]\n> ".utf8) + line.dropFirst(4 + kind.utf8.count))
  }
}

/// The source with the titles of two plugins' callouts where alerts have them: `> [!TIP|style:flat|label:Words]` of docsify's and HonKit's
/// flexible-alerts, `> [info] Words` of HonKit's callouts.
private func withTitlesOfCallouts(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let isOfHonKit = dialect?.tool == .honkit
  guard source.holds("|label:") || isOfHonKit && (source.holds("> [") || source.holds("> **[")) else { return source }
  var callouts = TitledCallouts(isOfHonKit: isOfHonKit)
  return rewritingLines(source, &diagnostics) { line, _ in callouts.change(of: line) }
}

private struct TitledCallouts {
  private static let kinds: Set<String> = [
    "info", "note", "tag", "comment", "hint", "tip", "success", "warning", "caution", "danger", "quote", "important",
  ]

  let isOfHonKit: Bool
  private var fences = OpenFences()
  private var isInQuote = false

  init(isOfHonKit: Bool) { self.isOfHonKit = isOfHonKit }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let isCode = fences.passesCode(line)
    let isQuote = line.first == ASCII.greater
    defer { isInQuote = isQuote }
    guard !isCode, isQuote, !isInQuote else { return .keep }
    let words = String(decoding: line.dropFirst(), as: UTF8.self).trimmedWhitespace()
    guard let (kind, title) = labelled(words) ?? (isOfHonKit ? Self.named(words) : nil) else { return .keep }
    return .write(Array("> [!\(kind.uppercased())] \(title)".utf8))
  }

  /// `[!TIP|style:flat|label:Words]`
  private func labelled(_ words: String) -> (kind: String, title: String)? {
    guard words.hasPrefix("[!"), words.hasSuffix("]") else { return nil }
    let parts = words.dropFirst(2).dropLast().split(separator: "|")
    guard let kind = parts.first, let label = parts.first(where: { $0.hasPrefix("label:") }) else { return nil }
    return (String(kind), label.dropFirst(6).description.trimmedWhitespace())
  }

  /// `[info] Words`, `**[info] Words**`
  private static func named(_ words: String) -> (kind: String, title: String)? {
    let isBold = words.hasPrefix("**[") && words.hasSuffix("**")
    let inner = isBold ? words.dropFirst(2).dropLast(2) : words[...]
    guard inner.first == "[", let close = inner.firstIndex(of: "]"), case let kind = inner[..<close].dropFirst().lowercased(),
      kinds.contains(kind), case let rest = inner[inner.index(after: close)...], rest.first == " " || rest.isEmpty
    else { return nil }
    return (kind, rest.description.trimmedWhitespace())
  }
}
