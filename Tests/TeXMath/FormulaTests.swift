import Testing
import TeXMath
import TypesetBoxes
import TypesetFonts

@Suite struct FormulaTests {
  let typesetter: MathTypesetter

  init() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
  }

  @Test func `an inline formula may break after a relation and a binary operator`() {
    let penalties = typesetter.set("a=b+c", style: .text, size: 10.pt).list.nodes.compactMap {
      if case .penalty(let value) = $0 { value } else { nil }
    }
    #expect(penalties == [500, 700])
  }

  @Test func `an unknown command is named with a hint, and the rest is set`() {
    let formula = typesetter.set("\\frca{1}{2}+x", style: .text, size: 10.pt)
    #expect(formula.diagnostics.map(\.code) == ["math.unknown-command"])
    #expect(formula.diagnostics.first?.range == 0..<5)
    #expect(formula.diagnostics.first?.hint == "did you mean \\frac?")
    #expect(formula.width > 20.pt)
  }

  @Test func `the first run carries the source of the formula, the others nothing`() {
    let ink = typesetter.set("x^2", style: .text, size: 10.pt).list.ink
    let texts = ink.items.compactMap { item -> String? in
      if case .run(let run) = item {
        String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      } else {
        nil
      }
    }
    #expect(texts.first == "$x^2$")
    #expect(Set(texts.dropFirst()) == [""])
  }

  @Test(arguments: [
    String(repeating: "{", count: 100_000), "\\def\\a{\\a\\a}\\a", "\\def\\a{\\a}\\a", "\\frac", "x^", "\\left(",
    "\\begin{matrix}", String(repeating: "\\sqrt", count: 20_000), String(repeating: "x^", count: 20_000),
    String(repeating: "\\left(", count: 20_000), "\\sqrt[", "&", "}", "\\right)", "\\end{x}",
  ]) func `hostile input ends with a diagnostic`(tex: String) {
    let formula = typesetter.set(tex, style: .display, size: 10.pt)
    #expect(!formula.diagnostics.isEmpty)
  }

  @Test func `a display environment gives its rows with their tags`() {
    let formula = typesetter.set("\\begin{align}a&=b\\\\c&=d\\tag{7}\\\\e&=f\\notag\\end{align}", style: .display, size: 10.pt)
    #expect(formula.diagnostics.isEmpty)
    #expect(formula.rows.map(\.isNumbered) == [true, true, false])
    #expect(formula.rows.map { $0.tag != nil } == [false, true, false])
    #expect(formula.rows.dropFirst().allSatisfy { $0.baselineDistance == 15.pt })
  }
}
