import MDTypeset
import Testing
import TypesetBoxes

@Suite struct StyleTests {
  static let text = """
    ## Heading {#h}

    > [!NOTE]
    > A callout with $x^2$.
    >
    > - and a list

    > [!WARNING] A *title*
    > Text.

    | Name | Value |
    |:-----|------:|
    | a `b` | 1 |
    | c | **2** |

    : Numbers. {#tbl-a}

    ```swift
    let x = 1
    ```

    > A quote.

    ---

    - one
      - two
    1. three
    """

  func text(_ document: Document) throws -> String {
    let typeset = Typesetter().typeset(document)
    return try (0..<typeset.pageCount).map { try typeset.text(ofPage: $0) }.joined(separator: "\n")
  }
  func diagnostics(_ document: Document) -> [String] { Typesetter().typeset(document).diagnostics.map { "\($0.code): \($0.message)" } }
  func pdf(_ document: Document) throws -> [UInt8] { try Typesetter().typeset(document).pdf() }

  @Test(arguments: ["github", "article", "book", "report", "note", "dark"])
  func `the built-in table and callout are made of the public primitives`(theme: String) throws {
    let plain = Document(markdown: Self.text).markdownTheme(.named(theme))
    let styled = plain.markdownTableStyle(.automatic).markdownCalloutStyle(.automatic)
    #expect(try pdf(styled) == pdf(plain))
  }

  @Test func `the built-in styles of all kinds show the same text and say nothing`() throws {
    let plain = Document(markdown: Self.text)
    let styled = plain.markdownCodeBlockStyle(.automatic).markdownTableStyle(.automatic).markdownQuoteStyle(.automatic)
      .markdownListStyle(.automatic).markdownListMarkerStyle(.automatic).markdownHeadingStyle(.automatic)
      .markdownCalloutStyle(.automatic).markdownFigureStyle(.automatic).markdownRuleStyle(.automatic).markdownDisplayStyle(.automatic)
    #expect(try text(styled) == text(plain))
    #expect(diagnostics(styled).isEmpty)
    #expect(Typesetter().typeset(styled).places.filter { $0.kind == "heading" }.map(\.id) == ["h"])
  }

  struct Boxed<Base: MarkdownCodeBlockStyle>: MarkdownCodeBlockStyle {
    var base: Base
    func makeBody(configuration: Configuration) -> MarkdownBody {
      .vertical(.text("«\(configuration.node.language)»"), base.makeBody(configuration: configuration)).padding(10)
    }
  }

  @Test func `a style adds to the built-in one, whose padding moves both`() throws {
    let code = Document(markdown: "```swift\nlet x = 1\n```").markdownCodeBlockStyle(Boxed(base: .automatic))
    #expect(try text(code).hasPrefix("«swift»\nlet x = 1"))
    func left(_ document: Document) throws -> Double {
      try #require(Typesetter().typeset(document).places.first { $0.kind == "code" }).x
    }
    let moved = try left(code.padding(20, for: .codeBlock)) - left(code.padding(5, for: .codeBlock))
    #expect(abs(moved - 15) < 0.01)
  }

  struct Columns: MarkdownQuoteStyle {
    func makeBody(configuration: Configuration) -> MarkdownBody {
      .horizontal(spacing: 10, MarkdownBody.text("LEFT").width(60), configuration.content)
    }
  }

  @Test func `parts stand side by side`() throws {
    let document = Typesetter().typeset(Document(markdown: "> A quote.").markdownQuoteStyle(Columns()))
    let places = document.places.filter { $0.kind == "paragraph" }
    let left = try #require(places.first { $0.text == "LEFT" })
    let right = try #require(places.first { $0.text == "A quote." })
    #expect(abs(right.x - left.x - 70) < 0.01)
    #expect(abs(right.y - left.y) < 3)
  }

  @Test func `within small capitals words may be upright`() throws {
    func page(_ inner: String) throws -> [UInt8] {
      let text = "<span style=\"font-variant: small-caps\">x <span style=\"font-variant: \(inner)\">x</span></span>\n"
      return try Typesetter().typeset(Source(name: "a.md", text: text)).svg(page: 0)
    }
    #expect(try page("normal") != page("small-caps"))
    #expect(try page("all-petite-caps") == page("small-caps"))
  }

  @Test func `cells have looks by their values and drawings over their places`() throws {
    let document = Document(markdown: "| a | b |\n|--|--|\n| 1 | −2 |\n| 3 | x |\n")
      .markdownTableCellStyle { cell in
        cell.number.map { MarkdownCellStyle(fill: $0 < 0 ? .red : .green, foreground: .white) }
      }
      .markdownTableCellOverlay { cell, canvas in
        if cell.text == "x", cell.row == 1, cell.column == 1 { canvas.stroke(.rect(canvas.bounds.inset(by: 1)), .purple) }
      }
    let typeset = Typesetter().typeset(document)
    #expect(typeset.diagnostics.isEmpty)
    let svg = String(decoding: try typeset.svg(page: 0), as: UTF8.self)
    #expect(svg.contains("#ff0000"))
    #expect(svg.contains("#800080"))
  }

  struct Heat: MarkdownTableStyle {
    func makeBody(configuration: Configuration) -> MarkdownBody {
      .table(
        columns: configuration.columns, head: configuration.head,
        rows: configuration.rows.map { row in row.map { $0.style(MarkdownCellStyle(fill: $0.number == nil ? nil : .orange)) } },
        caption: configuration.caption)
    }
  }

  @Test func `a client's table is split over pages with its head`() throws {
    let rows = (0..<120).map { "| row \($0) | \($0) |" }.joined(separator: "\n")
    let document = Typesetter().typeset(
      Document(markdown: "| Name | Value |\n|--|--|\n\(rows)\n").markdownTableStyle(Heat()))
    #expect(document.pageCount > 1)
    for page in 0..<document.pageCount { #expect(try document.text(ofPage: page).contains("Name")) }
    #expect(try (0..<document.pageCount).map { try document.text(ofPage: $0) }.joined().contains("row 119"))
  }

  struct Framed: MarkdownQuoteStyle {
    func makeBody(configuration: Configuration) -> MarkdownBody {
      configuration.content.padding(4).overlay("corner") { canvas in
        canvas.stroke(.line(from: CanvasPoint(0, 0), to: CanvasPoint(canvas.bounds.width, canvas.bounds.height)), .indigo)
      }
    }
  }

  @Test func `a drawing over a block is made on each of its pages`() throws {
    let long = "> " + String(repeating: "word ", count: 3_000)
    let document = Typesetter().typeset(Document(markdown: long).markdownQuoteStyle(Framed()))
    #expect(document.pageCount > 2)
    for page in 0..<document.pageCount {
      #expect(String(decoding: try document.svg(page: page), as: UTF8.self).contains("#4b0082"))
    }
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `what is drawn outside is cut off and said once`() throws {
    let document = Typesetter().typeset(
      Document(markdown: "> A\n\n> B\n").markdownStyling(QuoteNode.self) { _, context in
        context.content.background("splash") { $0.fill(CanvasRect(x: -50, y: -50, width: 500, height: 500), .yellow) }
      })
    #expect(document.diagnostics.map(\.code) == ["style.overflow"])
    #expect(document.diagnostics[0].message.contains("splash"))
    #expect(String(decoding: try document.svg(page: 0), as: UTF8.self).contains("clip"))
  }

  struct Brand: MarkdownEnvironmentKey { static let defaultValue = "none" }

  @Test func `the environment goes down`() throws {
    let document = Document(markdown: "> A\n>\n> > B\n").markdownStyling(QuoteNode.self) { _, context in
      .vertical(.text("(\(context.environment.brand))"), context.content.environment(\.brand, "inner"))
    }
    #expect(try text(document).hasPrefix("(none)\nA\n(inner)\nB"))
    #expect(try text(document.environment(\.brand, "outer")).hasPrefix("(outer)\nA\n(inner)\nB"))
  }

  @Test func `the environment knows the type, the width and the ground`() throws {
    let document = Document(markdown: "# A\n\n- > B\n\n> C\n").markdownTheme(.dark).markdownStyling(QuoteNode.self) { _, context in
      let environment = context.environment
      return .text("\(environment.appearance) \(environment.measure.map { $0 > 100 } ?? false) \(environment.fontSize > 5)")
    }
    #expect(try text(document).contains("dark false true"))
    #expect(try text(document).contains("dark true true"))
  }

  struct Stars: MarkdownListMarkerStyle {
    func makeBody(configuration: Configuration) -> MarkdownBody {
      configuration.number == nil ? .text("★").foregroundStyle(.orange) : AutomaticStyle().makeBody(configuration: configuration)
    }
  }

  @Test func `markers have styles`() throws {
    #expect(try text(Document(markdown: "- a\n\n1. b\n").markdownListMarkerStyle(Stars())).hasPrefix("★a\n1.b"))
  }

  @Test func `a wide or a narrow body is set by the room there is`() throws {
    let document = Document(markdown: "> A\n\n| x |\n|---|\n| y |\n").markdownStyling(QuoteNode.self) { _, _ in
      .vertical(
        .whenWide(atLeast: 100, .text("wide"), else: .text("narrow")),
        .horizontal(MarkdownBody.whenWide(atLeast: 100, .text("wide2"), else: .text("narrow2")).width(50), .text("rest")))
    }
    #expect(try text(document).contains("wide\n"))
    #expect(try text(document).contains("narrow2"))
  }

  @Test func `cards of a row are equally high, and padding adds nothing to the space of paragraphs`() throws {
    let document = Typesetter().typeset(
      Document(markdown: "- one\n- \(String(repeating: "two ", count: 60))\n").markdownStyling(ListNode.self) { list, _ in
        .grid(
          columns: 2, spacing: 10, alignment: .stretch,
          list.items.map { MarkdownBody.nodes($0.children).padding(6).panel(fill: .yellow) })
      })
    let svg = String(decoding: try document.svg(page: 0), as: UTF8.self)
    let panels = svg.split(separator: "\n").filter { $0.hasPrefix("<rect") && $0.contains("#ffff00") }
    let heights = panels.compactMap { $0.firstMatch(of: /height="([0-9.]+)"/).flatMap { Double($0.1) } }
    try #require(heights.count == 2)
    #expect(heights[0] > 30)
    #expect(abs(heights[0] - heights[1]) < 0.01)
  }

  @Test func `a list of contents may say how deep it is`() throws {
    let typeset = Typesetter().typeset(Document(markdown: "[TOC maxLevel=1]\n\n# A\n\n## B\n\n# C\n\n[TOC]\n"))
    #expect(try typeset.text(ofPage: 0).split(separator: "\n").filter { $0.hasPrefix("B") }.count == 2)
  }

  @Test(arguments: ["[TOC]", "::: columns\n::: column\nWords.\n:::\n::: column\n[TOC]\n:::\n:::"])
  func `a list of contents has its page numbers, also in a column`(_ list: String) throws {
    let typeset = Typesetter().typeset(Document(markdown: "\(list)\n\n# First\n\n\\newpage\n\n# Last\n"))
    let lines = try typeset.text(ofPage: 0).split(separator: "\n").map { $0.split(separator: " ") }
    #expect(lines.contains { $0.first == "Last" && $0.last == "2" })
  }

  @Test func `headings that a style drops or doubles leave contents and outline right`() throws {
    let document = Document(markdown: "[TOC]\n\n# A\n\n> # B\n\n> > # C\n").markdownStyling(QuoteNode.self) { quote, context in
      quote.text.contains("B") ? context.resolve(quote.children) + context.resolve(quote.children) : .text("dropped")
    }
    let typeset = Typesetter().typeset(document)
    let shown = try typeset.text(ofPage: 0)
    #expect(!shown.contains("C"))
    #expect(typeset.trace(ofCollector: "headings") == ["1. page 1: 1 A", "2. page 1: 1 B", "3. page 1: 1 B"])
    #expect(typeset.diagnostics.isEmpty)
    #expect(shown.split(separator: "\n").filter { $0.hasPrefix("B") }.count == 3)
  }

  // MARK: Bad input

  @Test(arguments: [Double.nan, -1, .infinity, 1e9])
  func `lengths that can't be used count as none and are said once`(length: Double) throws {
    let document = Document(markdown: "> A\n\n> B\n").markdownStyling(QuoteNode.self) { _, context in
      .vertical(
        spacing: length, context.content.padding(length).panel(fill: .silver, border: .red, borderWidth: length, radius: length),
        .spacer(length), .horizontal(spacing: length, MarkdownBody.text("C").width(length), .text("D")))
    }
    #expect(Set(diagnostics(document)).count == 1)
    #expect(diagnostics(document).first?.hasPrefix("style.length: the styling of quote") == true)
    #expect(try text(document).contains("A\nC"))
  }

  @Test func `a style that makes nothing leaves the usual looks`() throws {
    let document = Document(markdown: "> A\n\n> B\n").markdownStyling(QuoteNode.self) { _, _ in .empty }
    #expect(diagnostics(document) == ["style.empty: the styling of quote makes nothing of a quote"])
    #expect(try text(document).hasPrefix("A\nB"))
  }

  @Test func `a style that never ends ends`() throws {
    let document = Document(markdown: "- > A\n  >\n  > - > B\n").markdownStyling(QuoteNode.self) { quote, context in
      context.resolve([quote.node]) + context.resolve([quote.node]) + .text("x")
    }
    #expect(try text(document).contains("B"))
  }

  @Test func `two thousand nodes have a client's style`() throws {
    let markdown = (0..<2_000).map { "> \($0)\n" }.joined(separator: "\n")
    let document = Document(markdown: markdown).markdownStyling(QuoteNode.self) { _, context in context.content.panel(context.look) }
    #expect(try Typesetter().typeset(document).text(ofPage: 0).hasPrefix("0\n1\n2"))
  }

  struct FramedTheorem: MarkdownTheoremStyle {
    func makeBody(configuration: Configuration) -> MarkdownBody {
      .vertical(
        configuration.head, .text("[\(configuration.node.kind) \(configuration.number ?? "-")]"), configuration.statement.padding(left: 10)
      ).panel(border: .teal, padding: 4)
    }
  }
  struct Numbered: MarkdownListItemStyle {
    func makeBody(configuration: Configuration) -> MarkdownBody {
      .vertical(.text("<\(configuration.number.map { "\($0)" } ?? "-") \(configuration.depth)>"), configuration.content)
    }
  }

  static let theorem = "::: {#thm-a .theorem}\n## Euler\nA *b* $c$.\n\n- d\n:::\n\n::: proof\nShort.\n:::\n\nSee @thm-a.\n"

  @Test func `cards of Markdown are side by side, all as high as the highest`() throws {
    let cards = "::: cards\n::: card\nOne\n\nTwo *lines*\n:::\n::: card\nB\n:::\n::: {.card #c}\nC $x$\n:::\n::: card\nD\n:::\n:::\n"
    let typeset = Typesetter().typeset(markdown: cards + "\nSee [it](#c).\n")
    #expect(typeset.diagnostics.isEmpty)
    let frames = typeset.pages[0].ink.items.compactMap { if case .panel(let panel) = $0 { panel.rect } else { nil } }
    #expect(frames.count == 4)
    #expect(frames[0].height == frames[1].height && frames[1].height == frames[2].height && frames[3].height < frames[0].height)
    #expect(frames[0].x < frames[1].x && frames[1].x < frames[2].x && frames[3].x == frames[0].x && frames[3].y < frames[0].y)
    #expect(try text(Document(markdown: cards)).split(separator: "\n").dropLast().joined(separator: " ").contains("D"))
    let other = "::: cards\nText\n\n::: card\nB\n:::\n:::\n"
    #expect(Typesetter().typeset(markdown: other).pages[0].ink.items.allSatisfy { if case .panel = $0 { false } else { true } })
  }

  @Test func `every second row has its ground on all pages of a table`() throws {
    let rows = (1...90).map { "| r\($0) | x |\n" }.joined()
    let document = Document(markdown: "| a | b |\n|---|---|\n" + rows).background(.silver, for: .tableRowEven)
    let pages = Typesetter().typeset(document).pages
    #expect(pages.count > 1)
    var seen = 0
    for page in pages {
      var grounds: [Rect] = []
      for item in page.ink.items {
        switch item {
        case .panel(let panel) where panel.fill == .silver: grounds.append(panel.rect)
        case .rule(let rect, .silver): grounds.append(rect)
        case .run(let run):
          let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
          guard text.hasPrefix("r"), let number = Int(text.dropFirst()) else { continue }
          seen += 1
          let hasGround = grounds.contains { $0.y < run.y && run.y < $0.y + $0.height && $0.x < run.x && run.x < $0.x + $0.width }
          #expect(hasGround == number.isMultiple(of: 2), "\(number)")
        default: break
        }
      }
    }
    #expect(seen == 90)
  }

  @Test func `theorems and items have styles, which keep their numbers and markers`() throws {
    let document = Document(markdown: Self.theorem + "\n1. one\n2. two\n\n   - deep\n").markdownTheoremStyle(FramedTheorem())
      .markdownListItemStyle(Numbered())
    let typeset = Typesetter().typeset(document)
    #expect(typeset.diagnostics.isEmpty, "\(typeset.diagnostics.map(\.message))")
    let shown = try typeset.text(ofPage: 0)
    for words in [
      "Theorem 1 (Euler).\n[theorem 1]\nA b $c$.", "Proof.\n[proof -]\nShort.", "See Theorem 1.", "1.<1 1>\none", "2.<2 1>\ntwo",
      "<- 1>\ndeep",
    ] {
      #expect(shown.contains(words), "\(words): \(shown)")
    }
  }

  @Test func `built-in styles of theorems and items give the same pages`() throws {
    let text = Self.theorem + "\n- [x] a\n\n- b\n\n  c\n\n1. d\n2. e\n   - f\n"
    for theme in [MarkdownTheme.article, .github, .dark, .book] {
      let plain = Typesetter().typeset(Document(markdown: text).markdownTheme(theme))
      let styled = Typesetter().typeset(
        Document(markdown: text).markdownTheme(theme).markdownTheoremStyle(.automatic).markdownListItemStyle(
          .automatic))
      #expect(styled.pages.map(\.ink.items.count) == plain.pages.map(\.ink.items.count))
      #expect(try styled.png(page: 0, ppi: 60) == plain.png(page: 0, ppi: 60))
    }
  }
}

extension MarkdownEnvironment {
  fileprivate var brand: String {
    get { self[StyleTests.Brand.self] }
    set { self[StyleTests.Brand.self] = newValue }
  }

  @Test(arguments: ["20px", "80px", "150px"]) func `a block with a ground has it at every size of its type`(size: String) {
    let markdown = "<div style=\"background:#1a365d; color:white; font-size:\(size)\">\nWhite\n</div>\n"
    let page = Typesetter().typeset(markdown: markdown).pages[0]
    let grounds = page.ink.items.compactMap { if case .panel(let panel) = $0 { panel.rect.width } else { nil } }
    #expect(grounds.count == 1)
  }
}
