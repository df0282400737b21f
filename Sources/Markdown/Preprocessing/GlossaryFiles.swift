internal import TypesetDiagnostics
internal import TypesetFiles

/// The source of a thesis with the abbreviations and terms that it uses, `\gls{cpu}`, and that a file of LaTeX's in its project defines:
/// `\newacronym{cpu}{CPU}{central processing unit}` in `glossary.tex`, which only the template of the PDF reads.
func withGlossaryOfProject(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard source.files.count == 1, let folder = source.files[0].folder, dialect.map({ $0.tool.isPandoc || $0.tool == .general }) ?? true,
    !GlossaryFiles.definers.contains(where: { source.holds("\\\($0){") }),
    case let keys = GlossaryFiles.keys(in: source), !keys.isEmpty
  else { return source }
  let found = GlossaryFiles.definitions(of: keys, from: folder, files)
  guard !found.isEmpty else { return source }
  var text = RewrittenText(source)
  text.begin(source.files[0])
  text.copy(upTo: source.bytes.count)
  text.write("\n\n".utf8)
  for lines in found { text.write(lines.bytes, ofFile: lines.name(beside: source.files[0].name), line: lines.line) }
  diagnostics = text.moved(diagnostics)
  return text.result
}

private enum GlossaryFiles {
  static let definers = ["newacronym", "newglossaryentry"]
  private static let uses = [
    "gls", "Gls", "glspl", "Glspl", "acrshort", "acrlong", "acrfull", "ac", "acp", "acs", "acl", "acf",
  ]
  private static let names = ["glossary", "glossaries", "acronyms", "acronym", "abbreviations", "abbreviation"].map { $0 + ".tex" }
  private static let folders = ["", "tex/", "latex/", "src/", "template/", "templates/", "misc/", "content/", "frontmatter/", "chapters/"]
  private static let mostBytes = 1 << 18

  /// What commands for abbreviations and terms name in a text.
  static func keys(in source: Source) -> Set<String> {
    guard ["\\gls", "\\Gls", "\\ac"].contains(where: source.holds) else { return [] }
    let bytes = source.bytes
    var keys: Set<String> = []
    var place = 0
    while let slash = bytes[place...].firstIndex(of: ASCII.backslash), keys.count < 1_000 {
      let name = LaTeXReading.name(bytes, after: slash, to: bytes.count)
      place = max(slash + 1, name.upperBound)
      guard uses.contains(String(decoding: bytes[name], as: UTF8.self)),
        let key = LaTeXReading.group(bytes, at: LaTeXReading.options(bytes, at: name.upperBound, to: bytes.count).end, to: bytes.count),
        key.count < 100
      else { continue }
      keys.insert(String(decoding: bytes[key], as: UTF8.self))
    }
    return keys
  }

  /// The definitions of some keys in the nearest files that have any.
  static func definitions(of keys: Set<String>, from folder: String, _ files: FileAccess) -> [GivenLines] {
    let paths = folders.flatMap { folder in names.map { folder + $0 } }
    for level in files.namesAbove(folder, among: paths, upTo: ".git") {
      let up = String(repeating: "../", count: level.ups)
      var found: [GivenLines] = []
      for path in paths where level.names.contains(path) {
        guard let file = try? files.read(up + path, from: folder, limit: mostBytes) else { continue }
        found += definitions(of: keys, in: file.bytes, named: up + path)
      }
      if !found.isEmpty { return found }
    }
    return []
  }

  private static func definitions(of keys: Set<String>, in bytes: [UInt8], named path: String) -> [GivenLines] {
    var found: [GivenLines] = []
    var (place, line, isComment) = (0, 1, false)
    while let slash = bytes[place...].firstIndex(of: ASCII.backslash) {
      for byte in bytes[place..<slash] {
        switch byte {
        case ASCII.newline: (line, isComment) = (line + 1, false)
        case UInt8(ascii: "%"): isComment = true
        default: break
        }
      }
      place = slash + 1
      let name = LaTeXReading.name(bytes, after: slash, to: bytes.count)
      let command = String(decoding: bytes[name], as: UTF8.self)
      guard !isComment, definers.contains(command) else { continue }
      var end = LaTeXReading.options(bytes, at: name.upperBound, to: bytes.count).end
      var groups: [[UInt8]] = []
      for _ in 0..<(command == "newacronym" ? 3 : 2) {
        while end < bytes.count, bytes[end] <= ASCII.space { end += 1 }
        guard let group = LaTeXReading.group(bytes, at: end, to: bytes.count) else { break }
        groups.append(bytes[group].map { $0 == ASCII.newline ? ASCII.space : $0 })
        end = group.upperBound + 1
      }
      guard let key = groups.first.map({ String(decoding: $0, as: UTF8.self).trimmedWhitespace() }), keys.contains(key) else { continue }
      let arguments = groups.flatMap { [ASCII.openBrace] + $0 + [ASCII.closeBrace] }
      found.append(GivenLines(bytes: Array("\\\(command)".utf8) + arguments + Array("\n\n".utf8), file: path, line: line))
    }
    return found
  }
}
