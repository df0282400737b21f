import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// What belongs together stands together, wherever the page ends: so many lines stand above it that each place is tried.
@Suite struct PageEndTests {
  /// For each length of the text above: the last line of a page, and the first of the next one.
  private func ends(_ body: String) -> [(last: String, first: String)] {
    (0..<24).flatMap { count -> [(last: String, first: String)] in
      let filler = (["above"] + [String](repeating: "above", count: count)).joined(separator: "\\\n")
      let pages = pageLines("---\npapersize: a6\npage-numbers: false\n---\n\(filler)\n\n\(body)\n\nbelow\n\nbelow\n\nbelow")
      return zip(pages, pages.dropFirst()).compactMap { page, next in
        guard let last = page.last, let first = next.first else { return nil }
        return (last, first)
      }
    }
  }

  /// No page ends behind one of these lines, and the sweep did move all of them to the next page once.
  private func expectKept(_ lines: Set<String>, in body: String, opening: String) {
    let ends = ends(body)
    #expect(ends.filter { lines.contains($0.last) }.map(\.last) == [])
    #expect(ends.contains { $0.first == opening })
  }

  @Test func `a heading stays with a table, its caption too`() {
    expectKept(["head", "Table 1. words", "a"], in: "## head\n\n| a |\n|---|\n| b |\n\n: words", opening: "head")
  }

  @Test func `a heading stays with code, which keeps its title`() {
    expectKept(["head", "title", "one"], in: "## head\n\n```text title=\"title\"\none\ntwo\nthree\nfour\n```", opening: "head")
  }

  @Test func `a heading stays with a display`() {
    expectKept(["head"], in: "## head\n\n$$x=y$$", opening: "head")
  }

  @Test func `headings stay with the list below them`() {
    expectKept(["head", "sub"], in: "## head\n\n### sub\n\n- one\n- two", opening: "head")
  }

  @Test func `a heading stays with a callout, and its title with the text`() {
    expectKept(["head", "Note"], in: "## head\n\n> [!NOTE]\n> one\n>\n> two", opening: "head")
  }

  @Test func `a display stays with its lead-in`() {
    expectKept(["lead"], in: "lead\n\n$$x=y$$\n\nbehind", opening: "lead")
  }

  @Test func `a display stays with its lead-in at the end of a list`() {
    expectKept(["lead"], in: "1. first\n\n   lead\n\n$$x=y$$\n\nbehind", opening: "lead")
  }

  @Test func `a list stays with the words that end in a colon before it`() {
    expectKept(["lead:"], in: "lead:\n\n- one\n- two", opening: "lead:")
  }

  @Test func `a few words without a stop stay with the code, list or table below them`() {
    for body in ["```text\none\ntwo\n```", "- one\n- two", "| a |\n|---|\n| b |"] {
      expectKept(["Title case"], in: "Title case\n\n\(body)", opening: "Title case")
    }
    #expect(ends("It is so.\n\n```text\none\n```").contains { $0.last == "It is so." })
    #expect(ends("Title case\n\nand text").contains { $0.last == "Title case" })
  }

  @Test func `a centred title leaves no stub in its last line`() {
    func title(_ words: String) -> [String] { Array(pageLines("---\npapersize: a6\ntitle: \(words)\n---\ntext")[0].dropLast()) }
    let even = title("A rather long title that does not quite fit onto one line of it")
    #expect(even.count > 1 && (even.last ?? "").count * 2 > (even.first ?? "").count, "\(even)")
    #expect(title("Short").count == 1)
  }

  @Test func `what stands between the author's line ends leaves no single line at a page's end`() {
    let body = "one\\\ntwo\\\n" + [String](repeating: "a line that goes on and on", count: 6).joined(separator: ", ") + "\\\nlast\\\nend"
    let lines = pageLines("---\npapersize: a6\npage-numbers: false\n---\n\(body)").flatMap { $0 }
    #expect(lines.count > 7 && lines[1] == "two" && lines[lines.count - 2] == "last", "\(lines)")
    expectKept([lines[2], lines[lines.count - 4]], in: body, opening: lines[2])
  }

  @Test func `a term stays with its definition`() {
    expectKept(["term"], in: "term\n: definition", opening: "term")
  }

  @Test(arguments: ["Table 3: words", "Table 3. words", "**Table 3** | words", "<span class=\"caption\">words</span>"])
  func `a caption written as a paragraph stays with the table below it`(caption: String) {
    let shown = caption.replacing("**", with: "").replacing("<span class=\"caption\">", with: "").replacing("</span>", with: "")
    expectKept([shown], in: "\(caption)\n\n| a |\n|---|\n| b |", opening: shown)
  }

  @Test func `a sentence about a table is no caption`() {
    let ends = ends("Table 3 shows it.\n\n| a |\n|---|\n| b |")
    #expect(ends.contains { $0.last == "Table 3 shows it." })
  }

  @Test func `a caption stays with the table above it where no other follows`() {
    #expect(ends("| a |\n|---|\n| b |\n\nTable 3: words").filter { $0.first == "Table 3: words" }.isEmpty)
    expectKept(["Table 4: words"], in: "| a |\n|---|\n| b |\n\nTable 4: words\n\n| c |\n|---|\n| d |", opening: "Table 4: words")
  }

  @Test func `a picture whose caption is a paragraph shows its alternative text no second time`() {
    let picture = "![words](data:image/svg+xml,%3Csvg%20xmlns=%22http://www.w3.org/2000/svg%22%20width=%2240%22%20height=%2230%22/%3E)"
    #expect(pageLines("\(picture)\n\n*Figure 1: a caption*\n\ntext").joined().filter { $0 == "words" } == [])
    #expect(pageLines("\(picture)\n\nFigure 1 shows it.\n\ntext").joined().contains("words"))
  }

  @Test func `words in place of a picture are no larger in a heading than in text`() {
    func run(_ markdown: String) -> GlyphRun? {
      let page = Typesetter().typeset(markdown: markdown).pages[0]
      return page.ink.items.lazy.compactMap { if case .run(let run) = $0 { run } else { nil } }.first {
        page.ink.text[Int($0.text.lowerBound)..<Int($0.text.upperBound)].elementsEqual("badge".utf8)
      }
    }
    let (title, text) = (run("# Title ![badge](https://a.org/b.svg)"), run("Text ![badge](https://a.org/b.svg)"))
    #expect(title != nil && title?.width == text?.width && title?.face == text?.face)
  }

  @Test func `a paragraph that is only bold stays with what follows`() {
    expectKept(["Bold?"], in: "**Bold?**\n\nanswer\n\nanswer", opening: "Bold?")
    #expect(ends("**Bold** no\n\nanswer").contains { $0.last == "Bold no" })
  }

  @Test func `bold paragraphs that follow one another may be parted`() {
    #expect(ends("**one**\n\n**two**\n\n**three**\n\n**four**").contains { $0.last == "two" })
  }

  @Test func `an item's line stays with its code`() {
    expectKept(["1. Build it"], in: "1. Build it\n\n   ```\n   make\n   ```", opening: "1. Build it")
  }

  @Test func `code of fewer than ten rows stays whole`() {
    let names = (1...9).map { "row\($0)" }
    expectKept(Set(names.dropLast()), in: "```\n" + names.joined(separator: "\n") + "\n```", opening: "row1")
  }

  @Test func `longer code has three rows on each side`() {
    let names = (1...14).map { "row\($0)" }
    let ends = ends("```\n" + names.joined(separator: "\n") + "\n```")
    #expect(Set(ends.map(\.last)).isDisjoint(with: ["row1", "row2", "row12", "row13"]))
    #expect(ends.contains { (3...10).map { "row\($0)" }.contains($0.last) })
    #expect(ends.contains { $0.last == "row11" })
  }

  /// How many rules stand at the tops of pages.
  private func rulesOnTop(_ body: String) -> Int {
    (0..<24).reduce(0) { sum, count in
      let filler = (["above"] + [String](repeating: "above", count: count)).joined(separator: "\\\n")
      let source = Source(name: "a.md", text: "---\npapersize: a6\npage-numbers: false\n---\n\(filler)\n\n\(body)\n\nbelow\n\nbelow")
      return sum
        + Typesetter().typeset(source).pages.count { page in
          var rules: [Length] = []
          var lines: [Length] = []
          for item in page.ink.items {
            switch item {
            case .rule(let rect, _): rules.append(rect.y)
            case .run(let run) where !run.text.isEmpty: lines.append(run.y)
            default: break
            }
          }
          return rules.contains { rule in lines.allSatisfy { $0 < rule } }
        }
    }
  }

  @Test(arguments: ["", "```\ncode\ncode\ncode\n```\n\n"]) func `no rule opens a page`(before: String) {
    #expect(rulesOnTop("\(before)---") == 0)
  }

  @Test func `an empty last heading of another name stays`() {
    #expect(pageLines("text\n\n## Later").joined().contains("Later"))
  }

  /// The first baseline of each block, from the top of the paper.
  private func tops(_ text: String) -> [(text: String, y: Double)] {
    let typeset = Typesetter().typeset(Source(name: "a.md", text: "---\nstyle: {styles: {.address: {from-top: 62.7mm}}}\n---\n" + text))
    return typeset.pages[0].ink.items.compactMap { item in
      guard case .run(let run) = item, !run.text.isEmpty else { return nil }
      let words = typeset.pages[0].ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
      return (String(decoding: words, as: UTF8.self), -run.y.points)
    }
  }

  @Test(arguments: ["", "Sender\n\n", "Sender\n\nStreet\n\nTown\n\n"])
  func `an address is in the window of its envelope, whatever is above it`(above: String) throws {
    let address = try #require(tops("\(above)::: address\nMartin\n:::\n\nText").first { $0.text == "Martin" })
    #expect((177.7...192).contains(address.y), "\(address.y)")
  }

  @Test func `below its distance from the top of the paper, a block follows the one above it`() throws {
    let above = String(repeating: "above\n\n", count: 12)
    let address = try #require(tops("\(above)::: address\nMartin\n:::\n\nText").first { $0.text == "Martin" })
    let last = try #require(tops(above + "Martin").first { $0.text == "Martin" })
    #expect(abs(address.y - last.y) < 0.01)
  }

  @Test func `a table of few rows is split where a quarter of the page would be empty, and else not`() throws {
    let table = "|a|b|\n|-|-|\n" + (1...9).map { "|r\($0)|x<br>y|" }.joined(separator: "\n")
    var isSplit = false
    for count in stride(from: 20, through: 44, by: 2) {
      let text = "---\npage-numbers: false\n---\n" + [String](repeating: "above", count: count).joined(separator: "\\\n") + "\n\n" + table
      let typeset = Typesetter().typeset(Source(name: "a.md", text: text))
      guard typeset.pages.count > 1 else { continue }
      let rows = pageLines(text)[0].filter { $0.hasPrefix("r") }.count
      let bottom = typeset.pages[0].ink.items.map { if case .run(let run) = $0 { -run.y.points } else { 0 } }.max() ?? 0
      let white = typeset.pages[0].height.points - 90.7 - bottom
      #expect(rows == 0 || (2...7).contains(rows), "\(count) \(rows)")
      #expect(white < 200, "\(count) \(white)")
      isSplit = isSplit || rows > 0
    }
    #expect(isSplit)
  }

  @Test func `the columns of the last page are of even height, and code is whole`() {
    let code = "```\n" + (1...8).map { "code \($0)" }.joined(separator: "\n") + "\n```"
    func lines(_ range: ClosedRange<Int>) -> String { range.map { "p\($0)\n\n" }.joined() }
    let text = "---\ncolumns: 2\npage-numbers: false\n---\n" + lines(1...4) + code + "\n\n" + lines(5...14)
    let page = Typesetter().typeset(Source(name: "a.md", text: text)).pages[0]
    var columns: [Bool: [Double]] = [:]
    var code1: Set<Bool> = []
    for case .run(let run) in page.ink.items where !run.text.isEmpty {
      let isLeft = run.x < page.width / 2
      columns[isLeft, default: []].append(-run.y.points)
      if page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].starts(with: "code".utf8) { code1.insert(isLeft) }
    }
    #expect(code1.count == 1)
    let (left, right) = (columns[true]?.max() ?? 0, columns[false]?.max() ?? 0)
    #expect(abs(left - right) < 25, "\(left) \(right)")
  }
}
