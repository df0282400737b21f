import TypesetBoxes
internal import TypesetBytes
package import TypesetDiagnostics

/// A block of the document itself: what is needed to give it a name that stays while others change.
package struct TopBlock: Hashable, Sendable {
  package var index: StyledTree.Index
  /// `paragraph`, `heading` …
  package var kind: String
  package var span: SourceSpan
  /// The name of its author, or a heading's in GitHub's spelling.
  package var anchor: String?

  /// The names of blocks: their own, or their kind with a hash of their text; equal blocks are counted: `paragraph-1f2e3d4c-2`.
  ///
  /// White space does not count, so that indenting a block or breaking its lines elsewhere leaves it its name.
  package static func names(of blocks: [TopBlock], in source: Source) -> [StyledTree.Index: String] {
    var names: [StyledTree.Index: String] = [:]
    var counts: [String: Int] = [:]
    for block in blocks {
      let name = block.anchor ?? "\(block.kind)-\(hash(of: source, block.span))"
      let count = (counts[name] ?? 0) + 1
      counts[name] = count
      names[block.index] = count == 1 ? name : "\(name)-\(count)"
    }
    return names
  }

  /// FNV-1a of 64 bits, folded into 32.
  package static func hash(of source: Source, _ span: SourceSpan) -> String {
    var hash = FNV1a()
    let bytes = source.bytes
    let start = min(max(Int(span.start), 0), bytes.count)
    for byte in bytes[start..<min(max(Int(span.end), start), bytes.count)]
    where byte != 0x20 && byte != 0x0A && byte != 0x0D && byte != 0x09 {
      hash.add(byte)
    }
    return String(hex: UInt32(truncatingIfNeeded: hash.value ^ hash.value >> 32), digits: 8)
  }
}

extension StyledTree {
  /// The names of groups of several blocks, and how many groups are around each: the name of a group of one is that block's.
  package var namedGroups: [String: Int] {
    guard blocks.contains(where: { $0.anchor != nil && $0.role?.isGroup == true }) else { return [:] }
    var names: [String: Int] = [:]
    var open: [(block: Index, depth: Int)] = [(0, 0)]
    while let (index, depth) = open.popLast() {
      let isGroup = self[index].role?.isGroup == true
      if isGroup, let name = self[index].anchor, !isOneBlock(index) { names[name] = depth }
      for child in children(of: index) { open.append((child, isGroup ? depth + 1 : depth)) }
    }
    return names
  }

  /// True for a group of one block that is no group without a meaning: a list, a quotation, a paragraph.
  private func isOneBlock(_ group: Index) -> Bool {
    let inner = children(of: group).filter { if case .space = self[$0].kind { false } else { true } }
    guard inner.count == 1 else { return false }
    let block = self[inner[0]]
    if case .group = block.kind { return block.role.map { !$0.isGroup } ?? false }
    return true
  }

  /// The blocks of the document itself, in order.
  package var topBlocks: [TopBlock] {
    guard !blocks.isEmpty else { return [] }
    return children(of: 0).map { index in
      let block = self[index]
      var anchor = block.anchor
      if case .heading(_, _, _, let destination) = block.kind, anchor == nil { anchor = destination }
      return TopBlock(index: index, kind: block.kind.name, span: block.span, anchor: anchor)
    }
  }
}

extension StyledTree.Kind {
  /// `paragraph`, `list` …
  var name: String {
    switch self {
    case .group: "group"
    case .paragraph: "paragraph"
    case .heading: "heading"
    case .list: "list"
    case .item: "item"
    case .code: "code"
    case .display: "display"
    case .figure: "figure"
    case .table: "table"
    case .rule: "rule"
    case .contents: "contents"
    case .numbering: "numbering"
    case .space: "space"
    case .rows: "rows"
    case .drawn: "drawn"
    case .whenWide: "whenWide"
    case .firstThatFits: "firstThatFits"
    case .tall: "tall"
    case .marginNote: "marginNote"
    case .slide: "slide"
    case .placed: "placed"
    }
  }
}
