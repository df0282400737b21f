import Foundation
import MDTypeset
import Testing

@Suite struct CollectorTests {
  struct Todo: Equatable, Sendable {
    var text: String
    var page: String
  }

  enum Todos: MarkdownCollector {
    static let defaultValue: [Todo] = []
    static func reduce(into value: inout [Todo], next: () -> [Todo]) { value += next() }
  }

  static func document(_ markdown: String) -> Document {
    Document(markdown: markdown)
      .markdownDirective("Todo") { call, context in
        let text = call.content.map(\.text).joined()
        return context.resolve(call.content).collect(Todos.self) { place in [Todo(text: text, page: place.label)] }
      }
      .markdownDirective("Todos") { _, _ in
        .reading(Todos.self) { todos in .vertical(todos.map { .text("\($0.text) on \($0.page)") }) }
      }
  }

  func text(_ document: Document) throws -> [String] {
    let typeset = Typesetter().typeset(document)
    return try (0..<typeset.pageCount).map { try typeset.text(ofPage: $0) }
  }

  static let threePages = "# A\n\n@Todo { first }\n\n\\pagebreak\n\nIn a line :todo[second].\n\n\\pagebreak\n\n- > @Todo { third }\n"

  @Test func `values know their pages, in blocks, lines and lists`() throws {
    let typeset = Typesetter().typeset(Self.document(Self.threePages))
    #expect(typeset.pageCount == 3)
    #expect(
      typeset.collected(Todos.self) == [
        Todo(text: "first", page: "1"), Todo(text: "second", page: "2"), Todo(text: "third", page: "3"),
      ])
    #expect(typeset.diagnostics.isEmpty)
    #expect(typeset.trace(ofCollector: "Todos")?[1].hasPrefix("2. page 2: [") == true)
    #expect(typeset.trace(ofCollector: "headings") == ["1. page 1: 1 A"])
    #expect(typeset.trace(ofCollector: "nothing") == nil)
  }

  @Test func `a reader shows what comes after it, with the pages as they are with it`() throws {
    let pages = try text(Self.document("@Todos\n\n\\pagebreak\n\n" + Self.threePages))
    #expect(pages.count == 4)
    #expect(pages[0].hasPrefix("first on 2\nsecond on 3\nthird on 4"))
  }

  @Test func `what is collected leaves the rest of the page as it is`() throws {
    let plain = try text(Document(markdown: "One\n\ntwo *words*\n\nthree\n"))
    let document = Document(markdown: "One\n\n@Todo {\n  two *words*\n}\n\nthree\n").markdownDirective("Todo") { call, context in
      context.resolve(call.content).collect(Todos.self, [])
    }
    #expect(try text(document) == plain)
    let line = Document(markdown: "a :todo[b] c").markdownDirective("todo") { $1.resolve($0.content).collect(Todos.self, []) }
    #expect(Typesetter().typeset(line).places.allSatisfy { $0.id == nil })
    func y(_ document: Document) throws -> Double { try #require(Typesetter().typeset(document).places.last).y }
    #expect(try y(document) == y(Document(markdown: "One\n\ntwo *words*\n\nthree\n")))
  }

  enum First: MarkdownCollector {
    static let defaultValue = "none"
    static func reduce(into value: inout String, next: () -> String) { MarkdownReduction.first(into: &value, next) }
  }
  enum Last: MarkdownCollector { static let defaultValue = "none" }
  enum Highest: MarkdownCollector {
    static let defaultValue = 0
    static func reduce(into value: inout Int, next: () -> Int) { MarkdownReduction.max(into: &value, next) }
  }

  @Test func `the reduction decides, and what it does not ask for is not made`() throws {
    let document = Document(markdown: "@N(3)\n\n@N(7)\n\n@N(5)\n").markdownDirective("N") { call, _ in
      let text = call.arguments[""] ?? ""
      return .text(text).collect(First.self) { _ in
        precondition(text == "3", "only the first is asked for")
        return text
      }.collect(Last.self, text).collect(Highest.self, Int(text) ?? 0)
    }
    let typeset = Typesetter().typeset(document)
    #expect(typeset.collected(First.self) == "3")
    #expect(typeset.collected(Last.self) == "5")
    #expect(typeset.collected(Highest.self) == 7)
    #expect(Typesetter().typeset(markdown: "x").collected(Last.self) == "none")
  }

  @Test func `nobody makes what nobody reads`() throws {
    let document = Document(markdown: "@N\n").markdownDirective("N") { _, _ in
      .text("x").collect(First.self) { _ in preconditionFailure("nobody reads this") }
    }
    #expect(try text(document)[0].hasPrefix("x"))
  }

  @Test func `a body replaces what is collected in it`() throws {
    let document = Document(markdown: "> @N(3)\n>\n> @N(4)\n\n@N(2)\n")
      .markdownDirective("N") { call, _ in .text("n").collect(Highest.self, Int(call.arguments[""] ?? "") ?? 0) }
      .markdownStyling(QuoteNode.self) { _, context in
        context.content.transformCollected(Highest.self) { $0 *= -1 }
      }
    #expect(Typesetter().typeset(document).collected(Highest.self) == 2)
  }

  @Test func `bodies collect and read`() throws {
    let document = Document(markdown: "> a\n\n> b\n\n---\n")
      .markdownStyling(QuoteNode.self) { quote, context in context.content.collect(Todos.self) { [Todo(text: quote.text, page: $0.label)] }
      }
      .markdownStyling(ThematicBreakNode.self) { _, _ in
        .reading(Todos.self) { .text("\($0.count) quotes, the last on \($0.last?.page ?? "")") }
      }
    #expect(try text(document)[0].hasPrefix("a\nb\n2 quotes, the last on 1"))
  }

  @Test func `a part over two pages has a rectangle on each`() throws {
    final class Places: Sendable {}
    enum Rects: MarkdownCollector { static let defaultValue: [CollectedPlace.Fragment] = [] }
    let long = String(repeating: "word ", count: 900)
    let document = Document(markdown: "@Long {\n  \(long)\n}\n").markdownDirective("Long") { call, context in
      context.resolve(call.content).collect(Rects.self) { $0.fragments }
    }
    let typeset = Typesetter().typeset(document)
    let rects = typeset.collected(Rects.self)
    #expect(rects.map(\.page) == Array(0..<typeset.pageCount))
    let paragraph = try #require(typeset.places.first { $0.kind == "paragraph" })
    #expect(abs(rects[0].rect.y - paragraph.y) < 8 && abs(rects[0].rect.height - paragraph.height) < 10)
  }

  enum Pages: MarkdownCollector { static let defaultValue = 0 }

  @Test func `a reader that never settles ends with a warning that names it`() throws {
    let document = Document(markdown: "@Read\n\nEnd :mark[x].\n")
      .markdownDirective("mark") { call, context in context.resolve(call.content).collect(Pages.self) { $0.page + 1 } }
      .markdownDirective("Read") { _, _ in
        .reading(Pages.self) { page in page.isMultiple(of: 2) ? .text("even") : .spacer(10_000) + .text("odd") }
      }
    let typeset = Typesetter().typeset(document)
    #expect(typeset.diagnostics.map(\.code).contains("collector.unsettled"))
    #expect(typeset.diagnostics.first { $0.code == "collector.unsettled" }?.message == "Pages is still changing after 3 passes")
  }

  private static func counting(_ markdown: String) -> Document {
    document(markdown).markdownDirective("count") { _, _ in
      .reading(Todos.self) { .text("\($0.count) to do, the last on \($0.last?.page ?? "?")") }
    }
  }

  @Test(arguments: ["A :count[] b.", "- A **:count[]** b.", "| h |\n|---|\n| A :count[] b. |"])
  func `a reader in a line shows its text there, also of what comes after it`(markdown: String) throws {
    let document = Self.counting("\(markdown)\n\n\\pagebreak\n\nIn a line :todo[one].\n\n@Todo { two }\n")
    #expect(Typesetter().typeset(document).diagnostics.isEmpty)
    #expect(try text(document)[0].contains("A 2 to do, the last on 2 b."))
  }

  @Test func `a reader in a heading is read in the contents, too`() throws {
    let document = Self.counting("---\ntoc: true\n---\n\n# With :count[]\n\n@Todo { one }\n")
    #expect(try text(document).joined().components(separatedBy: "1 to do, the last on 1").count == 3)
  }

  @Test func `a reader in a line that shows blocks, or reads a part, is said`() throws {
    let list = Self.document("A :todos[] b.\n\n@Todo { one }\n\n@Todo { two }\n")
    #expect(Typesetter().typeset(list).diagnostics.map(\.code) == ["collector.inline-reader"])
    let part = Document(markdown: "A :part[x] b.\n")
      .markdownDirective("part") { $1.resolve($0.content).reading(Todos.self) { .text("\($0.count)") + $1 } }
    #expect(Typesetter().typeset(part).diagnostics.map(\.code) == ["collector.inline-reader"])
    #expect(try text(part)[0].hasPrefix("A x b."))
  }

  // MARK: Over the page

  @Test func `an arrow joins two names of a page`() throws {
    let markdown = "Some [start]{#a} of it.\n\n\(String(repeating: "word ", count: 100))\n\nThe [end]{#b} here.\n"
    let document = Typesetter().typeset(Document(markdown: markdown).markdownArrow(from: "a", to: "#b", color: .purple))
    #expect(document.diagnostics.isEmpty)
    let svg = String(decoding: try document.svg(page: 0), as: UTF8.self)
    #expect(svg.components(separatedBy: "#800080").count == 3)
    let plain = Typesetter().typeset(markdown: markdown)
    #expect(try document.text(ofPage: 0) == plain.text(ofPage: 0))
  }

  @Test func `names of words are where the words are, those of blocks where the blocks are`() throws {
    let markdown = "Some words with [a name]{#a} and [another]{#b}.\n\n$$ x = y $$ {#eq-x}\n\n[First]{#c} of a line.\n\n# Head {#h}\n"
    let places = Typesetter().typeset(markdown: markdown).places
    func kind(_ id: String) -> String? { places.first { $0.id == id }?.kind }
    #expect(kind("a") == "label")
    #expect(kind("b") == "label")
    #expect(kind("c") == "label")
    #expect(kind("h") == "heading")
    #expect(kind("eq-x") == "formula")
    let (a, b) = (try #require(places.first { $0.id == "a" }), try #require(places.first { $0.id == "b" }))
    #expect(a.x + a.width < b.x)
    #expect(a.width < 60)
  }

  @Test func `an arrow to another page is a reference to it`() throws {
    let markdown = "Some [start]{#a}.\n\n\\pagebreak\n\nThe [end]{#b} here.\n\n::: {.arrow from=\"a\" to=\"b\"}\n:::\n"
    let document = Typesetter().typeset(markdown: markdown)
    #expect(document.diagnostics.isEmpty)
    #expect(try document.text(ofPage: 0).contains("→ p. 2"))
  }

  @Test func `page overlays get the rectangles of names`() throws {
    let document = Typesetter().typeset(
      Document(markdown: "# One {#one}\n\n\\pagebreak\n\n# Two\n").markdownPageOverlay { page, canvas in
        if let rect = page.rect(of: "one") { canvas.stroke(.rect(rect), .red) }
        canvas.text("sheet \(page.index + 1)/\(page.pageCount)", at: CanvasPoint(20, 20))
      }.markdownMarginNote(at: "two", "see above and below"))
    #expect(document.diagnostics.isEmpty)
    #expect(try document.text(ofPage: 0).contains("sheet 1/2"))
    #expect(try document.text(ofPage: 1).contains("see above"))
  }
}

extension String {
  fileprivate func components(separatedBy separator: String) -> [Substring] {
    var parts: [Substring] = []
    var rest = self[...]
    while let range = rest.firstRange(of: separator) {
      parts.append(rest[..<range.lowerBound])
      rest = rest[range.upperBound...]
    }
    return parts + [rest]
  }

  enum Deepest: MarkdownCollector {
    static let defaultValue = "none"
    static let precedence = MarkdownPrecedence.deepest
  }
  enum Outermost: MarkdownCollector {
    static let defaultValue = "none"
    static let precedence = MarkdownPrecedence.outermost
    static func reduce(into value: inout String, next: () -> String) { value += next() }
  }
  enum Count: MarkdownCollector {
    static let defaultValue = 0
    static func reduce(into value: inout Int, next: () -> Int) { value += next() }
  }

  static func marks<Key: MarkdownCollector>(_ markdown: String, _ key: Key.Type) -> Document where Key.Value == String {
    Document(markdown: markdown).markdownDirective("Mark") { call, context in
      context.resolve(call.content).collect(key, call.arguments["as"] ?? call.arguments["a"] ?? "?")
    }
  }

  @Test(arguments: [
    ("@Mark(as: a)\n\n> @Mark(as: b)\n\n@Mark(as: c)\n", "b", "ac"), ("> - @Mark(as: a)\n\n> @Mark(as: b)\n", "a", "b"),
    ("@Mark(as: a) {\n@Mark(as: b) {\nx\n}\n}\n\n@Mark(as: c)", "b", "ac"), ("x :mark[y]{as=a} *:mark[z]{as=b}*", "b", "a"),
    ("nothing", "none", "none"),
    ("@Mark(as: a)\n\n@Mark(as: b)", "b", "ab"),
  ])
  func `what is inside or what is around it may take precedence`(markdown: String, deepest: String, outermost: String) {
    #expect(Typesetter().typeset(Self.marks(markdown, Deepest.self)).collected(Deepest.self) == deepest)
    #expect(Typesetter().typeset(Self.marks(markdown, Outermost.self)).collected(Outermost.self) == outermost)
  }

  @Test func `a part may read what is collected in it`() throws {
    let text = "> a :c[] :c[]\n>\n> > inner :c[]\n\n> none\n\n@Box {\n- :c[]\n}\n\n:c[] outside\n"
    let document = Document(markdown: text)
      .markdownDirective("c") { _, context in .text("•").collect(Count.self, 1) }
      .markdownDirective("Box") { call, context in
        context.resolve(call.content).reading(Count.self) { count, content in .text("box of \(count)") + content }
      }
      .markdownStyling(QuoteNode.self) { _, context in
        context.content.reading(Count.self) { count, content in .vertical(.text("quote of \(count)"), content) }
      }
    let typeset = Typesetter().typeset(document)
    #expect(typeset.diagnostics.isEmpty, "\(typeset.diagnostics.map(\.message))")
    #expect(typeset.collected(Count.self) == 5)
    let shown = try typeset.text(ofPage: 0)
    #expect(shown.hasPrefix("quote of 3\na • •\nquote of 1\ninner •\nquote of 0\nnone\nbox of 1\n"), "\(shown)")
  }

  @Test func `a part that changes what it collects by what it shows is reported by its name`() {
    let document = Document(markdown: "> a")
      .markdownStyling(QuoteNode.self) { _, context in
        context.content.reading(Count.self) { count, content in count.isMultiple(of: 2) ? content.collect(Count.self, 1) : content }
      }
    let found = Typesetter().typeset(document).diagnostics
    #expect(found.map(\.code) == ["collector.unsettled"])
    #expect(found.first?.message.hasPrefix("Count ") == true)
  }
}
