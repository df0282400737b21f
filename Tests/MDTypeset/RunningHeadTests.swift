import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Headings in headers, contents and outlines.
@Suite struct RunningHeadTests {
  private func document(_ text: String) -> TypesetDocument { Typesetter().typeset(Source(name: "a.md", text: text)) }

  /// The words of the header and the footer of the second page.
  private func furniture(_ text: String) -> String {
    guard let page = document(text + "\n\n\\newpage\n\nb").pages.dropFirst().first, let first = page.furniture else { return "" }
    let words = page.ink.items[first...].flatMap { item -> [Substring] in
      guard case .run(let run) = item else { return [] }
      return String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self).split(separator: " ")
    }
    return words.joined(separator: " ")
  }

  private let matter = "---\nheader: {left: \"{section}\"}\nfooter: none\n---\n"

  @Test func `a running head sets formulas and code as its heading does`() {
    #expect(furniture("\(matter)# On `code` and $x^2$") == "On code and $x^2$")
  }

  @Test func `a running head has no notes and no pictures`() {
    #expect(furniture("\(matter)# Heading[^1] ![alt](none.png)\n\n[^1]: note") == "Heading")
  }

  @Test func `a long running head is cut`() {
    let head = furniture("\(matter)# On `code` \(String(repeating: "and more ", count: 40))")
    #expect(head.hasPrefix("On code and more") && head.hasSuffix("…"))
  }

  @Test func `the title in a header is Markdown`() {
    #expect(
      furniture("---\ntitle: The *great* $x$\nheader: \"by {author}: {title}\"\nauthor: A\nfooter: none\n---\na") == "by A: The great $x$")
  }

  @Test func `contents have no notes, and no looks of links`() {
    let pages = pageLines("---\ntoc: true\n---\n# A[^1] [b](https://c.d)\n\n[^1]: note")
    #expect(pages.first?.dropFirst().first?.hasPrefix("A b 1") == true)
  }

  @Test func `the outline has plain text alone, quotes as printed`() {
    let page = document("# \"Q\" *e* `c` $x^2 \\le \\frac{a}{b}$[^1]\n\n[^1]: n").pages[0]
    let titles = page.ink.marks.compactMap { if case .heading(_, let title, _) = $0 { title } else { nil } }
    #expect(titles == ["“Q” e c x² ≤ a/b"])
  }

  @Test func `a running head names the first section that begins on its page`() {
    let text = "# Chapter\n\n## Before\n\n\\newpage\n\nGoes on.\n\n## First\n\na\n\n## Second\n\nb\n\n\\newpage\n\n# Another chapter"
    #expect(furniture("\(matter)\(text)") == "First")
  }
}
