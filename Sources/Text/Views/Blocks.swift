internal import TypesetMarkdown

/// The kind of a block.
public enum TextBlockKind: Hashable, Sendable {
  case paragraph
  case heading(level: Int)
  case quote
  /// `start` is nil for a list of bullets.
  case list(start: Int?)
  /// `isChecked` is nil if the item is not a task.
  case item(isChecked: Bool?)
  case codeBlock(language: String)
  case formula
  case table
  case tableHead
  case tableRow
  case tableCell
  case callout(kind: String)
  case noteDefinition(label: String)
  case directive(name: String)
  case division, title, caption, figure, definitionList, definitionTerm, definition, thematicBreak, pageBreak, contents, html

  init(_ kind: Tree.Kind) {
    self =
      switch kind {
      case .heading(let level): .heading(level: level)
      case .blockQuote: .quote
      case .list(let start, _, _): .list(start: start)
      case .item(let isChecked): .item(isChecked: isChecked)
      case .codeBlock(let info, _): .codeBlock(language: String(info.prefix { !$0.isWhitespace && $0 != "{" && $0 != "," }))
      case .mathBlock: .formula
      case .table: .table
      case .tableRow(isHeader: true): .tableHead
      case .tableRow: .tableRow
      case .tableCell: .tableCell
      case .callout(let callout): .callout(kind: callout.kind)
      case .footnoteDefinition(let label): .noteDefinition(label: label)
      case .directive(let directive, _): .directive(name: directive.name)
      case .division: .division
      case .title: .title
      case .caption: .caption
      case .figure: .figure
      case .definitionList: .definitionList
      case .definitionTerm: .definitionTerm
      case .definition: .definition
      case .thematicBreak: .thematicBreak
      case .pageBreak: .pageBreak
      case .contents: .contents
      case .htmlBlock: .html
      default: .paragraph
      }
  }
}

extension TextBlockKind: CustomStringConvertible {
  /// As in Swift, without labels: `heading 2`.
  public var description: String {
    switch self {
    case .paragraph: "paragraph"
    case .heading(let level): "heading \(level)"
    case .quote: "quote"
    case .list(let start): start.map { "list from \($0)" } ?? "list"
    case .item(let isChecked): "item" + (isChecked.map { $0 ? " checked" : " unchecked" } ?? "")
    case .codeBlock(let language): language.isEmpty ? "codeBlock" : "codeBlock \(language)"
    case .formula: "formula"
    case .table: "table"
    case .tableHead: "tableHead"
    case .tableRow: "tableRow"
    case .tableCell: "tableCell"
    case .callout(let kind): "callout \(kind)"
    case .noteDefinition(let label): "noteDefinition \(label)"
    case .directive(let name): "directive \(name)"
    case .division: "division"
    case .title: "title"
    case .caption: "caption"
    case .figure: "figure"
    case .definitionList: "definitionList"
    case .definitionTerm: "definitionTerm"
    case .definition: "definition"
    case .thematicBreak: "thematicBreak"
    case .pageBreak: "pageBreak"
    case .contents: "contents"
    case .html: "html"
    }
  }
}

/// The blocks around a run, from the inside to the outside.
public struct BlockIntent: Hashable, Sendable, CustomStringConvertible {
  /// A block with its identity.
  public struct Component: Hashable, Sendable, CustomStringConvertible {
    /// What it is.
    public let kind: TextBlockKind
    /// The block's number in the document, from 1; two runs with the same number are in the same block.
    public let id: Int

    /// `paragraph (id 1)`.
    public var description: String { "\(kind) (id \(id))" }
  }

  /// From the inside to the outside; empty for text without blocks.
  public let components: [Component]

  /// `[paragraph (id 3), item (id 2), list (id 1)]`.
  public var description: String { "[" + components.map(\.description).joined(separator: ", ") + "]" }

  /// True if one of the blocks is of this kind.
  public func contains(_ kind: TextBlockKind) -> Bool { components.contains { $0.kind == kind } }
}

/// The numbers of blocks.
struct BlockChains: Sendable {
  /// By node, the number of a block, from 1; 0 for other nodes.
  let numbers: [Int32]

  init(_ structure: Structure) {
    var count: Int32 = 0
    numbers = structure.nodes.map { node in
      guard !node.kind.isInline, !node.isInObject, node.parent >= 0 else { return 0 }
      count += 1
      return count
    }
  }

  func intent(of block: Int32, in structure: Structure) -> BlockIntent {
    var components: [BlockIntent.Component] = []
    var node = block
    while node > 0 {
      components.append(BlockIntent.Component(kind: TextBlockKind(structure[node].kind), id: Int(numbers[Int(node)])))
      node = structure[node].parent
    }
    return BlockIntent(components: components)
  }
}

extension AttributedText {
  /// A block of a text.
  public struct Block: Hashable, Sendable {
    /// What it is.
    public let kind: TextBlockKind
    /// Its number in the document, from 1.
    public let id: Int
    /// The number of the block around it; nil for a block of the document itself.
    public let parent: Int?
    /// Name and classes, and pairs of a name and a value.
    public let attributes: TextAttributes
    /// Its text, including the text of the blocks in it; empty for a block without text.
    public let range: Range<Index>
  }

  /// All blocks, each before the blocks in it, in the order of the document.
  public var blocks: [Block] {
    let (isLive, numbers) = (content.liveNodes, BlockChains(structure).numbers)
    var ranges = [Range<Int>?](repeating: nil, count: structure.nodes.count)
    for (number, segment) in segments.enumerated() {
      let start = content.start(ofSegment: number)
      var node = segment.leaf > 0 ? structure.block(of: segment.leaf) : 0
      // Outer blocks follow from inner ones below.
      if node > 0, let range = ranges[Int(node)] {
        ranges[Int(node)] = range.lowerBound..<segment.end
      } else if node > 0 {
        ranges[Int(node)] = start..<segment.end
      }
      node = 0
    }
    for index in structure.nodes.indices.reversed() {
      let parent = Int(structure.nodes[index].parent)
      guard parent > 0, let range = ranges[index] else { continue }
      ranges[parent] = ranges[parent].map { min($0.lowerBound, range.lowerBound)..<max($0.upperBound, range.upperBound) } ?? range
    }
    var blocks: [Block] = []
    var end = 0
    for (index, node) in structure.nodes.enumerated() where isLive[index] && numbers[index] > 0 {
      var attributes = TextAttributes()
      if let own = node.attributes { attributes.add(own) }
      let range = ranges[index] ?? end..<end
      if ranges[index] != nil, !structure.hasBlocks(index) { end = range.upperBound }
      blocks.append(
        Block(
          kind: TextBlockKind(node.kind), id: Int(numbers[index]), parent: node.parent > 0 ? Int(numbers[Int(node.parent)]) : nil,
          attributes: attributes, range: Index(offset: range.lowerBound)..<Index(offset: range.upperBound)))
    }
    return blocks
  }
}

extension Structure {
  /// True if there are blocks in a block.
  fileprivate func hasBlocks(_ block: Int) -> Bool {
    block + 1 < nodes.count && nodes[block + 1].parent == Int32(block) && !nodes[block + 1].kind.isInline
  }
}
