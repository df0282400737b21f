import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

private func styled(_ text: String) -> StyledTree {
  style(parse(Source(name: "a.md", text: text)).tree, theme: Theme(), language: "en")
}

/// The texts of the paragraphs, attachments as U+FFFC.
private func paragraphs(_ text: String) -> [String] {
  styled(text).blocks.compactMap { block in
    if case .paragraph(let content) = block.kind { String(decoding: content.text.text, as: UTF8.self) } else { nil }
  }
}

@Suite struct StylingTests {
  /// The directions that the blocks have which begin with these words.
  private func directions(_ text: String, language: String) -> [String: TextDirection?] {
    var theme = Theme()
    theme.page.isRightToLeft = language == "ar"
    var found: [String: TextDirection?] = [:]
    for block in style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: language).blocks {
      switch block.kind {
      case .paragraph(let content), .heading(_, let content, _, _):
        found[content.plainText] = content.text.styles.first?.direction
      default: break
      }
    }
    return found
  }

  @Test(arguments: ["en", "ar"]) func `a list has one direction, that of most of its items`(_ language: String) {
    let found = directions("نص\n\n- رابط\n- Markdown is good نعم\n- إطار\n", language: language)
    #expect(found["Markdown is good نعم"] == .rightToLeft)
    #expect(found["رابط"] == .rightToLeft)
    let mixed = directions("نص\n\n- رابط\n- Markdown is good نعم\n- Green tea\n", language: language)
    #expect(mixed["رابط"] == (language == "ar" ? .rightToLeft : .leftToRight))
    let names = directions("نص\n\n- Red\n- Green\n", language: language)
    #expect(names["Red"] == (language == "ar" ? .leftToRight : .some(nil)))
  }

  @Test func `text is forgotten in all blocks but those that are needed, and what is asked of a document later is not`() {
    let before = styled("# H\n\none\n\n- two\n\n| a |\n|---|\n| b |\n\nthree[^1]\n\n[^1]: four\n")
    var after = before
    let top = before.children(of: 0)
    after.forgetText { _, index in index == top[1] }
    #expect(after.topBlocks == before.topBlocks)
    #expect(after.children(of: 0) == top && after.blocks.map(\.span) == before.blocks.map(\.span))
    func texts(_ tree: StyledTree) -> [String] {
      tree.blocks.compactMap { block in
        switch block.kind {
        case .paragraph(let content): content.plainText
        case .table(let table): table.rows.joined().map(\.content.plainText).joined()
        default: nil
        }
      }.filter { !$0.isEmpty }
    }
    #expect(texts(before).contains("two") && texts(before).contains("b"))
    #expect(texts(after) == texts(before).filter { $0 == "one" || $0.hasSuffix("four") })
    #expect(after.blocks.filter { if case .heading(_, let content, _, _) = $0.kind { content.plainText == "H" } else { false } }.count == 1)
  }

  @Test func `a heading begins where the text below it does`() {
    #expect(directions("## Setup\n\nThis is how it is done.\n", language: "ar")["Setup"] == .leftToRight)
    #expect(directions("## Setup\n\nنص عربي\n", language: "ar")["Setup"] == .some(nil))
    #expect(directions("## Setup\n\nنص عربي\n", language: "en")["Setup"] == .rightToLeft)
    #expect(directions("## Setup\n\nThis is how.\n\nنص عربي\n", language: "en")["Setup"] == .some(nil))
    #expect(directions("## Setup\n\n## Next\n\nنص عربي\n", language: "en")["Setup"] == .some(nil))
  }

  @Test func `text from left to right may begin with the word that it explains`() {
    let text = "كتاب is the word for book.\n\nكتاب جديد is a book\n\n## كتاب means book\n\nHere it is.\n\n## باب means door\n\n## End\n"
    let found = directions(text, language: "en")
    #expect(found["كتاب is the word for book."] == .leftToRight)
    #expect(found["كتاب جديد is a book"] == .some(nil))
    #expect(found["كتاب means book"] == .leftToRight && found["باب means door"] == .leftToRight)
    #expect(found["Here it is."] == .some(nil))
    #expect(directions("كتاب is the word for book.\n", language: "ar")["كتاب is the word for book."] == .some(nil))
  }

  @Test func `a line that introduces text from right to left begins with it`() {
    #expect(directions("**macOS:**\n\nنص عربي\n", language: "ar")["macOS:"] == .some(nil))
    #expect(directions("It is so:\n\nThat is it.\n", language: "ar")["It is so:"] == .leftToRight)
  }

  @Test func `ideographic spaces at the end fill cells of the source`() {
    #expect(paragraphs("　一\u{3000}二\u{3000}\u{3000}\n") == ["　一\u{3000}二"])
    #expect(paragraphs("> $x$\u{3000}\n") == ["\u{FFFC}"])
    let tree = styled("| 一　　| 二 |\n|--|--|\n| 三　| 　四　 |\n")
    let cells = tree.blocks.compactMap { block in
      if case .paragraph(let content) = block.kind { String(decoding: content.text.text, as: UTF8.self) } else { nil }
    }
    #expect(cells.isEmpty || cells == ["一", "二", "三", "　四"])
  }

  @Test func `text that its author centres is not hyphenated`() {
    func isHyphenated(_ text: String) -> [Bool] {
      styled(text).blocks.compactMap { block in
        if case .paragraph(let content) = block.kind { content.text.styles.first?.isHyphenated } else { nil }
      }
    }
    #expect(isHyphenated("<p align=\"center\">\na\n</p>\n\nb\n") == [false, true])
    #expect(isHyphenated("<div align=\"center\">\n\na\n\n</div>\n\n<p align=\"right\">\nb\n</p>\n") == [false, true])
  }

  @Test func `lines that only define take no room`() {
    func displays(_ text: String) -> Int { styled(text).blocks.count { if case .display = $0.kind { true } else { false } } }
    #expect(displays("\\newcommand{\\a}{b}\n\\newcommand{\\c}{d}\n\\def\\e{f}\n\n$\\a$\n") == 0)
    #expect(displays("\\newcommand{\\a}[1]{\n  #1\n}\n\n$\\a$\n") == 0)
    #expect(displays("a\n$$\nb\n$$\nc\n") == 1)
  }

  @Test func `a heading of pictures keeps a paragraph's distance`() {
    let theme = Theme.read(Source(name: "t.yaml", text: "styles: {h4: {after: 3pt}, paragraph: {after: 7pt}}")).theme
    let tree = style(parse(Source(name: "a.md", text: "#### ![a](a.png)\n\ntext\n\n#### b\n")).tree, theme: theme, language: "en")
    let after = tree.blocks.compactMap { block -> Length? in
      switch block.kind {
      case .heading, .paragraph: block.style.after.natural
      default: nil
      }
    }
    #expect(after == [7.pt, 7.pt, 3.pt])
  }

  @Test func `a soft break is a space, but between Chinese characters nothing`() {
    #expect(paragraphs("one\ntwo") == ["one two"])
    #expect(paragraphs("中文\n中文") == ["中文中文"])
    #expect(paragraphs("中文”\n中文，\n中") == ["中文”中文，中"])
    #expect(paragraphs("“one”\n“two”") == ["“one” “two”"])
    #expect(paragraphs("中文\nword") == ["中文 word"])
    #expect(paragraphs("한국어\n문장") == ["한국어 문장"])
  }

  @Test func `a hard break is a line separator`() {
    #expect(paragraphs("one\\\ntwo<br>three") == ["one\u{2028}two\u{2028}three"])
  }

  @Test func `a word without end is cut, and the rest of the paragraph is kept`() {
    var budget = Budget()
    budget.wordBytes = 10
    func cut(_ text: String) -> (texts: [String], codes: [String]) {
      let tree = style(parse(Source(name: "a.md", text: text)).tree, theme: Theme(), language: "en", budget: budget)
      let texts = tree.blocks.compactMap { block in
        if case .paragraph(let content) = block.kind { String(decoding: content.text.text, as: UTF8.self) } else { nil }
      }
      return (texts, tree.diagnostics.map(\.code))
    }
    #expect(cut("one abcdefghijklm two").texts == ["one abcdefghij… two"])
    #expect(cut("one abcdefghijklm two").codes == ["limit.word"])
    // In parts too, and never within a character.
    #expect(cut("*abcde*fgh`ijklm`n*op* two\n\nthree").texts == ["abcdefghij… two", "three"])
    #expect(cut("a abcdefghié two").texts == ["a abcdefghi… two"])
    #expect(cut("abcdefghijkl[m](n)\nend abcdefghijklm").texts == ["abcdefghij… end abcdefghij…"])
    // A picture in it stays, and so do texts without spaces between words.
    #expect(cut("abcdefghijklm![](a)n").texts == ["abcdefghij…\u{FFFC}n"])
    for text in ["abcdefghij klmnopqrst", "一二三四五六七八九十一二三四五六七八九十", "ภาษาไทยเป็นภาษาที่มีระดับเสียง", "one two three four five"] {
      #expect(cut(text).texts == [text] && cut(text).codes.isEmpty)
    }
  }

  @Test func `a display amid text divides its paragraph`() {
    let kinds = styled("so\n$$\na\n$$\nthen").blocks.dropFirst().map { block in
      switch block.kind {
      case .paragraph: "text"
      case .display: "display"
      default: "other"
      }
    }
    #expect(kinds == ["text", "display", "text"])
  }

  @Test func `headings have GitHub's anchors`() {
    let anchors = styled("# Hello, World!\n\n# Hello World\n\n## Größe 2\n\n# ?!").blocks.compactMap { block in
      if case .heading(_, _, _, let destination) = block.kind { destination } else { nil }
    }
    #expect(anchors == ["hello-world", "hello-world-1", "größe-2", "section"])
  }

  @Test func `a picture alone in its paragraph is a figure`() {
    let kinds = styled("![a](x.png)\n\ntext ![b](y.png)").blocks.compactMap { block -> String? in
      switch block.kind {
      case .figure(let image, _): image.source
      case .paragraph: "paragraph"
      default: nil
      }
    }
    #expect(kinds == ["x.png", "paragraph"])
  }
}

@Suite struct ThemeTests {
  @Test func `a built-in theme reads without a fault`() throws {
    for name in Theme.builtInNames {
      let source = try #require(Theme.builtIn(name))
      #expect(Theme.read(source).diagnostics.isEmpty, "\(name)")
    }
  }

  @Test func `a value that can't be read is said with its form`() {
    let faults = Theme.read(Source(name: "t.yaml", text: "styles: {h1: {size: big}}")).diagnostics
    #expect(faults.map(\.message) == [#"invalid value "big" for "size""#])
    #expect(faults.first?.hint == "expected 10pt, 1.2em or 17pt(body), from 1pt to 1000pt")
  }

  @Test func `a theme builds on another`() {
    let theme = Theme.read(Source(name: "t.yaml", text: "extends: article\nbody: {size: 20pt}\n")).theme
    #expect(theme.size == 20.pt)
    #expect(theme[.h1].weight == 700)
  }

  private func smart(_ text: String, language: String = "en") -> String {
    let tree = style(parse(Source(name: "a.md", text: text)).tree, theme: Theme(), language: language)
    return tree.blocks.compactMap { block in
      if case .paragraph(let content) = block.kind { String(decoding: content.text.text, as: UTF8.self) } else { nil }
    }.joined()
  }

  @Test func `typed quotes, dashes and dots are set as printers do, by language, and across emphasis`() {
    #expect(smart("\"It's 'so'\" -- she said --- ...") == "“It’s ‘so’” – she said — …")
    #expect(smart("(-3/--v3, [-h|--help], and/or--so") == "(-3/--v3, [-h|--help], and/or–so")
    #expect(smart("by a weight --when serializing, with --when") == "by a weight –when serializing, with --when")
    #expect(smart("run with --share or (--all), a -- b, pp. 3--4, A--b") == "run with --share or (--all), a – b, pp. 3–4, A–b")
    #expect(smart("Use \"--quiet\" or '--all', [--one], --two --three=4") == "Use “--quiet” or ‘--all’, [--one], --two --three=4")
    #expect(smart("so --and I say it again-- it is; \"stop\"--and go") == "so –and I say it again– it is; “stop”–and go")
    #expect(
      smart("A --> B, C <-- D, git checkout -- file, npm test -- --all") == "A --> B, C <-- D, git checkout -- file, npm test -- --all")
    #expect(smart("a \"*b*\", 'c'") == "a “b”, ‘c’")
    #expect(smart("\"a 'b'\"", language: "de") == "„a ‚b‘“")
    #expect(smart("\"a\"", language: "fr-CA") == "«\u{202F}a\u{202F}»")
    #expect(smart("Quoi?! Oui ; non: à 10:30 (bien !)", language: "fr") == "Quoi\u{202F}?! Oui\u{202F}; non\u{A0}: à 10:30 (bien\u{202F}!)")
    #expect(smart("« a »", language: "fr") == "«\u{202F}a\u{202F}»")
    #expect(smart("Oui ; non:", language: "de") == "Oui ; non:")
    #expect(smart("the '90s, 5'10\" tall") == "the ’90s, 5'10\" tall")
  }

  @Test func `code, addresses and Chinese keep the signs that were typed`() {
    #expect(smart("`\"a\" -- b`") == "\"a\" -- b")
    #expect(smart("https://a.b/c--d") == "https://a.b/c--d")
    #expect(smart("中文\"引号\"和") == "中文\"引号\"和")
    #expect(smart("\"a\" -- b", language: "zh") == "\"a\" -- b")
    #expect(smart("他说---是--然后走了。第1--3页", language: "zh") == "他说——是——然后走了。第1–3页")
    #expect(smart("--- John Gruber", language: "zh") == "— John Gruber")
    #expect(smart("--- 鲁迅", language: "zh") == "—— 鲁迅")
    #expect(smart("one --- two, a---b, ---", language: "zh") == "one — two, a—b, ---")
    #expect(smart("参数 --选项 和--help、甲-->乙、----", language: "zh") == "参数 --选项 和--help、甲-->乙、----")
  }

  @Test func `smart punctuation can be turned off`() {
    var theme = Theme()
    theme.isSmart = false
    let tree = style(parse(Source(name: "a.md", text: "\"a\" -- b")).tree, theme: theme, language: "en")
    guard case .paragraph(let content)? = tree.blocks.last?.kind else {
      Issue.record("no paragraph")
      return
    }
    #expect(String(decoding: content.text.text, as: UTF8.self) == "\"a\" -- b")
  }

  @Test func `a highlighted escape never divides a character`() {
    let code = styled("```latex\n\\\u{202E}é\n```").blocks.compactMap { block -> [StyledText]? in
      if case .code(let code) = block.kind { code.lines } else { nil }
    }.joined()
    for line in code {
      for run in line.runs {
        #expect(String(validating: line.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], as: UTF8.self) != nil)
      }
    }
    #expect(!code.isEmpty)
  }
}
