extension Sequence.Participant.Kind {
  /// True of kinds with a figure above their names; others have a box around them.
  var hasFigure: Bool { self != .participant && self != .collections }
}

extension DiagramCanvas {
  /// The figure above a participant's name, 2.8 ems high.
  mutating func figure(of kind: Sequence.Participant.Kind, _ x: Double, _ top: Double, em: Double) {
    let pen = Pen(fill: "#ffffff", width: 0.8)
    switch kind {
    case .actor:
      ellipse(x, top + 0.5 * em, 0.45 * em, 0.45 * em, pen)
      line(x, top + 0.95 * em, x, top + 1.9 * em, pen)
      line(x - 0.8 * em, top + 1.25 * em, x + 0.8 * em, top + 1.25 * em, pen)
      line(x, top + 1.9 * em, x - 0.6 * em, top + 2.7 * em, pen)
      line(x, top + 1.9 * em, x + 0.6 * em, top + 2.7 * em, pen)
    case .boundary:
      line(x - 1.9 * em, top + 0.9 * em, x - 1.9 * em, top + 2.3 * em, pen)
      line(x - 1.9 * em, top + 1.6 * em, x - em, top + 1.6 * em, pen)
      ellipse(x, top + 1.6 * em, em, em, pen)
    case .control:
      ellipse(x, top + 1.6 * em, em, em, pen)
      polygon(
        [DiagramPoint(x + 0.4 * em, top + 0.25 * em), DiagramPoint(x, top + 0.6 * em), DiagramPoint(x + 0.4 * em, top + 0.95 * em)],
        isClosed: false, pen)
    case .entity:
      ellipse(x, top + 1.5 * em, em, em, pen)
      line(x - em, top + 2.6 * em, x + em, top + 2.6 * em, pen)
    case .database, .queue:
      let isLying = kind == .queue
      let (half, high, arc) = (isLying ? (1.5 * em, 1.5 * em, 0.4 * em) : (em, 2 * em, 0.35 * em))
      let (left, right, upper, lower) = (x - half, x + half, top + 2.6 * em - high, top + 2.6 * em)
      if isLying {
        let (start, end) = (DiagramPoint(right, upper), DiagramPoint(right, lower))
        var (outline, lid) = (DiagramPath([DiagramPoint(left, upper), start]), DiagramPath([start]))
        outline.arc(arc, high / 2, to: end)
        outline.line(to: DiagramPoint(left, lower))
        outline.arc(arc, high / 2, to: DiagramPoint(left, upper))
        outline.close()
        lid.arc(arc, high / 2, to: end, isClockwise: false)
        path(outline, pen)
        path(lid, pen)
        reach(right + arc, lower)
      } else {
        let (start, end) = (DiagramPoint(left, upper + arc), DiagramPoint(right, upper + arc))
        var (outline, lid) = (DiagramPath([start]), DiagramPath([start]))
        outline.arc(half, arc, to: end)
        outline.line(to: DiagramPoint(right, lower - arc))
        outline.arc(half, arc, to: DiagramPoint(left, lower - arc))
        outline.close()
        lid.arc(half, arc, to: end, isClockwise: false)
        path(outline, pen)
        path(lid, pen)
        reach(right, lower)
      }
    case .participant, .collections: break
    }
  }
}
