import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
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

  @Test func `the limits of a smashed operator take no width`() {
    func width(_ tex: String) -> Length { typesetter.set(tex, style: .display, size: 10.pt).width }
    #expect(width("\\smashoperator{\\sum_{1\\le i<j\\le n}^{long}}") == width("\\sum"))
    #expect(width("\\smashoperator[r]{\\sum_{1\\le i<j\\le n}}x") < width("\\sum_{1\\le i<j\\le n}x"))
  }

  @Test(arguments: ["align", "gather", "aligned"])
  func `a third backslash at the end of a row's line begins no row of nothing`(name: String) {
    func set(_ rowEnd: String) -> Formula {
      typesetter.set("\\begin{\(name)}\na &= b \(rowEnd)\nc &= d \(rowEnd) \n\\end{\(name)}", style: .display, size: 10.pt, measure: 300.pt)
    }
    let (usual, tripled) = (set("\\\\"), set("\\\\\\"))
    #expect(tripled.rows.count == usual.rows.count && tripled.rows.map(\.isNumbered) == usual.rows.map(\.isNumbered))
    #expect(tripled.width == usual.width && tripled.height == usual.height)
  }

  @Test(arguments: [
    ("λ\u{304}", "\\bar{λ}"), ("x\u{302}_1", "\\hat{x}_1"), ("v\u{20D7}+1", "\\vec{v}+1"), ("\\mathbf{v}\u{303}", "\\tilde{\\mathbf{v}}"),
  ])
  func `a mark that combines with a letter is an accent`(typed: String, written: String) {
    let (first, second) = (typesetter.set(typed, style: .text, size: 10.pt), typesetter.set(written, style: .text, size: 10.pt))
    #expect(first.diagnostics.isEmpty)
    #expect(first.width == second.width && first.height == second.height)
  }

  @Test func `relations in a capital column of IEEEeqnarray have their space, and its rows their numbers`() {
    func set(_ tex: String) -> Formula { typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt) }
    let ieee = set("\\begin{IEEEeqnarray}{rCl}a&=&b+c\\\\&\\le&d\\IEEEnonumber\\end{IEEEeqnarray}")
    let align = set("\\begin{align}a&=b+c\\\\&\\le d\\nonumber\\end{align}")
    #expect(ieee.diagnostics.isEmpty)
    #expect(ieee.width == align.width)
    #expect(ieee.rows.map(\.isNumbered) == [true, false])
    #expect(set("\\begin{IEEEeqnarray*}{rcl}a&=&b+c\\end{IEEEeqnarray*}").width < align.width)
    #expect(set("\\begin{IEEEeqnarray*}{rCl}a&=&b\\end{IEEEeqnarray*}").rows.allSatisfy { !$0.isNumbered })
  }

  @Test func `an unknown command is named with a hint, and the rest is set`() {
    let formula = typesetter.set("\\frca{1}{2}+x", style: .text, size: 10.pt)
    #expect(formula.diagnostics.map(\.code) == ["math.unknown-command"])
    #expect(formula.diagnostics.first?.range == 0..<5)
    #expect(formula.diagnostics.first?.hint == "did you mean \\frac?")
    #expect(formula.width > 20.pt)
  }

  /// A formula of one line and what it should be.
  @Test(arguments: [
    ("x % a comment", "x"), ("\\frac{a}{b}% so far", "\\frac{a}{b}"), ("a+%b", "a+"), ("{a}%}", "{a}"), ("a%{b", "a"),
  ]) func `a percent sign begins a comment`(tex: String, plain: String) {
    let (commented, other) = (typesetter.set(tex, style: .text, size: 10.pt), typesetter.set(plain, style: .text, size: 10.pt))
    #expect(commented.diagnostics.allSatisfy { $0.isNote })
    #expect(commented.width == other.width)
  }

  @Test(arguments: ["50% of x", "50 % of x", "\\frac{a%b}{c}", "x%", "x% "])
  func `a percent sign that would hide what the author wants to show is set and named`(tex: String) {
    let formula = typesetter.set(tex, style: .text, size: 10.pt)
    #expect(formula.diagnostics.map(\.code) == ["math.percent"])
    #expect(formula.width == typesetter.set(tex.replacing("%", with: "\\%"), style: .text, size: 10.pt).width)
  }

  @Test func `many percent signs within braces take no more than their number`() {
    let tex = "{" + String(repeating: "a%", count: 20_000) + "}"
    #expect(typesetter.set(tex, style: .text, size: 10.pt).diagnostics.count == 100)
  }

  @Test func `a style is uncramped, an array's unused columns take no room, scripts behind a word are its last letter's`() {
    func size(_ tex: String) -> [Length] {
      let formula = typesetter.set(tex, style: .display, size: 10.pt)
      return [formula.width, formula.height, formula.depth]
    }
    #expect(size("\\sqrt{\\displaystyle x^2}") != size("\\sqrt{x^2}"))
    #expect(size("\\begin{array}{ccc|}a&b\\\\c\\end{array}") == size("\\begin{array}{cc}a&b\\\\c\\end{array}"))
    #expect(size("\\mathrm{of}^1") == size("\\mathrm{o}\\mathrm{f}^1"))
    #expect(size("{of}^1") != size("of^1"))
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

  @Test(arguments: [
    "a=b_1+b_2+b_3+b_4+b_5+b_6+b_7+b_8=c", "(a_1+a_2+a_3+a_4)(b_1+b_2+b_3+b_4+b_5)", "a_1+a_2+a_3+a_4+a_5+a_6+a_7+a_8=b",
    "\\begin{align}x&=b_1+b_2+b_3+b_4+b_5+b_6+b_7+b_8\\\\y&=1\\end{align}",
    "\\begin{eqnarray}x&=&b_1+b_2+b_3+b_4+b_5+b_6+b_7+b_8\\end{eqnarray}",
    "\\begin{equation}a=b_1+b_2+b_3+b_4+b_5+b_6+b_7+b_8=c\\end{equation}",
  ]) func `a display wider than its measure is divided and fits`(tex: String) {
    let whole = typesetter.set(tex, style: .display, size: 10.pt)
    let divided = typesetter.set(tex, style: .display, size: 10.pt, measure: 120.pt)
    #expect(whole.width > 120.pt)
    #expect(divided.width <= 120.pt)
    #expect(divided.height + divided.depth > whole.height + whole.depth)
    #expect(divided.diagnostics.isEmpty)
  }

  @Test(arguments: [
    ("a_1=b_1+b_2+b_3,\\qquad c=d_1+d_2", "a_1=b_1+b_2+b_3,", "c=d_1+d_2"),
    ("a_1=b_1+b_2+b_3;\\quad c=d_1+d_2", "a_1=b_1+b_2+b_3;", "c=d_1+d_2"),
    ("a_1=b_1+b_2+b_3,\\ c=d_1+d_2", "a_1=b_1+b_2+b_3,", "c=d_1+d_2"),
    ("a_1=b_1+b_2+b_3\\qquad c=d_1+d_2", "a_1=b_1+b_2+b_3", "c=d_1+d_2"),
  ]) func `a display is divided between its statements`(tex: String, first: String, second: String) {
    let divided = typesetter.set(tex, style: .display, size: 10.pt, measure: 105.pt)
    let whole = typesetter.set("\\begin{aligned}&\(first)\\\\&\(second)\\end{aligned}", style: .display, size: 10.pt)
    #expect(divided.rows.count == 2)
    #expect(divided.width == whole.width)
  }

  /// The widths of two lines tell where the first ended.
  @Test(arguments: [
    ("a=b_1+b_2\\implies c_1+c_2=d", "a&=b_1+b_2\\\\&\\Longrightarrow\\; c_1+c_2=d"),
    ("a=b_1+b_2\\quad\\to\\quad c_1+c_2=d", "a&=b_1+b_2\\\\&\\to\\quad c_1+c_2=d"),
    ("a=b_1+b_2+b_3\\,\\text{ kg}=d_1+d_2", "a&=b_1+b_2+b_3\\,\\text{ kg}\\\\&=d_1+d_2"),
  ]) func `a display is divided before an implication, not before a unit`(tex: String, rows: String) {
    let divided = typesetter.set(tex, style: .display, size: 10.pt, measure: 95.pt)
    let expected = typesetter.set("\\begin{aligned}\(rows)\\end{aligned}", style: .display, size: 10.pt)
    #expect(divided.rows.count == 2)
    #expect(divided.width == expected.width)
  }

  @Test func `a display is divided before bars rather than between them`() {
    func items(_ open: String, _ close: String) -> [Int] {
      let room = typesetter.set("a=b_1+b_2+\(open)c_1", style: .display, size: 10.pt).width + 5.pt
      let divided = typesetter.set("a=b_1+b_2+\(open)c_1+c_2\(close)", style: .display, size: 10.pt, measure: room)
      return divided.rows.map(\.list.ink.items.count)
    }
    #expect(items("(", ")").count == 2)
    #expect(items("|", "|") == items("(", ")"))
    #expect(items("\\|", "\\|") == items("(", ")"))
  }

  @Test func `a colour goes on after the relation of a divided display`() {
    func colors(_ list: HList) -> Set<String> {
      Set(list.ink.items.compactMap { if case .run(let run) = $0 { "\(run.color)" } else { nil } })
    }
    let tex = "\\color{red}a_1=b_1+b_2+b_3,\\qquad c=d_1+d_2"
    let divided = typesetter.set(tex, style: .display, size: 10.pt, measure: 105.pt)
    #expect(divided.rows.map { colors($0.list).count } == [1, 1])
  }

  @Test func `a display that fits is left as it is`() {
    let plain = typesetter.set("a=b", style: .display, size: 10.pt)
    let measured = typesetter.set("a=b", style: .display, size: 10.pt, measure: 120.pt)
    #expect(plain.list == measured.list)
    #expect(measured.rows.isEmpty)
  }

  @Test func `a long aligned display has rows between which a page may end`() {
    let rows = (1...20).map { "a_{\($0)}&=\($0)" }.joined(separator: "\\\\")
    let tex = "\\begin{aligned}\(rows)\\end{aligned}"
    #expect(typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt).rows.count == 20)
    #expect(typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt).rows.compactMap(\.equation) == [0])
  }

  @Test func `the number of a divided equation stands at its last row`() {
    let tex = "\\begin{align}x&=b_1+b_2+b_3+b_4+b_5+b_6+b_7+b_8\\\\y&=1\\end{align}"
    #expect(typesetter.set(tex, style: .display, size: 10.pt, measure: 120.pt).rows.map(\.equation) == [nil, 0, 1])
  }

  private func cells(_ rows: Int, _ columns: Int) -> String {
    (1...rows).map { row in (1...columns).map { "a_{\(row)\($0)}" }.joined(separator: "&") }.joined(separator: "\\\\")
  }

  @Test(arguments: [
    "\\begin{matrix}X\\end{matrix}", "\\begin{array}{cc}X\\end{array}", "\\begin{array}{|c|c|}\\hline X\\\\\\hline\\end{array}",
    "\\begin{array}{cc}X\\end{array}.", "\\begin{equation}\\begin{matrix}X\\end{matrix}\\end{equation}",
  ]) func `an array that takes much of a page has rows between which it may end`(tex: String) {
    let tex = tex.replacing("X", with: cells(20, 2))
    let formula = typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt, height: 300.pt)
    #expect(formula.rows.count == 20)
    #expect(formula.rows.compactMap(\.equation) == [0])
    #expect(typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt, height: 900.pt).rows.count < 2)
  }

  @Test func `rules of an open array go with its rows, and nothing is lost`() {
    let tex = "\\begin{array}{|c|c|}\\hline \(cells(20, 2))\\\\\\hline\\end{array}"
    func rules(_ list: HList) -> Int { list.ink.items.count { if case .rule = $0 { true } else { false } } }
    let whole = typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt, height: 900.pt)
    let rows = typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt, height: 300.pt).rows
    #expect(rows.map { rules($0.list) } == [4] + [Int](repeating: 3, count: 18) + [4])
    #expect(rules(whole.list) == 62)
    // One row's rules end where the next one's begin.
    #expect(zip(rows, rows.dropFirst()).allSatisfy { $0.depth + $1.height == $1.baselineDistance })
  }

  @Test(arguments: [
    "\\begin{pmatrix}X\\end{pmatrix}", "A=\\begin{matrix}X\\end{matrix}.", "\\left[\\begin{array}{cccccccccccc}X\\end{array}\\right]",
  ])
  func `a matrix wider than the measure is divided by columns where that is asked for`(tex: String) {
    let tex = tex.replacing("X", with: cells(3, 12))
    func glyphs(_ formula: Formula) -> Int {
      (formula.rows.isEmpty ? [formula.list] : formula.rows.map(\.list)).reduce(0) { $0 + $1.ink.glyphs.count }
    }
    let whole = typesetter.set(tex, style: .display, size: 10.pt, measure: 120.pt, height: 300.pt)
    #expect(whole.width > 120.pt)
    let divided = typesetter.set(tex, style: .display, size: 10.pt, measure: 120.pt, height: 300.pt, dividesInside: true)
    #expect(divided.width <= 120.pt)
    #expect(divided.rows.count > 1)
    // Each of 36 cells has a letter and two figures.
    #expect(glyphs(divided) >= 108)
  }

  @Test func `a matrix higher than the page is divided by rows`() {
    let tex = "A=\\begin{pmatrix}\(cells(40, 2))\\end{pmatrix}"
    let divided = typesetter.set(tex, style: .display, size: 10.pt, measure: 300.pt, height: 200.pt, dividesInside: true)
    #expect(divided.rows.count == 3)
    #expect(divided.rows.map(\.equation) == [nil, nil, 0])
    #expect(divided.rows.allSatisfy { $0.height + $0.depth <= 210.pt })
  }

  @Test(arguments: ["\\frac{X}{2}", "\\sqrt{X}", "\\left(X\\right)", "\\underbrace{X}_{n}"])
  func `a wide fraction, root or pair of delimiters gets lines inside where that is asked for`(tex: String) {
    let tex = tex.replacing("X", with: (1...12).map { "x_{\($0)}" }.joined(separator: "+"))
    let divided = typesetter.set(tex, style: .display, size: 10.pt, measure: 150.pt, height: 300.pt, dividesInside: true)
    #expect(divided.width <= 150.pt)
    #expect(divided.width > 60.pt)
  }

  @Test func `labels are shown as the numbers that they stand for`() {
    var macros = MathMacros()
    macros.references = ["e": "(7)"]
    func text(_ tex: String) -> String {
      String(decoding: typesetter.set(tex, style: .text, size: 10.pt, macros: macros).list.ink.text, as: UTF8.self)
    }
    #expect(text("\\eqref{e}") == "(7)")
    #expect(text("\\ref{e}") == "7")
    #expect(typesetter.set("\\ref{f}", style: .text, size: 10.pt, macros: macros).diagnostics.map(\.code) == ["math.unknown-label"])
  }

  @Test func `tags, labels and counted rows are known without setting`() {
    let reader = FormulaReader(macros: .none, budget: Budget())
    #expect(
      reader.parse("\\begin{align}a&=b\\label{x}\\\\c&=d\\tag{7}\\\\e&=f\\notag\\end{align}", in: .display).rows == [
        EquationRow(tag: nil, label: "x", isNumbered: true), EquationRow(tag: "(7)", label: nil, isNumbered: true),
        EquationRow(tag: nil, label: nil, isNumbered: false),
      ])
    #expect(reader.parse("a=b", in: .display).rows.map(\.isCounted) == [false])
    #expect(reader.parse("\\begin{multline}a\\\\b\\end{multline}", in: .display).rows.map(\.isCounted) == [false, true])
  }

  @Test func `a formula that has been parsed is not parsed again, and another one at its place is`() {
    let reader = FormulaReader(macros: MathMacros(source: "\\def\\a{uvw}"), budget: Budget())
    var formulas = ParsedFormulas()
    formulas[7] = reader.parse("\\a", in: .inline)
    func set(_ tex: String, at place: Int) -> Formula {
      typesetter.set(tex, style: .text, size: 10.pt, parsed: formulas, place: place)
    }
    #expect(set("\\a", at: 7).diagnostics.isEmpty && set("\\a", at: 7).width == typesetter.set("uvw", style: .text, size: 10.pt).width)
    #expect(set("\\a", at: 8).diagnostics.map(\.code) == ["math.unknown-command"])
    #expect(set("x", at: 7).width == typesetter.set("x", style: .text, size: 10.pt).width)
    let display = typesetter.set("\\a", style: .display, size: 10.pt, measure: 100.pt, parsed: formulas, place: 7)
    #expect(display.diagnostics.map(\.code) == ["math.unknown-command"])
  }

  @Test func `a reference in a parsed formula shows the number that is known when it is set`() {
    let reader = FormulaReader(macros: .none, budget: Budget())
    var formulas = ParsedFormulas()
    formulas[0] = reader.parse("\\text{by }\\eqref{e}", in: .inline)
    func width(_ macros: MathMacros, parsed: ParsedFormulas?) -> Length {
      typesetter.set("\\text{by }\\eqref{e}", style: .text, size: 10.pt, macros: macros, parsed: parsed, place: 0).width
    }
    var macros = MathMacros()
    #expect(width(macros, parsed: formulas) == typesetter.set("\\text{by (\\textbf{??})}", style: .text, size: 10.pt).width)
    macros.references = ["e": "(12.345)"]
    #expect(width(macros, parsed: formulas) == width(macros, parsed: nil))
    #expect(width(macros, parsed: formulas) == typesetter.set("\\text{by (12.345)}", style: .text, size: 10.pt).width)
  }

  @Test func `what a formula defines holds for those behind it, as it stood there`() {
    let reader = FormulaReader(macros: .none, budget: Budget())
    var macros = MathMacros(source: "\\newcommand{\\a}{x}")
    macros.append(reader.parseDefining("\\newcommand{\\b}[1]{y_{#1}}{\\def\\c{z}}", in: .inline).definitions, from: 10)
    macros.append("\\def\\a{u}", from: 20)
    func codes(_ tex: String, at place: Int) -> [String] {
      typesetter.set(tex, style: .text, size: 10.pt, macros: macros.at(place)).diagnostics.map(\.code)
    }
    #expect(codes("\\a\\b{1}", at: 5) == ["math.unknown-command"])
    #expect(codes("\\a\\b{1}", at: 15) == [])
    #expect(codes("\\c", at: 15) == ["math.unknown-command"])
    func width(at place: Int) -> Length { typesetter.set("\\a", style: .text, size: 10.pt, macros: macros.at(place)).width }
    #expect(width(at: 15) == typesetter.set("x", style: .text, size: 10.pt).width)
    #expect(width(at: 30) == typesetter.set("u", style: .text, size: 10.pt).width)
  }

  @Test func `what each of many formulas defines is read once`() {
    let clock = ContinuousClock()
    let time = clock.measure {
      let reader = FormulaReader(macros: .none, budget: Budget())
      var macros = MathMacros()
      for number in 0..<300 {
        let name = String((0..<3).map { Character(UnicodeScalar(UInt8(97 + number / [1, 26, 676][$0] % 26))) })
        macros.append(reader.parseDefining("\\newcommand{\\q\(name)}{x}", in: .inline).definitions, from: number * 30)
        _ = typesetter.set("\\q\(name)", style: .text, size: 10.pt, macros: macros.at(number * 30 + 10))
      }
    }
    // A reader for each took five seconds in a release build.
    #expect(time < .seconds(8))
  }

  @Test func `siunitx has a cross before powers and thin spaces between units, mhchem dots`() {
    func text(_ tex: String) -> String {
      let list = typesetter.set(tex, style: .text, size: 10.pt).list
      return list.ink.glyphs.isEmpty ? "" : "\(typesetter.set(tex, style: .text, size: 10.pt).width.rawValue)"
    }
    #expect(text("\\SI{1e-3}{J.s}") == text("1\\times 10^{-3}\\,\\mathrm{J\\,s}"))
    #expect(text("\\num{1e3}") == text("1\\times 10^{3}"))
    #expect(text("\\pu{1e3}") == text("1\\cdot 10^{3}"))
  }
}
