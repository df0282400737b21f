internal import Glibc

/// What changes when a file does: its number, size and time.
package struct FileStamp {
  /// The path with the file's number, size and time, or without them for a missing file; ends with a newline.
  package let text: String
  package let isFile: Bool
  package let isFolder: Bool

  package init(_ path: String) {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else {
      (text, isFile, isFolder) = ("\(path) -\n", false, false)
      return
    }
    text = "\(path) \(status.st_ino) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)\n"
    (isFile, isFolder) = (status.st_mode & S_IFMT == S_IFREG, status.st_mode & S_IFMT == S_IFDIR)
  }
}
