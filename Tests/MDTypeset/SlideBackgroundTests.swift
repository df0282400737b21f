import MDTypeset
import Testing
import TypesetDiagnostics

/// Pictures behind the words of slides.
@Suite struct SlideBackgroundTests {
  @Test func `a picture beside a slide's words is not left out`() {
    let text = "---\nmarp: true\n---\n\n![bg left:33%](none.png)\n\n# A\n\nWords.\n"
    #expect(!Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics.map(\.code).contains("slides.background"))
  }

  /// How many pages a deck has, and what is said of it.
  private func deck(_ text: String) -> (pages: Int, codes: [String]) {
    let set = Typesetter().typeset(Source(name: "a.md", text: text))
    return (set.pages.count, set.diagnostics.map(\.code))
  }

  @Test(arguments: [
    "---\nformat: revealjs\n---\n\n## A\n\n## {background-image=\"p.jpg\" background-size=\"cover\"}\n\n## B\n",
    "---\ntheme: black\nrevealOptions: {}\n---\n\n# A\n\n---\n\n<!-- .slide: data-background=\"p.jpg\" -->\n\n---\n\n## B\n",
    "---\nmarp: true\n---\n\n# A\n\n---\n\n![bg](p.jpg)\n\n---\n\n# B\n",
    "---\ntheme: seriph\ndrawings: {}\n---\n\n# A\n\n---\nbackground: p.jpg\n---\n\n---\n\n# B\n",
  ])
  func `a slide without words shows the picture that is behind it`(text: String) {
    #expect(deck(text).pages == 3)
    #expect(!deck(text).codes.contains("slides.background"))
  }

  @Test func `films and pages of the web behind words are left out, which is said`() {
    #expect(deck("---\nformat: revealjs\n---\n\n## A {background-video=\"a.mp4\"}\n\nwords\n").codes == ["slides.background"])
    #expect(deck("---\nformat: revealjs\n---\n\n## A {background-iframe=\"https://a.org\"}\n\nwords\n").codes == ["slides.background"])
  }
}
