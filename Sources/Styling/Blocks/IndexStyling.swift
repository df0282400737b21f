import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// The index: entries of `\index{a!b|see{c}}` and `[word]{.index}`, sorted as the document's language sorts, with their pages.
enum IndexStyling {
  static func anchor(of node: Tree.Index) -> String { "\u{1}index \(node)" }

  /// An entry while places are collected: its subentries by their words.
  private struct Entry {
    var word: String
    var key: [UInt8]
    var level: Int
    /// What it is sorted by.
    var sortText: String
    var places: [ContentsEntry.Place] = []
    /// The places that are open, by the names of their entries.
    var open: Int?
    var see: [String] = []
    var seeAlso: [String] = []
    /// Both.
    var known: Set<String> = []
  }

  static func append(
    _ index: Tree.Index, title: String?, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    guard styling.tree.attributes.contains(where: \.isIndexed) else { return }
    PaperBlock.appendHeading(title, inside: outer, after: &last, in: parent, with: &styling)
    var style = outer.applying(styling.theme[.division], families: styling.theme.families)
    style.after = outer.applying(styling.theme[.paragraph], families: styling.theme.families).after
    let group = styling.add(.group, style, for: index)
    styling.waitingIndexes.append(group)
    styling.link(group, after: &last, in: parent)
  }

  /// Fills the indexes once all places are known.
  static func finish(_ body: BlockStyle, with styling: inout BlockStyling) {
    guard !styling.waitingIndexes.isEmpty else { return }
    let order = LanguageOrder(language: styling.out.language)
    let entries = collected(in: styling.tree, order, anchors: styling.inlines.facts.indexAnchors, &styling.inlines.diagnostics)
    let words = ReferenceWords(language: styling.words.language)
    var text = body.text
    text.size = text.size.scaled(by: 0.92)
    var style = body
    style.text = text
    style.leading = body.leading.scaled(by: 0.92)
    (style.firstIndent, style.align) = (.zero, .left)
    let lines = entries.map { line($0, style, words, with: styling) }
    let isWide = styling.theme.page.columns == 1
    for group in styling.waitingIndexes { fill(group, with: lines, keys: entries.map(\.initial), style, isWide: isWide, with: &styling) }
    styling.inlines.facts.showsPages = styling.inlines.facts.showsPages || isWide
  }

  private static func line(_ entry: Flat, _ style: BlockStyle, _ words: ReferenceWords, with styling: BlockStyling) -> ContentsEntry {
    var content = InlineContent()
    content.append(GlossaryStyling.content(entry.word, style.text, with: styling))
    let italic = style.text.applying(styling.theme[.emphasis], families: styling.theme.families)
    for (word, targets) in [(words.see, entry.see), (words.seeAlso, entry.seeAlso)] {
      for target in targets {
        content.text.append(", ".utf8, style: style.text)
        content.text.append((word + " ").utf8, style: italic)
        content.text.append(target.utf8, style: style.text)
      }
    }
    var line = ContentsEntry(level: entry.level, content: content, style: style, destination: entry.places.first?.destination ?? "")
    line.places = entry.places
    return line
  }

  /// Some letters together, in two columns of the same height; a page may end between these parts.
  private static func fill(
    _ group: StyledTree.Index, with lines: [ContentsEntry], keys: [String], _ style: BlockStyle, isWide: Bool,
    with styling: inout BlockStyling
  ) {
    var last: StyledTree.Index = -1
    var start = 0
    while start < lines.count {
      var end = start + 1
      while end < lines.count, end - start < Self.fewest || lines[end].level > 0 || keys[end] == keys[end - 1] { end += 1 }
      // What is left would be a part of a line or two.
      if lines.count - end < Self.fewest / 2 { end = lines.count }
      // No more than a page has.
      let most = 2 * max(8, Int(styling.theme.page.textHeight.rawValue / max(style.leading.rawValue, 1)) * 2 / 3)
      var part = start
      while part < end {
        let next = end - part > most ? part + most : end
        append(
          lines[part..<next], keys, style, isWide: isWide, isFirst: part == start && part > 0, after: &last, in: group, with: &styling)
        part = next
      }
      start = end
    }
  }

  private static func append(
    _ lines: ArraySlice<ContentsEntry>, _ keys: [String], _ style: BlockStyle, isWide: Bool, isFirst: Bool,
    after last: inout StyledTree.Index, in group: StyledTree.Index, with styling: inout BlockStyling
  ) {
    let before = isFirst ? gap(style) : .zero
    guard isWide else { return appendLetters(lines, keys, style, before: before, after: &last, in: group, with: &styling) }
    var half = lines.startIndex + (lines.count + 1) / 2
    // A subentry stays with its entry, if that is near.
    var steps = 0
    while half < lines.endIndex, lines[half].level > 0, steps < 3 { (half, steps) = (half + 1, steps + 1) }
    var own = style
    (own.before, own.after) = (before, .zero)
    var layout = StyledTree.Table(columns: [.none, .none], head: [], rows: [], headStyle: own, cellStyle: own)
    layout.isLayout = true
    layout.rows = [
      [lines[..<half], lines[half...]].map { part in
        var cell = StyledTree.Table.Cell(InlineContent())
        cell.vertical = .top
        cell.width = .fraction(0.5)
        var inner = style
        (inner.before, inner.after) = (.zero, .zero)
        let column = styling.add(.group, inner, SourceSpan(0, 0))
        var child: StyledTree.Index = -1
        appendLetters(part, keys, inner, before: .zero, after: &child, in: column, with: &styling)
        cell.blocks = column
        return cell
      }
    ]
    styling.link(styling.add(.table(layout), own, SourceSpan(0, 0)), after: &last, in: group)
  }

  /// The fewest lines of a part that has both columns.
  private static let fewest = 30

  /// The space between two letters.
  private static func gap(_ style: BlockStyle) -> Glue { Glue(style.leading.scaled(by: 0.6)) }

  /// Lines of a column, with space between their letters.
  private static func appendLetters(
    _ lines: ArraySlice<ContentsEntry>, _ keys: [String], _ style: BlockStyle, before: Glue, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    var start = lines.startIndex
    while start < lines.endIndex {
      var end = start + 1
      while end < lines.endIndex, keys[end] == keys[start] { end += 1 }
      var own = style
      own.before = start == lines.startIndex ? before : gap(style)
      styling.link(styling.add(.contents(Array(lines[start..<end])), own, SourceSpan(0, 0)), after: &last, in: parent)
      start = end
    }
  }

  // MARK: Collecting

  private struct Flat {
    var word: String
    var level: Int
    var initial: String
    var places: [ContentsEntry.Place]
    var see: [String]
    var seeAlso: [String]
  }

  /// All entries of a document, sorted; those below others after them.
  private static func collected(
    in tree: Tree, _ order: LanguageOrder, anchors: [Tree.Index: String], _ diagnostics: inout [Diagnostic]
  ) -> [Flat] {
    var entries: [[String]: Entry] = [:]
    var ranges = OpenRanges()
    var targets = IndexTargets()
    for position in tree.nodes.indices {
      let node = Tree.Index(position)
      guard let attributes = tree.attributes(of: node), attributes.isIndexed else { continue }
      let written = attributes["entry"] ?? attributes["index"].flatMap { $0.isEmpty ? nil : $0 } ?? tree.plainText(of: node)
      guard let anchor = anchors[node] else { continue }
      let span = tree[node].span
      for one in written.isEmpty ? [""] : written.split(separator: "\u{1}").map(String.init) {
        let entry = IndexEntry(one)
        diagnostics += entry.faults.map { $0.diagnostic(of: one, at: span) }
        targets.take(entry, at: span)
        ranges.take(entry, at: tree[node].span, &diagnostics)
        add(entry, at: anchor, to: &entries, order)
      }
    }
    ranges.finish(&diagnostics)
    diagnostics += targets.missing
    var keys: [[String]: [[UInt8]]] = [:]
    for path in entries.keys { keys[path] = (1...path.count).map { entries[Array(path.prefix($0))]?.key ?? order.key(path[$0 - 1]) } }
    let sorted = entries.keys.sorted { a, b in
      let (one, two) = (keys[a] ?? [], keys[b] ?? [])
      for (x, y) in zip(one, two) where x != y { return x.lexicographicallyPrecedes(y) }
      return one.count != two.count ? one.count < two.count : a.lexicographicallyPrecedes(b)
    }
    var initials: [String: String] = [:]
    return sorted.compactMap { path in
      guard let entry = entries[path] else { return nil }
      let top = path[0]
      let initial = initials[top] ?? order.initial(of: entries[[top]]?.sortText ?? top)
      initials[top] = initial
      return Flat(word: entry.word, level: entry.level, initial: initial, places: entry.places, see: entry.see, seeAlso: entry.seeAlso)
    }
  }

  /// Ranges of pages that have begun and not ended: `\index{word|(}`.
  private struct OpenRanges {
    private var places: [[String]: SourceSpan] = [:]

    mutating func take(_ entry: IndexEntry, at span: SourceSpan, _ diagnostics: inout [Diagnostic]) {
      let path = entry.levels.map(\.word)
      if case .begin = entry.form { places[path] = span }
      if entry.form == .end, places.removeValue(forKey: path) == nil {
        let name = path.joined(separator: "!")
        diagnostics.append(
          Diagnostic(
            .warning, "latex.unclosed", at: span, "the pages of ‘\(name)’ in the index end here and have not begun",
            hint: "begin them with \\index{\(name)|(}"))
      }
    }

    func finish(_ diagnostics: inout [Diagnostic]) {
      for (path, span) in places.sorted(by: { ($0.value.start, $0.key.joined()) < ($1.value.start, $1.key.joined()) }) {
        let name = path.joined(separator: "!")
        diagnostics.append(
          Diagnostic(
            .warning, "latex.unclosed", at: span, "the pages of ‘\(name)’ in the index begin here and never end",
            hint: "end them with \\index{\(name)|)}"))
      }
    }
  }

  private static func add(_ entry: IndexEntry, at anchor: String, to entries: inout [[String]: Entry], _ order: LanguageOrder) {
    let path = entry.levels.map(\.word)
    guard !path.isEmpty else { return }
    for depth in 1...path.count where entries[Array(path.prefix(depth))] == nil {
      let level = entry.levels[depth - 1]
      entries[Array(path.prefix(depth))] = Entry(word: level.word, key: order.key(level.sort), level: depth - 1, sortText: level.sort)
    }
    switch entry.form {
    case .see(let target): if entries[path]?.known.insert(target).inserted == true { entries[path]?.see.append(target) }
    case .seeAlso(let target): if entries[path]?.known.insert(target).inserted == true { entries[path]?.seeAlso.append(target) }
    case .begin(let isStrong):
      let count = entries[path]?.places.count
      entries[path]?.open = count
      entries[path]?.places.append(ContentsEntry.Place(destination: anchor, isStrong: isStrong))
    case .end:
      if let open = entries[path]?.open, entries[path]?.places.indices.contains(open) == true { entries[path]?.places[open].end = anchor }
      entries[path]?.open = nil
    case .page(let isStrong):
      if entries[path]?.places.last?.destination != anchor {
        entries[path]?.places.append(ContentsEntry.Place(destination: anchor, isStrong: isStrong))
      }
    }
  }
}

/// The entries to which others refer: `\index{pear|see{apple}}`.
private struct IndexTargets {
  private var references: [(target: String, span: SourceSpan)] = []
  /// In small letters: the words of entries, and of those below them with the ones above.
  private var known: Set<String> = []
  private var words: [String] = []

  mutating func take(_ entry: IndexEntry, at span: SourceSpan) {
    switch entry.form {
    case .see(let target), .seeAlso(let target): references.append((target, span))
    default: break
    }
    let path = entry.levels.map { $0.word.lowercased() }
    for depth in path.indices {
      if known.insert(path[depth]).inserted { words.append(entry.levels[depth].word) }
      guard depth > 0 else { continue }
      for separator in ["!", ", ", ": "] { known.insert(path[...depth].joined(separator: separator)) }
    }
  }

  private func isKnown(_ target: String) -> Bool {
    if known.contains(target) { return true }
    // `pears; apples and nuts` names several.
    let parts = target.split { ",;".contains($0) }.map { String($0.drop { $0 == " " }) }
    return parts.count > 1 && parts.allSatisfy(known.contains)
  }

  /// What is said of those that the index does not have.
  var missing: [Diagnostic] {
    references.compactMap { target, span in
      guard !isKnown(target.lowercased()) else { return nil }
      let near = references.count < 1_000 ? nearest(to: target, among: words) : nil
      return Diagnostic(
        .warning, "index.target", at: span, "the index refers to ‘\(target)’, which is not in it",
        hint: near.map { "did you mean \($0)?" } ?? "add \\index{\(target)} where the text is about it")
    }
  }
}

extension IndexEntry.Fault {
  fileprivate func diagnostic(of entry: String, at span: SourceSpan) -> Diagnostic {
    let shown = entry.replacing("\u{2}", with: "\"").prefix(60) + (entry.count > 60 ? "…" : "")
    func warning(_ message: String, hint: String) -> Diagnostic { Diagnostic(.warning, "index.entry", at: span, message, hint: hint) }
    switch self {
    case .noWord: return warning("an entry of the index has no word", hint: "write it as in \\index{word}")
    case .noWordBelow: return warning("a level of the entry ‘\(shown)’ of the index has no word", hint: "write it as in \\index{word!part}")
    case .isTooDeep:
      return warning(
        "the entry ‘\(shown)’ of the index has more than three levels", hint: "the first three are used; \"! is the sign itself")
    case .isUnclosed(let format): return warning("‘\(format)’ in an entry of the index is never closed", hint: "close it with }")
    case .unknownFormat(let format):
      let near = nearest(to: format, among: IndexEntry.formats.filter { !$0.isEmpty } + ["see{…}", "seealso{…}"])
      return warning(
        "the format ‘\(format)’ of a page in the index is not known",
        hint: near.map { "did you mean |\($0)?" } ?? "the page is set without it; write |textbf for bold, or \"| for the sign itself")
    }
  }
}
