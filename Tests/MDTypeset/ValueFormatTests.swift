import MDTypeset
import Testing

/// Values in the form of the document's language.
@Suite struct ValueFormatTests {
  private func text(_ markdown: String, _ language: String, diagnostics: [String] = []) throws -> String {
    let document = Typesetter().typeset(Document(markdown: markdown).markdownLanguage(language).markdownPageNumbers(false))
    #expect(document.diagnostics.map(\.code) == diagnostics)
    return try document.text(ofPage: 0).split(separator: "\n").joined(separator: " ").replacing("\u{A0}", with: " ").replacing(
      "\u{202F}", with: " ")
  }

  @Test(arguments: [
    ("[1234.5]{format=number}", "de", "1.234,5"), ("[1234.5]{format=number}", "en", "1,234.5"),
    ("[−2]{format=\"number 2\"}", "en", "-2.00"),
    ("[0.256]{format=percent}", "de", "25,6 %"), ("[99.5]{format=\"currency EUR\"}", "de", "99,50 €"),
    ("[99.5]{format=\"currency EUR\"}", "en", "€99.50"), ("[1200]{format=\"currency JPY\"}", "ja", "￥1,200"),
    ("[2.5]{format=\"unit kilogram\"}", "fr", "2,5 kg"), ("[12300]{format=compact}", "en", "12K"),
    ("[2026-11-28]{format=date}", "de", "28. November 2026"), ("[2026-11-28]{format=\"date short\"}", "en", "11/28/26"),
    ("[2026-11-28T08:30]{format=time}", "de", "08:30"), ("[1795336200]{format=date}", "es", "22 de noviembre de 2026"),
    ("[a, b, c]{format=list}", "de", "a, b und c"), ("[a, b]{format=\"list or\"}", "en", "a or b"),
    ("[1.5]{format=number lang=de}", "en", "1,5"),
  ])
  func `a value is written as its language writes it`(markdown: String, language: String, expected: String) throws {
    #expect(try text(markdown, language) == expected)
  }

  @Test func `many values are written as each is alone`() throws {
    let values = ["0.5", "−1", "1234567", "0", "99.999", "1e3", "7", "8", "-0.001"]
    for (format, language) in [("currency EUR", "de"), ("number", "fr"), ("percent", "en"), ("currency EUR", "en")] {
      let alone = try values.map { try text("[\($0)]{format=\"\(format)\"}", language) }
      #expect(try text(values.map { "[\($0)]{format=\"\(format)\"}" }.joined(separator: " · "), language) == alone.joined(separator: " · "))
    }
  }

  @Test func `wrong values and formats stay and are named, other words are attributes`() throws {
    #expect(try text("[many]{format=number}", "en", diagnostics: ["strings.format"]) == "many")
    #expect(try text("[5]{format=\"currency euro\"}", "en", diagnostics: ["strings.format"]) == "5")
    #expect(try text("[2026-13-28]{format=date}", "en", diagnostics: ["strings.format"]) == "2026-13-28")
    #expect(try text("[5]{format=wide}", "en") == "5")
  }

  @Test func `interpolated values are the same`() throws {
    let document = Document {
      Paragraph(
        "\(1234.5, format: .currency("EUR")), \(0.19, format: .percent), \(3, format: .number(decimals: 1)), \(["a", "b"], format: .list)")
      Paragraph {
        Inline.time(secondsSince1970: 1_795_336_200, format: .longDate); "."
      }
    }
    .markdownLanguage("de").markdownPageNumbers(false)
    let shown = try Typesetter().typeset(document).text(ofPage: 0).replacing("\u{A0}", with: " ")
    #expect(shown.hasPrefix("1.234,50 €, 19 %, 3,0, a und b\n22. November 2026."))
  }
}
