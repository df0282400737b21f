internal import Glibc

/// The files below the roots by their names, as programs for notes look for pictures.
///
/// Names that begin with a dot and links to folders are passed over, so nothing outside of the roots is looked at. At most 50,000 names are
/// looked at: a folder of folders without end is no vault.
package struct FileSearch {
  /// Absolute paths by names.
  private var places: [String: [String]] = [:]
  private let start: String
  /// True if the folders are the folders of files attached to a PDF.
  private let isAttached: Bool

  /// Looks at all folders.
  package init(_ files: FileAccess) {
    let attached = files.attachedFiles
    isAttached = attached != nil
    start = attached.map { $0.roots.first ?? "/" } ?? files.rootPaths.first ?? "/"
    for name in (attached?.files.keys.sorted() ?? []).prefix(Self.mostNames) where !name.hasPrefix(".") {
      places[name.split(separator: "/").last.map(String.init) ?? name, default: []].append("/" + name)
    }
    for root in files.rootPaths {
      var rest = Self.mostNames
      var folders = [root]
      while let current = folders.popLast(), rest > 0 {
        for (entry, isFolder) in Self.entries(of: current) {
          rest -= 1
          if isFolder { folders.append(current + "/" + entry) } else { places[entry, default: []].append(current + "/" + entry) }
        }
      }
    }
  }

  /// The files whose path ends like this one: `a.png`, `img/a.png`.
  ///
  /// - Parameters:
  ///   - path: A name, perhaps with folders before it.
  ///   - folder: Of the file that names it.
  /// - Returns: Relative to that folder, the nearest first: the fewest folders to pass, then by name.
  package func paths(endingIn path: String, near folder: String?) -> [String] {
    let wanted = path.split(separator: "/").filter { $0 != "." }
    guard let name = wanted.last, let found = places[String(name)] else { return [] }
    let here = folder.map { isAttached ? $0 : realPath($0) ?? $0 } ?? start
    return found.filter { $0.split(separator: "/").suffix(wanted.count).elementsEqual(wanted) }.map { relativePath(of: $0, from: here) }
      .sorted { ($0.steps, $0.path) < ($1.steps, $1.path) }.map(\.path)
  }

  /// How many names are looked at.
  package static let mostNames = 50_000

  /// True if there are more names below a folder than are looked at; links to folders are not followed.
  package static func isTooLarge(_ folder: String) -> Bool {
    var rest = mostNames
    var folders = [folder]
    while let current = folders.popLast() {
      for (entry, isFolder) in entries(of: current, hidden: true) {
        rest -= 1
        if isFolder { folders.append(current + "/" + entry) }
      }
      if rest < 0 { return true }
    }
    return false
  }

  /// The names in a folder, files and folders.
  ///
  /// - Parameters:
  ///   - hidden: True to include names that begin with a dot.
  ///   - most: More names are not looked at.
  static func entries(of folder: String, hidden: Bool = false, most: Int = .max) -> [(name: String, isFolder: Bool)] {
    guard let stream = unsafe opendir(folder) else { return [] }
    defer { unsafe closedir(stream) }
    var out: [(String, Bool)] = []
    while out.count < most, let entry = unsafe readdir(stream) {
      let type = unsafe Int(entry.pointee.d_type)
      guard type == Int(DT_DIR) || type == Int(DT_REG) else { continue }
      let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
      }
      guard name != ".", name != "..", hidden || !name.hasPrefix(".") else { continue }
      out.append((name, type == Int(DT_DIR)))
    }
    return out
  }
}

extension FileAccess {
  /// The names in a folder that `namesAbove` has found, in order; without links and names that begin with a dot, and no more than 5,000.
  ///
  /// - Parameter endings: Of the files that are wanted, besides folders. What is kept is made again when another one appears; nil is all files, of which
  ///   none is remembered.
  package func entries(in folder: String, endings: [String]? = nil) -> [(name: String, isFolder: Bool)] {
    guard let attached = attachedFiles else {
      guard rootPaths.contains(where: { pathRemainder(of: folder, below: $0) != nil }) else { return [] }
      guard let endings else { return FileSearch.entries(of: folder, most: 5_000).sorted { $0.name < $1.name } }
      let listing = FolderListing(folder: folder, endings: endings)
      remember(listing)
      return listing.entries
    }
    let start = folder == "/" ? "" : String(folder.dropFirst()) + "/"
    var seen: [String: Bool] = [:]
    for name in attached.files.keys where name.hasPrefix(start) {
      let parts = name.dropFirst(start.count).split(separator: "/", maxSplits: 1)
      if let first = parts.first { seen[String(first)] = parts.count > 1 }
    }
    let found = seen.map { (name: $0.key, isFolder: $0.value) }.sorted { $0.name < $1.name }
    return endings.map { endings in found.filter { $0.isFolder || endings.contains(where: $0.name.hasSuffix) } } ?? found
  }

  /// The files below a folder that may be read, relative to it and in no order. Names that begin with a dot and links to folders are passed
  /// over; at most 50,000 names are looked at.
  ///
  /// - Parameter isWanted: False leaves out a file, or a folder with all that is in it, by its name.
  package func paths(below folder: String, where isWanted: (_ name: String, _ isFolder: Bool) -> Bool) -> [String] {
    guard let start = realPath(folder), rootPaths.contains(where: { pathRemainder(of: start, below: $0) != nil }) else { return [] }
    var found: [String] = []
    var rest = FileSearch.mostNames
    var folders = [""]
    while let current = folders.popLast(), rest > 0 {
      for (name, isFolder) in FileSearch.entries(of: start + "/" + current) {
        rest -= 1
        guard isWanted(name, isFolder) else { continue }
        if isFolder { folders.append(current + name + "/") } else { found.append(current + name) }
      }
    }
    return found
  }
}
