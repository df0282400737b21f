import Testing

@testable import TypesetFonts

@Suite struct CapitalTests {
  @Test(arguments: [
    ("de", "ißi", "ISSI"), ("tr", "ışi", "IŞİ"), ("az", "iə", "İƏ"), ("tr-TR", "i", "İ"), ("az-Latn", "i", "İ"), ("", "ﬁ", "FI"),
  ])
  func `capitals are those of the language, and know where they come from`(language: String, text: String, shown: String) {
    let capitals = Capitals(of: Array(text.utf8)[...], language: language)
    #expect(String(decoding: capitals.text, as: UTF8.self) == shown)
    #expect(capitals.origins.count == capitals.text.count + 1 && capitals.origins.last == UInt32(text.utf8.count))
    #expect(capitals.origins == capitals.origins.sorted())
  }

  /// A font with `OS/2` alone, whose `fsType` is at its byte 8 (OpenType 1.9).
  private func font(_ type: Int) -> [UInt8] {
    func number(_ value: Int, _ size: Int) -> [UInt8] { (0..<size).reversed().map { UInt8(truncatingIfNeeded: value >> ($0 * 8)) } }
    return number(0x10000, 4) + number(1, 2) + number(0, 6) + Array("OS/2".utf8) + number(0, 4) + number(28, 4) + number(96, 4)
      + [UInt8](repeating: 0, count: 8) + number(type, 2)
  }

  @Test func `a font is handed on only where its bits allow it whole and as outlines`() {
    for (type, isAllowed) in [(0, true), (2, false), (4, false), (8, false), (0x100, true), (0x200, false), (0x208, false), (0x300, false)]
    {
      #expect(mayBeHandedOn(font: font(type)) == isAllowed, "\(type)")
    }
    #expect(!mayBeHandedOn(font: []) && !mayBeHandedOn(font: Array(font(0).dropLast(2))))
  }
}
