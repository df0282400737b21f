import MDTypeset

// Styles of a client: of kinds of blocks, cells and markers, and what travels down to them.

nonisolated enum AccentKey: MarkdownEnvironmentKey { static let defaultValue = Color.teal }

nonisolated extension MarkdownEnvironment {
  var accent: Color {
    get { self[AccentKey.self] }
    set { self[AccentKey.self] = newValue }
  }
}

/// The language above the code, in the accent's colour.
struct Named<Base: MarkdownCodeBlockStyle>: MarkdownCodeBlockStyle {
  var base: Base
  func makeBody(configuration: Configuration) -> MarkdownBody {
    .vertical(
      spacing: 2,
      MarkdownBody.text(configuration.node.language).font(.sansSerif(8)).foregroundStyle(configuration.environment.accent),
      base.makeBody(configuration: configuration))
  }
}

struct Zebra: MarkdownTableStyle {
  func makeBody(configuration: Configuration) -> MarkdownBody {
    let rows = configuration.rows.enumerated().map { number, row in
      number.isMultiple(of: 2) ? row : row.map { $0.style(MarkdownCellStyle(fill: .silver)) }
    }
    return .table(columns: configuration.columns, head: configuration.head, rows: rows, caption: configuration.caption)
  }
}

struct Dashes: MarkdownListMarkerStyle {
  func makeBody(configuration: Configuration) -> MarkdownBody { .text(configuration.number.map { "\($0))" } ?? "–") }
}

/// A line through the middle of the text, and the text over it.
struct Struck: MarkdownTextRenderer {
  func draw(_ run: MarkdownTextRun, on canvas: inout Canvas) {
    let y = run.baseline - run.fontSize / 4
    canvas.stroke(.line(from: CanvasPoint(0, y), to: CanvasPoint(run.bounds.width, y)), .silver, width: 2)
    for glyph in run.glyphs { canvas.draw(glyph, color: .teal) }
  }
}

struct Boxed: MarkdownTheoremStyle {
  func makeBody(configuration: Configuration) -> MarkdownBody {
    .vertical(configuration.head, configuration.statement).panel(border: .teal, padding: 4)
  }
}

struct Counted: MarkdownListItemStyle {
  func makeBody(configuration: Configuration) -> MarkdownBody {
    configuration.content + .text("level \(configuration.depth)")
  }
}

func textAndTheorems() throws {
  let text = "# Title\n\n::: {#thm-a .theorem}\nIt **holds**.\n:::\n\n- item\n"
  let document = Document(markdown: text).markdownTheoremStyle(Boxed()).markdownListItemStyle(Counted())
    .markdownTextRenderer(Struck(), for: .strong, .h1)
  let typeset = Typesetter().typeset(document)
  try check(typeset.diagnostics.isEmpty, "theorems: \(typeset.diagnostics.map(\.message))")
  let shown = try typeset.text(ofPage: 0)
  try check(shown.hasPrefix("Title\nTheorem 1.\nIt holds.\n•item\nlevel 1"), shown)
}

func styles() throws {
  let text = "```swift\nlet x = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n| 3 | -4 |\n\n- item\n\n> quote\n\n> [!TIP]\n> A tip.\n"
  let document = Document(markdown: text)
    .markdownCodeBlockStyle(Named(base: .automatic))
    .markdownTableStyle(Zebra())
    .markdownListMarkerStyle(Dashes())
    .markdownCalloutStyle(.automatic)
    .environment(\.accent, .purple)
    .markdownTableCellStyle { cell in cell.number.map { MarkdownCellStyle(foreground: $0 < 0 ? .red : .green) } }
    .markdownTableCellOverlay { cell, canvas in if cell.number == 3 { canvas.stroke(.rect(canvas.bounds), .purple) } }
    .markdownStyling(QuoteNode.self) { quote, context in
      .horizontal(MarkdownBody.text("“").width(12), context.resolve(quote.children)).panel(border: context.environment.accent, padding: 4)
    }
  let typeset = Typesetter().typeset(document)
  try check(typeset.diagnostics.isEmpty, "styles: \(typeset.diagnostics.map(\.message))")
  let shown = try typeset.text(ofPage: 0)
  for words in ["swift\nlet x = 1", "–item", "“", "quote", "A tip."] {
    try check(shown.contains(words), "\(words) is missing in \(shown)")
  }
}
