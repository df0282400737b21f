internal import CLinux
internal import Glibc

/// What is kept between runs, in a folder: entries found by the digests of all that they are made of.
///
/// An entry is one file: a line with a mark and the digest of what follows, and that. What is cut off, changed or foreign does not fit its
/// digest and is ignored. Whoever can write into the folder decides what comes out of it.
public struct KeptFiles: Sendable {
  /// What entries are; each kind has its own folder.
  public enum Kind: String, CaseIterable, Sendable {
    case outputs
    case pictures
    /// Of documents: set blocks, compressed pages.
    case pieces
  }

  /// The folder of all kinds.
  private let root: String
  private let kind: Kind
  /// Bytes of all entries together.
  private let limit: Int

  /// Megabytes without a setting.
  public static let defaultMegabytes = 1024
  /// A single entry that is larger is not kept.
  private static let mostEntryBytes = 256 << 20
  /// Seconds after which an unfinished file has no writer any more.
  private static let oldestDraft = 3600

  /// - Returns: nil where the folder can't be made, or nothing has room.
  public init?(_ root: String, kind: Kind, megabytes: Int = KeptFiles.defaultMegabytes) {
    guard megabytes > 0, megabytes < 1 << 30 else { return nil }
    self.root = root.hasSuffix("/") ? root : root + "/"
    (self.kind, limit) = (kind, megabytes << 20)
    guard Self.makeFolder(self.root + kind.rawValue) else { return nil }
  }

  /// Makes the folders of all kinds: for a process that will not be able to.
  public static func prepare(_ root: String) {
    for kind in Kind.allCases { _ = KeptFiles(root, kind: kind) }
  }

  /// Nobody else needs to see what is kept.
  private static func makeFolder(_ path: String) -> Bool {
    var made = path.hasPrefix("/") ? "/" : ""
    for part in path.split(separator: "/") {
      made += part + "/"
      guard unsafe mkdir(made, 0o700) == 0 || errno == EEXIST || access(made, F_OK) == 0 else { return false }
    }
    return true
  }

  private func path(_ key: String) -> String { root + kind.rawValue + "/" + key }
  private var mark: String { "mdtypeset-\(kind.rawValue)-1 " }

  /// The bytes of an entry; nil without a complete entry.
  public func entry(_ key: String) -> [UInt8]? {
    let file = unsafe open(path(key), O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= Self.mostEntryBytes + (1 << 20) else {
      return nil
    }
    let head = Array((mark + String(repeating: "0", count: 64) + "\n").utf8).count
    guard let bytes = Self.read(file, count: Int(status.st_size)), bytes.count >= head, bytes.starts(with: mark.utf8),
      bytes[head - 1] == 0x0A, bytes[mark.utf8.count..<head - 1].elementsEqual(Digest.of(bytes[head...]).utf8)
    else { return nil }
    // The oldest by its use goes first.
    _ = futimens(file, nil)
    return Array(bytes[head...])
  }

  private static func read(_ file: Int32, count: Int) -> [UInt8]? {
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
      while filled < count {
        let got = unsafe Glibc.read(file, buffer.baseAddress?.advanced(by: filled), count - filled)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        filled += got
      }
    }
    return bytes.count == count ? bytes : nil
  }

  /// Keeps an entry. What goes wrong costs the entry only.
  public func keep(_ bytes: [UInt8], as key: String) {
    guard bytes.count <= min(Self.mostEntryBytes, limit / 4), let file = try? NewFile(path(key), mode: 0o600, followsLinks: false) else {
      return
    }
    do {
      unsafe try Array((mark + Digest.of(bytes) + "\n").utf8).withUnsafeBytes { unsafe try file.write($0) }
      unsafe try bytes.withUnsafeBytes { unsafe try file.write($0) }
    } catch {
      file.discard()
      return
    }
    try? NewFile.finish([file])
    // A look at the folder for one entry in sixteen, by its digest: the limit is kept closely enough.
    if key.utf8.first == UInt8(ascii: "0") || bytes.count > limit / 64 { trim() }
  }

  /// Removes the entries of all kinds that have not been used for longest until the rest fits.
  public func trim() {
    var entries: [(path: String, size: Int, time: Int)] = []
    for kind in Kind.allCases { Self.gather(&entries, in: root + kind.rawValue) }
    var total = entries.reduce(0) { $0 + $1.size }
    guard total > limit else { return }
    for entry in entries.sorted(by: { $0.time < $1.time }) where total > limit / 10 * 9 {
      unsafe unlink(entry.path)
      total -= entry.size
    }
  }

  /// Lists the entries of a folder, and removes what programs that were killed have not finished.
  private static func gather(_ entries: inout [(path: String, size: Int, time: Int)], in folder: String) {
    guard let handle = unsafe opendir(folder) else { return }
    defer { unsafe closedir(handle) }
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      let path = folder + "/" + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      if name.hasPrefix(".mdtypeset-"), time(nil) - status.st_mtim.tv_sec > oldestDraft {
        unsafe unlink(path)
      } else if name.utf8.count == 64 {
        entries.append((path, Int(status.st_size), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec))
      }
    }
  }
}
