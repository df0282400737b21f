import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// First letters that are as high as several lines, and first words in small capitals.
@Suite struct DropCapTests {
  private static let words = "he quick brown fox jumps over the lazy dog and runs away from the hunters who follow it through the forest. "
  private static let long = Array(repeating: words, count: 6).joined()

  private func typeset(_ markdown: String) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: markdown))
  }

  private func runs(_ document: TypesetDocument, page: Int = 0) -> [(run: GlyphRun, text: String)] {
    let page = document.pages[page]
    return page.ink.items.prefix(page.furniture ?? .max).compactMap { item in
      guard case .run(let run) = item else { return nil }
      return (run, String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self))
    }
  }

  /// The largest letter, where one is larger than headings.
  private func letter(_ document: TypesetDocument, page: Int = 0) -> GlyphRun? {
    runs(document, page: page).map(\.run).filter { $0.size > 22.pt }.max { $0.size < $1.size }
  }

  /// The baselines of the text, and where its lines begin, from the top.
  private func lines(_ document: TypesetDocument, page: Int = 0) -> [(x: Double, y: Double)] {
    var starts: [Length: Length] = [:]
    for (run, _) in runs(document, page: page) where run.size < 12.pt && !run.text.isEmpty {
      starts[run.y] = min(starts[run.y] ?? run.x, run.x)
    }
    return starts.sorted { $0.key > $1.key }.map { ($0.value.points, -$0.key.points) }
  }

  @Test(arguments: [2, 3, 5])
  func `the foot of the letter is on the baseline of its last line, its top is level with the first line's capitals`(count: Int) throws {
    let document = typeset("---\ndrop-cap: \(count)\n---\n\nT\(Self.long)\n")
    let (cap, lines) = try (#require(letter(document)), lines(document))
    #expect(abs(-cap.y.points - lines[count - 1].y) < 0.01)
    // Capitals are 0.658 em high.
    let leading = 11 * 1.34
    #expect(abs(cap.size.points * 0.658 - (leading * Double(count - 1) + 11 * 0.658)) < 0.2)
    // Lines beside it begin at its right, the next one at the margin.
    let margin = try #require(lines.last).x
    #expect(lines[count].x == margin && lines[1..<count].allSatisfy { $0.x > margin + 15 })
    #expect(abs(cap.x.points - margin) < 3)
  }

  @Test(arguments: ["The", "A", "“Quite", "« Voilà", "L’été", "Ça"])
  func `what is copied has the whole word at the first line`(word: String) {
    let document = typeset("---\ndrop-cap: true\n---\n\n\(word) \(Self.long)\n")
    #expect(letter(document) != nil)
    // Readers of pages take a glyph's text by its cluster.
    for run in runs(document).map(\.run) {
      let clusters = document.pages[0].ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map(\.cluster)
      #expect(clusters.allSatisfy { $0 < max(run.text.count, 1) })
    }
    let text = runs(document).map(\.text).joined()
    #expect(text.hasPrefix(word + " he quick brown"), "\(text.prefix(60))")
    #expect(pageLines(document)[0][0].hasPrefix(word + " he quick brown"), "\(pageLines(document)[0][0])")
  }

  @Test(arguments: ["One line.", "*$x$ is a formula* \(long)", "1984 \(long)", "![](icon:star) \(long)", "في \(long)"])
  func `no letter is high where it has no place`(text: String) {
    let document = typeset("---\ndrop-cap: 3\n---\n\n\(text)\n")
    #expect(letter(document) == nil && pageLines(document) == pageLines(text + "\n"))
  }

  @Test func `in a paragraph with fewer lines the letter is as high as they are`() throws {
    let document = typeset("---\ndrop-cap: 4\n---\n\nT\(Self.words)\n")
    let (cap, lines) = try (#require(letter(document)), lines(document))
    #expect(lines.count < 4 && abs(-cap.y.points - lines[lines.count - 1].y) < 0.01)
  }

  @Test func `headings of the highest level and the beginning have it, other paragraphs have not`() {
    func capped(_ markdown: String) -> [Bool] {
      let document = typeset("---\ndrop-cap: 2\ntitle: x\n---\n\n" + markdown)
      return ["One", "Two", "Three", "Four"].map { word in !runs(document).contains { $0.run.size < 12.pt && $0.text.hasPrefix(word + " ") }
      }
    }
    let text = { (word: String) in "\(word) \(Self.words)\(Self.words)\n\n" }
    #expect(capped(text("One") + text("Two") + "# A\n\n" + text("Three") + text("Four")) == [true, false, true, false])
    #expect(
      capped("# A\n\n> A motto.\n\n" + text("One") + "## B\n\n" + text("Two") + "# C\n\n- item\n\n" + text("Three") + text("Four"))
        == [true, false, false, false])
  }

  @Test(arguments: [
    "[T]{.drop-cap}\(long)", "<span class=\"dropcap\">T</span>\(long)", "::: {.drop-cap}\nT\(long)\n:::", "T\(long)\n{drop-cap=3}",
    "# Heading {drop-cap=3}\n\nT\(long)", "\\lettrine[lines=3]{T}{he} \(long)", "**T**\(long)\n{.drop-cap}",
  ])
  func `authors ask for it with a class, an attribute or LaTeX's command`(text: String) {
    let document = typeset(text + "\n\nT\(Self.long)\n")
    #expect(document.diagnostics.isEmpty, "\(document.diagnostics)")
    #expect(runs(document).count { $0.run.size > 40.pt && $0.run.size < 70.pt } == 1)
  }

  @Test func `a theme says so of an element, and what the letter looks like`() throws {
    let style = "---\nstyle: {styles: {h2: {drop-cap: 2}, initial: {color: \"#aa0000\", family: sans}}}\n---\n\n"
    let document = typeset(style + "# A\n\nT\(Self.long)\n\n## B\n\nT\(Self.long)\n")
    let letters = runs(document).map(\.run).filter { $0.size > 22.pt }
    #expect(letters.count == 1 && letters.first?.color == Color(rgba: 0xAA00_00FF))
  }

  @Test func `no page ends beside the letter`() throws {
    for count in 20..<36 {
      let filler = String(repeating: "Line.\n\n", count: count)
      let document = typeset(filler + "T\(Self.long)\n{drop-cap=4}\n")
      let page = try #require(document.pages.indices.first { letter(document, page: $0) != nil })
      let lines = lines(document, page: page)
      #expect(lines.count >= 4 && -(letter(document, page: page)?.y.points ?? 0) <= lines[lines.count - 1].y + 0.01)
    }
  }

  @Test func `the first line is in small capitals up to its end, and no farther`() throws {
    for markdown in ["T\(Self.long)", "T\(Self.words)", "Tall \(Self.long)"] {
      let plain = typeset("---\nhyphenate: false\n---\n\n\(markdown)")
      let document = typeset("---\nfirst-line: small-caps\nhyphenate: false\n---\n\n\(markdown)")
      func glyphs(_ document: TypesetDocument, line: Int) -> Set<UInt32> {
        let y = Set(runs(document).map(\.run.y)).sorted(by: >)[line]
        return Set(
          runs(document).filter { $0.run.y == y }.flatMap { run in
            document.pages[0].ink.glyphs[Int(run.run.glyphs.lowerBound)..<Int(run.run.glyphs.upperBound)].map(\.id)
          })
      }
      let known = glyphs(plain, line: 0).union(glyphs(plain, line: 1))
      // The first letter and blanks are the same.
      #expect(glyphs(document, line: 0).intersection(known).count <= 3)
      #expect(glyphs(document, line: 1).isSubset(of: known))
      #expect(pageLines(document)[0].joined(separator: " ") == pageLines(plain)[0].joined(separator: " "))
    }
  }

  @Test func `so many words may be in small capitals`() {
    let document = typeset("Tall oaks from\nlittle acorns grow.\n{first-line=\"small-caps 3\"}\n")
    let plain = typeset("Tall oaks from\nlittle acorns grow.\n")
    let glyphs = [document, plain].map { document in document.pages[0].ink.glyphs.prefix(34).map(\.id) }
    // The capital and blanks are the same.
    #expect((1...13).allSatisfy { glyphs[0][$0] != glyphs[1][$0] || [4, 9].contains($0) })
    #expect(glyphs[0][0] == glyphs[1][0] && glyphs[0][14...] == glyphs[1][14...])
  }

  @Test func `values that can't be read are said`() {
    for text in [
      "---\ndrop-cap: 30\n---\n\nText.\n", "Text.\n{drop-cap=high}\n", "Text.\n{first-line=italic}\n",
      "---\nfirst-line: bold\n---\n\nText.\n",
    ] {
      #expect(typeset(text).diagnostics.count == 1, "\(typeset(text).diagnostics)")
    }
  }

  @Test func `an edit gives the pages of the whole text`() {
    let before = "---\ndrop-cap: 3\n---\n\n# A\n\nT\(Self.long)\n\n# B\n\nT\(Self.long)\n\nT\(Self.words)\n"
    for after in [
      before.replacing("# B", with: "Words."), before.replacing("# B", with: "# Be"),
      before.replacing("# B\n\nT", with: "# B\n\n> A motto.\n\nS"),
    ] {
      var options = TypesetterOptions()
      options.shared = SharedWork(keepsBlocks: true)
      let typesetter = Typesetter(options: options)
      _ = typesetter.typeset(Source(name: "a.md", text: before))
      let edited = typesetter.typeset(Source(name: "a.md", text: after))
      #expect(edited.pages == Typesetter().typeset(Source(name: "a.md", text: after)).pages)
    }
  }

  @Test func `Chinese characters fill as many squares`() {
    let document = Typesetter().typeset(
      Source(name: "a.md", text: "---\nlang: zh\ndrop-cap: 2\n---\n\n" + String(repeating: "天地玄黄宇宙洪荒", count: 20)))
    // Where the machine has no Chinese face, a box is no letter.
    if let cap = letter(document) { #expect(abs(cap.size.points - (11 * 1.6 + 11)) < 0.01) }
  }
}
