import TypesetYAML

extension Setting {
  /// What a document is made of: contents, numbers, the title.
  static let structure: [Setting] = contents + front + language + FileWishes.rows

  private static let contents: [Setting] = [
    Setting(
      "toc", ["table-of-contents", "tableofcontents"], flag: Flag("toc"), as: "true or false", default: "false", "a table of contents"
    ) { settings, value in
      // Sites say where their contents are: `toc: {sidebar: left}`.
      guard let isOn = value.flag ?? (value.entries == nil ? nil : true) else { return value.text == nil ? [] : [SettingFault(value)] }
      settings.contents.isOn = isOn
      return []
    },
    Setting(
      "toc-depth", ["tocdepth"], flag: Flag("toc-depth", value: "N"), as: .count(1...6), default: "3", "levels of headings in the contents"
    ) {
      ($0.contents.depth, $0.contents.isDepthGiven) = ($1, true)
    },
    Setting("toc-title", ["toctitle"], as: .text("a text"), "the heading of the contents") { $0.contents.title = $1 },
    Setting(
      "number-sections", ["numbersections", "numbered-sections", "section-numbers"], flag: Flag("number-sections", "N"), as: .flag,
      default: "false",
      "number headings"
    ) { $0.numbering.sections = $1 },
    Setting("section-numbering", as: "none, or a pattern such as 1.1", slot: "number-sections", "numbers of headings as in Typst") {
      settings, value in
      settings.numbering.sections = value.text.map { !["none", "false", "no"].contains($0) } ?? false
      return []
    },
    Setting("numbering", as: "true, false or a mapping", slot: "number-sections", "what has numbers, as in MyST") { $0.takeNumbering($1) },
    Setting("number-depth", ["secnumdepth"], as: .count(0...10), default: "6", "levels of headings that are numbered") {
      $0.numbering.depth = $1
    },
    Setting("lof", ["list-of-figures", "listoffigures"], flag: Flag("lof"), as: .flag, default: "false", "a list of figures") {
      $0.contents.listsFigures = $1
    },
    Setting("lot", ["list-of-tables", "listoftables"], flag: Flag("lot"), as: .flag, default: "false", "a list of tables") {
      $0.contents.listsTables = $1
    },
    Setting("number-figures", as: .flag, "number figures and tables with captions even if nothing refers to them") {
      $0.numbering.figures = $1
    },
    Setting("theorems-within", as: .countingScope, "where the numbers of theorems begin anew") {
      $0.numbering.theoremsWithin = $1.isEmpty ? nil : $1
    },
    Setting("theorems-share-numbers", as: .flag, default: "false", "count theorems of all kinds together") {
      $0.numbering.sharesTheorems = $1
    },
    Setting("equations-within", as: .countingScope, "where the numbers of equations begin anew") {
      $0.numbering.equationsWithin = $1.isEmpty ? nil : $1
    },
    Setting("number-equations", as: .flag, "number all displays, or none") { $0.numbersEquations = $1 },
  ]

  private static let front: [Setting] = [
    Setting("titlepage", ["title-page"], as: .flag, default: "false", "a page of its own for the title") { $0.titlePage.isOn = $1 },
    Setting(
      "cover", ["cover-image", "coverimage", "titlepage-background"], as: "the address of a picture", "a picture that fills the first page"
    ) { settings, value in
      // Sites have banners of that name: `cover: {image: …}`, `cover: .gitbook/assets/x.png`.
      guard let address = value.text, !address.hasPrefix(".gitbook") else { return [] }
      settings.titlePage.cover = address
      return []
    },
    Setting("logo", ["titlepage-logo", "title-logo"], as: "the address of a picture", "a picture above the title") { settings, value in
      let address: String? = value.text ?? value["path"]?.text
      settings.titlePage.logo = address
      settings.titlePage.logoWidth = value["width"]?.text
      return []
    },
    Setting("logo-width", ["titlepage-logo-width"], as: .text("a length such as 35mm"), "how wide the logo is") {
      $0.titlePage.logoWidth = $1
    },
    Setting("draft", as: .flag, default: "false", slot: "watermark", "write DRAFT across each page") { $0.watermark = $1 ? "DRAFT" : nil },
    Setting("watermark", as: "a text", "a text in light grey across each page") { settings, value in
      if let isOn = value.flag { settings.watermark = isOn ? "DRAFT" : nil } else { settings.watermark = value.text ?? value["text"]?.text }
      return []
    },
  ]

  private static let language: [Setting] = [
    Setting(
      "lang", ["language", "locale"], flag: Flag("lang", value: "LANG"), as: "a language such as de or pt-BR",
      "the language of the document"
    ) { _, _ in [] },
    Setting("strings", as: "a folder with files such as zh.md", "texts by language, for []{string=KEY} and labels") { _, _ in [] },
    Setting(
      "from", ["reader"], flag: Flag("from", "f", value: "FORMAT"),
      as: "a tool or format such as gfm, kramdown, pandoc or markdown+hard_line_breaks", default: "auto",
      "what the document was written for: how signs are read that tools read differently"
    ) { _, _ in [] },
    Setting("output-lines", as: .count(1...100_000), default: "all", "of what a notebook's cell printed, so many lines are shown") {
      (_: inout DocumentSettings, _: Int) in
    },
    Setting("tabs", as: "all, first, or the name of a tab, or a list of names", default: "all", "which tabs of a set are shown") { _, _ in
      []
    },
    Setting("dir", as: .either("rtl", "ltr", "auto"), "direction of the document") { $0.isRightToLeft = $1 },
    Setting("hyphenation", as: "words such as [ta-ble, manu-script]", "where words may be hyphenated") { _, _ in [] },
    Setting("math", ["mathjax", "katex", "use-math", "usemath"], as: "true, false, or {macros: …}", default: "true", "read LaTeX formulas")
    { _, value in
      // KaTeX's and MathJax' own settings are mappings.
      guard value.flag == nil, let text = value.text, !["katex", "mathjax"].contains(text) else { return [] }
      return [SettingFault(value)]
    },
    Setting("macros", ["math-macros"], as: "a mapping of names to LaTeX, lines of \\newcommand, or a file", "definitions for all formulas")
    { _, _ in [] },
    Setting("theme", as: "a built-in theme, a YAML file, or a mapping of a theme's keys", default: "article", "how the document looks") {
      _, _ in []
    },
    Setting("style", as: "a mapping of a theme's keys", "changes of the theme") { _, _ in [] },
  ]

  /// The metadata of a document.
  static let metadata: [Setting] = [
    Setting("title", ["document-title"], as: "Markdown", "the title") { _, _ in [] },
    Setting("subtitle", ["sub-title"], as: "Markdown", "the subtitle") { _, _ in [] },
    Setting("author", ["authors"], as: "a name, a list, or {name, affiliation, email, orcid}", "the authors") { _, _ in [] },
    Setting("affiliation", ["affiliations", "institute", "institutes", "institution"], as: "a place, or a list", "where authors work") {
      _, _ in []
    },
    Setting("date", as: "today, or any text", "the date") { _, _ in [] },
    Setting("copyright", as: "Markdown, or {holder, year}", "who owns it, at the end of a title page") { _, _ in [] },
    Setting("license", ["licence", "rights"], as: "Markdown, or {text, url}", "what others may do, on a title page") { _, _ in [] },
    Setting("revision", as: "a text", "what {{revision}} shows; without it, the commit of the document's Git repository") { _, _ in [] },
    Setting("thanks", as: "a text", "a note on the title") { _, _ in [] },
    Setting("abstract", as: "Markdown", "the abstract") { _, _ in [] },
    Setting("dedication", as: "Markdown", "the dedication, behind a title page or below the title") { _, _ in [] },
    Setting("declaration", ["declarations"], as: "Markdown", "behind a title page, or before the references") { _, _ in [] },
    Setting("acknowledgements", ["acknowledgments"], as: "Markdown", "behind a title page, or before the references") { _, _ in [] },
    Setting("keywords", as: "a list", "keywords, shown and in the PDF") { _, value in value.entries == nil ? [] : [SettingFault(value)] },
    Setting("tags", as: "a list", "keywords of the PDF") { _, _ in [] },
    Setting("description", as: "a text", "the subject of the PDF") { _, _ in [] },
    Setting("subject", as: "a text", "the subject of the PDF, before description") { _, _ in [] },
    Setting("check", as: "{skip: [names of rules], only: [names of rules]}", "which rules mdtypeset check applies") { _, _ in [] },
  ]
}
