import Testing
import TypesetBoxes

@testable import MDTypeset

/// Formulas that only define commands: they show nothing.
@Suite struct DefinitionLineTests {
  /// The baselines of the runs on the first page.
  private func baselines(_ text: String) -> [Length] {
    Typesetter().typeset(Source(name: "a.md", text: text)).pages.first.map { page in
      page.ink.items.compactMap { if case .run(let run) = $0 { run.y } else { nil } }
    } ?? []
  }

  @Test(arguments: [
    "$\\newcommand{\\a}{b}$\n\n", "$\\newcommand{\\a}{b}$\n$\\def\\c{d}$\n\n",
    "$\\newcommand{\\a}{b}$  \n$\\def\\c{d}$  \n$\\def\\e{f}$  \n\n",
  ])
  func `a paragraph of definitions takes no line`(definitions: String) {
    #expect(baselines(definitions + "Text.") == baselines("Text."))
  }

  @Test func `what a line defines beside words holds below it`() {
    let text = "Let $\\def\\R{\\mathbb R}$ us.\n\n$x \\in \\R$"
    let document = Typesetter().typeset(Source(name: "a.md", text: text))
    #expect(document.diagnostics.isEmpty)
    #expect(baselines(text).count == baselines("Let us.\n\n$x \\in \\mathbb R$").count)
  }
}
