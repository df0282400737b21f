internal import TypesetDiagnostics

/// A verb of the program: a row of the table that `main`, `--help`, completions and the manual page read.
struct Verb {
  var name: String
  /// How it is typed, without the program's name.
  var usage: String
  /// A few words, in lower case.
  var help: String
  var run: ([String]) throws -> ExitCode
  /// The table is read to find a verb; only the options of the one that runs are made.
  private let makeOptions: () -> [Option]

  init(
    name: String, usage: String, help: String, options: @autoclosure @escaping () -> [Option],
    run: @escaping ([String]) throws -> ExitCode
  ) {
    (self.name, self.usage, self.help, self.run) = (name, usage, help, run)
    makeOptions = options
  }

  var options: [Option] { makeOptions() }
}

enum Verbs {
  /// All verbs except typesetting, which needs none.
  static var all: [Verb] {
    [
      Verb(
        name: "init", usage: "init [KIND] [FILE]", help: "write a document to start with: article, book, letter, slides, thesis",
        options: InitVerb.options, run: InitVerb.run),
      Verb(
        name: "batch", usage: "batch INPUTS… -o DIR", help: "typeset many documents: files, folders, patterns", options: BatchVerb.options,
        run: BatchVerb.run),
      Verb(
        name: "watch", usage: "watch INPUT -o OUTPUT", help: "typeset again on each change; --preview shows the pages in a browser",
        options: WatchVerb.options, run: WatchVerb.run),
      Verb(
        name: "lsp", usage: "lsp", help: "serve an editor: diagnostics, completion, hover (Language Server Protocol)",
        options: LanguageServerVerb.options, run: LanguageServerVerb.run),
      Verb(
        name: "worker", usage: "worker --root DIR --output-dir DIR", help: "typeset jobs that arrive as JSON lines on standard input",
        options: WorkerVerb.options, run: WorkerVerb.run),
      Verb(
        name: "math", usage: "math 'FORMULA' -o eq.svg", help: "typeset one formula, cropped", options: MathVerb.options, run: MathVerb.run),
      Verb(
        name: "inspect", usage: "inspect STAGE INPUT", help: "print what a stage makes: \(InspectVerb.stageList)",
        options: InspectVerb.options, run: InspectVerb.run),
      Verb(
        name: "extract", usage: "extract FILE.pdf", help: "print the Markdown that --attach-source put into a PDF",
        options: ExtractVerb.options, run: ExtractVerb.run),
      Verb(
        name: "comments", usage: "comments FILE.pdf [INPUTS…]",
        help: "print the highlights and notes that readers made in a PDF, by line of the source",
        options: CommentsVerb.options, run: CommentsVerb.run),
      Verb(
        name: "verify", usage: "verify FILE.pdf", help: "typeset the source that a PDF carries again and compare the pages",
        options: VerifyVerb.options, run: VerifyVerb.run),
      Verb(
        name: "check", usage: "check INPUTS…", help: "list typographic faults and broken references, with rule, line and page",
        options: CheckVerb.options, run: CheckVerb.run),
      Verb(
        name: "test", usage: "test DIR", help: "compare the pages of documents with references; report what changed and why",
        options: TestVerb.options, run: TestVerb.run),
      Verb(
        name: "diff", usage: "diff A B", help: "what differs on the pages of two files (Markdown, PDF, PNG), and why",
        options: DiffVerb.options, run: DiffVerb.run),
      Verb(
        name: "explain", usage: "explain FILE --page N --at X,Y", help: "what is at a place, and why lines and pages end where they do",
        options: ExplainVerb.options, run: ExplainVerb.run),
      Verb(
        name: "query", usage: "query FILE --rects --json", help: "print where headings, figures, formulas and names are",
        options: QueryVerb.options, run: QueryVerb.run),
      Verb(
        name: "snapshot", usage: "snapshot FILE --node '#NAME' -o FILE.png", help: "one part of a document as a picture",
        options: SnapshotVerb.options, run: SnapshotVerb.run),
      Verb(
        name: "library", usage: "library ACTION", help: "keep documents, search them, typeset them: add, list, search, show, render, rm",
        options: LibraryVerb.options, run: LibraryVerb.run),
      Verb(
        name: "fonts", usage: "fonts", help: "list the fonts that can be named; --explain NAME shows which file is used",
        options: FontsVerb.options, run: FontsVerb.run),
      Verb(
        name: "themes", usage: "themes", help: "list the built-in themes; --specimen shows one", options: ThemesVerb.options,
        run: ThemesVerb.run),
      Verb(
        name: "icons", usage: "icons [WORD…]", help: "list the icons; -o SHEET.pdf shows them", options: IconsVerb.options,
        run: IconsVerb.run),
      Verb(
        name: "keys", usage: "keys [WORD]", help: "list the keys of front matter, themes and -V", options: KeysVerb.options,
        run: KeysVerb.run),
      Verb(
        name: "completions", usage: "completions SHELL", help: "print completions for bash, zsh or fish", options: CompletionsVerb.options,
        run: CompletionsVerb.run),
      Verb(name: "man", usage: "man", help: "print the manual page", options: ManualVerb.options, run: ManualVerb.run),
      Verb(
        name: "info", usage: "info [--json]", help: "print version, build, libraries, fonts and sandbox, for reports of faults",
        options: InfoVerb.options, run: InfoVerb.run),
      Verb(
        name: "doctor", usage: "doctor", help: "report what this machine lacks that documents may need", options: DoctorVerb.options,
        run: DoctorVerb.run),
      Verb(
        name: "check-sandbox", usage: "check-sandbox", help: "report which parts of --sandbox this machine supports", options: [],
        run: Sandbox.check),
    ]
  }

  /// Verbs of Typst and Quarto that mean typesetting.
  private static let typesetting = ["compile", "c", "render", "typeset"]

  /// The first word decides, even if there is a file of that name; `./math` is a file.
  static func run(_ words: [String]) throws -> ExitCode {
    guard let first = words.first else { return try TypesetVerb.run(words) }
    let rest = Array(words.dropFirst())
    if first == "help" { return try help(on: rest.first) }
    if first == "picture-worker" { try PictureProcesses.runWorker(rest) }
    if let verb = all.first(where: { $0.name == first }) { return try verb.run(rest) }
    if typesetting.contains(first) { return try TypesetVerb.run(rest) }
    if first.allSatisfy({ $0.isLetter || $0 == "-" }), first != "-", !first.hasPrefix("-"), !fileExists(first) {
      if let command = foreign[first] {
        throw Arguments.UsageError(message: "\"\(first)\" is neither a verb nor a file", hint: "mdtypeset \(command)")
      }
      let names = all.map(\.name) + typesetting.filter { $0.count > 1 }
      throw Arguments.UsageError(
        message: "\"\(first)\" is neither a verb nor a file",
        hint: nearest(to: first, among: names.sorted()).map { "did you mean mdtypeset \($0)?" } ?? "mdtypeset help lists the verbs")
    }
    return try TypesetVerb.run(words)
  }

  /// Verbs of other programs, and what does here what they do.
  private static let foreign: [String: String] = [
    "serve": "watch doc.md --preview", "preview": "watch doc.md --preview", "build": "doc.md, or a folder: mdtypeset batch DIR -o OUT",
    "make": "doc.md, or a folder: mdtypeset batch DIR -o OUT", "convert": "doc.md -o doc.pdf", "pdf": "doc.md -o doc.pdf",
    "lint": "check doc.md",
    "new": "init article", "list": "themes, fonts, icons or keys", "version": "--version",
  ]

  private static func help(on name: String?) throws -> ExitCode {
    guard let name else { return try TypesetVerb.run(["--help"]) }
    guard let verb = all.first(where: { $0.name == name }) else {
      throw Arguments.UsageError(message: "there is no verb \"\(name)\"", hint: "mdtypeset help lists the verbs")
    }
    return try verb.run(["--help"])
  }
}
