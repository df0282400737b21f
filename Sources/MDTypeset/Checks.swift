public import TypesetChecking
package import TypesetDiagnostics
public import TypesetInterface
internal import TypesetMarkdown
public import TypesetOutput
internal import TypesetStyling

extension Typesetter {
  /// Typesets a document whose lines say how they were set, and keeps what rules and records look at.
  ///
  /// - Parameters:
  ///   - time: Seconds since 1970, where nothing else says what time it is; nil is now.
  ///   - explainsBreaks, comparesBlocks: True if lines and pages say where they could have ended; if another state is compared.
  package func typesetWithReports(
    _ source: Source, time: Int? = nil, explainsBreaks: Bool = false, comparesBlocks: Bool = false
  ) -> (checked: CheckedDocument, document: TypesetDocument) {
    var typesetter = self
    (typesetter.reportsLines, typesetter.explainsBreaks, typesetter.comparesBlocks) = (true, explainsBreaks, comparesBlocks)
    typesetter.time = self.time ?? time
    var laps = Laps()
    let looks = typesetter.looks(of: source, &laps)
    let tree = self.document?.read?.tree ?? typesetter.parse(looks.source, in: looks.dialect.dialect).tree
    let document = typesetter.laidOut(looks, &laps)
    var checked = CheckedDocument(
      source: document.source, tree: tree, matter: looks.styled.matter, pages: document.pages, structure: document.structure,
      blockSpans: looks.styled.tree.blocks.map(\.span), diagnostics: document.diagnostics + looks.remarks,
      unnamedPictures: document.unnamedPictures, fonts: fonts, pictures: pictures)
    checked.traces = document.traces
    return (checked, document)
  }

  /// Typesets a document and says what the rules of `mdtypeset check` find in it, from the same parse.
  ///
  /// - Parameters:
  ///   - only: The names of the rules that are applied; nil is all. Front matter may switch off more.
  ///   - skipped: The names of rules that are not.
  public func check(
    _ document: Document, only: Set<String>? = nil, skipping skipped: Set<String> = []
  ) -> (document: TypesetDocument, findings: [CheckFinding]) {
    let (checked, typeset) = prepared(for: document).typesetWithReports(document.source)
    return (typeset, checked.check(RuleChoice(only: only, skipped: skipped)).findings.map { CheckFinding($0) })
  }
}
