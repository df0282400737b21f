import Testing
import TypesetBoxes

@testable import MDTypeset

/// Tables whose cells hold blocks.
@Suite struct TableBlockTests {
  /// Every line that stands on the pages of a table with two long cells.
  private func words(_ pages: [[String]]) -> [String] { pages.joined().flatMap { $0.split(separator: " ").map(String.init) }.sorted() }

  @Test func `a row higher than a page is divided, and nothing of it is lost`() {
    let left = (1...60).map { "<p>left\($0)</p>" }.joined()
    let right = (1...90).map { "- right\($0)" }.joined(separator: "\n")
    let pages = pageLines("<table><tr><td>\(left)</td><td>\n\n\(right)\n\n</td></tr></table>")
    #expect(pages.count > 1)
    let wanted = (1...60).map { "left\($0)" } + (1...90).flatMap { ["•", "right\($0)"] }
    #expect(words(pages) == wanted.sorted())
  }

  @Test func `rows that a cell reaches over are divided between rows`() {
    let rows = (1...80).map { "<td>row\($0)</td></tr>" }.joined(separator: "<tr>")
    let pages = pageLines("<table><tr><td rowspan=80>side</td>\(rows)</table>")
    #expect(pages.count == 3)
    #expect(words(pages) == (["side"] + (1...80).map { "row\($0)" }).sorted())
  }

  @Test func `first lines of cells stand on one line, whatever they belong to`() {
    let pages = pageLines("<table><tr><td>a</td><td><ul><li>b</li></ul></td><td><p>c</p><p>d</p></td></tr></table>")
    #expect(pages == [["a • b c", "d"]])
  }

  @Test func `a cell stands at the foot or in the middle of its row where it asks for it`() {
    let tall = "<td>1<br>2<br>3</td>"
    #expect(pageLines("<table><tr>\(tall)<td valign=middle>m</td><td valign=bottom>b</td></tr></table>") == [["1", "2 m", "3 b"]])
  }

  @Test func `Markdown and math in a cell are set`() {
    #expect(pageLines("<table><tr><td markdown=\"1\">**a** $x$</td></tr></table>") == [["a $x$"]])
  }

  @Test func `the head of a table stands above a row of it`() {
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"180\" height=\"300\"><rect width=\"180\" height=\"300\"/></svg>"
    for count in 20...28 {
      let text = (1...count).map { "words\($0)" }.joined(separator: "\n\n")
      let row = "| \(picture) | b |\n"
      let pages = pageLines(text + "\n\n| Head | x |\n|---|---|\n" + row + row + row)
      #expect(!pages.contains { $0.last == "Head x" }, "\(count)")
    }
  }

  @Test func `keys side by side are no word`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "<kbd>Ctrl</kbd><kbd>L</kbd> a <kbd>B</kbd> c"))
    #expect(document.pages[0].text.replacing("\u{2009}", with: " ").hasPrefix("Ctrl L a B c"))
  }

  @Test func `cells are apart in a page's text`() {
    let document = Typesetter().typeset(Source(name: "a.md", text: "| a | b |\n|---|---|\n| 1 | 2 |\n"))
    #expect(document.pages[0].text.split(separator: "\n").prefix(2) == ["a b", "1 2"])
  }
}
