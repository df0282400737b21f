import Foundation
import MDTypeset

// A preview of Markdown with themes, and a list of saved texts: what an app shows in its views, as pages.

/// Shows a text with attributes of one's own.
nonisolated struct CustomText: MarkdownBlock {
  private var attributedText: AttributedText
  private var font = TextFont.serif

  var blocks: [BuiltBlock] {
    var attributes = TextAttributes()
    attributes.font = font
    return TextBlocks(attributedText.merging(attributes, policy: .keepCurrent)).blocks
  }

  init(_ attributedText: AttributedText) { self.attributedText = CustomText.annotateCustomAttributes(from: attributedText) }

  init(_ localizedKey: TextKey, in strings: TextStrings) {
    attributedText = CustomText.annotateCustomAttributes(
      from: AttributedText(localized: localizedKey, in: strings, including: \.customAttributes))
  }

  func font(_ font: TextFont) -> CustomText {
    var selfText = self
    selfText.font = font
    return selfText
  }

  /// Run by run, which changes the letters themselves. `StyleLowering` and `ColorLowering` do the same for sets of attributes, and leave
  /// letters as they are.
  static func annotateCustomAttributes(from source: AttributedText) -> AttributedText {
    var text = source
    for run in text.runs {
      guard run.customColor != nil || run.customStyle != nil else { continue }
      let range = run.range
      if let value = run.customStyle {
        if value == .boldcaps {
          let uppercased = text[range].characters.map { $0.uppercased() }.joined()
          text.characters.replaceSubrange(range, with: uppercased)
          text[range].inlineIntent = .strong
        } else if value == .smallitalics {
          let lowercased = text[range].characters.map { $0.lowercased() }.joined()
          text.characters.replaceSubrange(range, with: lowercased)
          text[range].inlineIntent = .emphasized
        }
      }
      if let value = run.customColor {
        if value == .danger {
          text[range].backgroundColor = .red
          text[range].underlineStyle = TextLineStyle(.dash, color: .yellow)
        } else if value == .highlight {
          text[range].backgroundColor = .yellow
          text[range].underlineStyle = TextLineStyle(.dot, color: .red)
        }
      }
    }
    return text
  }
}

/// A text that is saved with the name of its theme.
struct CustomAttributedText: Codable, Identifiable, Hashable {
  var textTheme: Theme
  @Encoded(including: \.customAttributes) var attributedText = AttributedText()

  init(_ text: AttributedText, theme: Theme) { (textTheme, attributedText) = (theme, text) }

  var id: UInt64 { attributedText.id(themedBy: textTheme.rawValue) }
  var themedText: AttributedText { attributedText.merging(textTheme.attributes) }
}

/// Saved texts, in a file.
struct AttributedTextsDataSource<Entry: Codable> {
  private(set) var currentEntries: [Entry] = []
  private let file: URL

  init(_ file: String) throws {
    self.file = URL(fileURLWithPath: file)
    guard FileManager.default.fileExists(atPath: file) else { return }
    currentEntries = try JSONDecoder().decode([Entry].self, from: Data(contentsOf: self.file))
  }

  mutating func save(_ entry: Entry) throws {
    currentEntries.append(entry)
    try JSONEncoder().encode(currentEntries).write(to: file, options: .atomic)
  }
}

/// The preview: themes, what is typed, what it looks like.
struct MarkdownView {
  var markdownString = ""
  var selectedTheme = Theme.none
  var isSaveDisabled: Bool { markdownString.isEmpty }

  var page: Document {
    Document {
      Heading("Markdown Preview")
      Paragraph {
        for theme in Theme.allCases {
          Inline.badge(Inline(theme.rawValue), color: theme == selectedTheme ? .indigo : .gray)
          Space()
        }
      }
      Heading("Raw Markdown", level: 2)
      Code(markdownString)
      Heading("Rendered Markdown", level: 2)
      Division("rendered") { CustomText(convertMarkdown(markdownString, theme: selectedTheme)).font(.sansSerif) }
    }
    .markdownPaper(.a5)
    .multilineTextAlignment(.left, for: .body)
    .padding(4, for: .class("rendered"))
  }

  func saveEntry(in dataSource: inout AttributedTextsDataSource<CustomAttributedText>) throws {
    if isSaveDisabled { throw Failure("there is nothing to save") }
    try dataSource.save(CustomAttributedText(convertMarkdown(markdownString), theme: selectedTheme))
  }
}

/// The list of saved texts.
struct SavedTextsView {
  var dataSource: AttributedTextsDataSource<CustomAttributedText>

  var page: Document {
    Document {
      Heading("Saved Strings")
      for item in dataSource.currentEntries {
        Division("entry") { CustomText(item.themedText) }
        Rule()
      }
    }
    .markdownPaper(.a5)
    .padding(8, for: .class("entry"))
  }
}

func previewPages(to folder: String) throws {
  let sample = """
    ^[BoldCaps and Danger](customStyle: 'boldcaps', customColor: 'danger'),
    ^[SmallItalics and Highlighted](customStyle: 'smallitalics',
    customColor: 'highlight')
    """
  let shown = CustomText.annotateCustomAttributes(from: convertMarkdown(sample))
  try check(shown.plain == "BOLDCAPS AND DANGER, smallitalics and highlighted", shown.plain)
  let lowered = convertMarkdown(sample).lowered(by: StyleLowering(), ColorLowering())
  for (run, other) in zip(shown.runs, lowered.runs) {
    try check(run.inlineIntent == other.inlineIntent && run.backgroundColor == other.backgroundColor, "\(run)\n\(other)")
    try check(run.underlineStyle == other.underlineStyle, "\(run)\n\(other)")
  }
  var view = MarkdownView(markdownString: sample)
  for theme in Theme.allCases {
    view.selectedTheme = theme
    let document = Typesetter().typeset(view.page)
    try check(document.diagnostics.isEmpty, "\(document.diagnostics)")
    let words = try document.text(ofPage: 0)
    // Lines may end within the last word.
    let joined = words.replacing("-\n", with: "").replacing("\n", with: " ")
    try check(joined.contains("Rendered Markdown BOLDCAPS AND DANGER, smallitalics and highlighted "), words)
    try document.write(to: folder + "/preview-\(theme).pdf")
  }
  // A command of a toolbar: the selected words become bold, and regular again.
  var text = convertMarkdown("This is **Bold text** and this is _italic_")
  let before = text
  guard let selection = text.range(of: "and this") else { throw Failure("the words are not found") }
  text[selection].inlineIntent.formSymmetricDifference(.strong)
  try check(text.runs.count == 6 && text.runs[3].inlineIntent == .strong, "\(text.runs.map(\.description))")
  text[selection].inlineIntent.formSymmetricDifference(.strong)
  try check(text == before, "twice is not at all")
}

func savedTexts(to folder: String) throws {
  let file = folder + "/AttributedTexts.json"
  try? FileManager.default.removeItem(atPath: file)
  var source = try AttributedTextsDataSource<CustomAttributedText>(file)
  try check((try? MarkdownView().saveEntry(in: &source)) == nil && source.currentEntries.isEmpty, "an empty text is not saved")
  for theme in Theme.allCases {
    let view = MarkdownView(
      markdownString: "^[Saved](customStyle: 'boldcaps') $x^2$ in **\(theme)**, ^[with care](customColor: 'highlight')",
      selectedTheme: theme)
    try view.saveEntry(in: &source)
  }
  // The program is started again.
  let opened = try AttributedTextsDataSource<CustomAttributedText>(file)
  try check(opened.currentEntries == source.currentEntries, "saved texts are what they were")
  try check(opened.currentEntries[0].attributedText.runs[0].customStyle == .boldcaps, "so are attributes of one's own")
  try check(Set(opened.currentEntries.map(\.id)).count == Theme.allCases.count, "each entry has an id")
  try check(opened.currentEntries[0].themedText.runs[0].foregroundColor == .indigo, "the theme is applied again")
  try check(opened.currentEntries[0].attributedText.runs[0].foregroundColor == nil, "the text itself is saved without it")
  let (first, second) = (SavedTextsView(dataSource: source).page, SavedTextsView(dataSource: opened).page)
  let pages = Typesetter().typeset(second)
  try check(pages.diagnostics.isEmpty, "\(pages.diagnostics)")
  try check(try pages.pdf() == Typesetter().typeset(first).pdf(), "the list looks as before")
  try pages.write(to: folder + "/saved-strings.pdf")
  // A theme's font is an attribute as well; nothing of it is lost, even where no scope is named.
  let themed = [convertMarkdown("^[Saved](customStyle: 'boldcaps')", theme: .menlo)]
  let decoded = try JSONDecoder().decode([AttributedText].self, from: JSONEncoder().encode(themed))
  try check(decoded[0].runs[0].attributes.font == .custom("Source Code Pro", size: 17), "\(decoded[0].runs[0])")
  try check(decoded == themed, "all attributes are saved")
  do {
    _ = try JSONDecoder().decode(AttributedText.self, from: Data(#"{"version": 9, "text": ""}"#.utf8))
    throw Failure("a text of a later version was read")
  } catch let error as DecodingError {
    try check("\(error)".contains("version 9"), "\(error)")
  }
}

func localizedTexts(to folder: String) throws {
  let files = [
    "en":
      """
    # greeting
    Hello, **{name}**!

    # {} apples
    - one: ^[{}](customColor: 'highlight') apple
    - other: ^[{}](customColor: 'highlight') apples
    """,
    "ru": "# {} apples\n- one: {} яблоко\n- few: {} яблока\n- many: {} яблок\n- other: {} яблока",
  ]
  let english = TextStrings(files, language: "en")
  let basket = AttributedText(localized: "\(3) apples", in: english, including: \.customAttributes)
  try check(basket.plain == "3 apples" && basket.runs[0].customColor == .highlight, "\(basket.runs[0])")
  let name = AttributedText("Ada *L*", attributes: Theme.menlo.attributes)
  let greeting = AttributedText(localized: "greeting", ["name": TextArgument(name)], in: english)
  try check(greeting.plain == "Hello, Ada *L*!" && greeting.runs[1].inlineIntent == .strong, greeting.plain)
  try check(greeting.runs[1].foregroundColor == .indigo, "\(greeting.runs[1])")
  let russian = TextStrings(files, language: "ru")
  try check(AttributedText(localized: "\(5) apples", in: russian).plain == "5 яблок", "the form of five in Russian")
  try check(AttributedText(localized: "greeting", ["name": "Ada"], in: russian).plain == "Hello, Ada!", "English is the last resort")
  let page = Document {
    CustomText("\(1) apples", in: english)
    CustomText("\(2) apples", in: russian)
    Paragraph {
      greeting; " – "; basket
    }
  }
  let document = Typesetter().typeset(page)
  try check(try document.text(ofPage: 0).contains("2 яблока\nHello, Ada *L*! – 3 apples"), "five texts of strings")
  try document.write(to: folder + "/localized.pdf")
}
