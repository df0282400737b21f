package import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
internal import TypesetOutput
internal import TypesetPages
internal import TypesetStyling

extension Typesetter {
  /// What the parser makes of a source, as text.
  package func printedTree(of source: Source) -> String {
    parsed(source).document.tree.printed()
  }

  /// What a source was written for, and what says so, as text.
  package func printedDialect(of source: Source) -> String { dialect(of: source).printed(in: source) }

  /// The formulas that are taken out of a source before Markdown is read, as text.
  package func printedSpans(of source: Source) -> String {
    let (document, text) = parsed(source)
    return document.tree.printedFormulas(in: text)
  }

  private func parsed(_ source: Source) -> (document: ParsedDocument, source: Source) {
    let dialect = dialect(of: source).dialect
    let text = preprocessed(source, dialect: dialect, files: files, budget: options.budget).source
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

  /// How each line of text of a document is set, one JSON object a line.
  package func printedTypography(of source: Source) -> String {
    let document = typesetWithReports(source).document
    return TypographyReport(document.pages, structure: document.structure).printed()
  }
}

extension Typesetter {
  /// What beside a document decides its dialect: part of the keys of kept outputs.
  ///
  /// - Parameters:
  ///   - folder: The document's.
  ///   - roots: The folders below which files may be read.
  package static func projectKey(of folder: String?, roots: [String]) -> String {
    let markers = ProjectMarker.near(folder, files: FileAccess(roots: roots))
    return markers.reduce(into: "") { $0 += $1.path + "\n" }
  }

  /// What is wrong with the name of a format, as `--from` has it; nil for one that is known.
  package static func formatFault(_ name: String) -> (message: String, hint: String)? {
    do throws(Dialect.NameFault) {
      _ = try Dialect.named(name)
      return nil
    } catch {
      return (error.message, error.hint)
    }
  }
}
