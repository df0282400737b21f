public import TypesetDiagnostics
package import TypesetFiles

/// Which dialect a document is in, and what says so. Decided once, before anything is read.
///
/// In this order: what the caller or the front matter asks for; keys of the front matter that one tool has, and the file's ending; the
/// files of a project, the nearest first; keys that several tools have; constructs that only one tool has; the file's name.
public struct DialectDecision: Hashable, Sendable {
  public var dialect = Dialect.general
  /// What decided it; the first reason is the one that counts.
  public var evidence: [Evidence] = []
  /// What is wrong with the `from` of the front matter.
  public var fault: Dialect.NameFault?

  /// One sign of a dialect.
  public struct Evidence: Hashable, Sendable {
    public enum Kind: String, Hashable, Sendable {
      case given, key, name, project, construct
    }

    public var kind: Kind
    public var tool: Dialect.Tool
    /// In the words of the document: a key, a file, a construct.
    public var words: String
    /// Where it is in the text; nil for what is beside it.
    public var place: SourceSpan?

    /// True for a callout, which files for GitHub have too, if with fewer kinds.
    var isCallout: Bool { kind == .construct && tool == .obsidian && words.first == ">" }
  }

  /// - Parameters:
  ///   - given: A dialect that the caller asks for.
  ///   - markers: The names of a project's files beside or above the document, the nearest first.
  public init(_ bytes: [UInt8], name: String = "", given: Dialect? = nil, markers: [ProjectMarker] = []) {
    self.init(bytes, nil, name: name, given: given, markers: markers)
  }

  private init(_ bytes: [UInt8], _ pairs: BytePairs?, name: String, given: Dialect?, markers: [ProjectMarker]) {
    if let given {
      (dialect, evidence) = (given, [Evidence(kind: .given, tool: given.tool, words: "--from")])
      return
    }
    let matter = MatterLines(bytes)
    let notes = markers.first { $0.isOfNotes }
    let areDecks = markers.contains { $0.tool == .slidev || $0.tool == .marp }
    let isText = areDecks && !DeckFiles.isDeck(bytes, name: name)
    let markers = markers.filter { !$0.isOfNotes && !(isText && ($0.tool == .slidev || $0.tool == .marp)) }
    let course = CourseHead.setting(in: bytes).map { Evidence(kind: .key, tool: .liascript, words: $0.words, place: $0.place) }
    if let line = matter.line("from") ?? matter.line("reader") {
      let words = String(decoding: bytes[line.value], as: UTF8.self)
      do throws(Dialect.NameFault) {
        if let named = try Dialect.named(words) {
          (dialect, evidence) = (named, [Evidence(kind: .given, tool: named.tool, words: "from: \(words)", place: line.span)])
          return
        }
      } catch {
        fault = error
      }
    }
    evidence = (course.map { [$0] } ?? []) + Self.ranked(matter.evidence(in: bytes), name: name, markers)
    if evidence.isEmpty, let sign = ConstructSigns.first(in: bytes, from: matter.end, pairs), !Self.isReadOnGitHub(name) || !sign.isCallout
    {
      evidence = [sign]
    }
    // A page of notes may have keys that sites have, too.
    if evidence.first.map({ $0.kind == .construct && $0.tool == .obsidian || $0.kind == .key && $0.tool == .kramdown }) ?? true,
      let outline = OutlineSigns.first(in: bytes, from: matter.end)
    {
      evidence.insert(outline, at: 0)
    }
    // No site shows a title block as one: it says more than what the project is. MyST's comments look alike.
    if evidence.first.map({ $0.kind == .project && !$0.tool.isPandoc && $0.tool != .myst }) ?? true, let block = Self.titleBlock(bytes) {
      evidence.insert(Evidence(kind: .construct, tool: .pandoc, words: "%", place: block), at: 0)
    }
    if let place = DraftParts.place(in: bytes) {
      evidence.insert(Evidence(kind: .construct, tool: .kramdown, words: "--- middle", place: place), at: 0)
    }
    if evidence.isEmpty, let notes, !Self.isReadOnGitHub(name) {
      evidence = [Evidence(kind: .project, tool: notes.tool, words: notes.path)]
    }
    if evidence.isEmpty, Self.isReadOnGitHub(name) { evidence = [Evidence(kind: .name, tool: .github, words: name)] }
    guard let first = evidence.first else { return }
    dialect = Dialect(first.tool)
    if first.kind == .project, markers.contains(where: { $0.path == first.words && $0.joinsLines }) { dialect.traits.remove(.lineBreaks) }
    // A Makefile is all that says of pandoc's slides what they are.
    if first.tool == .pandoc, markers.contains(where: { $0.slides?.contains(name, isBeside: $0.isBeside) == true }) {
      dialect.traits.insert(.slides)
    }
    if first.tool == .kramdown, markers.contains(where: \.isOfSlides) {
      dialect.traits.insert(.slides)
    }
    // Constructs of other tools are read in documents that are for no tool, too, whose pictures have captions.
    if first.kind == .construct { dialect.traits.formUnion(.implicitFigures) }
    // The pages of Hexo have layouts, too, and `$$` is a display there.
    if first.tool == .kramdown, first.kind == .key { dialect.traits.remove(.inlineDoubleDollars) }
  }

  /// The evidence without the text's, the surest first.
  private static func ranked(_ keys: [(rank: Int, Evidence)], name: String, _ markers: [ProjectMarker]) -> [Evidence] {
    let markers = markers.filter { $0.slides?.contains(name, isBeside: $0.isBeside) ?? true }
    // Beside the files of most projects, what is called so is no part of their books and sites.
    let isOutside = isReadOnGitHub(name) && markers.contains { $0.isBeside && $0.tool != .honkit && $0.tool != .obsidian }
    let project = isOutside ? [] : markers.map { Evidence(kind: .project, tool: $0.tool, words: $0.path) }
    let ending = tool(ofFile: name).map { Evidence(kind: .name, tool: $0, words: name) }
    // `.Rmd` is R Markdown's own, and a chapter of bookdown's; what `.mdx` is for, and a notebook beside chapters of MyST or Quarto, the
    // project says.
    let isWeak =
      switch (ending?.tool, markers.first?.tool) {
      case (.docusaurus, _), (.rmarkdown, .bookdown), (.github, .myst), (.github, .quarto): true
      default: false
      }
    return keys.filter { $0.rank < 2 }.map(\.1) + (isWeak ? [] : [ending].compactMap { $0 }) + project
      + (isWeak ? [ending].compactMap { $0 } : []) + keys.filter { $0.rank >= 2 }.map(\.1)
  }

  /// pandoc's `% Title`, `% Author`, `% Date` at the beginning: two lines or three, with nothing right below them.
  private static func titleBlock(_ bytes: [UInt8]) -> SourceSpan? {
    var position = 0
    for count in 0..<4 {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      guard line.first == UInt8(ascii: "%"), line.count == 1 || ASCII.isBlank(line[position + 1]) else {
        return count > 1 && line.allSatisfy(ASCII.isBlank) ? SourceSpan(0, 1) : nil
      }
      position = min(end + 1, bytes.count)
    }
    return nil
  }

  /// True for the files of a repository that are read on GitHub.
  static func isReadOnGitHub(_ name: String) -> Bool {
    let file = name[(name.lastIndex(of: "/").map(name.index(after:)) ?? name.startIndex)...].lowercased()
    return ["readme", "contributing", "changelog", "code_of_conduct", "security", "license", "pull_request_template", "support"].contains {
      file.hasPrefix($0) && isEnding(file.dropFirst($0.count))
    }
  }

  /// `.md`, `.zh-CN.md`, `_ja.md`: what follows the name of a file that is there in several languages.
  private static func isEnding(_ rest: Substring) -> Bool {
    guard let dot = rest.lastIndex(of: "."), rest[dot...] == ".md" || rest[dot...] == ".markdown" else { return false }
    let language = rest[..<dot]
    guard let sign = language.first else { return true }
    return "-_.".contains(sign) && (3...8).contains(language.count)
      && language.dropFirst().allSatisfy { $0.isASCII && ($0.isLetter || $0 == "-" || $0 == "_") }
  }

  /// The decision for a source: the first of its files with evidence decides.
  public init(of source: Source, given: Dialect? = nil, markers: [ProjectMarker] = []) {
    guard source.files.count > 1, given == nil else {
      self.init(source.bytes, source.pairs, name: source.files[0].name, given: given, markers: markers)
      return
    }
    var first: DialectDecision?
    for (number, file) in source.files.enumerated() {
      let end = source.end(ofFile: number)
      var one = DialectDecision(Array(source.bytes[file.start..<end]), name: file.name, markers: markers)
      for index in one.evidence.indices { one.evidence[index].place = one.evidence[index].place.map { $0.moved(by: file.start) } }
      if first == nil || !one.evidence.isEmpty { first = one }
      if !one.evidence.isEmpty { break }
    }
    self = first ?? DialectDecision([])
  }

  /// The decision for a document and what is beside it.
  ///
  /// - Parameters:
  ///   - words: The name of the dialect that the caller asks for; nil, or a name that isn't known, decides by the rest.
  ///   - markers: The project's files; nil looks for them.
  package init(of source: Source, named words: String?, markers: [ProjectMarker]? = nil, files: FileAccess) {
    var given: Dialect?
    var unknown: Dialect.NameFault?
    do throws(Dialect.NameFault) { if let words { given = try Dialect.named(words) } } catch { unknown = error }
    self.init(
      of: source, given: given, markers: given == nil ? markers ?? ProjectMarker.near(source.files.first?.folder, files: files) : [])
    if let unknown { fault = unknown }
  }

  /// As `mdtypeset inspect dialect` prints it: the tool, and a line for each sign, the one that counts first.
  public func printed(in source: Source) -> String {
    var out = dialect.tool.rawValue + ": " + dialect.tool.title + "\n"
    for sign in evidence {
      let place = sign.place.map { span in
        let position = source.position(of: Int(span.start))
        return " at \(position.line):\(position.column)"
      }
      out += "\(sign.kind.rawValue): \(sign.words)\(place ?? "") says \(sign.tool.rawValue)\n"
    }
    if evidence.isEmpty { out += "nothing says what the document was written for\n" }
    return out
  }

  private static func tool(ofFile name: String) -> Dialect.Tool? {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    switch name[dot...].lowercased() {
    case ".rmd", ".rmarkdown": return .rmarkdown
    case ".qmd": return .quarto
    case ".mdx": return .docusaurus
    case ".ipynb": return .github
    default: return nil
    }
  }
}

/// The lines of a front matter, without reading its YAML.
struct MatterLines {
  struct Line {
    var key: Range<Int>
    /// Without blanks and quotes around it.
    var value: Range<Int>
    var isNested: Bool
    var span: SourceSpan { SourceSpan(key.lowerBound, max(key.upperBound, value.upperBound)) }
  }

  private let bytes: [UInt8]
  private(set) var lines: [Line] = []
  /// Where the text begins.
  private(set) var end = 0

  private(set) var isTOML = false

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    var position = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
    end = position
    let rule = bytes[position...].prefix(3)
    guard rule.elementsEqual("---".utf8) || rule.elementsEqual("+++".utf8), let sign = rule.first else { return }
    let separator = sign == UInt8(ascii: "+") ? UInt8(ascii: "=") : UInt8(ascii: ":")
    let first = Self.lineEnd(bytes, position)
    guard FrontMatter.blankStart(in: bytes, from: position, to: first) == position + 3 else { return }
    position = first + 1
    // Front matter of thousands of lines is a table of data.
    for _ in 0..<1_000 where position < bytes.count {
      let lineEnd = Self.lineEnd(bytes, position)
      let text = bytes[position..<lineEnd]
      if text.starts(with: rule) || text.starts(with: "...".utf8),
        FrontMatter.blankStart(in: bytes, from: position, to: lineEnd) == position + 3
      {
        end = min(lineEnd + 1, bytes.count)
        isTOML = separator != UInt8(ascii: ":")
        return
      }
      // Tools write JSON, too: `{"dg-publish":true,…`.
      let isJSON = text.starts(with: "{\"".utf8)
      let start = text.dropFirst(isJSON ? 1 : 0).firstIndex { !ASCII.isBlank($0) } ?? lineEnd
      let words = bytes[start..<min(lineEnd, start + 64)]
      // In YAML a key's colon is before a blank.
      let isEnd = { (index: Int) in
        separator != UInt8(ascii: ":") || isJSON && bytes[index - 1] == UInt8(ascii: "\"") || index + 1 >= lineEnd
          || ASCII.isBlank(bytes[index + 1])
      }
      if let colon = words.indices.first(where: { bytes[$0] == separator && isEnd($0) }) {
        func trimmed(_ range: Range<Int>) -> Range<Int> {
          var range = range
          func isEdge(_ byte: UInt8) -> Bool { ASCII.isBlank(byte) || byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") }
          while let byte = bytes[range].first, isEdge(byte) { range = range.lowerBound + 1..<range.upperBound }
          while let byte = bytes[range].last, isEdge(byte) { range = range.lowerBound..<range.upperBound - 1 }
          return range
        }
        lines.append(Line(key: trimmed(start..<colon), value: trimmed(colon + 1..<lineEnd), isNested: start > position && !isJSON))
      }
      position = lineEnd + 1
    }
    lines = []
  }

  private static func lineEnd(_ bytes: [UInt8], _ start: Int) -> Int {
    bytes[min(start, bytes.count)...].firstIndex(of: ASCII.newline) ?? bytes.count
  }

  /// The line of a key that is not below another one.
  func line(_ key: String) -> Line? { lines.first { !$0.isNested && bytes[$0.key].elementsEqual(key.utf8) } }

  /// What the keys say, the surest first.
  ///
  /// - Returns: With ranks: 0 is proof; 2 may be overruled by another key.
  func evidence(in bytes: [UInt8]) -> [(rank: Int, DialectDecision.Evidence)] {
    guard end > 0 else { return [] }
    var found: [(rank: Int, DialectDecision.Evidence)] = []
    for (number, line) in lines.enumerated() where !line.isNested {
      let key = String(decoding: bytes[line.key], as: UTF8.self)
      guard Self.keys.contains(key) else { continue }
      var value = String(decoding: bytes[line.value].prefix(80), as: UTF8.self)
      var place = line.span
      if value.isEmpty, number + 1 < lines.count, lines[number + 1].isNested {
        value = String(decoding: bytes[lines[number + 1].key].prefix(80), as: UTF8.self)
        place = lines[number + 1].span
      }
      guard let (tool, rank) = Self.tool(ofKey: key, value, isTOML: isTOML) else { continue }
      found.append((rank, .init(kind: .key, tool: tool, words: value.isEmpty ? key : "\(key): \(value)", place: place)))
    }
    found += articleEvidence()
    if isTOML { found.append((2, .init(kind: .key, tool: .hugo, words: "+++"))) }
    return found.enumerated().sorted { ($0.element.rank, $0.offset) < ($1.element.rank, $1.offset) }.map(\.element)
  }

  /// The site that an article is for: one key alone says nothing there, two do.
  private func articleEvidence() -> [(rank: Int, DialectDecision.Evidence)] {
    let sites: [(tool: Dialect.Tool, key: String, beside: [String])] = [
      (.zenn, "topics", ["emoji", "type", "published"]), (.qiita, "organization_url_name", ["tags", "private"]),
      (.qiita, "ignorePublish", ["tags", "private"]), (.github, "cover_image", ["published"]), (.github, "canonical_url", ["published"]),
    ]
    for site in sites {
      guard let found = line(site.key), let other = site.beside.first(where: { line($0) != nil }) else { continue }
      return [(1, .init(kind: .key, tool: site.tool, words: "\(site.key), \(other)", place: found.span))]
    }
    return []
  }

  private static let keys: Set<String> = [
    "marp", "output", "format", "site", "jupytext", "kernelspec", "myst", "layout", "cssclass", "cssclasses", "sidebar_position",
    "sidebar_label", "documentclass", "bibliography", "header-includes", "csl", "highlighter", "drawings", "mdc", "revealOptions",
    "CurrentModule", "execute", "jupyter", "knit", "vignette", "pandocomatic_", "mathjax", "canvasWidth", "publish", "numbersections",
    "kramdown", "markdown", "pagetitle", "citeproc", "editLink", "hero", "aliases", "weight", "linkTitle", "draft", "outline",
    "lastUpdated", "highlightTheme", "logoImg", "customHighlightTheme", "enableChalkboard", "enableTitleFooter", "verticalSeparator",
    "notesSeparator", "slideExplorerEnabled", "dg-publish", "dg-home",
  ]

  /// The tool that a key is for. Rank 0 is proof; 2 may be overruled by another key.
  private static func tool(ofKey key: String, _ value: String, isTOML: Bool) -> (Dialect.Tool, rank: Int)? {
    switch key {
    case "marp": return value == "true" ? (.marp, 0) : nil
    case "revealOptions": return (.reveal, 0)
    // The extension of Visual Studio Code for decks, and reveal-md.
    case "highlightTheme", "logoImg", "customHighlightTheme", "enableChalkboard", "enableTitleFooter", "verticalSeparator",
      "notesSeparator",
      "slideExplorerEnabled":
      return (.reveal, 1)
    case "drawings", "mdc", "highlighter", "canvasWidth": return (.slidev, 1)
    case "output":
      if value.hasPrefix("bookdown::") { return (.bookdown, 0) }
      return value.isEmpty ? nil : (.rmarkdown, 1)
    case "site": return value.hasPrefix("bookdown::") ? (.bookdown, 0) : nil
    case "knit", "vignette": return (.rmarkdown, 1)
    case "execute": return (.quarto, 1)
    case "format":
      return ["html", "pdf", "revealjs", "docx", "beamer", "pptx", "typst"].contains { value.hasPrefix($0) } ? (.quarto, 1) : nil
    case "jupyter": return (.quarto, 1)
    case "jupytext", "kernelspec", "myst": return (.myst, 1)
    case "layout": return isTOML || value.isEmpty || ["doc", "home", "page"].contains(value) ? nil : (.kramdown, 2)
    case "mathjax", "kramdown": return (.kramdown, 2)
    case "markdown": return value.hasPrefix("kramdown") ? (.kramdown, 0) : nil
    case "pandocomatic_": return (.pandoc, 1)
    case "cssclass", "cssclasses", "dg-publish", "dg-home": return (.obsidian, 1)
    case "sidebar_position", "sidebar_label": return (.docusaurus, 1)
    case "editLink", "hero": return (.vitepress, 2)
    case "CurrentModule": return (.documenter, 1)
    case "documentclass", "header-includes", "csl", "numbersections", "bibliography", "citeproc": return (.pandoc, 2)
    case "aliases": return value.hasPrefix("/") || value.hasPrefix("- /") ? (.hugo, 2) : (.obsidian, 2)
    case "publish": return (.obsidian, 2)
    case "weight", "linkTitle", "draft": return (.hugo, 2)
    case "outline", "lastUpdated": return (.vitepress, 2)
    default: return nil
    }
  }
}

extension DialectDecision {
  /// What is wrong with the format that was asked for.
  package var diagnostics: [Diagnostic] {
    fault.map { [Diagnostic(.warning, "source.format", at: nil, $0.message, hint: $0.hint)] } ?? []
  }
}
