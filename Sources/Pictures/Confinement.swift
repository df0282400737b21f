internal import CConfine
internal import Glibc
internal import TypesetFiles

/// The exit codes of a worker whose libraries abort.
let confineOutOfMemory: Int32 = 98
let confineFault: Int32 = 99

/// What a process gives up for good, with the kernel's means.
public struct Confinement: Sendable {
  /// Folders and files that can still be read, and read and written.
  public var readable: [String]
  public var writable: [String]

  /// What programs need to read fonts and load libraries.
  public static let system =
    [
      "/usr", "/lib", "/lib64", "/etc/fonts", "/etc/ld.so.cache", "/var/cache/fontconfig", "/proc/self/fd", "/dev/null",
      "/sys/devices/system/cpu",
    ] + Installation.folders

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
  }

  /// Gives up everything else, for the program that typesets. There is no way back.
  public func enter() -> Coverage {
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
  /// - Returns: Its version; 0 where the kernel has none.
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
  public struct Result: Sendable {
    public var what: String
    public var isRefused: Bool
  }

  /// Tries what a process should not be able to do, harmlessly.
  ///
  /// - Parameters:
  ///   - secret: A file that should not be readable.
  ///   - target: A file that should not be writable; it is not there yet.
  public static func run(secret: String, target: String) -> [Result] {
    func isRefused(_ code: some SignedInteger) -> Bool { code < 0 && (errno == EPERM || errno == EACCES || errno == ENOSYS) }
    var results: [Result] = []
    let read = unsafe open(secret, O_RDONLY | O_CLOEXEC)
    results.append(Result(what: "read \(secret)", isRefused: isRefused(read)))
    let written = unsafe open(target, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600)
    results.append(Result(what: "write \(target)", isRefused: isRefused(written)))
    if written >= 0 { unsafe unlink(target) }
    var number: Int32 = 0
    while let name = unsafe confine_attempt(number) {
      results.append(Result(what: unsafe String(cString: name), isRefused: isRefused(confine_try(number))))
      number += 1
    }
    return results
  }
}
