import Foundation
import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetJSON
import TypesetPandoc

/// Documents as pandoc's.
@Suite struct PandocExportTests {
  private static let typesetter: Typesetter = {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options)
  }()

  private func json(
    _ source: Source, _ typesetter: Typesetter = Self.typesetter, for version: PandocExport.Version = .three
  ) throws -> JSON {
    let (document, source) = typesetter.parsed(source, cites: true)
    let bytes = PandocExport.json(of: document, source: source, for: version)
    return try JSON(bytes[...], levels: 2_000)
  }

  private func json(_ text: String) throws -> JSON { try json(Source(name: "a.md", text: text)) }

  /// The blocks of a document, as pandoc's own words show them.
  private func blocks(_ text: String) throws -> [String] { try json(text)["blocks"]?.items?.map(Native.words) ?? [] }

  private func inlines(_ text: String) throws -> String {
    String(try blocks(text).joined(separator: " | ").dropFirst("Para [".count).dropLast())
  }

  @Test func `a picture without a caption is no figure, and an empty head is none`() throws {
    #expect(try blocks("![a](x.png){caption=\"\"}") == ["Para [Image [a] x.png]"])
    let table = try json("| | |\n|---|---|\n| a | b |\n")["blocks"]?.items?[0]["c"]?.items
    #expect(table?[3].items?[1].items?.count == 0)
  }

  // MARK: Inlines

  @Test func `inlines keep what they are`() throws {
    let cases = [
      ("a *b* **c** ~~d~~ `e`", "a Space Emph [b] Space Strong [c] Space Strikeout [d] Space Code e"),
      ("H~2~O x^2^", "H Subscript [2] O Space x Superscript [2]"), ("$x^2$", "Math InlineMath x^2"),
      ("[a](b.md \"t\"){.c k=v}", "Link .c k=v [a] b.md t"), ("[a]{.smallcaps} [b]{.x}", "SmallCaps [a] Space Span .x [b]"),
      ("<span style=\"font-variant: small-caps\">a</span>", "SmallCaps [a]"),
      ("a\nb\\\nc", "a SoftBreak b LineBreak c"), ("==a==", "Span .mark [a]"),
    ]
    for (text, expected) in cases { #expect(try inlines(text) == expected) }
  }

  @Test func `straight quotation marks, hyphens and dots are what their author means`() throws {
    let cases = [
      (#""A 'b' c", don't"#, "Quoted DoubleQuote [A Space Quoted SingleQuote [b] Space c] , Space don’t"),
      ("1--2---3 ...", "1–2—3 Space …"),
      (#"5" or "open"#, "5” Space or Space “open"), ("`a` 's", "Code a Space ’s"),
      (#"**"a"** b"#, "Strong [Quoted DoubleQuote [a]] Space b"),
    ]
    for (text, expected) in cases { #expect(try inlines(text) == expected, "\(text)") }
  }

  @Test func `quotation marks that never end stay flat`() throws {
    let words = try inlines(String(repeating: "\"a ", count: 5_000))
    #expect(words.hasPrefix("“a Space “a") && !words.contains("Quoted"))
  }

  @Test func `a formula of an environment is one that pandoc reads`() throws {
    #expect(try blocks("\\begin{align}\na &= b\n\\end{align}") == ["Para [Math DisplayMath \\begin{aligned}\na &= b\n\\end{aligned}]"])
    #expect(try blocks("$$\nx\n$$") == ["Para [Math DisplayMath \nx\n]"])
  }

  @Test func `notes are where they are referred to, and have none in them`() throws {
    #expect(
      try blocks("a[^1] b[^1]\n\n[^1]: One[^2].\n\n[^2]: Two.") == [
        "Para [a Note [Para [One Superscript [2] .]] Space b Note [Para [One Superscript [2] .]]]"
      ])
  }

  @Test func `a long note is not repeated without end`() throws {
    let text = String(repeating: "a[^1] ", count: 2_000) + "\n\n[^1]: " + String(repeating: "word ", count: 10_000)
    let (document, source) = Self.typesetter.parsed(Source(name: "a.md", text: text), cites: true)
    #expect(PandocExport.json(of: document, source: source).count < 1 << 28)
  }

  @Test func `citations are resolved and remain citations`() throws {
    let text = """
      ---
      references:
      - {id: doe, type: book, title: Terns, author: [{family: Doe, given: Jo}], issued: {date-parts: [[2020]]}}
      ---
      [see @doe, p. 3]
      """
    let document = try json(text)
    let blocks = document["blocks"]?.items ?? []
    let cite = try #require(blocks.first?["c"]?.items?.first)
    #expect(cite["t"]?.text == "Cite")
    let citation = try #require(cite["c"]?.items?[0].items?.first)
    #expect(citation["citationId"]?.text == "doe" && citation["citationMode"]?["t"]?.text == "NormalCitation")
    #expect(citation["citationPrefix"]?.items?.map(Native.words) == ["see"])
    #expect(blocks.map(Native.words).contains { $0.hasPrefix("Div #refs .references .csl-bib-body") })
    // pandoc would make a second list.
    #expect(document["meta"]?["references"] == nil)
  }

  // MARK: Blocks

  @Test func `lists keep their numbers, and tight ones are plain`() throws {
    #expect(try blocks("- a\n- b") == ["BulletList [[Plain [a]] [Plain [b]]]"])
    #expect(try blocks("3) a\n\n4) b") == ["OrderedList 3 Decimal OneParen [[Para [a]] [Para [b]]]"])
    #expect(try blocks("- [x] a\n- [ ] b") == ["BulletList [[Plain [☒ Space a]] [Plain [☐ Space b]]]"])
    #expect(try blocks("a\n: b\n: c") == ["DefinitionList [[a] [[Plain [b]] [Plain [c]]]]"])
  }

  @Test func `headings have names that nobody else has`() throws {
    #expect(
      try blocks("# A b\n\n# A b\n\n# A b {#x}\n\n# 1. !") == [
        "Header 1 #a-b [A Space b]", "Header 1 #a-b-1 [A Space b]", "Header 1 #x [A Space b]", "Header 1 #section [1. Space !]",
      ])
  }

  @Test func `a link to another file leads to its heading`() throws {
    let source = Source(joining: [
      ("sub/a.md", nil, Array("# A\n\n[b](../b.md) [c](../b.md#part) [d](#a) [e](http://x.org/b.md)".utf8)),
      ("b.md", nil, Array("# A\n\n## Part".utf8)),
    ])
    let words = try json(source)["blocks"]?.items?.map(Native.words) ?? []
    #expect(words[1] == "Para [Link [b] #a-1 Space Link [c] #part Space Link [d] #a Space Link [e] http://x.org/b.md]")
  }

  @Test func `code, quotes, rules, raw HTML and admonitions keep what they are`() throws {
    #expect(try blocks("```py\na\n```") == ["CodeBlock .py a"])
    #expect(try blocks("> a\n\n---") == ["BlockQuote [Para [a]]", "HorizontalRule"])
    #expect(try blocks("> [!NOTE]\n> a") == ["Div .note [Div .title [Para [Note]] Para [a]]"])
    #expect(try blocks("::: {.x #y}\na\n:::") == ["Div #y .x [Para [a]]"])
    #expect(
      try blocks("![a *b*](c.png){#fig-x width=50%}") == [
        "Figure #fig-x [Plain [a Space Emph [b]]] [Plain [Image width=50% [a Space Emph [b]] c.png]]"
      ])
  }

  @Test func `pandoc 2 has pictures with captions in place of figures`() throws {
    let text = "![a](c.png){#x .y}\n\n<figure><p>b</p><figcaption>c</figcaption></figure>"
    let document = try json(Source(name: "a.md", text: text), for: .two)
    #expect(document["pandoc-api-version"] == .array([JSON(1), JSON(22), JSON(1)]))
    #expect(
      document["blocks"]?.items?.map(Native.words) == ["Para [Image #x .y [a] c.png fig:]", "Div .figure [Para [b] Plain [c]]"])
  }

  @Test func `tables keep alignment, caption and spans`() throws {
    let table = try #require(try json("| a | b |\n|:--|--:|\n| c | d |\n\n: Words {#tbl-x}")["blocks"]?.items?.first?["c"]?.items)
    #expect(table[0].items?[0].text == "tbl-x")
    #expect(table[1].items?[1].items?.map(Native.words) == ["Plain [Words]"])
    #expect(table[2].items?.compactMap { $0.items?[0]["t"]?.text } == ["AlignLeft", "AlignRight"])
    let html = "<table><tr><td colspan=\"2\">a</td></tr><tr><td rowspan=\"2\">b</td><td>c</td></tr><tr><td>d</td></tr></table>"
    let rows = try #require(try json(html)["blocks"]?.items?.first?["c"]?.items?[4].items?[0].items?[3].items)
    #expect(rows.map { $0.items?[1].items?.count } == [1, 2, 1])
    #expect(rows[0].items?[1].items?[0].items?[3].integer == 2 && rows[1].items?[1].items?[0].items?[2].integer == 2)
  }

  @Test func `front matter is metadata`() throws {
    let meta = try #require(
      try json("---\ntitle: A *b*\nlang: en\ntoc: true\nauthor: [X, {name: Y}]\nabstract: |\n  One.\n\n  Two.\n---\na")["meta"])
    #expect(meta["title"]?["c"]?.items?.map(Native.words) == ["A", "Space", "Emph [b]"])
    #expect(meta["toc"]?["c"] == .bool(true) && meta["lang"]?["t"]?.text == "MetaString")
    #expect(meta["author"]?["c"]?.items?.map { $0["t"]?.text } == ["MetaInlines", "MetaMap"])
    #expect(meta["abstract"]?["c"]?.items?.count == 2 && meta["abstract"]?["t"]?.text == "MetaBlocks")
  }

  // MARK: Whole documents

  private static let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()

  private static let samples: [String] = {
    let names = (try? FileManager.default.contentsOfDirectory(atPath: root.appending(path: "samples").path)) ?? []
    return names.filter { $0.hasSuffix(".md") }.sorted()
  }()

  @Test(arguments: samples) func `every node of a sample has the shape that pandoc's reader expects`(name: String) throws {
    let folder = Self.root.appending(path: "samples")
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    options.roots = [folder.path]
    let text = try String(contentsOf: folder.appending(path: name), encoding: .utf8)
    let document = try json(Source(name: name, text: text, folder: folder.path), Typesetter(options: options))
    #expect(Native.faults(of: document) == [])
    #expect((document["blocks"]?.items?.count ?? 0) > 1)
  }

  @Test func `what is nested too deeply is its words`() throws {
    let deep = String(repeating: "> ", count: 90) + String(repeating: "*a **b ", count: 90) + String(repeating: "** *", count: 90)
    #expect(Native.faults(of: try json(deep)) == [])
  }

  @Test func `a cell that spans two rows covers one row below it`() throws {
    let rows = ["<tr><td rowspan=2>a</td><td>b</td></tr>", "<tr><td>c</td></tr>", "<tr><td>d</td><td>e</td></tr>"].joined(separator: "\n")
    let table = try #require(try json("<table>\n\(rows)\n</table>\n")["blocks"]?.items?.first?["c"]?.items)
    let bodies = try #require(table[4].items?.first?.items)
    let counts = bodies[3].items?.map { $0.items?[1].items?.count }
    #expect(counts == [2, 1, 2])
  }
}
