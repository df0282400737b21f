internal import Glibc
internal import Synchronization

/// The files that may be read for a document: only files below some folders.
///
/// Relative paths start at the folder of the file that names them. A leading slash represents a root, as on web sites, unless the
/// whole path is below a root as it is.
public struct FileAccess: Sendable {
  private let roots: [RootFolder]
  /// Where relative paths are looked for that lead to no file otherwise.
  private let resources: [String]
  private let attached: AttachedFiles?
  /// True if what is read is kept, so that a PDF can carry it along.
  public let keepsFiles: Bool
  /// Used instead of the disk, if there is one.
  private let supplier: Supplier?
  private var log = ReadLog()

  /// The bytes of a file by the path that a document has, and the folder of the file that has it.
  public typealias Supplier = @Sendable (_ path: String, _ folder: String?) throws(FileFailure) -> [UInt8]

  /// Reads nothing.
  public static let none = FileAccess(roots: [])

  /// - Parameters:
  ///   - roots: Folders; missing folders are left out.
  ///   - resources: Further ones, in which relative paths are looked for that lead to no file otherwise.
  ///   - searched: Folders in which relative paths are looked for as well; what is in them is read only if it is below one of the others.
  ///   - readsHidden: False leaves out what is below `roots` under a name that begins with a dot; links to it too.
  ///   - keepsFiles: True if `readings` is to have all files that are read.
  public init(
    roots: [String], resources: [String] = [], searched: [String] = [], readsHidden: Bool = true, keepsFiles: Bool = false
  ) {
    self.init(
      roots: roots, resources: resources, searched: searched, readsHidden: readsHidden, keepsFiles: keepsFiles, asksKernel: true)
  }

  /// The files that are read in place of those on the disk.
  var attachedFiles: AttachedFiles? { attached }

  /// Reads these files and nothing from the disk.
  public init(attached: AttachedFiles) {
    (roots, resources) = ([], [])
    supplier = nil
    self.attached = attached
    keepsFiles = true
  }

  /// Reads what a supplier has, and nothing from the disk.
  public init(supplier: @escaping Supplier) {
    (roots, resources) = ([], [])
    attached = nil
    keepsFiles = false
    self.supplier = supplier
  }

  init(
    roots: [String], resources: [String] = [], searched: [String] = [], readsHidden: Bool = true, keepsFiles: Bool = false,
    asksKernel: Bool
  ) {
    supplier = nil
    self.resources = (resources + searched).map { realPath($0) ?? $0 }
    var seen: Set<PathBytes> = []
    attached = nil
    self.keepsFiles = keepsFiles
    let named = resources.compactMap { RootFolder($0, asksKernel: asksKernel) }
    let own = roots.compactMap { RootFolder($0, readsHidden: readsHidden, asksKernel: asksKernel) }
    // Of two roots with one path the one that was named remains.
    let open = Set(readsHidden ? [] : named.map { PathBytes($0.path) })
    self.roots = (own.filter { !open.contains(PathBytes($0.path)) } + named).filter { seen.insert(PathBytes($0.path)).inserted }
  }

  /// The same folders with a separate log, for one of several documents.
  public func withOwnLog() -> FileAccess {
    var copy = self
    copy.log = ReadLog()
    return copy
  }

  /// The absolute paths of all files that have been read, sorted.
  public var filesRead: [String] { log.state.withLock { $0.read.sorted().map(\.path) } }

  /// The absolute paths at which files were looked for that are not there, sorted.
  public var filesMissed: [String] {
    let (missed, searches) = log.state.withLock { ($0.missed, $0.searches) }
    return searches.reduce(into: missed) { $0.formUnion($1.missed) }.sorted().map(\.path)
  }

  /// The folders in which files were looked for by the ends of their names, in order.
  public var listings: [FolderListing] {
    log.state.withLock { $0.listings }.sorted { ($0.folder, $0.endings.joined()) < ($1.folder, $1.endings.joined()) }
  }

  func remember(_ listing: FolderListing) { log.state.withLock { _ = $0.listings.insert(listing) } }

  /// A file as it was read.
  public struct File: Sendable {
    /// Absolute; reading this path again gives the same file.
    public let path: String
    public let bytes: [UInt8]

    /// Where relative paths in it start.
    public var folder: String { path.lastIndex(of: "/").map { String(path[..<$0]) } ?? "." }
  }

  /// Reads a regular file.
  ///
  /// - Parameters:
  ///   - path: As its author means it: escapes of an address are resolved.
  ///   - folder: Of the file that names it, where a relative path starts; nil is the first root.
  ///   - limit: More bytes than this are a failure.
  ///   - isKept: False keeps it out of `readings`.
  public func read(_ path: String, from folder: String?, limit: Int, isKept: Bool = true) throws(FileFailure) -> File {
    if let supplier { return try Self.supplied(path, from: folder, by: supplier, limit: limit) }
    let file =
      if let attached { try read(path, from: folder, of: attached) } else { try readFromDisk(path, from: folder, limit: limit) }
    guard file.bytes.count <= limit else { throw .tooLarge(bytes: file.bytes.count, limit: limit) }
    if keepsFiles, isKept { note(file, as: path, from: folder) }
    return file
  }

  private func read(_ path: String, from folder: String?, of attached: AttachedFiles) throws(FileFailure) -> File {
    guard let name = attached.name(of: path, from: folder), let bytes = attached.files[name] else { throw .missing }
    return File(path: "/" + name, bytes: bytes)
  }

  private func note(_ file: File, as path: String, from folder: String?) {
    let base = base(folder)
    // A path that says itself where it starts needs no root.
    let isRooted = folder == nil || path.hasPrefix("/") && file.path != path
    let root = isRooted ? rootPaths.first { pathRemainder(of: Self.withoutDots(file.path), below: $0)?.isEmpty == false } : nil
    let reading = Reading(path: path, folder: base, root: root, place: Self.withoutDots(file.path), bytes: file.bytes)
    log.readings.withLock { $0[ReadLog.Request(path: PathBytes(path), folder: PathBytes(base))] = reading }
  }

  /// All files that have been read, sorted by their places.
  public var readings: [Reading] {
    log.readings.withLock { $0.values.sorted { ($0.place, $0.folder, $0.path) < ($1.place, $1.folder, $1.path) } }
  }

  /// The folders that may be read from, absolute.
  public var rootPaths: [String] { attached?.roots ?? roots.map(\.path) }

  private func base(_ folder: String?) -> String {
    guard attached == nil else { return folder ?? rootPaths.first ?? "/" }
    return folder.map { realPath($0) ?? $0 } ?? roots.first?.path ?? workingFolder()
  }

  private func readFromDisk(_ path: String, from folder: String?, limit: Int) throws(FileFailure) -> File {
    let (file, found) = try locate(path, from: folder)
    defer { close(file) }
    var status = stat()
    guard unsafe fstat(file, &status) == 0 else { throw .unreadable(reason: SystemError(code: errno).words) }
    log.state.withLock { log in
      log.numbers.insert(FileNumber(status))
      log.read.insert(PathBytes(found))
    }
    let size = Int(status.st_size)
    guard size <= limit else { throw .tooLarge(bytes: size, limit: limit) }
    var code: Int32 = 0
    let bytes = unsafe [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size {
        let got = unsafe Glibc.read(file, buffer.baseAddress.map { unsafe $0 + count }, size - count)
        if got < 0, errno == EINTR { continue }
        if got < 0 { code = errno }
        if got <= 0 { break }
        count += got
      }
    }
    guard code == 0 else { throw .unreadable(reason: SystemError(code: code).words) }
    return File(path: found, bytes: bytes)
  }

  private static func supplied(
    _ path: String, from folder: String?, by supplier: Supplier, limit: Int
  ) throws(FileFailure) -> File {
    let bytes = try supplier(path, folder)
    guard bytes.count <= limit else { throw .tooLarge(bytes: bytes.count, limit: limit) }
    return File(path: path.hasPrefix("/") ? path : folder.map { $0 + "/" + path } ?? path, bytes: bytes)
  }

  /// The absolute path of a file that may be read, without reading it.
  public func path(of path: String, from folder: String?) throws(FileFailure) -> String {
    if let attached {
      guard let name = attached.name(of: path, from: folder) else { throw .missing }
      return "/" + name
    }
    let (file, found) = try locate(path, from: folder)
    close(file)
    return found
  }

  /// True if there is a regular file that `read` would read.
  public func has(_ path: String, from folder: String?) -> Bool { (try? self.path(of: path, from: folder)) != nil }

  /// The folders at and above one, up to a root, in which some of these names are, the nearest first; what they lead to is not looked at.
  ///
  /// - Parameters:
  ///   - names: Paths below a folder.
  ///   - last: The name that ends the way up.
  ///   - remembered: In so many folders, names that are not there are remembered as missed: what is kept is made again when one appears.
  package func namesAbove(_ folder: String, among names: [String], upTo last: String, remembering remembered: Int = 0) -> [NamesAbove] {
    if let attached { return attached.namesAbove(folder, among: names, upTo: last) }
    guard supplier == nil, let start = realPath(folder), let root = roots.first(where: { $0.remainder(of: start) != nil })
    else { return [] }
    var parts = (root.remainder(of: start) ?? "").split(separator: "/")
    var found: [NamesAbove] = []
    for ups in 0...32 {
      let path = parts.joined(separator: "/")
      let here = root.names(names + [last], in: path)
      let place = path.isEmpty ? root.path : root.path + "/" + path
      if !here.isEmpty { found.append(NamesAbove(folder: place, ups: ups, names: here)) }
      if ups < remembered {
        let search = Search(place: place, names: names, found: here)
        log.state.withLock { $0.searches.append(search) }
      }
      if parts.isEmpty || here.contains(last) { break }
      parts.removeLast()
    }
    return found
  }

  /// Names in a folder above another one.
  package struct NamesAbove {
    /// Absolute.
    package var folder: String
    /// How many folders up it is.
    package var ups: Int
    /// Names of files and folders in `folder`, without paths.
    package var names: Set<String>
  }

  /// True if the file at a path has been read, under whatever name.
  public func hasRead(_ path: String) -> Bool {
    var status = stat()
    guard unsafe stat(path, &status) == 0 else { return false }
    return log.state.withLock { $0.numbers.contains(FileNumber(status)) }
  }

  // MARK: What a path leads to

  /// Opens the first of the files that a path may mean; the caller closes it.
  private func locate(_ path: String, from folder: String?) throws(FileFailure) -> (file: Int32, path: String) {
    guard !path.isEmpty, !path.utf8.contains(0) else { throw .missing }
    let base = base(folder)
    do throws(FileFailure) {
      return try locate(path, below: base)
    } catch {
      if error == .missing || !resources.isEmpty {
        log.state.withLock { _ = $0.missed.insert(PathBytes(path.hasPrefix("/") ? path : base + "/" + path)) }
      }
      guard error == .missing || error.isOutside, !path.hasPrefix("/") else { throw error }
      for folder in resources + foldersAbove(base, for: path) {
        if let found = try? open(folder + "/" + path, from: folder) { return found }
      }
      // Sites show `folder/page.md` at `folder/page/`, from which its author counts the way to a picture.
      if error == .missing, path.hasPrefix("../"), PictureNames.isPicture(path) || path.lowercased().hasSuffix(".pdf"),
        let found = try? locate(String(path.dropFirst(3)), below: base)
      {
        return found
      }
      // Pelican's mark before a file of its site: `{static}/images/a.png`.
      if error == .missing, let mark = Self.marksOfSites.first(where: path.hasPrefix) {
        return try locate(String(path.dropFirst(mark.count)), below: base)
      }
      // As Windows separates folders.
      if error == .missing, path.utf8.contains(UInt8(ascii: "\\")) {
        return try locate(
          String(decoding: path.utf8.map { $0 == UInt8(ascii: "\\") ? UInt8(ascii: "/") : $0 }, as: UTF8.self), from: folder)
      }
      throw error
    }
  }

  private func locate(_ path: String, below base: String) throws(FileFailure) -> (file: Int32, path: String) {
    guard path.hasPrefix("/") else { return try open(base + "/" + path, from: base) }
    if roots.contains(where: { $0.remainder(of: path) != nil }) { return try open(path, from: base) }
    for place in [path] + roots.map({ $0.path + path }) + [base + path] + handedOn(path, from: base) {
      do throws(FileFailure) {
        return try open(place, from: base)
      } catch {
        guard error == .missing || error.isOutside else { throw error }
      }
    }
    // Whether such a file exists outside is not checked: an untrusted document could find out.
    let isOfMachine = Self.foldersOfMachines.contains { path.hasPrefix($0) }
    throw isOfMachine || roots.isEmpty ? .outside(root: wideningRoot(for: path, from: base)) : .missing
  }

  /// Folders from which a path may be meant that leads to nothing beside the document: pages that another page shows, such as the chapters of
  /// a deck, have the paths of that page.
  private func foldersAbove(_ base: String, for path: String) -> [String] {
    guard path.contains("/"), !path.hasPrefix(".") else { return [] }
    return roots.flatMap { root -> [String] in
      guard var parts = root.remainder(of: base)?.split(separator: "/"), parts.count < 16 else { return [] }
      var folders: [String] = []
      while !parts.isEmpty {
        parts.removeLast()
        folders.append(parts.isEmpty ? root.path : root.path + "/" + parts.joined(separator: "/"))
      }
      return folders
    }
  }

  /// Where site generators keep files that they publish unchanged: in a special folder at the root, or beside the document or above it.
  private func handedOn(_ path: String, from base: String) -> [String] {
    let folders = ["/public", "/static", "/docs/public", "/docs/.vuepress/public", "/website/static"]
    var places = folders.flatMap { folder in roots.map { $0.path + folder + path } }
    for root in roots {
      guard var parts = root.remainder(of: base)?.split(separator: "/"), parts.count < 16 else { continue }
      while !parts.isEmpty {
        let folder = root.path + "/" + parts.joined(separator: "/")
        places += ["", "/public", "/static", "/.vuepress/public"].map { folder + $0 + path }
        parts.removeLast()
      }
    }
    return places + belowOwnAddress(path, from: base)
  }

  /// The places of a path whose first name is the site's name, which GitHub Pages puts before all addresses: `/project/assets/a.png`.
  private func belowOwnAddress(_ path: String, from base: String) -> [String] {
    let names = path.split(separator: "/")
    guard names.count > 2 else { return [] }
    let rest = "/" + names.dropFirst().joined(separator: "/")
    return roots.flatMap { root -> [String] in
      var places = [root.path + rest]
      guard var parts = root.remainder(of: base)?.split(separator: "/"), parts.count < 16 else { return places }
      while !parts.isEmpty {
        places.append(root.path + "/" + parts.joined(separator: "/") + rest)
        parts.removeLast()
      }
      return places
    }
  }

  private static let marksOfSites = ["{static}", "{filename}", "{attach}", "|static|", "|filename|", "|attach|"]

  /// Paths that begin like this are paths on the author's machine, not on a site.
  private static let foldersOfMachines = [
    "Users", "Volumes", "dev", "etc", "home", "media", "mnt", "opt", "private", "proc", "root", "srv", "sys", "tmp", "usr", "var",
  ].map { "/\($0)/" }

  /// - Parameter place: Absolute, perhaps with `..` and links in it.
  private func open(_ place: String, from base: String) throws(FileFailure) -> (file: Int32, path: String) {
    var leadsOut = false
    var hidden: FileFailure?
    for root in roots {
      guard let rest = root.remainder(of: place) else { continue }
      do throws(FileFailure) {
        return (try Self.open(String(rest), below: root), place)
      } catch {
        guard error.isOutside else { throw error }
        if case .hidden = error { hidden = error } else { leadsOut = true }
      }
    }
    // Whether there is such a file is not looked at.
    if let hidden { throw hidden }
    // A link to an absolute path, or `..` that leaves the root and comes back: where it ends may be below a root anyway.
    // The kernel is asked again, so nothing rests on the answer being still true.
    let end = realPath(place)
    if let end {
      for root in roots {
        if let rest = root.remainder(of: end) { return (try Self.open(String(rest), below: root), end) }
      }
    } else if !leadsOut, roots.contains(where: { $0.remainder(of: Self.withoutDots(place)) != nil }) {
      throw .missing
    }
    // A link may lead out to a file that is not there; its folder says where.
    let slash = place.lastIndex(of: "/") ?? place.startIndex
    let near = end ?? realPath(String(place[..<slash])).map { $0 + place[slash...] } ?? place
    throw .outside(root: wideningRoot(for: near, from: base))
  }

  /// Opens a regular file. It is looked at before it is opened for reading: opening a FIFO waits, opening a device may do something.
  private static func open(_ path: String, below root: RootFolder) throws(FileFailure) -> Int32 {
    let seen = try descriptor(root.open(path, flags: pathOnly | O_CLOEXEC), below: root)
    defer { close(seen) }
    var before = stat()
    guard unsafe fstat(seen, &before) == 0, before.st_mode & S_IFMT == S_IFREG, !isKernelFile(seen) else { throw .noRegularFile }
    let file = try descriptor(root.open(path, flags: O_RDONLY | O_NONBLOCK | O_NOCTTY | O_CLOEXEC), below: root)
    var after = stat()
    guard unsafe fstat(file, &after) == 0, before.st_dev == after.st_dev, before.st_ino == after.st_ino else {
      close(file)
      throw .unreadable(reason: "it has just been replaced")
    }
    return file
  }

  private static func descriptor(_ result: Result<Int32, SystemError>, below root: RootFolder) throws(FileFailure) -> Int32 {
    switch result {
    case .success(let file): return file
    case .failure(let error):
      switch error.code {
      case EXDEV: throw .outside(root: "/")
      case hiddenName: throw .hidden(root: root.path)
      case ENOENT, ENOTDIR, ENAMETOOLONG: throw .missing
      case EISDIR: throw .noRegularFile
      default: throw .unreadable(reason: error.words)
      }
    }
  }

  // MARK: What would have to be allowed

  /// The lowest folder that holds a file, the folder that names it and all roots, as one would type it.
  private func wideningRoot(for place: String, from base: String) -> String {
    guard !roots.isEmpty else { return "" }
    var common = Self.parts(of: place).dropLast()
    for folder in roots.map(\.path) + [base] {
      let other = Self.parts(of: folder)
      common = common.prefix(zip(common, other).prefix { $0 == $1 }.count)
    }
    let folder = "/" + common.joined(separator: "/")
    let here = Self.parts(of: workingFolder())
    let shared = zip(common, here).prefix { $0 == $1 }.count
    let up = here.count - shared
    guard folder != "/", shared > 0, up <= 3 else { return folder }
    let relative = Array(repeating: "..", count: up) + common.dropFirst(shared)
    return relative.isEmpty ? "." : relative.joined(separator: "/")
  }

  /// The names of a path, with `.` and `..` resolved as far as text can.
  private static func parts(of path: String) -> [Substring] {
    var parts: [Substring] = []
    for part in path.split(separator: "/") where part != "." {
      if part == ".." { _ = parts.popLast() } else { parts.append(part) }
    }
    return parts
  }

  static func withoutDots(_ path: String) -> String { "/" + parts(of: path).joined(separator: "/") }
}

/// The identity of a file, independent of its names.
private struct FileNumber: Hashable {
  var device: UInt
  var number: UInt

  init(_ status: stat) { (device, number) = (UInt(status.st_dev), UInt(status.st_ino)) }
}

/// Names that have been looked for in a folder.
private struct Search: Sendable {
  var place: String
  var names: [String]
  var found: Set<String>

  /// What is not there: of a path the first folder that is missing.
  var missed: Set<PathBytes> {
    var folders: [Substring: Bool] = [:]
    var missed: Set<PathBytes> = []
    for name in names where !found.contains(name) {
      var path = name[...]
      if let slash = name.firstIndex(of: "/") {
        let first = name[..<slash]
        let isThere = folders[first] ?? (unsafe access(place + "/" + first, F_OK) == 0)
        folders[first] = isThere
        if !isThere { path = first }
      }
      missed.insert(PathBytes(place + "/" + path))
    }
    return missed
  }
}

/// Which files have been read, and which were not there.
private final class ReadLog: Sendable {
  struct Request: Hashable {
    var path: PathBytes
    var folder: PathBytes
  }

  let readings = Mutex<[Request: Reading]>([:])
  struct State {
    var numbers: Set<FileNumber> = []
    var read: Set<PathBytes> = []
    var missed: Set<PathBytes> = []
    var searches: [Search] = []
    var listings: Set<FolderListing> = []
  }

  let state = Mutex(State())
}

extension FileFailure {
  /// True if another root would help.
  public var isOutside: Bool {
    switch self {
    case .outside, .hidden: true
    default: false
    }
  }
}

extension FileAccess {
  /// The absolute path of a folder without links; the path itself if there is no such folder.
  public static func realFolder(_ path: String) -> String { realPath(path) ?? path }
}
