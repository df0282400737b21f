import Foundation
import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// Formulas that are nested as deep as anything nests them, and those that double at each level.
@Suite struct NestTests {
  private struct Outcome {
    var codes: [String] = []
    var width = Length.zero
    var mathML = ""
    var words = ""
    var text = ""
  }

  /// Sets a formula and writes it in all forms, on half the stack that the program has.
  private func outcome(_ tex: String, _ change: (inout Budget) -> Void = { _ in }) throws -> Outcome {
    final class Box: @unchecked Sendable { var outcome = Outcome() }
    var budget = Budget()
    change(&budget)
    let (box, limits, ended) = (Box(), budget, DispatchSemaphore(value: 0))
    let thread = Thread {
      defer { ended.signal() }
      let fonts = FontBook()
      guard let face = fonts.face(family: "Latin Modern Math") else { return }
      let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"], budget: limits)
      let formula = typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt, height: 500.pt, dividesInside: true, spoken: "en")
      let parsed = typesetter.parsed(tex, isDisplay: true)
      box.outcome = Outcome(
        codes: formula.diagnostics.map(\.code), width: formula.width, mathML: parsed.mathML(isDisplay: true, hasSource: false),
        words: formula.reading?.words ?? "", text: formula.reading?.text ?? "")
    }
    thread.stackSize = 4 << 20
    thread.start()
    ended.wait()
    return box.outcome
  }

  private static func times(_ count: Int, _ text: String) -> String { String(repeating: text, count: count) }

  @Test(arguments: [
    "\\enclose{\(times(1500, "x "))}{y}", "\\enclose{\(times(20_000, "circle,"))}{y}", "x\(times(3000, "'^{a}"))",
    "x\(times(3000, "`^{a}"))",
    "\(times(9000, "\\not"))x", "\(times(9000, "\\hat"))x", "\(times(9000, "\\sqrt"))x", "\(times(9000, "\\text"))x",
    "\(times(3000, "a\\over "))x", "\(times(9000, "x_"))x", "\(times(9000, "\\left("))x", "\(times(3000, "|("))x\(times(3000, ")|"))",
    "\\the\(times(9000, "\\numexpr")) 1", "\\the\\numexpr\(times(9000, "("))1", "\(times(2000, "\\halign{#\\cr "))x\(times(2000, "\\cr}"))",
    "\(times(9000, "\\mathrm"))x", "\(times(9000, "\\expandafter y"))x", "\(times(9000, "{"))x\(times(9000, "}"))",
    "\(times(99, "\\overset{\\enclose{a b c d}{"))x\(times(99, "}}{y}"))",
    "\\AxiomC{}\(times(9000, "\\UnaryInfC{x}"))\\DisplayProof", "\(times(9000, "\\infer{a}{"))x\(times(9000, "}"))",
    "\(times(2000, "\\begin{prooftree}\\AxiomC{$"))x\(times(2000, "$}\\end{prooftree}"))",
    "\(times(99, "\\xymatrix{A\\ar[r]^{"))x\(times(99, "}&B}"))",
    "\(times(99, "\\text{$\\sideset{_{"))x\(times(99, "}}{}{\\sum}$}"))",
    "\(times(99, "\\begin{matrix}\\underbrace{"))x\(times(99, "}\\end{matrix}"))",
    "\(times(99, "\\begin{array}{@{\\enclose{a b c d}{"))x\(times(99, "}}c}x\\end{array}"))",
    "\(times(99, "\\phantom{\\boxed{\\cancel{\\enclose{a b}{"))x\(times(99, "}}}}"))",
  ]) func `no nest ends the stack, whatever builds it`(tex: String) throws {
    let outcome = try outcome(tex + " + z")
    #expect(!outcome.mathML.isEmpty && !outcome.words.isEmpty)
  }

  @Test func `what is nested deeper than the limit is dots, which is said`() throws {
    let deep = try outcome("\\enclose{a b c d e}{x}+z") { $0.formulaDepth = 4 }
    #expect(deep.codes == ["math.nesting"])
    #expect(deep.text == "… + z")
    let flat = try outcome("\\enclose{a b}{x}+z") { $0.formulaDepth = 4 }
    #expect(flat.codes == [])
    #expect(flat.text == "x + z")
    // As many noads, side by side.
    #expect(try outcome(Self.times(500, "\\frac{x}{y}")).codes == [])
  }

  @Test(arguments: [
    "\(times(40, "\\sqrt["))3\(times(40, "]{x}"))", "\(times(40, "\\mathpalette\\mathrm{"))x\(times(40, "}"))",
    "\(times(40, "\\expval{x}{"))y\(times(40, "}"))", "\(times(40, "\\mel{a}{"))y\(times(40, "}{b}"))",
    "\(times(40, "\\adjustlimits{"))x\(times(40, "}_a\\lim_b"))", "\(times(40, "\\prescript{"))x\(times(40, "}{x}{x}"))",
    "\\begin{array}{\(times(20, "*{100}{"))\(times(20, "}"))}a\\end{array}",
    "\\begin{array}{\(times(8, "*{100}{"))|\(times(8, "}"))}a\\end{array}",
    "\\begin{array}{*{9}{>{\(times(20_000, "x"))}c}}\(times(400, "a&a&a&a&a&a&a&a&a\\\\"))\\end{array}",
    "\\def\\e{\(times(300, "x"))}\\def\\d{\(times(300, "\\e"))}\\def\\c{\(times(300, "\\d"))}\\def\\b{\(times(300, "\\c"))}\\text{\\b}",
    "\\text{\(times(8000, "\\def\\a{b}"))}",
    "\(times(17, "\\xmat{"))x\(times(17, "}"))", "\(times(9, "\\xmat{"))x\(times(9, "}{20}{20}"))",
    "\(times(40, "\\eval{"))x\(times(40, "}"))", "\(times(3000, "\\vmqty{"))x\(times(3000, "}"))",
    "\(times(60, "\\xLongrightarrow{"))x\(times(60, "}"))", "\(times(60, "\\xrightleftharpoons[a]{"))x\(times(60, "}"))",
    "\(times(60, "\\sideset{}{'}{"))x\(times(60, "}"))", "\(times(60, "\\sideset{}{^{"))x\(times(60, "}}{\\sum}"))",
  ]) func `what doubles at each level is cut`(tex: String) throws {
    let start = workedSeconds()
    #expect(try !outcome(tex).mathML.isEmpty)
    // A fifth of a second; without limits, hours.
    #expect(workedSeconds() - start < 10)
  }

  @Test func `a text has as many macros as its author likes`() throws {
    let outcome = try outcome("\\def\\a{b}\\text{\(Self.times(300, "\\a "))end}")
    #expect(outcome.codes == [])
    #expect(outcome.text.hasSuffix("bend"))
    #expect(outcome.text.count == 303)
  }

  @Test func `a tag with a formula is shown where it is referred to`() throws {
    let fonts = FontBook()
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    let typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
    var macros = MathMacros.none
    macros.references = ["q": "($\\frac{x}{\\sqrt{y}}$)"]
    let shown = typesetter.set("z = \\eqref{q}", style: .text, size: 10.pt, macros: macros)
    let written = typesetter.set("z = \\text{($\\frac{x}{\\sqrt{y}}$)}", style: .text, size: 10.pt)
    #expect(shown.width == written.width && shown.height == written.height && shown.depth == written.depth)
  }

  @Test func `what is drawn many times of what is written once has an end, which is said`() throws {
    func arrays(_ levels: Int) -> String {
      levels == 0 ? "x" : "\\begin{array}{@{\(arrays(levels - 1))}c}\(Self.times(40, "1\\\\"))\\end{array}"
    }
    #expect(try outcome(arrays(2)).codes == [])
    #expect(try outcome(arrays(6)).codes == ["math.repeated"])
    func dots(_ rows: Int) -> String { "\\begin{matrix}\\rule{16000pt}{1pt}\(Self.times(rows, "\\\\\\hdotsfor{1}"))\\end{matrix}" }
    #expect(try !outcome(dots(10)).codes.contains("math.repeated"))
    #expect(try outcome(dots(400)).codes.contains("math.repeated"))
    let arrow = "\\xrightarrow{\\rule{10000pt}{1pt}}\\pmb{\\overbrace{\\rule{10000pt}{1pt}}}"
    #expect(try !outcome(arrow).codes.contains("math.repeated"))
    #expect(try outcome(arrow) { $0.macroTokens = 128 }.codes.contains("math.repeated"))
    // However little a document of many formulas leaves to each.
    #expect(try outcome("\\xrightarrow{\\text{yields}}\\overbrace{abc}") { $0.macroTokens = 16 }.codes == [])
  }

  /// Each level translates all that is in it again.
  @Test(arguments: ["num", "ang"])
  func `numbers within each other are translated a few times, not once for each level`(command: String) throws {
    func nested(_ levels: Int, _ digits: Int) -> String {
      String(repeating: "\\\(command){", count: levels) + String(repeating: "1", count: digits) + String(repeating: "}", count: levels)
    }
    #expect(try outcome(nested(60, 3_000)).codes.contains("math.nesting"))
    #expect(try !outcome(nested(3, 3_000)).codes.contains("math.nesting"))
    #expect(try !outcome(nested(12, 10)).codes.contains("math.nesting"))
  }

  @Test(arguments: ["dmat", "admat"])
  func `a diagonal of thousands of entries is no matrix of millions of cells`(command: String) throws {
    func diagonal(_ count: Int) -> String { "\\\(command){" + Array(repeating: "1", count: count).joined(separator: ",") + "}" }
    #expect(try outcome(diagonal(3_000)).codes.contains("math.macro-limit"))
    #expect(try !outcome(diagonal(40)).codes.contains("math.macro-limit"))
  }

  @Test(arguments: ["qtylist", "qtyproduct", "SIlist"])
  func `a unit of each of thousands of numbers counts as what macros make`(command: String) throws {
    let separator = command == "qtyproduct" ? "x" : ";"
    func quantities(_ count: Int) -> String {
      "\\\(command){" + String(repeating: "1" + separator, count: count) + "1}{" + String(repeating: "m", count: count) + "}"
    }
    #expect(try outcome(quantities(2_000)).codes.contains("math.macro-limit"))
    #expect(try !outcome(quantities(40)).codes.contains("math.macro-limit"))
  }
}
