import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown
import TypesetStyling

/// The blocks of a document as they were set, for the same document after an edit: unchanged blocks are not set again.
final class KeptBlocks: Sendable {
  /// The context for all blocks.
  struct Surroundings: Sendable {
    var tree: StyledTree
    var numbers: EquationNumbers
    var macros: MathMacros
    /// Of the document's code; nil if it has none.
    var codeScale: Double?
    var fonts: FontBook
  }

  private let surroundings: Surroundings
  /// Of each top-level block.
  private let blocks: [Block]

  struct Block: Sendable {
    var list: VList
    var diagnostics: [Diagnostic]
  }

  init(_ blocks: [Block], in surroundings: Surroundings) { (self.blocks, self.surroundings) = (blocks, surroundings) }

  /// The unchanged blocks of a document: nil for each that must be set again.
  ///
  /// Blocks are compared from the beginning and from the end, up to the first that differs: an edit is in one place.
  func unchanged(in new: Surroundings) -> [Block?] {
    let (before, after) = (surroundings.tree.children(of: 0), new.tree.children(of: 0))
    var out = [Block?](repeating: nil, count: after.count)
    guard before.count == blocks.count, isSame(new) else { return out }
    let comparison = BlockComparison(old: surroundings, new: new)
    func take(_ old: Int, _ position: Int) -> Bool {
      guard let shift = comparison.shift(from: before[old], to: after[position]) else { return false }
      out[position] = blocks[old].moved(by: after[position] - before[old], in: shift)
      return true
    }
    let common = min(before.count, after.count)
    var first = 0
    while first < common, take(first, first) { first += 1 }
    // A heading goes onto the landscape page of what follows it.
    while first > 0, new.tree[after[first - 1]].style.keepWithNext {
      first -= 1
      out[first] = nil
    }
    var last = 0
    while last < common - first, take(before.count - 1 - last, after.count - 1 - last) { last += 1 }
    return out
  }

  /// True if the values for all blocks are unchanged.
  private func isSame(_ new: Surroundings) -> Bool {
    let (old, tree) = (surroundings.tree, new.tree)
    return surroundings.fonts === new.fonts && surroundings.macros.isSame(as: new.macros) && old.theme == tree.theme
      && old.language == tree.language && old.hyphenation == tree.hyphenation && old.titleEnd == tree.titleEnd
      && ![old, tree].contains { $0.hasClients }
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
    if indices != 0 { block.list.moveElements(by: indices) }
    if bytes != 0 {
      for index in block.diagnostics.indices {
        block.diagnostics[index].span = block.diagnostics[index].span.map { SourceSpan(Int($0.start) + bytes, Int($0.end) + bytes) }
      }
    }
    return block
  }
}

extension VList {
  /// Renumbers the elements of its content for another block.
  fileprivate mutating func moveElements(by indices: Int32) {
    structure?.block += indices
    for ink in inks.indices {
      for item in inks[ink].items.indices {
        guard case .content(var element) = inks[ink].items[item], element.block >= 0 else { continue }
        element.block += indices
        inks[ink].items[item] = .content(element)
      }
    }
  }
}

extension StyledTree.Block {
  /// Everything except its content and its position.
  fileprivate var plain: StyledTree.Block {
    var block = self
    (block.kind, block.span, block.firstChild, block.nextSibling) = (.rule, SourceSpan(0, 0), -1, -1)
    return block
  }
}

extension StyledTree {
  /// True if clients draw or collect something, which is identified by its number.
  fileprivate var hasClients: Bool { !drawings.isEmpty || !collected.collected.isEmpty }
}

/// Compares blocks of two trees, ignoring their positions.
private struct BlockComparison {
  let old: KeptBlocks.Surroundings
  let new: KeptBlocks.Surroundings

  /// The change of a block's position; nil if something else has changed, too.
  func shift(from first: StyledTree.Index, to second: StyledTree.Index) -> Int? {
    let bytes = Int(new.tree[second].span.start) - Int(old.tree[first].span.start)
    let indices = second - first
    var waiting = [first]
    while let index = waiting.popLast() {
      let (a, b) = (old.tree[index], new.tree[index + indices])
      guard a.firstChild < 0 ? b.firstChild < 0 : b.firstChild == a.firstChild + indices,
        index == first || (a.nextSibling < 0 ? b.nextSibling < 0 : b.nextSibling == a.nextSibling + indices),
        a.side == nil, a.plain == b.plain, isSame(a.kind, b.kind, bytes),
        old.numbers.equations(of: index) == new.numbers.equations(of: index + indices)
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
    case (.code(let a), .code(let b)): a.diagram == nil && old.codeScale == new.codeScale && a == b
    case (.table(let a), .table(let b)): isSame(a, b, bytes)
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
  /// Sets the blocks of a document that have changed since another one was set with the same shared state.
  func buildAgain(
    _ tree: StyledTree, numbers: EquationNumbers, macros: MathMacros, formulas: ParsedFormulas, _ shared: SharedWork
  ) -> Blocks {
    let blocks = tree.children(of: 0)
    var surroundings = KeptBlocks.Surroundings(tree: tree, numbers: numbers, macros: macros, fonts: fonts)
    if tree.blocks.contains(where: { if case .code = $0.kind { true } else { false } }) {
      surroundings.codeScale = makeBuilder(tree, macros: macros, numbers: numbers).document.codeScale
    }
    let known = (shared.blocks as? KeptBlocks)?.unchanged(in: surroundings)
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
    for (index, block) in zip(open, parts.lazy.flatMap(\.made)) { set[index] = block }
    let all = set.compactMap(\.self)
    let others = parts.flatMap(\.others)
    // Diagnostics of the whole document are reported again only if all of it is set again.
    shared.blocks = others.isEmpty && !budget.isStopped ? KeptBlocks(all, in: surroundings) : nil
    return Blocks(
      lists: all.map(\.list), diagnostics: numbers.diagnostics + all.flatMap(\.diagnostics) + others, macros: macros, numbers: numbers,
      formulas: formulas)
  }
}
