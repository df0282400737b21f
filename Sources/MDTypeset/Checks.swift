package import TypesetChecking
package import TypesetDiagnostics
internal import TypesetMarkdown
package import TypesetOutput
internal import TypesetStyling

extension Typesetter {
  /// Typesets a document whose lines say how they were set, and keeps what rules and records look at.
  ///
  /// - Parameters:
  ///   - time: Seconds since 1970, where nothing else says what time it is; nil is now.
  ///   - explainsBreaks: True if lines and pages say where they could have ended.
  package func typesetWithReports(
    _ source: Source, time: Int? = nil, explainsBreaks: Bool = false
  ) -> (checked: CheckedDocument, document: TypesetDocument) {
    var typesetter = self
    (typesetter.reportsLines, typesetter.explainsBreaks) = (true, explainsBreaks)
    typesetter.time = self.time ?? time
    var laps = Laps()
    let looks = typesetter.looks(of: source, &laps)
    let tree = self.document?.read?.tree ?? typesetter.parse(looks.source, in: looks.dialect.dialect).tree
    let document = typesetter.laidOut(looks, &laps)
    let checked = CheckedDocument(
      source: document.source, tree: tree, matter: looks.styled.matter, pages: document.pages, structure: document.structure,
      blockSpans: looks.styled.tree.blocks.map(\.span), diagnostics: document.diagnostics + looks.remarks,
      unnamedPictures: document.unnamedPictures,
      fonts: fonts, pictures: pictures)
    return (checked, document)
  }
}
