import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// What formulas define, for themselves and for those after them.
@Suite struct DefinitionTests {
  let typesetter: MathTypesetter

  init() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
  }

  /// Sets formulas one after the other, each knowing what those before it define; the last one's ink and faults.
  private func last(_ formulas: [String]) -> (ink: Ink, codes: [String]) {
    let reader = FormulaReader(macros: .none, budget: Budget())
    var macros = MathMacros()
    for (number, tex) in formulas.dropLast().enumerated() {
      let found = reader.parseDefining(tex, in: .inline).definitions
      if !found.isEmpty { macros.append(found, from: number * 10) }
    }
    let formula = typesetter.set(formulas.last ?? "", style: .text, size: 10.pt, macros: macros.at(formulas.count * 10), copiedAs: "")
    return (formula.list.packed(), formula.diagnostics.map(\.code))
  }

  @Test(arguments: [
    ("\\let\\oldvec\\vec\\renewcommand{\\vec}[1]{\\oldvec{\\mathbf{#1}}}", "\\vec{x}", "\\oldvec{\\mathbf{x}}"),
    ("\\let\\old\\phi\\let\\phi\\varphi\\let\\varphi\\old", "\\phi\\varphi", "\\varphi\\phi"),
    ("\\let\\oldfrac\\frac\\renewcommand{\\frac}[2]{\\oldfrac{#1}{1+#2}}", "\\frac ab", "\\frac{a}{1+b}"),
    ("\\let\\oldsqrt\\sqrt\\renewcommand{\\sqrt}[2][3]{\\oldsqrt[#1]{#2}}", "\\sqrt x", "\\sqrt[3]{x}"),
    ("\\let\\oldsum\\sum\\renewcommand{\\sum}{\\oldsum\\limits}", "\\sum_i", "\\sum\\limits_i"),
    ("", "\\sum_\\limits{i=1}^n i + \\int^\\nolimits1_0", "\\sum\\limits_{i=1}^n i + \\int\\nolimits^1_0"),
    ("\\let\\iff\\Leftrightarrow ", "a\\iff b", "a\\Leftrightarrow b"),
    ("\\let\\olddfrac\\dfrac\\renewcommand{\\dfrac}[2]{\\olddfrac{#2}{#1}}", "\\dfrac ab", "\\dfrac ba"),
    ("\\newcommand{\\a}{x}\\let\\b\\a\\renewcommand{\\a}{y}", "\\a\\b", "yx"),
    ("\\let\\eps\\epsilon\\let\\epsilon\\varepsilon", "\\eps\\epsilon", "\\epsilon\\varepsilon"),
    ("\\let\\lt=<", "a\\lt b", "a<b"),
    ("{\\global\\let\\q\\alpha}", "\\q", "\\alpha"),
    ("\\let\\oldleft\\left\\renewcommand{\\left}{\\mathopen{}\\oldleft}", "\\left(x\\right)", "\\mathopen{}\\left(x\\right)"),
    ("\\renewcommand{\\Longrightarrow}{\\Rightarrow}", "\\implies", "\\;\\Longrightarrow\\;"),
    ("\\newenvironment{pm}{\\left(\\begin{matrix}}{\\end{matrix}\\right)}", "\\begin{pm}a&b\\end{pm}", "\\begin{pmatrix}a&b\\end{pmatrix}"),
    ("\\DeclarePairedDelimiter{\\norm}{\\lVert}{\\rVert}", "\\norm*{\\frac ab}", "\\left\\lVert\\frac ab\\right\\rVert"),
    ("\\def\\pair#1,#2;{(#2,#1)}", "\\pair a,b;", "(b,a)"),
    ("\\definecolor{own}{RGB}{1,2,3}", "\\textcolor{own}{x}", "\\textcolor[RGB]{1,2,3}{x}"),
    ("", "\\textcolor{rgb,255:red,214;green,92;blue,93}{x}", "\\textcolor[RGB]{214,92,93}{x}"),
    ("", "\\textcolor{rgb:red,1;white,1}{x}", "\\textcolor{red!50}{x}"),
  ]) func `a copy by let keeps its meaning, in the same formula and in later ones`(definitions: String, use: String, meaning: String) {
    // The meaning is set without the definitions, but for names that they make.
    let expected = last([meaning.replacing("\\oldvec", with: "\\vec")])
    for formulas in [[definitions + use], [definitions, use]] {
      let found = last(formulas)
      #expect(found.codes == [])
      #expect(found.ink.items == expected.ink.items)
      #expect(found.ink.glyphs == expected.ink.glyphs)
    }
  }

  @Test(arguments: [
    "\\renewcommand{\\vec}[1]{\\vec{\\mathbf{#1}}}", "\\def\\phi{\\phi_0}", "\\newcommand{\\R}{\\R^n}",
  ]) func `a command in its own definition has its old meaning, and that is reported`(tex: String) {
    #expect(last([tex]).codes == ["math.recursive-macro"])
    #expect(last([tex, "\\vec{x}\\phi\\R"]).codes == [])
  }

  @Test func `a symbol that is known stays below providecommand, which is reported; what only packages have is defined`() {
    let kept = last(["\\providecommand{\\gg}{\\mathfrak{g}}\\gg"])
    #expect(kept.codes == ["math.definition"])
    #expect(kept.ink.glyphs == last(["\\gg"]).ink.glyphs)
    for (tex, meaning) in [
      ("\\providecommand{\\own}{y}\\own", "y"), ("\\providecommand{\\norm}[2]{#2,#1}\\norm ab", "b,a"),
      ("\\providecommand{\\real}{x}\\real", "x"), ("\\newcommand{\\q}{a}\\providecommand{\\q}{b}\\q", "a"),
      ("\\providecommand{\\boldsymbol}[1]{#1#1}\\boldsymbol x", "\\boldsymbol x"), ("\\providecommand{\\dd}{z}\\dd", "z"),
    ] {
      let found = last([tex])
      #expect(found.codes == [], "\(tex)")
      #expect(found.ink.glyphs == last([meaning]).ink.glyphs, "\(tex)")
    }
  }

  @Test func `a recursion that a conditional ends is followed`() {
    let count = "\\def\\down#1{\\ifnum#1>0 x\\down{0}\\fi}"
    #expect(last([count + "\\down{1}"]).codes == [])
    #expect(last([count + "\\down{1}"]).ink.glyphs.count == 1)
  }

  @Test func `an endless definition costs its own formula only`() {
    #expect(last(["\\def\\a{\\b}\\def\\b{\\a}\\a"]).codes.contains("math.macro-limit"))
    #expect(last(["\\def\\a{\\b}\\def\\b{\\a}\\a", "x"]).codes == [])
    #expect(last(["\\def\\x{\\x}\\x"]).codes == ["math.recursive-macro"])
  }

  @Test func `a global definition outlives the groups that it stands in`() {
    #expect(last(["{\\def\\q{a}\\global\\def\\q{b}}\\q"]).codes == [])
    #expect(last(["{\\def\\q{a}}\\q"]).codes == ["math.unknown-command"])
  }
}
