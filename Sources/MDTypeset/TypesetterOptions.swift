public import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetFonts
public import TypesetPictures
public import TypesetProvenance
public import TypesetSettings

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
  /// The folder in which drawn pictures and diagrams are kept between runs, made where it is not there; nil keeps none.
  public var cacheFolder: String?
  /// The room that it has, in MB; what was not used for longest goes first.
  public var cacheMegabytes = KeptFiles.defaultMegabytes
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
