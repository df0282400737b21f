import Testing

@testable import TypesetParagraphs

/// What words are by their bytes alone.
@Suite struct TextBytesTests {
  private func text(_ text: String) -> TextBytes { TextBytes(bytes: Array(text.utf8)) }

  @Test func `a number stays with the word that it numbers`() {
    #expect(text("Figure 2").isBeforeItsNumber(7))
    #expect(!text("version 2").isBeforeItsNumber(8))
    #expect(!text("Figure two").isBeforeItsNumber(7))
  }

  @Test func `a sign between the parts of a line does not begin a line`() {
    for sign in ["|", "·", "•"] {
      #expect(text("a \(sign) b").isBeforeSeparator(2))
      #expect(!text("a \(sign)b").isBeforeSeparator(2) && !text("a b \(sign) c").isBeforeSeparator(2))
    }
    #expect(!text("a – b").isBeforeSeparator(2))
  }

  @Test func `a sign that ends words does not begin a line`() {
    for sign in [":", ";", "!", "?", "»"] {
      #expect(text("a \(sign) b").isBeforeLoneSign(2) && text("a \(sign)").isBeforeLoneSign(2))
      #expect(!text("a \(sign)b").isBeforeLoneSign(2))
    }
    #expect(!text("a b").isBeforeLoneSign(2) && !text("a ").isBeforeLoneSign(2))
  }

  @Test func `a unit stays with its number at a paragraph's end, a percent sign anywhere`() {
    #expect(text("5 km.").isBeforeItsUnit(1, 2))
    #expect(!text("5 m of rope").isBeforeItsUnit(1, 2))
    #expect(text("5 % of it").isBeforeItsUnit(1, 2))
  }

  @Test func `the space factor follows punctuation, and capitals end abbreviations`() {
    #expect(text("end. ").spaceFactor(before: 4) == 3000)
    #expect(text("end.) ").spaceFactor(before: 5) == 3000)
    #expect(text("Donald E. ").spaceFactor(before: 9) == 1000)
    #expect(text("so, ").spaceFactor(before: 3) == 1250)
  }

  @Test func `a word is trimmed of the punctuation around it`() {
    let quoted = text("(\u{201C}word\u{201D}),")
    #expect(String(decoding: quoted.bytes[quoted.trimmed(0..<quoted.bytes.count)], as: UTF8.self) == "word")
    #expect(text("word").trimmed(0..<4) == 0..<4)
  }

  @Test func `addresses may be divided at their separators, not within numbers`() {
    let address = text("http://a.org/v1.15/x-y")
    #expect(address.isAddress(0..<address.bytes.count))
    #expect(address.isAddressJoint(after: 12))
    #expect(!address.isAddressJoint(after: 15))
    #expect(!text("words only here").isAddress(0..<15))
  }

  @Test func `quotes and dashes are Chinese next to Chinese characters`() {
    let chinese = text("说\u{201C}好\u{201D}")
    let grid = EastAsianGrid(chinese, language: "zh", hasGrid: true)
    #expect(grid.fullWidthClass(of: "\u{201C}", at: 3, length: 3) == .opening)
    let latin = text("say \u{201C}ok\u{201D}")
    #expect(EastAsianGrid(latin).fullWidthClass(of: "\u{201C}", at: 4, length: 3) == .other)
  }

  @Test func `Korean words stay whole only where the style keeps them`() {
    let korean = text("한국어")
    #expect(EastAsianGrid(korean, language: "ko", keepsKoreanWords: true).isBesideHangul(3))
    #expect(!EastAsianGrid(korean, language: "ko").isBesideHangul(3))
    #expect(!EastAsianGrid(korean, language: "zh", keepsKoreanWords: true).isBesideHangul(3))
  }
}
