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
        if !out.isEmpty { return out }
      }
    }
    return out
  }

  private static func words(of script: [UInt8]) -> [Substring] {
    let text = script.filter { $0 != ASCII.carriageReturn }
    return String(decoding: text, as: UTF8.self).split { $0.isWhitespace || "=\"'`;,()".contains($0) }
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
