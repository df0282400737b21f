/// Tables with certain rules; the same keys can be set in themes and front matter.
public struct RuledTableStyle: MarkdownTableStyle, Hashable {
  let settings: [ClientSetting]

  private init(_ settings: [(String, String)]) {
    self.settings = settings.map { ClientSetting(key: $0.0, value: $0.1, modifier: ".markdownTableStyle") }
  }

  /// The cells unchanged; the rules come from the theme.
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
  /// A rule above the table, below its head and at its end: `styles.table.border-width: 0.5pt`, `styles.table-cell.border-width: 0pt`.
  public static var booktabs: RuledTableStyle { RuledTableStyle.booktabs }
  /// No rules: `styles.table.border-width: 0pt`, `styles.table-cell.border-width: 0pt`.
  public static var plain: RuledTableStyle { RuledTableStyle.plain }
  /// Additional thin rules between all rows: `styles.table-cell.border: "#c8ccd0"`, `styles.table-cell.border-width: 0.4pt`.
  public static var ruled: RuledTableStyle { RuledTableStyle.ruled }
}
