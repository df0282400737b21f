package import TypesetDiagnostics
internal import TypesetDrawing
internal import TypesetFiles
package import TypesetMarkdown
package import TypesetProvenance
internal import TypesetSettings
package import TypesetStyling

extension DocumentSources {
  /// Has a PDF carry blocks of code as files.
  package mutating func carry(_ files: [CodeFile]) {
    code = files.map { PDFOptions.Attachment(name: $0.name, bytes: $0.bytes, relation: .supplement) }
  }
}

extension TypesetterOptions {
  /// What a PDF of a document can carry along.
  ///
  /// - Parameters:
  ///   - source: As the author wrote it, without what it includes.
  ///   - root: The folder below which its files are.
  ///   - times: The times that the document is made with.
  package func sources(
    of source: Source, _ matter: FrontMatter, _ dialect: DialectDecision, root: String, times: CreationTime
  ) -> DocumentSources {
    var sources = DocumentSources(of: source, themes: theme?.files ?? [], known: attachedSource, root: root)
    sources.macros = mathMacros
    // The files that decided it are not carried along.
    let isOfProject = dialect.evidence.first?.kind == .project
    sources.commandLine = commandLine.map { isOfProject ? $0 + ["--from=\(dialect.dialect.tool.rawValue)"] : $0 }
    sources.keepsFiles = keepsFiles || attachedSource != nil
    if matter.text("date").map(TitleBlock.isToday) == true { sources.today = times.today }
    sources.creationTime = times.creation
    sources.diagrams = (attachedSource?.diagrams ?? []) + diagramCommands.keys.sorted()
    return sources
  }
}
