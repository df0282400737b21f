import TeXMath
import TypesetBoxes
import TypesetBytes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown
import TypesetStyling

/// The blocks of a document as they were set, for the same document after an edit: unchanged blocks are not set again.
struct KeptBlocks: Sendable {
  /// The context for all blocks.
  struct Surroundings: Sendable {
    var theme: Theme
    var language: String
    var hyphenation: [String]
    var titleEnd: StyledTree.Index
    var numbers: EquationNumbers
    var macros: MathMacros
    var formulaTags: FormulaTags
    /// Of the document's code; nil if it has none.
    var codeScale: Double?
    var fonts: FontBook

    init(_ tree: StyledTree, numbers: EquationNumbers, macros: MathMacros, formulaTags: FormulaTags, fonts: FontBook) {
      (theme, language, hyphenation, titleEnd) = (tree.theme, tree.language, tree.hyphenation, tree.titleEnd)
      (self.numbers, self.macros, self.formulaTags, self.fonts) = (numbers, macros, formulaTags, fonts)
    }

    /// True if the values for all blocks are unchanged.
    func isSame(as new: Surroundings) -> Bool {
      fonts === new.fonts && formulaTags == new.formulaTags && macros.isSame(as: new.macros) && theme == new.theme
        && language == new.language
        && hyphenation == new.hyphenation && titleEnd == new.titleEnd
    }
  }

  struct Block: Sendable {
    var list: VList
    var diagnostics: [Diagnostic]
    /// True if it shows nothing but what is in the tree.
    var isFixed = false
    /// Nil if it is set for the first time.
    var origin: BlockOrigin?
  }

  private let surroundings: Surroundings
  /// Of each top-level block.
  private var blocks: [Block?]
  /// The tree that they were set from, where nothing else keeps it.
  private let tree: StyledTree?

  init(_ blocks: [Block?], in surroundings: Surroundings, tree: StyledTree?) {
    (self.blocks, self.surroundings, self.tree) = (blocks, surroundings, tree)
  }

  /// The unchanged blocks of a document: nil for each that must be set again.
  consuming func unchanged(in tree: StyledTree, _ new: Surroundings, since change: StyledChange) -> [Block?] {
    let none = [Block?](repeating: nil, count: tree.children(of: 0).count)
    guard surroundings.isSame(as: new) else { return none }
    switch change {
    case .edit(let edit): return tree.hasClients ? none : unchanged(in: tree, new, by: edit)
    case .all(since: let old?): return unchanged(in: tree, new, since: old)
    case .all(since: nil):
      guard let old = self.tree else { return none }
      return unchanged(in: tree, new, since: old)
    }
  }

  /// Blocks are compared from the beginning and from the end, up to where several differ: an edit is in one place, and what shows something
  /// from elsewhere is always set again.
  ///
  /// - Parameter old: The tree of the blocks.
  private func unchanged(in tree: StyledTree, _ new: Surroundings, since old: StyledTree) -> [Block?] {
    let (before, after) = (old.children(of: 0), tree.children(of: 0))
    var out = [Block?](repeating: nil, count: after.count)
    guard before.count == blocks.count else { return out }
    let comparison = BlockComparison(old: old, new: tree, from: surroundings, to: new)
    func take(_ old: Int, _ position: Int) -> Bool {
      guard let block = blocks[old], block.isFixed, let shift = comparison.shift(from: before[old], to: after[position]) else {
        return false
      }
      out[position] = block.moved(by: after[position] - before[old], in: shift)
      out[position]?.origin = BlockOrigin(position: old, shift: after[position] - before[old])
      return true
    }
    let common = min(before.count, after.count)
    /// How many blocks from one end are compared: up to those after which nothing is the same any more.
    func run(_ count: Int, _ take: (Int) -> Bool) -> Int {
      var (position, same) = (0, 0)
      while position < count, position - same < Self.apart {
        if take(position) { same = position + 1 }
        position += 1
      }
      return same
    }
    let first = run(common) { take($0, $0) }
    _ = run(common - first) { take(before.count - 1 - $0, after.count - 1 - $0) }
    for position in out.indices where out[position] == nil { out.openHeadings(above: position, in: tree, after) }
    return out
  }

  /// So many blocks in a row may differ within what is otherwise the same: pictures and what clients draw over blocks are always set again.
  private static let apart = 8

  /// All blocks that an edit has not replaced, but for those that show something from elsewhere.
  private consuming func unchanged(in tree: StyledTree, _ new: Surroundings, by edit: StyledEdit) -> [Block?] {
    let children = tree.children(of: 0)
    guard blocks.count - edit.oldPositions.count == children.count - edit.newPositions.count else {
      return [Block?](repeating: nil, count: children.count)
    }
    let (old, isScaled) = (surroundings, surroundings.codeScale == new.codeScale)
    var out = (consume self).blocks
    out.replaceSubrange(edit.oldPositions, with: repeatElement(nil, count: edit.newPositions.count))
    for position in out.indices {
      guard out[position]?.isFixed == true else {
        out[position] = nil
        continue
      }
      let isAfter = position >= edit.newPositions.upperBound
      if isAfter { out[position]?.move(by: edit.shift, in: edit.byteShift) }
      out[position]?.origin = BlockOrigin(
        position: isAfter ? position - edit.newPositions.count + edit.oldPositions.count : position, shift: isAfter ? edit.shift : 0)
    }
    func open(_ index: StyledTree.Index) {
      let above = children.partitioningIndex { $0 > index }
      if above > 0 { out[above - 1] = nil }
    }
    for display in new.numbers.displaysChanged(from: old.numbers, by: edit) { open(display) }
    if !isScaled { for (index, block) in tree.blocks.enumerated() { if case .code = block.kind { open(StyledTree.Index(index)) } } }
    out.openHeadings(above: edit.newPositions.lowerBound, in: tree, children)
    return out
  }
}

extension [KeptBlocks.Block?] {
  /// A heading goes onto the landscape page of what follows it.
  fileprivate mutating func openHeadings(above position: Int, in tree: StyledTree, _ children: [StyledTree.Index]) {
    var position = position
    while position > 0, tree[children[position - 1]].style.keepWithNext {
      position -= 1
      self[position] = nil
    }
  }
}

extension KeptBlocks.Block {
  /// The same block at another position.
  ///
  /// - Parameters:
  ///   - indices: The change of its index in the tree.
  ///   - bytes: The change of its position in the source.
  fileprivate func moved(by indices: StyledTree.Index, in bytes: Int) -> KeptBlocks.Block {
    var block = self
    block.move(by: indices, in: bytes)
    return block
  }

  fileprivate mutating func move(by indices: StyledTree.Index, in bytes: Int) {
    if indices != 0 { list.moveElements(by: indices) }
    guard bytes != 0 else { return }
    for index in diagnostics.indices { diagnostics[index].span = diagnostics[index].span?.moved(by: bytes) }
  }
}

extension VList {
  fileprivate var hasPictures: Bool {
    inks.contains { ink in ink.items.contains { if case .picture = $0 { true } else { false } } }
  }

  /// Renumbers the elements of its content for another block.
  fileprivate mutating func moveElements(by indices: Int32) {
    structure?.block += indices
    for ink in inks.indices { inks[ink].changeBlocks { $0 + indices } }
  }
}

extension StyledTree.Block {
  /// Everything except its content and its position.
  var plain: StyledTree.Block {
    var block = self
    (block.kind, block.span, block.firstChild, block.nextSibling) = (.rule, SourceSpan(0, 0), -1, -1)
    return block
  }
}

extension StyledTree {
  /// True if clients draw or collect something, which is identified by its number.
  var hasClients: Bool { !drawings.isEmpty || !collected.collected.isEmpty }
}

/// Compares blocks of two trees, ignoring their positions.
private struct BlockComparison {
  let old: StyledTree
  let new: StyledTree
  let from: KeptBlocks.Surroundings
  let to: KeptBlocks.Surroundings

  /// The change of a block's position; nil if something else has changed, too.
  func shift(from first: StyledTree.Index, to second: StyledTree.Index) -> Int? {
    let bytes = Int(new[second].span.start) - Int(old[first].span.start)
    let indices = second - first
    var waiting = [first]
    while let index = waiting.popLast() {
      let (a, b) = (old[index], new[index + indices])
      guard a.firstChild < 0 ? b.firstChild < 0 : b.firstChild == a.firstChild + indices,
        index == first || (a.nextSibling < 0 ? b.nextSibling < 0 : b.nextSibling == a.nextSibling + indices),
        a.side == nil, a.plain == b.plain, isSame(a.kind, b.kind, bytes),
        from.numbers.equations(of: index) == to.numbers.equations(of: index + indices)
      else { return nil }
      if index != first, a.nextSibling >= 0 { waiting.append(a.nextSibling) }
      if a.firstChild >= 0 { waiting.append(a.firstChild) }
    }
    return bytes
  }

  private func isSame(_ a: StyledTree.Kind, _ b: StyledTree.Kind, _ bytes: Int) -> Bool {
    switch (a, b) {
    case (.group, .group), (.list, .list), (.rule, .rule): true
    case (.space(let a), .space(let b)): a == b
    case (.paragraph(let a), .paragraph(let b)), (.item(let a), .item(let b)): isSame(a, b, bytes)
    case (.heading(let a, let old, let title, let destination), .heading(let b, let new, let newTitle, let newDestination)):
      a == b && title == newTitle && destination == newDestination && isSame(old, new, bytes)
    case (.display(let a), .display(let b)): isSame(a, b, bytes)
    // All code has one size.
    case (.code(let a), .code(let b)): a.diagram == nil && from.codeScale == to.codeScale && a == b
    case (.table(let a), .table(let b)): isSame(a, b, bytes)
    // What is drawn comes when pages are known, by its number.
    case (.drawn(let a), .drawn(let b)):
      a == b && old.drawings.list[Int(a)].drawing.isOverlay == new.drawings.list[Int(b)].drawing.isOverlay
    // Pictures may have changed, and other blocks show values from elsewhere.
    default: false
    }
  }

  private func isSame(_ a: InlineContent, _ b: InlineContent, _ bytes: Int) -> Bool {
    guard a.text == b.text, a.numberLength == b.numberLength, a.attachments.count == b.attachments.count else { return false }
    return zip(a.attachments, b.attachments).allSatisfy { a, b in
      switch (a, b) {
      case (.math(let a, let old), .math(let b, let new)): old == new && isSame(a, b, bytes)
      case (.checkbox, .checkbox): a == b
      // Values that are equal look alike.
      case (.client(let a, let old, let first), .client(let b, let new, let second)):
        a == b && old == new && Int(second.start) - Int(first.start) == bytes
      default: false
      }
    }
  }

  private func isSame(_ a: MathSpan, _ b: MathSpan, _ bytes: Int) -> Bool {
    a.tex == b.tex && a.isDisplay == b.isDisplay && Int(b.span.start) - Int(a.span.start) == bytes
      && Int(b.span.end) - Int(a.span.end) == bytes
      && a.origins.elementsEqual(b.origins) { $0.body == $1.body && Int($1.source) - Int($0.source) == bytes }
  }

  private func isSame(_ a: StyledTree.Table, _ b: StyledTree.Table, _ bytes: Int) -> Bool {
    var (plainA, plainB) = (a, b)
    for table in [a, b] where (table.head + table.rows).joined().contains(where: { $0.blocks >= 0 || $0.drawing >= 0 }) { return false }
    guard isSame(a.caption, b.caption, bytes), isSame(a.head, b.head, bytes), isSame(a.rows, b.rows, bytes) else { return false }
    (plainA.head, plainA.rows, plainA.caption) = ([], [], InlineContent())
    (plainB.head, plainB.rows, plainB.caption) = ([], [], InlineContent())
    return plainA == plainB
  }

  private func isSame(_ a: [[StyledTree.Table.Cell]], _ b: [[StyledTree.Table.Cell]], _ bytes: Int) -> Bool {
    a.elementsEqual(b) { a, b in
      a.elementsEqual(b) { a, b in
        guard isSame(a.content, b.content, bytes) else { return false }
        var (plainA, plainB) = (a, b)
        (plainA.content, plainB.content) = (InlineContent(), InlineContent())
        return plainA == plainB
      }
    }
  }
}

extension Composer {
  /// The size of a document's code; nil if it has none.
  func codeScale(of tree: StyledTree, _ macros: MathMacros, _ numbers: EquationNumbers) -> Double? {
    guard tree.blocks.contains(where: { if case .code = $0.kind { true } else { false } }) else { return nil }
    return makeBuilder(tree, macros: macros, numbers: numbers).document.codeScale
  }

  /// Sets the blocks of a document that have changed since another one was set with the same shared state.
  func buildAgain(
    _ tree: StyledTree, numbers: EquationNumbers, macros: MathMacros, formulas: ParsedFormulas, _ change: StyledChange, _ shared: SharedWork
  ) -> Blocks {
    let blocks = tree.children(of: 0)
    var surroundings = KeptBlocks.Surroundings(tree, numbers: numbers, macros: macros, formulaTags: formulaTags, fonts: fonts)
    surroundings.codeScale = codeScale(of: tree, macros, numbers)
    let known = shared.take(KeptBlocks.self)?.unchanged(in: tree, surroundings, since: change)
    var set = known ?? [KeptBlocks.Block?](repeating: nil, count: blocks.count)
    let open = set.indices.filter { set[$0] == nil }
    let chunk = 24
    let codeScale = surroundings.codeScale
    let parts = concurrently((open.count + chunk - 1) / chunk, threads: open.count < 100 ? 1 : threads) {
      let builder = makeBuilder(tree, macros: macros, numbers: numbers, formulas: formulas)
      if let codeScale { builder.document.codeScale = codeScale }
      return builder
    } work: { builder, part in
      let range = part * chunk..<min(open.count, (part + 1) * chunk)
      let made = range.map { budget.isStopped ? KeptBlocks.Block(list: VList(), diagnostics: []) : builder.block(blocks[open[$0]]) }
      return (made: made, others: builder.takeDiagnostics())
    }
    let comparison = BlockComparison(old: tree, new: tree, from: surroundings, to: surroundings)
    for (index, block) in zip(open, parts.lazy.flatMap(\.made)) {
      var block = block
      // A client's drawing may show pictures, which may change.
      block.isFixed =
        comparison.shift(from: blocks[index], to: blocks[index]) != nil && !(keepsTree && block.list.hasPictures)
      set[index] = block
    }
    let all = set.compactMap(\.self)
    let others = parts.flatMap(\.others)
    // Diagnostics of the whole document are reported again only if all of it is set again.
    if others.isEmpty, !budget.isStopped { shared.keep(KeptBlocks(set, in: surroundings, tree: keepsTree ? tree : nil)) }
    return Blocks(
      lists: all.map(\.list), diagnostics: numbers.diagnostics + all.flatMap(\.diagnostics) + others, macros: macros, numbers: numbers,
      formulas: formulas, origins: all.map(\.origin))
  }
}
