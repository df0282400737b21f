import Testing
import TypesetBoxes

@testable import MDTypeset

/// Diagrams that the program draws itself, on pages.
@Suite struct DiagramFigureTests {
  private func set(_ text: String, theme: String? = nil) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    if let theme { options.theme = .builtIn(theme) }
    return Typesetter(options: options).typeset(Source(name: "a.md", text: text))
  }

  private func diagram(_ code: String, _ attributes: String = "") -> String { "```{.mermaid \(attributes)}\n\(code)\n```\n" }

  private func runs(_ document: TypesetDocument, page: Int = 0) -> [String: GlyphRun] {
    var found: [String: GlyphRun] = [:]
    let ink = document.pages[page].ink
    for case .run(let run) in ink.items {
      found[String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)] = run
    }
    return found
  }

  @Test func `words of a diagram are text in the document's face, and it needs no picture`() throws {
    let document = set("Some words.\n\n" + diagram("graph LR\nA[Letter] -->|by hand| B[so $$x^2$$]"))
    let runs = runs(document)
    let (label, text) = (try #require(runs["Letter"]), try #require(runs["Some words."]))
    #expect(label.face == text.face && label.size < text.size)
    #expect(runs["so $x^2$"] != nil, "\(runs.keys)")
    #expect(!document.pages[0].ink.items.contains { if case .picture = $0 { true } else { false } })
    #expect(document.places.first { $0.kind == "figure" }?.words == ["by hand", "Letter", "so x²"])
    #expect(document.diagnostics.isEmpty)
  }

  @Test(arguments: [(".plantuml", "Figure 1. Words", "1"), (".python", "Listing 1. Words", "1")])
  func `code with a caption that LaTeX refers to has a number`(language: String, caption: String, number: String) {
    let text = "```{\(language) caption=\"Words\" #Own_Name}\nx\n```\n\nSee \\ref{Own_Name} here.\n"
    let lines = pageLines(text)[0]
    #expect(lines.contains(caption) && lines.contains("See \(number) here."), "\(lines)")
  }

  @Test func `a label is in the middle of its node`() throws {
    let document = set(diagram("graph LR\nA[Letter]"))
    let label = try #require(runs(document)["Letter"])
    let outline = try #require(
      document.pages[0].ink.items.compactMap { item -> Rect? in if case .path(let path) = item { path.bounds } else { nil } }.first)
    #expect(abs((label.x + label.width / 2 - outline.x - outline.width / 2).points) < 0.05)
    #expect(label.x > outline.x && label.y > outline.y && label.y + label.size < outline.y + outline.height)
  }

  @Test(arguments: [("width=120pt", 120.0), ("width=50%", nil)])
  func `an author's size scales all of it`(size: String, width: Double?) throws {
    let (own, asked) = (set(diagram("graph LR\nA[Letter] --> B[Some words]")), set(diagram("graph LR\nA[Letter] --> B[Some words]", size)))
    func figure(_ document: TypesetDocument) throws -> DocumentPlace { try #require(document.places.first { $0.kind == "figure" }) }
    let factor = try figure(asked).width / figure(own).width
    if let width { #expect(abs(try figure(asked).width - width) < 0.01) }
    let (before, after) = (try #require(runs(own)["Letter"]), try #require(runs(asked)["Letter"]))
    #expect(abs(after.size.points / before.size.points - factor) < 0.001)
    #expect(abs(after.width.points / before.width.points - factor) < 0.01)
  }

  @Test func `a diagram that is made smaller to fit on its page keeps its words in their nodes`() throws {
    let chain = "graph TD\n" + (0..<6).map { "n\($0)[Node \($0)]" }.joined(separator: " --> ")
    let alone = set(diagram(chain))
    let own = try #require(runs(alone)["Node 3"])
    // How many lines leave too little room for it.
    let document = try #require(
      (18...26).lazy.map { set(String(repeating: "A line of text.\n\n", count: $0) + diagram(chain)) }.first {
        $0.pages.count == 1 && runs($0)["Node 3"].map { $0.size < own.size } ?? false
      })
    let label = try #require(runs(document)["Node 3"])
    let ratio = label.size.points / own.size.points
    let (next, ownNext) = (try #require(runs(document)["Node 4"]), try #require(runs(alone)["Node 4"]))
    #expect(abs((label.y - next.y).points / (own.y - ownNext.y).points - ratio) < 0.001)
    #expect(abs(label.x.points + label.width.points / 2 - own.x.points - own.width.points / 2) < 0.05)
  }

  @Test func `an axis title that is read upwards is copied as a word`() throws {
    let document = set("```mermaid\nxychart-beta\nx-axis [a, b]\ny-axis \"Sold units\" 0 --> 5\nbar [1, 4]\n```\n")
    #expect(try document.plainText().contains("Sold units") || runs(document)["Sold units"] != nil)
    #expect(document.places.first { $0.kind == "figure" }?.words?.contains("Sold units") == true)
  }

  @Test func `an icon of Font Awesome's is drawn before its word, and is no word`() throws {
    func size(_ label: String) throws -> (paths: Int, width: Double, label: GlyphRun?) {
      let document = set(diagram("graph LR\nA[\"\(label)\"]"))
      let paths = document.pages[0].ink.items.count { if case .path = $0 { true } else { false } }
      let figure = try #require(document.places.first { $0.kind == "figure" })
      #expect(figure.words == ["Cloud"] || figure.words == [" Cloud"], "\(String(describing: figure.words))")
      return (paths, figure.width, runs(document)["Cloud"])
    }
    let (plain, known, unknown) = (try size("Cloud"), try size("fa:fa-cloud Cloud"), try size("fa:fa-no-such-thing Cloud"))
    #expect(known.paths > plain.paths && known.width > plain.width + 8)
    #expect(unknown.paths == plain.paths)
  }

  @Test func `a node with an address is a link on the page`() throws {
    let document = set(diagram("graph LR\nA[Letter] --> B\nclick A \"https://a.org\""))
    let page = document.pages[0]
    let rect = try #require(
      page.ink.items.compactMap { item -> Rect? in
        if case .mark(let mark, let rect) = item, page.ink.marks[Int(mark)] == .link(url: "https://a.org") { rect } else { nil }
      }.first)
    let label = try #require(runs(document)["Letter"])
    #expect(label.x > rect.x && label.x + label.width < rect.x + rect.width)
    #expect(label.y > rect.y && label.y + label.size < rect.y + rect.height)
  }

  @Test func `on dark paper a diagram has no mat`() throws {
    let document = set(diagram("graph LR\nA[Letter] --> B"), theme: "dark")
    #expect(try #require(runs(document)["Letter"]).color.brightness > 0.6)
    let isWhite = document.pages[0].ink.items.contains { item in
      switch item {
      case .panel(let panel): panel.fill.map { $0.brightness > 0.9 } ?? false
      case .path(let path): path.fill.map { $0.brightness > 0.9 } ?? false
      default: false
      }
    }
    #expect(!isWhite)
  }
}
