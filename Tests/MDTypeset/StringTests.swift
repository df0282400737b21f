import Foundation
import MDTypeset
import Testing
import TypesetBoxes
import TypesetDiagnostics

/// Texts of a document by language.
@Suite struct StringTests {
  private final class Folder {
    let path = NSTemporaryDirectory() + "mdtypeset-strings-" + UUID().uuidString

    init(_ files: [String: String]) throws {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      for (name, text) in files {
        let url = URL(fileURLWithPath: path + "/" + name)
        try FileManager.default.createDirectory(at: url.deletingLastPathComponent(), withIntermediateDirectories: true)
        try Data(text.utf8).write(to: url)
      }
    }

    deinit { try? FileManager.default.removeItem(atPath: path) }

    func typeset(_ text: String, language: String? = nil) -> TypesetDocument {
      var options = TypesetterOptions()
      options.root = path
      if let language { options.variables.append(Variable(key: "lang", value: language, written: "--lang \(language)")) }
      return Typesetter(options: options).typeset(Source(name: path + "/a.md", text: text, folder: path))
    }
  }

  private static let files = [
    "strings/en.md": """
    Remarks.

    # greeting
    Welcome, **{name}**!
    Two lines.

    # apples
    - one: {n} apple
    - other: {n} apples

    # only
    English alone
    """,
    "strings/ru.md":
      "# apples\n- one: {n} яблоко\n- few: {n} яблока\n- many: {n} яблок\n- other: {n} яблока\n\n# figure\nИлл.\n\n# warning\nСтоп\n",
    "strings/zh-Hant.md": "# greeting\n歡迎\n\n# contents\n總目\n", "strings/zh.md": "# greeting\n欢迎\n\n# bye\n再见\n",
    "strings/de.md": "# Apfel\n- one: {n} Apfel\n- other: {n} Äpfel\n",
  ]

  private func text(_ markdown: String, _ language: String) throws -> String {
    let document = try Folder(Self.files).typeset(markdown, language: language)
    #expect(document.diagnostics.map(\.message) == [])
    return try document.text(ofPage: 0).split(whereSeparator: \.isWhitespace).dropLast().joined(separator: " ")
  }

  @Test func `a text has its style, and values are text whatever signs they have`() throws {
    #expect(try text("[]{string=greeting name=\"A*b* & <c> $d$\"} ok", "en") == "Welcome, A*b* & <c> $d$! Two lines. ok")
    let document = try Folder(Self.files).typeset("[]{string=greeting name=Wei}", language: "en")
    let weights = Set(document.pages[0].ink.items.compactMap { if case .run(let run) = $0 { run.face } else { nil } })
    #expect(weights.count > 1)
  }

  @Test func `values in code, formulas and addresses are what they are, and nouns agree with them`() throws {
    let files = [
      "strings/en.md": "# a\n`{x}` $y^{n}$ ^[{n} apple](inflect: true) {other}\n\n# b\n[]{string=a} [c]({x})\n", "strings/de.md": "# d\nJa",
    ]
    let document = try Folder(files).typeset("[]{string=a x=\"a_b*c\" n=12} [Z]{string=b x=d}", language: "en")
    #expect(document.diagnostics.map(\.message) == [])
    let words = try document.text(ofPage: 0)
    #expect(words.split(whereSeparator: \.isWhitespace).prefix(6) == ["a_b*c", "$y^{12}$", "12", "apples", "{other}", "c"], "\(words)")
    // Strings of another language are marked as such.
    let german = try Folder(files).typeset("[]{string=a} []{string=d} \"q\" []{string=a n=\"x\"}", language: "de")
    #expect(try german.text(ofPage: 0).contains("Ja „q“"))
  }

  @Test(arguments: [
    ("en", 1, "1 apple"), ("en", 0, "0 apples"), ("ru", 1, "1 яблоко"), ("ru", 3, "3 яблока"), ("ru", 11, "11 яблок"),
    ("ru", 21, "21 яблоко"),
    ("ru", 25, "25 яблок"),
  ])
  func `the form of a text is that of its number in its language`(language: String, number: Int, shown: String) throws {
    #expect(try text("[]{string=apples n=\(number)}", language) == shown)
  }

  @Test func `the most specific language comes first, English last`() throws {
    #expect(try text("[]{string=greeting} []{string=bye}", "zh-Hant-TW") == "歡迎 再见")
    #expect(try text("[]{string=greeting} []{string=bye}", "zh-CN") == "欢迎 再见")
    #expect(try text("[]{string=only}", "ru") == "English alone")
  }

  @Test func `labels are those of the strings where they have some`() throws {
    let markdown =
      "---\nstrings: strings\nlang: en\ntoc: true\n---\n\n# H\n\n> [!WARNING]\n> a\n\nFigure: b\n\n```dot\ndigraph { a }\n```\n"
    let russian = try Folder(Self.files).typeset(markdown, language: "ru")
    #expect(try russian.text(ofPage: 0).contains("Стоп"))
    #expect(try russian.text(ofPage: 0).contains("Содержание"))
    let chinese = try Folder(Self.files).typeset(markdown, language: "zh-TW")
    #expect(try !chinese.text(ofPage: 0).contains("總目"))
    let taiwan = try Folder(Self.files).typeset(markdown, language: "zh-Hant")
    #expect(try taiwan.text(ofPage: 0).contains("總目"))
    // The titles of callouts need no strings.
    #expect(try taiwan.text(ofPage: 0).contains("警告"))
    #expect(try Folder([:]).typeset("> [!TIP]\n> a", language: "ru").text(ofPage: 0).contains("Совет"))
  }

  @Test func `what strings lack is named`() throws {
    let folder = try Folder(Self.files)
    func messages(_ text: String) -> [String] {
      folder.typeset(text, language: "en").diagnostics.map { "\($0.code) \($0.message); \($0.hint ?? "")" }
    }
    #expect(messages("[]{string=greting}") == ["strings.unknown no string \"greting\"; did you mean \"greeting\"?"])
    #expect(messages("---\nstrings: nowhere\n---\n\na").map { String($0.prefix(45)) } == ["strings.missing nowhere has no strings for en"])
    let document = folder.typeset("[Hello]{string=nothing}", language: "en")
    #expect(try document.text(ofPage: 0).contains("Hello"))
    #expect(try Folder([:]).typeset("[]{string=a}").diagnostics.map(\.code) == ["strings.unknown"])
  }

  @Test(arguments: [
    ("3 apple", "3 apples"), ("1 apples", "1 apple"), ("0 apple", "0 apples"), ("one boxes", "one box"),
    ("2 box of pears", "2 boxes of pears"),
    ("1,000 city", "1,000 cities"), ("2 child", "2 children"), ("1 children", "1 child"), ("5 Movie", "5 Movies"), ("1 movies", "1 movie"),
    ("2 hero", "2 heroes"), ("1 heroes", "1 hero"), ("2 sheep", "2 sheep"), ("2 matrix", "2 matrices"), ("1 glass", "1 glass"),
    ("2 glass", "2 glasses"), ("1 glasses", "1 glass"), ("2 day", "2 days"), ("1.5 hour", "1.5 hours"), ("1 houses", "1 house"),
    ("4 red apple", "4 red apples"), ("2 analysis", "2 analyses"), ("3 bus", "3 buses"), ("1 buses", "1 bus"), ("1 series", "1 series"),
    ("2 photo", "2 photos"), ("1 caches", "1 cache"), ("1 sizes", "1 size"),
  ])
  func `English nouns agree in number`(written: String, shown: String) throws {
    #expect(try text("^[\(written)](inflect: true)", "en") == shown)
  }

  @Test func `nouns of other languages agree as their strings say`() throws {
    #expect(try text("^[3 Apfel](inflect: true) ^[1 Äpfel](inflect: true)", "de") == "3 Äpfel 1 Apfel")
    #expect(try text("^[**5** яблоко](inflect: true)", "ru") == "5 яблок")
    #expect(try text("^[3 apple](inflect: false)", "en") == "3 apple")
    // A note, which has no attributes.
    let note = try Folder(Self.files).typeset("Words ^[3 apple]{lang=en}", language: "en")
    #expect(note.diagnostics.map(\.code) == ["markup.raw"])
    #expect(try note.text(ofPage: 0).contains("{lang=en}"))
    let document = try Folder(Self.files).typeset("^[3 Haus](inflect: true) ^[Haus](inflect: true)", language: "de")
    #expect(document.diagnostics.map(\.code) == ["strings.inflect", "strings.inflect"])
    #expect(try document.text(ofPage: 0).contains("3 Haus Haus"))
  }

  @Test func `values are filled in attributes, the last ones too`() throws {
    let files = ["strings/en.md": "# a\n[one]{style=\"color: {x}\"} and [two]{style=\"color: {x}\"}\n"]
    let document = try Folder(files).typeset("[]{string=a x=\"#ff0000\"}", language: "en")
    let colors = document.pages[0].ink.items.prefix(document.pages[0].furniture ?? .max).compactMap { item -> Color? in
      if case .run(let run) = item, !run.text.isEmpty { run.color } else { nil }
    }
    #expect(colors.count { $0 == .red } == 2, "\(colors) \(document.diagnostics.map(\.message))")
  }
}
