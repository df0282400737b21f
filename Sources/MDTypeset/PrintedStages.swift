internal import TypesetCiting
package import TypesetDiagnostics
package import TypesetMarkdown
internal import TypesetOutput
internal import TypesetPages
internal import TypesetStyling

extension Typesetter {
  /// What the parser makes of a source, as text.
  package func printedTree(of source: Source) -> String { parsed(source).document.tree.printed() }

  /// Parses a source with what it includes; `cites` sets its citations, and says all that is wrong with it.
  package func parsed(_ inputs: Source, cites: Bool = false) -> (document: ParsedDocument, source: Source) {
    let decision = dialect(of: inputs)
    let (source, unread) = settingsReader.preprocessed(inputs, budget: options.budget, in: decision.dialect)
    var parsed = parse(source, in: decision.dialect, cites: cites)
    guard cites else { return (parsed, source) }
    _ = CitingDocument.cite(&parsed, of: source, settingsReader, .whole) { parse(Source(name: "", text: $0), in: decision.dialect).tree }
    parsed.diagnostics = (inputs.remarks(readAs: source) + decision.diagnostics + unread + parsed.diagnostics).inDocumentOrder()
    return (parsed, source)
  }

  /// The styled tree of a document, as text: every block with its number, its words and its style.
  package func printedStyledTree(of source: Source) -> String {
    let (document, source) = parsed(source)
    return style(document, of: source).styled.tree.printed(of: source)
  }

  /// The vertical list of a document, as text.
  package func printedBoxes(of source: Source) -> String {
    let (document, source) = parsed(source)
    let (styled, formulas) = style(document, of: source)
    let blocks = composer.build(styled.tree, math: formulas.macros, formulas: formulas.formulas)
    return join(blocks.lists, of: styled.tree).printed { fonts.face($0).fileName }
  }
}
