internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON

/// What a batch has made, kept in its output folder: a line for each document, added as soon as it is made, so that an
/// interrupted batch resumes where it stopped. A line that is not whole is ignored.
///
/// The lines stay in their files until they are asked for, so that a batch of any length takes the same memory.
struct BatchRecords {
  /// By the output without its extension.
  private let lines = KeyedLines { line in
    guard let json = try? JSON(line), json["record"] != nil else { return nil }
    return json["document"]?.text
  }
  /// Those in the records of other parts that this part writes down as its own.
  private var adopted = HashedNames()
  private let path: String
  private let isWritable: Bool
  private var hasChanged = false

  static let name = ".mdtypeset-batch"

  /// - Parameter shard: Machines that share a folder have records of their own.
  init(_ folder: String, shard: String? = nil) {
    let ownName = Self.name + (shard.map { "-" + $0.replacing("/", with: "-") } ?? "")
    path = TypesetFiles.path(of: ownName, in: folder)
    // What other parts have made is made, too: with another number of parts it is not made again. The own record is the last word.
    let names = (try? fileNames(in: folder, startingWith: Self.name))?.filter { $0.hasPrefix(Self.name + "-") || $0 == Self.name } ?? []
    for name in names where name != ownName { lines.read(TypesetFiles.path(of: name, in: folder)) }
    isWritable = lines.openOwn(path)
  }

  /// What is known of an output without its extension.
  func record(of base: String) -> JSON? {
    guard let (document, record) = lines.line(of: base).flatMap(Self.entry), PathBytes(document) == PathBytes(base) else { return nil }
    return record
  }

  private static func entry(_ line: [UInt8]) -> (document: String, record: JSON)? {
    guard let json = try? JSON(line[...]), let document = json["document"]?.text, let record = json["record"] else { return nil }
    return (document, record)
  }

  mutating func add(_ record: JSON, of base: String, isNew: Bool) {
    guard isNew else {
      if !lines.isOwn(HashedNames.hash(base)) { adopted.insert(base) }
      return
    }
    hasChanged = true
    lines.add(JSON(members: ["document": .string(base), "record": record]).bytes, of: base)
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
    in folder: String, mostPages: Int, _ states: FileStates, of template: String? = nil, besides bases: HashedNames = HashedNames()
  ) -> [LeftOver] {
    let root = folder == "." ? [] : BatchPlan.parts(folder).map(PathBytes.init)
    return lines.hashes.compactMap { hash -> LeftOver? in
      guard template == nil || !bases.contains(hash: hash), let (base, json) = lines.line(ofHash: hash).flatMap(Self.entry),
        let record = BuildRecord(json), let input = record.inputs.first,
        template.map({ PathBytes($0) == PathBytes(input.path) }) ?? !states.exists(input.path)
      else { return nil }
      let parts = BatchPlan.parts(base)
      guard parts.map(PathBytes.init).starts(with: root), !parts.dropFirst(root.count).contains("..") else { return nil }
      // A record names files; only those that a run writes for this document are its outputs.
      let formats = Output.Format.allCases.filter { format in record.outputs.contains { $0.path.hasSuffix("." + format.rawValue) } }
      let run = formats.compactMap { try? Output(path: "\(base).\($0.rawValue)", format: $0.rawValue) }
      let outputs = record.leftBehind(by: run, writing: [], mostPages: mostPages, states)
      return outputs.isEmpty ? nil : LeftOver(base: PathBytes(base), outputs: outputs)
    }.sorted { $0.base < $1.base }
  }

  /// Forgets a document whose outputs have been removed.
  mutating func forget(_ base: PathBytes) {
    lines.remove(HashedNames.hash(base.path))
    hasChanged = true
  }

  /// Writes the records anew, each once, in an order that follows from the names; those of other documents are kept as long as their outputs are there.
  func finish(keeping bases: HashedNames) {
    guard isWritable, hasChanged else { return }
    unsafe try? writeFile(path) { write in
      var text: [UInt8] = []
      for hash in lines.hashes where lines.isOwn(hash) || adopted.contains(hash: hash) {
        guard let line = lines.line(ofHash: hash), bases.contains(hash: hash) || Self.hasOutput(line) else { continue }
        text += line
        text.append(0x0A)
        guard text.count >= 1 << 16 else { continue }
        unsafe try text.withUnsafeBytes { try unsafe write($0) }
        text.removeAll(keepingCapacity: true)
      }
      unsafe try text.withUnsafeBytes { try unsafe write($0) }
    }
  }

  private static func hasOutput(_ line: [UInt8]) -> Bool {
    entry(line).flatMap { BuildRecord($0.record)?.outputs.first }.map { unsafe access($0.path, F_OK) == 0 } ?? false
  }
}
