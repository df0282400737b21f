import Foundation
import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

@testable import MDTypeset
@testable import TypesetPages

/// Thirty pages of Chinese, of both kinds, and as many of Japanese and Korean, their sentences put together at random, in columns of three widths.
@Suite struct ChineseTests {
  static let chinese = [
    "排版是把文字、公式与图形安放在纸上的手艺。", "他问道：“这本书（第二版）有多少页？”她说：“一共 328 页。”",
    "由 Pythagoras 定理可知 $a^2+b^2=c^2$，其中 $c$ 是斜边的长度。", "《周髀算经》里记载了“勾三股四弦五”；后来，赵爽为它作了注。",
    "运行命令 `make test` 之后，\n程序会在终端里打印结果……然后退出。", "标点（包括逗号、句号、顿号和括号）不应当出现在行首，\n“开引号”和《开书名号》不应当出现在行尾！",
    "本章共有 24 节，价格为￥128.50元；折扣最高可达 35%。", "大家都知道——其实未必知道——字距与行距同样重要。", "「直角引号」与『双直角引号』在竖排和横排里都能见到？是的。",
    "公式 $\\frac{1}{2}ab$ 的高度会\n影响行距，\n而 TeX 的做法是保证行与行之间至少留下 1 pt。",
  ]
  static let japanese = [
    "組版とは、文字や数式を紙の上に配置する技術である。", "「これは何ですか」と彼は聞いた。『文字の海』という本でした。", "ページは全部で328ページあり、\n価格は1,200円（税込）です。",
    "ピタゴラスの定理によれば $a^2+b^2=c^2$ が成り立つ。", "コンピューターのディスプレイに、ゃゅょっァィゥェォのような小さい仮名を行頭に置いてはならない。",
    "長音符「ー」や繰返し記号「々」「ゝ」も、行頭に来ないほうがよい――たとえば、人々、時々、サーバー。", "TeXのアルゴリズムは段落全体を見て、\n最もよい改行位置を選ぶ。",
  ]
  static let traditional = [
    "排版是把文字、公式與圖形安放在紙上的手藝。", "他問道：「這本書（第二版）有多少頁？」她說：「一共 328 頁。」", "由 Pythagoras 定理可知 $a^2+b^2=c^2$，其中 $c$ 是斜邊的長度。",
    "《周髀算經》裡記載了「勾三股四弦五」；後來，趙爽為它作了注。", "執行命令 `make test` 之後，\n程式會在終端機裡印出結果……然後結束！", "標點（包括逗號、句號、頓號和括號）不應當出現在行首，\n『開引號』和〈開書名號〉不應當出現在行尾！",
    "大家都知道——其實未必知道——字距與行距*同樣重要*。",
  ]
  static let korean = [
    "타이포그래피는 글자를 아름답고 읽기 쉽게 배열하는 기술이다.", "그는 “이 책은 몇 쪽인가요?”라고 물었고, 그녀는 ‘모두 328쪽’이라고 대답했다.",
    "피타고라스의 정리에 따르면 $a^2+b^2=c^2$가 성립한다.", "한국(韓國)의 옛 문헌에는 漢字와 한글을 섞어 쓴 글이 많다.", "「훈민정음」과 『용비어천가』를 읽고,\n중요한 곳에 표시하였다.",
    "명령 `make test`를 실행하면 결과가 나온다… 그리고 끝난다!",
  ]
  private static let noStart = Set("、。，．：；！？」』…）》〉】〕”’…‥ーァィゥェォッャュョぁぃぅぇぉっゃゅょ々ゝゞヽヾ・%％)]},.;:!?".unicodeScalars)
  private static let noEnd = Set("「『（《〈【〔“‘([{￥$".unicodeScalars)

  /// - Returns: The document, one paragraph for every eight sentences.
  private func document(_ sentences: [String], language: String, characters: Int) -> String {
    var seed: UInt64 = 0x9E37_79B9_7F4A_7C15
    var text = "---\nlang: \(language)\n---\n"
    var count = 0
    while count < characters {
      for _ in 0..<8 {
        seed = seed &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
        let sentence = sentences[Int(seed >> 33) % sentences.count]
        text += sentence + (language == "ko" ? " " : "")
        count += sentence.unicodeScalars.count
      }
      text += "\n\n"
    }
    return text
  }

  @Test(arguments: [("zh-CN", 24_000), ("ja", 24_000), ("zh-TW", 24_000), ("ko", 24_000)], [420.0, 250.0, 130.0])
  func `no line begins or ends with a sign that may not, and no space comes from the source's lines`(
    _ text: (language: String, characters: Int), _ width: Double
  ) throws {
    let all = ["zh-CN": Self.chinese, "ja": Self.japanese, "zh-TW": Self.traditional, "ko": Self.korean]
    let sentences = try #require(all[text.language])
    let source = document(sentences, language: text.language, characters: text.characters)
    let typesetter = Typesetter()
    let (styled, math) = typesetter.style(typesetter.parse(Source(name: "a.md", text: source)))
    let builder = typesetter.composer.makeBuilder(styled.tree, macros: math.macros, numbers: .init())
    var faults: [String] = []
    var count = 0
    var loose = 0
    for block in styled.tree.blocks {
      guard case .paragraph(let content) = block.kind else { continue }
      let lines = builder.lines(of: content, style: block.style, measure: width.pt)
      var short: [Int] = []
      for (number, line) in lines.lines.enumerated() {
        let words = String(decoding: content.text.text[Int(line.text.lowerBound)..<Int(line.text.upperBound)], as: UTF8.self)
        let scalars = Array(words.unicodeScalars)
        guard let first = scalars.first(where: { $0 != " " }), let last = scalars.last(where: { $0 != " " }) else { continue }
        count += 1
        if number > 0, Self.noStart.contains(first) { faults.append("begins: " + words) }
        if number < lines.lines.count - 1, Self.noEnd.contains(last) { faults.append("ends: " + words) }
        if number < lines.lines.count - 1, width - line.width.points > 12 { short.append(number) }
        for (index, scalar) in scalars.enumerated().dropFirst().dropLast() where scalar == " " {
          if isEastAsian(scalars[index - 1]), isEastAsian(scalars[index + 1]) { faults.append("space: " + words) }
        }
      }
      // A line may be short where what comes next can't be divided and has no room on it, or to share what the next one lacks for that.
      let pieces = builder.lines(of: content, style: block.style, measure: 12.pt).lines
      loose +=
        short.filter { number in
          let line = lines.lines[number]
          let rest = content.text.text[Int(line.text.upperBound)...]
          let next =
            text.language == "ko"
            ? koreanPiece(String(decoding: rest.prefix(60), as: UTF8.self))
            : pieces.first { $0.text.upperBound > line.text.upperBound }?.width.points ?? 0
          return next <= width - line.width.points - 3 && !short.contains(number + 1)
        }.count
    }
    #expect(Int64(count) > Int64(24_000 * 8 / width))
    #expect(faults.prefix(5) == [])
    // Korean words are divided only where the lines without that would be too loose, and not for one line that is a little short.
    let most = text.language != "ko" || width > 400 ? 1 : width < 200 ? 5 : 2
    #expect(loose * 100 <= count * most)
  }

  /// The width of what the next line must begin with: a word, or two syllables of it where two are left.
  private func koreanPiece(_ rest: String) -> Double {
    let word = rest.drop { $0 == " " }.prefix { $0 != " " && $0 != "\u{FFFC}" }
    let syllables = word.prefix { ("가"..."힣").contains($0) }.count
    return (syllables >= 4 ? word.prefix(2) : word).reduce(0) { $0 + (("가"..."힣").contains($1) ? 10.6 : 5) }
  }

  private func isEastAsian(_ scalar: Unicode.Scalar) -> Bool {
    (0x3000...0x9FFF).contains(scalar.value) || scalar.value >= 0xFF00 && scalar.value < 0xFFF0
  }
}
