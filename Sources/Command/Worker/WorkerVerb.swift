internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetPictures
internal import TypesetPreview

/// `mdtypeset worker`: jobs as JSON lines on standard input, results as JSON lines on standard output, in the order in which they are done.
enum WorkerVerb {
  private static let unused: Set<String> = ["output", "to", "timings", "trace-collect", "version", "quiet", "stream", "draft", "synctex"]

  static let own: [Option] = [
    Option("root", value: "DIR", help: "folder below which jobs may read files; without it, they may read all that you may"),
    Option("output-dir", value: "DIR", help: "folder below which jobs may write files; without it, results carry bytes"),
    Option("cache-dir", value: "DIR", help: "where drawn pictures and those from the network are kept between runs"),
    Option("jobs", "j", value: "N", help: "number of processes (default: one per core)"),
    Option("timeout", value: "SECONDS", help: "a job that takes longer fails (default 120)"),
    Option("max-memory", value: "MB", help: "a job that takes more memory fails (default 2048)"),
    Option("help", "h", help: "print this help"),
  ]

  static let options = TypesetVerb.options(after: own, without: unused)

  private static let help = """
    mdtypeset worker --root DIR --output-dir DIR

    Reads jobs and writes results, one JSON object a line:
      {"id":1,"input":"a.md","output":"a.pdf"}
    """

  static func run(_ words: [String]) throws -> ExitCode {
    guard
      let arguments = try Arguments.ofVerb(
        words, options: options, help: help, own: own,
        more: "The options of a single document hold for all jobs; mdtypeset --help lists them.")
    else { return .done }
    guard arguments.operands.isEmpty else {
      throw Arguments.UsageError(
        message: "a worker takes no inputs", hint: "it reads jobs from standard input; mdtypeset batch takes inputs")
    }
    if arguments.value("root") == nil {
      guard !Sandbox.isOn(arguments) else {
        throw Arguments.UsageError(message: "the sandbox needs --root", hint: "--root names the folder that jobs may read")
      }
      complain("mdtypeset: warning: jobs may read and write all files that you may\n  hint: name folders with --root and --output-dir\n")
    }
    if let folder = arguments.value("output-dir") { try writing(folder) { try makeFolder(folder) } }
    for name in ["root", "output-dir"] {
      guard let folder = arguments.value(name) else { continue }
      var status = stat()
      guard unsafe stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else {
        throw Arguments.UsageError(message: "--\(name) expects a folder, and \"\(folder)\" is not one", hint: nil)
      }
    }
    _ = try TypesetVerb.pdfSettings(arguments)
    var options = try TypesetVerb.typesettingOptions(arguments, inputs: [])
    options.leastKeptBytes = .max
    try Sandbox.narrow(&options, arguments)
    var worker = try Worker(arguments, words: words, options: options)
    return worker.run()
  }
}

/// Hands jobs to processes and results to the reader. While results are not read, no jobs are read either, so that memory is bounded.
struct Worker {
  /// Longer lines are rejected.
  private static let mostLineBytes = 64 << 20
  /// With more bytes of results than this, no job is taken until they are read.
  private static let mostWaitingBytes = 1 << 20

  private let pool: JobPool
  private let count: Int
  private let outputs: String?
  /// Identifiers of jobs that are done, by their numbers.
  private var identifiers: [Int: JSON] = [:]
  private var lines = JobLines(limit: Worker.mostLineBytes)
  private var out = ByteQueue()
  private var isReaderGone = false

  init(_ arguments: Arguments, words: [String], options: TypesetterOptions) throws {
    count = try TypesetVerb.count("jobs", arguments) ?? max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
    outputs = arguments.value("output-dir")
    let limits = JobPool.Limits(
      seconds: try TypesetVerb.count("timeout", arguments) ?? 120,
      cpuSeconds: try TypesetVerb.count("cpu-time", arguments) ?? Sandbox.cpuSeconds(arguments),
      megabytes: try TypesetVerb.count("max-memory", arguments) ?? Sandbox.megabytes(arguments) ?? 2048)
    let writable = [arguments.value("output-dir")].compactMap(\.self)
    pool = JobPool(count: count, limits: limits) {
      var options = options
      options.threads = 1
      options.shared = SharedWork()
      options.drawingPlace = PictureProcesses.place(for: nil, budget: options.budget, fontFolders: options.fontPaths)
      Sandbox.enter(
        arguments, reading: options.roots + options.resourceFolders, options: options, writing: writable + Sandbox.cache(options))
      let maker = JobMaker(words: words, options: options, hasRoot: arguments.has("root"), outputs: arguments.value("output-dir"))
      return { maker.make($0) }
    }
  }

  mutating func run() -> ExitCode {
    var number = 0
    while true {
      while pool.hasRoom, out.count < Self.mostWaitingBytes, let line = lines.next() {
        number += 1
        begin(line, number)
      }
      if lines.isEmpty, pool.isIdle, out.isEmpty || isReaderGone { return isReaderGone ? .outputUnwritable : .done }
      let wantsLines = !lines.hasEnded && lines.isHungry && out.count < Self.mostWaitingBytes
      let ready = pool.wait(reading: wantsLines ? [STDIN_FILENO] : [], writing: out.isEmpty ? [] : [STDOUT_FILENO])
      if ready.readable.contains(STDIN_FILENO) { lines.read(from: STDIN_FILENO) }
      if ready.writable.contains(STDOUT_FILENO) { writeSome() }
      for (number, outcome) in ready.done { finish(number, outcome) }
      // Without a reader of results, jobs are pointless.
      if isReaderGone { return .outputUnwritable }
    }
  }

  private mutating func begin(_ line: JobLines.Line, _ number: Int) {
    switch line {
    case .tooLong:
      answer(.null, DocumentMaker.failure(Failure(.limitReached, "line \(number) is longer than \(Self.mostLineBytes >> 20) MB")))
    case .bytes(let bytes):
      do throws(JSON.Failure) {
        let job = try JSON(bytes[...])
        let identifier = job["id"] ?? .null
        guard job.members != nil else {
          return answer(
            .null,
            DocumentMaker.failure(
              Failure(.usage, "line \(number) is not a JSON object", hint: #"{"id":1,"input":"a.md","output":"a.pdf"}"#)))
        }
        if let failure = prepare(job) { return answer(identifier, DocumentMaker.failure(failure)) }
        identifiers[number] = identifier
        if !pool.start(job, number: number) {
          finish(number, .lost(reason: "no process can be started"))
        }
      } catch {
        answer(.null, DocumentMaker.failure(Failure(.usage, "line \(number) is not JSON: \(error) (byte \(error.place + 1))")))
      }
    }
  }

  /// Finds what is wrong with a job, and makes the folder of its output, which is not possible in a sandbox.
  private func prepare(_ job: JSON) -> Failure? {
    let keys = JobMaker.keys(of: job)
    if let unknown = job.members?.first(where: { !keys.contains($0.name) }) {
      let near = nearest(to: unknown.name, among: keys).map { "did you mean \($0)? " } ?? ""
      let kind = job["formula"] == nil ? "document" : "formula"
      return Failure(
        .usage, "a job for a \(kind) has no key \"\(unknown.name)\"", hint: near + "its keys are \(keys.joined(separator: ", "))")
    }
    if let output = job["output"]?.text, output.firstRange(of: "://") != nil {
      return Failure(
        .usage, "output is the path of a file, and \(output) is an address",
        hint: "leave output out, and pass on the bytes that come back in data")
    }
    guard let outputs, let output = job["output"]?.text else { return nil }
    let parts = BatchPlan.parts(output)
    guard !parts.isEmpty, !output.hasPrefix("/"), parts.first != "..", !output.utf8.contains(0) else {
      return Failure(.refusedByPolicy, "\(output) is not below the output folder", hint: "outputs are relative to --output-dir")
    }
    do throws(SystemError) {
      let folder = try HeldFolder(parts.dropLast(), below: outputs, makes: true)
      if let name = parts.last, folder.isFree(name) { return nil }
    } catch {
      guard error.code == EXDEV else {
        return Failure(.outputUnwritable, "cannot make the folder of \(output) in \(outputs): \(error.words)")
      }
    }
    // A link could lead out.
    return Failure(.refusedByPolicy, "\(output) leads out of the output folder")
  }

  private mutating func finish(_ number: Int, _ outcome: JobPool.Outcome) {
    let identifier = identifiers.removeValue(forKey: number) ?? .null
    switch outcome {
    case .answer(let result): answer(identifier, result)
    case .timeOut(let seconds):
      answer(identifier, DocumentMaker.failure(Failure(.limitReached, "it takes longer than \(seconds) s [limit.time]")))
    case .cpuTimeOut(let seconds):
      answer(identifier, DocumentMaker.failure(Failure(.limitReached, "it takes more than \(seconds) s of CPU time [limit.cpu-time]")))
    case .memoryOut(let megabytes):
      answer(identifier, DocumentMaker.failure(Failure(.limitReached, "it takes more than \(megabytes) MB of memory [limit.memory]")))
    case .lost(let reason): answer(identifier, DocumentMaker.failure(Failure(.internalError, reason)))
    }
  }

  private mutating func answer(_ identifier: JSON, _ result: JSON) {
    let line = JSON.object([JSON.Member("id", identifier)] + (result.members ?? []))
    out += isatty(STDOUT_FILENO) == 0 ? line.bytes : Array(line.description.forTerminal.utf8)
    out += [0x0A]
  }

  /// As many bytes as a pipe takes without waiting.
  private mutating func writeSome() {
    let count = unsafe out.removeFirst(atMost: 4096) { unsafe write(STDOUT_FILENO, $0.baseAddress, $0.count) }
    if count < 0, errno != EINTR, errno != EAGAIN { isReaderGone = true }
  }
}

/// Lines of standard input as they arrive.
struct JobLines {
  enum Line {
    case bytes([UInt8])
    case tooLong
  }

  private let limit: Int
  private var open: [UInt8] = []
  private var searched = 0
  private var isSkipping = false
  private var whole: [Line] = []
  private(set) var hasEnded = false

  init(limit: Int) { self.limit = limit }

  var isHungry: Bool { whole.isEmpty }
  var isEmpty: Bool { whole.isEmpty && hasEnded }

  mutating func next() -> Line? { whole.isEmpty ? nil : whole.removeFirst() }

  mutating func read(from descriptor: Int32) {
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe chunk.withUnsafeMutableBytes { unsafe Glibc.read(descriptor, $0.baseAddress, $0.count) }
    if count < 0, errno == EINTR || errno == EAGAIN { return }
    if count <= 0 {
      hasEnded = true
      if isSkipping { whole.append(.tooLong) } else { add(open[...]) }
      open = []
      return
    }
    open += chunk[..<count]
    var start = 0
    while let end = open[max(start, searched)...].firstIndex(of: 0x0A) {
      if isSkipping { whole.append(.tooLong) } else { add(open[start..<end]) }
      isSkipping = false
      start = end + 1
    }
    open.removeSubrange(..<start)
    searched = open.count
    if open.count > limit {
      isSkipping = true
      open = []
      searched = 0
    }
  }

  private mutating func add(_ line: ArraySlice<UInt8>) {
    guard !line.allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) else { return }
    whole.append(line.count > limit ? .tooLong : .bytes(Array(line)))
  }
}
