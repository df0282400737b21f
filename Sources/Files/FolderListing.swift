/// What was looked for in a folder: the files with some endings, and all folders; without links and names that begin with a dot.
public struct FolderListing: Hashable, Sendable {
  /// Absolute.
  public var folder: String
  /// Such as `.js`.
  public var endings: [String]

  public init(folder: String, endings: [String]) { (self.folder, self.endings) = (folder, endings) }

  /// At most 5,000 names, in order.
  package var entries: [(name: String, isFolder: Bool)] {
    FileSearch.entries(of: folder, most: 5_000).filter { entry in entry.isFolder || endings.contains(where: entry.name.hasSuffix) }
      .sorted { $0.name < $1.name }
  }

  /// Changes when a name is added or removed.
  public var digest: String {
    Digest.of(entries.map { $0.isFolder ? $0.name + "/" : $0.name }.joined(separator: "\n").utf8)
  }
}
