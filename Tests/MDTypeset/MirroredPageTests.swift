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
    ("<p align=\"right\" dir=\"rtl\">טקסט</p>", true), ("<p align=\"left\" dir=\"rtl\">טקסט</p>", false),
    ("<p style=\"text-align: right\" dir=\"rtl\">טקסט</p>", true), ("<div dir=\"rtl\" align=\"right\">\n\n# טקסט\n\n</div>", true),
    ("<div dir=\"rtl\" align=\"right\">\n\nטקסט\n\n</div>", true), ("<p align=\"right\">טקסט</p>", true), ("<p dir=\"rtl\">טקסט</p>", true),
    ("<h2 align=\"right\" dir=\"rtl\">טקסט</h2>", true), ("<p align=\"right\">Text</p>", true),
  ])
  func `sides that authors name are the page's`(_ text: String, _ isAtRight: Bool) throws {
    for matter in ["footer: none", "footer: none\ndir: rtl"] {
      let found = try #require(place(of: text.contains("Text") ? "Text" : "טקסט", on: page(matter, text)))
      #expect(isAtRight ? found > 0.6 : found < 0.4, "\(matter) \(found)")
    }
  }

  @Test func `the marks of a list are beside its words, whatever side its author names`() throws {
    let list = page("footer: none", "<div dir=\"rtl\" align=\"right\">\n\n1. אחת\n2. שתיים\n\n</div>")
    let (mark, words) = (try #require(place(of: "1", on: list)), try #require(place(of: "אחת", on: list)))
    #expect(mark > words && mark < 0.95 && words > 0.7, "\(mark) \(words)")
  }

  @Test func `a column's right is the page's, its left is where text begins, and a cell of HTML has a side of the page`() throws {
    let wide = "שורה ארוכה מאוד מאוד"
    let table = page("footer: none\nlang: he", "| אחת | שתיים |\n|--:|:--|\n| \(wide) | \(wide) |\n| ק | ז |\n")
    let (first, second) = (try #require(place(of: "ק", on: table)), try #require(place(of: "ז", on: table)))
    let (head, other) = (try #require(place(of: "אחת", on: table)), try #require(place(of: "שתיים", on: table)))
    #expect(first > head && second > other, "\(first) \(head) \(second) \(other)")
    let rows = "<table><tr><td align=\"left\">\(wide)</td></tr><tr><td align=\"left\">ק</td></tr></table>\n"
    let html = page("footer: none\nlang: he", rows)
    #expect(abs(try #require(place(of: "ק", on: html)) - (try #require(place(of: "שורה", on: html)))) < 0.2)
  }

  @Test func `a long footer goes on over some lines`() {
    let words = (1...40).map { "word\($0)" }
    let first = page("footer: {left: \"\(words.joined(separator: " "))\"}", "Text")
    for word in words { #expect(place(of: word, on: first) != nil, "\(word)") }
    let matter = "title: \(words.joined(separator: " "))\nheader: {left: \"{title}\"}\nfooter: none"
    let second = self.page(matter, "Text\n\n<div style=\"page-break-after: always\"></div>\n\nText", page: 1)
    #expect(place(of: "word40", on: second) == nil)
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
