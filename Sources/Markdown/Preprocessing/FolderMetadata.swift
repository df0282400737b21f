internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetYAML

/// A page of a Quarto project with what the `_metadata.yml` of its folder says of all pages there, and of the folders above it, in its front matter:
/// what the page says itself comes first, then the nearest file. One that a script hands to pandoc has what is in the files beside it.
func withFolderMetadata(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard let tool = dialect?.tool, source.files.count == 1, let folder = source.files[0].folder else { return source }
  let given =
    switch tool {
    case .quarto: FolderMetadata.lines(for: FrontMatter.of(source.bytes), from: folder, files)
    case .rmarkdown: OutputFile.lines(for: FrontMatter.of(source.bytes), from: folder, files)
    case .pandoc, .general: ScriptMetadata.lines(for: source.bytes, named: source.files[0].name, from: folder, files)
    default: [] as [GivenLines]
    }
  guard given.contains(where: { !$0.bytes.isEmpty }) else { return source }
  var text = RewrittenText(source)
  text.begin(source.files[0])
  let place = FolderMetadata.place(in: source.bytes)
  if let place { text.copy(upTo: place) } else { text.write("---\n".utf8) }
  for lines in given { text.write(lines.bytes, ofFile: lines.name(beside: source.files[0].name), line: lines.line) }
  if place == nil { text.write("---\n\n".utf8) }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

/// Lines of front matter that another file gives a text.
struct GivenLines {
  var bytes: [UInt8]
  /// The file's path, from the folder of the text, and the line of it on which they begin.
  var file: String
  var line: Int

  /// The file's name as messages show it.
  ///
  /// - Parameter text: The name of the text.
  func name(beside text: String) -> String {
    var folders = text.split(separator: "/", omittingEmptySubsequences: false).dropLast()
    var rest = file[...]
    while rest.hasPrefix("../"), let last = folders.last, !last.isEmpty, last != "..", last != "." {
      folders.removeLast()
      rest = rest.dropFirst(3)
    }
    return folders.map { $0 + "/" }.joined() + rest
  }
}

/// The files with what all pages of a folder have.
enum FolderMetadata {
  private static let names = ["_metadata.yml", "_metadata.yaml"]
  private static let projects = ["_quarto.yml", "_quarto.yaml"]

  /// What a page's front matter may have, and what has a meaning here.
  private static let keys: Set<String> = [
    "author", "lang", "format", "execute", "number-sections", "bibliography", "csl", "date", "date-format", "institute", "toc",
    "link-citations", "reference-location", "slide-level", "shift-heading-level-by", "subtitle",
  ]

  /// The lines that the page's front matter lacks.
  static func lines(for matter: FrontMatter, from folder: String, _ files: FileAccess) -> [GivenLines] {
    var known = Set((matter.values?.entries ?? []).map(\.key))
    var out: [GivenLines] = []
    // Without a project nothing reads such files.
    let levels = files.namesAbove(folder, among: projects, upTo: ".git")
    guard let project = levels.first(where: { !$0.names.isDisjoint(with: projects) }) else { return [] }
    for ups in 0...project.ups {
      let up = String(repeating: "../", count: ups)
      // Files that are not there are asked for, too: a page that is kept is made again when one of them appears.
      let found = names.lazy.compactMap { name in
        (try? files.read(up + name, from: folder, limit: 1 << 18)).map { (name: name, bytes: $0.bytes) }
      }.first
      for entry in entries(of: found?.bytes ?? []) where keys.contains(entry.key) && known.insert(entry.key).inserted {
        let lines = entry.key == "bibliography" || entry.key == "csl" ? moved(entry.lines, up) : Array(entry.lines)
        out.append(GivenLines(bytes: lines, file: up + (found?.name ?? ""), line: entry.line))
      }
    }
    guard let name = projects.first(where: project.names.contains) else { return out }
    let path = String(repeating: "../", count: project.ups) + name
    return out + deckLines(of: path, known, isDeck: isDeck(matter), from: folder, files)
  }

  /// What a project says of its slides: their format, where a page has none of its own, and what is on the first one of them. Other formats of a project
  /// are its site's, and so are the words of their title.
  private static func deckLines(
    of path: String, _ known: Set<String>, isDeck: Bool, from folder: String, _ files: FileAccess
  ) -> [GivenLines] {
    guard isDeck || !known.contains("format"), let file = try? files.read(path, from: folder, limit: 1 << 18) else { return [] }
    let entries = entries(of: file.bytes)
    let format = known.contains("format") ? nil : entries.first { $0.key == "format" && isOfSlides($0.lines) }
    guard isDeck || format != nil else { return [] }
    let words = entries.filter { titleKeys.contains($0.key) && !known.contains($0.key) }
    return ((format.map { [$0] } ?? []) + words).map { GivenLines(bytes: Array($0.lines), file: path, line: $0.line) }
  }

  private static func isDeck(_ matter: FrontMatter) -> Bool {
    let format = matter.values?["format"]
    return (format?.text ?? format?.entries?.first?.key).map(isOfSlides) ?? false
  }

  private static let titleKeys: Set<String> = ["title", "subtitle", "author", "date", "date-format", "institute"]

  /// `format: revealjs`, and the same with options and comments below it.
  private static func isOfSlides(_ lines: ArraySlice<UInt8>) -> Bool {
    var value = lines.drop { $0 != UInt8(ascii: ":") }.dropFirst().drop { $0 <= ASCII.space }
    while value.first == ASCII.hash { value = value.drop { $0 != ASCII.newline }.drop { $0 <= ASCII.space } }
    let name = value.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
    return isOfSlides(String(decoding: name, as: UTF8.self))
  }

  private static func isOfSlides(_ format: String) -> Bool {
    ["revealjs", "beamer", "pptx"].contains { format == $0 || format.hasSuffix("-\($0)") }
  }

  /// Before the line that ends front matter; nil without any.
  static func place(in bytes: [UInt8]) -> Int? {
    guard bytes.starts(with: "---".utf8), let first = bytes.firstIndex(of: ASCII.newline), bytes[3..<first].allSatisfy(ASCII.isBlank)
    else { return nil }
    var start = first + 1
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[start..<end].prefix(3)
      if line.elementsEqual("---".utf8) || line.elementsEqual("...".utf8), bytes[start..<end].dropFirst(3).allSatisfy(ASCII.isBlank) {
        return start
      }
      start = end + 1
    }
    return nil
  }

  /// The keys at the top of a file, each with its lines and the number of the first one.
  static func entries(of bytes: [UInt8]) -> [(key: String, lines: ArraySlice<UInt8>, line: Int)] {
    var found: [(key: String, lines: ArraySlice<UInt8>, line: Int)] = []
    var (start, number) = (0, 1)
    let text = bytes.last == ASCII.newline ? bytes : bytes + [ASCII.newline]
    while start < text.count {
      let end = text[start...].firstIndex(of: ASCII.newline) ?? text.count
      let line = text[start..<end]
      let key = line.prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
      if !key.isEmpty, text[key.endIndex] == UInt8(ascii: ":") {
        found.append((String(decoding: key, as: UTF8.self), text[start...end], number))
      } else if let last = found.last, line.first.map({ ASCII.isBlank($0) || $0 == UInt8(ascii: "-") || $0 == ASCII.hash }) ?? false,
        last.lines.endIndex == start, !line.elementsEqual("---".utf8)
      {
        found[found.count - 1].lines = text[last.lines.startIndex...end]
      }
      (start, number) = (end + 1, number + 1)
    }
    return found
  }

  /// `bibliography: works.bib` of a folder above; the names in a list stay away, since each would need its folder.
  static func moved(_ lines: ArraySlice<UInt8>, _ up: String) -> [UInt8] {
    guard !up.isEmpty, let colon = lines.firstIndex(of: UInt8(ascii: ":")) else { return Array(lines) }
    let value = lines[(colon + 1)...].drop { $0 == ASCII.space }
    guard let first = value.first, ASCII.isLetter(first) || ASCII.isDigit(first) || first == UInt8(ascii: "_"),
      value.firstIndex(of: ASCII.newline) == value.endIndex - 1, value.firstRange(of: Array("://".utf8)) == nil
    else { return [] }
    return Array(lines[...colon]) + Array(" \(up)".utf8) + Array(value)
  }
}
