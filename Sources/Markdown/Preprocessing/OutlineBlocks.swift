internal import TypesetDiagnostics
internal import TypesetFiles

/// The words of the blocks of Logseq's pages, by the names that references have for them.
struct OutlineBlocks {
  private(set) var words: [String: String] = [:]
  /// The page's title.
  private(set) var title: String?

  private static let mostBlocks = 10_000
  /// How many pages are read for one, and how much of them.
  private static let mostPages = 2_000
  private static let mostBytes = 1 << 24

  /// Folders of a graph with older states of its pages, and with others than pages.
  private static let folders: Set = ["bak", "version-files", "node_modules", "assets"]

  init(_ bytes: some Collection<UInt8>) { read(bytes) }

  private mutating func read(_ bytes: some Collection<UInt8>) {
    var last = ""
    var isHead = true
    // The name of a block whose first line it is.
    var name: String?
    for line in bytes.split(separator: ASCII.newline) {
      let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
      let isItem = text.hasPrefix("- ")
      let body = isItem ? String(text.dropFirst(2)) : text
      guard let (key, value) = OutlinePage.property(body) else {
        isHead = isHead && text.isEmpty
        if isItem || text.hasPrefix("#") || name != nil { last = String(text.drop { "-# ".contains($0) }) }
        if let own = name, !isItem { words[own] = last }
        name = nil
        continue
      }
      if isItem { (last, name) = ("", nil) }
      if isHead, !isItem, key == "title", !value.isEmpty { title = value }
      guard key == "id", words.count < Self.mostBlocks else { continue }
      if last.isEmpty { name = value } else { words[value] = last }
    }
  }

  /// Adds the blocks of other pages whose names a page has in double parentheses: pages are the files beside it, and those of its journals.
  mutating func addBlocks(namedIn bytes: [UInt8], _ files: FileAccess, near folder: String?) {
    var missing = Self.references(in: bytes).subtracting(words.keys)
    guard !missing.isEmpty else { return }
    var rest = Self.mostBytes
    let pages = files.rootPaths.flatMap { root in
      files.paths(below: root) { name, isFolder in isFolder ? !Self.folders.contains(name) : name.hasSuffix(".md") }.map { root + "/" + $0 }
    }
    for path in pages.prefix(Self.mostPages) where rest > 0 && !missing.isEmpty {
      guard let file = try? files.read(path, from: folder, limit: 1 << 20, isKept: false) else { continue }
      rest -= file.bytes.count
      guard file.bytes.holds("id:: ") else { continue }
      // What is marked in a PDF has its picture alone.
      let found = OutlineBlocks(file.bytes).words.filter { missing.contains($0.key) && !$0.value.hasPrefix("[:span]") }
      guard !found.isEmpty else { continue }
      // Pages that matter are noted.
      _ = try? files.read(path, from: folder, limit: 1 << 20)
      words.merge(found) { own, _ in own }
      missing.subtract(found.keys)
    }
  }

  /// `((640ad127-cc23-464b-b796-fb5a07f8049a))`
  private static func references(in bytes: [UInt8]) -> Set<String> {
    var names: Set<String> = []
    var index = 0
    while let open = bytes[index...].firstIndex(of: ASCII.openParenthesis), names.count < mostBlocks {
      index = open + 1
      guard bytes[index...].first == ASCII.openParenthesis else { continue }
      let name = bytes[(index + 1)...].prefix(37).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
      if name.count == 36, bytes[name.endIndex...].starts(with: "))".utf8) { names.insert(String(decoding: name, as: UTF8.self)) }
    }
    return names
  }
}
