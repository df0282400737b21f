internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON
internal import TypesetPictures
internal import TypesetPreview

/// `mdtypeset watch INPUT -o OUTPUT`: typesets again whenever a file changes that the document is made of.
enum WatchVerb {
  static let own: [Option] = [
    Option("preview", help: "show the pages in a browser; prints an address that only this machine can reach"),
    Option("port", value: "N", help: "the preview's port (default: one that is free)"),
    Option("editor", value: "COMMAND", help: "opens the source when the preview is clicked: 'code -g {file}:{line}'"),
  ]

  static let options = TypesetVerb.options(
    after: own, without: ["version", "timings", "sandbox", "untrusted", "stream", "draft", "synctex"])

  static func run(_ words: [String]) throws -> ExitCode {
    guard
      var arguments = try Arguments.ofVerb(
        words, options: options, help: "mdtypeset watch INPUT… -o OUTPUT [--preview]", own: own,
        more: "and the options of a single run: mdtypeset --help")
    else { return .done }
    guard !arguments.operands.isEmpty, !arguments.operands.contains("-") else {
      throw Arguments.UsageError(message: "no file to watch", hint: "mdtypeset watch doc.md -o doc.pdf")
    }
    guard arguments.has("output") || arguments.has("preview") else {
      throw Arguments.UsageError(message: "no output", hint: "name it with -o doc.pdf, or look at it with --preview")
    }
    if arguments.has("output") { _ = try Output(arguments) }
    _ = try TypesetVerb.typesettingOptions(arguments, inputs: arguments.operands)
    arguments.operands = WorkInput.named(arguments.operands)
    for input in arguments.operands where !input.hasSuffix("/") { _ = try TypesetVerb.readInput(input, limit: 1 << 30) }
    let watch = try Watch(arguments)
    try watch.run()
    return .done
  }
}

/// A document that is watched.
final class Watch {
  private let arguments: Arguments
  private let pool: JobPool
  private let files: FileWatch
  private let server: PreviewServer?
  private var waitingPages: [(page: Int, connection: Int)] = []
  /// When the document is to be made; nil where nothing has changed.
  private var due: ContinuousClock.Instant? = .now
  private var wantsWrite = false
  /// What the process is busy with, by the jobs' numbers.
  private var running: [Int: (kind: Kind, start: ContinuousClock.Instant)] = [:]
  private var count = 0
  /// As the preview knows them.
  private var pages: [JSON] = []
  private var editors: [pid_t] = []

  private enum Kind {
    case make
    case write
    case page(connection: Int)
  }

  /// How long to wait for further changes, since editors write in several steps.
  private static let patience = Duration.milliseconds(12)
  /// The same after a file was closed: others may be written with it.
  private static let shortPatience = Duration.milliseconds(1)

  init(_ arguments: Arguments) throws {
    self.arguments = arguments
    guard let files = FileWatch() else { throw Failure(.internalError, "the system cannot report changes of files") }
    self.files = files
    if arguments.has("preview") {
      let server = try PreviewAddress.server(arguments)
      self.server = server
      complain("preview: \(server.address)\n")
    } else {
      server = nil
    }
    pool = JobPool(count: 1) {
      let budget = (try? TypesetVerb.typesettingOptions(arguments, inputs: arguments.operands))?.budget ?? .init()
      let place = PictureProcesses.place(for: nil, budget: budget, fontFolders: arguments.all("font-path"))
      let maker = WatchMaker(arguments, place: place)
      return { maker.make($0) }
    }
    files.watch(arguments.operands)
  }

  /// Runs until the program is terminated.
  func run() throws {
    while true {
      try begin()
      var time: Int?
      if let due, running.isEmpty { time = max(0, Int(clamping: (due - .now) / .milliseconds(1)) + 1) }
      let ready = pool.wait(reading: [files.descriptor] + (server?.reading ?? []), writing: server?.writing ?? [], milliseconds: time)
      if ready.readable.contains(files.descriptor), let change = files.change() {
        due = .now + (change == .written ? Self.shortPatience : Self.patience)
      }
      for (number, outcome) in ready.done { finish(number, outcome) }
      for request in server?.serve(readable: ready.readable, writable: ready.writable) ?? [] {
        switch request {
        case .page(let page, let connection): waitingPages.append((page, connection))
        case .open(let file, let line, _): open(file, line)
        }
      }
      editors.removeAll { waitpid($0, nil, WNOHANG) != 0 }
    }
  }

  /// Gives the process something to do: pages that are being viewed come before the file.
  private func begin() throws {
    guard running.isEmpty else { return }
    if let due, due <= .now {
      self.due = nil
      start(.make, JSON(members: ["do": .string("make")]))
    } else if let (page, connection) = waitingPages.first {
      waitingPages.removeFirst()
      start(.page(connection: connection), JSON(members: ["do": .string("page"), "page": JSON(page)]))
    } else if wantsWrite, due == nil {
      wantsWrite = false
      start(.write, JSON(members: ["do": .string("write")]))
    }
  }

  private func start(_ kind: Kind, _ job: JSON) {
    count += 1
    running[count] = (kind, .now)
    if !pool.start(job, number: count) { finish(count, .lost(reason: "no process can be started")) }
  }

  private func finish(_ number: Int, _ outcome: JobPool.Outcome) {
    guard let (kind, start) = running.removeValue(forKey: number) else { return }
    var answer = JSON(members: [:])
    switch outcome {
    case .answer(let given): answer = given
    case .lost(let reason): answer = DocumentMaker.failure(Failure(.internalError, reason))
    case .timeOut, .cpuTimeOut, .memoryOut: break
    }
    let name = arguments.operands.joined(separator: " ")
    if answer["status"]?.text == "failed" {
      let message = answer["message"]?.text ?? ""
      complain("\(name): error: \(message)\n")
      server?.show(pages, changed: [], diagnostics: .array([JSON(members: ["severity": .string("error"), "message": .string(message)])]))
    }
    switch kind {
    case .make:
      guard let count = answer["count"]?.integer, let changed = answer["changed"]?.items else { return }
      pages = Array(pages.prefix(count)) + [JSON](repeating: .null, count: max(0, count - pages.count))
      for page in changed { if let number = page["number"]?.integer, pages.indices.contains(number) { pages[number] = page } }
      let used = (answer["files"]?.items ?? []) + (answer["missing"]?.items ?? [])
      files.watch(used.compactMap(\.text))
      server?.show(pages, changed: changed, diagnostics: answer["diagnostics"] ?? .array([]))
      wantsWrite = arguments.has("output")
      if !arguments.has("quiet") { complain((answer["warnings"]?.items ?? []).compactMap(\.text).joined()) }
      let milliseconds = Int(clamping: (ContinuousClock.now - start) / .milliseconds(1))
      complain("\(name): \(count) page\(count == 1 ? "" : "s"), typeset in \(milliseconds) ms\n")
    case .write: break
    case .page(let connection): server?.answer(connection, svg: answer["svg"]?.text)
    }
  }

  /// Starts the user's editor; of the preview's request, only numbers and the names of the document's own files are passed to the command.
  private func open(_ file: String, _ line: Int) {
    let isKnown = pages.contains { page in (page["places"]?.items ?? []).contains { $0["file"]?.text == file } }
    guard let command = arguments.value("editor"), isKnown || arguments.operands.contains(file), line > 0 else { return }
    let words = command.split(separator: " ").map { String($0).replacing("{file}", with: file).replacing("{line}", with: "\(line)") }
    var process = pid_t()
    var list: [UnsafeMutablePointer<CChar>?] = unsafe words.map { unsafe strdup($0) } + [nil]
    defer { unsafe list.forEach { unsafe free($0) } }
    if unsafe posix_spawnp(&process, words[0], nil, nil, &list, environ) == 0 {
      editors.append(process)
    } else {
      complain("mdtypeset: warning: cannot start the editor \(words[0])\n")
    }
  }
}
