import Foundation
import Testing

/// What users of other programs type, and what `mdtypeset` alone does.
@Suite struct HabitTests {
  /// What a command line does: it makes these files, or it ends as a usage error whose hint holds this.
  enum Outcome: Sendable {
    case makes(String)
    case says(String)
  }

  static let table: [(line: String, outcome: Outcome)] = [
    // By itself
    ("a.md", .makes("a.pdf")),
    ("a.md b.pdf", .makes("b.pdf")),
    ("a.md -t png", .makes("a.png")),
    ("a.md -o x.png", .makes("x.png")),
    ("a.md -o x.svg", .makes("x.svg")),
    ("a.md b.md book.pdf", .makes("book.pdf")),
    ("a.md b.md", .says("-o book.pdf")),
    ("render", .says("writes doc.pdf")),
    ("wach a.md", .says("mdtypeset ")),
    ("themse", .says("did you mean mdtypeset themes?")),
    ("matth x", .says("did you mean mdtypeset math?")),
    ("./math", .makes("math.pdf")),
    ("a.md --tocdepth 2", .says("--toc-depth")),
    ("a.md --pdf-enigne=xelatex", .says("--pdf-engine of pandoc")),
    ("a.md --wibble-wobble", .says("mdtypeset --help")),
    ("a.md --pdf", .says("-o NAME.pdf")),
    ("a.md --png", .says("-t png")),
    // pandoc
    ("a.md -s -o o.pdf", .makes("o.pdf")),
    ("a.md --standalone -o o.pdf", .makes("o.pdf")),
    ("-f markdown -t pdf a.md -o o.pdf", .makes("o.pdf")),
    ("--from=gfm a.md -o o.pdf", .makes("o.pdf")),
    ("--from markdown+tex_math_dollars a.md -o o.pdf", .makes("o.pdf")),
    ("-f docx a.md -o o.pdf", .says("reads Markdown")),
    ("a.md -o o.pdf --pdf-engine=xelatex", .makes("o.pdf")),
    ("a.md -o o.pdf --pdf-engine lualatex --pdf-engine-opt=-shell-escape", .makes("o.pdf")),
    ("a.md -o o.pdf -V geometry:margin=1in", .makes("o.pdf")),
    ("a.md -o o.pdf -V geometry=margin=1in -V fontsize=12pt", .makes("o.pdf")),
    ("a.md -o o.pdf -M title=Hello", .makes("o.pdf")),
    ("a.md -o o.pdf --metadata title:Hello --metadata=lang:de", .makes("o.pdf")),
    ("a.md -o o.pdf --toc --toc-depth=2 -N", .makes("o.pdf")),
    ("a.md -o o.pdf --table-of-contents --number-sections", .makes("o.pdf")),
    ("a.md -o o.pdf --highlight-style tango", .says("highlight.keyword")),
    ("a.md -o o.pdf --syntax-highlighting=none", .says("highlight.keyword")),
    ("a.md -o o.pdf --css style.css", .says("--theme mine.yaml")),
    ("a.md -o o.pdf -c style.css", .says("--theme mine.yaml")),
    ("a.md -o o.pdf --template eisvogel", .says("--theme mine.yaml")),
    ("a.md -o o.pdf -H preamble.tex", .says("--math-macros")),
    ("a.md -o o.pdf --include-in-header=preamble.tex", .says("--math-macros")),
    ("a.md -o o.pdf --mathjax", .makes("o.pdf")),
    ("a.md -o o.pdf --katex=https://example.org/katex", .makes("o.pdf")),
    ("a.md -o o.pdf --resource-path=.:img", .says("images:../shared")),
    ("a.md -o o.pdf --wrap=none --columns=80", .makes("o.pdf")),
    ("a.md -o o.pdf --metadata-file meta.yaml", .says("front matter")),
    ("a.md -o o.pdf --citeproc", .makes("o.pdf")),
    ("a.md -o o.pdf -F pandoc-crossref", .says("filters")),
    ("a.md -o o.pdf --lua-filter=x.lua", .says("filters")),
    ("a.md -o o.pdf --top-level-division=chapter", .says("--theme book")),
    ("a.md -o o.pdf --fail-if-warnings", .makes("o.pdf")),
    ("a.md -o o.png --dpi 96", .makes("o.png")),
    ("a.md -o o.pdf --self-contained --file-scope", .makes("o.pdf")),
    // Typst
    ("compile a.md", .makes("a.pdf")),
    ("compile a.md o.pdf", .makes("o.pdf")),
    ("c a.md o.png --ppi 72", .makes("o.png")),
    ("compile a.md --format png", .makes("a.png")),
    ("compile -f svg a.md", .makes("a.svg")),
    ("compile a.md --root . --font-path fonts", .makes("a.pdf")),
    ("compile a.md --input draft=true", .says("-V KEY=VALUE")),
    ("compile a.md --open --dry-run", .says("-o doc.pdf")),
    ("compile a.md --open --sandbox", .says("xdg-open a.pdf")),
    ("compile a.md --pdf-standard a-2b --ignore-system-fonts -j 1", .makes("a.pdf")),
    ("compile a.md --color never --diagnostic-format human", .makes("a.pdf")),
    ("compile a.md --diagnostic-format short", .makes("a.pdf")),
    ("compile a.md --diagnostic-format sarif", .says("human, short, json")),
    ("compile a.md --deps-format zero", .says("--deps FILE")),
    // Quarto
    ("render a.md --to pdf", .makes("a.pdf")),
    ("render a.md --to pdf -o o.pdf", .makes("o.pdf")),
    ("render a.md --output o.pdf --toc", .makes("o.pdf")),
    ("render a.md -P alpha:0.1", .says("code is shown")),
    ("render a.md -M title:Hello --no-execute", .makes("a.pdf")),
    ("render a.md --output-dir out", .says("-o DIR/doc.pdf")),
    ("render a.md --profile draft", .says("-V KEY=VALUE")),
    // What people expect
    ("a.md --page-size a5 --landscape --margin 2cm", .makes("a.pdf")),
    ("a.md --font-size 12pt --lang de --title T --author A", .makes("a.pdf")),
    ("serve", .says("mdtypeset watch doc.md --preview")),
    ("build", .says("mdtypeset batch DIR -o OUT")),
    ("keys nosuchkey", .says("mdtypeset keys")),
    (". -o o.pdf", .makes("o.pdf")),
    // WeasyPrint
    ("a.md o.pdf -s style.css", .says("--theme mine.yaml")),
    ("a.md o.pdf --stylesheet style.css", .says("--theme mine.yaml")),
    ("a.md o.pdf -e utf8 -m print", .makes("o.pdf")),
    ("a.md o.pdf --base-url .", .says("--root DIR")),
    ("a.md o.pdf --pdf-variant a-2b", .makes("o.pdf")),
    // md-to-pdf
    ("a.md --stylesheet x.css --body-class y", .says("--theme mine.yaml")),
    ("a.md --document-title Hello", .makes("a.pdf")),
    ("a.md --pdf-options {}", .says("-V paper=a5")),
    ("a.md --basedir .", .makes("a.pdf")),
    ("a.md --as-html", .says("PDF, PNG or SVG")),
  ]

  @Test(arguments: table.indices)
  func `what users of other programs type works or says what to type`(_ index: Int) throws {
    let (line, outcome) = Self.table[index]
    let folder = try Program.Folder()
    for name in ["a.md", "b.md", "math"] { try folder.write(name, "# A\n\ntext $x$\n") }
    let result = try Program.run(line.split(separator: " ").map(String.init), in: folder)
    switch outcome {
    case .makes(let name):
      #expect(result.code == 0, "\(line): \(result.errors)")
      #expect(Set(folder.files) == ["a.md", "b.md", "math", name], "\(line)")
      #expect(result.errors.isEmpty, "nothing is said where standard error is no terminal")
    case .says(let words):
      #expect(result.code == 2, "\(line): \(result.errors)")
      #expect(result.errors.split(separator: "hint:").last?.contains(words) == true, "\(line): \(result.errors)")
      #expect(folder.files == ["a.md", "b.md", "math"])
    }
  }

  @Test(arguments: [
    ("aa.md", "did you mean a.md?"), ("quarterly.md", "it was looked for in /"), ("nowhere/a.md", "there is no folder nowhere"),
  ]) func `a file that is not there is named with what was meant, or with where it was looked for`(path: String, hint: String) throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "# A\n")
    let result = try Program.run([path], in: folder)
    #expect(result.code == 4)
    #expect(result.errors.contains("hint: " + hint), "\(result.errors)")
  }

  @Test func `a PDF of another program is replaced only by name`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "text\n")
    try folder.write("a.pdf", "%PDF-1.7 by somebody else")
    let refused = try Program.run(["a.md"], in: folder)
    #expect(refused.code == 5 && refused.errors.contains("-o a.pdf"))
    #expect(folder.read("a.pdf") == Data("%PDF-1.7 by somebody else".utf8))
    #expect(try Program.run(["a.md", "-o", "a.pdf"], in: folder).code == 0)
    // Now it is ours.
    try folder.write("a.md", "other text\n")
    let before = folder.read("a.pdf")
    #expect(try Program.run(["a.md"], in: folder).code == 0)
    #expect(folder.read("a.pdf") != before)
  }

  @Test func `several pages have numbers, one has none`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "one\n\n\\newpage\n\ntwo\n")
    #expect(try Program.run(["a.md", "-o", "x.png", "--ppi", "30"], in: folder).code == 0)
    #expect(try Program.run(["a.md", "-o", "y.png", "--ppi", "30", "--pages", "2"], in: folder).code == 0)
    #expect(folder.files == ["a.md", "x-1.png", "x-2.png", "y.png"])
  }

  @Test func `a verb is the verb whatever lies in the folder`() throws {
    let folder = try Program.Folder()
    try folder.write("themes", "text\n")
    let listed = try Program.run(["themes"], in: folder)
    #expect(String(decoding: listed.output, as: UTF8.self).contains("article\n"))
    #expect(folder.files == ["themes"])
  }

  @Test func `messages have colour where it is asked for, and none by default in a pipe`() throws {
    let folder = try Program.Folder()
    try folder.write("a.md", "$\\frca$\n")
    let plain = try Program.run(["a.md"], in: folder)
    #expect(plain.errors.contains("warning: ") && !plain.errors.contains("\u{1B}["))
    let colored = try Program.run(["a.md", "--color=always"], in: folder)
    #expect(colored.errors.contains("\u{1B}[33mwarning:\u{1B}[0m "))
    let removed = colored.errors.replacing(/\u{1B}\[[0-9;]*m/, with: "")
    #expect(removed == plain.errors)
  }

  @Test(arguments: ["article", "book", "letter", "slides", "thesis"])
  func `a start is typeset without a word`(_ kind: String) throws {
    let folder = try Program.Folder()
    #expect(try Program.run(["init", kind], in: folder).code == 0)
    let result = try Program.run(["\(kind).md"], in: folder)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let again = try Program.run(["init", kind], in: folder)
    #expect(again.code == 5, "what is there is kept")
  }

  @Test(arguments: ["bash", "zsh", "fish"])
  func `completions know every verb and every option`(_ shell: String) throws {
    let folder = try Program.Folder()
    let text = String(decoding: try Program.run(["completions", shell], in: folder).output, as: UTF8.self)
    let help = String(decoding: try Program.run(["--help"], in: folder).output, as: UTF8.self)
    let options = help.matches(of: /--([a-z-]+)/).map { String($0.output.1) }
    #expect(options.count > 30)
    for option in Set(options) { #expect(text.contains(option), "\(option)") }
    for verb in ["math", "inspect", "themes", "init", "completions"] { #expect(text.contains(verb)) }
    try folder.write("file", text)
    // The shell itself reads it, if it is here.
    guard FileManager.default.isExecutableFile(atPath: "/usr/bin/\(shell)") else { return }
    #expect(try Program.run(["-n", "file"], in: folder, program: "/usr/bin/\(shell)").errors == "")
  }

  @Test func `bash completes options, values and verbs`() throws {
    let folder = try Program.Folder()
    let text = try Program.run(["completions", "bash"], in: folder).output
    try folder.write("c.sh", text)
    func completed(_ words: [String]) throws -> String {
      let list = words.map { "'\($0)'" }.joined(separator: " ")
      let script = "source c.sh; COMP_WORDS=(mdtypeset \(list)); COMP_CWORD=\(words.count); _mdtypeset; echo \"${COMPREPLY[@]}\""
      return String(decoding: try Program.run(["bash", "-c", script], in: folder, program: "/usr/bin/env").output, as: UTF8.self)
    }
    #expect(try completed(["--toc"]) == "--toc --toc-depth\n")
    #expect(try completed(["--theme", "bo"]) == "book\n")
    #expect(try completed(["them"]) == "themes\n")
    #expect(try completed(["themes", "--sp"]) == "--specimen\n")
    #expect(try completed(["--theme", "=", "da"]) == "dark\n")
    #expect(try completed(["completions", ""]) == "bash zsh fish\n")
    #expect(try completed(["batch", "--progress", ""]) == "auto plain json none\n")
    try folder.write("number", "")
    #expect(try completed(["batch", "--jobs", ""]) == "\n", "a number is no file")
  }

  @Test(.enabled(if: FileManager.default.isExecutableFile(atPath: "/usr/bin/fish")))
  func `fish completes options, values and verbs`() throws {
    let folder = try Program.Folder()
    try folder.write("c.fish", try Program.run(["completions", "fish"], in: folder).output)
    func completed(_ line: String) throws -> [String] {
      let script = "source c.fish; complete -C '\(line)'"
      let output = try Program.run(
        ["-c", script], in: folder, environment: ["HOME": folder.path], program: "/usr/bin/fish"
      ).output
      return String(decoding: output, as: UTF8.self).split(separator: "\n").map { String($0.prefix { $0 != "\t" }) }
    }
    #expect(try completed("mdtypeset --toc").sorted() == ["--toc", "--toc-depth"])
    #expect(try completed("mdtypeset them") == ["themes"])
    #expect(try completed("mdtypeset --theme bo") == ["book"])
    #expect(try completed("mdtypeset completions ").sorted() == ["bash", "fish", "zsh"])
    try folder.write("number", "")
    #expect(try completed("mdtypeset batch --jobs ").isEmpty)
  }

  @Test func `the manual page is a manual page`() throws {
    let folder = try Program.Folder()
    let page = try Program.run(["man"], in: folder).output
    #expect(String(decoding: page.prefix(14), as: UTF8.self) == ".TH MDTYPESET ")
    #expect(String(decoding: page, as: UTF8.self).contains("\\fB\\-\\-toc\\-depth\\fR"))
  }

  @Test func `every option that the README and the guide name is one`() throws {
    let folder = try Program.Folder()
    let root = URL(filePath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var known = Set<String>()
    for verb in [
      [], ["init"], ["math"], ["inspect"], ["extract"], ["fonts"], ["themes"], ["keys"], ["batch"], ["watch"], ["explain"], ["test"],
      ["diff"],
    ] {
      let help = String(decoding: try Program.run(verb + ["--help"], in: folder).output, as: UTF8.self)
      known.formUnion(help.matches(of: /--([a-z][a-z-]+)/).map { String($0.output.1) })
    }
    for page in ["README.md", "docs/guide/command-line.md", "docs/guide/pages.md", "docs/guide/pictures.md", "docs/guide/math-and-code.md"]
    {
      // What other tools call them is tried by `SameOptionTests`.
      let parts = try String(contentsOf: root.appending(path: page), encoding: .utf8).components(separatedBy: "| option | same as in |")
      let text = parts[0] + parts.dropFirst().map { $0.components(separatedBy: "\n\n").dropFirst().joined(separator: "\n\n") }.joined()
      let named = text.matches(of: /(?:^|[ `\[])--([a-z][a-z-]+)/).map { String($0.output.1) }
      // One of pandoc's stands for all options of other programs; the last two are those of PDF viewers.
      let unknown = Set(named).subtracting(known).subtracting(["pdf-engine", "format", "synctex-forward", "unique"])
      #expect(unknown.isEmpty, "\(page)")
    }
  }

  @Test(arguments: ["pdf", "png"])
  func `with -j 1 no thread is started`(_ format: String) throws {
    let folder = try Program.Folder()
    let part = "# Part\n\nSome words of text with $x^2$.\n\n```swift\nlet x = 1\n```\n\n\\newpage\n\n"
    try folder.write("a.md", String(repeating: part, count: 60))
    let words = [
      "strace", "-f", "-qq", "-e", "trace=clone,clone3", "-o", "trace.txt", Program.path, "a.md", "-o", "a-{p}.\(format)", "--ppi", "20",
      "-j", "1",
    ]
    let result = try Program.run(words, in: folder, program: "/usr/bin/env")
    try #require(result.code == 0, "strace is needed: apt-get install strace; \(result.errors)")
    let trace = String(decoding: folder.read("trace.txt") ?? Data(), as: UTF8.self)
    #expect(!trace.contains("CLONE_THREAD"), "\(trace)")
  }
}
