@testable import MDTypeset
import Testing
import TypesetBoxes
import TypesetFonts

/// Pictures of single formulas.
@Suite struct FormulaPictureTests {
  /// - Returns: The page, and its ink edge by edge from the page's upper left corner, y upwards.
  private func page(_ tex: String) throws -> (page: Page, left: Length, right: Length, bottom: Length, top: Length) {
    let formulas = try #require(FormulaTypesetter(font: "Libertinus Math", size: 10))
    let page = formulas.document(tex, isDisplay: false, color: nil).document.pages[0]
    let fonts = FontBook()
    _ = fonts.face(family: "Libertinus Math")
    var edges = (left: Length.zero, right: Length.zero, bottom: Length.zero, top: -page.height)
    for case .run(let run) in page.ink.items {
      // The run's text face would have another number: these formulas have none.
      let font = fonts.face(run.face).font(size: run.size)
      for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        guard let bounds = font.inkBounds(of: glyph.id) else { continue }
        edges.left = min(edges.left, run.x + Length(rawValue: Int(glyph.x)) + bounds.x)
        edges.right = max(edges.right, run.x + Length(rawValue: Int(glyph.x)) + bounds.x + bounds.width)
        edges.bottom = min(edges.bottom, run.y + Length(rawValue: Int(glyph.y)) + bounds.y)
        edges.top = max(edges.top, run.y + Length(rawValue: Int(glyph.y)) + bounds.y + bounds.height)
      }
    }
    return (page, edges.left, edges.right, edges.bottom, edges.top)
  }

  @Test(arguments: ["f", "\\mathrlap{abc}x", "a\\mathllap{wxyz}", "\\vec{f}", "\\smash{\\sum_i^n}", "x", "\\mathit{j}", "f'"])
  func `all ink of a formula is in its picture`(tex: String) throws {
    let found = try page(tex)
    #expect(found.left >= .zero)
    #expect(found.right <= found.page.width)
    #expect(found.bottom >= -found.page.height)
    #expect(found.top <= .zero)
  }
}

/// Single formulas with their dimensions.
@Suite struct TypesetFormulaTests {
  private let formulas = FormulaTypesetter(size: 20)

  @Test func `a fraction has a bar between two letters, above and below the baseline`() throws {
    let formula = try #require(formulas).typeset("\\frac{a}{b}")
    let bar = try #require(formula.rules.first)
    #expect(formula.rules.count == 1 && formula.glyphs.count == 2 && formula.diagnostics.isEmpty)
    #expect(formula.glyphs[0].origin.y < bar.y && formula.glyphs[1].origin.y > bar.maxY)
    #expect(bar.maxY < formula.origin.y)
    #expect(formula.height > 5 && formula.depth > 3 && formula.width > 5)
    #expect(formula.glyphs.allSatisfy { $0.font == "LibertinusMath-Regular.otf" && $0.size < 20 && $0.size > 10 })
  }

  @Test func `glyphs and their ink are within the picture, and the box is at its origin`() throws {
    for tex in ["x^2", "\\mathllap{wxyz}a", "f", "\\sqrt{x}"] {
      let formula = try #require(formulas).typeset(tex)
      let size = formula.pictureSize
      for rect in formula.glyphs.compactMap(\.bounds) + formula.rules {
        #expect(rect.x >= -0.001 && rect.y >= -0.001 && rect.maxX <= size.width + 0.001 && rect.maxY <= size.height + 0.001)
      }
      #expect(formula.origin.y >= formula.height - 0.001)
      #expect(size.width >= formula.origin.x + formula.width - 0.001)
    }
    let (lapped, letter) = (try #require(formulas).typeset("\\mathllap{wxyz}a"), try #require(formulas).typeset("a"))
    #expect(lapped.origin.x > 20 && abs(lapped.width - letter.width) < 0.001)
  }

  @Test func `displays are larger, colours and faults are told, and all formats are made`() throws {
    let formulas = try #require(formulas)
    let (display, inline) = (formulas.typeset("\\sum_i x", isDisplay: true), formulas.typeset("\\sum_i x"))
    #expect(display.height + display.depth > inline.height + inline.depth)
    #expect(formulas.typeset("x", color: .red).glyphs.first?.color == .red)
    let wrong = formulas.typeset("\\frca", name: "label")
    #expect(wrong.diagnostics.map(\.code) == ["math.unknown-command"])
    #expect(wrong.diagnostics.first?.position(in: wrong.document.source) == Source.Position(file: "label", line: 1, column: 1))
    #expect(try display.svg().count > 100 && display.png().count > 100 && display.pdf().count > 100)
    #expect(FormulaTypesetter(font: "No Such Font") == nil)
  }

  @Test func `quotation marks in a formula end no attribute of its SVG and MathML`() throws {
    let tex = #"\text{\texttt{"}} \href{http://x.y/"z}{b}"#
    let formulas = try #require(formulas)
    #expect(formulas.mathML(tex).contains(#"href="http://x.y/&quot;z""#))
    #expect(String(decoding: try formulas.typeset(tex).svg(), as: UTF8.self).contains(#"aria-label="&quot; b""#))
  }
}
