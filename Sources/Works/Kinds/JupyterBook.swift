import TypesetDiagnostics
import TypesetYAML

/// `_toc.yml` of Jupyter Book, and `_config.yml` beside it.
func jupyterBookOutline(_ list: YAMLValue, settings: YAMLValue?) -> Outline {
  var outline = Outline()
  outline.matter.title = settings?["title"]?.text?.asMarkdown
  outline.matter.authors = settings?["author"].map(\.people) ?? []
  if let years = settings?["copyright"], let text = years.text {
    // The year alone; the site has the author's name beside it.
    let isYear = text.allSatisfy { $0.isNumber || "-– ,".contains($0) }
    let words = isYear ? (["© " + text] + outline.matter.authors).joined(separator: " ") : text
    outline.matter.copyright = YAMLValue(.scalar(words, isPlain: false), span: years.span)
  }
  outline.matter.logo = settings?["logo"]?.text
  let sphinx = settings?["sphinx"]?["config"]
  outline.matter.language = sphinx?["language"]?.text
  outline.matter.bibliography = (settings?["bibtex_bibfiles"] ?? sphinx?["bibtex_bibfiles"])?.texts ?? []
  outline.matter.macros = (sphinx?["mathjax3_config"] ?? sphinx?["mathjax_config"])?["tex"]?["macros"]?.macros ?? []
  outline.saysUnlisted = true
  outline.matter.numbersSections = list.asksForNumbers
  let numbers = list.isNumbered ?? list["defaults"]?.isNumbered
  if let root = list["root"], let path = root.text {
    outline.add(list["title"]?.text?.asMarkdown, path, at: 0, root.span, isNumbered: false)
  }
  // Before 0.11 the file was a list, whose first item was the root.
  for item in list.items ?? [] { addJupyter(item, at: 0, numbers, to: &outline) }
  addBelow(list, at: 0, numbers, to: &outline)
  return outline
}

/// `myst.yml`: the contents of its project, else all files of the folder.
func mySTOutline(_ settings: YAMLValue) -> Outline {
  var outline = Outline()
  let project = settings["project"] ?? settings
  outline.matter.title = (project["title"] ?? settings["site"]?["title"])?.text?.asMarkdown
  outline.matter.subtitle = (project["subtitle"] ?? project["description"])?.text?.asMarkdown
  outline.matter.authors = (project["authors"] ?? project["author"]).map(\.people) ?? []
  outline.matter.date = project["date"]?.text
  outline.matter.language = project["language"]?.text
  (outline.matter.copyright, outline.matter.license) = (project["copyright"], project["license"])
  outline.matter.bibliography = (project["bibliography"]?.texts ?? []).filter { !$0.contains("://") }
  outline.matter.macros = project["math"]?.macros ?? []
  for item in project["toc"]?.items ?? [] { addJupyter(item, at: 0, nil, to: &outline) }
  outline.saysUnlisted = !outline.entries.isEmpty
  return outline
}

extension YAMLValue {
  /// Whether a list of pages has numbers: `numbered: true`, or how deep, of a part, of the pages below a file, or of the whole book; nil where
  /// nothing says it.
  fileprivate var isNumbered: Bool? {
    (self["numbered"] ?? self["options"]?["numbered"])?.text.map { $0 != "false" && $0 != "0" }
  }

  /// True if a list asks for numbers anywhere. The reader of YAML bounds how deep it nests.
  fileprivate var asksForNumbers: Bool {
    isNumbered == true || (items?.contains(where: \.asksForNumbers) ?? entries?.contains { $0.value.asksForNumbers } ?? false)
  }
}

/// A file, a section without one, or a path with stars. The reader of YAML bounds how deep they nest.
///
/// - Parameter numbers: Whether the list that it is in has numbers; nil where nothing says it.
private func addJupyter(_ item: YAMLValue, at depth: Int, _ numbers: Bool?, to outline: inout Outline) {
  // Where nothing is said in a book with numbers elsewhere, there are none.
  let isNumbered = numbers ?? !outline.matter.numbersSections
  func add(_ title: String?, _ path: String?, _ span: SourceSpan, isPattern: Bool = false) {
    outline.add(title, path, at: depth, span, isPattern: isPattern, isNumbered: isNumbered)
  }
  if let path = item.text { return add(nil, path, item.span) }
  if let pattern = (item["glob"] ?? item["pattern"])?.text { return add(nil, pattern, item.span, isPattern: true) }
  let title = (item["title"] ?? item["part"] ?? item["header"])?.text?.asMarkdown
  if let file = item["file"], let path = file.text {
    add(title, path, file.span)
  } else if item["url"] == nil, title != nil {
    add(title, nil, item.span)
  }
  addBelow(item, at: depth + 1, numbers, to: &outline)
}

/// What a mapping has below it, under any of the names in use.
private func addBelow(_ item: YAMLValue, at depth: Int, _ numbers: Bool?, to outline: inout Outline) {
  let numbers = item.isNumbered ?? numbers
  for part in item["parts"]?.items ?? [] {
    let caption = part["caption"] ?? part["title"]
    if let caption, let title = caption.text { outline.add(title.asMarkdown, nil, at: depth, caption.span) }
    let own = part.isNumbered ?? numbers
    for chapter in part["chapters"]?.items ?? [] { addJupyter(chapter, at: caption?.text == nil ? depth : depth + 1, own, to: &outline) }
  }
  for key in ["chapters", "sections", "children", "subtrees", "entries"] {
    for inner in item[key]?.items ?? [] { addJupyter(inner, at: depth, numbers, to: &outline) }
  }
}
