internal import TypesetDiagnostics

/// Which texts of a project of Slidev or Marp are decks: guides and notes stand beside these.
enum DeckFiles {
  /// Keys of front matter that only decks have.
  private static let keys: Set<String> = [
    "marp", "theme", "layout", "class", "transition", "paginate", "size", "style", "header", "footer", "headingDivider", "math",
    "backgroundColor", "backgroundImage", "background", "color", "highlighter", "drawings", "fonts", "canvasWidth", "aspectRatio",
    "colorSchema",
    "addons", "exportFilename", "lineNumbers", "mdc", "themeConfig", "routerMode", "src", "clicks", "hideInToc", "level",
  ]

  /// True for a file that is named or lies as decks do, has their keys, or rules between slides.
  ///
  /// - Parameter name: Of the file, with its folder as far as it is known.
  static func isDeck(_ bytes: [UInt8], name: String) -> Bool {
    let parts = name.lowercased().split(separator: "/")
    if ["slide", "deck", "presentation", "talk"].contains(where: { parts.last?.contains($0) ?? true }) { return true }
    if parts.dropLast().last.map({ ["slides", "pages", "decks", "talks"].contains($0) }) ?? false { return true }
    let matter = MatterLines(bytes)
    if matter.lines.contains(where: { !$0.isNested && keys.contains(String(decoding: bytes[$0.key], as: UTF8.self)) }) { return true }
    return rules(in: bytes[matter.end...]) > 1
  }

  /// How many lines of three dashes are outside of code.
  private static func rules(in text: ArraySlice<UInt8>) -> Int {
    var fences = OpenFences()
    var count = 0
    for line in text.split(separator: ASCII.newline, omittingEmptySubsequences: true) {
      fences.pass(line)
      if !fences.isCode, line.starts(with: "---".utf8), line.dropFirst(3).allSatisfy({ $0 <= ASCII.space }) { count += 1 }
      if count > 1 { break }
    }
    return count
  }
}
