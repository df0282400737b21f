import Foundation
import Testing

@Suite struct ProgramTests {
  @Test func `a document becomes a PDF in silence`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# Title\n\nText with $x^2$.\n")
    let result = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(result.output.isEmpty)
    #expect(folder.read("a.pdf")?.starts(with: Data("%PDF-".utf8)) == true)
  }

  @Test func `two runs give the same bytes`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "---\ntitle: T\n---\n# A\n\nText with [a link](#a) and $x$.\n")
    for name in ["1.pdf", "2.pdf"] { _ = try Program.run(["a.md", "-o", name], in: folder) }
    #expect(folder.read("1.pdf") == folder.read("2.pdf"))
    for name in ["1.svg", "2.svg"] { _ = try Program.run(["a.md", "-o", name], in: folder) }
    #expect(folder.read("1.svg") == folder.read("2.svg"))
  }

  /// Swift's dictionaries have another order in each process.
  @Test func `two runs give the same bytes of a document with parts`() throws {
    let folder = try Program.Folder()
    let parts = (1...8).map { "# Part \($0)\n\n## A\n\nA [link](https://e.org/\($0)), a note.[^\($0)]\n\n## B\n\n[^\($0)]: Note.\n" }
    try folder.write("a.md", parts.joined(separator: "\n"))
    for name in ["1.pdf", "2.pdf"] { _ = try Program.run(["a.md", "-o", name], in: folder) }
    #expect(folder.read("1.pdf") == folder.read("2.pdf"))
  }

  @Test func `standard input and output are files named -`() throws {
    let folder = try Program.Folder()
    let result = try Program.run(["-", "-o", "-"], in: folder, input: Data("Hello".utf8))
    #expect(result.code == 0)
    #expect(result.output.starts(with: Data("%PDF-".utf8)))
  }

  @Test func `pages become pictures under their numbers or a pattern`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", String(repeating: "Some words make a paragraph of text.\n\n", count: 80))
    _ = try Program.run(["a.md", "-o", "p.png", "--ppi", "40"], in: folder)
    _ = try Program.run(["a.md", "-o", "page {0p} of {t}.svg", "--pages", "2-"], in: folder)
    #expect(folder.files.contains("p-1.png"))
    #expect(folder.files.contains("p-2.png"))
    #expect(folder.files.contains { $0.hasPrefix("page 2 of") })
    #expect(folder.read("p-1.png")?.starts(with: [0x89, 0x50, 0x4E, 0x47]) == true)
  }

  @Test func `copying a formula gives its signs or its LaTeX, a divided word comes out whole`() throws {
    let folder = try Program.Folder()
    let words = String(repeating: "internationalization characteristically incomprehensible ", count: 12)
    try folder.write("a.md", "The identity $e^{i\\pi}+1=0$ holds.\n\n\(words)\n")
    _ = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    let text = try Program.text(ofPDF: "a.pdf", in: folder)
    #expect(text.contains("e^(iπ) + 1 = 0 holds"))
    #expect(text.split { $0 == " " || $0 == "\n" }.filter { $0 == "internationalization" }.count >= 11)
    _ = try Program.run(["a.md", "-o", "b.pdf", "--copy", "latex"], in: folder)
    #expect(try Program.text(ofPDF: "b.pdf", in: folder).contains(#"$e^{i\pi}+1=0$"#))
  }

  @Test func `the program alone sets Latin text and math without a font on the system`() throws {
    let folder = try Program.Folder()
    try FileManager.default.copyItem(atPath: Program.path, toPath: folder.path + "/mdtypeset")
    try folder.write("a.md", "# Title\n\nText, *emphasis*, `code` and $\\int_0^1 x^2\\,dx=\\frac13$.\n")
    let result = try Program.run(
      ["a.md", "-o", "a.pdf"], in: folder, environment: ["FONTCONFIG_FILE": "/dev/null", "HOME": folder.path],
      program: folder.path + "/mdtypeset")
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(try Program.text(ofPDF: "a.pdf", in: folder).contains("∫₀¹ x²"))
  }

  @Test func `SVG stays vector and JPEG stays JPEG in a PDF`() throws {
    let folder = try Program.Folder()
    try folder.write(
      "f.svg",
      """
      <svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><circle cx="15" cy="15" r="9" fill="red" opacity="0.5"/>\
      <text x="30" y="20">text</text></svg>
      """)
    let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent().appending(path: "samples/images")
    try folder.write("p.jpg", try Data(contentsOf: samples.appending(path: "waves.jpg")))
    try folder.write("a.md", "![vector](f.svg)\n\nText ![again](f.svg) and ![pixels](p.jpg).\n")
    _ = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    let list = try Program.run(["pdfimages", "-list", "a.pdf"], in: folder, program: "/usr/bin/env")
    let rows = String(decoding: list.output, as: UTF8.self).split(separator: "\n").dropFirst(2)
    #expect(rows.count == 1)
    #expect(rows.first?.contains(" jpeg ") == true)
  }

  @Test func `a formula by itself is a cropped picture`() throws {
    let folder = try Program.Folder()
    let result = try Program.run(["math", "x^2", "-o", "x.svg"], in: folder)
    #expect(result.code == 0)
    #expect(folder.read("x.svg").map { String(decoding: $0, as: UTF8.self).contains("<svg") } == true)
  }

  @Test func `a formula may come from standard input`() throws {
    let folder = try Program.Folder()
    let result = try Program.run(["math", "-", "-o", "x.svg"], in: folder, input: Data("x_1<y\n".utf8))
    #expect(result.code == 0)
    let text = folder.read("x.svg").map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(text.contains("role=\"math\" aria-label=\"x sub 1 is less than y\""))
  }

  @Test func `folders with fonts hold for formulas and lines too`() throws {
    let folder = try Program.Folder()
    let fonts = URL(fileURLWithPath: #filePath).appending(path: "../../../fonts/stixtwo").standardized.path
    try folder.write("f.jsonl", "{\"id\": \"a\", \"width\": 100, \"text\": \"a\"}\n")
    for words in [["math", "x", "-o", "x.svg"], ["inspect", "lines", "f.jsonl"]] {
      #expect(try Program.run(words + ["--font-path", fonts, "--ignore-system-fonts"], in: folder).code == 0)
    }
  }

  @Test func `a formula's SVG tells a web page where its baseline is and what it says`() throws {
    let folder = try Program.Folder()
    _ = try Program.run(["math", "x_1<y", "-o", "x.svg"], in: folder)
    let text = folder.read("x.svg").map { String(decoding: $0, as: UTF8.self) } ?? ""
    #expect(text.contains("vertical-align:-0.234em;overflow:visible\""))
    #expect(text.contains("role=\"math\" aria-label=\"x sub 1 is less than y\""))
  }

  @Test func `a batch of formulas becomes a file each, and what can't be a name is left out`() throws {
    let folder = try Program.Folder()
    try folder.write("f.tsv", "a\ttext\tx^2\n../b\ttext\ty\nc\tdisplay\t\\frac12\n")
    let result = try Program.run(["math", "--batch", "f.tsv", "-o", "pictures"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "mdtypeset: warning: line 2 is left out: ../b can't be a file's name\n")
    #expect((folder.read("pictures/a.svg") != nil, folder.read("pictures/c.svg") != nil) == (true, true))
    #expect(!folder.files.contains("b.svg"))
  }
}

@Suite struct FailureTests {
  @Test(arguments: [
    (["-o", "a.pdf"], Int32(2), "no input"),
    (["a.md", "b.md"], 2, "several inputs need the name of an output"),
    (["a.md", "-o", "a.pdf", "--pagse", "1"], 2, "did you mean --pages?"),
    (["a.md", "-o", "a.docx"], 2, "unknown format .docx"),
    (["a.md", "-o", "a.pdf", "--theme", "artcle"], 2, "did you mean article?"),
    (["a.md", "-o", "a.pdf", "--pages", "9-"], 2, "the document has 1"),
    (["none.md", "-o", "a.pdf"], 4, "cannot read none.md"),
    (["a.md", "-o", "/proc/none/a.pdf"], 5, "cannot write /proc/none/a.pdf"),
    (["a.md", "-o", "/proc/none/{p}.png"], 5, "mkdir -p /proc/none"),
    (["a.md", "-o", "."], 2, "extension"),
    (["a.md", "-o", "a.pdf", "--strict"], 3, "unknown command"),
    (["a.md", "-t", "pdf", "-o", "a.md"], 2, "is also an input"),
  ])
  func `a failure has its code and its words`(arguments: [String], code: Int32, words: String) throws {
    let folder = try Program.Folder()
    let source = "Text with $\\frca12$.\n"
    try folder.write("a.md", source)
    let result = try Program.run(arguments, in: folder)
    #expect(result.code == code)
    #expect(result.errors.contains(words))
    // The input is unharmed and nothing half-written is left.
    #expect(folder.files == ["a.md"])
    #expect(folder.read("a.md") == Data(source.utf8))
  }

  @Test func `a warning names file, line and column, shows the line and a hint`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# T\n\nso that $\\frca{1}{2}$ vanishes\n")
    let result = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(
      result.errors == """
        a.md:3:10: warning: unknown command \\frca [math.unknown-command]
            3 | so that $\\frca{1}{2}$ vanishes
              |          ^~~~~
           hint: did you mean \\frac?

        """)
  }

  @Test func `a missing picture shows its words and is said once`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "![a drawing](none.svg)\n\nThen ![it](none.svg) again.\n")
    let result = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.contains("a.md:1:1: warning: cannot show none.svg: there is no such file"))
    #expect(try Program.text(ofPDF: "a.pdf", in: folder).contains("a drawing"))
  }

  @Test func `a picture outside of the folder is not read`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "![x](../../../../etc/hostname)\n")
    #expect(try Program.run(["a.md", "-o", "a.pdf"], in: folder).errors.contains("policy.picture"))
  }
}

@Suite struct HostileInputTests {
  private static let inputs: [(String, Data)] = [
    ("empty", Data()),
    ("not UTF-8", Data((0..<4096).map { UInt8(truncatingIfNeeded: $0 &* 37) })),
    ("only NUL", Data(count: 1000)),
    ("emoji first", Data("🎉 a\n\n# 🎉\n\n[🎉](http://a.b)\n".utf8)),
    ("headings of signs", Data("# ?\n\n## !\n\n# ?\n\n[a](#nowhere) [b](#)\n".utf8)),
    // U+FFFF, and U+FDD0 in a formula.
    ("noncharacters", Data([0x61, 0xEF, 0xBF, 0xBF, 0x62, 0x20, 0x24, 0x78, 0xEF, 0xB7, 0x90, 0x24, 0x0A])),
    ("noncharacters in a heading", Data([0x23, 0x20, 0x24, 0x78, 0xEF, 0xB7, 0x90, 0x24, 0x0A])),
    ("a line of 2 MB", Data(String(repeating: "word ", count: 400_000).utf8)),
    ("a word of 200 KB", Data(String(repeating: "x", count: 200_000).utf8)),
    ("10,000 quotes", Data((String(repeating: "> ", count: 10_000) + "x").utf8)),
    ("10,000 lists", Data((String(repeating: "- ", count: 10_000) + "x").utf8)),
    ("10,000 brackets", Data((String(repeating: "[", count: 10_000) + "x" + String(repeating: "]", count: 10_000)).utf8)),
    ("unclosed math", Data("$$\\frac{1}{2".utf8)),
    ("100,000 braces", Data(("$$" + String(repeating: "{", count: 100_000) + "$$").utf8)),
    ("macros without end", Data(#"$\def\a{\a\a}\a$ and text"#.utf8)),
    ("a huge matrix", Data(("$$\\begin{matrix}" + String(repeating: "1&", count: 50_000) + "\\end{matrix}$$").utf8)),
    ("a thousand columns", Data(("|" + String(repeating: "a|", count: 1000) + "\n|" + String(repeating: "-|", count: 1000) + "\n").utf8)),
    ("broken front matter", Data("---\ntitle: [a\n: b\n---\n\ntext\n".utf8)),
    ("200 divs", Data(String(repeating: "<div>\n\n", count: 200).utf8)),
    ("90 quotes and 200 lists", Data((String(repeating: "> ", count: 90) + String(repeating: "<ul><li>", count: 120) + "x").utf8)),
    ("1,000 divs", Data(String(repeating: "<div>\n\n", count: 1_000).utf8)),
    ("10,000 tags", Data(String(repeating: "<b>x</i> ", count: 10_000).utf8)),
    ("1,000 admonitions deep", Data((0..<1_000).map { String(repeating: "    ", count: $0) + "!!! note\n" }.joined().utf8)),
    ("10,000 colons", Data(String(repeating: "::: a\n", count: 10_000).utf8)),
    ("a note of 50,000 words", Data(("a[^1]\n\n[^1]: " + String(repeating: "word ", count: 50_000)).utf8)),
    ("1,000 notes in a line", Data(String(repeating: "a^[b] ", count: 1_000).utf8)),
    ("a cell over 100 rows", Data("<table><tr><td rowspan=100 colspan=1000>a</table>".utf8)),
    ("a picture without end", Data("<img src=a width=1e99%> ![b](c){width=99999999cm height=-1}".utf8)),
    ("huge lengths", Data(#"$\kern 99999999pt x \rule{1e9pt}{1e9pt}$ $$\hspace{-99999em}x$$"#.utf8)),
  ]

  @Test(arguments: inputs.map(\.0))
  func `hostile input still gives a page`(name: String) throws {
    let folder = try Program.Folder()
    let data = try #require(Self.inputs.first { $0.0 == name }).1
    try folder.write("a.md", data)
    let result = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(folder.read("a.pdf")?.starts(with: Data("%PDF-".utf8)) == true)
  }

  @Test(arguments: [
    ("m.tex", "\\newcommand{\\foo}[1]{\\mathbb{F}_{#1}}\n\\oo: \\infty\n"),
    ("m.json", #"{"\\foo": "\\mathbb{F}_{#1}", "\\oo": "\\infty"}"#),
    ("m.js", #"window.MathJax = {tex: {inlineMath: [['$', '$']], macros: {foo: ["{\\mathbb F}_{#1}", 1], oo: '\\infty'}}}"#),
  ]) func `macros come from TeX, KaTeX' and MathJax' files`(name: String, text: String) throws {
    let folder = try Program.Folder()
    try folder.write(name, text)
    let result = try Program.run(["math", "\\foo{2}\\oo", "--math-macros", name, "-o", "x.svg"], in: folder)
    #expect(result.errors == "")
  }
}
