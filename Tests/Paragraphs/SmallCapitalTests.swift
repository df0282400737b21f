import Testing
import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

/// Small capitals: the font's own, or capitals of a smaller size.
@Suite struct SmallCapitalTests {
  private let setter = ParagraphSetter(fonts: FontBook())

  private func set(_ string: String, family: String, features: String = "smcp", language: String = "en", measure: Length = 400.pt) -> Lines
  {
    var style = TextStyle(families: [family], size: 10.pt)
    style.features = [TextStyle.Feature](features) ?? []
    style.language = language
    var text = StyledText()
    text.append(string.utf8, style: style)
    return setter.set(text, attachments: [], shape: ParagraphShape(measure: measure, leading: 12.pt))
  }

  /// The runs with ink: their text, size in tenths of points, and the text whose plain glyphs they show.
  private func runs(_ lines: Lines, among letters: String) -> [[String]] {
    lines.ink.items.compactMap { item in
      guard case .run(let run) = item else { return nil }
      let text = String(decoding: lines.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      let face = setter.fonts.face(run.face)
      let names = lines.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map { glyph in
        letters.unicodeScalars.first { face.glyph(for: $0) == glyph.id }.map(String.init) ?? "?"
      }
      return [text, "\(Int((run.size.points * 10).rounded()))", names.joined()]
    }
  }

  @Test func `a font's own small capitals are taken where it has them`() {
    let runs = runs(set("Sm", family: "Libertinus Serif"), among: "SMsm")
    #expect(runs == [["Sm", "100", "S?"]])
  }

  @Test func `else small letters are capitals of a smaller size, and the text stays what it is`() {
    let runs = runs(set("Small 3", family: "Latin Modern Roman"), among: "SMALsmal3")
    #expect(runs.map { $0[0] }.joined() == "Small 3")
    #expect(runs.map { $0[2].replacing("?", with: "") }.joined() == "SMALL3")
    #expect(runs[0][1] == "100")
    #expect(["70", "71", "72", "73"].contains(runs[1][1]))
  }

  @Test func `capitals become small ones where that is asked for`() {
    let runs = runs(set("NATO", family: "Latin Modern Roman", features: "c2sc"), among: "NATO")
    #expect(runs.map { $0[2] } == ["NATO"])
    #expect(runs[0][1] != "100")
  }

  @Test(arguments: [("straße", "de", "STRASSE"), ("ılık", "tr", "ILIK"), ("için", "tr", "İÇİN"), ("école", "fr", "ÉCOLE")])
  func `capitals are those of the language`(_ word: String, _ language: String, _ capitals: String) {
    let runs = runs(set(word, family: "Latin Modern Roman", language: language), among: "STRASEILKÇNÉCOİ")
    #expect(runs.map { $0[2] } == [capitals])
    #expect(runs.map { $0[0] } == [word])
  }

  @Test func `words in them are divided`() {
    setter.parameters.emergencyStretch = 30.pt
    let lines = set("internationalization internationalization internationalization", family: "Latin Modern Roman", measure: 120.pt)
    #expect(lines.lines.contains { $0.endsWithHyphen })
    #expect(lines.lines.allSatisfy { $0.width <= 121.pt })
  }
}
