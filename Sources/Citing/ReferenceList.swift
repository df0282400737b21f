internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// The list of references: in `::: {#refs}`, else at the end, below a heading where the document names one.
struct ReferenceList {
  private let entries: [Processor.Entry]
  private let quotes: RichText.Quotes
  private let layout: Processor.ListFormatting
  private let title: String?
  /// The heading of a chapter's list.
  private let chapterTitle: String
  private let works: [String: Item]
  /// What the document calls the bibliographies of works, and all of these names.
  private let groups: [String: String]
  private let groupNames: Set<String>

  /// Nil for a document without a list.
  ///
  /// - Parameter listed: The keys of the works in it.
  init?(_ processor: Processor, _ matter: FrontMatter, of listed: Set<String>, _ collection: borrowing CitedCollection) {
    guard matter.flag("suppress-bibliography") != true else { return nil }
    entries = processor.bibliography(listed.contains)
    guard !entries.isEmpty else { return nil }
    (quotes, layout, title) = (processor.quotes, processor.listLook, matter.text("reference-section-title"))
    chapterTitle = title ?? processor.listTitle
    works = Dictionary(collection.items.map { ($0.id, $0) }) { first, _ in first }
    (groups, groupNames) = (collection.groups, collection.groupNames)
  }

  /// Adds the lists that the document has places for, and at its end the works that are in none of these lists.
  ///
  /// - Parameter chapters: The chapters that have their own lists.
  /// - Returns: What is wrong with the places.
  func add(to tree: inout Tree, of chapters: ChapterReferences? = nil, _ parse: @escaping (String) -> Tree) -> [Diagnostic] {
    var diagnostics: [Diagnostic] = []
    let end = SourceSpan(Int(tree.nodes[0].span.end), Int(tree.nodes[0].span.end))
    var left = entries
    var rest: (place: Tree.Index, title: String?)?
    var known: Set<String> = []
    if let chapters {
      let order = Dictionary(entries.enumerated().map { ($1.id, $0) }) { first, _ in first }
      let places = tree.divisions(after: chapters.chapters.filter { !$0.keys.isEmpty && $0.place == nil }.map(\.last))
      for chapter in chapters.chapters where !chapter.keys.isEmpty {
        guard let place = chapter.place ?? places[chapter.last] else { continue }
        let chosen = chapter.keys.compactMap { order[$0] }.sorted().map { entries[$0] }
        let title = chapter.title ?? (chapter.place == nil ? chapterTitle : nil)
        append(chosen, title: title, level: min(6, chapter.level + 1), to: place, at: end, known: known, in: &tree, parse)
        known.formUnion(chapter.keys)
      }
      left.removeAll { known.contains($0.id) }
    }
    for index in tree.nodes.indices {
      guard case .division = tree.nodes[index].kind else { continue }
      let place = Tree.Index(index)
      let span = tree.nodes[index].span
      guard let selection = ReferenceSelection(tree.attributes(of: place), groups: groupNames) else {
        if let fault = ReferenceSelection.unknown(tree.attributes(of: place), groups: groupNames, at: span) { diagnostics.append(fault) }
        continue
      }
      if selection.takesRest {
        if rest == nil { rest = (place, selection.title) }
        continue
      }
      let chosen = entries.filter { entry in works[entry.id].map { selection.takes($0, of: groups[entry.id]) } ?? false }
      if chosen.isEmpty { diagnostics.append(selection.empty(at: span)) }
      let keys = Set(chosen.map(\.id))
      left.removeAll { keys.contains($0.id) }
      append(chosen, title: selection.title, level: 2, to: place, at: end, known: known, in: &tree, parse)
      known.formUnion(keys)
    }
    append(
      left, title: rest.map(\.title) ?? (known.isEmpty || title != nil ? title : chapterTitle), level: rest == nil ? 1 : 2,
      to: rest?.place ?? 0, at: end, known: known, in: &tree, parse)
    return diagnostics
  }

  /// - Parameter known: The works that a list above has, to which links lead.
  private func append(
    _ entries: [Processor.Entry], title: String?, level: Int, to parent: Tree.Index, at end: SourceSpan, known: Set<String>,
    in tree: inout Tree, _ parse: @escaping (String) -> Tree
  ) {
    guard !entries.isEmpty else { return }
    func name(_ id: String) -> String? { known.contains(id) ? nil : "ref-" + id }
    let labelled = entries.compactMap { entry in entry.text.columns.map { (name(entry.id), $0.label, $0.rest) } }
    var blocks: [Tree.Index]
    if labelled.count == entries.count {
      blocks = [list(labelled, at: end, in: &tree, parse)]
    } else {
      blocks = entries.map { paragraph(name($0.id), $0.text, at: end, in: &tree, parse, hangs: layout.hangs) }
    }
    if let title {
      let heading = tree.add(.heading(level: level), end)
      tree.setChildren(of: heading, to: [tree.add(.text(title), end)])
      tree.add(Attributes(classes: ["unnumbered"]), to: heading)
      blocks.insert(heading, at: 0)
    }
    tree.setChildren(of: parent, to: Array(tree.children(of: parent)) + blocks)
  }

  private func paragraph(
    _ id: String?, _ text: RichText, at span: SourceSpan, in tree: inout Tree, _ parse: @escaping (String) -> Tree, hangs: Bool
  ) -> Tree.Index {
    let paragraph = tree.add(.paragraph, span)
    let pairs = hangs ? [Attributes.Pair("hang", "1.5em")] : []
    tree.add(Attributes(id: id, classes: ["csl-entry"], pairs: pairs), to: paragraph)
    tree.setChildren(of: paragraph, to: RichNodes(span, quotes, parse).add(text, to: &tree))
    return paragraph
  }

  /// Entries beside a column of labels: the items of a list.
  private func list(
    _ entries: [(id: String?, label: String, text: RichText)], at span: SourceSpan, in tree: inout Tree, _ parse: @escaping (String) -> Tree
  ) -> Tree.Index {
    let list = tree.add(.list(start: nil, isTight: layout.isTight), span)
    let width = entries.lazy.map { Self.width(of: $0.label) }.max() ?? 0
    tree.add(Attributes(classes: ["references"], pairs: [Attributes.Pair(ListLabel.width, "\(min(width, 9))")]), to: list)
    let items = entries.map { entry in
      let item = tree.add(.item(isChecked: nil), span)
      tree.add(Attributes(pairs: [Attributes.Pair(ListLabel.text, entry.label)]), to: item)
      tree.setChildren(of: item, to: [paragraph(entry.id, entry.text, at: span, in: &tree, parse, hangs: false)])
      return item
    }
    tree.setChildren(of: list, to: items)
    return list
  }

  /// About how wide a label is, in em, with the space after it.
  private static func width(of label: String) -> Double {
    label.reduce(0.8) { width, letter in
      width + ("[]().,:".contains(letter) ? 0.31 : letter.isUppercase ? 0.72 : letter.isASCII ? 0.53 : 1)
    }
  }
}

extension Tree {
  /// New divisions, each right after a block of the document's own, by these.
  fileprivate mutating func divisions(after blocks: [Index]) -> [Index: Index] {
    guard !blocks.isEmpty else { return [:] }
    var out: [Index: Index] = [:]
    for block in blocks { out[block] = add(.division, SourceSpan(Int(self[block].span.end), Int(self[block].span.end))) }
    setChildren(of: 0, to: children(of: 0).flatMap { block in [block] + (out[block].map { [$0] } ?? []) })
    return out
  }
}
