package import TypesetDiagnostics
package import TypesetFiles
package import TypesetMarkdown
import TypesetNotebooks
import TypesetSettings
import TypesetStyling

/// The pages of a work around one of them that is set alone: what its references to them say.
///
/// Only files are parsed that hold a wanted name at all, so that a page without such references costs nothing.
package enum SiblingPages {
  /// Whose references name what is in other files.
  private static let tools: Set<Dialect.Tool> = [.myst, .quarto, .bookdown, .rmarkdown]
  /// A work of ten thousand chapters, each of which is read for one label.
  private static let mostFiles = 1_000
  private static let mostBytes = 32 << 20

  /// Gives a document the words for what it refers to in others.
  package static func explain(_ parsed: inout ParsedDocument, of source: Source, in dialect: Dialect, files: FileAccess) {
    guard tools.contains(dialect.tool), source.files.count == 1 else { return }
    parsed.tree.elsewhere = words(for: parsed.tree, of: source, in: dialect, files: files)
    if dialect.tool == .myst, !parsed.tree.elsewhere.isEmpty { unlink(&parsed.tree) }
  }

  /// MyST's links to labels, `[words](label)`, have nothing to lead to here; those without words have the words of what they name.
  private static func unlink(_ tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .link(let destination, _) = tree.nodes[index].kind, isLabel(destination), let found = tree.elsewhere[destination] else {
        continue
      }
      tree.nodes[index].kind = .span
      let first = tree.nodes[index].firstChild
      guard first >= 0, tree.nodes[Int(first)].nextSibling < 0, case .text(let words) = tree.nodes[Int(first)].kind, words == destination
      else { continue }
      tree.nodes[Int(first)].kind = .text(found)
    }
  }

  /// True for the destination of a link that is neither an address nor a path.
  private static func isLabel(_ destination: String) -> Bool {
    !destination.isEmpty && !destination.utf8.contains { ":/.#".utf8.contains($0) }
  }

  /// Words for the labels and pages that a document refers to and that others of its work have: titles, and numbers with the title of the
  /// page that has them.
  private static func words(for tree: Tree, of source: Source, in dialect: Dialect, files: FileAccess) -> [String: String] {
    guard let folder = source.files[0].folder else { return [:] }
    let wanted = wantedNames(tree)
    guard !wanted.isEmpty, let work = work(around: folder, files) else { return [:] }
    guard let own = try? files.path(of: fileName(of: source.files[0].name), from: folder) else { return [:] }
    var words: [String: String] = [:]
    var rest = mostBytes
    for path in work.chapters.lazy.compactMap(\.path).prefix(mostFiles) where rest > 0 {
      guard let place = try? files.path(of: path, from: nil), place != own,
        let file = try? files.read(path, from: nil, limit: rest)
      else { continue }
      rest -= file.bytes.count
      let pages = wanted.filter { isPage(place, named: $0, from: own) }
      guard !pages.isEmpty || holds(file.bytes, oneOf: wanted) else { continue }
      var text = file.bytes
      if path.hasSuffix(".ipynb") {
        guard let notebook = try? NotebookReader.source(of: file.bytes, name: path, folder: nil) else { continue }
        text = notebook.bytes
      }
      add(text, pages, wanted, dialect, to: &words)
    }
    return words
  }

  /// The names in references that the document itself does not explain.
  private static func wantedNames(_ tree: Tree) -> Set<String> {
    var wanted: Set<String> = []
    for node in tree.nodes {
      switch node.kind {
      case .reference(let label):
        let name = label.drop { $0 == "-" || $0 == "[" || $0 == "@" || !$0.isASCII }.prefix { $0 != "]" }
        wanted.insert(label.hasPrefix("-") ? String(label.dropFirst()) : label)
        wanted.insert(String(name))
      case .link(let destination, _) where isLabel(destination): wanted.insert(destination)
      case .link(let destination, _) where destination.hasPrefix("#"): wanted.insert(String(destination.dropFirst()))
      case .math(let span) where span.tex.hasPrefix("\\eqref{") || span.tex.hasPrefix("\\ref{"):
        wanted.insert(String(span.tex.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" }))
      default: continue
      }
      if wanted.count > 1_000 { break }
    }
    guard !wanted.isEmpty else { return [] }
    wanted.remove("")
    for attributes in tree.attributes { if let id = attributes.id { wanted.remove(id) } }
    return wanted
  }

  /// The work of the nearest project file.
  private static func work(around folder: String, _ files: FileAccess) -> Work? {
    for level in files.namesAbove(folder, among: WorkKind.fileNames, upTo: ".git") {
      guard let name = WorkKind.fileNames.first(where: { level.names.contains($0) }), let kind = WorkKind(ofFile: name) else { continue }
      return try? WorkReader.read(level.folder + "/" + name, kind, files: files, limit: 1 << 22)
    }
    return nil
  }

  /// True if a role names a page: `../basics/maps` and `maps.md` lead to `basics/maps.md`.
  private static func isPage(_ place: String, named name: String, from own: String) -> Bool {
    let last = fileName(of: name)
    guard !last.isEmpty, stem(fileName(of: place)) == stem(last) else { return false }
    guard !name.hasPrefix("/") else { return stem(place).hasSuffix(stem(name)) }
    var parts = own.split(separator: "/").dropLast()
    for part in stem(name).split(separator: "/") where part != "." {
      if part == "..", !parts.isEmpty { parts.removeLast() } else { parts.append(part) }
    }
    return "/" + parts.joined(separator: "/") == stem(place)
  }

  /// True if a text has one of the names as a word.
  private static func holds(_ bytes: [UInt8], oneOf wanted: Set<String>) -> Bool {
    let words = Set(wanted.map { Array($0.utf8) })
    var start: Int?
    for (index, byte) in bytes.enumerated() {
      let isPart =
        byte >= 0x80 || byte &- 0x30 < 10 || (byte | 0x20) &- 0x61 < 26 || byte == 0x2D || byte == 0x5F || byte == 0x3A || byte == 0x2E
      if isPart {
        start = start ?? index
      } else if let first = start {
        if words.contains(Array(bytes[first..<index])) { return true }
        start = nil
      }
    }
    return start.map { words.contains(Array(bytes[$0...])) } ?? false
  }

  private static func add(
    _ bytes: [UInt8], _ pages: Set<String>, _ wanted: Set<String>, _ dialect: Dialect, to words: inout [String: String]
  ) {
    var options = ParseOptions()
    options.dialect = dialect
    let document = TypesetMarkdown.parse(Source(name: "", bytes: bytes), options: options)
    let tree = document.tree
    let heading = tree.nodes.indices.first { if case .heading = tree.nodes[$0].kind { true } else { false } }
    let title = document.frontMatter.text("title") ?? heading.map { tree.plainText(of: Tree.Index($0)) }
    if let title, !title.isEmpty { for page in pages where words[page] == nil { words[page] = title } }
    let suffix = title.map { " (" + $0 + ")" } ?? ""
    var equations = 0
    for (index, node) in tree.nodes.enumerated() {
      guard case .mathBlock = node.kind, let id = tree.attributes(of: Tree.Index(index))?.id else { continue }
      equations += 1
      if wanted.contains(id), words[id] == nil { words[id] = "(\(equations))" + suffix }
    }
    let numbering = Numbering(of: tree, options: NumberingOptions(), hasTitle: document.frontMatter.text("title") != nil)
    let own = Words(language: document.frontMatter.text("lang") ?? "en")
    for (label, found) in numbering.labels where wanted.contains(label) && words[label] == nil {
      let text = own.reference(to: found)
      words[label] = found.number == nil ? text : text + suffix
    }
  }

  private static func fileName(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  private static func stem(_ path: String) -> String {
    for ending in [".md", ".markdown", ".qmd", ".Rmd", ".ipynb"] where path.hasSuffix(ending) { return String(path.dropLast(ending.count)) }
    return path
  }
}
