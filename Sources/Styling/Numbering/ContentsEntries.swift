import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// One line of a table of contents, or of a list of figures; its page is known when pages are.
public struct ContentsEntry: Hashable, Sendable {
  /// From 0 on.
  public var level: Int
  public var number: InlineContent?
  public var content: InlineContent
  public var style: BlockStyle
  public var destination: String
  /// Of an index: the places of the entry; its lines have no leaders.
  public var places: [Place]?

  public struct Place: Hashable, Sendable {
    public var destination: String
    /// Where a range ends.
    public var end: String?
    /// True for the main place.
    public var isStrong = false
  }
}

/// The content of a contents block.
enum ContentsKind: Hashable { case sections, figures, tables, listings, theorems, algorithms }

/// A list whose entries come when all headings are known.
struct WaitingContents {
  var block: StyledTree.Index
  /// The list's own heading, if it has one.
  var heading: StyledTree.Index?
  var parent: StyledTree.Index
  var kind: ContentsKind
  /// How many levels it lists, if it says so itself.
  var depth: Int?
}

/// Lists of headings, figures and tables.
enum ContentsStyling {
  /// Adds a list with its heading; its entries come when all headings are known.
  static func append(
    _ kind: ContentsKind, title: String?, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var heading: StyledTree.Index?
    if let title, !title.isEmpty {
      let style = outer.applying(styling.theme[.contentsHeading], families: styling.theme.families)
      var content = InlineContent()
      content.text.append(title.utf8, style: style.text)
      let paragraph = styling.add(.paragraph(content), style, SourceSpan(0, 0))
      styling.out.blocks[Int(paragraph)].attributes.pairs.append(.init(StyledTree.opening, title))
      styling.link(paragraph, after: &last, in: parent)
      heading = paragraph
    }
    let style = outer.applying(styling.theme[.contents], families: styling.theme.families)
    let index = styling.add(.contents([]), style, SourceSpan(0, 0))
    styling.waitingContents.append(WaitingContents(block: index, heading: heading, parent: parent, kind: kind))
    styling.link(index, after: &last, in: parent)
  }

  /// What a list in the text lists: `\listoffigures` and `\listoftables` are LaTeX's names.
  static func kind(of node: Tree.Index, in tree: Tree) -> ContentsKind {
    guard let classes = tree.attributes(of: node)?.classes else { return .sections }
    return classes.contains("listoffigures") ? .figures : classes.contains("listoftables") ? .tables : .sections
  }

  /// The lists that front matter asks for, in the order of books.
  static func appendFront(
    inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    // Where the author has placed a list there is no second one; a stream has all lists at its end.
    var placed: Set<ContentsKind> = []
    if styling.contents.placement == .front {
      for index in styling.tree.nodes.indices where styling.tree.nodes[index].kind == .contents {
        placed.insert(kind(of: Tree.Index(index), in: styling.tree))
      }
    }
    if styling.contents.isOn, !placed.contains(.sections) {
      append(.sections, title: styling.contents.title ?? styling.words.contents, inside: outer, after: &last, in: parent, with: &styling)
    }
    if styling.contents.listsFigures, !placed.contains(.figures) {
      append(.figures, title: styling.words.figures, inside: outer, after: &last, in: parent, with: &styling)
    }
    if styling.contents.listsTables, !placed.contains(.tables) {
      append(.tables, title: styling.words.tables, inside: outer, after: &last, in: parent, with: &styling)
    }
    // Text may follow, without a heading's space.
    guard let list = styling.waitingContents.last?.block, list == last else { return }
    let style = styling.out.blocks[Int(list)].style
    if style.after.natural < style.leading { styling.out.blocks[Int(list)].style.after = Glue(style.leading) }
  }

  /// The same lists after the text, on pages of their own.
  static func appendEnd(
    inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    let before = last
    appendFront(inside: outer, after: &last, in: parent, with: &styling)
    guard last != before else { return }
    let first = before < 0 ? styling.out.blocks[Int(parent)].firstChild : styling.out.blocks[Int(before)].nextSibling
    styling.out.blocks[Int(first)].style.pageBreak = true
  }

  /// Fills the lists. A document may ask for a list of thousands of headings a thousand times: the entries of all lists together are limited
  /// as nodes are, those of lists that are there already more narrowly, and the lists beyond that are left out.
  static func finish(_ body: BlockStyle, with styling: inout BlockStyling) {
    struct List: Hashable {
      var kind: ContentsKind
      var depth: Int?
    }
    var made: [List: [ContentsEntry]] = [:]
    let most = styling.budget.nodes / 8
    let mostRepeated = min(most, 1 << 16)
    var (room, isSaid) = (mostRepeated, false)
    for waiting in styling.waitingContents {
      let list = List(kind: waiting.kind, depth: waiting.depth)
      let limit = made[list] == nil ? most : mostRepeated
      let depth = styling.contents.depth
      styling.contents.depth = waiting.depth ?? depth
      let all = made[list] ?? entries(of: waiting.kind, body, with: &styling)
      styling.contents.depth = depth
      made[list] = all
      // An entry of a hundred letters more counts as one more.
      let size = all.reduce(0) { $0 + 1 + $1.content.text.text.count / 100 }
      room -= size
      let isLeftOut = room < mostRepeated - limit
      if isLeftOut, !isSaid {
        isSaid = true
        styling.inlines.diagnostics.append(
          Diagnostic(
            .error, "limit.contents", at: nil, "the lists of contents have more than \(limit) entries together",
            hint: "ask for fewer lists, or allow more memory with --max-memory"))
      }
      let entries = isLeftOut ? [] : all
      styling.out.blocks[Int(waiting.block)].kind = .contents(entries)
      // A heading of its own stands for nothing if the list is empty.
      if entries.isEmpty, let heading = waiting.heading { remove(heading, from: waiting.parent, with: &styling) }
    }
  }

  private static func entries(of kind: ContentsKind, _ body: BlockStyle, with styling: inout BlockStyling) -> [ContentsEntry] {
    kind == .sections ? sectionEntries(body, with: &styling) : captionEntries(kind, body, with: &styling)
  }

  private static func remove(_ block: StyledTree.Index, from parent: StyledTree.Index, with styling: inout BlockStyling) {
    let next = styling.out.blocks[Int(block)].nextSibling
    guard styling.out.blocks[Int(parent)].firstChild != block else {
      styling.out.blocks[Int(parent)].firstChild = next
      return
    }
    var before = styling.out.blocks[Int(parent)].firstChild
    while before >= 0, styling.out.blocks[Int(before)].nextSibling != block { before = styling.out.blocks[Int(before)].nextSibling }
    if before >= 0 { styling.out.blocks[Int(before)].nextSibling = next }
  }

  private static func sectionEntries(_ body: BlockStyle, with styling: inout BlockStyling) -> [ContentsEntry] {
    var entries: [ContentsEntry] = []
    // Where there is but one level, its lines are like others.
    let levels = Set(
      styling.numbering.anchors.keys.compactMap { if case .heading(let level) = styling.tree[$0].kind { level } else { nil } })
    let isFlat = levels.filter { (styling.numbering.topLevel..<styling.numbering.topLevel + styling.contents.depth).contains($0) }.count < 2
    let listsChapters = listsChapters(styling)
    for position in styling.tree.nodes.indices {
      let index = Tree.Index(position)
      guard case .heading(let level) = styling.tree[index].kind, let destination = styling.numbering.anchors[index],
        styling.client?.headings.contains(index) ?? true
      else { continue }
      let depth = level - styling.numbering.topLevel
      let isListed =
        depth < styling.contents.depth && !listsChapters
        || !styling.contents.isDepthGiven && styling.numbering.chapterTitles.contains(index)
      guard depth >= 0, isListed, !styling.tree.isUnlisted(index) else { continue }
      let element: Element = depth == 0 && !isFlat ? .contentsChapter : .contents
      entries.append(
        entry(index, level: depth, element, body, number: styling.numbering.numbers[index], destination: destination, with: &styling))
    }
    return entries
  }

  /// Works whose sections would fill many pages list what their navigation has, unless they say how deep the list is to be.
  private static func listsChapters(_ styling: BlockStyling) -> Bool {
    guard styling.numbering.isWork, !styling.contents.isDepthGiven else { return false }
    let deepest = styling.numbering.topLevel + styling.contents.depth
    let sections = styling.numbering.anchors.keys.count {
      if case .heading(let level) = styling.tree[$0].kind { level < deepest } else { false }
    }
    return sections > 250
  }

  private static func captionEntries(_ kind: ContentsKind, _ body: BlockStyle, with styling: inout BlockStyling) -> [ContentsEntry] {
    var entries: [ContentsEntry] = []
    for (node, destination) in styling.captioned where destination.list == kind {
      if case .theorems = kind {
        entries.append(theoremEntry(node, destination.name, body, with: &styling))
        continue
      }
      let source = styling.tree.figure(node) ?? styling.tree.caption(of: node) ?? styling.tree.title(of: node) ?? node
      var listed = entry(
        source, level: 0, .contents, body, number: styling.numbering.numbers[node], destination: destination.name, with: &styling)
      if let short = shortCaption(of: source, node, styling.tree) {
        listed.content = InlineContent()
        listed.content.text.append(short.utf8, style: listed.style.text)
      }
      listed.content.endAfterSentence()
      entries.append(listed)
    }
    return entries
  }

  /// What an author gives for lists in place of a long caption: LaTeX's `\caption[Short]{…}`, Quarto's `fig-scap`, `short-caption` of pandoc's filters.
  private static func shortCaption(of source: Tree.Index, _ node: Tree.Index, _ tree: Tree) -> String? {
    for place in [source, node] {
      guard let attributes = tree.attributes(of: place) else { continue }
      for key in ["short-caption", "fig-scap", "tbl-scap", "scap"] { if let short = attributes[key], !short.isEmpty { return short } }
    }
    return nil
  }

  /// `Theorem 2 (Words)`
  private static func theoremEntry(
    _ node: Tree.Index, _ destination: String, _ body: BlockStyle, with styling: inout BlockStyling
  ) -> ContentsEntry {
    var style = body.applying(styling.theme[.contents], families: styling.theme.families)
    (style.firstIndent, style.align) = (.zero, .left)
    var content = InlineContent()
    if case .callout(let callout) = styling.tree[node].kind {
      content = TheoremStyling.head(callout, node, title: styling.tree.title(of: node), style: style.text, with: &styling)
    }
    content.dropLinks()
    return ContentsEntry(level: 0, content: content, style: style, destination: destination)
  }

  private static func entry(
    _ node: Tree.Index, level: Int, _ element: Element, _ body: BlockStyle, number: String?, destination: String,
    with styling: inout BlockStyling
  ) -> ContentsEntry {
    var style = body.applying(styling.theme[element], families: styling.theme.families)
    style.firstIndent = .zero
    style.align = .left
    let text = style.text
    var content = listed(node, style: text, with: styling)
    content.dropLinks()
    return ContentsEntry(
      level: level,
      number: number.map { number in
        var content = InlineContent()
        content.text.append(number.utf8, style: text)
        return content
      }, content: content, style: style, destination: destination)
  }
}

extension ContentsStyling {
  /// The inlines below a node for lists and running heads; for pictures alone, their alternative texts.
  static func listed(_ node: Tree.Index, style: TextStyle, with styling: BlockStyling) -> InlineContent {
    var listing = styling.inlines
    listing.isListing = true
    let isListing = if case .codeBlock = styling.tree[node].kind { true } else { false }
    var content = listing.content(of: isListing ? styling.tree.title(of: node) ?? node : node, style: style)
    content.trim()
    if content.isEmpty {
      let code: String? = if case .codeBlock = styling.tree[node].kind { styling.tree.attributes(of: node)?.listingCaption } else { nil }
      content.text.append((code ?? styling.tree.plainText(of: node)).utf8, style: style)
    }
    return content
  }
}

extension Tree {
  /// The title that is the first child of a block.
  func title(of index: Index) -> Index? {
    let first = self[index].firstChild
    guard first >= 0, case .title = self[first].kind else { return nil }
    return first
  }

  /// Headings that their author keeps out of the contents: pandoc's `.unlisted`, kramdown's `.no_toc`.
  fileprivate func isUnlisted(_ heading: Index) -> Bool {
    attributes(of: heading)?.classes.contains { $0 == "unlisted" || $0 == "no_toc" } ?? false
  }
}

extension InlineContent {
  /// Removes trailing space, which was before something that is left out.
  fileprivate mutating func trim() {
    while text.text.last == 0x20, let last = text.runs.indices.last {
      text.text.removeLast()
      text.runs[last].range = text.runs[last].range.lowerBound..<text.runs[last].range.upperBound - 1
      if text.runs[last].range.isEmpty { text.runs.removeLast() }
    }
  }

  /// Lists show the first sentence of a caption.
  fileprivate mutating func endAfterSentence() {
    let bytes = text.text
    let space = UInt8(ascii: " ")
    guard
      let stop = bytes.indices.dropFirst(12).first(where: {
        bytes[$0] == UInt8(ascii: ".") && $0 + 2 < bytes.count && bytes[$0 + 1] == space
          && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[$0 + 2])
      }) ?? lastStop(of: bytes)
    else { return }
    var short = StyledText()
    for run in text.runs where Int(run.range.lowerBound) < stop {
      short.append(bytes[Int(run.range.lowerBound)..<min(Int(run.range.upperBound), stop)], style: text.styles[Int(run.style)])
    }
    text = short
    attachments = Array(attachments.prefix(String(decoding: short.text, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFC}" }))
  }

  /// The full stop that ends a caption, unless it belongs to an abbreviation.
  private func lastStop(of bytes: [UInt8]) -> Int? {
    let stop = UInt8(ascii: ".")
    guard bytes.count > 2, bytes[bytes.count - 1] == stop, bytes[bytes.count - 2] != stop else { return nil }
    return ["etc.", "al.", "Inc.", "Ltd."].contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) } ? nil : bytes.count - 1
  }

  /// Makes a whole entry a link.
  fileprivate mutating func dropLinks() {
    for index in text.styles.indices {
      text.styles[index].link = nil
      text.styles[index].anchor = nil
    }
  }
}
