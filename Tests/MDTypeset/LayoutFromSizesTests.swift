import MDTypeset
import Testing

/// Bodies that look at their sizes, or at what has been collected: line limits, forms that fit, equal heights, frames around what is marked.
@Suite struct LayoutFromSizesTests {
  /// The lines of the first page that a body makes on paper 200 points wide.
  private func lines(_ body: @escaping @Sendable () -> MarkdownBody) throws -> [String] {
    let document = Typesetter().typeset(
      Document(markdown: "***").markdownPaper(.size(200.pt, 400.pt)).markdownMargins(20.pt).markdownPageNumbers(false)
        .markdownStyling(ThematicBreakNode.self) { _, _ in body() })
    #expect(document.diagnostics.isEmpty)
    return try document.text(ofPage: 0).split(separator: "\n").map(String.init)
  }

  private static let words = (1...60).map { "word\($0)" }.joined(separator: " ")

  @Test(arguments: [1, 2, 5])
  func `text has no more lines than allowed and ends with an ellipsis after a whole word`(count: Int) throws {
    let lines = try lines { MarkdownBody.text(Self.words).lineLimit(count) }
    #expect(lines.count == count)
    let last = try #require(lines.last)
    #expect(last.hasSuffix("\u{2026}"))
    let kept = lines.joined(separator: " ").dropLast()
    #expect(Self.words.hasPrefix(kept + " "))
    // One word more would not fit: the line is nearly full.
    #expect(last.count > 15)
  }

  @Test func `the head or the middle may be left out`() throws {
    let head = try lines { MarkdownBody.text(Self.words).lineLimit(2, truncation: .head) }
    #expect(head.count == 2 && head[0].hasPrefix("\u{2026}word") && head[1].hasSuffix("word60"))
    let middle = try lines { MarkdownBody.text(Self.words).lineLimit(1, truncation: .middle) }
    #expect(
      middle.count == 1 && middle[0].hasPrefix("word1 word2") && middle[0].hasSuffix("word59 word60") && middle[0].contains("\u{2026}"),
      "\(middle)")
  }

  @Test func `text that fits stays as it is, also at the limit`() throws {
    #expect(try lines { MarkdownBody.text("a few words").lineLimit(1, more: "more") } == ["a few words"])
    let whole = try lines { MarkdownBody.text(Self.words) }
    #expect(try lines { MarkdownBody.text(Self.words).lineLimit(whole.count) } == whole)
    #expect(try lines { MarkdownBody.text(Self.words).lineLimit(whole.count - 1) } != whole)
  }

  @Test func `a word after the ellipsis is a link and has its room`() throws {
    let document = Typesetter().typeset(
      Document(markdown: "***").markdownPaper(.size(200.pt, 400.pt)).markdownMargins(20.pt)
        .markdownStyling(ThematicBreakNode.self) { _, _ in
          MarkdownBody.text(Self.words).lineLimit(2, more: "read on", link: "https://example.org/all")
        })
    #expect(try document.text(ofPage: 0).contains("\u{2026} read on"))
    #expect(String(decoding: try document.svg(page: 0), as: UTF8.self).contains("https://example.org/all"))
  }

  @Test func `Chinese text, formulas and emphasis are cut between characters`() throws {
    let chinese = String(repeating: "\u{6C49}\u{5B57}\u{6392}\u{7248}", count: 30)
    let lines = try lines { MarkdownBody.text(chinese).lineLimit(2) }
    #expect(lines.count == 2 && lines[1].hasSuffix("\u{2026}") && lines[1].count > 10)
    let mixed = try self.lines { MarkdownBody.markdown(String(repeating: "A *b* $x^2$ ![](icon:star) c ", count: 30)).lineLimit(2) }
    #expect(mixed.count == 2 && mixed[1].hasSuffix("\u{2026}"))
  }

  @Test func `a theme limits the lines of elements and classes`() throws {
    let text = "::: teaser\n\(Self.words)\n:::\n\n\(Self.words)\n"
    let document = Typesetter().typeset(
      Document(markdown: text).markdownPaper(.size(200.pt, 900.pt)).markdownMargins(20.pt).markdownPageNumbers(false)
        .markdownSetting("styles..teaser.line-limit", "3").markdownSetting("styles..teaser.truncation", "middle"))
    #expect(document.diagnostics.isEmpty)
    let whole = try document.text(ofPage: 0)
    #expect(whole.count { $0 == "\u{2026}" } == 1)
    let first = whole.split(separator: "\n").prefix(3)
    #expect(first[0].hasPrefix("word1 ") && first[2].hasSuffix("word60"))
  }

  @Test func `the first form that fits is taken, by width or by height`() throws {
    let forms = ["a form with many words", "a short form", "s"]
    func taken(_ width: Double, height: Double? = nil) throws -> String {
      try lines {
        .horizontal(spacing: 0, MarkdownBody.firstThatFits(height: height, forms.map { .text($0) }).width(width), .text(""))
      }.joined(separator: " ")
    }
    #expect(try taken(130) == forms[0])
    #expect(try taken(80) == forms[1])
    #expect(try taken(20) == forms[2])
    #expect(try taken(80, height: 40) == forms[0])
    #expect(try taken(80, height: 16) == forms[1])
  }

  enum Tallest: MarkdownCollector {
    static let defaultValue = 0.0
    static func reduce(into value: inout Double, next: () -> Double) { MarkdownReduction.max(into: &value, next) }
  }

  @Test func `cards get the height of the highest`() {
    let document = Typesetter().typeset(
      Document(
        markdown: "@Card { Short. }\n\n@Card {\n  \(String(repeating: "A longer text. ", count: 12))\n}\n\n@Card { *Short*, too. }\n"
      )
      .markdownPaper(.a6)
      .markdownDirective("Card") { call, context in
        context.resolve(call.content).reading(document: Tallest.self) { tallest, content in
          content.collect(Tallest.self) { $0.rect.height }.minHeight(tallest).collect(CollectedHeights.self) { [$0.rect.height] }
            .padding(6).panel(border: .teal, radius: 3)
        }
      })
    #expect(document.diagnostics.isEmpty)
    let found = document.collected(CollectedHeights.self)
    #expect(found.count == 3 && found.allSatisfy { abs($0 - found[1]) < 0.5 } && found[1] > 40, "\(found)")
  }

  enum CollectedHeights: MarkdownCollector {
    static let defaultValue: [Double] = []
    static func reduce(into value: inout [Double], next: () -> [Double]) { value += next() }
  }

  @Test func `a body with a name is found with all that is in it, and a stack of one has its name`() throws {
    let document = Typesetter().typeset(
      Document(markdown: "Before.\n\n***\n\nAfter.").markdownPaper(.size(200.pt, 400.pt)).markdownMargins(20.pt)
        .markdownStyling(ThematicBreakNode.self) { _, _ in
          .vertical(.text("One"), MarkdownBody.vertical(.text("Two"), .text("Three")).padding(5).id("card"), .text("Four"))
        })
    #expect(document.diagnostics.isEmpty)
    let place = try #require(document.place(of: "card"))
    #expect(place.text == "TwoThree" && place.page == 0 && place.x > 24 && place.height > 20, "\(place)")
    let text = MarkdownBody.text("a").id("hw")
    #expect(text.id == "hw" && text.padding(3).foregroundStyle(.red).id == "hw" && MarkdownBody.vertical(text).id == "hw")
    #expect(MarkdownBody.vertical(text, text).id == nil && MarkdownBody.text("a").id == nil && text.id("other").id == "other")
  }

  @Test func `nodes that are in no document are reported`() {
    let document = Typesetter().typeset(
      Document(markdown: "@Card { Words. }").markdownDirective("Card") { call, _ in .reading(Tallest.self) { _ in .nodes(call.content) } })
    #expect(document.diagnostics.map(\.code) == ["style.nodes"])
  }

  enum Marks: MarkdownCollector {
    static let defaultValue: [CollectedPlace] = []
    static func reduce(into value: inout [CollectedPlace], next: () -> [CollectedPlace]) { value += next() }
  }

  @Test func `an overlay gets what is collected within, in its own coordinates`() throws {
    struct Framed: MarkdownQuoteStyle {
      func makeBody(configuration: Configuration) -> MarkdownBody {
        configuration.content.padding(9).overlay(reading: Marks.self) { places, canvas in
          for rect in places.flatMap({ canvas.rects(of: $0) }) { canvas.fill(rect, Color(hex: 0xAB12CD)) }
        }
      }
    }
    let document = Typesetter().typeset(
      Document(markdown: "Before.\n\n> One [two]{#two} :mark[three] words\n\nA :mark[mark] elsewhere.\n").markdownQuoteStyle(Framed())
        .markdownDirective("mark") { call, context in
          context.resolve(call.content).collect(Marks.self) { [$0] }
        })
    #expect(document.diagnostics.isEmpty)
    let svg = String(decoding: try document.svg(page: 0), as: UTF8.self)
    // Only the mark in the quote has a frame.
    #expect(svg.components(of: "#ab12cd").count == 2)
    let word = try #require(document.places(ofText: "three").first?.rects.first)
    let mark = try #require(document.collected(Marks.self).first?.rect)
    #expect(abs(word.x - mark.x) < 0.5 && abs(word.width - mark.width) < 0.5)
    // In points of the page: the rectangle's corner, as the SVG has it.
    #expect(svg.contains("\(Int(mark.x))."))
  }
}

extension String {
  fileprivate func components(of text: String) -> [Substring] { split(separator: text, omittingEmptySubsequences: false) }
}
