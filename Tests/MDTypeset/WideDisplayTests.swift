import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// Displays that are wider or higher than the page: smaller, turned or divided, and never cut.
@Suite struct WideDisplayTests {
  private func cells(_ rows: Int, _ columns: Int) -> String {
    (1...rows).map { row in (1...columns).map { "a_{\(row),\($0)}" }.joined(separator: "&") }.joined(separator: "\\\\")
  }

  private struct Result {
    var messages: [String]
    /// `upright` or `landscape`, page by page.
    var sheets: [String]
    /// How far ink reaches into the margins.
    var overhang: Double
    var glyphs: Int
  }

  private func typeset(_ text: String) -> Result {
    let document = Typesetter().typeset(Source(name: "a.md", text: "---\npage-numbers: false\n---\n" + text))
    var result = Result(messages: document.diagnostics.map(\.message), sheets: [], overhang: 0, glyphs: 0)
    let (side, bottom) = (36 * 72 / 25.4, 32 * 72 / 25.4)
    for page in document.pages {
      result.sheets.append(page.width < page.height ? "upright" : "landscape")
      for case .run(let run) in page.ink.items {
        result.glyphs += run.glyphs.count
        let left = side - run.x.points
        let right = (run.x + run.width - page.width).points + side
        let below = -(run.y + page.height).points + bottom
        result.overhang = max(result.overhang, left, right, below)
      }
    }
    return result
  }

  @Test func `an array of sixty rows goes over pages and says nothing`() {
    let result = typeset("Lead-in:\n\n$$\n\\begin{array}{cc}\(cells(60, 2))\\end{array}\n$$\n\nbelow")
    #expect(result.messages == [])
    #expect(result.sheets.count == 2)
    #expect(result.overhang < 1)
  }

  @Test func `a display a little too wide is set smaller and fits`() {
    let result = typeset("$$\n\\begin{pmatrix}\(cells(2, 16))\\end{pmatrix}\n$$")
    #expect(result.messages.map { $0.hasPrefix("this display is too wide for its line: it is set at ") } == [true])
    #expect(result.sheets == ["upright"])
    #expect(result.overhang < 1)
  }

  @Test func `a display that fits at no size above five points has a landscape page with its heading and lead-in`() {
    let result = typeset("above\n\n## Head\n\nLead-in:\n\n$$\n\\begin{pmatrix}\(cells(2, 34))\\end{pmatrix}\n$$\n\nbelow")
    #expect(result.messages.map { $0.contains("it is on a landscape page of its own") } == [true])
    #expect(result.sheets == ["upright", "landscape", "upright"])
    #expect(result.overhang < 1)
  }

  @Test(arguments: ["", "- item\n\n  "]) func `a display too wide for any page is divided`(place: String) {
    let result = typeset("\(place)$$\\begin{pmatrix}\(cells(2, 90))\\end{pmatrix}$$\n\nbelow")
    #expect(result.messages.map { $0.contains("its matrix is divided into") } == [true])
    #expect(result.sheets == ["upright"])
    #expect(result.overhang < 1)
    #expect(result.glyphs > 2 * 90 * 4)
  }

  @Test(arguments: [60, 90, 200]) func `a matrix higher than the page never reaches the footer`(rows: Int) {
    let result = typeset("Lead-in\n\n$$\nA=\\begin{pmatrix}\(cells(rows, 2))\\end{pmatrix}\n$$\n\nbelow")
    #expect(result.messages.map { $0.hasPrefix("this display is too high for a page: ") } == [true])
    #expect(result.overhang < 1)
    #expect(result.glyphs > rows * 2 * 4)
  }

  @Test func `what can't be divided is as small as it must be`() {
    let result = typeset("$$\\underbrace{\(String(repeating: "\\text{unbreakable}", count: 60))}_{n}$$")
    #expect(result.messages.count == 1)
    #expect(result.overhang < 1)
  }

  @Test func `a formula in a line that is wider than it is set smaller`() {
    let result = typeset("Word $\\begin{pmatrix}\(cells(2, 20))\\end{pmatrix}$ word")
    #expect(result.messages == ["this formula is too wide for its line and is scaled down"])
    #expect(result.overhang < 1)
  }
}
