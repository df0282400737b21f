import Testing

@testable import MDTypeset

/// Pages of Franklin's, the site generator in Julia.
@Suite struct FranklinTests {
  private static let site = ["config.md": "@def website_title = \"S\"\n\n\\newcommand{\\half}{\\frac12}\n"]

  private func page(_ text: String, with files: [String: String] = site) throws -> (text: String, document: TypesetDocument) {
    let document = try typeset(text, at: "posts/a.md", with: files)
    let words = try document.text(ofPage: 0).split { $0.isWhitespace }
    // The last is the page's number.
    return (words.dropLast().joined(separator: " "), document)
  }

  @Test func `definitions are front matter, tildes hold HTML, and divs are divs`() throws {
    let text =
      "@def title = \"TTL\"\n@def hasmath = true\n@def date = Date(\"2021-05-08\")\n\nA $\\half$.\n~~~\n<p>raw</p>\n~~~\n\n@@colbox,wide\nIn *it*.\n@@\n"
    let found = try page(text)
    #expect(found.document.info.title == "TTL")
    #expect(found.text.contains("raw In it."), "\(found.text)")
    #expect(!found.text.contains("@") && !found.text.contains("hasmath") && !found.text.contains("<p>"), "\(found.text)")
    #expect(found.document.diagnostics.map(\.code) == [])
  }

  @Test func `pictures and scripts are in their places`() throws {
    let script = "# # Head\n#\n# Words $x$.\n\nx = 1  # c\n\ny = 2\n# More.\nz = 3 #src\n"
    let picture = "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"4\" height=\"4\"/>"
    let files = Self.site.merging(["_literate/b.jl": script, "_assets/p.svg": picture]) { $1 }
    let found = try page("\\toc\n\n\\fig{/assets/p.svg}\n\n\\literate{/_literate/b.jl}\n", with: files)
    #expect(found.text.hasSuffix("Head Words $x$. x = 1 # c y = 2 More."), "\(found.text)")
    #expect(found.document.diagnostics.map(\.code) == [])
  }

  @Test func `elsewhere tildes begin code and at signs are text`() throws {
    let found = try page("~~~\ncode\n~~~\n\n@@x\n", with: [:])
    #expect(found.text == "code @@x")
  }

  @Test func `indented text is no code, and results of code are left out, which is said`() throws {
    let found = try page("@def a = \"b\"\n\nA\n\n    *it*\n\n```julia:./code/a\nx\n```\n\n\\output{./code/a}\n")
    #expect(found.text == "A it x", "\(found.text)")
    #expect(found.document.diagnostics.map(\.code) == ["code.hidden"])
  }
}
