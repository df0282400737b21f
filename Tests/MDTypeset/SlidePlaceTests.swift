import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// What has places of its own on slides.
@Suite struct SlidePlaceTests {
  private func words(_ page: Page) -> [(text: String, x: Double, y: Double)] {
    page.ink.items.compactMap { item in
      guard case .run(let run) = item, !run.text.isEmpty else { return nil }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      return (text, run.x.points, -run.y.points)
    }
  }

  private func slide(_ text: String) throws -> (words: [(text: String, x: Double, y: Double)], codes: [String]) {
    let document = try typeset(
      "---\ntheme: seriph\ndrawings: {}\n---\n\n# One\n\n---\n\n# Two\n\nText\n\n" + text, at: "slides.md", with: [:])
    return (words(try #require(document.pages.last)), document.diagnostics.map(\.code))
  }

  @Test(arguments: ["top: 60px; left: 60px", "top: 500px; left: 900px; width: 300px", "top: 640px; left: 100px"])
  func `what would cover words or leave the slide stands below the text, which is said`(place: String) throws {
    let slide = try slide("<div style=\"position: absolute; \(place)\">\n\nPlaced words of the author\n\n</div>\n")
    let text = try #require(slide.words.first { $0.text == "Text" })
    let placed = try #require(slide.words.first { $0.text.hasPrefix("Placed") })
    #expect(abs(placed.x - text.x) < 1 && placed.y > text.y && placed.y < text.y + 60, "\(slide.words)")
    #expect(slide.codes == ["slides.place"])
  }

  @Test func `what covers nothing is at its place, and nothing is said`() throws {
    let slide = try slide("<div style=\"position: absolute; top: 300px; left: 500px\">\n\nPlaced\n\n</div>\n")
    let placed = try #require(slide.words.first { $0.text == "Placed" })
    #expect(abs(placed.x - 500 * 720 / 980) < 1 && placed.y > 220, "\(slide.words)")
    #expect(slide.codes.isEmpty)
  }

  @Test(arguments: [
    "class=\"absolute inset-0 flex items-center justify-center\"",
    "style=\"position: absolute; inset: 0; display: grid; place-items: center\"",
  ])
  func `words in the middle of a box over the slide are there`(attributes: String) throws {
    let slide = try slide("<div \(attributes)>\n  <p>Middle</p>\n</div>\n")
    let word = try #require(slide.words.first { $0.text == "Middle" })
    #expect(abs(word.x - 360) < 40 && abs(word.y - 202) < 20, "\(slide.words)")
  }
}
