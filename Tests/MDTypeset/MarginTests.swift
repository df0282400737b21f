import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

@testable import MDTypeset

/// Nothing but headers and footers stands outside of the text block; signs at line ends may hang a little.
@Suite struct MarginTests {
  static let samples = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appending(path: "samples")
  static let names = (try? FileManager.default.contentsOfDirectory(atPath: samples.path).filter { $0.hasSuffix(".md") }.sorted()) ?? []

  @Test(arguments: names, ["a4", "a5", "letter"])
  func `no page has content outside of its margins`(name: String, paper: String) throws {
    var text = try String(contentsOf: Self.samples.appending(path: name), encoding: .utf8)
    text = text.hasPrefix("---\n") ? "---\npapersize: \(paper)\n" + text.dropFirst(4) : "---\npapersize: \(paper)\n---\n" + text
    let faults = try faults(in: text)
    #expect(faults == [])
  }

  @Test func `long words, wide tables, code and displays stay on the page`() throws {
    let word = String(repeating: "incomprehensibility", count: 12)
    let text = """
      ---
      papersize: a6
      ---
      > - \(word) `\(word)`

      | \(word) | b | c | d | e | f |
      |---|---|---|---|---|---|
      | a | \(word) | `\(word)` | d | e | f |

      ```
      \(word)
      ```

      $$\(String(repeating: "x+", count: 60))y$$

      ## \(word)
      """
    let faults = try faults(in: text)
    #expect(faults == [])
  }

  private func faults(in text: String) throws -> [String] {
    var options = TypesetterOptions()
    options.root = Self.samples.path
    options.ignoresSystemFonts = true
    let typesetter = Typesetter(options: options)
    let source = Source(name: "sample.md", bytes: Array(text.utf8))
    let page = typesetter.style(typesetter.parse(source)).styled.tree.theme.page
    let document = typesetter.typeset(source)
    #expect(!document.pages.isEmpty)
    return document.pages.enumerated().flatMap { number, sheet in
      let page = sheet.width == page.width ? page : page.turned
      let left = page.left(onPage: number)
      let limits = (left: left, right: left + page.textWidth, top: -page.top, bottom: page.bottom - page.height)
      return sheet.ink.items.prefix(sheet.furniture ?? .max).compactMap { item in
        fault(item, of: sheet.ink, limits).map { "page \(number + 1): \($0)" }
      }
    }
  }

  private func fault(
    _ item: InkItem, of ink: Ink, _ limits: (left: Length, right: Length, top: Length, bottom: Length)
  ) -> String? {
    let slack = 1.pt
    func isInside(_ x: Length, _ y: Length, _ width: Length, _ height: Length, hang: Length) -> Bool {
      x >= limits.left - slack - hang && x + width <= limits.right + slack + hang && y >= limits.bottom - slack
        && y + height <= limits.top + slack
    }
    switch item {
    case .run(let run):
      guard !run.glyphs.isEmpty else { return nil }
      let text = String(decoding: ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      return isInside(run.x, run.y, run.width, .zero, hang: run.size / 2) ? nil : "“\(text)” at \(run.x), \(run.y) width \(run.width)"
    case .rule(let rect, _): return isInside(rect.x, rect.y, rect.width, rect.height, hang: .zero) ? nil : "rule \(rect)"
    case .panel(let panel):
      // The ground of inline code reaches a little beyond its line.
      var rect = panel.rect
      rect.y += 1.5.pt
      rect.height -= 3.pt
      return isInside(rect.x, rect.y, rect.width, rect.height, hang: 4.pt) ? nil : "panel \(rect)"
    case .picture(_, let rect): return isInside(rect.x, rect.y, rect.width, rect.height, hang: .zero) ? nil : "picture \(rect)"
    case .stroke, .path, .mark, .content, .part, .clip: return nil
    }
  }
}
