internal import TeXMath
internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetInterface
internal import TypesetMarkdown
internal import TypesetPages
internal import TypesetParagraphs
internal import TypesetStyling
internal import TypesetYAML

extension Typesetter {
  func parse(_ source: Source) -> ParsedDocument {
    var parseOptions = ParseOptions()
    parseOptions.findsMath = options.readsMath && settingsReader.readsMath
    parseOptions.readsMath = { Settings.value(of: "math", in: $0.values)?.flag ?? true }
    if let document { parseOptions.directives = document.directiveNames }
    return TypesetMarkdown.parse(source, options: parseOptions, budget: options.budget)
  }

  /// Puts what the client's resolvers make into a parsed document; returns what they draw.
  func expand(_ parsed: inout ParsedDocument, of source: Source) -> Expanded? {
    guard let document, !document.isExpanded else { return nil }
    let expanded = document.expanded(parsed, bytes: source.bytes) { text in parse(Source(name: "", text: text)) }
    parsed = expanded.document
    return expanded
  }

  struct Styled {
    var tree: StyledTree
    var macros: MathMacros
    /// Formulas that have been parsed, since they define commands.
    var formulas = ParsedFormulas()
    /// With what the caller sets over it, all keys under our names.
    var matter: FrontMatter
    /// What goes onto pages beside the document's text.
    var decoration = PageDecoration()
    var diagnostics: [Diagnostic]
    /// What readers show that clients have put into the document; nil where there are none.
    var readings: Readings?
  }

  /// Looks: the theme, what front matter and the caller set over it, and the tree with all of it resolved.
  func style(_ parsed: consuming ParsedDocument, of source: Source? = nil, expanded: Expanded? = nil) -> Styled {
    let folder = source?.files.first?.folder
    let reader = settingsReader
    let given = reader.given(for: parsed.frontMatter.values)
    var matter = parsed.frontMatter
    matter.values = given.values
    var diagnostics = given.notes
    var settings = reader.settings(given, from: folder, &diagnostics)
    let language = matter.text("lang") ?? guessedLanguage(of: parsed.tree) ?? "en"
    reader.reportMissingFonts(of: settings.theme, &diagnostics)
    settings.theme.spaceLines(for: language)
    settings.theme.page.isRightToLeft = settings.isRightToLeft ?? runsRightToLeft(language)
    // Themes whose chapters open pages are books.
    settings.numbering.byChapter = settings.theme[.h1].pageBreak ?? false
    if settings.contents.listsFigures || settings.contents.listsTables { settings.numbering.figures = settings.numbering.figures ?? true }
    settings.theme.page.alignBottom(leading: settings.theme.size.scaled(by: settings.theme.lineSpacing))
    var title = TitleBlock(matter, language: language, today: today)
    func tree(_ text: String) -> Tree {
      var parseOptions = ParseOptions()
      parseOptions.findsMath = options.readsMath
      return TypesetMarkdown.parse(Source(name: "", text: text), options: parseOptions, budget: options.budget).tree
    }
    title.readMarkup(of: matter, in: source?.bytes ?? [], parse: tree)
    title.hasOwnPage = settings.titlePage.isOn
    if let logo = settings.titlePage.logo {
      title.setLogo(logo, width: settings.titlePage.logoWidth, at: given["logo"]?.place ?? SourceSpan(0, 0), parse: tree)
    }
    let hyphenation = hyphenation(given, &diagnostics)
    let client = ClientStyles(document?.styles, expanded, bytes: source?.bytes ?? []) { parse(Source(name: "", text: $0)).tree }
    let styling = { @Sendable [settings, title, markdown = parsed.tree] (values: Readings.Values) in
      var client = client
      client?.values = values
      var tree = TypesetStyling.style(
        markdown, theme: settings.theme, language: language, title: title, numbering: settings.numbering, contents: settings.contents,
        diagramLanguages: diagramLanguages, links: options.links, budget: options.budget, attachments: expanded?.attachments ?? [],
        client: client)
      tree.hyphenation = hyphenation
      tree.numbersEquations = settings.numbersEquations
      tree.sourceFiles = source?.files ?? []
      return tree
    }
    var tree = styling([:])
    let readings = Readings(&tree, styling: styling)
    diagnostics += tree.diagnostics
    let own = self.macros(of: matter, from: folder, &diagnostics)
    var macros = MathMacros(source: MacroFile.definitions(in: options.mathMacros) + "\n" + MacroFile.definitions(in: own))
    let formulas = collectDefinitions(of: parsed.tree, into: &macros)
    let decoration = PageDecoration(
      cover: settings.titlePage.cover, coverSpan: given["cover"]?.place, folder: folder, watermark: settings.watermark)
    return Styled(
      tree: tree, macros: macros, formulas: formulas, matter: matter, decoration: decoration, diagnostics: diagnostics, readings: readings)
  }

  /// `math: {macros: …}` or `macros: …`: a mapping of names to expansions, or lines of definitions.
  private func macros(of matter: FrontMatter, from folder: String?, _ diagnostics: inout [Diagnostic]) -> String {
    guard let value = matter.value("macros") ?? matter.value("math")?["macros"] else { return "" }
    if let entries = value.entries {
      return entries.compactMap { entry in
        let name = entry.key.hasPrefix("\\") ? entry.key : "\\" + entry.key
        return (entry.value.text ?? entry.value.items?.first?.text).map { "\(name): \($0)" }
      }.joined(separator: "\n")
    }
    guard let text = value.text else { return "" }
    return macroFile(text, from: value.span.isEmpty ? "." : folder, at: value.span, &diagnostics) ?? text
  }

  /// `macros: macros.tex`: the file's text. Nil where the value is no path.
  private func macroFile(_ value: String, from folder: String?, at span: SourceSpan, _ diagnostics: inout [Diagnostic]) -> String? {
    let isPath = [".tex", ".sty", ".json", ".js"].contains { value.hasSuffix($0) } && !value.contains { "\\{\n".contains($0) }
    guard isPath else { return nil }
    do throws(FileFailure) {
      return String(decoding: try files.read(value, from: folder, limit: options.budget.formulaBytes).bytes, as: UTF8.self)
    } catch {
      diagnostics.append(
        Diagnostic(.warning, error.code("macros"), at: span, "cannot read the macros in \(value): \(error)", hint: error.hint))
      return ""
    }
  }

  /// `hyphenation: [ta-ble, as-so-ciate]`, or words between spaces.
  private func hyphenation(_ given: GivenSettings, _ diagnostics: inout [Diagnostic]) -> [String] {
    guard let entry = given["hyphenation"] else { return [] }
    var exceptions = HyphenationExceptions()
    return entry.value.words.flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }.filter { word in
      let isWord = exceptions.add(word)
      if !isWord {
        diagnostics.append(entry.fault("cannot hyphenate \"\(word)\"", hint: "write the word with hyphens at its break points: ta-ble"))
      }
      return isWord
    }
  }

  /// What formulas of the document define for those after them; the formulas that do.
  private func collectDefinitions(of tree: Tree, into macros: inout MathMacros) -> ParsedFormulas {
    var formulas = ParsedFormulas()
    var reader: FormulaReader?
    for node in tree.nodes {
      let (span, setting): (MathSpan, FormulaSetting)
      switch node.kind {
      case .math(let found): (span, setting) = (found, found.isDisplay ? .alone : .inline)
      case .mathBlock(let found): (span, setting) = (found, .display)
      default: continue
      }
      guard FormulaReader.mayDefine(span.tex) else { continue }
      let known = reader ?? FormulaReader(macros: macros, budget: options.budget)
      reader = known
      let formula = known.parseDefining(span.tex, in: setting)
      formulas[Int(span.span.start)] = formula
      if !formula.definitions.isEmpty { macros.append(formula.definitions, from: Int(span.span.start)) }
    }
    return formulas
  }

  /// What sets blocks and breaks pages.
  var composer: Composer {
    var composer = Composer(fonts: fonts, pictures: pictures, budget: options.budget, threads: options.threads ?? coreCount)
    composer.reportsLines = reportsLines
    if let shared = options.shared {
      composer.lendShaper = { [fonts] in
        let loan = shared.shaper(for: fonts)
        return (loan.shaper, loan)
      }
    }
    return composer
  }

  /// The languages of code blocks that are drawn.
  private var diagramLanguages: Set<String> {
    (options.drawsDiagrams ? DiagramDrawing.graphvizNames : []).union(options.diagramCommands.keys)
      .union(options.attachedSource?.diagrams ?? [])
  }

  /// Draws the diagrams of a document, or takes those that a PDF carries along.
  func drawDiagrams(of tree: inout StyledTree, in source: Source) -> [Diagnostic] {
    DiagramDrawing(commands: options.diagramCommands, showsAsCode: options.showsDiagramsAsCode) { diagrams in
      options.attachedSource?.supplyDiagrams(diagrams.map(\.name), to: pictures)
        ?? pictures.draw(diagrams, threads: options.threads ?? coreCount)
    }.drawDiagrams(of: &tree, in: source)
  }

  func info(of matter: FrontMatter, title: TitleBlock, language: String, isRightToLeft: Bool) -> DocumentInfo {
    var info = DocumentInfo()
    info.title = title.title
    info.authors = matter.authors
    info.subject = matter.text("subject", "description")
    info.keywords = matter.texts("keywords", "tags")
    info.language = language
    info.isRightToLeft = isRightToLeft
    info.creationTime = creationTime
    return info
  }
}
