internal import TeXMath
internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetMarkdown
internal import TypesetPages
internal import TypesetParagraphs
internal import TypesetStyling
internal import TypesetYAML

extension Typesetter {
  func parse(_ source: Source) -> ParsedDocument {
    var parseOptions = ParseOptions()
    parseOptions.findsMath = options.readsMath
    var parsed = TypesetMarkdown.parse(source, options: parseOptions, budget: options.budget)
    parsed.frontMatter = overridden(parsed.frontMatter)
    return parsed
  }

  struct Styled {
    var tree: StyledTree
    var macros: MathMacros
    var diagnostics: [Diagnostic]
  }

  /// Looks: the theme, what the front matter says over it, and the tree with all of it resolved.
  func style(_ parsed: consuming ParsedDocument, of source: Source? = nil) -> Styled {
    var diagnostics: [Diagnostic] = []
    let matter = parsed.frontMatter
    let folder = source?.files.first?.folder
    var theme = theme(for: matter, from: folder, &diagnostics)
    applyStyle(of: matter, to: &theme, &diagnostics)
    locateFonts(in: &theme.families, from: folder, at: (matter.value("theme") ?? matter.value("style"))?.span, &diagnostics)
    apply(matter, from: folder, to: &theme, &diagnostics)
    if let isSmart = matter.flag("smart") { theme.isSmart = isSmart }
    // LaTeX's name.
    if let isFrench = matter.flag("frenchspacing") { theme.widensSentences = !isFrench }
    applyMicrotype(of: matter, to: &theme, &diagnostics)
    applyFeatures(of: matter, to: &theme, &diagnostics)
    applyVariables(to: &theme, &diagnostics)
    locateFonts(in: &theme.families, from: ".", at: nil, &diagnostics)
    let language = matter.text("lang", "language") ?? guessedLanguage(of: parsed.tree) ?? "en"
    theme.spaceLines(for: language)
    applyScripts(of: matter, language: language, to: &theme, &diagnostics)
    var title = TitleBlock(matter, language: language)
    title.readMarkup(of: matter, in: source?.bytes ?? []) { text in
      var parseOptions = ParseOptions()
      parseOptions.findsMath = options.readsMath
      return TypesetMarkdown.parse(Source(name: "", text: text), options: parseOptions, budget: options.budget).tree
    }
    theme.page.alignBottom(leading: theme.size.scaled(by: theme.lineSpacing))
    var tree = TypesetStyling.style(
      parsed.tree, theme: theme, language: language, title: title, numbering: numbering(matter, theme), contents: contents(matter),
      diagramLanguages: diagramLanguages, links: options.links)
    diagnostics += tree.diagnostics
    tree.hyphenation = hyphenation(matter, &diagnostics)
    tree.numbersEquations = matter.flag("number-equations")
    tree.sourceFiles = source?.files ?? []
    let own = self.macros(of: matter, from: folder, &diagnostics)
    var macros = MathMacros(source: MacroFile.definitions(in: options.mathMacros) + "\n" + MacroFile.definitions(in: own))
    collectDefinitions(of: parsed.tree, into: &macros)
    return Styled(tree: tree, macros: macros, diagnostics: diagnostics)
  }

  /// `microtype: true`, or `microtype: {protrusion: true, expansion: 1%}`.
  private func applyMicrotype(of matter: FrontMatter, to theme: inout Theme, _ diagnostics: inout [Diagnostic]) {
    if let isOn = matter.flag("microtype") {
      theme.protrudes = isOn
      theme.expansion = isOn ? 20 : 0
    }
    guard let value = matter.value("microtype") else { return }
    if let protrusion = value["protrusion"]?.text { theme.protrudes = ["true", "yes", "on"].contains(protrusion) }
    if let expansion = value["expansion"]?.text {
      if let thousandths = Theme.expansion(expansion) {
        theme.expansion = thousandths
      } else {
        diagnostics.append(
          Diagnostic(
            .warning, "front-matter.value", at: value["expansion"]?.span, "can't read the expansion \(expansion)",
            hint: "true, false or a percentage up to 2%"))
      }
    }
  }

  private func theme(for matter: FrontMatter, from folder: String?, _ diagnostics: inout [Diagnostic]) -> Theme {
    let choice: ThemeChoice
    if let chosen = options.theme {
      choice = chosen
    } else if let value = matter.value("theme"), let name = value.text ?? value["base"]?.text {
      if Theme.builtInNames.contains(name) {
        choice = .builtIn(name)
      } else if Self.isThemeFile(name) {
        do throws(FileFailure) {
          choice = .files(try themeFiles(name, from: folder))
        } catch {
          diagnostics.append(
            Diagnostic(.warning, error.code("theme"), at: value.span, "can't read the theme \(name): \(error)", hint: error.hint))
          choice = .builtIn("article")
        }
      } else {
        let near = nearest(to: name, among: Theme.builtInNames).map { "did you mean \($0)? " } ?? ""
        diagnostics.append(
          Diagnostic(
            .warning, "theme.unknown", at: value.span, "unknown theme \(name)",
            hint: near + "built in are \(Theme.builtInNames.joined(separator: ", "))"))
        choice = .builtIn("article")
      }
    } else {
      choice = .builtIn("article")
    }
    switch choice {
    case .builtIn(let name):
      guard let source = Theme.builtIn(name) else { return Theme() }
      return Theme.read(source).theme
    case .file(let source): return read([source], &diagnostics)
    case .files(let sources): return read(sources, &diagnostics)
    }
  }

  /// Reads theme files, each over the one before it.
  private func read(_ sources: [Source], _ diagnostics: inout [Diagnostic]) -> Theme {
    var theme: Theme?
    for source in sources {
      var (next, faults) = Theme.read(source, over: theme)
      // Their places are in the theme's file, which the document's source does not hold.
      diagnostics += faults.map { fault in
        let place = fault.span.map { source.position(of: Int($0.start)) }
        let where_ = place.map { "\($0.file):\($0.line):\($0.column): " } ?? ""
        return Diagnostic(fault.severity, fault.code, at: nil, where_ + fault.message, hint: fault.hint)
      }
      var faultsOfFonts: [Diagnostic] = []
      locateFonts(in: &next.families, from: source.files.first?.folder, at: nil, &faultsOfFonts)
      diagnostics += faultsOfFonts.map {
        Diagnostic($0.severity, $0.code, at: nil, "\(source.files[0].name): \($0.message)", hint: $0.hint)
      }
      theme = next
    }
    return theme ?? Theme.standard
  }

  /// Front matter that changes the page or the fonts.
  private func apply(_ matter: FrontMatter, from folder: String?, to theme: inout Theme, _ diagnostics: inout [Diagnostic]) {
    func fault(_ key: String, _ hint: String) {
      diagnostics.append(
        Diagnostic(.warning, "front-matter.value", at: matter.value(key)?.span, "can't read the value of \(key)", hint: hint))
    }
    theme.page.apply(matter, &diagnostics)
    for key in ["fontsize", "font-size"] {
      guard let text = matter.text(key) else { continue }
      if let size = Length(text), size >= 4.pt, size <= 100.pt { theme.size = size } else { fault(key, "a size such as 11pt") }
    }
    for key in ["linestretch", "line-spacing"] {
      if let number = matter.text(key).flatMap({ Double($0) }), (0.5...4).contains(number) {
        theme.lineSpacing = key == "linestretch" ? 1.3 * number : number
        theme.eastAsianLineSpacing = nil
      }
    }
    // Values that the caller sets have no place; their paths start at the working folder.
    func fontName(_ name: String, _ key: String) -> String {
      let span = matter.value(key)?.span
      return located(name, from: span?.isEmpty ?? true ? "." : folder, at: span, &diagnostics)
    }
    func family(_ key: String, _ path: WritableKeyPath<FamilyTable, [String]>) {
      guard let written = matter.text(key) else { return }
      let name = fontName(written, key)
      if fonts.face(family: name) != nil {
        theme.families[keyPath: path] = [name] + theme.families[keyPath: path]
      } else if diagnostics.last.map({ $0.code != "policy.font" || $0.span != matter.value(key)?.span }) ?? true {
        diagnostics.append(
          Diagnostic(
            .warning, "font.unknown", at: matter.value(key)?.span, "no font is called \(written)",
            hint: "mdtypeset fonts lists the bundled ones; \(theme.families[keyPath: path].first ?? "") is used"))
      }
    }
    family("mainfont", \.text)
    family("sansfont", \.sans)
    family("monofont", \.code)
    family("mathfont", \.math)
    if let name = matter.text("CJKmainfont") { theme.families.text.append(fontName(name, "CJKmainfont")) }
  }

  /// `math: {macros: …}` or `macros: …`: a mapping of names to expansions, or lines of definitions.
  private func macros(of matter: FrontMatter, from folder: String?, _ diagnostics: inout [Diagnostic]) -> String {
    guard let value = matter.value("math")?["macros"] ?? matter.value("macros") else { return "" }
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
  private func hyphenation(_ matter: FrontMatter, _ diagnostics: inout [Diagnostic]) -> [String] {
    var exceptions = HyphenationExceptions()
    return matter.texts("hyphenation").flatMap { $0.split(whereSeparator: \.isWhitespace).map(String.init) }.filter { word in
      let isWord = exceptions.add(word)
      if !isWord {
        diagnostics.append(
          Diagnostic(
            .warning, "front-matter.value", at: matter.value("hyphenation")?.span, "can't divide \(word)",
            hint: "letters, with hyphens where it may be divided: ta-ble"))
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
    let setter = ParagraphSetter(fonts: fonts, parameters: parameters)
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
      let lists = range.map { builder.list(of: blocks[$0]) }
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
    info.creationTime = environmentTime
    return info
  }
}
