import Testing
import TypesetBoxes
import TypesetFonts
import TypesetStyling

@testable import TypesetParagraphs

@Suite struct SentenceSpacingTests {
  private let setter = ParagraphSetter(fonts: FontBook())

  /// By how many thirds of a space a text is wider with wide spaces behind sentences.
  private func thirds(_ string: String, language: String = "en", isCode: Bool = false) -> Int {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = language
    style.isCode = isCode
    var text = StyledText()
    text.append(string.utf8, style: style)
    setter.parameters.widensSentences = false
    let even = setter.widths(of: text, attachments: []).natural
    setter.parameters.widensSentences = true
    let wide = setter.widths(of: text, attachments: []).natural
    return (wide - even).rawValue / setter.space(of: style).shrink
  }

  @Test(arguments: [
    ("One. Two? Three! Four.", 3), ("one: two; three, four", 1), ("(One.) “Two.” Three", 2), ("D. E. Knuth of NASA. He", 0),
    ("one.\u{A0}two", 0), ("3.14 e.g.x", 0), (". a", 1), ("", 0),
  ])
  func `sentences and colons have a wider space behind them, abbreviations of capitals have not`(text: String, count: Int) {
    #expect(thirds(text) == count)
  }

  @Test func `other languages and code keep even spaces`() {
    #expect(thirds("Un. Deux.", language: "fr") == 0)
    #expect(thirds("Eins. Zwei.", language: "de-AT") == 0)
    #expect(thirds("a. b", isCode: true) == 0)
    #expect(thirds("One. Two.", language: "en-GB") == 1)
  }

  @Test(arguments: [(".", 3000), (":", 2000), (",", 1250)])
  func `a space behind a sign stretches more and shrinks less`(sign: String, factor: Int) {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = "en"
    var glue = Node(.glue)
    (glue.stretch, glue.shrink) = (3000, 3000)
    let text = "one\(sign)"
    SentenceSpacing.widen(&glue, shrink: 100, after: TextBytes(bytes: Array(text.utf8)), at: text.utf8.count, style: style)
    #expect(glue.stretch == 3000 * factor / 1000 && glue.shrink == 3000 * 1000 / factor)
  }
}
