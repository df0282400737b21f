import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

@Suite struct InflectionTests {
  private func words(_ markdown: String) -> String {
    var parsed = parse(Source(name: "a.md", text: markdown))
    parsed.tree.inflect(language: parsed.frontMatter.text("lang"))
    return parsed.tree.nodes.map { if case .text(let text) = $0.kind { text } else { "" } }.joined()
  }

  @Test(arguments: [
    ("^[3 apples](inflect: true)", "3 apples"), ("^[1 apples](inflect: true)", "1 apple"), ("^[3 apple](inflect: true)", "3 apples"),
    ("^[0 apple](inflect: true)", "0 apples"), ("^[1.0 metre](inflect: true)", "1.0 metres"), ("^[One Cities](inflect: true)", "One City"),
    ("^[2 red boxes](inflect: true).", "2 red boxes."), ("^[1 red boxes](inflect: true).", "1 red box."),
    ("[1,000 child]{inflect=true}", "1,000 children"),
    ("^[1 **people**](inflect: true)", "1 person"), ("^[some apples](inflect: true)", "some apples"),
    ("^[3 apple](inflect: false)", "3 apple"),
    ("^[3 sheep](inflect: true) and ^[1 house](inflect: true)", "3 sheep and 1 house"), ("^[2 houses](inflect: true)", "2 houses"),
    ("^[3 Apfel](inflect: true, lang: 'de')", "3 Apfel"), ("---\nlang: de\n---\n\n^[3 Apfel](inflect: true)", "3 Apfel"),
    ("---\nlang: en-GB\n---\n\n^[2 class](inflect: true)", "2 classes"), ("^[3 яблоко](inflect: true)", "3 яблоко"),
    ("^[3](inflect: true)", "3"),
  ])
  func `a noun agrees with the number before it`(markdown: String, wanted: String) { #expect(words(markdown) == wanted) }

  @Test(arguments: [
    "apple", "box", "city", "day", "house", "case", "size", "church", "dish", "potato", "radio", "photo", "cookie", "class", "bus", "child",
    "knife",
    "analysis", "matrix", "cache", "prize", "hero", "key", "person", "status", "series",
  ])
  func `a plural leads back to its singular`(word: String) {
    #expect(EnglishNoun.form(of: EnglishNoun.form(of: word, isOne: false), isOne: true) == word)
    #expect(EnglishNoun.form(of: word, isOne: true) == word)
  }
}
