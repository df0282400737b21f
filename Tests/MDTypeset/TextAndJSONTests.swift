import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetJSON

@testable import MDTypeset
@testable import TypesetOutput

/// Pages as plain text and as JSON, and the names of blocks.
@Suite struct TextAndJSONTests {
  private func document(_ text: String) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: text))
  }

  private func text(_ markdown: String) throws -> String { try document(markdown).plainText() }

  private func json(_ markdown: String) throws -> JSON { try JSON(Array(try document(markdown).json().utf8)[...]) }

  @Test func `the front matter is in the JSON as it is written, unknown keys too`() throws {
    let text = "---\ntitle: T\nmyKey: 5\nodd-one: {deep: [true, \"5\", a b, null]}\n---\nText.\n"
    let json = try JSON(ArraySlice(Typesetter().typeset(markdown: text).json().utf8))
    let matter = try #require(json["matter"])
    #expect(matter.description == #"{"title":"T","myKey":5,"odd-one":{"deep":[true,"5","a b",null]}}"#)
    #expect(try JSON(ArraySlice(Typesetter().typeset(markdown: "Text.").json().utf8))["matter"] == nil)
  }

  @Test func `fences of hidden languages are not shown`() throws {
    let text = "---\nhidden-fences: [Responser]\n---\nBefore.\n\n```responser\nid:1\n```\n\n```swift\nlet x = 1\n```\n\nAfter.\n"
    let shown = try Typesetter().typeset(markdown: text).text(ofPage: 0)
    #expect(!shown.contains("id:1") && shown.contains("let x = 1") && shown.contains("Before.") && shown.contains("After."), "\(shown)")
  }

  @Test func `paragraphs are a line each, with an empty line between them`() throws {
    #expect(try text("# One\n\nSome *text*\nwith `code`.\n\nMore.\n") == "One\n\nSome text with code.\n\nMore.\n")
  }

  @Test func `formulas are LaTeX, but for references, which are the numbers that they show`() throws {
    let shown = try text("$$ a = b \\label{eq:a} $$\n\nBy \\eqref{eq:a} and $\\ref{eq:a}$, $x^2$ is $\\eqref{eq:a}y$.\n")
    #expect(shown.hasSuffix("By (1) and 1, x^2 is \\eqref{eq:a}y.\n"), "\(shown)")
  }

  @Test func `captions of code show no marks of Markdown, and names of files stay`() throws {
    let code = "```{.python caption=\"A **bold** `name` of code\"}\nx = 1\n```\n\n```{.python caption=\"__init__.py\"}\ny = 2\n```\n"
    let shown = try Typesetter().typeset(markdown: "---\nfrom: pandoc\n---\n\n" + code).text(ofPage: 0)
    #expect(shown.contains("A bold name of code") && shown.contains("__init__.py"), "\(shown)")
  }

  @Test func `words divided at line ends are whole`() throws {
    let paragraph = Array(repeating: "Incomprehensibilities characteristically misunderstood.", count: 6).joined(separator: " ")
    #expect(try text("---\npaper: a6\n---\n\n\(paragraph)\n").split(separator: "\n").first.map(String.init) == paragraph)
    let places = document("---\npaper: a6\n---\n\n\(paragraph)\n").places
    #expect(places.first { $0.kind == "paragraph" }?.text == paragraph)
  }

  @Test func `pages are divided by form feeds, without headers and footers`() throws {
    #expect(try text("---\nheader: {left: Head}\n---\n\nOne.\n\n\\newpage\n\nTwo.\n") == "One.\n\u{C}Two.\n")
    #expect(try document("One.\n\n\\newpage\n\nTwo.\n").plainText(pages: [1]) == "Two.\n")
    #expect(throws: DocumentError.noSuchPage(1, count: 1)) { try document("One.").plainText(pages: [1]) }
  }

  @Test func `items begin with their labels and are indented below them`() throws {
    #expect(try text("- one\n- two\n  - inner\n\n1. first\n\n   second\n") == "• one\n• two\n  – inner\n\n1. first\n   second\n")
    #expect(try text("Term\n: Its definition.\n") == "Term\n  Its definition.\n")
  }

  @Test func `rows of tables have tabs between their cells`() throws {
    #expect(try text("| a | b c |\n|---|---|\n| 1 | $x^2$ |\n") == "a\tb c\n1\tx^2\n")
  }

  @Test func `code keeps its lines, spaces and empty lines`() throws {
    #expect(try text("```\na  b\n\n\n  c\n```\n") == "a  b\n\n\n  c\n")
  }

  @Test func `formulas are LaTeX, pictures their descriptions, notes at the end of the page`() throws {
    #expect(try text("Let $a^2+b^2$, then:\n\n$$\nc = \\frac12\n$$\n") == "Let a^2+b^2, then:\n\nc = \\frac12\n")
    #expect(try text("![A sign](missing.png)\n").hasPrefix("[A sign]\n"))
    #expect(try text("Text.[^1]\n\nMore.\n\n[^1]: The note.\n") == "Text.[1]\n\nMore.\n\n1 The note.\n")
  }

  @Test func `contents have their page numbers apart from the titles`() throws {
    #expect(try text("[TOC]\n\n## One\n\n## Two\n").hasPrefix("One 1\nTwo 1\n\n"))
  }

  @Test func `the outline has headings within headings, with their pages`() throws {
    let outline = try #require(json("# A\n\n## B\n\n\\newpage\n\n## C {#see}\n\n# D\n")["outline"]?.items)
    #expect(outline.map { $0["title"]?.text } == ["A", "D"])
    let inner = try #require(outline[0]["children"]?.items)
    #expect(inner.map { $0["title"]?.text } == ["B", "C"] && inner.map { $0["page"]?.integer } == [1, 2])
    #expect(inner[1]["id"]?.text == "see" && inner[1]["level"]?.integer == 2)
  }

  @Test func `blocks have their kinds, texts and areas`() throws {
    let value = try json("---\ntitle: T\nlang: de\n---\n\nEin Satz mit $x$.\n\n- eins\n")
    #expect(value["version"]?.integer == 1 && value["title"]?.text == "T" && value["language"]?.text == "de")
    let blocks = try #require(value["blocks"]?.items)
    #expect(blocks.map { $0["kind"]?.text } == ["paragraph", "paragraph", "list"])
    #expect(blocks[1]["text"]?.text == "Ein Satz mit x.")
    let item = try #require(blocks[2]["children"]?.items?.first?["children"]?.items)
    #expect(item.map { $0["kind"]?.text } == ["label", "body"])
    let area = try #require(blocks[1]["areas"]?.items?.first)
    let size = try #require(value["pages"]?.items?.first)
    #expect((area["x"]?.double ?? -1) > 0 && (area["y"]?.double ?? -1) > 0)
    #expect((area["y"]?.double ?? 0) + (area["height"]?.double ?? 0) < (size["height"]?.double ?? 0))
  }

  @Test func `a paragraph over two pages has two areas and one text`() throws {
    let paragraph = Array(repeating: "Some words that fill a small page.", count: 45).joined(separator: " ")
    let blocks = try #require(json("---\npaper: a6\n---\n\n\(paragraph)\n")["blocks"]?.items)
    #expect(blocks.count == 1 && blocks[0]["text"]?.text == paragraph)
    #expect(blocks[0]["areas"]?.items?.map { $0["page"]?.integer } == [1, 2])
  }

  @Test func `the ground of a word belongs to its paragraph, not to the heading before it`() throws {
    for place in document("# One\n\nSome `code` and more.\n").places where place.kind == "heading" { #expect(place.height < 20) }
  }

  // MARK: Names of blocks

  private static let original = "# Title\n\nFirst.\n\n- one\n- two\n\n---\n\nSecond.\n\n---\n\n| a |\n|---|\n| 1 |\n\n$$\nx\n$$\n"

  private func names(_ markdown: String) throws -> [String] {
    try #require(json(markdown)["blocks"]?.items).compactMap { $0["block"]?.text }
  }

  @Test func `a paragraph inserted before leaves all blocks their names`() throws {
    let old = try names(Self.original)
    #expect(old.count == 6 && Set(old).count == 6 && old[0] == "title")
    let new = try names("An insertion.\n\n" + Self.original)
    #expect(Array(new.dropFirst()) == old && !old.contains(new[0]))
    let changed = try names(Self.original.replacing("First.", with: "First, changed."))
    #expect(zip(old, changed).map { $0 == $1 } == [true, false, true, true, true, true])
  }

  @Test func `white space does not change a name, equal blocks are counted`() throws {
    #expect(try names("One two\nthree.\n") == names("One  two three.\n"))
    let twice = try names("Same.\n\nSame.\n")
    #expect(twice.count == 2 && twice[1] == twice[0] + "-2")
    let places = document("Same.\n\nOther {#x}.\n").places.filter { $0.kind == "paragraph" }
    #expect(places.first?.block == twice[0])
  }

  @Test(arguments: [(-1.5, "-1.5"), (-0.25, "-0.25"), (2, "2"), (0, "0"), (0.0625, "0.063")])
  func `lengths have their sign and three decimals`(points: Double, text: String) {
    #expect(TypesetDocument.points(Length(points: points)).description == text)
  }
}
