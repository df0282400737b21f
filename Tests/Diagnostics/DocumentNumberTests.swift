import Testing
import TypesetDiagnostics

@Suite struct DocumentNumberTests {
  @Test func `a decimal number is read, and nothing else is`() {
    #expect(DocumentNumber.real("-.5") == -0.5)
    #expect(DocumentNumber.real("+3e2") == 300)
    #expect(DocumentNumber.whole("-12") == -12)
    for text in ["", "-", "nan", "inf", "0x10", "1 ", "1pt", "½", "1e", "--1"] { #expect(DocumentNumber.real(text) == nil, "\(text)") }
    for text in ["1.0", "1e3", "0x1", "٣", ""] { #expect(DocumentNumber.whole(text) == nil, "\(text)") }
  }

  @Test(arguments: [
    "9223372036854775807", "9223372036854775808", "999999999999999999999999999999", "1e400", "2147483648", "140737488355328",
  ])
  func `a number without a natural limit is cut to the range of its place, whatever its sign`(text: String) {
    #expect(DocumentNumber(text)?.clamped(to: -7...9) == 9)
    #expect(DocumentNumber("-" + text)?.clamped(to: -7...9) == -7)
    #expect(DocumentNumber("-" + text)?.clamped(to: -0.5...0.5) == -0.5)
    #expect(DocumentNumber(text)?.clamped(to: Int.min...Int.max) ?? 0 > 2_000_000_000)
  }

  @Test func `arithmetic saturates`() throws {
    let most = try #require(DocumentNumber("1e308"))
    #expect((most * most).clamped(to: 0...5) == 5)
    #expect((-most - most).clamped(to: -5...5) == -5)
    #expect((most * 0 + DocumentNumber(.nan)).clamped(to: -5...5) == 0)
    #expect(DocumentNumber(.infinity) > most)
  }
}
