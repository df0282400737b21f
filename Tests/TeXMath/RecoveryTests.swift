import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// What authors write that LaTeX refuses or drops: all of it is typeset and reported.
@Suite struct RecoveryTests {
  let typesetter: MathTypesetter

  init() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
  }

  private func set(_ tex: String, _ style: MathStyle = .text) -> Formula { typesetter.set(tex, style: style, size: 10.pt, copiedAs: "") }

  private func expectSame(_ a: String, _ b: String, _ style: MathStyle = .text) {
    let (first, second) = (set(a, style).list.packed(), set(b, style).list.packed())
    #expect(first.items == second.items, "\(a) is not set like \(b)")
    #expect(first.glyphs == second.glyphs, "\(a) is not set like \(b)")
  }

  @Test(arguments: [
    ("x\\over y\\over z", "x\\over{y\\over z}", "math.ambiguous-fraction"),
    ("\\begin{array} a & b\\\\c&d\\end{array}", "\\begin{array}{cc}a&b\\\\c&d\\end{array}", "math.missing-columns"),
    ("\\begin{array}. a & b\\\\c&d\\end{array}", "\\begin{array}{cc}a&b\\\\c&d\\end{array}", "math.missing-columns"),
    ("\\begin{array} .5 & b\\\\c&d\\end{array}", "\\begin{array}{cc}.5&b\\\\c&d\\end{array}", "math.missing-columns"),
    ("\\begin{alignedat} a&=b\\end{alignedat}", "\\begin{alignedat}{2}a&=b\\end{alignedat}", "math.missing-columns"),
    ("50% of x", "50\\% of x", "math.percent"), ("\\text{50% of it}", "\\text{50\\% of it}", "math.percent"),
    ("\\left{ x \\right}", "\\left\\{ x \\right\\}", "math.bare-brace"),
    ("\\left{ \\frac{1}{2} \\right}+1", "\\left\\{ \\frac{1}{2} \\right\\}+1", "math.bare-brace"),
    ("\\bigl{ x \\bigr}", "\\bigl\\{ x \\bigr\\}", "math.bare-brace"),
    ("\\frac{\\left{x\\right}}{2}", "\\frac{\\left\\{x\\right\\}}{2}", "math.bare-brace"),
    ("a\\right)", "a)", "math.unmatched"), ("\\text{a #1}", "\\text{a \\#1}", ""),
  ]) func `what LaTeX refuses is set as it was meant, and reported`(tex: String, meant: String, code: String) {
    #expect(set(tex).diagnostics.map(\.code) == (code.isEmpty ? [] : [code]))
    expectSame(tex, meant)
  }

  @Test(arguments: [
    "{x\\over y}\\over z", "x\\over{y\\over z}", "\\frac{x\\over y}{z\\over w}", "a%b\nc", "\\big{(}x\\big{)}", "\\left(x\\right)",
    "\\begin{array}{c}a\\end{array}", "\\begin{array}c a\\end{array}", "50\\%", "\\left.x\\right\\}",
  ]) func `what LaTeX accepts is not reported`(tex: String) {
    #expect(set(tex).diagnostics == [])
  }

  @Test func `a length has one stretch and one shrink, however many follow`() {
    expectSame("x\\hskip 1em plus 2pt minus 1pt y", "x\\hskip 1em y")
    // As in TeX, a second one is text.
    expectSame("x\\hskip 1em plus 2pt plus 1pt y", "x\\hskip 1em\\relax plus1pty")
    #expect(set("\\hskip 1pt" + String(repeating: " plus 1pt", count: 28_000) + "x").width > 28_000.pt)
  }

  @Test(arguments: [
    ("{\\global\\def\\a{b}}\\a", "{}b"), ("{\\global\\long\\let\\a=b}\\a", "{}b"), ("{\\long\\global\\edef\\a{b}}\\a", "{}b"),
    ("{\\gdef\\a{b}}\\a", "{}b"), ("\\def\\a{c}{\\def\\a{b}}\\a", "{}c"), ("\\def\\a{c}{\\global b\\def\\a{d}}\\a", "{b}c"),
  ]) func `a global definition outlives its group`(tex: String, meant: String) {
    expectSame(tex, meant)
  }

  @Test(arguments: ["\\cancel", "\\underline", "\\phantom", "\\fbox", "\\llap", "\\mathclap", "\\smash[t]"])
  func `words keep their look in a command that puts something around them`(command: String) {
    expectSame("\\textbf{a \\textit{\(command){b}} c}", "\\textbf{a \\textit{}}\(command){\\textbf{\\textit{b}}}\\textbf{ c}")
    // So they do where a command of the author contains it.
    expectSame("\\def\\q#1{\(command){#1}}\\textbf{a \\q{b}}", "\\textbf{a \(command){b}}")
  }

  @Test func `mathtools' cases* is one item`() {
    expectSame("x_\\begin{cases*}a&b\\end{cases*}", "x_{\\begin{cases*}a&b\\end{cases*}}")
  }

  @Test func `a closing brace that answers no bare brace still ends its group`() {
    #expect(set("\\frac{\\left(x\\right}{2}").diagnostics.map(\.code).contains("math.delimiter"))
    #expect(set("\\frac{\\left(x\\right}{2}").diagnostics.contains { $0.code == "math.missing-argument" } == false)
  }

  @Test func `an unknown environment shows its name and all that is in it`() {
    #expect(set("\\begin{foo}a&b\\\\c\\end{foo}+1").diagnostics.map(\.code) == ["math.unknown-environment"])
    #expect(set("\\begin{algin}a&b\\end{algin}").diagnostics.first?.hint == "did you mean align?")
    #expect(set("\\begin{foo}a&b\\\\c\\end{foo}").list.packed().glyphs.count == "\\begin{foo}\\end{foo}abc".count)
  }

  @Test(arguments: [
    ("\\text{if \\(x>0\\)}", "\\text{if $x>0$}"), ("\\text{a \\(\\text{b $c$}\\) d}", "\\text{a $\\text{b $c$}$ d}"),
    ("\\text{a {$b$} c}", "\\text{a $b$ c}"),
    ("\\newcommand{\\who}{Alice}\\text{\\who{} said}", "\\text{Alice{} said}"),
    ("\\newcommand{\\who}[1]{\\textbf{#1}}\\text{a \\who{b} c}", "\\text{a \\textbf{b} c}"),
    ("\\newcommand{\\half}{\\frac12}\\text{a \\half}", "\\text{a $\\frac12$}"),
  ]) func `formulas and own commands within text`(tex: String, meant: String) {
    #expect(set(tex).diagnostics == [])
    expectSame(tex, meant)
  }

  @Test(arguments: [
    "\\textcolor{red}{ab}", "{\\color{red}ab}", "\\underline{ab}", "\\fbox{ab}", "\\cancel{ab}", "\\href{https://a.b}{ab}",
    "\\colorbox{red}{ab}", "\\fcolorbox{red}{blue}{ab}", "\\overline{ab}", "\\sout{ab}", "\\rlap{ab}",
  ]) func `colours, lines and frames in text keep its face`(tex: String) throws {
    func glyphs(_ tex: String) -> [(id: UInt32, face: FaceID)] {
      let ink = set(tex).list.packed()
      return ink.items.flatMap { item -> [(id: UInt32, face: FaceID)] in
        guard case .run(let run) = item else { return [] }
        return ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map { ($0.id, run.face) }
      }
    }
    let plain = glyphs("\\text{\\textbf{ab}}")
    let wrapped = glyphs("\\text{\\textbf{\(tex)}}")
    #expect(wrapped.map(\.id) == plain.map(\.id))
    #expect(wrapped.map(\.face) == plain.map(\.face))
  }

  @Test func `phantoms in text are as wide as their words`() {
    #expect(set("\\text{a\\phantom{bcd}e}").width == set("\\text{a}\\text{bcd}\\text{e}").width)
    #expect(set("\\text{\\hphantom{bcd}}").width == set("\\text{bcd}").width)
  }

  @Test(arguments: [
    ("a+\\dots+b", 0x22EF), ("a=\\dots=b", 0x22EF), ("a,\\dots,b", 0x2026), ("a\\dots b", 0x2026), ("\\dots\\int", 0x22EF),
    ("\\dots\\sum", 0x22EF), ("a\\dots\\in b", 0x22EF), ("(a,\\dots)", 0x2026), ("a\\dots\\implies b", 0x22EF), ("a\\dots<b", 0x22EF),
    ("a\\dots\\not=b", 0x22EF), ("a\\dots|b", 0x2026), ("a\\dots\\frac12", 0x2026),
  ]) func `dots stand on the axis before operators and relations`(tex: String, scalar: Int) {
    let name = scalar == 0x22EF ? "\\cdots" : "\\ldots"
    let glyphs = Set(set(name).list.packed().glyphs.map(\.id))
    #expect(!glyphs.isDisjoint(with: set(tex).list.packed().glyphs.map(\.id)))
  }

  /// It ended a row that could not end there, again and again.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      "{", "{%}", "\\bgroup ", "\\begingroup ", "\\text{$", "\\hbox{$%$}", "\\substack{", "\\substack{x%}", "\\sqrt{%}", "x^{", "\\left(",
      "\\frac{%}{%}",
      "\\begin{matrix}", "\\matrix{%}", "\\underbrace{",
    ])
  func `text between rows is text where no row can end`(around: String) {
    for environment in ["align", "gather", "multline", "eqnarray"] {
      let inner = around.contains("%") ? around.replacing("%", with: "\\intertext{a}") : around + "\\intertext{a} b"
      let formula = set("\\begin{\(environment)}\(inner)\\end{\(environment)}", .display)
      #expect(!formula.list.packed().glyphs.isEmpty && !formula.diagnostics.contains { $0.code == "math.macro-limit" }, "\(environment)")
    }
  }

  @Test func `text between rows is no equation and has no part in the columns`() {
    let formula = typesetter.set(
      "\\begin{align}a&=b\\\\\\intertext{a long text that goes on and on}c&=d\\end{align}", style: .display, size: 10.pt, measure: 300.pt)
    #expect(formula.diagnostics == [])
    #expect(formula.rows.map(\.isNumbered) == [true, false, true])
    #expect(formula.rows.map(\.isText) == [false, true, false])
    let plain = typesetter.set("\\begin{align}a&=b\\\\c&=d\\end{align}", style: .display, size: 10.pt, measure: 300.pt)
    #expect(formula.rows[0].right - plain.rows[0].right == (300.pt - plain.width) / 2)
  }

  @Test func `text between rows wider than the measure is broken into lines`() {
    let words = String(repeating: "word ", count: 40)
    let formula = typesetter.set(
      "\\begin{gather}a\\\\\\shortintertext{\(words)}b\\end{gather}", style: .display, size: 10.pt, measure: 200.pt)
    #expect(formula.width <= 200.pt)
    #expect(formula.rows[1].depth > 36.pt)
  }

  @Test func `eqnarray has rows as far apart as align, its relation in text style`() {
    let formula = typesetter.set("\\begin{eqnarray}a&=&b\\\\c&=&d\\end{eqnarray}", style: .display, size: 10.pt)
    #expect(formula.rows.dropFirst().allSatisfy { $0.baselineDistance == 15.pt })
  }

  @Test func `a double backslash in a line of text ends the line, in a display begins a row`() {
    let penalties = set("a\\\\b").list.nodes.compactMap { if case .penalty(let value) = $0 { value } else { nil } }
    #expect(penalties == [Penalty.force])
    #expect(set("a\\\\b").height == set("b").height)
    #expect(set("a\\\\b", .display).height > set("b", .display).height)
  }

  @Test func `spaces in formulas are those of the text's face`() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Libertinus Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Libertinus Serif"])
    func width(_ tex: String) -> Length { typesetter.set(tex, style: .text, size: 10.pt).width }
    #expect(width("1\\ 2") - width("12") == width("\\text{1 2}") - width("\\text{12}"))
    #expect(width("1~2") == width("1\\ 2"))
  }

  @Test func `delimiters in scripts grow beyond the form for scripts`() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "STIX Two Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["STIX Two Text"])
    let small = typesetter.set("e^{(\\sum_j a)}", style: .text, size: 10.pt)
    #expect(typesetter.set("e^{\\left(\\sum_j a\\right)}", style: .text, size: 10.pt).height > small.height + 1.pt)
    func glyphs(_ tex: String) -> Set<UInt32> { Set(typesetter.set(tex, style: .text, size: 10.pt).list.packed().glyphs.map(\.id)) }
    #expect(glyphs("e^{\\left(a\\right)}") == glyphs("e^{(a)}"))
  }

  @Test(arguments: [
    ("\\ang", 1), ("\\ang{}", 1), ("\\num{ }", 1), ("\\num[round-mode=places]{}", 1), ("\\si{}", 1), ("\\SI{}{m}", 1), ("\\ang{30}", 0),
    ("\\num{1e3}", 0), ("\\SI{3}{m}", 0),
  ])
  func `a number or angle without an argument is reported`(tex: String, count: Int) {
    #expect(set(tex).diagnostics.map(\.code).filter { $0 == "math.missing-argument" }.count == count)
  }
}
