import MDTypeset
import Testing

/// The numbers of the tutorial on attributed strings.
@Suite struct RunTests {
  @Test func `marks are no characters, and marks that are not closed are`() {
    #expect(AttributedText(markdown: "This is **Bold text** and this is _italic_").characters.count == 36)
    #expect(AttributedText(markdown: "This is **Bold text** and this is _italic").characters.count == 37)
  }

  @Test func `runs are as long as possible, and know their marks as bits`() {
    let text = AttributedText(markdown: "This is **Bold text** and this is _italic_")
    #expect(text.runs.map { String($0.text) } == ["This is ", "Bold text", " and this is ", "italic"])
    #expect(text.runs.map(\.inlineIntent.rawValue) == [0, 2, 0, 1])
    let both = AttributedText(markdown: "This is **Bold text** and this is _italic_ and this is **_both_**")
    #expect(both.runs.count == 6)
    #expect(both.runs.last?.inlineIntent.rawValue == 3)
    #expect(both.runs.last?.inlineIntent.contains(.strong) == true)
    #expect(AttributedText(markdown: "*a***b**").runs.count == 2)
    #expect(AttributedText(markdown: "plain").runs.count == 1)
    #expect(AttributedText().runs.isEmpty)
  }

  @Test func `a run prints its text and its attributes`() {
    let runs = AttributedText(markdown: "This is **Bold text** here").runs
    #expect(runs[0].description == "This is  {\n\tblock = [paragraph (id 1)]\n}")
    #expect(runs[1].description == "Bold text {\n\tinlineIntent = strong (2)\n\tblock = [paragraph (id 1)]\n}")
  }

  @Test func `a bare string is not parsed`() {
    #expect(AttributedText("**x** $y$").characters.count == 9)
    let literal: AttributedText = "**x**"
    #expect(literal.runs.count == 1)
    #expect("a\(AttributedText("*b*"))c" == AttributedText("a*b*c"))
  }

  @Test(arguments: [
    "a", "", "e**\u{301}** and 👩‍👩‍👧 🇩🇪🇫🇷", "Ça *va* 中文 $x$ ![alt](a.png) x[^1]\n\n[^1]: note", "a  \nb\nc", "# T\n\n- a\n- b\n\n> q",
    "| a | b |\n|---|---|\n| 1 | `2` |", "```swift\nlet x = 1\n```", "👍*🏽*", "\u{1112}**\u{1161}**",
  ])
  func `characters are counted as those of the plain text`(markdown: String) {
    let text = AttributedText(markdown: markdown)
    #expect(text.characters.count == text.plain.count)
    #expect(Array(text.characters) == Array(text.plain))
    #expect(text.runs.map { String($0.text) }.joined() == text.plain)
    #expect(text.characters.reversed().count == text.plain.count)
  }

  @Test func `formulas, pictures, notes and line breaks are one character each`() throws {
    let text = AttributedText(markdown: "a $x^2$ ![A *dot*](dot.svg \"T\") b[^n]  \nc\n\n$$ y $$\n\n[^n]: Note.\n")
    #expect(text.plain == "a \u{FFFC} \u{FFFC} b\u{FFFC}\nc\u{FFFC}Note.")
    #expect(text.runs.compactMap(\.formula) == [TextFormula("x^2"), TextFormula(" y ", isDisplay: true)])
    #expect(text.runs.compactMap(\.picture) == [TextPicture("dot.svg", alternative: "A dot", title: "T")])
    #expect(text.runs.compactMap(\.note) == ["1"])
    #expect(text.runs.filter { $0.inlineIntent.contains(.lineBreak) }.map { String($0.text) } == ["\n"])
    #expect(AttributedText(markdown: "$x$$x$").characters.count == AttributedText(markdown: "$x$$x$").plain.count)
  }

  @Test func `runs know the blocks around them`() {
    let text = AttributedText(markdown: "# Title\n\n1. one\n2. two\n\n> quoted\n")
    let blocks = text.runs.map(\.block)
    #expect(blocks[0].description == "[heading 1 (id 1)]")
    #expect(blocks[1].description == "[paragraph (id 4), item (id 3), list from 1 (id 2)]")
    #expect(blocks[2].description == "[paragraph (id 6), item (id 5), list from 1 (id 2)]")
    #expect(blocks[3].contains(.quote))
  }

  @Test func `the blocks of a text have their places`() {
    let text = AttributedText(markdown: "# Title {#t}\n\n- one\n- two\n\n---\n\nend")
    let blocks = text.blocks
    #expect(
      blocks.map(\.kind) == [
        .heading(level: 1), .list(start: nil), .item(isChecked: nil), .paragraph, .item(isChecked: nil), .paragraph, .thematicBreak,
        .paragraph,
      ])
    #expect(blocks.map(\.parent) == [nil, nil, 2, 3, 2, 5, nil, nil])
    #expect(blocks[0].attributes.id == "t")
    #expect(blocks.map { String(text[$0.range].characters) } == ["Title", "onetwo", "one", "one", "two", "two", "", "end"])
  }

  @Test func `the values of one attribute divide the text`() {
    let text = AttributedText(markdown: "a **b** ^[c *d*](customColor: 'danger') e", including: \.brand)
    let values = text.runs(of: CustomColor.self)
    #expect(values.map(\.value) == [nil, .danger, nil])
    #expect(values.map { String(text[$0.range].characters) } == ["a b ", "c d", " e"])
  }
}
