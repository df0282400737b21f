import Testing
import TypesetDiagnostics
import TypesetMarkdown

private func printed(_ text: String) -> String { parse(Source(name: "a.md", text: text)).tree.printed() }

/// The attributes of the spans of a text.
private func spans(_ text: String) -> [Attributes] {
  let tree = parse(Source(name: "a.md", text: text)).tree
  return tree.nodes.indices.filter { tree.nodes[$0].kind == .span }.map { tree.attributes(of: Tree.Index($0)) ?? Attributes() }
}

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

  @Test func `a list whose brace is escaped is text`() {
    #expect(spans("[a]\\{color=red} []\\{string=KEY} [b]\\(x)") == [])
    #expect(spans("[a\\]{color=red}] [b]{.c}").count == 1)
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

  @Test func `text in brackets after a caret has keys and values in parentheses`() {
    #expect(
      printed("a ^[b *c*](customStyle: 'loud') ^[d](x: 1, y: 'e f') ^[g](h)") == """
        document 0..60
          paragraph 0..60
            text "a " 0..2
            span {.loud customStyle="loud"} 2..10
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

  /// The samples of the tutorial on attributed strings, with its line ends.
  @Test func `keys and values may be on several lines, and one line end may precede them`() {
    let sample = """
      > Then ^[text with two attributes]
      >   (theAttributeKey: 'theValue', otherAttributeKey: 'theOtherValue')
      >
      > ^[BoldCaps and Danger](customStyle: 'boldcaps', customColor: 'danger'),\u{20}
      > ^[SmallItalics and Highlighted](customStyle: 'smallitalics',\u{20}
      > customColor: 'highlight')
      """
    let tree = parse(Source(name: "a.md", text: sample)).tree
    #expect(
      spans(sample).map(\.pairs) == [
        [.init("theAttributeKey", "theValue"), .init("otherAttributeKey", "theOtherValue")],
        [.init("customStyle", "boldcaps"), .init("customColor", "danger")],
        [.init("customStyle", "smallitalics"), .init("customColor", "highlight")],
      ])
    let words = tree.nodes.compactMap { if case .text(let text) = $0.kind { text } else { nil } }.joined()
    #expect(words == "Then text with two attributesBoldCaps and Danger,SmallItalics and Highlighted")
  }

  @Test func `values are those of JSON5`() {
    let text = #"^[a](s: "it's", t: 'a \'b\' \x41\u00e9', n: -0.5, h: 0x1F, f: .5, b: true, z: null, l: [1, 'x',], o: {k: [2], "m": 3}) b"#
    let pairs = spans(text).first?.pairs ?? []
    #expect(pairs.map(\.key) == ["s", "t", "n", "h", "f", "b", "z", "l", "o"])
    #expect(pairs.map(\.value) == ["it's", "a 'b' Aé", "-0.5", "0x1F", ".5", "true", "null", "[1, 'x',]", #"{k: [2], "m": 3}"#])
    #expect(pairs.map(\.isTyped) == [false, false] + Array(repeating: true, count: 7))
  }

  @Test func `signs of Markdown and of formulas in values are characters`() {
    let text = #"^[a $x$](k: '*b* $1 _c_ $2 <d> [e](f) \\* `g`') and [h]{k="*i* [j] \"k\" \textwidth" l=['m', 2]} n"#
    let pairs = spans(text).flatMap(\.pairs)
    #expect(pairs.map(\.value) == [#"*b* $1 _c_ $2 <d> [e](f) \* `g`"#, #"*i* [j] "k" \textwidth"#, "['m', 2]"])
  }

  @Test func `spans with attributes nest, in tables and headings too`() {
    #expect(
      printed("# ^[a ^[b](x: 1) c](y: 2)\n\n| h |\n|---|\n| ^[d](z: 'e\\|f') |\n") == """
        document 0..59
          heading 1 0..25
            span {y="2"} 2..19
              text "a " 4..6
              span {x="1"} 6..10
                text "b" 8..9
              text " c" 16..18
          table none 27..58
            tableHead 27..32
              tableCell 29..30
                text "h" 29..30
            tableRow 39..58
              tableCell 41..56
                span {z="e|f"} 41..45
                  text "d" 43..44

        """)
  }

  @Test func `what does not read as keys and values is a note, a link or text`() {
    func kinds(_ text: String) -> [String] {
      parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").map {
        $0.trimmingPrefix { $0 == " " }.split(separator: " ").first.map(String.init) ?? ""
      }
    }
    for text in [
      "^[note](see below)", "^[note](see: below)", "^[note](a: 1; b)", "^[note] (a: 1)", "^[note](a: 'b)", "^[note](: 1)", "^[note]()x",
    ] {
      #expect(kinds("a " + text).contains("footnoteReference") || text == "^[note]()x", "\(text)")
      #expect(!kinds("a " + text).contains("span"), "\(text)")
    }
    #expect(kinds("[x](y: 'z') [x](<y: z>)") == ["document", "paragraph", "link", "text", "text", "link", "text"])
    #expect(!kinds(#"`^[a](b: 1)` \^[a](b: 1) $^[a](b: 1)$ *^[a*](b: 1)"#).contains("span"))
    #expect(printed("*^[a*](b: 1)").contains(#"text "(b: 1)""#))
    #expect(printed("^[a\n\n(b: 1)").contains("(b: 1)"))
    #expect(kinds("^[a]\n\n(b: 1)").contains("footnoteReference"))
  }

  @Test func `a value that nests too deeply is text, with a diagnostic`() {
    let value = String(repeating: "[", count: 10_000) + String(repeating: "]", count: 10_000)
    let document = parse(Source(name: "a.md", text: "^[a](k: \(value)) b"))
    #expect(document.diagnostics.map(\.code) == ["attribute.nesting"])
    #expect(document.tree.printed().contains("[[[["))
    #expect(!document.tree.nodes.contains { $0.kind == .span })
  }

  @Test(arguments: [
    ("^[a](customColor: danger)", ["attribute.quotes"]), ("^[a](x: 1, y: b-c)", ["attribute.quotes"]), ("^[a](see below)", []),
    ("^[a](see: the book)", []), ("^[a](b)", []), ("^[a](b, c)", []), ("^[a](x: 'y')", []), ("[a](x: b)", []),
  ])
  func `a value without quotes is noted`(text: String, codes: [String]) {
    #expect(parse(Source(name: "a.md", text: text)).diagnostics.map(\.code) == codes)
  }

  @Test(.timeLimit(.minutes(1)), arguments: ["^[a](k: '", "^[a](k: [", "[a]{k=", "^[a](k:'](k:\"',k:\"'", "^[", "^[a]\n(", "^[a](k:1,"])
  func `lists that are never closed take linear time`(unit: String) {
    let document = parse(Source(name: "a.md", text: String(repeating: unit, count: 6_000)))
    #expect(!document.tree.nodes.isEmpty)
  }

  @Test func `built-in keys are found whatever their capitals`() {
    let attributes = Attributes(pairs: [.init("Width", "50%"), .init("LANG", "de")])
    #expect(attributes["width"] == "50%")
    #expect(attributes.language == "de")
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
