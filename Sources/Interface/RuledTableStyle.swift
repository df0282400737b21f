/// Tables with certain lines: keys of themes, which front matter and themes may have too.
public struct RuledTableStyle: MarkdownTableStyle, Hashable {
  let settings: [ClientSetting]

  private init(_ settings: [(String, String)]) {
    self.settings = settings.map { ClientSetting(key: $0.0, value: $0.1, modifier: ".markdownTableStyle") }
  }

  /// The cells as they are; the lines are the theme's.
  public func makeBody(configuration: StyleConfiguration<TableNode>) -> MarkdownBody {
    AutomaticStyle().makeBody(configuration: configuration)
  }

  static let booktabs = RuledTableStyle([("styles.table.border-width", "0.5pt"), ("styles.table-cell.border-width", "0pt")])
  static let plain = RuledTableStyle([("styles.table.border-width", "0pt"), ("styles.table-cell.border-width", "0pt")])
  static let ruled = RuledTableStyle([
    ("styles.table.border-width", "0.5pt"), ("styles.table-cell.border", "\"#c8ccd0\""), ("styles.table-cell.border-width", "0.4pt"),
  ])
}

extension MarkdownTableStyle where Self == RuledTableStyle {
  /// A line above, below and beneath the head: `styles.table.border-width: 0.5pt`, `styles.table-cell.border-width: 0pt`.
  public static var booktabs: RuledTableStyle { RuledTableStyle.booktabs }
  /// No lines: `styles.table.border-width: 0pt`, `styles.table-cell.border-width: 0pt`.
  public static var plain: RuledTableStyle { RuledTableStyle.plain }
  /// A fine line between all rows too: `styles.table-cell.border: "#c8ccd0"`, `styles.table-cell.border-width: 0.4pt`.
  public static var ruled: RuledTableStyle { RuledTableStyle.ruled }
}
