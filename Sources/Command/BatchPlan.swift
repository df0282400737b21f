internal import Glibc
internal import TypesetFiles

/// A document of a batch: what is read, and where the outputs go.
struct BatchDocument {
  var input: String
  /// The output without its extension.
  var base: String
  var roots: [String]
}

/// What a batch consists of: folders, files and patterns, as documents with their outputs.
struct BatchPlan {
  private(set) var documents: [BatchDocument] = []
  /// Inputs that cannot be typeset, with the reason.
  private(set) var failures: [(name: String, failure: Failure)] = []
  /// Links to folders outside of the one that they are in, which are not followed.
  private(set) var linksOut: [String] = []

  /// The extensions of files that are taken from folders.
  static let extensions: Set<String> = ["md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "qmd", "rmd"]

  /// An input as it was found, and the folder from which its place is counted.
  private struct Found {
    var path: String
    var folder: String
    /// An operand itself, rather than what was found in a folder.
    var isNamed = false
  }

  /// - Parameters:
  ///   - operands: Folders, files and patterns.
  ///   - folder: Of the outputs.
  ///   - start: The folder whose structure is kept; nil is the deepest one that holds all operands.
  ///   - isConfined: True leaves out documents that a link in a folder leads to, outside of the folder.
  ///   - roots: Which folders the documents of an operand's folder may read.
  init(
    _ operands: [String], into folder: String, start: String?, isConfined: Bool = false, roots: (String) throws -> [String]
  ) rethrows {
    var found: [Found] = []
    for operand in operands { find(operand, &found) }
    let start = start.map { Self.parts($0) } ?? Self.common(operands.map { Self.folder(of: $0) })
    var seen: Set<String> = []
    var known: [String: [String]] = [:]
    var places: [String: [String]] = [:]
    for entry in found where seen.insert(Self.name(Self.parts(entry.path), entry.path)).inserted {
      let allowed = try known[entry.folder] ?? roots(entry.folder)
      known[entry.folder] = allowed
      let parts = Self.parts(entry.path)
      if isConfined, !entry.isNamed, !Self.isBelow(entry.path, realPath(entry.folder)) {
        failures.append(
          (entry.path, Failure(.refusedByPolicy, "the link leads out of \(entry.folder)", hint: "name the file as an input of its own")))
        continue
      }
      guard parts.starts(with: start), parts.count > start.count else {
        failures.append(
          (entry.path, Failure(.usage, "it is not below the folder of --base", hint: "name a folder that contains all inputs")))
        continue
      }
      var rest = parts.dropFirst(start.count).joined(separator: "/")
      if let dot = rest.lastIndex(of: "."), !rest[dot...].contains("/"), dot != rest.startIndex { rest = String(rest[..<dot]) }
      let base = folder + (folder.hasSuffix("/") ? "" : "/") + rest
      places[base, default: []].append(entry.path)
      documents.append(BatchDocument(input: entry.path, base: base, roots: allowed))
    }
    for (base, inputs) in places where inputs.count > 1 {
      documents.removeAll { $0.base == base }
      let names = inputs.joined(separator: " and ")
      failures.append(
        (inputs[0], Failure(.usage, "\(names) have the same output \(base)", hint: "rename one of them, or run separate batches")))
    }
    documents.sort { $0.input < $1.input }
    failures.sort { $0.name < $1.name }
  }

  /// Keeps one of several parts, whose sizes differ by at most one document.
  mutating func keep(_ part: Int, of count: Int) {
    documents = documents.enumerated().filter { $0.offset % count == part - 1 }.map(\.element)
    // Only one part reports what cannot be typeset.
    if part > 1 { failures = [] }
  }

  // MARK: Finding

  private mutating func find(_ operand: String, _ found: inout [Found]) {
    var status = stat()
    if unsafe stat(operand, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR {
        let folder = Self.trimmed(operand)
        let before = found.count
        var walk = Walk(start: folder, realStart: realPath(folder.isEmpty ? "." : folder))
        self.walk(folder, &walk, above: [], &found)
        if found.count == before, !failures.contains(where: { $0.name.hasPrefix(folder) }) {
          failures.append((operand, Failure(.inputUnreadable, "the folder contains no Markdown", hint: "files end in .md or .markdown")))
        }
      } else {
        found.append(Found(path: operand, folder: Roots.folder(of: operand), isNamed: true))
      }
      return
    }
    guard errno == ENOENT, operand.contains(where: { "*?[".contains($0) }) else {
      failures.append((operand, Failure(.inputUnreadable, "cannot read \(operand): \(SystemError(code: errno).words)")))
      return
    }
    let parts = Self.parts(operand)
    let literal = parts.prefix { part in !part.contains { "*?[".contains($0) } }
    let folder = Self.name(Array(literal), operand)
    let before = found.count
    var matches: [String] = []
    expand(folder, parts.dropFirst(literal.count), levels: 64, &matches)
    for path in matches.sorted() { found.append(Found(path: path, folder: folder.isEmpty ? "." : folder)) }
    if found.count == before {
      failures.append((operand, Failure(.inputUnreadable, "nothing matches \(operand)", hint: "** matches any number of folders")))
    }
  }

  /// Where a walk began, and what links it has followed.
  private struct Walk {
    var start: String
    var realStart: String?
    /// Each is followed once, since folders that link to each other have paths without number.
    var followed: Set<FolderNumber> = []
  }

  /// All Markdown files below a folder, in the order of their names. Hidden folders and `node_modules` are left out.
  private mutating func walk(_ folder: String, _ walk: inout Walk, above: Set<FolderNumber>, _ found: inout [Found]) {
    guard let number = FolderNumber(folder), let names = entries(folder) else { return }
    guard !above.contains(number), above.count < 256 else {
      failures.append(
        (folder, Failure(.inputUnreadable, "the folder leads back to itself by a symbolic link", hint: "remove the link \(folder)")))
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = folder == "." ? name : folder + (folder.hasSuffix("/") ? "" : "/") + name
      var status = stat()
      guard unsafe stat(path, &status) == 0 else {
        if errno == ELOOP || Self.isDocument(name) {
          failures.append((path, Failure(.inputUnreadable, "cannot read \(path): \(SystemError(code: errno).words)")))
        }
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR where name != "node_modules":
        if follows(path, above: above.union([number]), &walk) { self.walk(path, &walk, above: above.union([number]), &found) }
      case S_IFREG where Self.isDocument(name): found.append(Found(path: path, folder: walk.start))
      default: break
      }
    }
  }

  /// False for links that lead out of the folder where the walk began, and for those to a folder that another link led to.
  private mutating func follows(_ path: String, above: Set<FolderNumber>, _ walk: inout Walk) -> Bool {
    var own = stat()
    guard unsafe lstat(path, &own) == 0, own.st_mode & S_IFMT == S_IFLNK, let number = FolderNumber(path), !above.contains(number) else {
      return true
    }
    guard Self.isBelow(path, walk.realStart) else {
      linksOut.append(path)
      return false
    }
    return walk.followed.insert(number).inserted
  }

  private static func isBelow(_ path: String, _ realFolder: String?) -> Bool {
    guard let path = realPath(path), let realFolder else { return false }
    return path.hasPrefix(realFolder == "/" ? "/" : realFolder + "/")
  }

  private mutating func entries(_ folder: String) -> [String]? {
    do {
      return try fileNames(in: folder.isEmpty ? "." : folder)
    } catch {
      failures.append((folder, Failure(.inputUnreadable, "cannot read the folder \(folder): \(error.words)")))
      return nil
    }
  }

  private mutating func expand(_ folder: String, _ parts: ArraySlice<String>, levels: Int, _ matches: inout [String]) {
    guard let part = parts.first, levels > 0, let names = entries(folder) else { return }
    let rest = parts.dropFirst()
    if part == "**" { expand(folder, rest.isEmpty ? ["*"] : rest, levels: levels, &matches) }
    for name in names where part == "**" ? !name.hasPrefix(".") : Self.matches(name, part) {
      let path = folder.isEmpty ? name : folder + (folder.hasSuffix("/") ? "" : "/") + name
      var status = stat()
      guard unsafe stat(path, &status) == 0 else { continue }
      let isFolder = status.st_mode & S_IFMT == S_IFDIR
      if part == "**" {
        // Links to folders may be cyclic.
        var own = stat()
        if isFolder, unsafe lstat(path, &own) == 0, own.st_mode & S_IFMT != S_IFLNK { expand(path, parts, levels: levels - 1, &matches) }
      } else if rest.isEmpty {
        if !isFolder { matches.append(path) }
      } else if isFolder {
        expand(path, rest, levels: levels - 1, &matches)
      }
    }
  }

  /// fnmatch(3): `*` does not match a leading dot.
  private static func matches(_ name: String, _ pattern: String) -> Bool { unsafe fnmatch(pattern, name, FNM_PERIOD) == 0 }

  // MARK: Paths

  static func isDocument(_ name: String) -> Bool {
    guard let dot = name.lastIndex(of: "."), dot != name.startIndex else { return false }
    return extensions.contains(name[name.index(after: dot)...].lowercased())
  }

  /// The names in a path, absolute where it is or where it leads up; `.` and `..` are resolved.
  static func parts(_ path: String) -> [String] {
    var parts: [String] = path.hasPrefix("/") ? ["/"] : []
    for part in path.split(separator: "/").map(String.init) where part != "." {
      if part == "..", let last = parts.last, last != "..", last != "/" { parts.removeLast() } else { parts.append(part) }
    }
    return parts
  }

  private static func name(_ parts: [String], _ path: String) -> String {
    path.hasPrefix("/") ? "/" + parts.dropFirst().joined(separator: "/") : parts.joined(separator: "/")
  }

  private static func trimmed(_ path: String) -> String {
    var path = path
    while path.count > 1, path.hasSuffix("/") { path.removeLast() }
    return path
  }

  /// The folder from which the places of an operand's documents are counted, whether it is there or not.
  private static func folder(of operand: String) -> String {
    var status = stat()
    if unsafe stat(operand, &status) == 0 { return status.st_mode & S_IFMT == S_IFDIR ? operand : Roots.folder(of: operand) }
    let parts = parts(operand)
    let literal = parts.prefix { part in !part.contains { "*?[".contains($0) } }
    return literal.count == parts.count ? Roots.folder(of: operand) : name(Array(literal), operand)
  }

  private static func common(_ folders: [String]) -> [String] {
    guard let first = folders.first else { return [] }
    var common = parts(first)
    for folder in folders {
      let other = parts(folder)
      common = Array(common.prefix(zip(common, other).prefix { $0 == $1 }.count))
    }
    return common
  }
}

/// The identity of a folder, independent of its names.
private struct FolderNumber: Hashable {
  var device: UInt
  var number: UInt

  init?(_ path: String) {
    var status = stat()
    guard unsafe stat(path.isEmpty ? "." : path, &status) == 0 else { return nil }
    (device, number) = (UInt(status.st_dev), UInt(status.st_ino))
  }
}
