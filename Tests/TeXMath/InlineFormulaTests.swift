import Testing
import TeXMath
import TypesetBoxes
import TypesetFonts

/// Inline formulas that are written again are not set again, and are what they would be.
@Suite struct InlineFormulaTests {
  private let typesetter: MathTypesetter

  init() throws {
    let fonts = FontBook()
    typesetter = MathTypesetter(
      fonts: fonts, face: try #require(fonts.face(family: "Latin Modern Math")), textFamilies: ["Latin Modern Roman"])
  }

  private func set(
    _ tex: String, size: Int = 10, macros: MathMacros = .none, copiedAs: String? = nil, spoken: String? = nil, color: Color = .black
  ) -> Formula {
    typesetter.set(tex, style: .text, size: size.pt, color: color, macros: macros, copiedAs: copiedAs, spoken: spoken)
  }

  @Test func `a formula has the definitions of its call, whatever was set before`() {
    let (one, three) = (MathMacros(source: "\\newcommand{\\foo}{x}"), MathMacros(source: "\\newcommand{\\foo}{xxx}"))
    let narrow = set("\\foo", macros: one).width
    #expect(set("\\foo", macros: one).width == narrow)
    #expect(set("\\foo", macros: three).width > narrow)
    #expect(set("\\foo", macros: one).width == narrow)
    #expect(!set("\\foo").diagnostics.isEmpty && set("\\foo", macros: one).diagnostics.isEmpty)
  }

  @Test func `what a document's formulas define holds behind their places`() {
    var macros = MathMacros(source: "\\newcommand{\\foo}{x}")
    macros.append("\\renewcommand{\\foo}{xxx}", from: 100)
    let (before, behind) = (macros.at(50), macros.at(150))
    let narrow = set("\\foo", macros: before).width
    #expect(set("\\foo", macros: behind).width > narrow)
    #expect(set("\\foo", macros: before).width == narrow && set("\\foo", macros: behind).width > narrow)
  }

  @Test func `a formula that is wrong is reported each time`() {
    let first = set("\\quuux{x}").diagnostics
    #expect(!first.isEmpty && set("\\quuux{x}").diagnostics == first)
  }

  @Test func `sizes, words and what readers copy are those of the call`() {
    #expect(set("a+b", size: 20).width > set("a+b", size: 10).width)
    #expect(set("a+b").reading == nil)
    #expect(set("a+b", spoken: "en").reading?.words.contains("plus") == true)
    #expect(set("a+b", spoken: "de").reading?.words == set("a+b", spoken: "de").reading?.words)
    #expect(set("a+b", spoken: "en").reading?.words == "a plus b")
  }

  @Test func `the colour, the text that is copied and the tags are those of the call`() {
    func colors(_ formula: Formula) -> [Color] {
      formula.list.ink.items.compactMap { if case .run(let run) = $0 { run.color } else { nil } }
    }
    let red = Color(rgba: 0xFF00_00FF)
    #expect(Set(colors(set("a"))) == [.black] && Set(colors(set("a", color: red))) == [red] && Set(colors(set("a"))) == [.black])
    func copied(_ text: String?) -> String { String(decoding: set("a+b", copiedAs: text).list.ink.text, as: UTF8.self) }
    #expect(copied(nil) == "$a+b$" && copied("sum") == "sum" && copied(nil) == "$a+b$")
    func mathML(_ tags: FormulaTags) -> String? {
      typesetter.set("a+b", style: .text, size: 10.pt, spoken: "en", tags: tags).reading?.mathML
    }
    #expect(mathML(.words) == nil && mathML(.mathML) != nil && mathML(.words) == nil)
  }

  @Test func `labels of the call are those that references show`() {
    var macros = MathMacros()
    macros.references = ["a": "1"]
    var others = macros
    others.references = ["a": "1234"]
    let width = set("\\ref{a}", macros: macros).width
    #expect(set("\\ref{a}", macros: others).width > width && set("\\ref{a}", macros: macros).width == width)
  }

  @Test func `thousands of formulas are set as they are`() {
    let widths = (0..<5_000).map { set("x_{\($0)}").width }
    #expect((0..<5_000).allSatisfy { set("x_{\($0)}").width == widths[$0] })
  }
}
