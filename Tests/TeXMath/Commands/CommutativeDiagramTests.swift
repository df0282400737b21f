import Testing
import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts

/// tikz-cd's diagrams.
@Suite struct CommutativeDiagramTests {
  private let typesetter: MathTypesetter

  init() throws {
    let fonts = FontBook()
    typesetter = MathTypesetter(
      fonts: fonts, face: try #require(fonts.face(family: "Latin Modern Math")), textFamilies: ["Latin Modern Roman"])
  }

  private func set(_ body: String, _ options: String = "") -> Formula {
    typesetter.set("\\begin{tikzcd}\(options) \(body) \\end{tikzcd}", style: .display, size: 10.pt)
  }

  private func paths(_ formula: Formula) -> [InkPath] {
    formula.list.packed().items.compactMap { if case .path(let path) = $0 { path } else { nil } }
  }

  /// What LuaLaTeX with tikz-cd 1.0 measures in Latin Modern.
  @Test(arguments: [
    ("", "A \\arrow[r] \\arrow[d] & B \\arrow[d] \\\\ C \\arrow[r] & D", 57.01993, 23.54204, 23.54204),
    ("", "A \\arrow[r, \"f\"] & B", 56.32993, 13.3657, 3.66351),
    ("[column sep=huge, row sep=tiny]", "A \\arrow[r] & B \\\\ X\\times Y \\arrow[ru] &", 99.65396, 16.572, 16.572),
    ("", "A \\arrow[d, \"g\"'] \\\\ B", 16.51396, 23.32204, 23.32204),
    (
      "[row sep={40pt,between origins}, column sep={60pt,between origins}]", "A \\arrow[r] & B \\\\ \\frac{a}{b} & D", 76.50998, 29.00333,
      29.00333
    ),
    ("[cramped, sep=small]", "A \\arrow[r] & B", 33.09003, 7.16, 0),
  ]) func `a diagram is as large as TeX makes it`(options: String, body: String, width: Double, height: Double, depth: Double) {
    let formula = set(body, options)
    #expect(abs(formula.width.points - width) < 0.01)
    #expect(abs(formula.height.points - height) < 0.01)
    #expect(abs(formula.depth.points - depth) < 0.01)
    #expect(formula.diagnostics.isEmpty)
  }

  @Test(arguments: [
    "\\arrow[r]", "\\ar[r]", "\\rar", "\\arrow{r}", "\\arrow[from=1-1, to=1-2]", "\\arrow[to=r]", "\\arrow[rightarrow, to=1-2]",
  ]) func `every way to write an arrow leads to the next cell`(arrow: String) throws {
    #expect(paths(set("A \(arrow) & B")) == paths(set("A \\arrow[r] & B")))
  }

  @Test func `an arrow goes from border to border on the axis`() throws {
    let line = try #require(paths(set("A \\arrow[r] & B")).first)
    guard case .move(let start) = line.steps[0], case .line(let end) = line.steps[1] else { Issue.record("no line"); return }
    #expect(start.y == end.y)
    // 2.4 em between the cells, less half a line at each, and the line of the tip; a line is 0.4 pt.
    #expect(abs((end.x - start.x).points - 23.2) < 0.01)
  }

  @Test func `a label is on the left of its arrow, and on the right with a prime`() {
    let (above, below) = (set("A \\arrow[r, \"f\"] & B"), set("A \\arrow[r, \"f\"'] & B"))
    #expect(above.height > below.height)
    #expect(above.depth < below.depth)
  }

  @Test func `a description interrupts its arrow`() {
    let whole = paths(set("A \\arrow[rr, \"f\"] & & B"))[0]
    let cut = paths(set("A \\arrow[rr, \"f\" description] & & B"))[0]
    func parts(_ path: InkPath) -> Int { path.steps.count { if case .move = $0 { true } else { false } } }
    #expect(parts(whole) == 1)
    #expect(parts(cut) == 2)
  }

  @Test func `an arrow that crosses over another one interrupts it`() {
    let formula = set("A \\arrow[dr] & B \\arrow[dl, crossing over] \\\\ C & D")
    let moves = paths(formula).map { $0.steps.count { if case .move = $0 { true } else { false } } }
    #expect(moves[0] == 2)
  }

  @Test func `quiver's arrows between arrows are drawn`() {
    let formula = set(
      "A & B \\arrow[\"\"{name=0, anchor=center, inner sep=0}, curve={height=-12pt}, from=1-1, to=1-2]"
        + " \\arrow[\"\"{name=1, anchor=center, inner sep=0}, curve={height=12pt}, from=1-1, to=1-2]"
        + " \\arrow[\"\\alpha\", shorten <=3pt, shorten >=3pt, Rightarrow, from=0, to=1]")
    #expect(formula.diagnostics.isEmpty)
    #expect(paths(formula).count == 6)
  }

  @Test(arguments: [
    ("A \\arrow[rr] & B", "outside the diagram"), ("A \\arrow[r, foo] & B", "\"foo\" of an arrow"),
    ("A \\arrow[\"f\"] & B", "no direction"),
    ("A \\arrow[r, \"f\" foo] & B", "\"foo\" of a label"), ("A \\arrow[r, from=99999999999999999999-1] & B", "outside the diagram"),
  ]) func `a mistake is said, and the diagram set`(body: String, message: String) {
    let formula = set(body)
    #expect(formula.diagnostics.contains { $0.message.contains(message) })
    #expect(formula.width > 20.pt)
  }
}
