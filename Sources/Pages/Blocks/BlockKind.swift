import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

/// One kind of block: everything that this module knows of it. A new kind is a type that conforms, and a case in `StyledTree.Kind.setting`.
protocol BlockKind {
  /// Traits of the kind that matter for joins and frames.
  var traits: BlockTraits { get }

  /// The elements of the block in the document's structure, outer ones first; none if it is not an element of its own.
  func elements(in context: BlockContext) -> [StructureElement]

  /// The same in smaller type, for cells of tables.
  func scaled(by factor: Double) -> Self

  /// The preferred widths of the content, for columns of tables.
  ///
  /// - Parameter share: The width of a column if all are equal: pictures request no more.
  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths

  /// Sets the content; the space above, the frame and the element around it exist already.
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

  /// Indents the blocks in it, at the side where their text begins.
  static let isContainer = BlockTraits(rawValue: 1 << 0)
  /// Uses the border's colour for lines of its own instead of a frame.
  static let drawsItsBorder = BlockTraits(rawValue: 1 << 1)
  /// No page ends between the block and a paragraph above it.
  static let staysWithText = BlockTraits(rawValue: 1 << 2)
  /// The space above its first block counts as its own.
  static let joinsSpaceAbove = BlockTraits(rawValue: 1 << 3)
  /// A line of text, after which `staysWithText` holds.
  static let isText = BlockTraits(rawValue: 1 << 4)
  /// May go before a figure that would leave a page half empty.
  static let mayGoAhead = BlockTraits(rawValue: 1 << 5)
  /// Has a caption, so that it can be referred to from anywhere.
  static let mayMove = BlockTraits(rawValue: 1 << 6)
  /// Its lines can run around a picture; other blocks begin below it.
  static let runsAround = BlockTraits(rawValue: 1 << 7)
  /// Requests a landscape page if it is too wide.
  static let mayTurn = BlockTraits(rawValue: 1 << 8)
  /// The space below its last block counts as its own.
  static let joinsSpaceBelow = BlockTraits(rawValue: 1 << 9)
}

extension StyledTree.Kind {
  /// The type that sets each kind of block.
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
    case .firstThatFits(let height): FittingBlock(height: height)
    case .tall(let height): TallBlock(height: height)
    case .marginNote: MarginNoteBlock()
    case .slide(let ground): SlideBlock(ground: ground)
    case .placed(let place): PlacedBlock(place: place)
    }
  }
}

/// The width below which words would be broken, and the one at which no line breaks.
struct Widths: Equatable {
  var minimum = Length.zero
  var natural = Length.zero

  mutating func widen(to other: Widths) {
    minimum = max(minimum, other.minimum)
    natural = max(natural, other.natural)
  }
}
