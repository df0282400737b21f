internal import Glibc
internal import TypesetFiles
internal import TypesetWorks

/// A document of a batch: what is read, and where the outputs go.
struct BatchDocument {
  var input: String
  /// The output without its extension.
  var base: String
  /// The same from the folder of the outputs on.
  var name: String
  var roots: [String]
  /// True for the file of a project, whose chapters are the document.
  var isProject = false
}

/// What a batch consists of: folders, files and patterns, as documents with their outputs.
struct BatchPlan {
  private(set) var documents: [BatchDocument] = []
  /// Inputs that would write the same files, whatever their number of pages.
  private var twins: [[String]] = []
  /// Inputs that cannot be typeset, with the reason.
  private(set) var failures: [(name: String, failure: Failure)] = []
  /// Links that lead out of the folder in which they were found, which are not followed.
  private(set) var linksOut: [String] = []
  private var exclusions: Exclusions
  /// True if folders with the file of a project are documents.
  private let takesProjects: Bool

  /// The extensions of files that are taken from folders.
  static let extensions: Set<String> = ["md", "markdown", "mdown", "mkd", "mkdn", "mdwn", "qmd", "rmd"]

  /// An input as it was found, and the folder from which its place is counted.
  private struct Found {
    var path: String
    var folder: String
    /// An operand itself, rather than what was found in a folder.
    var isNamed = false
    /// The folder of a project that the path describes.
    var project: String?
  }

  /// - Parameters:
  ///   - operands: Folders, files and patterns.
  ///   - folder: Of the outputs.
  ///   - start: The folder whose structure is kept; nil is the deepest one that holds all operands.
  ///   - excluding: Patterns of what is left out of folders.
  ///   - takesProjects: True makes folders with the file of a project documents.
  ///   - isConfined: True makes a document that a link leads to, outside of its folder, a failure.
  ///   - roots: Which folders the documents of an operand's folder may read.
  init(
    _ operands: [String], into folder: String, start: String?, excluding: [String] = [], takesProjects: Bool = false,
    isConfined: Bool = false, roots: (String) throws -> [String]
  ) rethrows {
    exclusions = Exclusions(excluding)
    self.takesProjects = takesProjects
    var found: [Found] = []
    for operand in operands { find(operand, &found) }
    let start = start.map { Self.parts($0) } ?? Self.common(operands.map { Self.folder(of: $0) })
    var seen: Set<PathBytes> = []
    var known: [PathBytes: [String]] = [:]
    var places: [PathBytes: [String]] = [:]
    for entry in found where seen.insert(PathBytes(Self.name(Self.parts(entry.path), entry.path))).inserted {
      let allowed = try known[PathBytes(entry.folder)] ?? roots(entry.folder)
      known[PathBytes(entry.folder)] = allowed
      let parts = Self.parts(entry.path)
      if !entry.isNamed, !Self.isBelow(entry.path, realPath(entry.folder)) {
        guard isConfined else {
          linksOut.append(entry.path)
          continue
        }
        failures.append(
          (entry.path, Failure(.refusedByPolicy, "the link leads out of \(entry.folder)", hint: "name the file as an input of its own")))
        continue
      }
      guard parts.map(PathBytes.init).starts(with: start.map(PathBytes.init)), parts.count > start.count else {
        failures.append(
          (entry.path, Failure(.usage, "it is not below the folder of --base", hint: "name a folder that contains all inputs")))
        continue
      }
      var rest = Self.parts(entry.project ?? entry.path).dropFirst(start.count).joined(separator: "/")
      if let project = entry.project {
        if rest.isEmpty { rest = realPath(project)?.split(separator: "/").last.map(String.init) ?? "book" }
      } else if let dot = rest.lastIndex(of: "."), !rest[dot...].contains("/"), dot != rest.startIndex {
        rest = String(rest[..<dot])
      }
      let base = TypesetFiles.path(of: rest, in: folder)
      places[PathBytes(base), default: []].append(entry.path)
      documents.append(BatchDocument(input: entry.path, base: base, name: rest, roots: allowed, isProject: entry.project != nil))
    }
    for (base, inputs) in places where inputs.count > 1 {
      documents.removeAll { PathBytes($0.base) == base }
      twins.append(inputs)
      let names = inputs.joined(separator: " and ")
      failures.append(
        (inputs[0], Failure(.usage, "\(names) have the same output \(base.path)", hint: "rename one of them, or run separate batches")))
    }
    documents.sort { PathBytes($0.input) < PathBytes($1.input) }
    failures.sort { PathBytes($0.name) < PathBytes($1.name) }
  }

  /// Why the documents cannot be made together: two of them would write the same file, now or once one has more pages.
  ///
  /// - Parameter dependencies: The file that `--deps` names.
  func clash(writing formats: [Output.Format], dependencies: String?) -> Failure? {
    let hint = "rename one of them, or run separate batches"
    if let inputs = twins.min(by: { PathBytes($0[0]) < PathBytes($1[0]) }) {
      return Failure(.usage, "\(inputs.joined(separator: " and ")) have the same output", hint: hint)
    }
    let bases = Dictionary(documents.map { (PathBytes($0.base), $0.input) }) { first, _ in first }
    if let format = formats.first(where: { !$0.isOneFile }) {
      for document in documents {
        guard let stem = Self.withoutPageNumber(document.base), let other = bases[PathBytes(stem)] else { continue }
        return Failure(.usage, "\(other) and \(document.input) both may write \(document.base).\(format.rawValue)", hint: hint)
      }
    }
    guard let dependencies else { return nil }
    let claim = OutputClaim(file: dependencies)
    for document in documents {
      for format in formats {
        guard let output = try? Output(path: "\(document.base).\(format.rawValue)", format: format.rawValue).claim, output.meets(claim)
        else { continue }
        return Failure(.usage, "\(document.input) may write \(dependencies), the file of --deps", hint: "give it another name")
      }
    }
    return nil
  }

  /// `a` for `a-12`, a name of one of its pages; nil where it ends in no number from 1.
  private static func withoutPageNumber(_ base: String) -> String? {
    guard let dash = base.utf8.lastIndex(of: UInt8(ascii: "-")) else { return nil }
    let digits = base.utf8[base.utf8.index(after: dash)...]
    guard let first = digits.first, first != UInt8(ascii: "0"), digits.allSatisfy({ $0 >= 0x30 && $0 <= 0x39 }) else { return nil }
    return String(base[..<dash])
  }

  /// Keeps one of several parts. A document is in the part whose number gives the highest digest with its name (rendezvous hashing), so a new
  /// document changes no other part, and with one part more only that part gets others.
  mutating func keep(_ part: Int, of count: Int) {
    documents = documents.filter { Self.isIn(part, of: count, $0.name) }
    // Only one part reports what cannot be typeset.
    if part > 1 { failures = [] }
  }

  /// True if a name is in one of several parts.
  static func isIn(_ part: Int, of count: Int, _ name: String) -> Bool {
    let digests = (1...count).map { Digest.of("\($0) \(name)".utf8) }
    return digests[part - 1] == digests.max()
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
        let folder = Roots.folder(of: operand)
        found.append(Found(path: operand, folder: folder, isNamed: true, project: WorkKind(ofFile: operand).map { _ in folder }))
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
    for path in matches.sorted() where !isExcluded(path, below: folder) {
      found.append(Found(path: path, folder: folder.isEmpty ? "." : folder))
    }
    if found.count == before, matches.isEmpty {
      failures.append((operand, Failure(.inputUnreadable, "nothing matches \(operand)", hint: "** matches any number of folders")))
    }
  }

  /// True if a file, or a folder that it is in, is left out.
  private mutating func isExcluded(_ path: String, below folder: String) -> Bool {
    let parts = Self.parts(path)
    return (Self.parts(folder).count + 1..<parts.count).contains { count in
      exclusions.exclude(Self.name(Array(parts[..<count]), path), below: folder, isFolder: true)
    } || exclusions.exclude(path, below: folder, isFolder: false)
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
    guard !["/dev", "/proc", "/sys"].contains(realPath(folder)), let number = FolderNumber(folder), let names = entries(folder) else {
      return
    }
    guard !above.contains(number), above.count < 256 else {
      failures.append(
        (folder, Failure(.inputUnreadable, "the folder leads back to itself by a symbolic link", hint: "remove the link \(folder)")))
      return
    }
    func path(_ name: String) -> String { TypesetFiles.path(of: name, in: folder == "." ? "" : folder) }
    if takesProjects, let file = WorkKind.file(among: { fileExists(path($0)) }) {
      let project = path(file)
      if !exclusions.exclude(project, below: walk.start, isFolder: false) {
        found.append(Found(path: project, folder: walk.start, project: folder))
      }
      return
    }
    for name in names where !name.hasPrefix(".") {
      let path = path(name)
      var status = stat()
      guard unsafe stat(path, &status) == 0 else {
        if errno == ENOENT, name.unicodeScalars.contains("\u{FFFD}"), Self.isDocument(name) {
          failures.append(
            (
              path,
              Failure(.inputUnreadable, "the name of the file is not UTF-8", hint: "rename it: convmv -f latin1 -t utf8 --notest FILE")
            ))
        } else if errno == ELOOP || Self.isDocument(name) {
          failures.append((path, Failure(.inputUnreadable, "cannot read \(path): \(SystemError(code: errno).words)")))
        }
        continue
      }
      switch status.st_mode & S_IFMT {
      case S_IFDIR where name != "node_modules" && !exclusions.exclude(path, below: walk.start, isFolder: true):
        if follows(path, above: above.union([number]), &walk) { self.walk(path, &walk, above: above.union([number]), &found) }
      case S_IFREG where Self.isDocument(name) && !exclusions.exclude(path, below: walk.start, isFolder: false):
        found.append(Found(path: path, folder: walk.start))
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
    return pathRemainder(of: path, below: realFolder)?.isEmpty == false
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
      let path = TypesetFiles.path(of: name, in: folder)
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
      common = Array(common.prefix(zip(common, other).prefix { PathBytes($0) == PathBytes($1) }.count))
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
