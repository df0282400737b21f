import TypesetBoxes
import TypesetDiagnostics
import TypesetStyling

/// Everything that the setting of a block depends on besides the block itself. A block is set by `set`, a function from a context to a `SetBlock`;
/// results that do not fit are dropped.
struct BlockContext {
  /// Whether the block, a display or a table, may ask for a landscape page, or is on one because it did.
  enum Turn { case impossible, possible, granted }

  /// What a block comes first in, where it has no space above.
  enum Opening {
    /// A list; joining lists decides on the space between them.
    case list
    /// A frame, whose padding is the space.
    case frame
    /// The area next to a picture.
    case picture
    /// It follows another block.
    case none
  }

  let document: DocumentContext
  /// The page of each destination, as far as known.
  let pageLabels: [String: String]

  /// The current block, for lookups in the tree or the numbering.
  var block: StyledTree.Index = 0
  /// Its left edge, from that of the text block.
  var x = Length.zero
  /// Its width.
  var measure: Length
  /// True on a landscape page.
  var isTurned = false
  var turn = Turn.impossible
  /// The scale of blocks in a table that is too wide.
  var scale = 1.0
  /// On a slide that is too long: pictures taller than this become smaller, to half their size at the least.
  var tallestPicture: Length?
  /// True where the least widths of words are those of their syllables.
  var dividesWords = false
  /// True if the block begins at the right.
  var isMirrored = false

  var opening = Opening.list
  /// The space below that the previous block requests; the larger one of two adjacent spaces counts.
  var spaceAbove: Glue?
  /// The line above, if only space is between.
  var lineAbove: VBox?
  /// False where blocks stand in the text whatever places they have.
  var keepsPlaces = true
  /// The colour behind the words of a slide that has one of its own.
  var ground: Color?
  /// The picture that the block is next to.
  var beside: BesidePicture?
  /// The elements of the document's structure around the block.
  var structure: OpenStructure

  init(_ document: DocumentContext, pageLabels: [String: String] = [:]) {
    self.document = document
    self.pageLabels = pageLabels
    measure = document.page.measure
    structure = OpenStructure(block: -1)
  }

  /// The current page: the theme's, or a landscape page for wide blocks.
  var sheet: PageStyle { isTurned ? document.turnedPage : document.page }

  /// The context after `set` in the same list.
  func following(_ set: borrowing SetBlock) -> BlockContext {
    var context = self
    if let last = set.list.nodes.last {
      context.opening = .none
      if case .beginFrame = last { context.opening = .frame }
      context.lineAbove = set.list.lastBox
      context.beside?.height -= set.list.naturalHeight
    } else {
      context.lineAbove = nil
    }
    context.spaceAbove = set.spaceBelow
    context.structure = set.structure.continued
    return context
  }

  /// The context for a list of its own within `set`, such as the content of a cell.
  func inside(_ set: borrowing SetBlock, measure: Length) -> BlockContext {
    var context = self
    context.x = .zero
    context.measure = measure
    context.opening = .list
    context.spaceAbove = nil
    context.lineAbove = nil
    context.structure = set.structure.continued
    return context
  }

  /// The context in scaled surroundings.
  func scaled(by factor: Double) -> BlockContext {
    var context = self
    context.scale *= factor
    return context
  }

  func moved(to x: Length, measure: Length) -> BlockContext {
    var context = self
    context.x = x
    context.measure = measure
    return context
  }
}
