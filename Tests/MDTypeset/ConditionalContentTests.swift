@testable import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetOutput

/// What a document of Quarto shows in some formats only.
@Suite struct ConditionalContentTests {
  private static let text = """
    ::: {.content-visible when-format="html"}
    For the web.
    :::

    ::: {.content-hidden when-format="html"}
    Not for the web.
    :::

    ::: {.content-visible when-format="pdf"}
    For paper.
    :::

    ::: {.content-visible unless-format="html"}
    Elsewhere.
    :::
    """

  private func words(_ text: String, _ files: [String: String] = [:]) throws -> String {
    let document = try typeset(text, at: "pages/a.qmd", with: files)
    return try document.text(ofPage: 0).split(whereSeparator: \.isWhitespace).dropLast().joined(separator: " ")
  }

  @Test(arguments: ["format: html", "format:\n  html: default\n  revealjs: default"])
  func `what is for HTML is shown where nothing else is made`(
    format: String
  ) throws {
    #expect(try words("---\n\(format)\n---\n\n" + Self.text) == "For the web.")
    let project = ["_quarto.yml": "project: {type: website}\n\(format)\n"]
    #expect(try words(Self.text, project) == "For the web.")
  }

  @Test(arguments: ["format: pdf", "format:\n  html: default\n  acme-pdf: default", "format: typst"])
  func `where pages are made, what is for them`(
    format: String
  ) throws {
    #expect(try words("---\n\(format)\n---\n\n" + Self.text) == "Not for the web. For paper. Elsewhere.")
  }

  @Test func `a div for another format that is never closed hides nothing`() throws {
    let text = "---\nformat: pdf\n---\n\n# A\n\n::: {.content-visible when-format=\"html\"}\n\nText.\n\n# Next\n\nMore.\n"
    #expect(try words(text) == "A Text. Next More.")
  }
}
