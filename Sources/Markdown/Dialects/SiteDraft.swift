package import TypesetDiagnostics
internal import TypesetYAML

extension DialectDecision {
  /// Takes out `draft: true` where a site's generator reads it: it says that the page is not published yet, not how it looks.
  ///
  /// - Returns: What is said of it; nil where nothing was taken out.
  package func takeDraft(from matter: inout FrontMatter) -> Diagnostic? {
    guard isPageOfSite, let entries = matter.values?.entries, let draft = entries.last(where: { $0.key == "draft" }) else { return nil }
    matter.values?.content = .mapping(entries.filter { $0.key != "draft" })
    guard draft.value.text == "true" else { return nil }
    return Diagnostic(
      .note, "settings.draft", at: draft.value.span, "for \(dialect.tool.title), a draft is a page that is not published yet",
      hint: "write watermark: DRAFT for the word across each page")
  }

  /// True for a page of a site, by more than the draft itself, which is a key of our own, too.
  private var isPageOfSite: Bool {
    switch dialect.tool {
    case .hugo, .zola, .kramdown, .docusaurus, .vitepress, .mkdocs, .quarto, .obsidian:
      evidence.contains { !$0.words.hasPrefix("draft") && $0.kind != .given }
    default: false
    }
  }
}
