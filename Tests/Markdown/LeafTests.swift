import Testing
import TypesetDiagnostics
import TypesetMarkdown

private func printed(_ text: String) -> [String] {
  parse(Source(name: "a.md", text: text)).tree.printed().split(separator: "\n").dropFirst(2).map { line in
    // Without the place, which stands last.
    line.split(separator: " ").dropLast().joined(separator: " ")
  }
}

/// What other tools have in texts.
@Suite struct LeafTests {
  @Test(arguments: [
    ("![A b](img/My file.png)", true), ("a ![](My file.svg) b", true), ("![A](My file)", false), ("![A](a b.png \"c\")", true),
    ("![A](a b \"c\")", false),
  ])
  func `a picture's address may have blanks`(text: String, isPicture: Bool) {
    let nodes = parse(Source(name: "a.md", text: text)).tree.nodes
    #expect(nodes.contains { if case .image = $0.kind { true } else { false } } == isPicture)
  }

  @Test func `Obsidian's comments show nothing, percent signs do`() {
    #expect(printed("a %%b *c*%% d") == ["text \"a \"", "text \" d\""])
    #expect(printed("100%% and 50%%") == ["text \"100%% and 50%%\""])
    #expect(printed("a %% b") == ["text \"a %% b\""])
  }

  @Test(arguments: [#"phy[["edge"]]"#, "x[[1]]", "f(a)[[i]]"]) func `two brackets after a name are code`(text: String) {
    #expect(parse(Source(name: "a.md", text: text)).tree.printed().contains("]]"))
  }

  @Test func `a wiki link to a heading of the document is a link`() {
    #expect(printed("[[#A b]]") == ["link \"#A b\"", "text \"A b\""])
    #expect(printed("[[#A|c]]") == ["link \"#A\"", "text \"c\""])
  }

  @Test func `mkdocs' icons are signs, or named as those that are left out`() {
    let nodes = ["text \"✓\"", "text \" a \"", "image \"icon:?fontawesome-brands-js\"", "text \"b\""]
    #expect(printed(":material-check: a :fontawesome-brands-js: b") == nodes)
  }

  @Test func `a bare reference without its word has no hyphen`() {
    #expect(printed("in -@fig-a, (-@tbl-b)") == ["text \"in \"", "reference -fig-a", "text \", (\"", "reference -tbl-b", "text \")\""])
    #expect(printed("non-@fig-a \\-@fig-b") == ["text \"non-\"", "reference fig-a", "text \" -\"", "reference fig-b"])
  }

  @Test func `works are cited by their keys where the document says that it cites`() {
    let text = "As @doe99 has it [see @knuth1984, p. 3; -@b_c:d]. Mail a@b.c, [@x](y).\n"
    func shown(_ text: String) -> String {
      parse(Source(name: "a.md", text: text)).tree.nodes.map { if case .text(let text) = $0.kind { text } else { "" } }.joined()
    }
    #expect(shown("---\nbibliography: a.bib\n---\n" + text) == "As doe99 has it [see knuth1984, p. 3; b_c:d]. Mail a@b.c, @x.")
    #expect(shown(text) == "As @doe99 has it [see @knuth1984, p. 3; -@b_c:d]. Mail a@b.c, @x.")
    #expect(shown("---\nbibliography: a.bib\n---\n@fig-a [@]").contains("[@]"))
  }

  @Test func `a key with author, year and a word of the title is a citation in any dialect, a name is not`() {
    func firstCitation(_ text: String, _ tool: Dialect.Tool) -> SourceSpan? {
      var options = ParseOptions()
      options.dialect = Dialect(tool)
      options.keepsCitations = true
      return parse(Source(name: "a.md", text: text), options: options).firstCitation
    }
    #expect(firstCitation("- @vaswani2017attention has it\n", .general) == SourceSpan(2, 3))
    #expect(firstCitation("- @vaswani2017attention has it\n", .pandoc) == SourceSpan(2, 3))
    for text in ["- @someone\n", "- @jane2020 says\n", "- @jane2020a\n", "- a@vaswani2017attention.org\n", "- @v2ex2017attention99\n"] {
      #expect(firstCitation(text, .general) == nil, "\(text)")
    }
  }

  @Test func `works that are cited one after the other have a space between them`() {
    func shown(_ text: String) -> String {
      parse(Source(name: "a.md", text: "---\nbibliography: a.bib\n---\n" + text)).tree.nodes
        .map { if case .text(let text) = $0.kind { text } else { "" } }.joined()
    }
    #expect(shown("[@a;@b; @c, p. 3;-@d]") == "[a; b; c, p. 3; d]")
    #expect(shown("[@a, p. 3;5]") == "[a, p. 3;5]")
  }

  @Test func `emoji by name may follow one another`() {
    #expect(printed("a :tada::tada: b:+1::heart:") == ["text \"a \"", "text \"🎉🎉\"", "text \" b\"", "text \"👍❤️\""])
    #expect(printed("a::tada:b 1:tada:2:30") == ["text \"a::tada:b 1:tada:2:30\""])
    #expect(printed(":tada::nothing:") == ["text \"🎉\"", "text \":nothing:\""])
  }

  @Test func `a reference in brackets has the author's words or none`() {
    #expect(printed("[Chapter @sec-a]") == ["span", "text \"Chapter\u{A0}\"", "reference -sec-a"])
    #expect(printed("[-@fig-a]") == ["reference -fig-a"])
    #expect(printed("[see @fig-a, p. 3]") == ["text \"[see \"", "reference fig-a", "text \", p. 3]\""])
  }
}
