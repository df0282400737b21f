internal import TypesetComparing
public import TypesetDiagnostics
public import TypesetInterface
internal import TypesetMarkdown
public import TypesetOutput

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
    let (before, _) = preprocessed(old, files: files, budget: options.budget)
    let (after, unread) = preprocessed(new, files: files, budget: options.budget)
    var removed = parse(before)
    var parsed = parse(after)
    let joined = Source(joining: after, before)
    removed.tree.moveSpans(by: after.bytes.count, else: SourceSpan(after.bytes.count, joined.bytes.count))
    var text = ChangedText(from: removed.tree, to: parsed.tree)
    text.compareKeys(from: removed.frontMatter.values, to: parsed.frontMatter.values)
    parsed.tree = text.tree
    parsed.tree.files = joined.files

    var typesetter = self
    let bars = ChangeBars(marks: Set(text.marks), struck: text.struckMarks)
    typesetter.document = (document ?? Document(new)).markdownPageOverlay("the change bars") { bars.draw(on: $0, &$1) }
    var laps = Laps()
    let (faults, forms) = (unread + parsed.diagnostics, parsed.forms)
    let (styled, formulas) = typesetter.style(parsed, of: joined)
    let looks = Looks(styled: styled, formulas: formulas, source: joined, inputs: new, faults: faults, forms: forms)
    var document = typesetter.laidOut(looks, &laps)
    document.diagnostics.removeAll { ($0.span?.start ?? 0) > after.bytes.count }
    return (document, text.changes)
  }
}

/// Bars in the margin beside what changed, and lines through removed formulas, pictures and code.
private struct ChangeBars: Sendable {
  let marks: Set<String>
  let struck: Set<String>

  /// Points.
  private static let (width, distance) = (1.2, 9.0)

  func draw(on page: MarkdownPage, _ canvas: inout Canvas) {
    let own = page.places.filter { $0.page == page.index && $0.width > 0 }
    let middle = page.width / 2
    // Where text begins: at the left of the page, or of its second column.
    let left = own.map(\.x).min() ?? 0
    let second = own.filter { $0.kind == "paragraph" && $0.x > middle }.map(\.x).min()
    for mark in own {
      guard let id = mark.id, marks.contains(id) else { continue }
      // The name of a block is at its beginning.
      let place = mark.kind == "label" ? own.first { ["code", "table", "formula"].contains($0.kind) && $0.encloses(mark) } ?? mark : mark
      let start = second.map { place.x >= $0 - 1 ? $0 : left } ?? left
      let x = max(start - Self.distance, 2)
      canvas.fill(
        .rect(CanvasRect(x: x, y: place.y - 1, width: Self.width, height: place.height + 2)), Color(hex: ChangedText.barColor))
      if struck.contains(id) { strike(place, &canvas) }
    }
  }

  /// Through the middle of a formula, and from corner to corner of what is higher.
  private func strike(_ place: DocumentPlace, _ canvas: inout Canvas) {
    let color = Color(hex: ChangedText.removedColor)
    let (right, bottom) = (place.x + place.width, place.y + place.height)
    guard place.height > 40 else {
      let y = place.y + place.height / 2
      return canvas.stroke(.line(from: CanvasPoint(place.x, y), to: CanvasPoint(right, y)), color, width: 0.7)
    }
    canvas.stroke(.line(from: CanvasPoint(place.x, place.y), to: CanvasPoint(right, bottom)), color, width: 0.7)
    canvas.stroke(.line(from: CanvasPoint(place.x, bottom), to: CanvasPoint(right, place.y)), color, width: 0.7)
  }
}

extension DocumentPlace {
  fileprivate func encloses(_ place: DocumentPlace) -> Bool {
    place.x >= x - 1 && place.y >= y - 1 && place.x + place.width <= x + width + 1 && place.y + place.height <= y + height + 1
  }
}
