internal import TypesetDiagnostics

/// The source with docsify's callouts, paragraphs that begin with `!>` or `?>`, as alerts; so are quotes of DocC's that begin with a word of
/// its own, `> Important: words`.
func withDocsifyCallouts(_ source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
  let source = withAsidesOfDocC(source, &diagnostics)
  guard DocsifyCallouts.signs.contains(where: { source.bytes.find(Array("\n".utf8) + $0.mark) != nil }) else { return source }
  var callouts = DocsifyCallouts()
  return rewritingLines(source, &diagnostics) { line, _ in callouts.change(of: line) }
}

private struct DocsifyCallouts {
  static let signs: [(mark: [UInt8], kind: String)] = [(Array("!> ".utf8), "IMPORTANT"), (Array("?> ".utf8), "TIP")]
  private var fences = OpenFences()
  private var isBelowBlank = true

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    defer { isBelowBlank = line.allSatisfy(ASCII.isBlank) }
    guard !wasCode, !fences.isCode, isBelowBlank, let sign = Self.signs.first(where: { line.starts(with: $0.mark) }),
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
    let wasCode = fences.isCode
    fences.pass(line)
    defer { isBelowBlank = line.allSatisfy(ASCII.isBlank) }
    guard !wasCode, !fences.isCode, isBelowBlank, line.starts(with: "> ".utf8),
      let kind = Self.kinds.first(where: { line.dropFirst(2).starts(with: "\($0): ".utf8) })
    else { return .keep }
    return .write(Array("> [!\(kind.uppercased())]\n> ".utf8) + line.dropFirst(4 + kind.utf8.count))
  }
}
