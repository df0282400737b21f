import MDTypeset
import Testing

@testable import TypesetText

/// Texts of strings by language.
@Suite struct LocalizedTests {
  private static let files = [
    "en": """
    Remarks.

    # greeting
    Welcome, **{name}**!

    # {} apples
    - one: ^[{}](customColor: 'highlight') apple
    - other: ^[{}](customColor: 'highlight') apples

    # order
    {2} before *{1}*

    # files
    - one: {count} file in `{folder}`
    - other: {count} files in `{folder}`

    # power
    $x^{n}$ is ^[{n} apple](inflect: true) at [home]({url})

    # wrong
    ^[a](customColor: 'dangr')
    """,
    "ru": "# {} apples\n- one: {} яблоко\n- few: {} яблока\n- many: {} яблок\n- other: {} яблока\n", "zh": "# greeting\n欢迎，**{name}**！\n",
    "zh-Hant": "# greeting\n歡迎，**{name}**！\n",
  ]

  private func strings(_ language: String) -> TextStrings { TextStrings(Self.files, language: language) }

  @Test func `a text has its style, and values are text whatever signs they have`() {
    let text = AttributedText(localized: "greeting", ["name": "A*b* `c` $d$ &amp;"], in: strings("en"))
    #expect(text.plain == "Welcome, A*b* `c` $d$ &amp;!")
    #expect(text.runs.map(\.inlineIntent) == [[], .strong, []])
    #expect(text.diagnostics.isEmpty)
  }

  @Test(arguments: [("ru", 1, "1 яблоко"), ("ru", 3, "3 яблока"), ("ru", 11, "11 яблок"), ("en", 1, "1 apple"), ("en", 0, "0 apples")])
  func `an interpolated number decides the form`(language: String, number: Int, shown: String) {
    #expect(AttributedText(localized: "\(number) apples", in: strings(language)).plain == shown)
  }

  @Test func `a named number decides it as well`() {
    #expect(AttributedText(localized: "files", ["count": 1, "folder": "a_b*c"], in: strings("en")).plain == "1 file in a_b*c")
    #expect(AttributedText(localized: "files", ["folder": "2", "count": 7], in: strings("en")).plain == "7 files in 2")
    // A string of digits is no number.
    #expect(AttributedText(localized: "\("1") apples", in: strings("en")).plain == "1 apples")
  }

  @Test func `places may be in another order`() {
    let text = AttributedText(localized: TextKey("order"), in: strings("en"))
    #expect(text.plain == "{2} before {1}")
    var files = Self.files
    files["en"] = "# {} after {}\n{2} before *{1}*"
    let turned = AttributedText(localized: "\("a") after \("b")", in: TextStrings(files, language: "en"))
    #expect(turned.plain == "b before a")
    #expect(turned.runs.last?.inlineIntent == .emphasized)
  }

  @Test func `values go into formulas, addresses and nouns`() {
    let text = AttributedText(localized: "power", ["n": 12, "url": "https://a.org/x_y?b=*"], in: strings("en"))
    #expect(text.runs.first?.formula?.latex == "x^{12}")
    #expect(text.plain.hasSuffix(" is 12 apples at home"))
    #expect(text.runs.last?.link?.destination == "https://a.org/x_y?b=*")
  }

  @Test func `a value may have attributes, to which those of its place are added`() {
    var attributes = TextAttributes()
    attributes.customStyle = .boldcaps
    let name = AttributedText(markdown: "Ada *Lovelace*").merging(attributes)
    let text = AttributedText(localized: "greeting", ["name": TextArgument(name)], in: strings("en"))
    #expect(text.plain == "Welcome, Ada Lovelace!")
    #expect(text.runs.map(\.inlineIntent) == [[], .strong, [.strong, .emphasized], []])
    #expect(text.runs.map(\.customStyle) == [nil, .boldcaps, .boldcaps, nil])
    #expect(AttributedText(localized: "\(name) apples", in: strings("en")).plain == "Ada Lovelace apples")
  }

  @Test func `the most specific language comes first, English last, and the text says which it is`() {
    func greeting(_ language: String) -> AttributedText { AttributedText(localized: "greeting", ["name": "Wei"], in: strings(language)) }
    #expect(greeting("zh-Hant-TW").plain == "歡迎，Wei！")
    #expect(greeting("zh_CN.UTF-8").plain == "欢迎，Wei！")
    #expect(greeting("ru").plain == "Welcome, Wei!")
    #expect(greeting("ru").runs.allSatisfy { $0.attributes["lang"] == .string("en") })
    #expect(greeting("zh-Hant-TW").runs[0].attributes["lang"] == .string("zh-Hant"))
  }

  @Test func `a key that no file has is the text itself, and is named`() {
    let text = AttributedText(localized: "Dear **\("*Wei*")**, greetin", in: strings("en"))
    #expect(text.plain == "Dear *Wei*, greetin")
    #expect(text.runs[1].inlineIntent == .strong)
    #expect(text.diagnostics.map(\.code) == ["strings.unknown"])
    let near = AttributedText(localized: "greting", in: strings("en")).diagnostics
    #expect(near.map(\.hint) == ["did you mean \"greeting\"?"])
  }

  @Test func `attributes of the strings are those of a scope`() {
    let text = AttributedText(localized: "\(2) apples", in: strings("en"), including: \.brand)
    #expect(text.runs[0].customColor == .highlight)
    let wrong = AttributedText(localized: "wrong", in: strings("en"), including: \.brand)
    #expect(wrong.diagnostics.map(\.code) == ["attribute.invalid-value"])
  }

  @Test func `a folder without strings is told`() {
    #expect(TextStrings(folder: "/nonexistent", language: "de").diagnostics.map(\.code) == ["strings.missing"])
  }

  @Test func `texts are blocks and parts of lines of documents that are built`() throws {
    let greeting = AttributedText(localized: "greeting", ["name": "Wei"], in: strings("en"))
    let document = Document {
      AttributedText(markdown: "# Title\n\nOne *two*\n\nthree")
      greeting
      Paragraph {
        "So: "; greeting; AttributedText(" *plain*")
      }
      Division("x") { TextBlocks(AttributedText(markdown: "$x$ ^[a](customStyle: 'no')", including: \.brand)) }
    }
    let typeset = Typesetter().typeset(document)
    let words = try typeset.text(ofPage: 0)
    #expect(words.split(separator: "\n") == ["Title", "One two", "three", "Welcome, Wei!", "So: Welcome, Wei! *plain*", "$x$ a", "1"])
    #expect(typeset.diagnostics.first?.code == "attribute.invalid-value")
  }
}
