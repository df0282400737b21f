import Foundation
import Testing

/// What comes back from readers and programs: comments of PDFs, parts of pages, pandoc's JSON.
@Suite struct ReviewProgramTests {
  /// A page with a highlight over all of it and a reply, as a viewer has saved it.
  private static let reviewed = page(with: [
    "<</Subtype/Highlight/Rect[0 0 595 842]/Contents(why so\\nshort?)/T(Bo)>>",
    "<</Subtype/Text/Rect[0 700 10 710]/Contents(fixed)/IRT 4 0 R>>",
  ])

  /// A PDF of one page with annotations, whose objects count from 4.
  private static func page(with annotations: [String]) -> String {
    let references = annotations.indices.map { "\($0 + 4) 0 R" }.joined(separator: " ")
    let objects =
      [
        "<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Count 1/Kids[3 0 R]/MediaBox[0 0 595 842]>>",
        "<</Type/Page/Parent 2 0 R/Annots[\(references)]>>",
      ] + annotations
    var (text, table) = ("%PDF-1.7\n", "xref\n0 \(objects.count + 1)\n0000000000 65535 f \n")
    for (index, object) in objects.enumerated() {
      table += String(repeating: "0", count: 10 - "\(text.utf8.count)".count) + "\(text.utf8.count) 00000 n \n"
      text += "\(index + 1) 0 obj\n\(object)\nendobj\n"
    }
    return text + table + "trailer\n<</Size \(objects.count + 1)/Root 1 0 R>>\nstartxref\n\(text.utf8.count)\n%%EOF\n"
  }

  private func folder() throws -> Program.Folder {
    let folder = try Program.Folder()
    try folder.write("doc.md", "---\npaper: a4\n---\nBrave words.\n")
    try folder.write("reviewed.pdf", Self.reviewed)
    return folder
  }

  @Test func `comments are printed with the line of the source that is named`() throws {
    let result = try Program.run(["comments", "reviewed.pdf", "doc.md"], in: folder())
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    #expect(
      String(decoding: result.output, as: UTF8.self)
        == "doc.md:4:1: “Brave words.” — why so short? [Bo]\ndoc.md:4:1: ↳ fixed\n")
  }

  @Test func `comments are found in a file whose objects and table another program has packed`() throws {
    let folder = try folder()
    _ = try Program.run(["--object-streams=generate", "reviewed.pdf", "packed.pdf"], in: folder, program: "/usr/bin/qpdf")
    let packed = try #require(folder.read("packed.pdf"))
    #expect(String(decoding: packed, as: UTF8.self).contains("/Predictor 12"))
    let result = try Program.run(["comments", "packed.pdf", "doc.md"], in: folder)
    let shown = String(decoding: result.output, as: UTF8.self)
    #expect(shown.hasPrefix("doc.md:4:1: “Brave words.” — why so short? [Bo]\n"), "\(result.errors)")
  }

  @Test func `without a source places are pages, and a PDF without comments says so`() throws {
    let folder = try folder()
    let bare = try Program.run(["comments", "reviewed.pdf"], in: folder)
    #expect(String(decoding: bare.output, as: UTF8.self).hasPrefix("reviewed.pdf, page 1: why so short? [Bo]\n"))
    #expect(bare.errors.contains("carries no source") && bare.code == 0)
    _ = try Program.run(["doc.md"], in: folder)
    let none = try Program.run(["comments", "doc.pdf"], in: folder)
    #expect(none.code == 0 && none.output.isEmpty && none.errors.contains("no highlights"), "\(none.errors)")
    #expect(try Program.run(["comments", "doc.md"], in: folder).code == 2)
  }

  @Test func `comments are in the order of the source, and a reply is behind what it answers`() throws {
    let folder = try folder()
    // In two columns, what comes later in the source may stand higher.
    let annotations = [
      "<</Subtype/Text/Rect[400 740 410 750]/Contents(third)>>", "<</Subtype/Text/Rect[120 200 130 210]/Contents(first)>>",
      "<</Subtype/Text/Rect[120 200 130 210]/Contents(answer)/IRT 4 0 R>>",
    ]
    try folder.write("reviewed.pdf", Self.page(with: annotations))
    try folder.write("doc.md", "---\npaper: a4\ncolumns: 2\n---\nOne.\n\n" + (1...200).map { "Line \($0).\n\n" }.joined())
    let result = try Program.run(["comments", "reviewed.pdf", "doc.md"], in: folder)
    let shown = String(decoding: result.output, as: UTF8.self).split(separator: "\n").map { String($0.split(separator: " ").last ?? "") }
    #expect(shown == ["first", "third", "answer"], "\(shown)")
  }

  @Test func `marked lines of Chinese are joined without spaces`() throws {
    let folder = try folder()
    let words = String(repeating: "中文的行没有空格", count: 8)
    try folder.write("doc.md", "---\npaper: a4\n---\n\(words)\n")
    let result = try Program.run(["comments", "reviewed.pdf", "doc.md"], in: folder)
    #expect(String(decoding: result.output, as: UTF8.self).hasPrefix("doc.md:4:1: “\(words)” — why so short?"))
  }

  @Test func `as JSON a comment is an object a line`() throws {
    let result = try Program.run(["comments", "reviewed.pdf", "doc.md", "--json"], in: folder())
    let lines = String(decoding: result.output, as: UTF8.self).split(separator: "\n")
    let line = try #require(lines.first)
    let first = try #require(try JSONSerialization.jsonObject(with: Data(line.utf8)) as? [String: Any])
    #expect(first["words"] as? String == "Brave words." && first["line"] as? Int == 4 && first["comment"] as? String == "why so\nshort?")
    #expect(first["rect"] as? [Double] == [0, 0, 595, 842] && lines.count == 2)
  }

  @Test func `a page of a PDF gives its Markdown, and what is not there is said`() throws {
    let folder = try folder()
    try folder.write("two.md", "# One\n\nFirst *words*.\n\n\\newpage\n\n# Two\n\nLast words.\n")
    #expect(try Program.run(["two.md", "--attach-source"], in: folder).code == 0)
    func extract(_ words: String...) throws -> (String, Int32) {
      let result = try Program.run(["extract", "two.pdf"] + words, in: folder)
      return (String(decoding: result.output, as: UTF8.self), result.code)
    }
    #expect(try extract("--page", "2") == ("# Two\n\nLast words.\n", 0))
    #expect(try extract("--rect", "0,0,600,500") == ("# One\n\nFirst *words*.\n", 0))
    #expect(try extract("--rect", "0,800,10,10") == ("", 1))
    #expect(try extract("--page", "3").1 == 2 && extract("--rect", "1,2,3").1 == 2)
    #expect(try extract("--page", "1", "-o", "part.md").1 == 0 && folder.read("part.md") == Data("# One\n\nFirst *words*.\n".utf8))
  }

  @Test func `files that are checked together are chapters of one document`() throws {
    let folder = try folder()
    try folder.write("a.md", "# A\n\nSee [b](b.md#part).\n")
    try folder.write("b.md", "# B\n\n## Part\n\nSee [a](a.md).\n")
    func findings(_ words: [String]) throws -> String {
      String(
        decoding: try Program.run(["check", "a.md", "b.md", "--format", "short", "--only", "dead-link"] + words, in: folder).output,
        as: UTF8.self)
    }
    #expect(try findings(["--together"]).isEmpty)
    #expect(try Program.run(["check", "--together", "a.md", "b.md", "--draft", "marked.pdf"], in: folder).code < 2)
    #expect(folder.read("marked.pdf") != nil)
  }

  @Test func `a project is one document for pandoc`() throws {
    let folder = try folder()
    try folder.write("mdtypeset.yml", "title: Both\nchapters: [doc.md, more.md]\n")
    try folder.write("more.md", "# More\n")
    let result = try Program.run(["mdtypeset.yml", "-t", "pandoc-json"], in: folder)
    let document = try #require(try JSONSerialization.jsonObject(with: result.output) as? [String: Any])
    #expect(document["pandoc-api-version"] as? [Int] == [1, 23, 1] && (document["meta"] as? [String: Any])?["title"] != nil)
    // Its own output can be read again.
    let again = try Program.run(["-", "-f", "json", "-t", "txt"], in: folder, input: result.output)
    let text = String(decoding: again.output, as: UTF8.self)
    #expect(text.contains("Brave words.") && text.contains("More") && again.code == 0, "\(again.errors)")
    #expect(try Program.run(["doc.md", "-t", "pandoc-json", "-o", "doc.md"], in: folder).code == 2)
  }

  @Test func `included files are found where a site of MkDocs has them, but not outside`() throws {
    let folder = try folder()
    for path in ["site/docs", "site/parts", "away"] {
      try FileManager.default.createDirectory(atPath: folder.path + "/" + path, withIntermediateDirectories: true)
    }
    try folder.write("site/.secret", "hidden words\n")
    try folder.write("away/secret.md", "secret words\n")
    try folder.write("site/parts/in.md", "included words\n")
    try folder.write("site/parts/abbr.md", "*[TLA]: Three Letter Acronym\n")
    try folder.write(
      "site/mkdocs.yml",
      "site_name: S\nmarkdown_extensions:\n  - pymdownx.snippets:\n      base_path: [parts, ../away, .]\n      auto_append: [abbr.md]\n")
    try folder.write("site/docs/index.md", "# S\n\n--8<-- \"in.md\"\n\n--8<-- \"secret.md\"\n\n--8<-- \".secret\"\n")
    let result = try Program.run(["site/mkdocs.yml", "-t", "txt", "--untrusted"], in: folder)
    let text = String(decoding: result.output, as: UTF8.self)
    #expect(text.contains("included words"), "\(result.errors)")
    #expect(!text.contains("secret words") && !text.contains("hidden words") && !text.contains("Acronym"), "\(text)")
  }
}
