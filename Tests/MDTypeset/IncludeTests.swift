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
            1 | a <!-- {{#include none.md}} --> b
              |        ^~~~~~~~~~~~~~~~~~~~
           hint: paths are relative to the folder of the file that contains them

        """
      ])
    #expect(folder.text("```\n{{#include none.md}}\n```\n") == "```\n{{#include none.md}}\n```\n")
    #expect(folder.messages("```\n{{#include none.md}}\n```\n").count == 1)
  }

  @Test func `a fault in an included file is reported with that file's name and line, and those after it with their own`() throws {
    let folder = try Folder(["b.md": "---\nx: y\n---\nfine\n\n$\\frca$\n"])
    let messages = folder.messages("one\n\n> {{#include b.md}}\n\nlast $\\frcb$\n")
    #expect(messages.map { $0.prefix { $0 != " " } } == ["b.md:6:2:", "a.md:5:7:"])
  }

  @Test func `a file that includes itself ends`() throws {
    let folder = try Folder(["b.md": "x\n{{#include b.md}}\n{{#include b.md}}\n"])
    let messages = folder.messages("{{#include b.md}}\n")
    #expect(messages.contains { $0.contains("too many includes") })
    #expect(folder.text("{{#include b.md}}\n").utf8.count < 100_000)
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
}
