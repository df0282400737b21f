import TypesetDiagnostics
import TypesetYAML

/// Front matter of other tools: keys that they nest elsewhere, and keys that have no meaning here.
enum OtherTools {
  /// A note about an unknown key; nil if the key does not matter here.
  ///
  /// - Parameter matter: The front matter that has it.
  static func note(on key: String, at span: SourceSpan?, in matter: YAMLValue? = nil) -> Diagnostic? {
    let name = Settings.normalized(key)
    if websites.contains(name) { return nil }
    // What asks for nothing.
    if name.hasSuffix("theme"), matter?[key]?.text == "default" { return nil }
    // A style sheet of the web pages that are made of the same text.
    if name == "css", matter?["output"] != nil || matter?["format"] != nil { return nil }
    if let (tool, hint) = unsupported[name] {
      return Diagnostic(.note, "settings.unsupported-key", at: span, "\"\(key)\" of \(tool) is not supported", hint: hint)
    }
    // Sites have keys of their own, which their templates read: `keyword`, `seo_title`, `title2`.
    guard name.count >= 4, !isOfSite(matter) else { return nil }
    // People rarely mistype the first letter.
    let candidates = Settings.byName.keys.filter { $0.first == name.first }.sorted()
    // Words of other languages are two letters away, `referencias`; so are other words, `revising`: they end otherwise.
    guard let near = nearest(to: name, among: candidates, within: name.count >= 8 ? 2 : 1),
      nearest(to: name, among: [near], within: 1) != nil || name.suffix(2) == near.suffix(2)
    else { return nil }
    return Diagnostic(.note, "settings.similar-key", at: span, "unknown key \"\(key)\"", hint: "did you mean \"\(near)\"?")
  }

  /// True for front matter with what only pages of sites have.
  private static func isOfSite(_ matter: YAMLValue?) -> Bool {
    (matter?.entries ?? []).contains { siteKeys.contains(Settings.normalized($0.key)) }
  }

  private static let siteKeys: Set = [
    "layout", "permalink", "category", "categories", "slug", "sidebar", "sidebar-label", "sidebar-position", "nav-order", "parent",
    "weight",
    "draft", "publishdate", "lastmod", "robots", "head", "hero", "published", "comments", "url", "image", "description", "canonical-url",
    "organization-url-name", "ignorepublish", "updated-at",
  ]

  /// True for front matter with what documents of Quarto and pandoc have; `filters` of other sites are lists of what is shown.
  static func isOfQuarto(_ matter: YAMLValue?) -> Bool {
    [
      "format", "execute", "jupyter", "engine", "knitr", "bibliography", "csl", "output", "author", "callout-appearance", "callout-icon",
      "crossref",
    ].contains { matter?[$0] != nil }
  }

  /// True for lines of a LaTeX preamble that are read, or whose packages mean nothing here.
  static func isRead(_ entry: YAMLEntry) -> Bool {
    guard Settings.normalized(entry.key) == "header-includes" else { return false }
    let texts = (entry.value.items ?? [entry.value]).map { $0.text ?? $0["text"]?.text ?? "?" }
    return texts.flatMap { $0.split(separator: "\n") }.allSatisfy { line in
      // A list may be written within a text.
      let line = line.drop { $0 == " " || $0 == "\t" || $0 == "-" }
      return line.isEmpty || line.first == "%" || line.first == "\\" && preamble.contains(String(line.dropFirst().prefix { $0.isLetter }))
    }
  }

  private static let preamble: Set = [
    "usepackage", "RequirePackage", "newcommand", "renewcommand", "providecommand", "def", "let", "DeclareMathOperator",
    "DeclarePairedDelimiter", "newtheorem", "theoremstyle", "numberwithin", "counterwithin", "newenvironment", "renewenvironment",
    "crefname",
    "Crefname", "makeindex", "newacronym", "newglossaryentry",
  ]

  /// Keys that change how other tools set pages, and what to use instead here.
  private static let unsupported: [String: (tool: String, hint: String?)] = {
    var keys: [String: (String, String?)] = [:]
    func add(_ tool: String, _ hint: String?, _ names: String...) { for name in names { keys[name] = (tool, hint) } }
    add(
      "pandoc", "csl: names the style of citations, bibliography: the files with the works", "biblio-style", "biblio-title",
      "biblatexoptions", "natbiboptions", "natbib", "biblatex", "link-bibliography", "citation-package", "notes-after-punctuation")
    add(
      "pandoc", "LaTeX code is not run; style: {…} changes the look, macros: defines commands for formulas", "header-includes",
      "include-before",
      "include-after", "include-in-header", "include-before-body", "include-after-body", "includes", "preamble", "latex-preamble",
      "extra-dependencies")
    add(
      "pandoc", "no other program typesets the document", "pdf-engine", "pdf-engine-opt", "pdf-engine-opts", "latex-engine",
      "latex-engine-opt",
      "keep-tex", "keep-md", "latex-auto-install", "latex-output-dir")
    add(
      "pandoc", "name a font of the system with mainfont, or its folder with --font-path", "fontfamily", "fontfamilyoptions", "fontenc",
      "font-paths")
    add("pandoc", "use features: [onum, -liga] or mainfontoptions", "sansfontoptions", "monofontoptions", "mathfontoptions", "romanfont")
    add(
      "pandoc", "colours of code are in a theme: style: {highlight: {keyword: \"#8a1f6e\"}}", "highlight-style", "syntax-highlighting",
      "highlight",
      "code-block-bg", "code-block-border-left", "code-block-font-size", "listings", "listings-disable-line-numbers",
      "listings-no-page-break")
    add(
      "pandoc", "all links have one colour, linkcolor", "citecolor", "filecolor", "toccolor", "boxlinks", "linkstyle", "hyperrefoptions",
      "links-as-notes")
    add(
      "pandoc", nil, "block-headings", "subparagraph", "pagestyle", "babel-lang", "otherlangs", "csquotes", "beamerarticle",
      "number-offset", "verbatim-in-note", "section-titles")
    add(
      "beamer", "themes are article, book, report, note, github, dark or a YAML file", "beameroption", "colortheme", "fonttheme",
      "innertheme", "outertheme", "aspectratio", "navigation")
    add(
      "Quarto", "code is shown, not run", "execute", "jupyter", "engine", "knitr", "runtime", "code-fold", "code-tools",
      "code-overflow", "code-copy",
      "code-summary", "df-print", "dev", "fig-cap", "fig-dpi", "freeze", "cache")
    add(
      "Quarto", "sizes are given at the picture: ![](a.png){width=60%}", "fig-width", "fig-height", "fig-align",
      "fig-format", "fig-asp", "fig-retina")
    add(
      "Quarto", nil, "filters", "shortcodes", "callout-appearance", "callout-icon", "citation-location", "reference-location",
      "footnotes-hover", "shift-heading-level-by", "top-level-division", "brand", "md-extensions", "pandoc-args", "render-on-save",
      "margin-geometry", "grid")
    add(
      "Eisvogel", "set titlepage: true, logo: and cover: instead", "titlepage-color", "titlepage-text-color", "titlepage-rule-color",
      "titlepage-rule-height", "titlepage-top-background", "page-background", "page-background-opacity", "toc-own-page",
      "disable-header-and-footer", "table-use-row-colors", "first-chapter", "float-placement-figure", "caption-justification",
      "footnotes-pretty", "footnotes-disable-backlinks", "book")
    add(
      "md-to-pdf", "styles are in a theme: style: {styles: {h1: {color: teal}}}; mdtypeset themes --print article shows all", "stylesheet",
      "stylesheets", "css", "page-media-type", "marked-options", "launch-options", "script", "highlightstyle")
    add("Marp", "page.background in a theme is the colour of all pages", "backgroundcolor", "backgroundimage")
    return keys
  }()

  /// Keys of site generators and note-taking programs that have nothing to do with pages; they are not treated as misspelt.
  private static let websites: Set<String> = [
    "layout", "template", "params", "body-class", "permalink", "slug", "category", "categories", "tag", "weight", "aliases", "alias", "url",
    "type", "id",
    "uid",
    "uuid",
    "sidebar",
    "sidebar-label", "sidebar-position", "nav", "nav-order", "nav-exclude", "parent", "grand-parent", "has-children", "published",
    "publish", "publishdate",
    "expirydate", "image", "images", "comments", "comment", "share", "excerpt", "series", "lastmod", "last-modified-at", "updated",
    "update",
    "created", "modified", "cssclass", "cssclasses", "status", "source", "sources", "name", "version",
    "order", "index",
    "search", "hide", "icon", "robots", "head", "hero", "actions", "outline", "prev", "next", "editlink", "featured", "pin", "top", "home",
    "menu", "menus",
    "linktitle", "cascade", "outputs", "resources", "markup", "isbn", "doi", "link", "links", "summary", "thumbnail", "teaser", "banner",
    "redirect-from", "redirect-to",
    "data", "dates", "page", "pages", "paged", "part", "path", "paths", "time", "timestamp", "year", "text", "note", "notes", "kind",
    "level", "project", "people", "person", "coverage", "creator", "contributor", "relation", "identifier",
    "email", "github", "twitter", "orcid", "website", "contact", "company", "event", "location", "venue", "journal", "volume", "issue",
    "publisher", "booktitle",
    "hidden", "private", "public", "archive", "archived", "related", "reviewers", "reviewer", "editor", "editors", "contributors",
    "translator", "duration",
    "difficulty", "score", "rating", "priority", "due", "start", "end", "done", "completed", "assignee", "labels", "label", "topic",
    "topics", "subjects",
    "course", "chapter", "section", "lesson", "unit", "module", "question", "answer", "deck", "class", "cover-alt", "toc-icon", "toc-label",
    "toc-sticky", "toc-location",
    "toc-expand", "toc-float", "toc-min-heading-level", "toc-max-heading-level", "editor-options", "code-link", "website-title",
    "output-file", "output-dir",
    "cover-img", "thumbnail-img", "share-img", "covery", "title-meta", "author-meta", "date-meta", "pagetitle", "title-prefix",
    "title-slug", "title-short", "short-title", "shorttitle",
    "running-head", "feature", "servings",
    // Words for references, which are read beside the settings.
    "crossref", "figuretitle", "tabletitle", "listingtitle", "loftitle", "lottitle", "figprefix", "tblprefix", "lstprefix", "eqnprefix",
    "secprefix",
    "date-format", "date-modified", "datemodified", "fig-caption", "author-profile", "author-note", "font", "fonts", "style-guide",
    "stylish", "logos",
  ]

  /// Themes of Quarto's and R Markdown's web pages, of Marp, Slidev and beamer.
  static let themes: Set<String> = [
    "default", "cerulean", "cosmo", "cyborg", "darkly", "flatly", "journal", "litera", "lumen", "lux", "materia", "minty", "morph", "pulse",
    "quartz",
    "sandstone", "simplex", "sketchy", "slate", "solar", "spacelab", "superhero", "united", "vapor", "yeti", "zephyr", "readable", "paper",
    "gaia",
    "uncover", "seriph", "apple-basic", "bricks", "moon", "league", "beige", "sky", "night", "serif", "simple", "solarized", "black",
    "white", "blood",

    "madrid", "metropolis", "warsaw", "berlin", "copenhagen", "boadilla", "cambridgeus", "singapore",
    "material", "minima", "just-the-docs",
    "jekyll-theme-minimal",
  ]

  /// The entries of front matter with those that tools nest below the name of a format after them, so that these hold.
  static func flattened(_ entries: [YAMLEntry]) -> [YAMLEntry] {
    var flat: [YAMLEntry] = []
    var nested: [YAMLEntry] = []
    for entry in entries {
      switch Settings.normalized(entry.key) {
      case "format", "output":
        nested += formatEntries(entry.value)
        // LaTeX numbers all that has a caption; a key of the document's own is behind it.
        if isPDF(entry.value) {
          let value = YAMLValue(.scalar("true", isPlain: true), span: entry.keySpan)
          flat.insert(YAMLEntry(key: "number-figures", keySpan: entry.keySpan, value: value), at: 0)
        }
      case "pdf-options":
        nested += (entry.value.entries ?? []).compactMap { option in
          switch Settings.normalized(option.key) {
          // md-to-pdf hands these to a browser.
          case "format": YAMLEntry(key: "paper", keySpan: option.keySpan, value: option.value)
          case "margin", "landscape": option
          case "width", "height", "printbackground", "displayheaderfooter", "headertemplate", "footertemplate", "scale": nil
          default: nil
          }
        }
      default: flat.append(entry)
      }
    }
    return flat + nested
  }

  /// The options of a format without those that are beamer's pages, which are read with the slides, and without looks that are left to the tool.
  private static func withoutDefaults(of format: YAMLEntry) -> [YAMLEntry] {
    let options = format.value.entries ?? []
    guard format.key.contains("beamer") else { return options }
    return options.filter { option in
      let name = Settings.normalized(option.key)
      return name != "aspectratio" && !(name.hasSuffix("theme") && option.value.text == "default")
    }
  }

  /// True for `pdf`, `pdf_document`, `bookdown::pdf_document2` and the like, alone or first.
  private static func isPDF(_ value: YAMLValue) -> Bool {
    (value.text ?? value.entries?.first?.key ?? "").contains("pdf")
  }

  /// `{pdf: {…}}`, `{pdf_document: {…}}`: the options for PDF; from other formats, only what applies to all of them.
  private static func formatEntries(_ value: YAMLValue) -> [YAMLEntry] {
    let formats = value.entries ?? []
    func rank(_ name: String) -> Int? {
      ["pdf", "typst", "latex", "beamer"].firstIndex { name.contains($0) }
    }
    let best = formats.compactMap { entry in rank(Settings.normalized(entry.key)).map { ($0, entry) } }.min { $0.0 < $1.0 }
    if let best { return withoutDefaults(of: best.1) }
    let structural = ["toc", "toc-depth", "toc-title", "number-sections", "number-depth", "lang"]
    let other = formats.lazy.compactMap(\.value.entries).first { _ in true } ?? []
    return other.filter { structural.contains(Settings.setting(named: $0.key)?.name ?? "") }
  }
}
