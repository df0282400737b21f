import Testing
import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

/// Paragraphs of documents that run from right to left.
@Suite struct RightToLeftTests {
  /// The text of the runs from left to right.
  private func visual(_ string: String) -> (text: [String], beginsAtRight: Bool) {
    let setter = ParagraphSetter(fonts: FontBook())
    setter.parameters.isRightToLeft = true
    var text = StyledText()
    text.append(string.utf8, style: TextStyle(families: ["Libertinus Serif"], size: 10.pt))
    let lines = setter.set(text, attachments: [], shape: ParagraphShape(measure: 400.pt, leading: 12.pt))
    let runs = lines.ink.items.compactMap { item -> (x: Int, text: String)? in
      guard case .run(let run) = item else { return nil }
      let bytes = lines.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
      return (run.x.rawValue, String(decoding: bytes, as: UTF8.self))
    }
    return (runs.sorted { $0.x < $1.x }.map(\.text).filter { $0 != " " }, setter.beginsAtRight(text))
  }

  @Test func `a paragraph that begins with a Latin word begins at the right all the same`() {
    let set = visual("TeX שלום")
    #expect(set.beginsAtRight)
    #expect(set.text == ["שלום", "TeX"])
  }

  @Test func `a short Latin text keeps its order and stands at the right`() {
    let set = visual("English item (one).")
    #expect(set.beginsAtRight)
    #expect(set.text.joined() == "English item (one).")
  }

  @Test func `the number of a Latin heading stands at the right`() {
    #expect(visual("1.2\u{2003}TeX").text.last == "1.2")
  }

  @Test func `a long Latin paragraph runs from left to right`() {
    #expect(!visual(String(repeating: "An English paragraph. ", count: 8)).beginsAtRight)
  }

  @Test func `numbers alone stand at the right`() { #expect(visual("2024").beginsAtRight) }

  @Test func `a highlight over words that run right to left is one`() {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.background = .black
    var text = StyledText()
    text.append("שלום ab cd עולם".utf8, style: style)
    let lines = ParagraphSetter(fonts: FontBook()).set(
      text, attachments: [], shape: ParagraphShape(measure: 400.pt, alignment: .left, leading: 12.pt))
    let panels = lines.ink.items.filter { if case .panel = $0 { true } else { false } }
    #expect(panels.count == 1)
  }

  @Test func `a block keeps its direction where a span has another one`() {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.direction = .rightToLeft
    var text = StyledText()
    text.append("שלום ".utf8, style: style)
    style.direction = .leftToRight
    text.append("ab".utf8, style: style)
    #expect(ParagraphSetter(fonts: FontBook()).beginsAtRight(text))
  }

  @Test(arguments: ["--help", "git commit -m \"x\"", "f(x)", "[1, 2]"])
  func `code within a line runs left to right`(code: String) {
    let setter = ParagraphSetter(fonts: FontBook())
    setter.parameters.isRightToLeft = true
    var text = StyledText()
    text.append("זה ".utf8, style: TextStyle(families: ["Libertinus Serif"], size: 10.pt))
    var style = TextStyle(families: ["Source Code Pro"], size: 10.pt)
    style.isCode = true
    text.append(code.utf8, style: style)
    text.append(" טוב".utf8, style: TextStyle(families: ["Libertinus Serif"], size: 10.pt))
    let lines = setter.set(text, attachments: [], shape: ParagraphShape(measure: 400.pt, leading: 12.pt))
    let runs = lines.ink.items.compactMap { item -> (x: Int, text: String)? in
      guard case .run(let run) = item else { return nil }
      return (run.x.rawValue, String(decoding: lines.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self))
    }
    #expect(runs.sorted { $0.x < $1.x }.map(\.text).joined().contains(" " + code + " "))
  }

  @Test func `code and quotes in a Latin paragraph need no levels`() {
    // Paragraphs with levels do without protrusion: the quote at the line's end would not hang out.
    let setter = ParagraphSetter(fonts: FontBook())
    setter.parameters.protrudes = true
    var text = StyledText()
    text.append("“a” – ".utf8, style: TextStyle(families: ["Libertinus Serif"], size: 10.pt))
    var style = TextStyle(families: ["Source Code Pro"], size: 10.pt)
    style.isCode = true
    text.append("f()".utf8, style: style)
    #expect(!setter.beginsAtRight(text))
    let lines = setter.set(text, attachments: [], shape: ParagraphShape(measure: 400.pt, leading: 12.pt))
    let first = lines.ink.items.compactMap { if case .run(let run) = $0 { run.x } else { nil } }.first
    #expect(first.map { $0 < .zero } ?? false)
  }
}
