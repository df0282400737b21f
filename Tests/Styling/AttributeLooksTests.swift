import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetMarkdown
import TypesetSettings
import TypesetStyling

private func styled(_ text: String, theme: String = "name: test") -> StyledTree {
  let (theme, _) = Theme.read(Source(name: "theme.yaml", text: theme))
  return style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: "en")
}

/// The style of the text that the paragraphs hold first with these words.
private func style(of words: String, in tree: StyledTree) -> TextStyle? {
  for block in tree.blocks {
    guard case .paragraph(let content) = block.kind else { continue }
    for run in content.text.runs
    where String(decoding: content.text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self) == words {
      return content.text.styles[Int(run.style)]
    }
  }
  return nil
}

private let red = Color(rgba: 0xFF00_00FF)
private let yellow = Color(rgba: 0xFFFF_00FF)

/// What attributes of text in brackets come to.
@Suite struct AttributeLooksTests {
  @Test func `light text on a light ground becomes dark, unless it has a colour of its own`() {
    let tree = styled(
      "^[a](customColor: 'highlight') ^[b](customColor: 'danger') [c]{background=yellow color=white} [d]{tint=\"yellow/30%\"}",
      theme: "name: test\npage:\n  background: black\nbody:\n  color: \"#eeeeee\"\n")
    let light = Color(rgba: 0xEEEE_EEFF)
    #expect(style(of: "a", in: tree)?.color == .black && style(of: "b", in: tree)?.color == light)
    #expect(style(of: "c", in: tree)?.color == Color(rgba: 0xFFFF_FFFF) && style(of: "d", in: tree)?.color == light)
  }

  @Test func `the text of a box with a dark ground is light, unless it has a colour of its own`() {
    let box = "<div style=\"background-color:#082C40\">\n\na\n\n</div>\n\n<div style=\"background:#082C40;color:#ff0000\">\n\nb\n\n</div>\n"
    let tree = styled(box + "\n<div style=\"background:#eee\">\n\nc\n\n</div>\n")
    #expect(style(of: "a", in: tree)?.color == Color(rgba: 0xFFFF_FFFF))
    #expect(style(of: "b", in: tree)?.color == red && style(of: "c", in: tree)?.color == .black)
  }

  @Test func `the values of the tutorial come to looks, and unite with emphasis around them`() {
    let tree = styled(
      "^[a](customStyle: 'boldcaps', customColor: 'danger') ^[b](customStyle: 'smallitalics', customColor: 'highlight') "
        + "*^[c](customStyle: 'boldcaps')* **^[d](customStyle: 'smallitalics')** *^[e](customStyle: 'smallitalics')*")
    let (a, b) = (style(of: "a", in: tree), style(of: "b", in: tree))
    #expect(a?.weight == 700 && a?.looks.letterCase == .upper && a?.slant == .upright)
    #expect(a?.background == red && a?.underline == yellow && a?.looks.underline == .dash)
    #expect(b?.weight == 400 && b?.looks.letterCase == .lower && b?.slant == .italic)
    #expect(b?.background == yellow && b?.underline == red && b?.looks.underline == .dot)
    #expect(style(of: "c", in: tree)?.slant == .italic)
    #expect(style(of: "c", in: tree)?.weight == 700)
    #expect(style(of: "d", in: tree)?.weight == 700)
    #expect(style(of: "e", in: tree)?.slant == .italic)
  }

  @Test func `a div's attributes hold for all of its text, and its ground keeps a distance`() throws {
    let tree = styled(
      "::: {color=red size=20pt customStyle=boldcaps}\na\n\n- [b]{color=yellow}\n:::\n\n::: {background=yellow}\nc\n:::\n\nd")
    let (a, b) = (style(of: "a", in: tree), style(of: "b", in: tree))
    #expect(a?.color == red && a?.size == 20.pt && a?.weight == 700 && a?.looks.letterCase == .upper)
    #expect(b?.color == yellow && b?.size == 20.pt)
    let ground = try #require(tree.blocks.first { $0.style.background == yellow })
    #expect(ground.style.padding > .zero && ground.style.after.natural > .zero)
    #expect(style(of: "c", in: tree)?.background == nil && style(of: "d", in: tree)?.size != 20.pt)
  }

  @Test func `a theme declares keys as data; what is written beside them overrides them`() {
    let theme = """
      attributes:
        accent:
          loud: {weight: bold, color: red, underline: wave yellow}
          soft: {emphasis: true, tracking: 0.1em}
        customColor:
          danger: {background: blue}
        any:
          "*": {case: upper}
      """
    let tree = styled(
      "[a]{accent=loud} [b]{accent=soft size=20pt} [c]{accent=loud color=blue} [d]{customColor=danger} [e]{any=thing} [f]{customColor=highlight}",
      theme: theme)
    let a = style(of: "a", in: tree)
    #expect(a?.weight == 700 && a?.color == red && a?.underline == yellow && a?.looks.underline == .wave)
    let b = style(of: "b", in: tree)
    #expect(b?.slant == .italic && b?.size == 20.pt && b?.letterSpacing == (11.pt).scaled(by: 0.1))
    #expect(style(of: "c", in: tree)?.color.rgba == 0x0000_FFFF)
    #expect(style(of: "d", in: tree)?.background?.rgba == 0x0000_FFFF)
    #expect(style(of: "d", in: tree)?.underline == nil)
    #expect(style(of: "e", in: tree)?.looks.letterCase == .upper)
    // What the theme does not change stays.
    #expect(style(of: "f", in: tree)?.background == yellow)
  }

  @Test(arguments: [
    "color='red'", "COLOR=red", "color='#f00'", "color=\"rgb(255, 0, 0)\"",
  ])
  func `a colour is one, whatever the capitals of its key`(pair: String) {
    #expect(style(of: "a", in: styled("[a]{\(pair)}"))?.color == red)
  }

  @Test func `everything that can be drawn`() {
    let tree = styled(
      """
      ^[a](font: 'Libertinus Sans', size: '2em', weight: 300, slant: 'italic') ^[b](background: 'red', tint: 'yellow/50%')
      ^[c](strike: 'wave red', underline: false) ^[d](tracking: '1pt', baseline: '2pt') ^[e](case: 'title') ^[f](ramp: ['red', 'yellow'])
      ^[g](ramp: 'hue') ^[h](ramp: 'hue') ^[i](font: 'mono', strong: true)
      """)
    let a = style(of: "a", in: tree)
    #expect(a?.families.first == "Libertinus Sans" && a?.size == 22.pt && a?.weight == 300 && a?.slant == .italic)
    #expect(style(of: "b", in: tree)?.background?.rgba == 0xFFFF_0080)
    #expect(style(of: "c", in: tree)?.strikethrough == red)
    #expect(style(of: "c", in: tree)?.looks.strike == .wave)
    #expect(style(of: "d", in: tree)?.letterSpacing == 1.pt)
    #expect(style(of: "d", in: tree)?.rise == 2.pt)
    #expect(style(of: "e", in: tree)?.looks.letterCase == .title)
    #expect(style(of: "f", in: tree)?.looks.ramp?.colors.colors == [red, yellow])
    #expect(style(of: "g", in: tree)?.looks.ramp?.colors.colors == [])
    // Two ramps in a row are two.
    #expect(style(of: "g", in: tree)?.looks.ramp != style(of: "h", in: tree)?.looks.ramp)
    #expect(style(of: "i", in: tree)?.weight == 700)
  }

  @Test func `CSS in style attributes is the same`() {
    let tree = styled(
      """
      <span style="text-decoration: underline dotted red; letter-spacing: 1pt">a</span>
      <span style="text-decoration-line: line-through; text-decoration-style: wavy; text-decoration-color: red">b</span>
      <span style="text-transform: uppercase; vertical-align: 3px">c</span> [d]{style="text-decoration: none"} <font size="5" face="x">e</font>
      """)
    let a = style(of: "a", in: tree)
    #expect(a?.underline == red && a?.looks.underline == .dot && a?.letterSpacing == 1.pt)
    #expect(style(of: "b", in: tree)?.strikethrough == red)
    #expect(style(of: "b", in: tree)?.looks.strike == .wave)
    #expect(style(of: "c", in: tree)?.looks.letterCase == .upper)
    #expect(style(of: "c", in: tree)?.rise == 2.25.pt)
    // HTML's own attributes mean something else.
    #expect(style(of: "e", in: tree) == nil || style(of: "e", in: tree)?.size == 11.pt)
  }

  @Test(
    arguments: [
      ("solid", TextLine(.solid)), ("dash yellow", TextLine(.dash, yellow)), ("red dotted", TextLine(.dot, red)),
      ("wave rgb(255, 0, 0)", TextLine(.wave, red)), ("#f00", TextLine(.solid, red)), ("none", TextLine(nil)), ("true", TextLine(.solid)),
      ("dash-dot", TextLine(.dashdot)), ("dashy", nil), ("dash dot", nil), ("red blue", nil), ("", nil),
    ] as [(String, TextLine?)])
  func `a line has a form and a colour`(text: String, line: TextLine?) { #expect(TextLine(text) == line) }

  @Test func `hues are dark enough on paper and light enough on a dark ground`() {
    for number in 0..<50 {
      let (paper, dark) = (ColorRamp().color(number, of: 50, isOnDark: false), ColorRamp().color(number, of: 50, isOnDark: true))
      func luminance(_ color: Color) -> Double {
        color.red * color.red * 0.2126 + color.green * color.green * 0.7152 + color.blue * color.blue * 0.0722
      }
      #expect(luminance(paper) < 0.25)
      #expect(luminance(dark) > 0.35)
    }
  }

  @Test func `what is written in the text overrides a flag, a value of the theme's own does not override it, and the tree stays`() {
    let text = "[a]{size=9pt} [b]{accent=small color=red} [c]{accent=small size=20pt} d"
    let parsed = parse(Source(name: "a.md", text: text))
    let before = parsed.tree.printed()
    var sizes: [[Length?]] = []
    for theme in ["body: {size: 14pt}", "body: {size: 14pt}\nattributes: {accent: {small: {size: 7pt}}}", "body: {size: 14pt}"] {
      let (theme, faults) = Theme.read(Source(name: "theme.yaml", text: theme))
      #expect(faults.isEmpty)
      let tree = TypesetStyling.style(parsed.tree, theme: theme, language: "en")
      sizes.append(["a", "b", "c", " d"].map { style(of: $0, in: tree)?.size })
    }
    #expect(sizes == [[9.pt, 14.pt, 20.pt, 14.pt], [9.pt, 7.pt, 20.pt, 14.pt], [9.pt, 14.pt, 20.pt, 14.pt]])
    // Themes decide looks only: a hash of the tree is the same before, between and after.
    #expect(parsed.tree.printed() == before)
    #expect(parse(Source(name: "a.md", text: text)).tree.printed().hashValue == before.hashValue)
  }
}
