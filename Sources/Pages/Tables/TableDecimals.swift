import TypesetBoxes
import TypesetMarkdown
import TypesetStyling

// Columns that are aligned at the decimal sign.

/// How far the numbers of a column reach to both sides of their decimal signs.
struct DecimalColumn: Equatable {
  /// Up to the sign's right edge.
  var before: Length
  /// Behind it: decimals, units, marks of notes.
  var after: Length
  /// The room of the sign, in which whole numbers have no ink.
  var sign: Length

  var width: Length { before + after }

  /// Nil if the column is aligned otherwise.
  init?(_ column: Int, of table: StyledTree.Table, in context: BlockContext) {
    let cells = table.body.compactMap { column < $0.count && $0[column].decimal != nil ? $0[column] : nil }
    guard !cells.isEmpty else { return nil }
    sign = cells.lazy.compactMap { cell in cell.decimalSign.map { context.widths(of: $0, share: context.measure).natural } }.first ?? .zero
    (before, after) = (.zero, .zero)
    for cell in cells {
      guard let own = reach(of: cell, in: context) else { continue }
      before = max(before, own)
      after = max(after, context.widths(of: cell.content, share: context.measure).natural - own + (cell.isWholeNumber ? sign : .zero))
    }
  }

  /// How far a number reaches to the left of its sign's right edge; nil for other cells.
  private func reach(of cell: StyledTree.Table.Cell, in context: BlockContext) -> Length? {
    guard let start = cell.throughSign else { return nil }
    return context.widths(of: start, share: context.measure).natural + (cell.isWholeNumber ? sign : .zero)
  }

  /// How far to the right of its column's left edge a cell's text begins.
  func shift(of cell: StyledTree.Table.Cell, in width: Length, aligned: Tree.Alignment, in context: BlockContext) -> Length {
    let free = max(width - self.width, .zero)
    let start =
      switch aligned {
      case .none, .left: Length.zero
      case .center: free / 2
      case .right: free
      }
    if let reach = reach(of: cell, in: context) { return start + before - reach }
    // Dashes are in the middle of the numbers.
    let own = context.widths(of: cell.content, share: context.measure).natural
    return max(.zero, min(start + (self.width - own) / 2, width - own))
  }
}

extension StyledTree.Table.Cell {
  fileprivate var isWholeNumber: Bool { if case .number(let sign, _)? = decimal { sign.isEmpty } else { false } }

  /// The number up to its decimal sign, which is included.
  fileprivate var throughSign: InlineContent? {
    guard case .number(let sign, let isInFormula)? = decimal else { return nil }
    return content.part(0..<Int(sign.upperBound), ofFormula: isInFormula)
  }

  fileprivate var decimalSign: InlineContent? {
    guard case .number(let sign, let isInFormula)? = decimal, !sign.isEmpty else { return nil }
    return content.part(Int(sign.lowerBound)..<Int(sign.upperBound), ofFormula: isInFormula)
  }
}

extension InlineContent {
  /// Some bytes of the text, or the text's first formula with some bytes of its LaTeX.
  fileprivate func part(_ range: Range<Int>, ofFormula isInFormula: Bool) -> InlineContent {
    var out = InlineContent()
    if isInFormula, case .math(let span, let style)? = attachments.first {
      let tex = String(decoding: Array(span.tex.utf8)[range], as: UTF8.self)
      out.attachments = [.math(MathSpan(tex: tex, isDisplay: false, span: span.span, origins: span.origins), style)]
      out.text.append("\u{FFFC}".utf8, style: style)
      return out
    }
    for run in text.runs {
      let bytes = range.clamped(to: Int(run.range.lowerBound)..<Int(run.range.upperBound))
      out.text.append(text.text[bytes], style: text.styles[Int(run.style)])
    }
    return out
  }
}
