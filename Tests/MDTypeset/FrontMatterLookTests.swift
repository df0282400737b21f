import MDTypeset
import Testing

/// Front matter that names the groups of a theme, as its writers know them from themes and from `mdtypeset keys`.
@Suite struct FrontMatterLookTests {
  private func width(_ matter: String) -> Double? {
    Typesetter().typeset(Source(name: "a.md", text: "---\n\(matter)\n---\n\nWords.\n")).pages.first?.width.points
  }

  @Test(arguments: [
    "page: {paper: 300pt 200pt}", "page:\n  paper: 300pt 200pt\n  margin: 1cm", "page.paper: 300pt 200pt",
    "style: {page: {margin: 1cm}}\npage: {paper: 300pt 200pt}",
  ])
  func `the keys of a theme hold in front matter`(_ matter: String) throws { #expect(try #require(width(matter)) == 300) }

  @Test(arguments: ["page: 3", "page: {title: Contact, size: 12}", "fonts: {google: [Inter]}", "body: text"])
  func `what other tools call by the names of a theme's groups changes nothing and is not blamed`(_ matter: String) throws {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\n\(matter)\n---\n\nWords.\n"))
    #expect(abs(try #require(document.pages.first).width.points - 595.276) < 0.01)
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `a draft of a site is a page that is not published, not one with a word across it`() throws {
    func document(_ matter: String) -> TypesetDocument {
      Typesetter().typeset(Source(name: "a.md", text: "---\n\(matter)\n---\n\nWords.\n"))
    }
    func isMarked(_ matter: String) throws -> Bool {
      let plain = try #require(document(matter + "\nwatermark: false").pages.first)
      return try #require(document(matter).pages.first).ink.items.count > plain.ink.items.count
    }
    #expect(try isMarked("draft: true"))
    #expect(try !isMarked("title: A\nlinkTitle: B\ndraft: true"))
    #expect(document("title: A\nlinkTitle: B\ndraft: true").diagnostics.map(\.code) == ["settings.draft"])
    #expect(document("title: A\nlinkTitle: B\ndraft: false").diagnostics.isEmpty)
    #expect(try isMarked("title: A\nlinkTitle: B\nwatermark: DRAFT"))
    let vault = try typeset("---\ndraft: true\n---\n\nWords.\n", at: "a/b.md", with: ["quartz.config.ts": ""])
    #expect(vault.diagnostics.map(\.code) == ["settings.draft"])
  }

  @Test func `a key that a theme does not know is blamed beside one that it knows`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\npage: {paper: a5, marginn: 1cm}\n---\n\nWords.\n"))
    #expect(document.diagnostics.map(\.code).count == 1)
  }
}
