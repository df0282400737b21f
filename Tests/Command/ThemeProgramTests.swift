import Foundation
import Testing

@Suite struct ThemeProgramTests {
  /// Width and height in pixels of a page at 72 ppi, from the head of its PNG.
  func size(_ png: Data?) -> [Int] {
    guard let png, png.count > 24 else { return [] }
    return [16, 20].map { start in png[(png.startIndex + start)..<(png.startIndex + start + 4)].reduce(0) { $0 << 8 | Int($1) } }
  }

  @Test(arguments: [
    ([], [283, 425]), (["-V", "page.paper=70mm 50mm"], [198, 142]), (["-V", "paper=70mm 50mm"], [198, 142]),
    (["--theme", "book"], [283, 425]), (["-Vpage.paper=70mm 50mm", "-V", "paper=90mm 90mm"], [198, 142]),
  ])
  func `what is set on the command line goes over front matter, and that over the theme`(_ arguments: [String], _ expected: [Int]) throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("---\npaper: 100mm 150mm\n---\n\ntext\n".utf8))
    let result = try Program.run(["a.md", "-o", "a.png", "--ppi", "72"] + arguments, in: folder)
    #expect(result.code == 0)
    let drawn = size(folder.read("a-1.png") ?? folder.read("a.png"))
    #expect(zip(drawn, expected).allSatisfy { abs($0 - $1) <= 1 } && drawn.count == 2, "\(drawn)")
  }

  @Test(arguments: ["article", "book", "dark", "github", "note", "report"])
  func `the specimen of a built-in theme is typeset without a word`(_ name: String) throws {
    let folder = try Program.Folder()
    let result = try Program.run(["themes", "--specimen", name, "-o", "s.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "")
    #expect(folder.read("s.pdf")?.starts(with: Data("%PDF-".utf8)) == true)
  }

  @Test func `faults of a theme file are said with their place and the document is made`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("text\n".utf8))
    try folder.write("t.yaml", Data("base: article\nstyles:\n  h7: {size: 2em}\n".utf8))
    let result = try Program.run(["a.md", "--theme", "t.yaml", "-o", "a.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors.contains(#"t.yaml:3:3: warning: unknown key "h7""#))
    #expect(result.errors.contains("hint: did you mean \"h"))
    #expect(folder.read("a.pdf") != nil)
  }

  @Test func `a document lays keys of its own over the theme that it names`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("---\ntheme: {base: book, body: {sise: 3pt}}\n---\n\ntext\n".utf8))
    let result = try Program.run(["a.md", "-o", "a.pdf"], in: folder)
    #expect(result.errors.contains(#"a.md:2:28: warning: unknown key "sise""#))
  }

  @Test func `theme files build on files, and one that builds on itself is an error`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("text\n".utf8))
    try folder.write("house.yaml", Data("page: {paper: 70mm 50mm}\n".utf8))
    try folder.write("mine.yaml", Data("base: house.yaml\nbody: {size: 8pt}\n".utf8))
    try folder.write("self.yaml", Data("base: self.yaml\n".utf8))
    let result = try Program.run(["a.md", "--theme", "mine.yaml", "-o", "a.png", "--ppi", "72"], in: folder)
    #expect(result.errors == "")
    #expect(size(folder.read("a.png") ?? folder.read("a-1.png")).first.map { abs($0 - 198) <= 1 } == true)
    #expect(try Program.run(["a.md", "--theme", "self.yaml", "-o", "b.pdf"], in: folder).code == 2)
  }

  @Test func `a key that leads nowhere is an error`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("text\n".utf8))
    let result = try Program.run(["a.md", "-o", "a.pdf", "-V", "stiles.h1.color=red"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("did you mean styles?"))
  }

  @Test func `the printed source of a theme is a theme`() throws {
    let folder = try Program.Folder()
    let printed = try Program.run(["themes", "--print", "report"], in: folder)
    try folder.write("t.yaml", printed.output)
    try folder.write("a.md", Data("text\n".utf8))
    let result = try Program.run(["a.md", "--theme", "t.yaml", "-o", "a.pdf"], in: folder)
    #expect(result.code == 0)
    #expect(result.errors == "")
  }
}

@Suite struct CodeProgramTests {
  @Test func `numbers of lines and the hook of a long line have no text`() throws {
    let folder = try Program.Folder()
    try folder.write(
      "a.md", Data("---\npaper: 80mm 80mm\nmargin: 10mm\n---\n\n```py linenums=\"9\"\nabcdefghijklmnop = abcdefghijklmnop\nb\n```\n".utf8))
    let result = try Program.run(["inspect", "pages", "a.md"], in: folder)
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    let runs = lines.filter { $0.hasPrefix(".run SourceCodePro") }.map { $0.drop { $0 != "\"" } }
    #expect(runs == ["\"\"", "\"abcdefghijklmnop = \"", "\"abcdefghijklmnop\"", "\"\"", "\"b\""])
    #expect(lines.filter { $0.hasPrefix(".stroke") }.count == 4)
  }

  @Test(arguments: [("keep: true", 1), ("keep: false", 2)])
  func `what is kept together begins on the next page`(_ rule: String, _ parts: Int) throws {
    let folder = try Program.Folder()
    try folder.write("t.yaml", Data("page: {paper: 80mm 80mm, margin: 10mm, numbers: false}\nstyles: {code: {\(rule)}}\n".utf8))
    try folder.write("a.md", Data(("text\n\n" + "text\n\n" + "text\n\n```\n" + String(repeating: "x\n", count: 11) + "```\n").utf8))
    let result = try Program.run(["inspect", "pages", "a.md", "--theme", "t.yaml"], in: folder)
    // The pages on which the frame of the code stands.
    let pages = String(decoding: result.output, as: UTF8.self).components(separatedBy: "page ").dropFirst()
    #expect(pages.filter { $0.contains(".panel") }.count == parts)
    #expect(pages.count == 2)
  }

  @Test func `several themes write a file each, and a theme writes the same bytes again`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("# Title\n\n^[text](customColor: 'danger')\n".utf8))
    try folder.write("brand.yaml", Data("base: article\nbody: {color: '#224466'}\n".utf8))
    let all = try Program.run(["a.md", "--theme", "book,brand.yaml,dark", "-o", "doc-{theme}.pdf"], in: folder)
    #expect(all.errors == "")
    #expect(all.code == 0)
    let files = ["book", "brand", "dark"].map { folder.read("doc-\($0).pdf") }
    #expect(Set(files).count == 3 && !files.contains(nil))
    // Each as if it were alone, whatever came before it.
    for (number, name) in ["book", "brand.yaml", "dark"].enumerated() {
      let alone = try Program.run(["a.md", "--theme", name, "-o", "alone.pdf"], in: folder)
      #expect(alone.code == 0)
      #expect(folder.read("alone.pdf") == files[number], "\(name)")
    }
    // Standard input is read once; without a name for the output the themes' names are added to that of the input.
    #expect(try Program.run(["a.md", "--theme", "book,dark"], in: folder).code == 0)
    #expect(folder.read("a-book.pdf") == files[0])
    #expect(try Program.run(["-", "--theme", "book,dark", "-o", "in-{theme}.png"], in: folder, input: Data("x".utf8)).code == 0)
    #expect(["book", "dark"].allSatisfy { folder.read("in-\($0).png") ?? folder.read("in-\($0)-1.png") != nil })
    #expect(try Program.run(["a.md", "--theme", "book,dark", "--sandbox", "-o", "s-{theme}.pdf"], in: folder).code == 0)
    #expect(folder.read("s-dark.pdf") == files[2])
  }

  @Test(arguments: [
    (["--theme", "book,dark", "-o", "a.pdf"], "several themes need {theme} in the name of the output"),
    (["-o", "a-{theme}.pdf"], "{theme} in the name of the output needs a theme"),
    (["--theme", "book,book", "-o", "a-{theme}.pdf"], "two themes are called book"),
    (["--theme", "book,drak", "-o", "a-{theme}.pdf"], "unknown theme \"drak\""),
  ])
  func `lists of themes that cannot be written`(_ arguments: [String], _ message: String) throws {
    let folder = try Program.Folder()
    try folder.write("a.md", Data("text\n".utf8))
    let result = try Program.run(["a.md"] + arguments, in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains(message))
  }

  /// The engine's value, then each place that overrides it.
  @Test func `a value comes from the engine, the theme, front matter, a flag, in this order`() throws {
    let folder = try Program.Folder()
    try folder.write("plain.md", Data("text\n".utf8))
    try folder.write("matter.md", Data("---\nfontsize: 13pt\n---\n\ntext\n".utf8))
    try folder.write("t.yaml", Data("base: article\nbody: {size: 12pt}\n".utf8))
    func step(_ words: [String]) throws -> String {
      let result = try Program.run(words + ["--explain-options"], in: folder)
      let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map {
        $0.split(separator: " ").joined(separator: " ")
      }
      return lines.first { $0.hasPrefix("fontsize ") || $0.hasPrefix("body.size ") } ?? "none"
    }
    let steps = [
      try step(["plain.md"]), try step(["plain.md", "--theme", "t.yaml"]), try step(["matter.md", "--theme", "t.yaml"]),
      try step(["matter.md", "--theme", "t.yaml", "-V", "fontsize=14pt"]),
    ]
    #expect(
      steps == [
        "body.size 11pt theme article", "body.size 12pt t.yaml:2", "fontsize 13pt matter.md:2", "fontsize 14pt -V fontsize=14pt",
      ])
  }
}
