import TypesetBoxes
import TypesetDiagnostics
import TypesetInterface
import TypesetMarkdown

/// Which blocks of a styled tree an edit has replaced. All before them are the same, all after them have only moved.
package struct StyledEdit: Sendable {
  /// In `StyledTree.blocks`, before and after.
  package var old: Range<Int>
  package var new: Range<Int>
  /// Among the children of the document.
  package var oldPositions: Range<Int>
  package var newPositions: Range<Int>
  /// How far the text of the blocks after them has moved.
  package var byteShift: Int

  package var shift: StyledTree.Index { StyledTree.Index(new.count - old.count) }
}

/// What has changed in a styled tree since that of the last document.
package enum StyledChange: Sendable {
  /// All may be different from that tree; nil where there was none.
  case all(since: StyledTree?)
  case edit(StyledEdit)
}

/// A document as it was styled, for the same one after an edit: only the blocks around the edit are styled again.
///
/// What the document decides as a whole (numbers, names, notes, captions) cannot change if neither the old nor the new nodes take part in it, and
/// they refer to the same; edits of other nodes style the document as a whole. Blocks are tied to their neighbours, so some on both sides are styled with them.
package struct KeptStyling: Sendable {
  package private(set) var tree: StyledTree
  private let choices: StylingChoices
  private var tops: [(node: Tree.Index, block: StyledTree.Index)]
  private var numbering: Numbering
  private var notes: NoteNumbers
  /// Tables and figures that are named by their numbers in the tree.
  private var captioned: [Tree.Index]
  /// True if some text runs from right to left.
  private var hasRightToLeft: Bool
  private let budget: Budget

  /// So many blocks on both sides have ties to those that have changed.
  private static let tied = 2
  /// So many beyond decide about these ties.
  private static let beyond = 3

  /// - Parameter styling: That of a whole document, after it.
  private init?(_ styling: inout BlockStyling, _ tree: StyledTree, choices: StylingChoices) {
    // Fields show numbers of the whole document; the place of what comes after the text is not known.
    guard choices.contents.placement == .front, !styling.tree.attributes.contains(where: { $0[DocumentField.key] != nil }) else {
      return nil
    }
    (self.tree, self.choices, tops, numbering, notes) = (tree, choices, styling.tops, styling.numbering, styling.inlines.notes)
    (captioned, budget) = (styling.captioned.map(\.node), styling.budget)
    hasRightToLeft = styling.directions.hasRightToLeft
  }

  /// Styles a whole document that has no styles of a client.
  ///
  /// - Parameter attachments: What the client draws in it, by the numbers of nodes.
  /// - Returns: The tree, and what is kept; nil where parts of the document cannot be styled alone.
  static func style(
    _ markdown: Tree, _ choices: StylingChoices, _ attachments: [AttachmentBox], budget: Budget
  ) -> (tree: StyledTree, kept: KeptStyling?) {
    let shown = markdown.withoutEmptyNotesHeading()
    var styling = choices.styling(of: shown, budget)
    styling.inlines.attachments = attachments
    let tree = styling.style(choices.title)
    return (tree, markdown.emptyNotesHeading != nil || budget.isStopped ? nil : KeptStyling(&styling, tree, choices: choices))
  }

  /// Makes this the styling of another tree.
  ///
  /// - Returns: What has changed; nil if the document must be styled as a whole. Then this stays as it was.
  mutating func edit(
    to markdown: Tree, _ edit: TreeEdit, _ choices: StylingChoices, _ attachments: [AttachmentBox]
  ) -> StyledEdit? {
    guard choices == self.choices else { return nil }
    if edit.old.isEmpty, edit.new.isEmpty {
      let count = tree.blocks.count
      return StyledEdit(old: count..<count, new: count..<count, oldPositions: 0..<0, newPositions: 0..<0, byteShift: 0)
    }
    guard let before = markdown.references(in: edit.removed[...], from: edit.old.lowerBound, { edit.attributes(of: $0, in: markdown) }),
      let after = markdown.references(
        in: markdown.nodes[edit.new], from: edit.new.lowerBound, { $0.attributes >= 0 ? markdown.attributes[Int($0.attributes)] : nil }),
      case let known = before.filter({ !$0.isHeading }), case let found = after.filter({ !$0.isHeading }),
      known.map(\.name) == found.map(\.name), edit.nodeShift == 0 || !captioned.contains(where: { $0 >= edit.old.upperBound }),
      markdown.emptyNotesHeading == nil,
      let first = tops.firstIndex(where: { $0.node >= edit.old.lowerBound }), tops[first].node == edit.old.lowerBound,
      let last = tops.firstIndex(where: { $0.node >= edit.old.upperBound }), tops[last].node == edit.old.upperBound,
      let start = top(before: first, blocks: Self.tied), let outerStart = top(before: start, blocks: Self.beyond)
    else { return nil }
    let end = top(after: last, blocks: Self.tied)
    let outerEnd = top(after: end, blocks: Self.beyond)
    let (old, newStart) = (Int(tops[start].block)..<Int(tops[end].block), tops[start].node)
    func moved(_ node: Tree.Index) -> Tree.Index { node < edit.old.upperBound ? node : node + Tree.Index(edit.nodeShift) }
    var (numbering, notes) = (numbering, notes)
    numbering.move(by: edit)
    if before.contains(where: \.isHeading) || after.contains(where: \.isHeading) {
      guard let renamed = self.renamed(numbering, in: markdown, edit.new, choices) else { return nil }
      numbering = renamed
    }
    let places = Dictionary(
      uniqueKeysWithValues: zip(known, found).map { (edit.old.lowerBound + $0.place, edit.new.lowerBound + $1.place) })
    notes.move { places[Int($0)].map { Tree.Index($0) } ?? moved($0) }
    // The region alone, as the children of a document of their own.
    var styling = choices.styling(of: markdown, known: (numbering, notes), budget)
    styling.inlines.attachments = attachments
    styling.hasBegun = true
    if !hasRightToLeft {
      let isFound = markdown.nodes[edit.new].haveRightToLeft
      styling.directions = BlockDirections(of: markdown, inRightToLeft: choices.theme.page.isRightToLeft, hasRightToLeft: isFound)
    }
    let body = choices.theme.body(language: choices.language)
    let root = styling.add(.group, body, SourceSpan(0, 0))
    let (from, to) = (tops[outerStart].node, moved(tops[outerEnd].node))
    var children = ArraySlice(markdown.children(of: 0).lazy.drop { $0 < from }.prefix { $0 < to })
    var link: StyledTree.Index = -1
    while !children.isEmpty, !budget.isStopped { styling.appendTop(&children, inside: body, after: &link, in: root) }
    styling.tops.append((to, StyledTree.Index(styling.out.blocks.count)))
    guard let newFirst = styling.tops.firstIndex(where: { $0.node == newStart }),
      let newLast = styling.tops.firstIndex(where: { $0.node == moved(tops[end].node) }), !budget.isStopped,
      styling.inlines.diagnostics.isEmpty, styling.waitingContents.isEmpty, styling.waitingIndexes.isEmpty, styling.out.notes.isEmpty,
      !tree.blocks[old].contains(where: { if case .numbering = $0.kind { true } else { false } }),
      !tree.diagnostics.contains(where: { $0.span.map { edit.oldBytes.contains(Int($0.start)) } ?? false })
    else { return nil }
    Ties(captions: styling.captions, words: styling.words).apply(to: &styling.out)
    let part = Int(styling.tops[newFirst].block)..<Int(styling.tops[newLast].block)
    let out = replace(old, by: styling.out, part, bytes: edit, end: tops[last].block)
    let blockShift = StyledTree.Index(out.new.count - out.old.count)
    tops =
      tops[..<start] + styling.tops[newFirst..<newLast].map { ($0.node, $0.block + StyledTree.Index(old.lowerBound - part.lowerBound)) }
      + tops[end...].map { (moved($0.node), $0.block + blockShift) }
    captioned = captioned.map(moved)
    (self.numbering, self.notes, hasRightToLeft) = (numbering, notes, hasRightToLeft || markdown.nodes[edit.new].haveRightToLeft)
    return out
  }

  /// The numbers where headings have changed, come or gone; nil if that changes more than their own names, or a name may be shown or linked to elsewhere.
  private func renamed(_ numbering: Numbering, in markdown: Tree, _ nodes: Range<Int>, _ choices: StylingChoices) -> Numbering? {
    guard !numbering.countsByChapter, !markdown.refersToNames,
      !tree.blocks.contains(where: { if case .contents = $0.kind { true } else { false } })
    else { return nil }
    let new = Numbering(of: markdown, options: choices.numbering, hasTitle: choices.title.title != nil)
    return new.renames(numbering, in: nodes) ? new : nil
  }

  /// The last of the document's children before another one with this many blocks between them; nil where there are fewer.
  private func top(before place: Int, blocks: Int) -> Int? {
    var (place, left) = (place, blocks)
    while left > 0, place > 0 {
      place -= 1
      if tops[place].block < tops[place + 1].block { left -= 1 }
    }
    return left == 0 ? place : nil
  }

  /// The first after another one with this many blocks between them, or the end.
  private func top(after place: Int, blocks: Int) -> Int {
    var (place, left) = (place, blocks)
    while left > 0, place + 1 < tops.count {
      if tops[place].block < tops[place + 1].block { left -= 1 }
      place += 1
    }
    return place
  }

  /// Puts a part of another tree in the place of blocks.
  ///
  /// - Parameter end: The first block after the edit.
  private mutating func replace(
    _ old: Range<Int>, by other: StyledTree, _ part: Range<Int>, bytes: TreeEdit, end: StyledTree.Index
  ) -> StyledEdit {
    let shift = StyledTree.Index(part.count - old.count)
    let own = StyledTree.Index(old.lowerBound - part.lowerBound)
    let children = tree.children(of: 0)
    let before = children.lastIndex { $0 < old.lowerBound }
    let after = children.firstIndex { $0 >= old.upperBound }
    let added = other.children(of: 0).filter { part.contains(Int($0)) }.map { $0 + own }
    tree.blocks.replaceSubrange(old, with: other.blocks[part])
    let new = old.lowerBound..<old.lowerBound + part.count
    for index in new { tree.blocks[index].moveLinks(by: own) }
    for index in new.upperBound..<tree.blocks.count {
      tree.blocks[index].moveLinks(by: shift)
      if bytes.byteShift != 0, Int(tree.blocks[index].span.start) >= bytes.oldBytes.upperBound {
        tree.blocks[index].moveText(by: bytes.byteShift)
      }
    }
    let next = after.map { children[$0] + shift } ?? -1
    if let last = added.last { tree.blocks[Int(last)].nextSibling = next }
    let first = added.first ?? next
    if let before { tree.blocks[Int(children[before])].nextSibling = first } else { tree.blocks[0].firstChild = first }
    func moved(_ index: StyledTree.Index) -> StyledTree.Index { index < old.upperBound ? index : index + shift }
    tree.notes = tree.notes.map(moved)
    for index in tree.chapters.indices where tree.chapters[index].heading >= end { tree.chapters[index].heading += shift }
    for index in tree.diagnostics.indices {
      guard let span = tree.diagnostics[index].span, Int(span.start) >= bytes.oldBytes.upperBound else { continue }
      tree.diagnostics[index].span = span.moved(by: bytes.byteShift)
    }
    let position = before.map { $0 + 1 } ?? 0
    return StyledEdit(
      old: old, new: new, oldPositions: position..<(after ?? children.count), newPositions: position..<position + added.count,
      byteShift: bytes.byteShift)
  }
}

extension Tree {
  /// What nodes take from the rest of the document, in order, by their places among them; nil if one of them takes part in what the document
  /// decides as a whole: it has a number or a name, or is a note. Headings of words alone are among them, without a name.
  ///
  /// - Parameters:
  ///   - start: The index of the first node in its tree.
  ///   - attributes: Those of a node.
  fileprivate func references(
    in nodes: ArraySlice<Node>, from start: Int, _ attributes: (Node) -> Attributes?
  ) -> [(place: Int, name: String, isHeading: Bool)]? {
    var references: [(place: Int, name: String, isHeading: Bool)] = []
    var heading: Index?
    for (place, node) in nodes.enumerated() {
      guard let name = reference(in: node, attributes(node)) else { return nil }
      var isHeading = false
      if case .heading = node.kind {
        (heading, isHeading) = (Index(start + place), true)
      } else if node.parent == heading {
        guard case .text = node.kind else { return nil }
      }
      if !name.isEmpty || isHeading { references.append((place, name, isHeading)) }
    }
    return references
  }

  /// True if a name of a heading may be looked up.
  fileprivate var refersToNames: Bool {
    nodes.contains { node in
      switch node.kind {
      case .reference: true
      case .link(let address, _): !address.contains("://") && !address.hasPrefix("mailto:")
      case .math(let formula): formula.tex.hasPrefix("\\ref{")
      default: false
      }
    }
  }

  /// Empty if it takes nothing.
  private func reference(in node: Node, _ attributes: Attributes?) -> String? {
    switch node.kind {
    case .codeBlock, .table, .mathBlock: return attributes?.id == nil ? "" : nil
    case .paragraph, .blockQuote, .list, .item, .thematicBreak, .tableRow, .tableCell, .softBreak, .lineBreak, .code, .emphasis, .strong,
      .strikethrough, .link, .subscripted, .superscripted, .inserted, .highlighted, .small, .keyboard, .span, .abbreviation,
      .attachment:
      return attributes == nil ? "" : "attributes"
    case .heading: return attributes == nil ? "" : nil
    // `\appendix`
    case .text(let text): return text.utf8.first == UInt8(ascii: "\\") ? nil : ""
    case .math(let formula): return formula.tex.hasPrefix("\\ref{") ? formula.tex : ""
    case .reference(let label): return "@" + label
    case .footnoteReference(let label): return "^" + label
    default: return nil
    }
  }
}

extension StyledTree.Block {
  /// Moves the blocks that it refers to.
  fileprivate mutating func moveLinks(by indices: StyledTree.Index) {
    guard indices != 0 else { return }
    if firstChild >= 0 { firstChild += indices }
    if nextSibling >= 0 { nextSibling += indices }
    guard case .table(var table) = kind else { return }
    table.changeCells { if $0.blocks >= 0 { $0.blocks += indices } }
    kind = .table(table)
  }

  /// Moves it in the text.
  fileprivate mutating func moveText(by bytes: Int) {
    span = span.moved(by: bytes)
    // Taken out of its place, the content has one owner and is not copied.
    let old = kind
    kind = .rule
    kind = old.moved(by: bytes)
  }
}

extension StyledTree.Kind {
  fileprivate consuming func moved(by bytes: Int) -> StyledTree.Kind {
    switch consume self {
    case .paragraph(var content):
      content.moveText(by: bytes)
      return .paragraph(content)
    case .heading(let level, var content, let title, let destination):
      content.moveText(by: bytes)
      return .heading(level: level, content, title: title, destination: destination)
    case .item(var marker):
      marker.moveText(by: bytes)
      return .item(marker: marker)
    case .display(var formula):
      formula.move(by: bytes)
      return .display(formula)
    case .figure(var image, var caption):
      image.moveText(by: bytes)
      caption.moveText(by: bytes)
      return .figure(image, caption: caption)
    case .table(var table):
      table.caption.moveText(by: bytes)
      table.changeCells { $0.content.moveText(by: bytes) }
      return .table(table)
    case .contents(var entries):
      for index in entries.indices { entries[index].content.moveText(by: bytes) }
      return .contents(entries)
    case let other: return other
    }
  }
}

extension StyledTree.Table {
  fileprivate mutating func changeCells(_ change: (inout Cell) -> Void) {
    for row in head.indices { for column in head[row].indices { change(&head[row][column]) } }
    for row in rows.indices { for column in rows[row].indices { change(&rows[row][column]) } }
  }
}

extension InlineContent {
  fileprivate mutating func moveText(by bytes: Int) {
    for index in attachments.indices {
      switch attachments[index] {
      case .math(var formula, let style):
        attachments[index] = .checkbox(isChecked: false, style)
        formula.move(by: bytes)
        attachments[index] = .math(formula, style)
      case .image(var image, let style):
        image.moveText(by: bytes)
        attachments[index] = .image(image, style)
      case .client(let box, let style, let span): attachments[index] = .client(box, style, span.moved(by: bytes))
      case .badge(var badge, let style):
        badge.content.moveText(by: bytes)
        attachments[index] = .badge(badge, style)
      case .checkbox, .field: break
      }
    }
  }
}

extension Image {
  fileprivate mutating func moveText(by bytes: Int) {
    span = span.moved(by: bytes)
    words?.moveText(by: bytes)
  }
}
