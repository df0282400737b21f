import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Writes the numbers of lines into the margin, over all pages, as LaTeX's package `lineno` does: lines of text, headings, lists and code have
  /// numbers; displays, tables, captions, pictures and footnotes have none and are not counted.
  func numberLines(of pages: inout [Page]) {
    var number = 0
    let setter = LineNumberSetter(BlockContext(document, pageLabels: [:]))
    for index in pages.indices { setter.number(&pages[index], after: &number) }
  }
}

/// Sets the numbers of lines.
private struct LineNumberSetter {
  private let context: BlockContext
  private let style: BlockStyle
  /// Every line has a number, every fifth …
  private let step: Int

  /// `lineno` puts 10 points between number and text.
  private static let gap = 10.pt
  /// No number is nearer to the edge of the paper.
  private static let edge = 4.pt
  private static let room = 100.pt

  init(_ context: BlockContext) {
    self.context = context
    let tree = context.document.tree
    let theme = tree.theme
    let body = theme.body(language: tree.language)
    step = max(theme.page.numbersLines, 1)
    var style = body.applying(theme[.pageNumber], families: theme.families)
    // LaTeX's `\\tiny`.
    style.text.size = body.text.size.scaled(by: 0.6)
    style.text.isHyphenated = false
    style.firstIndent = .zero
    style.align = .right
    self.style = style
  }

  func number(_ page: inout Page, after number: inout Int) {
    guard !page.lines.isEmpty else { return }
    let first = page.ink.items.count
    for line in page.lines {
      number += 1
      guard number % step == 0 else { continue }
      place(number, at: line, on: &page)
    }
    page.lines = []
    guard page.ink.items.count > first else { return }
    page.ink.items.insert(.content(.artifact), at: first)
    page.furniture = first
  }

  private func place(_ number: Int, at line: PageLine, on page: inout Page) {
    var style = style
    if line.isAtRight { style.align = .left }
    var content = InlineContent()
    content.text.append("\(number)".utf8, style: style.text)
    var scratch = SetBlock(in: context)
    let set = context.lines(of: content, style: style, measure: Self.room, onto: &scratch)
    guard let row = set.lines.first else { return }
    let x =
      line.isAtRight
      ? min(line.edge + Self.gap, page.width - Self.edge - style.text.size * 2)
      : max(line.edge - Self.gap, Self.edge + style.text.size * 2) - Self.room
    page.ink.append(Int(row.items.lowerBound)..<Int(row.items.upperBound), of: set.ink, dx: x, dy: line.baseline)
  }
}
