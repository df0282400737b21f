package import TeXMath
public import TypesetDiagnostics
internal import TypesetDrawing
package import TypesetFiles
public import TypesetFonts
package import TypesetInterface
package import TypesetMarkdown
public import TypesetPictures
public import TypesetProvenance
public import TypesetSettings

/// Options beyond the document itself.
public struct TypesetterOptions: Sendable {
  /// Takes precedence over the theme that the front matter names.
  public var theme: ThemeChoice?
  /// Override theme and front matter.
  public var variables: [Variable] = []
  /// The folders below which the document may read files: pictures, fonts, themes. Without any, no files are read.
  ///
  /// Relative paths are relative to the folder of the file that names them (`Source.File.folder`), or to the first root if that is nil.
  public var roots: [String] = []
  /// False leaves out files below `roots` whose name, or the name of a folder on the way, begins with a dot, as names of secrets do.
  public var readsHiddenFiles = true
  /// Further folders that may be read, and in which relative paths are looked for that lead to no file otherwise, in this order.
  public var resourceFolders: [String] = []
  /// Folders in which relative paths are looked for after `resourceFolders`; they give no permission to read the files in them.
  public var searchedFolders: [String] = []
  /// What may be read, and where it is looked for.
  package var fileAccess: FileAccess {
    FileAccess(
      roots: roots, resources: resourceFolders, searched: searchedFolders, readsHidden: readsHiddenFiles, keepsFiles: keepsFiles)
  }
  /// The first of `roots`; setting it makes it the only one.
  public var root: String? {
    get { roots.first }
    set { roots = newValue.map { [$0] } ?? [] }
  }
  /// The project's files beside and above the document; nil if they have not been looked for.
  package var markers: [ProjectMarker]?
  /// True if `$…$` and similar forms are formulas.
  public var readsMath = true
  /// Definitions for all formulas, as LaTeX's `\newcommand` lines or KaTeX's `\name: expansion` lines.
  public var mathMacros = ""
  /// True if only the bundled fonts and the fonts of `fontPaths` are used.
  public var ignoresSystemFonts = false
  /// Further folders with fonts.
  public var fontPaths: [String] = []
  /// True if each chapter of a work begins a page, as chapters that become separate files do.
  package var chaptersBeginPages = false
  /// At most this many threads; nil is one for each core.
  public var threads: Int?
  /// True if code blocks in `dot` are drawn by Graphviz, a program that is started for each of them.
  public var drawsDiagrams = false
  /// True if pages of PDF files may be drawn by a program of the system, `pdftocairo`, for pixels and SVG; a PDF shows them as they are.
  public var convertsPictures = false
  /// True if diagrams are to be shown as code. Otherwise, diagrams that no program draws are reported.
  public var showsDiagramsAsCode = false
  /// Commands that draw code blocks of other languages, by language in lower case.
  public var diagramCommands: [String: DiagramCommand] = [:]
  /// Where pictures may be loaded from over the network; nil loads none.
  public var network: NetworkAccess?
  /// The process in which pictures are drawn.
  public var drawingPlace = DrawingPlace.thisProcess
  /// The output for which pictures are drawn before the layout, so that pictures that cannot be drawn are known in time.
  public var pictureOutput = PictureOutput.pdf
  /// Which addresses links may lead to; the text of the others is kept.
  public var links = LinkPolicy.standard {
    didSet { budget.links = links }
  }
  /// The folder in which drawn pictures and diagrams are kept between runs, and the set blocks and compressed pages of long documents, created
  /// if necessary; nil keeps none.
  public var cacheFolder: String?
  /// The most MB in that folder; the least recently used entries are removed first.
  public var cacheMegabytes = KeptFiles.defaultMegabytes
  /// With a cache folder: the set blocks and compressed pages of a smaller source take longer to keep than to make.
  package var leastKeptBytes = 50_000
  /// Limits on the resources that a document may use.
  public var budget = Budget() {
    didSet { budget.links = links }
  }
  /// True if all files that the document reads are kept, so that a PDF can carry them (`PDFSettings.attachesSource`); otherwise it
  /// carries only the Markdown.
  public var keepsFiles = false
  /// The other options of the document, as words of the command line. A PDF that carries its source stores them; without them,
  /// it cannot be verified.
  public var commandLine: [String]?
  /// The files to read instead of the files below `roots`, and other data for making a PDF again.
  public var attachedSource: AttachedSource?
  /// False if formulas are neither read by a screen reader nor copied as plain Unicode: they get no words then.
  package var speaksFormulas = true
  /// True if blocks of a text that grows are written as HTML.
  package var writesHTML = false
  /// True if formulas are kept as MathML too, for a PDF that follows `ua-2`; they are anyway where the document asks for that standard.
  public var keepsMathML = false
  /// Called at the end of each stage of each document, in the thread that it ran in; documents that are typeset side by side call it side by side.
  public var onStage: (@Sendable (TypesetStage) -> Void)?
  /// What documents that are typeset side by side may take together; nil lets each take what it can.
  public var sharedBudget: SharedBudget?
  /// What the documents of one process share; nil shares nothing.
  public var shared: SharedWork?

  /// The defaults of the command line.
  public init() {}
}

extension TypesetterOptions {
  /// What the tags of a PDF have of the formulas of a document.
  package func formulaTags(for wishes: FileWishes) -> FormulaTags {
    guard speaksFormulas, wishes.isTagged else { return .none }
    return keepsMathML || wishes.standards.contains(PDFStandard.ua2.rawValue) ? .mathML : .words
  }
}

extension AttachedSource {
  /// The Markdown, to be typeset with these options.
  public func source(_ options: inout TypesetterOptions) -> Source {
    options.attachedSource = self
    options.commandLine = commandLine
    options.roots = []
    options.network = nil
    if !themes.isEmpty { options.theme = .files(themes) }
    if let macros { options.mathMacros = macros }
    return source
  }
}

extension Variable {
  /// What a modifier of a document sets.
  package init(_ setting: ClientSetting) {
    self.init(key: setting.key, value: setting.value, written: "\(setting.modifier) \(setting.key)=\(setting.value)")
  }
}
