internal import MDTypeset
internal import TypesetDiagnostics

/// The Markdown of a PDF, for verbs that look at documents.
enum CarriedSource {
  /// Reads the inputs; a single PDF is read as the source that it carries, with the options with which it was made.
  ///
  /// - Parameter options: Those of the run. A theme and keys that they set override the PDF's own.
  static func read(_ inputs: [String], _ options: inout TypesetterOptions) throws -> Source {
    if let work = try WorkInput(inputs, options) {
      for message in work.messages { complain(message) }
      options.searchedFolders += work.folders
      return work.source
    }
    guard inputs.count == 1, let input = inputs.first, input.lowercased().hasSuffix(".pdf") else {
      return try TypesetVerb.read(inputs, options)
    }
    let file = try TypesetVerb.readInput(input, limit: 1 << 30)
    guard InputKind.isPDF(file) else { return try TypesetVerb.read(inputs, options) }
    guard let attached = AttachedSource(pdf: file, limit: 1 << 30), !attached.inputs.isEmpty else {
      throw Failure(
        .inputUnreadable, "\(input) is a PDF that carries no source", hint: "name its Markdown, or typeset it again with --attach-source")
    }
    for fault in attached.faults { complain("mdtypeset: warning: \(fault)\n") }
    var own: TypesetterOptions
    do {
      let arguments = try SourceOptions.arguments(of: attached.commandLine)
      own = try TypesetVerb.typesettingOptions(arguments, inputs: [])
      try Sandbox.narrow(&own, arguments)
    } catch let error as Arguments.UsageError {
      throw Failure(.inputUnreadable, "\(input) was made with options that this program does not know: \(error.message)")
    }
    let source = attached.source(&own)
    (options.attachedSource, options.commandLine, options.roots, options.network) = (own.attachedSource, own.commandLine, [], nil)
    options.variables = own.variables + options.variables
    options.theme = options.theme ?? own.theme
    options.readsMath = options.readsMath && own.readsMath
    options.ignoresSystemFonts = options.ignoresSystemFonts || own.ignoresSystemFonts
    if options.mathMacros.isEmpty { options.mathMacros = own.mathMacros }
    if own.showsDiagramsAsCode { (options.showsDiagramsAsCode, options.drawsDiagrams) = (true, false) }
    return source
  }
}
