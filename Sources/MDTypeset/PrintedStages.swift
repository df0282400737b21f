package import TypesetDiagnostics
package import TypesetMarkdown
internal import TypesetOutput
internal import TypesetPages
internal import TypesetStyling

extension Typesetter {
  /// What the parser makes of a source, as text.
  package func printedTree(of source: Source) -> String { parsed(source).document.tree.printed() }

  package func parsed(_ source: Source) -> (document: ParsedDocument, source: Source) {
    let dialect = dialect(of: source).dialect
    let text = preprocessed(source, files: files, budget: options.budget, in: dialect).source
    return (parse(text, in: dialect), text)
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
