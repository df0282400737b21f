import MDTypeset
import Testing

@testable import TypesetText

@Suite struct ScopeTests {
  private static let sample = """
    ^[BoldCaps and Danger](customStyle: 'boldcaps', customColor: 'danger'), \
    ^[SmallItalics and Highlighted](customStyle: 'smallitalics', customColor: 'highlight')
    """

  private func diagnostics(_ markdown: String, _ scope: any TextScope.Type = Brand.self) -> [String] {
    var diagnostics: [Diagnostic] = []
    let source = Source(name: "a.md", text: markdown)
    _ = AttributedText(source, including: scope, &diagnostics)
    return diagnostics.map { diagnostic in
      let place = diagnostic.position(in: source).map { "\($0.line):\($0.column) " } ?? ""
      return place + diagnostic.message + (diagnostic.hint.map { " | " + $0 } ?? "")
    }
  }

  @Test func `attributes of a scope are values`() {
    let runs = AttributedText(markdown: Self.sample, including: \.brand).runs
    #expect(runs.map(\.customStyle) == [.boldcaps, nil, .smallitalics])
    #expect(runs.map(\.customColor) == [.danger, nil, .highlight])
    #expect(runs.map { String($0.text) } == ["BoldCaps and Danger", ", ", "SmallItalics and Highlighted"])
  }

  @Test func `a run prints the names as the scope spells them`() {
    let run = AttributedText(markdown: Self.sample, including: \.brand).runs[0]
    #expect(
      run.description == "BoldCaps and Danger {\n\tcustomColor = danger\n\tcustomStyle = boldcaps\n\tblock = [paragraph (id 1)]\n}")
  }

  @Test func `braces say the same, and attributes nest`() {
    let text = AttributedText(markdown: "[a ^[b $x$](customColor: 'danger')]{customStyle=boldcaps}", including: \.brand)
    #expect(text.runs.map(\.customStyle) == [.boldcaps, .boldcaps, .boldcaps])
    #expect(text.runs.map(\.customColor) == [nil, .danger, .danger])
    #expect(text.runs.last?.formula?.latex == "x")
  }

  @Test func `spans directly within spans have Markdown in them`() {
    for markdown in ["^[^[**a** b](x: 1) *c*](y: 2)", "[^[**a** b](x: 1) *c*]{y=2}", "[[**a** b]{x=1} *c*]{y=2}"] {
      let text = AttributedText(markdown: markdown)
      #expect(text.plain == "a b c")
      #expect(text.runs.map(\.inlineIntent) == [.strong, [], [], .emphasized])
      #expect(text.runs.map { $0.attributes["x"] != nil } == [true, true, false, false])
      #expect(text.runs.allSatisfy { $0.attributes["y"]?.description == "2" })
    }
  }

  @Test(arguments: [100, 101, 150, 199]) func `attributes of deep spans are kept, and deep nesting is told`(depth: Int) throws {
    let ends = (0..<depth).map { "](k\($0): \($0))" }.joined()
    let text = AttributedText(markdown: String(repeating: "^[", count: depth) + "a *b*" + ends)
    #expect(text.runs.map { $0.attributes.names.count } == [depth, depth])
    #expect(text.runs.map(\.inlineIntent) == [[], .emphasized])
    #expect(text.diagnostics.map(\.code) == (depth > 100 ? ["limit.nesting"] : []))
    #expect(AttributedText(markdown: text.markdown) == text)
    #expect(AttributedText(of: text.tree) == text)
    #expect(try AttributedText(saved: text.saved()) == text)
  }

  @Test func `ten thousand levels are told, and no character is lost`() {
    let text = AttributedText(markdown: String(repeating: "^[a", count: 10_000) + String(repeating: "](k: 1)", count: 10_000))
    #expect(text.plain == String(repeating: "a", count: 10_000))
    #expect(text.runs.count == 1 && text.diagnostics.map(\.code) == ["limit.nesting"])
    #expect(throws: TextSyntaxError.self) {
      try AttributedText(strict: String(repeating: "^[a", count: 200) + String(repeating: "](k: 1)", count: 200))
    }
  }

  @Test func `attributes go over lines, as the tutorial breaks its samples`() {
    let lines = """
      Some ^[BoldCaps and Danger](customStyle: 'boldcaps', customColor: 'danger'),
      ^[SmallItalics and Highlighted](customStyle: 'smallitalics',
      customColor: 'highlight') then ^[text with two]
        (customStyle: 'boldcaps', customColor: 'highlight')
      """
    let runs = AttributedText(markdown: lines, including: \.brand).runs.filter { $0.customColor != nil }
    #expect(runs.map(\.customColor) == [.danger, .highlight, .highlight])
    #expect(runs.map(\.customStyle) == [.boldcaps, .smallitalics, .boldcaps])
  }

  @Test func `values of JSON5 keep their types`() throws {
    let markdown = "^[t](priority: 2, review: {author: 'Ada', stars: 3, tags: ['a']}, other: true)"
    let text = AttributedText(markdown: markdown, including: \.brand)
    #expect(text.runs[0].priority == 2)
    #expect(text.runs[0].review == Review.Value(author: "Ada", stars: 3, tags: ["a"]))
    #expect(text.runs[0].attributes["other"] == .bool(true))
    let again = AttributedText(markdown: text.markdown, including: \.brand)
    #expect(again == text)
    #expect(try AttributedText(saved: text.saved()) == text)
    var set = AttributedText("t")
    set[set.startIndex..<set.endIndex].review = Review.Value(author: "Bo", stars: 1)
    #expect(AttributedText(of: set.tree).runs[0].review?.stars == 1)
  }

  @Test func `a note in the line stays one`() {
    let text = AttributedText(markdown: "a^[note] b^[also](by words)", including: \.brand)
    #expect(text.runs.compactMap(\.note).count == 2)
  }

  @Test func `values are of any type, also from a nested scope`() {
    var text = AttributedText("rated")
    text[text.startIndex..<text.endIndex].review = Review.Value(author: "Ada", stars: 5, tags: ["a", "b"])
    #expect(text.runs[0].review?.tags == ["a", "b"])
    let read = AttributedText(markdown: "[t]{priority=2 color=\"#ff0000\" review=\"{author: 'Bo', stars: 3}\"}", including: \.brand).runs[0]
    #expect(read.priority == 2)
    #expect(read.foregroundColor == .red)
    #expect(read.review == Review.Value(author: "Bo", stars: 3))
  }

  @Test func `unknown names and values are kept and reported with what is known`() {
    let text = AttributedText(markdown: "^[t](customColr: 'danger', priority: 9)", including: \.brand)
    #expect(text.runs[0].attributes["customColr"] == .string("danger"))
    #expect(text.runs[0].priority == 9)
    #expect(
      diagnostics("x ^[t](customColr: 'danger')") == [
        "1:3 unknown attribute \"customColr\" | did you mean customColor? Brand has background, baseline, case, color, customColor, "
          + "customStyle, font, handle, inflect, priority, ramp, review, size, strike, tint, tracking, underline, weight"
      ])
    #expect(
      diagnostics("\n^[t](customColor: 'dangr')") == [
        "2:1 customColor has no value \"dangr\" | did you mean danger? allowed values: danger, highlight"
      ])
    #expect(diagnostics("[t]{priority=9}") == ["1:1 priority has no value \"9\" | allowed values: 1, 2, 3"])
    #expect(diagnostics("[t]{color=dangr}").first == "1:1 color has no value \"dangr\" | write a value of the attribute's type")
    #expect(diagnostics(Self.sample) == [])
    #expect(diagnostics("[t]{lang=de} ![a](b.png){width=3cm}") == [])
  }

  @Test func `two keys of one name are reported, and the first one wins`() {
    struct Other: TextAttributeKey {
      typealias Value = Int
      static let name = "customcolor"
    }
    struct Twice: TextScope {
      let color = CustomColor()
      let other = Other()
    }
    #expect(
      diagnostics("^[t](customColor: 'danger')", Twice.self) == [
        "two attributes of Twice are named \"customcolor\" | the first one is used; rename the other"
      ])
  }

  @Test func `strict reading throws with the place`() throws {
    let error = #expect(throws: TextSyntaxError.self) { try AttributedText(strict: "a\n\n^[t](customColor: 'dangr')", including: \.brand) }
    #expect(error?.position.line == 3)
    #expect(error?.description.contains("danger, highlight") == true)
    #expect(throws: TextSyntaxError.self) { try AttributedText(strict: "a\n\n[^1]: A note that nothing refers to") }
    #expect(try AttributedText(strict: "This is **Bold text** and this is _italic").characters.count == 37)
  }
}
