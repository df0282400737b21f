public import TypesetBoxes
public import TypesetFonts
public import TypesetHighlighting

/// What a theme can style; the raw value is the key in a theme file.
public enum Element: String, Hashable, Sendable, CaseIterable {
  // Blocks
  case title, subtitle, author, date, abstract
  case h1, h2, h3, h4, h5, h6
  case paragraph, quote, list, item, code, table, figure, caption, display, rule
  case tableHead = "table-head"
  case tableCell = "table-cell"
  /// The second, fourth … row below the head: its background.
  case tableRowEven = "table-row-even"
  case pageNumber = "page-number"
  case header, footer, contents
  case contentsHeading = "contents-heading"
  case contentsChapter = "contents-chapter"
  case affiliation, keywords
  case division, callout, definition, footnote
  case calloutTitle = "callout-title"
  case definitionTerm = "definition-term"
  case codeTitle = "code-title"
  case codeNumber = "code-number"
  /// The background of highlighted lines of code, and of added and removed ones.
  case codeLine = "code-line"
  case codeInserted = "code-inserted"
  case codeDeleted = "code-deleted"
  // Inlines
  /// The letter of a drop cap.
  case initial
  case emphasis, strong, strikethrough, link
  case inlineCode = "inline-code"
  case keyboard, highlight, inserted, small
  case footnoteMark = "footnote-mark"
  /// Source that could not be typeset.
  case error

  package static func heading(_ level: Int) -> Element {
    [.h1, .h2, .h3, .h4, .h5, .h6][min(max(level, 1), 6) - 1]
  }
}

/// How a document looks: data read from YAML files, each of which overrides the one that it builds on.
public struct Theme: Hashable, Sendable {
  public var name = ""
  public var page = PageStyle()
  public var families = FamilyTable()
  /// The size of running text.
  public var size = 11.pt
  /// Whose growth `size` follows at other type sizes; nil keeps it.
  package var sizeStyle: TypeStyle? = .body
  /// How large the reader wants type; what it comes to is in `typeSizes`.
  public var typeSize = TypeSize.l
  /// The sizes that the theme allows.
  public var typeSizes = TypeSize.xs...TypeSize.ax5
  /// From baseline to baseline of running text, as a multiple of `size`.
  public var lineSpacing = 1.3
  /// The least that `lineSpacing` is in documents in Chinese, Japanese and Korean, whose characters fill their squares; nil leaves it.
  public var eastAsianLineSpacing: Double?
  public var align = Alignment.justified
  public var color = Color.black
  public var hyphenate = true
  /// True for typographic quotes, dashes and ellipses.
  public var isSmart = true
  /// The languages of fences that are not shown, in small letters.
  public var hiddenFences: Set<String> = []
  /// True if hyphens and punctuation hang out of the margins of justified text.
  public var protrudes = false
  /// True if spaces after English sentences are wider than those between words.
  public var widensSentences = false
  /// Thousandths by which the glyphs of a justified line may be wider or narrower, from 0 to 20.
  public var expansion = 0
  /// OpenType features of all text but code.
  public var features: [ShapingKey.Feature] = []
  /// True if Korean lines end at spaces only, as long as they are not too loose.
  public var keepsKoreanWords = true
  public var rules: [Element: StyleRule] = [:]
  /// Rules for elements of a class, over those of the element itself; in a theme file their keys begin with a dot.
  public var classRules: [String: StyleRule] = [:]
  /// Keys for text in brackets that the theme declares, in its order.
  public var attributes: [AttributeSchema] = []

  /// Rules for some cells of tables, over those of all cells, later ones over earlier ones.
  public var cellRules: [CellRule] = []
  /// How the text begins, and what is below headings of the highest level.
  public var opening = OpeningRule()
  /// True if callouts of one kind that follow each other are one box.
  public var joinsCallouts = false

  public var markers = ListMarkers()
  /// Of a client's renderer of running text; 0 is none.
  package var textRenderer: Int32 = 0
  /// How the classes of tokens in code look.
  public var highlight: [TokenClass: StyleRule] = [:]

  public init() {}

  public subscript(element: Element) -> StyleRule { rules[element] ?? StyleRule() }
}

extension Theme {
  /// Lines of documents in Chinese, Japanese and Korean are farther apart (CLREQ 4.1.2, JLREQ 2.4.2: half to a whole character between
  /// lines of books), in tables and notes a little less so.
  public mutating func spaceLines(for language: String) {
    guard let spacing = eastAsianLineSpacing, ["zh", "ja", "ko"].contains(where: language.hasPrefix) else { return }
    lineSpacing = max(lineSpacing, spacing)
    for element in [Element.table, .footnote] {
      guard case .em(let leading) = rules[element]?.leading else { continue }
      rules[element]?.leading = .em(max(leading, spacing * 0.9))
    }
  }
}
