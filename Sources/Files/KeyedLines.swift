internal import Glibc

/// Names of which only hashes are held, 8 bytes each, so that there may be millions.
///
/// The hashes are SHA-256's first bytes: nobody chooses names whose hashes are the same.
package struct HashedNames: Sendable {
  private var hashes: Set<UInt64> = []

  package init() {}

  package init(_ names: some Sequence<String>) { for name in names { insert(name) } }

  package var isEmpty: Bool { hashes.isEmpty }

  /// - Returns: False for a name that is there.
  @discardableResult package mutating func insert(_ name: String) -> Bool { hashes.insert(Self.hash(name)).inserted }

  /// True if the name was inserted. Names with the same 64-bit hash count as one.
  package func contains(_ name: String) -> Bool { contains(hash: Self.hash(name)) }

  package func contains(hash: UInt64) -> Bool { hashes.contains(hash) }

  package static func hash(_ name: String) -> UInt64 { Digest128(of: Array(name.utf8)).first }
}

/// Lines of files, each found by a key that it has within. Where a line is is held, the line itself is read when it is asked for: memory hardly grows
/// with the files.
///
/// A later line of a key replaces an earlier one, and lines of a file that is read later replace lines of earlier files.
package final class KeyedLines {
  private struct Place {
    var start: Int64
    var length: Int32
    /// The number of its file; -1 for a line that could not be written.
    var file: Int32
  }

  private let key: (ArraySlice<UInt8>) -> String?
  private var places: [UInt64: Place] = [:]
  private var files: [Int32] = []
  /// The file that lines are added to.
  private var own: Int32?
  /// Lines that could not be written.
  private var unwritten: [UInt64: [UInt8]] = [:]

  /// Longer lines are ignored.
  private static let mostBytes = 64 << 20

  /// - Parameter key: The key of a line; nil for one that is not whole.
  package init(key: @escaping (ArraySlice<UInt8>) -> String?) { self.key = key }

  deinit { for file in files { close(file) } }

  /// Bytes that are held for all lines.
  package var heldBytes: Int { places.capacity * (MemoryLayout<Place>.stride + 8) + unwritten.values.reduce(0) { $0 + $1.count } }

  package var count: Int { places.count }

  // MARK: Files

  /// Reads the lines of a file. Links and what is no file are not read.
  package func read(_ path: String) {
    let file = unsafe open(path, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    if file >= 0 { read(file) }
  }

  /// Reads the lines of a file, which is created if it is missing; lines are added to it.
  ///
  /// - Returns: False if the file cannot be written.
  package func openOwn(_ path: String) -> Bool {
    // Not over a link, which could lead to any file of the user.
    let file = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    guard file >= 0 else { return false }
    guard let number = read(file) else { return false }
    own = number
    // A truncated line must not spoil the next one.
    _ = append([0x0A])
    return true
  }

  /// - Returns: The file's number; nil if it is no regular one.
  @discardableResult private func read(_ file: Int32) -> Int32? {
    var status = stat()
    guard unsafe fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else {
      close(file)
      return nil
    }
    let number = Int32(files.count)
    files.append(file)
    var chunk = [UInt8](repeating: 0, count: 1 << 16)
    var line: [UInt8] = []
    var (start, offset) = (Int64(0), Int64(0))
    while let count = Self.pread(file, &chunk, at: offset), count > 0 {
      var rest = chunk[..<count]
      while let end = rest.firstIndex(of: 0x0A) {
        if line.isEmpty { add(rest[..<end], number, at: start) } else { add((line + rest[..<end])[...], number, at: start) }
        line = []
        start = offset + Int64(end) + 1
        rest = rest[(end + 1)...]
      }
      if line.count < Self.mostBytes { line += rest }
      offset += Int64(count)
    }
    if !line.isEmpty { add(line[...], number, at: start) }
    return number
  }

  private func add(_ line: ArraySlice<UInt8>, _ file: Int32, at start: Int64) {
    guard !line.isEmpty, line.count < Self.mostBytes, let key = key(line) else { return }
    places[HashedNames.hash(key)] = Place(start: start, length: Int32(line.count), file: file)
  }

  private static func pread(_ file: Int32, _ bytes: inout [UInt8], at offset: Int64) -> Int? {
    while true {
      let count = unsafe bytes.withUnsafeMutableBytes { unsafe Glibc.pread(file, $0.baseAddress, $0.count, Int(offset)) }
      if count < 0, errno == EINTR { continue }
      return count < 0 ? nil : count
    }
  }

  // MARK: Lines

  /// The line of a key, without its end.
  package func line(of key: String) -> [UInt8]? { line(ofHash: HashedNames.hash(key)) }

  /// As `line(of:)`, by `HashedNames.hash` of the key.
  package func line(ofHash hash: UInt64) -> [UInt8]? {
    guard let place = places[hash] else { return nil }
    guard place.file >= 0 else { return unwritten[hash] }
    var line = [UInt8](repeating: 0, count: Int(place.length))
    guard Self.pread(files[Int(place.file)], &line, at: place.start) == line.count else { return nil }
    return line
  }

  /// Adds a line, and writes it at the end of the own file.
  ///
  /// - Parameter line: Without its end.
  package func add(_ line: [UInt8], of key: String) {
    let hash = HashedNames.hash(key)
    unwritten[hash] = nil
    if let own, let end = append(line + [0x0A]) {
      places[hash] = Place(start: end - Int64(line.count) - 1, length: Int32(clamping: line.count), file: own)
    } else {
      unwritten[hash] = line
      places[hash] = Place(start: 0, length: Int32(clamping: line.count), file: -1)
    }
  }

  /// Forgets a key; its line stays in the file.
  package func remove(_ hash: UInt64) {
    places[hash] = nil
    unwritten[hash] = nil
  }

  /// The hashes of all keys, in an order that depends on the keys only.
  package var hashes: [UInt64] { places.keys.sorted() }

  /// - Returns: True if the own file has it.
  package func isOwn(_ hash: UInt64) -> Bool { places[hash].map { $0.file == -1 || $0.file == own } ?? false }

  /// - Returns: The end of the own file afterwards; nil if it cannot be written, as on a full disk.
  private func append(_ bytes: [UInt8]) -> Int64? {
    guard let own else { return nil }
    let file = files[Int(own)]
    guard unsafe (bytes.withUnsafeBytes { unsafe (try? writeAll($0, to: file)) != nil }) else { return nil }
    let end = lseek(file, 0, SEEK_CUR)
    return end < 0 ? nil : Int64(end)
  }
}
