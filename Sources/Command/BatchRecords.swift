internal import Glibc
internal import TypesetFiles
internal import TypesetJSON

/// What a batch has made, kept in its output folder: a line for each document, added as soon as it is made, so that an
/// interrupted batch resumes where it stopped. A line that is not whole is ignored.
struct BatchRecords {
  /// By the output without its extension.
  private var known: [PathBytes: JSON] = [:]
  private let path: String
  private let descriptor: Int32
  private var hasChanged = false

  static let name = ".mdtypeset-batch"

  /// - Parameter shard: Machines that share a folder have records of their own.
  init(_ folder: String, shard: String? = nil) {
    path = folder + (folder.hasSuffix("/") ? "" : "/") + Self.name + (shard.map { "-" + $0.replacing("/", with: "-") } ?? "")
    // Not over a link, which could lead to any file of the user.
    descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    if descriptor >= 0, let bytes = try? readFile(path, limit: 1 << 30) {
      for line in bytes.split(separator: 0x0A) {
        guard let json = try? JSON(line), let base = json["document"]?.text, let record = json["record"] else { continue }
        known[PathBytes(base)] = record
      }
    }
    // A truncated line must not spoil the next one.
    if descriptor >= 0 { add("\n") }
  }

  private func add(_ text: String) {
    // If the disk is full, only the record is lost.
    unsafe Array(text.utf8).withUnsafeBytes { _ = unsafe try? writeAll($0, to: descriptor) }
  }

  private static func line(_ base: String, _ record: JSON) -> String {
    JSON(members: ["document": .string(base), "record": record]).description + "\n"
  }

  /// What is known of an output without its extension.
  func record(of base: String) -> JSON? { known[PathBytes(base)] }

  mutating func add(_ record: JSON, of base: String, isNew: Bool) {
    known[PathBytes(base)] = record
    guard isNew else { return }
    hasChanged = true
    if descriptor >= 0 { add(Self.line(base, record)) }
  }

  /// Writes the records anew, each once; those of other documents are kept as long as their outputs are there.
  mutating func finish(keeping bases: Set<PathBytes>) {
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard hasChanged else { return }
    known = known.filter { base, record in
      bases.contains(base) || MakingRecord(record)?.outputs.first.map { unsafe access($0.path, F_OK) == 0 } ?? false
    }
    let text = known.sorted { $0.key < $1.key }.map { Self.line($0.key.path, $0.value) }.joined()
    unsafe try? writeFile(path) { write in unsafe try Array(text.utf8).withUnsafeBytes { try unsafe write($0) } }
  }
}
