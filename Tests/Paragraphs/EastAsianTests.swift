import Testing
import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

@Suite struct EastAsianTests {
  private let setter = ParagraphSetter(fonts: FontBook())

  private func style(_ language: String, emphasis: EastAsianEmphasis = .none) -> TextStyle {
    var style = TextStyle(families: ["Libertinus Serif"], size: 10.pt)
    style.language = language
    style.emphasis = emphasis
    return style
  }

  private func set(_ text: StyledText, measure: Length = 400.pt) -> Lines {
    setter.set(text, attachments: [], shape: ParagraphShape(measure: measure, leading: 12.pt))
  }

  private func panels(_ lines: Lines) -> [Rect] {
    lines.ink.items.compactMap { if case .panel(let panel) = $0 { panel.rect } else { nil } }
  }

  // MARK: Emphasis

  @Test(arguments: [("zh-CN", "强调，（了）。", true), ("ja", "強調、「点」。", false)])
  func `every emphasised character has a dot at its middle, punctuation has none`(_ language: String, _ words: String, _ isBelow: Bool) {
    var text = StyledText()
    text.append(words.utf8, style: style(language, emphasis: .dots))
    let lines = set(text)
    let letters = words.unicodeScalars.filter { $0.properties.isAlphabetic }
    let dots = panels(lines)
    #expect(dots.count == letters.count)
    #expect(dots.allSatisfy { isBelow ? $0.y + $0.height < -1.2.pt : $0.y > 8.8.pt })
    var first = StyledText()
    first.append(words.prefix(1).utf8, style: style(language))
    let advance = setter.widths(of: first, attachments: []).natural
    #expect(abs((dots[0].x + dots[0].width / 2 - advance / 2).points) < 0.01)
    // The line is as deep or high as its dots, and copies as its text.
    #expect(isBelow ? lines.lines[0].depth > 2.5.pt : lines.lines[0].height > 10.pt)
    #expect(String(decoding: lines.ink.text, as: UTF8.self) == words)
  }

  @Test(arguments: [("ko", "강조한", " 말이 아니다"), ("en", "北京", " is the capital"), ("zh-CN", "강조한", " 말이 아니다")])
  func `Korean, and words of Chinese in other lines, have the other kind of face in place of dots`(
    _ language: String, _ words: String, _ more: String
  ) {
    func text(_ emphasis: EastAsianEmphasis) -> StyledText {
      var style = style(language, emphasis: emphasis)
      if emphasis != .none { style.slant = .italic }
      var text = StyledText()
      text.append(words.utf8, style: style)
      text.append(more.utf8, style: self.style(language))
      return text
    }
    let lines = set(text(.dots))
    #expect(panels(lines).isEmpty)
    #expect(faces(lines).first != faces(set(text(.none))).first)
  }

  @Test func `where no family for emphasis is installed there are dots`() {
    var text = StyledText()
    text.append("强调".utf8, style: style("zh", emphasis: .face(["No Such Kai"])))
    #expect(panels(set(text)).count == 2)
    text = StyledText()
    text.append("强调".utf8, style: style("zh", emphasis: .face(["Noto Sans CJK SC"])))
    let lines = set(text)
    #expect(panels(lines).isEmpty)
    #expect(faces(lines).allSatisfy { $0.contains("Sans") })
  }

  private func faces(_ lines: Lines) -> [String] {
    lines.ink.items.compactMap { if case .run(let run) = $0 { setter.fonts.face(run.face).fileName } else { nil } }
  }

  // MARK: Decorations

  @Test(arguments: ["「旧」", "（a）", "《书》", "a「b」c"])
  func `a highlight covers what is marked, without the room beside its brackets`(_ marked: String) {
    var ground = style("zh")
    ground.background = .black
    var alone = StyledText()
    alone.append(marked.utf8, style: style("zh"))
    let width = setter.widths(of: alone, attachments: []).natural
    var text = StyledText()
    text.append("前面".utf8, style: style("zh"))
    text.append(marked.utf8, style: ground)
    text.append("后面".utf8, style: style("zh"))
    let all = panels(set(text))
    #expect(all.count == 1)
    // With a little room of its own at both sides.
    #expect(abs(all[0].width.points - width.points - 2.8) < 0.05)
  }

  // MARK: Punctuation

  @Test func `stops take half an em, in Taiwan too, where they stand in the middle of theirs`() {
    func width(_ string: String, _ language: String) -> Double {
      var text = StyledText()
      text.append(string.utf8, style: style(language))
      return setter.widths(of: text, attachments: []).natural.points
    }
    #expect(abs(width("文。", "zh-CN") - 15) < 0.01)
    #expect(abs(width("　文", "ja") - 20) < 0.01)
    #expect(abs(width("文。", "zh-TW") - 17.5) < 0.01)
    #expect(abs(width("文。文", "zh-CN") - 30) < 0.01)
    #expect(abs(width("文。文", "zh-TW") - 30) < 0.01)
    #expect(abs(width("文」。", "zh-TW") - 22.5) < 0.01)
    #expect(abs(width("文：文", "ja") - 30) < 0.01)
  }

  // MARK: Korean

  @Test func `Korean lines end at spaces, or anywhere between syllables`() {
    let words = "타이포그래피는 글자를 아름답고 읽기 쉽게 배열하는 기술이며 인쇄물의 품질을 결정하는 중요한 요소이다 줄은 보통 낱말 사이에서 끊어지지만 좁은 단에서는 글자 사이에서도 끊어진다"
    var text = StyledText()
    text.append(words.utf8, style: style("ko"))
    func breaksWithinWords() -> Int {
      let shape = ParagraphShape(measure: 150.pt, alignment: .left, leading: 12.pt)
      return setter.set(text, attachments: [], shape: shape).lines.dropLast().filter { text.text[Int($0.text.upperBound)] != 0x20 }.count
    }
    #expect(breaksWithinWords() == 0)
    setter.parameters.keepsKoreanWords = false
    #expect(breaksWithinWords() > 0)
  }

  @Test func `nothing stands between Hangul, Han characters and brackets`() {
    func width(_ string: String) -> Double {
      var text = StyledText()
      text.append(string.utf8, style: style("ko"))
      return setter.widths(of: text, attachments: []).natural.points
    }
    #expect(abs(width("한漢字를") - width("한") - width("漢字") - width("를")) < 0.01)
    #expect(abs(width("「책」은") - width("「") - width("책") - width("」") - width("은")) < 0.01)
  }

  // MARK: Language

  @Test(arguments: [
    ("en", "これは日本語の文章です", "ja"), ("zh-CN", "これは日本語の文章です", "ja"), ("en", "这是中文的段落", "zh-CN"), ("en", "這是中文的段落，沒有說明語言", "zh-TW"),
    ("en", "한국(韓國)의 글", "ko"), ("ja", "組版技術", "ja"), ("ja", "这本书说的问题还没发现", "zh-CN"), ("ja", "這是繁體中文與圖形", "zh-TW"),
    ("zh-HK", "這本書", "zh-HK"),
    ("zh-CN", "日文的「の」字", "zh-CN"), ("zh", "强调", "zh-CN"), ("zh", "這是繁體中文", "zh-TW"), ("en", "换行处没有多余的空格，单词之间也没有。한국어 문장도", "zh-CN"),
  ])
  func `the language of East Asian characters is guessed where it is not said`(_ said: String, _ text: String, _ guessed: String) {
    #expect(ScriptCensus(Array(text.utf8)).eastAsianLanguage(in: said) == guessed)
  }

  @Test(arguments: [
    ("An English text with one 漢字 in it", nil), ("这是一篇用 Markdown 写的文章", "zh-CN"), ("مرحبا بالعالم", "ar"), ("این یک متن فارسی است", "fa"),
    ("هذه وثيقة باللغة العربية", "ar"), ("שלום עולם", "he"),
    ("한국어 문서", "ko"),
    ("日本語の文書と LaTeX", "ja"), ("", nil),
  ])
  func `a document's language is guessed by its script`(_ text: String, _ language: String?) {
    #expect(ScriptCensus(Array(text.utf8)).documentLanguage == language)
  }

  @Test func `a paragraph in another language has the forms of that language`() {
    var text = StyledText()
    text.append("これは骨です".utf8, style: style("en"))
    let lines = set(text)
    var chinese = StyledText()
    chinese.append("这是骨头".utf8, style: style("en"))
    #expect(glyph(of: "骨", in: lines) != glyph(of: "骨", in: set(chinese)))
  }

  private func glyph(of character: String, in lines: Lines) -> UInt32? {
    let bytes = lines.ink.text
    for item in lines.ink.items {
      guard case .run(let run) = item else { continue }
      for glyph in lines.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        if bytes[(Int(run.text.lowerBound) + Int(glyph.cluster))...].starts(with: character.utf8) { return glyph.id }
      }
    }
    return nil
  }

  @Test(arguments: [("ja", "※注"), ("zh-CN", "第①章"), ("ko", "※ 주의"), ("ja", "○"), ("en", "これは※です")])
  func `a sign has its square where East Asian text stands`(_ language: String, _ words: String) throws {
    var text = StyledText()
    text.append(words.utf8, style: style(language))
    let lines = set(text)
    let sign = try #require(words.first { "※①○".contains($0) })
    let run = try #require(self.run(of: sign, in: lines))
    #expect(run.width >= 10.pt)
    #expect(run.face.contains("CJK"))
  }

  @Test func `a sign in a Latin paragraph is that of the text's face`() throws {
    var text = StyledText()
    text.append("note ※ “x”".utf8, style: style("en"))
    #expect(try #require(self.run(of: "※", in: set(text))).face.contains("Libertinus"))
  }

  @Test func `a square sign and its number are not parted, nor from what they mark by a gap`() {
    func width(_ words: String) -> Length {
      var text = StyledText()
      text.append(words.utf8, style: style("ja"))
      return setter.widths(of: text, attachments: []).natural
    }
    #expect(abs((width("本文※") - width("本文") - width("※")).points) < 0.01)
    var text = StyledText()
    text.append("本文本文※12".utf8, style: style("ja"))
    let narrow = setter.set(text, attachments: [], shape: ParagraphShape(measure: 55.pt, leading: 12.pt))
    let first = narrow.lines[0].text
    #expect(!String(decoding: text.text[Int(first.lowerBound)..<Int(first.upperBound)], as: UTF8.self).hasSuffix("※"))
  }

  /// The width and the face of the run in which a character stands.
  private func run(of character: Character, in lines: Lines) -> (width: Length, face: String)? {
    for item in lines.ink.items {
      guard case .run(let run) = item else { continue }
      let shown = String(decoding: lines.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      if shown.contains(character) { return (run.width, setter.fonts.face(run.face).fileName) }
    }
    return nil
  }
}
