import MDTypeset
import Synchronization
import Testing

@Suite struct DirectiveTests {
  @Test func `a check says which resolvers nothing in the document calls`() {
    let document = Document(markdown: "@Shown\n\n:used[x]\n\n![a](my:b)\n\n```chart\nx\n```\n\n`@Hidden`\n")
      .markdownDirective("Shown") { _, _ in .text("a") }.markdownDirective("used") { _, _ in .text("b") }
      .markdownDirective("Hidden") { _, _ in .text("c") }.markdownFence("chart") { _, _ in .text("d") }
      .markdownFence("plot") { _, _ in .text("e") }.markdownImageScheme("my") { _ in .text("f") }
      .markdownLinkScheme("my") { _ in .text("g") }.markdownLinkScheme("your") { _ in .text("h") }
    let (typeset, findings) = Typesetter().check(document)
    let notes = findings.map(\.message).filter { $0.contains("nothing in the document calls it") }.map { $0.prefix { $0 != " " } }
    #expect(notes == ["@Hidden", "```plot", "your:"], "\(findings)")
    #expect(typeset.diagnostics.isEmpty, "a run says nothing of it")
  }

  struct Square: InlineAttachment {
    var side: Double
    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: side, height: side) }
    func draw(on canvas: inout Canvas) { canvas.fill(canvas.bounds, .red) }
    var plainText: String { "square" }
  }

  func text(_ document: Document) throws -> String {
    let typeset = Typesetter().typeset(document)
    return try (0..<typeset.pageCount).map { try typeset.text(ofPage: $0) }.joined(separator: "\n")
  }
  func codes(_ document: Document) -> [String] { Typesetter().typeset(document).diagnostics.map(\.code) }

  static func note(_ markdown: String) -> Document {
    Document(markdown: markdown).markdownDirective("Note") { call, context in
      .markdown("<" + call.arguments.keys.joined(separator: ",") + ">") + context.resolve(call.content) + .text("end.")
    }
  }

  @Test(arguments: [
    ("@Note", "end."), ("@Note { one *line* }", "one line\nend."), ("@Note {\n  deep\n\n  - list\n}", "deep\n•list\nend."),
    ("@Note(kind: tip, n: 3) {\nx\n}", "x\nend."), (":::note\nx\n:::", "x\nend."), ("- item\n\n  @Note { x }\n", "•item\nx\nend."),
    ("> @Note {\n> x\n> }\n", "x\nend."), ("@Note {\n  @Note { inner }\n}", "inner\nend.\nend."),
  ])
  func `registered names are directives wherever blocks are`(markdown: String, expected: String) throws {
    let document = Document(markdown: markdown).markdownDirective("Note") { call, context in
      context.resolve(call.content) + .text("end.")
    }
    #expect(try text(document).hasPrefix(expected))
    #expect(codes(document).isEmpty)
  }

  @Test(arguments: [
    "@media print", "@user", "@Override", "@Notes(x)", "text @Note here", "    @Note", "```\n@Note\n```", "@Note!", "10:30",
  ])
  func `all other text stays what it is`(markdown: String) throws {
    let plain = try Typesetter().typeset(markdown: markdown).pdf()
    #expect(try Typesetter().typeset(Self.note(markdown)).pdf() == plain)
  }

  @Test(arguments: [
    ("@Note(a: 1,\n  b: \"x)\")", "<a,b>\nend."), ("@Note(\n  a: [1,\n 2],\n  b: true,\n) {\n  body\n}\nafter", "<a,b>\nbody\nend.\nafter"),
    ("- item\n\n  @Note(a: 1,\n    b: 2) {\n    x\n  }\n", "•item\n<a,b>\nx\nend."),
    ("> @Note(a: 1,\n> b: 2) { y }\n> z", "<a,b>\ny\nend.\nz"),
    ("@Note(\na: 1,\r\nb: 2)\r\nx", "<a,b>\nend.\nx"),
  ])
  func `arguments with names may take several lines`(markdown: String, expected: String) throws {
    #expect(try text(Self.note(markdown)).hasPrefix(expected))
    #expect(codes(Self.note(markdown)).isEmpty)
  }

  @Test(arguments: ["@Note(see\nbelow)", "@Note(a: 1,\n\nb: 2)", "> @Note(a: 1,\nb: 2)", "@Note(a: 1,\nb: 2", "@Note(a: 1,\nb: 2) x"])
  func `parentheses over several lines that are no arguments stay text`(markdown: String) throws {
    #expect(try Typesetter().typeset(Self.note(markdown)).pdf() == Typesetter().typeset(markdown: markdown).pdf())
  }

  @Test func `a registration that replaces another is said by its name and kind`() {
    func note(_ document: Document) -> [String] {
      Typesetter().typeset(document).diagnostics.filter { $0.code == "resolver.replaced" }.map(\.message)
    }
    let once = Document(markdown: "a").markdownDirective("Todo") { _, _ in .empty }.markdownFence("Todo") { _, _ in .empty }
      .markdownImageScheme("todo") { _ in .empty }.markdownLinkScheme("todo") { _ in .empty }
      .markdownResolver(ParagraphNode.self) { node, _ in .nodes([node.node]) }
    #expect(note(once).isEmpty)
    let twice = once.markdownDirective("TODO") { _, _ in .empty }.markdownFence("todo") { _, _ in .empty }
      .markdownImageScheme("todo") { _ in .empty }.markdownLinkScheme("todo") { _ in .empty }
      .markdownResolver(ParagraphNode.self) { node, _ in .nodes([node.node]) }
    let end = " is registered more than once: the last one is used"
    #expect(
      note(twice) == ["@TODO", "the fence todo", "the picture scheme todo:", "the link scheme todo:", "ParagraphNode"].map { $0 + end })
  }

  @Test func `a directive that nobody registered stays as typed, and each name is said once with the nearest`() throws {
    let text = """
      @Todoo(due: "Friday") { Write it. }

      @Todoo { Again. }

      Some :wat[words]{a=1}, :wat[more]{a=2} and :shortcode: at 10:30, :icon[star]{size=2em}, *a*:[x]{.y}.

      @media {not one} and @Name alone.
      """
    let document = Document(markdown: text).markdownDirective("Todo") { call, context in context.resolve(call.content) }
    let made = Typesetter().typeset(document)
    let faults = made.diagnostics.filter { $0.code == "directive.unknown" }
    #expect(
      faults.map(\.message).sorted() == [
        "the directive :wat is unknown, and shown as text", "the directive @Todoo is unknown, and shown as text",
      ])
    let near = faults.first { $0.message.contains("Todoo") }
    #expect(near?.hint == "did you mean @Todo?" && near?.severity == .warning)
    let words = try made.text(ofPage: 0)
    #expect(words.contains(":wat[words]{a=1}, :wat[more]{a=2}") && words.contains("@Todoo { Again. }"), "\(words)")
  }

  @Test func `a brace that is never closed is reported at its directive`() throws {
    func found(_ text: String) -> [String] {
      let typeset = Typesetter().typeset(Self.note(text))
      return typeset.diagnostics.map { "\($0.code) \(typeset.source.position(of: Int($0.span?.start ?? 0)).line)" }
    }
    #expect(found("a\n\n@Note {\nb\n\nc\n") == ["directive.unclosed 3"])
    #expect(found("- x\n\n  @Note {\n  b\n\nc\n") == ["directive.unclosed 3"])
    #expect(found("@Note {\n@Note {\nb\n}\n") == ["directive.unclosed 1"])
    #expect(found("@Note {\nb\n}\n\n@Note { c }\n\n@Note {\n}").isEmpty)
    #expect(try text(Self.note("@Note {\nb\n\nc\n")).hasPrefix("<>\nb\nc\nend."))
  }

  @Test(arguments: [
    ("a\n\n::: {#thm-a .theorem}\nb\n\nc\n", ["markup.unclosed-div 3"]), ("::: {.a}\n::: {.b}\na\n:::\n", ["markup.unclosed-div 1"]),
    // VitePress: one line of colons ends both.
    ("::: note\n::: tip\na\n:::\n", []),
    ("::: note\na\n:::\n\nb\n", []), ("a\n\n```{prf:theorem}\n:label: t\nOpen\n", ["markup.unclosed-div 3"]),
    ("```{note}\na\n```\n", []),
  ])
  func `a div that is never closed is reported at its opener`(text: String, expected: [String]) {
    let typeset = Typesetter().typeset(Source(name: "a.md", text: text))
    let found = typeset.diagnostics.filter { $0.code == "markup.unclosed-div" }
    #expect(found.map { "\($0.code) \(typeset.source.position(of: Int($0.span?.start ?? 0)).line)" } == expected)
  }

  @Test func `abbreviations and terms may be defined in the preamble`() {
    let definitions = "  \\newacronym{cpu}{CPU}{Central Unit}\n  \\newglossaryentry{ring}{name=ring, description={a set}}\n"
    let matter = "---\nheader-includes: |\n\(definitions)---\n\n"
    let typeset = Typesetter().typeset(Source(name: "a.md", text: matter + "# A\n\nThe \\gls{cpu} and a \\gls{ring}.\n"))
    #expect(typeset.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("\\printglossaries\n", ["Glossary", "CPU", "Central Unit", "ring", "a set"]),
    ("\\printglossary\n\n\\printacronyms\n", ["Glossary", "ring", "a set", "Abbreviations", "CPU", "Central Unit"]),
  ])
  func `a glossary has the abbreviations that have no list of their own`(lists: String, lines: [String]) throws {
    let definitions = "\\newacronym{cpu}{CPU}{Central Unit}\n\\newglossaryentry{ring}{name=ring, description={a set}}\n\n"
    let typeset = Typesetter().typeset(Source(name: "a.md", text: definitions + "A.\n\n" + lists))
    let found = try typeset.plainText().split(separator: "\n").map { String($0.drop { $0 == " " }) }.filter { !$0.isEmpty }
    #expect(Array(found.dropFirst().prefix(lines.count)) == lines)
  }

  @Test(arguments: [
    ("a\\index{x|(} b\n\n\\printindex\n", ["the pages of ‘x’ in the index begin here and never end"]),
    ("a\\index{x!y|)} b\n\n\\printindex\n", ["the pages of ‘x!y’ in the index end here and have not begun"]),
    ("a\\index{x|(} b\\index{x|)}\n\n\\printindex\n", []),
    ("a\\index{} b\\index{x}\n\n\\printindex\n", ["an entry of the index has no word"]),
    ("a\\index{x|fo} b\n\n\\printindex\n", ["the format ‘fo’ of a page in the index is not known"]),
    ("a\\index{x|see{y} b\\index{y}\n\n\\printindex\n", ["‘see{y’ in an entry of the index is never closed"]),
    ("a\\index{x|see{z}} b\\index{y}\n\n\\printindex\n", ["the index refers to ‘z’, which is not in it"]),
    ("a\\index{x|see{y!z}}\\index{w|seealso{y, z}} b\\index{y!z}\n\n\\printindex\n", []),
  ])
  func `pages of an index that begin or end alone are said`(text: String, messages: [String]) {
    #expect(Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.message) == messages)
  }

  @Test(arguments: [
    ("See \\cref{fig-z}.\n", ["unknown label \"fig-z\""]), ("See $\\ref{fig-z}$.\n", ["no figure has the label fig-z"]),
    ("# A {#sec-a}\n\nSee \\cref{sec-a,tbl-z}.\n", ["unknown label \"tbl-z\""]), ("See \\cref{z}.\n", ["no equation has the label z"]),
    ("$$a\\label{def:a}$$\n\nSee \\cref{def:a}.\n", []), ("See \\cref{thm:none}.\n", ["unknown label \"thm:none\""]),
  ])
  func `a reference to nothing says what its label would name`(text: String, messages: [String]) {
    #expect(Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.message) == messages)
  }

  @Test(arguments: [
    ("0000-0002-1825-0097", []), ("https://orcid.org/0000-0002-1694-233X", []), ("0000-0002-1694-233x", []),
    ("0000-0002-1825-0098", ["‘0000-0002-1825-0098’ is no ORCID iD: its last digit does not fit those before it"]),
    ("0000-0002-1825", ["‘0000-0002-1825’ is no ORCID iD"]), ("Ann", ["‘Ann’ is no ORCID iD"]),
  ])
  func `an ORCID iD has its form and its check digit`(orcid: String, messages: [String]) {
    let text = "---\ntitle: T\nauthor: {name: Ann, orcid: \(orcid)}\n---\n\nWords.\n"
    #expect(Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.message) == messages)
  }

  @Test(arguments: [
    "---\ntitle: A\nauthor:\n  - name: Ann\n    affiliations: [{id: uz, name: Z}]\n  - name: Bob\n    affiliations: [{ref: uz}]\n---\n\nText.\n",
    "---\ntitle: A\nmath:\n  '\\V': '\\mathcal{V}'\n  '\\W': {macro: '\\mathcal{W}'}\n---\n\nThe value $\\V$ and $\\W$.\n",
  ])
  func `affiliations of other authors and MyST's macros are read`(text: String) {
    #expect(Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.message) == [])
  }

  @Test(arguments: [
    ("author: \"Version `r packageVersion('a')`\"", ["code.inline"]), ("date: \"`r Sys.Date()`\"", []),
    ("author: [{name: \"`r x`\"}]", ["code.inline"]),
  ])
  func `code in the front matter is said`(matter: String, codes: [String]) {
    let source = Source(name: "a.Rmd", text: "---\ntitle: T\n\(matter)\n---\n\nText.\n")
    #expect(Typesetter().typeset(source).diagnostics.map(\.code) == codes)
  }

  @Test func `a line block in the front matter keeps its lines, without bars`() throws {
    let matter =
      "title: T\nauthor:\n- |\n  | Ann Other\n  | Reader\n- name: Bob\n  affiliation: |\n    | Hall of\n      Z\n    | Room 4\ndate: |\n  | May\n  | June\n"
    let typeset = Typesetter().typeset(Source(name: "a.md", text: "---\n\(matter)---\n\nText.\n"))
    #expect(typeset.diagnostics.isEmpty)
    let lines = try typeset.plainText().split(whereSeparator: \.isNewline).map(String.init)
    #expect(lines == ["T", "Ann Other Reader, Bob", "Hall of Z Room 4", "May June", "Text."])
  }

  @Test(arguments: [
    ("---\ntitle: A\nauthor:\n  - nme: Ann\n---\n\nText.\n", "4: an author has no name"),
    (
      "---\ntitle: A\nauthor:\n  - name: Ann\n    affiliation: {ref: uz}\naffiliations: [{id: uzh, name: Z}]\n---\n\nText.\n",
      "5: no affiliation has the id ‘uz’"
    ),
    (
      "---\ntitle: A\nauthors:\n  - name: Ann\n    affiliation: 1, 3\naffiliations: [{index: 1, name: Z}]\n---\n\nText.\n",
      "5: no affiliation has the id ‘3’"
    ),
    ("\\numberwithin{equation}{sektion}\n\n$$a$$\n", "1: equations cannot be numbered within ‘sektion’"),
    ("\\newcommand{\\fld}{\\ensuremath{\\fld}}\n\nA \\textbf{b}.\n", "1: the LaTeX command \\fld contains itself"),
    (
      "A\n\n\\newenvironment{cla}{\\begin{cla}}{\\end{cla}}\n\n\\begin{cla}\na\n\\end{cla}\n",
      "3: the LaTeX environment cla contains itself"
    ),
    ("A[^1] and[^2].\n\n[^1]: One.\n", "1: a reference to a footnote that is not defined is shown as text"),
  ])
  func `mistakes in papers are said with their lines`(text: String, said: String) {
    let typeset = Typesetter().typeset(Source(name: "a.md", text: text))
    let found = typeset.diagnostics.map { "\($0.position(in: typeset.source)?.line ?? 0): \($0.message)" }
    #expect(found.contains(said))
  }

  @Test func `a pattern in a document without footnotes is text`() {
    #expect(Typesetter().typeset(Source(name: "a.md", text: "All but [^abc] match.\n")).diagnostics.isEmpty)
  }

  @Test func `notes in an abstract are below it`() throws {
    let abstract = "abstract: |\n  Words^[One.] and[^a] more.\n\n  [^a]: Two.\n\n      Three.\n"
    let typeset = Typesetter().typeset(Source(name: "a.md", text: "---\ntitle: T^[Zero.]\n\(abstract)---\n\nText.\n"))
    #expect(typeset.diagnostics.isEmpty)
    let text = try typeset.plainText().split(whereSeparator: \.isWhitespace).joined(separator: " ")
    for words in ["Zero.", "One.", "Two.", "Three."] { #expect(text.contains(words), "\(text)") }
  }

  @Test(arguments: [
    ("a\n\n\\begin{theorem}\\label{t}x\\end{theorem}\n\n\\begin{theorem}\\label{t}y\\end{theorem}\n", 5, "\\begin{theorem}\\label{t}y"),
    ("a\n\n\\begin{theorem}\nNever ends.\n\nb\n", 3, "\\begin{theorem}"),
    ("\\newacronym{a}{A}{B}\n\\newacronym{a}{C}{D}\n\n\\gls{a}\n", 2, "\\newacronym{a}{C}{D}"),
  ])
  func `a fault in LaTeX that became Markdown is shown where and as its author wrote it`(text: String, line: Int, shown: String) throws {
    let typeset = Typesetter().typeset(Source(name: "a.md", text: text))
    let diagnostic = try #require(typeset.diagnostics.first)
    let rendered = diagnostic.rendered(in: typeset.source)
    #expect(rendered.hasPrefix("a.md:\(line):1:") && rendered.contains("| " + shown), "\(rendered)")
  }

  @Test func `an abbreviation that is not defined is named with the nearest one`() {
    let typeset = Typesetter().typeset(Source(name: "a.md", text: "\\newacronym{cpu}{CPU}{Central}\n\n\\gls{cpi}\n"))
    #expect(typeset.diagnostics.map(\.code) == ["glossary.unknown"])
    #expect(typeset.diagnostics.first?.hint == "did you mean cpu?")
  }

  @Test func `a theorem that restates none is named`() {
    let typeset = Typesetter().typeset(Source(name: "a.md", text: "::: {.theorem restates=thm-none}\nA\n:::\n"))
    #expect(typeset.diagnostics.map(\.code) == ["reference.unknown"])
  }

  @Test(arguments: ["\\newcommand{\\a}{\\a x}\n\n$\\a$\n", "---\nmacros:\n  \\a: '\\a\\a'\n---\n\n$\\a$\n"])
  func `a macro that calls itself is said so`(text: String) {
    let typeset = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(typeset.diagnostics.map(\.message) == ["the macro \\a calls itself"])
  }

  @Test func `parentheses without ends take time in proportion`() {
    func seconds(_ count: Int) -> Duration {
      let text = String(repeating: "@Note(a: (\n", count: count)
      return ContinuousClock().measure { _ = Typesetter().typeset(Self.note(text)) }
    }
    _ = seconds(100)
    #expect(seconds(4_000) < .seconds(20))
  }

  @Test func `what a directive makes is numbered and listed with the rest`() throws {
    let document = Document(markdown: "# A\n\n@Section(title: \"B & *C*\")\n\n# D\n").markdownDirective("Section") { call, _ in
      .markdown("# \(call.arguments["title"] ?? "")")
    }.markdownNumberedSections().markdownContents()
    let shown = try text(document)
    #expect(shown.contains("2 B & C"))
    #expect(shown.contains("3 D"))
  }

  struct Bars: Decodable {
    var values: [Double]
    var title: String?
  }

  @Test func `typed arguments are decoded, and wrong ones told with their names`() throws {
    func document(_ markdown: String) -> Document {
      Document(markdown: markdown).markdownDirective("Bars", as: Bars.self) { bars, _, _ in .text("\(bars.values) \(bars.title ?? "-")") }
    }
    #expect(try text(document("@Bars(values: [1, 2.5], title: \"a, b\")")).hasPrefix("[1.0, 2.5] a, b"))
    let messages = Typesetter().typeset(document("@Bars(values: [1], titel: x)\n\n@Bars(title: x)\n\n@Bars(values: [\"x\"])")).diagnostics
    #expect(messages.map(\.code) == ["directive.unknown-argument", "directive.arguments", "directive.arguments"])
    #expect(messages[0].hint == "did you mean title?")
    #expect(messages[1].message.contains("values"))
    #expect(try text(document("@Bars(title: x)")).hasPrefix("@Bars(title: x)"))
  }

  @Test func `inline directives hold parts of a line`() throws {
    let document = Document(markdown: "Now :badge[**new** $x$]{color=red}, :badge[b] and :nobadge[c].").markdownDirective("Badge") {
      call, context in
      .text("<") + context.resolve(call.content) + .text(" \(call.arguments["color"] ?? "none")>")
    }
    #expect(try text(document).hasPrefix("Now <new $x$ red>, <b none> and :nobadge[c]."))
  }

  @Test func `a closure that throws or makes itself again leaves the source and one diagnostic`() throws {
    struct Broken: Error {}
    let failing = Document(markdown: "@Fail {\nx\n}\n\n@Fail {\ny\n}\n").markdownDirective("Fail") { _, _ in throw Broken() }
    #expect(codes(failing) == ["directive.failed"])
    #expect(try text(failing).contains("@Fail {"))
    let endless = Document(markdown: "@Loop\n").markdownDirective("Loop") { _, _ in .markdown("@Loop\n\n@Loop") }
    #expect(codes(Document(markdown: "@Loop\n").markdownDirective("Loop") { _, _ in .markdown("@Loop") }) == ["resolver.recursion"])
    _ = endless
  }

  @Test func `resolvers of nodes keep what is inside, and may keep the node itself`() throws {
    let document = Document(markdown: "> a *b* $c$\n\n---\n\n- x\n- y\n")
      .markdownResolver(QuoteNode.self) { quote, context in .text("before") + context.resolve([quote.node]) }
      .markdownResolver(ThematicBreakNode.self) { _, _ in .markdown("* * * * *\n\nafter") }
      .markdownResolver(ListNode.self) { list, context in .text("\(list.items.count) items, \(list.isOrdered)") }
    #expect(try text(document).hasPrefix("before\na b $c$\n"))
    #expect(try text(document).contains("2 items, false"))
  }

  @Test func `fences and schemes are resolved by their names`() throws {
    let document = Document(markdown: "```Chart {kind=bar}\n1 2\n```\n\nSee ![x](ICON:star) and [t](ticket:42).")
      .markdownFence("chart") { block, call in .text("\(block.code.count) \(call.arguments["kind"] ?? "")") }
      .markdownImageScheme("icon") { image in .text("icon \(image.source)") }
      .markdownLinkScheme("ticket") { link in .markdown("[\(link.text)!](https://example.org)") }
    #expect(try text(document).hasPrefix("4 bar\nSee icon ICON:star and t!."))
    #expect(codes(document).isEmpty)
  }

  @Test func `numbers are taken in the order of the document, and anew each time`() throws {
    let document = Document(markdown: "> @Task\n\n:task[] and\n\n---\n\n@Task\n")
      .markdownDirective("Task") { _, context in .text("task \(context.nextNumber(in: "tasks"))") }
      .markdownResolver(ThematicBreakNode.self) { _, context in
        .text("rule \(context.nextNumber(in: "rules")), \(context.nextNumber(in: "tasks"))")
      }
    for _ in 1...2 { #expect(try text(document) == "task 1\ntask 2 and\nrule 1, 3\ntask 4\n1") }
  }

  @Test func `sets of resolvers see the directives of the document, and where nodes are`() throws {
    let set = ResolverSet<[String]> { node, context in
      let span = node.sourceSpan.map { "\($0.start)–\($0.end)" } ?? "-"
      return [node.identifier + " " + span] + (try context.resolve(node.children).flatMap(\.self))
    }
    let plain = Document(markdown: "@Note { x }\n\na :note[b]\n")
    #expect(try set.resolve(plain).joined().contains { $0.hasPrefix("@") } == false)
    let known = try set.resolve(plain.markdownDirective("Note") { _, _ in .empty }).flatMap(\.self)
    #expect(known.filter { $0.hasPrefix("@") } == ["@Note 0–11", "@Note 15–23"])
  }

  @Test func `the canvas knows the baseline`() {
    struct Line: InlineAttachment {
      func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: 9, height: 10, depth: 3) }
      func draw(on canvas: inout Canvas) { canvas.fill(CanvasRect(x: 0, y: canvas.baseline == 7 ? 0 : -50, width: 9, height: 5), .red) }
      var plainText: String { "" }
    }
    let document = Document(markdown: "a :line[] b").markdownDirective("line") { _, _ in .attachment(Line()) }
    #expect(codes(document) == [])
  }

  @Test func `sets of resolvers make anything of a tree`() throws {
    var set = ResolverSet<String> { _, context in "" }
    set.register(HeadingNode.self) { heading, _ in "no" }
    set.register(HeadingNode.self) { heading, _ in "\(heading.level) \(heading.text)" }
    set.register(ListNode.self) { list, context in try context.resolve(list.items).joined() + "\(list.items.count)" }
    #expect(try set.resolve(Document(markdown: "# a *b*\n\n- x\n- y\n")) == ["1 a b", "2"])
    var endless = ResolverSet<Int> { _, _ in 0 }
    endless.register(ParagraphNode.self) { paragraph, context in try context.resolve([paragraph.node]).count }
    #expect(throws: ResolverError.nestedTooDeep) { try endless.resolve(Document(markdown: "x")) }
  }

  @Test(arguments: [Double.nan, -1, .infinity, 1e9])
  func `an attachment of no size is told by its name, and the document comes out`(side: Double) throws {
    let document = Document(markdown: "a :s[] b").markdownDirective("s") { _, _ in .attachment(Square(side: side)) }
    let typeset = Typesetter().typeset(document)
    #expect(typeset.diagnostics.map(\.code) == ["attachment.size"])
    #expect(typeset.diagnostics.first?.message.hasPrefix("Square") == true)
    #expect(typeset.pageCount == 1)
  }

  @Test func `the same name twice is reported once, and both parts are shown`() throws {
    let document = Document(markdown: "@Box { one }\n\n@Box { two }\n\nSee [it](#twice).").markdownDirective("Box") { call, context in
      .group("box", id: "twice", context.resolve(call.content))
    }
    #expect(codes(document) == ["reference.duplicate-label"])
    #expect(try text(document).hasPrefix("one\ntwo\n"))
  }

  @Test func `an attachment that is wider than the line is made smaller`() throws {
    let document = Document(markdown: "a :s[] b").markdownDirective("s") { _, _ in .attachment(Square(side: 900)) }
    #expect(codes(document) == ["attachment.too-large"])
  }

  struct Overflowing: InlineAttachment {
    func size(in proposal: AttachmentProposal) -> AttachmentSize { AttachmentSize(width: 10, height: 10) }
    func draw(on canvas: inout Canvas) {
      canvas.stroke(.line(from: CanvasPoint(0, 0), to: CanvasPoint(.nan, 5)), .red)
      canvas.fill(.circle(in: CanvasRect(x: -40, y: 0, width: 10, height: 10)), .red)
    }
    var plainText: String { "" }
  }

  @Test func `drawing outside of the bounds is told`() throws {
    let document = Document(markdown: "a :s[] b").markdownDirective("s") { _, _ in .attachment(Overflowing()) }
    #expect(codes(document) == ["attachment.overflow"])
    _ = try Typesetter().typeset(document).svg(page: 0)
  }

  /// As articles on SwiftUI write, whose attributes look like directives.
  static let article = """
    # 在 Text 中混排文字与图片

    > 访问我的博客 example.com，或关注 @someone，获取更多文章。发布于 10:30，状态 :rocket:。

    @State 与 @Environment 都是属性包装器；`@ViewBuilder` 也是。**粗体**与*斜体*并存，`{{ value }}` 不变。

    @Observable { 不是指令 }

    ```swift
    @main
    struct DemoApp: App {
      @State(wrappedValue: 3) var count
      var body: some Scene { WindowGroup { Text("Hello \\(count) :badge[x]") } }
    }
    ```

    1. 使用 `@ScaledMetric(relativeTo: .body)` 修饰
    2. `extension MarkdownView { func font(_ font: Font, for group: Group) }`

    | 方案 | 说明 |
    |:--|:--|
    | 一 | 使用 `@Binding` |

    @Note(see below) 和 @Note：都只是文字。
    """

  @Test func `an article full of attributes has no directives, and no word of it is lost`() throws {
    let document = Document(markdown: Self.article).markdownDirective("Note") { _, _ in .text("directive") }
      .markdownDirective("Main") { _, _ in .text("directive") }
    let faults = Typesetter().typeset(document).diagnostics.filter { $0.code.hasPrefix("directive.") }
    #expect(
      faults.map(\.message) == ["the directive @Observable is unknown, and shown as text"] && faults.allSatisfy { $0.severity == .note })
    let shown = try text(document).filter { !$0.isWhitespace }
    #expect(!shown.contains("directive"))
    let words = Self.article.split { $0.isWhitespace || "`*#>|:{}()\"".contains($0) }.filter {
      $0 != "--" && $0 != "swift" && $0 != "rocket"
    }
    for word in words where word.contains(where: { $0.isLetter }) && !word.allSatisfy(\.isNumber) {
      #expect(shown.contains(word), "\(word)")
    }
  }

  @Test func `ten thousand calls of a closure take no time to speak of`() throws {
    var set = ResolverSet<Int> { _, _ in 0 }
    set.register(ParagraphNode.self) { _, _ in 1 }
    let text = String(repeating: "x\n\n", count: 10_000)
    #expect(try set.resolve(Document(markdown: text)).reduce(0, +) == 10_000)
  }

  @Test func `the name that an author gives a directive or a fence is that of what it makes`() throws {
    let document = Typesetter().typeset(
      Document(markdown: "```chart {#fig-a}\n1 2\n```\n\n::: Box {#b}\nWords.\n:::\n\nA :dot[x]{#c} and [a](#fig-a), [b](#b), [c](#c).\n")
        .markdownFence("chart") { block, _ in .text(block.code) }
        .markdownDirective("Box") { call, context in .callout("note", context.resolve(call.content)) }
        .markdownDirective("dot") { call, context in context.resolve(call.content) })
    #expect(document.diagnostics.isEmpty)
    for name in ["#fig-a", "#b", "#c"] { #expect(document.place(of: name) != nil, "\(name)") }
  }

  @Test func `empty attributes are no text, and a directive that fails is shown with its attributes`() throws {
    struct Failure: Error {}
    let document = Typesetter().typeset(
      Document(markdown: "One :dot[x]{} two :bad[y]{a=1} three.").markdownPageNumbers(false)
        .markdownDirective("dot") { call, context in context.resolve(call.content) }
        .markdownDirective("bad") { _, _ in throw Failure() })
    #expect(try document.text(ofPage: 0).hasPrefix("One x two :bad[y]{a=1} three."))
  }

  @Test func `each stage of a document is told with its name`() {
    let stages = Mutex<[String]>([])
    let typesetter = Typesetter(onStage: { stage in
      stages.withLock { $0.append("\(stage.document) \(stage.name) \(stage.duration >= .zero)") }
    })
    _ = typesetter.typeset(Document(markdown: "# A", name: "a.md"))
    #expect(stages.withLock { $0 } == ["parse", "style", "pictures", "blocks", "pages"].map { "a.md \($0) true" })
  }
}
