import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

// How wide blocks would like to be, for the columns of tables in whose cells they stand.

extension BlockBuilder {
  typealias Widths = (minimum: Length, natural: Length)

  /// The width below which a word of a cell would be divided, and the one at which no line breaks.
  ///
  /// - Parameter share: What each column gets where all are equal: pictures ask for no more.
  func widths(of cell: StyledTree.Table.Cell, measure: Length, share: Length) -> Widths {
    cell.blocks >= 0
      ? widths(ofBlock: cell.blocks, measure: measure, share: share) : widths(of: cell.content, measure: measure, share: share)
  }

  private func widths(of content: InlineContent, measure: Length, share: Length) -> Widths {
    guard !content.isEmpty else { return (.zero, .zero) }
    var widths = paragraphs.widths(of: content.text, attachments: attachments(of: content, measure: measure))
    if content.hasImages {
      // Pictures give way.
      widths.minimum = paragraphs.widths(of: content.text, attachments: attachments(of: content, measure: share)).minimum
    }
    return widths
  }

  private func widths(ofBlock index: StyledTree.Index, measure: Length, share: Length) -> Widths {
    let block = scaledBlock(index)
    let style = block.style
    var out: Widths = (.zero, .zero)
    func take(_ other: Widths) { out = (max(out.minimum, other.minimum), max(out.natural, other.natural)) }
    switch block.kind {
    case .paragraph(let content), .heading(_, let content, _, _): take(widths(of: content, measure: measure, share: share))
    case .group, .list, .item:
      for child in tree.children(of: index) { take(widths(ofBlock: child, measure: measure, share: share)) }
    case .code(let code): take(widths(of: code, style: style))
    case .display(let span):
      let width = math.set(
        span.tex, style: .display, size: style.text.size, color: style.text.color, macros: macros.at(Int(span.span.start))
      ).width
      // What is too wide is divided or made smaller.
      take((width.scaled(by: 0.75), width + 1.pt))
    case .figure(let image, let caption):
      let width = picture(image, style: style.text, measure: measure, height: sheet.textHeight).width
      take((min(width, share), width))
      take((widths(of: caption, measure: measure, share: share).minimum, .zero))
    case .table(let table):
      let demand = demand(of: table, measure: measure)
      let padding = table.cellStyle.padding * (2 * table.columns.count)
      take((demand.minimumSum + padding, demand.naturalSum + padding))
    case .rule: take((style.text.size, style.text.size * 4))
    case .contents: take((share, measure))
    case .numbering: break
    }
    // As `build` takes it from the measure.
    var room = style.inset + style.insetRight + style.firstIndent
    if !block.kind.drawsItsBorder, style.hasFrame {
      let isBarAlone = style.bar != nil && style.background == nil
      room += style.padding * (isBarAlone ? 1 : 2) + style.barWidth
    }
    return out.natural == .zero ? out : (out.minimum + room, out.natural + room)
  }

  /// The width of a line of code that is not divided, spaces at its end left out.
  func naturalWidth(of line: StyledText) -> Length {
    var ink = Ink()
    return codeSetter.set(line, measure: 100_000.pt, into: &ink).map(\.width).max() ?? .zero
  }

  /// Code breaks anywhere, but hardly below twenty characters.
  private func widths(of code: StyledCode, style: BlockStyle) -> Widths {
    var natural = Length.zero
    for line in code.lines.prefix(500) { natural = max(natural, naturalWidth(of: line)) }
    let numbers = code.firstNumber == nil ? Length.zero : style.text.size * 3
    return (min(natural, codeSetter.cell(of: style.text) * 20) + numbers, natural + numbers + 0.1.pt)
  }
}
