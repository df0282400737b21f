internal import Glibc
public import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
public import TypesetProvenance
internal import TypesetStyling

extension Typesetter {
  /// Seconds since 1970: the time that goes into the document; nil is none.
  var creationTime: Int? { options.attachedSource.map { $0.creationTime } ?? time }

  /// Seconds since 1970: what `date: today` means.
  var today: Int { options.attachedSource?.today ?? time ?? Glibc.time(nil) }

  /// What a PDF of a document can carry along.
  ///
  /// - Parameter source: As the author wrote it, without what it includes.
  func sources(of source: Source, _ matter: FrontMatter) -> DocumentSources {
    let themes: [Source] =
      switch options.theme {
      case .file(let theme): [theme]
      case .files(let themes): themes
      case .builtIn, nil: []
      }
    var sources = DocumentSources(of: source, themes: themes, known: options.attachedSource, root: files.rootPaths.first ?? "/")
    sources.macros = options.mathMacros
    sources.commandLine = options.commandLine
    sources.keepsFiles = options.keepsFiles || options.attachedSource != nil
    if matter.text("date").map(TitleBlock.isToday) == true { sources.today = today }
    sources.creationTime = creationTime
    sources.diagrams = (options.attachedSource?.diagrams ?? []) + options.diagramCommands.keys.sorted()
    return sources
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
