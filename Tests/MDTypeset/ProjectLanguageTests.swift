import Testing

@testable import MDTypeset

/// The language of a page that its project names.
@Suite struct ProjectLanguageTests {
  private func language(_ page: String, at name: String, with files: [String: String]) throws -> String? {
    try typeset(page, at: name, with: files).info.language
  }

  @Test(arguments: [
    ("a.qmd", ["_quarto.yml": "project: {type: book}\nlang: de\n"], "de"),
    ("docs/x/a.md", ["mkdocs.yml": "theme:\n  name: material\n  language: fr # French\n"], "fr"),
    ("src/a.md", ["book.toml": "[book]\nlanguage = \"pt-BR\"\n"], "pt-BR"),
    ("content/a.md", ["hugo.toml": "baseURL = \"x\"\ndefaultContentLanguage = 'it'\n"], "it"),
    ("a.qmd", ["_quarto.yml": "project: {type: book}\nlang: en-GB\n"], "en"),
    ("a.qmd", ["_quarto.yml": "project: {type: book}\nlanguage: _x.yml\n"], "en"),
    ("a.md", [:], "en"),
  ])
  func `a page with few words has the language of its project`(name: String, files: [String: String], expected: String) throws {
    #expect(try language("# 1\n\nA b.\n", at: name, with: files) == expected)
  }

  @Test func `words and keys of the page's own come first`() throws {
    let project = ["_quarto.yml": "project: {type: book}\nlang: de\n"]
    #expect(try language("---\nlang: fr\n---\n\nA b.\n", at: "a.qmd", with: project) == "fr")
    let english =
      "The harbour is in the east of the town, and it can be reached by train. If the weather is not good, the ship does not go, and one has to stay on the island that has no bridge for the whole of the night.\n"
    #expect(try language(english, at: "a.qmd", with: project) == "en")
    let chinese = ["_quarto.yml": "project: {type: book}\nlang: zh-Hans\n"]
    #expect(try language(english + "\n第一章\n", at: "a.qmd", with: chinese)?.hasPrefix("zh") == true)
  }
}
