internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON

/// Whole outputs, kept between runs by the digests of all that they are made of (`--cache-dir`).
///
/// An entry is a line with the record, and the outputs one after the other.
struct OutputCache {
  private let files: KeptFiles

  /// - Returns: nil where no folder is named, or it can't be made.
  init?(_ arguments: Arguments) {
    guard let path = arguments.value("cache-dir"),
      let files = KeptFiles(path, kind: .outputs, megabytes: Self.megabytes(arguments))
    else { return nil }
    self.files = files
  }

  /// `--cache-size`
  static func megabytes(_ arguments: Arguments) -> Int {
    arguments.value("cache-size").flatMap { DocumentNumber.whole($0) } ?? KeptFiles.defaultMegabytes
  }

  /// What an entry is found by: the program with its options, the names and the folder in which they begin, and the source itself, with what a
  /// project's navigation says of each chapter. The other files are in its record.
  ///
  /// - Parameters:
  ///   - folder: The working folder; nil where all names move with it.
  ///   - source: Nil where the record alone says whether it has changed.
  static func key(_ fingerprint: String, in folder: String?, inputs: [String], outputs: [String], roots: [String], source: Source?)
    -> String
  {
    var digest = Digest()
    for list in [[fingerprint], folder.map { [$0] } ?? [], inputs, outputs, roots] {
      digest.add("\(list.count)\n")
      for word in list { digest.add("\(word.utf8.count) \(word)\n") }
    }
    guard let source else { return digest.finish() }
    // A description of values holds each of their fields, those that are added later too.
    let files = "\(source.files)"
    digest.add("\(files.utf8.count) \(files)\n")
    digest.add(source.bytes)
    return digest.finish()
  }

  /// The record of an entry and the outputs in it; nil where there is none that is whole.
  func entry(_ key: String) -> (record: MakingRecord, files: [[UInt8]])? {
    guard let bytes = files.entry(key), let end = bytes.firstIndex(of: 0x0A), let json = try? JSON(bytes[..<end]),
      let record = json["record"].flatMap({ MakingRecord($0) }),
      let sizes = json["sizes"]?.items?.compactMap(\.integer), sizes.count == record.outputs.count
    else { return nil }
    var files: [[UInt8]] = []
    var start = end + 1
    for size in sizes {
      guard size >= 0, size <= bytes.count - start else { return nil }
      files.append(Array(bytes[start..<start + size]))
      start += size
    }
    return (record, files)
  }

  /// Writes the outputs of an entry, all or none.
  static func write(_ record: MakingRecord, _ files: [[UInt8]]) throws {
    let drafts = NewFileSet()
    do {
      for (output, bytes) in zip(record.outputs, files) {
        try writing(output.path) { if let draft = try draftFile(output.path, bytes) { try drafts.add(draft) } }
      }
    } catch {
      drafts.discard()
      throw error
    }
    try writing(record.outputs.first?.path ?? "") { try drafts.finish() }
  }

  /// Keeps outputs that have just been written.
  func keep(_ record: MakingRecord, as key: String) {
    var bytes: [UInt8] = []
    var sizes: [JSON] = []
    for output in record.outputs {
      guard let file = try? readFile(output.path, limit: 256 << 20), Digest.of(file) == output.digest else { return }
      sizes.append(JSON(file.count))
      bytes += file
    }
    files.keep(Array((JSON(members: ["record": record.json, "sizes": .array(sizes)]).description + "\n").utf8) + bytes, as: key)
  }
}
