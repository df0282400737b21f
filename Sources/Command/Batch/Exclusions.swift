internal import Glibc
internal import TypesetFiles

/// What a batch leaves out of a folder: the patterns of `--exclude` and those of `.mdtypesetignore` files, in the syntax of gitignore(5).
struct Exclusions {
  /// The file whose patterns count from its folder on.
  static let fileName = ".mdtypesetignore"

  private struct Pattern {
    var parts: [String]
    /// True if it is matched from its folder on, false if with names at any depth.
    var isAnchored: Bool
    var isForFolders: Bool
    /// True if it takes back in what one before it leaves out.
    var isNegated: Bool

    /// Nil for an empty line and a comment.
    init?(_ line: some StringProtocol) {
      var line = String(line)
      while line.last == " " || line.last == "\t" || line.last == "\r" { line.removeLast() }
      guard !line.isEmpty, !line.hasPrefix("#") else { return nil }
      isNegated = line.hasPrefix("!")
      if isNegated || line.hasPrefix("\\#") || line.hasPrefix("\\!") { line.removeFirst() }
      isForFolders = line.hasSuffix("/")
      parts = line.split(separator: "/").map(String.init)
      guard !parts.isEmpty else { return nil }
      isAnchored = parts.count > 1 || line.hasPrefix("/")
    }

    func matches(_ path: ArraySlice<String>, isFolder: Bool) -> Bool {
      guard isFolder || !isForFolders, let name = path.last else { return false }
      return isAnchored ? Self.matches(path, parts[...]) : Self.matches(name, parts[0])
    }

    private static func matches(_ path: ArraySlice<String>, _ parts: ArraySlice<String>) -> Bool {
      guard let part = parts.first else { return path.isEmpty }
      if part == "**" {
        // At the end it stands for what is within.
        guard parts.count > 1 else { return !path.isEmpty }
        return path.indices.contains { matches(path[$0...], parts.dropFirst()) }
      }
      guard let name = path.first, matches(name, part) else { return false }
      return matches(path.dropFirst(), parts.dropFirst())
    }

    private static func matches(_ name: String, _ pattern: String) -> Bool { unsafe fnmatch(pattern, name, 0) == 0 }
  }

  private let given: [Pattern]
  /// By the folder that has the file.
  private var files: [PathBytes: [Pattern]] = [:]
  /// More patterns than this, and longer ones, are no list that a person has written.
  private static let mostPatterns = 10_000
  private static let mostParts = 64

  /// - Parameter patterns: Of the options; they count from the folder of each operand on.
  init(_ patterns: [String]) { given = patterns.compactMap { Pattern($0) } }

  /// True if a file or folder is left out; whether a folder above it is does not matter.
  ///
  /// - Parameters:
  ///   - path: Begins with the folder's.
  ///   - folder: The operand's folder, from which patterns of the options count.
  mutating func exclude(_ path: String, below folder: String, isFolder: Bool) -> Bool {
    let names = BatchPlan.parts(path).dropFirst(BatchPlan.parts(folder).count)
    guard names.count <= Self.mostParts else { return false }
    var isExcluded = Self.answer(given, names, isFolder) ?? false
    var above = folder
    for index in names.indices {
      if let answer = Self.answer(patterns(in: above), names[index...], isFolder) { isExcluded = answer }
      above = TypesetFiles.path(of: names[index], in: above)
    }
    return isExcluded
  }

  /// The last pattern that matches decides.
  private static func answer(_ patterns: [Pattern], _ path: ArraySlice<String>, _ isFolder: Bool) -> Bool? {
    patterns.last { $0.matches(path, isFolder: isFolder) }.map { !$0.isNegated }
  }

  private mutating func patterns(in folder: String) -> [Pattern] {
    let key = PathBytes(folder)
    if let known = files[key] { return known }
    let path = TypesetFiles.path(of: Self.fileName, in: folder)
    var status = stat()
    var found: [Pattern] = []
    if unsafe lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFREG, let bytes = try? readFile(path, limit: 1 << 20) {
      found = bytes.split(separator: 0x0A).prefix(Self.mostPatterns).compactMap { Pattern(String(decoding: $0, as: UTF8.self)) }
    }
    files[key] = found
    return found
  }
}
