internal import CLinux
internal import Glibc

/// A folder that is held open, so that what is written into it stays in it, whatever becomes of the path that led to it.
public final class HeldFolder: Sendable {
  private let descriptor: Int32
  private let path: String

  /// - Parameters:
  ///   - parts: The folders on the way, without `..`. One of them may be a link that stays below `root`; the error for any other link is `EXDEV`.
  ///   - makes: True makes the folders that are not there.
  public init(_ parts: [String], below root: String, makes: Bool = false) throws(SystemError) {
    guard let folder = RootFolder(root) else { throw SystemError(code: ENOENT) }
    descriptor = try Self.open(parts[...], in: folder, makes: makes)
    path = ([root] + parts).joined(separator: "/")
  }

  deinit { close(descriptor) }

  private static func open(_ parts: ArraySlice<String>, in root: RootFolder, makes: Bool) throws(SystemError) -> Int32 {
    let flags = pathOnly | O_DIRECTORY | O_CLOEXEC
    let found = root.open(parts.joined(separator: "/"), flags: flags)
    guard makes, case .failure(let error) = found, error.code == ENOENT, let name = parts.last else { return try found.get() }
    let parent = try open(parts.dropLast(), in: root, makes: true)
    defer { close(parent) }
    guard unsafe mkdirat(parent, name, 0o777) == 0 || errno == EEXIST else { throw SystemError(code: errno) }
    return try root.open(parts.joined(separator: "/"), flags: flags).get()
  }

  /// The path of a file in it, which no link in the folder's path redirects.
  private func place(of name: String) -> String {
    let held = "/proc/self/fd/\(descriptor)"
    // Without the kernel's view of processes the path must do.
    return (unsafe access(held, F_OK)) == 0 ? held + "/" + name : path + "/" + name
  }

  /// A new file of a name without slashes, in place of what has this name, even a link.
  public func newFile(_ name: String) throws(SystemError) -> NewFile { try NewFile(place(of: name), followsLinks: false) }

  /// Removes a file, or a link, of a name without slashes.
  public func remove(_ name: String) { unsafe unlinkat(descriptor, name, 0) }

  /// True if nothing has this name, or a regular file.
  public func isFree(_ name: String) -> Bool {
    var status = stat()
    return unsafe fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) != 0 || status.st_mode & S_IFMT == S_IFREG
  }
}
