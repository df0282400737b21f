import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics

@testable import MDTypeset

/// What the program marks for itself can't be forged by what an author writes.
@Suite struct TypedPlaceTests {
  private func document(_ text: String, _ change: (inout TypesetterOptions) -> Void = { _ in }) -> TypesetDocument {
    var options = TypesetterOptions()
    options.ignoresSystemFonts = true
    change(&options)
    return Typesetter(options: options).typeset(Source(name: "a.md", text: text))
  }

  /// The runs of a page with their places.
  private func runs(_ page: Page) -> [(text: String, x: Double, y: Double)] {
    page.ink.items.compactMap { item in
      guard case .run(let run) = item else { return nil }
      let range = Int(run.text.lowerBound)..<Int(run.text.upperBound)
      return (String(decoding: page.ink.text[range], as: UTF8.self), run.x.points, run.y.points)
    }
  }

  @Test func `an author's anchor takes no footnote to its page`() {
    let pages = document("[x]{#fnref:1} {#fn:1}\n\n\\newpage\n\nb[^n]\n\n[^n]: The note.\n").pages
    #expect(pages.count == 2)
    #expect(!runs(pages[0]).map(\.text).joined().contains("note"))
    #expect(runs(pages[1]).map(\.text).joined().contains("The note."))
  }

  @Test func `an em space in a heading hangs none of its lines`() {
    let words = Array(repeating: "words", count: 30).joined(separator: " ")
    let page = document("# A\u{2003}\(words)\n").pages[0]
    let lines = Dictionary(grouping: runs(page).filter { $0.text.contains("words") || $0.text.contains("A") }, by: \.y)
    #expect(lines.count >= 2)
    #expect(Set(lines.values.map { line in line.map(\.x).min().map { ($0 * 10).rounded() } }).count == 1)
  }

  @Test func `lines of a numbered heading hang below its words`() {
    let words = Array(repeating: "words", count: 30).joined(separator: " ")
    let page = document("---\nnumber-sections: true\n---\n\n# \(words)\n").pages[0]
    let lines = Dictionary(grouping: runs(page).filter { $0.text.contains("words") }, by: \.y).sorted { $0.key > $1.key }
    #expect(lines.count >= 2)
    let starts = lines.map { line in line.value.filter { $0.text.contains("words") }.map(\.x).min() ?? 0 }
    #expect(starts.dropFirst().allSatisfy { $0 > 110 }, "the number is at 102 points, the words are to the right of it: \(starts)")
  }

  @Test func `a picture can't be named as a diagram`() {
    let dot = "digraph{a}"
    let found = document("```dot\n\(dot)\n```\n\n![](<diagram:dot:\(dot)>)\n\n![](<diagram:dot:\(dot)\n>)\n") { $0.drawsDiagrams = true }
    #expect(found.diagnostics.contains { $0.message.contains("diagram:dot") })
  }
}
