import Testing
import TypesetDiagnostics
import TypesetMarkdown

private func printed(_ text: String) -> String { parse(Source(name: "a.md", text: text)).tree.printed() }

/// The printed tree without places.
private func shape(_ text: String) -> String {
  printed(text).split(separator: "\n").dropFirst().map { $0.dropFirst(2).prefix(upTo: $0.lastIndex(of: " ") ?? $0.endIndex) }
    .joined(separator: "\n")
}

@Suite struct BlockTests {
  @Test func `an admonition has a title and a body of blocks, all where they were written`() {
    #expect(
      printed("!!! note \"A $x$\"\n    b *c*\n\n    - d\n\ne\n") == """
        document 0..39
          callout admonition note 0..36
            title 0..16
              text "A " 10..12
              math "x" 12..15
            paragraph 21..26
              text "b " 21..23
              emphasis 23..26
                text "c" 24..25
            list of bullets tight 32..35
              item 32..35
                paragraph 34..35
                  text "d" 34..35
          paragraph 37..38
            text "e" 37..38

        """)
  }

  @Test func `formulas and code in indented bodies are formulas and code`() {
    #expect(
      shape("??? tip\n    $$\n    x\n    $$\n\n    $y$\n\n        code $z$\n") == """
        callout admonition tip
          mathBlock "\\nx\\n"
          paragraph
            math "y"
          codeBlock "" "code $z$\\n"
        """)
  }

  @Test func `admonitions nest in lists, in quotes and in each other`() {
    #expect(
      shape("- a\n\n    !!! note\n        b\n\n        ??? tip\n            c\n- d\n\n> !!! note\n>     e\n") == """
        list of bullets loose
          item
            paragraph
              text "a"
            callout admonition note
              paragraph
                text "b"
              callout admonition tip
                paragraph
                  text "c"
          item
            paragraph
              text "d"
        blockQuote
          callout admonition note
            paragraph
              text "e"
        """)
  }

  @Test func `text right below an admonition and quotes beside it are not part of it`() {
    #expect(
      shape("> a\n\n!!! note\n    b\nc\n\n!!! tip\n    d\n\n> e\n") == """
        blockQuote
          paragraph
            text "a"
        callout admonition note
          paragraph
            text "b"
        paragraph
          text "c"
        callout admonition tip
          paragraph
            text "d"
        blockQuote
          paragraph
            text "e"
        """)
  }

  @Test func `what has no body is no admonition, and an empty tab`() {
    #expect(
      shape("!!! note\n\n=== \"A\"\nb\n")
        == "paragraph\n  text \"!!! note\"\ncallout tab tab\n  title\n    text \"A\"\nparagraph\n  text \"b\"")
  }

  @Test func `tabs stand one after the other`() {
    #expect(
      shape("=== \"A\"\n\n    b\n\n=== \"C\"\n\n    d\n") == """
        callout tab tab
          title
            text "A"
          paragraph
            text "b"
        callout tab tab
          title
            text "C"
          paragraph
            text "d"
        """)
  }

  @Test func `divs nest by their colons, and known names are callouts`() {
    #expect(
      shape("::: {.box #x}\na\n\n:::: warning Look out\n- b\n::::\n:::\nc\n") == """
        division {#x .box}
          paragraph
            text "a"
          callout admonition warning {.warning}
            title
              text "Look out"
            list of bullets tight
              item
                paragraph
                  text "b"
        paragraph
          text "c"
        """)
  }

  @Test func `terms have definitions, several of both`() {
    #expect(
      shape("A\nB\n:   c\n    d\n\n    e\n\n:   f\nG\n: h\n  $i$\n") == """
        definitionList
          definitionTerm
            text "A"
          definitionTerm
            text "B"
          definition
            paragraph
              text "c"
              softBreak
              text "d"
            paragraph
              text "e"
          definition
            paragraph
              text "f"
          definitionTerm
            text "G"
          definition
            paragraph
              text "h"
              softBreak
              math "i"
        """)
  }

  @Test func `a quote that names its kind is a callout, with the rest of the line as its title`() {
    #expect(
      shape("> [!WARNING]\n> a\n\n> [!def]- B *c*\n> d\n\n> [!x\n") == """
        callout alert warning
          paragraph
            text "a"
        callout alert def
          title
            text "B "
            emphasis
              text "c"
          paragraph
            text "d"
        blockQuote
          paragraph
            text "[!x"
        """)
  }

  @Test(arguments: ["[TOC]", "[[_TOC_]]", "<!-- toc -->", "[[toc]]"])
  func `the place of the contents is known by many names`(text: String) {
    #expect(shape("a\n\n\(text)\n") == "paragraph\n  text \"a\"\ncontents")
  }

  @Test(arguments: [
    ("约定：\n1、甲；\n2、乙；\n3、丙。", 3), ("1、甲\n2、乙", 1), ("文献：\n[1] a\n[2] b", 2), ("see:\n(1) a\nand so on\n(2) b", 2),
    ("（1）甲\n（2）乙", 1), ("①甲\n②乙\n③丙", 2), ("१. क\n२. ख", 1), ("一、甲\n二、乙", 1), ("1、甲\n乙", 0), ("as in\n[1] and also in\n[2] we see", 0),
    ("(1) a\n(3) b", 0), ("1、甲\n（2）乙", 0), ("in\n(1) a", 0), ("2、甲\n3、乙", 0),
    ("a) one\nb) two", 1), ("which:\n(a) one\n(b) two\n(c) three", 3), ("A) one\nb) two", 0), ("say\na) one", 0),
    ("Pick\nA. one\nB. two", 2), ("A. one\nC. two", 0), ("x\ni.e. y", 0),
  ])
  func `lines that count themselves stay lines`(text: String, breaks: Int) {
    #expect(shape(text).split(separator: "\n").filter { $0.hasSuffix("lineBreak") }.count == breaks, "\(shape(text))")
  }

  @Test func `the source of a quotation has a line of its own`() {
    for text in ["> a\n> b\n> — C", "> a\n> -- C D", "> a *b*\n> —— 丙"] {
      #expect(shape(text).split(separator: "\n").filter { $0.hasSuffix("lineBreak") }.count == 1, "\(shape(text))")
    }
    for text in ["> a\n> -b", "a\n— C", "> a\n> — C\n>\n> d", "> — C"] { #expect(!shape(text).contains("lineBreak"), "\(shape(text))") }
  }

  @Test(arguments: ["<img src=\"a.png\">", "<img src=\"https://a.org/b.png\">", "<div>a</div>", "<br>", "a <b>b</b>", "<b>b</b>\nc"])
  func `a div is closed right below HTML`(html: String) {
    let tree = shape("::: box\n\(html)\n:::\nafter")
    #expect(!tree.contains(":::") && tree.hasSuffix("\nparagraph\n  text \"after\""), "\(tree)")
    #expect(!shape("::::: out\n:::: box\n\(html)\n::::\n:::::\nafter").contains(":::"))
  }

  @Test func `messages of Zenn and Qiita are callouts`() {
    #expect(shape(":::message\na\n:::\n") == shape(":::note\na\n:::\n"))
    #expect(shape(":::message alert\na\n:::\n") == shape(":::warning\na\n:::\n"))
    #expect(shape(":::note alert\na\n:::\n") == shape(":::danger\na\n:::\n"))
    #expect(shape(":::note Title\na\n:::\n").contains("\"Title\""))
  }

  @Test func `a caption right below a table is no row`() {
    let wanted = shape("|a|\n|-|\n|b|\n\n: C $d$ {#tbl-e}\n")
    #expect(shape("|a|\n|-|\n|b|\n: C $d$ {#tbl-e}\n") == wanted)
    #expect(shape("|a|\n|-|\n|b|\n:C $d$ {#tbl-e}\n") == wanted)
    #expect(!shape("|a|b|\n|-|-|\n|b|c|\n: d | e\n").contains("caption"))
  }

  @Test(arguments: ["![a](b.png)\n*Figure 1 – c*", "![a](b.png)\nFigure 1: c", "![a](b.png)  \n**Fig. 1** c", "![a](b.png)\n*c*"])
  func `a line below a picture that is its caption is a paragraph`(text: String) {
    #expect(shape(text).split(separator: "\n").filter { $0.hasPrefix("paragraph") }.count == 2, "\(shape(text))")
    #expect(shape(text).contains(".caption"), "\(shape(text))")
  }

  @Test(arguments: ["![a](b.png)\n*c* d", "![a](b.png)\nFigures of it", "![a](b.png) *c*", "![a](b.png)\n![c](d.png)"])
  func `other lines below a picture are its paragraph's`(text: String) {
    #expect(shape(text).split(separator: "\n").filter { $0.hasPrefix("paragraph") }.count == 1, "\(shape(text))")
  }

  @Test(arguments: ["* TOC\n{:toc}", "1. Contents\n{:toc}", "- *Table* of\n  contents\n{: toc}"])
  func `kramdown's contents take the place of a list`(text: String) {
    #expect(shape("a\n\n\(text)\n") == "paragraph\n  text \"a\"\ncontents")
    #expect(shape("* TOC\n* b\n{:toc}\n").hasPrefix("list"))
    #expect(shape("* a {:toc} b\n").hasPrefix("list"))
  }

  @Test(arguments: ["\\newpage", "\\pagebreak", "<!-- pagebreak -->"])
  func `pages break where the author says so`(text: String) {
    #expect(shape("a\n\n\(text)\n") == "paragraph\n  text \"a\"\npageBreak")
  }

  @Test(arguments: ["|a|\n|-|\n|b|\n\n: C $d$ {#tbl-e}\n", "Table: C $d$ {#tbl-e}\n\n|a|\n|-|\n|b|\n"])
  func `a caption stands above or below its table`(text: String) {
    #expect(
      shape(text) == """
        table none {#tbl-e}
          tableHead
            tableCell
              text "a"
          tableRow
            tableCell
              text "b"
          caption
            text "C "
            math "d"
        """)
  }

  @Test(arguments: ["Table: C $d$ #tbl:e", "Table: C $d$ #tab:e", ": C $d$ #tbl:e-1.b"])
  func `the last word of a caption may name its table`(text: String) {
    let name = text.split(separator: "#")[1]
    #expect(shape("\(text)\n\n|a|\n|-|\n|b|\n") == shape("|a|\n|-|\n|b|\n\n: C $d$ {#\(name)}\n"))
    for other in ["Table: C #1", "Table: C #tbl:", "Table: C# tbl:e", "Table: #hash C"] {
      #expect(!shape("\(other)\n\n|a|\n|-|\n|b|\n").contains("{#"), "\(other)")
    }
  }

  @Test func `definitions of abbreviations are not shown`() {
    #expect(shape("*[A]: b\n*[C]: d\n\n*e* f\n") == "paragraph\n  emphasis\n    text \"e\"\n  text \" f\"")
  }

  @Test func `words that a definition explains are abbreviations`() {
    #expect(
      shape("The HTML's `HTML` of *HTML5*, 用HTML写 W3C.\n\n*[HTML]: Hyper *Text*\n*[W3C]: Consortium\n") == """
        paragraph
          text "The "
          abbreviation "Hyper Text"
            text "HTML"
          text "'s "
          code "HTML"
          text " of "
          emphasis
            text "HTML5"
          text ", 用"
          abbreviation "Hyper Text"
            text "HTML"
          text "写 "
          abbreviation "Consortium"
            text "W3C"
          text "."
        """)
  }

  @Test func `an inline footnote is defined at the end`() {
    #expect(
      shape("a^[b *c*] d[^1]\n\n[^1]: e $f$\n\n    g\n") == """
        paragraph
          text "a"
          footnoteReference inline-1
          text " d"
          footnoteReference 1
        footnoteDefinition 1
          paragraph
            text "e "
            math "f"
          paragraph
            text "g"
        footnoteDefinition inline-1
          paragraph
            text "b "
            emphasis
              text "c"
        """)
  }
}

@Suite struct NoteTests {
  @Test func `formulas in the further paragraphs of a footnote are formulas`() {
    #expect(
      shape("a[^x]\n\n[^x]: $b$\n\n    $c$\n\n    - $d$\n") == """
        paragraph
          text "a"
          footnoteReference 1
        footnoteDefinition 1
          paragraph
            math "b"
          paragraph
            math "c"
          list of bullets tight
            item
              paragraph
                math "d"
        """)
  }
}
