internal import TypesetComparing
public import TypesetDiagnostics
public import TypesetInterface
internal import TypesetMarkdown
public import TypesetOutput
internal import TypesetStyling

extension Typesetter {
  /// Typesets a text with its changes marked: inserted words underlined, removed ones struck through, bars in the margin beside them.
  ///
  /// The looks are those of the new text. Formulas, tables, pictures and code blocks are compared as wholes.
  ///
  /// - Parameters:
  ///   - old: The text as it was.
  ///   - new: The text as it is now.
  /// - Returns: The pages, with the diagnostics of the new text alone, and what changed, counted.
  public func typeset(changesFrom old: Source, to new: Source) -> (document: TypesetDocument, changes: TextChanges) {
    let decision = dialect(of: new)
    let (before, _) = settingsReader.preprocessed(old, budget: options.budget, in: decision.dialect)
    let (after, unread) = settingsReader.preprocessed(new, budget: options.budget, in: decision.dialect)
    var parsed = parse(after, in: decision.dialect)
    let text = ChangedText(from: (parse(before, in: decision.dialect), before), to: (parsed, after))
    parsed.tree = text.tree
    var typesetter = self
    let bars = ChangeBars(
      marks: Set(text.marks), struck: text.struckMarks, color: ChangedText.barColor, strikeColor: ChangedText.removedColor)
    typesetter.document = (document ?? Document(new)).markdownPageOverlay("the change bars") { bars.draw(on: $0, &$1) }
    var laps = options.laps(of: new)
    let (faults, forms) = (unread + parsed.diagnostics, parsed.forms)
    let (styled, formulas) = typesetter.style(parsed, of: text.source)
    let looks = DocumentLooks(
      styled: styled, formulas: formulas, source: text.source, inputs: new, faults: faults, forms: forms, dialect: decision)
    var document = typesetter.laidOut(looks, &laps)
    document.diagnostics.removeAll { ($0.span?.start ?? 0) > after.bytes.count }
    return (document, text.changes)
  }

  /// The same for two documents, with the modifiers of the new one; compared is their Markdown.
  public func typeset(changesFrom old: Document, to new: Document) -> (document: TypesetDocument, changes: TextChanges) {
    prepared(for: new).typeset(changesFrom: old.source, to: new.source)
  }
}
