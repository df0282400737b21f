import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// Boxes of a size, tables, text and pairs of delimiters within formulas.
@Suite struct BoxAndTableTests {
  private let typesetter: MathTypesetter
  private let fonts = FontBook()
  private let mathFace: Face

  init() throws {
    let face = try #require(fonts.face(family: "Latin Modern Math"))
    mathFace = face
    typesetter = MathTypesetter(fonts: fonts, face: face, textFamilies: ["Latin Modern Roman"])
  }

  private func set(_ tex: String) -> Formula { typesetter.set(tex, style: .display, size: 10.pt) }

  @Test func `rows of arrays that are taller than their struts touch as in LaTeX, or have two points between them`() {
    let (tall, low) = ("\\begin{matrix}\\dfrac12\\\\\\dfrac12\\end{matrix}", "\\begin{matrix}a\\\\b\\end{matrix}")
    func height(_ tex: String) -> Double { (set(tex).height + set(tex).depth).points }
    let (touching, row) = (height(tall), height("\\begin{matrix}\\dfrac12\\end{matrix}"))
    #expect(abs(touching - 2 * row) < 0.01)
    let before = height(low)
    typesetter.clearsRows = true
    #expect(abs(height(tall) - touching - 2) < 0.01 && abs(height(low) - before) < 0.01)
    // What the author takes away stays away, and rules are no rows.
    #expect(abs(height("\\begin{matrix}\\dfrac12\\\\[-3pt]\\dfrac12\\end{matrix}") - touching + 3) < 0.01)
  }

  @Test func `a space below the line of a formula takes no room`() {
    #expect(set("a\\vspace{-0.7em} = \\vspace*{1cm}b").width == set("a = b").width && set("\\vspace{1em}").diagnostics.isEmpty)
  }

  /// The left edges of the glyphs, in points.
  private func places(_ tex: String) -> [Double] {
    let ink = set(tex).list.packed()
    return ink.items.flatMap { item -> [Double] in
      guard case .run(let run) = item else { return [] }
      return ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map { run.x.points + Double($0.x) / 65536 }
    }
  }

  @Test(arguments: [
    ("\\hbox to 60pt{a}", 60.0), ("\\parbox{50pt}{two or three lines of words}", 50), ("\\resizebox{40pt}{!}{$x$}", 40),
    ("\\begin{minipage}{70pt}words\\end{minipage}", 70),
    // The line of a formula that stands alone is 34.5 times the size, as LaTeX's classes have it.
    ("\\begin{minipage}[c]{0.8\\linewidth}words\\end{minipage}", 276), ("\\parbox{\\textwidth}{words}", 345),
    ("\\hbox to .5\\hsize{a}", 172.5),
  ]) func `a box has the width that it states`(tex: String, width: Double) {
    let formula = set(tex)
    #expect(abs(formula.width.points - width) < 0.01)
    #expect(formula.diagnostics.isEmpty)
  }

  /// The letters of a formula with their sizes, `a10 b7`: with another glyph a letter has a prime, in scripts of scripts two.
  private func forms(_ tex: String, of letter: String) -> [String] {
    let plain = set(letter).list.packed().glyphs.first?.id
    let ink = set(tex).list.packed()
    return ink.items.flatMap { item -> [String] in
      guard case .run(let run) = item else { return [] }
      return ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map {
        "\(run.size.points.rounded())" + ($0.id == plain ? "" : "'")
      }
    }
  }

  @Test func `letters of small sizes have the forms of scripts, and scaled ones keep theirs`() {
    #expect(forms("x{\\small x}{\\footnotesize x}{\\tiny x}{\\Large x}", of: "x") == ["10.0", "9.0", "8.0'", "5.0'", "14.0"])
    #expect(forms("\\scalebox{.5}{$x$}", of: "x") == ["5.0"])
  }

  @Test(arguments: [
    // Columns by their templates, `\hfil` on both sides; rows of a table without one.
    ("\\halign{#\\hfil&\\quad$#$\\hfil\\cr a&b\\cr aa&b\\crcr}", "\\begin{tabular}{@{}l@{}l@{}}a&\\quad$b$\\\\aa&\\quad$b$\\end{tabular}"),
    (
      "\\halign{\\hfil$#$\\hfil&&\\ $#$\\cr a&b&c\\cr aa&b&c\\cr}", "\\begin{array}{@{}c@{}l@{}l@{}}a&\\ b&\\ c\\\\aa&\\ b&\\ c\\end{array}"
    ),
    (
      "\\newcases{w}{\\quad}{$##$}{##}{\\lbrace}{.}\\begin{w}a&if $b$\\end{w}",
      "\\left\\{\\begin{array}{@{}l@{\\quad}l@{}}a&\\text{if $b$}\\end{array}\\right."
    ),
    (
      "\\newcases{w}{\\ }{$\\m@th\\displaystyle ##$\\hfil}{$\\m@th##$}{.}{\\rbrace}\\begin{w}\\frac12&b\\end{w}",
      "\\left.\\begin{array}{@{}l@{\\ }l@{}}\\displaystyle\\frac12&b\\end{array}\\right\\rbrace"
    ),
  ]) func `templates of columns make the columns of an array`(tex: String, array: String) {
    #expect(set(tex).diagnostics.isEmpty)
    #expect(places(tex).sorted() == places(array).sorted(), "\(tex)")
  }

  @Test(arguments: [
    ("\\the\\numexpr 1+2*3\\relax", "7"), ("\\the\\numexpr(1-4)*2", "-6"), ("\\the\\numexpr 7/2\\relax", "4"),
    ("\\the\\numexpr -7/2\\relax", "-4"), ("\\number\\numexpr 2*(3+(4-1))\\relax x", "12x"), ("\\number 007", "7"),
    ("\\the\\numexpr 2147483647*2147483647\\relax", "2147483647"),
  ]) func `expressions of numbers are their value`(tex: String, value: String) {
    #expect(set("\\text{\(tex)}").diagnostics.isEmpty)
    #expect(places("\\text{\(tex)}") == places("\\text{\(value)}"))
    #expect(places(tex) == places(value))
  }

  @Test func `a division by 0 and a register are reported`() {
    #expect(set("\\the\\numexpr 1/0\\relax").diagnostics.map(\.message) == ["a number is divided by 0"])
    #expect(set("\\the\\count0").diagnostics.map(\.message).first == "\\the is for \\numexpr only")
  }

  /// What LuaTeX makes of `\rotatebox{30}{$x$}` and of `\reflectbox{R}`, and quarter turns of a rule that is 3 pt wide, 2 pt high, 1 pt deep.
  @Test(arguments: [
    ("\\rotatebox{30}{$x$}", [7.2185, 6.6877, 0.0953]), ("\\reflectbox{R}", [7.36, 6.83, 0.22]),
    ("\\rotatebox{90}{$\\rule[-1pt]{3pt}{3pt}$}", [3, 3, 0]), ("\\rotatebox{-90}{$\\rule[-1pt]{3pt}{3pt}$}", [3, 0, 3]),
    ("\\rotatebox[origin=c]{180}{$\\rule[-1pt]{5pt}{3pt}$}", [5, 2, 1]), ("\\rotatebox{180}{$\\rule[-1pt]{5pt}{3pt}$}", [5, 1, 2]),
    ("\\rotatebox[origin=lt]{-90}{$\\rule{4pt}{2pt}$}", [2, 2, 2]), ("\\scalebox{2}[3]{$\\rule[-1pt]{3pt}{3pt}$}", [6, 6, 3]),
    ("\\scalebox{1}[-1]{$\\rule[-1pt]{3pt}{3pt}$}", [3, 1, 2]),
  ]) func `a turned box is as large as its corners reach`(tex: String, size: [Double]) {
    let formula = set(tex)
    for (ours, wanted) in zip([formula.width, formula.height, formula.depth], size) { #expect(abs(ours.points - wanted) < 0.01, "\(tex)") }
    #expect(formula.diagnostics.isEmpty)
  }

  /// Where the ink of the paths is: left, bottom, right, top, in points.
  private func outlines(_ tex: String) -> [Double] {
    let areas = set(tex).list.packed().items.compactMap { item -> Rect? in
      if case .path(let path) = item { path.bounds } else { nil }
    }
    return [
      areas.map(\.x.points).min() ?? 0, areas.map(\.y.points).min() ?? 0, areas.map { ($0.x + $0.width).points }.max() ?? 0,
      areas.map { ($0.y + $0.height).points }.max() ?? 0,
    ]
  }

  /// A period is at the left of this text, so one edge of its ink (left, bottom, right, top) shows where each side has gone.
  @Test(arguments: [
    ("\\rotatebox{90}{.$\\rule{20pt}{0pt}$}", 3, 0.5...4), ("\\rotatebox{-90}{.$\\rule{20pt}{0pt}$}", 1, -4 ... -0.5),
    ("\\reflectbox{.$\\rule{20pt}{0pt}$}", 0, 18...23), ("\\rotatebox{180}{.$\\rule{20pt}{0pt}$}", 0, 18...23),
    ("\\resizebox{!}{45.6pt}{\\rotatebox{90}{.$\\rule{20pt}{0pt}$}}", 3, 2...8),
  ]) func `turned ink is where the turn takes it`(tex: String, edge: Int, range: ClosedRange<Double>) {
    #expect(range.contains(outlines(tex)[edge]), "\(outlines(tex))")
  }

  @Test func `more turned letters than the budget has stay upright, and are reported`() {
    func set(_ tex: String) -> Formula {
      var budget = Budget()
      budget.turnedLetters = 10
      return MathTypesetter(fonts: fonts, face: mathFace, textFamilies: ["Latin Modern Roman"], budget: budget)
        .set(tex, style: .display, size: 10.pt)
    }
    #expect(set("\\rotatebox{90}{four}\\reflectbox{four}").diagnostics.isEmpty)
    #expect(set("\\rotatebox{90}{four}\\reflectbox{four and more}").diagnostics.map(\.code) == ["math.turned"])
    #expect(set("\\rotatebox{90}{\\rotatebox{90}{\\rotatebox{90}{four}}}").diagnostics.map(\.code).contains("math.turned"))
  }

  @Test(arguments: [("\\hfil", 0.5), ("\\hfill", 0.5), ("\\hss", 0.5)]) func `free space is where a box has its fills`(
    fill: String, part: Double
  ) {
    let free = 60 - set("\\hbox{a}").width.points
    let place = places("\\hbox to 60pt{\(fill) a\(fill)}").first ?? 0
    #expect(abs(place - free * part) < 0.01)
    #expect(abs((places("\\hbox to 60pt{\(fill) a}").first ?? 0) - free) < 0.01)
  }

  @Test func `a fill of higher order takes all the space`() {
    let free = 60 - set("\\hbox{a}").width.points
    #expect(abs((places("\\hbox to 60pt{\\hfil a\\hfill}").first ?? 9) - 0) < 0.01)
    #expect(abs((places("\\hbox to 60pt{\\hfill a\\hfil}").first ?? 0) - free) < 0.01)
  }

  @Test(arguments: [
    (
      "\\DeclarePairedDelimiterX\\p[2]{\\langle}{\\rangle}{#1\\,\\delimsize\\vert\\,#2}\\p*{\\frac ab}{b}",
      "\\mathopen{}\\mathclose{\\left\\langle\\frac ab\\,\\middle\\vert\\,b\\right\\rangle}"
    ),
    ("\\DeclarePairedDelimiterX\\p[1]{(}{)}{#1\\delimsize|}\\p[\\big]{a}", "\\mathopen{\\big(}a\\big|\\mathclose{\\big)}"),
    ("\\DeclarePairedDelimiterXPP\\p[1]{L}{\\lVert}{\\rVert}{_2}{#1}\\p{a}", "L\\lVert a\\rVert_2"),
    (
      "\\newcolumntype{C}{>{\\scriptstyle}c}\\begin{array}{CC}a&b\\end{array}",
      "\\begin{array}{cc}\\scriptstyle a&\\scriptstyle b\\end{array}"
    ),
    ("\\newcolumntype{L}[1]{@{#1}l}\\begin{array}{L{:}}a\\end{array}", "\\begin{array}{@{:}l}a\\end{array}"),
    ("\\mbfx+\\BbbR", "\\mathbf x+\\mathbb R"), ("\\text{\\uppercase{ab}}", "\\text{AB}"), ("\\text{a\\hspace{1em}b}", "\\text{a\\quad b}"),
    ("\\text{\\begin{math}a=b\\end{math}}", "\\text{$a=b$}"), ("\\textdegree", "\\text{°}"), ("\\text{\\'\\i}", "\\text{í}"),
    ("\\color{red!50}x", "\\color{#ff8080}x"), ("\\color{red!25!blue}x", "\\color{#4000bf}x"),
    ("\\color{RebeccaPurple}x", "\\color{#663399}x"),
    ("\\color{ForestGreen}x", "\\color{#009b55}x"), ("\\array{cc}a&b\\endarray", "\\begin{array}{cc}a&b\\end{array}"),
    ("\\Braket{a|\\frac12}", "\\left\\langle a\\,\\middle|\\,\\frac12\\right\\rangle"),
  ]) func `a command is set as what it is short for`(short: String, long: String) {
    let (first, second) = (set(short), set(long))
    #expect(first.diagnostics.isEmpty, "\(first.diagnostics)")
    #expect(first.list.packed().items.count == second.list.packed().items.count)
    #expect(places(short) == places(long))
    #expect([first.width, first.height, first.depth] == [second.width, second.height, second.depth])
  }

  @Test func `between paired delimiters is a group, as wide as LuaTeX's with the italic correction of its last letter`() {
    let width = set("\\DeclarePairedDelimiterX\\p[2]{\\langle}{\\rangle}{#1,#2}\\p{a}{b}").width
    #expect(abs(width.points - 21.94647) < 0.001)
  }

  @Test func `cells of a tabular are text`() {
    let ink = set("\\begin{tabular}{l}if $x$\\end{tabular}").list.packed()
    let faces = ink.items.compactMap { item -> FaceID? in if case .run(let run) = item { run.face } else { nil } }
    #expect(faces.count == 2 && faces[0] != mathFace.id && faces[1] == mathFace.id)
  }

  @Test func `dots over columns fill them`() {
    let columns = places("\\begin{matrix}a&b&c\\end{matrix}")
    let all = places("\\begin{matrix}a&b&c\\\\\\hdotsfor{3}\\end{matrix}")
    #expect(all.count == columns.count + 8)
    #expect(set("\\begin{matrix}a&b&c\\\\\\hdotsfor{3}\\end{matrix}").width == set("\\begin{matrix}a&b&c\\end{matrix}").width)
  }

  @Test func `rules of booktabs have their own thickness`() {
    let ink = set("\\begin{array}{c}\\toprule a\\\\\\midrule b\\\\\\bottomrule\\end{array}").list.packed()
    let heights = ink.items.compactMap { item -> Double? in if case .rule(let rect, _) = item { rect.height.points } else { nil } }
    #expect(heights.map { ($0 * 100).rounded() / 100 } == [0.8, 0.5, 0.8])
  }

  @Test(arguments: [
    "\\frac\\sqrt x y", "\\sqrt^2", "\\rule{1em}{em}", "\\newcommand\\f[x]{}", "\\text{a_1}", "\\text{$x}", "\\verb|x",
    "x^\\left(a\\right)",
    "\\begin{split}a&b&c\\end{split}", "\\begin{equation}a&b\\end{equation}", "\\begin{array}{2}a\\end{array}",
  ]) func `what TeX refuses is reported`(tex: String) {
    #expect(!set(tex).diagnostics.isEmpty)
  }
}
