internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetMarkdown
internal import TypesetPictures
internal import TypesetSettings

/// `mdtypeset INPUT… -o OUTPUT`: documents to pages.
enum TypesetVerb {
  static let options: [Option] =
    shared + RunReport.options + [
      DefaultsFile.option,
      Option("dry-run", help: "typeset and print what is wrong, but write nothing"),
      Option(
        "open", value: "PROGRAM", isValueOptional: true, help: "show the output when it is written, with this program (default xdg-open)"),
    ]

  /// Those that other verbs have too.
  private static let shared: [Option] =
    [
      Option("output", "o", value: "FILE", help: "output file; its extension decides the format; - is standard output"),
      Option(
        "to", "t", value: "FORMAT",
        help:
          "pdf, png, svg, txt (plain text), json (outline and structure) or pandoc-json (for pandoc -f json; pandoc2-json for pandoc 2), whatever the extension"
      ),
      Option("pages", value: "RANGES", help: "only these pages: 2,5-8,10-"),
      Option("ppi", value: "N", help: "pixels per inch of PNG pages (default 144)"),
      Option(
        "theme", value: "NAME",
        help: "how the document looks: a built-in theme or a YAML file (see mdtypeset themes); several, with commas: a file of each"),
      Option(
        "variable", "V", value: "KEY=VALUE", help: "a key of the theme (body.size=12pt) or of front matter (paper=a5); overrides both"),
    ] + settingOptions + [
      Option(
        "root", value: "DIR", help: "folder below which files may be read: pictures, fonts, themes (default: the project's, or the input's)"
      ),
      Option(
        "resource-path", value: "DIRS",
        help: "further folders, with colons between them, that are searched for pictures and included files after the document's own"),
      Option(
        "allow-net", value: "HOSTS", isValueOptional: true, help: "load pictures from the network, or from these hosts only: a.org,b.org"),
      Option("use-proxies", help: "use the proxies that the environment names (https_proxy and the like)"),
      Option("cache-dir", value: "DIR", help: "where outputs, set blocks, drawn pictures and those from the network are kept between runs"),
      Option(
        "cache-size", value: "MB",
        help: "limit for what is kept; the least recently used goes first; 0 keeps nothing (default 1024)"),
      Option("diagram", value: "LANG=COMMAND", help: "let a command draw code blocks of a language: it reads the code, writes SVG or PNG"),
      Option("no-diagrams", help: "show dot diagrams as code"),
      Option("picture-time", value: "SECONDS", help: "CPU time that drawing one picture may take (default 60)"),
      Option("pictures-time", value: "SECONDS", help: "CPU time that drawing all pictures may take (default: no limit)"),
      Option("picture-memory", value: "MB", help: "memory that drawing one picture may take (default 512)"),
    ] + Sandbox.options + [
      Option("math-macros", value: "FILE", help: "definitions for all formulas: \\newcommand lines, or \\name: expansion lines"),
      Option("no-math", help: "treat dollars and LaTeX as ordinary text"),
      Option("font-path", value: "DIR", help: "a further folder with fonts"),
      Option("ignore-system-fonts", help: "use only the bundled fonts and those of --font-path"),
      Option("no-pdf-tags", help: "write no tags (the structure that screen readers use)"),
      Option("split", value: "chapter", help: "write a PDF for each chapter, with links between the files: book-01-introduction.pdf"),
      Option("max-pages", value: "N", help: "write at most the first N pages, and end with code 7 if there are more (default 20000)"),
      Option("timeout", value: "SECONDS", help: "exit with code 7 and write nothing if it takes longer"),
      Option("cpu-time", value: "SECONDS", help: "the same for the processor's time (10 with --untrusted)"),
      Option("max-memory", value: "MB", help: "exit with code 7 and write nothing if it takes more memory"),
      Option("stream", help: "write pages while the input grows; those that are settled never change (-o 'page-{p}.png')"),
      Option("events", help: "with --stream: print settled pages, blocks and diagnostics as JSON lines; -o may be left out"),
      Option("fragments", value: "FORMAT", help: "with --events: blocks as fragments of a web page: svg (a picture of each) or html"),
      Option("interval", value: "MS", help: "with --stream: how often what may still change is written, in milliseconds (default 200)"),
      Option(
        "draft", value: "KIND", isValueOptional: true,
        help: "mark findings of check on the pages; --draft=boxes: boxes of lines, baselines, glue between words"),
      Option("synctex", help: "write doc.synctex beside doc.pdf: PDF viewers then lead from a place to the line of the source and back"),
      Option("strict", help: "exit with code 3 if there is a warning, and write nothing"),
      Option(
        "fail-on", value: "CODES", help: "the same for some diagnostics, notes too: picture.missing, or picture for all that begin so"),
      Option("quiet", "q", help: "suppress warnings"),
      Option("trace-collect", value: "NAME", help: "print to standard error what is collected, in document order: headings or labels"),
      Option(
        "timings", value: "FILE.json", isValueOptional: true, suffix: ".json",
        help: "print what each stage took to standard error, or write a file for trace viewers (Perfetto, about:tracing)"),
      Option("jobs", "j", value: "N", help: "number of threads (default: one per core)"),
      Option("explain-options", help: "print each setting of the document with where its value comes from, and typeset nothing"),
      Option("color", value: "WHEN", help: "colour in messages: auto, always or never (default auto)"),
      Option("version", help: "print the version"),
      Option("help", "h", help: "print this help"),
    ]

  /// The flags of settings.
  private static var settingOptions: [Option] {
    Settings.all.compactMap { row in
      row.flag.map { flag in
        Option(
          flag.name, flag.letter, value: flag.value,
          help: row.help + (flag.value == nil || row.standard.isEmpty ? "" : " (default \(row.standard))"))
      }
    }
  }

  /// The options of a verb that takes those of a single document too.
  ///
  /// - Parameters:
  ///   - own: Its own; they replace those of the same names.
  ///   - unused: Those without a meaning for it.
  static func options(after own: [Option], without unused: Set<String> = []) -> [Option] {
    // What is said of a stream has no meaning without one.
    let ofStreams: Set<String> = unused.contains("stream") ? ["events", "fragments", "interval"] : []
    let left = unused.union(ofStreams).union(own.map(\.name))
    return own + shared.filter { !left.contains($0.name) }
  }

  static func run(_ words: [String]) throws -> ExitCode {
    var arguments = try Arguments(try DefaultsFile.expanded(words, options: options), options: options, knowsOthers: true)
    if arguments.has("help") {
      try printOut(Help.text)
      return .done
    }
    if arguments.has("version") {
      try printOut("mdtypeset \(MDTypeset.version)\n")
      return .done
    }
    guard !arguments.operands.isEmpty else {
      throw Arguments.UsageError(message: "no input", hint: "mdtypeset doc.md writes doc.pdf; - reads standard input")
    }
    if arguments.has("explain-options") { return try explain(arguments) }
    if let version = arguments.value("to").flatMap(PandocOutput.version) { return try PandocOutput.run(arguments, for: version) }
    for name in ["events", "fragments", "interval"] where arguments.has(name) && !arguments.has("stream") {
      throw Arguments.UsageError(message: "--\(name) has no meaning without --stream", hint: "some-model | mdtypeset - --stream --events")
    }
    if arguments.has("events"), !arguments.has("output") { return try streamEvents(arguments) }
    let isImplied = try ImpliedOutput.choose(&arguments)
    arguments.operands = WorkInput.named(arguments.operands)
    let themes = try ThemeRuns(&arguments, isImplied: isImplied)
    let output = try output(arguments, isImplied: isImplied)
    if arguments.has("stream") { try StreamRun.check(arguments, output) }
    let outputs = try themes.runs.dropFirst().map { try Self.output($0.arguments, isImplied: isImplied) }
    var report = try RunReport(arguments)
    let opener = try Opener(arguments, output)
    try checkNames(of: [output] + outputs, report, arguments)
    if !arguments.has("dry-run") { for output in [output] + outputs { try output.makeFolder(arguments) } }
    let folders =
      ([output] + outputs).map(\.folder) + [Timings.folder(arguments)].compactMap(\.self) + report.files.map(Roots.folder)
    var run = try GuardedRun(arguments, inputs: arguments.operands, writing: folders)
    if arguments.has("stream") {
      run.start(with: nil)
      return try stream(arguments, run.options, output)
    }
    var timings = Timings(arguments)
    let source = try timings.measure("read") { try run.read(arguments.operands) { report.tell(ofProject: $0, in: $1) } }
    timings.progress.chapters = source.files.count { $0.chapter != nil }
    var code = try typeset(source, arguments, run.options, output, isImplied: isImplied, &timings, &report)
    for (theme, output) in zip(themes.runs.dropFirst(), outputs) {
      var options = run.options
      options.theme = theme.choice
      let next = try typeset(source, theme.arguments, options, output, isImplied: isImplied, &timings, &report)
      if code == .done { code = next }
    }
    try timings.report()
    try report.write()
    if code == .done { opener?.open() }
    return code
  }

  /// All files that a run writes, before it begins: no two of them may be one.
  private static func checkNames(of outputs: [Output], _ report: RunReport, _ arguments: Arguments) throws {
    guard outputs.count > 1 || arguments.has("synctex") || arguments.has("timings") || !report.files.isEmpty else { return }
    var claims = outputs.map(\.claim)
    if arguments.has("synctex") { claims += outputs.map { OutputClaim(file: $0.path.dropLast(4) + ".synctex") } }
    if let path = arguments.value("timings"), !path.isEmpty { claims.append(OutputClaim(file: path)) }
    claims += report.files.map { OutputClaim(file: $0) }
    for (number, claim) in claims.enumerated() {
      guard let other = claims[..<number].first(where: claim.meets) else { continue }
      throw Failure(
        .usage, "\(other.path) and \(claim.path) may be the same file", hint: "give one of them another name, or another folder")
    }
  }

  /// Where the pages of one theme go.
  private static func output(_ arguments: Arguments, isImplied: Bool) throws -> Output {
    var output = try Output(arguments)
    output.isPattern = !isImplied
    if isImplied { try ImpliedOutput.check(output) }
    output.inputs = arguments.operands.filter { $0 != "-" }
    for input in output.inputs where output.path != "-" && isSameFile(input, output.path) {
      throw Failure(.usage, "\(output.path) is also an input", hint: "give the output another name with -o")
    }
    return output
  }

  /// Typesets a source in one theme.
  private static func typeset(
    _ source: Source, _ arguments: Arguments, _ given: TypesetterOptions, _ output: Output, isImplied: Bool, _ laps: inout Timings,
    _ report: inout RunReport
  ) throws -> ExitCode {
    var timings = laps
    defer { laps = timings }
    var making = try Making(arguments, options: given, outputs: [output])
    let proof = try Proof(arguments, output)
    try ChapterFiles.check(arguments, output)
    let writes = !arguments.has("dry-run")
    let isKept = writes && arguments.value("split") == nil && !proof.writesSyncTeX && !report.needsDocument
    var entry: MemoEntry?
    if isKept, let memo = Memo(arguments, writing: output) {
      let folder = source.files.first?.folder
      making.options.markers = ProjectMarker.near(folder, files: FileAccess(roots: given.roots))
      // What is wrong with the project file is counted in what a run says last.
      entry = MemoEntry(memo, making, inputs: arguments.operands, folder: folder, more: report.project.map(\.severity.rawValue))
    }
    if let record = try entry?.restore(source) {
      if !arguments.has("quiet") { for text in record.warnings.compactMap(\.text) { complain(text) } }
      try timings.report()
      return .done
    }
    let made = try making.typeset { typesetter in
      proof.isOn
        ? proof.typeset(source, typesetter)
        : typesetter.typeset(source) { stage, time in
          timings.add(stage, time)
          Heap.release(after: stage, of: source)
        }
    }
    let document = made.document
    report.tell(made.diagnostics, in: document.source)
    if StopRule(arguments).stops(made.diagnostics) { return .stoppedByStrict }
    var names: [String] = []
    if writes {
      names = try timings.measure("write") { try making.write(document) }
      try proof.writeSyncTeX()
      report.add(document, operands: arguments.operands, outputs: names)
    }
    if let name = arguments.value("trace-collect") {
      for line in try trace(name, of: document) { complain(line + "\n") }
    }
    if isImplied, writes, !arguments.has("quiet"), isatty(STDERR_FILENO) != 0 { complain("\(output.path)\n") }
    if let entry {
      let said = RunReport.summary(of: made.diagnostics, in: document.source, after: report.project)
      _ = entry.keep(made, outputs: names, warnings: said.map { .string($0) })
    }
    return made.code
  }

  /// `--stream --events` without pages.
  private static func streamEvents(_ arguments: Arguments) throws -> ExitCode {
    try StreamRun.check(arguments, nil)
    var run = try GuardedRun(arguments, inputs: arguments.operands)
    run.start(with: nil)
    return try stream(arguments, run.options, nil)
  }

  /// `--stream`
  private static func stream(_ arguments: Arguments, _ options: TypesetterOptions, _ output: Output?) throws -> ExitCode {
    var making = try Making(arguments, options: options, outputs: [output].compactMap(\.self))
    if arguments.has("fragments") { (making.options.pictureOutput, making.options.speaksFormulas) = (.svg, true) }
    making.options.writesHTML = arguments.value("fragments") == "html"
    var run = try StreamRun(arguments, options: making.options, output: output)
    let made = try making.examined(run.run(limit: options.budget.sourceBytes))
    if !arguments.has("quiet"), !arguments.has("events") {
      for text in RunReport.summary(of: made.diagnostics, in: made.document.source) { complain(text) }
    }
    return made.code
  }

  /// `--trace-collect`
  private static func trace(_ name: String, of document: TypesetDocument) throws -> [String] {
    guard let lines = document.trace(ofCollector: name) else {
      throw Arguments.UsageError(
        message: "nothing called \"\(name)\" is collected", hint: "--trace-collect headings, --trace-collect labels")
    }
    return lines
  }

  static var themeNames: [String] { Typesetter.themeNames }

  /// `--explain-options`: the settings of a document, and where each value comes from.
  private static func explain(_ arguments: Arguments) throws -> ExitCode {
    var run = try GuardedRun(arguments, inputs: arguments.operands)
    let source = try run.read(arguments.operands)
    try printOut(Typesetter(options: run.options).explainedSettings(of: source, theme: arguments.value("theme")))
    return .done
  }

  /// True if a standard that is asked for has formulas as MathML.
  static func keepsMathML(_ arguments: Arguments) -> Bool {
    var settings = PDFSettings()
    for name in standards(arguments) { _ = settings.follow(name) }
    return settings.hasMathML
  }

  private static func standards(_ arguments: Arguments) -> [String] {
    arguments.all("pdf-standard").flatMap { $0.split(separator: ",").map(String.init) }
  }

  /// What goes into a PDF beside its pages.
  ///
  /// - Parameter document: What it asks for in front matter is added; contradictions between the two are reported.
  static func pdfSettings(_ arguments: Arguments, for document: TypesetDocument? = nil) throws -> PDFSettings {
    var settings = PDFSettings()
    settings.isTagged = !arguments.has("no-pdf-tags")
    settings.attachesSource = arguments.has("attach-source")
    for name in standards(arguments) where !settings.follow(name) {
      let near = nearest(to: name, among: PDFSettings.standardNames).map { "did you mean \($0)? " } ?? ""
      throw Arguments.UsageError(
        message: "unknown PDF standard \"\(name)\"", hint: near + "use one of \(PDFSettings.standardNames.joined(separator: ", "))")
    }
    if let document { settings.follow(document.wishes) }
    if let (message, hint) = settings.contradiction { throw Arguments.UsageError(message: message, hint: hint) }
    return settings
  }

  /// The options that all verbs which typeset understand.
  static func typesettingOptions(_ arguments: Arguments, inputs: [String]) throws -> TypesetterOptions {
    var options = TypesetterOptions()
    options.roots = try Roots.of(inputs, arguments: arguments)
    // Nobody has said that what is beside an input may be read, secrets included.
    options.readsHiddenFiles = !Sandbox.isOn(arguments) || arguments.has("root")
    options.resourceFolders = try Roots.resourceFolders(arguments)
    options.readsMath = !arguments.has("no-math")
    options.ignoresSystemFonts = arguments.has("ignore-system-fonts")
    options.fontPaths = try Roots.fontFolders(arguments)
    options.drawingPlace = .program("/proc/self/exe")
    if let name = arguments.value("theme") { options.theme = try theme(name, roots: options.roots) }
    if let name = arguments.value("from") {
      do throws(Dialect.NameFault) { _ = try Dialect.named(name) } catch {
        // What pandoc reads beside Markdown.
        let isOther = ["docx", "html", "latex", "tex", "rst", "org", "odt", "epub", "typst", "textile", "mediawiki", "docbook"].contains(
          name)
        throw Arguments.UsageError(
          message: error.message,
          hint: isOther ? "mdtypeset reads Markdown; pandoc converts other formats to it: pandoc -t markdown" : error.hint)
      }
    }
    // Dedicated options for what is set most often; `-V` overrides them.
    for row in Settings.all {
      guard let flag = row.flag, let name = row.name, arguments.has(flag.name) else { continue }
      let value = flag.value == nil ? nil : arguments.value(flag.name)
      let written = "--\(flag.name)" + (value.map { " \($0)" } ?? "")
      options.variables.append(Variable(key: name, value: value ?? "true", written: written))
    }
    options.variables += try arguments.all("variable").map(variable)
    if arguments.has("allow-net") { options.network = network(arguments) }
    options.cacheFolder = arguments.value("cache-dir")
    options.cacheMegabytes = Memo.megabytes(arguments)
    options.showsDiagramsAsCode = arguments.has("no-diagrams")
    options.drawsDiagrams = !options.showsDiagramsAsCode
    options.convertsPictures = true
    for word in arguments.all("diagram") {
      let parts = word.split(separator: "=", maxSplits: 1).map(String.init)
      guard parts.count == 2, let command = DiagramCommand(parts[1]) else {
        throw Arguments.UsageError(
          message: "--diagram expects LANG=COMMAND, not \"\(word)\"", hint: "--diagram mermaid='mmdc -i - -o - -e svg'")
      }
      options.diagramCommands[parts[0].lowercased()] = command
    }
    if let path = arguments.value("math-macros") {
      options.mathMacros = String(decoding: try readInput(path, limit: options.budget.formulaBytes), as: UTF8.self)
    }
    try PictureProcesses.readLimits(arguments, into: &options.budget)
    options.threads = try count("jobs", arguments)
    if arguments.value("split") != nil {
      options.chaptersBeginPages = true
      options.variables.insert(Variable(key: "h1.page-break", value: "true", written: "--split"), at: 0)
    }
    if let pages = try count("max-pages", arguments) { options.budget.pages = pages }
    if let megabytes = try count("max-memory", arguments) ?? Sandbox.megabytes(arguments) {
      options.budget.fit(memory: min(megabytes, 1 << 30) << 20)
    }
    return options
  }

  /// A length, not below zero.
  static func length(_ name: String, _ arguments: Arguments) throws -> Length? {
    guard let word = arguments.value(name) else { return nil }
    guard let length = Length(word), length >= .zero else {
      throw Arguments.UsageError(message: "\"\(word)\" is no length", hint: "--\(name) 0.1pt")
    }
    return length
  }

  /// A number above zero.
  static func count(_ name: String, _ arguments: Arguments) throws -> Int? {
    try arguments.value(name).map { text in
      guard let count = DocumentNumber.whole(text, in: 0...1 << 40), count > 0, count < 1 << 40 else {
        throw Arguments.UsageError(message: "--\(name) expects a positive integer, not \"\(text)\"", hint: nil)
      }
      return count
    }
  }

  /// Where pictures may be loaded from; an empty list of hosts means all.
  private static func network(_ arguments: Arguments) -> NetworkAccess {
    var access = NetworkAccess()
    access.hosts = arguments.all("allow-net").flatMap { $0.split(separator: ",").map(String.init) }
    access.usesProxies = arguments.has("use-proxies")
    access.cache = arguments.value("cache-dir") ?? cacheFolder
    return access
  }

  /// `$XDG_CACHE_HOME/mdtypeset`, or in the home folder; nil where there is none.
  static var cacheFolder: String? { userFolder("XDG_CACHE_HOME", else: ".cache") }

  /// `key=value`; pandoc's `key:value` too, and a key alone, which is true.
  private static func variable(_ word: String) throws -> Variable {
    let parts = word.split(maxSplits: 1, omittingEmptySubsequences: false) { $0 == "=" || $0 == ":" }
    let key = String(parts[0])
    guard !key.isEmpty else { throw Arguments.UsageError(message: "-V expects KEY=VALUE, not \"\(word)\"", hint: "-V body.size=12pt") }
    let names = Settings.groups
    if let root = key.split(separator: ".").first.map(String.init), root != key, !names.contains(root), Settings.setting(named: root) == nil
    {
      let near = nearest(to: root, among: names).map { "did you mean \($0)?" }
      throw Arguments.UsageError(message: "unknown key \(key)", hint: near ?? "keys with dots start with \(names.joined(separator: ", "))")
    }
    return Variable(key: key, value: parts.count > 1 ? String(parts[1]) : "true", written: "-V \(word)")
  }

  static func isThemeFile(_ name: String) -> Bool { name.hasSuffix(".yaml") || name.hasSuffix(".yml") || name.contains("/") }

  /// A built-in theme by name, or a theme file.
  static func theme(_ name: String, roots: [String]) throws -> ThemeChoice {
    if isThemeFile(name) {
      var sources = [Source(name: name, bytes: try readInput(name, limit: 1 << 20), folder: Roots.folder(of: name))]
      // The files that it builds on.
      let files = FileAccess(roots: [Roots.folder(of: name)] + roots)
      while let base = Typesetter.baseFile(ofTheme: sources[0]) {
        guard sources.count < 8 else { throw Failure(.usage, "\(name) builds on itself, or on more than eight files") }
        do throws(FileFailure) {
          let file = try files.read(base, from: sources[0].files[0].folder, limit: 1 << 20)
          sources.insert(Source(name: base, bytes: file.bytes, folder: file.folder), at: 0)
        } catch {
          throw Failure(.inputUnreadable, "cannot read \(base), the base of \(sources[0].files[0].name): \(error)", hint: error.hint)
        }
      }
      return .files(sources)
    }
    guard Typesetter.themeNames.contains(name) else {
      let near = nearest(to: name, among: Typesetter.themeNames).map { "did you mean \($0)? " } ?? ""
      throw Failure(
        .usage, "unknown theme \"\(name)\"", hint: near + "the built-in themes are \(Typesetter.themeNames.joined(separator: ", "))")
    }
    return .builtIn(name)
  }

  static func read(_ inputs: [String], _ options: TypesetterOptions) throws -> Source {
    let sources = try inputs.map { input in
      let bytes = try readInput(input, limit: options.budget.sourceBytes)
      return try InputFormat.source(input == "-" ? "<stdin>" : input, bytes, folder: Roots.base(of: input, roots: options.roots), options)
    }
    return Source(joining: sources)
  }

  static func readInput(_ path: String, limit: Int) throws -> [UInt8] {
    do {
      return try readFile(path, limit: limit)
    } catch {
      if error.code == EFBIG {
        throw Failure(.limitReached, "\(path) is larger than \(limit >> 10) KB", hint: "split it into several files")
      }
      if error.code == EISDIR {
        let hint = "mdtypeset \(path) makes one document of it, mdtypeset batch \(path) -o OUT one of each file in it"
        throw Failure(.usage, "\(path) is a folder", hint: hint)
      }
      let hint = error.code == ENOENT ? hintOnMissing(path) : nil
      throw Failure(.inputUnreadable, "cannot read \(path): \(error.words)", hint: hint)
    }
  }

  /// The file that was probably meant, or the folder that was looked into.
  private static func hintOnMissing(_ path: String) -> String {
    let folder = Roots.folder(of: path)
    guard let place = realPath(folder), let names = try? fileNames(in: place) else { return "there is no folder \(folder)" }
    let name = path.split(separator: "/").last.map(String.init) ?? path
    if let near = nearest(to: name, among: names.filter { !$0.hasPrefix(".") }) {
      return "did you mean \(path.dropLast(name.count))\(near)?"
    }
    return "it was looked for in \(place)"
  }
}

func printOut(_ text: String) throws {
  do {
    unsafe try writeFile("-") { write in unsafe try Array(text.utf8).withUnsafeBytes { try unsafe write($0) } }
  } catch let error as SystemError {
    throw Failure(.outputUnwritable, "cannot write standard output: \(error.words)")
  }
}
