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
  private static let tools: Set<Dialect.Tool> = [.myst, .quarto, .bookdown, .rmarkdown, .pandoc, .general]
  /// Chapters that no project file names are looked for in the folder alone.
  private static let mostNeighbours = 200
  private static let mostNeighbourBytes = 8 << 20
  /// A work of ten thousand chapters, each of which is read for one label.
  private static let mostFiles = 1_000
  private static let mostBytes = 32 << 20

  /// Gives a document the words for what it refers to in others, and the title that its work has for it.
  ///
  /// - Returns: True if it has got a title.
  @discardableResult package static func explain(_ parsed: inout ParsedDocument, of source: Source, in dialect: Dialect, files: FileAccess)
    -> Bool
  {
    if let title = title(of: parsed, in: source, dialect, files: files) {
      var options = ParseOptions()
      options.dialect = dialect
      parsed.addTitle(title, options: options, budget: Budget())
      return true
    }
    guard tools.contains(dialect.tool), source.files.count == 1 else { return false }
    let found = words(for: parsed, of: source, in: dialect, files: files)
    parsed.tree.elsewhere = found.words
    for double in found.doubles { parsed.diagnostics.append(double.diagnostic(at: span(of: double.label, in: parsed.tree))) }
    if dialect.tool == .myst, !parsed.tree.elsewhere.isEmpty {
      unlink(&parsed.tree)
      for index in parsed.tree.nodes.indices {
        guard case .reference(let label) = parsed.tree.nodes[index].kind, let name = citedName(label), parsed.tree.elsewhere[name] != nil
        else { continue }
        parsed.tree.nodes[index].kind = .reference(label: name)
      }
    }
    if dialect.tool == .myst { leadToPlaces(&parsed.tree) }
    return false
  }

  /// The title that the navigation of mkdocs gives to a page which has none of its own, as Markdown; nil for other pages.
  private static func title(of parsed: ParsedDocument, in source: Source, _ dialect: Dialect, files: FileAccess) -> String? {
    guard dialect.tool == .mkdocs, source.files.count == 1, parsed.frontMatter.value("title") == nil, parsed.lacksHeading,
      let folder = source.files[0].folder, let own = try? files.path(of: fileName(of: source.files[0].name), from: folder),
      let work = work(around: folder, files)
    else { return nil }
    let page = work.chapters.first { chapter in chapter.path.flatMap { try? files.path(of: $0, from: nil) } == own }
    return page?.title
  }

  /// A label that two other files have.
  private struct Double {
    var label: String
    var taken: String
    var other: String

    func diagnostic(at span: SourceSpan?) -> Diagnostic {
      Diagnostic(
        .warning, "reference.duplicate-label", at: span, "the label \"\(label)\" is in \(taken) and in \(other)",
        hint: "that of \(taken) is taken; give one of them another name")
    }
  }

  /// Where a document first refers to a label.
  private static func span(of label: String, in tree: Tree) -> SourceSpan? {
    tree.nodes.first { names(in: $0, of: tree).contains(label) }?.span
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

  /// The name in MyST's `@name`, which is a work's or a label's; nil for another citation.
  private static func citedName(_ label: String) -> String? {
    guard label.hasPrefix(CitedWorks.mark + "@") else { return nil }
    let name = label.dropFirst(CitedWorks.mark.count + 1)
    return name.contains { " [];,".contains($0) } ? nil : String(name)
  }

  /// True for the destination of a link that is neither an address nor a path.
  private static func isLabel(_ destination: String) -> Bool {
    !destination.isEmpty && !destination.utf8.contains { "/.#".utf8.contains($0) } && !LinkPolicy.isAbsolute(destination)
  }

  /// Links to labels with colons, `[words](sec:intro)`, that nothing has: they are links to places, not addresses that must not be led to.
  private static func leadToPlaces(_ tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .link(let destination, let title) = tree.nodes[index].kind, isLabel(destination), destination.contains(":") else {
        continue
      }
      tree.nodes[index].kind = .link(destination: "#" + destination, title: title)
    }
  }

  /// Words for the labels and pages that a document refers to and that others of its work have: titles, and numbers with the title of the
  /// page that has them.
  private static func words(
    for document: ParsedDocument, of source: Source, in dialect: Dialect, files: FileAccess
  ) -> (words: [String: String], doubles: [Double]) {
    guard let folder = source.files[0].folder else { return ([:], []) }
    let wanted = wantedNames(document.tree, in: dialect)
    guard !wanted.isEmpty else { return ([:], []) }
    guard let own = try? files.path(of: fileName(of: source.files[0].name), from: folder) else { return ([:], []) }
    var words: [String: String] = [:]
    var holders: [String: String] = [:]
    var doubles: [Double] = []
    let work = dialect.tool == .general ? nil : work(around: folder, files)
    var rest = work == nil ? mostNeighbourBytes : mostBytes
    let language = document.frontMatter.text("lang") ?? work?.matter.language ?? "en"
    let labels = SiblingLabels(wanted, asDefined: work == nil)
    let paths = work?.chapters.compactMap(\.path) ?? neighbours(of: own, in: folder, files)
    for path in paths.prefix(work == nil ? mostNeighbours : mostFiles) where rest > 0 {
      guard let place = try? files.path(of: path, from: nil), place != own,
        let file = try? files.read(path, from: nil, limit: rest)
      else { continue }
      rest -= file.bytes.count
      let pages = wanted.filter { isPage(place, named: $0, from: own) }
      guard !pages.isEmpty || labels.areIn(file.bytes) else { continue }
      var text = file.bytes
      if path.hasSuffix(".ipynb") {
        guard let notebook = try? NotebookReader.source(of: file.bytes, name: path, folder: nil) else { continue }
        text = notebook.bytes
      }
      let given = self.words(of: text, pages, wanted, dialect, language)
      words.merge(given.words) { known, _ in known }
      for label in given.labels.sorted() {
        guard let holder = holders[label] else { holders[label] = fileName(of: place); continue }
        if !doubles.contains(where: { $0.label == label }) {
          doubles.append(Double(label: label, taken: holder, other: fileName(of: place)))
        }
      }
    }
    return (words, doubles)
  }

  /// The names in references that the document itself does not explain.
  private static func wantedNames(_ tree: Tree, in dialect: Dialect) -> Set<String> {
    var wanted: Set<String> = []
    let linksToLabels = dialect.tool != .general && dialect.tool != .pandoc
    for node in tree.nodes {
      switch node.kind {
      case .link(let destination, _) where !linksToLabels:
        // A heading's words are no label of another file's.
        if destination.hasPrefix("#"), destination.contains(":") { wanted.insert(String(destination.dropFirst())) }
      case .reference(let label) where dialect.tool != .myst && label.hasPrefix(CitedWorks.mark): break
      case .reference, .span, .link, .math: wanted.formUnion(names(in: node, of: tree))
      default: continue
      }
      if wanted.count > 1_000 { break }
    }
    guard !wanted.isEmpty else { return [] }
    wanted.remove("")
    for attributes in tree.attributes { if let id = attributes.id { wanted.remove(id) } }
    for node in tree.nodes {
      guard case .mathBlock(let span) = node.kind, span.tex.contains("\\label{") else { continue }
      for part in span.tex.parts(between: "\\label{").dropFirst() {
        wanted.remove(String(part.prefix { $0 != "}" }))
      }
    }
    // pandoc-crossref's `autoSectionLabels`: the document's own headings come first.
    if wanted.contains(where: { $0.hasPrefix("sec:") }) {
      for index in tree.nodes.indices {
        guard case .heading = tree.nodes[index].kind else { continue }
        let words = tree.plainText(of: Tree.Index(index)).lowercased().filter { $0.isLetter || $0.isNumber || " -_.".contains($0) }
        wanted.remove("sec:" + words.split(separator: " ").joined(separator: "-"))
      }
    }
    return wanted
  }

  /// What a node refers to.
  private static func names(in node: Tree.Node, of tree: Tree) -> [String] {
    switch node.kind {
    case .reference(let label):
      return label.hasPrefix(CitedWorks.mark) ? citedName(label).map { [$0] } ?? [] : SiblingLabels.names(inReference: label)
    // `\cref{a,b}`, `\autoref{a}`, `\subref{a}`
    case .span where node.attributes >= 0:
      return tree.attributes[Int(node.attributes)]["labels"].map(SiblingLabels.names) ?? []
    case .link(let destination, _) where isLabel(destination): return [destination]
    case .link(let destination, _) where destination.hasPrefix("#"): return [String(destination.dropFirst())]
    case .math(let span) where span.tex.hasPrefix("\\eqref{") || span.tex.hasPrefix("\\ref{"):
      return [String(span.tex.drop { $0 != "{" }.dropFirst().prefix { $0 != "}" })]
    default: return []
    }
  }

  /// The files of Markdown in a document's folder, and in the folders beside it where each chapter has one: a thesis without a project file.
  private static func neighbours(of own: String, in folder: String, _ files: FileAccess) -> [String] {
    let levels = files.namesAbove(folder, among: ["."], upTo: ".git")
    guard let here = levels.first, here.ups == 0 else { return [] }
    let ending = own.lastIndex(of: ".").map { own[$0...] } ?? ""
    func texts(in folder: String) -> [String] {
      files.entries(in: folder, endings: [String(ending)]).filter { !$0.isFolder }.map { folder + "/" + $0.name }
    }
    var paths = texts(in: here.folder)
    guard let above = levels.first(where: { $0.ups == 1 }) else { return paths }
    let folders = files.entries(in: above.folder, endings: []).filter { $0.isFolder && above.folder + "/" + $0.name != here.folder }
    if folders.count <= 40 { for entry in folders { paths += texts(in: above.folder + "/" + entry.name) } }
    return paths + texts(in: above.folder)
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

  /// The words for what a file has of what is wanted, and the labels among that.
  private static func words(
    of bytes: [UInt8], _ pages: Set<String>, _ wanted: Set<String>, _ dialect: Dialect, _ language: String
  ) -> (words: [String: String], labels: Set<String>) {
    var options = ParseOptions()
    options.dialect = dialect
    let (source, _) = preprocessed(Source(name: "", bytes: bytes), files: .none, budget: Budget(), in: dialect)
    let document = TypesetMarkdown.parse(source, options: options)
    let tree = document.tree
    var words: [String: String] = [:]
    var labels: Set<String> = []
    let heading = tree.nodes.indices.first { if case .heading = tree.nodes[$0].kind { true } else { false } }
    let title = document.frontMatter.text("title") ?? heading.map { tree.plainText(of: Tree.Index($0)) }
    if let title, !title.isEmpty { for page in pages { words[page] = title } }
    let suffix = title.map { " (" + $0 + ")" } ?? ""
    for (label, number) in equations(of: tree) where wanted.contains(label) && labels.insert(label).inserted {
      words[label] = words[label] ?? "(\(number)" + (title.map { ", " + $0 } ?? "") + ")"
    }
    let numbering = Numbering(of: tree, options: NumberingOptions(), hasTitle: document.frontMatter.text("title") != nil)
    let own = Words(language: document.frontMatter.text("lang") ?? language)
    for label in wanted where words[label] == nil {
      guard let found = numbering.labels[label] ?? SiblingLabels.own(label).flatMap({ numbering.labels[$0] }) else { continue }
      // Headings have names that many files give.
      if tree.attributes.contains(where: { $0.id == label }) || SiblingLabels.own(label) != nil { labels.insert(label) }
      let text = own.reference(to: found)
      words[label] = found.number == nil ? text : text + suffix
    }
    return (words, labels)
  }

  /// The labels of displays and of their rows, with the numbers that they have there.
  private static func equations(of tree: Tree) -> [(label: String, number: Int)] {
    var found: [(label: String, number: Int)] = []
    var number = 0
    for (index, node) in tree.nodes.enumerated() {
      let span: MathSpan
      switch node.kind {
      case .mathBlock(let display): span = display
      case .math(let display) where display.isDisplay: span = display
      default: continue
      }
      var rows = [span.tex[...]]
      if span.tex.contains("\\label{"), span.tex.contains("\\\\") { rows = span.tex.parts(between: "\\\\").filter { !$0.isEmpty } }
      var names = tree.attributes(of: Tree.Index(index))?.id.map { [$0] } ?? []
      for row in rows {
        let labels = row.parts(between: "\\label{").dropFirst()
        names += labels.map { String($0.prefix { $0 != "}" }) }
        guard !names.isEmpty else { continue }
        number += 1
        found += names.map { ($0, number) }
        names = []
      }
    }
    return found
  }

  private static func fileName(of path: String) -> String { path.split(separator: "/").last.map(String.init) ?? "" }

  private static func stem(_ path: String) -> String {
    for ending in [".md", ".markdown", ".qmd", ".Rmd", ".ipynb"] where path.hasSuffix(ending) { return String(path.dropLast(ending.count)) }
    return path
  }
}
