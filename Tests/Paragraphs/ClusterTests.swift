import Testing
import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

/// A base and what joins it are set in one face (UAX #29, UTS #51).
@Suite struct ClusterTests {
  private let setter = ParagraphSetter(fonts: FontBook())

  private func set(_ string: String, language: String = "en", family: String = "Libertinus Serif") -> Lines {
    var style = TextStyle(families: [family], size: 10.pt)
    style.language = language
    var text = StyledText()
    text.append(string.utf8, style: style)
    return setter.set(text, attachments: [], shape: ParagraphShape(measure: 400.pt, leading: 12.pt))
  }

  /// The names of the faces and how many glyphs each run has that are not blank.
  private func runs(_ lines: Lines) -> [(face: String, glyphs: Int)] {
    lines.ink.items.compactMap { item in
      guard case .run(let run) = item else { return nil }
      let face = setter.fonts.face(run.face)
      let ids = Set(lines.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map(\.id))
      return (face.fileName, ids.subtracting([face.glyph(for: " ") ?? 0]).count)
    }
  }

  @Test(arguments: ["👍🏽", "👩‍👩‍👧‍👦", "🏳️‍🌈", "🏴󠁧󠁢󠁥󠁮󠁧󠁿", "🇩🇪", "1️⃣", "#️⃣", "❤️", "☎️", "©️", "☝🏽", "👩‍🦰"])
  func `an emoji of several characters is one glyph in colour`(_ emoji: String) {
    let set = runs(set(emoji))
    #expect(set.count == 1)
    #expect(set[0].face.contains("Emoji"))
    #expect(set[0].glyphs == 1)
  }

  @Test(arguments: ["❤︎", "☎︎", "©", "™", "✔", "☺"])
  func `signs that are text unless asked for are black`(_ sign: String) {
    #expect(runs(set(sign)).allSatisfy { !$0.face.contains("ColorEmoji") })
    #expect(setter.takeMissing().isEmpty)
  }

  @Test(arguments: [("🐶‍🚀", 2), ("👨‍🍕", 2), ("🦊🏽", 2)])
  func `what the emoji font can't join falls apart into its parts`(_ emoji: String, _ parts: Int) {
    let set = runs(set(emoji))
    #expect(set.map(\.glyphs).reduce(0, +) == parts)
    #expect(setter.takeMissing().isEmpty)
  }

  @Test(arguments: ["q̃", "x̂", "Я́", "ɛ̃", "क्ष", "त्र्य", "শ্রী", "ที่", "שָׁ", "مُّ"])
  func `a letter and its marks come from one face`(_ cluster: String) {
    let set = runs(set(cluster, family: "Source Code Pro"))
    #expect(set.count == 1)
    #expect(setter.takeMissing().isEmpty)
  }

  @Test func `where the first face lacks a mark both come from another one`() {
    // Latin Modern has the letter but not the mark.
    let set = runs(set("a\u{1DC4}", family: "Latin Modern Roman"))
    #expect(set.count == 1)
    #expect(set[0].face.hasPrefix("lmroman") == false)
    #expect(runs(self.set("a", family: "Latin Modern Roman"))[0].face.hasPrefix("lmroman"))
  }

  @Test func `a mark that no font has on its base is what is said to be missing`() {
    _ = set("中\u{308}")
    #expect(setter.takeMissing() == ["\u{308}"])
  }

  @Test func `Han characters have the forms of their language`() {
    let forms = ["zh-CN", "zh-TW", "ja", "ko"].map { language in
      let lines = set("直骨令", language: language)
      guard case .run(let run)? = lines.ink.items.first(where: { if case .run = $0 { true } else { false } }) else { return "" }
      return "\(run.face.rawValue) \(lines.ink.glyphs.map(\.id))"
    }
    #expect(Set(forms).count == 4)
  }
}
