internal import TypesetCitations
internal import TypesetDiagnostics
internal import TypesetMarkdown

/// Which works each chapter cites, for lists of references at the ends of chapters.
///
/// `reference-list: chapter` asks for them, `reference-list: section` for one in each section, `section-bibs-level` of pandoc's filter for one below each
/// heading of a level, and a place for the list of its chapter: `::: {.refs scope=chapter}`, MyST's `{bibliography}` with a filter by document.
struct ChapterReferences {
  struct Chapter {
    /// Its heading's level.
    var level: Int
    /// The last of its blocks.
    var last: Tree.Index
    var keys: Set<String> = []
    /// Where the author wants the list; nil for the chapter's end.
    var place: Tree.Index?
    var title: String?
  }

  private(set) var chapters: [Chapter] = []

  /// Nil where no list of a chapter is asked for.
  ///
  /// - Parameter cited: The keys that blocks of the document's own cite.
  init?(_ matter: FrontMatter, in tree: Tree, cited: [(block: Tree.Index, keys: [String])]) {
    let places = Self.places(in: tree)
    let wanted = Self.wantedLevel(matter, in: tree)
    guard wanted != nil || !places.isEmpty else { return nil }
    let level = wanted ?? Self.chapterLevel(in: tree)
    var chapterOf: [Tree.Index: Int] = [:]
    for block in tree.children(of: 0) {
      if case .footnoteDefinition = tree[block].kind { continue }
      if case .heading(let own) = tree[block].kind {
        if own == level || own < level && !chapters.isEmpty { chapters.append(Chapter(level: own, last: block)) }
      }
      guard let chapter = chapters.indices.last else { continue }
      chapters[chapter].last = block
      chapterOf[block] = chapter
    }
    for (block, keys) in cited { if let chapter = chapterOf[block] { chapters[chapter].keys.formUnion(keys) } }
    for place in places {
      guard let chapter = chapterOf[Self.top(place, in: tree)] else { continue }
      if chapters[chapter].place == nil {
        (chapters[chapter].place, chapters[chapter].title) = (place, tree.attributes(of: place)?["title"])
      }
    }
    // Only where the author has asked for one.
    if wanted == nil { for index in chapters.indices where chapters[index].place == nil { chapters[index].keys = [] } }
  }

  /// The level of headings that have lists; nil if the front matter asks for no such lists.
  private static func wantedLevel(_ matter: FrontMatter, in tree: Tree) -> Int? {
    if let level = matter.text("section-bibs-level", "section-bibliographies-level").flatMap({ DocumentNumber.whole($0, in: 1...6) }) {
      return level
    }
    return switch matter.text("reference-list")?.lowercased() {
    case "chapter", "chapters": chapterLevel(in: tree)
    case "section", "sections": min(6, chapterLevel(in: tree) + 1)
    default: nil
    }
  }

  /// The highest level with more than one heading.
  private static func chapterLevel(in tree: Tree) -> Int {
    var counts = [Int](repeating: 0, count: 7)
    for block in tree.children(of: 0) { if case .heading(let level) = tree[block].kind, (1...6).contains(level) { counts[level] += 1 } }
    return (1...6).first { counts[$0] > 1 } ?? (1...6).first { counts[$0] > 0 } ?? 1
  }

  private static func places(in tree: Tree) -> [Tree.Index] {
    tree.nodes.indices.compactMap { index in
      guard case .division = tree.nodes[index].kind else { return nil }
      let place = Tree.Index(index)
      return ReferenceSelection.isOfChapter(tree.attributes(of: place)) ? place : nil
    }
  }

  private static func top(_ node: Tree.Index, in tree: Tree) -> Tree.Index {
    var node = node
    while tree[node].parent > 0 { node = tree[node].parent }
    return node
  }
}
