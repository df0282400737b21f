import Testing
import TypesetBoxes
import TypesetSettings

@Suite struct PaperTests {
  @Test func `paper has room for a line of text, and for what PDF can say`() {
    #expect(paperSize("10mm x 20cm").map { $0.width.points.rounded() } == 28)
    for size in ["9mm 100mm", "100mm 9mm", "1mm 1mm", "0mm 10cm", "-10cm 10cm", "6m 10cm", "10cm", "10cm 10cm 10cm"] {
      #expect(paperSize(size) == nil, "\(size)")
    }
  }
}
