import Testing
import TeXMath
import TypesetBoxes
import TypesetFonts

/// Signs that a font of formulas lacks, or cannot stretch.
@Suite struct MissingSignTests {
  private func formula(_ tex: String, in family: String = "Libertinus Math") throws -> Formula {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: family))
    return MathTypesetter(fonts: fonts, face: face, textFamilies: ["Libertinus Serif"]).set(tex, style: .display, size: 10.pt)
  }

  private func glyphCount(_ formula: Formula) -> Int { formula.list.packed().glyphs.count }

  @Test func `a delimiter that the font lacks is said once`() throws {
    let told = try formula("\\left\\lVvert x\\right\\rVvert").diagnostics
    #expect(told.map(\.code) == ["math.missing-sign"] && told.allSatisfy(\.isNote))
    #expect(try formula("\\left\\lVvert x\\right\\rVvert", in: "STIX Two Math").diagnostics.isEmpty)
    #expect(try formula("\\left. x\\right)").diagnostics.isEmpty)
  }

  @Test func `an accent that the font lacks is said, where no other one is like it`() throws {
    #expect(try formula("\\asteraccent{x}").diagnostics.map(\.code) == ["math.missing-sign"])
    for tex in ["\\overgroup{AB}", "\\undergroup{AB}", "\\underleftharpoondown{AB}", "\\underrightharpoondown{AB}"] {
      let formula = try formula(tex)
      #expect(formula.diagnostics.isEmpty && glyphCount(formula) > 2, "\(tex)")
    }
  }

  @Test(arguments: ["Libertinus Math", "STIX Two Math", "Latin Modern Math"])
  func `arrows are as long as their labels, and those over letters are above them`(family: String) throws {
    let label = try formula("\\scriptstyle abcdefghijk", in: family)
    for arrow in ["\\xtwoheadrightarrow", "\\xtwoheadleftarrow"] {
      #expect(try formula("\(arrow){abcdefghijk}", in: family).width >= label.width, "\(arrow)")
    }
    let letters = try formula("ABC", in: family)
    let over = try formula("\\Overrightarrow{ABC}", in: family)
    #expect(over.height > letters.height + 2.pt && over.depth == letters.depth)
    let ink = over.list.packed()
    let heights = ink.items.flatMap { item -> [Length] in
      guard case .run(let run) = item else { return [] }
      return ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map { run.y + Length(rawValue: Int($0.y)) }
    }
    let raised = heights.filter { $0 != .zero }
    #expect(!raised.isEmpty && raised.allSatisfy { $0 > letters.height / 2 })
  }

  @Test func `a value before a unit of units is read`() throws {
    let plain = try formula("5\\,\\mathrm{m}")
    #expect(try formula("\\units[5]{m}").width == plain.width)
    #expect(try formula("\\unitfrac[5]{m}{s}").width > formula("\\unitfrac{m}{s}").width)
  }
}
