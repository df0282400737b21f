internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
internal import TypesetProvenance
internal import TypesetSettings
internal import TypesetStyling

extension Typesetter {
  /// The times that the document is made with.
  var times: CreationTime { CreationTime(time, attached: options.attachedSource) }

  /// What a PDF of a document can carry along.
  ///
  /// - Parameter source: As the author wrote it, without what it includes.
  func sources(of source: Source, _ matter: FrontMatter, _ dialect: DialectDecision) -> DocumentSources {
    var sources = DocumentSources(
      of: source, themes: options.theme?.files ?? [], known: options.attachedSource, root: files.rootPaths.first ?? "/")
    sources.macros = options.mathMacros
    // The files that decided it are not carried along.
    let isOfProject = dialect.evidence.first?.kind == .project
    sources.commandLine = options.commandLine.map { isOfProject ? $0 + ["--from=\(dialect.dialect.tool.rawValue)"] : $0 }
    sources.keepsFiles = options.keepsFiles || options.attachedSource != nil
    if matter.text("date").map(TitleBlock.isToday) == true { sources.today = times.today }
    sources.creationTime = times.creation
    sources.diagrams = (options.attachedSource?.diagrams ?? []) + options.diagramCommands.keys.sorted()
    return sources
  }
}
