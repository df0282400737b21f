/// A kind of element that can be styled: what a modifier is `for:`.
///
/// The names are the names in theme files (`styles.h1`).
public struct MarkdownElement: Hashable, Sendable {
  /// The name in a theme file; the name of a class begins with a dot.
  public let name: String

  private init(_ name: String) { self.name = name }

  /// Running text, from which all other elements inherit.
  public static let body = MarkdownElement("body")
  /// A heading by its level: `.heading(2) == .h2`.
  ///
  /// - Parameter level: From 1 to 6; values outside this range are clamped.
  public static func heading(_ level: Int) -> MarkdownElement { MarkdownElement("h\(min(max(level, 1), 6))") }
  /// Headings of the first level.
  public static let h1 = heading(1)
  /// Headings of the second level.
  public static let h2 = heading(2)
  /// Headings of the third level.
  public static let h3 = heading(3)
  /// Headings of the fourth level.
  public static let h4 = heading(4)
  /// Headings of the fifth level.
  public static let h5 = heading(5)
  /// Headings of the sixth level.
  public static let h6 = heading(6)

  /// The document's title.
  public static let title = MarkdownElement("title")
  /// The subtitle.
  public static let subtitle = MarkdownElement("subtitle")
  /// The authors below the title.
  public static let author = MarkdownElement("author")
  /// The date below the title.
  public static let date = MarkdownElement("date")
  /// The abstract below the title.
  public static let abstract = MarkdownElement("abstract")

  /// Paragraphs.
  public static let paragraph = MarkdownElement("paragraph")
  /// Block quotes.
  public static let quote = MarkdownElement("quote")
  /// Lists.
  public static let list = MarkdownElement("list")
  /// Items of lists.
  public static let listItem = MarkdownElement("item")
  /// Code blocks.
  public static let codeBlock = MarkdownElement("code")
  /// The title above a code block.
  public static let codeTitle = MarkdownElement("code-title")
  /// Tables.
  public static let table = MarkdownElement("table")
  /// The head rows of tables.
  public static let tableHead = MarkdownElement("table-head")
  /// The cells below the head of tables.
  public static let tableCell = MarkdownElement("table-cell")
  /// The second, fourth … row below the head of tables: `.background(.silver, for: .tableRowEven)`.
  public static let tableRowEven = MarkdownElement("table-row-even")
  /// Pictures that are between blocks.
  public static let figure = MarkdownElement("figure")
  /// Captions of figures and tables.
  public static let caption = MarkdownElement("caption")
  /// Formulas that are between blocks.
  public static let display = MarkdownElement("display")
  /// Thematic breaks.
  public static let rule = MarkdownElement("rule")
  /// Alerts, admonitions and the like.
  public static let callout = MarkdownElement("callout")
  /// The titles of callouts.
  public static let calloutTitle = MarkdownElement("callout-title")
  /// Blocks between `:::`.
  public static let division = MarkdownElement("division")
  /// Footnotes.
  public static let footnote = MarkdownElement("footnote")
  /// The header of each page.
  public static let header = MarkdownElement("header")
  /// The footer of each page.
  public static let footer = MarkdownElement("footer")
  /// Page numbers.
  public static let pageNumber = MarkdownElement("page-number")
  /// The table of contents.
  public static let contents = MarkdownElement("contents")

  /// `*emphasis*`.
  public static let emphasis = MarkdownElement("emphasis")
  /// `**strong**`.
  public static let strong = MarkdownElement("strong")
  /// `~~strikethrough~~`.
  public static let strikethrough = MarkdownElement("strikethrough")
  /// Links.
  public static let link = MarkdownElement("link")
  /// Inline code.
  public static let inlineCode = MarkdownElement("inline-code")
  /// `==highlight==`.
  public static let highlight = MarkdownElement("highlight")
  /// `<kbd>` and the like.
  public static let keyboard = MarkdownElement("keyboard")

  /// Whatever has a class: `.class("note")` is callouts of the kind *note* and everything marked `{.note}`.
  public static func `class`(_ name: String) -> MarkdownElement {
    MarkdownElement("." + String(name.map { $0.isLetter || $0.isNumber || $0 == "_" ? $0 : "-" }))
  }
}
