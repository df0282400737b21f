import TypesetBoxes
import TypesetStyling

/// A note in the margin, where it is set in the text: it is too high for a page, or in a cell or a note.
struct MarginNoteBlock: BlockKind {
  var traits: BlockTraits { [.isContainer, .joinsSpaceAbove, .joinsSpaceBelow] }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths { context.widthsOfChildren(share: share) }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock { context.setChildren(of: context.block) }
}

extension BlockContext {
  /// A note in the margin as a box without height, which stays with what follows it; nil if it is too high for a page.
  func setMarginNote(_ index: StyledTree.Index) -> SetBlock? {
    let page = sheet
    guard page.noteWidth > .zero, beside == nil, !isTurned else { return nil }
    var out = SetBlock(in: self)
    // What follows keeps its distance from what is above.
    out.spaceBelow = spaceAbove
    let block = document.tree[index]
    let outer = out.structure.enter(StructureElement(block.role ?? .division, parent: -1))
    let content = inside(out, measure: page.noteWidth).setChildren(of: index)
    let flow = CellFlow(content.list, strut: Strut(block.style.leading).height)
    guard flow.height < page.textHeight.scaled(by: 0.9) else { return nil }
    out.takeNotes(of: content)
    out.structure.leave(to: outer)
    var rows = FlowedRows()
    rows.cells = [FlowedRows.Cell(flow: flow, x: .zero, top: .zero)]
    out.list.append(rows.packed(baseline: .zero), height: .zero, depth: .zero, width: page.noteWidth, x: measure + PageStyle.noteGap)
    out.list.lastBoxHangs(flow.height)
    out.markAnchors(of: block)
    out.list.nodes.append(.penalty(Penalty.prohibit))
    return out
  }
}

extension VList {
  /// Makes the box that was added last a note in the margin.
  fileprivate mutating func lastBoxHangs(_ height: Length) {
    guard case .box(var box)? = nodes.last else { return }
    box.hang = height
    nodes[nodes.count - 1] = .box(box)
  }
}

/// The margin beside a column: notes are moved so that none reaches into another, or below the text.
struct MarginColumn {
  private struct Note {
    var box: VBox
    var top: Length
  }

  /// Their left edge, and the edges of the text, upwards.
  private let x: Length
  private let top: Length
  private let bottom: Length
  private var notes: [Note] = []
  /// What reaches into the margin, from top to bottom.
  private var obstacles: [(top: Length, bottom: Length)] = []
  /// The width of notes.
  private let width: Length

  private static let gap = 7.pt

  init(x: Length, width: Length, top: Length, bottom: Length) {
    (self.x, self.width, self.top, self.bottom) = (x, width, top, bottom)
  }

  /// Notes are above or below a box that reaches into their margin.
  mutating func avoid(_ box: VBox, from y: Length, at left: Length) {
    guard left + box.width > x, left < x + width, box.height + box.depth > .zero else { return }
    obstacles.append((y, y - box.height - box.depth))
  }

  /// - Parameter y: Where the note would begin.
  mutating func add(_ box: VBox, at y: Length) { notes.append(Note(box: box, top: y)) }

  /// The notes at their places.
  mutating func place(_ put: (VBox, Length, Length) -> Void) {
    guard !notes.isEmpty else { return }
    var y = top
    for index in notes.indices {
      notes[index].top = min(notes[index].top, y)
      for obstacle in obstacles
      where notes[index].top + Self.gap > obstacle.bottom && notes[index].top - notes[index].box.hang - Self.gap < obstacle.top {
        notes[index].top = obstacle.bottom - Self.gap
      }
      y = notes[index].top - notes[index].box.hang - Self.gap
    }
    // Where all of them are higher than the text, the last ones reach below it.
    let height = notes.reduce(-Self.gap) { $0 + $1.box.hang + Self.gap }
    if height <= top - bottom, obstacles.isEmpty {
      var floor = bottom
      for index in notes.indices.reversed() {
        notes[index].top = max(notes[index].top, floor + notes[index].box.hang)
        floor = notes[index].top + Self.gap
      }
    }
    for note in notes { put(note.box, x, note.top) }
    (notes, obstacles) = ([], [])
  }
}
