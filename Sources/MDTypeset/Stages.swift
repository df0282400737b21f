internal import TeXMath
internal import TypesetBoxes
internal import TypesetCiting
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetInterface
internal import TypesetMarkdown
internal import TypesetPages
internal import TypesetParagraphs
internal import TypesetPictures
internal import TypesetProvenance
internal import TypesetSettings
internal import TypesetStyling
internal import TypesetWorks

extension Typesetter {
  /// Parses a source and resolves its looks; reads no pictures.
  func looks(of inputs: Source, _ laps: inout Laps) -> DocumentLooks {
    // A text that grows includes no files: its positions are to stay.
    let isWhole = growth == nil && document?.read == nil
    let inputs = inputs.withPairs()
    let kept = isWhole && document == nil ? KeptDocument(inputs, options) : nil
    let decision = dialect(of: inputs)
    var (source, unread) = isWhole ? settingsReader.preprocessed(inputs, budget: options.budget, in: decision.dialect) : (inputs, [])
    let cited = isWhole && document == nil ? ProjectWorks(for: source, of: decision.dialect.tool, settingsReader) : ProjectWorks()
    var (parsed, edit) = document?.read.map { ($0, nil) } ?? parsedAgain(source, in: decision.dialect, citesWorks: !cited.isEmpty)
    // Nobody waits for what would come of the rest.
    if options.budget.isStopped {
      (source, unread) = (Source(name: "", bytes: []), [])
      (parsed, edit) = (parse(source, in: .general), nil)
    }
    if let draft = decision.takeDraft(from: &parsed.frontMatter) { parsed.diagnostics.append(draft) }
    if isWhole, document == nil, SiblingPages.explain(&parsed, of: source, in: decision.dialect, files: files) { edit = nil }
    let parseEntry: (String) -> Tree = { parse(Source(name: "", text: $0), in: decision.dialect).tree }
    if document == nil, MatterParts.add(to: &parsed, settingsReader, hasEnd: growth?.hasEnded ?? true, parse: parseEntry) { edit = nil }
    if TabChoice.apply(to: &parsed, settingsReader) { edit = nil }
    let extent = growth.map { $0.hasEnded ? CitingDocument.Extent.grown : .growing } ?? .whole
    let remarks = CitingDocument.cite(&parsed, of: source, settingsReader, project: cited, extent, parseEntry)
    if remarks != nil { edit = nil }
    let expanded = KeptExpansion.expand(&parsed, of: document, bytes: source.bytes, &edit, options.shared, options.budget) {
      parse(Source(name: "", text: $0), in: $1)
    }
    if options.budget.isStopped { (parsed, edit) = (parse(Source(name: "", bytes: []), in: .general), nil) }  // The rest is not needed.
    let (faults, forms) = (inputs.remarks(readAs: source) + decision.diagnostics + unread + parsed.diagnostics, parsed.forms)
    laps.end("parse")
    // The tree is not needed further: in a long document its memory serves for boxes and pages.
    let (styled, formulas) = style(consume parsed, of: source, expanded: expanded, edit: edit)
    return DocumentLooks(
      styled: styled, formulas: formulas, source: source, inputs: inputs, faults: faults, forms: forms, dialect: decision, kept: kept,
      remarks: (remarks ?? []) + (expanded?.unused ?? []))
  }

  /// The dialect of a source: what the caller asks for, or what its text and its project say.
  package func dialect(of source: Source) -> DialectDecision {
    let named = options.variables.last { Settings.setting(named: $0.key)?.name == "from" }?.value
    return DialectDecision(of: source, named: named, markers: options.markers, files: files)
  }

  /// The tree of a source, and what an edit has changed in it since the last one with the same shared state; nil if all may be different.
  /// A page of a project that has a bibliography cites works.
  private func parsedAgain(_ source: Source, in dialect: Dialect, citesWorks: Bool) -> (document: ParsedDocument, edit: TreeEdit?) {
    let parseOptions = parseOptions(for: source, in: dialect, cites: true, citesWorks: citesWorks)
    guard let shared = options.shared, shared.keepsBlocks, growth == nil, document?.built == nil else {
      return (TypesetMarkdown.parse(source, options: parseOptions, budget: options.budget), nil)
    }
    let (kept, edit) = KeptParse.parse(source, options: parseOptions, budget: options.budget, after: shared.take(KeptParse.self))
    if !options.budget.isStopped { shared.keep(kept) }
    return (kept.document, edit)
  }

  /// - Parameter dialect: Of the document; nil to decide by the text.
  func parse(_ source: Source, in dialect: Dialect? = nil, cites: Bool = false) -> ParsedDocument {
    TypesetMarkdown.parse(source, options: parseOptions(for: source, in: dialect, cites: cites), budget: options.budget)
  }

  private func parseOptions(for source: Source, in dialect: Dialect?, cites: Bool = false, citesWorks: Bool = false) -> ParseOptions {
    var parseOptions = ParseOptions(dialect: dialect, findsMath: options.readsMath && settingsReader.readsMath, threads: options.threads)
    parseOptions.readsMath = { Settings.value(of: "math", in: $0.values)?.flag ?? true }
    if let document { parseOptions.directives = document.directiveNames }
    // What follows may yet make a growing text a template.
    parseOptions.readsFields = growth == nil && source.mayHaveFields
    parseOptions.forms = growth?.decisions?.forms
    if dialect?.tool == .quarto, growth == nil { ProjectBibliography.complete(&parseOptions, for: source, files: files) }
    (parseOptions.keepsCitations, parseOptions.citesWorks) = (cites && document == nil, citesWorks || settingsReader.namesBibliography)
    return parseOptions
  }

  /// Looks: the theme, what front matter and the caller set over it, and the tree with all of it resolved.
  func style(
    _ parsed: consuming ParsedDocument, of source: Source? = nil, expanded: Expanded? = nil, edit: TreeEdit? = nil
  ) -> (styled: StyledDocument, formulas: DocumentMacros) {
    let dialect = parsed.dialect
    var styling = DocumentStyling(
      reader: settingsReader,
      parseMatter: { TypesetMarkdown.parseMatter($0, findsMath: options.readsMath, in: dialect, budget: options.budget) },
      parseBody: { parse(Source(name: "", text: $0), in: dialect).tree }, today: times.today, links: options.links, budget: options.budget,
      diagramLanguages: drawnCode.languages, styles: document?.styles, canHyphenate: HyphenationExceptions.isWord)
    styling.growth = growth
    // What is styled without a source is no document.
    if source != nil { (styling.shared, styling.edit) = (options.shared, edit) }
    let tree = parsed.tree
    var styled = styling.style(consume parsed, of: source, expanded: expanded)
    let formulas = DocumentMacros(
      options.mathMacros, styled.matter, of: tree, in: dialect.tool, files: files, from: source?.files.first?.folder,
      budget: options.budget, &styled.diagnostics)
    return (styled, formulas)
  }

  /// Sets the blocks of a document and breaks them into pages.
  func laidOut(_ looks: consuming DocumentLooks, _ laps: inout Laps) -> TypesetDocument {
    var styled = looks.styled
    let (source, inputs, dialect, faults) = (looks.source, looks.inputs, looks.dialect, looks.faults)
    let (math, kept) = (looks.formulas, looks.kept)
    _ = consume looks
    var none: TypesetDocument { TypesetDocument(fonts: fonts, pictures: pictures, threads: 1) }
    if options.budget.isStopped { return none }
    styled.diagnostics += drawDiagrams(of: &styled.tree, in: source, macros: math.macros)
    composer.fetchPictures(
      of: styled.tree, cover: styled.titlePage.cover, macros: math.macros, access: options.network, threads: options.threads ?? 2)
    if let attached = options.attachedSource { attached.supply(styled.tree.remotePictures, to: pictures) }
    laps.end("style")
    var composer = composer
    composer.budget = math.budget
    composer.formulaTags = options.formulaTags(for: styled.wishes)
    if let shared = options.shared, shared.keepsBlocks { composer.drawings = shared.take(KeptDrawings.self) ?? KeptDrawings() }
    defer { if let kept = composer.drawings { options.shared?.keep(kept) } }
    composer.drawPictures(of: &styled.tree, macros: math.macros, for: options.pictureOutput)
    laps.end("pictures")
    let blocks = composer.build(styled.tree, math: math.macros, formulas: math.formulas, change: styled.change, kept: kept?.blocks?.value)
    if options.budget.isStopped { return none }
    let unnamed = styled.readings == nil ? styled.tree.unnamedPictures : nil
    if unnamed != nil, !options.writesHTML, composer.isDone(with: styled.tree) { styled.tree.forgetText { $0.showsPageNumbers($1) } }
    laps.end("blocks")
    let (lists, digests) = (growth == nil ? [] : blocks.lists, comparesBlocks ? composer.digests(of: blocks, in: styled.tree) : nil)
    var paged = composer.paginate(consume blocks, of: styled.tree)
    if let readings = styled.readings {
      composer.settle(
        &paged, &styled.tree, readings, math: math.macros, formulas: math.formulas, &styled.diagnostics
      ) { _ = drawDiagrams(of: &$0, in: source, macros: math.macros) }
    }
    if options.budget.isStopped { return none }
    styled.diagnostics += PageDecoration(of: styled, from: source.files.first?.folder).decorate(
      &paged, isWhole: growth == nil, from: pictures)
    // Those of pictures; those of the text and of formulas are told at their places.
    let removed = paged.pages.indices.flatMap { paged.pages[$0].removeLinks(against: options.links) }
    styled.diagnostics += Diagnostic.refusedLinks(to: removed, besides: paged.diagnostics)
    laps.end("pages")
    var document = TypesetDocument(
      fonts: fonts, pictures: pictures, files: files, budget: options.budget, threads: options.threads ?? coreCount)
    (document.pages, document.lists) = (paged.pages, lists)
    assert(paged.pages.allSatisfy { $0.faults.isEmpty }, "\(paged.pages.flatMap(\.faults).prefix(5))")
    (document.reusedPages, document.fragmentSource) = (paged.reused, FragmentSource(styled.tree, math, growth, options))
    (document.structure, document.kept) = (paged.structure, kept?.pages?.value)
    (document.collection, document.collectedPlaces) = (styled.tree.collected.collected, paged.places)
    document.blocks = styled.tree.topBlocks
    for block in styled.tree.children(of: 0) { document.blockStarts[block] = Int(styled.tree[block].span.start) }
    document.unnamedPictures = unnamed ?? styled.tree.unnamedPictures
    document.sources = options.sources(of: inputs, styled.matter, dialect, root: files.rootPaths.first ?? "/", times: times)
    document.sources.carry(styled.code)
    (document.source, document.wishes, document.date) = (source, styled.wishes, styled.matter.text("date"))
    (document.info, document.matter) = (styled.info(creationTime: times.creation), styled.matter.values?.json)
    document.traces = digests.map { BlockTraces($0, document.info, definitions: math.macros.definitions, filesRead: files.filesRead) }
    let found = faults + styled.diagnostics + paged.diagnostics.map { $0.atCharacter(in: source) }
    document.diagnostics = found.inDocumentOrder().withMacroHints()
    return document
  }

  /// The times that the document is made with.
  private var times: CreationTime { CreationTime(time, attached: options.attachedSource) }

  /// What sets blocks and breaks pages.
  var composer: Composer {
    var composer = Composer(fonts: fonts, pictures: pictures, budget: options.budget, threads: options.threads ?? coreCount)
    (composer.reportsLines, composer.explainsBreaks) = (reportsLines, explainsBreaks)
    (composer.shared, composer.growth, composer.keepsTree) = (options.shared, growth, document != nil)
    return composer
  }

  private var drawnCode: DiagramDrawing.Choice {
    DiagramDrawing.Choice(
      startsGraphviz: options.drawsDiagrams, showsAsCode: options.showsDiagramsAsCode, options.diagramCommands,
      supplied: options.attachedSource?.diagrams ?? [])
  }

  /// Draws the diagrams of a document, or takes those that a PDF carries along.
  func drawDiagrams(of tree: inout StyledTree, in source: Source, macros: MathMacros) -> [Diagnostic] {
    DiagramDrawing(drawnCode, macros: macros, fonts: fonts) {
      options.attachedSource?.supplyDiagrams($0.map(\.name), to: pictures)
        ?? pictures.draw($0, preparation: $1, threads: options.threads ?? coreCount)
    }.drawDiagrams(of: &tree, in: source)
  }
}
