import TypesetBoxes
import TypesetBytes

/// A part of a footnote that is on one page.
struct NotePiece: Hashable {
  /// In `VList.notes`.
  var note: Int
  /// In the note's own list.
  var nodes: Range<Int>
  /// Frames that began on an earlier page, outermost first.
  var openFrames: [Int32] = []
  /// With the padding of all frames that are open at its edges.
  var height: Length
}

/// The footnotes at the foot of one column, like TeX's insertions (TeXbook chapter 15): a note is on the page of the line that
/// refers to it; one that does not fit is split, and the rest of it begins the next page's notes.
struct NoteArea {
  private(set) var pieces: [NotePiece] = []
  /// The rest for the next page.
  private(set) var held: [NotePiece] = []
  /// Of the notes, the rule above them and the space around it.
  private(set) var height = Length.zero
  /// `\insertpenalties`: the cost of splitting.
  private(set) var penalty = 0

  /// Between the text and the notes: space, a rule, space.
  static let above = 10.pt
  static let rule = 0.4.pt
  static let below = 4.5.pt
  private static let separator = above + rule + below

  /// Begins with the rest from the previous page.
  init(_ held: [NotePiece], of list: borrowing VList, room: Length) {
    for piece in held { add(piece, of: list, room: room) }
    penalty = 0
  }

  /// Adds a footnote, given the height left for all notes.
  mutating func add(_ piece: NotePiece, of list: borrowing VList, room: Length) {
    // TeXbook chapter 15, \floatingpenalty: after a split note there is no space for more.
    guard held.isEmpty else {
      held.append(piece)
      penalty += 10_000
      return
    }
    let note = list.notes[piece.note]
    let lead = pieces.isEmpty ? Self.separator : note.gap
    let left = room - height - lead
    if piece.height <= left {
      pieces.append(piece)
      height += lead + piece.height
      return
    }
    guard let (part, rest) = Self.divide(piece, of: note, at: left) else {
      held.append(piece)
      penalty += 10_000
      return
    }
    pieces.append(part)
    height += lead + part.height
    held.append(rest)
    penalty += 20
  }

  /// Splits a note at the last break whose first part fits.
  private static func divide(_ piece: NotePiece, of note: borrowing VNote, at room: Length) -> (NotePiece, NotePiece)? {
    let list = note.list
    var height = list.overhead(of: piece.openFrames)
    var frames = piece.openFrames
    var best: (index: Int, height: Length, frames: [Int32])?
    var isProhibited = false
    for index in piece.nodes {
      switch list.nodes[index] {
      case .box: isProhibited = false
      case .glue:
        let whole = height + frames.reduce(.zero) { $0 + list.frames[Int($1)].paddingBottom }
        if index > piece.nodes.lowerBound, !isProhibited, height > .zero, whole <= room { best = (index, whole, frames) }
      case .penalty(let penalty): if penalty >= Penalty.prohibit { isProhibited = true }
      case .beginFrame(let frame): frames.append(frame)
      case .endFrame(let frame): frames.removeAll { $0 == frame }
      case .kern: break
      }
      height += list.height(of: list.nodes[index])
      if height > room { break }
    }
    guard let best else { return nil }
    var next = best.index
    while next < piece.nodes.upperBound, list.nodes[next].isDiscardable { next += 1 }
    guard next < piece.nodes.upperBound else { return nil }
    let rest = next..<piece.nodes.upperBound
    return (
      NotePiece(note: piece.note, nodes: piece.nodes.lowerBound..<best.index, openFrames: piece.openFrames, height: best.height),
      NotePiece(
        note: piece.note, nodes: rest, openFrames: best.frames, height: list.overhead(of: best.frames) + list.naturalHeight(of: rest))
    )
  }
}

extension VList {
  /// The notes that go with boxes from a node on, in order.
  func firstNote(from node: Int) -> Int { notes.partitioningIndex { Int($0.node) >= node } }

  func wholeNote(_ index: Int) -> NotePiece {
    let list = notes[index].list
    return NotePiece(note: index, nodes: 0..<list.nodes.count, height: list.naturalHeight)
  }
}
