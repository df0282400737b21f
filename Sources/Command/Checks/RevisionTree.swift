internal import Glibc
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetPictures

/// The files of a revision in a folder of their own, which is removed with the value.
final class RevisionTree {
  let repository: Repository
  /// As it was named.
  let revision: String
  /// Where its files are.
  let path: String
  /// Locked for as long as the folder is used: another run removes folders of runs that were killed.
  private let lock: Int32

  /// - Parameter folder: Nothing else than what is below this folder is written; nil is all files.
  init(_ repository: Repository, _ revision: String, only folder: String? = nil) throws {
    (self.repository, self.revision) = (repository, revision)
    let commit = try repository.commit(revision)
    let base = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
    Self.removeLeft(in: base)
    var name = Array("\(base)/\(Self.prefix)XXXXXX".utf8CString)
    guard unsafe mkdtemp(&name) != nil,
      let made = realPath(String(decoding: name.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
    else {
      throw Failure(.outputUnwritable, "cannot make a folder in \(base): \(SystemError(code: errno).words)")
    }
    path = made
    lock = unsafe open(made, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    _ = flock(lock, LOCK_EX | LOCK_NB)
    try write(commit, only: folder)
  }

  private static let prefix = "mdtypeset-revision-"
  /// A folder that is younger may be one that is not locked yet.
  private static let leastAge = 60

  /// Removes what runs left that were killed: folders of this user that nobody holds.
  private static func removeLeft(in base: String) {
    for name in (try? fileNames(in: base, startingWith: prefix)) ?? [] {
      let path = base + "/" + name
      var status = stat()
      guard unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFDIR, status.st_uid == getuid(),
        status.st_mtim.tv_sec < time(nil) - leastAge
      else { continue }
      let folder = unsafe open(path, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC)
      guard folder >= 0 else { continue }
      defer { close(folder) }
      if flock(folder, LOCK_EX | LOCK_NB) == 0 { remove(path) }
    }
  }

  private func write(_ commit: String, only folder: String?) throws {
    // An index of its own: the one of the repository and its files stay as they are.
    let index = ["GIT_INDEX_FILE=\(path)/.mdtypeset-index"]
    try Repository.check(repository.git(["read-tree", commit], environment: index))
    var words = ["checkout-index", "--quiet", "--prefix=\(path)/"]
    var names: [UInt8] = []
    if let folder {
      let listed = try repository.git(["ls-tree", "-r", "-z", "--name-only", commit, "--", folder.isEmpty ? "." : folder + "/"])
      try Repository.check(listed)
      (words, names) = (words + ["-z", "--stdin"], listed.output)
    } else {
      words.append("--all")
    }
    try Repository.check(repository.git(words, input: names, environment: index))
    unsafe unlink(path + "/.mdtypeset-index")
    // What may be read ends at the top of a repository.
    if !fileExists(path + "/.git") { try writing(path) { try writeWhole([], to: path + "/.git") } }
  }

  /// Where the revision has a file of the repository; nil if it is not in it.
  func place(of file: String) -> String? { repository.name(of: file).map { $0.isEmpty ? path : path + "/" + $0 } }

  /// A text in which files of the folder have the names that they have in the repository: `main:docs/a.md`.
  func named(_ text: String) -> String { text.replacing(path + "/", with: revision + ":").replacing(path, with: revision + ":") }

  deinit {
    Self.remove(path)
    if lock >= 0 { close(lock) }
  }

  private static func remove(_ path: String) {
    var status = stat()
    guard unsafe lstat(path, &status) == 0 else { return }
    guard status.st_mode & S_IFMT == S_IFDIR else {
      unsafe unlink(path)
      return
    }
    for name in (try? fileNames(in: path)) ?? [] { remove(path + "/" + name) }
    unsafe rmdir(path)
  }
}

/// A file that a command line names, of a revision or as it is on the disk: `doc.md`, `main:doc.md`.
struct RevisionOperand {
  /// As it was written, with the name of the file.
  var shown: String
  /// Where it is.
  var path: String
  private(set) var tree: RevisionTree?

  /// Two of them: `A B`, `REV: B`, `REV:A REV:B`, `REV REV FILE`.
  ///
  /// - Parameter words: Two or three.
  static func pair(_ words: [String]) throws -> [RevisionOperand] {
    var parts = words.prefix(words.count == 3 ? 3 : 2).map(Self.divided)
    if words.count == 3 {
      let file = words[2]
      parts = words.prefix(2).map { (String($0.hasSuffix(":") ? $0.dropLast() : $0[...]), file) }
    }
    let files = parts.map(\.path).filter { !$0.isEmpty }
    guard let any = files.first else {
      throw Arguments.UsageError(message: "no file is named beside the revisions", hint: "mdtypeset diff main: doc.md")
    }
    let known = parts.map { (revision: $0.revision, path: $0.path.isEmpty ? any : $0.path) }
    return try known.map { revision, path in
      guard let revision else { return RevisionOperand(shown: path, path: path) }
      let tree = try RevisionTree(Repository(around: path), revision)
      guard let place = tree.place(of: path), fileExists(place) else {
        throw Failure(
          .inputUnreadable, "the revision \"\(revision)\" has no file \(path) [git.no-file]",
          hint: "paths are those from the working folder")
      }
      var operand = RevisionOperand(shown: "\(revision):\(path)", path: place)
      operand.tree = tree
      return operand
    }
  }

  /// What is before a colon, where no file has the name with the colon.
  static func divided(_ word: String) -> (revision: String?, path: String) {
    guard !fileExists(word), let colon = word.firstIndex(of: ":"), colon != word.startIndex else { return (nil, word) }
    return (String(word[..<colon]), String(word[word.index(after: colon)...]))
  }
}
