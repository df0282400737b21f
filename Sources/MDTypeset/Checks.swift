package import TypesetChecking
package import TypesetDiagnostics
internal import TypesetFonts
internal import TypesetMarkdown
internal import TypesetPages
internal import TypesetPictures
internal import TypesetStyling

extension Typesetter {
  /// Typesets a document and applies the rules of `mdtypeset check` to it.
  ///
  /// - Parameter choice: Which rules; front matter may switch off more of them.
  package func check(_ source: Source, _ choice: RuleChoice = RuleChoice()) -> CheckResult {
    var typesetter = self
    typesetter.reportsLines = true
    var choice = choice
    var laps = Laps { _, _ in }
    let looks = typesetter.looks(of: source, &laps)
    let faults = choice.add(looks.styled.matter.value("check"))
    let blocks = looks.styled.tree.blocks.map(\.span)
    let tree = typesetter.parse(looks.source).tree
    let document = typesetter.laidOut(looks, &laps)
    let checked = CheckedDocument(
      source: document.source, tree: tree, pages: document.pages, structure: document.structure, blockSpans: blocks,
      diagnostics: (document.diagnostics + faults), unnamedPictures: document.unnamedPictures,
      pixels: { [pictures] in pictures.picture($0).pixels }, isBold: { [fonts] in fonts.face($0).fileName.contains("Bold") })
    return CheckResult(findings: checked.findings(choice), source: document.source, pageCount: document.pages.count)
  }
}
