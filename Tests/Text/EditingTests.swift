import MDTypeset
import Testing

@Suite struct EditingTests {
  private func printed(_ text: AttributedText) -> [String] {
    text.runs.map { run in
      let lines = run.attributes.description.replacing("\n", with: "; ")
      return run.text + (lines.isEmpty ? "" : " {\(lines)}")
    }
  }

  @Test func `attributes are set on all of a text, and read where they are the same`() throws {
    var text = AttributedText(markdown: "one **two**\n\nthree")
    text.foregroundColor = .navy
    text.font = .custom("Libertinus Sans", size: 12)
    let looks = "color = #000080; font = Libertinus Sans; size = 12pt(body)"
    #expect(printed(text) == ["one  {\(looks)}", "two {\(looks); inlineIntent = strong (2)}", "three {\(looks)}"])
    #expect(text.foregroundColor == .navy && text.font == .custom("Libertinus Sans", size: 12))
    let range = try #require(text.range(of: "two"))
    text[range].font = .custom("Libertinus Serif", size: 9)
    #expect(text.font == nil && text[range].font == .custom("Libertinus Serif", size: 9) && text.foregroundColor == .navy)
    text.foregroundColor = nil
    #expect(text.runs.allSatisfy { $0.foregroundColor == nil })
  }

  @Test func `the theme's own families are fonts of a text, too`() throws {
    var text = AttributedText(markdown: "one `two`")
    for (font, name) in [(TextFont.sansSerif(8).bold(), "sans"), (.monospaced, "code"), (.serif, "text")] {
      text.font = font
      #expect(text.font == font && text.fontFamily == name)
    }
    text.font = .sansSerif
    #expect(try Typesetter().typeset(text).pdf() == Typesetter().typeset(markdown: "^[one `two`](font: 'sans')").pdf())
  }

  @Test func `links are written as literals`() throws {
    var text = AttributedText("see this")
    text[try #require(text.range(of: "this"))].link = "https://example.org"
    #expect(text.markdown == "see [this](https://example.org)\n" || text.markdown == "see [this](https://example.org)")
  }

  @Test func `attributes are set on a part`() throws {
    var text = AttributedText(markdown: "one **two** three")
    let range = try #require(text.range(of: "two th"))
    text[range].underlineStyle = TextLineStyle(.dash, color: .yellow)
    #expect(
      printed(text) == [
        "one ", "two {underline = dash #ffff00; inlineIntent = strong (2)}", " th {underline = dash #ffff00}", "ree",
      ])
    #expect(text[range].underlineStyle?.pattern == .dash)
    text[range].underlineStyle = nil
    #expect(printed(text) == ["one ", "two {inlineIntent = strong (2)}", " three"])
  }

  @Test func `containers merge by policy`() {
    var theme = TextAttributes()
    theme.foregroundColor = .indigo
    theme.font = .custom("Libertinus Sans", size: 17)
    var text = AttributedText(markdown: "a [b]{color=red}")
    let before = text
    text.merge(theme, policy: .keepCurrent)
    #expect(text.runs.map(\.foregroundColor) == [.indigo, .red])
    #expect(text.runs[0].font == .custom("Libertinus Sans", size: 17))
    text.merge(theme)
    #expect(text.runs.map(\.foregroundColor) == [.indigo])
    #expect(before.runs[0].foregroundColor == nil)
  }

  @Test func `characters that replace others take their attributes`() throws {
    var text = AttributedText(markdown: "a **bold** word")
    let range = try #require(text.range(of: "bold"))
    text.characters.replaceSubrange(range, with: "BOLDER")
    #expect(printed(text) == ["a ", "BOLDER {inlineIntent = strong (2)}", " word"])
    text.characters.append(contentsOf: "!")
    #expect(text.plain == "a BOLDER word!")
    #expect(text.runs.count == 3)
  }

  @Test func `a formula that is replaced by words is text`() throws {
    var text = AttributedText(markdown: "a $x$ b\n\n$$ y $$\n")
    for _ in 0..<2 {
      let run = try #require(text.runs.first { $0.formula != nil })
      text.characters.replaceSubrange(run.range, with: "no formula")
    }
    #expect(text.tree.printed().contains("math") == false)
    #expect(text.plain == "a no formula bno formula")
  }

  @Test func `texts are joined with their blocks and their notes`() {
    var text = AttributedText(markdown: "one[^1]\n\n[^1]: first\n")
    text += AttributedText(markdown: "two[^1]\n\n[^1]: second\n")
    #expect(text.runs.compactMap(\.note) == ["1", "1-2"])
    let whole = AttributedText(markdown: "# a") + AttributedText(" and b") + AttributedText(markdown: "c")
    #expect(whole.blocks.map(\.kind) == [.heading(level: 1), .paragraph])
    #expect(whole.plain == "a and bc")
    let plain = AttributedText("x") + AttributedText("y")
    #expect(plain == AttributedText("xy"))
    let after = AttributedText(markdown: "```\ncode\n```\n") + AttributedText("words")
    #expect(after.blocks.map(\.kind) == [.codeBlock(language: ""), .paragraph])
  }

  @Test func `a text within a block becomes part of it`() throws {
    var text = AttributedText(markdown: "one two\n\nthree")
    let range = try #require(text.range(of: "two"))
    text.insert(AttributedText(markdown: "*a*\n\n**b** $x$"), at: range.lowerBound)
    #expect(text.blocks.count == 2)
    #expect(text.plain == "one a b \u{FFFC}twothree")
    #expect(text.tree.printed().contains("emphasis"))
    text.removeSubrange(try #require(text.range(of: "one")).lowerBound..<text.index(text.startIndex, offsetByCharacters: 12))
    #expect(text.plain == "three")
    #expect(text.blocks.count == 1)
  }

  @Test func `a removed part takes the blocks between with it`() throws {
    var text = AttributedText(markdown: "a\n\n---\n\nb\n\n- c\n- d\n\nend\n")
    let (low, high) = (try #require(text.range(of: "a")), try #require(text.range(of: "d")))
    text.removeSubrange(low.lowerBound..<high.upperBound)
    #expect(text.blocks.map(\.kind) == [.paragraph])
    #expect(text.tree.printed().split(separator: "\n").count == 3)
  }

  @Test func `a part is a text of its own`() throws {
    let text = AttributedText(markdown: "# a\n\nb **c** d\n\n---\n")
    let part = AttributedText(text[try #require(text.range(of: "c d"))])
    #expect(part.plain == "c d")
    #expect(part.blocks.map(\.kind) == [.paragraph])
  }

  @Test func `search keeps to blocks and whole characters`() {
    let text = AttributedText(markdown: "Straße **str**aße\n\nSTRASSE e\u{301} e")
    #expect(text.ranges(of: "straße").map { String(text[$0].characters) } == ["straße"])
    #expect(text.ranges(of: "straße", ignoringCase: true).count == 2)
    #expect(text.range(of: "aßeSTR") == nil)
    #expect(text.ranges(of: "e").count == 3)
    #expect(AttributedText("aaaa").ranges(of: "aa").count == 2)
  }

  @Test func `replacing keeps the attributes of what is replaced`() {
    let text = AttributedText(markdown: "a cat, **a cat**, `cat`").replacing("cat", with: "tiger")
    #expect(text.plain == "a tiger, a tiger, tiger")
    #expect(text.runs.map(\.inlineIntent.rawValue) == [0, 2, 0, 4])
  }

  @Test func `a text is transformed in one pass`() {
    var text = AttributedText(markdown: "x ^[y](customColor: 'danger') z", including: \.brand)
    text.transform { piece in
      if piece.attributes.customColor == .danger {
        piece.attributes.backgroundColor = .red
        piece.text = piece.text.uppercased()
      }
    }
    #expect(text.plain == "x Y z")
    #expect(text.runs.map(\.backgroundColor) == [nil, .red, nil])
  }

  @Test func `intents that are taken away leave the tree`() {
    var text = AttributedText(markdown: "a **b *c* [d](e)** f")
    text.transform { $0.attributes.inlineIntent.remove(.strong) }
    #expect(text.tree.printed().contains("strong") == false)
    #expect(text.tree.printed().contains("emphasis"))
    #expect(text.tree.printed().contains("link \"e\""))
  }

  @Test func `attributes are replaced by others`() {
    var (strong, emphasis) = (TextAttributes(), TextAttributes())
    strong.inlineIntent = .strong
    emphasis.inlineIntent = .emphasized
    var text = AttributedText(markdown: "a **b** _c_")
    text.replaceAttributes(strong, with: emphasis)
    #expect(text.runs.map(\.inlineIntent.rawValue) == [0, 1, 0, 1])
  }

  @Test func `each attribute of both sides stays or goes by the policy`() {
    var (current, other) = (TextAttributes(), TextAttributes())
    (current.link, current.id, current.object) = (TextLink("a"), "a", .mark(name: "a"))
    (other.link, other.id, other.object) = (TextLink("b"), "b", .mark(name: "b"))
    (current.classes, other.classes) = (["x", "y"], ["y", "z"])
    (current.foregroundColor, other.foregroundColor) = (.red, .indigo)
    (current.inlineIntent, other.inlineIntent) = (.strong, .emphasized)
    let (kept, new) = (current.merging(other, policy: .keepCurrent), current.merging(other, policy: .keepNew))
    #expect([kept.link, new.link] == [current.link, other.link] && [kept.id, new.id] == ["a", "b"])
    #expect([kept.object, new.object] == [current.object, other.object])
    #expect([kept.foregroundColor, new.foregroundColor] == [.red, .indigo])
    for merged in [kept, new] { #expect(merged.classes == ["x", "y", "z"] && merged.inlineIntent == [.strong, .emphasized]) }
    // What one side alone has stays in either case.
    for policy in [TextMergePolicy.keepNew, .keepCurrent] {
      #expect(current.merging(TextAttributes(), policy: policy) == current && TextAttributes().merging(current, policy: policy) == current)
    }
  }
}
