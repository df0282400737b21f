internal import TypesetDiagnostics
internal import TypesetJSON

/// Runs a test of CSL's test suite, as data: a style, works and how they are cited.
package enum TestRun {
  /// - Parameters:
  ///   - line: A JSON object with the fields of the suite (`csl`, `input`, `mode`, `citation_items`, `citations`, `bibentries`, …).
  ///   - localeFile: A locale file, such as `de-DE`.
  /// - Returns: A JSON object with `name` and `result`, as citeproc-js prints it.
  package static func run(_ line: [UInt8], localeFile: (String) -> XMLElement?) throws -> String {
    let test = try JSON(line[...])
    let name = test["name"]?.text ?? ""
    let result: String
    do { result = try self.result(of: test, localeFile) } catch { result = "line \(error.line): \(error.message)" }
    return JSON(members: ["name": .string(name), "result": .string(result)]).description
  }

  /// What decides whether a citation is set anew: its text, the numbers of its works (which a range may hide), and what tells its works from others (which a longer form may hide).
  private struct SetCitation: Equatable {
    var text: String
    var numbers: [String: Int]
    var expansions: [Expansion]

    init(_ cluster: Processor.Cluster, by processor: Processor) {
      text = processor.citation(cluster).html(processor.quotes)
      let works = cluster.cites.compactMap { cite in processor.indices[cite.id].map { (id: cite.id, index: $0) } }
      let hasNumbers = processor.style.uses(["citation-number"], in: [processor.style.citation.elements] + processor.style.macros)
      numbers = hasNumbers ? Dictionary(works.map { ($0.id, processor.numbers[$0.index]) }) { first, _ in first } : [:]
      expansions = works.map { processor.expansions[$0.index] }
    }
  }

  private static func result(of test: JSON, _ localeFile: (String) -> XMLElement?) throws(Style.Fault) -> String {
    let style = try Style(Array((test["csl"]?.text ?? "").utf8))
    var items: [Item] = []
    // Of two works with one key the last one holds.
    for item in (test["input"]?.items ?? []).compactMap({ Item($0) }) {
      if let place = items.firstIndex(where: { $0.id == item.id }) { items[place] = item } else { items.append(item) }
    }
    if let wanted = test["bibentries"]?.items?.last?.items?.compactMap(\.text), !wanted.isEmpty {
      items = wanted.compactMap { id in items.first { $0.id == id } }
    }
    var clusters: [Processor.Cluster] = []
    let citations = test["citations"]?.items ?? []
    // Each step names the citations before and after its own, with their notes.
    var known: [String: [Cite]] = [:]
    var earlier: [(id: String, cluster: Processor.Cluster)] = []
    var latest: [(id: String, cluster: Processor.Cluster)] = []
    var lastID = ""
    for entry in citations {
      guard let parts = entry.items, let citation = parts.first else { continue }
      lastID = citation["citationID"]?.text ?? "\u{1}\(known.count)"
      let cites = (citation["citationItems"]?.items ?? []).map(cite)
      known[lastID] = cites
      func around(_ list: JSON?) -> [(id: String, cluster: Processor.Cluster)] {
        (list?.items ?? []).compactMap { pair in
          guard let id = pair.items?.first?.text, let cites = known[id] else { return nil }
          return (id, Processor.Cluster(cites, note: pair.items?.last.flatMap(Item.scalar).flatMap { DocumentNumber.whole($0) } ?? 0))
        }
      }
      let note = citation["properties"]?["noteIndex"].flatMap(Item.scalar).flatMap { DocumentNumber.whole($0) } ?? 0
      earlier = latest
      latest =
        around(parts.count > 1 ? parts[1] : nil) + [(lastID, Processor.Cluster(cites, note: note))]
        + around(parts.count > 2 ? parts[2] : nil)
    }
    clusters = latest.map(\.cluster)
    var abbreviations: [String: [String: String]] = [:]
    for category in test["abbreviations"]?["default"]?.members ?? [] {
      for entry in category.value.members ?? [] { abbreviations[category.name, default: [:]][entry.name] = entry.value.text }
    }
    let isBibliography = test["mode"]?.text == "bibliography"
    func processor(_ clusters: [Processor.Cluster]) -> Processor {
      var cited = items
      if !clusters.isEmpty, !isBibliography {
        var seen: Set<String> = []
        cited = clusters.flatMap(\.cites).compactMap { cite in seen.insert(cite.id).inserted ? items.first { $0.id == cite.id } : nil }
      }
      return Processor(style: style, language: nil, localeFile: localeFile, items: cited, abbreviations: abbreviations)
    }
    if isBibliography {
      let processor = processor(clusters)
      let entries = processor.bibliography().map { "  <div class=\"csl-entry\">\($0.text.html(processor.quotes))</div>\n" }
      return "<div class=\"csl-bib-body\">\n" + entries.joined() + "</div>"
    }
    if !citations.isEmpty {
      func rendered(_ clusters: [Processor.Cluster]) -> [SetCitation] {
        guard !clusters.isEmpty else { return [] }
        let processor = processor(clusters)
        var placed = clusters
        processor.place(&placed)
        return placed.map { SetCitation($0, by: processor) }
      }
      let before = Dictionary(zip(earlier.map(\.id), rendered(earlier.map(\.cluster)))) { first, _ in first }
      return rendered(clusters).enumerated().map { index, citation in
        let isNew = latest[index].id == lastID || before[latest[index].id] != citation
        return (isNew ? ">>" : "..") + "[\(index)] " + citation.text
      }.joined(separator: "\n")
    }
    let processor = processor([])
    let lists = test["citation_items"]?.items ?? [.array(items.map { .object([JSON.Member("id", .string($0.id))]) })]
    return lists.map { list in
      let text = processor.citation(Processor.Cluster((list.items ?? []).map(cite))).html(processor.quotes)
      return text.isEmpty ? "[CSL STYLE ERROR: reference with no printed form.]" : text
    }.joined(separator: "\n")
  }

  private static func cite(_ json: JSON) -> Cite {
    var out = Cite(id: json["id"].flatMap(Item.scalar) ?? "")
    out.prefix = json["prefix"]?.text ?? ""
    out.suffix = json["suffix"]?.text ?? ""
    out.locator = json["locator"].flatMap(Item.scalar) ?? ""
    out.label = json["label"]?.text ?? ""
    func flag(_ name: String) -> Bool {
      switch json[name] {
      case .bool(let flag): flag
      case .number(let text), .string(let text): text != "0" && text != "" && text != "false"
      default: false
      }
    }
    out.suppressesAuthor = flag("suppress-author")
    out.isAuthorOnly = flag("author-only")
    out.isNearNote = flag("near-note")
    out.position =
      json["position"].flatMap(Item.scalar).flatMap { DocumentNumber.whole($0) }.flatMap { Cite.Position(rawValue: $0) } ?? .first
    out.firstNoteNumber = json["first-reference-note-number"].flatMap(Item.scalar).flatMap { DocumentNumber.whole($0) } ?? 0
    return out
  }
}
