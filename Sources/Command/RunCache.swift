internal import MDTypeset
internal import TypesetCiting
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetMarkdown

/// The kept outputs of a single run (`--cache-dir`).
struct RunCache {
  private let cache: OutputCache
  private let key: String
  private let arguments: Arguments
  private let options: TypesetterOptions
  private let output: Output
  private let source: Source
  private let states = FileStates()
  private let start = FileStates.now
  private let day = FileStates.today

  /// - Parameter project: What is wrong with the project file: it is counted in what a run says last.
  /// - Returns: Nil if outputs are not kept: no cache is asked for, or the output is not a regular file.
  init?(_ arguments: Arguments, options: TypesetterOptions, output: Output, source: Source, project: [Diagnostic]) {
    guard !arguments.has("timings"), !arguments.has("trace-collect"), output.path != "-", !output.path.hasPrefix("/dev/"),
      let cache = OutputCache(arguments)
    else {
      return nil
    }
    (self.cache, self.arguments, self.options, self.output, self.source) = (cache, arguments, options, output, source)
    key = OutputCache.key(
      DocumentMaker.fingerprint(arguments, options) + ProjectMarker.key(of: options.markers ?? [])
        + ProjectBibliography.key(near: source.files.first?.folder, files: FileAccess(roots: options.roots))
        + project.map(\.severity.rawValue).joined(separator: " "),
      in: realPath("."), inputs: arguments.operands, outputs: [output.path, "\(output.format)"],
      roots: options.roots, source: source)
  }

  private var fonts: String { FileStates.fingerprint(ofFolders: Typesetter(options: options).fontFolders) }

  /// Writes the outputs if they are kept and everything that they depend on is unchanged.
  ///
  /// - Returns: The warnings of the run that made them; nil if the document has to be typeset.
  func restore() throws -> [String]? {
    guard let (record, files) = cache.entry(key), record.isOf([output], mostPages: options.budget.pages),
      record.holds(key: key, states, fonts: { fonts })
    else { return nil }
    // An output may have become an input of the document.
    guard !record.outputs.contains(where: { output in record.inputs.contains { isSameFile($0.path, output.path) } }) else { return nil }
    try OutputCache.write(record, files)
    return record.warnings.compactMap(\.text)
  }

  func keep(_ document: TypesetDocument, warnings: [String]) throws {
    let found = document.dependencies
    let inputs = found.files.map { ($0, states.hasChanged($0, since: start) ? "" : states.digest(of: $0) ?? "") }
    let outputs = try output.names(ofPages: document.pageCount).map { ($0, states.digest(of: $0) ?? "") }
    cache.keep(
      MakingRecord(
        key: key, inputs: inputs, missing: found.missing, listings: found.listings, fonts: found.dependsOnInstalledFonts ? fonts : nil,
        day: found.dependsOnDate ? day : nil, outputs: outputs,
        pages: document.pageCount, warnings: warnings.map { .string($0) }), as: key)
  }
}
