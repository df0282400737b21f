internal import TypesetCitations
package import TypesetDiagnostics
package import TypesetFiles
package import TypesetMarkdown
package import TypesetSettings
package import TypesetYAML

/// Puts citations and the list of references into a document that names a bibliography.
package struct CitingDocument {
  private var parsed: ParsedDocument
  /// The document's, with what the caller sets.
  private var matter: FrontMatter
  /// How much of the text is there.
  package enum Extent { case whole, growing, grown }

  private let files: CitedFiles
  /// The author's text, in which diagnostics point at keys.
  private let source: [UInt8]
  private let parse: (String) -> Tree
  private var diagnostics: [Diagnostic] = []
  private let extent: Extent
  /// What `check` alone says.
  package private(set) var remarks: [Diagnostic] = []
  /// The bibliographies that hold cited keys and that nothing names.
  private var nearby: [String] = []
  /// Notes that citations have become.
  private var notes = 0

  /// Sets the citations of a document that names a bibliography; a document that cites without naming one is told of a bibliography beside it.
  ///
  /// - Parameters:
  ///   - parsed: With citations as they are written (`ParseOptions.keepsCitations`).
  ///   - settings: What the caller sets besides the front matter, and the files that may be read.
  ///   - project: What the project's settings say of citations, for a page that says nothing.
  ///   - extent: In a text that grows, or has grown, citations are as if all works of the bibliographies were cited, so that later ones change
  ///     nothing in the citations that are set; the references come when it has ended.
  ///   - parse: Parses a formula.
  /// - Returns: What a proofreader wants to know besides the document's diagnostics; nil if the document has not changed. An edit of one that has
  ///   changes numbers and letters of citations elsewhere too.
  package static func cite(
    _ parsed: inout ParsedDocument, of source: Source, _ settings: SettingsReader, project: ProjectWorks = ProjectWorks(),
    _ extent: Extent = .whole, _ parse: @escaping (String) -> Tree
  ) -> [Diagnostic]? {
    guard !CitedWorks.areKept(in: parsed.frontMatter) || settings.namesBibliography else { return nil }
    guard CitedWorks.areCited(in: parsed.frontMatter) || settings.namesBibliography || !project.isEmpty else {
      if let span = parsed.firstCitation {
        let files = CitedFiles(files: settings.files, folder: source.files.first?.folder)
        if let diagnostic = files.offer(at: span) ?? unnamed(span, in: source.bytes) { parsed.diagnostics.append(diagnostic) }
      }
      return nil
    }
    var values = settings.given(for: parsed.frontMatter.values).values
    if !project.isEmpty, !settings.namesBibliography {
      values = YAMLValue(.mapping((values?.entries ?? []) + project.entries), span: values?.span ?? SourceSpan(0, 0))
    }
    var citing = CitingDocument(parsed, values, source, settings.files, extent, parse)
    parsed = citing.cited(nearby: project.nearby)
    return citing.remarks
  }

  /// The keys of all works that a document may cite, as its bibliographies have them.
  package static func keys(of parsed: ParsedDocument, in source: Source, _ settings: SettingsReader) -> [String] {
    var matter = parsed.frontMatter
    matter.values = settings.given(for: matter.values).values
    var faults: [Diagnostic] = []
    return CitedFiles(files: settings.files, folder: source.files.first?.folder).works(of: matter, &faults).flatMap(\.file.keys)
  }

  /// The note for a document that cites works and names no bibliography.
  private static func unnamed(_ span: SourceSpan, in source: [UInt8]) -> Diagnostic? {
    let key = source[min(Int(span.start), source.count)...].prefix(40).drop { "[-@".utf8.contains($0) }
    // Quarto's references look alike.
    let kind = String(decoding: key.prefix { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: ":") }, as: UTF8.self)
    guard !CrossReferenceLabel.kinds.contains(kind) else { return nil }
    return Diagnostic(
      .note, "cite.no-bibliography", at: span, "citations are shown as they are written: the document names no bibliography",
      hint: "name one in its front matter, bibliography: works.bib, or by --bibliography")
  }

  /// - Parameter values: The document's front matter, with what the caller sets.
  package init(
    _ parsed: ParsedDocument, _ values: YAMLValue?, _ source: Source, _ files: FileAccess, _ extent: Extent = .whole,
    _ parse: @escaping (String) -> Tree
  ) {
    (self.parsed, self.source, self.extent, self.parse) = (parsed, source.bytes, extent, parse)
    matter = parsed.frontMatter
    matter.values = values
    self.files = CitedFiles(files: files, folder: source.files.first?.folder)
  }

  /// The document with its citations set.
  ///
  /// - Parameter nearby: The bibliographies among its own that nothing names.
  package mutating func cited(nearby: [String] = []) -> ParsedDocument {
    self.nearby = nearby
    let works = files.works(of: matter, &diagnostics)
    let abstract = CitedMatter(of: parsed.frontMatter, in: &parsed.tree, parsed.dialect)
    let collection = CitedCollection(works)
    let places = withoutNames(withoutLabels(CitedPlaces(in: parsed.tree).found, collection), collection)
    let nocite = files.nocite(matter) + parsed.tree.listedWorks
    if works.isEmpty, matter.value("bibliography", "references") == nil, let first = places.first {
      // A style alone, or `nocite`, makes no works.
      for place in places { parsed.tree.nodes[Int(place.node)].kind = .text(place.text) }
      if let fault = Self.unnamed(parsed.tree[first.node].span, in: source) { diagnostics.append(fault) }
    } else if works.isEmpty || places.isEmpty && nocite.isEmpty {
      for place in places { showKeys(place.node) }
    } else if let style = files.style(of: matter, &diagnostics) {
      set(places, nocite, style, collection)
    }
    if let abstract { parsed.frontMatter = parsed.frontMatter.withAbstract(abstract.taken(from: &parsed.tree)) }
    parsed.tree = parsed.tree.compacted(maximumDepth: 400)
    parsed.diagnostics += diagnostics
    return parsed
  }

  /// MyST's `@label` and `[@label]` cite works and name blocks: without labels that are names of blocks and not keys of works.
  private mutating func withoutLabels(_ places: [CitedPlaces.Place], _ works: CitedCollection) -> [CitedPlaces.Place] {
    guard parsed.dialect.tool == .myst, !places.isEmpty else { return places }
    let labels = Set(parsed.tree.attributes.compactMap(\.id)).union(parsed.tree.elsewhere.keys)
    guard !labels.isEmpty else { return places }
    var works = works
    return places.filter { place in
      let key = String(place.text.drop { "[-@".contains($0) }.prefix { $0 != "]" })
      guard labels.contains(key), !works.find(key) else { return true }
      parsed.tree.nodes[Int(place.node)].kind = .reference(label: key)
      return false
    }
  }

  /// Where the author named no bibliography, `@name` in a sentence that has no work is a person; says which files are taken.
  private mutating func withoutNames(_ places: [CitedPlaces.Place], _ works: CitedCollection) -> [CitedPlaces.Place] {
    guard !nearby.isEmpty else { return places }
    var works = works
    var said = false
    return places.filter { place in
      let key = String(place.text.drop { "@{".contains($0) }.prefix { $0 != " " && $0 != "[" && $0 != "}" })
      if place.text.hasPrefix("@"), !works.find(key) {
        parsed.tree.nodes[Int(place.node)].kind = .text(place.text)
        return false
      }
      if !said {
        let names = nearby.joined(separator: ", ")
        diagnostics.append(
          Diagnostic(
            .note, "cite.no-bibliography", at: parsed.tree[place.node].span,
            "the document names no bibliography; \(names) \(nearby.count == 1 ? "has" : "have") the works that it cites",
            hint: "add bibliography: \(nearby.count == 1 ? names : "[\(names)]") to its front matter"))
      }
      said = true
      return true
    }
  }

  /// What `{bibliography}` puts before the keys of a file's works.
  private func keyPrefixes() -> [Substring] {
    guard parsed.dialect.tool == .myst, source.contains(UInt8(ascii: ":")) else { return [] }
    var found: [Substring] = []
    for line in source.split(separator: UInt8(ascii: "\n")) where line.first == UInt8(ascii: ":") && line.starts(with: ":keyprefix:".utf8) {
      let prefix = String(decoding: line.dropFirst(11), as: UTF8.self).filter { $0 != " " }
      if !prefix.isEmpty { found.append(prefix[...]) }
    }
    return found
  }

  private mutating func set(_ places: [CitedPlaces.Place], _ nocite: [String], _ style: Style, _ works: consuming CitedCollection) {
    var written: [(place: CitedPlaces.Place, citation: WrittenCitation?)] = []
    var missing: Set<String> = []
    let prefixes = keyPrefixes()
    for place in places {
      guard var citation = WrittenCitation(place.text) else {
        written.append((place, nil))
        continue
      }
      let span = parsed.tree.nodes[Int(place.node)].span
      if citation.isInText, let fault = source.unclosedCitation(around: span) { diagnostics.append(fault) }
      for number in citation.cites.indices {
        let key = citation.cites[number].id
        guard let prefix = prefixes.first(where: { key.hasPrefix($0) }), !works.find(key) else { continue }
        let own = String(key.dropFirst(prefix.count))
        if works.find(own) { citation.cites[number].id = own }
      }
      var unknown: Set<String> = []
      for cite in citation.cites where !works.find(cite.id) && unknown.insert(cite.id).inserted {
        diagnostics.append(
          Diagnostic(
            .warning, "cite.unknown-key", at: self.span(of: cite.id, in: span), "no work has the key ‘\(cite.id)’",
            hint: suggestion(for: cite.id, works) ?? "add it to the bibliography"))
      }
      missing.formUnion(unknown)
      written.append((place, citation))
    }
    for key in nocite where key != "*" && !works.find(key) {
      diagnostics.append(
        Diagnostic(
          .warning, "cite.unknown-key", at: matter.value("nocite")?.span, "no work has the key ‘\(key)’, which nocite names",
          hint: suggestion(for: key, works) ?? "add it to the bibliography"))
    }
    if nocite.contains("*") { works.findAll() }
    remarks = works.unused
    diagnostics += Self.gathered(works.faults)
    let listed = Set(works.items.map(\.id))
    if extent != .whole { works.findAll() }
    var processor = Processor(
      style: style, language: matter.text("lang", "language"), localeFile: ShippedFiles.locale, items: works.items,
      cites: written.reduce(0) { $0 + ($1.citation?.cites.count ?? 0) }, missing: missing.sorted())
    processor.linksCites = matter.flag("link-citations") ?? false
    var clusters: [Processor.Cluster] = []
    for (place, citation) in written {
      if let citation { clusters.append(Processor.Cluster(citation.cites, note: place.note(inNotes: style.isNoteStyle))) }
    }
    processor.place(&clusters)
    var number = 0
    for (place, citation) in written {
      guard let citation else {
        showKeys(place.node)
        continue
      }
      set(citation, clusters[number], at: place, processor)
      number += 1
    }
    if extent != .growing {
      let cited = written.compactMap { place, citation in citation.map { (place.block, $0.cites.map(\.id)) } }
      let chapters = ChapterReferences(matter, in: parsed.tree, cited: cited)
      diagnostics += ReferenceList(processor, matter, of: listed, works)?.add(to: &parsed.tree, of: chapters, parse) ?? []
    }
    if processor.isCut {
      diagnostics.append(
        Diagnostic(
          .error, "limit.citation", at: nil, "the style of citations asks for more than a page holds; what is beyond that is left out",
          hint: "look for macros in it that call each other, and for long affixes"))
    }
  }

  /// The faults of cited entries; of a file with many of them the first, and how many others there are.
  private static func gathered(_ faults: [Diagnostic]) -> [Diagnostic] {
    func file(_ fault: Diagnostic) -> Substring { fault.message.prefix { $0 != ":" } }
    let counts = faults.reduce(into: [:]) { $0[file($1), default: 0] += 1 }
    var said: Set<Substring> = []
    return faults.compactMap { fault in
      guard let count = counts[file(fault)], count > 3 else { return fault }
      guard said.insert(file(fault)).inserted else { return nil }
      var first = fault
      first.message += ", and \(count - 1) other faults are in cited entries of the file"
      return first
    }
  }

  /// How many unknown keys were compared with the bibliography's keys: after some, a wrong file is likelier than typing errors.
  private var suggestions = 0

  private mutating func suggestion(for key: String, _ works: CitedCollection) -> String? {
    suggestions += 1
    guard suggestions <= 20 else { return nil }
    return nearest(to: key, among: works.keys).map { "did you mean @\($0)?" }
  }

  /// Where a key is in what its author wrote.
  private func span(of key: String, in span: SourceSpan) -> SourceSpan {
    let range = span.range(within: source.count)
    for sign in ["@", "@{", ""] {
      let word = Array((sign + key).utf8)
      var start = range.lowerBound
      while start + word.count <= range.upperBound {
        if source[start] == word[0], source[start..<(start + word.count)].elementsEqual(word) {
          return SourceSpan(start, start + word.count)
        }
        start += 1
      }
    }
    return span
  }

  // MARK: Nodes

  /// A citation without a work shows its keys.
  private mutating func showKeys(_ node: Tree.Index) {
    guard case .reference(let label) = parsed.tree[node].kind else { return }
    parsed.tree.nodes[Int(node)].kind = .text(String(label.dropFirst()).replacing("-@", with: "@").replacing("@", with: ""))
  }

  private mutating func set(_ citation: WrittenCitation, _ cluster: Processor.Cluster, at place: CitedPlaces.Place, _ processor: Processor)
  {
    let span = parsed.tree[place.node].span
    var cluster = cluster
    var children: [Tree.Index] = []
    if citation.isInText, let first = cluster.cites.first, let author = processor.author(of: first) {
      children = RichNodes(span, processor.quotes, parse).add(author, to: &parsed.tree)
      if !citation.possessive.isEmpty { children.append(parsed.tree.add(.text(citation.possessive), span)) }
      cluster.cites[0].suppressesAuthor = true
    }
    var text = processor.citation(cluster)
    let isNoteStyle = processor.style.isNoteStyle
    let isNote = isNoteStyle && place.enclosingNote == 0
    // The style's own full stop may be within quotation marks: it is the one that ends the sentence.
    if isNoteStyle, !isNote, citation.isInText ? !parsed.tree.takeFullStop(after: place.node) : true { text.removeFullStop() }
    if isNote, cluster.cites.first?.prefix.isEmpty == false { text.beginSentence() }
    var made = RichNodes(span, processor.quotes, parse).add(text, to: &parsed.tree)
    if isNote { made = [note(of: made, span)] }
    let isRaised = isNote || text.beginsRaised
    func add(_ text: String) { children.append(parsed.tree.add(.text(text), span)) }
    // Within an author's own note there is no further one: the citation is part of its text.
    let isBracketed = isNoteStyle && !isNote && !citation.isInText && !parsed.tree.beginsNote(place.node)
    if !made.isEmpty, !children.isEmpty, !isRaised { add(isNoteStyle ? ", " : " ") }
    if isBracketed { add("(") }
    children += made
    if isBracketed { add(")") }
    parsed.tree.nodes[Int(place.node)].kind = .span
    parsed.tree.setChildren(of: place.node, to: children)
    if isRaised { parsed.tree.movePunctuation(before: place.node, hasAuthor: children.count > made.count) }
  }

  /// A footnote with what a citation says.
  private mutating func note(of made: [Tree.Index], _ span: SourceSpan) -> Tree.Index {
    notes += 1
    // No author's label has this sign.
    let label = "\u{1}cite-\(notes)"
    let paragraph = parsed.tree.add(.paragraph, span)
    parsed.tree.setChildren(of: paragraph, to: made)
    let definition = parsed.tree.add(.footnoteDefinition(label: label), span)
    parsed.tree.setChildren(of: definition, to: [paragraph])
    parsed.tree.append(definition, to: 0)
    return parsed.tree.add(.footnoteReference(label: label), span)
  }
}

extension Tree {
  /// Makes a node the last child of another.
  mutating func append(_ node: Index, to parent: Index) {
    setChildren(of: parent, to: Array(children(of: parent)) + [node])
  }

  /// Takes away the full stop right after an inline.
  ///
  /// - Returns: True if there was one.
  mutating func takeFullStop(after node: Index) -> Bool {
    let next = self[node].nextSibling
    guard next >= 0, case .text(let text) = self[next].kind, text.hasPrefix("."), !text.hasPrefix("..") else { return false }
    nodes[Int(next)].kind = .text(String(text.dropFirst()))
    return true
  }

  /// True if an inline is the first one of a note.
  func beginsNote(_ node: Index) -> Bool {
    let paragraph = self[node].parent
    guard paragraph >= 0, self[paragraph].firstChild == node, self[paragraph].parent >= 0 else { return false }
    if case .footnoteDefinition = self[self[paragraph].parent].kind { return self[self[paragraph].parent].firstChild == paragraph }
    return false
  }

  /// Puts the punctuation that follows a raised mark before it, and takes the space before that away: `word [@a].` is `word.¹`
  mutating func movePunctuation(before node: Index, hasAuthor: Bool) {
    let siblings = Array(children(of: self[node].parent))
    guard let position = siblings.firstIndex(of: node) else { return }
    var marks = ""
    if position + 1 < siblings.count, case .text(let text) = self[siblings[position + 1]].kind {
      marks = String(text.prefix { ".,;:!?".contains($0) })
      if !marks.isEmpty { nodes[Int(siblings[position + 1])].kind = .text(String(text.dropFirst(marks.count))) }
    }
    if hasAuthor || position == 0 {
      // The author's name is before the mark: the punctuation goes between the two.
      guard !marks.isEmpty, let mark = Array(children(of: node)).last else { return }
      let text = add(.text(marks), self[node].span)
      let inner = Array(children(of: node)).dropLast()
      setChildren(of: node, to: inner + [text, mark])
      return
    }
    let before = siblings[position - 1]
    switch self[before].kind {
    case .text(let text):
      nodes[Int(before)].kind = .text(String(text.reversed().drop { $0 == " " || $0 == "\u{A0}" }.reversed()) + marks)
    case .softBreak: nodes[Int(before)].kind = .text(marks)
    default:
      guard !marks.isEmpty else { return }
      let text = add(.text(marks), self[node].span)
      setChildren(of: self[node].parent, to: Array(siblings[..<position]) + [text] + Array(siblings[position...]))
    }
  }
}
