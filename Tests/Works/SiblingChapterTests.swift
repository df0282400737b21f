import Foundation
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

@testable import TypesetWorks

/// What a chapter's references mean that is in other chapters of a work without a project file.
struct SiblingChapterTests {
  private func words(_ text: String, at path: String, _ tool: Dialect.Tool, beside files: [String: String]) throws -> [String: String] {
    let root = NSTemporaryDirectory() + "mdtypeset-chapters-" + UUID().uuidString
    defer { try? FileManager.default.removeItem(atPath: root) }
    for (file, content) in files.merging([path: text], uniquingKeysWith: { $1 }) {
      let url = URL(fileURLWithPath: root + "/" + file)
      try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(content.utf8).write(to: url)
    }
    let folder = URL(fileURLWithPath: root + "/" + path).deletingLastPathComponent().path
    let source = Source(files: [Source.File(name: root + "/" + path, start: 0, folder: folder)], bytes: Array(text.utf8))
    var options = ParseOptions()
    options.dialect = Dialect(tool)
    var parsed = TypesetMarkdown.parse(source, options: options)
    SiblingPages.explain(&parsed, of: source, in: Dialect(tool), files: FileAccess(roots: [root]))
    return parsed.tree.elsewhere
  }

  @Test func `a heading of another numbered chapter is referred to by its words, a figure by its number there`() throws {
    let files = [
      "chapter_02.md": "# Dots {#sec:dots}\n\n![One](a.png){#fig:one}\n\n![Two](b.png){#fig:two}\n", "notes.txt": "# X {#sec:dots}\n",
    ]
    let found = try words("See @sec:dots, -@sec:dots and @fig:two, @fig:none.", at: "chapter_01.md", .pandoc, beside: files)
    #expect(found["sec:dots"] == "Dots")
    #expect(found["fig:two"]?.hasPrefix("Figure\u{A0}2") == true)
    #expect(found["fig:none"] == nil)
  }

  @Test func `chapters may have folders of their own`() throws {
    let files = ["two/text.md": "# Dots {#sec:dots}\n", ".git/config": ""]
    #expect(try words("See @sec:dots.", at: "one/text.md", .general, beside: files)["sec:dots"] == "Dots")
  }

  @Test func `labels of MyST are found without a project, and a file that only refers is not read`() throws {
    let files = ["b.md": "(my-label)=\n# Words\n", "a0.md": "See {ref}`my-label`.\n"]
    #expect(try words("See {ref}`my-label`.", at: "a.md", .myst, beside: files)["my-label"] == "Words")
  }
}
