internal import TypesetDiagnostics
internal import TypesetMarkdown
internal import TypesetStyling
internal import TypesetYAML

// What documents in other scripts than Latin ask for.

extension Typesetter {
  /// The language of a document that names none, from the scripts and the commonest words of its first pages; nil where they say too
  /// little.
  func guessedLanguage(of tree: borrowing Tree) -> String? {
    var census = ScriptCensus()
    let length = addTexts(of: tree) { census.add($0) }
    if let language = census.documentLanguage { return language }
    // Fewer words say nothing.
    guard length > 160 else { return nil }
    var words = CommonWords()
    _ = addTexts(of: tree) { words.add($0) }
    return words.language
  }

  /// Hands on the texts of a document's first pages, code and formulas apart; returns their length.
  private func addTexts(of tree: borrowing Tree, to add: (ArraySlice<UInt8>) -> Void) -> Int {
    var length = 0
    for node in tree.nodes {
      guard case .text(let text) = node.kind else { continue }
      add(Array(text.utf8)[...])
      length += text.utf8.count
      if length > 20_000 { break }
    }
    return length
  }

  /// Is a language written from right to left, in the script that it mostly has or the one that its tag names?
  static func runsRightToLeft(_ language: String) -> Bool {
    let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
    if let script = parts.dropFirst().first(where: { $0.count == 4 }) { return ["arab", "hebr", "syrc", "thaa", "nkoo"].contains(script) }
    return parts.first.map { ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"].contains($0) }
      ?? false
  }

  /// `word-break: normal` for Korean, and xeCJK's `CJKoptions: [ItalicFont=KaiTi]`.
  func applyScripts(of matter: FrontMatter, language: String, to theme: inout Theme, _ diagnostics: inout [Diagnostic]) {
    if let value = matter.value("word-break") {
      if let keeps = Theme.keepsKoreanWords(value.text) {
        theme.keepsKoreanWords = keeps
      } else {
        diagnostics.append(
          Diagnostic(.warning, "front-matter.value", at: value.span, "can't read the value of word-break", hint: "keep-all or normal"))
      }
    }
    theme.page.isRightToLeft = matter.text("dir").map { $0 == "rtl" } ?? Self.runsRightToLeft(language)
    for option in matter.texts("CJKoptions") {
      let sides = option.split(separator: "=", maxSplits: 1).map(String.init)
      guard sides.count == 2, sides[0] == "ItalicFont" else { continue }
      theme.families.emphasis.insert(sides[1], at: 0)
      var rule = theme[.emphasis]
      rule.eastAsian = .face
      theme.rules[.emphasis] = rule
    }
  }

  /// `features: [onum, -liga]`, and pandoc's `mainfontoptions: [Numbers=OldStyle]`: for all text but code and, as far as figures go, tables.
  func applyFeatures(of matter: FrontMatter, to theme: inout Theme, _ diagnostics: inout [Diagnostic]) {
    var features: [TextStyle.Feature] = []
    for option in matter.texts("mainfontoptions") { features += [TextStyle.Feature](fontspec: option) ?? [] }
    if let value = matter.value("features") {
      let words = value.items?.compactMap(\.text) ?? value.text.map { [$0] } ?? []
      if let asked = [TextStyle.Feature](words.joined(separator: ",")) {
        features += asked
      } else {
        diagnostics.append(
          Diagnostic(
            .warning, "front-matter.value", at: value.span, "can't read these features", hint: "tags of OpenType: [onum, ss01=2, -liga]"))
      }
    }
    guard !features.isEmpty else { return }
    theme.features = theme.features.overlaid(by: features)
    // Over what the theme says of elements too.
    for (element, rule) in theme.rules where ![.table, .tableHead, .tableCell].contains(element) {
      guard let own = rule.features else { continue }
      theme.rules[element]?.features = own.overlaid(by: features)
    }
  }
}
