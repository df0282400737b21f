import Synchronization
import TypesetBoxes
import TypesetFonts
import TypesetInterface

/// What attachments have drawn, by their identities or values, for the same document after an edit: what looks as before is not drawn again,
/// whatever else has changed.
package final class KeptDrawings: Sendable {
  /// What was asked of an attachment, and what it answered.
  private struct Size {
    var proposal: AttachmentProposal
    var size: AttachmentSize
  }

  /// What was drawn, and what that depends on.
  private struct Drawing {
    var size: AttachmentSize
    var fontSize: Double
    var foreground: Color
    var stemWidth: Double
    var reads: CanvasReads
    var canvas: Canvas

    func holds(for other: Drawing) -> Bool {
      size == other.size && fontSize == other.fontSize && (!reads.contains(.foreground) || foreground == other.foreground)
        && (!reads.contains(.stemWidth) || stemWidth == other.stemWidth)
    }
  }

  private struct Record {
    /// The last ones: a cell is asked for several widths.
    var sizes: [Size] = []
    var drawings: [Drawing] = []

    var weight: Int { 4 + drawings.reduce(0) { $0 + $1.canvas.weight } }
  }

  private struct State {
    /// Those that have been asked for since `old` were.
    var young: [AttachmentBox: Record] = [:]
    var old: [AttachmentBox: Record] = [:]
    var weight = 0

    mutating func with<Result>(_ box: AttachmentBox, _ change: (inout Record) -> Result) -> Result {
      var record = young[box] ?? old.removeValue(forKey: box) ?? Record()
      let before = young[box] == nil ? 0 : record.weight
      let result = change(&record)
      weight += record.weight - before
      young[box] = record
      if weight > KeptDrawings.mostWeight { (old, young, weight) = (young, [:], 0) }
      return result
    }
  }

  private let state = Mutex(State())
  /// Steps of paths and the like in half of what is kept: about 30 MB.
  private static let mostWeight = 500_000
  private static let mostPerAttachment = 4

  package init() {}

  /// The size of an attachment, which is asked for at most once for each proposal.
  func size(of box: AttachmentBox, in proposal: AttachmentProposal) -> AttachmentSize {
    if let known = state.withLock({ state in
      state.with(box) { record in record.sizes.first { $0.proposal == proposal }?.size }
    }) {
      return known
    }
    let size = box.base.size(in: proposal)
    state.withLock { state in
      state.with(box) { record in
        if record.sizes.count >= Self.mostPerAttachment { record.sizes.removeFirst() }
        record.sizes.append(Size(proposal: proposal, size: size))
      }
    }
    return size
  }

  /// What an attachment draws.
  ///
  /// - Parameter canvas: Empty, of its size.
  func drawing(of box: AttachmentBox, _ size: AttachmentSize, foreground: Color, stemWidth: Double, on canvas: Canvas) -> Canvas {
    var drawing = Drawing(
      size: size, fontSize: canvas.fontSize, foreground: foreground, stemWidth: stemWidth, reads: [], canvas: canvas)
    if let known = state.withLock({ state in
      state.with(box) { record in record.drawings.first { $0.holds(for: drawing) }?.canvas }
    }) {
      return known
    }
    let reading = CanvasReading()
    drawing.canvas.reading = reading
    box.base.draw(on: &drawing.canvas)
    drawing.canvas.reading = nil
    drawing.reads = reading.found
    return state.withLock { state in
      state.with(box) { record in
        if record.drawings.count >= Self.mostPerAttachment { record.drawings.removeFirst() }
        record.drawings.append(drawing)
        return drawing.canvas
      }
    }
  }
}

extension Canvas {
  /// How much memory it takes, in steps of paths.
  fileprivate var weight: Int {
    items.reduce(1) { weight, item in
      switch item {
      case .fill(let path, _, _), .stroke(let path, _, _, _, _): weight + 2 + path.steps.count
      case .text(let text, _, _, _, _, _, _, _): weight + 3 + text.utf8.count / 32
      case .math(let text, _, _, _, _): weight + 3 + text.utf8.count / 32
      case .picture, .run, .glyph: weight + 2
      }
    }
  }
}
