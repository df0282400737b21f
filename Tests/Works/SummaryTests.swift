import Testing
import TypesetDiagnostics

@testable import TypesetWorks

struct SummaryTests {
  /// Depth, title and path of each entry, as lines.
  private func outline(_ text: String, _ form: Summary.Form = .mdBook) -> [String] {
    Summary(Array(text.utf8), at: 0, form).entries.map { "\($0.depth) \($0.title ?? "-") \($0.path ?? "-")" }
  }

  @Test func `nested lists are chapters and their sections; headings are parts`() {
    let text = """
      # Summary

      [Foreword](foreword.md)

      # User Guide

      - [Installation](guide/install.md)
        - [On `Linux`](guide/linux.md)
          - [Debian](guide/debian.md)
        - [Draft]()
      - [Reading](guide/reading.md)

      # Reference

      * [Commands](cli/README.md)

      ---

      [Contributors](misc/contributors.md)
      """
    #expect(
      outline(text) == [
        "0 Foreword foreword.md", "0 User Guide -", "1 Installation guide/install.md", "2 On `Linux` guide/linux.md",
        "3 Debian guide/debian.md", "2 Draft -", "1 Reading guide/reading.md", "0 Reference -", "1 Commands cli/README.md",
        "0 Contributors misc/contributors.md",
      ])
  }

  @Test func `GitBook's groups are headings of the second level, and items without a link are sections`() {
    let text = "# Table of contents\n\n* [Welcome](README.md)\n\n## Basics\n\n* Setup\n  * [Keys](setup/keys.md)\n"
    #expect(outline(text, .general) == ["0 Welcome README.md", "0 Basics -", "1 Setup -", "2 Keys setup/keys.md"])
    #expect(outline(text) == ["0 Welcome README.md", "0 Setup -", "1 Keys setup/keys.md"])
  }

  @Test func `thousands of brackets, and levels deeper than any book's, end`() {
    #expect(outline(String(repeating: "[", count: 5_000)).isEmpty)
    _ = outline((0..<60).map { String(repeating: "  ", count: $0) + "- [a](a\($0).md)" }.joined(separator: "\n"))
  }

  @Test func `keys of TOML are read with their tables, and what is no key is said`() {
    let text = """
      # A book
      [book]
      title = "The \\"Book\\"" # as it is called
      authors = [
        "Ada", # first
        'Bo',
      ]
      year = 2024
      description = \"\"\"
      Two
      lines\"\"\"
      nonsense
      [output.html]
      mathjax-support = true
      additional-js = ["a.js"]
      """
    let keys = TOMLKeys(Array(text.utf8), at: 10)
    #expect(keys["book.title"] == ["The \"Book\""])
    #expect(keys["book.authors"] == ["Ada", "Bo"])
    #expect(keys["book.description"] == ["Two\nlines"])
    #expect(keys["output.html.additional-js"] == ["a.js"])
    #expect(keys.diagnostics.map(\.message) == ["TOML: a line that is no key with a value"])
  }

  @Test func `words without quotation marks, keys that are there twice and tables that do not end are said`() {
    let text =
      "[book]\nlanguage = en\ntitle = 'A'\ntitle = 'B'\nmultilingual = false\nday = 2024-05-01 # a date\n[output.html\nsrc = 'x'\n[build]\nx = {a = 1}\n"
    let keys = TOMLKeys(Array(text.utf8), at: 0)
    #expect(keys["book.title"] == ["B"] && keys["book.src"] == nil && keys["src"] == nil)
    #expect(
      keys.diagnostics.map(\.message) == [
        "TOML: the value of language needs quotation marks", "TOML: title is there twice; the last one counts",
        "TOML: the name of a table does not end",
      ])
  }

  @Test func `a value of TOML that does not end is said, and reading goes on`() {
    let keys = TOMLKeys(Array("[book]\ntitle = \"A\nsrc = 'text'\nauthors = [\"x\"".utf8), at: 0)
    #expect(keys["book.src"] == ["text"])
    #expect(keys.diagnostics.count == 2)
  }
}
