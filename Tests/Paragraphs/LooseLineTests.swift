import Testing
import TypesetBoxes
import TypesetFonts
@testable import TypesetParagraphs
import TypesetStyling

/// What documents do about lines that TeX would stretch without measure.
@Suite struct LooseLineTests {
  private let setter: ParagraphSetter

  init() {
    var parameters = LineBreakingParameters()
    parameters.tolerance = 500
    parameters.mostStretch = 3
    setter = ParagraphSetter(fonts: FontBook(), parameters: parameters)
  }

  private func style(_ language: String = "en", code: Bool = false) -> TextStyle {
    var style = TextStyle(families: [code ? "Source Code Pro" : "Libertinus Serif"], size: 10.pt)
    style.language = language
    style.isCode = code
    style.isHyphenated = !code
    return style
  }

  private func lines(_ parts: [(String, code: Bool)], _ measure: Double, language: String = "en") -> (texts: [String], lines: Lines) {
    var text = StyledText()
    for part in parts { text.append(part.0.utf8, style: style(language, code: part.code)) }
    let set = setter.set(text, attachments: [], shape: ParagraphShape(measure: measure.pt, leading: 12.pt))
    return (set.lines.map { String(decoding: text.text[Int($0.text.lowerBound)..<Int($0.text.upperBound)], as: UTF8.self) }, set)
  }

  @Test(arguments: Array(stride(from: 60.0, to: 260, by: 7)))
  func `no line is stretched beyond three times its stretch`(_ measure: Double) {
    let set = lines(
      [
        ("In a paragraph with a name such as ", false), ("thisnamehasnojointsandcannotbedivided", true), (" lines go on, and with ", false),
        ("anotherlongnamewithoutanyjoint", true), (" they end.", false),
      ], measure)
    for line in set.lines.lines {
      #expect(line.setting.sign != 1 || line.setting.order == 1 || line.setting.ratio <= 3.02)
      #expect(line.width <= measure.pt + 0.01.pt)
    }
  }

  @Test(arguments: [
    ("getElementById", [10]), ("parseHTTPServer", [5, 9]), ("snake_case_name", [6, 11]),
    ("std::vector::iterator", [5, 13]), ("a/b/c", []), ("python3.11.4-slim", [13]), ("1_000_000_000", []),
    ("2024-01-01T00", []), ("v1.2.3-4.5.6", []), ("lib/utils.swift", [4, 10]), ("rand::rng", []),
    ("vec![1,2,3,4,5]", []), ("größe_länge", [8]), ("contrast(on:by:)", [9]), ("OPTIONS=--max-old-space", [8, 14, 18]),
    ("--max-old-space", [6, 10]), ("use(\"my_legacy\")", [4]), ("'use_legacy_mode'", [12]), ("call('use_legacy')", [5]),
    ("call('u_leg')", [5]),
    ("solver=\"lbfgs\",", [7]), ("name=\"a\"", []), ("'legacy/'", []), ("f('abc','defg')", [8]), ("courier.\"queue$V2\"", [8]),
    ("Instant::now())", [9]),
    ("Instant::now", []), ("started_at);", []),
    ("127.0.0.1:8080:80", []), ("image:15.0.0", [6]), ("\"%Y-%m-%dT%H:%M:%SZ\"", [7, 10, 13]), ("name%20of%20it", [4, 9]),
  ])
  func `code is divided at its joints, four characters from its ends, never within numbers`(
    _ code: String, _ offsets: [Int]
  ) {
    #expect(CodeJoints.offsets(in: Array(code.utf8)[...]) == offsets)
  }

  @Test func `code leaves no single sign behind`() {
    for measure in stride(from: 150.0, to: 300, by: 1) {
      let set = lines(
        [
          ("So for one of the adjectives there are about ", false), ("r human_no(n1)", true), (" of them, and ", false),
          ("git add .", true),
          (" adds what is there to the ones that there are.", false),
        ], measure)
      for text in set.texts { #expect(!text.hasSuffix(" r") && !text.hasPrefix(". "), "\(measure) \(set.texts)") }
    }
  }

  @Test func `code is divided only where lines would be too loose`() {
    let sentence = "We call the function with its name "
    let wide = lines([(String(repeating: sentence, count: 3), false), ("load_configuration_file", true), (" and go on.", false)], 300)
    #expect(wide.texts.contains { $0.contains("load_configuration_file") })
    let narrow = lines([("Call the function ", false), ("load_configuration_file", true), (" before the others are called.", false)], 180)
    #expect(narrow.texts.contains { $0.hasSuffix("_") }, "\(narrow.texts)")
  }

  @Test func `code is divided at its joints only where its spaces would leave a line short`() {
    let query = "SELECT name FROM user.jobs WHERE made_before AND file.name IN rows.value"
    for measure in stride(from: 300.0, to: 420, by: 3) {
      let set = lines(
        [("The query that finds all of them is ", false), (query, true), (" as they say in the manual of the house.", false)], measure)
      for text in set.texts.dropLast() where text.hasSuffix("_") || text.hasSuffix(".") {
        let piece = text.split(separator: " ").last ?? ""
        #expect(Double(piece.count) * 6 > measure / 20, "\(measure) \(set.texts)")
      }
    }
  }

  @Test(arguments: ["nginx/1.15.0.0-alpine", "127.0.0.1:8080:80/tcp", "server.js/--max-old-space", "\u{2013}max \u{2014}dijo"])
  func `addresses are not divided within numbers, nor dashes from what they open`(_ word: String) {
    for measure in stride(from: 130.0, to: 240, by: 1) {
      for text in lines([("Some words of the text and \(word) more of the words that follow it here", false)], measure).texts.dropLast() {
        for part in ["1.", "15.", "127.", "8080:", "0.", "--", "\u{2013}", "\u{2014}"] {
          #expect(!text.hasSuffix(part), "\(measure) \(text)")
        }
      }
    }
  }

  @Test(arguments: ["100 EUR.", "65 ms", "26 % of", "3 \u{B5}m)"])
  func `a number stays with its unit at the end, and with a percent sign`(_ end: String) {
    let unit = end.split(separator: " ")[1]
    for measure in stride(from: 100.0, to: 200, by: 1) {
      let text = "Some words of several lengths make up the paragraph, about " + end
      for line in lines([(text, false)], measure).texts.dropFirst() { #expect(!line.hasPrefix(unit), "\(measure)") }
    }
  }

  @Test func `names of people after an at sign are not hyphenated`() {
    for measure in stride(from: 120.0, to: 200, by: 0.5) {
      let set = lines([("Thanks go to @freddyaboulton and (@hannah-blairson) for it.", false)], measure)
      #expect(
        set.texts.contains { $0.contains("@freddyaboulton") } && set.texts.contains { $0.contains("@hannah-blairson") }, "\(set.texts)")
    }
  }

  @Test func `what a number belongs to is not hyphenated`() {
    for measure in stride(from: 60.0, to: 160, by: 0.5) {
      for line in lines([("They are shown together in Algorithm 3 and in Algorithm 4 of this.", false)], measure).texts.dropFirst() {
        #expect(!["rithm", "gorithm", "ithm"].contains { line.hasPrefix($0) }, "\(measure)")
      }
    }
  }

  @Test(arguments: [("中文 —— 中文", "中文——中文"), ("Linux —— Unix中文", "Linux——Unix中文"), ("中文 ——Unix", "中文——Unix")])
  func `a Chinese dash between blanks is one sign of two squares`(_ spaced: String, _ plain: String) {
    func width(_ text: String) -> Double {
      var styled = StyledText()
      styled.append(text.utf8, style: style("zh-CN"))
      return setter.widths(of: styled, attachments: []).natural.points
    }
    #expect(abs(width(spaced) - width(plain)) < 0.01)
    let words = plain.split(separator: "——", omittingEmptySubsequences: true).map { width(String($0)) }
    #expect(abs(width(plain) - words.reduce(0, +) - 20) < 0.01)
  }

  @Test(arguments: ["標準化。 Latin", "（標準化） Latin", "Latin （標準化）"])
  func `a blank beside full-width punctuation is the half em that it brings`(_ spaced: String) {
    func width(_ text: String) -> Double {
      var styled = StyledText()
      styled.append(text.utf8, style: style("ja"))
      return setter.widths(of: styled, attachments: []).natural.points
    }
    #expect(abs(width(spaced) - width(spaced.filter { $0 != " " })) < 0.01)
  }

  @Test func `the spaces of code stretch only where the paragraph can't be filled without them`() {
    let code = "f(a, b, c, d, e, g, h, k, l, m, n)"
    for measure in stride(from: 120.0, to: 330, by: 3) {
      let set = lines([("We call it with ", false), (code, true), (" and with many words of the text that follow it.", false)], measure)
      for line in set.lines.lines.dropLast() { #expect(line.width.points > measure * 0.93, "\(measure) \(set.texts)") }
    }
    let plain = lines(
      [("Call ", false), ("f(a, b)", true), (" and then go on with the words of the text that follow it here.", false)], 240)
    let setting = plain.lines.lines[0].setting
    #expect(setting.sign != 1 || setting.ratio < 2)
  }

  @Test func `a blank between Chinese code spans is kept`() {
    func width(_ blank: String) -> Double {
      var styled = StyledText()
      styled.append("量子力學".utf8, style: style("zh-TW", code: true))
      styled.append(blank.utf8, style: style("zh-TW"))
      styled.append("大三".utf8, style: style("zh-TW", code: true))
      return setter.widths(of: styled, attachments: []).natural.points
    }
    #expect(width(" ") > width("") + 2)
  }

  @Test func `a slash or a joint of code leaves no line short`() {
    for measure in stride(from: 240.0, to: 400, by: 9) {
      let set = lines(
        [
          ("Of particles the annihilation/contraction and creation/extension happen, as ", false), ("rand::rng", true),
          (String(repeating: " and so on it goes", count: 8), false),
        ], measure)
      for line in set.lines.lines.dropLast() { #expect(line.width.points > measure * 0.8) }
    }
  }

  @Test func `a number stays with the word that it numbers`() {
    for (word, language) in [("Figure", "en"), ("(Table", "en"), ("Listing", "en"), ("见表", "zh-CN")] {
      for measure in stride(from: 100.0, to: 200, by: 3) {
        let filler = language == "en" ? "words of text " : "这是一些文字"
        let text = String(repeating: filler, count: 6) + word + " 3 " + String(repeating: filler, count: 3)
        for line in lines([(text, false)], measure, language: language).texts { #expect(!line.hasPrefix("3"), "\(measure)") }
      }
    }
  }

  @Test func `no line begins with a sign that separates the parts of a line`() {
    for sign in ["|", "·", "•"] {
      for measure in stride(from: 100.0, to: 200, by: 3) {
        let text = Array(repeating: "some words", count: 12).joined(separator: " \(sign) ")
        for line in lines([(text, false)], measure).texts { #expect(!line.hasPrefix(sign), "\(measure)") }
      }
    }
  }

  @Test func `no last line is a single syllable where the paragraph can do without`() {
    var count = 0
    for measure in stride(from: 200.0, to: 320, by: 1) {
      let texts = lines(
        [(String(repeating: "Some words of several lengths make up the paragraph here. ", count: 5) + "So be it", false)], measure
      ).texts
      if texts.last.map({ $0.count < 4 }) ?? false { count += 1 }
    }
    #expect(count == 0)
  }

  // MARK: East Asian text

  @Test(arguments: ["中文 。", "中文 ．", "中文．", "x 。", "x ．", "中文 ！", "“中文” 。"])
  func `no stop begins a line, whatever stands before it`(_ end: String) {
    let text = String(repeating: "这是一些中文字", count: 3) + end
    for measure in stride(from: 40.0, to: 120, by: 1) {
      for line in lines([(text, false)], measure, language: "zh-CN").texts {
        #expect(!["。", "．", "！"].contains(line.drop { $0 == " " }.first), "\(measure) \(line)")
      }
    }
  }

  @Test(arguments: [
    ("\u{201D}\u{FF09}", "zh-CN"), ("\u{201D}\u{FF01}", "ja"), ("\u{300D}\u{FF01}", "ja"), ("\u{201D})", "zh-CN"), ("\u{300D},", "zh-CN"),
  ])
  func `a closing quote has no half em before another closing sign`(_ signs: String, _ language: String) {
    var text = StyledText()
    text.append(("中\u{201C}文" + signs).utf8, style: style(language))
    var apart = StyledText()
    apart.append(("中\u{201C}文" + String(signs.first ?? " ")).utf8, style: style(language))
    var last = StyledText()
    last.append(String(signs.last ?? " ").utf8, style: style(language))
    func width(_ text: StyledText) -> Double { setter.widths(of: text, attachments: []).natural.points }
    #expect(width(text) <= width(apart) + width(last) + 0.01)
  }

  @Test func `the mark of a note begins no line`() {
    for measure in 40..<90 {
      var text = StyledText()
      text.append(String(repeating: "中文字", count: 4).utf8, style: style("zh-CN"))
      var raised = style("zh-CN")
      raised.rise = 3.pt
      text.append("1".utf8, style: raised)
      text.append("中文".utf8, style: style("zh-CN"))
      let set = setter.set(text, attachments: [], shape: ParagraphShape(measure: Double(measure).pt, leading: 12.pt))
      for line in set.lines { #expect(text.text[Int(line.text.lowerBound)] != UInt8(ascii: "1")) }
    }
  }

  @Test func `Korean words are divided only where lines would be too loose, and leave no single syllable`() {
    let words = ["한국어는", "단어를", "나누지", "않고", "줄을", "바꾸는", "것이", "보통이다", "그러나"]
    let text = (words + words + words).joined(separator: " ")
    #expect(
      lines([(text, false)], 400, language: "ko").texts.dropLast().allSatisfy {
        words.contains($0.split(separator: " ").last.map(String.init) ?? "")
      })
    for measure in stride(from: 60.0, to: 260, by: 5) {
      let texts = lines([(text, false)], measure, language: "ko").texts
      for line in texts.dropLast() {
        let ends = line.split(separator: " ").last.map(String.init) ?? ""
        if !words.contains(ends) { #expect(ends.count >= 2, "\(measure) \(line)") }
      }
    }
  }

  private func breaker(_ nodes: [Node]) -> LineBreaker {
    LineBreaker(nodes, shape: ParagraphShape(measure: 100.pt, leading: 12.pt), margin: .zero, parameters: LineBreakingParameters())
  }

  private func box(_ width: Length) -> Node {
    var node = Node(.box)
    node.width = width.rawValue
    return node
  }

  @Test(arguments: [("one ", " two", 2), ("one", " two", 1), ("(", ")", 0), ("one ", "", 1)])
  func `the spaces beside a ground are whole between it and the words`(_ before: String, _ after: String, spaces: Int) {
    func width(background: Color?) -> Length {
      var code = style(code: true)
      code.background = background
      var text = StyledText()
      text.append(before.utf8, style: style())
      text.append("code of it".utf8, style: code)
      text.append(after.utf8, style: style())
      return setter.widths(of: text, attachments: []).natural
    }
    #expect(width(background: Color(red: 240, green: 240, blue: 240)) - width(background: nil) == 10.pt.scaled(by: 0.14) * spaces)
  }

  /// How many times three lines in a row end with hyphens, or begin or end with the same word, at many measures.
  private func stacks(
    in text: String, _ measures: StrideTo<Double> = stride(from: 120, to: 260, by: 4), avoided: Bool
  ) -> (hyphens: Int, words: Int) {
    var parameters = setter.parameters
    parameters.stackDemerits = avoided ? 200_000 : 0
    let setter = ParagraphSetter(fonts: FontBook(), parameters: parameters)
    var styled = StyledText()
    styled.append(text.utf8, style: style())
    var count = (hyphens: 0, words: 0)
    for measure in measures {
      let set = setter.set(styled, attachments: [], shape: ParagraphShape(measure: measure.pt, leading: 12.pt)).lines
      let texts = set.map { line in
        String(decoding: styled.text[Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self).split(separator: " ")
      }
      for line in set.indices.dropFirst(2) {
        if set[(line - 2)...line].allSatisfy(\.endsWithHyphen) { count.hyphens += 1 }
        let (first, last) = (texts[(line - 2)...line].map(\.first), texts[(line - 2)...line].map(\.last))
        if Set(first).count == 1 || line + 1 < set.count && Set(last).count == 1 { count.words += 1 }
      }
    }
    return count
  }

  @Test func `three lines in a row end with hyphens only where nothing else is as good`() {
    let text =
      "Administrative responsibilities of the international organization were redistributed among several departments, since the existing "
      + "arrangement had repeatedly produced contradictory recommendations. Representatives of the participating universities emphasized that "
      + "cooperation depended on mutual understanding, and that every misunderstanding encountered during preliminary negotiations should be "
      + "documented."
    let wide = stride(from: 300.0, to: 420, by: 2)
    let (plain, better) = (stacks(in: text, wide, avoided: false), stacks(in: text, wide, avoided: true))
    #expect(plain.hyphens > 3 && better.hyphens < plain.hyphens, "\(plain) \(better)")
  }

  @Test func `three lines in a row neither begin nor end with the same word where that can be helped`() {
    let text =
      "In the end the man in the house saw the dog in the yard and the cat in the tree and the bird in the sky, and the sun over the hill "
      + "and the moon on the lake and the stars at the edge of the world, as the old man had said in the year of the flood."
    let (plain, better) = (stacks(in: text, avoided: false), stacks(in: text, avoided: true))
    #expect(plain.words > 3 && better.words < plain.words, "\(plain) \(better)")
  }

  @Test(arguments: [(0, 10_000), (1, 5_000)]) func `hyphens below each other cost more than one in the last line but one`(
    place: Int, cost: Int
  ) {
    let start = LineBreaker.Active(start: .init(), hang: 0, demerits: 0, passive: -1, fitness: 1, isHyphenated: true, line: 0)
    let end = LineBreaker.LineEnd(index: place, penalty: 0, isHyphenated: true, isDiscretionary: false, pre: 0)
    #expect(breaker([box(10.pt)]).demerits(ofBadness: 0, 1, from: start, to: end) == 100 + cost)
  }

  /// TeXbook chapter 14: glue or a formula's end.
  @Test(arguments: [true, false]) func `a line ends at a kern before glue alone`(hasGlue: Bool) {
    var kern = Node(.kern)
    kern.isBreakable = true
    var glue = Node(.glue)
    (glue.isBreakable, glue.width, glue.stretch) = (hasGlue, 2.pt.rawValue, 90.pt.rawValue)
    var nodes = [box(60.pt), kern, hasGlue ? glue : box(2.pt), box(60.pt)]
    var fill = Node(.glue)
    (fill.isInfinite, fill.stretch) = (true, 1.pt.rawValue)
    nodes.append(fill)
    var breaker = breaker(nodes)
    let ends = breaker.breaks(threshold: 10_000, isFinal: true)?.map(\.node) ?? []
    #expect(ends.contains(1) == hasGlue)
  }
}
