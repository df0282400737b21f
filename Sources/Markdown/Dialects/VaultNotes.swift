internal import TypesetDiagnostics
internal import TypesetFiles

/// Notes of a vault whose folder `.obsidian` is not there: most texts of their folder link to each other by name, `[[A note]]`.
enum VaultNotes {
  /// As many texts tell what the others are.
  private static let mostNotes = 12
  private static let leastNotes = 5
  private static let mostBytes = 100_000

  static func areLinked(in folder: String, _ files: FileAccess) -> Bool {
    guard let level = files.namesAbove(folder, among: ["."], upTo: ".git").first, level.ups == 0 else { return false }
    let folder = level.folder
    let names = files.withOwnLog().entries(in: folder).filter { !$0.isFolder }.map(\.name)
    // Wikis of GitHub's have such links, too.
    guard !names.contains("_Sidebar.md"), !names.contains("Home.md") else { return false }
    let notes = names.filter { $0.hasSuffix(".md") && !DialectDecision.isReadOnGitHub($0) }.sorted()
    guard notes.count >= leastNotes else { return false }
    let step = max(1, notes.count / mostNotes)
    let sample = stride(from: 0, to: notes.count, by: step).prefix(mostNotes).map { notes[$0] }
    let linked = sample.filter { name in
      let file = try? files.withOwnLog().read(folder + "/" + name, from: folder, limit: mostBytes, isKept: false)
      return file.map { hasLink(Array($0.bytes)) } ?? false
    }
    return linked.count >= 3 && linked.count * 2 >= sample.count
  }

  /// True for a text with `[[A note]]` in it, which is not `x[[i]]` of a program.
  private static func hasLink(_ bytes: [UInt8]) -> Bool {
    var place = 0
    while let start = bytes.find([ASCII.openBracket, ASCII.openBracket], from: place), start + 4 < bytes.count {
      place = start + 2
      let before = start > 0 ? bytes[start - 1] : ASCII.newline
      guard before <= ASCII.space || "!(*_->".utf8.contains(before) || before >= 0x80, ASCII.isLetter(bytes[place]) || bytes[place] >= 0x80,
        let close = bytes[place...].prefix(200).firstIndex(of: ASCII.closeBracket), close + 1 < bytes.count,
        bytes[close + 1] == ASCII.closeBracket, !bytes[place..<close].contains(ASCII.newline)
      else { continue }
      return true
    }
    return false
  }
}
