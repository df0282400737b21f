internal import TypesetBoxes
public import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetInterface
public import TypesetOutput
internal import TypesetPictures
internal import TypesetProvenance
internal import TypesetSettings
internal import TypesetStyling

/// Facts about the library.
public enum MDTypeset {
  /// As `mdtypeset --version` prints it.
  public static let version = engineVersion
}

/// Typesets Markdown.
///
/// ```swift
/// let document = Typesetter().typeset(Source(name: "note.md", text: "Euler: $e^{i\\pi}+1=0$"))
/// try document.writePDF { chunk in … }
/// ```
public struct Typesetter: Sendable {
  /// The options that it was created with.
  public internal(set) var options: TypesetterOptions
  /// The files that may be read: every file that a document names is read through this.
  var files: FileAccess
  let fonts: FontBook
  var pictures: PictureBook
  /// Seconds since 1970, where the client says what time it is.
  var time = CreationTime.ofEnvironment
  /// The document, if it has resolvers or styles.
  var document: Document?
  /// True if lines carry marks that say how they were set; if these, and pages, say where they could have ended; if blocks have digests.
  var (reportsLines, explainsBreaks, comparesBlocks) = (false, false, false)
  /// Of a text that grows; nil for a whole one.
  var growth: Growth?

  /// A typesetter, which may set any number of documents, several at a time.
  /// - Parameters:
  ///   - options: Options beyond the document itself.
  ///   - onStage: In place of the options' own, unless nil.
  public init(options: TypesetterOptions = TypesetterOptions(), onStage: (@Sendable (TypesetStage) -> Void)? = nil) {
    self.options = options
    if let onStage { self.options.onStage = onStage }
    files = options.attachedSource?.access ?? options.fileAccess
    let fonts =
      options.shared?.fonts(
        roots: options.roots, ignoresSystemFonts: options.ignoresSystemFonts, fontPaths: options.fontPaths, files: files)
      ?? FontBook(ignoresSystemFonts: options.ignoresSystemFonts, fontPaths: options.fontPaths, files: files)
    self.fonts = fonts
    pictures = Self.pictures(options, files, fonts)
  }

  /// No pictures yet.
  static func pictures(_ options: TypesetterOptions, _ files: FileAccess, _ fonts: FontBook) -> PictureBook {
    let kept = KeptPictures(
      options.cacheFolder, megabytes: options.cacheMegabytes, program: "\(engineVersion) \(SourceManifest.ownBuild)",
      budget: options.budget, fontFolders: options.fontPaths)
    return PictureBook(
      budget: options.budget, files: files, place: options.drawingPlace, fontFolders: options.fontPaths, kept: kept,
      startsPrograms: options.convertsPictures
    ) {
      fonts.offerBundledFaces()
    }
  }

  /// The built-in themes.
  public static var themeNames: [String] { Theme.builtInNames }

  /// The bundled families, and those of the system and of further folders.
  public var allFontFamilies: [String] { fonts.families() }

  /// A few lines about which file is used for a name, and why; nil if there is no such font.
  ///
  /// - Parameter name: As authors write it, with a weight and `italic` after it: `Libertinus Serif 600 italic`.
  public func fontExplanation(_ name: String) -> String? { fonts.explain(name).printed }

  /// The folders that are searched for fonts.
  public var fontFolders: [String] { fonts.folders }

  /// Registers the bundled faces for the text of SVG files that are drawn in this process.
  public static func preparePictureFonts() {
    FontBook(ignoresSystemFonts: true, fontPaths: [], files: .none).offerBundledFaces()
  }

  /// The bundled families.
  public static var fontFamilies: [String] { FontBook.bundledFamilies }

  /// Typesets one document. Never fails: problems of the source are in the result's diagnostics.
  ///
  /// - Parameters:
  ///   - source: Markdown, with the names of its files.
  ///   - timing: Called with the duration of each stage.
  public func typeset(_ source: Source, timing: @escaping (String, Duration) -> Void = { _, _ in }) -> TypesetDocument {
    guard let budget = options.sharedBudget else { return typesetNow(source, timing) }
    return budget.admit(source.bytes.count) { typesetNow(source, timing) }
  }

  private func typesetNow(_ source: Source, _ timing: @escaping (String, Duration) -> Void) -> TypesetDocument {
    var laps = options.laps(of: source, timing)
    return laidOut(looks(of: source, &laps), &laps)
  }
}
