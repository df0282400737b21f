import TypesetDiagnostics
import TypesetMarkdown
import TypesetYAML

/// A line of a title page that says whose the document is, or what others may do with it: Markdown, in the forms that Quarto, MyST and pandoc know.
struct TitleRights: Hashable, Sendable {
  /// Without markup.
  private(set) var words: String
  private(set) var tree: Tree?
  private let markdown: String
  /// In the front matter.
  private let span: SourceSpan

  private init?(_ value: YAMLValue, _ markdown: String) {
    // Themes of sites have a switch of this name.
    guard markdown.contains(where: { !$0.isWhitespace }), !["true", "false", "yes", "no", "none"].contains(markdown.lowercased()) else {
      return nil
    }
    (words, span) = (markdown, value.span)
    self.markdown = markdown
  }

  /// The lines of `copyright` and of `license`, each once.
  static func all(in matter: FrontMatter) -> [TitleRights] {
    let owner = matter.value("copyright").flatMap { TitleRights($0, words(ofCopyright: $0)) }
    let license = ["license", "licence", "rights"].lazy.compactMap { matter.value($0) }.first
      .flatMap { TitleRights($0, words(ofLicense: $0)) }
    return [owner, license?.markdown == owner?.markdown ? nil : license].compactMap(\.self)
  }

  mutating func readMarkup(in source: [UInt8], parse: (String) -> Tree) {
    var parsed = parse(markdown)
    guard parsed.isOneParagraph else { return }
    parsed.move(to: span, text: Array(markdown.utf8), in: source)
    words = parsed.plainText(of: 1)
    tree = parsed
  }

  /// Quarto: `{holder: X, year: 2024}`, `{statement: …}`.
  private static func words(ofCopyright value: YAMLValue) -> String {
    if let text = value.text ?? value["statement"]?.text { return text }
    let years = (value["year"] ?? value["years"]).map {
      ($0.items?.compactMap(\.text) ?? [$0.text].compactMap(\.self)).joined(separator: ", ")
    }
    let parts = [years, value["holder"]?.text].compactMap(\.self)
    return parts.isEmpty ? "" : "© " + parts.joined(separator: " ")
  }

  /// Quarto: `{text: X, url: Y}`, MyST: `{content: CC-BY-4.0, code: MIT}`.
  private static func words(ofLicense value: YAMLValue) -> String {
    if let text = value.text { return text }
    if let items = value.items { return items.map(words(ofLicense:)).filter { !$0.isEmpty }.joined(separator: ", ") }
    if let text = ["text", "name", "id", "type"].lazy.compactMap({ value[$0]?.text }).first {
      return value["url"]?.text.map { "[\(text)](<\($0)>)" } ?? text
    }
    if let url = value["url"]?.text { return "<\(url)>" }
    let parts = ["content", "code"].compactMap { value[$0].map(words(ofLicense:)) }
    return parts.first == parts.last ? parts.first ?? "" : parts.joined(separator: ", ")
  }
}
