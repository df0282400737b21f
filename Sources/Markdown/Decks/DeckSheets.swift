internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The style sheets that hold for all slides of a deck.
enum DeckSheets {
  private static let mostBytes = 1 << 18
  private static let mostSheets = 8
  /// remark's own: alignments around words.
  private static let remark = ".left { text-align: left } .center { text-align: center } .right { text-align: right }"

  /// - Parameters:
  ///   - name: Of the deck's file.
  ///   - folder: That of the deck.
  static func of(_ deck: Deck, _ lines: SlideLines, named name: String, from folder: String?, _ files: FileAccess) -> [ArraySlice<UInt8>] {
    var sheets: [ArraySlice<UInt8>] = []
    switch deck.tool {
    case .marp:
      if let folder { sheets = MarpThemes.sheets(of: MarpThemes.name(of: deck), from: folder, files).map { $0[...] } }
      if let style = deck.values?["style"]?.text { sheets.append(Array(style.utf8)[...]) }
      sheets += lines.styles(in: lines.lines.indices, scoped: false)
    case .slidev:
      // Styles on its slides hold for these.
      sheets = read(["style.css", "styles/index.css", "styles/style.css"], from: folder, files)
    case .reveal, .pandoc:
      if deck.tool == .reveal { sheets = pages(naming: name, among: "data-markdown", from: folder, files) }
      sheets += read(names(in: deck.values), from: folder, files) + lines.styles(in: lines.lines.indices, scoped: nil)
    case .remark:
      sheets =
        [Array(remark.utf8)[...]] + pages(naming: name, among: "remark", from: folder, files)
        + read(names(in: deck.values), from: folder, files)
      sheets += lines.styles(in: lines.lines.indices, scoped: nil)
    }
    return sheets
  }

  /// The values of `css`, wherever they are in settings.
  static func names(in settings: YAMLValue?, depth: Int = 0) -> [String] {
    guard depth < 5 else { return [] }
    return (settings?.entries ?? []).flatMap { entry -> [String] in
      guard entry.key == "css" else { return names(in: entry.value, depth: depth + 1) }
      return (entry.value.items ?? [entry.value]).compactMap(\.text).filter { $0.hasSuffix(".css") && !$0.contains("://") }
    }
  }

  private static func read(_ names: [String], from folder: String?, _ files: FileAccess) -> [ArraySlice<UInt8>] {
    guard let folder else { return [] }
    return names.prefix(mostSheets).compactMap { try? files.read($0, from: folder, limit: mostBytes).bytes[...] }
  }

  /// The style sheets of the page that shows a deck: its own, and those that it links, but for the tool's.
  ///
  /// - Parameter sign: What such a page has in it.
  private static func pages(naming name: String, among sign: String, from folder: String?, _ files: FileAccess) -> [ArraySlice<UInt8>] {
    guard let folder else { return [] }
    let file = String(name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...])
    let stem = file.prefix { $0 != "." }
    for page in ["index.html", "\(stem).html", "../index.html"] {
      guard let bytes = try? files.read(page, from: folder, limit: mostBytes).bytes, bytes.holds(sign), bytes.holds(file) else {
        continue
      }
      let home = page.hasPrefix("../") ? "../" : ""
      let text = String(decoding: bytes, as: UTF8.self)
      let linked = text.split { "\"'".contains($0) }.map(String.init).filter { link in
        link.hasSuffix(".css") && !link.contains("://") && !link.hasPrefix("/") && !isOfTool(link)
      }
      return read(linked.map { home + $0 }, from: folder, files) + StyleSheet.elements(of: bytes)
    }
    return []
  }

  /// True for reveal's own style sheets; themes of other names are the project's.
  private static func isOfTool(_ link: String) -> Bool {
    if link.contains("/theme/"), let name = link.split(separator: "/").last?.dropLast(4) { return DeckLooks.isTheme(of: String(name)) }
    return ["dist/", "plugin/", "lib/", "node_modules/", "reveal.js/", "css/reveal", "css/print"].contains { link.contains($0) }
  }
}
