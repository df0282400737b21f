package import TypesetBoxes
package import TypesetDiagnostics
package import TypesetFonts
package import TypesetInterface
package import TypesetMarkdown
package import TypesetSettings
import TypesetStrings
import TypesetYAML

/// Everything besides its Markdown that decides how a document looks.
package struct DocumentStyling: Sendable {
  /// Reads theme and front matter.
  package var reader: SettingsReader
  /// Parses Markdown in front matter.
  package var parseMatter: @Sendable (String) -> Tree
  /// Parses Markdown in a client's styles.
  package var parseBody: @Sendable (String) -> Tree
  /// Seconds since 1970: what `date: today` means.
  package var today: Int
  package var links: LinkPolicy
  package var budget: Budget
  /// The languages of code blocks that are drawn.
  package var diagramLanguages: Set<String>
  /// The client's styles; nil if it has none.
  package var styles: StyleRegistry?
  /// True if a word's hyphens are points where it may be broken, as in `ta-ble`.
  package var canHyphenate: @Sendable (String) -> Bool
  /// Of a text that grows; nil for a whole one.
  package var growth: Growth?
  /// What keeps the styling of the last document; nil if nothing does.
  package var shared: SharedWork?
  /// What has changed since that; nil if all may have.
  package var edit: TreeEdit?

  package init(
    reader: SettingsReader, parseMatter: @escaping @Sendable (String) -> Tree, parseBody: @escaping @Sendable (String) -> Tree, today: Int,
    links: LinkPolicy, budget: Budget, diagramLanguages: Set<String>, styles: StyleRegistry?,
    canHyphenate: @escaping @Sendable (String) -> Bool
  ) {
    (self.reader, self.parseMatter, self.parseBody, self.today, self.links) = (reader, parseMatter, parseBody, today, links)
    (self.budget, self.diagramLanguages, self.styles, self.canHyphenate) = (budget, diagramLanguages, styles, canHyphenate)
  }
}

/// A document whose looks are resolved.
package struct StyledDocument {
  package var tree: StyledTree
  /// With the caller's overrides; all keys under their main names.
  package var matter: FrontMatter
  /// The title page and the cover.
  package var titlePage: TitlePageOptions
  /// Where the document names its cover.
  package var coverSpan: SourceSpan?
  /// What is across each page.
  package var watermark: String?
  /// What the document asks of its PDF.
  package var wishes = FileWishes()
  package var diagnostics: [Diagnostic]
  /// What a PDF carries of the document's code, if it is to carry that.
  package var code: [CodeFile] = []
  /// The readers of collected values in the document; nil if there are none.
  package var readings: Readings?
  /// What has changed since the last document.
  package var change = StyledChange.all(since: nil)
}

extension DocumentStyling {
  /// Resolves the theme and what overrides it, and applies it to the tree.
  ///
  /// - Parameters:
  ///   - source: The parsed text; nil if only the tree is needed.
  ///   - expanded: The result of the client's resolvers.
  package func style(_ parsed: consuming ParsedDocument, of source: Source?, expanded: Expanded? = nil) -> StyledDocument {
    let folder = source?.files.first?.folder
    let given = reader.given(for: parsed.frontMatter.values)
    var matter = parsed.frontMatter
    matter.values = given.values
    var diagnostics = given.notes
    var settings = reader.settings(given, from: folder, &diagnostics)
    let language =
      matter.text("lang") ?? growth?.decisions?.language
      ?? ProjectLanguage.chosen(guessedLanguage(of: parsed.tree), for: parsed.tree, parsed.dialect.tool, from: folder, reader.files) ?? "en"
    if !parsed.dialect.has(.smart), given["smart"] == nil { settings.theme.isSmart = false }
    if let growth { settings.keep(growth) }
    reader.reportMissingFonts(of: settings.theme, &diagnostics)
    if growth == nil, MarginContent.occurs(in: parsed.tree) {
      settings.theme.page.makeRoomForNotes(isGiven: given["margin"] != nil || given["geometry"] != nil)
    }
    settings.completeTheme(for: language)
    diagnostics += settings.theme.attributeFaults(in: parsed.tree, hasFont: reader.hasFont)
    if let styles { settings.theme.takeRenderers(styles.textRenderers.map { ($0.element, $0.renderer != nil) }) }
    var title = title(of: matter, settings.titlePage, logoSpan: given["logo"]?.place, language: language, in: source)
    title.readFurniture(of: settings.theme.page, parse: parseMatter)
    title.revision = revision(shownIn: parsed.tree, matter, from: folder, &diagnostics)
    diagnostics += title.diagnostics
    let hyphenation = hyphenation(given, &diagnostics)
    let project = ProjectWords(matter, parsed.dialect.tool, language: language, from: folder, reader.files).words
    let (markdown, words, isChanged) = strings(of: parsed.tree, given, project, language: language, from: folder, &diagnostics)
    let client = ClientStyles(styles, expanded, bytes: source?.bytes ?? [], parse: parseBody)
    let (diagramLanguages, links, budget) = (diagramLanguages, links, budget)
    let numbersEquations =
      settings.numbersEquations
      ?? MathJaxSettings.numbersEquations(in: source?.bytes ?? [], parsed.dialect.tool, from: folder, reader.files)
    let complete = { @Sendable (tree: inout StyledTree) in
      tree.hyphenation = hyphenation
      tree.numbersEquations = numbersEquations
      tree.sourceFiles = source?.files ?? []
    }
    let styling = { @Sendable [settings, title] (values: Readings.Values) in
      var client = client
      client?.values = values
      var tree = TypesetStyling.style(
        markdown, theme: settings.theme, language: language, title: title, numbering: settings.numbering, contents: settings.contents,
        diagramLanguages: diagramLanguages, links: links, budget: budget, attachments: expanded?.attachments ?? [], client: client,
        strings: words)
      complete(&tree)
      return tree
    }
    var change = StyledChange.all(since: nil)
    var readings: Readings?
    var tree: StyledTree
    if client == nil, growth == nil, !isChanged, let shared, shared.keepsBlocks {
      let choices = StylingChoices(
        theme: settings.theme, language: language, title: title, numbering: settings.numbering, contents: settings.contents,
        diagramLanguages: diagramLanguages, links: links, strings: words, wordBytes: budget.wordBytes)
      (tree, change) = styledAgain(parsed.tree, choices, expanded?.attachments ?? [], shared)
      complete(&tree)
    } else {
      // Of a document before this one.
      _ = shared?.take(KeptStyling.self)
      let known = client.flatMap { $0.readsNoEmission(in: markdown) ? shared?.take(KeptReadings.self)?.values : nil }
      tree = styling(known ?? Readings.Values())
      readings = Readings(&tree, showing: known ?? Readings.Values(), styling: styling)
      if let readings, let shared, shared.keepsBlocks { shared.keep(KeptReadings(values: readings.values)) }
    }
    diagnostics += tree.diagnostics
    return StyledDocument(
      tree: tree, matter: matter, titlePage: settings.titlePage, coverSpan: given["cover"]?.place, watermark: settings.watermark,
      wishes: settings.wishes, diagnostics: diagnostics,
      code: settings.wishes.attachesCode ? CodeFile.all(in: markdown, besides: settings.theme.hiddenFences) : [], readings: readings,
      change: change)
  }

  /// Styles what has changed since the last document, or all of it.
  private func styledAgain(
    _ markdown: Tree, _ choices: StylingChoices, _ attachments: [AttachmentBox], _ shared: SharedWork
  ) -> (tree: StyledTree, change: StyledChange) {
    var kept = shared.take(KeptStyling.self)
    if let edit, let styled = kept?.edit(to: markdown, edit, choices, attachments), let kept {
      shared.keep(kept)
      return (kept.tree, .edit(styled))
    }
    let last = kept?.tree
    let styled = KeptStyling.style(markdown, choices, attachments, budget: budget)
    if let kept = styled.kept { shared.keep(kept) }
    return (styled.tree, .all(since: last))
  }

  /// The tree with the texts of catalogues in it, the words that these have in place of the program's, and whether the tree is another one.
  private func strings(
    of tree: Tree, _ given: GivenSettings, _ project: [String: String], language: String, from folder: String?,
    _ diagnostics: inout [Diagnostic]
  ) -> (tree: Tree, words: [String: String], isChanged: Bool) {
    let entry = given["strings"]
    let hasSpans = StringSpans.areIn(tree)
    guard entry != nil || hasSpans else { return (tree, project, false) }
    var catalogues = Catalogues(language: language)
    if entry != nil || StringSpans.readCatalogues(in: tree) {
      catalogues.read(entry?.value.text ?? "strings", from: folder, reader.files, at: entry?.place, &diagnostics)
    }
    let words = project.merging(catalogues.words) { $1 }
    guard hasSpans else { return (tree, words, false) }
    var spans = StringSpans(tree, catalogues, parse: parseMatter)
    spans.run()
    diagnostics += spans.diagnostics
    return (spans.tree, words, true)
  }

  /// What fields show as the document's version; empty where none asks for it.
  private func revision(shownIn tree: Tree, _ matter: FrontMatter, from folder: String?, _ diagnostics: inout [Diagnostic]) -> String {
    let fields = tree.nodes.lazy.filter { node in
      node.attributes >= 0 && tree.attributes[Int(node.attributes)][DocumentField.key] == DocumentField.revision.rawValue
    }
    guard let field = fields.first else { return "" }
    if let text = matter.text("revision") { return text }
    if let commit = GitCommit.current(of: folder, reader.files) { return String(commit.prefix(7)) }
    diagnostics.append(
      Diagnostic(
        .warning, "field.revision", at: field.span, "the document's revision is unknown",
        hint: "no Git repository with a commit can be read; give it with revision: in front matter or -V revision=…"))
    return ""
  }

  private func title(
    of matter: FrontMatter, _ options: TitlePageOptions, logoSpan: SourceSpan?, language: String, in source: Source?
  ) -> TitleBlock {
    var title = TitleBlock(matter, language: language, today: today)
    title.readMarkup(of: matter, in: source?.bytes ?? [], parse: parseMatter)
    title.hasOwnPage = options.isOn
    if let logo = options.logo {
      title.setLogo(logo, width: options.logoWidth, at: logoSpan ?? SourceSpan(0, 0), parse: parseMatter)
    }
    return title
  }

  /// `hyphenation: [ta-ble, as-so-ciate]`, or words between spaces.
  private func hyphenation(_ given: GivenSettings, _ diagnostics: inout [Diagnostic]) -> [String] {
    guard let entry = given["hyphenation"] else { return [] }
    return entry.value.words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }.filter { word in
      let isWord = canHyphenate(word)
      if !isWord {
        diagnostics.append(entry.fault("cannot hyphenate \"\(word)\"", hint: "write the word with hyphens at its break points: ta-ble"))
      }
      return isWord
    }
  }
}

extension DocumentSettings {
  /// Takes over what the beginning of a text has decided.
  fileprivate mutating func keep(_ growth: Growth) {
    contents.placement = growth.hasEnded ? .end : .later
    guard let decisions = growth.decisions else { return }
    numbering.topLevel = decisions.topLevel
    numbering.figures = numbering.figures ?? decisions.numbersFigures
    numbersEquations = numbersEquations ?? decisions.numbersEquations
  }

  /// Sets what theme and document leave to the language and to each other.
  fileprivate mutating func completeTheme(for language: String) {
    theme.spaceLines(for: language)
    theme.applyTypeSize()
    // Pictures on dark slides are made for them.
    if theme.page.areSlides { theme.rules[.figure]?.matte = nil }
    theme.page.isRightToLeft = isRightToLeft ?? runsRightToLeft(language)
    // A theme whose chapters begin pages is for books.
    numbering.byChapter = theme[.h1].pageBreak ?? false
    if contents.listsFigures || contents.listsTables { numbering.figures = numbering.figures ?? true }
    theme.page.alignBottom(leading: theme.size.scaled(by: theme.lineSpacing))
  }
}

extension StyledDocument {
  /// The document's metadata.
  ///
  /// - Parameter creationTime: Seconds since 1970; nil leaves the date out.
  package func info(creationTime: Int?) -> DocumentInfo {
    var info = DocumentInfo()
    info.title = tree.title.title ?? matter.text("title-meta", "pagetitle")
    let authors = matter.authors.isEmpty ? matter.texts("author-meta") : matter.authors
    info.authors = tree.title.authors.isEmpty ? authors : tree.title.authors
    info.subject = matter.text("subject", "description")
    info.keywords = matter.texts("keywords", "tags")
    let rights = tree.title.rights.map(\.words)
    info.rights = rights.isEmpty ? nil : rights.joined(separator: ", ")
    info.language = tree.language
    info.isRightToLeft = tree.theme.page.isRightToLeft
    info.creationTime = creationTime
    return info
  }
}

extension Theme {
  /// Has the text of elements drawn by clients, by their numbers from 1.
  fileprivate mutating func takeRenderers(_ elements: [(name: String, isDrawn: Bool)]) {
    for (number, (name, isDrawn)) in elements.enumerated() {
      let renderer = isDrawn ? Int32(number + 1) : 0
      if name == "body" {
        textRenderer = renderer
      } else if name.hasPrefix(".") {
        classRules[String(name.dropFirst()), default: StyleRule()].renderer = renderer
      } else if let element = Element(rawValue: name) {
        rules[element, default: StyleRule()].renderer = renderer
      }
    }
  }
}
