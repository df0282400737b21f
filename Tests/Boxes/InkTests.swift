import Testing
import TypesetBoxes

@Suite struct InkTests {
  @Test func `a glyph has twelve bytes and an item 48, of which long documents have millions`() {
    #expect(MemoryLayout<Glyph>.stride == 12)
    #expect(MemoryLayout<InkItem>.stride == 48)
  }

  @Test func `lengths of a run are those that it was made with, and what is beyond all pages is cut`() {
    var run = GlyphRun(
      face: FaceID(rawValue: 1), size: 10.pt, color: .black, x: -3.pt, y: 14_400.pt, width: 200.pt, glyphs: 0..<1, text: 0..<1)
    #expect([run.size, run.x, run.y, run.width] == [10.pt, -3.pt, 14_400.pt, 200.pt])
    run.x += 40_000.pt
    #expect(run.x > 32_767.pt && run.x < 32_768.pt)
  }

  @Test func `a glyph keeps its number and its place, and clusters beyond the last are one`() {
    var glyph = Glyph(id: 65_535, x: .min, y: .max, cluster: 65_534)
    #expect((glyph.id, glyph.x, glyph.y, glyph.cluster) == (65_535, .min, .max, 65_534))
    glyph.cluster = 70_000
    #expect(Int(glyph.cluster) == Glyph.lastCluster)
  }
}
