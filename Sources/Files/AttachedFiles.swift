/// Files that are not on disk: the files attached to a PDF, by their names in it.
///
/// Names are paths below one folder, `img/a.png`. To `FileAccess` that folder is `/`, so that `/img/a.png` is the file's path.
public struct AttachedFiles: Sendable {
  /// A reference that led to a file through a symbolic link, so that resolving the name alone does not find it.
  public struct Alias: Hashable, Sendable {
    /// The folder of the file that names it, as passed to `FileAccess`.
    public var folder: String
    /// As its author wrote it.
    public var path: String
    /// The file's name.
    public var name: String

    public init(folder: String, path: String, name: String) { (self.folder, self.path, self.name) = (folder, path, name) }
  }

  /// Contents by name, without a leading slash: `img/a.png`.
  public var files: [String: [UInt8]]
  /// Names of files that the document asked for by another path.
  public var aliases: [Alias]
  /// The folders at which a leading slash starts, as paths: `/`, `/site`.
  public var roots: [String]

  public init(files: [String: [UInt8]], aliases: [Alias] = [], roots: [String] = ["/"]) {
    (self.files, self.aliases, self.roots) = (files, aliases, roots)
  }

  /// Which file a name leads to, by the rules of `FileAccess`.
  public func name(of path: String, from folder: String?) -> String? {
    guard !path.isEmpty else { return nil }
    let base = folder.map { $0.isEmpty ? "/" : $0 } ?? roots.first ?? "/"
    if let alias = aliases.first(where: { $0.path == path && $0.folder == base }) { return alias.name }
    guard path.hasPrefix("/") else { return existing(base + "/" + path) }
    let isBelowRoot = roots.contains { $0 != "/" && pathRemainder(of: path, below: $0)?.isEmpty == false }
    let places = isBelowRoot ? [path] : [path] + roots.map { $0 + path } + [base + path]
    return places.lazy.compactMap { existing($0) }.first
  }

  /// As `FileAccess.namesAbove`, up to the folder that has all files.
  func namesAbove(_ folder: String, among names: [String], upTo last: String) -> [FileAccess.NamesAbove] {
    var known: Set<String> = []
    for name in files.keys {
      var end = name.endIndex
      while known.insert(String(name[..<end])).inserted, let slash = name[..<end].lastIndex(of: "/") { end = slash }
    }
    var parts = FileAccess.withoutDots(folder.hasPrefix("/") ? folder : "/" + folder).split(separator: "/")
    var found: [FileAccess.NamesAbove] = []
    for ups in 0...32 {
      let place = parts.joined(separator: "/")
      let here = Set((names + [last]).filter { $0 == "." || known.contains(place.isEmpty ? $0 : place + "/" + $0) })
      if !here.isEmpty { found.append(FileAccess.NamesAbove(folder: "/" + place, ups: ups, names: here)) }
      if parts.isEmpty || here.contains(last) { break }
      parts.removeLast()
    }
    return found
  }

  private func existing(_ path: String) -> String? {
    let name = FileAccess.withoutDots(path).dropFirst()
    return files[String(name)] == nil ? nil : String(name)
  }
}

/// A file that a document has read, and how it asked for it.
public struct Reading: Hashable, Sendable {
  /// As its author wrote it.
  public var path: String
  /// Where a relative path started.
  public var folder: String
  /// The root to which it led, where it was the root that decided.
  public var root: String?
  /// Absolute.
  public var place: String
  public var bytes: [UInt8]
}
