internal import CLeftovers
internal import CLinux
internal import Glibc

/// A file that gets its name once it is complete: until then it has an unpredictable temporary name in the same folder.
///
/// If the name is a link, the file that it leads to is replaced and the link is kept.
public struct NewFile: Sendable {
  /// The final name.
  public let path: String
  /// What `path` leads to.
  private let target: String
  private let draft: String
  private let descriptor: Int32
  private let leftover: UInt

  /// - Parameters:
  ///   - mode: Of a file that is not there yet, less what the umask takes away.
  ///   - followsLinks: False replaces a link.
  public init(_ path: String, mode: UInt32 = 0o666, followsLinks: Bool = true) throws(SystemError) {
    self.path = path
    target = followsLinks ? try Self.target(of: path) : path
    var status = stat()
    let isThere = unsafe (followsLinks ? stat(target, &status) : lstat(target, &status)) == 0
    let exists = isThere && status.st_mode & S_IFMT != S_IFLNK
    if exists, unsafe access(target, W_OK) != 0 { throw SystemError(code: errno) }
    (draft, descriptor, leftover) = try Self.make(beside: target, mode: mode)
    if exists { fchmod(descriptor, status.st_mode & 0o777) }
  }

  private static func make(beside target: String, mode: UInt32) throws(SystemError) -> (String, Int32, UInt) {
    let folder = target.lastIndex(of: "/").map { target[...$0] } ?? ""
    for _ in 0..<100 {
      let draft = folder + ".mdtypeset-" + randomName()
      let leftover = unsafe leftovers_add(draft)
      let file = unsafe open(draft, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, mode)
      if file >= 0 { return (draft, file, leftover) }
      let code = errno
      leftovers_forget(leftover)
      guard code == EEXIST else { throw SystemError(code: code) }
    }
    throw SystemError(code: EEXIST)
  }

  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { unsafe try writeAll(bytes, to: descriptor) }

  /// Removes what has been written.
  public func discard() {
    close(descriptor)
    unsafe unlink(draft)
    leftovers_forget(leftover)
  }

  /// Gives files their names, all at once as far as other programs and signals can tell; if one cannot be completed, none gets its name.
  public static func finish(_ files: [NewFile]) throws(SystemError) {
    var code: Int32 = 0
    for file in files where close(file.descriptor) != 0 && code == 0 { code = errno }
    leftovers_begin_renaming()
    for file in files {
      if code == 0, unsafe rename(file.draft, file.target) != 0 { code = errno }
      // A file that has its name no longer has a draft.
      if code != 0 { unsafe unlink(file.draft) }
      leftovers_forget(file.leftover)
    }
    leftovers_end_renaming()
    if code != 0 { throw SystemError(code: code) }
  }

  /// Where a link leads, even if nothing is there yet; the path itself if it is not a link.
  private static func target(of path: String) throws(SystemError) -> String {
    var path = path
    for _ in 0..<40 {
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = unsafe buffer.withUnsafeMutableBytes { bytes in
        guard let start = unsafe bytes.baseAddress?.assumingMemoryBound(to: CChar.self) else { return -1 }
        return unsafe readlink(path, start, bytes.count)
      }
      guard count > 0 else { return path }
      let next = String(decoding: buffer[..<count], as: UTF8.self)
      path = next.hasPrefix("/") ? next : (path.lastIndex(of: "/").map { path[...$0] } ?? "") + next
    }
    throw SystemError(code: ELOOP)
  }

  /// 96 bits that cannot be guessed.
  private static func randomName() -> String {
    var generator = SystemRandomNumberGenerator()
    let high = String(UInt64.random(in: .min ... .max, using: &generator), radix: 36)
    return high + String(UInt32.random(in: .min ... .max, using: &generator), radix: 36)
  }
}

/// Ends the process at once with a code, and leaves no unfinished file.
public func exitLeavingNothing(_ code: Int32) -> Never { leftovers_exit(code) }

/// Writes all bytes to a descriptor.
public func writeAll(_ buffer: UnsafeRawBufferPointer, to descriptor: Int32) throws(SystemError) {
  var rest = unsafe buffer[...]
  while unsafe !rest.isEmpty {
    let part = unsafe UnsafeRawBufferPointer(rebasing: rest)
    let count = unsafe write(descriptor, part.baseAddress, part.count)
    if count < 0 {
      if errno == EINTR { continue }
      throw SystemError(code: errno)
    }
    unsafe rest = rest.dropFirst(count)
  }
}
