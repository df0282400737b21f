import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// Sets text with tabs: the text between two tabs is a cell on one line, at the next tab stop; the last cell of a line may have further
/// lines.
struct TabbedLines {
  private let context: BlockContext
  private let shape: ParagraphShape
  private let measure: Length
  /// Lines begin at zero, which is at the right if text runs to the left.
  private let isMirrored: Bool
  /// The distance of default tab stops.
  private let step: Length
  /// The least distance between two cells.
  private let gap: Length
  private let rows: [[Cell]]
  private var set = Lines()
  private var line = OpenLine()

  /// What is between two tabs.
  private struct Cell {
    var content: InlineContent
    /// True if it ends where the line does.
    var isFilled: Bool
  }

  /// Nil if there is no tab.
  init?(_ content: InlineContent, shape: ParagraphShape, in context: BlockContext) {
    let signs = TabStop.signs(isTextTab: !shape.tabs.isEmpty)
    guard content.text.text.contains(where: { $0 == TabStop.fill || signs.contains($0) }) else { return nil }
    (self.context, self.shape, measure) = (context, shape, shape.narrowest)
    rows = content.split(at: [TabStop.lineBreak]).map { row in
      row.split(at: [[TabStop.fill]]).enumerated().flatMap { number, part in
        part.split(at: signs.map { [$0] }).enumerated().map { Cell(content: $1.trimmed, isFilled: number > 0 && $0 == 0) }
      }
    }
    isMirrored = context.document.paragraphs.beginsAtRight(content.text)
    let size = content.text.styles.first?.size ?? shape.leading
    (step, gap) = (max(size * 4, 1.pt), size / 4)
  }

  /// The lines, none wider than the measure.
  mutating func lines(onto out: inout SetBlock) -> Lines {
    for (number, cells) in rows.enumerated() {
      var end = number == 0 ? max(shape.indent, .zero) : .zero
      if cells.count == 1, let cell = cells.first {
        append(cell.content, at: .zero, indent: end, in: measure, onto: &out)
      } else {
        for (column, cell) in cells.enumerated() {
          end = append(cell, isFirst: column == 0, isLast: column == cells.count - 1, after: end, onto: &out)
        }
      }
      finishLine()
    }
    return set
  }

  /// The widths of the widest line and of the widest word.
  func widths() -> Widths {
    var widths = Widths()
    for cells in rows {
      var end = Length.zero
      for (column, cell) in cells.enumerated() {
        let own = context.widths(of: cell.content, share: context.measure)
        let place = cell.isFilled ? end + gap : start(of: own.natural, after: end, isBounded: false) ?? end + gap
        end = (column == 0 ? end : place) + own.natural
        widths.minimum = max(widths.minimum, own.minimum)
      }
      widths.natural = max(widths.natural, end)
    }
    return widths
  }

  /// Where a cell begins after a position; nil if no stop is left on the line.
  private func start(of width: Length, after end: Length, isBounded: Bool = true) -> Length? {
    let least = end == .zero ? end : end + gap
    for stop in shape.tabs where stop.place > end {
      let start =
        switch stop.alignment {
        case .left: stop.place
        case .center: stop.place - width / 2
        case .right: stop.place - width
        }
      if start >= least { return start }
      // A cell that is too wide begins as close to its stop as possible.
      if stop.alignment != .left, least < stop.place { return least }
    }
    let last = max(least, shape.tabs.last?.place ?? .zero)
    let next = step * (last.rawValue / step.rawValue + 1)
    return next < measure || !isBounded ? next : nil
  }

  /// Adds a cell at its stop, on a new line if it does not fit: the last cell of a row may be broken instead.
  ///
  /// - Returns: Where it ends.
  private mutating func append(_ cell: Cell, isFirst: Bool, isLast: Bool, after end: Length, onto out: inout SetBlock) -> Length {
    let width = cell.content.isEmpty ? .zero : context.widths(of: cell.content, share: measure).natural
    func fits(_ start: Length) -> Bool { start + width <= measure || isLast && !cell.isFilled && measure - start >= step }
    func next(after end: Length) -> Length? {
      cell.isFilled ? max(measure - width, end == .zero ? end : end + gap) : self.start(of: width, after: end)
    }
    var place = isFirst ? end : next(after: end)
    if !isFirst, !(place.map(fits) ?? false) {
      finishLine()
      place = next(after: .zero).flatMap { fits($0) ? $0 : nil }
    }
    let start = place ?? .zero
    guard !cell.content.isEmpty else { return start }
    append(cell.content, at: start, indent: .zero, in: start + width <= measure ? width + 1.pt : measure - start, onto: &out)
    // After several lines it is the last one that goes on.
    return start + width <= measure ? start + width : isMirrored ? measure : line.width
  }

  /// Adds the lines of a cell; further ones begin below the first.
  private mutating func append(_ cell: InlineContent, at x: Length, indent: Length, in width: Length, onto out: inout SetBlock) {
    var inner = ParagraphShape(measure: width, indent: indent, alignment: .left, leading: shape.leading)
    if shape.alignment == .justified { inner.alignment = .justified }
    let made = context.lines(of: cell, shape: inner, onto: &out)
    for (number, part) in made.lines.enumerated() {
      if number > 0 { finishLine() }
      // Cells that only look separate are read and copied with a space.
      if !line.ink.items.isEmpty { line.ink.addSpace(like: line.ink.firstRun, at: line.width, of: context.document.fonts) }
      let left = isMirrored ? measure - x - width : x
      line.ink.append(part, of: made, dx: left)
      line.width = max(line.width, left + part.width)
      (line.height, line.depth) = (max(line.height, part.height), max(line.depth, part.depth))
    }
  }

  private mutating func finishLine() {
    let first = Int32(set.ink.items.count)
    set.ink.append(line.ink, dx: .zero, dy: .zero)
    set.lines.append(Line(items: first..<Int32(set.ink.items.count), width: line.width, height: line.height, depth: line.depth))
    line = OpenLine()
  }

  /// A line that is being put together.
  private struct OpenLine {
    var ink = Ink()
    var width = Length.zero
    var height = Length.zero
    var depth = Length.zero
  }
}

extension InlineContent {
  /// The parts between signs.
  func split(at signs: [[UInt8]]) -> [InlineContent] {
    var parts = [InlineContent()]
    var rest = attachments[...]
    for run in text.runs {
      let style = text.styles[Int(run.style)]
      let end = Int(run.range.upperBound)
      var start = Int(run.range.lowerBound)
      var index = start
      while index < end {
        if let sign = signs.first(where: { text.text[index..<end].starts(with: $0) }) {
          parts[parts.count - 1].text.append(text.text[start..<index], style: style)
          parts.append(InlineContent())
          index += sign.count
          start = index
        } else {
          // U+FFFC in UTF-8.
          if text.text[index..<end].starts(with: [0xEF, 0xBF, 0xBC]), let attachment = rest.popFirst() {
            parts[parts.count - 1].attachments.append(attachment)
          }
          index += 1
        }
      }
      parts[parts.count - 1].text.append(text.text[start..<end], style: style)
    }
    return parts
  }

  /// Without spaces at its ends.
  var trimmed: InlineContent {
    var out = InlineContent()
    out.attachments = attachments
    guard let first = text.text.firstIndex(where: { $0 != 0x20 }), let last = text.text.lastIndex(where: { $0 != 0x20 }) else { return out }
    for run in text.runs {
      let range = max(first, Int(run.range.lowerBound))..<max(first, min(last + 1, Int(run.range.upperBound)))
      if !range.isEmpty { out.text.append(text.text[range], style: text.styles[Int(run.style)]) }
    }
    return out
  }
}
