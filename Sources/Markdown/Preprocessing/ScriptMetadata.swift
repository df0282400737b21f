internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// The files of metadata that a script hands to pandoc beside a text: `pandoc thesis.md metadata.yaml`, `--metadata-file=meta.yml`.
enum ScriptMetadata {
  private static let scripts = [
    "Makefile", "makefile", "GNUmakefile", "justfile", "build.sh", "make.sh", "compile.sh", "run.sh", "generate.sh", "pdf.sh", "build.ps1",
    "build.bat", "make.bat", "compile.bat",
  ]
  /// What names the work; where a script joins several texts, it is no name of each.
  private static let titles: Set<String> = ["title", "subtitle", "author", "date", "abstract", "keywords", "toc", "lof", "lot"]
  /// What a file or a block of metadata may give a text.
  static let keys = titles.union([
    "lang", "institute", "bibliography", "csl", "citation-style", "nocite", "link-citations", "reference-section-title", "numbersections",
    "number-sections", "secnumdepth", "toc-depth", "toc-title", "papersize", "geometry", "fontsize", "linestretch", "indent",
    "header-includes", "figureTitle", "tableTitle", "listingTitle", "figPrefix", "tblPrefix", "eqnPrefix", "secPrefix", "lstPrefix",
    "chapters",
  ])

  /// The lines that the front matter of a text lacks.
  static func lines(for text: [UInt8], named path: String, from folder: String, _ files: FileAccess) -> [GivenLines] {
    let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    var out: [GivenLines] = []
    for level in files.namesAbove(folder, among: scripts, upTo: ".git", remembering: 2) where level.ups < 2 {
      let up = String(repeating: "../", count: level.ups)
      for file in scripts where level.names.contains(file) {
        guard let bytes = try? files.read(up + file, from: folder, limit: 1 << 16).bytes, bytes.holds("pandoc") else { continue }
        let script = ScriptLines(bytes)
        let words = script.words
        let texts = Set(words.filter { $0.hasSuffix(".md") || $0.hasSuffix(".markdown") })
        // `text/*.md`: all of the folder, of which one file may have nothing but metadata.
        let takesAll = words.contains { $0.hasSuffix("*.md") }
        guard takesAll || texts.contains(where: { $0 == name || $0.hasSuffix("/" + name) }) else { continue }
        let wanted = texts.count == 1 && !takesAll ? keys : keys.subtracting(titles)
        var known = Set((FrontMatter.of(text).values?.entries ?? []).map(\.key))
        let own = takesAll ? heads(beside: name, in: folder, files) : []
        for file in metadata(among: words).map({ up + $0 }) + own {
          guard let found = try? files.read(file, from: folder, limit: 1 << 18).bytes else { continue }
          for entry in FolderMetadata.entries(of: found) where wanted.contains(entry.key) && known.insert(entry.key).inserted {
            let isFile = ["bibliography", "csl", "citation-style"].contains(entry.key)
            let lines = isFile ? FolderMetadata.moved(entry.lines, up) : Array(entry.lines)
            out.append(GivenLines(bytes: lines, file: file, line: entry.line))
          }
        }
        if words.contains(where: { $0.contains("citeproc") }) {
          let place = folder.split(separator: "/").suffix(level.ups).map { $0 + "/" }.joined() + name
          let own = script.command(naming: place, or: name)
          for (key, values) in options(among: own.isEmpty ? words : own) where known.insert(key).inserted {
            let paths = values.map { $0.hasPrefix("/") ? $0 : up + $0 }
            let line = Array("\(key): \(paths.count == 1 ? paths[0] : "[" + paths.joined(separator: ", ") + "]")\n".utf8)
            out.append(GivenLines(bytes: line, file: up + file, line: script.line(holding: values[0])))
          }
        }
        if !out.isEmpty { return out }
      }
    }
    return out
  }

  /// The bibliographies and the style that options name: `--bibliography=refs.bib`, `-M bibliography=$(BIB)`. The last style counts.
  private static func options(among words: [Substring]) -> [(key: String, files: [String])] {
    [("bibliography", [".bib", ".bibtex", ".json"]), ("csl", [".csl"])].compactMap { key, endings in
      func isFile(_ word: Substring) -> Bool {
        endings.contains(where: word.hasSuffix)
          && word.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_./".utf8.contains($0) }
      }
      var found: [String] = []
      for (index, word) in words.enumerated() where (word == key || word == "--" + key) && index + 1 < words.count {
        var value: Substring?
        if isFile(words[index + 1]) { value = words[index + 1] }
        // A variable, and the first place with its value.
        if words[index + 1] == "$", index + 2 < words.count, case let name = words[index + 2] {
          value = zip(words, words.dropFirst()).first { $0 == name && isFile($1) }?.1
        }
        if let value, !found.contains(String(value)) { found.append(String(value)) }
      }
      guard let last = found.last else { return nil }
      return (key, key == "csl" ? [last] : found)
    }
  }

  /// The texts of a folder that are a block of metadata and nothing else: `00_metadata.md`.
  private static func heads(beside name: String, in folder: String, _ files: FileAccess) -> [String] {
    let levels = files.namesAbove(folder, among: ["."], upTo: ".git")
    guard let here = levels.first, here.ups == 0 else { return [] }
    let names = files.entries(in: here.folder, endings: [".md"]).filter { !$0.isFolder && $0.name != name }.map(\.name).sorted()
    return names.prefix(3).filter { name in
      guard let bytes = try? files.read(name, from: folder, limit: 1 << 14).bytes, case let length = FrontMatter.length(in: bytes),
        length > 0
      else { return false }
      return bytes[length...].allSatisfy { $0 <= ASCII.space }
    }
  }

  /// The files that are no options of pandoc's own.
  private static func metadata(among words: [Substring]) -> [String] {
    var found: [String] = []
    for (index, word) in words.enumerated() where word.hasSuffix(".yaml") || word.hasSuffix(".yml") {
      let isOfOptions = index > 0 && ["-d", "--defaults"].contains(words[index - 1])
      let isName = !word.contains { "$*%{}<>".contains($0) }
      guard isName, !isOfOptions, found.count < 8 else { continue }
      found.append(word.hasPrefix("./") ? String(word.dropFirst(2)) : String(word))
    }
    return found
  }
}
