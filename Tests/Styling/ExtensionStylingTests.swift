import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

private func styled(_ text: String, theme: String = "", language: String = "en") -> StyledTree {
  let (theme, _) = Theme.read(Source(name: "theme.yaml", text: theme.isEmpty ? "name: test" : theme))
  return style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: language)
}

/// The runs of the paragraphs: their text and what `look` says of their styles.
private func runs(_ tree: StyledTree, _ look: (TextStyle) -> String) -> [String] {
  tree.blocks.flatMap { block -> [String] in
    guard case .paragraph(let content) = block.kind else { return [] }
    return content.text.runs.map { run in
      String(decoding: content.text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self) + ":"
        + look(content.text.styles[Int(run.style)])
    }
  }
}

@Suite struct ExtensionStylingTests {
  @Test func `language and direction reach the runs, from spans, divs and HTML`() {
    let tree = styled(
      "a [b]{lang=de} <span dir=\"rtl\">c</span>\n\n::: {lang=fr}\nd\n:::\n\n<p lang=\"he\" dir=\"rtl\">e</p>\n")
    #expect(
      runs(tree) { $0.language + ($0.direction.map { " \($0.rawValue)" } ?? "") } == [
        "a :en", "b:de", " :en", "c:en rtl", "d:fr", "e:he rtl",
      ])
  }

  @Test(arguments: [
    ("שלום\n\nEnglish.", ["", "ltr"]), ("- שלום\n- English", ["rtl", "rtl"]), ("- One\n- Two\n- שלום", ["ltr", "ltr", "ltr"]),
    ("TeX הוא שם של תוכנה", [""]),
    ("The word שלום is a greeting.", ["ltr"]), ("`code` שלום", [""]), ("`code` is code", ["ltr"]), ("2024", [""]),
    ("<p dir=\"rtl\">English</p>", ["rtl"]),
  ])
  func `a paragraph in a document that runs from right to left has the direction of its own letters`(text: String, expected: [String]) {
    let (theme, _) = Theme.read(Source(name: "theme.yaml", text: "name: test"))
    var turned = theme
    turned.page.isRightToLeft = true
    let tree = style(parse(Source(name: "a.md", text: text)).tree, theme: turned, language: "he")
    let found = tree.blocks.compactMap { block -> String? in
      guard case .paragraph(let content) = block.kind else { return nil }
      return content.text.styles.first?.direction?.rawValue ?? ""
    }
    #expect(found == expected)
  }

  @Test func `an English paragraph in a block that runs from right to left has its own direction`() {
    let tree = styled("::: {dir=rtl}\nשלום\n\nEnglish.\n\n- Item\n:::\n\n# Title {dir=rtl}")
    #expect(runs(tree) { $0.direction?.rawValue ?? "" } == ["שלום:rtl", "English.:ltr", "Item:rtl"])
    let list = styled("::: {dir=rtl}\n- שלום\n- English\n- C\n:::")
    #expect(runs(list) { $0.direction?.rawValue ?? "" } == ["שלום:rtl", "English:rtl", "C:rtl"])
    let quote = styled("- שלום\n\n  > Said in English.\n\n- שלום")
    #expect(runs(quote) { $0.direction?.rawValue ?? "" } == ["שלום:rtl", "Said in English.:ltr", "שלום:rtl"])
  }

  @Test(arguments: [("1. a\n2. b", ["1.", "2."]), ("3) a\n4) b", ["3)", "4)"]), ("- a\n  1) b", ["•", "1)"])])
  func `numbers stand before the sign that the author has typed`(text: String, expected: [String]) {
    let markers = styled(text).blocks.compactMap { block in
      if case .item(let marker) = block.kind { String(decoding: marker.text.text, as: UTF8.self) } else { nil }
    }
    #expect(markers == expected)
  }

  @Test func `classes have rules in a theme, and HTML's style goes over them`() {
    let tree = styled("[a]{.loud} <span class=\"loud\" style=\"font-weight: 300\">b</span> c", theme: "styles:\n  .loud: {weight: 900}")
    #expect(runs(tree) { "\($0.weight)" } == ["a:900", " :400", "b:300", " c:400"])
  }

  @Test(arguments: [
    ("{width=50%}", PictureSize.fraction(0.5)), ("{width=96}", .absolute(72.pt)), ("{width=96px}", .absolute(72.pt)),
    ("{width=1in}", .absolute(72.pt)), ("{width=2em}", .absolute(22.pt)), ("{width=0.3\\linewidth}", .fraction(0.3)),
  ])
  func `a picture is as wide as its attributes say`(attributes: String, width: PictureSize) {
    let images = styled("![a](b.png)\(attributes)").blocks.compactMap { block in
      if case .figure(let image, _) = block.kind { image } else { nil }
    }
    #expect(images.first?.width == width)
  }

  @Test(arguments: ["{width=-1}", "{width=x}", "{width=1e99}", "{width=0}"])
  func `a size that means nothing is left out`(attributes: String) {
    let images = styled("![a](b.png)\(attributes)").blocks.compactMap { block in
      if case .figure(let image, _) = block.kind { image } else { nil }
    }
    #expect(images.map(\.width) == [nil])
  }

  @Test func `a callout without a title has its kind's, in the document's language`() {
    #expect(runs(styled("> [!NOTE]\n> a", language: "de")) { _ in "" } == ["Hinweis:", "a:"])
    #expect(runs(styled("!!! my-kind\n    a")) { _ in "" } == ["My kind:", "a:"])
    #expect(runs(styled("!!! note \"\"\n    a")) { _ in "" } == ["a:"])
  }

  @Test func `footnotes are numbered by their first references, which they lead back to`() {
    let tree = styled("a[^x]b[^y]c[^x]^[z]\n\n[^y]: Y\n\n[^x]: X\n")
    #expect(
      runs(tree) { "\($0.link ?? "") \($0.anchor ?? "")" } == [
        "a: ", "1:#fn:1 fnref:1", "b: ", "2:#fn:2 fnref:2", "c: ", "1:#fn:1 ", ",: ", "3:#fn:3 fnref:3", "1:#fnref:1 fn:1", "\u{2009}X: ",
        "2:#fnref:2 fn:2", "\u{2009}Y: ", "3:#fnref:3 fn:3", "\u{2009}z: ",
      ])
    #expect(tree.notes.count == 3)
  }

  @Test(arguments: ["\n    - one\n    - two\n", "\n\n    ```\n    code\n    ```\n", "$$x = y$$\n"])
  func `the number of a footnote that begins with another block stands left of it`(body: String) {
    let tree = styled("a[^x]\n\n[^x]: " + body)
    let group = tree.notes[0]
    let list = tree.blocks[Int(group)].firstChild
    #expect(tree.blocks[Int(list)].kind == .list)
    guard case .item(let marker) = tree.blocks[Int(tree.blocks[Int(list)].firstChild)].kind else {
      Issue.record("no item")
      return
    }
    #expect(marker.plainText.hasPrefix("1"))
  }

  @Test func `a heading with the class of a callout is no callout`() {
    let theme = "name: test\nstyles:\n  .example: {bar: \"#ff0000\"}\n  .mine: {color: \"#0000ff\"}"
    let tree = styled("# Words {.example .mine}\n\n> [!example]\n> a\n", theme: theme)
    #expect(tree.blocks.count { $0.style.bar != nil } == 1)
    let headings = tree.blocks.filter { if case .heading = $0.kind { true } else { false } }
    #expect(headings.map { $0.style.bar == nil } == [true])
    #expect(headings.map { $0.style.text.color == Color("#0000ff") } == [true])
  }

  @Test func `a line below a heading stays with what follows it`() {
    let rules = styled("# Words\n\n---\n\ntext\n\n---\n\ntext\n").blocks.filter { $0.kind == .rule }
    #expect(rules.map(\.style.keepWithNext) == [true, false])
  }

  @Test func `a table whose head is empty has none`() {
    let heads = styled("| | |\n|-|-|\n| a | b |\n\n| c | |\n|-|-|\n| a | b |").blocks.compactMap { block in
      if case .table(let table) = block.kind { table.head.count } else { nil }
    }
    #expect(heads == [0, 1])
  }

  @Test(arguments: [
    ("![png](out_5_0.png)", false), ("![image.png](a/image.png)", false), ("![shot-1](a/shot-1.png)", false), ("![Results](a.png)", true),
    ("![Imgur](a.png)", false), ("![image-2022-01](a.png)", false), ("![i.imgur.com](a.png)", false), ("![网络](a.png)", true),
    ("![png](a.png){#fig-a}\n\n@fig-a", true),
  ])
  func `what a program writes as alternative text is no caption`(text: String, hasCaption: Bool) {
    let captions = styled(text).blocks.compactMap { block in
      if case .figure(_, let caption) = block.kind { !caption.isEmpty } else { nil }
    }
    #expect(captions == [hasCaption])
  }

  @Test func `headings and figures in an aligned division are aligned with it`() {
    let tree = styled("<div align=\"center\">\n\n# A\n\nb\n\n</div>\n\n# C", theme: "styles: {h1: {align: left}}")
    let aligns = tree.blocks.compactMap { block in if case .heading = block.kind { block.style.align } else { nil } }
    #expect(aligns == [.center, .left])
  }

  @Test func `a display amid a paragraph takes the label behind it`() {
    let tree = styled("a\n$$x$$ {#eq-a}\nb\n$$y$$ {#eq-b}")
    let labels = tree.blocks.compactMap { block in if case .display = block.kind { block.anchor } else { nil } }
    #expect(labels == ["eq-a", "eq-b"])
    #expect(runs(tree) { _ in "" } == ["a:", "b:"])
  }

  @Test func `text behind a display begins without a space`() {
    #expect(runs(styled("a\n$$x$$ b")) { _ in "" } == ["a:", "b:"])
  }

  @Test func `several spaces are one, but for code`() {
    #expect(runs(styled("a  b <!-- c --> *d*  <b> e</b> `f  g` h")) { _ in "" }.joined() == "a b :d: :e: :f  g: h:")
  }

  @Test func `sub- and superscripts are smaller and moved`() {
    let tree = styled("a~b~<sup>c</sup>")
    #expect(
      runs(tree) { "\($0.size < 11.pt) \($0.rise > .zero) \($0.rise < .zero)" } == [
        "a:false false false", "b:true false true", "c:true true false",
      ])
  }

  @Test(arguments: ["::: {.box .warning}\nwords\n:::", "<div class=\"warning box\">\n\nwords\n\n</div>"])
  func `the bar of a division that is like a callout does not touch its words`(text: String) {
    let theme = "name: test\nstyles:\n  callout: {padding: 10pt, bar: \"#000000\", bar-width: 2pt}\n  .warning: {bar: \"#ff0000\"}"
    let bars = styled(text, theme: theme).blocks.filter { $0.style.bar != nil }
    #expect(bars.map(\.style.padding) == [10.pt])
    #expect(bars.map(\.style.barWidth) == [2.pt])
  }
}
