internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetMarkdown
internal import TypesetYAML

/// What a document's front matter names for its citations: bibliographies, a style, works that are listed without being cited.
struct CitedFiles {
  let files: FileAccess
  let folder: String?

  /// More bytes than these are no bibliography, and no style.
  private static let mostBytes = 256 << 20
  private static let mostStyleBytes = 16 << 20
  /// More faults than these of one file tell nothing new.
  private static let mostFaults = 20

  private func fault(_ file: String, _ line: Int, _ message: String, _ span: SourceSpan?, _ code: String) -> Diagnostic {
    Diagnostic(.warning, code, at: span, line > 0 ? "\(file):\(line): \(message)" : "\(file): \(message)")
  }

  func works(of matter: FrontMatter, _ diagnostics: inout [Diagnostic]) -> [Bibliography] {
    var out: [Bibliography] = []
    for (group, name) in Self.named(matter.value("bibliography")) {
      guard let path = name.text, !path.isEmpty else { continue }
      do {
        let read = try files.read(place(of: path), from: name.span.isEmpty ? "." : folder, limit: Self.mostBytes)
        let file = WorkFile(read.bytes, name: path)
        // One line for a file: an author's library has the same fault in many entries.
        if let first = file.faults.first {
          let others = file.faults.count - 1
          let more = others == 0 ? "" : ", and \(others) other \(others == 1 ? "fault is" : "faults are") in the file"
          diagnostics.append(fault(path, first.line, first.message + more, name.span, "cite.bibliography"))
        }
        if file.keys.isEmpty, file.faults.isEmpty {
          diagnostics.append(
            Diagnostic(
              .warning, "cite.bibliography", at: name.span, "no work is in the bibliography \(path)",
              hint: "expected BibTeX (.bib), CSL JSON, CSL YAML or RIS"))
        }
        out.append(Bibliography(file: file, name: path, group: group, span: name.span))
      } catch {
        diagnostics.append(
          Diagnostic(
            .warning, "cite.bibliography", at: name.span, "cannot read the bibliography \(path): \(error)",
            hint: neighbour().map { "did you mean \($0)?" } ?? error.hint))
      }
    }
    let references = matter.value("references")
    let own = WorkFile.items(of: references)
    if !own.isEmpty { out.append(Bibliography(file: WorkFile(own), name: "references", span: references?.span)) }
    return out
  }

  /// Where a bibliography is that a page names without its folder, as pages of Jekyll do, or by a path of its author's machine.
  private func place(of path: String) -> String {
    guard let folder, !path.contains("://"), !files.has(path, from: folder),
      let name = path.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    else { return path }
    let names = ["", "assets/bibliography/", "_bibliography/", "bib/", "bibliography/", "references/", "assets/"].map { $0 + name }
    guard let level = files.namesAbove(folder, among: names, upTo: ".git").first,
      let found = names.first(where: level.names.contains)
    else { return path }
    return String(repeating: "../", count: level.ups) + found
  }

  /// The files of `bibliography: a.bib`, `[a.bib, b.bib]` and `{main: a.bib, software: [b.bib, c.bib]}`, with the names that they are given.
  private static func named(_ value: YAMLValue?) -> [(group: String?, file: YAMLValue)] {
    guard let value else { return [] }
    if let entries = value.entries { return entries.flatMap { entry in (entry.value.items ?? [entry.value]).map { (entry.key, $0) } } }
    return (value.items ?? [value]).map { (nil, $0) }
  }

  /// A bibliography beside the document.
  private func neighbour() -> String? {
    guard let folder, let names = try? fileNames(in: folder) else { return nil }
    return names.first { name in name.hasSuffix(".bib") && files.has(name, from: folder) }
  }

  /// What a document can do that cites and names no bibliography; nil where nothing beside it looks like one.
  func offer(at span: SourceSpan) -> Diagnostic? {
    neighbour().map {
      Diagnostic(
        .note, "cite.no-bibliography", at: span, "the document names no bibliography", hint: "add bibliography: \($0) to its front matter")
    }
  }

  func style(of matter: FrontMatter, _ diagnostics: inout [Diagnostic]) -> Style? {
    let value = matter.value("csl", "citation-style")
    guard let name = value?.text, !name.isEmpty else { return fallback() }
    // `https://www.zotero.org/styles/ieee` and `styles/ieee.csl` are known by their last part.
    let last = name.split(separator: "/").last.map(String.init) ?? name
    let short = last.hasSuffix(".csl") ? String(last.dropLast(4)) : last
    var bytes: [UInt8]?
    var failure = FileFailure.missing
    if !name.contains("://") {
      do {
        bytes = try files.read(name.hasSuffix(".csl") ? name : name + ".csl", from: folder, limit: Self.mostStyleBytes).bytes
      } catch { failure = error }
    }
    guard let bytes = bytes ?? ShippedFiles.style(short) else {
      let near = nearest(to: short, among: ShippedFiles.styles).map { "did you mean \($0)?" }
      diagnostics.append(
        Diagnostic(
          .warning, "cite.style", at: value?.span,
          failure == .missing ? "no citation style is named ‘\(name)’" : "cannot read the citation style \(name): \(failure)",
          hint: near ?? (failure == .missing ? nil : failure.hint)
            ?? "put the style's .csl file beside the document, or name one of \(ShippedFiles.styles.joined(separator: ", "))"))
      return fallback()
    }
    do {
      let style = try Style(bytes)
      diagnostics += style.faults.prefix(Self.mostFaults).map { fault(name, $0.line, $0.message, value?.span, "cite.style") }
      guard let parent = style.parent, style.hasNoLayout else { return style }
      // A dependent style says only whose rules it takes.
      let own = name.contains("/") ? name.dropLast(last.utf8.count) : ""
      let file = try? files.read("\(own)\(parent).csl", from: folder, limit: Self.mostStyleBytes)
      guard let bytes = file?.bytes ?? ShippedFiles.style(parent) else {
        diagnostics.append(
          Diagnostic(
            .warning, "cite.style", at: value?.span, "the citation style \(name) follows the rules of \(parent), which is missing",
            hint: "put \(parent).csl beside it"))
        return fallback()
      }
      let rules = try Style(bytes)
      if rules.hasNoLayout {
        diagnostics.append(fault(name, 0, "the style \(parent), whose rules it follows, has no layout", value?.span, "cite.style"))
        return fallback()
      }
      return rules
    } catch {
      diagnostics.append(fault(name, error.line, error.message, value?.span, "cite.style"))
      return fallback()
    }
  }

  /// Chicago's, as in pandoc.
  private func fallback() -> Style? { ShippedFiles.style("chicago-author-date").flatMap { try? Style($0) } }

  /// The keys of `nocite: '@a, @b'`; `*` for all.
  func nocite(_ matter: FrontMatter) -> [String] {
    matter.texts("nocite").flatMap { text in
      text.split { ",;[]".contains($0) || $0.isWhitespace }.compactMap { word in
        guard word.hasPrefix("@") else { return nil }
        let key = word.dropFirst()
        return key.hasPrefix("{") && key.hasSuffix("}") ? String(key.dropFirst().dropLast()) : String(key)
      }
    }
  }
}

/// A file of works that a document names, or the works in its front matter.
struct Bibliography {
  var file: WorkFile
  var name: String
  /// The document's name for it, in a document with several lists of references.
  var group: String?
  /// Where the document names it.
  var span: SourceSpan?

  /// What is wrong with the entry of a work that is cited.
  func diagnostics(of item: Item) -> [Diagnostic] {
    item.faults.map { Diagnostic(.warning, "cite.bibliography", at: span, "\(name):\($0.line): \($0.message)", hint: $0.hint) }
  }

  /// The works that a document does not cite; nil for a file that seems to serve other documents too, of which it cites less than half.
  ///
  /// - Parameter cited: The keys of the works that it cites.
  func unused(citing cited: Set<String>) -> Diagnostic? {
    let unused = file.keys.filter { !cited.contains($0) }
    let count = file.keys.count
    guard !unused.isEmpty, unused.count * 2 <= count else { return nil }
    let named = unused.prefix(8).joined(separator: ", ") + (unused.count > 8 ? " and \(unused.count - 8) others" : "")
    return Diagnostic(
      .note, "cite.unused-work", at: span, "nothing cites \(unused.count) of the \(count) works in \(name): \(named)",
      hint: "cite them, list them with nocite, or remove them")
  }
}

/// The works that a document cites, found in its bibliographies in their order.
struct CitedCollection {
  private let files: [Bibliography]
  /// In the order in which they were found.
  private(set) var items: [Item] = []
  private var known: Set<String> = []
  /// What the document calls the files of works, by the works' keys.
  private(set) var groups: [String: String] = [:]
  /// What is wrong with the entries of the works that were found.
  private(set) var faults: [Diagnostic] = []

  init(_ files: [Bibliography]) { self.files = files }

  var keys: [String] { files.flatMap(\.file.keys) }

  var groupNames: Set<String> { Set(files.compactMap(\.group)) }

  /// True if a work has the key; then it is among the items.
  mutating func find(_ key: String) -> Bool {
    if known.contains(key) { return true }
    for file in files {
      guard var item = file.file.item(key) else { continue }
      item.id = key
      items.append(item)
      note(item, file)
      known.insert(key)
      if let group = file.group { groups[key] = group }
      return true
    }
    return false
  }

  private mutating func note(_ item: Item, _ file: Bibliography) {
    if !item.faults.isEmpty, faults.count < 20 { faults += file.diagnostics(of: item) }
  }

  /// What is wrong with works that are not cited.
  var unused: [Diagnostic] { files.compactMap { $0.unused(citing: known) } }

  /// All works of all files.
  mutating func findAll() {
    for file in files {
      for item in file.file.items where known.insert(item.id).inserted {
        items.append(item)
        note(item, file)
        if let group = file.group { groups[item.id] = group }
      }
    }
  }
}
