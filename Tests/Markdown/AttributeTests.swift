import Testing
import TypesetDiagnostics
import TypesetMarkdown

private func printed(_ text: String) -> String { parse(Source(name: "a.md", text: text)).tree.printed() }

@Suite struct AttributeTests {
  @Test func `a heading's attributes stand at its end`() {
    #expect(
      printed("# A b {#c .d e=\"f g\"}") == """
        document 0..21
          heading 1 {#c .d e="f g"} 0..21
            text "A b" 2..5

        """)
  }

  @Test func `attributes right behind an inline belong to it`() {
    #expect(
      printed("`a`{.swift} ![b](c){width=50% #d} [e](f){ .g } h{.i}") == """
        document 0..52
          paragraph 0..52
            code "a" {.swift} 0..3
            text " " 11..12
            image "c" {#d width="50%"} 12..19
              text "b" 14..15
            text " " 33..34
            link "f" {.g} 34..40
              text "e" 35..36
            text " h{.i}" 46..52

        """)
  }

  @Test func `text in brackets with attributes is a span`() {
    #expect(
      printed("a [b *c*]{lang=de} [d] \\[e]{.f}") == """
        document 0..31
          paragraph 0..31
            text "a " 0..2
            span {lang="de"} 2..9
              text "b " 3..5
              emphasis 5..8
                text "c" 6..7
            text " [d] [e]{.f}" 18..31

        """)
  }

  @Test func `attributes behind a display and on a paragraph's last line belong to these`() {
    #expect(
      printed("$$x$$ {#eq-a}\n\nb\n{: .c }") == """
        document 0..24
          mathBlock "x" {#eq-a} 0..13
          paragraph {.c} 15..24
            text "b" 15..16

        """)
  }

  @Test(arguments: [
    ("{.python .input  n=1}", Attributes(classes: ["python", "input"], pairs: [.init("n", "1")])),
    ("rust,ignore", Attributes(classes: ["rust"], pairs: [.init("ignore", "")])),
    (
      "cpp title=\"a b.cpp\" linenums=\"1\"",
      Attributes(classes: ["cpp"], pairs: [.init("title", "a b.cpp"), .init("linenums", "1")])
    ),
    ("js run no-beautify", Attributes(classes: ["js"], pairs: [.init("run", ""), .init("no-beautify", "")])),
    ("c++ {#x hl_lines=\"2 3\"}", Attributes(id: "x", classes: ["c++"], pairs: [.init("hl_lines", "2 3")])),
  ])
  func `info strings carry attributes in all the ways that tools have`(info: String, attributes: Attributes) {
    #expect(Attributes(info: info) == attributes)
  }

  @Test func `attributes in Apple's form`() {
    #expect(
      printed("a ^[b *c*](customStyle: 'loud') ^[d](x: 1, y: 'e f') ^[g](h)") == """
        document 0..60
          paragraph 0..60
            text "a " 0..2
            span {.loud customstyle="loud"} 3..31
              text "b " 4..6
              emphasis 6..9
                text "c" 7..8
            text " " 31..32
            span {x="1" y="e f"} 32..36
              text "d" 34..35
            text " ^" 52..54
            link "h" 54..60
              text "g" 55..56

        """)
  }

  @Test func `sub- and superscripts, marks and insertions`() {
    #expect(
      printed("H~2~O x^2^ ==a *b*== ++c++ ~d e~ C++ and i++ \\==f==") == """
        document 0..51
          paragraph 0..51
            text "H" 0..1
            subscripted 1..4
              text "2" 2..3
            text "O x" 4..7
            superscripted 7..10
              text "2" 8..9
            text " " 10..11
            highlighted 11..20
              text "a " 13..15
              emphasis 15..18
                text "b" 16..17
            text " " 20..21
            inserted 21..26
              text "c" 23..24
            text " " 26..27
            strikethrough 27..32
              text "d e" 28..31
            text " C++ and i++ ==f==" 32..51

        """)
  }

  @Test func `cross references are known by their kinds, other signs stay text`() {
    #expect(
      printed("@fig-a, [@eq-b; @sec:c]. me@fig-a @you") == """
        document 0..38
          paragraph 0..38
            reference fig-a 0..6
            text ", " 6..8
            span 8..23
              reference eq-b 8..23
              text ", " 8..23
              reference sec:c 8..23
            text ". me@fig-a @you" 23..38

        """)
  }
}

@Suite struct InlineLeafTests {
  @Test func `wiki links and embeds`() {
    #expect(
      printed("[[a]] [[b|c]] ![[d.png|300]] ![[e]] !x") == """
        document 0..38
          paragraph 0..38
            text "a" 2..3
            text " " 5..6
            text "c" 10..11
            text " " 13..14
            image "d.png" {caption="" width="300"} 14..28
            text " " 28..29
            text "e" 32..33
            text " !x" 35..38

        """)
  }

  @Test func `emoji have names, times have none`() {
    #expect(
      printed(":rocket: 10:30:20 :nobody:") == """
        document 0..26
          paragraph 0..26
            text "🚀" 0..8
            text " 10:30:20 :nobody:" 8..26

        """)
  }
}
