import MDTypeset
import Testing

@Suite struct BuilderTests {
  func pdf(_ document: Document) throws -> [UInt8] { try Typesetter().typeset(document).pdf() }
  func text(_ document: Document) throws -> String { try Typesetter().typeset(document).text(ofPage: 0) }

  static let svg = MemoryResources([
    "a.svg": Array("<svg xmlns='http://www.w3.org/2000/svg' width='9' height='9'><circle r='4'/></svg>".utf8)
  ])

  @Test func `icons and badges have the bytes of their parsed twins`() throws {
    let built = Document { Paragraph(Inline("a ") + .badge("new", color: Color(rgba: 0xFF00_00FF)) + " " + .icon("gear")) }
    #expect(try pdf(built) == pdf(Document(markdown: "a :badge[new]{color=\"#ff0000\"} :icon[gear]")))
  }

  @Test func `a built document has the bytes of its parsed twin`() throws {
    let built = Document {
      Heading("T")
      Paragraph {
        "a "
        Math("x^2")
        Picture("a.svg")
      }
      Heading("Sub & \"more\"", level: 2, id: "sub")
      Paragraph(Inline("It is ") + Inline("bold").bold() + " and " + Inline("slanted").italic() + ", " + .code("let x") + ".")
      ItemList {
        Paragraph("one")
        Paragraph("two")
      }
      ItemList(numberedFrom: 3) {
        Item {
          Paragraph("first")
          Paragraph("second")
        }
      }
      Quote { Paragraph("quoted") }
      Code("let x = 1\nprint(x)", language: "swift")
      DisplayMath("E = mc^2", id: "eq-e")
      Callout("tip", title: "A title") { Paragraph("Text.") }
      Grid([.left, .right], head: ["A", "B"], rows: [["1", "2"]])
      Grid(head: ["C"], rows: [["3", "4"]])
      Rule()
      Markdown("See **this** and [that](#sub).")
      Picture("a.svg", alternative: "A dot.", width: "2cm")
    }
    let twin = """
      # T

      a $x^2$![](a.svg)

      ## Sub & "more" {#sub}

      It is **bold** and *slanted*, `let x`.

      - one
      - two

      3. first

         second

      > quoted

      ```swift
      let x = 1
      print(x)
      ```

      $$E = mc^2$$ {#eq-e}

      > [!TIP] A title
      > Text.

      | A | B |
      |:--|--:|
      | 1 | 2 |

      | C |   |
      |---|---|
      | 3 | 4 |

      ---

      See **this** and [that](#sub).

      ![A dot.](a.svg){width=2cm}
      """
    let parsed = Document(markdown: twin)
    #expect(try text(built.markdownResources(Self.svg)) == text(parsed.markdownResources(Self.svg)))
    #expect(try pdf(built.markdownResources(Self.svg)) == pdf(parsed.markdownResources(Self.svg)))
    #expect(Typesetter().typeset(built.markdownResources(Self.svg)).diagnostics.isEmpty)
  }

  @Test(arguments: ["**x** $y$ @Note {} {{z}} <b> [a](b) `c` # d", "1. x", "- y", "> z", "---", "$$", "&amp;", "\\frac", "![a](b)"])
  func `a string is never parsed`(text: String) throws {
    let shown = try self.text(Document { Paragraph(text) }.markdownSmartPunctuation(false))
    let inline = try self.text(Document { Paragraph("\(text)") }.markdownSmartPunctuation(false))
    let parsed = try self.text(Document { Paragraph { Text("*\(text)*") } }.markdownSmartPunctuation(false))
    for result in [shown, inline, parsed] {
      #expect(result.split(separator: "\n").first.map(String.init) == text)
    }
  }

  @Test(arguments: [
    "words", " two words ", "1 word, 2 words", "a  b", "   three blanks before", "Table of contents", "TODO this", "12", ",", "a,b", "x.",
  ])
  func `a literal of words alone is what reading it gives`(text: String) throws {
    let built = Document { Paragraph { Text(MarkdownLiteral(stringLiteral: text)) } }
    #expect(try pdf(built) == pdf(Document(markdown: text + "\n")))
    let bold = Document { Paragraph { Text(MarkdownLiteral(stringLiteral: text)).bold() } }
    #expect(try self.text(bold) == self.text(Document(markdown: text + "\n")))
  }

  @Test func `interpolation is the sum of its parts, and takes formulas, pictures, dates and numbers`() throws {
    let (a, b) = (Inline("f").bold(), Inline("i"))
    #expect("\(a)\(b)" as Inline == a + b)
    #expect(Inline("a") + Inline("b") == "ab")
    #expect((0..<20).reduce(Inline("x")) { inline, _ in inline.bold() } == (0..<20).reduce("x" as Inline) { inline, _ in inline.bold() })
    let picture = Picture("a.svg", alternative: "p")
    let line: Inline =
      "On \(secondsSince1970: 951_782_400) \(Math("x")) is \(3.14159, decimals: 2), \(42), \(-0.4, decimals: 0)\(picture)"
    #expect(line == Inline("On 2000-02-29 ") + .math("x") + " is 3.14, 42, 0" + .picture("a.svg", alternative: "p"))
    #expect("\(secondsSince1970: -86_400, format: .dayMonthYear)" as Inline == "31.12.1969")
    #expect("\(secondsSince1970: 1_795_336_200, format: .dateAndTime)" as Inline == "2026-11-22 08:30")
  }

  @Test func `builders know conditions and loops, ten thousand items too`() throws {
    let isLong = false
    let name: String? = "Ada"
    let document = Document {
      if isLong { Heading("long") } else { Heading("short") }
      if let name { Paragraph("Dear \(name)") }
      switch name {
      case "Ada": Paragraph("A")
      default: Paragraph("B")
      }
      for number in 0..<10_000 { Paragraph("\(number)") }
    }
    let typeset = Typesetter().typeset(document)
    #expect(try typeset.text(ofPage: 0).hasPrefix("short\nDear Ada\nA\n0\n1\n2"))
    #expect(try typeset.text(ofPage: typeset.pageCount - 1).contains("9999"))
  }

  @Test func `diagnostics name the line that made the block`() throws {
    let document = Document {
      Paragraph("fine")
      Quote {
        Paragraph { Math("\\frca{1}{2}") }
      }
    }
    let line = #line - 3
    let typeset = Typesetter().typeset(document)
    let diagnostic = try #require(typeset.diagnostics.first)
    #expect(diagnostic.code == "math.unknown-command")
    #expect(diagnostic.rendered(in: typeset.source).hasPrefix("MDTypesetTests/BuilderTests.swift:\(line):"))
  }

  @Test func `directives, styles and attachments meet built documents`() throws {
    struct Dot: InlineAttachment {
      func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: 5, height: 5) }
      func draw(on canvas: inout Canvas) { canvas.fill(canvas.bounds, .red) }
      var plainText: String { "dot" }
    }
    let document = Document {
      Markdown("@Say(word: \"hello\")")
      Paragraph {
        "A "; Inline.attachment(Dot())
      }
      Quote { Paragraph("q") }
    }
    .markdownDirective("Say") { call, _ in .text(call.arguments["word"] ?? "") }
    .markdownStyling(QuoteNode.self) { _, context in .text("before") + context.content }
    let shown = try text(document)
    #expect(shown.contains("before\nq"))
    #expect(Typesetter().typeset(document).diagnostics.isEmpty)
  }
}
