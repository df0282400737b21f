internal import Glibc
internal import MDTypeset
internal import Synchronization
internal import TypesetDiagnostics
internal import TypesetPictures
internal import TypesetSettings

/// The options that affect the pages, which a PDF that carries its source therefore stores.
enum SourceOptions {
  /// They are stored as they were given. Themes, definitions, and pictures from the network and other programs are stored as files.
  static let stored = Set(Settings.all.compactMap { $0.flag?.name }).union([
    "theme", "variable", "no-math", "ignore-system-fonts", "no-diagrams", "pages", "max-pages", "pdf-standard", "no-pdf-tags",
    "attach-source", "untrusted", "sandbox",
  ])

  /// They decide what may be read, where the result goes, how long it may take and what is reported.
  // What a file of `--defaults` holds is stored as if it had been typed.
  static let leftOut: Set<String> = [
    "output", "to", "ppi", "root", "allow-net", "use-proxies", "cache-dir", "diagram", "picture-time", "pictures-time", "picture-memory",
    "math-macros", "font-path", "timeout", "cpu-time", "max-memory", "strict", "fail-on", "quiet", "timings", "trace-collect", "jobs",
    "version",
    "help",
    "explain-options", "color", "cache-size", "stream", "events", "fragments", "interval", "draft", "synctex", "resource-path", "dry-run",
    "open",
    "log", "deps", "deps-format", "diagnostic-format", "defaults", "split",
  ]

  /// The equivalent words of a command line, in the order of the options' table.
  static func words(of arguments: Arguments) -> [String] {
    TypesetVerb.options.filter { stored.contains($0.name) }.flatMap { option in
      arguments.all(option.name).filter { option.name != "theme" || !TypesetVerb.isThemeFile($0) }.map { value in
        option.value == nil ? "--\(option.name)" : "--\(option.name)=\(value)"
      }
    }
  }

  /// The words in an untrusted file, restricted to options that are stored.
  static func arguments(of words: [String]) throws -> Arguments {
    let options = TypesetVerb.options.filter { stored.contains($0.name) }
    let arguments = try Arguments(words, options: options)
    guard arguments.operands.isEmpty, arguments.value("theme").map({ !TypesetVerb.isThemeFile($0) }) ?? true else {
      throw Arguments.UsageError(message: "it names files of this machine", hint: nil)
    }
    return arguments
  }
}

/// `mdtypeset verify FILE.pdf`: whether a PDF is what its attached source becomes.
enum VerifyVerb {
  static let options: [Option] = [
    Option("font-path", value: "DIR", help: "a further folder with fonts"),
    Option("timeout", value: "SECONDS", help: "exit with code 7 if it takes longer"),
    Option("max-memory", value: "MB", help: "exit with code 7 if it takes more memory"),
    Option("jobs", "j", value: "N", help: "number of threads (default: one per core)"),
    Option("help", "h", help: "print this help"),
  ]

  private static let help = """
    mdtypeset verify FILE.pdf

    Typesets the source that --attach-source put into a PDF again, locked in as with --sandbox, and compares the result with the file.
    Exits with 0 where they are the same byte for byte, with 1 where they differ (every page that differs is named), with 6 where that
    cannot be told, since another version or other fonts made the file.
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard let arguments = try Arguments.ofVerb(words, options: options, help: help) else { return .done }
    guard arguments.operands.count == 1, let input = arguments.operands.first else {
      throw Arguments.UsageError(message: "verify takes one PDF file", hint: "mdtypeset verify out.pdf")
    }
    let watchdog = Watchdog(
      seconds: try TypesetVerb.count("timeout", arguments), megabytes: try TypesetVerb.count("max-memory", arguments))
    watchdog.supervise()
    let fontFolders = try Roots.fontFolders(arguments)
    var options = TypesetterOptions()
    options.threads = try TypesetVerb.count("jobs", arguments)
    let place = PictureProcesses.place(for: nil, budget: options.budget, fontFolders: fontFolders)
    Sandbox.enter(readable: fontFolders + (input == "-" ? [] : [input]), writable: [])
    watchdog.start()

    let file = try TypesetVerb.readInput(input, limit: 1 << 30)
    guard let source = AttachedSource(pdf: file, limit: 1 << 30) else {
      throw Failure(.inputUnreadable, "\(input) carries no source", hint: "mdtypeset stores it with --attach-source")
    }
    var findings = source.faults
    if findings.isEmpty {
      if let difference = source.difference { return try unknown(input, difference) }
      switch try verify(file, source, options, place, fontFolders) {
      case .same:
        try printOut("\(input): the same as its source\n")
        return .done
      case .different(let found): findings = found
      case .unknown(let reason): return try unknown(input, reason)
      }
    }
    try printOut("\(input): NOT the same as its source\n" + findings.map { "  \(shown($0))\n" }.joined())
    return .differenceFound
  }

  private static func unknown(_ input: String, _ reason: String) throws -> ExitCode {
    try printOut("\(input): cannot tell: \(shown(reason))\n")
    return .noResultPossible
  }

  /// Names in the file are untrusted: characters that would control a terminal or reverse its text are removed.
  private static func shown(_ text: String) -> String {
    String(
      String.UnicodeScalarView(
        text.unicodeScalars.filter {
          !$0.properties.isDefaultIgnorableCodePoint && $0.properties.generalCategory != .control && !$0.properties.isBidiControl
        }))
  }

  private static func verify(
    _ file: [UInt8], _ source: AttachedSource, _ options: TypesetterOptions, _ place: DrawingPlace, _ fontFolders: [String]
  ) throws -> Verification {
    var settings: PDFSettings
    var own: TypesetterOptions
    let arguments: Arguments
    do {
      arguments = try SourceOptions.arguments(of: source.commandLine)
      settings = try TypesetVerb.pdfSettings(arguments)
      own = try TypesetVerb.typesettingOptions(arguments, inputs: [])
      try Sandbox.narrow(&own, arguments)
    } catch let error as Arguments.UsageError {
      return .unknown(reason: "this program does not know its options: \(error.message)")
    }
    own.drawingPlace = place
    own.keepsMathML = settings.hasMathML
    own.threads = options.threads
    own.fontPaths = fontFolders
    let markdown = source.source(&own)
    let document = Typesetter(options: own).typeset(markdown)
    settings.follow(document.wishes)
    let remade = Mutex<[UInt8]>([])
    let pages = try Output.pages(PageRanges(arguments), of: document.pageCount)
    unsafe try document.writePDF(pages: pages, settings: settings) { chunk in remade.withLock { unsafe $0 += chunk } }
    return source.compare(file, withRemade: remade.withLock { $0 })
  }
}
