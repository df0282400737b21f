internal import Glibc
internal import TypesetFiles
internal import TypesetJSON

/// Whole outputs, kept between runs by the digests of all that they are made of (`--cache-dir`).
///
/// An entry is one file: a line with the digest of all that follows it, a line with the record, and the outputs one after the other. What is
/// cut off, changed or foreign does not fit its digest and is ignored. Whoever can write into the folder decides what comes out of it.
struct OutputCache {
  private let folder: String
  private let limit: Int

  /// Of all entries together.
  private static let defaultMegabytes = 1024
  /// A single entry that is larger is not kept.
  private static let mostEntryBytes = 256 << 20
  private static let mark = "mdtypeset-outputs-1 "

  /// - Returns: nil where no folder is named, or it can't be made.
  init?(_ arguments: Arguments) {
    guard let path = arguments.value("cache-dir") else { return nil }
    folder = path + (path.hasSuffix("/") ? "" : "/") + "outputs"
    limit = (arguments.value("cache-size").flatMap { Int($0) } ?? Self.defaultMegabytes) << 20
    guard (try? makeFolder(folder)) != nil else { return nil }
  }

  /// What an entry is found by: the program with its options, the names, and the source itself. The other files are in its record.
  static func key(_ fingerprint: String, inputs: [String], outputs: [String], roots: [String], source: [UInt8]) -> String {
    var digest = Digest()
    for list in [[fingerprint], inputs, outputs, roots] { digest.add(list.joined(separator: "\n") + "\n\n") }
    digest.add(source)
    return digest.finish()
  }

  private func path(_ key: String) -> String { folder + "/" + key }

  /// The record of an entry and the outputs in it; nil where there is none that is whole.
  func entry(_ key: String) -> (record: MakingRecord, files: [[UInt8]])? {
    guard let bytes = try? readFile(path(key), limit: Self.mostEntryBytes + (1 << 20)), bytes.starts(with: Self.mark.utf8),
      let first = bytes.firstIndex(of: 0x0A), let second = bytes[(first + 1)...].firstIndex(of: 0x0A),
      String(decoding: bytes[Self.mark.utf8.count..<first], as: UTF8.self) == Digest.of(bytes[(first + 1)...]),
      let json = try? JSON(bytes[(first + 1)..<second]), let record = json["record"].flatMap({ MakingRecord($0) }),
      let sizes = json["sizes"]?.items?.compactMap(\.integer), sizes.count == record.outputs.count
    else { return nil }
    var files: [[UInt8]] = []
    var start = second + 1
    for size in sizes {
      guard size >= 0, size <= bytes.count - start else { return nil }
      files.append(Array(bytes[start..<start + size]))
      start += size
    }
    // The oldest by its use goes first.
    _ = unsafe utimensat(AT_FDCWD, path(key), nil, 0)
    return (record, files)
  }

  /// Writes the outputs of an entry, all or none.
  static func write(_ record: MakingRecord, _ files: [[UInt8]]) throws {
    var drafts: [NewFile] = []
    do {
      for (output, bytes) in zip(record.outputs, files) {
        try writing(output.path) { if let draft = try draftFile(output.path, bytes) { drafts.append(draft) } }
      }
    } catch {
      for draft in drafts { draft.discard() }
      throw error
    }
    try writing(record.outputs.first?.path ?? "") { try NewFile.finish(drafts) }
  }

  /// Keeps outputs that have just been written. What goes wrong costs the entry only.
  func keep(_ record: MakingRecord, as key: String) {
    var bytes: [UInt8] = []
    var sizes: [JSON] = []
    for output in record.outputs {
      guard let file = try? readFile(output.path, limit: Self.mostEntryBytes), Digest.of(file) == output.digest else { return }
      sizes.append(JSON(file.count))
      bytes += file
    }
    guard bytes.count <= min(Self.mostEntryBytes, limit / 4) else { return }
    let rest = Array((JSON(members: ["record": record.json, "sizes": .array(sizes)]).description + "\n").utf8) + bytes
    let head = Array((Self.mark + Digest.of(rest) + "\n").utf8)
    unsafe try? writeFile(path(key)) { write in unsafe try (head + rest).withUnsafeBytes { try unsafe write($0) } }
    // A look at the folder for one entry in sixteen, by its digest: the limit is kept closely enough.
    if key.utf8.first == UInt8(ascii: "0") || bytes.count > limit / 64 { trim() }
  }

  /// Removes the entries that have not been used for longest until the rest fits.
  func trim() {
    guard let handle = unsafe opendir(folder) else { return }
    defer { unsafe closedir(handle) }
    var entries: [(path: String, size: Int, time: Int)] = []
    while let entry = unsafe readdir(handle) {
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { name in
        unsafe name.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      var status = stat()
      guard unsafe name.utf8.count == 64 && stat(path(name), &status) == 0, status.st_mode & S_IFMT == S_IFREG else { continue }
      entries.append((path(name), Int(status.st_size), status.st_mtim.tv_sec * 1_000_000_000 + status.st_mtim.tv_nsec))
    }
    var total = entries.reduce(0) { $0 + $1.size }
    guard total > limit else { return }
    for entry in entries.sorted(by: { $0.time < $1.time }) where total > limit / 10 * 9 {
      unsafe unlink(entry.path)
      total -= entry.size
    }
  }
}
