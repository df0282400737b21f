import Dispatch
import Synchronization
import Testing
import TypesetDiagnostics
import TypesetMarkdown

private func source(_ text: String) -> Source { Source(name: "a.md", text: text) }

/// The author's words for each node of a kind.
private func written(_ text: String, _ isWanted: (Tree.Kind) -> Bool) -> [String] {
  let source = source(text)
  return parse(source).tree.nodes.filter { isWanted($0.kind) }.map { source.text($0.span) }
}

private func isText(_ kind: Tree.Kind) -> Bool { if case .text = kind { true } else { false } }
private func isLink(_ kind: Tree.Kind) -> Bool { if case .link = kind { true } else { false } }

@Suite struct ParserTests {
  @Test func `a tree prints a node a line with its place`() {
    #expect(
      parse(source("# A *b*\n\n- c $x$\n")).tree.printed() == """
        document 0..17
          heading 1 0..7
            text "A " 2..4
            emphasis 4..7
              text "b" 5..6
          list of bullets tight 9..16
            item 9..16
              paragraph 11..16
                text "c " 11..13
                math "x" 13..16

        """)
  }

  @Test func `texts on later lines of quotes and lists are where they were written`() {
    #expect(written("> a\n>   b *c*\nd\n\n- e\n  f\n\n      g", isText) == ["a", "b ", "c", "d", "e", "f"])
  }

  @Test func `texts behind formulas, escapes, entities and addresses are where they were written`() {
    #expect(written("$x$ a \\* b &amp; c [d](e \"d\")d `f`g", isText) == [" a \\* b &amp; c ", "d", "d ", "g"])
  }

  @Test func `texts of table cells are where they were written`() {
    #expect(written("|a|b|\n|-|-|\n| c $x$ d | b |\n", isText) == ["a", "b", "c ", " d", "b"])
  }

  @Test func `links and images have their addresses in their places`() {
    #expect(written("a [b](c \"d)\") <http://e.f> [g][h]\n\n[h]: /i", isLink) == ["[b](c \"d)\")", "<http://e.f>", "[g][h]"])
  }

  @Test func `bare addresses end at full-width punctuation`() {
    let text = "见https://a.org。见http://b.org/中，完 <http://c.org/。>"
    #expect(
      parse(Source(name: "a.md", text: text)).tree.printed() == """
        document 0..63
          paragraph 0..63
            text "见" 0..3
            link "https://a.org" 3..16
              text "https://a.org" 3..16
            text "。见" 16..22
            link "http://b.org/中" 22..38
              text "http://b.org/中" 22..38
            text "，完" 38..44
            text " " 44..45
            link "http://c.org/。" 45..63
              text "http://c.org/。" 46..62

        """)
  }

  @Test func `a display alone in its paragraph is a block, amid text it is not`() {
    let kinds = parse(source("$$x$$\n\na\n$$y$$")).tree.nodes.map(\.kind)
    #expect(kinds.contains { if case .mathBlock(let span) = $0 { span.tex == "x" } else { false } })
    #expect(kinds.contains { if case .math(let span) = $0 { span.tex == "y" && span.isDisplay } else { false } })
  }

  @Test func `what programs write for terminals is left out, and said once`() {
    let text = "`\u{1B}[1;31mred\u{1B}[0m` a\u{7}b \u{1B}]0;title\u{7}c \u{1B}]8;;x\u{1B}\\d \u{1B}"
    let document = parse(source(text))
    #expect(document.tree.nodes.map(\.kind) == [.document, .paragraph, .code("red"), .text(" ab c d")])
    #expect(document.diagnostics.map(\.message) == ["6 control characters are left out"])
  }

  @Test func `bytes that are no text are replaced and said once`() {
    let bytes: [UInt8] = Array("a".utf8) + [0xFF, 0x00] + Array("b $x$".utf8)
    let document = parse(Source(name: "a.md", bytes: bytes))
    #expect(document.diagnostics.map(\.message) == ["2 bytes are not valid UTF-8"])
    #expect(document.diagnostics.first?.span == SourceSpan(1, 2))
    #expect(document.tree.nodes.map(\.kind).contains(.text("a\u{FFFD}\u{FFFD}b ")))
  }

  @Test func `quotes nested too deep are set flat, with one message`() {
    let document = parse(source(String(repeating: ">", count: 10_000) + " a"))
    #expect(document.diagnostics.map(\.code) == ["limit.nesting"])
    #expect(document.tree.nodes.contains { $0.kind == .text("a") })
  }

  @Test func `without the search for math dollars are text`() {
    var options = ParseOptions()
    options.findsMath = false
    #expect(parse(source("$x$"), options: options).tree.nodes.map(\.kind) == [.document, .paragraph, .text("$x$")])
  }
}

@Suite struct FrontMatterTests {
  @Test func `a mapping between rules is front matter`() {
    let document = parse(source("---\ntitle: A\nauthors:\n- name: B\n- C\nunknown: [1]\n---\nd"))
    #expect(document.frontMatter.text("title") == "A")
    #expect(document.frontMatter.authors == ["B", "C"])
    #expect(document.diagnostics.isEmpty)
    #expect(written("---\ntitle: A\n---\nd", isText) == ["d"])
  }

  @Test(arguments: ["<!--\nSPDX\n-->\n", "<!-- a -->\n\n<!-- b -->\n\n"])
  func `front matter may stand below comments`(comment: String) {
    let document = parse(Source(name: "a.md", text: comment + "---\ntitle: T\n---\n\nText\n"))
    #expect(document.frontMatter.text("title") == "T")
    #expect(parse(Source(name: "a.md", text: comment + "---\nWords: more\n---\n")).frontMatter.text("words") == nil)
  }

  @Test func `front matter may stand below blank lines if it begins with a known key`() {
    #expect(parse(source("\n \n---\ntitle: A\n---\nd")).frontMatter.text("title") == "A")
    #expect(written("\n---\ntitle: A\n---\nd", isText) == ["d"])
    #expect(parse(source("\n---\nNote: b\n\n---\nd")).frontMatter.values == nil)
    #expect(parse(source("a\n\n---\ntitle: A\n---\nd")).frontMatter.values == nil)
  }

  @Test func `a header of known keys needs no rules around it`() {
    let document = parse(source("author: A, B\ntags: c\n\n## d"))
    #expect(document.frontMatter.authors == ["A, B"])
    #expect(written("author: A, B\n\n## d", isText) == ["d"])
    // MultiMarkdown's begins with the title.
    let hakyll = parse(source("-----\ntitle: Hedge\nlink-citations: true\n-----\nb"))
    #expect(hakyll.frontMatter.text("title") == "Hedge")
    #expect(parse(source("-----\nwords: b\n-----\nb")).frontMatter.values == nil)
    let post = parse(source("title: 解题\ndate: 2016-04-04\ntags:\n- a\nmathjax: true\n---\nb\n\n# d"))
    #expect(post.frontMatter.text("title") == "解题")
    #expect(written("title: a\nmathjax: true\n\n# d", isText).count == 3)
    let multi = parse(source("Title: Signals\nAuthor: A\nDate: WS 2023/24\n\n# d"))
    #expect(multi.frontMatter.text("title") == "Signals")
    #expect(multi.frontMatter.text("date") == "WS 2023/24")
    #expect(written("Date: tomorrow\n\n# d", isText) == ["Date: tomorrow", "d"])
    #expect(written("Title: a\nand text\n\n# d", isText).count == 3)
    #expect(written("note: this is text\n\nd", isText) == ["note: this is text", "d"])
    #expect(written("title: A\nis text too", isText) == ["title: A", "is text too"])
  }

  @Test func `front matter in TOML is read up to its first table`() {
    let text = "+++\ntitle = \"A = B\"\ndate=2022-05-14\ntags = [\"x\", \"y\"]\ndraft = false\n[params]\n  math = true\n+++\n\ntext"
    let matter = parse(source(text)).frontMatter
    #expect(matter.text("title") == "A = B")
    #expect(matter.text("date") == "2022-05-14")
    #expect(matter.texts("tags") == ["x", "y"])
    #expect(matter.value("math") == nil)
    #expect(written(text, isText) == ["text"])
    // What can't be read is no text all the same; without an end it is.
    #expect(written("+++\ntitle = \"\"\"a\nb\"\"\"\n+++\ntext", isText) == ["text"])
    #expect(written("+++\na", isText) == ["+++", "a"])
  }

  @Test func `text between rules is Markdown`() {
    #expect(written("---\na\n\n---\nb", isText) == ["a", "b"])
  }

  @Test func `a byte order mark and carriage returns do not hide front matter`() {
    let document = parse(source("\u{FEFF}---\r\ntitle: A\r\n...\r\nd\r\n"))
    #expect(document.frontMatter.text("title") == "A")
    #expect(document.tree.nodes.map(\.kind).contains(.text("d")))
  }

  @Test func `broken front matter is said at its place, and the text goes on`() {
    let document = parse(source("---\ntitle: [A\n---\nd"))
    #expect(document.diagnostics.map(\.code) == ["front-matter.syntax"])
    #expect(document.diagnostics.first?.span.map { $0.start >= 4 && $0.end <= 19 } == true)
    #expect(document.tree.nodes.map(\.kind).contains(.text("d")))
  }

  @Test func `documents that are parsed side by side keep their extensions`() async {
    let texts = await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<64 {
        group.addTask { written(String(repeating: "~~struck~~ word\n\n", count: 40)) { $0 == .strikethrough }.count == 40 }
      }
      return await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.allSatisfy { $0 })
  }

  @Test(arguments: [
    ("a[^1]\n\n[^1]: b\n", []), ("a[^1]\n\n  [^1]: b\n\n> c[^d]\n>\n> [^d]:  e\n", []), ("a\n\n[^1]: b\n", ["note.unused [^1]"]),
    ("a[^x]\n\n[^x]: b\n\n[^y]: c\n", ["note.unused [^y]"]),
    ("a[^x]\n\n[^x]: b\n[^y]: c\n[^z]: d\n", ["note.unused [^y]", "note.unused [^z]"]),
    ("a[^1]\n\n[^1]: b\n\n[^1]: c\n", ["note.duplicate [^1]"]),
    ("```\n[^1]: a\n```\n", []),
  ])
  func `notes to which nothing refers are reported`(text: String, expected: [String]) {
    let source = Source(name: "a.md", text: text)
    #expect(parse(source).diagnostics.map { "\($0.code) \($0.span.map { source.text($0) } ?? "")" } == expected)
  }

  @Test func `many threads parse at once, each as if it were alone`() {
    let sources = (0..<64).map { number in
      Source(
        name: "",
        text: "~~gone \(number)~~ www.example.org/\(number) and a~b~c\n\n| a | b |\n|---|---|\n| ~~x~~ | https://e.org |\n\n- [x] done\n")
    }
    let alone = sources.map { parse($0).tree.printed() }
    #expect(alone[0].contains("strikethrough"))
    #expect(alone[0].contains("link"))
    let together = Mutex([String](repeating: "", count: sources.count))
    DispatchQueue.concurrentPerform(iterations: sources.count) { index in
      for _ in 0..<20 {
        let printed = parse(sources[index]).tree.printed()
        together.withLock { $0[index] = printed }
      }
    }
    #expect(together.withLock { $0 } == alone)
  }

  @Test func `files of a work may have as many lines as one file of all their bytes, and are few at a time`() {
    let chapter = String(repeating: "a\n\n", count: 200)
    let count = 40
    let files = (0..<count).map { Source.File(name: "\($0).md", start: $0 * chapter.utf8.count) }
    let source = Source(files: files, bytes: Array(String(repeating: chapter, count: count).utf8))
    var budget = Budget()
    (budget.lines, budget.nodes, budget.plainBytes) = (400, 2_000, chapter.utf8.count)
    #expect(parse(source, budget: budget).diagnostics.isEmpty)
    #expect(parse(Source(name: "a.md", text: chapter), budget: budget).diagnostics.isEmpty)
    // Without growth by text, as with a limit of memory.
    (budget.lines, budget.plainBytes) = (800, .max)
    #expect(parse(source, budget: budget).diagnostics.allSatisfy { $0.code == "limit.lines" || $0.code == "limit.nodes" })
    #expect(!parse(source, budget: budget).diagnostics.isEmpty)
  }

  @Test func `more memory than usual allows no less than no limit does`() {
    let text = 48 << 20
    let plain = Budget().reading(text)
    var wide = Budget()
    wide.fit(memory: 16 << 30)
    #expect(wide.reading(text).lines >= plain.lines && wide.nodes >= plain.nodes && wide.treeBytes >= plain.treeBytes)
  }

  @Test func `a document of more lines than may be is cut at the end of one, and that is said there`() {
    var budget = Budget()
    budget.lines = 3
    for (text, end) in [("a\n\nb\nc\n", 5), ("a\n\n\nb", 4)] {
      let document = parse(Source(name: "a.md", text: text), budget: budget)
      #expect(document.diagnostics.map(\.code) == ["limit.lines"] && document.diagnostics[0].span?.start == Int32(end))
      #expect(!document.tree.nodes.contains { $0.span.end > end })
    }
    for text in ["a\n\nb\n", "a\n\nb", "abcdef"] { #expect(parse(Source(name: "a.md", text: text), budget: budget).diagnostics.isEmpty) }
  }
}
