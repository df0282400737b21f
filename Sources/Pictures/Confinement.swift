internal import CConfine
internal import CLate
internal import Glibc
internal import TypesetFiles

/// The exit codes of a worker whose libraries abort.
let confineOutOfMemory: Int32 = 98
let confineFault: Int32 = 99

/// What a process gives up for good, with the kernel's means.
public struct Confinement: Sendable {
  /// Folders and files that can still be read.
  public var readable: [String]
  /// Folders and files that can still be read and written.
  public var writable: [String]

  /// What programs need to read fonts and load libraries.
  public static let system =
    [
      "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig", "/proc/self/fd", "/dev/null",
      "/sys/devices/system/cpu",
    ] + Installation.folders + chosenFonts

  /// What a user's variables name as the settings of fontconfig: they outlive the emptied environment, and so must be readable.
  private static let chosenFonts = ["FONTCONFIG_FILE", "FONTCONFIG_PATH"].compactMap { name -> String? in
    guard let path = unsafe getenv(name), unsafe path.pointee == UInt8(ascii: "/") else { return nil }
    return unsafe String(cString: path)
  }

  /// Where the machine's fonts are, and what chooses among them.
  static let fonts = ["/usr/share/fonts", "/usr/local/share/fonts", "/usr/X11R6/lib/X11/fonts", "/etc/fonts"]

  /// Folders in which a user's own fonts are.
  public static var userFonts: [String] {
    guard let home = unsafe getenv("HOME").map({ unsafe String(cString: $0) }), !home.isEmpty else { return [] }
    return [".fonts", ".local/share/fonts", ".cache/fontconfig", ".config/fontconfig"].map { home + "/" + $0 }
  }

  public init(readable: [String], writable: [String]) {
    self.readable = readable
    self.writable = writable
  }

  /// What the kernel prevents a process from doing.
  public struct Coverage: Sendable {
    /// True if Landlock prevents access to all other files.
    public var files: Bool
    /// True if seccomp prevents sockets, programs, processes and everything else that drawing and writing don't need.
    public var calls: Bool

    public init(files: Bool, calls: Bool) { (self.files, self.calls) = (files, calls) }
  }

  /// Gives up everything else, for the program that typesets. There is no way back.
  public func enter() -> Coverage {
    mdtypeset_late_open_for_typesetting()
    // A PDF that carries its source names it; where its file is known, that can be read later.
    if librsvgPath == nil { _ = librsvgVersion }
    confine_limit_resources()
    let files = restrict() > 0
    return Coverage(files: files, calls: confine_system_calls(CONFINE_TYPESETTING) == 1)
  }

  /// As `enter`, for a process that draws one picture after another.
  func enterAsWorker() {
    _ = restrict()
    _ = confine_system_calls(CONFINE_DRAWING)
  }

  /// Landlock.
  ///
  /// - Returns: The version of Landlock; 0 for a kernel without it.
  private func restrict() -> Int {
    func copy(_ list: [String]) -> [UnsafePointer<CChar>?] { unsafe list.map { unsafe UnsafePointer(strdup($0)) } + [nil] }
    let (first, second) = unsafe (copy(readable), copy(writable))
    defer {
      for index in unsafe first.indices { unsafe free(UnsafeMutablePointer(mutating: first[index])) }
      for index in unsafe second.indices { unsafe free(UnsafeMutablePointer(mutating: second[index])) }
    }
    return unsafe Int(confine_files(first, second))
  }
}

/// What a confined process can still do, by trying it: to show what `--sandbox` covers on a machine.
public struct ConfinementTrial: Sendable {
  /// Which process is confined.
  public enum Process: String, CaseIterable, Sendable { case typesetting, drawing }

  /// The outcome of one trial.
  public struct Result: Sendable {
    /// What was tried, in words.
    public var what: String
    /// True if the kernel refused it.
    public var isRefused: Bool
    /// Why the process may do it; nil for what must be refused.
    public var reason: String?
  }

  /// Confines this process and tries what it should not be able to do, and what it still can, harmlessly. There is no way back.
  public static func run(as process: Process) -> (coverage: Confinement.Coverage, results: [Result]) {
    var coverage = Confinement.Coverage(files: true, calls: true)
    let confinement = Confinement(readable: Confinement.system, writable: [])
    switch process {
    case .typesetting: coverage = confinement.enter()
    case .drawing: confinement.enterAsWorker()
    }
    var results: [Result] = []
    var number: Int32 = 0
    while let name = unsafe confine_attempt(number) {
      let what = unsafe String(cString: name)
      let reason = unsafe confine_attempt_reason(number, process == .drawing ? CONFINE_DRAWING : CONFINE_TYPESETTING).map {
        unsafe String(cString: $0)
      }
      let code = confine_try(number)
      // What is not there can't be read either; a call that fails otherwise has reached the kernel.
      let isRefused = code < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS || errno == ENOENT && what.hasPrefix("read "))
      results.append(Result(what: what, isRefused: isRefused, reason: reason))
      number += 1
    }
    return (coverage, results)
  }
}
