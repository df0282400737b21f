package import TypesetDiagnostics
internal import TypesetMarkdown
internal import TypesetOutput
internal import TypesetPages
internal import TypesetStyling

extension Typesetter {
  /// What the parser makes of a source, as text.
  package func printedTree(of source: Source) -> String {
    parse(preprocessed(source, files: files, budget: options.budget).source).tree.printed()
  }

  /// The styled tree of a document, as text: every block with its number, its words and its style.
  package func printedStyledTree(of source: Source) -> String {
    let source = preprocessed(source, files: files, budget: options.budget).source
    return style(parse(source), of: source).styled.tree.printed(of: source)
  }

  /// The vertical list of a document, as text.
  package func printedBoxes(of source: Source) -> String {
    let source = preprocessed(source, files: files, budget: options.budget).source
    let (styled, formulas) = style(parse(source), of: source)
    let blocks = composer.build(styled.tree, math: formulas.macros, formulas: formulas.formulas)
    return join(blocks.lists, of: styled.tree).printed { fonts.face($0).fileName }
  }

  /// How each line of text of a document is set, one JSON object a line.
  package func printedTypography(of source: Source) -> String {
    let document = typesetWithReports(source).document
    return TypographyReport(document.pages, structure: document.structure).printed()
  }
}
