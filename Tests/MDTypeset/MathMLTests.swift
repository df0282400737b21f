import MDTypeset
import Testing
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// Formulas in MathML, which are read as LaTeX.
@Suite struct MathMLTests {
  /// The formulas that the parser gets, without blanks that mean nothing.
  private func formulas(_ text: String) -> [String] {
    let source = preprocessed(Source(name: "", text: text), files: .none, budget: Budget()).source
    return parse(source).tree.nodes.compactMap { node in
      switch node.kind {
      case .math(let span), .mathBlock(let span): span.isDisplay ? "$$\(span.tex)$$" : span.tex
      default: nil
      }
    }
  }

  private func diagnostics(_ text: String) -> [Diagnostic] { Typesetter().typeset(Source(name: "a.md", text: text)).diagnostics }

  private func tex(_ elements: String) -> String? { formulas("A <math>\(elements)</math> b.\n").first }

  @Test(arguments: [
    ("<mfrac><mn>1</mn><mi>n</mi></mfrac>", "\\frac{1}{n}"),
    ("<msup><mi>x</mi><mn>2</mn></msup>", "x^{2}"),
    ("<msubsup><mi>a</mi><mrow><mi>i</mi><mo>+</mo><mn>1</mn></mrow><mo>&#x2032;</mo></msubsup>", "a_{i + 1}^{\\prime}"),
    ("<msup><mrow><mo>(</mo><mi>x</mi><mo>)</mo></mrow><mn>2</mn></msup>", "{( x )}^{2}"),
    ("<mrow><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></mrow>", "\\left( \\frac{a}{b} \\right)"),
    ("<mo>[</mo><mn>0</mn><mo>,</mo><mn>1</mn><mo>)</mo>", "[ 0 , 1 )"),
    ("<msqrt><mi>a</mi><mi>b</mi></msqrt>", "\\sqrt{a b}"),
    ("<mroot><mi>x</mi><mn>3</mn></mroot>", "\\sqrt[3]{x}"),
    ("<mi>sin</mi><mo>&ApplyFunction;</mo><mi>&alpha;</mi>", "\\sin α"),
    ("<mi mathvariant=\"normal\">d</mi><mi mathvariant=\"double-struck\">R</mi>", "\\mathrm{d} \\mathbb{R}"),
    ("<mi>rank</mi><mn>1,000</mn>", "\\mathrm{rank} 1{,}000"),
    ("<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>0</mn></mrow><mi>n</mi></munderover>", "∑_{i = 0}^{n}"),
    ("<munder><mi>lim</mi><mrow><mi>x</mi><mo>→</mo><mn>0</mn></mrow></munder>", "\\lim_{x → 0}"),
    ("<munder><mo>argmax</mo><mi>x</mi></munder>", "\\operatorname*{argmax}_{x}"),
    ("<mover><mi>v</mi><mo>→</mo></mover><mover><mi>AB</mi><mo>¯</mo></mover>", "\\vec{v} \\overline{\\mathrm{AB}}"),
    ("<munder><mi>a</mi><mi>b</mi></munder><mover><mi>c</mi><mo>!</mo></mover>", "\\underset{b}{a} \\overset{!}{c}"),
    ("<mo>\\|</mo><mi>x</mi><mo>\\|</mo><mo>&lt;</mo><mn>1</mn>", "\\vert x \\vert \\lt 1"),
    ("<mmultiscripts><mi>X</mi><mi>a</mi><none/><mprescripts/><mi>c</mi><mi>d</mi></mmultiscripts>", "{}_{c}^{d}X_{a}"),
    ("<mfrac linethickness=\"0\"><mi>n</mi><mi>k</mi></mfrac>", "\\genfrac{}{}{0pt}{}{n}{k}"),
    ("<mtext>if </mtext><mi>x</mi><mtext>5 % &amp; more</mtext>", "\\text{if } x \\text{5 \\% \\& more}"),
    ("<mfenced open=\"[\" close=\"]\"><mi>a</mi><mi>b</mi></mfenced>", "\\left[ a , b \\right]"),
    (
      "<mo>{</mo><mtable columnalign=\"left\"><mtr><mtd><mn>1</mn></mtd><mtd><mi>x</mi></mtd></mtr>"
        + "<mtr><mtd><mn>0</mn></mtd></mtr></mtable>",
      "\\left\\{ \\begin{array}{ll} 1 & x \\\\ 0 \\end{array} \\right."
    ),
    ("<menclose notation=\"box\"><mi>x</mi></menclose><mspace width=\"1em\"/>", "\\boxed{x} \\hspace{1em}"),
    ("<semantics><mi>x</mi><annotation encoding=\"application/x-tex\">x_1 \\to y</annotation></semantics>", "x_1 \\to y"),
  ])
  func `elements are LaTeX`(_ elements: String, _ latex: String) {
    let found = tex(elements)?.split(separator: " ").joined(separator: " ")
    #expect(found == latex)
    #expect(diagnostics("A <math>\(elements)</math> b.\n").map(\.code) == [])
  }

  @Test func `formulas are found over lines and in HTML, and displays are displays`() {
    let math = "<math xmlns=\"http://www.w3.org/1998/Math/MathML\" display=\"block\">\n  <mi>x</mi>\n</math>"
    #expect(formulas("A\n\n\(math)\n\nb <m:math><m:mi>y</m:mi></m:math>\n") == ["$$x$$", "y"])
    #expect(formulas("<p>Find <math><mn>1</mn></math>, or <math><mn>2</mn></math>.</p>\n") == ["1", "2"])
    #expect(formulas("<div markdown=\"1\">\n\nFind <math><mn>1</mn></math>.\n\n</div>\n") == ["1"])
    #expect(formulas("x<math><mi>a</mi></math>y | z\n") == ["a"])
  }

  @Test func `code that shows MathML stays code`() {
    #expect(formulas("`<math><mi>x</mi></math>` and\n\n```html\n<math><mi>y</mi></math>\n```\n") == [])
    #expect(formulas("`a` <math><mi>x</mi></math> ``<math>`` <math>\n") == ["x"])
  }

  @Test func `an element without LaTeX is said and its words are shown`() {
    let found = diagnostics("A <math><apply><ci>q</ci></apply></math> b.\n")
    #expect(found.map(\.code) == ["html.not-shown"])
    #expect(found.first?.message.contains("<apply>") == true)
  }
}
