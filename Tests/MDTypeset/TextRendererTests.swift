import MDTypeset
import Testing
import TypesetBoxes

/// Text that clients draw.
@Suite struct TextRendererTests {
  struct Rainbow: MarkdownTextRenderer {
    func draw(_ run: MarkdownTextRun, on canvas: inout Canvas) {
      let colors = [Color.red, .green, .blue]
      for (number, glyph) in run.glyphs.enumerated() { canvas.draw(glyph, color: colors[number % 3]) }
    }
  }
  struct Outlined: MarkdownTextRenderer {
    var overhang: Double { 2 }
    func draw(_ run: MarkdownTextRun, on canvas: inout Canvas) {
      canvas.fill(.roundedRect(run.bounds.inset(by: -1.5), radius: 3), .yellow)
      canvas.draw(run)
      canvas.stroke(.line(from: CanvasPoint(0, run.baseline), to: CanvasPoint(canvas.bounds.width, run.baseline)), .red)
    }
  }
  struct Closure: MarkdownTextRenderer {
    var overhang = 0.0
    var content: @Sendable (MarkdownTextRun, inout Canvas) -> Void
    func draw(_ run: MarkdownTextRun, on canvas: inout Canvas) { content(run, &canvas) }
  }

  static let text = """
    # A heading with *emphasis* fi

    Some text with a [link](https://example.org), `code`, **strong words** that go on for more than one line of the page, so that they are
    divided, [in a class]{.x} and $x^2$.

    שלום **עולם** ok.
    """

  private func links(of document: TypesetDocument) -> [String] {
    document.pages[0].ink.items.compactMap { item in
      guard case .mark(let mark, let rect) = item, case .link(let url) = document.pages[0].ink.marks[Int(mark)] else { return nil }
      return "\(url) \(rect)"
    }
  }

  private func typeset(_ document: Document) -> TypesetDocument { Typesetter().typeset(document) }

  @Test func `text, links, places and tags are the same with and without a renderer`() throws {
    let plain = Document(markdown: Self.text)
    let without = typeset(plain)
    for renderer in [Rainbow(), Outlined(), Closure { _, _ in }] as [any MarkdownTextRenderer] {
      let drawn = plain.markdownTextRenderer(renderer, for: .h1, .strong, .paragraph)
      let with = typeset(drawn)
      #expect(with.diagnostics.isEmpty, "\(with.diagnostics.map(\.message))")
      #expect(try with.text(ofPage: 0) == without.text(ofPage: 0))
      #expect(with.places == without.places)
      #expect(with.structure == without.structure)
      #expect(links(of: with) == links(of: without))
      #expect(try PDFTextReader(with.pdf()).lines == PDFTextReader(without.pdf()).lines)
      _ = try with.svg(page: 0)
    }
  }

  @Test func `a renderer gets each run's glyphs where they are`() throws {
    final class Seen: @unchecked Sendable { var runs: [MarkdownTextRun] = [] }
    let seen = Seen()
    let document = typeset(
      Document(markdown: "Some **strong** text")
        .markdownTextRenderer(
          Closure { run, canvas in
            seen.runs.append(run); canvas.draw(run)
          }, for: .strong))
    #expect(seen.runs.map(\.text) == ["strong"])
    let run = try #require(seen.runs.first)
    #expect(run.glyphs.count == 6 && run.glyphs[0].position.x == 0)
    #expect(zip(run.glyphs, run.glyphs.dropFirst()).allSatisfy { abs($0.position.x + $0.advance - $1.position.x) < 0.001 })
    #expect(abs((run.glyphs.last.map { $0.position.x + $0.advance } ?? 0) - run.bounds.width) < 0.001)
    #expect(try document.pdf() == typeset(Document(markdown: "Some **strong** text")).pdf())
  }

  @Test func `what a renderer draws is on the page, in its colours`() throws {
    func colors(_ document: Document) -> Set<UInt32> {
      Set(typeset(document).pages[0].ink.items.compactMap { if case .run(let run) = $0 { run.color.rgba } else { nil } })
    }
    let document = Document(markdown: "**abc** d").markdownTextRenderer(Rainbow(), for: .strong)
    #expect(colors(document).isSuperset(of: [Color.red.rgba, Color.green.rgba, Color.blue.rgba]))
    let png = try typeset(document).png(page: 0, ppi: 72)
    #expect(try png != typeset(Document(markdown: "**abc** d")).png(page: 0, ppi: 72))
    let blank = try typeset(Document(markdown: "**abc**").markdownTextRenderer(Closure { _, _ in }, for: .strong)).png(page: 0, ppi: 72)
    #expect(try blank == typeset(Document(markdown: "&nbsp;")).png(page: 0, ppi: 72))
  }

  @Test func `inner elements inherit a renderer and may have none`() {
    final class Seen: @unchecked Sendable { var runs: [String] = [] }
    let seen = Seen()
    let renderer = Closure { run, _ in seen.runs.append(run.text) }
    _ = typeset(
      Document(markdown: "a *b* **c** [d]{.x}\n\n# e\n").markdownTextRenderer(renderer, for: .paragraph, .class("x"))
        .markdownTextRenderer(nil, for: .strong))
    #expect(seen.runs.map { $0.filter { $0 != " " } } == ["a", "b", "d"], "spaces are not drawn")
    seen.runs = []
    _ = typeset(Document(markdown: "a\n\n# e\n").markdownTextRenderer(renderer, for: .body))
    #expect(seen.runs.contains("a") && seen.runs.contains("e"))
  }

  @Test func `faults are reported by the renderer's name, and the text is there`() throws {
    func codes(_ renderer: Closure) throws -> [String] {
      let document = typeset(Document(markdown: "some **words** here").markdownTextRenderer(renderer, for: .strong))
      #expect(try document.text(ofPage: 0).hasPrefix("some words here"))
      #expect(document.diagnostics.allSatisfy { $0.message.hasPrefix("Closure ") })
      return document.diagnostics.map(\.code)
    }
    #expect(
      try codes(Closure { _, canvas in canvas.fill(.circle(in: CanvasRect(x: -50, y: 0, width: 9, height: 9)), .red) }) == ["text.overflow"]
    )
    #expect(try codes(Closure { run, canvas in canvas.draw(run.glyphs[0], at: CanvasPoint(.nan, 1)) }) == ["text.overflow"])
    #expect(try codes(Closure { run, canvas in canvas.draw(run.glyphs[0], at: CanvasPoint(1e9, 1)) }) == ["text.overflow"])
    #expect(try codes(Closure(overhang: .nan) { run, canvas in canvas.draw(run) }) == ["style.length"])
    #expect(try codes(Closure(overhang: -1) { run, canvas in canvas.draw(run) }) == ["style.length"])
    #expect(
      try codes(Closure(overhang: 3) { run, canvas in canvas.draw(run.glyphs[0], at: CanvasPoint(-2, run.baseline)) }) == ["text.overflow"])
  }
}
