import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// The first and last baselines of pages and columns.
@Suite struct PageEdgeTests {
  private static let words = "The quick brown fox jumps over the lazy dog and runs away from the hunters who follow it through the forest. "

  /// The first and last baseline of each column's text, from the top.
  private func edges(_ markdown: String, columns: Int = 1) -> [(first: Double, last: Double)] {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    return Typesetter(options: options).typeset(Source(name: "a.md", text: markdown)).pages.flatMap { page in
      (0..<columns).compactMap { column -> (first: Double, last: Double)? in
        let middle = page.width.points / 2
        let places = page.ink.items.prefix(page.furniture ?? .max).compactMap { item -> Double? in
          guard case .run(let run) = item, !run.text.isEmpty, columns == 1 || (run.x.points > middle - 5) == (column == 1) else {
            return nil
          }
          return -run.y.points
        }
        guard let first = places.min(), let last = places.max() else { return nil }
        return (first, last)
      }
    }
  }

  @Test func `full pages of a book end on one line, whether a paragraph ends there or not`() {
    for count in 1...4 {
      let paragraph = Array(repeating: Self.words, count: 2 + count).joined() + "\n\n"
      let edges = edges("---\ntheme: book\nhyphenate: false\n---\n\n" + Array(repeating: paragraph, count: 60 / count).joined())
      let lasts = edges.dropLast().map(\.last)
      guard let foot = lasts.max() else { continue }
      // Others are whole lines shorter, since no line is alone.
      for last in lasts { #expect(abs(((foot - last) / 14.364).rounded() * 14.364 - (foot - last)) < 0.1) }
      #expect(lasts.contains { abs($0 - foot) < 0.01 })
    }
  }

  @Test(arguments: ["theme: paper", "columns: 2"])
  func `first lines of columns are level, headings too`(matter: String) {
    var text = "---\n\(matter)\nhyphenate: false\n---\n\n"
    for number in 0..<40 {
      text += (number % 3 == 0 ? "## Heading\n\n" : "") + Array(repeating: Self.words, count: 2 + number % 5).joined() + "\n\n"
    }
    let firsts = edges(text, columns: 2).map(\.first)
    #expect(firsts.count > 3)
    for first in firsts { #expect(abs(first - firsts[1]) < 0.01, "\(firsts)") }
  }

  @Test func `a mark at a proof's end is level with the last line of an aligned display`() {
    let text = "::: proof\nSo\n\n$$\\begin{aligned} a &= b \\\\ c &= d \\end{aligned}$$\n:::\n"
    let page = Typesetter().typeset(Source(name: "a.md", text: text)).pages[0]
    let places = page.ink.items.prefix(page.furniture ?? .max).compactMap { item -> Rect? in
      guard case .run(let run) = item else { return nil }
      return Rect(x: run.x, y: run.y, width: run.width, height: run.size)
    }
    let lowest = places.map(\.y).min() ?? .zero
    let last = places.filter { $0.y - lowest < 3.pt }
    // The mark is at the right end, the formula in the middle.
    #expect(last.contains { $0.x > 480.pt } && last.contains { $0.x < 350.pt }, "\(last)")
  }
}
