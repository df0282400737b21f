internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The style sheets of Marp's themes in a project.
enum MarpThemes {
  private static let folders = ["themes", "theme", "css", "styles", "style", "assets", "assets/css", "assets/themes", "marp"]
  private static let own: Set<String> = ["default", "gaia", "uncover"]
  private static let mostBytes = 1 << 18
  /// Where a project says which style sheets there are.
  private static let settings = [
    "package.json", ".marprc", ".marprc.yml", ".marprc.yaml", ".marprc.json", "marp.config.js", "marp.config.mjs", "marp.config.cjs",
    "marp.config.ts", "Makefile", "justfile",
  ]

  /// The theme that a deck asks for in its front matter.
  static func name(of deck: Deck) -> String { deck.values?["theme"]?.text ?? "default" }

  /// The style sheet of a theme in the nearest folder that has it, by its file's name or by the name that it gives itself, `/* @theme name */`, below those
  /// that it imports; empty for Marp's own.
  static func sheets(of theme: String, from folder: String, _ files: FileAccess) -> [[UInt8]] {
    guard !own.contains(theme), !theme.isEmpty, !theme.contains("/") else { return [] }
    let places = folders + settings + [theme + ".css", ".vscode"]
    for level in files.namesAbove(folder, among: places, upTo: ".git", remembering: 2) {
      let root = String(repeating: "../", count: level.ups)
      if level.names.contains(theme + ".css") { return sheets(at: root + theme + ".css", in: root, from: folder, files) }
      var others: [(path: String, home: String)] = []
      for place in folders where level.names.contains(place) {
        var homes = [place]
        homes += files.entries(in: level.folder + "/" + place, endings: []).filter(\.isFolder).prefix(20).map { place + "/" + $0.name }
        for home in homes {
          let names = files.entries(in: level.folder + "/" + home, endings: [".css"]).filter { !$0.isFolder }.prefix(40).map(\.name)
          let own = names.first { $0 == theme + ".css" } ?? names.first { $0.lowercased() == theme.lowercased() + ".css" }
          if let own { return sheets(at: root + home + "/" + own, in: root + home + "/", from: folder, files) }
          others += names.map { (root + home + "/" + $0, root + home + "/") }
        }
      }
      for name in settings where level.names.contains(name) { others += sheets(namedBy: root + name, in: level, root, from: folder, files) }
      if level.names.contains(".vscode") { others += sheets(namedBy: root + ".vscode/settings.json", in: level, root, from: folder, files) }
      for other in others.prefix(60) where names(other.path, theme, from: folder, files) {
        return sheets(at: other.path, in: other.home, from: folder, files)
      }
    }
    return []
  }

  /// Files of style sheets among the words of a file of settings, and in the folders that it names as sets of themes.
  private static func sheets(
    namedBy path: String, in level: FileAccess.NamesAbove, _ root: String, from folder: String, _ files: FileAccess
  ) -> [(path: String, home: String)] {
    guard let file = try? files.read(path, from: folder, limit: mostBytes) else { return [] }
    let text = String(decoding: file.bytes, as: UTF8.self)
    guard text.contains("marp") || text.contains("heme") else { return [] }
    var found: [(path: String, home: String)] = []
    var previous = ""
    for word in text.split(whereSeparator: { $0.isWhitespace || "\"',:=[]{}".contains($0) }).prefix(5_000) {
      var name = word.hasPrefix("./") ? String(word.dropFirst(2)) : String(word)
      while name.hasSuffix("/") { name.removeLast() }
      defer { previous = String(word) }
      guard !name.isEmpty, !name.contains(".."), !name.hasPrefix("/") else { continue }
      if name.hasSuffix(".css") {
        let home = name.lastIndex(of: "/").map { String(name[...$0]) } ?? ""
        found.append((root + name, root + home))
      } else if ["themeSet", "--theme-set"].contains(previous) {
        let names = files.entries(in: level.folder + "/" + name, endings: [".css"]).filter { !$0.isFolder }.prefix(40)
        found += names.map { (root + name + "/" + $0.name, root + name + "/") }
      }
    }
    return found
  }

  /// True for a style sheet that gives itself a name: `/* @theme name */`.
  private static func names(_ path: String, _ theme: String, from folder: String, _ files: FileAccess) -> Bool {
    guard let file = try? files.read(path, from: folder, limit: mostBytes) else { return false }
    let head = String(decoding: file.bytes.prefix(4_000), as: UTF8.self)
    guard let sign = head.firstRange(of: "@theme") else { return false }
    return head[sign.upperBound...].drop { $0 == " " || $0 == "\t" }.prefix { !$0.isWhitespace && $0 != "*" } == theme
  }

  private static func sheets(at path: String, in home: String, from folder: String, _ files: FileAccess) -> [[UInt8]] {
    var found: [[UInt8]] = []
    var paths = [path]
    while let next = paths.popLast(), found.count < 5 {
      guard let file = try? files.read(next, from: folder, limit: mostBytes) else { continue }
      found.insert(Array(file.bytes), at: 0)
      for line in String(decoding: file.bytes, as: UTF8.self).split(whereSeparator: \.isNewline) where line.hasPrefix("@import") {
        let name = line.split { $0 == "\"" || $0 == "'" }.dropFirst().first ?? ""
        if !name.isEmpty, !own.contains(String(name)), !name.contains(":"), !name.contains("..") {
          paths.append(home + name + (name.hasSuffix(".css") ? "" : ".css"))
        }
      }
    }
    return found
  }
}
