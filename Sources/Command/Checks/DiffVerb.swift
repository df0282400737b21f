internal import MDTypeset
internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetRegression
internal import TypesetReports
internal import TypesetSettings

/// `mdtypeset diff A B`: what differs on the pages of two files, and why.
enum DiffVerb {
  private static let own: [Option] = [
    Option(
      "output", "o", value: "FILE",
      help: "report.html: a web page; out.json: places; out.png: the pages of B, changes outlined; out.pdf: the text, changes marked"),
    Option("threshold", value: "LENGTH", help: "shifts below this do not count (default 0.1pt)"),
    Option("format", value: "FORMAT", help: "human, json, junit, sarif, github or markdown on standard output (default human)"),
  ]

  private static let unused: Set<String> = [
    "to", "ppi", "pages", "pdf-standard", "no-pdf-tags", "attach-source", "strict", "fail-on", "quiet", "timings", "explain-options",
    "cache-size", "version", "draft", "synctex", "stream", "trace-collect",
  ]

  static var options: [Option] { TypesetVerb.options(after: own, without: unused) }

  private static let help = """
    mdtypeset diff A B [-o report.html|out.json|out.png|changes.pdf] [--threshold 0.1pt]
    mdtypeset diff REV: FILE · REV:FILE REV:FILE · REV REV FILE

    Compares the pages of two files, each Markdown, PDF (of any program; the tools of poppler-utils read it) or PNG, and says in
    words what changed and what only moved. Exits with 1 if they differ.

    REV is a commit, a branch or a tag of git, which is run to read it: "main: doc.md" compares doc.md with the one of that branch. What the
    document reads is of the revision too.

    With -o changes.pdf, the texts of two Markdown files are compared instead: inserted words are underlined, removed ones struck through, and
    bars in the margin mark both. Formulas, tables, pictures and code blocks are compared as wholes.
    """

  private enum Kind: String { case html, json, png, pdf }

  /// The pages of one file that a report shows.
  private static let shownPages = 20

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help, own: own) else { return .done }
    guard (2...3).contains(arguments.operands.count) else {
      throw Arguments.UsageError(message: "diff takes two files", hint: "mdtypeset diff old.md new.md -o report.html")
    }
    let operands = try RevisionOperand.pair(arguments.operands)
    guard !Sandbox.isOn(arguments) || operands.allSatisfy({ $0.tree == nil }) else {
      throw Failure(.usage, "a revision cannot be read in the sandbox: git is another program", hint: "leave out --sandbox and --untrusted")
    }
    // The folders of revisions are removed with them.
    return try withExtendedLifetime(operands) { try run(arguments, operands) }
  }

  private static func run(_ given: Arguments, _ operands: [RevisionOperand]) throws -> ExitCode {
    var arguments = given
    arguments.operands = operands.map(\.path)
    let name = operands.map(\.shown).joined(separator: " → ")
    let output = arguments.value("output")
    let kind = try output.map(kind)
    let format = try arguments.value("format").map { word in
      guard let format = TestReport(rawValue: word) else {
        throw Arguments.UsageError(message: "unknown value \"\(word)\" of --format", hint: own.last?.help)
      }
      return format
    }
    if kind == .pdf { try refuseComparing(arguments) }
    var comparison = FileComparison()
    comparison.threads = try TypesetVerb.count("jobs", arguments) ?? coreCount
    if kind == .html { (comparison.viewLimit, comparison.pairsViews) = (shownPages, true) }
    if let length = try TypesetVerb.length("threshold", arguments) { comparison.threshold = length.points }
    var run = try GuardedRun(arguments, inputs: arguments.operands, writing: output.map { [Roots.folder(of: $0)] } ?? [])
    run.start(with: nil)
    if kind == .pdf, let output { return try writeChanges(arguments, name, run.options, to: output) }
    let files = try operands.map { try file($0, arguments, run.options) }
    if Sandbox.isOn(arguments), files.contains(where: \.isPDF) {
      throw Failure(
        .usage, "a PDF cannot be compared in the sandbox: programs of Poppler read it", hint: "leave out --sandbox and --untrusted")
    }
    var result: FileComparison.Result
    do {
      result = try comparison.compare(files[0], files[1], name: name, outlines: kind == .png)
    } catch let failure as ComparisonFailure {
      throw Failure(failure.reason == .unreadable ? .inputUnreadable : .noResultPossible, failure.description)
    }
    for tree in operands.compactMap(\.tree) { result.outcome.rename(tree.named) }
    if let output, let kind { try write(result, kind, to: output) }
    if format != nil || output != "-" { try printOut((format ?? .human).text(of: [result.outcome])) }
    return result.outcome.isGood ? .done : .differenceFound
  }

  private static func kind(of output: String) throws -> Kind {
    guard let dot = output.lastIndex(of: "."), let kind = Kind(rawValue: output[output.index(after: dot)...].lowercased()) else {
      throw Arguments.UsageError(message: "\(output) has no extension that gives a format", hint: "use .html, .json, .png or .pdf")
    }
    return kind
  }

  private static func file(_ operand: RevisionOperand, _ arguments: Arguments, _ options: TypesetterOptions) throws -> ComparedFile {
    let path = WorkInput.named([operand.path]).first ?? operand.path
    let bytes = path.hasSuffix("/") ? [] : try TypesetVerb.readInput(path, limit: 1 << 30)
    return try ComparedFile(name: operand.tree == nil ? path : operand.shown, bytes: bytes) {
      var options = options
      options.roots = try Roots.of([path], arguments: arguments)
      if let tree = operand.tree {
        // What a document of a revision reads is of the revision too.
        options.roots = options.roots.map { tree.place(of: $0) ?? $0 }
        options.resourceFolders = options.resourceFolders.map { tree.place(of: $0) ?? $0 }
      }
      return (try WorkInput.source([path], &options), Typesetter(options: options))
    }
  }

  private static func write(_ result: FileComparison.Result, _ kind: Kind, to path: String) throws {
    try writing(path) {
      switch kind {
      case .html: try writeWhole(Array(ReportPage.html(title: "mdtypeset diff", [result.outcome]).utf8), to: path)
      case .json: try writeWhole(Array(TestReport.json.text(of: [result.outcome]).utf8), to: path)
      case .pdf: break
      case .png:
        let count = (result.outlined.map(\.page).max() ?? 0) + 1
        for (page, png) in result.outlined {
          try writeWhole(png, to: count == 1 ? path : pageFileName(path, number: page, count: count))
        }
      }
    }
  }

  private static func refuseComparing(_ arguments: Arguments) throws {
    for name in ["format", "threshold"] where arguments.has(name) {
      throw Arguments.UsageError(message: "--\(name) has no meaning for changes in a text", hint: "leave it out, or write an .html file")
    }
  }

  /// `-o changes.pdf`: the text of the second file with its changes marked.
  private static func writeChanges(
    _ arguments: Arguments, _ name: String, _ options: TypesetterOptions, to path: String
  ) throws -> ExitCode {
    let texts = try arguments.operands.map { path in
      var options = options
      let source = try WorkInput.source([path], &options)
      guard !source.bytes.starts(with: Array("%PDF".utf8)), !source.bytes.starts(with: [0x89, 0x50, 0x4E, 0x47]) else {
        throw Failure(.noResultPossible, "\(path) is not Markdown, so that its text cannot be marked", hint: "use -o report.html")
      }
      return source
    }
    let (document, changes) = Typesetter(options: options).typeset(changesFrom: texts[0], to: texts[1])
    for text in document.diagnostics.summarized(in: document.source) { complain(text) }
    let settings = try TypesetVerb.pdfSettings(arguments)
    try writing(path) { unsafe try writeFile(path) { write in unsafe try document.writePDF(settings: settings) { unsafe try write($0) } } }
    if path != "-" { try printOut("\(name): \(changes.summary)\n") }
    return changes.isEmpty ? .done : .differenceFound
  }
}
