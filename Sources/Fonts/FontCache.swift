internal import CFontconfig
internal import Glibc

/// Where fontconfig remembers what is in the fonts: a folder of its own where none of the usual ones can be written, as with a read-only home.
///
/// Without one fontconfig reads all fonts each time, and says so once for each folder.
enum FontCache {
  /// Names a folder to a configuration that has no fonts yet, if it needs one.
  static func offer(to configuration: OpaquePointer?) {
    let known = unsafe FcConfigGetCacheDirs(configuration).texts
    guard !known.contains(where: { canWrite($0) }), let folder = folder() else { return }
    let text = "<fontconfig><cachedir>\(folder)</cachedir></fontconfig>"
    _ = unsafe text.withCString { start in
      unsafe start.withMemoryRebound(to: FcChar8.self, capacity: text.utf8.count) {
        unsafe FcConfigParseAndLoadFromMemory(configuration, $0, 0)
      }
    }
  }

  /// True if a folder is writable, or can be made.
  static func canWrite(_ folder: String) -> Bool {
    var path = folder[...]
    while !path.isEmpty {
      if unsafe access(String(path), W_OK) == 0 { return true }
      guard errno == ENOENT, let slash = path.lastIndex(of: "/") else { return false }
      path = slash == path.startIndex && path.utf8.count > 1 ? "/" : path[..<slash]
    }
    return false
  }

  /// A user's own folder among the temporary ones; nil where there is none that nobody else can write.
  private static func folder() -> String? {
    let chosen = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) }
    for parent in [chosen, "/tmp", "/dev/shm"].compactMap(\.self) where !parent.contains(where: { "<>&".contains($0) }) {
      let folder = "\(parent)/mdtypeset-fonts-\(getuid())"
      _ = unsafe mkdir(folder, 0o700)
      var found = stat()
      if unsafe lstat(folder, &found) == 0, found.st_mode & S_IFMT == S_IFDIR, found.st_uid == getuid(), found.st_mode & 0o022 == 0,
        canWrite(folder)
      {
        return folder
      }
    }
    return nil
  }
}

extension OpaquePointer? {
  /// The texts of one of fontconfig's lists, which ends with it.
  var texts: [String] {
    guard let list = self else { return [] }
    defer { unsafe FcStrListDone(list) }
    var texts: [String] = []
    while let text = unsafe FcStrListNext(list) { unsafe texts.append(String(cString: text)) }
    return texts
  }
}
