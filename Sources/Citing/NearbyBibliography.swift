internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown

/// The bibliography that holds what a document cites where nothing names one: authors give it to their tool by an option.
///
/// It is looked for beside the document, in the folders above it and in usual folders there. What a file is called counts for less than the keys
/// that it has: a file without a key that is cited is none.
struct NearbyBibliography {
  private let keys: CitedKeys
  private let folder: String
  private let files: FileAccess
  /// For files that may be one: a document that is kept is made again when one of them changes.
  private let logged: FileAccess
  private var restBytes = 64 << 20
  private var restFiles = 40
  /// True where `[@name]` may be a person.
  private let maybePeople: Bool

  /// Where projects keep it.
  private static let folders: Set<String> = [
    "bib", "bibs", "bibtex", "biblio", "bibliography", "bibliographies", "_bibliography", "references", "refs", "citations", "literature",
    "assets", "static", "data", "src", "source", "docs", "doc", "tex", "latex", "content", "metadata", "meta", "paper", "template",
    "templates",
    "resources", "includes", "_includes", "back", "backmatter",
  ]
  /// Files that may name it: their words that end in `.bib` are tried.
  private static let settings: Set<String> = [
    "Makefile", "makefile", "GNUmakefile", "justfile", "book.toml", "_config.yml", "_config.yaml", "_quarto.yml", "_metadata.yml",
    "_bookdown.yml", "_output.yml", "_common.yml", "myst.yml", "conf.py", "mkdocs.yml",
  ]
  /// The names of a bibliography in CSL JSON, without ending: other files of this format are anything.
  private static let jsonNames: Set<String> = [
    "references", "refs", "bibliography", "library", "zotero", "citations", "works", "bib", "csl",
  ]
  private static let mostBytes = 16 << 20

  /// - Parameter maybePeople: True for a tool to which `[@name]` means nothing.
  init(_ keys: CitedKeys, from folder: String, maybePeople: Bool, _ files: FileAccess) {
    (self.keys, self.folder, self.maybePeople, self.files, logged) = (keys, folder, maybePeople, files.withOwnLog(), files)
  }

  /// The paths of the files, relative to the document's folder: the one with the most keys first, of those with as many the nearest.
  mutating func paths() -> [String] {
    guard !keys.all.isEmpty else { return [] }
    var found: [(path: String, keys: Set<String>)] = []
    var held: Set<String> = []
    for level in files.namesAbove(folder, among: ["."], upTo: ".git") {
      let up = String(repeating: "../", count: level.ups)
      for path in candidates(in: level.folder, below: up) {
        if let keys = self.held(by: path), !keys.isEmpty { found.append((path, keys)) }
      }
      held = found.reduce(into: held) { $0.formUnion($1.keys) }
      // What is not here may be no work at all.
      if held.count * 4 >= keys.all.count * 3 || restFiles <= 0 { break }
    }
    guard keys.areMeant(held, maybePeople: maybePeople) else { return [] }
    var chosen: [String] = []
    while let best = found.indices.max(by: { (found[$0].keys.count, $1) < (found[$1].keys.count, $0) }), !found[best].keys.isEmpty {
      chosen.append(found[best].path)
      let keys = found.remove(at: best).keys
      for index in found.indices { found[index].keys.subtract(keys) }
    }
    return chosen
  }

  /// The files at one level that may be bibliographies, the likeliest first.
  private func candidates(in level: String, below up: String) -> [String] {
    let entries = files.entries(in: level)
    var paths = Self.bibliographies(in: level, entries, below: up, files)
    for entry in entries where !entry.isFolder && (Self.settings.contains(entry.name) || Self.isDefaults(entry.name)) {
      paths += named(in: up + entry.name).map { up + $0 }
    }
    var seen: Set<String> = []
    return paths.filter { seen.insert($0).inserted }
  }

  /// The bibliographies of a folder and of the usual folders in it, by their names.
  private static func bibliographies(
    in level: String, _ entries: [(name: String, isFolder: Bool)], below up: String, _ files: FileAccess
  ) -> [String] {
    var paths = bibliographies(among: entries).map { up + $0 }
    for entry in entries.sorted(by: { $0.name < $1.name }) where entry.isFolder && folders.contains(entry.name.lowercased()) {
      let inner = files.entries(in: level + "/" + entry.name)
      paths += bibliographies(among: inner).map { up + entry.name + "/" + $0 }
      for deeper in inner where deeper.isFolder && folders.contains(deeper.name.lowercased()) {
        paths += bibliographies(among: files.entries(in: level + "/" + entry.name + "/" + deeper.name)).map {
          up + entry.name + "/" + deeper.name + "/" + $0
        }
      }
    }
    return paths
  }

  /// The files near a folder that may be bibliographies: part of the keys of kept outputs, so that a document is made again when one appears.
  static func names(near folder: String, _ files: FileAccess) -> [String] {
    files.namesAbove(folder, among: ["."], upTo: ".git").flatMap { level in
      let up = String(repeating: "../", count: level.ups)
      return bibliographies(in: level.folder, files.entries(in: level.folder), below: up, files)
    }
  }

  /// pandoc's files of options, and scripts that call it.
  private static func isDefaults(_ name: String) -> Bool {
    let name = name.lowercased()
    let isScript = [".sh", ".bat", ".ps1", ".mk", ".cmd"].contains(where: name.hasSuffix)
    let isOptions = ["defaults", "pandoc", "metadata", "meta", "config", "settings", "options"].contains(where: name.contains)
    return isScript || isOptions && (name.hasSuffix(".yaml") || name.hasSuffix(".yml"))
  }

  private static func bibliographies(among entries: [(name: String, isFolder: Bool)]) -> [String] {
    let found = entries.filter { entry in
      guard !entry.isFolder, let dot = entry.name.lastIndex(of: ".") else { return false }
      let stem = entry.name[..<dot].lowercased()
      switch entry.name[dot...].lowercased() {
      case ".bib", ".bibtex": return true
      case ".json", ".yaml", ".yml", ".ris": return jsonNames.contains(stem)
      default: return false
      }
    }
    return found.map(\.name).sorted()
  }

  /// The words of a file of settings that end in `.bib`.
  private func named(in path: String) -> [String] {
    guard let file = try? files.read(path, from: folder, limit: 200_000, isKept: false), file.bytes.holds(".bib") else { return [] }
    let words = file.bytes.split { $0 <= 0x20 || "\"'=:,[](){}#;$".utf8.contains($0) }
    return words.filter { $0.count > 4 && $0.suffix(4).elementsEqual(".bib".utf8) }.prefix(10).map { String(decoding: $0, as: UTF8.self) }
  }

  /// The cited keys that a file has; nil for a file that can't be read.
  private mutating func held(by path: String) -> Set<String>? {
    guard restFiles > 0, restBytes > 0,
      let file = try? logged.read(path, from: folder, limit: min(Self.mostBytes, restBytes), isKept: false)
    else { return nil }
    restFiles -= 1
    restBytes -= file.bytes.count
    return keys.all.intersection(WorkFile(file.bytes, name: path).keys)
  }
}
