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
    parseOptions.findsMath = options.readsMath && readsMath
    parseOptions.readsMath = { Settings.value(of: "math", in: $0.values)?.flag ?? true }
    if let document { parseOptions.directives = document.directiveNames }
    return TypesetMarkdown.parse(source, options: parseOptions, budget: options.budget)
  }

  /// Puts what the client's resolvers make into a parsed document; returns what they draw.
  func expand(_ parsed: inout ParsedDocument, of source: Source) -> [AttachmentBox] {
    guard let document else { return [] }
    let expanded = document.expanded(parsed, bytes: source.bytes) { text in parse(Source(name: "", text: text)) }
    parsed = expanded.document
    return expanded.attachments
  }

  struct Styled {
    var tree: StyledTree
    var macros: MathMacros
    /// With what the caller sets over it, all keys under our names.
    var matter: FrontMatter
    /// What goes onto pages beside the document's text.
    var decoration = PageDecoration()
    var diagnostics: [Diagnostic]
  }

  /// Looks: the theme, what front matter and the caller set over it, and the tree with all of it resolved.
  func style(_ parsed: consuming ParsedDocument, of source: Source? = nil, attachments: [AttachmentBox] = []) -> Styled {
    let folder = source?.files.first?.folder
    let given = given(for: parsed.frontMatter)
    var matter = parsed.frontMatter
    matter.values = given.values
    var diagnostics = given.notes
    var settings = settings(given, from: folder, &diagnostics)
    let language = matter.text("lang") ?? guessedLanguage(of: parsed.tree) ?? "en"
    reportMissingFonts(of: settings.theme, &diagnostics)
    settings.theme.spaceLines(for: language)
    settings.theme.page.isRightToLeft = settings.isRightToLeft ?? Self.runsRightToLeft(language)
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
    var tree = TypesetStyling.style(
      parsed.tree, theme: settings.theme, language: language, title: title, numbering: settings.numbering, contents: settings.contents,
      diagramLanguages: diagramLanguages, links: options.links, budget: options.budget, attachments: attachments)
    diagnostics += tree.diagnostics
    tree.hyphenation = hyphenation(given, &diagnostics)
    tree.numbersEquations = settings.numbersEquations
    tree.sourceFiles = source?.files ?? []
    let own = self.macros(of: matter, from: folder, &diagnostics)
    var macros = MathMacros(source: MacroFile.definitions(in: options.mathMacros) + "\n" + MacroFile.definitions(in: own))
    collectDefinitions(of: parsed.tree, into: &macros)
    let decoration = PageDecoration(
      cover: settings.titlePage.cover, coverSpan: given["cover"]?.place, folder: folder, watermark: settings.watermark)
    return Styled(tree: tree, macros: macros, matter: matter, decoration: decoration, diagnostics: diagnostics)
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

  /// What formulas of the document define for those behind them.
  private func collectDefinitions(of tree: Tree, into macros: inout MathMacros) {
    var reader: EquationReader?
    for node in tree.nodes {
      let span: MathSpan
      switch node.kind {
      case .math(let found), .mathBlock(let found): span = found
      default: continue
      }
      guard EquationReader.mayDefine(span.tex) else { continue }
      let known = reader ?? EquationReader(macros: macros, budget: options.budget)
      reader = known
      let definitions = known.takeDefinitions(of: span.tex)
      if !definitions.isEmpty { macros.append(definitions, from: Int(span.span.start)) }
    }
  }

  struct Blocks {
    var lists: [VList]
    var diagnostics: [Diagnostic]
    /// For blocks that are set again when page numbers are known.
    var macros = MathMacros.none
    var numbers = EquationNumbers()
  }

  func makeBuilder(_ tree: StyledTree, macros: MathMacros, numbers: EquationNumbers) -> BlockBuilder {
    var parameters = LineBreakingParameters()
    parameters.tolerance = 500
    parameters.mostStretch = 3
    parameters.protrudes = tree.theme.protrudes
    parameters.expansion = tree.theme.expansion
    parameters.widensSentences = tree.theme.widensSentences
    parameters.isRightToLeft = tree.theme.page.isRightToLeft
    parameters.keepsKoreanWords = tree.theme.keepsKoreanWords
    let loan = options.shared?.shaper(for: fonts)
    let setter = ParagraphSetter(fonts: fonts, parameters: parameters, shaper: loan?.shaper, loan: loan)
    setter.reportsLines = reportsLines
    for word in tree.hyphenation { _ = setter.exceptions.add(word) }
    let mathFace =
      tree.theme.families.math.lazy.compactMap { fonts.face(family: $0) }.first { $0.hasMathTable }
      ?? fonts.face(family: "Libertinus Math")
    guard let mathFace else { preconditionFailure("Libertinus Math is bundled") }
    let math = MathTypesetter(
      fonts: fonts, face: mathFace, textFamilies: tree.theme.families.text, budget: options.budget)
    math.language = tree.language
    return BlockBuilder(
      tree: tree, paragraphs: setter, math: math, macros: macros, numbers: numbers, fonts: fonts, pictures: pictures)
  }

  /// Vertical lists of the top-level blocks, in several threads where there is enough for them.
  func build(_ tree: StyledTree, math: MathMacros) -> Blocks {
    let blocks = tree.children(of: 0)
    let chunk = 24
    let count = (blocks.count + chunk - 1) / chunk
    let threads = blocks.count < 100 ? 1 : options.threads ?? coreCount
    var macros = math
    let numbers = EquationNumbers(of: tree, macros: macros, isCounting: tree.numbersEquations, budget: options.budget)
    macros.references = numbers.labels.mapValues(\.text)
    let shared = macros
    let parts = concurrently(count, threads: threads) {
      makeBuilder(tree, macros: shared, numbers: numbers)
    } work: { builder, part in
      let range = part * chunk..<min(blocks.count, (part + 1) * chunk)
      let lists = range.map { options.budget.isStopped ? VList() : builder.list(of: blocks[$0]) }
      return Blocks(lists: lists, diagnostics: builder.takeDiagnostics())
    }
    return Blocks(
      lists: parts.flatMap(\.lists), diagnostics: numbers.diagnostics + parts.flatMap(\.diagnostics), macros: shared, numbers: numbers)
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
