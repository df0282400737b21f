internal import MDTypeset
internal import TypesetDiagnostics

/// The one way from a source to its outputs, whichever verb asks for it: options are fitted to the outputs, the source is typeset, what is wrong
/// is gathered, the outputs are written. docs/design.md, "Making a document", says what each verb adds.
struct Making {
  let arguments: Arguments
  let outputs: [Output]
  /// Those of the arguments, fitted to the outputs.
  var options: TypesetterOptions

  /// - Parameter last: What was made of an earlier state of the source: it says whether a PDF is to carry files.
  init(_ arguments: Arguments, options: TypesetterOptions, outputs: [Output], after last: TypesetDocument? = nil) throws {
    (self.arguments, self.outputs, self.options) = (arguments, outputs, options)
    fit()
    if try TypesetVerb.pdfSettings(arguments).attachesSource || last.map(lacksFiles) == true { keepFiles() }
  }

  /// Sets what some outputs need of a document, the first one's pictures drawn before the layout.
  private mutating func fit() {
    if let first = outputs.first { options.pictureOutput = first.pictures }
    options.speaksFormulas = outputs.contains { $0.format == .svg || $0.format == .pdf && !arguments.has("no-pdf-tags") }
    options.keepsMathML = TypesetVerb.keepsMathML(arguments)
    let whole = Set(outputs.lazy.filter { $0.ranges == nil }.map(\.format))
    if whole.contains(.png) { options.budget.leaveWorkForPixels() }
    guard !arguments.has("max-pages") else { return }
    if whole.contains(.svg) { options.budget.limitPagesOfOutlines() }
    if whole.contains(.png) { options.budget.limitPagesOfPixels() }
  }

  /// Keeps what a PDF is to carry along.
  private mutating func keepFiles() {
    options.keepsFiles = true
    options.commandLine = SourceOptions.words(of: arguments)
  }

  /// True if front matter asks for a PDF that carries its source, and the files were not kept: only the front matter says so.
  private func lacksFiles(_ document: TypesetDocument) -> Bool {
    document.wishes.attachesSource && !options.keepsFiles && outputs.contains { $0.format == .pdf }
  }

  /// Typesets a source.
  ///
  /// - Parameter body: Calls the typesetter; twice where front matter asks for what only a run with files kept can give.
  mutating func typeset(_ body: (Typesetter) -> TypesetDocument) throws -> MadeDocument {
    var document = body(Typesetter(options: options))
    if lacksFiles(document) {
      keepFiles()
      document = body(Typesetter(options: options))
    }
    return try examined(document)
  }

  /// What is wrong with a document as a whole and in the formats of its outputs.
  func examined(_ document: TypesetDocument) throws -> MadeDocument {
    let settings = try TypesetVerb.pdfSettings(arguments, for: document)
    let faults = outputs.flatMap { $0.faults(of: document, settings: settings) }
    return MadeDocument(document: document, settings: settings, diagnostics: document.diagnostics + faults)
  }

  /// Writes all outputs.
  ///
  /// - Returns: The names of their files.
  func write(_ document: TypesetDocument) throws -> [String] {
    try outputs.flatMap { output in
      try output.write(document, arguments: arguments)
      return try output.names(ofPages: document.pageCount)
    }
  }
}

/// A document that has been typeset for some outputs.
struct MadeDocument {
  let document: TypesetDocument
  /// What goes into a PDF beside its pages.
  let settings: PDFSettings
  /// Its own diagnostics, then those of its outputs.
  let diagnostics: [Diagnostic]

  /// `limitReached` if a limit has cut something off.
  var code: ExitCode { diagnostics.contains { $0.code.hasPrefix("limit.") && $0.severity == .error } ? .limitReached : .done }
}
