import MDTypeset
import Testing

struct BoldCaps: AttributeLowering {
  func lower(_ attributes: inout TextAttributes) {
    guard attributes.customStyle == .boldcaps else { return }
    attributes.textCase = .upper
    attributes.inlineIntent.insert(.strong)
  }
}

struct Danger: AttributeLowering {
  func lower(_ attributes: inout TextAttributes) {
    guard attributes.customColor == .danger else { return }
    attributes.backgroundColor = .red
    attributes.underlineStyle = TextLineStyle(.dash, color: .yellow)
  }
}

@Suite struct ThemeTests {
  private let text = AttributedText(
    markdown: "# Head\n\na ^[*b*](customStyle: 'boldcaps', customColor: 'danger') [c]{color=green}", including: \.brand)

  @Test func `passes add what is drawn and leave the text as it is`() {
    let id = text.contentID
    let run = text.lowered(by: BoldCaps(), Danger()).runs[2]
    #expect(text.contentID == id)
    #expect(run.textCase == .upper)
    #expect(run.inlineIntent == [.strong, .emphasized])
    #expect(run.backgroundColor == .red)
    #expect(run.underlineStyle == TextLineStyle(.dash, color: .yellow))
    #expect(run.customStyle == .boldcaps)
  }

  @Test func `passes are applied in order`() {
    struct Louder: AttributeLowering {
      func lower(_ attributes: inout TextAttributes) { if attributes.textCase == .upper { attributes.tracking = "1pt" } }
    }
    #expect(text.lowered(by: BoldCaps(), Louder()).runs[2].tracking == "1pt")
    #expect(text.lowered(by: Louder(), BoldCaps()).runs[2].tracking == nil)
  }

  @Test func `lowered attributes are spans around what was emphasised`() {
    let shape = text.lowered(by: BoldCaps(), Danger()).tree.shape
    let lines = shape.split(separator: "\n").map { $0.drop { $0 == " " } }
    let span = "span {background=\"#ff0000\" case=\"upper\" underline=\"dash #ffff00\"}"
    let first = lines.firstIndex { $0 == span }
    #expect(first.map { Array(lines[($0 - 1)...($0 + 2)]) } == ["emphasis", span[...], "strong", "text \"b\""], "\(shape)")
  }

  @Test func `lowered emphasis is around the span of its attribute`() {
    struct Slanted: AttributeLowering {
      func lower(_ attributes: inout TextAttributes) { if attributes.customStyle != nil { attributes.inlineIntent.insert(.emphasized) } }
    }
    let text = AttributedText(markdown: "a ^[b](customStyle: 'smallitalics')", including: \.brand).lowered(by: Slanted())
    #expect(text.tree.shape.contains("emphasis\n      span {.smallitalics customStyle=\"smallitalics\"}\n        text \"b\""))
  }

  @Test func `themes are merged by rank, and what the text says counts most`() {
    var (engine, theme, matter, flag) = (
      TextTheme("base", rank: .engine), TextTheme("paper"), TextTheme("matter", rank: .frontMatter), TextTheme("flag", rank: .flag)
    )
    engine.attributes.fontSize = "10pt"
    engine.attributes.foregroundColor = .black
    engine.attributes.fontWeight = "400"
    theme.attributes.foregroundColor = .indigo
    theme.attributes.fontSize = "11pt"
    theme.blocks[.heading(level: 1)] = theme.attributes
    theme.blocks[.heading(level: 1)]?.fontSize = "20pt"
    theme.lowerings = [BoldCaps(), Danger()]
    matter.attributes.foregroundColor = .teal
    flag.attributes.backgroundColor = .silver
    let steps = text.themeSteps([flag, matter, theme, engine])
    #expect(
      steps.map(\.name) == [
        "engine base", "theme paper", "frontMatter matter", "flag flag", "inline", "lowering BoldCaps", "lowering Danger",
      ])
    let colors = steps.map { $0.text.runs.map(\.foregroundColor) }
    #expect(colors[0].allSatisfy { $0 == .black })
    #expect(colors[1].allSatisfy { $0 == .indigo })
    #expect(colors[3].allSatisfy { $0 == .teal })
    #expect(steps[4].text.runs.last?.foregroundColor == .green)
    #expect(steps[4].text.runs[0].fontSize == "20pt")
    #expect(steps[4].text.runs[1].fontSize == "11pt")
    #expect(steps[5].text.runs[2].backgroundColor == .silver)
    #expect(steps[6].text.runs[2].backgroundColor == .red)
    #expect(steps[0].description.hasPrefix("engine base:\n  Head\n    color = #000000\n    size = 10pt\n"))
  }

  @Test func `switching themes back gives the same text and the same bytes`() throws {
    var (a, b) = (TextTheme("a"), TextTheme("b"))
    a.attributes.foregroundColor = .purple
    b.attributes.backgroundColor = .yellow
    let before = text
    let first = text.themed(by: a)
    let other = text.themed(by: b)
    #expect(first != other)
    #expect(text == before)
    #expect(text.tree == before.tree)
    #expect(text.themed(by: a) == first)
    #expect(try Typesetter().typeset(text.themed(by: a)).pdf() == Typesetter().typeset(first).pdf())
  }
}
