internal import Glibc

/// A failed system call, with the system's description.
public struct SystemError: Error, Hashable, Sendable {
  /// The value of `errno`.
  public var code: Int32

  public init(code: Int32) { self.code = code }

  /// True if there is no such file or folder.
  package var isMissing: Bool { code == ENOENT || code == ENOTDIR }

  /// The system's description of the error.
  public var words: String {
    guard let text = unsafe strerror(code) else { return "error \(code)" }
    return unsafe String(cString: text)
  }
}
