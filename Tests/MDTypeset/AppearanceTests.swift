import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Dark and light pages of any theme, thumb tabs, families of emoji and East Asian characters.
@Suite struct AppearanceTests {
  private func document(_ text: String, ignoresSystemFonts: Bool = true) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = ignoresSystemFonts
    return Typesetter(options: options).typeset(Source(name: "a.md", text: text))
  }

  @Test(arguments: ["article", "book", "report", "note", "github"])
  func `with a dark appearance each page of each theme is dark all over`(theme: String) throws {
    let pages = document("---\ntheme: \(theme)\nappearance: dark\ntitlepage: true\ntitle: T\n---\n\n# One\n\nText.\n\n\\newpage\n\nMore.\n")
      .pages
    #expect(pages.count > 1)
    for page in pages {
      let ground = try #require(page.background)
      #expect(max(ground.red, ground.green, ground.blue) < 0.2)
    }
  }

  @Test func `front matter and option say the same, and the page's own colour goes under it`() throws {
    let matter = try document("---\nappearance: dark\npage: {background: white}\n---\n\nText.\n").pdf()
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.variables = [Variable(key: "appearance", value: "dark", written: "--appearance dark")]
    let option = Typesetter(options: options).typeset(Source(name: "a.md", text: "Text.\n"))
    #expect(option.pages[0].background == document("---\nappearance: dark\n---\n\nText.\n").pages[0].background)
    #expect(!matter.isEmpty)
    #expect(document("---\nappearance: darkish\n---\n\nText.\n").diagnostics.map(\.code) == ["settings.value"])
  }

  @Test func `each chapter has a tab, lower than the one before it, at the outer edge`() {
    let text = "---\nthumb-tabs: true\ntheme: book\n---\n\n# One\n\nText.\n\n# Two\n\nText.\n\n# Three\n\nText.\n"
    let pages = document(text).pages
    let tabs = pages.enumerated().compactMap { number, page -> (page: Int, rect: Rect, width: Length)? in
      for case .picture(_, let rect) in page.ink.items { return (number, rect, page.width) }
      return nil
    }
    #expect(tabs.count == pages.filter { $0.ink.items.contains { if case .run = $0 { true } else { false } } }.count)
    #expect(zip(tabs, tabs.dropFirst()).allSatisfy { $0.rect.y > $1.rect.y })
    for tab in tabs { #expect(tab.page % 2 == 1 ? tab.rect.x == .zero : tab.rect.x + tab.rect.width == tab.width) }
    // One chapter needs none; tabs are no content.
    let single = document("---\nthumb-tabs: true\n---\n\n# One\n\nText.\n")
    #expect(!single.pages[0].ink.items.contains { if case .picture = $0 { true } else { false } })
    #expect(document(text).places.allSatisfy { $0.kind != "figure" })
  }

  @Test func `a family that is missing is one diagnostic, and another of the list is enough`() {
    func codes(_ fonts: String) -> [String] { document("---\nstyle: {fonts: \(fonts)}\n---\n\nText 字 🎉 字 🎉.\n").diagnostics.map(\.message) }
    #expect(codes("{emoji: Nope Emoji}").filter { $0.contains("Nope") } == ["unknown font \"Nope Emoji\" of fonts.emoji"])
    #expect(codes("{cjk: [Nope, Neither]}").filter { $0.contains("Nope") }.count == 1)
    #expect(codes("{cjk: [Nope, Libertinus Sans]}").filter { $0.contains("Nope") } == [])
  }

  @Test func `characters that the text's font lacks come from the families of the theme`() throws {
    func faces(_ matter: String) -> Set<String> {
      let document = document("---\nstyle: \(matter)\n---\n\nText ⨊ text.\n")
      return Set(
        document.printedPages().split(separator: "\n").filter { $0.contains("⨊") }.compactMap {
          $0.split(separator: " ").dropFirst().first.map(String.init)
        })
    }
    #expect(faces("{fonts: {cjk: New Computer Modern Math}}") == ["NewCMMath-Regular.otf"])
    #expect(faces("{fonts: {cjk: STIX Two Math}}") == ["STIXTwoMath-Regular.otf"])
  }

  @Test func `the page of an empty document has the ground of its theme`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\nstyle: {page: {background: '#123456'}}\n---\n"))
    #expect(document.pages.first?.background == Color(red: 0x12, green: 0x34, blue: 0x56))
  }

  @Test func `a page whose ground alone has changed looks different to a preview`() {
    func look(_ color: String) -> Int {
      let text = "---\nstyle: {page: {background: '\(color)'}, body: {color: '#000000'}}\n---\n\nWords.\n"
      return Typesetter().typeset(Source(name: "a.md", text: text)).pageLook(0)
    }
    #expect(look("#ffffff") == look("#ffffff") && look("#ffffff") != look("#fffff0"))
  }
}
