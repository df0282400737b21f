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
  static func lines(for text: [UInt8], named path: String, from folder: String, _ files: FileAccess) -> [UInt8] {
    let name = path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...]
    var out: [UInt8] = []
    for level in files.namesAbove(folder, among: scripts, upTo: ".git", remembering: 2) where level.ups < 2 {
      let up = String(repeating: "../", count: level.ups)
      for script in scripts where level.names.contains(script) {
        guard let bytes = try? files.read(up + script, from: folder, limit: 1 << 16).bytes, bytes.holds("pandoc") else { continue }
        let words = words(of: bytes)
        let texts = Set(words.filter { $0.hasSuffix(".md") || $0.hasSuffix(".markdown") })
        guard texts.contains(where: { $0 == name || $0.hasSuffix("/" + name) }) else { continue }
        let wanted = texts.count == 1 ? keys : keys.subtracting(titles)
        var known = Set((FrontMatter.of(text).values?.entries ?? []).map(\.key))
        for file in metadata(among: words) {
          guard let found = try? files.read(up + file, from: folder, limit: 1 << 18).bytes else { continue }
          for entry in FolderMetadata.entries(of: found) where wanted.contains(entry.key) && known.insert(entry.key).inserted {
            let isFile = ["bibliography", "csl", "citation-style"].contains(entry.key)
            out += isFile ? FolderMetadata.moved(entry.lines, up) : Array(entry.lines)
          }
        }
        for (key, file) in options(among: words) where known.insert(key).inserted {
          out += FolderMetadata.moved(Array("\(key): \(file)\n".utf8)[...], up)
        }
        if !out.isEmpty { return out }
      }
    }
    return out
  }

  private static func words(of script: [UInt8]) -> [Substring] {
    let text = script.filter { $0 != ASCII.carriageReturn }
    return String(decoding: text, as: UTF8.self).split { $0.isWhitespace || "=\"'`;,()".contains($0) }
  }

  /// The bibliography and the style that options name, `--bibliography=refs.bib`, `-M bibliography=$(BIB)`, where citations are set at all.
  private static func options(among words: [Substring]) -> [(key: String, file: String)] {
    guard words.contains(where: { $0.contains("citeproc") }) else { return [] }
    return [("bibliography", [".bib", ".bibtex", ".json"]), ("csl", [".csl"])].compactMap { key, endings in
      func isFile(_ word: Substring) -> Bool {
        endings.contains(where: word.hasSuffix)
          && word.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || "-_./".utf8.contains($0) }
      }
      for (index, word) in words.enumerated() where (word == key || word == "--" + key) && index + 1 < words.count {
        if isFile(words[index + 1]) { return (key, String(words[index + 1])) }
        // A variable, and the first place with its value.
        guard words[index + 1] == "$", index + 2 < words.count, case let name = words[index + 2] else { continue }
        let value = zip(words, words.dropFirst()).first { $0 == name && isFile($1) }?.1
        if let value { return (key, String(value)) }
      }
      return nil
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
