internal import Glibc
internal import TypesetFiles

/// Reports when files change, appear or disappear (inotify(7)). Folders are watched, since editors replace files by new ones of the same name.
final class FileWatch {
  let descriptor: Int32
  private var folders: [Int32: String] = [:]
  private var numbers: [String: Int32] = [:]
  private var names: Set<String> = []

  init?() {
    descriptor = inotify_init1(Int32(IN_NONBLOCK) | Int32(IN_CLOEXEC))
    guard descriptor >= 0 else { return nil }
  }

  deinit { close(descriptor) }

  /// Watches these files from now on, and no others. For missing files, the nearest existing folder is watched.
  func watch(_ paths: [String]) {
    names = []
    var wanted: Set<String> = []
    for path in paths {
      note(path, &wanted)
      // The target of a link is in another folder.
      if let real = realPath(path) { note(real, &wanted) }
    }
    for (folder, number) in numbers where !wanted.contains(folder) {
      inotify_rm_watch(descriptor, number)
      numbers[folder] = nil
      folders[number] = nil
    }
    let events = UInt32(IN_CLOSE_WRITE | IN_MOVED_TO | IN_MOVED_FROM | IN_CREATE | IN_DELETE | IN_ATTRIB)
    for folder in wanted where numbers[folder] == nil {
      let number = unsafe inotify_add_watch(descriptor, folder, events)
      guard number >= 0 else { continue }
      numbers[folder] = number
      folders[number] = folder
    }
  }

  /// Notes the name under which events report a file: below the real path of its folder, since a folder has one watch whatever its names.
  private func note(_ path: String, _ wanted: inout Set<String>) {
    var name = path.split(separator: "/").last.map(String.init) ?? path
    var folder = Roots.folder(of: path)
    while unsafe access(folder, F_OK) != 0, folder != "/", folder != "." {
      name = folder.split(separator: "/").last.map(String.init) ?? folder
      folder = Roots.folder(of: folder)
    }
    guard let real = realPath(folder) else { return }
    names.insert(real == "/" ? "/" + name : real + "/" + name)
    wanted.insert(real)
  }

  /// What has happened to the watched files.
  enum Change {
    /// Something is being done to a file.
    case begun
    /// Each file that has changed was closed after writing, or has been put in its place.
    case written
  }

  /// What has happened since the last call; nil if that concerns no watched file.
  func change() -> Change? {
    let changed = changes()
    return changed.isEmpty ? nil : changed.values.allSatisfy(\.self) ? .written : .begun
  }

  /// The watched files that have changed, and whether their last event says that they are written.
  private func changes() -> [String: Bool] {
    var changed: [String: Bool] = [:]
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe buffer.withUnsafeMutableBytes { unsafe read(descriptor, $0.baseAddress, $0.count) }
      guard count > 0 else { return changed }
      // Fields of inotify_event: number, mask, cookie, length of the name, name.
      var start = 0
      while start + 16 <= count {
        func word(_ offset: Int) -> UInt32 { (0..<4).reduce(0) { $0 | UInt32(buffer[start + offset + $1]) << UInt32($1 * 8) } }
        let length = Int(word(12))
        let name = String(decoding: buffer[start + 16..<min(start + 16 + length, count)].prefix { $0 != 0 }, as: UTF8.self)
        if word(4) & UInt32(IN_Q_OVERFLOW) != 0 { for name in names { changed[name] = false } }
        if let folder = folders[Int32(bitPattern: word(0))] {
          let path = folder == "/" ? "/" + name : folder + "/" + name
          if names.contains(path) { changed[path] = word(4) & UInt32(IN_CLOSE_WRITE | IN_MOVED_TO) != 0 }
        }
        start += 16 + length
      }
    }
  }
}
