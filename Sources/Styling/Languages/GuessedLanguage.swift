package import TypesetMarkdown

// Languages and scripts of documents that do not name them.

/// The language of a document that names none, from the scripts and the commonest words of its first pages; nil if there is
/// too little evidence.
package func guessedLanguage(of tree: borrowing Tree) -> String? {
  var census = ScriptCensus()
  let length = addTexts(of: tree) { census.add($0) }
  if let language = census.documentLanguage { return language }
  // Fewer words are no evidence.
  guard length > 160 else { return nil }
  var words = CommonWords()
  _ = addTexts(of: tree) { words.add($0) }
  return words.language
}

/// Passes on the texts of a document's first pages, without code and formulas; returns their length.
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

/// True if a language is written from right to left, in the script that it mostly has or the one that its tag names.
package func runsRightToLeft(_ language: String) -> Bool {
  let parts = language.lowercased().split { $0 == "-" || $0 == "_" }
  if let script = parts.dropFirst().first(where: { $0.count == 4 }) { return ["arab", "hebr", "syrc", "thaa", "nkoo"].contains(script) }
  return parts.first.map { ["ar", "arc", "ckb", "dv", "fa", "he", "iw", "ji", "nqo", "ps", "sd", "syr", "ug", "ur", "yi"].contains($0) }
    ?? false
}
