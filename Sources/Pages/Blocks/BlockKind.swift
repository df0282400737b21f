import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

/// One kind of block, with everything that this module does with it. A new kind is a conforming type and a case in `StyledTree.Kind.setting`.
protocol BlockKind {
  /// The properties of the kind that matter to joins and frames.
  var traits: BlockTraits { get }

  /// The block's elements in the document's structure, outermost first; empty if it has none of its own.
  func elements(in context: BlockContext) -> [StructureElement]

  /// The same in smaller type, for cells of tables.
  func scaled(by factor: Double) -> Self

  /// How wide the content would like to be, for columns of tables.
  ///
  /// - Parameter share: A column's width if all are equal; pictures ask for no more.
  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths

  /// Sets the content; the space above, the frame and the element around it are there already.
  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock
}

extension BlockKind {
  var traits: BlockTraits { [] }
  func elements(in context: BlockContext) -> [StructureElement] { [] }
  func scaled(by factor: Double) -> Self { self }
  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths { Widths() }
}

struct BlockTraits: OptionSet {
  var rawValue: UInt16

  /// Has blocks in it that it sets in, from the side at which their text begins.
  static let isContainer = BlockTraits(rawValue: 1 << 0)
  /// Uses the border's colour for lines of its own instead of a frame.
  static let drawsItsBorder = BlockTraits(rawValue: 1 << 1)
  /// No page ends between the block and a paragraph above it.
  static let staysWithText = BlockTraits(rawValue: 1 << 2)
  /// The space that its first block asks for above counts as its own.
  static let joinsSpaceAbove = BlockTraits(rawValue: 1 << 3)
  /// A line of text, after which `staysWithText` holds.
  static let isText = BlockTraits(rawValue: 1 << 4)
  /// May go before a figure that would leave a page half empty.
  static let mayGoAhead = BlockTraits(rawValue: 1 << 5)
  /// Has a caption, so that it can be referred to wherever it is.
  static let mayMove = BlockTraits(rawValue: 1 << 6)
  /// Its lines can run around a picture; other blocks begin below it.
  static let runsAround = BlockTraits(rawValue: 1 << 7)
  /// Asks for a landscape page where it is too wide.
  static let mayTurn = BlockTraits(rawValue: 1 << 8)
  /// The space that its last block asks for below counts as its own.
  static let joinsSpaceBelow = BlockTraits(rawValue: 1 << 9)
}

extension StyledTree.Kind {
  /// Where a kind of block meets what sets it.
  var setting: any BlockKind {
    switch self {
    case .group: GroupBlock()
    case .paragraph(let content): ParagraphBlock(content: content)
    case .heading(let level, let content, let title, let destination):
      HeadingBlock(level: level, content: content, title: title, destination: destination)
    case .list: ListBlock()
    case .item(let marker): ItemBlock(marker: marker)
    case .code(let code): CodeBlock(code: code)
    case .display(let span): DisplayBlock(span: span)
    case .figure(let image, let caption): FigureBlock(image: image, caption: caption)
    case .table(let table): TableBlock(table: table)
    case .rule: RuleBlock()
    case .contents(let entries): ContentsBlock(entries: entries)
    case .numbering: NumberingBlock()
    case .space(let height): SpaceBlock(height: height)
    case .rows(let rows): RowsBlock(rows: rows)
    case .drawn(let drawing): DrawnBlock(drawing: drawing)
    case .whenWide(let width): WideBlock(width: width)
    }
  }
}

/// A width below which words would be divided, and the one at which no line breaks.
struct Widths: Equatable {
  var minimum = Length.zero
  var natural = Length.zero

  mutating func widen(to other: Widths) {
    minimum = max(minimum, other.minimum)
    natural = max(natural, other.natural)
  }
}
