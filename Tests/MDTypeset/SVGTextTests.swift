import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// What pages of SVG say beside their outlines.
struct SVGTextTests {
  /// The page's texts, each as a browser copies it; places are left out.
  private func texts(_ text: String) throws -> [String] {
    let svg = String(decoding: try Typesetter().typeset(Source(name: "a.md", text: text)).svg(page: 0), as: UTF8.self)
    return svg.split(separator: "\n").filter { $0.hasPrefix("<text font-size") }.map { line in
      var words = ""
      var isTag = false
      for letter in line {
        if letter == "<" { isTag = true }
        if !isTag { words.append(letter) }
        if letter == ">" { isTag = false }
      }
      return words
    }
  }

  @Test(arguments: [
    ("# A *b*\n\nc **d**, `e` f.\n", ["A b", "c d, e f.", "1"]), ("It is $x^2+\\frac ab$, so.\n", ["It is x² + a/b, so.", "1"]),
    ("- a\n- b\n", ["• a", "• b", "1"]), ("| a | b |\n|---|---|\n| c | d |\n", ["a b", "c d", "1"]),
    ("a < b & c\n", ["a &lt; b &amp; c", "1"]),
    ("שלום עולם\n", ["שלום עולם", "1"]),
  ])
  func `words are copied in the order of reading, a block at a time`(text: String, found: [String]) throws {
    #expect(try texts(text) == found)
  }

  @Test func `a paragraph of several lines is one text, and a divided word is whole`() throws {
    let words = "incomprehensibilities and characteristically internationalization"
    let found = try texts("---\npaper: a6\nlang: en\n---\n\n" + Array(repeating: words, count: 6).joined(separator: " ") + "\n")
    #expect(found.first == Array(repeating: words, count: 6).joined(separator: " "))
  }

  @Test func `lines of Chinese are joined without spaces, and a formula over two lines is copied once`() throws {
    let text = "---\npaper: a6\nlang: zh\n---\n\n" + String(repeating: "字", count: 40) + "。\n"
    #expect(try texts(text).first == String(repeating: "字", count: 40) + "。")
    let formula = "a" + String(repeating: " + a", count: 60)
    let copied = try #require(try texts("---\npaper: a6\n---\n\nSo $\(formula)$ is.\n").first)
    #expect(copied == "So \(formula) is.")
  }

  /// Each glyph of a page by its place, in thousandths of a point.
  private func glyphPlaces(of page: Page) -> Set<[Int]> {
    var places: Set<[Int]> = []
    for case .run(let run) in page.ink.items where !run.isSilent {
      for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        let x = run.x + Length(rawValue: Int(glyph.x))
        places.insert([x, .zero - run.y - Length(rawValue: Int(glyph.y))].map { ($0.rawValue * 1000 + 32_768) >> 16 })
      }
    }
    return places
  }

  /// How many glyphs of all its faces a page has.
  private func glyphCount(of page: Page) -> Int {
    var glyphs: Set<[UInt32]> = []
    for case .run(let run) in page.ink.items where !run.isSilent {
      for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        glyphs.insert([UInt32(run.face.rawValue), glyph.id])
      }
    }
    return glyphs.count
  }

  private func thousandths(_ text: Substring) -> Int? { DocumentNumber.real(text).flatMap { Int(exactly: ($0 * 1000).rounded()) } }

  @Test func `as text each glyph has its place on the page and a code of its own, and the words are still there`() throws {
    let text = "---\nsvg-text: fonts\n---\n\n# Waffles\n\nIt is $x^2+\\frac ab$, *so*.\n"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    let svg = String(decoding: try document.svg(page: 0), as: UTF8.self)
    #expect(svg.contains("@font-face{font-family:f0;src:url(data:font/otf;base64,"))
    // No outlines but those of rules.
    #expect(!svg.contains("<path") && !svg.contains("<use"))
    var places: Set<[Int]> = []
    // With the name of the face before them.
    var codes: Set<String> = []
    for line in svg.split(separator: "\n") where line.hasPrefix("<text class=") {
      let match = try #require(line.firstMatch(of: #/x="([^"]*)" y="([^"]*)">([^<]*)</#))
      let numbers = match.1.split(separator: " ").compactMap { thousandths($0) }
      for code in match.3 { codes.insert("\(line.prefix(15))\(code)") }
      // One for all, or one for each.
      let heights = match.2.split(separator: " ").compactMap { thousandths($0) }
      #expect(numbers.count == match.3.unicodeScalars.count)
      #expect(match.3.unicodeScalars.allSatisfy { (0xE000...0xF8FF).contains($0.value) })
      for (index, x) in numbers.enumerated() { places.insert([x, heights[min(index, heights.count - 1)]]) }
    }
    #expect(places == glyphPlaces(of: document.pages[0]))
    #expect(codes.count == glyphCount(of: document.pages[0]))
    #expect(try texts(text).prefix(2) == ["Waffles", "It is x² + a/b, so."])
  }

  @Test func `a page has its document's title and language, its headings and the words for its pictures`() throws {
    let picture =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E"
    let text =
      "---\nlang: de\n---\n\n# Über <Dinge>\n\n![Ein Quadrat](<\(picture)>)\n\n| A |\n|---|\n| ![Zelle](<\(picture)>) |\n\nWorte ![zwei](<\(picture)>)\n"
    let svg = String(decoding: try Typesetter().typeset(Source(name: "a.md", text: text)).svg(page: 0), as: UTF8.self)
    #expect(svg.contains("<svg role=\"document\" lang=\"de\" "))
    #expect(svg.contains("<title>Über &lt;Dinge&gt;</title>"))
    #expect(svg.contains("<heading level=\"1\" y=\"") && svg.contains(">Über &lt;Dinge&gt;</heading>"))
    #expect(
      svg.contains("role=\"img\" aria-label=\"Ein Quadrat\"") && svg.contains("aria-label=\"Zelle\"")
        && !svg.contains("aria-label=\"zwei\""))
  }
}
