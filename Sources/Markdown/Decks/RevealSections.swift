internal import TypesetDiagnostics
internal import TypesetFiles

/// The source of slides that a page of reveal.js' names, `<section data-markdown="talk.md" data-separator="^\n--\n$">` in the `index.html` beside it or in
/// the folder above or a script of the project's names, or that its template is filled with: with reveal's usual lines between slides in the place of the page's own.
func withSectionsOfReveal(_ source: Source, _ files: FileAccess, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let tools: [Dialect.Tool] = [.general, .github, .reveal, .commonmark]
  guard source.files.count == 1, let folder = source.files[0].folder, dialect.map({ tools.contains($0.tool) }) ?? true,
    RevealSections.mayBe(source.bytes), FrontMatter.length(in: source.bytes) == 0,
    var sections = RevealSections(of: source.files[0].name, source.bytes, from: folder, files), sections.separate(source.bytes)
  else { return source }
  var text = RewrittenText(source)
  text.begin(source.files[0])
  let theme = sections.theme.map { "theme: \($0)\n" } ?? ""
  text.write("---\nrevealOptions: {transition: none}\n\(theme)---\n\n".utf8)
  for change in sections.changes {
    text.copy(upTo: change.range.lowerBound)
    text.write(change.words)
    text.skip(to: change.range.upperBound)
  }
  text.copy(upTo: source.bytes.count)
  diagnostics = text.moved(diagnostics)
  return text.result
}

private struct RevealSections {
  /// The lines between slides, those of more lines first; empty ones are blank lines.
  private var separators: [[String]] = []
  /// True where nothing but the project's template says that the text is a deck.
  private let isTemplate: Bool
  private(set) var changes: [(range: Range<Int>, words: [UInt8])] = []
  /// The theme of reveal's that the page links.
  private(set) var theme: String?

  /// True for a text that begins with a heading or a comment and has several blank lines below each other, or with two lines of dashes or more, also of one,
  /// or between number signs: `#-----#`.
  static func mayBe(_ bytes: [UInt8]) -> Bool {
    if hasBlankSeparators(bytes) { return true }
    guard hasDashes(bytes) else { return false }
    var count = 0
    var start = 0
    while start < bytes.count, count < 2 {
      let end = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      let isDashed = bytes[start] == UInt8(ascii: "-") && end - start < 6
      let isFramed = bytes[start] == ASCII.hash && end - start < 40 && bytes[start..<end].dropFirst().first == UInt8(ascii: "-")
      if isDashed || isFramed,
        bytes[start..<end].allSatisfy({ $0 == UInt8(ascii: "-") || isFramed && $0 == ASCII.hash || ASCII.isBlank($0) })
      {
        count += 1
      }
      start = end + 1
    }
    return count > 1
  }

  private static func hasDashes(_ bytes: [UInt8]) -> Bool { bytes.holds("\n--") || bytes.holds("\n-\n") || bytes.holds("\n#--") }

  /// True for blank lines that a page may take for separators, in a text that begins as slides do.
  private static func hasBlankSeparators(_ bytes: [UInt8]) -> Bool {
    guard bytes.first.map({ $0 == ASCII.hash || $0 == ASCII.less }) == true else { return false }
    return bytes.holds("\n\n\n") || bytes.holds("\n\r\n\r\n")
  }

  // MARK: The page

  init?(of path: String, _ bytes: [UInt8], from folder: String, _ files: FileAccess) {
    let name = String(path[(path.lastIndex(of: "/").map(path.index(after:)) ?? path.startIndex)...])
    let stem = name.prefix { $0 != "." }
    for up in ["", "../"] {
      for page in ["index.html", "\(stem).html", "presentation.html", "slides.html"] {
        guard let file = try? files.read(up + page, from: folder, limit: 1 << 18),
          let tag = Self.section(in: Array(file.bytes), where: { $0 == name || $0.hasSuffix("/" + name) })
        else { continue }
        isTemplate = false
        guard take(tag) else { return nil }
        theme = Self.theme(of: file.bytes)
        return
      }
    }
    // Nothing but a page that names the file makes slides of texts between blank lines.
    guard Self.hasDashes(bytes) else { return nil }
    if let tag = Self.sectionOfScript(for: name, from: folder, files) {
      isTemplate = false
      guard take(tag) else { return nil }
      return
    }
    guard name.lowercased() != "readme.md", let template = Self.template(from: folder, files) else { return nil }
    isTemplate = true
    guard take(template) else { return nil }
  }

  /// The section that a script of a project's writes into its page.
  private static func sectionOfScript(for name: String, from folder: String, _ files: FileAccess) -> HTMLTag? {
    for level in files.namesAbove(folder, among: ["package.json"], upTo: ".git", remembering: 3) where level.names.contains("package.json")
    {
      let up = String(repeating: "../", count: level.ups)
      for home in ["src/", "js/", ""] {
        let scripts = files.entries(in: level.folder + "/" + home.dropLast(), endings: [".js"]).filter { !$0.isFolder }.prefix(20)
        for script in scripts {
          guard let file = try? files.read(up + home + script.name, from: folder, limit: 1 << 17), case let bytes = Array(file.bytes),
            bytes.holds("data-markdown"), let tag = section(in: bytes, where: { $0 == name || $0.hasSuffix("/" + name) })
          else { continue }
          return tag
        }
      }
      return nil
    }
    return nil
  }

  /// The section in a template of a project that depends on reveal.
  private static func template(from folder: String, _ files: FileAccess) -> HTMLTag? {
    for level in files.namesAbove(folder, among: ["package.json"], upTo: ".git", remembering: 3) where level.names.contains("package.json")
    {
      let up = String(repeating: "../", count: level.ups)
      guard let package = try? files.read(up + "package.json", from: folder, limit: 1 << 18), Array(package.bytes).holds("\"reveal.js\"")
      else {
        continue
      }
      for name in ["src/templates/presentation.html", "templates/presentation.html", "src/template.html", "template.html"] {
        guard let file = try? files.read(up + name, from: folder, limit: 1 << 18), case let bytes = Array(file.bytes), bytes.holds("{{")
        else {
          continue
        }
        return section(in: bytes) { $0.isEmpty }
      }
    }
    return nil
  }

  /// The tag of the section whose file's name is wanted.
  private static func section(in bytes: [UInt8], where isWanted: (String) -> Bool) -> HTMLTag? {
    var position = 0
    while let open = bytes.find(Array("<section".utf8), from: position) {
      position = open + 8
      guard let tag = HTMLTag(bytes[...], at: open) else { continue }
      position = tag.range.upperBound
      if let file = tag["data-markdown"], isWanted(file) { return tag }
    }
    return nil
  }

  /// The name of the theme whose style sheet a page links, `dist/theme/black.css`.
  private static func theme(of bytes: some Collection<UInt8>) -> String? {
    let words = String(decoding: bytes.prefix(1 << 16), as: UTF8.self).split { "\"'".contains($0) }
    let file = words.first { $0.hasSuffix(".css") && $0.contains("/theme/") }
    let name = file?.split(separator: "/").last?.dropLast(4).replacing(".min", with: "") ?? ""
    return name.isEmpty || !name.allSatisfy { $0.isLetter || $0.isNumber || "-_".contains($0) } ? nil : String(name)
  }

  private mutating func take(_ tag: HTMLTag) -> Bool {
    let patterns = [tag["data-separator"] ?? "^\\r?\\n---\\r?\\n$", tag["data-separator-vertical"]]
    separators = patterns.compactMap { $0.flatMap(Self.lines) }
    // Of blank lines more of them are looked for first.
    if separators.allSatisfy({ $0.allSatisfy(\.isEmpty) }) { separators.sort { $0.count > $1.count } }
    return !separators.isEmpty
  }

  /// The lines that a regular expression of plain signs is about; nil for others.
  private static func lines(of pattern: String) -> [String]? {
    var text = pattern.replacing("\\r?\\n", with: "\n").replacing("\\r\\n", with: "\n").replacing("\\n", with: "\n").replacing(
      "\\s*", with: "")
    if text.hasPrefix("^") { text.removeFirst() }
    let endsLine = text.hasSuffix("$")
    if endsLine { text.removeLast() }
    var lines = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    if !endsLine, lines.last?.isEmpty == true { lines.removeLast() }
    // One blank line alone parts paragraphs.
    guard lines.contains(where: { !$0.isEmpty }) || lines.count > 1, !text.contains(where: { "\\[](){}*+?|.^$".contains($0) })
    else { return nil }
    return lines
  }

  // MARK: The text

  /// Finds what is to be written anew; false for a text that is no deck.
  mutating func separate(_ bytes: [UInt8]) -> Bool {
    var lines: [Range<Int>] = []
    var position = 0
    while position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let last = bytes[position..<end].lastIndex { !ASCII.isBlank($0) }.map { $0 + 1 } ?? position
      lines.append(position..<last)
      position = end + 1
    }
    func matches(_ pattern: [String], at number: Int) -> Bool {
      number + pattern.count <= lines.count && zip(pattern, lines[number...]).allSatisfy { bytes[$1].elementsEqual($0.utf8) }
        || number + pattern.count == lines.count + 1 && pattern.last == "" && matches(pattern.dropLast(), at: number)
    }
    var (slides, number) = (1, 0)
    var fences = OpenFences()
    while number < lines.count {
      let line = bytes[lines[number]]
      fences.pass(line)
      if !fences.isCode, let separator = separators.first(where: { matches($0, at: number) }) {
        // A blank line below is the next one's, too.
        let isBlank = separator.allSatisfy(\.isEmpty)
        let count = max(1, separator.last == "" && !isBlank ? separator.count - 1 : separator.count)
        changes.append((lines[number].lowerBound..<lines[min(number + count, lines.count) - 1].upperBound, Array("\n---\n".utf8)))
        slides += 1
        number += count
        continue
      }
      if !fences.isCode { if let words = Self.words(line) { changes.append((lines[number], words)) } }
      number += 1
    }
    return slides > (isTemplate ? 3 : 1)
  }

  /// What is written for a line within a slide: rules that end none, notes in small letters.
  private static func words(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    if (2...4).contains(line.count), line.allSatisfy({ $0 == UInt8(ascii: "-") }) {
      return line.count == 2 ? Array("\\--".utf8) : Array("***".utf8)
    }
    let head = String(decoding: line.prefix(6), as: UTF8.self).lowercased()
    if head.hasPrefix("note:") || head.hasPrefix("notes:") {
      let rest = line.drop { $0 != UInt8(ascii: ":") }
      return line.starts(with: "Note:".utf8) ? nil : Array("Note".utf8) + rest
    }
    return nil
  }
}
