import Testing
import TeXMath
import TypesetBoxes
import TypesetFonts

/// Words of formulas in scripts that run from right to left (UAX #9).
@Suite struct WordOrderTests {
  /// The glyphs of a formula from left to right.
  private func glyphs(_ tex: String) throws -> [UInt32] {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Libertinus Math"))
    let formula = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Libertinus Serif"]).set(tex, style: .display, size: 10.pt)
    let ink = formula.list.packed()
    let placed = ink.items.flatMap { item -> [(x: Length, glyph: UInt32)] in
      guard case .run(let run) = item else { return [] }
      return ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map {
        (run.x + Length(rawValue: Int($0.x)), UInt32($0.id))
      }
    }
    return placed.sorted { $0.x < $1.x }.map(\.glyph)
  }

  private func letter(_ sign: String) throws -> UInt32 { try #require(try glyphs("\\text{\(sign)}").first) }

  @Test func `numbers among Hebrew words keep their digits in order`() throws {
    #expect(try glyphs("\\text{\u{5D0} 12 \u{5D1}}") == ["\u{5D1}", "1", "2", "\u{5D0}"].map { try letter($0) })
  }

  @Test func `a formula among Hebrew words is between them as they are read`() throws {
    let found = try glyphs("\\text{\u{5D0} $x$ \u{5D1}}")
    let (last, first) = (try letter("\u{5D1}"), try letter("\u{5D0}"))
    #expect(found.count == 3 && found.first == last && found.last == first)
  }

  @Test func `Latin words keep their order around a Hebrew one`() throws {
    #expect(try glyphs("\\text{a \u{5D0}\u{5D1} b}") == ["a", "\u{5D1}", "\u{5D0}", "b"].map { try letter($0) })
  }

  @Test(arguments: ["\\mathrm{\u{5D0}\u{5D1}}", "\u{5D0}\u{5D1}", "\\operatorname{\u{5D0}\u{5D1}}", "\\mathrm{\u{5D0} \u{5D1}}"])
  func `letters outside of text make words`(_ tex: String) throws {
    #expect(try glyphs(tex) == ["\u{5D1}", "\u{5D0}"].map { try letter($0) })
  }

  @Test func `a blank before words from right to left parts them from the formula at their left`() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Libertinus Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Libertinus Serif"])
    func edge(_ tex: String) throws -> Length {
      let ink = typesetter.set(tex, style: .display, size: 10.pt).list.packed()
      return try #require(ink.items.compactMap { if case .run(let run) = $0 { run.x } else { nil } }.max())
    }
    #expect(try edge("5\\text{ \u{5D0}}") > edge("5\\text{\u{5D0}}"))
  }
}
