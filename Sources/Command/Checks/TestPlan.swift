internal import Glibc
internal import MDTypeset
internal import TypesetComparing
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetWorks
internal import TypesetYAML

/// The documents of a run of `mdtypeset test`.
struct TestPlan {
  struct Test: Sendable {
    var name: String
    var input: String
    /// Its own options.
    var words: [String] = []
    /// The name of its files in a folder, without an extension.
    var base: String
    /// Its references, without an extension.
    var reference: String
    /// Where pictures of changed pages go, without page and extension.
    var result: String
  }

  private(set) var tests: [Test] = []
  /// References of no document, by their paths; empty where only some documents are tested.
  private(set) var orphans: [String] = []
  /// The folder of references, if it has more files than are looked at for those.
  private(set) var tooLarge: String?
  /// The list of tests, which need not be there.
  private let list: String

  static let listName = "mdtypeset-tests.yaml"

  /// - Parameter operand: A folder, a list of documents with options, or the file of a project, which is one document.
  init(_ operand: String, references: String?) throws {
    var status = stat()
    guard unsafe stat(operand, &status) == 0 else { throw Failure(.inputUnreadable, "cannot read \(operand): there is no such folder") }
    let isFolder = status.st_mode & S_IFMT == S_IFDIR
    let folder = isFolder ? operand.hasSuffix("/") ? String(operand.dropLast()) : operand : Roots.folder(of: operand)
    let references = references ?? folder + "/references"
    let results = folder + "/results"
    list = isFolder ? folder + "/" + Self.listName : operand
    if !isFolder, WorkKind(ofFile: operand) != nil {
      let name = operand.hasPrefix(folder + "/") ? String(operand.dropFirst(folder.count + 1)) : operand
      let base = name.lastIndex(of: ".").map { String(name[..<$0]) } ?? name
      tests = [Test(name: name, input: operand, base: base, reference: "\(references)/\(base)", result: "\(results)/\(base)")]
      return
    }
    if !isFolder || fileExists(list) {
      tests = try Self.tests(listedIn: list, folder, references, results)
      findOrphans(in: references)
      return
    }
    let plan = BatchPlan([folder], into: references, start: folder) { [$0] }
    tests = plan.documents.map { document in
      let name = String(document.base.dropFirst(references.count + 1))
      return Test(
        name: String(document.input.dropFirst(document.input.hasPrefix(folder + "/") ? folder.count + 1 : 0)), input: document.input,
        base: name, reference: document.base, result: "\(results)/\(name)")
    }
    if let failure = plan.failures.first?.failure { throw failure }
    findOrphans(in: references)
  }

  /// Finds the references in a folder that none of the tests compares with: of documents that are gone, or have another name.
  private mutating func findOrphans(in folder: String) {
    let known = Set(tests.map { $0.reference + ".ref" })
    var waiting = [folder]
    var found: [String] = []
    var rest = FileSearch.mostNames
    // Links are not followed.
    while let next = waiting.popLast(), rest > 0 {
      for name in (try? fileNames(in: next)) ?? [] {
        rest -= 1
        let path = next + "/" + name
        var status = stat()
        guard unsafe lstat(path, &status) == 0 else { continue }
        if status.st_mode & S_IFMT == S_IFDIR { waiting.append(path) }
        if name.hasSuffix(".ref"), status.st_mode & S_IFMT == S_IFREG, !known.contains(path) { found.append(path) }
      }
    }
    if rest <= 0 { tooLarge = folder }
    orphans = found.sorted()
  }

  /// `tests: [{file: a.md, name: a-toc, options: --toc}]`, or the list alone.
  private static func tests(listedIn path: String, _ folder: String, _ references: String, _ results: String) throws -> [Test] {
    let bytes = try TypesetVerb.readInput(path, limit: 1 << 20)
    let (value, faults) = parseYAML(bytes)
    if let fault = faults.first { throw Failure(.usage, "\(path): \(fault.message)", hint: fault.hint) }
    let source = Source(name: path, bytes: bytes)
    guard let items = value?.items ?? value?["tests"]?.items else {
      throw Failure(.usage, "\(path) lists no tests", hint: "write tests: [{file: doc.md, options: --toc}]")
    }
    var seen: Set<String> = []
    return try items.map { item in
      let place = source.position(of: Int(item.span.start))
      guard let file = item.text ?? item["file"]?.text else {
        throw Failure(.usage, "\(path):\(place.line): a test needs a file", hint: "write {file: doc.md, options: --toc}")
      }
      let words = item["options"].map { $0.items?.compactMap(\.text) ?? ($0.text ?? "").split(separator: " ").map(String.init) } ?? []
      var base = item["name"]?.text ?? file
      while base.count > 1, base.hasSuffix("/") { base.removeLast() }
      if item["name"] == nil, let dot = base.lastIndex(of: "."), !base[dot...].contains("/") { base = String(base[..<dot]) }
      guard !base.split(separator: "/").contains(".."), !base.hasPrefix("/"), seen.insert(base).inserted else {
        throw Failure(
          .usage, "\(path):\(place.line): \(base) cannot be the name of this test",
          hint: "names must differ and lead to files below the folder of the references")
      }
      let input = file.hasPrefix("/") ? file : "\(folder)/\(file)"
      var status = stat()
      guard unsafe stat(input, &status) != 0 || [S_IFREG, S_IFDIR].contains(status.st_mode & S_IFMT) else {
        throw Failure(.inputUnreadable, "\(path):\(place.line): \(file) is neither a regular file nor the folder of a project")
      }
      return Test(
        name: item["name"]?.text ?? file, input: input, words: words, base: base,
        reference: "\(references)/\(base)", result: "\(results)/\(base)")
    }
  }

  /// The folders of references and results.
  ///
  /// - Parameters:
  ///   - makesFolders: True if those that are missing are made: within the sandbox none can be made.
  ///   - more: Another folder, which has files of each test.
  func folders(makesFolders: Bool, more: String?) throws -> [String] {
    let others = more.map { more in tests.map { "\(more)/\($0.base)" } } ?? []
    let folders = Set((tests.map(\.reference) + tests.map(\.result) + others).map(Roots.folder)).sorted()
    if makesFolders { for folder in folders { try writing(folder) { try makeFolder(folder) } } }
    return folders
  }

  /// Keeps what may be set otherwise than in a revision: documents that changed themselves, whose reference did, or something that they read, as
  /// their references say; and those that name a file that is new.
  ///
  /// - Parameter options: Words of the command line that name files for all documents.
  /// - Returns: How many are left out.
  mutating func keep(_ changed: ChangedFiles, options: [String]) -> Int {
    guard !(options + [list]).contains(where: { fileExists($0) && !WorkInput.isFolder($0) && changed.holds($0) }) else { return 0 }
    let all = tests.count
    (orphans, tooLarge) = ([], nil)
    tests.removeAll { !Self.isTouched($0, by: changed) }
    return all - tests.count
  }

  private static func isTouched(_ test: Test, by changed: ChangedFiles) -> Bool {
    let reference = test.reference + ".ref"
    // A project's chapters are told by its folder.
    if WorkInput.isFolder(test.input) || WorkKind(ofFile: test.input) != nil {
      return changed.holds(below: WorkInput.isFolder(test.input) ? test.input : Roots.folder(of: test.input)) || changed.holds(reference)
    }
    guard !changed.holds(test.input), !changed.holds(reference), !changed.hasNewProject(around: test.input),
      let bytes = try? readFile(reference, limit: 1 << 30), let names = TraceText.reads(inReference: bytes)
    else { return true }
    let folder = Roots.folder(of: test.input)
    let paths = [test.input] + names.dropFirst().map { "\(folder)/\($0)" }
    if paths.contains(where: { changed.holds($0) }) { return true }
    return test.words.contains { fileExists($0) && changed.holds($0) }
      || paths.contains { path in (try? readFile(path, limit: 4 << 20)).map { changed.isNamed(in: $0) } ?? false }
  }

  /// Keeps the test of a name, or else those whose names contain the text.
  mutating func keep(_ filter: String) {
    let isName = tests.contains { $0.name == filter }
    (orphans, tooLarge) = ([], nil)
    tests.removeAll { isName ? $0.name != filter : !$0.name.contains(filter) }
  }
}
