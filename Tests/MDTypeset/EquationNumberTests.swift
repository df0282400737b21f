@testable import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetPages
import TypesetStyling

/// When displays are numbered.
@Suite struct EquationNumberTests {
  /// The number of labels `(n)` on the pages.
  private func numbers(_ text: String) -> Int {
    let typesetter = Typesetter()
    let (styled, math) = typesetter.style(typesetter.parse(Source(name: "a.md", text: text)))
    let isCounting = styled.tree.numbersEquations
    var formulas = math.formulas
    let numbers = EquationNumbers(
      of: styled.tree, formulas: &formulas, macros: math.macros, isCounting: isCounting, budget: typesetter.options.budget)
    return (0..<styled.tree.blocks.count).reduce(0) { $0 + numbers.tags(of: Int32($1)).count }
  }

  @Test func `subequations share a number, with letters`() {
    let text =
      "\\begin{subequations}\\label{eq:s}\n\\begin{align}a&=b\\label{eq:a}\\\\c&=d\\label{eq:b}\\end{align}\n\\end{subequations}\n\n$$x$$ {#eq:x}\n"
    let lines = pageLines(text + "\n\\eqref{eq:s}, \\eqref{eq:a}, \\eqref{eq:b}, \\eqref{eq:x}")[0]
    #expect(lines.last?.filter { $0 != " " } == "(1),(1a),(1b),(2)")
  }

  @Test func `rows of numcases have numbers and labels of their own, beside one brace`() {
    let text =
      "Say \\begin{numcases}{f=}a & one\\label{eq:a}\\\\b & two $x$\\nonumber\\\\c & three\\label{eq:c}\\end{numcases} and so on.\n\n"
    let lines = pageLines(text + "\\eqref{eq:a}, \\eqref{eq:c}")[0].map { $0.filter { $0 != " " } }
    #expect(lines.last == "(1),(2)")
    #expect(lines.filter { $0.hasSuffix("(1)") }.count == 1 && lines.filter { $0.hasSuffix("(2)") }.count == 2)
    #expect(lines.contains { $0.hasPrefix("Say") } && lines.contains { $0.hasPrefix("andsoon") })
  }

  @Test func `rows of subnumcases share a number, with letters`() {
    let text = "\\begin{subnumcases}{f=}a & one\\label{eq:a}\\\\b & two\\label{eq:b}\\end{subnumcases}\n\n"
    #expect(pageLines(text + "\\eqref{eq:a}, \\eqref{eq:b}")[0].last?.filter { $0 != " " } == "(1a),(1b)")
  }

  private let align = "\n\n\\begin{align}a&=b\\\\c&=d\\\\e&=f\\end{align}\n\n"

  @Test(arguments: [
    "Text alone.", "As f(3) says, and f(x)(2).", "(1) First point.", "In (1999) and (7).", "Take 3 apples and 2 pears.",
    "`see (2)` in code",
    "Section 2 and Figure 3.", "It is 3.", "A list (a) of (b).",
  ]) func `no display is numbered where nobody speaks of a number`(text: String) {
    #expect(numbers(text + align) == 0)
  }

  @Test(arguments: [
    "By (3) we have it.", "by Eq. 3", "see Eqs. (1) and (2)", "Equation 2 says", "由式(3)可得", "由（2）式", "式 2 より", "nach Gleichung 3",
    "d'après l'équation 2", "식 (2)", "| a |\n|---|\n| see (2) |",
  ]) func `all are numbered where the text speaks of one`(text: String) {
    #expect(numbers(text + align) == 3)
  }

  @Test(arguments: [
    "\\begin{equation}x = y ~~~(2)\\end{equation}", "\\begin{align}a &= b && (9)\\\\ c &= d\\end{align}",
    "\\begin{eqnarray}a &=& b \\quad (3)\\end{eqnarray}", "\\begin{equation}a \\hspace{2em} (1.2)\\end{equation}",
  ])
  func `beside a number that the author has typed none is added`(typed: String) {
    #expect(numbers("By (3) we have it.\n\n" + typed + align) == 0)
  }

  @Test(arguments: ["\\begin{equation}f = g(2)\\end{equation}", "\\begin{equation}a = b \\quad (n)\\end{equation}"])
  func `an argument at the end is no number`(display: String) {
    #expect(numbers("By (3) we have it.\n\n" + display + align) == 4)
  }

  @Test func `a label, a tag or an id numbers all`() {
    #expect(numbers("Text." + align + "\\begin{equation}a\\label{x}\\end{equation}") == 4)
    #expect(numbers("Text." + align + "$$a \\tag{A}$$") == 4)
    #expect(numbers("Text." + align + "$$a$$ {#eq-a}") == 4)
  }

  @Test(arguments: ["gfm", "obsidian"]) func `tools whose MathJax has no numbers show those of tags and labels alone`(tool: String) {
    let matter = "---\nfrom: \(tool)\n---\n\n"
    #expect(numbers(matter + "By (1) we have it." + align + "$$a \\tag{1}$$") == 1)
    #expect(numbers(matter + "By (3) we have it." + align) == 0)
    #expect(numbers(matter + "By \\eqref{x}." + align + "\\begin{equation}a\\label{x}\\end{equation}") == 1)
    #expect(numbers("---\nfrom: \(tool)\nnumber-equations: true\n---\n\n" + align) == 3)
  }

  @Test(arguments: [
    ("tags: 'ams'", 3), ("tags: \"all\"", 3), ("tags: 'none'", 0), ("macros: {}", 0), ("// tags: 'ams',\n  packages: []", 0),
  ])
  func `the page's script says whether equations have numbers`(setting: String, count: Int) throws {
    let script = "<script>\nwindow.MathJax = {\n  tex: {\n  \(setting)\n  }\n};\n</script>\n\n"
    #expect(try shown(script + "By (3) we have it." + align, at: "a.md", with: [:]) == count + 1)
    let old = "<script type=\"text/x-mathjax-config\">MathJax.Hub.Config({TeX: {equationNumbers: {autoNumber: \"AMS\"}}});</script>\n\n"
    #expect(try shown(old + "Words." + align, at: "a.md", with: [:]) == 3)
  }

  @Test(arguments: [
    (
      "_posts/a.md",
      ["_config.yml": "", "_includes/head.html": "<script src=\"https://x.org/MathJax.js?config=TeX-MML-AM_CHTML\"></script>"], 0
    ),
    (
      "_posts/a.md",
      ["_config.yml": "", "_includes/m.html": "<script>MathJax.Hub.Config({TeX: {equationNumbers: {autoNumber: 'AMS'}}})</script>"], 3
    ),
    ("docs/a.md", ["mkdocs.yml": "extra_javascript:\n  - x/own.js\n", "docs/x/own.js": "window.MathJax = {tex: {tags: \"ams\"}}"], 3),
    ("docs/a.md", ["mkdocs.yml": "site_name: x\n"], 3),
  ])
  func `the script of a site says whether equations have numbers`(name: String, files: [String: String], count: Int) throws {
    #expect(try shown("By (3) we have it." + align, at: name, with: files) == count + 1)
  }

  /// How often a number in parentheses is on the pages.
  private func shown(_ page: String, at name: String, with files: [String: String]) throws -> Int {
    let words = try typeset(page, at: name, with: files).text(ofPage: 0).split(whereSeparator: \.isWhitespace)
    return words.count { $0.hasPrefix("(") && $0.hasSuffix(")") && $0.count == 3 }
  }

  @Test func `beside tags that are numbers none is added`() {
    #expect(numbers("By (3) we have it." + align + "$$a \\tag{7}$$") == 1)
    #expect(numbers("Text." + align + "$$a \\tag{7}$$\n\n$$b \\label{x}$$") == 2)
    #expect(numbers("Text." + align + "$$a \\tag{1.3}$$") == 1)
    #expect(numbers("Text.\n\n$$\n\\tag{1.3}\n\\begin{align}\na &= b \\\\\nc &= d\n\\end{align}\n$$\n") == 1)
  }

  @Test func `the front matter decides`() {
    #expect(numbers("---\nnumber-equations: true\n---\n\nText." + align) == 3)
    #expect(numbers("---\nnumber-equations: false\n---\n\nBy (3) we have it." + align) == 0)
  }

  @Test func `environments behind macros are counted`() {
    let macros = "$\\def\\be{\\begin{equation}}\\def\\ee{\\end{equation}}$"
    #expect(numbers(macros + "\n\nBy (1) we have it.\n\n$$\\be a=b \\ee$$") == 1)
  }
}
