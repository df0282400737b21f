import Testing
import TypesetBoxes
import TypesetFonts
@testable import TypesetParagraphs
import TypesetStyling

/// Text that is drawn otherwise than it is written.
@Suite struct ShownTextTests {
  private let setter = ParagraphSetter(fonts: FontBook())

  private func styled(_ parts: [String], language: String = "en", _ change: (inout TextStyle, Int) -> Void = { _, _ in }) -> StyledText {
    var text = StyledText()
    for (number, part) in parts.enumerated() {
      var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
      style.language = language
      change(&style, number)
      text.append(part.utf8, style: style)
    }
    return text
  }

  private func set(_ text: StyledText, measure: Length = 1000.pt, alignment: ParagraphShape.Alignment = .left) -> Lines {
    setter.set(text, attachments: [], shape: ParagraphShape(measure: measure, alignment: alignment, leading: 12.pt))
  }

  private func runs(_ lines: Lines) -> [GlyphRun] { lines.ink.items.compactMap { if case .run(let run) = $0 { run } else { nil } } }

  /// The text of each run in reading order.
  private func texts(_ lines: Lines) -> [String] {
    runs(lines).map { String(decoding: lines.ink.text[Int($0.text.lowerBound)..<Int($0.text.upperBound)], as: UTF8.self) }
  }

  // MARK: Case

  @Test(arguments: [
    ("Straße, weiß", "de", LetterCase.upper, "STRASSE, WEISS"), ("istanbul ılık", "tr", .upper, "İSTANBUL ILIK"),
    ("IŞIK İzmir", "az", .lower, "ışık izmir"), ("ΟΔΟΣ ΣΑΣ.", "el", .lower, "οδος σας."), ("άνοιξη Μαΐου", "el", .upper, "ΑΝΟΙΞΗ ΜΑΪΟΥ"),
    ("ijsland", "nl", .title, "IJsland"), ("the quick don't well-known ABC", "en", .title, "The Quick Don't Well-Known ABC"),
    ("ŉ", "en", .upper, "ʼN"), ("J\u{30C} I\u{300}", "lt", .lower, "j\u{307}\u{30C} i\u{307}\u{300}"), ("plain", "en", .none, "plain"),
  ])
  func `letters are drawn in another case by language, and the text stays`(
    written: String, language: String, letterCase: LetterCase, shown: String
  ) {
    let drawn = set(styled([written], language: language) { style, _ in style.looks.letterCase = letterCase })
    let expected = set(styled([shown], language: language))
    #expect(drawn.ink.glyphs.map(\.id) == expected.ink.glyphs.map(\.id))
    #expect(texts(drawn).joined() == written)
    // Each cluster begins at a character of the text.
    for run in runs(drawn) {
      for glyph in drawn.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        #expect(drawn.ink.text[Int(run.text.lowerBound) + Int(glyph.cluster)] & 0xC0 != 0x80)
      }
    }
  }

  @Test func `whole words change, although emphasis divides them`() {
    func ids(_ parts: [String], _ letterCase: LetterCase) -> [UInt32] {
      set(
        styled(parts, language: "el") { style, number in
          style.looks.letterCase = letterCase
          if number == 1 { style.color = Color(rgba: 0xFF00_00FF) }
        }
      ).ink.glyphs.map(\.id)
    }
    // A sigma at the end of a word is a final one, even if it is alone in its style.
    #expect(ids(["ΟΔΟ", "Σ"], .lower) == ids(["οδο", "ς"], .none))
    #expect(ids(["he", "llo"], .title) == ids(["He", "llo"], .none))
    let mixed = set(styled(["he", "llo world"]) { style, number in style.looks.letterCase = number == 1 ? .title : .none })
    #expect(
      mixed.ink.glyphs.map(\.id)
        == set(styled(["he", "llo World"]) { style, number in style.rise = number == 1 ? .zero : .zero }).ink.glyphs.map(\.id))
  }

  @Test func `words in another case are divided where they are written to be`() {
    let words = Array(repeating: "unbelievable straightforwardness of characteristic internationalization is a fact", count: 4).joined(
      separator: " ")
    let drawn = set(styled([words]) { style, _ in style.looks.letterCase = .upper }, measure: 230.pt, alignment: .justified)
    let hyphens = runs(drawn).filter(\.isIncidental).count
    #expect(hyphens > 0)
    let capitals = set(styled([words.uppercased()]))
    let space = setter.fonts.face(setter.primaryFace(of: styled(["a"]).styles[0])).glyph(for: " ") ?? 0
    let hyphen = setter.fonts.face(setter.primaryFace(of: styled(["a"]).styles[0])).glyph(for: "-") ?? 0
    func letters(_ lines: Lines) -> [UInt32] { lines.ink.glyphs.map(\.id).filter { $0 != space && $0 != hyphen } }
    #expect(letters(drawn) == letters(capitals))
    #expect(texts(drawn).joined().filter { $0 != "-" && $0 != " " } == words.filter { $0 != " " })
    // Where nothing changes, lines are the same to the last unit.
    let (same, plain) = (
      set(styled([words]) { style, _ in style.looks.letterCase = .lower }, measure: 130.pt, alignment: .justified),
      set(styled([words]), measure: 130.pt, alignment: .justified)
    )
    #expect(same.lines == plain.lines)
    #expect(same.ink == plain.ink)
  }

  // MARK: Ramps

  private func ramped(_ text: String, _ ramp: ColorRamp, language: String = "en") -> Lines {
    set(styled([text], language: language) { style, _ in style.looks.ramp = TextLooks.Ramp(ramp, number: 1) })
  }

  @Test func `a ramp gives each character a colour, and divides ligatures only where it changes`() {
    let plain = set(styled(["office"]))
    let one = ramped("office", ColorRamp([.black, .black]))
    let hue = ramped("office", ColorRamp())
    #expect(plain.ink.glyphs.count < 6)
    #expect(one.ink.glyphs.map(\.id) == plain.ink.glyphs.map(\.id))
    #expect(hue.ink.glyphs.count == 6)
    #expect(texts(hue) == ["o", "f", "f", "i", "c", "e"])
    #expect(Set(runs(hue).map(\.color)).count == 6)
    let ends = ramped("ab cd", ColorRamp([Color(rgba: 0xFF00_00FF), Color(rgba: 0x0000_FFFF)]))
    #expect(runs(ends).map(\.color.rgba).filter { $0 != 0xFF }.first == 0xFF00_00FF)
    #expect(runs(ends).last?.color.rgba == 0x0000_FFFF)
  }

  @Test func `a ramp leaves letters where they are, kerned, and runs over line ends`() {
    let plain = set(styled(["AVATAR To"]))
    let hue = ramped("AVATAR To", ColorRamp())
    func places(_ lines: Lines) -> [Int] {
      runs(lines).flatMap { run in
        lines.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)].map { run.x.rawValue + Int($0.x) }
      }
    }
    #expect(places(hue) == places(plain))
    let long = set(
      styled(["several words over several lines"]) { style, _ in style.looks.ramp = TextLooks.Ramp(ColorRamp(), number: 1) }, measure: 60.pt
    )
    #expect(long.lines.count > 1)
    #expect(texts(long).joined().filter { $0 != " " && $0 != "-" } == "severalwordsoverseverallines")
    #expect(Set(runs(long).map(\.color)).count > 20)
  }

  @Test func `in text that runs from right to left the first character has the first colour`() {
    let ramp = ColorRamp([Color(rgba: 0xFF00_00FF), Color(rgba: 0x0000_FFFF)])
    let lines = ramped("שלום", ramp, language: "he")
    let found = runs(lines)
    #expect(texts(lines).map(\.first) == Array("שלום").map { Optional($0) })
    #expect(found.first?.color.rgba == 0xFF00_00FF)
    #expect(found.map(\.x) == found.map(\.x).sorted(by: >))
    // Letters of Arabic stay joined.
    let arabic = ramped("مرحبا", ColorRamp(), language: "ar")
    #expect(Set(arabic.ink.glyphs.map(\.id)) == Set(set(styled(["مرحبا"], language: "ar")).ink.glyphs.map(\.id)))
  }

  // MARK: Lines

  private func underlined(_ text: String, _ form: TextLine.Form, measure: Length = 1000.pt) -> Lines {
    set(
      styled([text]) { style, _ in
        style.underline = Color(rgba: 0xFF00_00FF)
        style.looks.underline = form
      }, measure: measure)
  }

  /// Where the drawn lines begin and end.
  private func extents(_ lines: Lines) -> [(Length, Length)] {
    lines.ink.items.compactMap { item in
      switch item {
      case .rule(let rect, _): (rect.x, rect.x + rect.width)
      case .stroke(let stroke): (stroke.x0, stroke.x1)
      case .path(let path): (path.bounds.x, path.bounds.x + path.bounds.width)
      default: nil
      }
    }
  }

  @Test(arguments: TextLine.Form.allCases) func `underlines are as long as their text, line by line`(form: TextLine.Form) {
    let lines = underlined("now a man ran on or so in summer moon or on an error or so", form, measure: 80.pt)
    #expect(lines.lines.count > 2)
    let found = extents(lines)
    #expect(found.count == lines.lines.count * (form == .double ? 2 : 1))
    for (number, line) in lines.lines.enumerated() {
      let (start, end) = found[number * (form == .double ? 2 : 1)]
      #expect(abs(start.points) < 0.6 && abs((end - line.width).points) < 0.6, "\(form) \(start) \(end) \(line.width)")
    }
  }

  @Test func `a pattern is vectors, with a dash at each end`() {
    let dashes = underlined("now or then", .dash).ink.items.compactMap { if case .stroke(let stroke) = $0 { stroke } else { nil } }
    #expect(dashes.count == 1)
    if let dash = dashes.first {
      let count = ((dash.x1 - dash.x0).points / dash.dash.points).rounded()
      #expect(Int64(count) % 2 == 1)
      #expect(abs(count * dash.dash.points - (dash.x1 - dash.x0).points) < 0.01)
      #expect(dash.color.rgba == 0xFF00_00FF)
    }
    let dots = underlined("now or then", .dot).ink.items.compactMap { if case .path(let path) = $0 { path } else { nil } }
    #expect(dots.first?.dashes.first == .zero)
    #expect(dots.first?.isRound == true)
  }

  @Test func `underlines have gaps at descenders, not below full-width characters`() {
    #expect(extents(underlined("moon", .solid)).count == 1)
    #expect(extents(underlined("gypsy", .solid)).count >= 3)
    let gaps = extents(underlined("opo", .solid))
    #expect(gaps.count == 2)
    #expect(extents(underlined("漢字，仮名", .solid)).count == 1)
  }

  @Test func `emphasis does not interrupt the dashes of an underline`() {
    let lines = set(
      styled(["moon ", "sun", " moon"]) { style, number in
        style.underline = .black
        style.looks.underline = .dash
        if number == 1 { style.slant = .italic }
      })
    #expect(extents(lines).count == 1)
  }
}
