import TypesetDiagnostics
import TypesetYAML

/// `_quarto.yml`: the chapters and parts of a book, the sidebar of a site, or all files of the folder. Its titles are Markdown.
func quartoOutline(_ settings: YAMLValue) -> Outline {
  var outline = Outline()
  let isBook = settings["book"] != nil
  let own = settings["book"] ?? settings["website"] ?? settings["project"] ?? settings
  func value(_ key: String) -> YAMLValue? { own[key] ?? settings[key] }
  outline.matter.title = value("title")?.text
  outline.matter.subtitle = value("subtitle")?.text
  outline.matter.authors = value("author").map(\.people) ?? []
  outline.matter.date = value("date")?.text.flatMap { ["today", "now", "last-modified"].contains($0) ? nil : $0 }
  (outline.matter.copyright, outline.matter.license) = (value("copyright"), value("license"))
  outline.matter.language = settings["lang"]?.text
  outline.matter.bibliography = value("bibliography")?.texts ?? []
  outline.matter.cover = isBook ? own["cover-image"]?.text : nil
  if isBook {
    // Chapters have numbers unless a format says otherwise.
    let formats = [settings] + (settings["format"]?.entries ?? []).map(\.value)
    outline.matter.numbersSections = !formats.contains { $0["number-sections"]?.text == "false" }
    for item in own["chapters"]?.items ?? [] { addQuarto(item, at: 0, to: &outline) }
    let chapters = outline.entries.count
    for item in own["appendices"]?.items ?? [] { addQuarto(item, at: 0, to: &outline) }
    for number in chapters..<outline.entries.count { outline.entries[number].role = .appendix }
  } else if let sidebar = own["sidebar"] {
    for one in sidebar.items ?? [sidebar] {
      let contents = one["contents"]
      if let pattern = contents?.text, let place = contents?.span { outline.add(nil, pattern, at: 0, place, isPattern: true) }
      for item in contents?.items ?? [] { addQuarto(item, at: 0, to: &outline) }
    }
  }
  outline.saysUnlisted = isBook
  outline.form = isBook ? .chapter : .page
  return outline
}

/// A file, a part or section with its own, or a path with stars. The reader of YAML bounds how deep they nest.
private func addQuarto(_ item: YAMLValue, at depth: Int, to outline: inout Outline) {
  if let path = item.text {
    return path.hasPrefix("---") ? () : outline.add(nil, path, at: depth, item.span, isPattern: path.contains("*"))
  }
  if let auto = item["auto"]?.text { return outline.add(nil, auto == "true" ? "" : auto, at: depth, item.span, isPattern: true) }
  let title = (item["text"] ?? item["title"])?.text
  if let path = (item["file"] ?? item["href"])?.text { return outline.add(title, path, at: depth, item.span) }
  let name = (item["part"] ?? item["section"])?.text
  let page = item["href"]?.text ?? name.flatMap { [".qmd", ".md", ".ipynb", ".Rmd"].contains(where: $0.hasSuffix) ? $0 : nil }
  outline.add(page == nil || page != name ? name : nil, page, at: depth, (item["part"] ?? item["section"] ?? item).span)
  if page != nil, item["part"] != nil { outline.entries[outline.entries.count - 1].role = .part }
  let below = item["chapters"] ?? item["contents"]
  if let pattern = below?.text, let place = below?.span { outline.add(nil, pattern, at: depth + 1, place, isPattern: true) }
  for inner in below?.items ?? [] { addQuarto(inner, at: depth + 1, to: &outline) }
}

/// `_bookdown.yml`: its files in their order, else all of the folder; the front matter of the first one is the book's.
func bookdownOutline(_ settings: YAMLValue) -> Outline {
  var outline = Outline()
  outline.matter.isOfWork = false
  let list = settings["rmd_files"]
  let names = (list?["latex"] ?? list?["html"] ?? list)?.items ?? []
  for item in names { if let path = item.text { outline.add(nil, path, at: 0, item.span) } }
  return outline
}
