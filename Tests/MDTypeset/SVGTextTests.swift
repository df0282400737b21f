import MDTypeset
import Testing

/// What pages of SVG say beside their outlines.
struct SVGTextTests {
  /// The page's texts, each as a browser copies it; places are left out.
  private func texts(_ text: String) throws -> [String] {
    let svg = String(decoding: try Typesetter().typeset(Source(name: "a.md", text: text)).svg(page: 0), as: UTF8.self)
    return svg.split(separator: "\n").filter { $0.hasPrefix("<text ") }.map { line in
      var words = ""
      var isTag = false
      for letter in line {
        if letter == "<" { isTag = true }
        if !isTag { words.append(letter) }
        if letter == ">" { isTag = false }
      }
      return words
    }
  }

  @Test(arguments: [
    ("# A *b*\n\nc **d**, `e` f.\n", ["A b", "c d, e f.", "1"]), ("It is $x^2+\\frac ab$, so.\n", ["It is x² + a/b, so.", "1"]),
    ("- a\n- b\n", ["• a", "• b", "1"]), ("| a | b |\n|---|---|\n| c | d |\n", ["a b", "c d", "1"]),
    ("a < b & c\n", ["a &lt; b &amp; c", "1"]),
    ("שלום עולם\n", ["שלום עולם", "1"]),
  ])
  func `words are copied in the order of reading, a block at a time`(text: String, found: [String]) throws {
    #expect(try texts(text) == found)
  }

  @Test func `a paragraph of several lines is one text, and a divided word is whole`() throws {
    let words = "incomprehensibilities and characteristically internationalization"
    let found = try texts("---\npaper: a6\nlang: en\n---\n\n" + Array(repeating: words, count: 6).joined(separator: " ") + "\n")
    #expect(found.first == Array(repeating: words, count: 6).joined(separator: " "))
  }

  @Test func `a page has its document's title and language, its headings and the words for its pictures`() throws {
    let picture =
      "data:image/svg+xml,%3Csvg xmlns='http://www.w3.org/2000/svg' width='9' height='9'%3E%3Crect width='9' height='9'/%3E%3C/svg%3E"
    let text =
      "---\nlang: de\n---\n\n# Über <Dinge>\n\n![Ein Quadrat](<\(picture)>)\n\n| A |\n|---|\n| ![Zelle](<\(picture)>) |\n\nWorte ![zwei](<\(picture)>)\n"
    let svg = String(decoding: try Typesetter().typeset(Source(name: "a.md", text: text)).svg(page: 0), as: UTF8.self)
    #expect(svg.contains("<svg role=\"document\" lang=\"de\" "))
    #expect(svg.contains("<title>Über &lt;Dinge&gt;</title>"))
    #expect(svg.contains("<heading level=\"1\" y=\"") && svg.contains(">Über &lt;Dinge&gt;</heading>"))
    #expect(
      svg.contains("role=\"img\" aria-label=\"Ein Quadrat\"") && svg.contains("aria-label=\"Zelle\"")
        && !svg.contains("aria-label=\"zwei\""))
  }
}
