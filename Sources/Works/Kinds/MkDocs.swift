import TypesetDiagnostics
import TypesetYAML

/// `mkdocs.yml`: `nav` lists pages and sections; a site without it consists of all pages of its folder.
func mkDocsOutline(_ settings: YAMLValue) -> Outline {
  var outline = Outline()
  outline.folder = settings["docs_dir"]?.text ?? "docs"
  outline.matter.title = settings["site_name"]?.text?.asMarkdown
  outline.matter.subtitle = settings["site_description"]?.text?.asMarkdown
  outline.matter.authors = settings["site_author"].map(\.people) ?? []
  outline.matter.language = settings["theme"]?["language"]?.text ?? settings["theme"]?["locale"]?.text
  outline.matter.copyright = settings["copyright"].flatMap(copyright)
  outline.matter.macros = settings["extra"]?["mathjax"]?["macros"]?.macros ?? settings["extra"]?["macros"]?.macros ?? []
  outline.scripts = (settings["extra_javascript"]?.items ?? []).compactMap { $0.text ?? $0["path"]?.text }
  outline.saysUnlisted = settings["nav"] != nil
  let snippets = settings["markdown_extensions"]?.option("pymdownx.snippets")
  let others = ["markdown_include.include", "mdx_include"].compactMap { settings["markdown_extensions"]?.option($0) }
  outline.includeFolders = (snippets?["base_path"]?.texts ?? [""]) + others.flatMap { $0["base_path"]?.texts ?? [""] }
  outline.appended = snippets?["auto_append"]?.texts ?? []
  for item in settings["nav"]?.items ?? [] { addMkDocs(item, at: 0, to: &outline) }
  return outline
}

/// HTML at the foot of a site's pages, without links that only a page of the web has, such as `<a href="#__consent">Change cookie settings</a>`.
private func copyright(_ value: YAMLValue) -> YAMLValue? {
  guard let text = value.text else { return nil }
  let parts = text.parts(between: "<a href=\"#")
  let kept = parts.enumerated().map { number, part in
    guard number > 0 else { return part }
    return part.firstRange(of: "</a>").map { part[$0.upperBound...] } ?? ""
  }
  var words = kept.joined()[...]
  func isEdge(_ character: Character) -> Bool { character.isWhitespace || "–—-|·".contains(character) }
  while let last = words.last, isEdge(last) || words.hasSuffix("&ndash;") || words.hasSuffix("&mdash;") {
    words.removeLast(isEdge(last) ? 1 : 7)
  }
  return words.isEmpty ? nil : YAMLValue(.scalar(String(words), isPlain: false), span: value.span)
}

/// A page, `Title: page.md`, or a section with its list. The reader of YAML bounds how deep they nest.
private func addMkDocs(_ item: YAMLValue, at depth: Int, to outline: inout Outline) {
  if let path = item.text { return outline.add(nil, path, at: depth, item.span) }
  for entry in item.entries ?? [] {
    let title = entry.key.asMarkdown
    guard var items = entry.value.items else {
      if let path = entry.value.text { outline.add(title, path, at: depth, entry.value.span) }
      continue
    }
    // A section's own page is its first one, without a title.
    if let first = items.first, let path = first.text, NaturalOrder.isFront(path.split(separator: "/").last ?? "") {
      outline.add(title, path, at: depth, first.span)
      items.removeFirst()
    } else {
      outline.add(title, nil, at: depth, entry.keySpan)
    }
    for item in items { addMkDocs(item, at: depth + 1, to: &outline) }
  }
}
