import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

// The widths of blocks, for the table columns that contain them.

extension BlockContext {
  /// The width below which a word of a cell would be broken, and the one at which no line breaks.
  ///
  /// - Parameter share: The width of a column if all are equal: pictures request no more.
  func widths(of cell: StyledTree.Table.Cell, share: Length) -> Widths {
    cell.blocks >= 0 ? widths(ofBlock: cell.blocks, share: share) : widths(of: cell.content, share: share)
  }

  func widths(of content: InlineContent, share: Length) -> Widths {
    guard !content.isEmpty else { return Widths() }
    let content = content.filled(pageLabels)
    if document.tree.hasTabs, let tabbed = TabbedLines(content, shape: ParagraphShape(measure: measure, leading: 12.pt), in: self) {
      return tabbed.widths()
    }
    var scratch = SetBlock(in: self)
    let setter = document.paragraphs
    let found = setter.widths(
      of: content.text, attachments: attachments(of: content, measure: measure, onto: &scratch), hyphenates: dividesWords)
    var widths = Widths(minimum: found.minimum, natural: found.natural)
    if content.hasImages {
      // Pictures can shrink.
      let narrow = attachments(of: content, measure: share, onto: &scratch)
      widths.minimum = setter.widths(of: content.text, attachments: narrow, hyphenates: dividesWords).minimum
    }
    return widths
  }

  func widthsOfChildren(share: Length) -> Widths {
    document.tree.children(of: block).reduce(into: Widths()) { $0.widen(to: widths(ofBlock: $1, share: share)) }
  }

  func widths(ofBlock index: StyledTree.Index, share: Length) -> Widths {
    let kind = scaled(document.tree[index].kind.setting)
    let style = scale == 1 ? document.tree[index].style : document.tree[index].style.scaled(by: scale)
    var context = self
    context.block = index
    var widths = kind.widths(style, in: context, share: share)
    guard widths.natural != .zero else { return widths }
    // As `set` takes it from the measure.
    var room = style.inset + style.insetRight + style.firstIndent
    if !kind.traits.contains(.drawsItsBorder), style.hasFrame { room += style.padding * (style.hasBarAlone ? 1 : 2) + style.barWidth }
    widths.minimum += room
    widths.natural += room
    return widths
  }
}
