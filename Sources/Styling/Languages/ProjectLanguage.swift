internal import TypesetBytes
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown

/// The language that a project names for all of its pages: `lang: de` in `_quarto.yml`, `language` of MkDocs' theme, `defaultContentLanguage` of Hugo.
enum ProjectLanguage {
  /// The language of a page that names none itself.
  ///
  /// Settings that nobody has touched say English, so that only other languages count, and only where the page's own words tell nothing else.
  ///
  /// - Parameters:
  ///   - guess: What the page's words tell.
  ///   - folder: The page's.
  static func chosen(_ guess: String?, for tree: borrowing Tree, _ tool: Dialect.Tool, from folder: String?, _ files: FileAccess) -> String?
  {
    guard guess == nil || guess == "en", let folder, let named = named(for: tool, from: folder, files) else { return guess }
    // Works that are cited may be English in a Chinese text.
    let isEastAsian = ["zh", "ja", "ko"].contains { named.hasPrefix($0) }
    return guess == nil || isEastAsian && hasEastAsianText(tree) ? named : guess
  }

  private static let places: [(tools: [Dialect.Tool], names: [String], keys: [String])] = [
    ([.quarto], ["_quarto.yml", "_quarto.yaml"], ["lang"]), ([.mkdocs], ["mkdocs.yml"], ["language"]),
    ([.mdbook], ["book.toml"], ["language"]),
    ([.myst], ["_config.yml"], ["language"]), ([.kramdown], ["_config.yml"], ["lang", "locale"]),
    (
      [.hugo], ["hugo.toml", "hugo.yaml", "hugo.yml", "config.toml", "config.yaml", "config.yml"],
      ["defaultContentLanguage", "languageCode"]
    ),
  ]

  private static func named(for tool: Dialect.Tool, from folder: String, _ files: FileAccess) -> String? {
    guard let place = places.first(where: { $0.tools.contains(tool) }) else { return nil }
    for level in files.namesAbove(folder, among: place.names, upTo: ".git") {
      for name in place.names where level.names.contains(name) {
        guard let file = try? files.read(String(repeating: "../", count: level.ups) + name, from: folder, limit: 1 << 18) else { continue }
        return file.bytes.split(separator: UInt8(ascii: "\n")).lazy.compactMap { language(in: $0, place.keys) }.first
      }
    }
    return nil
  }

  /// The value of `key: value` or `key = "value"`, if it is the code of a language that is not English.
  private static func language(in line: ArraySlice<UInt8>, _ keys: [String]) -> String? {
    let words = line.drop { $0 == 0x20 || $0 == 0x09 }
    guard let key = keys.first(where: { words.starts(with: $0.utf8) }) else { return nil }
    let rest = words.dropFirst(key.utf8.count).drop { $0 == 0x20 }
    guard let sign = rest.first, sign == UInt8(ascii: ":") || sign == UInt8(ascii: "=") else { return nil }
    let value = rest.dropFirst().drop { " \"'".utf8.contains($0) }.prefix {
      $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0.isLetter
    }
    let code = String(decoding: value, as: UTF8.self).replacing("_", with: "-")
    let primary = code.prefix { $0 != "-" }
    return (2...3).contains(primary.utf8.count) && primary.lowercased() != "en" ? code : nil
  }

  private static func hasEastAsianText(_ tree: borrowing Tree) -> Bool {
    for node in tree.nodes {
      if case .text(let text) = node.kind,
        text.unicodeScalars.contains(where: { (0x3040...0x9FFF).contains($0.value) || (0xAC00...0xD7AF).contains($0.value) })
      {
        return true
      }
    }
    return false
  }
}
