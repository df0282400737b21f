internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles

/// The exit codes; documented in the guide and never renumbered.
enum ExitCode: Int32 {
  case done = 0
  case differenceFound = 1
  case usage = 2
  case stoppedByStrict = 3
  case inputUnreadable = 4
  case outputUnwritable = 5
  case noResultPossible = 6
  case limitReached = 7
  case refusedByPolicy = 8
  case internalError = 70

  /// What each of them means, for help and the manual page.
  static let meanings: [(code: ExitCode, meaning: String)] = [
    (.done, "done, perhaps with warnings"), (.differenceFound, "check found faults, test or verify a difference"), (.usage, "usage error"),
    (.stoppedByStrict, "stopped by --strict or --fail-on"),
    (.inputUnreadable, "input missing or unreadable"),
    (.outputUnwritable, "output not writable, or a file of another program is in its place"),
    (.noResultPossible, "documents of a batch failed for different reasons"), (.limitReached, "limit reached"),
    (.internalError, "internal error"),
  ]
}

/// Why the program stops, in words.
struct Failure: Error {
  var code: ExitCode
  var message: String
  var hint: String?

  init(_ code: ExitCode, _ message: String, hint: String? = nil) {
    self.code = code
    self.message = message
    self.hint = hint
  }
}

/// Writes to standard error; a closed one is ignored. What names and documents bring along says nothing to the terminal.
func complain(_ text: String) {
  let lines = text.forTerminal
  tellTerminal(Paint.isOn ? Paint.painted(lines) : lines)
}

/// Writes to standard error as it is.
func tellTerminal(_ text: String) {
  let bytes = Array(text.utf8)
  unsafe bytes.withUnsafeBytes { buffer in _ = unsafe try? writeAll(buffer, to: STDERR_FILENO) }
}
