internal import Glibc
internal import MDTypeset
internal import TypesetCiting
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetJSON

/// Outputs that are remembered by all that they are made of. The records of a batch say whether the files that are there still hold; a cache
/// folder (`--cache-dir`) has their bytes too, but with `--untrusted` none are kept or taken. A wrong or cut entry is a miss.
final class Memo {
  /// The bytes: a line with the record, and the outputs one after the other.
  fileprivate let entries: KeptFiles?
  let states = FileStates()
  private var fonts: String?

  init(_ arguments: Arguments) {
    let folder = arguments.has("untrusted") ? nil : arguments.value("cache-dir")
    entries = folder.flatMap { KeptFiles($0, kind: .outputs, megabytes: Self.megabytes(arguments)) }
  }

  /// That of a single document, which hashes nothing unless it can be kept.
  ///
  /// - Returns: Nil if no cache is asked for, or the output is not a regular file.
  convenience init?(_ arguments: Arguments, writing output: Output) {
    guard !arguments.has("timings"), !arguments.has("trace-collect"), output.path != "-", !output.path.hasPrefix("/dev/") else {
      return nil
    }
    self.init(arguments)
    if entries == nil { return nil }
  }

  /// `--cache-size`
  static func megabytes(_ arguments: Arguments) -> Int {
    arguments.value("cache-size").flatMap { DocumentNumber.whole($0) } ?? KeptFiles.defaultMegabytes
  }

  fileprivate func fontState(_ options: TypesetterOptions) -> String {
    if let fonts { return fonts }
    let made = FileStates.fingerprint(ofFolders: Typesetter(options: options).fontFolders)
    fonts = made
    return made
  }
}

/// What a document is made of, but for its own bytes and the files that these name: hashed as a whole, so that a key can't lack a part.
private struct MemoArgument {
  /// The program, its libraries and the time that documents have.
  let world = [
    FileStates.program, FileStamp("/etc/ld.so.cache").text, unsafe getenv("SOURCE_DATE_EPOCH").map { unsafe String(cString: $0) },
  ]
  let words: String
  /// With the permissions.
  var options: TypesetterOptions
  let outputs: [Output]
  let inputs: [String]
  let bibliographies: String
  let more: [String]
  let source: Source?

  /// Options that change no output, or change it as `options` say.
  private static let indifferent: Set<String> = [
    "output", "jobs", "quiet", "progress", "force", "deps", "timeout", "cpu-time", "cache-dir", "cache-size", "base", "root",
    "timings", "trace-collect", "shard", "exclude", "prune", "projects", "data",
  ]

  init(_ making: Making, inputs: [String], folder: String?, more: [String], source: Source?) {
    words = making.arguments.fingerprint(without: Self.indifferent)
    options = making.options
    (outputs, self.inputs, self.more, self.source) = (making.outputs, inputs, more, source)
    bibliographies = ProjectBibliography.key(near: folder, files: FileAccess(roots: options.roots))
    // Where it runs, and where it keeps what it has made, is not in the pages.
    (options.threads, options.drawingPlace, options.onStage, options.shared) = (nil, .thisProcess, nil, nil)
    (options.cacheFolder, options.cacheMegabytes, options.leastKeptBytes) = (nil, 0, 0)
    options.network?.cache = nil
  }
}

/// A document in a memo: whether it has been made, and what it was made of.
struct MemoEntry {
  private let memo: Memo
  private let making: Making
  /// Of all that a document is made of but its bytes: the same wherever the folder is in which all names begin.
  private let key: String
  /// What the bytes of the outputs are found by.
  private var place = ""
  /// A file that has changed since may have been read before or after the change.
  private let start = FileStates.now
  private let day = FileStates.today
  private static let workingFolder = realPath(".") ?? ""

  /// - Parameters:
  ///   - inputs: As they are named.
  ///   - folder: Where the first of them is.
  ///   - more: What else is part of the document, or of what is said of it.
  ///   - source: With what a project's navigation says of each chapter; nil where the record alone says whether it has changed.
  init(_ memo: Memo, _ making: Making, inputs: [String], folder: String?, more: [String], source: Source? = nil) {
    (self.memo, self.making) = (memo, making)
    key = Digest.of(DescribedValue(MemoArgument(making, inputs: inputs, folder: folder, more: more, source: source)).bytes)
  }

  /// True if a document need not be made: its outputs are there, and all that they were made of is unchanged.
  func isCurrent(_ record: BuildRecord) -> Bool { holds(record) && record.hasOutputs(memo.states) }

  private func holds(_ record: BuildRecord) -> Bool {
    record.isOf(making.outputs, mostPages: making.options.budget.pages)
      && record.holds(key: key, memo.states, fonts: { memo.fontState(making.options) })
  }

  /// Writes the outputs, all or none, if they are kept and everything that they were made of is unchanged.
  ///
  /// - Returns: What they were made of; nil if the document has to be made.
  mutating func restore(_ source: Source) throws -> BuildRecord? {
    guard let entries = memo.entries else { return nil }
    place = Digest.of(DescribedValue([key, Self.workingFolder, source] as [Any]).bytes)
    guard let (record, files) = entries.entry(place).flatMap(Self.parts), holds(record),
      // An output may have become an input of the document.
      !record.outputs.contains(where: { output in record.inputs.contains { isSameFile($0.path, output.path) } })
    else { return nil }
    let drafts = NewFileSet()
    do {
      for (output, bytes) in zip(record.outputs, files) {
        try writing(output.path) { if let draft = try draftFile(output.path, Array(bytes)) { try drafts.add(draft) } }
      }
    } catch {
      drafts.discard()
      throw error
    }
    try writing(record.outputs.first?.path ?? "") { try drafts.finish() }
    return record
  }

  /// The record of an entry and the outputs in it; nil if it is not whole.
  private static func parts(_ bytes: [UInt8]) -> (record: BuildRecord, files: [ArraySlice<UInt8>])? {
    guard let end = bytes.firstIndex(of: 0x0A), let json = try? JSON(bytes[..<end]),
      let record = json["record"].flatMap({ BuildRecord($0) }),
      let sizes = json["sizes"]?.items?.compactMap(\.integer), sizes.count == record.outputs.count
    else { return nil }
    var rest = bytes[(end + 1)...]
    var files: [ArraySlice<UInt8>] = []
    for size in sizes {
      guard size >= 0, size <= rest.count else { return nil }
      files.append(rest.prefix(size))
      rest = rest.dropFirst(size)
    }
    return (record, files)
  }

  /// What a document was made of that has just been written; if no limit has cut it, its outputs are kept.
  ///
  /// - Parameters:
  ///   - inputs: Files that it was made of besides those that it names, with their digests where they are known.
  ///   - names: Of the files.
  ///   - warnings: What was said of it.
  func keep(_ made: MadeDocument, inputs: [(path: String, digest: String?)] = [], outputs names: [String], warnings: [JSON]) -> BuildRecord
  {
    let (found, states) = (made.document.dependencies, memo.states)
    let record = BuildRecord(
      key: key,
      inputs: (inputs + found.files.map { ($0, nil) }).map { path, digest in
        (Self.shortened(path), digest ?? (states.hasChanged(path, since: start) ? "" : states.digest(of: path) ?? ""))
      },
      missing: found.missing, listings: found.listings, fonts: found.dependsOnInstalledFonts ? memo.fontState(making.options) : nil,
      day: found.dependsOnDate ? day : nil, outputs: names.map { ($0, states.digest(of: $0) ?? "") }, pages: made.document.pageCount,
      warnings: warnings)
    if made.code == .done { keepBytes(record) }
    return record
  }

  private func keepBytes(_ record: BuildRecord) {
    guard let entries = memo.entries else { return }
    var bytes: [UInt8] = []
    var sizes: [JSON] = []
    for output in record.outputs {
      guard let file = try? readFile(output.path, limit: 256 << 20), Digest.of(file) == output.digest else { return }
      sizes.append(JSON(file.count))
      bytes += file
    }
    entries.keep(Array((JSON(members: ["record": record.json, "sizes": .array(sizes)]).description + "\n").utf8) + bytes, as: place)
  }

  /// A path below the working folder, relative to it, so that a record stays valid if the folder is moved.
  private static func shortened(_ path: String) -> String {
    path.hasPrefix(workingFolder + "/") ? String(path.dropFirst(workingFolder.count + 1)) : path
  }
}
