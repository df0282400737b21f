internal import TypesetDiagnostics
internal import TypesetFiles

/// The numbers that mdbook-numeq gives to equations of other chapters of a book, by their labels: `13.2.4` with the setting `prefix`, else `4`.
struct BookEquations {
  private(set) var numbers: [String: String] = [:]

  private static let mostChapters = 500
  private static let mostBytes = 8 << 20
  private static let mark = Array("{{numeq}}{".utf8)

  init() {}

  /// - Parameter wanted: The labels to look for.
  init(_ wanted: Set<String>, near folder: String, _ files: FileAccess) {
    guard let level = files.namesAbove(folder, among: ["book.toml"], upTo: ".git").first(where: { $0.names.contains("book.toml") }) else {
      return
    }
    let root = String(repeating: "../", count: level.ups)
    guard let settings = text(root + "book.toml", folder, files) else { return }
    let lines = settings.split(whereSeparator: \.isNewline).map { $0.filter { $0 != " " && $0 != "\t" } }
    let home = root + (lines.first { $0.hasPrefix("src=\"") }.map { String($0.dropFirst(5).dropLast()) } ?? "src") + "/"
    let own = lines.firstIndex(of: "[preprocessor.numeq]").map { lines[($0 + 1)...].prefix { !$0.hasPrefix("[") } } ?? []
    guard let summary = text(home + "SUMMARY.md", folder, files) else { return }
    var rest = Self.mostBytes
    for chapter in Self.chapters(of: summary).prefix(Self.mostChapters) where numbers.count < wanted.count && rest > 0 {
      guard let file = try? files.read(home + chapter.path, from: folder, limit: 1 << 20) else { continue }
      rest -= file.bytes.count
      read(Array(file.bytes), wanted, own.contains("prefix=true") ? chapter.number + "." : "")
    }
  }

  private func text(_ path: String, _ folder: String, _ files: FileAccess) -> String? {
    (try? files.read(path, from: folder, limit: 1 << 18)).map { String(decoding: $0.bytes, as: UTF8.self) }
  }

  /// The chapters that have numbers, the items of lists in `SUMMARY.md`.
  private static func chapters(of summary: String) -> [(number: String, path: String)] {
    var found: [(String, String)] = []
    var open: [(indent: Int, count: Int)] = []
    for line in summary.split(whereSeparator: \.isNewline) {
      let indent = line.prefix { $0 == " " || $0 == "\t" }.reduce(0) { $0 + ($1 == "\t" ? 4 : 1) }
      let item = line.drop { $0 == " " || $0 == "\t" }
      guard item.hasPrefix("- [") || item.hasPrefix("* ["), let path = item.parts(between: "](").last?.prefix(while: { $0 != ")" }) else {
        continue
      }
      while let last = open.last, last.indent > indent { open.removeLast() }
      if open.last?.indent == indent { open[open.count - 1].count += 1 } else { open.append((indent, 1)) }
      let plain = path.hasPrefix("./") ? path.dropFirst(2) : path
      if plain.hasSuffix(".md") { found.append((open.map { String($0.count) }.joined(separator: "."), String(plain))) }
    }
    return found
  }

  private mutating func read(_ bytes: [UInt8], _ wanted: Set<String>, _ prefix: String) {
    var place = 0
    var count = 0
    // Equations without labels have numbers, too.
    while let start = bytes.find(Array(Self.mark.dropLast()), from: place) {
      count += 1
      place = start + Self.mark.count - 1
      guard bytes[start...].starts(with: Self.mark), let close = bytes[place...].prefix(300).firstIndex(of: ASCII.closeBrace) else {
        continue
      }
      let label = String(decoding: bytes[(place + 1)..<close], as: UTF8.self).trimmedWhitespace()
      if wanted.contains(label), numbers[label] == nil { numbers[label] = prefix + String(count) }
    }
  }
}
