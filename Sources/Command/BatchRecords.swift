internal import Glibc
internal import TypesetFiles
internal import TypesetJSON

/// What a batch has made, kept in its output folder: a line for each document, added as soon as it is made, so that an
/// interrupted batch resumes where it stopped. A line that is not whole is ignored.
struct BatchRecords {
  /// By the output without its extension.
  private var known: [PathBytes: JSON] = [:]
  /// Those that this part of the batch writes down.
  private var own: Set<PathBytes> = []
  private let path: String
  private let descriptor: Int32
  private var hasChanged = false

  static let name = ".mdtypeset-batch"

  /// - Parameter shard: Machines that share a folder have records of their own.
  init(_ folder: String, shard: String? = nil) {
    let ownName = Self.name + (shard.map { "-" + $0.replacing("/", with: "-") } ?? "")
    path = TypesetFiles.path(of: ownName, in: folder)
    // Not over a link, which could lead to any file of the user.
    descriptor = unsafe open(path, O_RDWR | O_APPEND | O_CREAT | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC, 0o666)
    // What other parts have made is made, too: with another number of parts it is not made again. The own record is the last word.
    let names = (try? fileNames(in: folder))?.filter { $0.hasPrefix(Self.name + "-") || $0 == Self.name } ?? []
    for name in names where name != ownName { known.merge(Self.read(TypesetFiles.path(of: name, in: folder))) { $1 } }
    let mine = descriptor >= 0 ? Self.read(path) : [:]
    own = Set(mine.keys)
    known.merge(mine) { $1 }
    // A truncated line must not spoil the next one.
    if descriptor >= 0 { add("\n") }
  }

  private static func read(_ path: String) -> [PathBytes: JSON] {
    var status = stat()
    guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let bytes = try? readFile(path, limit: 1 << 30) else {
      return [:]
    }
    var known: [PathBytes: JSON] = [:]
    for line in bytes.split(separator: 0x0A) {
      guard let json = try? JSON(line), let base = json["document"]?.text, let record = json["record"] else { continue }
      known[PathBytes(base)] = record
    }
    return known
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
    own.insert(PathBytes(base))
    guard isNew else { return }
    hasChanged = true
    if descriptor >= 0 { add(Self.line(base, record)) }
  }

  /// A document whose input is gone, and its outputs that are still as they were written.
  struct LeftOver {
    var base: PathBytes
    var outputs: [String]
  }

  /// Those in the folder of the outputs, in the order of their names.
  ///
  /// - Parameters:
  ///   - mostPages: What a document may have.
  ///   - template: What the documents were made from, if those of its rows that are gone are meant rather than those whose input is.
  ///   - bases: The outputs of the rows that are there.
  func leftOver(
    in folder: String, mostPages: Int, _ states: FileStates, of template: String? = nil, besides bases: Set<PathBytes> = []
  ) -> [LeftOver] {
    let root = folder == "." ? [] : BatchPlan.parts(folder).map(PathBytes.init)
    return known.compactMap { base, json -> LeftOver? in
      guard template == nil || !bases.contains(base), let record = MakingRecord(json), let input = record.inputs.first,
        template.map({ PathBytes($0) == PathBytes(input.path) }) ?? !states.exists(input.path)
      else { return nil }
      let parts = BatchPlan.parts(base.path)
      guard parts.map(PathBytes.init).starts(with: root), !parts.dropFirst(root.count).contains("..") else { return nil }
      // A record names files; only those that a run writes for this document are its outputs.
      let formats = Output.Format.allCases.filter { format in record.outputs.contains { $0.path.hasSuffix("." + format.rawValue) } }
      let run = formats.compactMap { try? Output(path: "\(base.path).\($0.rawValue)", format: $0.rawValue) }
      let outputs = record.leftBehind(by: run, writing: [], mostPages: mostPages, states)
      return outputs.isEmpty ? nil : LeftOver(base: base, outputs: outputs)
    }.sorted { $0.base < $1.base }
  }

  /// Forgets a document whose outputs have been removed.
  mutating func forget(_ base: PathBytes) {
    known[base] = nil
    hasChanged = true
  }

  /// Writes the records anew, each once; those of other documents are kept as long as their outputs are there.
  mutating func finish(keeping bases: Set<PathBytes>) {
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    guard hasChanged else { return }
    known = known.filter { base, record in
      guard own.contains(base) else { return false }
      return bases.contains(base) || MakingRecord(record)?.outputs.first.map { unsafe access($0.path, F_OK) == 0 } ?? false
    }
    let text = known.sorted { $0.key < $1.key }.map { Self.line($0.key.path, $0.value) }.joined()
    unsafe try? writeFile(path) { write in unsafe try Array(text.utf8).withUnsafeBytes { try unsafe write($0) } }
  }
}
