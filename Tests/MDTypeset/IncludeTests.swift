import Foundation
import MDTypeset
import Synchronization
import Testing
import TypesetDiagnostics

/// A folder of files, and documents below it that include them.
private final class Folder {
  let path = NSTemporaryDirectory() + "mdtypeset-include-" + UUID().uuidString

  init(_ files: [String: String]) throws {
    for (name, text) in files {
      let url = URL(fileURLWithPath: path + "/" + name)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: url)
    }
  }

  deinit { try? FileManager.default.removeItem(atPath: path) }

  var budget = Budget()

  private func typesetter(root: String) -> Typesetter {
    var options = TypesetterOptions()
    options.budget = budget
    options.root = path + root
    return Typesetter(options: options)
  }

  private func folder(of name: String) -> String {
    path + (name.contains("/") ? "/" + name.split(separator: "/").dropLast().joined(separator: "/") : "")
  }

  /// The document with the files that it includes.
  func text(_ text: String, named name: String = "a.md", root: String = "") -> String {
    let source = Source(name: path + "/" + name, text: text, folder: self.folder(of: name))
    return String(decoding: typesetter(root: root).typeset(source).source.bytes, as: UTF8.self)
  }

  /// The diagnostics as a user sees them, without the folder's own name.
  func messages(_ text: String, named name: String = "a.md", root: String = "") -> [String] {
    let document = typesetter(root: root).typeset(Source(name: path + "/" + name, text: text, folder: self.folder(of: name)))
    return document.diagnostics.map { $0.rendered(in: document.source).replacing(path + "/", with: "") }
  }
}

@Suite struct IncludeTests {
  @Test func `many files may be long together, but one again and again only to a limit`() throws {
    let names = (1...9).map { "b\($0).md" }
    let folder = try Folder(Dictionary(uniqueKeysWithValues: names.map { ($0, "1234567\n1234567") }))
    folder.budget.repeatedBytes = 20
    #expect(folder.messages(names.map { "{{#include \($0)}}\n\n" }.joined()) == [])
    // Parts of one file are no more than the file.
    #expect(folder.messages("{{#include b1.md:1}}\n\n{{#include b1.md:2}}\n\n{{#include b1.md:1}}\n\n{{#include b1.md:2}}\n") == [])
    let messages = folder.messages(String(repeating: "{{#include b1.md}}\n\n", count: 3))
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("a.md:5:1: error: cannot include b1.md: what is included more than once has more than") == true)
    folder.budget.includedBytes = 40
    #expect(folder.messages(names.map { "{{#include \($0)}}\n\n" }.joined()).count == 7)
  }

  @Test func `a file is read again and again only to a limit, however little of it is shown`() throws {
    let folder = try Folder(["b.md": "1234567\n1234567", "c.md": "c"])
    folder.budget.rereadBytes = 20
    let messages = folder.messages(String(repeating: "{{#include b.md:1}}\n\n", count: 3) + "{{#include c.md}}\n")
    #expect(messages.count == 1)
    #expect(messages.first?.hasPrefix("a.md:5:1: error: cannot include b.md: files that are read more than once have more than") == true)
  }

  @Test func `Writerside's empty code is that of the file below it`() throws {
    let code = "package a\n\nfun main() {\n  b()\n}\n\nval c = 1\n\n  fun inner() {\n    d()\n  }\n"
    let folder = try Folder([
      "topics/b.md": "", "codeSnippets/x/A.kt": code, "v.list": "<vars><var name=\"version\" value=\"3.5\"/></vars>",
    ])
    func text(_ order: String) -> String { folder.text("a\n\n ```kotlin\n ```\n\n{src=\"x/A.kt\"\(order)}\n\nb\n", named: "topics/a.md") }
    #expect(text(" include-lines=\"1,7\"").contains("```{code-block} kotlin\n package a\n val c = 1\n ```\n\nb"))
    #expect(text(" include-symbol=\"main\"").contains("kotlin\n fun main() {\n   b()\n }\n ```"))
    #expect(text(" include-symbol=\"inner\"").contains("kotlin\n fun inner() {\n   d()\n }\n ```"))
    #expect(text("").contains("val c = 1"))
    #expect(folder.messages("```kotlin\n```\n{src=\"x/B.kt\"}\n").first?.contains("cannot include") == true)
    #expect(folder.text("<tldr>\n\n%version%, %other%\n", named: "topics/a.md").contains("3.5, %other%"))
    let own = folder.text("<tldr>\n\n<var name=\"other\" value=\"words\"/>\n\n`%version%`, 5% and %other%\n", named: "topics/a.md")
    #expect(own.contains("`3.5`, 5% and words") && !own.contains("<var"))
  }

  @Test func `an element of another topic of Writerside's is included by its name`() throws {
    let snippet = "<snippet id=\"one\">\n    <p>Words <b>of</b> one.</p>\n  </snippet>"
    let folder = try Folder([
      "b.topic": "<topic id=\"b\">\n  \(snippet)\n  <p id=\"two\">Two.</p>\n</topic>\n",
      "c.md": "# C\n\n<snippet id=\"three\">\n\nA **strong** <snippet id=\"in\">inner</snippet> word.\n\n</snippet>\n\nNot this.\n",
    ])
    #expect(folder.text("<include from=\"b.topic\" element-id=\"one\"/>\n") == "    <p>Words <b>of</b> one.</p>\n")
    #expect(folder.text("<include from=\"b.topic\" element-id=\"two\"></include>\n") == "Two.\n")
    let words = folder.text("<include src=\"c.md\" include-id=\"three\"/>\n")
    #expect(words.contains("A **strong**") && words.contains("word.") && !words.contains("Not this"))
    #expect(folder.messages("<include from=\"b.topic\" element-id=\"no\"/>\n").first?.contains("cannot include b.topic") == true)
  }

  @Test func `mdBook's includes are read: whole, by lines, by anchors, in code too`() throws {
    let folder = try Folder([
      "b.md": "---\ntitle: B\n---\nbeta\n", "c.rs": "one\n// ANCHOR: x\ntwo\n// ANCHOR_END: x\nthree\n",
    ])
    #expect(folder.text("a\n\n{{#include b.md}}\n\nz\n") == "a\n\nbeta\n\nz\n")
    #expect(folder.text("```rust\n{{#include c.rs:x}}\n```\n") == "```rust\ntwo\n```\n")
    #expect(folder.text("```rust\n{{#rustdoc_include c.rs:1}}\n{{#include c.rs:5:}}\n```\n") == "```rust\none\nthree\n```\n")
    #expect(folder.text("{{#include c.rs::1}}") == "one")
    #expect(folder.text("{{#playground c.rs:x}}\n") == "```rust\ntwo\n```\n")
    #expect(folder.text("```\n\\{{#include c.rs}}\n```\n") == "```\n{{#include c.rs}}\n```\n")
    #expect(folder.text("`{{#include c.rs}}` is an order\n") == "`{{#include c.rs}}` is an order\n")
  }

  @Test func `a name alone below a table names the table`() throws {
    let folder = try Folder([
      ".obsidian/app.json": "{}", "B.md": "# One\n\n| a |\n|---|\n| 1 |\n\n^id1\n\nAfter ^id2\n\n- x\n- y\n\n^id3\n",
    ])
    #expect(folder.text("![[B#^id1]]\n").contains("| a |\n|---|\n| 1 |"))
    #expect(folder.text("![[B#^id3]]\n").contains("- x\n- y"))
    #expect(!folder.text("![[B#^id2]]\n").contains("| a |"))
  }

  @Test func `snippets are read with the indent of their line, one by one and in blocks`() throws {
    let folder = try Folder(["b.md": "one\n\ntwo", "docs/c.md": "# --8<-- [start:s]\nthree\n# --8<-- [end:s]\nfour\n"])
    #expect(folder.text("- a\n\n  --8<-- \"b.md\"\n- z\n") == "- a\n\n  one\n  \n  two\n- z\n")
    #expect(folder.text("--8<-- \"c.md:s\"\n") == "three\n")
    #expect(folder.text("--8<-- 'c.md'\n") == "three\nfour\n")
    #expect(folder.text("--8<--\nb.md\nc.md:s\n--8<--\n").contains("one\n\ntwo"))
    #expect(folder.text("--8<-- b.md\n") == "--8<-- b.md\n")
  }

  @Test func `Quarto's and VitePress' orders are read`() throws {
    let folder = try Folder(["_b.qmd": "one\ntwo\nthree\n"])
    #expect(folder.text("{{< include _b.qmd >}}\n") == "one\ntwo\nthree\n")
    #expect(folder.text("<!--@include: ./_b.qmd{2,}-->\n") == "two\nthree\n")
  }

  @Test func `paths count from the file that names them, and nothing outside of the root is read`() throws {
    let folder = try Folder(["x/b.md": "{{#include c.md}}\n", "x/c.md": "inner\n", "secret.md": "secret\n", "y/z.md": ""])
    #expect(folder.text("{{#include x/b.md}}\n") == "inner\n")
    #expect(folder.text("{{#include ../x/b.md}}\n", named: "y/a.md") == "inner\n")
    let outside = folder.messages("{{#include ../secret.md}}\n", named: "x/a.md", root: "/x")
    #expect(outside.first?.contains("cannot include ../secret.md: it is outside the folder that may be read") == true)
    #expect(!folder.text("{{#include ../secret.md}}\n", named: "x/a.md", root: "/x").contains("secret\n"))
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/x/link.md", withDestinationPath: folder.path + "/secret.md")
    #expect(folder.messages("{{#include link.md}}\n", named: "x/a.md", root: "/x").count == 1)
  }

  @Test func `a program that allows no files is told how it can`() {
    let faults = Typesetter().typeset(markdown: "![a](a.png)").diagnostics
    #expect(faults.map(\.code) == ["policy.picture"])
    #expect(faults.first?.message == "cannot show a.png: the program lets documents read no files")
    #expect(faults.first?.hint?.contains("FolderResources") == true)
  }

  @Test func `what can't be included is reported at its place, and shown only in code`() throws {
    let folder = try Folder(["b.md": ""])
    #expect(
      folder.messages("a {{#include none.md}} b\n") == [
        """
        a.md:1:3: warning: cannot include none.md: there is no such file [include.unread]
            1 | a {{#include none.md}} b
              |   ^~~~~~~~~~~~~~~~~~~~
           hint: paths are relative to the folder of the file that contains them

        """
      ])
    #expect(folder.text("```\n{{#include none.md}}\n```\n") == "```\n{{#include none.md}}\n```\n")
    #expect(folder.messages("```\n{{#include none.md}}\n```\n").count == 1)
  }

  @Test func `a link that asks for a chapter's number has the number of its file`() throws {
    let folder = try Folder(["04_data.md": "# Data\n"])
    let text = "{{index a}}\n\n{{index b}}\n\nIn [Chapter ?](data#x) and Chapters [?](data) to [?](http).\n"
    #expect(folder.text(text).contains("In [Chapter 4](data#x) and Chapters [4](data) to [?](http)."))
    #expect(folder.messages(text).map { $0.contains("the number of the chapter http is unknown") } == [true])
  }

  @Test func `a fault in an included file is reported with that file's name and line, and those after it with their own`() throws {
    let folder = try Folder(["b.md": "---\nx: y\n---\nfine\n\n$\\frca$\n"])
    let messages = folder.messages("one\n\n> {{#include b.md}}\n\nlast $\\frcb$\n")
    #expect(messages.map { $0.prefix { $0 != " " } } == ["b.md:6:2:", "a.md:5:7:"])
  }

  @Test func `a file that includes itself is left out, with the way that leads to it`() throws {
    let folder = try Folder(["b.md": "x\n{{#include c.md}}\n", "c.md": "y\n```{include} b.md\n```\n"])
    let messages = folder.messages("{{#include b.md}}\n")
    #expect(messages.count == 1)
    #expect(messages.first?.contains("c.md:2:1: warning: cannot include b.md: it would include itself again (b.md → c.md → b.md)") == true)
    #expect(folder.text("{{#include b.md}}\n").hasPrefix("x\ny\n<!-- ```{include} b.md"))
  }

  @Test func `another part of the same file is no loop`() throws {
    let file = "x\n{{#include b.md:part}}\n<!-- ANCHOR: part -->\ny\n<!-- ANCHOR_END: part -->\n"
    let folder = try Folder(["b.md": file])
    #expect(folder.messages("{{#include b.md}}\n").isEmpty)
    #expect(folder.text("{{#include b.md}}\n").hasPrefix("x\ny\n"))
  }

  @Test func `files inside each other end at a depth`() throws {
    let chain = (0..<40).map { ("f\($0).md", "\($0)\n{{#include f\($0 + 1).md}}\n") }
    let folder = try Folder(Dictionary(uniqueKeysWithValues: chain))
    #expect(folder.messages("{{#include f0.md}}\n").first?.contains("cannot include f32.md: too many includes") == true)
  }

  @Test func `a PDF carries the author's Markdown along, not what it includes`() throws {
    let folder = try Folder(["b.md": "beta\n"])
    var options = TypesetterOptions()
    options.root = folder.path
    let document = Typesetter(options: options).typeset(Source(name: "a.md", text: "{{#include b.md}}\n"))
    var settings = PDFSettings()
    settings.attachesSource = true
    let file = Mutex<[UInt8]>([])
    unsafe try document.writePDF(settings: settings) { chunk in file.withLock { unsafe $0 += chunk } }
    #expect(PDFSettings.source(in: file.withLock { $0 }, limit: 1 << 20) == Array("{{#include b.md}}\n".utf8))
  }

  @Test func `MyST's includes are read: whole, by lines, by marks, as code`() throws {
    let folder = try Folder([
      "b.md": "---\ntitle: B\n---\nbeta\n", "sub/c.py": "import os\nx = 1\n# start\ny = 2\n# end\nz = 3\n", "d.md": "```\ncode\n```",
    ])
    #expect(folder.text("a\n\n```{include} b.md\n```\n\nz\n") == "a\n\nbeta\n\nz\n")
    #expect(folder.text(":::{include} b.md\n:::\n") == "beta\n")
    #expect(
      folder.text("```{literalinclude} sub/c.py\n:language: python\n:lines: 1,4-\n```\n")
        == "```{code-block} python\nimport os\ny = 2\n# end\nz = 3\n```\n")
    #expect(
      folder.text("```{literalinclude} sub/c.py\n---\nstart-after: \"# start\"\nend-before: \"# end\"\nlinenos:\n---\n```\n")
        == "```{code-block} py\n:linenos: \ny = 2\n```\n")
    #expect(folder.text("```{include} sub/c.py\n:start-line: 1\n:end-line: -3\n```\n") == "x = 1\n# start\n")
    #expect(folder.text("> ```{literalinclude} sub/c.py\n> :lines: 1-2\n> ```\n") == "> ```{code-block} py\n> import os\n> x = 1\n> ```\n")
    #expect(
      folder.text("```eval_rst\n.. literalinclude:: sub/c.py\n  :language: python\n  :lines: 1-2\n```\n")
        == "```{code-block} python\nimport os\nx = 1\n```\n")
    #expect(folder.text("```{eval-rst}\n.. literalinclude:: sub/c.py\n\nText\n```\n").contains("literalinclude"))
    #expect(folder.text("```{include} d.md\n:literal:\n```\n") == "````{code-block} md\n```\ncode\n```\n````\n")
    // What is shown as code, or is never closed, includes nothing.
    #expect(folder.text("````\n```{include} b.md\n```\n````\n") == "````\n```{include} b.md\n```\n````\n")
    #expect(folder.text("```{include} b.md\n") == "```{include} b.md\n")
  }

  @Test func `MyST's include of what is not there is said once and leaves nothing`() throws {
    let folder = try Folder(["b.md": "one\ntwo\n"])
    #expect(folder.messages("```{include} none.md\n```\n").count == 1)
    #expect(folder.text("```{include} none.md\n```\n") == "<!-- ```{include} none.md -->\n")
    #expect(folder.messages("```{include} b.md\n:start-after: three\n```\n").map { $0.contains("no such lines") } == [true])
  }

  @Test func `snippets of VitePress and Slidev are code: whole, by regions, with title and lines`() throws {
    let folder = try Folder(["src/a.js": "one\n// #region x\ntwo\n// #endregion x\n", "docs/b.md": "", "c.md": "```\n"])
    #expect(folder.text("<<< @/src/a.js#x\n", named: "docs/b.md") == "```js\ntwo\n```\n")
    #expect(folder.text("<<< ./src/a.js#x{1 ts:line-numbers} [A title]\n") == "```ts:line-numbers{1} [A title]\ntwo\n```\n")
    #expect(folder.text("<<< @/src/a.js#x ts {1|all}{lines:true}\n") == "```ts{1|all}\ntwo\n```\n")
    #expect(folder.text("<<< ./src/a.js\n") == "```js\none\ntwo\n```\n")
    #expect(folder.text("<<< ./src/a.js[2-3] ts\n") == "```ts\n// #region x\ntwo\n```\n")
    #expect(folder.text("<<< ./c.md\n") == "````md\n```\n````\n")
    for text in ["<<< HEAD\n", "```\n<<< ./src/a.js\n```\n", "a <<< b.js\n"] { #expect(folder.text(text) == text) }
    #expect(folder.messages("<<< @/none.js\n").first?.contains("cannot include @/none.js") == true)
  }

  @Test func `markdown-it-include's calls, and comments that end in more dashes, include`() throws {
    let folder = try Folder(["src/a.md": "words\n"])
    #expect(folder.text("!!!include(src/a.md)!!!\n") == "words\n")
    #expect(folder.text("<!-- @include: src/a.md ---->\n") == "words\n")
    // Code has its words from files, too.
    #expect(folder.text("```\n!!!include(src/a.md)!!!\n```\n") == "```\nwords\n```\n")
    #expect(folder.text("a !!!include(src/a.md)!!!\n") == "a !!!include(src/a.md)!!!\n")
  }

  @Test func `code that VuePress includes is read by lines, with its language and its marked lines`() throws {
    let folder = try Folder(["a.js": "one\ntwo\nthree\n"])
    #expect(folder.text("@[code](a.js)\n") == "```js\none\ntwo\nthree\n```\n")
    #expect(folder.text("@[code{2-3}](a.js)\n") == "```js\ntwo\nthree\n```\n")
    #expect(folder.text("@[code{2-3} ts:no-line-numbers{1}](@/a.js)\n") == "```ts{1}\ntwo\nthree\n```\n")
    for text in ["@[codes](a.js)\n", "@[code](https://a.b/c.js)\n", "See @[code](a.js).\n"] { #expect(folder.text(text) == text) }
  }

  @Test func `a note embeds a part of itself, but not the part that has the embedding`() throws {
    let text = "# A\n\n## B\n\nwords ^one\n\n## C\n\n![[#B]]\n\n![[#^one]]\n"
    let folder = try Folder(["n.md": text])
    let found = folder.text(text, named: "n.md")
    #expect(found.components(separatedBy: "words").count == 4, "\(found)")
    let loop = "# A\n\n![[#A]]\n"
    #expect(try Folder(["n.md": loop]).messages(loop, named: "n.md").first?.contains("include itself again") == true)
  }

  @Test func `values of a site of MkDocs are in the files that its settings inherit`() throws {
    let folder = try Folder([
      "mkdocs.yml": "INHERIT: shared/base.yml\nextra:\n  own: Mine\n  both: {b: two}\n",
      "shared/base.yml": "INHERIT: more.yml\nplugins:\n  - macros\nextra:\n  product: Product\n  own: Theirs\n",
      "shared/more.yml": "extra:\n  last: Last\n  both: {a: one}\n",
    ])
    let text = "# T\n\n**{{ product }}**, {{ own }}, {{ last }}, {{ both.a }} {{ both.b }}, **{{ none.x }}** and *{{ none.y }}*.\n"
    #expect(folder.text(text) == "# T\n\n**Product**, Mine, Last, one two,  and .\n", "\(folder.text(text))")
    let short = try Folder(["mkdocs.yml": "plugins: [macros]\nextra: {T: '├──'}\n"])
    #expect(short.text("{{T}} and {{ x }}, ${{x}}$ and `{{T}}`\n") == "├── and {{ x }}, ${{x}}$ and `{{T}}`\n")
    // Files that inherit each other end.
    let loop = try Folder(["mkdocs.yml": "INHERIT: mkdocs.yml\nplugins: [macros]\nextra: {a1: words}\n"])
    #expect(loop.text("{{ a1 }}\n") == "words\n")
  }

  @Test func `a note that an item embeds is in the item`() throws {
    let folder = try Folder(["n.md": "one\n\ntwo\n"])
    #expect(folder.text("- ![[n]]\n- b\n") == "- one\n  \n  two\n- b\n")
    for text in ["- a ![[n]]\n", "- ![[n]] a\n", "- ![[n.png]]\n", "`- ![[n]]`\n"] { #expect(folder.text(text) == text) }
  }

  @Test func `code that HonKit imports is read by lines, by markers, in its language`() throws {
    let folder = try Folder(["a.js": "one\n// [m]\ntwo\n// [m]\nthree\n", "b.md": "words\n"])
    #expect(folder.text("[import:1](a.js)\n") == "```js\none\n```\n")
    #expect(folder.text("[import:4-5](a.js)\n") == "```js\n// [m]\nthree\n```\n")
    #expect(folder.text("[import:'m', lang:\"ts\"](a.js)\n") == "```ts\ntwo\n```\n")
    #expect(folder.text("[include](b.md)\n") == "words\n")
    for text in ["[import](https://a.b/c.js)\n", "[imports](a.js)\n", "See [import](a.js).\n", "[import](#a)\n"] {
      #expect(folder.text(text) == text)
    }
  }

  @Test func `Markdown that a tag of Jekyll or HonKit includes is read, also a section by its heading`() throws {
    let folder = try Folder(["_includes/b.md": "words\n", "c.md": "# A\na\n## B c\nb\n# D\nd\n"])
    #expect(folder.text("{% include b.md %}\n") == "words\n")
    #expect(folder.text("{% include \"./c.md\" %}\n").hasPrefix("# A\n"))
    #expect(folder.text("<!--@include: ./c.md#b-c-->\n") == "## B c\nb\n")
    #expect(folder.text("<!--@include: ./c.md#a-->\n") == "# A\na\n## B c\nb\n")
    #expect(folder.text("<!--@include: ./c.md#a{2,3}-->\n") == "a\n## B c\n")
  }

  @Test func `slides of other files are slides of the deck`() throws {
    let folder = try Folder(["p.md": "# One\n\n---\nlayout: x\n---\n\n# Two\n\n---\n\n# Three\n"])
    func headings(_ source: String) -> [String] {
      folder.text("---\ndrawings: {}\n---\n\n# A\n\n---\nsrc: \(source)\n---\n\n---\n\n# B\n").split(separator: "\n").filter {
        $0.hasPrefix("# ") || $0 == "\\newpage"
      }.map(String.init)
    }
    let page = "\\newpage"
    #expect(headings("./p.md") == ["# A", page, "# One", page, "# Two", page, "# Three", page, "# B"])
    #expect(headings("./p.md#2-3") == ["# A", page, "# Two", page, "# Three", page, "# B"])
    #expect(headings("./none.md") == ["# A", page, page, "# B"])
  }

  @Test func `words of a book are those of its settings`() throws {
    let book = "{\"title\": \"T\", \"variables\": {\"v\": \"2.1\", \"product\": {\"name\": \"W\"}}}"
    let folder = try Folder(["book.json": book, "ch/a.md": ""])
    #expect(folder.text("{{ book.title }} {{book.v}} {{ book.product.name }} {{ book.none }}x\n", named: "ch/a.md") == "T 2.1 W x\n")
    #expect(folder.messages("{{ book.none }}\n").first?.contains("the value of book.none is left out") == true)
  }

  @Test(arguments: [
    ("::: {.table #tbl-a file=a.csv caption=\"Title\"}\n:::\n", "```{csv-table} Title\n:header-rows: 1\n:name: tbl-a\n\nA,B\n1,2\n```\n"),
    ("::: {.table file=b.tsv header=false}\n\nTitle\n:::\n", "```{csv-table} Title\n:delim: tab\n:header-rows: 0\n\nA\tB\n```\n"),
    ("::: table file=a.csv\n:::\n", "```{csv-table} \n:header-rows: 1\n\nA,B\n1,2\n```\n"),
    (
      "::: {.table .total file=a.csv align=lS}\n:::\n", "```{csv-table} \n:align: lS\n:class: total\n:header-rows: 1\n\nA,B\n1,2\n```\n"
    ),
    ("::: {.table}\n| a |\n|--|\n:::\n", "::: {.table}\n| a |\n|--|\n:::\n"), ("::: {.table file=a.csv}\n", "::: {.table file=a.csv}\n"),
  ])
  func `a div that names a file has its rows as a table`(text: String, expected: String) throws {
    let folder = try Folder(["a.csv": "A,B\n1,2\n", "b.tsv": "A\tB\n"])
    #expect(folder.text(text) == expected)
  }

  @Test func `rows of a table come from its file`() throws {
    let folder = try Folder(["a.csv": "A,B\n1,\"x, y\"\n"])
    let table = "```{csv-table} Title\n:file: a.csv\n:header-rows: 1\n```\n"
    #expect(folder.text(table) == "```{csv-table} Title\n:header-rows: 1\n\nA,B\n1,\"x, y\"\n```\n")
    #expect(folder.text("```{csv-table}\n:header-rows: 1\n\na,b\n```\n") == "```{csv-table}\n:header-rows: 1\n\na,b\n```\n")
    #expect(folder.messages("```{csv-table}\n:file: b.csv\n```\n").first?.contains("cannot include b.csv") == true)
  }

  @Test func `a note that a note embeds is read wherever it is in the vault, or its section, or its block`() throws {
    let folder = try Folder(["n/Ideas.md": "---\ntags: x\n---\nFirst\n\n## Two\n\nSecond\n\n## Three\n\nThird\nline ^best\n"])
    #expect(folder.text("![[Ideas#Two]]\n") == "## Two\n\nSecond\n\n")
    #expect(folder.text("![[Ideas#^best]]\n") == "Third\nline \n")
    #expect(folder.text("a\n\n![[Ideas|words]]\n").hasPrefix("a\n\nFirst\n\n## Two"))
    #expect(folder.text("![[Others]]\n") == "![[Others]]\n")
    #expect(folder.messages("![[Others]]\n").contains { $0.contains("Others.md is shown by its name") })
  }

  @Test func `a file is included between the fences of a directive that holds Markdown, not between those of code`() throws {
    let folder = try Folder(["a.txt": "text\n"])
    let include = "```{literalinclude} a.txt\n```\n"
    #expect(folder.text("````{note}\n\(include)````\n").contains("text"))
    #expect(folder.text("````{code-block} md\n\(include)````\n").contains("literalinclude"))
    #expect(folder.text("````md\n\(include)````\n").contains("literalinclude"))
  }

  @Test func `words in braces are those of MyST's settings`() throws {
    let folder = try Folder(["conf.py": "x = 1\nmyst_substitutions = {\n  \"tool\": \"Weaver {}\",\n  \"two\": \"B\",\n}\ny = 2\n"])
    #expect(folder.text("{{ tool }}, {{ two }}\n") == "Weaver {}, B\n")
    let other = try Folder(["_config.yml": "parse:\n  myst_substitutions:\n    tool: Loom\n", "docs/b.md": ""])
    #expect(other.text("{{ tool }}\n", named: "docs/a.md") == "Loom\n")
  }

  @Test func `pictures of an included file are beside it where they are not beside the file that includes it`() throws {
    let folder = try Folder([
      "pages/one.md": "![A](../art/a.png)\n\n<img src=\"b.png\"> ![C](c.png) ![D](d.png)\n", "art/a.png": "", "pages/b.png": "",
      "c.png": "",
    ])
    let text = folder.text("---\ntheme: default\nlayout: cover\n---\n\n# Deck\n\n---\nsrc: pages/one.md\n---\n")
    for picture in ["![A](art/a.png)", "src=\"pages/b.png\"", "![C](c.png)", "![D](d.png)"] { #expect(text.contains(picture), "\(text)") }
  }

  @Test func `code of a file comes in by the attributes of its fence`() throws {
    let folder = try Folder(["a.py": "1\n# start snippet x\n2\n3\n# end snippet x\n4\n"])
    let x = "```{.python #lst-a include=\"a.py\" snippet=\"x\"}\n```\n"
    #expect(folder.text(x, named: "a.qmd") == "```{.python #lst-a}\n2\n3\n```\n")
    #expect(folder.text("```{include=a.py startLine=3 endLine=4 dedent=2}\n```\n", named: "a.md") == "```\n2\n3\n```\n")
    #expect(folder.text("```{.python include=a.py}\nown\n```\n", named: "a.md").contains("own"))
    #expect(folder.messages("```{.c include=\"b.c\"}\n```\n", named: "a.md").contains { $0.contains("cannot include b.c") })
  }

  @Test func `a drawing of Excalidraw is embedded by its name`() throws {
    let folder = try Folder(["d.excalidraw.md": "---\nexcalidraw-plugin: parsed\n---\n# Text Elements\n", "n.md": "Words.\n"])
    #expect(folder.text("![[d.excalidraw|300]]\n\n![[n]]\n", named: "a.md").contains("![[d.excalidraw|300]]"))
    #expect(folder.text("![[n]]\n", named: "a.md").contains("Words."))
    #expect(folder.messages("![[d.excalidraw]]\n", named: "a.md").contains { $0.contains("it is a drawing of Excalidraw") })
  }

  @Test func `pictures of Joplin are in the folder of resources`() throws {
    let digits = "0123456789abcdef0123456789abcdef"
    let others = String(digits.reversed())
    let folder = try Folder(["_resources/\(digits).jpg": "", "x/y/a.md": "", "x/resources/\(others).png": ""])
    #expect(folder.text("![](:/\(digits))\n", named: "a.md") == "![](_resources/\(digits).jpg)\n")
    #expect(folder.text("<img src=\":/\(others)\">\n", named: "x/y/a.md") == "<img src=\"resources/\(others).png\">\n")
    #expect(folder.text("![](:/\(others))\n", named: "a.md") == "![](:/\(others))\n")
    #expect(folder.text("![](:/0123) a:/b\n", named: "a.md") == "![](:/0123) a:/b\n")
  }

  @Test func `a picture whose file is a diagram's source is drawn as a fence with it is`() throws {
    let folder = try Folder(["d/flow.mmd": "graph LR\n  A --> B\n"])
    let fence = "``` {.mermaid "
    #expect(folder.text("![The \"way\"](d/flow.mmd)\n") == fence + " caption=\"The \\\"way\\\"\"}\ngraph LR\n  A --> B\n```\n")
    #expect(folder.text("![](d/flow.mmd){width=50%}\n").hasPrefix(fence + "width=50%}\ngraph LR\n"))
    #expect(folder.messages("![The way](d/flow.mmd)\n") == [])
    let code = try Folder(["main.go": "package main\n", "main.out": "1\n"])
    #expect(
      code.text("![The code](main.go)\n![](main.out)\n")
        == "``` {.go  caption=\"The code\"}\npackage main\n```\n``` {.text }\n1\n```\n")
    #expect(code.text("![](a.png)\n![](none.go)\n") == "![](a.png)\n![](none.go)\n")
    // Within a line it is a picture that cannot be shown, and a file that is missing is said as a picture is.
    #expect(folder.text("See ![](d/flow.mmd).\n") == "See ![](d/flow.mmd).\n")
    #expect(folder.text("![](d/none.mmd)\n") == "![](d/none.mmd)\n")
    #expect(folder.messages("![](d/none.mmd)\n").count == 1)
  }

  @Test func `a link of GitBook's that is a block, and a link between notes of Dendron, has the title of its page`() throws {
    let folder = try Folder([
      ".gitbook.yaml": "root: .\n", "b/settings.md": "# The settings\n", "b/c/README.md": "# A folder\n",
      "lang.swift.md": "---\nid: x\ntitle: Swift's notes\n---\n",
    ])
    let text = folder.text("[settings.md](b/settings.md)\n\n[c](b/c/)\n\nSee [settings.md](b/settings.md).\n")
    #expect(text == "[The settings](b/settings.md)\n\n[A folder](b/c/)\n\nSee [settings.md](b/settings.md).\n")
    let head = "---\nid: a\ntitle: T\ndesc: ''\nupdated: 1\ncreated: 1\n---\n"
    #expect(
      folder.text(head + "[[lang.swift]], [[lang.other]], `[[lang.swift]]`\n", named: "note.md")
        == head + "[[lang.swift|Swift's notes]], [[lang.other]], `[[lang.swift]]`\n")
  }

  @Test func `a link without words has the title of the page that it leads to`() throws {
    let folder = try Folder([
      "b.md": "---\nkey: 1\n---\n\n# The *other* page #\n", "c.md": "---\ntitle: Third\n---\nWords.\n", "d.md": "Words.\n",
    ])
    #expect(
      folder.text("See [](./b), [](b.md) and [](c.md).\n") == "See [The *other* page](./b), [The *other* page](b.md) and [Third](c.md).\n")
    let untouched = "[](d.md) [](none.md) [](#b) [](b.md#x) ![](b.md) `[](b.md)`\n\n```\n[](b.md)\n```\n"
    #expect(folder.text(untouched) == untouched)
    // A reader of paper sees nothing else of a link to the web.
    #expect(folder.text("See [](https://www.example.org/b_c.md).\n") == "See [example.org/b\\_c.md](https://www.example.org/b_c.md).\n")
  }

  @Test func `a page within a page is left out of a callout between fences, too`() throws {
    let folder = try Folder(["b/index.html": ""])
    let text = folder.text("```online\nWords.\n\n[iframe src=\"b\" link border=1]\n```\n\n```js\n[iframe src=\"b\"]\n```\n")
    #expect(text.contains("<!-- [iframe src=\"b\" link border=1] -->"))
    #expect(text.contains("```js\n[iframe src=\"b\"]\n```"))
  }

  @Test func `a picture of a vault is looked for by its name`() throws {
    let folder = try Folder([
      "files/a.png": "", "x/b.png": "", "x/y/b.png": "", ".trash/c.png": "", "n/d.png": "", "n/e f.png": "", "d.png": "",
    ])
    func text(_ text: String) -> String { folder.text(text, named: "n/a.md") }
    #expect(text("![[a.png|300]]\n") == "![[../files/a.png|300]]\n")
    #expect(text("![[e f.png]] ![[d.png#right]]\n") == "![[e f.png]] ![[d.png#right]]\n")
    #expect(text("![[y/b.png]]\n") == "![[../x/y/b.png]]\n")
    #expect(text("![[b.png]]\n") == "![[../x/b.png]]\n")
    #expect(text("![[c.png]]\n") == "![[c.png]]\n")
    #expect(folder.text("![[d.png]]\n", named: "x/a.md", root: "/x") == "![[d.png]]\n")
    let messages = folder.messages("![[b.png]] ![[b.png]]\n", named: "n/a.md").filter { $0.contains("picture.ambiguous") }
    #expect(messages.count == 1 && messages[0].contains("2 pictures are named b.png: ../x/b.png is shown"))
  }

  @Test func `in a vault Markdown's pictures are looked for by their names, too`() throws {
    let files = ["x/e f(1).png": "", "n/d.png": "", "d.png": ""]
    func text(_ text: String, in vault: [String: String]) throws -> String {
      try Folder(files.merging(vault) { $1 }).text(text, named: "n/a.md")
    }
    let vault = [".obsidian/app.json": "{}"]
    #expect(try text("![w](e%20f(1).png) ![](d.png)\n", in: vault) == "![w](../x/e%20f%281%29.png) ![](d.png)\n")
    #expect(try text("![w](e%20f%281%29.png \"t\")\n", in: vault) == "![w](../x/e%20f%281%29.png \"t\")\n")
    #expect(try text("![w](e%20f%281%29.png)\n", in: [:]) == "![w](e%20f%281%29.png)\n")
    #expect(try text("![w](https://a.org/d.png) ![w](/e.png) ![w][d]\n", in: vault) == "![w](https://a.org/d.png) ![w](/e.png) ![w][d]\n")
  }

  @Test func `Microsoft Learn's includes are read, within a line and as code by lines`() throws {
    let folder = try Folder(["inc/b.md": "the words", "c.cs": "one\ntwo\nthree\n"])
    #expect(folder.text("a [!INCLUDE [x](inc/b.md)] c\n\n[!include[x](inc/b.md)]\n") == "a the words c\n\nthe words\n")
    #expect(folder.text(":::code language=\"csharp\" source=\"c.cs\" range=\"2-3\":::\n").contains("```csharp\ntwo\nthree\n```"))
    #expect(folder.text("[!code-csharp[Main](c.cs?highlight=1)]\n").contains("```csharp\none\n"))
    #expect(folder.text(":::code language=\"csharp\" source=\"~/c.cs\":::\n").contains("one\ntwo"))
    #expect(folder.text("`[!INCLUDE x]` [!NOTE]\n") == "`[!INCLUDE x]` [!NOTE]\n")
  }
}
