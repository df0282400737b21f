import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// Text that looks like markup of a dialect which a document is not read in.
@Suite struct RawMarkupTests {
  private func found(_ text: String) -> [String] {
    let source = Source(name: "a.md", text: text)
    return parse(source).diagnostics.filter { $0.code == "markup.raw" }.map { diagnostic in
      let words = diagnostic.span.map { String(decoding: source.bytes[$0.range(within: source.bytes.count)], as: UTF8.self) } ?? ""
      return diagnostic.message.replacing(" is shown as text", with: "") + ": " + words
    }
  }

  @Test(arguments: [
    ("a text {: .y #z} b", "kramdown's list of attributes: {: .y #z}"), ("f(x) b {.red}", "a list of attributes: {.red}"),
    ("see \\uwave{word}", "a LaTeX command: \\uwave{word}"), ("![alt](a b.png", "a picture: ![alt]("),
    ("\\lipsum[1-2] and more", "a LaTeX command: \\lipsum[1-2]"), ("see ](/x) there", "a link: ](/x)"),
    ("see [x](my $file a.pdf)", "a link: ](my $file a.pdf)"),
    ("[see it][The other & heading]", "a link: ][The other & heading]"),
    ("+---+---+\n| a | b |", "the border of a grid table: +--"), ("x\n\n| a | b |\n| c | d |", "a table's row: |"),
    ("by {fancy}`y` and", "a role: {fancy}"), (".. note:: a", "a directive of reStructuredText: .. note::"),
    ("%% a note", "a comment: %%"), ("a word\\index{open entry", "a LaTeX command without its }: \\index{"),
    ("a @[component](Chart.vue) b", "a call of a site's own component: @"), ("[~P1]: A work", "a label of another tool: [~P1"),
    ("[!mark:\"a\"] words", "a label of another tool: [!mark"), ("This is [A page][] of it", "a link that is not defined: [A page][]"),
    ("See [An old page][0079].", "a link that is not defined: [An old page][0079]"),
    ("[![a-badge]][a] text", "a link that is not defined: [![a-badge]"),
    ("is [shown](cito:citesAsEvidence ldf) by", "a link: ](cito:citesAsEvidence ldf)"),
    ("a\n\n<!!! float-aside !!!>\nb", "a mark of a site's own, <!…>,: <!!! float-aside !!!>"),
  ])
  func `markup that is shown as text is named at its place`(text: String, message: String) {
    let all = found(text)
    #expect(all.contains { $0.hasPrefix(message) }, "\(all)")
  }

  @Test(arguments: [
    ("\\begin{thoerem}\na\n\\end{thoerem}", ["the environment ‘thoerem’ is unknown, and shown as text"]),
    ("\\begin{myenv}\na\n\\end{myenv}", ["the environment ‘myenv’ is unknown, and shown as text"]),
    ("a\n\n\\end{theorem}", ["‘\\end{theorem}’ without ‘\\begin{theorem}’: \\end{theorem}"]),
    ("\\begin{figure}\na", ["the environment figure is never closed, and shown as text"]),
    ("see \\cite{}", ["‘\\cite{}’ names no work"]), ("`\\begin{x}`", []),
  ])
  func `environments and citations that cannot be are said`(text: String, messages: [String]) {
    let all = found(text)
    #expect(all.count == messages.count && zip(all, messages).allSatisfy { $0.hasPrefix($1) }, "\(all)")
  }

  @Test(arguments: [
    "![A](a.svg){#fig-1}", "# H {#x}", "a *b*{.c} `{.d}` [x](y){#z .w}", "```\n{: .x} \\emph{a} ![[b]]\n```", "$\\text{a}$ and $x_{i}$",
    "[[1,2],[3,4]] and 50% of f(x) or a::b", "a | b and c++ and & but", "::: note\na\n:::", "`a`{=html} and <!-- {{x}} -->", "use {a, b}",
    "f(x)[i](a + b) and [x](see the note) or a[i][j k.c]", "a[i][j] and [x][1]",
    "thanks to @[ann](https://a.b) and @[bob](/bob), me@[x](y.z)", "[~] a and [!] b: c", "int[n][] and [1][] or [a][]",
    "at 12:cite[a], a:cite[b] and :x[y] or :note[1]", "[the row][i, j] of (m) and [a b] [c]",
    "[![a]][b] and [A word][b]\n\n[a]: x.svg\n[b]: /y",
    "[A page][] is\n\n[a page]: /x",
  ])
  func `what is read and what is prose is not`(text: String) { #expect(found(text) == []) }

  @Test func `percent signs are no comment to tools without such`() {
    func said(_ text: String, _ tool: Dialect.Tool) -> Bool {
      var options = ParseOptions()
      options.dialect = Dialect(tool)
      return parse(Source(name: "a.md", text: text), options: options).diagnostics.contains { $0.code == "markup.raw" }
    }
    #expect(!said("4. %% a shell's sign\n", .vitepress) && said("%% a note\n", .general))
  }

  @Test func `a kind that comes a thousand times is named a hundred times`() {
    #expect(found(String(repeating: "a {: .x}\n\nb\n\n", count: 1_000)).count <= 100)
  }
}
