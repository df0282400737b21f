internal import MDTypeset
internal import TypesetDiagnostics

/// What each verb that typesets does before it reads a document: limits of the run, a process for pictures, and the sandbox where an
/// option asks for it.
struct GuardedRun {
  private(set) var options: TypesetterOptions
  private let watchdog: Watchdog
  /// True if the limits are watched, and the picture process is there, before the input is read.
  private let isWatched: Bool
  private let isQuiet: Bool
  private let rule: StopRule

  /// Confines the program where options say so. Call it before documents are read and threads are started.
  ///
  /// - Parameters:
  ///   - inputs: The files that may be read, beside the roots; `-` is standard input.
  ///   - folders: Where files may be written.
  init(_ arguments: Arguments, inputs: [String], writing folders: [String] = []) throws {
    options = try TypesetVerb.typesettingOptions(arguments, inputs: inputs)
    try Sandbox.narrow(&options, arguments)
    watchdog = Watchdog(
      seconds: try TypesetVerb.count("timeout", arguments),
      cpuSeconds: try TypesetVerb.count("cpu-time", arguments) ?? Sandbox.cpuSeconds(arguments),
      megabytes: try TypesetVerb.count("max-memory", arguments) ?? Sandbox.megabytes(arguments))
    watchdog.supervise()
    isWatched = Sandbox.isOn(arguments) || watchdog.isLimited
    (isQuiet, rule) = (arguments.has("quiet"), StopRule(arguments))
    guard isWatched else { return }
    options.drawingPlace = PictureProcesses.place(for: nil, budget: options.budget, fontFolders: options.fontPaths)
    Sandbox.enter(
      arguments, reading: options.roots + options.resourceFolders + inputs.filter { $0 != "-" }, options: options,
      writing: folders + Sandbox.cache(options))
    // Inputs of other formats, and the chapters of a project, are read before the document is.
    watchdog.start()
  }

  /// Forks what draws pictures, and starts to watch the limits: a process with a second thread can neither fork nor confine itself.
  ///
  /// - Parameter source: The document's bytes; nil where they are not known yet.
  mutating func start(with source: [UInt8]?) {
    guard !isWatched else { return }
    options.drawingPlace = PictureProcesses.place(for: source, budget: options.budget, fontFolders: options.fontPaths)
    watchdog.start()
  }

  /// Reads the inputs as one source, or the source that a PDF carries, and starts.
  mutating func readDocument(_ inputs: [String]) throws -> Source {
    let source = try CarriedSource.read(inputs, &options)
    start(with: source.bytes)
    return source
  }

  /// Reads the inputs as one source, and starts.
  ///
  /// - Parameter tell: Says what is wrong with a project's list of chapters.
  mutating func read(_ inputs: [String], _ tell: ([Diagnostic], Source) -> Void) throws -> Source {
    let source = try readWork(inputs, tell) ?? TypesetVerb.read(inputs, options)
    start(with: source.bytes)
    return source
  }

  /// The same; what is wrong with a project's list of chapters is printed, unless the run is quiet.
  mutating func read(_ inputs: [String]) throws -> Source {
    let isTold = !isQuiet || rule.isSet
    return try read(inputs) { diagnostics, source in
      if isTold { for message in diagnostics.summarized(in: source) { complain(message) } }
    }
  }

  /// Reads the chapters of a project, and says what is wrong with its list of them.
  private mutating func readWork(_ inputs: [String], _ tell: ([Diagnostic], Source) -> Void) throws -> Source? {
    guard let work = try WorkInput(inputs, options) else { return nil }
    options.searchedFolders += work.folders
    tell(work.diagnostics, work.settings)
    if rule.stops(work.diagnostics) { throw Failure(.stoppedByStrict, "the project is not typeset: \(rule.reason)") }
    return work.source
  }
}
