import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetMarkdown
import TypesetStyling

/// Theorems and their like: heads, numbers, references.
@Suite struct TheoremTests {
  private func styled(_ text: String, language: String = "en", byChapter: Bool = false) -> StyledTree {
    var options = NumberingOptions()
    options.sections = byChapter
    options.byChapter = byChapter
    let (theme, _) = Theme.read(Source(name: "theme.yaml", text: "name: test"))
    return style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: language, numbering: options)
  }

  private func paragraphs(_ tree: StyledTree) -> [String] {
    tree.blocks.compactMap { if case .paragraph(let content) = $0.kind { content.plainText } else { nil } }
  }

  @Test(arguments: [
    ("::: {#thm-a}\nb\n:::", "Theorem\u{A0}1.\u{2002}b"), ("::: {#thm-a}\n## T $x$\nb\n:::", "Theorem\u{A0}1 (T x).\u{2002}b"),
    ("::: {.lemma name=\"N\"}\nb\n:::", "Lemma\u{A0}1 (N).\u{2002}b"), ("::: {.theorem .unnumbered}\nb\n:::", "Theorem.\u{2002}b"),
    ("::: {#nte-a .callout-note}\n## T\nb\n:::", "Note\u{A0}1: T"),
    (":::{prf:lemma} N\nb\n:::", "Lemma\u{A0}1 (N).\u{2002}b"), (":::{prf:lemma}\n:nonumber:\nb\n:::", "Lemma.\u{2002}b"),
  ])
  func `a head has the word, the number and the name`(text: String, head: String) {
    #expect(paragraphs(styled(text)).first == head)
  }

  @Test func `a proof begins with its word and ends with a mark`() {
    let text = paragraphs(styled("::: {.proof}\nb\n:::")).first ?? ""
    #expect(text.hasPrefix("Proof.\u{2002}b") && text.hasSuffix("\\square"))
    #expect(paragraphs(styled("::: {.proof}\nb $\\qed$\n:::")).first?.hasSuffix("\\qed") == true)
  }

  @Test func `a theorem that is stated again has its first number and is listed once`() {
    let text = "::: {#thm-a}\nx\n:::\n\n::: {#thm-b}\ny\n:::\n\n::: {.theorem restates=thm-a}\nx\n:::\n\n::: {.list-of-theorems}\n:::"
    let tree = styled(text)
    #expect(paragraphs(tree).contains("Theorem\u{A0}1.\u{2002}x") && !paragraphs(tree).contains { $0.hasPrefix("Theorem\u{A0}3") })
    let lists = tree.blocks.compactMap { if case .contents(let entries) = $0.kind { entries.count } else { nil } }
    #expect(lists == [2])
  }

  @Test func `a head stands alone before what is no paragraph`() {
    let tree = styled("::: {#thm-a}\n- b\n:::")
    #expect(Set(paragraphs(tree)) == ["Theorem\u{A0}1.", "b"])
  }

  @Test func `each kind is counted by itself, in books by chapter`() {
    let text = "# A\n\n::: {#thm-a}\nx\n:::\n\n::: {#lem-a}\nx\n:::\n\n# B\n\n::: {#thm-b}\nx\n:::\n\n@thm-b, @lem-a, [@thm-a]"
    #expect(paragraphs(styled(text)).last == "Theorem\u{A0}2, Lemma\u{A0}1, Theorem\u{A0}1")
    #expect(paragraphs(styled(text, byChapter: true)).last == "Theorem\u{A0}2.1, Lemma\u{A0}1.1, Theorem\u{A0}1.1")
  }

  @Test func `theorems that share a counter count together, anew in each section`() {
    let text =
      "# A\n\n::: {#x .satz theorem-style=plain theorem-word=Satz theorem-within=section}\na\n:::\n\n"
      + "::: {#y .hilf theorem-style=plain theorem-word=Hilfssatz theorem-counter=satz}\na\n:::\n\n"
      + "# B\n\n::: {#z .hilf theorem-style=plain theorem-word=Hilfssatz theorem-counter=satz}\na\n:::\n\n\\cref{x}, \\cref{y}, \\cref{z}"
    #expect(paragraphs(styled(text)).last == "Satz\u{A0}1.1, Hilfssatz\u{A0}1.2, Hilfssatz\u{A0}2.1")
  }

  @Test func `theorems of all kinds are counted together where the document says so`() {
    var options = NumberingOptions()
    options.sharesTheorems = true
    let (theme, _) = Theme.read(Source(name: "theme.yaml", text: "name: test"))
    let tree = parse(Source(name: "a.md", text: "::: {#thm-a}\nx\n:::\n\n::: {#lem-a}\nx\n:::\n\n@thm-a, @lem-a")).tree
    let styled = style(tree, theme: theme, language: "en", numbering: options)
    #expect(paragraphs(styled).last == "Theorem\u{A0}1, Lemma\u{A0}2")
  }

  @Test func `counters that count within each other end`() {
    let text =
      "::: {#x .a theorem-style=plain theorem-word=A theorem-within=b}\na\n:::\n\n"
      + "::: {#y .b theorem-style=plain theorem-word=B theorem-within=a}\na\n:::\n\n\\cref{x}"
    #expect(paragraphs(styled(text)).last?.hasPrefix("A\u{A0}") == true)
  }

  @Test(arguments: [
    ("en", "Theorems\u{A0}1 to 3 and Lemma\u{A0}1"), ("de", "Sätze\u{A0}1 bis 3 und Lemma\u{A0}1"),
    ("fr", "Théorèmes\u{A0}1 à 3 et Lemme\u{A0}1"),
  ])
  func `several labels are one reference, with ranges, in the language`(language: String, words: String) {
    let text =
      "::: {#thm-a}\nx\n:::\n\n::: {#thm-b}\nx\n:::\n\n::: {#thm-c}\nx\n:::\n\n::: {#lem-a}\nx\n:::\n\n"
      + "\\cref{thm-c,thm-a,thm-b,lem-a}"
    #expect(paragraphs(styled(text, language: language)).last == words)
  }

  @Test(arguments: [
    ("de", "Satz\u{A0}1.\u{2002}x", "Satz\u{A0}1"), ("zh", "定理\u{A0}1\u{2002}x", "定理\u{A0}1"),
    ("xx", "Theorem\u{A0}1.\u{2002}x", "Theorem\u{A0}1"),
  ])
  func `the word is that of the language`(language: String, head: String, reference: String) {
    let found = paragraphs(styled("::: {#thm-a}\nx\n:::\n\n@thm-a", language: language))
    #expect(found == [head, reference])
  }

  @Test(arguments: [false, true]) func `lines of algorithms are indented where they begin`(isRightToLeft: Bool) {
    var (theme, _) = Theme.read(Source(name: "theme.yaml", text: "name: test"))
    theme.page.isRightToLeft = isRightToLeft
    let text = "::: {.algorithm-lines}\n[]{.algorithm-line depth=1}$x$\n:::"
    let tree = style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: "ar", numbering: NumberingOptions())
    let lines = tree.blocks.filter { if case .paragraph = $0.kind { true } else { false } }
    #expect(lines.map { $0.style.inset == .zero } == [isRightToLeft] && lines.map { $0.style.insetRight == .zero } == [!isRightToLeft])
  }

  @Test func `captions of listings have typographic quotes and go before names of files`() {
    let tree = styled("::: {#lst-a}\n```{.python filename=\"a b.py\"}\nx\n```\n\nThe \"one\" -- so\n:::\n")
    let titles = tree.blocks.compactMap {
      if case .code(let code) = $0.kind { code.title.map { String(decoding: $0.text, as: UTF8.self) } } else { nil }
    }
    #expect(titles == ["Listing\u{A0}1. The “one” – so"])
  }

  @Test(arguments: [
    ("de", "Ende wenn b"), ("fr", "fin si b"), ("pl", "koniec jeśli b"), ("en", "end if b"), ("ja", "end if b"), ("xx", "end if b"),
  ])
  func `keywords of algorithms are in the language`(language: String, line: String) {
    let text = "::: {.algorithm-lines}\n[]{.algorithm-line depth=0}**[end if]{.algorithm-word}** b\n:::"
    #expect(paragraphs(styled(text, language: language)) == [line])
  }

  @Test func `a theorem is in italics, a definition and a theorem in Chinese are not`() {
    func slants(_ text: String, _ language: String = "en") -> [Bool] {
      styled(text, language: language).blocks.flatMap { block -> [Bool] in
        guard case .paragraph(let content) = block.kind else { return [] }
        return content.text.runs.suffix(1).map { content.text.styles[Int($0.style)].slant == .italic }
      }
    }
    #expect(slants("::: {#thm-a}\nx\n\ny\n:::\n\nz") == [true, true, false])
    #expect(slants("::: {#def-a}\nx\n:::") == [false])
    #expect(slants("::: {#thm-a}\nx\n:::", "zh") == [false])
  }

  @Test(arguments: [("en", true), ("zh", false)])
  func `a proof's head is in italics where the script has them`(language: String, isItalic: Bool) {
    let heads = styled("::: {.proof}\nx\n:::", language: language).blocks.compactMap { block -> Bool? in
      guard case .paragraph(let content) = block.kind, let run = content.text.runs.first else { return nil }
      return content.text.styles[Int(run.style)].slant == .italic
    }
    #expect(heads.first == isItalic)
  }

  @Test func `labels that nobody knows are reported, unless they may be names`() {
    #expect(styled("@thm-a").diagnostics.map(\.code) == ["reference.unknown"])
    let tree = styled("@tip-jar")
    #expect(tree.diagnostics.isEmpty)
    #expect(paragraphs(tree) == ["@tip-jar"])
  }

  @Test(arguments: [
    ("/// figure-caption\nb\n///", ["1"]), ("/// caption\nb\n///", []), ("/// figure-caption | 3.2\nb\n///", ["3.2"]),
    ("/// figure-caption | ^1\nb\n///\n\n![](a.png)\n\n/// figure-caption\nc\n///", ["1.1", "1"]),
  ])
  func `captions of pymdown-extensions have numbers where they say so`(caption: String, numbers: [String]) {
    let tree = parse(Source(name: "a.md", text: "![](a.png)\n\n\(caption)\n")).tree
    #expect(Numbering(of: tree, options: NumberingOptions()).numbers.sorted { $0.key < $1.key }.map(\.value) == numbers)
  }

  @Test(arguments: ["eq:a", "eq-a", "eq_a"]) func `a display that has a label is an equation`(label: String) {
    let found = paragraphs(styled("```{math}\n:label: \(label)\na\n```\n\n[](#\(label))")).last
    #expect(found?.hasPrefix("Equation") == true)
  }

  @Test func `sections begin anew below each chapter in the numbers of theorems`() {
    let text = "# A\n\n## B\n\n::: theorem\nx\n:::\n\n# C\n\n## D\n\n::: theorem\ny\n:::\n"
    let (theme, _) = Theme.read(Source(name: "theme.yaml", text: "name: test"))
    var options = NumberingOptions()
    options.theoremsWithin = "subsection"
    let tree = style(parse(Source(name: "a.md", text: text)).tree, theme: theme, language: "en", numbering: options)
    #expect(paragraphs(tree).contains { $0.hasPrefix("Theorem\u{A0}2.1.1.") }, "\(paragraphs(tree))")
  }
}
