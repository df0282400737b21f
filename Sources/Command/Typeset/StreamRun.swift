internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles

/// `--stream`: pages are written while the input grows.
struct StreamRun {
  private let arguments: Arguments
  /// Nil where nothing but events is wanted.
  private let output: Output?
  private var events: StreamEvents?
  private let input: Int32
  private let stream: StreamingSource
  /// What the files of pages show that may still change.
  private var shown: [Int: String] = [:]
  /// Settled pages that have been written.
  private var written = 0
  /// The most pages that have ever been written.
  private var most = 0

  /// Pages that may still change are written at this distance, and, unless the distance was given, in a third of the time at most.
  private let rest: Duration
  private let isGiven: Bool
  /// While there is more to read they are written at this distance: they would soon be written again.
  private static let patience = Duration.seconds(2)

  /// What a stream cannot be combined with.
  static func check(_ arguments: Arguments, _ output: Output?) throws {
    func refuse(_ message: String, _ hint: String) -> Arguments.UsageError { Arguments.UsageError(message: message, hint: hint) }
    guard arguments.operands.count == 1 else {
      throw refuse("--stream takes one input", "some-model | mdtypeset - --stream -o 'p-{p}.png'")
    }
    for name in ["pages", "attach-source", "strict", "fail-on", "timings", "trace-collect"] where arguments.has(name) {
      throw refuse("--stream and --\(name) cannot be combined", "leave out --\(name)")
    }
    guard !arguments.has("fragments") || arguments.has("events") else {
      throw refuse("--fragments has no meaning without --events", "--stream --events --fragments svg")
    }
    if let word = arguments.value("fragments"), StreamEvents.Fragments(rawValue: word) == nil {
      throw refuse("unknown value \"\(word)\" of --fragments", "fragments are written as svg or html")
    }
    guard let output else { return }
    guard !arguments.has("fragments") || output.format == .svg else {
      throw refuse("--fragments goes with pages of SVG, or with none", "leave out -o, or write -o 'page-{p}.svg'")
    }
    guard output.path != "-", !output.path.hasPrefix("/dev/") else {
      throw refuse("--stream cannot write to \(output.path)", "name files: -o 'page-{p}.png'")
    }
    guard output.format != .txt, output.format != .json else {
      throw refuse("--stream cannot write \(output.format.rawValue)", "write pages: -o 'page-{p}.png'")
    }
    for field in ["{0p}", "{t}"] where output.isPattern && output.path.contains(field) {
      throw refuse("\(field) in \(output.path) is not known while the input grows", "use {p}: -o 'page-{p}.\(output.format.rawValue)'")
    }
  }

  init(_ arguments: Arguments, options: TypesetterOptions, output: Output?) throws {
    self.arguments = arguments
    var output = output
    output?.numbersSinglePage = true
    self.output = output
    if arguments.has("events") { events = StreamEvents(arguments.value("fragments").flatMap(StreamEvents.Fragments.init)) }
    let interval = try Self.interval(arguments)
    (rest, isGiven) = (.milliseconds(interval ?? 200), interval != nil)
    let name = arguments.operands[0]
    input = unsafe name == "-" ? STDIN_FILENO : open(name, O_RDONLY | O_CLOEXEC)
    guard input >= 0 else { throw Failure(.inputUnreadable, "cannot read \(name): \(SystemError(code: errno).words)") }
    stream = StreamingSource(
      Typesetter(options: options), name: name == "-" ? "<stdin>" : name, folder: Roots.base(of: name, roots: options.roots))
  }

  /// `--interval`: milliseconds, from 0.
  private static func interval(_ arguments: Arguments) throws -> Int? {
    guard let word = arguments.value("interval") else { return nil }
    guard let number = DocumentNumber.whole(word, in: 0...60_000) else {
      throw Arguments.UsageError(message: "--interval expects milliseconds, not \"\(word)\"", hint: "--interval 50")
    }
    return number
  }

  /// Goes on to the end of the input.
  mutating func run(limit: Int) throws -> TypesetDocument {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var count = 0
    var isNew = false
    var due = ContinuousClock.now + rest
    var latest = ContinuousClock.now + Self.patience
    while true {
      if isNew, !hasInput(until: due) || ContinuousClock.now > latest {
        let start = ContinuousClock.now
        let document = stream.snapshot()
        try write(document)
        try events?.tell(document, hasEnded: false)
        isNew = false
        due = isGiven ? start + rest : .now + max(rest, (ContinuousClock.now - start) * 2)
        latest = .now + Self.patience
      }
      let got = unsafe chunk.withUnsafeMutableBytes { unsafe read(input, $0.baseAddress, $0.count) }
      if got < 0, errno == EINTR { continue }
      guard got >= 0 else { throw Failure(.inputUnreadable, "cannot read the input: \(SystemError(code: errno).words)") }
      if got == 0 { break }
      count += got
      guard count <= limit else {
        throw Failure(.limitReached, "the input is larger than \(limit >> 10) KB", hint: "split it into several documents")
      }
      isNew = true
      if !stream.append(chunk[..<got]).isEmpty, output?.format != .pdf { try writeSettled() }
    }
    let document = stream.finish()
    try write(document)
    try events?.tell(document, hasEnded: true)
    return document
  }

  /// True if there is something to read, or will be before a time.
  private func hasInput(until due: ContinuousClock.Instant) -> Bool {
    let left = Int(clamping: (due - .now) / .milliseconds(1))
    var entry = pollfd(fd: input, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&entry, 1, Int32(clamping: max(0, left))) != 0
  }

  /// Writes the pages that are settled since the last time.
  private mutating func writeSettled() throws {
    guard stream.settledPageCount > written, let pages = stream.settledPages else { return }
    try output?.write(pages, only: Array(written..<stream.settledPageCount))
    for page in written..<stream.settledPageCount {
      shown[page] = nil
      let file = output.map { pageFileName($0.path, number: page, count: 0, isPattern: $0.isPattern) }
      try events?.tellPage(page, file: file)
    }
    written = stream.settledPageCount
    most = max(most, written)
  }

  /// Writes all that has changed, and removes pages that are no more.
  private mutating func write(_ document: TypesetDocument) throws {
    guard let output else { return }
    guard output.format != .pdf else { return try output.write(document, arguments: arguments) }
    var changed: [Int] = []
    for page in written..<max(written, document.pageCount) {
      let look = document.pageFingerprint(page)
      if shown[page] != look { changed.append(page) }
      shown[page] = look
    }
    try output.write(document, only: changed)
    for page in document.pageCount..<max(document.pageCount, most) {
      unsafe unlink(pageFileName(output.path, number: page, count: 0, isPattern: output.isPattern))
      shown[page] = nil
    }
    most = document.pageCount
    written = min(stream.settledPageCount, document.pageCount)
  }
}
