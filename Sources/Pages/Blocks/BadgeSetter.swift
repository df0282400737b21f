import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

/// Sets badges.
struct BadgeSetter {
  let context: BlockContext
  /// The largest width of a badge.
  let measure: Length

  /// Text on one line on its background, which is slightly taller than capitals; scaled down if it is wider than the measure.
  func list(_ badge: Badge, style: TextStyle, onto out: inout SetBlock) -> HList {
    var badge = badge
    badge.content = badge.content.filled(context.pageLabels)
    var attachments = context.attachments(of: badge.content, measure: measure, onto: &out)
    var natural = context.document.paragraphs.widths(of: badge.content.text, attachments: attachments).natural
    if natural + badge.padding * 2 > measure, natural > .zero {
      badge = badge.scaled(by: max(0.05, measure.points / (natural + badge.padding * 2).points) * 0.999)
      attachments = context.attachments(of: badge.content, measure: measure, onto: &out)
      natural = context.document.paragraphs.widths(of: badge.content.text, attachments: attachments).natural
    }
    let letters = badge.content.text.styles.first ?? style
    let leading = letters.size.scaled(by: 1.2)
    let shape = ParagraphShape(measure: natural + 1.pt, alignment: .left, leading: leading)
    let set = SetInk(context.document.paragraphs.set(badge.content.text, attachments: attachments, shape: shape), leading: leading)
    // Space for descenders, and for the marks of other scripts.
    let edges = InkEdges(of: set.ink, fonts: context.document.fonts)
    let room = letters.size.scaled(by: 0.08)
    let edge = max(letters.size.scaled(by: 0.3), room - edges.bottom)
    let height = max(context.document.paragraphs.letters(of: letters).capHeight + letters.size.scaled(by: 0.26), edges.top + room)
    let width = natural + badge.padding * 2
    var ink = Ink()
    ink.items.append(
      .panel(
        Panel(
          rect: Rect(x: .zero, y: -edge, width: width, height: height + edge), radius: min(badge.radius, (height + edge) / 2),
          fill: badge.fill, border: badge.border, borderWidth: badge.borderWidth)))
    ink.append(set.ink, dx: badge.padding, dy: .zero)
    var list = HList(box: ink, width: width, height: height, depth: edge)
    list.isIdeograph = true
    return list
  }
}
