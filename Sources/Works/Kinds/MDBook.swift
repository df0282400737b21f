import TypesetDiagnostics
import TypesetYAML

/// `book.toml`: what is known of an mdBook beside its chapters, which are in `SUMMARY.md`.
func mdBookOutline(_ settings: TOMLKeys) -> Outline {
  var outline = Outline()
  outline.folder = settings["book.src"]?.first ?? "src"
  outline.matter.title = settings["book.title"]?.first?.asMarkdown
  outline.matter.subtitle = settings["book.description"]?.first?.asMarkdown
  outline.matter.authors = settings["book.authors"] ?? settings["book.author"] ?? []
  outline.matter.language = settings["book.language"]?.first
  outline.saysUnlisted = true
  return outline
}

/// `book.json` of GitBook and HonKit, read as YAML, whose flow style is JSON.
func gitBookOutline(_ settings: YAMLValue) -> Outline {
  var outline = Outline()
  outline.folder = settings["root"]?.text ?? ""
  outline.matter.title = settings["title"]?.text?.asMarkdown
  outline.matter.subtitle = settings["description"]?.text?.asMarkdown
  outline.matter.authors = settings["author"].map(\.people) ?? []
  outline.matter.language = settings["language"]?.text
  outline.saysUnlisted = true
  return outline
}
