import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// Divs by whose classes papers ask for lists: `::: {.index}`, `::: {.list-of-theorems}`, `::: {.glossary}`; and lines of algorithms.
enum PaperBlock {
  case index, glossary, acronyms, lines
  case list(ContentsKind)

  /// Nil for all other divs, and for those with something in them.
  init?(of index: Tree.Index, in tree: Tree) {
    guard let attributes = tree.attributes(of: index), let name = attributes.classes.first else { return nil }
    if name == "algorithm-lines" {
      self = .lines
      return
    }
    guard tree[index].firstChild < 0, let kind = Self.named[name] else { return nil }
    self = kind
  }

  private static let named: [String: PaperBlock] = [
    "index": .index, "printindex": .index, "glossary": .glossary, "acronyms": .acronyms, "abbreviations": .acronyms,
    "list-of-figures": .list(.figures), "list-of-tables": .list(.tables), "list-of-listings": .list(.listings),
    "list-of-theorems": .list(.theorems), "list-of-algorithms": .list(.algorithms),
  ]

  func append(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    let words = ReferenceWords(language: styling.words.language)
    switch self {
    case .lines: AlgorithmStyling.appendLines(of: index, inside: outer, after: &last, in: parent, with: &styling)
    case .list(let kind):
      let title =
        switch kind {
        case .figures: styling.words.figures
        case .tables: styling.words.tables
        case .listings: words.listOfListings
        case .theorems: words.listOfTheorems
        case .algorithms: words.listOfAlgorithms
        case .sections: styling.words.contents
        }
      ContentsStyling.append(
        kind, title: Self.follows(index, last, styling) ? nil : title, inside: outer, after: &last, in: parent, with: &styling)
    case .index, .glossary, .acronyms:
      let title = { if case .index = self { words.index } else if case .glossary = self { words.glossary } else { words.abbreviations } }()
      let heading = Self.follows(index, last, styling) ? nil : title
      if case .index = self {
        IndexStyling.append(index, title: heading, inside: outer, after: &last, in: parent, with: &styling)
      } else if case .glossary = self {
        GlossaryStyling.append(.terms, index, title: heading, inside: outer, after: &last, in: parent, with: &styling)
      } else {
        GlossaryStyling.append(.acronyms, index, title: heading, inside: outer, after: &last, in: parent, with: &styling)
      }
    }
  }

  /// True if the author has written a heading above.
  private static func follows(_ index: Tree.Index, _ last: StyledTree.Index, _ styling: BlockStyling) -> Bool {
    guard last >= 0, case .heading = styling.out.blocks[Int(last)].kind else { return false }
    return true
  }

  /// A heading without a number that is not in the table of contents.
  static func appendHeading(
    _ title: String?, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    guard let title else { return }
    let style = outer.applying(styling.theme[.contentsHeading], families: styling.theme.families)
    var content = InlineContent()
    content.text.append(title.utf8, style: style.text)
    styling.link(styling.add(.paragraph(content), style, SourceSpan(0, 0)), after: &last, in: parent)
  }
}

/// The list of a document's terms, or of its abbreviations.
enum GlossaryStyling {
  enum Kind { case terms, acronyms }

  static func append(
    _ kind: Kind, _ index: Tree.Index, title: String?, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    let entries = entries(kind, in: styling.tree)
    guard !entries.isEmpty else { return }
    PaperBlock.appendHeading(title, inside: outer, after: &last, in: parent, with: &styling)
    let order = LanguageOrder(language: styling.out.language)
    let sorted = entries.map { (entry: $0, key: order.key($0.word)) }.sorted { $0.key.lexicographicallyPrecedes($1.key) }
    for (entry, _) in sorted {
      var term = outer.applying(styling.theme[.definitionTerm], families: styling.theme.families)
      term.keepWithNext = true
      let name = styling.add(.paragraph(content(entry.word, term.text, with: styling)), term, styling.tree[index].span)
      styling.out.blocks[Int(name)].anchor = GlossaryEntry.anchor(entry.key)
      styling.link(name, after: &last, in: parent)
      let body = outer.applying(styling.theme[.definition], families: styling.theme.families)
      let group = styling.add(.group, body, styling.tree[index].span)
      let inner = body.withoutFrame.withoutSpace
      var child: StyledTree.Index = -1
      styling.link(
        styling.add(.paragraph(content(entry.meaning, inner.text, with: styling)), inner, styling.tree[index].span), after: &child,
        in: group)
      styling.link(group, after: &last, in: parent)
    }
  }

  private static func entries(_ kind: Kind, in tree: Tree) -> [(key: String, word: String, meaning: String)] {
    var out: [(key: String, word: String, meaning: String)] = []
    var seen: Set<String> = []
    // Their uses are abbreviations, too: in the plural, or spelled out.
    let defined = Set(tree.attributes.lazy.compactMap { GlossaryEntry($0) }.filter(\.isAcronym).map(\.meaning))
    // Abbreviations that are defined have no list of their own unless the document asks for one (glossaries' option `acronym`).
    let hasAcronyms = tree.attributes.contains { ["acronyms", "abbreviations"].contains($0.classes.first) }
    for node in tree.nodes.indices {
      if kind == .acronyms, case .abbreviation(let meaning) = tree.nodes[node].kind, !defined.contains(meaning) {
        let word = tree.plainText(of: Tree.Index(node))
        if !meaning.isEmpty, seen.insert(word).inserted { out.append((word, word, meaning)) }
      }
      guard let attributes = tree.attributes(of: Tree.Index(node)), let entry = GlossaryEntry(attributes),
        entry.isAcronym == (kind == .acronyms) || kind == .terms && !hasAcronyms,
        seen.insert(entry.key).inserted
      else { continue }
      out.append((entry.key, entry.word, entry.meaning))
    }
    return out
  }

  static func content(_ text: String, _ style: TextStyle, with styling: BlockStyling) -> InlineContent {
    var content = InlineContent()
    for (number, piece) in text.split(separator: "$", omittingEmptySubsequences: false).enumerated() where !piece.isEmpty {
      guard number % 2 == 1 else {
        content.text.append(piece.utf8, style: style)
        continue
      }
      content.text.append("\u{FFFC}".utf8, style: style)
      content.attachments.append(
        .math(MathSpan(tex: String(piece), isDisplay: false, span: SourceSpan(0, 0), origins: [MathSpan.Origin(body: 0, source: 0)]), style)
      )
    }
    return content
  }
}
