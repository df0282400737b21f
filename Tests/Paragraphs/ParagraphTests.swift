import Testing
import TypesetBoxes
import TypesetFonts
@testable import TypesetParagraphs
import TypesetStyling

@Suite struct ParagraphTests {
  private let setter = ParagraphSetter(fonts: FontBook())

  private func text(_ string: String, language: String = "en", code: Bool = false) -> StyledText {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = language
    style.isCode = code
    var text = StyledText()
    text.append(string.utf8, style: style)
    return text
  }

  /// The characters on each line.
  private func lines(_ string: String, measure: Length, language: String = "en", alignment: ParagraphShape.Alignment = .justified)
    -> [String]
  {
    let styled = text(string, language: language)
    let set = setter.set(styled, attachments: [], shape: ParagraphShape(measure: measure, alignment: alignment, leading: 12.pt))
    return set.lines.map { line in
      String(decoding: styled.text[Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self)
    }
  }

  @Test func `no word is lost and none comes twice`() {
    let words = (0..<300).map { "word\($0)" }.joined(separator: " ")
    #expect(lines(words, measure: 200.pt).joined(separator: " ") == words)
  }

  @Test func `justified lines are as wide as the measure, but for the last`() {
    let set = setter.set(
      text(String(repeating: "Some words of several lengths make up a paragraph. ", count: 8)), attachments: [],
      shape: ParagraphShape(measure: 250.pt, leading: 12.pt))
    #expect(set.lines.count > 3)
    for line in set.lines.dropLast() { #expect(abs((line.width - 250.pt).points) < 0.01) }
  }

  @Test func `words are shaped anew in another language, whose ligatures differ`() {
    func glyphs(_ language: String, _ setter: ParagraphSetter) -> [UInt32] {
      let set = setter.set(
        text("fi", language: language), attachments: [], shape: ParagraphShape(measure: 100.pt, leading: 12.pt))
      return set.ink.glyphs.map(\.id)
    }
    // Turkish has a dotless ı, with which the ligature would be confused.
    let (english, turkish) = (glyphs("en", ParagraphSetter(fonts: FontBook())), glyphs("tr", ParagraphSetter(fonts: FontBook())))
    #expect(english.count == 1 && turkish.count == 2)
    let shared = ParagraphSetter(fonts: FontBook())
    #expect(glyphs("en", shared) == english && glyphs("tr", shared) == turkish && glyphs("en", shared) == english)
  }

  @Test func `an English word is divided where its patterns say`() {
    // As `\showhyphens` prints them; at least two letters before, three after.
    let syllables = ["char-ac-ter-is-ti-cally", "in-ter-na-tion-al-iza-tion"]
    for word in syllables {
      let parts = word.split(separator: "-")
      let ends = Set(parts.indices.dropFirst().map { parts[..<$0].joined() })
      var found: Set<String> = []
      for measure in 20...90 {
        let set = setter.set(
          text(parts.joined()), attachments: [], shape: ParagraphShape(measure: Length(rawValue: measure * 65536), leading: 12.pt))
        // What fits nowhere is broken without a hyphen.
        for line in set.lines where line.endsWithHyphen { found.insert(String(parts.joined().prefix(Int(line.text.upperBound)))) }
      }
      // The rest of the word after `in-` fits into no line in which `inter-` does not.
      #expect(found == ends.subtracting(["in"]))
    }
  }

  @Test func `an address longer than the line is broken at its parts`() {
    let all = lines("https://example.org/a/rather/long/path/that/does/not/fit?with=query", measure: 120.pt)
    #expect(all.count > 1)
    #expect(all.dropLast().allSatisfy { "/?=.-".contains($0.last ?? " ") })
  }

  @Test func `nothing sticks out, however long the word`() {
    let set = setter.set(
      text(String(repeating: "x", count: 500)), attachments: [], shape: ParagraphShape(measure: 100.pt, leading: 12.pt))
    #expect(set.lines.allSatisfy { $0.width <= 100.5.pt })
  }

  @Test func `a no-break space holds its words together`() {
    let all = lines("aaaa bbbb cccc\u{A0}dddd eeee", measure: 62.pt, alignment: .left)
    #expect(all.contains { $0.contains("cccc\u{A0}dddd") })
  }

  @Test func `no-break spaces at the beginning of a line that an author began stay`() {
    func width(_ string: String) -> Length? {
      setter.set(text(string), attachments: [], shape: ParagraphShape(measure: 300.pt, alignment: .left, leading: 12.pt)).lines.last?.width
    }
    let space = width("a\u{A0}b").map { $0 - (width("ab") ?? .zero) }
    #expect(space.map { $0 > 2.pt } == true)
    #expect(width("one\u{2028}\u{A0}\u{A0}two") == width("two").flatMap { two in space.map { two + $0 * 2 } })
    #expect(width("one\u{2028} \u{A0}two") == width("two").flatMap { two in space.map { two + $0 } })
  }

  @Test func `empty text has no lines`() {
    #expect(setter.set(StyledText(), attachments: [], shape: ParagraphShape(measure: 100.pt, leading: 12.pt)).lines.isEmpty)
  }

  @Test func `a line separator ends a line`() {
    #expect(lines("one\u{2028}two", measure: 300.pt).count == 2)
  }

  @Test(arguments: [80.0, 113, 150, 201])
  func `no Chinese line begins with closing or ends with opening punctuation`(width: Double) {
    let sentence = "他说：“今天（星期五）天气很好，我们去《颐和园》吧！”于是大家都同意了；不过，谁也没有带伞。「真的吗？」她问。"
    let all = lines(String(repeating: sentence, count: 6), measure: width.pt, language: "zh-CN")
    #expect(all.joined() == String(repeating: sentence, count: 6))
    for line in all {
      #expect(!"，。、；：！？）》”」".contains(line.first ?? "x"), "\(line)")
      #expect(!"（《“「".contains(line.last ?? "x"), "\(line)")
    }
  }

  @Test func `widths are those of the widest word and of all`() {
    let styled = text("one twothree four")
    let widths = setter.widths(of: styled, attachments: [])
    let word = setter.widths(of: text("twothree"), attachments: []).natural
    #expect(widths.minimum == word)
    #expect(widths.natural > word * 2)
  }

  @Test func `letter-spacing widens a word by so much a letter`() {
    var spaced = text("word")
    spaced.styles[0].letterSpacing = 2.pt
    let plain = setter.widths(of: text("word"), attachments: []).natural
    #expect(setter.widths(of: spaced, attachments: []).natural == plain + 8.pt)
  }

  @Test(arguments: [1.0, -0.2])
  func `words with space between their letters are divided, and their lines are as wide as the measure`(spacing: Double) {
    var spaced = text(String(repeating: "characteristically internationalized hyphenation is afflicted ", count: 8))
    spaced.styles[0].letterSpacing = spacing.pt
    var parameters = LineBreakingParameters()
    (parameters.tolerance, parameters.emergencyStretch) = (2000, 20.pt)
    let setter = ParagraphSetter(fonts: setter.fonts, parameters: parameters)
    let set = setter.set(spaced, attachments: [], shape: ParagraphShape(measure: 180.pt, leading: 12.pt))
    let divided = set.lines.filter(\.endsWithHyphen).count
    #expect(divided > 0)
    // The space behind the last letter is not seen.
    for line in set.lines.dropLast() { #expect(abs((line.width - 180.pt).points - spacing) < 0.01) }
  }

  @Test func `a character that no font has is told`() {
    _ = setter.set(text("a\u{10FFFD}b"), attachments: [], shape: ParagraphShape(measure: 100.pt, leading: 12.pt))
    #expect(setter.takeMissing() == ["\u{10FFFD}"])
  }

  /// The texts of the runs of each line with their left edges in order.
  private func runs(_ string: String, measure: Length = 400.pt, alignment: ParagraphShape.Alignment = .left) -> [[String]] {
    let set = setter.set(text(string), attachments: [], shape: ParagraphShape(measure: measure, alignment: alignment, leading: 12.pt))
    return set.lines.map { line -> [String] in
      var found: [(x: Length, text: String)] = []
      for item in set.ink.items[Int(line.items.lowerBound)..<Int(line.items.upperBound)] {
        guard case .run(let run) = item else { continue }
        let bytes = set.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
        found.append((run.x, (run.isRightToLeft ? "<" : "") + String(decoding: bytes, as: UTF8.self)))
      }
      return found.sorted { $0.x < $1.x }.map(\.text).filter { $0 != " " && $0 != "< " }
    }
  }

  @Test func `Hebrew words stand from right to left, each as a run whose text is in the order of reading`() {
    #expect(runs("שלום עולם") == [["<עולם", "<שלום"]])
    #expect(runs("one שלום עולם two") == [["one ", "<עולם", "<שלום", " two"]])
  }

  @Test func `numbers and Latin words keep their order in Hebrew, brackets face their content`() {
    #expect(runs("שלום 12 עולם") == [["<עולם", "12", "<שלום"]])
    #expect(runs("שלום (x) עולם") == [["<עולם", "<)", "x", "<(", "<שלום"]])
    #expect(runs("שלום ab (x) עולם") == [["<עולם", "ab (x)", "<שלום"]])
  }

  @Test func `a paragraph that begins with Hebrew begins at the right`() {
    let set = setter.set(text("שלום"), attachments: [], shape: ParagraphShape(measure: 200.pt, alignment: .justified, leading: 12.pt))
    guard case .run(let run)? = set.ink.items.first else {
      Issue.record("no run")
      return
    }
    #expect(abs((run.x + run.width - 200.pt).points) < 0.01)
    #expect(setter.beginsAtRight(text("שלום abc")))
    #expect(!setter.beginsAtRight(text("abc שלום")))
  }

  @Test func `lines of Hebrew are filled from the first word on`() {
    let words = ["אחת", "שתיים", "שלוש", "ארבע", "חמש", "שש", "שבע", "שמונה"]
    let set = runs(words.joined(separator: " "), measure: 80.pt, alignment: .justified)
    #expect(set.count > 1)
    #expect(set.flatMap { $0.reversed() } == words.map { "<" + $0 })
  }

  /// The left and right edges of the first three lines' text, in points.
  private func edges(_ string: String, _ change: (inout ParagraphShape) -> Void) -> [[Double]] {
    var shape = ParagraphShape(measure: 200.pt, leading: 12.pt)
    change(&shape)
    var parameters = LineBreakingParameters()
    (parameters.tolerance, parameters.emergencyStretch) = (2000, 20.pt)
    let setter = ParagraphSetter(fonts: setter.fonts, parameters: parameters)
    let set = setter.set(text(string), attachments: [], shape: shape)
    return set.lines.prefix(3).map { line in
      let runs = set.ink.items[Int(line.items.lowerBound)..<Int(line.items.upperBound)].compactMap { item -> GlyphRun? in
        if case .run(let run) = item { run } else { nil }
      }
      let (left, right) = (runs.map(\.x).min() ?? .zero, runs.map { $0.x + $0.width }.max() ?? .zero)
      return [left.points.rounded(), right.points.rounded()]
    }
  }

  @Test func `hanging lines and skips are at the left, those of text from right to left at the right`() {
    let latin = String(repeating: "some words that fill lines ", count: 12)
    let hebrew = String(repeating: "שלום עולם טקסט ", count: 16)
    #expect(edges(latin) { $0.hang(by: 30.pt, after: 1) } == [[0, 200], [30, 200], [30, 200]])
    #expect(edges(hebrew) { $0.hang(by: 30.pt, after: 1) } == [[0, 200], [0, 170], [0, 170]])
    #expect(edges(latin) { $0.hang(by: -30.pt, after: -2) } == [[0, 170], [0, 170], [0, 200]])
    #expect(edges(latin) { $0.leftSkip = Glue(20.pt) } == [[20, 200], [20, 200], [20, 200]])
    #expect(edges(hebrew) { $0.leftSkip = Glue(20.pt) } == [[0, 180], [0, 180], [0, 180]])
    let places = [(10, 100), (20, 120)].map { ParagraphShape.LinePlace(indent: $0.pt, width: $1.pt) }
    #expect(edges(latin) { $0.lines = places } == [[10, 110], [20, 140], [20, 140]])
    #expect(edges(hebrew) { $0.lines = places } == [[90, 190], [60, 180], [60, 180]])
  }

  @Test func `looseness makes as many lines more as there can be`() {
    let string = String(repeating: "a few short words to fill up the lines of it ", count: 60)
    func count(_ looseness: Int) -> Int {
      var shape = ParagraphShape(measure: 200.pt, leading: 12.pt)
      shape.looseness = looseness
      return setter.set(text(string), attachments: [], shape: shape).lines.count
    }
    let plain = count(0)
    #expect(count(1) == plain + 1)
    #expect(count(-1) == plain - 1)
    #expect(count(-50) < plain && count(-50) > plain / 2)
  }

  @Test func `hyphens and stops hang out of the margin where they may, by a part of their width`() {
    let words = String(repeating: "“Some words, and more; all in quotes.” A-b. ", count: 9)
    func right(protrudes: Bool) -> [Double] {
      let setter = ParagraphSetter(fonts: FontBook())
      setter.parameters.protrudes = protrudes
      (setter.parameters.tolerance, setter.parameters.emergencyStretch) = (1000, 30.pt)
      return setter.set(text(words), attachments: [], shape: ParagraphShape(measure: 260.pt, leading: 12.pt)).lines.map(\.width.points)
    }
    #expect(right(protrudes: false).allSatisfy { $0 < 260.01 })
    let hanging = right(protrudes: true).map { $0 - 260 }
    #expect(hanging.contains { $0 > 1 })
    #expect(hanging.allSatisfy { $0 < 4 })
  }

  /// “———” in place of an author's names.
  @Test(arguments: [("— So he said", 200), ("———. *Title*", 0), ("——", 0)]) func `a line of dashes begins and ends at the margin`(
    text: String, part: Int
  ) {
    let bytes = Array(text.utf8)
    #expect(Protrusion.left("—", at: 0, in: bytes) == part)
    let last = Array(String(text.reversed()).utf8)
    #expect(Protrusion.right("—", at: last.count - 3, in: last) == part)
  }

  @Test func `a character that no font has is a box with its code, and is copied as itself`() {
    // A private character: no font has it.
    let set = setter.set(text("a\u{10FFFD}b"), attachments: [], shape: ParagraphShape(measure: 200.pt, leading: 12.pt))
    let rows = set.ink.items.compactMap { if case .run(let run) = $0, run.size < 5.pt { run.glyphs.count } else { nil } }
    #expect(rows == [2, 2, 2])
    #expect(String(decoding: set.ink.text, as: UTF8.self).contains("\u{10FFFD}"))
    #expect(setter.takeMissing() == ["\u{10FFFD}"])
  }
}

@Suite struct EastAsianSpaceTests {
  private func width(_ string: String, language: String) -> Double {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = language
    var text = StyledText()
    text.append(string.utf8, style: style)
    return ParagraphSetter(fonts: FontBook()).widths(of: text, attachments: []).natural.points
  }

  @Test func `letters and digits stand a quarter em from Han characters, brackets and quotes right beside them`() {
    let han = width("中文", language: "zh")
    #expect(abs(width("中文a", language: "zh") - han - width("a", language: "zh") - 2.5) < 0.01)
    #expect(abs(width("中文3", language: "zh") - han - width("3", language: "zh") - 2.5) < 0.01)
    #expect(abs(width("中文(", language: "zh") - han - width("(", language: "zh")) < 0.01)
    #expect(abs(width("\"中文", language: "zh") - han - width("\"", language: "zh")) < 0.01)
  }

  @Test func `both signs of a Chinese dash and ellipsis are Chinese, at an end of the text too`() {
    // Each takes an em, as Han characters do.
    for text in ["——中", "中——", "……中", "中……", "中……中"] {
      #expect(abs(width(text, language: "zh") - Double(text.count) * 10) < 0.01)
    }
    #expect(width("a——b", language: "zh") < 40)
  }

  @Test func `a space that Korean authors type beside brackets is kept`() {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = "ko"
    var text = StyledText()
    text.append("책은 「말」 뿐".utf8, style: style)
    let set = ParagraphSetter(fonts: FontBook()).set(
      text, attachments: [], shape: ParagraphShape(measure: 300.pt, alignment: .left, leading: 12.pt))
    #expect(String(decoding: set.ink.text, as: UTF8.self) == "책은 「말」 뿐")
  }
}

/// Font expansion (Hàn Thế Thành 2000): glyphs take a part of what is missing on a line or too much.
@Suite struct ExpansionTests {
  private let prose = String(
    repeating: "In olden times when wishing still helped one, there lived a king whose daughters were all beautiful. ", count: 6)

  private func set(expansion: Int, code: Bool = false) -> Lines {
    let setter = ParagraphSetter(fonts: FontBook())
    setter.parameters.expansion = expansion
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.isCode = code
    var text = StyledText()
    text.append(prose.utf8, style: style)
    return setter.set(text, attachments: [], shape: ParagraphShape(measure: 180.pt, leading: 12.pt))
  }

  private func expansions(_ lines: Lines) -> [Int8] {
    lines.ink.items.compactMap { if case .run(let run) = $0 { run.expansion } else { nil } }
  }

  @Test func `lines with expansion fill the measure and have more even spaces`() {
    let (plain, expanded) = (set(expansion: 0), set(expansion: 20))
    for line in expanded.lines.dropLast() { #expect(abs((line.width - 180.pt).points) < 0.05) }
    func unevenness(_ lines: Lines) -> Double { lines.lines.dropLast().map { abs($0.setting.ratio) }.reduce(0, +) }
    #expect(unevenness(expanded) < unevenness(plain) * 0.8)
  }

  @Test func `no glyph is wider or narrower than allowed, widths come in steps, and the last line has its own`() {
    let found = expansions(set(expansion: 20))
    #expect(found.contains { $0 != 0 })
    #expect(found.allSatisfy { (-20...20).contains($0) && $0 % 5 == 0 })
    #expect(found.last == 0)
    #expect(expansions(set(expansion: 0)).allSatisfy { $0 == 0 })
  }

  @Test func `code keeps its grid`() {
    #expect(expansions(set(expansion: 20, code: true)).allSatisfy { $0 == 0 })
  }

  @Test func `what hangs out makes room when lines are chosen`() {
    let setter = ParagraphSetter(fonts: FontBook())
    var text = StyledText()
    text.append("aa bb cc dd ee ff gg hh, ii jj kk ll mm nn oo".utf8, style: TextStyle(families: ["Libertinus Serif"], size: 10.pt))
    func count(protrudes: Bool, measure: Length) -> Int {
      setter.parameters.protrudes = protrudes
      let lines = setter.set(text, attachments: [], shape: ParagraphShape(measure: measure, leading: 12.pt))
      return lines.lines.first.map { Int($0.text.count) } ?? 0
    }
    var first = StyledText()
    first.append("aa bb cc dd ee ff gg hh,".utf8, style: text.styles[0])
    // More than the spaces can shrink, but not more than they and the comma's hang.
    let narrow = setter.widths(of: first, attachments: []).natural - 2.5.pt * 7 / 3 - 0.7.pt
    #expect(count(protrudes: true, measure: narrow) == 24)
    #expect(count(protrudes: false, measure: narrow) == 20)
  }
}

@Suite struct HyphenationTests {
  private func divided(_ word: String, language: String = "en") throws -> String {
    let hyphenator = try #require(Hyphenator(language: language))
    let bytes = Array(word.utf8)
    let points = hyphenator.divisions(of: bytes[...]).points
    return bytes.indices.map { (points.contains($0) ? "-" : "") + String(UnicodeScalar(bytes[$0])) }.joined()
  }

  @Test func `English words keep two letters before and three after a hyphen`() throws {
    #expect(try divided("hyphenation") == "hy-phen-ation")
    #expect(try divided("computer") == "com-puter")
  }

  @Test func `words in capitals are not divided, names are`() throws {
    #expect(try divided("HYPHENATION") == "HYPHENATION")
    #expect(try divided("Mississippi") == "Mis-sis-sippi")
  }

  @Test func `an author's points go before the patterns, and may be none`() {
    var exceptions = HyphenationExceptions()
    do { let added = exceptions.add("ta-ble"); #expect(added) }
    do { let added = exceptions.add("manuscript"); #expect(added) }
    do { let added = exceptions.add("Über-maß"); #expect(added) }
    do { let added = exceptions.add("two words"); #expect(!added) }
    #expect(exceptions.points(in: Array("Table".utf8)[...]) == [2])
    #expect(exceptions.points(in: Array("manuscript".utf8)[...]) == [])
    #expect(exceptions.points(in: Array("übermaß".utf8)[...]) == [5])
    #expect(exceptions.points(in: Array("chair".utf8)[...]) == nil)
  }

  @Test func `a language's package is Debian's`() {
    #expect(HyphenationCustom.package(for: "de-AT") == "hyphen-de")
    #expect(HyphenationCustom.package(for: "pt-BR") == "hyphen-pt-br")
    #expect(HyphenationCustom.package(for: "ja") == nil)
    #expect(Hyphenator(language: "../../etc") == nil)
  }
}
