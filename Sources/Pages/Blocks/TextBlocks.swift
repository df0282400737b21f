import TypesetBoxes
import TypesetFonts
import TypesetParagraphs
import TypesetStyling

extension BlockBuilder {
  /// Lines of text, one below the other; single first and last lines stay with their neighbours.
  func appendParagraph(_ content: InlineContent, style: BlockStyle, in region: Region, into list: inout VList) {
    var shape = shape(style: style, measure: region.measure)
    if let beside {
      shorten(
        &shape, beside: beside, style: style, beginsAtRight: paragraphs.beginsAtRight(content.text), in: region, after: list)
    }
    append(lines(of: content, shape: shape), leading: style.leading, anchor: style.align.anchor, x: region.x, into: &list)
  }

  /// As a paragraph, with a mark that makes it a destination and an entry of the outline.
  func appendHeading(_ content: InlineContent, mark: Mark, style: BlockStyle, in region: Region, into list: inout VList) {
    let strut = Self.strut(style.leading)
    var ink = Ink()
    ink.marks.append(mark)
    ink.items.append(.mark(0, Rect(x: .zero, y: -strut.height - strut.depth, width: region.measure, height: strut.height + strut.depth)))
    list.append(ink, height: .zero, depth: .zero, width: .zero, x: region.x)
    appendParagraph(content, style: hanging(style, behindNumberOf: content), in: region, into: &list)
  }

  /// Further lines of a numbered heading begin below its words, not below its number.
  private func hanging(_ style: BlockStyle, behindNumberOf content: InlineContent) -> BlockStyle {
    guard style.align == .left || style.align == .justified, style.lines == LineStyle(), let first = content.text.runs.first,
      let space = content.text.text.prefix(32).firstRange(of: "\u{2003}".utf8)
    else { return style }
    var number = StyledText()
    number.append(content.text.text[..<space.lowerBound], style: content.text.styles[Int(first.style)])
    let width = paragraphs.widths(of: number, attachments: []).natural + content.text.styles[Int(first.style)].size
    var rule = LineRule()
    guard rule.read("hang", "\(width.points)pt") else { return style }
    var style = style
    style.lines = style.lines.applying(rule, em: style.text.size)
    return style
  }

  /// The lines of inline content at a width.
  func lines(of content: InlineContent, style: BlockStyle, measure: Length) -> Lines {
    lines(of: content, shape: shape(style: style, measure: measure))
  }

  private func lines(of content: InlineContent, shape: ParagraphShape) -> Lines {
    paragraphs.set(
      content.text, attachments: attachments(of: content, measure: shape.narrowest), shape: shape, content: contentMap(of: content))
  }

  private func shape(style: BlockStyle, measure: Length) -> ParagraphShape {
    var shape = ParagraphShape(measure: measure, indent: style.firstIndent, leading: style.leading)
    shape.alignment =
      switch style.align {
      case .justified: .justified
      case .left: .left
      case .center: .center
      case .right: .right
      }
    shape.take(style.lines)
    return shape
  }

  /// `\lineskip` and `\lineskiplimit`: lines with tall formulas or pictures keep this distance from their neighbours.
  static let lineSkip = 2.pt

  /// Adds set lines at their distance; between them a page may end, but for the first and the last.
  ///
  /// - Parameter anchor: What keeps its place in a line of pictures that becomes smaller.
  func append(_ lines: Lines, leading: Length, anchor: VBox.Anchor = .left, x: Length, into list: inout VList) {
    guard !lines.lines.isEmpty else { return }
    list.inks.append(lines.ink)
    let ink = Int32(list.inks.count - 1)
    let strut = Self.strut(leading)
    let count = lines.lines.count
    var previousDepth = Length.zero
    for (number, line) in lines.lines.enumerated() {
      let isFirst = number == 0
      let isLast = number == count - 1
      let height = isFirst ? max(line.height, strut.height) : line.height
      let depth = isLast ? max(line.depth, strut.depth) : line.depth
      if !isFirst {
        // Widows and orphans: no page ends after a paragraph's first line or before its last.
        if number == 1 || isLast { list.nodes.append(.penalty(Penalty.prohibit)) }
        let gap = leading - previousDepth - height
        list.nodes.append(.glue(Glue(max(gap, Self.lineSkip))))
      }
      list.append(VBox(height: height, depth: depth, width: line.width, x: x, ink: ink, items: line.items))
      if line.height > leading * 4, lines.ink.hasOnlyPictures(in: line.items) { list.lastBoxYields(to: 70, anchor: anchor) }
      previousDepth = depth
    }
  }

  /// Lines as one box that can't be divided, its reference point on the first baseline.
  func pack(_ lines: Lines, leading: Length) -> (ink: Ink, height: Length, depth: Length) {
    let strut = Self.strut(leading)
    var ink = Ink()
    var y = Length.zero
    var previousDepth = Length.zero
    for (number, line) in lines.lines.enumerated() {
      if number > 0 { y -= max(leading, previousDepth + line.height + Self.lineSkip) }
      ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: .zero, dy: y)
      previousDepth = line.depth
    }
    let first = lines.lines.first?.height ?? .zero
    return (ink, max(first, strut.height), max(previousDepth, strut.depth) - y)
  }

  /// A space between parts of a line that are set apart: it is read and copied where they only look distant.
  ///
  /// - Parameter like: Its first run gives the face and the size.
  func addSpace(like other: borrowing Ink, at x: Length, to ink: inout Ink) {
    for case .run(let run) in other.items {
      guard let glyph = fonts.face(run.face).glyph(for: " ") else { return }
      let (firstGlyph, firstByte) = (Int32(ink.glyphs.count), Int32(ink.text.count))
      ink.glyphs.append(Glyph(id: glyph, x: 0, y: 0, cluster: 0))
      ink.text.append(0x20)
      ink.items.append(
        .run(
          GlyphRun(
            face: run.face, size: run.size, color: run.color, x: x, y: .zero, width: .zero, glyphs: firstGlyph..<firstGlyph + 1,
            text: firstByte..<firstByte + 1)))
      return
    }
  }

  /// A line across, as `---` asks for, or the signs that the theme has for it.
  func appendRule(_ style: BlockStyle, in region: Region, into list: inout VList) {
    if let ornament = style.ornament {
      var content = InlineContent()
      content.text.append(ornament.utf8, style: style.text)
      var centered = style
      centered.align = .center
      append(lines(of: content, style: centered, measure: region.measure), leading: style.leading, x: region.x, into: &list)
      list.lastBoxOpensNoPage()
      return
    }
    let width = region.measure.scaled(by: style.width)
    var ink = Ink()
    ink.items.append(
      .rule(Rect(x: .zero, y: .zero, width: width, height: max(style.borderWidth, 0.4.pt)), style.border ?? style.text.color))
    list.append(ink, height: 0.4.pt, depth: .zero, width: width, x: region.x + (region.measure - width) / 2)
    list.lastBoxOpensNoPage()
  }
}

extension Ink {
  fileprivate func hasOnlyPictures(in range: Range<Int32>) -> Bool {
    items[Int(range.lowerBound)..<Int(range.upperBound)].allSatisfy { item in
      switch item {
      case .picture, .mark, .content, .panel: true
      case .run(let run): text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].allSatisfy { $0 == 0x20 }
      case .rule, .stroke: false
      }
    }
  }
}
