import Testing
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

@testable import MDTypeset

/// What a document's language and scripts ask for where nothing is said of them.
@Suite struct LanguageTests {
  private func typeset(_ text: String) -> TypesetDocument { Typesetter().typeset(Source(name: "a.md", text: text)) }

  /// The runs of a document's first page, with the names of their faces.
  private typealias Run = (text: String, face: String, size: Double, y: Double, width: Double)

  private func runs(_ text: String) -> [Run] {
    let document = typeset(text)
    guard let page = document.pages.first else { return [] }
    return page.ink.items.prefix(page.furniture ?? .max).compactMap { item -> Run? in
      guard case .run(let run) = item, !run.text.isEmpty else { return nil }
      let text = String(decoding: page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)], as: UTF8.self)
      return (text, document.fonts.face(run.face).fileName, run.size.points, run.y.points, run.width.points)
    }
  }

  private let german =
    "Der Hafen liegt im Osten der Stadt und ist mit dem Zug zu erreichen. Wenn das Wetter \"nicht gut\" ist, fährt auch das Schiff"
    + " nicht, und man bleibt über Nacht auf der Insel, die noch keine Brücke hat.\n\n![Der Hafen](data:image/svg+xml,%3Csvg/%3E){#fig-a}"

  @Test func `a German document has German quotes`() {
    #expect(runs(german).map(\.text).joined().contains("„nicht gut“"))
    #expect(typeset(german).info.language == "de")
    // What its author says holds.
    #expect(runs("---\nlang: en\n---\n" + german).map(\.text).joined().contains("“nicht gut”"))
  }

  @Test(arguments: [
    ("hu", "Tartalomjegyzék", "Ábra"), ("vi", "Mục lục", "Hình"), ("id", "Daftar Isi", "Gambar"), ("ca", "Índex", "Figura"),
    ("ro", "Cuprins", "Figura"),
  ])
  func `contents and figures have the words of their language`(language: String, contents: String, figure: String) {
    let words = Words(language: language)
    #expect(words.contents == contents && words.figure == figure)
  }

  /// From baseline to baseline in a paragraph of two lines and more, times the size.
  private func spacing(_ text: String) throws -> Double {
    let runs = runs(text)
    let lines = Set(runs.map(\.y)).sorted(by: >)
    try #require(lines.count > 2)
    return (lines[1] - lines[2]) / (try #require(runs.first)).size
  }

  @Test(arguments: ["排版是把文字安放在纸上的手艺。", "組版とは文字を紙の上に配置する技術である。", "타이포그래피는 글자를 배열하는 기술이다. "])
  func `lines of Chinese, Japanese and Korean documents stand farther apart`(_ sentence: String) throws {
    let text = String(repeating: sentence, count: 12)
    #expect(abs(try spacing(text) - 1.6) < 0.02)
    #expect(abs(try spacing("---\nline-spacing: 1.45\n---\n\(text)") - 1.45) < 0.02)
    // A paragraph of another language's document follows its document.
    #expect(abs(try spacing("---\nlang: en\n---\n\(text)") - 1.34) < 0.02)
  }

  @Test func `emphasis in scripts without italics is another face of the same weight`() throws {
    let runs = runs("नियम *बाह्य* और **दूसरा** तथा यह")
    let plain = try #require(runs.first).face
    let emphasised = try #require(runs.first { $0.text.contains("बाह्य") }).face
    let strong = try #require(runs.first { $0.text.contains("दूसरा") }).face
    #expect(emphasised != plain && emphasised != strong && !emphasised.contains("Bold"), "\(emphasised)")
  }

  @Test func `the lowest headings differ from text and from each other without italics`() throws {
    for sample in ["标题文字", "عنوان", "शीर्षक"] {
      let runs = runs("#### \(sample)\n\n##### \(sample)\n\n###### \(sample)\n\n\(sample)")
      let looks = runs.map { "\($0.face) \($0.size)" }
      #expect(Set(looks).count == 4, "\(looks)")
    }
  }

  @Test func `Chinese in comments and strings keeps its own width, elsewhere two cells`() throws {
    func width(_ line: String, _ language: String = "c") throws -> Double {
      try #require(runs("```\(language)\n\(line)\n```").last { $0.text.contains("中") }).width
    }
    let size = try #require(runs("```c\n中\n```").last).size
    let inText = try width("中文中文")
    let (inString, inComment) = (try width("\"中文中文\""), try width("//中文中文"))
    #expect(abs(inText - 4.8 * size) < 0.01)
    #expect(abs(inString - 4 * size) < 0.01)
    #expect(abs(inComment - 4 * size) < 0.01)
    // Tables keep to the grid wherever they stand.
    let (inTable, inProse) = (try width("// | 中文 | 中文 |"), try width("// . 中文 . 中文 ."))
    #expect(abs(inTable - inProse - 0.4 * size) < 0.01)
    // Prose in a fence has the spacing of prose, unless it is set in columns.
    #expect(abs(try width("中文中文", "text") - 4 * size) < 0.01)
    #expect(abs(try width("中文  中文", "text") - 2.4 * size) < 0.01)
  }
}
