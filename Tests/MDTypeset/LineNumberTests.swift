import MDTypeset
import Testing
import TypesetBoxes

/// The numbers of lines in the margin.
@Suite struct LineNumberTests {
  /// The numbers on each page with the height at which they stand, from the top, and whether they are right of the middle.
  private func numbers(_ text: String) -> [[(text: String, isAtRight: Bool)]] {
    Typesetter().typeset(Source(name: "a.md", text: text)).pages.map { page in
      let runs = page.decoration.compactMap { item -> (y: Length, x: Length, text: String)? in
        guard case .run(let run) = item, !run.text.isEmpty, -run.y < page.height - 60.pt else { return nil }
        return (run.y, run.x, String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self))
      }
      return runs.map { ($0.text, $0.x > page.width / 2) }
    }
  }

  private func texts(_ text: String) -> [[String]] { numbers(text).map { $0.map(\.text) } }

  private let front = "---\nlinenumbers: true\n---\n\n"

  @Test func `lines of headings, paragraphs, items, quotes and code have numbers`() {
    #expect(texts(front + "# A\n\nb\n\n- c\n- d\n\n> e\n\n```\nf\ng\n```\n") == [["1", "2", "3", "4", "5", "6", "7"]])
  }

  @Test(arguments: [
    "$$x = 1$$", "| a |\n|---|\n| b |\n\n: Words",
    "![Words](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='20'%20height='20'/%3E)",
  ]) func `displays, tables and figures with captions are not counted`(block: String) {
    #expect(texts(front + "a\n\n\(block)\n\nb\n") == [["1", "2"]])
  }

  @Test func `footnotes are not counted`() {
    #expect(texts(front + "a[^1]\n\nb\n\n[^1]: c\n") == [["1", "2"]])
  }

  @Test func `numbers go on over pages`() {
    let pages = texts(front + (1...90).map { "w\($0)" }.joined(separator: "\n\n"))
    #expect(pages.count > 1)
    #expect(Array(pages.joined()) == (1...90).map(String.init))
  }

  @Test func `a number chooses each fifth line`() {
    #expect(texts("---\nline-numbers: 5\n---\n\n" + (1...11).map { "w\($0)" }.joined(separator: "\n\n")) == [["5", "10"]])
  }

  @Test func `the last of two columns has them in the outer margin`() {
    let text = "---\nlinenumbers: true\ntwocolumn: true\n---\n\n" + (1...50).map { "w\($0)" }.joined(separator: "\n\n")
    let page = numbers(text)[0]
    #expect(page.first?.isAtRight == false && page.last?.isAtRight == true)
  }

  @Test func `they are no part of the text`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: front + "alpha\n\nbeta\n"))
    let page = document.pages[0]
    guard let furniture = page.furniture else {
      Issue.record("no decoration")
      return
    }
    #expect(page.ink.items[furniture] == .content(.artifact))
    #expect(texts("alpha\n\nbeta\n") == [[]])
  }

  @Test(arguments: ["-1", "200", "often"]) func `a value that is none is reported`(value: String) {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\nlinenumbers: \(value)\n---\n\na\n"))
    #expect(document.diagnostics.contains { $0.message.contains("linenumbers") })
  }
}
