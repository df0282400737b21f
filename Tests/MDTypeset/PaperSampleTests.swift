import Foundation
import Testing
import TypesetDiagnostics

@testable import MDTypeset

/// The papers and the thesis among the samples, as their authors write them, and what they have taught.
@Suite struct PaperSampleTests {
  private static let folder = MarginTests.samples.appending(path: "papers")
  private static let names =
    (try? FileManager.default.contentsOfDirectory(atPath: folder.path).filter { $0.hasSuffix(".md") }.sorted()) ?? []

  @Test(arguments: names) func `a paper is set, and nothing is to be said of it`(name: String) throws {
    var options = TypesetterOptions()
    options.root = Self.folder.path
    let text = try String(contentsOf: Self.folder.appending(path: name), encoding: .utf8)
    let document = Typesetter(options: options).typeset(Source(name: name, text: text))
    #expect(document.diagnostics.map(\.message) == [])
    #expect(document.pages.count >= 3)
  }

  @Test func `definitions of header-includes hold in formulas, and lines that load packages are no matter`() {
    let head =
      "---\nheader-includes:\n  - \\usepackage{amsmath}\n  - \\newcommand{\\R}{\\mathbb{R}}\n  - |\n    \\DeclareMathOperator{\\Hom}{Hom}\n---\n\n"
    let document = Typesetter(options: TypesetterOptions()).typeset(Source(name: "a.md", text: head + "$\\Hom(\\R)$\n"))
    #expect(document.diagnostics.isEmpty)
  }

  @Test func `a command for text that is a formula stays one within an environment of formulas`() {
    let text = "\\newcommand{\\per}[1]{\\ensuremath{B_{#1}}}\n\nThe \\per{2} of\n\n\\begin{equation}\n\\per{3}=1\n\\end{equation}\n"
    let document = Typesetter(options: TypesetterOptions()).typeset(Source(name: "a.md", text: text))
    #expect(document.diagnostics.map(\.message) == [])
  }

  /// A formula's runs have its source between dollars.
  @Test(arguments: [
    ("\\ce{H2O} is wet", "$\\ce{H2O}$ is wet"), ("a \\qty{10.0}{mL} of it", "a $\\qty{10.0}{mL}$ of it"),
    ("from \\numrange{1}{2} on", "from $\\numrange{1}{2}$ on"), ("\\qty{5} alone", "\\qty{5} alone"),
  ])
  func `chemistry and quantities in sentences are formulas`(text: String, shown: String) {
    #expect(pageLines(text + "\n")[0] == [shown])
  }

  @Test func `the marks of columns may be within a chemical equation`() {
    let text = "\\begin{align}\n\\ce{A &<=> B}\\\\\n\\ce{C + D &<=> E}\n\\end{align}\n"
    #expect(Typesetter(options: TypesetterOptions()).typeset(Source(name: "a.md", text: text)).diagnostics.isEmpty)
  }

  @Test func `MyST's numbering numbers headings`() {
    #expect(pageLines("---\nnumbering:\n  headings: true\n---\n\n# Words\n")[0].contains("1 Words"))
  }
}
