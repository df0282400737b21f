import Foundation
import Testing
import TypesetBoxes
import TypesetDrawing
import TypesetFonts
import TypesetPictures

@Suite(.enabled(if: ProcessInfo.processInfo.environment["DRAWING_SPEED"] != nil))
struct SpeedTests {
  /// Run by hand in release mode: prints, and expects nothing.
  @Test func `how fast pages are drawn`() throws {
    let book = FontBook()
    let text = String(repeating: "The quick brown fox jumps over lazy dogs in winter ", count: 2).prefix(75)
    var ink = Ink()
    for line in 0..<40 { run(String(text), size: 11.pt, x: 70.3.pt, y: (-70).pt - 17.3.pt * line, in: &ink, book: book) }
    let page = Page(width: 595.28.pt, height: 841.89.pt, ink: ink)
    let renderer = Renderer(fonts: book, pictures: PictureBook())
    let clock = ContinuousClock()
    var count = 0
    let pdf = try clock.measure {
      try unsafe renderer.pdf(Array(repeating: page, count: 400)) { count += $0.count }
    }
    print("400 pages of", ink.glyphs.count, "glyphs as PDF:", pdf, count, "bytes")
    for _ in 0..<3 {
      var size = 0
      let time = try clock.measure { size = try renderer.png(page, ppi: 150).count }
      print("PNG at 150 ppi:", time, size, "bytes")
    }
  }
}
