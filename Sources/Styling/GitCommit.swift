import TypesetFiles

/// The commit that a Git repository is at, as its files say; no program is started.
enum GitCommit {
  /// - Parameters:
  ///   - folder: A folder in the repository.
  ///   - files: Read through these, so that what is made of it is made again after the next commit.
  /// - Returns: 40 or 64 digits; nil where no repository, or none with a commit, can be read.
  static func current(of folder: String?, _ files: FileAccess) -> String? {
    guard let folder, let level = files.namesAbove(folder, among: [".git/HEAD"], upTo: ".git").last, level.names.contains(".git/HEAD")
    else { return nil }
    func text(_ name: String) -> String? {
      (try? files.read(String(repeating: "../", count: level.ups) + ".git/" + name, from: folder, limit: 10_000_000)).map {
        String(decoding: $0.bytes, as: UTF8.self)
      }
    }
    guard let head = text("HEAD")?.split(whereSeparator: \.isNewline).first else { return nil }
    guard head.hasPrefix("ref: ") else { return commit(head) }
    let name = head.dropFirst(5)
    guard !name.split(separator: "/").contains("..") else { return nil }
    if let found = text(String(name))?.split(whereSeparator: \.isNewline).first.flatMap(commit) { return found }
    let packed = text("packed-refs")?.split(whereSeparator: \.isNewline).first { $0.hasSuffix(" " + name) }
    return packed?.split(separator: " ").first.flatMap(commit)
  }

  private static func commit(_ text: Substring) -> String? {
    let isDigits = text.utf8.allSatisfy { $0 &- 0x30 < 10 || $0 &- 0x61 < 6 }
    return isDigits && (text.utf8.count == 40 || text.utf8.count == 64) ? String(text) : nil
  }
}
