import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// What the style sheets of decks say of elements and classes on their slides.
@Suite struct DeckStyleTests {
  private struct Word {
    var text: String
    var color: String
    var x: Double
    var y: Double
    var size: Double
  }

  private func words(_ page: Page) -> [Word] {
    page.ink.items.compactMap { item in
      guard case .run(let run) = item, !run.text.isEmpty else { return nil }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      let digits = String(run.color.rgba >> 8, radix: 16)
      return Word(
        text: text, color: "#" + String(repeating: "0", count: 6 - digits.count) + digits, x: run.x.points, y: -run.y.points,
        size: run.size.points)
    }
  }

  private func last(_ text: String, at name: String = "a.md", with files: [String: String] = [:]) throws -> [Word] {
    words(try #require(try typeset(text, at: name, with: files).pages.last))
  }

  private static let rules = ".red { color: #ff0000 } .title { position: absolute; top: 30px; left: 40px; font-size: 50px }"

  @Test(arguments: [
    ("---\nmarp: true\nstyle: \"\(rules)\"\n---\n\n", [String: String]()),
    ("---\nmarp: true\n---\n\n<style>\n\(rules)\n</style>\n\n", [:]),
    ("---\nmarp: true\ntheme: mine\n---\n\n", ["themes/mine.css": "/* @theme mine */\n@import 'default';\n" + rules]),
  ])
  func `classes of Marp's style sheets are those of elements`(head: String, files: [String: String]) throws {
    let words = try last(head + "# A\n\nWords <span class = \"red\">red</span>\n\n<p class=\"title\">Above</p>\n", with: files)
    #expect(words.first { $0.text == "red" }?.color == "#ff0000", "\(words)")
    let above = try #require(words.first { $0.text == "Above" })
    #expect(abs(above.x - 22.5) < 1 && above.y < 60 && abs(above.size - 28.1) < 0.5, "\(above)")
  }

  @Test func `reveal's margin is no margin of pages`() throws {
    let plain = try last("---\nformat: revealjs\n---\n\n## A\n\nWords\n")
    let shared = try last("---\nformat: revealjs\nmargin: 0.15\n---\n\n## A\n\nWords\n")
    #expect(plain.map(\.x) == shared.map(\.x) && plain.map(\.y) == shared.map(\.y))
  }

  @Test func `a class within a class of slides counts on these alone, over the element's own rule`() throws {
    let style = "strong { color: #ffa500 } section.lead p strong { color: #cccccc }"
    let text = "---\nmarp: true\nstyle: \"\(style)\"\n---\n\n<!-- _class: lead -->\n\n**One**\n\n---\n\n**Two**\n"
    let pages = try typeset(text, at: "a.md", with: [:]).pages
    try #require(pages.count == 2)
    #expect(words(pages[0]).first?.color == "#cccccc")
    #expect(words(pages[1]).first?.color == "#ffa500")
  }

  @Test func `headings have the size and the place in their line that a style sheet gives them`() throws {
    let words = try last(
      "---\nmarp: true\nstyle: \"h1 { text-align: center; font-size: 80px } section { font-size: 20px }\"\n---\n\n# A\n\nText\n")
    let heading = try #require(words.first { $0.text == "A" })
    #expect(abs(heading.size - 45) < 0.5 && heading.x > 300, "\(heading)")
    #expect(abs((words.first { $0.text == "Text" }?.size ?? 0) - 11.25) < 0.5, "\(words)")
  }

  @Test func `the styles of one of Slidev's slides are no others'`() throws {
    let style = "<style scoped>\n#LOGO { position: absolute; top: 40px; right: 3% }\n.green { color: #00aa00 }\n</style>\n"
    let text = "---\ntheme: seriph\ndrawings: {}\n---\n\n# A\n\n<p id=\"LOGO\">Mark</p>\n\n\(style)\n---\n\n<p class=\"green\">Two</p>\n"
    let pages = try typeset(text, at: "slides.md", with: [:]).pages
    try #require(pages.count == 2)
    let mark = try #require(words(pages[0]).first { $0.text == "Mark" })
    #expect(mark.x > 600 && mark.y < 60, "\(mark)")
    #expect(words(pages[1]).first?.color != "#00aa00")
  }

  // MARK: remark

  private static let deck = "class: middle\n\n# A\n\n---\n\nclass: dark\n\n"

  @Test(arguments: [
    ("Words .red[red] and\n", "red", [String: String]()),
    ("Words .red[red] and\n", "red", ["my.css": ".red { color: #ff0000 }"]),
    (".red[\nred\n]\n", "red", [:]),
    (".red[red]\n", "red", [:]),
  ])
  func `words have the looks of remark's classes`(text: String, word: String, files: [String: String]) throws {
    let style = files.isEmpty ? "<style>.red { color: #ff0000 }</style>\n" : ""
    let matter = "---\ntitle: T\noutput:\n  xaringan::moon_reader:\n    css: [default, my.css]\n---\n\n"
    let words = try last(matter + "# A\n\n---\n\n" + style + text, at: "a.Rmd", with: files)
    #expect(words.first { $0.text.contains(word) }?.color == "#ff0000", "\(words)")
    #expect(!words.contains { $0.text.contains("[") || $0.text.contains("]") })
  }

  @Test func `the page that shows a deck of remark's has its styles`() throws {
    let page =
      "<html><head><style>.dark { background-color: #000000; color: #ffffff } .columns { display: flex } .w-30 { width: 30% }</style>"
    let script = "</head><script src=\"remark.js\"></script><script>remark.create({ sourceUrl: 'a.md' })</script></html>"
    let text = Self.deck + ".columns[\n.column.w-30[\nOne\n]\n.column[\nTwo\n]\n]\n"
    let words = try last(text, with: ["index.html": page + script])
    let (one, two) = (try #require(words.first { $0.text == "One" }), try #require(words.first { $0.text == "Two" }))
    #expect(one.color == "#ffffff" && abs(one.y - two.y) < 0.5 && two.x > one.x + 100, "\(words)")
  }

  @Test func `words are in the middle where remark has them`() throws {
    let words = try last(Self.deck + ".center[Words]\n\nText\n")
    #expect((words.first { $0.text == "Words" }?.x ?? 0) > 300, "\(words)")
    #expect((words.first { $0.text == "Text" }?.x ?? 400) < 100)
  }

  // MARK: Colours and sizes

  @Test func `colours that YAML takes for comments are Marp's, and words are never of their ground's colour`() throws {
    let document = try typeset("---\nmarp: true\nbackgroundColor: #204060\ncolor: white\n---\n\n# A\n", at: "a.md", with: [:])
    let page = try #require(document.pages.first)
    let grounds = page.ink.items.compactMap { item in
      if case .rule(let area, let color) = item, area.width >= page.width { color.rgba } else { nil }
    }
    #expect(grounds.first == 0x2040_60FF && words(page).first?.color == "#ffffff")
    #expect(try last("---\nmarp: true\ncolor: white\n---\n\nA\n").first?.color != "#ffffff")
  }

  @Test func `utility classes of Slidev's say what words look like`() throws {
    let html = "<div class=\"text-4xl text-red-500\">Large</div>\n\n<div class=\"text-xs\">Small</div>\n\nText\n"
    let words = try last("---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\n\n" + html, at: "slides.md")
    let (large, small, text) = (
      try #require(words.first { $0.text == "Large" }), words.first { $0.text == "Small" }, words.first { $0.text == "Text" }
    )
    #expect(large.color == "#ef4444" && large.size > (text?.size ?? 99) * 1.9, "\(words)")
    #expect((small?.size ?? 99) < (text?.size ?? 0) * 0.8)
  }
}
