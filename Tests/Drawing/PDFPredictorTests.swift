import Testing

@testable import TypesetDrawing

/// Rows as differences (ISO 32000-1, 7.4.4.4).
@Suite struct PDFPredictorTests {
  private func undone(_ parameters: String, _ bytes: [UInt8]) -> [UInt8]? { PDFPredictor(Array(parameters.utf8))?.undone(in: bytes) }

  @Test func `each of PNG's filters is undone`() {
    let rows: [UInt8] = [
      0, 10, 20, 250,
      1, 5, 250, 10,
      2, 1, 2, 3,
      3, 10, 10, 10,
      4, 1, 1, 1,
    ]
    #expect(
      undone("<</Predictor 15/Columns 3>>", rows) == [
        10, 20, 250,
        5, 255, 9,
        6, 1, 12,
        13, 17, 24,
        14, 18, 25,
      ])
  }

  @Test func `rows that were made differences are found again, a last one that is cut too`() {
    let table = (0..<100).map { UInt8(truncatingIfNeeded: $0 * $0) }
    let packed = PDFPredictor(columns: 7).applied(to: table)
    #expect(packed != table && undone("[<</Columns 7/Predictor 12>>]", packed) == table)
  }

  @Test func `bytes without a predictor stay, and what has other columns is not read`() {
    #expect(undone("<</Columns 5>>", [1, 2, 3]) == [1, 2, 3])
    #expect(undone("<</Predictor 2/Columns 5>>", [1, 2, 3]) == nil)
    #expect(undone("<</Predictor 12/Columns 4/Colors 3>>", [1, 2, 3]) == nil)
    #expect(undone("<</Predictor 12/Columns 0>>", [1, 2, 3]) == nil)
    #expect(undone("<</Predictor 12/Columns 999999999999>>", [2, 2, 3]) == [2, 3])
    #expect(undone("<</Predictor 12/Columns 4>>", []) == [])
  }
}
