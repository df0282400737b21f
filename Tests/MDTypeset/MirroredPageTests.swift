import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Furniture of pages that run from right to left.
@Suite struct MirroredPageTests {
  private func page(_ frontMatter: String, _ text: String, page number: Int = 0) -> Page {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\n\(frontMatter)\n---\n\(text)"))
    return document.pages[number]
  }

  /// Where a text begins on the page, as a part of its width.
  private func place(of text: String, on page: Page) -> Double? {
    for item in page.ink.items {
      guard case .run(let run) = item else { continue }
      let shown = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      if shown.contains(text) { return run.x.points / page.width.points }
    }
    return nil
  }

  @Test func `what furniture calls left stands where lines begin`() throws {
    let matter = "header: {left: \"{page}a\", right: \"{page}b\", first: {left: \"{page}a\", right: \"{page}b\"}}"
    let english = page(matter, "Text")
    #expect(try #require(place(of: "1a", on: english)) < 0.3)
    let hebrew = page(matter + "\nlang: he", "טקסט")
    #expect(try #require(place(of: "1a", on: hebrew)) > 0.7)
    #expect(try #require(place(of: "1b", on: hebrew)) < 0.3)
  }

  @Test func `the rule above footnotes begins at the right`() throws {
    let hebrew = page("lang: he", "טקסט[^1]\n\n[^1]: הערה")
    let rule = hebrew.ink.items.compactMap { if case .rule(let rect, _) = $0 { rect } else { nil } }.first
    #expect(try #require(rule).x > hebrew.width / 2)
  }

  @Test func `contents have their numbers at the left and their titles at the right`() throws {
    let hebrew = page("lang: he\ntoc: true\nfooter: none", "# פרק\n\nטקסט")
    #expect(try #require(place(of: "פרק", on: hebrew)) > 0.7)
    #expect(try #require(place(of: "1", on: hebrew)) < 0.3)
  }

  @Test(arguments: [
    ("<div dir=\"rtl\" align=\"right\">\n\nטקסט\n\n</div>", true), ("<div dir=\"rtl\" align=\"right\">\n\n# טקסט\n\n</div>", true),
    ("<p align=\"right\" dir=\"rtl\">טקסט</p>", true), ("<p dir=\"rtl\" style=\"text-align: right\">טקסט</p>", true),
    ("<div align=\"right\">\n\nטקסט\n\n</div>", true), ("<p dir=\"rtl\" align=\"left\">טקסט</p>", false),
    ("<h1 align=\"left\" dir=\"rtl\">טקסט</h1>", false), ("<p dir=\"rtl\">טקסט</p>", true),
  ])
  func `an author's right is the right of the page, whatever way the text runs`(text: String, isAtRight: Bool) throws {
    let left = try #require(place(of: "טקסט", on: page("footer: none", text)))
    #expect(isAtRight ? left > 0.7 : left < 0.3)
  }

  @Test func `an equation's number stands at the left`() throws {
    let matter = "footer: none\nlang: he"
    let hebrew = page(matter, "טקסט\n\n$$a=b \\label{x}$$")
    #expect(try #require(place(of: "1", on: hebrew)) < 0.3)
  }

  @Test func `an English item of a Hebrew list is where its neighbours are`() throws {
    let hebrew = page("lang: he\nfooter: none", "1. אחת\n2. Two.")
    #expect(try #require(place(of: "Two", on: hebrew)) > 0.7)
    #expect(try #require(place(of: "2", on: hebrew)) > 0.7)
    #expect(try #require(place(of: "1", on: hebrew)) > 0.7)
  }

  @Test func `a short English paragraph stands at the left and an English heading where the others do`() throws {
    let hebrew = page("lang: he\nfooter: none", "# Install\n\nטקסט\n\nShort.")
    #expect(try #require(place(of: "Short", on: hebrew)) < 0.3)
    #expect(try #require(place(of: "Install", on: hebrew)) > 0.6)
  }

  @Test(arguments: [
    ("lang: ar", true), ("lang: fa-IR", true), ("lang: az-Arab", true), ("lang: en", false), ("dir: rtl", true),
    ("lang: he\ndir: ltr", false),
  ])
  func `the direction is that of the language, or the one asked for`(_ matter: String, _ isRightToLeft: Bool) {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\n\(matter)\n---\nText"))
    #expect(document.info.isRightToLeft == isRightToLeft)
  }
}
