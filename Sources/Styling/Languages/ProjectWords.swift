internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
internal import TypesetYAML

/// The words that an author has for figures, theorems and the like in place of those of the language, as other tools read them: bookdown's
/// `language: {label: {thm: "Satz "}}`, Quarto's `crossref: {fig-title: Abb.}` and `language: {crossref-fig-prefix: Abb.}`, pandoc-crossref's `figureTitle`.
struct ProjectWords {
  /// By the names of `Words` and the kinds of theorems; those in references alone, by the same with `Words.prefix` behind.
  private(set) var words: [String: String] = [:]
  private let language: String

  /// - Parameter folder: The document's.
  init(_ matter: FrontMatter, _ tool: Dialect.Tool, language: String, from folder: String?, _ files: FileAccess) {
    self.language = language
    switch tool {
    case .bookdown, .rmarkdown:
      guard let project = Self.settings(["_bookdown.yml", "_bookdown.yaml"], from: folder, files) else { break }
      readBookdown(project.values["language"])
    case .quarto:
      // What the page says itself comes last, and holds.
      if let project = Self.settings(["_quarto.yml", "_quarto.yaml"], from: folder, files) {
        if let own = Self.values(project.root + "_language.yml", from: folder, files) { readQuarto(language: own) }
        readQuarto(project.values, in: project.root, from: folder, files)
      }
      if let values = matter.values { readQuarto(values, in: "", from: folder, files) }
    default: break
    }
    if tool == .pandoc || tool == .general {
      // What the page says itself comes last, and holds.
      let own = matter.values?["crossrefYaml"]?.text.flatMap { Self.values($0, from: folder, files) }
      if let common = own ?? Self.settings(["pandoc-crossref.yaml", "pandoc-crossref.yml"], from: folder, files)?.values {
        readCrossref(common)
      }
      if let values = matter.values { readCrossref(values) }
    }
    // Equations are named in references only.
    words["equation"] = words["equation" + Words.prefix] ?? words["equation"]
  }

  /// The nearest of a project's files, and the way to its folder.
  private static func settings(_ names: [String], from folder: String?, _ files: FileAccess) -> (values: YAMLValue, root: String)? {
    guard let folder else { return nil }
    for level in files.namesAbove(folder, among: names, upTo: ".git") {
      let root = String(repeating: "../", count: level.ups)
      for name in names where level.names.contains(name) { return values(root + name, from: folder, files).map { ($0, root) } }
    }
    return nil
  }

  private static func values(_ path: String, from folder: String?, _ files: FileAccess) -> YAMLValue? {
    guard let file = try? files.read(path, from: folder, limit: 1 << 18) else { return nil }
    return parseYAML(file.bytes[...], offset: 0).value
  }

  private mutating func take(_ value: YAMLValue?, as name: String) {
    guard let text = value?.text ?? value?.items?.first?.text, let word = Self.word(text) else { return }
    words[name] = word
    // The first of two is for one thing, the other for several.
    if let items = value?.items, items.count > 1, let several = items[1].text.flatMap(Self.word), name.hasSuffix(Words.prefix) {
      words[name.dropLast(Words.prefix.count) + Words.several] = several
    }
  }

  /// Without blanks around it; nil for code of R, and for what is no word.
  private static func word(_ text: String) -> String? {
    guard text.utf8.count <= 200, !["(\"", "('"].contains(where: text.contains), !text.contains(where: \.isNewline) else { return nil }
    // Quarto's are Markdown: of `**Figur**` only the word is kept.
    func isEdge(_ sign: Character) -> Bool { sign.isWhitespace || sign == "*" || sign == "_" }
    return String(text.drop(while: isEdge).reversed().drop(while: isEdge).reversed())
  }

  private mutating func readBookdown(_ language: YAMLValue?) {
    for entry in language?["label"]?.entries ?? [] { if let name = Self.name(ofKind: entry.key) { take(entry.value, as: name) } }
    guard let parts = language?["ui"] else { return }
    // Words on both sides of the number, `["第 ", " 章"]`, are those of their language.
    if parts["chapter_name"]?.items == nil { take(parts["chapter_name"], as: "chapter") }
    if parts["appendix_name"]?.items == nil { take(parts["appendix_name"], as: "appendix") }
  }

  private mutating func readQuarto(_ values: YAMLValue, in root: String, from folder: String?, _ files: FileAccess) {
    // As a setting it is called `lang`.
    if let own = values["language"] ?? values["lang"].flatMap({ $0.entries == nil ? nil : $0 }) {
      if let path = own.text {
        // The key is the language's own in other documents.
        if path.hasSuffix(".yml") || path.hasSuffix(".yaml"), let file = Self.values(root + path, from: folder, files) {
          readQuarto(language: file)
        }
      } else {
        readQuarto(language: own)
      }
    }
    for entry in values["crossref"]?.entries ?? [] { takeQuarto(entry.key[...], entry.value) }
  }

  private mutating func readQuarto(language values: YAMLValue) {
    for entry in values.entries ?? [] {
      if entry.value.entries != nil {
        if Words.key(of: entry.key) == Words.key(of: language) { readQuarto(language: entry.value) }
      } else if entry.key.hasPrefix("crossref-") {
        takeQuarto(entry.key.dropFirst("crossref-".count), entry.value)
      } else if entry.key == "toc-title-document" {
        take(entry.value, as: "contents")
      } else if entry.key == "section-title-abstract" {
        take(entry.value, as: "abstract")
      } else if entry.key.hasPrefix("callout-"), entry.key.hasSuffix("-title") {
        take(entry.value, as: String(entry.key.dropFirst("callout-".count).dropLast("-title".count)))
      }
    }
  }

  /// `fig-title`, `thm-prefix`, `lof-title`.
  private mutating func takeQuarto(_ key: Substring, _ value: YAMLValue) {
    guard let hyphen = key.lastIndex(of: "-") else { return }
    let kind = String(key[..<hyphen])
    switch key[hyphen...] {
    case "-title":
      let list = ["lof": "figures", "lot": "tables"][kind]
      if let name = list ?? Self.name(ofKind: kind) { take(value, as: name) }
    case "-prefix": if let name = Self.name(ofKind: kind) { take(value, as: name + Words.prefix) }
    default: break
    }
  }

  private mutating func readCrossref(_ values: YAMLValue) {
    for (key, name) in [("figureTitle", "figure"), ("tableTitle", "table"), ("listingTitle", "listing")] { take(values[key], as: name) }
    for (key, name) in [("lofTitle", "figures"), ("lotTitle", "tables")] { take(values[key], as: name) }
    for (key, name) in [
      ("figPrefix", "figure"), ("tblPrefix", "table"), ("lstPrefix", "listing"), ("eqnPrefix", "equation"), ("secPrefix", "section"),
    ] {
      take(values[key], as: name + Words.prefix)
    }
    for (key, name) in [("figure", "figure"), ("table", "table"), ("listing", "listing")] {
      takeTemplate(values[key + "Template"]?.text, of: name, delimiter: values["titleDelim"]?.text)
    }
    for (key, name) in [("fig", "figure"), ("tbl", "table"), ("lst", "listing"), ("eqn", "equation"), ("sec", "section")] {
      guard let form = values[key + "PrefixTemplate"]?.text else { continue }
      words[name + Words.joint] = form == "$$p$$$$i$$" ? "" : nil
    }
  }

  /// `$$figureTitle$$$$i$$ $$t$$`: what is before the words of a caption.
  private mutating func takeTemplate(_ template: String?, of name: String, delimiter: String?) {
    guard template != nil || delimiter != nil else { return }
    let form = template ?? "$$\(name)Title$$ $$i$$$$titleDelim$$ $$t$$"
    guard let end = form.firstRange(of: "$$t$$"), form.utf8.count <= 200 else { return }
    let head = form[..<end.lowerBound].replacing("$$\(name)Title$$", with: Words.titleMark).replacing("$$i$$", with: Words.numberMark)
      .replacing("$$titleDelim$$", with: delimiter ?? ".")
    guard !head.contains("$$"), let words = Self.word(head) else { return }
    self.words[name + Words.template] = words.replacing(" ", with: "\u{A0}")
  }

  /// The name of what labels with a prefix name: `fig`, `thm`.
  private static func name(ofKind prefix: String) -> String? {
    switch prefix {
    case "fig": "figure"
    case "tab", "tbl": "table"
    case "eq": "equation"
    case "lst": "listing"
    case "sec": "section"
    case "ch": "chapter"
    case "apx": "appendix"
    case "hyp": "hypothesis"
    case "proof", "remark", "solution": prefix
    default: CrossReferenceLabel.kind(ofTheorem: prefix)
    }
  }
}
