internal import Glibc
internal import MDTypeset
internal import TypesetFiles
internal import TypesetJSON

/// The contents of files as digests; each file is read once as long as it does not change.
final class FileStates {
  private struct Stamp: Hashable {
    var path: String
    var number: UInt
    var size: Int
    var seconds: Int
    var nanoseconds: Int
  }

  private var known: [Stamp: String] = [:]
  private static let mostKnown = 4_000

  /// The digest of a file; nil where it can't be read.
  func digest(of path: String) -> String? {
    guard let stamp = stamp(of: path) else { return nil }
    if let digest = known[stamp] { return digest }
    guard let bytes = try? readFile(path, limit: 1 << 31) else { return nil }
    let digest = Digest.of(bytes)
    // A file that has just been written may change again without a new time stamp (ext4 counts in 4 ms).
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    if now.tv_sec - stamp.seconds > 1 {
      // The outputs of a batch are asked for once each.
      if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
      known[stamp] = digest
    }
    return digest
  }

  private func stamp(of path: String) -> Stamp? {
    var status = stat()
    guard unsafe stat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    return Stamp(
      path: path, number: UInt(status.st_ino), size: Int(status.st_size), seconds: status.st_mtim.tv_sec,
      nanoseconds: status.st_mtim.tv_nsec)
  }

  /// Days since 1970, in UTC as documents show them.
  static var today: Int { now / 86_400_000_000_000 }

  /// Nanoseconds of the system's clock.
  static var now: Int {
    var now = timespec()
    unsafe clock_gettime(CLOCK_REALTIME, &now)
    return now.tv_sec * 1_000_000_000 + now.tv_nsec
  }

  /// True if a file has been written since a time. Times of files are some milliseconds late.
  func hasChanged(_ path: String, since time: Int) -> Bool {
    guard let stamp = stamp(of: path) else { return true }
    return stamp.seconds * 1_000_000_000 + stamp.nanoseconds > time - 10_000_000
  }

  func exists(_ path: String) -> Bool { unsafe access(path, F_OK) == 0 }

  /// A number that changes when fonts are added to folders or taken from them.
  static func fingerprint(ofFolders folders: [String]) -> String {
    var digest = Digest()
    for folder in folders.sorted() {
      var status = stat()
      guard unsafe stat(folder, &status) == 0 else { continue }
      digest.add("\(folder) \(status.st_mtim.tv_sec) \(status.st_mtim.tv_nsec)\n")
    }
    return digest.finish()
  }

  /// The identity of the program: its version, and its file as far as the system reports it.
  static let program: String = {
    var status = stat()
    _ = unsafe stat("/proc/self/exe", &status)
    return "\(MDTypeset.version) \(status.st_size) \(status.st_mtim.tv_sec).\(status.st_mtim.tv_nsec)"
  }()
}
