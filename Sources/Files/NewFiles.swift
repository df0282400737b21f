internal import CLinux
internal import Glibc

/// Files that are written below a folder under untrusted names, all of them or no file at all.
///
/// A name is followed folder by folder through open descriptors, over no link and no `..`; nothing that is there already is changed,
/// since such a file may be run or trusted by a program.
public enum NewFiles {
  /// Why no file is written.
  public enum Failure: Error {
    case system(SystemError)
    case alreadyThere(name: String)
    /// It leads out of the folder, or nowhere.
    case unsafeName(String)
  }

  /// - Parameters:
  ///   - files: By name: paths with slashes.
  ///   - folder: Made where it is not there.
  public static func write(_ files: [String: [UInt8]], below folder: String) throws(Failure) {
    let root = unsafe open(folder, pathOnly | O_DIRECTORY | O_CLOEXEC)
    guard root >= 0 else { throw .system(SystemError(code: errno)) }
    defer { close(root) }
    var written: [(parent: Int32, name: String)] = []
    defer { for file in written { close(file.parent) } }
    do throws(Failure) {
      for (name, bytes) in files.sorted(by: { $0.key < $1.key }) {
        let parts = name.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
        guard !parts.contains(where: { $0.isEmpty || $0 == "." || $0 == ".." || $0.utf8.contains(0) }), let last = parts.last else {
          throw .unsafeName(name)
        }
        let parent = try folderBelow(root, parts.dropLast(), of: name)
        let file = unsafe openat(parent, last, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW | O_CLOEXEC, 0o666)
        guard file >= 0 else {
          let code = errno
          close(parent)
          throw code == EEXIST ? .alreadyThere(name: name) : .system(SystemError(code: code))
        }
        written.append((parent, last))
        do throws(SystemError) {
          defer { close(file) }
          try writeAll(bytes, to: file)
        } catch {
          throw .system(error)
        }
      }
    } catch {
      for file in written { unsafe unlinkat(file.parent, file.name, 0) }
      throw error
    }
  }

  private static func writeAll(_ bytes: [UInt8], to file: Int32) throws(SystemError) {
    let result = unsafe bytes.withUnsafeBytes { bytes in
      Result { () throws(SystemError) in unsafe try TypesetFiles.writeAll(bytes, to: file) }
    }
    try result.get()
  }

  /// Opens a folder, and makes missing folders on the way; the caller closes it.
  private static func folderBelow(_ root: Int32, _ parts: ArraySlice<String>, of name: String) throws(Failure) -> Int32 {
    var current = fcntl(root, F_DUPFD_CLOEXEC, 0)
    for part in parts {
      guard unsafe mkdirat(current, part, 0o777) == 0 || errno == EEXIST else {
        let code = errno
        close(current)
        throw .system(SystemError(code: code))
      }
      let next = unsafe openat(current, part, pathOnly | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      let code = errno
      close(current)
      // A link, or a file where a folder should be.
      guard next >= 0 else { throw code == ELOOP || code == ENOTDIR ? .alreadyThere(name: name) : .system(SystemError(code: code)) }
      current = next
    }
    return current
  }
}
