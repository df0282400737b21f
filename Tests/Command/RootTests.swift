import Foundation
import Testing

/// A way to all files of the machine that has no `..` in it.
private let processRoot = "/proc/self/root"

/// What a document may read, and where its paths start.
@Suite struct RootTests {
  private static let svg = Data(
    #"<svg xmlns="http://www.w3.org/2000/svg" width="60" height="30"><rect width="60" height="30"/></svg>"#.utf8)

  /// A project: `docs/a.md` and `docs/sub/b.md` beside `img/x.svg`, and what is above it.
  private func project() throws -> Program.Folder {
    let folder = try Program.Folder()
    for name in ["p/docs/sub", "p/img", "p/docs/img", "out"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    for name in ["p/img/x.svg", "p/docs/img/y.svg", "p/docs/sub/z.svg", "out/o.svg"] { try folder.write(name, Self.svg) }
    try folder.write("p/docs/a.md", "![x](../img/x.svg)\n\n![y](img/y.svg)\n")
    try folder.write("p/docs/sub/b.md", "![z](z.svg)\n\n![x](../../img/x.svg)\n")
    return folder
  }

  private func errors(_ arguments: [String], _ folder: Program.Folder, in sub: String = "", input: String? = nil) throws -> String {
    let result = try Program.run(
      arguments + ["-o", folder.path + "/o.pdf"], at: folder.path + "/" + sub, input: input.map { Data($0.utf8) })
    #expect(result.code == 0)
    return result.errors
  }

  @Test(arguments: [("Makefile", "b.pdf:\n\tpandoc --citeproc -o b.pdf docs/a.md\n"), ("defaults.yaml", "bibliography: data/refs.bib\n")])
  func `a folder whose Makefile or options are for pandoc is a project`(name: String, text: String) throws {
    let folder = try project()
    try folder.write("p/" + name, text)
    #expect(try errors(["a.md"], folder, in: "p/docs") == "")
    try folder.write("p/" + name, "all:\n")
    #expect(try errors(["a.md"], folder, in: "p/docs").contains("policy.picture"))
  }

  @Test func `without a project only the input's folder may be read, and the hint says what would help`() throws {
    let folder = try project()
    for (inputs, place, root) in [(["a.md"], "p/docs", ".."), (["docs/a.md"], "p", "."), (["p/docs/a.md"], "", "p")] {
      let errors = try errors(inputs, folder, in: place)
      #expect(errors.contains("cannot show ../img/x.svg: it is outside the folder that may be read [policy.picture]"))
      #expect(errors.contains("--root \(root), or copy"))
      #expect(!errors.contains("y.svg"))
      #expect(try self.errors(inputs + ["--root", root], folder, in: place) == "")
    }
  }

  @Test func `resource folders are searched after the document's own, in order`() throws {
    let folder = try project()
    try folder.write("p/docs/c.md", "![x](x.svg)\n\n![y](img/y.svg)\n\n--8<-- \"part.md\"\n")
    try folder.write("out/part.md", "Included.\n")
    let missing = try errors(["p/docs/c.md"], folder)
    #expect(missing.contains("x.svg") && missing.contains("part.md") && !missing.contains("y.svg"))
    #expect(try errors(["p/docs/c.md", "--resource-path", "p/img:out"], folder) == "")
    #expect(try errors(["p/docs/c.md", "--resource-path=p/img", "--resource-path=out", "--sandbox"], folder) == "")
    #expect(try errors(["-", "--resource-path", "p/img"], folder, input: "![x](x.svg)\n") == "")
    // The first folder that has the file.
    try folder.write("out/x.svg", "no picture")
    #expect(try errors(["p/docs/c.md", "--resource-path", "p/img:out"], folder) == "")
    #expect(try errors(["p/docs/c.md", "--resource-path", "out:p/img"], folder).contains("cannot show x.svg"))
    // What is beside them stays refused.
    let outside = try errors(["-", "--resource-path", "img"], folder, in: "p", input: "![o](../../out/o.svg)\n")
    #expect(outside.contains("policy.picture"))
    let result = try Program.run(["p/docs/c.md", "-o", "o.pdf", "--resource-path", "none"], in: folder)
    #expect(result.code == 2 && result.errors.contains("--resource-path expects folders, and \"none\" is not one"))
  }

  @Test func `a batch and a PDF with its source find what resource folders have`() throws {
    let folder = try project()
    try folder.write("p/docs/c.md", "![x](x.svg)\n")
    let batch = try Program.run(["batch", "p/docs/c.md", "-o", "made", "--resource-path", "p/img"], in: folder)
    #expect(batch.code == 0 && !batch.errors.contains("x.svg"))
    #expect(try Program.run(["p/docs/c.md", "-o", "c.pdf", "--attach-source", "--resource-path", "p/img"], in: folder).code == 0)
    let verified = try Program.run(["verify", "c.pdf"], in: folder)
    #expect(verified.code == 0, "\(verified.errors)")
  }

  @Test func `a root widens what may be read and moves no path`() throws {
    let folder = try project()
    for root in [folder.path, folder.path + "/p", "/"] {
      #expect(try errors(["p/docs/a.md", "--root", root], folder) == "")
    }
    // A fence, below which nothing of `img` is.
    let fenced = try errors(["p/docs/a.md", "--root", "p/docs/sub"], folder)
    #expect(fenced.contains("x.svg") && fenced.contains("y.svg"))
    let result = try Program.run(["p/docs/a.md", "-o", "o.pdf", "--root", "none"], in: folder)
    #expect(result.code == 2)
    #expect(result.errors.contains("--root expects a folder, and \"none\" is not one"))
  }

  @Test(arguments: [".git", ".gitignore", "mkdocs.yml", "book.toml", "_quarto.yml", "_config.yml", "SUMMARY.md"])
  func `a project's folder may be read`(marker: String) throws {
    let folder = try project()
    try folder.write("p/" + marker, "")
    #expect(try errors(["p/docs/a.md"], folder) == "")
    #expect(try errors(["a.md"], folder, in: "p/docs") == "")
    try folder.write("p/docs/a.md", "![o](../../out/o.svg)\n")
    #expect(try errors(["p/docs/a.md"], folder).contains("policy.picture"))
  }

  @Test func `the outermost project may be read, up to a repository`() throws {
    let folder = try project()
    try folder.write("p/book.toml", "")
    try folder.write("p/docs/SUMMARY.md", "")
    #expect(try errors(["p/docs/a.md"], folder) == "")
    try FileManager.default.createDirectory(atPath: folder.path + "/p/docs/.git", withIntermediateDirectories: true)
    #expect(try errors(["p/docs/a.md"], folder).contains("policy.picture"))
  }

  @Test func `a repository ends the search for the outermost project`() throws {
    let folder = try project()
    try folder.write("mkdocs.yml", "")
    try folder.write("p/.git", "")
    try folder.write("p/docs/a.md", "![o](../../out/o.svg)\n")
    #expect(try errors(["p/docs/a.md"], folder).contains("policy.picture"))
  }

  @Test func `the home folder is no project`() throws {
    let folder = try project()
    try folder.write("p/.git", "")
    let home = ["HOME": folder.path + "/p"]
    let result = try Program.run(["p/docs/a.md", "-o", "o.pdf"], in: folder, environment: home)
    #expect(result.errors.contains("policy.picture"))
  }

  @Test func `each of several inputs has its own folder`() throws {
    let folder = try project()
    try folder.write("p/docs/a.md", "![y](img/y.svg)\n")
    try folder.write("p/docs/sub/b.md", "![z](z.svg)\n")
    #expect(try errors(["p/docs/a.md", "p/docs/sub/b.md"], folder) == "")
    #expect(try errors(["p/docs/sub/b.md", "p/docs/a.md"], folder) == "")
    #expect(try errors(["p/docs/sub/b.md", "p/docs/a.md", "--root", "p"], folder) == "")
  }

  @Test func `a catalog of DocC's is read whole, without a repository around it`() throws {
    let folder = try Program.Folder()
    for name in ["Words.docc/Articles", "Words.docc/Resources"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + name, withIntermediateDirectories: true)
    }
    try folder.write("Words.docc/Resources/x.svg", Self.svg)
    try folder.write("Words.docc/Articles/a.md", "![words](../Resources/x.svg)\n")
    #expect(try errors(["a.md"], folder, in: "Words.docc/Articles") == "")
  }

  @Test func `the paths of standard input start at the working folder`() throws {
    let folder = try project()
    #expect(try errors(["-"], folder, in: "p/docs", input: "![y](img/y.svg)\n") == "")
    #expect(try errors(["-"], folder, in: "p", input: "![y](docs/img/y.svg)\n") == "")
    #expect(try errors(["-"], folder, in: "p/docs", input: "![x](../img/x.svg)\n").contains("--root .."))
    #expect(try errors(["-", "--root", ".."], folder, in: "p/docs", input: "![x](../img/x.svg)\n") == "")
  }

  @Test func `the paths of standard input start at a root that the working folder is outside of`() throws {
    let folder = try project()
    for words in [["-"], ["-", "--stream"], ["/dev/stdin"]] {
      #expect(try errors(words + ["--root", "p/docs"], folder, input: "![y](img/y.svg)\n") == "", "\(words)")
    }
    #expect(try errors(["-", "--root", "../../out", "--root", ".."], folder, in: "p/docs", input: "![y](img/y.svg)\n") == "")
  }

  @Test(arguments: [
    "../out/o.svg", "%2e%2e/out/o.svg", "..%2Fout%2Fo.svg", "link.svg", "folder/o.svg", "/etc/hostname", "file:///etc/hostname",
    processRoot + "/etc/hostname", "<../../../../../../../../etc/hostname>", "file:///proc/self/environ", "docs/../../out/o.svg",
  ])
  func `nothing leads out`(path: String) throws {
    let folder = try project()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/p/link.svg", withDestinationPath: "../out/o.svg")
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/p/folder", withDestinationPath: folder.path + "/out")
    try folder.write("p/a.md", "![words](\(path))\n")
    let errors = try errors(["p/a.md"], folder)
    #expect(errors.contains("outside the folder that may be read [policy.picture]"))
    #expect(!errors.contains("network"))
    #expect(try Program.text(ofPDF: "o.pdf", in: folder).contains("words"))
  }

  @Test func `a FIFO, a device and the kernel's files are no pictures`() throws {
    let folder = try project()
    #expect(unsafe mkfifo(folder.path + "/fifo.svg", 0o600) == 0)
    try folder.write("a.md", "![a](fifo.svg) ![b](/dev/zero) ![c](/proc/self/environ) ![d](img)\n")
    let errors = try errors(["a.md", "--root", "/"], folder)
    #expect(errors.components(separatedBy: "it is not a regular file").count == 4)
  }

  @Test func `links that stay below the root work`() throws {
    let folder = try project()
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/p/docs/rel.svg", withDestinationPath: "sub/z.svg")
    try FileManager.default.createSymbolicLink(
      atPath: folder.path + "/p/docs/abs.svg", withDestinationPath: folder.path + "/p/docs/sub/z.svg")
    let paths = ["rel.svg", "abs.svg", "/sub/z.svg", "file://\(folder.path)/p/docs/sub/z.svg", "./sub/../sub/z.svg?raw=1"]
    try folder.write("p/docs/c.md", paths.map { "![a](\($0))\n" }.joined())
    #expect(try errors(["p/docs/c.md"], folder) == "")
  }

  // MARK: Fonts, themes, macros

  private static let font = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "fonts/sourcecodepro/SourceCodePro-Regular.otf")

  @Test func `fonts, themes and macros are read below the root only, from the file that names them`() throws {
    let folder = try project()
    for name in ["p/docs/sub/F.otf", "out/F.otf"] { try folder.write(name, Data(contentsOf: Self.font)) }
    try folder.write("p/docs/sub/t.yaml", "base: ../u.yaml\nfonts: {text: F.otf}\n")
    try folder.write("p/docs/u.yaml", "base: note\n")
    try folder.write("p/docs/m.tex", "\\newcommand{\\foo}{x}")
    try folder.write("p/docs/a.md", "---\nmainfont: sub/F.otf\ntheme: sub/t.yaml\nmath: {macros: m.tex}\n---\n$\\foo$ text\n")
    #expect(try errors(["p/docs/a.md"], folder) == "")
    #expect(try errors(["p/docs/a.md", "--theme", "p/docs/sub/t.yaml"], folder) == "")
    for (line, code) in [
      ("mainfont: ../../out/F.otf", "policy.font"), ("theme: ../../out/t.yaml", "policy.theme"), ("theme: none.yaml", "theme.missing"),
      ("math: {macros: ../../out/m.tex}", "policy.macros"), ("theme: {fonts: {text: ../../out/F.otf}}", "policy.font"),
      ("mainfont: \(folder.path)/out/F.otf", "policy.font"), ("mainfont: sub/none.otf", "font.unknown"),
    ] {
      try folder.write("p/docs/a.md", "---\n\(line)\n---\ntext\n")
      #expect(try errors(["p/docs/a.md"], folder).contains("[\(code)]"), "\(line)")
    }
    // The fonts of the machine, of `--font-path`, and what the command line names.
    try folder.write("p/docs/a.md", "---\nmainfont: \(folder.path)/out/F.otf\n---\ntext\n")
    #expect(try errors(["p/docs/a.md", "--font-path", "out"], folder) == "")
    try folder.write("p/docs/a.md", "text\n")
    #expect(try errors(["p/docs/a.md", "-V", "mainfont=p/docs/sub/F.otf"], folder) == "")
    #expect(try errors(["p/docs/a.md", "-V", "fonts.text=p/docs/sub/F.otf"], folder) == "")
    let math = try Program.run(["math", "x", "--font", "out/F.otf", "-o", "x.svg"], in: folder)
    #expect(math.errors.contains("has no MATH table"))
  }

  // MARK: What SVG refers to

  @Test func `an SVG shows the pictures beside it, and nothing from outside`() throws {
    let folder = try project()
    let names = #"xmlns:xlink="http://www.w3.org/1999/xlink" xmlns:xi="http://www.w3.org/2001/XInclude""#
    let head = #"<svg xmlns="http://www.w3.org/2000/svg" \#(names) width="90" height="90">"#
    try folder.write("p/words.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">INNER</text></svg>"#)
    try folder.write("p/notes.txt", "SECRET")
    try folder.write("out/words.svg", #"<svg xmlns="http://www.w3.org/2000/svg" width="90" height="30"><text y="20">SECRET</text></svg>"#)
    try FileManager.default.createSymbolicLink(atPath: folder.path + "/p/link.svg", withDestinationPath: "../out/words.svg")
    try folder.write("p/good.svg", head + "<!-- <image href='none'/> --><image xlink:href = 'words.svg' width=\"90\" height=\"30\"/></svg>")
    try folder.write("p/a.md", "![](good.svg)\n")
    #expect(try errors(["p/a.md"], folder) == "")
    // librsvg draws an SVG within an SVG as pixels.
    func images() throws -> Int {
      let list = try Program.run(["pdfimages", "-list", "o.pdf"], in: folder, program: "/usr/bin/env")
      return String(decoding: list.output, as: UTF8.self).split(separator: "\n").count - 2
    }
    #expect(try images() > 0)
    for body in [
      "<image href='../out/words.svg' width='90' height='30'/>", "<image href='link.svg' width='90' height='30'/>",
      "<image xlink:href='%2e%2e/out/words.svg' width='90' height='30'/>",
      "<image href='file://\(folder.path)/p/words.svg' width='9' height='3'/>", "<image href='/etc/hostname' width='9' height='3'/>",
    ] {
      try folder.write("p/bad.svg", head + body + "</svg>")
      try folder.write("p/a.md", "![](bad.svg)\n")
      #expect(try errors(["p/a.md"], folder).contains("a picture that the SVG refers to is left out"), "\(body)")
      #expect(try images() == 0, "\(body)")
    }
    for body in [
      "<text y='20'><xi:include parse='text' href='notes.txt'/></text>", "<xi:include href='link.svg'/>",
      "<style>@import url(notes.txt);</style>", "<use href='../out/words.svg#a'/>",
    ] {
      try folder.write("p/bad.svg", head + body + "</svg>")
      _ = try errors(["p/a.md"], folder)
      #expect(try !Program.text(ofPDF: "o.pdf", in: folder).contains("SECRET"), "\(body)")
    }
    try folder.write("p/bad.svg", "<!DOCTYPE svg [<!ENTITY x SYSTEM \"notes.txt\">]>" + head + "<text y='20'>&x;</text></svg>")
    _ = try errors(["p/a.md"], folder)
    #expect(try !Program.text(ofPDF: "o.pdf", in: folder).contains("SECRET"))
  }
}
