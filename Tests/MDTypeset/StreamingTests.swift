import Foundation
import MDTypeset
import Testing
import TypesetOutput

@Suite struct StreamingTests {
  /// Feeds a text in pieces; looks at the document after some of them.
  private func typeset(_ text: String, pieces size: Int, look: (StreamingSource, Range<Int>) throws -> Void = { _, _ in }) throws
    -> TypesetDocument
  {
    let stream = StreamingSource(Typesetter())
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: size) {
      try look(stream, stream.append(bytes[start..<min(bytes.count, start + size)]))
    }
    return stream.finish()
  }

  private func sample(_ path: String) throws -> String {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    return try String(contentsOf: root.appending(path: path), encoding: .utf8)
  }

  /// Words that fill some pages.
  private func filler(_ count: Int, _ word: String = "number") -> String {
    (0..<count).map { number in
      "Paragraph \(word) \(number) has a few words more than would fit on a single line of text, and a formula $x_{\(number)}^2$ too.\n\n"
    }.joined()
  }

  private func pages(_ document: TypesetDocument) throws -> [[UInt8]] { try (0..<document.pageCount).map { try document.svg(page: $0) } }

  @Test(arguments: ["samples/tour.md", "samples/blocks.md", "samples/chinese.md", "docs/guide/markdown.md", "docs/design.md"])
  func `pieces of any size give the same bytes`(path: String) throws {
    let text = try sample(path)
    let whole = try typeset(text, pieces: 4096).pdf()
    #expect(try typeset(text, pieces: 7).pdf() == whole)
    #expect(try typeset(text, pieces: 1).pdf() == whole)
    #expect(try typeset(text, pieces: .max / 2).pdf() == whole)
  }

  @Test(arguments: ["samples/tour.md", "samples/book.md", "docs/guide/markdown.md", "docs/design.md", "docs/reference.md"])
  func `a settled page never changes`(path: String) throws {
    let text = try sample(path) + filler(250)
    var settled: [[UInt8]] = []
    var looks = 0
    let document = try typeset(text, pieces: 1500) { stream, new in
      #expect(new.lowerBound == settled.count)
      for page in new { settled.append(try #require(stream.settledPages).svg(page: page)) }
      #expect(stream.settledPageCount == settled.count)
      looks += 1
      guard looks % 16 == 0 else { return }
      let shown = stream.snapshot()
      #expect(try settled.indices.map { try shown.svg(page: $0) } == settled)
    }
    #expect(settled.count > 1)
    #expect(try settled.indices.map { try document.svg(page: $0) } == settled)
    #expect(!document.diagnostics.contains { $0.code == "stream.changed" })
  }

  @Test func `nothing is lost or repeated where settled pages end`() throws {
    let count = 150
    let document = try typeset(filler(count), pieces: 100)
    let text = try (0..<document.pageCount).map { try document.text(ofPage: $0) }.joined(separator: " ")
    for number in 0..<count { #expect(text.components(separatedBy: "number \(number) has").count == 2, "\(number)") }
  }

  @Test func `pages appear while the text grows, the last ones as they are by then`() throws {
    let stream = StreamingSource(Typesetter())
    stream.append("# Title\n\nSome")
    #expect(try stream.snapshot().text(ofPage: 0).contains("Some"))
    stream.append(" words with $\\frac{a}{b")
    let shown = stream.snapshot()
    #expect(shown.diagnostics.isEmpty)
    #expect(try shown.text(ofPage: 0).contains("\\frac{a}{b}"))
    stream.append("}$.\n\n```swift\nlet x = 1\n")
    #expect(try stream.snapshot().text(ofPage: 0).contains("let x = 1"))
    stream.append("```\n\n| a | b |\n|---|---|\n| one | tw")
    #expect(try stream.snapshot().text(ofPage: 0).contains("tw"))
    #expect(stream.settledPageCount == 0)
    #expect(try stream.finish().text(ofPage: 0).contains("tw"))
  }

  @Test func `the beginning decides the language and the numbers`() throws {
    let english = filler(50)
    let german = (0..<300).map { "Der Absatz \($0) ist auf Deutsch und hat die Wörter der Sprache, nicht die einer anderen.\n\n" }.joined()
    #expect(try typeset(english + german, pieces: 4096).info.language == "en")
    #expect(try typeset(german + english, pieces: 4096).info.language == "de")
    // Equations are numbered where the text speaks of them; here it does so too late.
    let display = "$$\n\\begin{equation} a = b \\end{equation}\n$$\n\n"
    let late = try typeset(display + filler(60) + "By (1) this is so.\n", pieces: 500)
    #expect(!(try late.text(ofPage: 0).contains("(1)")))
    let early = try typeset(display + "By (1) this is so.\n\n" + filler(60), pieces: 500)
    #expect(try early.text(ofPage: 0).components(separatedBy: "(1)").count == 3)
  }

  @Test func `references to what comes later show an ellipsis on settled pages`() throws {
    let text =
      "See @fig-late and $\\eqref{eq:late}$ here.\n\n" + filler(120)
      + "![A caption](none.png){#fig-late}\n\n$$a=b\\label{eq:late}$$\n\nEnd.\n"
    let document = try typeset(text, pieces: 300)
    let first = try document.text(ofPage: 0)
    #expect(first.contains("See … and"))
    #expect(first.contains("(…)"))
    let short = try typeset("See @fig-late here.\n\n![A caption](none.png){#fig-late}\n", pieces: 5)
    #expect(try short.text(ofPage: 0).contains("See Figure"))
    // Until it comes.
    let stream = StreamingSource(Typesetter())
    stream.append("See @fig-late here.")
    let shown = stream.snapshot()
    #expect(try shown.text(ofPage: 0).contains("See … here"))
    #expect(!shown.diagnostics.contains { $0.code == "reference.unknown" })
    #expect(stream.finish().diagnostics.contains { $0.code == "reference.unknown" })
  }

  @Test func `contents are at the end, on pages of their own`() throws {
    for start in ["---\ntoc: true\n---\n\n", "[TOC]\n\n"] {
      let document = try typeset(start + "# One\n\n" + filler(80) + "# Two\n\n" + filler(20), pieces: 1000)
      let texts = try (0..<document.pageCount).map { try document.text(ofPage: $0) }
      #expect(texts[0].contains("Paragraph number 0"))
      let last = try #require(texts.last)
      #expect(last.contains("One") && last.contains("Two") && !last.contains("Paragraph"))
      #expect(!texts.dropLast().contains { $0.contains("One") && $0.contains("Two") })
    }
  }

  @Test func `the number of pages is on those that the end settles`() throws {
    let matter = "---\nfooter: \"page {page} of {pages}\"\n---\n\n"
    let text = matter + "Words[^a].\n\n[^a]: A note.\n\n" + filler(300)
    let stream = StreamingSource(Typesetter())
    stream.append(text)
    #expect(try stream.snapshot().text(ofPage: stream.snapshot().pageCount - 1).contains("of …"))
    let (settled, document) = (stream.settledPageCount, stream.finish())
    #expect(settled > 1 && settled < document.pageCount)
    for page in 0..<document.pageCount {
      let wanted = page < settled ? "page \(page + 1) of …" : "page \(page + 1) of \(document.pageCount)"
      #expect(try document.text(ofPage: page).contains(wanted), "\(page)")
    }
    #expect(try typeset(text, pieces: 77).pdf() == document.pdf())
  }

  @Test func `notes that come too late are shown as text`() throws {
    let document = try typeset("Words[^a] and more[^b].\n\n[^b]: Bee.\n\n" + filler(120) + "[^a]: Late words.\n", pieces: 250)
    let texts = try (0..<document.pageCount).map { try document.text(ofPage: $0) }
    #expect(texts[0].contains("[^a]") && texts[0].contains("Bee."))
    #expect(texts.joined(separator: " ").contains("Late words."))
  }
}
