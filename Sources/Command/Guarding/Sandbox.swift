internal import CConfine
internal import Glibc
internal import MDTypeset
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures

/// `--sandbox`: the program gives up everything that it does not need before it reads the first byte of the document.
/// `--untrusted`: the same, with narrow limits for untrusted documents.
enum Sandbox {
  static let options: [Option] = [
    Option("sandbox", help: "confine the program before it reads the document: no network, no programs, no files outside the root"),
    Option(
      "untrusted",
      help: "for untrusted documents: --sandbox, 480 MB of memory with limits of work to fit, 10 s of CPU time, of which 3 s for pictures"),
  ]

  static func isOn(_ arguments: Arguments) -> Bool { arguments.has("sandbox") || arguments.has("untrusted") }

  /// The memory that an untrusted document may take unless an option sets it.
  static func megabytes(_ arguments: Arguments) -> Int? { arguments.has("untrusted") ? 480 : nil }

  /// The CPU time that an untrusted document may take unless an option sets it: the last resort, behind the limits of work.
  static func cpuSeconds(_ arguments: Arguments) -> Int? { arguments.has("untrusted") ? 10 : nil }

  /// Removes what the sandbox makes impossible from the options.
  static func narrow(_ options: inout TypesetterOptions, _ arguments: Arguments) throws {
    guard isOn(arguments) else { return }
    confine_forget_environment()
    let name = arguments.has("untrusted") ? "--untrusted" : "--sandbox"
    if arguments.has("allow-net") {
      throw Arguments.UsageError(message: "\(name) and --allow-net cannot be combined", hint: "save the pictures next to the document")
    }
    if arguments.has("diagram") {
      throw Arguments.UsageError(
        message: "\(name) and --diagram cannot be combined", hint: "draw the diagrams first, and show them as pictures")
    }
    options.drawsDiagrams = false
    options.convertsPictures = false
    guard arguments.has("untrusted") else { return }
    options.links = .strict
    // What a stranger's document might leave there would be taken by later runs.
    options.cacheFolder = nil
    if arguments.value("picture-time") == nil { options.budget.pictureSeconds = 2 }
    if arguments.value("pictures-time") == nil { options.budget.picturesSeconds = 3 }
    // Half of the time, so that a slower machine comes to the end too.
    let seconds = try TypesetVerb.count("cpu-time", arguments) ?? cpuSeconds(arguments) ?? 10
    options.budget.work = min(seconds, 1 << 20) * 450_000_000
    options.budget.pictureWork = min(options.budget.pictureWork, 1 << 33)
  }

  /// The folder of what is kept between runs, with those in it: within the sandbox none can be made.
  static func cache(_ options: TypesetterOptions) -> [String] {
    guard let folder = options.cacheFolder else { return [] }
    KeptFiles.prepare(folder)
    return [folder]
  }

  /// Confines the program. Must be called before a document is read and before there are threads, but after the fork server is forked.
  static func enter(_ arguments: Arguments, reading: [String], options: TypesetterOptions, writing: [String]) {
    guard isOn(arguments) else { return }
    enter(readable: options.fontPaths + reading, writable: writing)
  }

  /// Confines the program: it can read libraries, fonts and what is named.
  static func enter(readable: [String], writable: [String]) {
    say(Confinement(readable: Confinement.system + Confinement.userFonts + readable, writable: writable).enter())
  }

  /// Reports what the kernel does not support.
  private static func say(_ coverage: Confinement.Coverage) {
    if !coverage.files { complain("mdtypeset: warning: the sandbox does not cover files: this kernel has no Landlock\n") }
    if !coverage.calls {
      complain("mdtypeset: warning: the sandbox does not cover the network, programs and processes: this kernel has no seccomp\n")
    }
  }

  /// What the kernel confines, found by a process that confines itself and ends.
  ///
  /// - Throws: `Failure` if no process can be started. Only for a process with one thread.
  static func coverage() throws -> Confinement.Coverage {
    let words =
      try ForkedText {
        let coverage = Confinement(readable: [], writable: []).enter()
        return (coverage.files ? "files " : "") + (coverage.calls ? "calls" : "")
      }.text() ?? ""
    return Confinement.Coverage(files: words.contains("files"), calls: words.contains("calls"))
  }

  /// `mdtypeset check-sandbox`: tries from inside what should not be possible, and reports what was.
  static func check(_ words: [String]) throws -> ExitCode {
    _ = try Arguments(words, options: [])
    // The process that draws can do less, and is another one.
    let drawing = try ForkedText { lines(of: ConfinementTrial.run(as: .drawing).results, in: .drawing) }.text()
    let (coverage, results) = ConfinementTrial.run(as: .typesetting)
    say(coverage)
    let text = lines(of: results, in: .typesetting) + (drawing ?? "ALLOWED  drawing: its process ends\n")
    try printOut(text)
    return text.contains("ALLOWED") ? .refusedByPolicy : .done
  }

  private static func lines(of results: [ConfinementTrial.Result], in process: ConfinementTrial.Process) -> String {
    results.reduce(into: "") { text, result in
      let verdict = result.isRefused ? "refused " : result.reason == nil ? "ALLOWED " : "possible"
      text += "\(verdict)  \(process): \(result.what)" + (result.isRefused ? "" : result.reason.map { ": \($0)" } ?? "") + "\n"
    }
  }
}

/// A text of less than 64 KB that another process makes, which ends with it.
private struct ForkedText {
  private let process: Int32
  private let output: Int32

  /// Only for a process with one thread.
  init(_ make: () -> String) throws {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure(.internalError, "no pipe can be made") }
    process = confine_fork()
    guard process != 0 else {
      let bytes = Array(make().utf8)
      _exit(unsafe bytes.withUnsafeBytes { unsafe write(ends[1], $0.baseAddress, $0.count) } == bytes.count ? 0 : 1)
    }
    output = ends[0]
    close(ends[1])
    guard process > 0 else { throw Failure(.internalError, "no process can be started") }
  }

  /// Waits for the other process; nil if it did not end as it should.
  func text() -> String? {
    defer { close(output) }
    var status: Int32 = 0
    guard unsafe waitpid(process, &status, 0) == process, status == 0 else { return nil }
    var bytes = [UInt8](repeating: 0, count: 1 << 16)
    let count = unsafe bytes.withUnsafeMutableBytes { unsafe read(output, $0.baseAddress, $0.count) }
    return String(decoding: bytes.prefix(max(count, 0)), as: UTF8.self)
  }
}
