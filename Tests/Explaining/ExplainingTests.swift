import Foundation
import MDTypeset
import Testing
import TypesetBoxes
import TypesetChecking
import TypesetDiagnostics

@testable import TypesetExplaining

@Suite struct ExplainingTests {
  private static let words = SampleDocument.words

  private func document(_ text: String) -> CheckedDocument { SampleDocument.checked(text, explainsBreaks: true) }

  private func corner(_ rect: Rect) -> (x: Double, y: Double) { ((rect.x + rect.width / 2).points, -(rect.y + rect.height / 2).points) }

  // MARK: Points

  @Test func `a point on a line tells source, style and where the line could have ended`() throws {
    let document = document("# Title\n\n" + String(repeating: Self.words, count: 3))
    let line = try #require(document.placedLines.first { $0.kind == .paragraph })
    let at = corner(line.rect)
    let text = PageExplanation(document).text(page: 0, x: at.x, y: at.y)
    #expect(text.hasPrefix("a.md:3:1: line of a paragraph: “Many words follow here"))
    #expect(text.contains("style: LibertinusSerif-Regular.otf 11 pt, #000000"))
    let alternatives = text.split(separator: "\n").filter { $0.contains(", demerits ") }
    #expect(alternatives.count(where: { $0.contains("    → ") && $0.hasSuffix("chosen") }) == 1, "\(text)")
    #expect(alternatives.count > 2)
  }

  @Test func `the chosen alternative is the end of the line, with its badness`() throws {
    let document = document(String(repeating: Self.words, count: 6))
    for line in document.placedLines where line.report.end != .paragraph {
      let chosen = try #require(line.report.alternatives.first { $0.verdict == .chosen })
      let end = line.report.text.split(separator: " ").last.map(String.init) ?? ""
      #expect(chosen.text.hasSuffix(end) || chosen.isDivided, "\(chosen.text) and \(end)")
      // Without hyphens hanging in the margins the widths are those of the line.
      #expect(abs((chosen.natural - line.report.natural).points) < 6)
      #expect(line.report.alternatives.allSatisfy { $0.verdict != .possible || $0.demerits > 0 })
    }
  }

  @Test func `a picture, a rule and an empty place are told apart`() {
    let explanation = PageExplanation(document("One.\n\n---\n\n$$ x = 1 $$\n"))
    #expect(explanation.text(page: 0, x: 5, y: 5).hasPrefix("page 1, 5,5: nothing is set here\nnearest line: a.md:1:1: “One.”"))
    #expect(explanation.text(page: 7, x: 5, y: 5) == "there is no page 8\n")
  }

  @Test func `documents that are not explained have no alternatives`() {
    let checked = Typesetter().typesetWithReports(Source(name: "a.md", text: String(repeating: Self.words, count: 3))).checked
    #expect(checked.placedLines.allSatisfy { $0.report.alternatives.isEmpty } && checked.pages.allSatisfy { $0.ends.isEmpty })
  }

  // MARK: Page breaks

  @Test func `a page end tells what fits and what does not`() {
    let document = document((1...30).map { "Paragraph \($0). " + String(repeating: Self.words, count: 3) }.joined(separator: "\n\n"))
    let text = PageExplanation(document).end(ofPage: 0)
    #expect(text.hasPrefix("page 1 ends after a.md:"))
    #expect(text.contains("    → ") && text.contains("does not fit by "), "\(text)")
    for page in document.pages.dropLast() {
      #expect(page.ends.count(where: \.isChosen) == 1)
      #expect(page.ends.filter { $0.isChosen }.allSatisfy { $0.natural <= $0.height + 1.pt })
    }
  }

  @Test func `ends that are chosen together are told with the sum of their demerits`() throws {
    let text = String(repeating: Self.words + "\n", count: 14) + "\n"
    // A table that stays whole leaves the foot of the page before it white.
    let table = "| a | b |\n|---|---|\n" + String(repeating: "| one | two |\n", count: 9)
    var together = 0
    for lines in 25..<30 {
      let before = String(repeating: text, count: 10) + String(repeating: "One.\n\n", count: lines)
      let document = document(before + table + "\n## Next\n\n" + text)
      for page in document.pages.indices {
        let told = PageExplanation(document).end(ofPage: page)
        guard told.contains(", sum ") else { continue }
        together += 1
        let ends = document.pages[page].ends
        let chosen = try #require(ends.first(where: \.isChosen)?.total)
        #expect(ends.count(where: \.isChosen) == 1 && ends.allSatisfy { $0.total.map { $0 >= chosen } ?? true }, "\(told)")
      }
    }
    #expect(together > 2)
  }

  @Test func `an end that the author asks for is told as one`() {
    let text = PageExplanation(document("One.\n\n\\newpage\n\nTwo.\n")).end(ofPage: 0)
    #expect(text.contains("a page break is asked for here"), "\(text)")
  }

  // MARK: Drafts

  @Test func `drafts draw over the pages and leave their text alone`() {
    let document = document("# Title\n\n" + Self.words + "\n\n### Skipped\n\ntext\n")
    for kind in DraftMarks.Kind.allCases {
      let pages = DraftMarks(document).marked(document.pages, kind)
      #expect(pages[0].ink.items.count > document.pages[0].ink.items.count)
      #expect(pages[0].ink.text == document.pages[0].ink.text && pages[0].ink.glyphs == document.pages[0].ink.glyphs)
    }
  }

  @Test func `glue is between words, not over the start of a divided one, nor over words that run right to left`() throws {
    let long = "characteristically internationalized telecommunications misunderstandings "
    let document = document(String(repeating: long, count: 9) + "\n\nEnglish and \u{5E9}\u{5DC}\u{5D5}\u{5DD} \u{5E2}\u{5DC} words.\n")
    let lines = document.placedLines
    #expect(lines.contains { $0.report.end == .hyphen })
    for line in lines where line.report.end == .hyphen {
      #expect(line.gaps.count == line.words.count - 1, "\(line.report.text)")
      #expect(line.gaps.allSatisfy { ($0.upperBound - $0.lowerBound).points < 12 }, "\(line.report.text)")
    }
    let mixed = try #require(lines.last { $0.kind == .paragraph })
    #expect(
      !mixed.gaps.isEmpty && mixed.gaps.allSatisfy { ($0.upperBound - $0.lowerBound).points < 6 },
      "\(mixed.gaps.map { ($0.upperBound - $0.lowerBound).points }) \(mixed.report.text)")
  }

  // MARK: SyncTeX

  /// The boxes of a page: line of the source and rectangle in points from the upper left corner.
  private func boxes(_ text: String, page: Int) -> [(line: Int, x: Double, y: Double, width: Double, height: Double)] {
    let rows = text.split(separator: "\n")
    guard let start = rows.firstIndex(of: "{\(page)"), let end = rows.firstIndex(of: "}\(page)") else { return [] }
    return rows[start..<end].filter { $0.hasPrefix("(") }.map { row in
      let numbers = row.split { !$0.isNumber && $0 != "-" }.compactMap { DocumentNumber.real($0) }
      let scale = 72 / 72.27 / 65_536
      return (
        Int(clamping: numbers[1]), numbers[2] * scale, (numbers[3] - numbers[5]) * scale, numbers[4] * scale,
        (numbers[5] + numbers[6]) * scale
      )
    }
  }

  @Test func `random points of lines lead to the lines of the source that hold their words`() throws {
    let source = (1...400).map { "word\($0)a word\($0)b" + ($0 % 9 == 0 ? "\n" : "") }
    let text = source.joined(separator: "\n") + "\n"
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    let document = document(text)
    var tex = SyncTeX(document) { $0 }
    let written = tex.text()
    var random = SystemRandomNumberGenerator()
    let places = document.placedLines.filter { !$0.words.isEmpty && $0.gaps.count == $0.words.count - 1 }
    #expect(places.count > 30)
    var found: [Int: [(line: Int, x: Double, y: Double, width: Double, height: Double)]] = [:]
    for _ in 0..<1000 {
      let line = try #require(places.randomElement(using: &random))
      let index = Int.random(in: 0..<line.words.count, using: &random)
      let left = index == 0 ? line.rect.x : line.gaps[index - 1].upperBound
      let right = index == line.words.count - 1 ? line.rect.x + line.rect.width : line.gaps[index].lowerBound
      let (x, y) = ((left + (right - left) / 2).points, -(line.rect.y + line.rect.height / 2).points)
      if found[line.page] == nil { found[line.page] = boxes(written, page: line.page + 1) }
      let box = found[line.page]?.first { x >= $0.x && x <= $0.x + $0.width && y >= $0.y && y <= $0.y + $0.height }
      let number = try #require(box?.line)
      #expect(lines[number - 1].contains(line.words[index]), "\(line.words[index]) is not in line \(number)")
    }
  }

  @Test func `a caption leads to its own line`() throws {
    let rows = (1...9).map { "| Row number \($0) | Value \($0) |" }.joined(separator: "\n")
    let document = document("| Golden number | Easter |\n|---|---|\n\(rows)\n\n: The full moons of the church {#tbl-moons}\n")
    var tex = SyncTeX(document) { $0 }
    let text = tex.text()
    let caption = try #require(document.placedLines.first { $0.kind == .caption })
    let box = boxes(text, page: 1).first { abs($0.y + (caption.rect.y + caption.rect.height).points) < 1 }
    #expect(box?.line == 13)
    #expect(Set(boxes(text, page: 1).map(\.line)) == Set([1, 13] + Array(3...11)))
  }

  /// Two words of each line of the source, and what stands between them: formulas, code in the line, tags.
  @Test(arguments: [
    "alpha `code` beta with `rows` gamma\ndelta `name` epsilon then several further words fill the line of this page\nends `here` now\n",
    "| `\\alpha` | $\\alpha$ |\n|---|---|\n| `\\beta` | $\\beta$ |\n| `\\gamma` | $\\gamma$ |\n",
    "<table>\n<tr><th>Left</th><th>Right</th></tr>\n<tr><td>two</td><td>$x$</td></tr>\n<tr><td>below</td><td>last</td></tr>\n</table>\n",
  ]) func `words beside formulas, code and tags lead to their own lines`(text: String) throws {
    let document = document(text)
    var tex = SyncTeX(document) { $0 }
    let boxes = boxes(tex.text(), page: 1)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    var count = 0
    for line in document.placedLines {
      for (index, piece) in line.pieces.enumerated() {
        let word = String(decoding: piece.text, as: UTF8.self)
        guard word.count > 2, let wanted = lines.firstIndex(where: { $0.contains(word) }) else { continue }
        let right = index + 1 < line.pieces.count ? line.pieces[index + 1].left : line.rect.x + line.rect.width
        let (x, y) = ((piece.left + (right - piece.left) / 4).points, -(line.rect.y + line.rect.height / 2).points)
        let under = boxes.filter { x >= $0.x && x <= $0.x + $0.width && y >= $0.y && y <= $0.y + $0.height }
        let box = under.min { $0.width * $0.height < $1.width * $1.height }
        #expect(box?.line == wanted + 1, "\(word)")
        count += 1
      }
    }
    #expect(count >= 3)
  }

  /// The source lines to which the middles of words lead, by the words; each line is "word" of a text with words that occur once.
  private func lines(of words: [String], in text: String) throws -> [Int?] {
    let document = document(text)
    var tex = SyncTeX(document) { $0 }
    let written = tex.text()
    return words.map { word in
      for (number, page) in document.pages.enumerated() {
        for case .run(let run) in page.ink.items {
          let shown = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
          guard shown.contains(word) else { continue }
          let (x, y) = ((run.x + run.width / 2).points, -(run.y + run.size / 4).points)
          return boxes(written, page: number + 1).first { x >= $0.x && x <= $0.x + $0.width && y >= $0.y && y <= $0.y + $0.height }?.line
        }
      }
      return nil
    }
  }

  @Test func `rows of a table in HTML lead to their own lines, as does its caption`() throws {
    let text = """
      Before.

      <table>
      <caption>Zones that differ by halves of hours</caption>
      <thead>
      <tr><th>Place</th><th>Offset</th></tr>
      </thead>
      <tbody>
      <tr><td>Iran</td><td align="right">1979</td></tr>
      <tr><td>India and more</td><td align="right">1906, 2006</td></tr>
      <tr><td>Nepal</td><td align="right">1986</td></tr>
      </tbody>
      </table>

      """
    #expect(try lines(of: ["Zones", "Offset", "1979", "2006", "Nepal", "1986"], in: text) == [4, 6, 9, 10, 11, 11])
  }

  @Test func `titles lead to front matter, contents and running heads to headings`() throws {
    let text = """
      ---
      title: A Tour of Everything
      subtitle: Some short remarks
      author: Ada
      toc: true
      ---

      # Early mornings

      Text.

      # Late evenings

      Text.

      """
    #expect(try lines(of: ["Tour", "remarks", "Ada"], in: text) == [2, 3, 4])
    let document = document(text)
    var tex = SyncTeX(document) { $0 }
    let entries = document.placedLines.filter { $0.kind == .contents }
    let found = boxes(tex.text(), page: 1)
    // Each entry has a title and a number.
    #expect(entries.map { entry in found.first { abs($0.y + (entry.rect.y + entry.rect.height).points) < 1 }?.line } == [8, 8, 12, 12])
  }

  @Test func `a head of a table that is repeated leads to the head`() throws {
    let rows = (1...90).map { "| Row number \($0) | Value \($0) |" }.joined(separator: "\n")
    let document = document("| Golden number | Easter day |\n|---|---|\n\(rows)\n")
    #expect(document.pages.count > 1)
    var tex = SyncTeX(document) { $0 }
    let text = tex.text()
    let heads = document.placedLines.filter { $0.page > 0 && $0.report.text == "Easter day" }
    #expect(heads.count == document.pages.count - 1)
    for head in heads {
      let (x, y) = corner(head.rect)
      let box = boxes(text, page: head.page + 1).first { x >= $0.x && x <= $0.x + $0.width && y >= $0.y && y <= $0.y + $0.height }
      #expect(box?.line == 1)
    }
  }

  @Test func `formulas in cells, whose letters are nowhere in the source, lead to their rows`() throws {
    let document = document("| name | sign |\n|---|---|\n| `\\alpha` | $\\alpha$ |\n| `\\beta` | $\\beta$ |\n| $\\gamma$ | `\\gamma` |\n")
    var tex = SyncTeX(document) { $0 }
    let text = tex.text()
    let cells = document.placedLines.filter { $0.kind == .cell }
    let lines = cells.map { cell in
      let (x, y) = corner(cell.rect)
      return boxes(text, page: 1).first { x >= $0.x && x <= $0.x + $0.width && y >= $0.y && y <= $0.y + $0.height }?.line
    }
    #expect(lines == [1, 1, 3, 3, 4, 4, 5, 5])
  }

  @Test func `rows after a formula on two lines, and those of signs alone, lead to their own lines`() throws {
    let sum = (0..<80).map { _ in "a" }.joined(separator: "+")
    let rows = [
      "| a | $x=\(sum)$ | $\\alpha$ |", "| $\\beta$ | $\\gamma$ | $\\delta$ |", "| `(` | $`(a)`$ | c |", "| `)` | $`)a`$ | d |",
      "| $y$ | $a\\newline b$ | e |", "| $z$ | $c$ | f |",
    ]
    let document = document("| a | b | c |\n|---|---|---|\n" + rows.joined(separator: "\n") + "\n")
    var tex = SyncTeX(document) { $0 }
    let boxes = boxes(tex.text(), page: 1)
    // Every row from the top: its boxes are one for each line of a cell, below those of the row before.
    var bottom = 0.0
    for (line, count) in [(3, 6), (4, 3), (5, 3), (6, 3), (7, 4), (8, 3)] {
      let row = boxes.filter { $0.line == line }
      #expect(row.count == count, "line \(line)")
      #expect(row.allSatisfy { $0.y + $0.height / 2 > bottom }, "line \(line)")
      bottom = row.map { $0.y + $0.height / 2 }.max() ?? bottom
    }
  }

  @Test func `lists and further paragraphs beside a picture lead to their own lines`() throws {
    let folder = NSTemporaryDirectory() + UUID().uuidString
    try FileManager.default.createDirectory(atPath: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: folder) }
    let svg = "<svg xmlns='http://www.w3.org/2000/svg' width='120' height='300'><rect width='120' height='300'/></svg>"
    try Data(svg.utf8).write(to: URL(filePath: folder + "/a.svg"))
    let text =
      "![A black box](a.svg){.right}\n\nText that runs around the picture has lines that are short.\n\nThe second paragraph begins there too:\n\n- no page ends beside it\n- words have too little room\n- letters stay\n\nAfter all of this.\n"
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.root = folder
    let document = Typesetter(options: options).typesetWithReports(Source(name: "notes.md", text: text, folder: folder), time: 0).checked
    var tex = SyncTeX(document) { $0 }
    let boxes = boxes(tex.text(), page: 1)
    let rows = text.split(separator: "\n", omittingEmptySubsequences: false)
    for line in document.placedLines where line.words.count > 1 {
      let (x, y) = corner(line.rect)
      let under = boxes.filter { box in x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height }
      let box = try #require(under.min { a, b in a.width * a.height < b.width * b.height })
      let words = line.words.joined(separator: " ")
      #expect(rows[box.line - 1].contains(words), "\(words)")
    }
  }

  @Test func `rows of code lead to their own lines`() {
    var tex = SyncTeX(document("Text.\n\n```swift\nlet a = 1\n\nlet b = 2\n```\n")) { "/x/" + $0 }
    let text = tex.text()
    #expect(boxes(text, page: 1).map(\.line) == [1, 4, 6])
    #expect(text.hasPrefix("SyncTeX Version:1\nInput:1:/x/a.md\n"))
  }

  @Test func `SyncTeX's unit is TeX's scaled point, and it counts its records`() throws {
    let document = document("---\npaper: 723.5bp 1447bp\n---\n\nOne.\n\n\\newpage\n\nTwo.\n")
    var tex = SyncTeX(document) { $0 }
    let text = tex.text()
    let page = try #require(document.pages.first)
    // 72 big points are 72.27 of TeX's.
    let units = [page.width, page.height].map { Int(clamping: ($0.points / 72 * 72.27 * 65_536).rounded()) }
    let sheet = try #require(text.split(separator: "\n").first { $0.hasPrefix("[1,1:0,") })
    let found = sheet.dropFirst("[1,1:0,".count).split(whereSeparator: { ",:".contains($0) }).compactMap { DocumentNumber.whole($0) }
    #expect(found.count == 4 && abs(found[1] - units[0]) <= 1 && abs(found[0] - units[1]) <= 1 && found[0] == found[2], "\(sheet)")
    let records = text.split(separator: "\n").filter { $0.hasPrefix("(") || $0.hasPrefix("[") }.count
    #expect(text.contains("\nCount:\(records)\n"))
  }
}
