import Foundation
import Testing

/// What a run tells beside the pages, and options that come from a file.
@Suite struct RunReportTests {
  private static let document = "# A\n\n![x](gone.png) ![y](<my pic.svg>)\n"
  private static let picture = #"<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>"#

  private static func folder() throws -> Program.Folder {
    let folder = try Program.Folder()
    try folder.write("a.md", document)
    try folder.write("my pic.svg", picture)
    return folder
  }

  private struct Line: Decodable, Equatable {
    var severity, code, file: String
    var line, column: Int
  }

  @Test func `diagnostics are one line each, or one object each`() throws {
    let folder = try Self.folder()
    let short = try Program.run(["a.md", "--diagnostic-format", "short"], in: folder)
    #expect(short.errors.hasPrefix("a.md:3:1: warning: cannot show gone.png") && short.errors.hasSuffix("[picture.missing]\n"))
    let json = try Program.run(["a.md", "--diagnostic-format", "json"], in: folder)
    let expected = Line(severity: "warning", code: "picture.missing", file: "a.md", line: 3, column: 1)
    #expect(try JSONDecoder().decode(Line.self, from: Data(json.errors.utf8)) == expected)
  }

  @Test func `the log has what a quiet run does not print`() throws {
    let folder = try Self.folder()
    #expect(try Program.run(["a.md", "-q", "--log", "log"], in: folder).errors.isEmpty)
    #expect(try JSONDecoder().decode(Line.self, from: try #require(folder.read("log"))).code == "picture.missing")
    let clash = try Program.run(["a.md", "--log", "a.pdf"], in: folder)
    #expect(clash.code == 2 && clash.errors.contains("may be the same file"))
  }

  @Test func `dependencies name what was read and what was made`() throws {
    let folder = try Self.folder()
    #expect(try Program.run(["a.md", "-q", "--deps", "a.d"], in: folder).code == 0)
    let rule = String(decoding: try #require(folder.read("a.d")), as: UTF8.self)
    #expect(rule.hasPrefix("a.pdf: \\\n") && rule.contains("/a.md \\\n") && rule.hasSuffix("/my\\ pic.svg\n"))
    #expect(try Program.run(["a.md", "-q", "--deps", "a.d", "--deps-format", "zero"], in: folder).code == 0)
    #expect(try #require(folder.read("a.d")).split(separator: 0).count == 2)
  }

  @Test func `a dry run says what is wrong and writes nothing`() throws {
    let folder = try Self.folder()
    let result = try Program.run(["a.md", "-o", "new/a.pdf", "--dry-run"], in: folder)
    #expect(result.code == 0 && result.errors.contains("picture.missing"))
    #expect(folder.files == ["a.md", "my pic.svg"])
  }

  @Test func `options come from a file, and those that are typed win`() throws {
    let folder = try Self.folder()
    try folder.write(
      "d.yaml",
      """
      input-files: [a.md]
      output-file: b.pdf
      standalone: true
      toc: false
      quiet: true
      variables: {title: "One: two"}
      metadata:
        keywords: [p, "q, r"]
      """)
    #expect(try Program.run(["-d", "d.yaml", "--no-pdf-tags", "--output", "c.txt"], in: folder).code == 0)
    #expect(String(decoding: try #require(folder.read("c.txt")), as: UTF8.self).hasPrefix("One: two\n"))
    #expect(folder.read("b.pdf") == nil)
    try folder.write("e.yaml", "filters:\n- x.lua\n")
    let unknown = try Program.run(["a.md", "-d", "e.yaml"], in: folder)
    #expect(unknown.code == 2 && unknown.errors.contains("in e.yaml: unknown option --filters"))
  }

  @Test func `a value with a colon is a text`() throws {
    let folder = try Self.folder()
    #expect(try Program.run(["a.md", "-q", "--title", "One: two", "-o", "a.txt"], in: folder).code == 0)
    #expect(String(decoding: try #require(folder.read("a.txt")), as: UTF8.self).hasPrefix("One: two\n"))
  }

  /// Read by make itself: names with signs of its own are those of the files, and what it could take for a recipe stays out.
  @Test func `make reads the dependencies of a run`() throws {
    let folder = try Program.Folder()
    let names = ["my pic.svg", "b$(x).svg"]
    for name in names { try folder.write(name, Self.picture) }
    try folder.write("e;touch evil.svg", Self.picture)
    try folder.write("a#1.md", "# A\n\n" + (names + ["e;touch evil.svg"]).map { "![x](<\($0)>)\n\n" }.joined())
    let run = try Program.run(["a#1.md", "--deps", "a.d"], in: folder)
    #expect(run.code == 0 && run.errors.contains("a.d leaves out a file that make cannot name"), "\(run.errors)")
    try folder.write("test.mk", "include a.d\n")
    let made = try Program.run(["make", "-f", "test.mk", "--no-print-directory", "a#1.pdf"], in: folder, program: "/usr/bin/env")
    #expect(made.code == 0 && !made.errors.contains("No rule"), "\(made.errors)")
    let rule = String(decoding: try #require(folder.read("a.d")), as: UTF8.self)
    let written = ["a\\#1.pdf:", "/a\\#1.md", "b$$(x).svg", "my\\ pic.svg"]
    #expect(written.allSatisfy { rule.contains($0) } && !rule.contains("evil"), "\(rule)")
  }

  @Test func `an output depends on the files of its fonts`() throws {
    let folder = try Program.Folder()
    // A face of the program's own under a name that it does not have.
    let face = URL(filePath: #filePath).appending(path: "../../../fonts/stixtwo/STIXTwoText-Regular.otf").standardized
    func written(_ name: String) -> [UInt8] { name.utf8.flatMap { [0, $0] as [UInt8] } }
    try FileManager.default.createDirectory(atPath: folder.path + "/faces", withIntermediateDirectories: true)
    try folder.write("faces/own.otf", Data(Array(try Data(contentsOf: face)).replacing(written("STIX Two"), with: written("STIX Own"))))
    try folder.write("a.md", "---\nmainfont: STIX Own Text\n---\n\nWords.\n")
    let result = try Program.run(["a.md", "--deps", "a.d", "--font-path", "faces"], in: folder)
    #expect(result.code == 0 && result.errors.isEmpty, "\(result.errors)")
    let rule = String(decoding: folder.read("a.d") ?? Data(), as: UTF8.self)
    #expect(rule.contains("faces/own.otf"), "\(rule)")
  }
}
