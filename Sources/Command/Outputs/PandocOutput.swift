internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetPandoc

/// `-t pandoc-json`: the document as pandoc reads it, without pages; `pandoc2-json` for pandoc 2.
enum PandocOutput {
  private static let versions: [String: PandocExport.Version] = ["pandoc-json": .three, "pandoc": .three, "pandoc2-json": .two]

  /// What `--to` asks for; nil for other formats.
  static func version(of format: String) -> PandocExport.Version? { versions[format] }

  static func run(_ given: Arguments, for version: PandocExport.Version) throws -> ExitCode {
    var arguments = given
    arguments.operands = WorkInput.named(arguments.operands)
    let path = arguments.value("output") ?? "-"
    for input in arguments.operands where input != "-" && path != "-" && isSameFile(input, path) {
      throw Failure(.usage, "\(path) is also an input", hint: "give the output another name with -o")
    }
    var report = try RunReport(arguments)
    let folders = (path == "-" ? [] : [Roots.folder(of: path)]) + report.files.map(Roots.folder)
    var run = try GuardedRun(arguments, inputs: arguments.operands, writing: folders)
    let inputs = try run.read(arguments.operands)
    let (document, source) = Typesetter(options: run.options).parsed(inputs, cites: true)
    report.tell(document.diagnostics, in: source)
    if StopRule(arguments).stops(document.diagnostics) { return .stoppedByStrict }
    let bytes = PandocExport.json(
      of: document, source: source, for: version, readsMath: run.options.readsMath, budget: run.options.budget)
    if !arguments.has("dry-run") {
      try writing(path) { unsafe try writeFile(path) { write in unsafe try bytes.withUnsafeBytes { try unsafe write($0) } } }
    }
    try report.write()
    return .done
  }
}
