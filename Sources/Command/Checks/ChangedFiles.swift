internal import TypesetFiles
internal import TypesetMarkdown

/// What differs between a revision and the files as they are.
struct ChangedFiles {
  private let repository: Repository
  /// From the top of the repository.
  private var changed: Set<String> = []
  private var kept: Set<String> = []
  /// Words of the names of files that are new: who names one may have missed it before.
  private var newWords: Set<String> = []
  private var newProjectFolders: Set<String> = []

  /// - Parameter folder: In the repository.
  init(since revision: String, in folder: String) throws {
    repository = try Repository(around: folder)
    let commit = try repository.commit(revision)
    kept = Set(try repository.list(["ls-tree", "-r", "-z", "--name-only", "--full-tree", commit]))
    let differing = try repository.list(["diff", "-z", "--name-only", "--no-renames", "--no-ext-diff", "--no-textconv", commit])
    let others = try repository.list(["ls-files", "-z", "--others", "--exclude-standard"])
    changed = Set(differing).union(others)
    for name in changed where !kept.contains(name) {
      let last = name.split(separator: "/").last.map(String.init) ?? name
      newWords.formUnion(Self.longestWord(of: last.lastIndex(of: ".").map { String(last[..<$0]) } ?? last))
      if ProjectMarker.names.contains(last) { newProjectFolders.insert(Roots.folder(of: repository.top + "/" + name)) }
    }
  }

  var isEmpty: Bool { changed.isEmpty }

  /// True if a file is not the same in the revision, or not known to git.
  func holds(_ path: String) -> Bool {
    guard let name = repository.name(of: path) else { return false }
    return changed.contains(name) || !kept.contains(name)
  }

  /// True if something below a folder changed.
  func holds(below folder: String) -> Bool {
    guard let name = repository.name(of: folder) else { return false }
    return name.isEmpty ? !changed.isEmpty : changed.contains { $0.hasPrefix(name + "/") }
  }

  /// True if a text names a file that is new.
  func isNamed(in bytes: [UInt8]) -> Bool {
    guard !newWords.isEmpty else { return false }
    return Self.words(of: bytes[...]).contains { newWords.contains($0) }
  }

  /// True if a project's file is new in a folder that a file is in.
  func hasNewProject(around path: String) -> Bool {
    let path = Repository.absolute(path)
    return newProjectFolders.contains { pathRemainder(of: path, below: $0) != nil }
  }

  private static func longestWord(of name: String) -> [String] {
    words(of: Array(name.utf8)[...]).max { $0.count < $1.count }.map { [$0] } ?? []
  }

  /// Runs of letters, digits and what else names have.
  private static func words(of bytes: ArraySlice<UInt8>) -> [String] {
    bytes.split { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x5F, 0x80...: false
      default: true
      }
    }.map { String(decoding: $0, as: UTF8.self) }
  }
}
