internal import CLeftovers
internal import CLinux
internal import Glibc

/// A file that gets its name once it is complete: until then it has an unpredictable temporary name in the same folder, and its writer holds
/// a lock on it, so that what a killed program leaves can be told from what is being written (`AbandonedDrafts`).
///
/// If the name is a link, the file that it leads to is replaced and the link is kept.
public struct NewFile: Sendable {
  /// The final name.
  public let path: String
  /// What `path` leads to.
  private let target: String
  private var draft: Draft

  /// - Parameters:
  ///   - mode: Of a file that is not there yet, less what the umask takes away.
  ///   - followsLinks: False replaces a link.
  public init(_ path: String, mode: UInt32 = 0o666, followsLinks: Bool = true) throws(SystemError) {
    self.path = path
    let target = followsLinks ? try Self.target(of: path) : path
    self.target = target
    var status = stat()
    let isThere = unsafe (followsLinks ? stat(target, &status) : lstat(target, &status)) == 0
    let exists = isThere && status.st_mode & S_IFMT != S_IFLNK
    if exists, unsafe access(target, W_OK) != 0 { throw SystemError(code: errno) }
    let folder = target.utf8.lastIndex(of: UInt8(ascii: "/")).map { String(target[...$0]) } ?? ""
    AbandonedDrafts.removeOnce(in: folder)
    let permissions = exists ? status.st_mode & 0o777 : mode
    draft = try Draft(in: folder, mode: permissions, isExact: exists)
  }

  /// The folder of the file, with a slash at its end; empty for the working folder.
  var folder: String { draft.folder }

  /// Adds bytes at the end of the draft; the file itself is unchanged until all is written.
  public func write(_ bytes: UnsafeRawBufferPointer) throws(SystemError) { unsafe try writeAll(bytes, to: draft.descriptor) }

  /// Removes what has been written.
  public func discard() { draft.discard() }

  /// The same with nothing open: the caller keeps the draft from being removed (`NewFileSet`).
  func closed() throws(SystemError) -> NewFile {
    var copy = self
    copy.draft = try draft.closed()
    return copy
  }

  /// Gives files their names, all at once as far as other programs and signals can tell; if one cannot be completed, no file gets its name.
  public static func finish(_ files: [NewFile]) throws(SystemError) {
    var code: Int32 = 0
    for file in files where code == 0 { code = file.draft.flush() }
    leftovers_begin_renaming()
    for file in files {
      if code == 0, unsafe rename(file.draft.path, file.target) != 0 { code = errno }
      // A file that has its name no longer has a draft.
      if code != 0 { unsafe unlink(file.draft.path) }
      file.draft.forget()
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
