import Testing
import TypesetDiagnostics

@testable import TypesetMarkdown

/// LaTeX's definitions outside of formulas.
@Suite struct DefinitionTests {
  private func kinds(_ text: String) -> [String] {
    parse(Source(name: "a.md", text: text)).tree.nodes.dropFirst().compactMap { node in
      switch node.kind {
      case .mathBlock(let span), .math(let span): "math " + span.tex
      case .text(let text): text
      default: nil
      }
    }
  }

  @Test(arguments: [
    "\\newcommand{\\C}{\\mathcal{C}}", "\\newcommand\\Hom{\\operatorname{Hom}}", "\\renewcommand*{\\v}[2][a]{#1_{#2}}",
    "\\DeclareMathOperator{\\tr}{tr}", "\\def\\R{\\mathbb{R}}", "\\def\\pair#1#2{(#1, #2)}",
    "\\newcommand{\\a}[1]{\n  \\b{#1}\n}", "\\newcommand\\a[2]\n{\n  {#1}{\n  #2}\n}",
  ])
  func `a line that only defines is a formula`(_ line: String) {
    #expect(kinds(line) == ["math " + line])
    #expect(kinds("text\n\n\(line)\n\(line)\n\n$a$").count == 4)
  }

  @Test(arguments: [
    "\\newcommand{\\C}{\\mathcal{C}} is how", "\\newcommand\\R{x} is how", "\\newcommand is a command", "\\newcommand{\\C}{",
    "\\newcommandeer{a}{b}", "\\define{a}{b}", "\\newcommand{\\a}{\n\nb\n}", "\\newcommand{\\a}{\nb\n} words",
    "> \\newcommand{\\a}{\n> b\n> }", "words\n\\newcommand{\\C}{c}",
  ])
  func `what has words beside it is text`(_ text: String) {
    #expect(kinds(text).allSatisfy { !$0.hasPrefix("math") })
  }

  @Test func `a display that only defines takes no room`() {
    func definesOnly(_ body: String) -> [Bool] {
      parse(Source(name: "a.md", text: "$$\n\(body)\n$$")).tree.nodes.compactMap { node in
        if case .mathBlock(let span) = node.kind { span.onlyDefines } else { nil }
      }
    }
    #expect(definesOnly("\\newcommand{\\a}{b}\n  \\newcommand{\\c}{d}") == [true])
    #expect(definesOnly("\\newcommand{\\a}{b} x") == [false])
    #expect(definesOnly("x") == [false])
  }
}
