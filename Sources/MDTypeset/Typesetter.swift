internal import TeXMath
internal import TypesetBoxes
public import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetMarkdown
internal import TypesetPages
public import TypesetPictures
internal import TypesetStyling

/// Facts about the library.
public enum MDTypeset {
  /// As `mdtypeset --version` prints it.
  public static let version = engineVersion
}

/// What can be chosen beyond the document itself.
public struct TypesetterOptions: Sendable {
  /// Goes before the theme that the front matter names.
  public var theme: ThemeChoice?
  /// Over theme and front matter.
  public var variables: [Variable] = []
  /// The folders below which files may be read that the document names: pictures, fonts, themes. Without one, none is read.
  ///
  /// Relative paths start at the folder of the file that names them (`Source.File.folder`), or at the first root where that is nil.
  public var roots: [String] = []
  /// The first of `roots`, and the only one where it is set.
  public var root: String? {
    get { roots.first }
    set { roots = newValue.map { [$0] } ?? [] }
  }
  /// True if `$…$` and similar forms are formulas.
  public var readsMath = true
  /// Definitions for all formulas, as LaTeX's `\newcommand` lines or KaTeX's `\name: expansion` lines.
  public var mathMacros = ""
  /// True if only the bundled fonts and those of `fontPaths` are used.
  public var ignoresSystemFonts = false
  /// Further folders with fonts.
  public var fontPaths: [String] = []
  /// At most this many threads; nil is one for each core.
  public var threads: Int?
  /// True if code blocks in `dot` are drawn by Graphviz, a program that is started for each of them.
  public var drawsDiagrams = false
  /// True if diagrams are meant to be code. Else those that no program draws are reported.
  public var showsDiagramsAsCode = false
  /// What draws code blocks of other languages, by their names in small letters.
  public var diagramCommands: [String: DiagramCommand] = [:]
  /// From where pictures may be loaded over the network; nil loads none.
  public var network: NetworkAccess?
  /// Where pictures are drawn.
  public var drawingPlace = DrawingPlace.thisProcess
  /// What pictures are drawn as before the document is laid out, so that those that can't be drawn are known in time.
  public var pictureOutput = PictureOutput.pdf
  /// Which addresses links may lead to; the text of the others is kept.
  public var links = LinkPolicy.standard
  /// Limits on what a document may ask for.
  public var budget = Budget()
  /// True if all files that the document reads are kept, so that a PDF can carry them along (`PDFSettings.attachesSource`); else it
  /// carries the Markdown alone.
  public var keepsFiles = false
  /// What else shaped the document, in the words of the command's options. A PDF that carries its source has them too; without them
  /// it cannot be verified.
  public var commandLine: [String]?
  /// The files to read in place of those below `roots`, and what else was known when a PDF was made that is to be made again.
  public var attachedSource: AttachedSource?
  /// What documents share that are typeset by one process; nil is nothing.
  public var shared: SharedWork?

  /// What the command line does without options.
  public init() {}
}

/// Tells a caller what each stage took.
struct Laps {
  private let timing: (String, Duration) -> Void
  private let clock = ContinuousClock()
  private var last: ContinuousClock.Instant

  init(_ timing: @escaping (String, Duration) -> Void) { (self.timing, last) = (timing, clock.now) }

  mutating func end(_ stage: String) {
    let now = clock.now
    timing(stage, now - last)
    last = now
  }
}

/// Typesets Markdown.
///
/// ```swift
/// let document = Typesetter().typeset(Source(name: "note.md", text: "Euler: $e^{i\\pi}+1=0$"))
/// try document.writePDF { chunk in … }
/// ```
public struct Typesetter: Sendable {
  /// What it was made with.
  public internal(set) var options: TypesetterOptions
  /// What may be read: every file that a document names is read through this.
  var files: FileAccess
  let fonts: FontBook
  var pictures: PictureBook
  /// Seconds since 1970, where the client says what time it is.
  var time: Int? = environmentTime
  /// What has resolvers of its own; nil where nothing has.
  var document: Document?
  /// True if lines carry marks that say how they were set.
  var reportsLines = false

  /// - Parameter options: What can be chosen beyond the document itself.
  public init(options: TypesetterOptions = TypesetterOptions()) {
    self.options = options
    files = options.attachedSource?.access ?? FileAccess(roots: options.roots, keepsFiles: options.keepsFiles)
    let fonts =
      options.shared?.fonts(for: options, files: files)
      ?? FontBook(ignoresSystemFonts: options.ignoresSystemFonts, fontPaths: options.fontPaths, files: files)
    self.fonts = fonts
    pictures = Self.pictures(options, files, fonts)
  }

  /// No pictures yet.
  static func pictures(_ options: TypesetterOptions, _ files: FileAccess, _ fonts: FontBook) -> PictureBook {
    PictureBook(budget: options.budget, files: files, place: options.drawingPlace, fontFolders: options.fontPaths) {
      fonts.offerBundledFaces()
    }
  }

  /// The built-in themes.
  public static var themeNames: [String] { Theme.builtInNames }

  /// The bundled families, and those of the system and of further folders.
  public var allFontFamilies: [String] { fonts.families() }

  /// Which file a name leads to and why, some lines; nil where nothing has the name.
  ///
  /// - Parameter name: As authors write it, with a weight and `italic` after it: `Libertinus Serif 600 italic`.
  public func fontExplanation(_ name: String) -> String? {
    let found = fonts.explain(name)
    guard let file = found.file else { return nil }
    let slope = found.slant == .italic ? " italic" : ""
    return
      "asked for  \(found.family), weight \(found.weight)\(slope)\nfile       \(file)\(found.index > 0 ? " (face \(found.index))" : "")\n"
      + "face       \(found.faceName)\nwhy        \(found.reason)\n"
  }

  /// Makes the bundled faces known to what draws the text of SVG files in this process.
  public static func preparePictureFonts() {
    FontBook(ignoresSystemFonts: true, fontPaths: [], files: .none).offerBundledFaces()
  }

  /// The bundled families.
  public static var fontFamilies: [String] { FontBook.bundledFamilies }

  /// Typesets one document. Never fails: what is wrong with the source is in the result's diagnostics.
  ///
  /// - Parameter timing: Is told what each stage took.
  public func typeset(_ source: Source, timing: @escaping (String, Duration) -> Void = { _, _ in }) -> TypesetDocument {
    var laps = Laps(timing)
    return laidOut(looks(of: source, &laps), &laps)
  }

  /// A document whose looks are known, and what the layout needs beside its tree.
  struct Looks {
    var styled: Styled
    var source: Source
    var inputs: Source
    var faults: [Diagnostic]
  }

  /// Parses a source and resolves its looks; reads no pictures.
  func looks(of source: Source, _ laps: inout Laps) -> Looks {
    let inputs = source
    let (source, unread) = preprocessed(source, files: files, budget: options.budget)
    var parsed = parse(source)
    let expanded = expand(&parsed, of: source)
    // The rest is not needed.
    if options.budget.isStopped { parsed = parse(Source(name: "", bytes: [])) }
    let faults = unread + parsed.diagnostics
    laps.end("parse")
    // The tree is not needed further: in a long document its memory serves for boxes and pages.
    return Looks(
      styled: style(consume parsed, of: source, expanded: expanded), source: source, inputs: inputs, faults: faults)
  }

  /// Sets the blocks of a document and breaks them into pages.
  func laidOut(_ looks: consuming Looks, _ laps: inout Laps) -> TypesetDocument {
    var styled = looks.styled
    let (source, faults, inputs) = (looks.source, looks.faults, looks.inputs)
    _ = consume looks
    if options.budget.isStopped { return TypesetDocument(fonts: fonts, pictures: pictures, threads: 1) }
    styled.diagnostics += drawDiagrams(of: &styled.tree, in: source)
    if let network = options.network { pictures.fetch(styled.tree.remotePictures, access: network, threads: options.threads ?? 2) }
    if let attached = options.attachedSource { attached.supply(styled.tree.remotePictures, to: pictures) }
    laps.end("style")
    let composer = composer
    composer.drawPictures(of: styled.tree, for: options.pictureOutput)
    laps.end("pictures")
    let blocks = composer.build(styled.tree, math: styled.macros, formulas: styled.formulas)
    laps.end("blocks")
    var paged = composer.paginate(consume blocks, of: styled.tree)
    if let readings = styled.readings {
      composer.settle(
        &paged, &styled.tree, readings, math: styled.macros, formulas: styled.formulas, &styled.diagnostics
      ) { _ = drawDiagrams(of: &$0, in: source) }
    }
    styled.diagnostics += styled.decoration.decorate(&paged.pages, isTwoSided: styled.tree.theme.page.isTwoSided, from: pictures)
    // Those of formulas and pictures; the text's are told at their places.
    let removed = paged.pages.indices.flatMap { paged.pages[$0].removeLinks(against: options.links) }
    styled.diagnostics += removed.map { Diagnostic.refusedLink(to: $0, at: nil) }
    laps.end("pages")
    var document = TypesetDocument(
      fonts: fonts, pictures: pictures, files: files, budget: options.budget, threads: options.threads ?? coreCount)
    document.pages = paged.pages
    document.structure = paged.structure
    (document.collection, document.collectedPlaces) = (styled.tree.collected.collected, paged.places)
    for block in styled.tree.children(of: 0) { document.blockStarts[block] = Int(styled.tree[block].span.start) }
    document.unnamedPictures = styled.tree.unnamedPictures
    document.sources = sources(of: inputs, styled.matter)
    document.source = source
    document.info = info(
      of: styled.matter, title: styled.tree.title, language: styled.tree.language, isRightToLeft: styled.tree.theme.page.isRightToLeft)
    let found = faults + styled.diagnostics + paged.diagnostics.map { $0.atCharacter(in: source) }
    document.diagnostics = found.inDocumentOrder().withMacroHints()
    return document
  }
}

extension Typesetter {
  /// What the parser makes of a source, as text.
  package func printedTree(of source: Source) -> String {
    parse(preprocessed(source, files: files, budget: options.budget).source).tree.printed()
  }

  /// The vertical list of a document, as text.
  package func printedBoxes(of source: Source) -> String {
    let source = preprocessed(source, files: files, budget: options.budget).source
    let styled = style(parse(source), of: source)
    return join(composer.build(styled.tree, math: styled.macros, formulas: styled.formulas).lists, of: styled.tree).printed {
      fonts.face($0).fileName
    }
  }

  /// How each line of text of a document is set, one JSON object a line.
  package func printedTypography(of source: Source) -> String {
    var typesetter = self
    typesetter.reportsLines = true
    let document = typesetter.typeset(source)
    return TypographyReport(document.pages, structure: document.structure).printed()
  }
}
