public import TypesetBoxes
import TypesetDiagnostics
import TypesetInterface
import TypesetParagraphs
import TypesetStyling

// Drawings of clients over and behind blocks, drawn when the pages are known.

extension BlockBuilder {
  /// Draws at the marks of a page, and removes the marks.
  ///
  /// - Parameter number: Of the page, from 0.
  public func draw(onto page: inout Page, number: Int) {
    guard page.ink.marks.contains(where: \.isOfClient) else { return }
    var out = Ink()
    var content: ElementID?
    var furniture: Int?
    for (index, item) in page.ink.items.enumerated() {
      if page.furniture == index { furniture = out.items.count }
      if case .mark(let mark, let rect) = item, case .drawing(let drawn) = page.ink.marks[Int(mark)] {
        out.items.append(.content(.artifact))
        let corner = CanvasPoint(rect.x.points, (.zero - rect.y - rect.height).points)
        out.append(drawing(drawn, width: rect.width, height: rect.height, (number, corner)), dx: rect.x, dy: rect.y)
        if let content { out.items.append(.content(content)) }
        continue
      }
      if case .mark(let mark, _) = item, page.ink.marks[Int(mark)].isOfClient { continue }
      if case .run(let run) = item, index > 0, case .mark(let mark, _) = page.ink.items[index - 1],
        case .text(let renderer) = page.ink.marks[Int(mark)], let drawn = text(run, of: page.ink, renderer, content)
      {
        out.append(drawn, dx: run.x, dy: run.y)
        continue
      }
      if case .content(let element) = item { content = element }
      out.append(index..<index + 1, of: page.ink, dx: .zero, dy: .zero)
    }
    page.furniture = page.furniture.map { _ in furniture ?? out.items.count }
    page.ink = out
  }

  /// A drawing of the document in a rectangle, with the lower left corner at zero.
  ///
  /// - Parameter place: The page and the upper left corner on it.
  private func drawing(_ number: Int32, width: Length, height: Length, _ place: (page: Int, corner: CanvasPoint)) -> Ink {
    guard document.tree.drawings.list.indices.contains(Int(number)) else { return Ink() }
    let drawing = document.tree.drawings.list[Int(number)]
    guard drawing.emission < 0 else { return Ink() }
    return ink(drawing.style, drawing.drawing.name, at: drawing.span, width: width, height: height, place, drawing.drawing.draw)
  }

  /// Draws onto a whole page.
  func draw(_ drawing: PageDrawing, onto page: inout Page, _ shown: MarkdownPage) {
    let style = document.tree.theme.body(language: document.tree.language).text
    let place = (page: shown.index, corner: CanvasPoint(0, 0))
    let drawn = ink(style, drawing.name, at: SourceSpan(0, 0), width: page.width, height: page.height, place) { drawing.draw(shown, &$0) }
    guard !drawn.items.isEmpty else { return }
    if page.furniture == nil { page.furniture = page.ink.items.count }
    page.ink.items.append(.content(.artifact))
    page.ink.append(drawn, dx: .zero, dy: .zero - page.height)
  }

  /// A run of text as a client draws it, its origin at zero; nil where it is drawn as usual.
  ///
  /// - Parameter content: The element to which it belongs.
  private func text(_ run: GlyphRun, of ink: Ink, _ number: Int32, _ content: ElementID?) -> Ink? {
    let renderers = document.tree.drawings.renderers
    guard ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].contains(where: { $0 != 0x20 }),
      renderers.indices.contains(Int(number) - 1), let renderer = renderers[Int(number) - 1]
    else { return nil }
    let name = "\(type(of: renderer))"
    let overhang = renderer.overhang
    guard overhang.isFinite, (0...1_000).contains(overhang) else {
      report([
        Diagnostic(
          .warning, "style.length", at: nil, "\(name) has an overhang of \(overhang) points", hint: "a finite number from 0 to 1,000")
      ])
      return nil
    }
    let drawing = TextDrawing(run, of: ink, overhang: overhang)
    var canvas = Canvas(
      bounds: drawing.bounds, fontSize: run.size.points, foreground: run.color, stemWidth: run.size.points / 12)
    renderer.draw(drawing.run, on: &canvas)
    let context = BlockContext(document, pageLabels: pageLabels)
    var scratch = SetBlock(in: context)
    let style = document.tree.theme.body(language: document.tree.language).text
    var drawn = CanvasDrawing(context: context, style: style, scale: 1, top: drawing.run.baseline)
    drawn.text = drawing
    drawn.draw(canvas, span: SourceSpan(0, 0), onto: &scratch)
    if drawn.isOutside {
      drawn.cutOff(canvas.bounds)
      scratch.report(
        Diagnostic(
          .warning, "text.overflow", at: nil, "\(name) draws outside of its bounds",
          hint: "what is outside is clipped: stay within canvas.bounds, or set its overhang"))
    }
    report(scratch.diagnostics)
    return drawing.finished(drawn.ink, content, showsText: canvas.items.contains(.run))
  }

  private func ink(
    _ style: TextStyle, _ name: String, at span: SourceSpan, width: Length, height: Length, _ place: (page: Int, corner: CanvasPoint),
    _ draw: (inout Canvas) -> Void
  ) -> Ink {
    let context = BlockContext(document, pageLabels: pageLabels)
    var canvas = Canvas(
      bounds: CanvasRect(x: 0, y: 0, width: width.points, height: height.points), fontSize: style.size.points, foreground: style.color,
      stemWidth: document.paragraphs.letters(of: style).stemWidth.points)
    (canvas.page, canvas.pageCorner) = (place.page, place.corner)
    draw(&canvas)
    guard !canvas.items.isEmpty else { return Ink() }
    var scratch = SetBlock(in: context)
    var drawn = CanvasDrawing(context: context, style: style, scale: 1, top: height.points)
    drawn.draw(canvas, span: span, onto: &scratch)
    if drawn.isOutside {
      drawn.cutOff(canvas.bounds)
      scratch.report(
        Diagnostic(
          .warning, "style.overflow", at: span.isEmpty ? nil : span, "\(name) draws outside of its bounds",
          hint: "what is outside is clipped: stay within canvas.bounds"))
    }
    report(scratch.diagnostics)
    return drawn.ink
  }
}

extension Mark {
  /// True if it serves only clients' drawings and collectors, and is not written to files.
  fileprivate var isOfClient: Bool {
    switch self {
    case .drawing, .text: true
    case .destination(let name): name.hasPrefix(ClientCollection.anchorPrefix)
    default: false
    }
  }
}
