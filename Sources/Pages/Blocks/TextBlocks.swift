import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetMarkdown
import TypesetParagraphs
import TypesetStyling

/// Lines of text, one below the other; single first and last lines stay with adjacent lines.
struct ParagraphBlock: BlockKind {
  var content: InlineContent

  var traits: BlockTraits { [.isText, .mayGoAhead, .runsAround] }

  func elements(in context: BlockContext) -> [StructureElement] {
    [StructureElement(context.block == context.document.tree.titleIndex ? .title : .paragraph, parent: -1)]
  }

  func scaled(by factor: Double) -> ParagraphBlock { ParagraphBlock(content: content.scaled(by: factor)) }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    context.widths(of: content, share: share)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    var style = style
    // Rows of badges have even gaps.
    if style.align == .justified, content.hasPicturesAlone { style.align = .left }
    var shape = ParagraphShape(style, measure: context.measure)
    if let beside = context.beside {
      shape.shorten(
        beside: beside, style: style, beginsAtRight: context.document.paragraphs.beginsAtRight(content.text), x: context.x,
        measure: context.measure)
    }
    if let opening = style.opening, context.beside == nil {
      return OpenedParagraph(content: content, opening: opening, style: style, shape: shape).set(in: context)
    }
    let before = out
    var lines = context.lines(of: content, shape: shape, onto: &out)
    if style.authorAlign == nil, style.align != .center, context.beside == nil, content.attachments.count > 1, content.hasPicturesAlone,
      lines.lines.allSatisfy({ $0.height > style.leading * 4 })
    {
      // Rows of pictures are in the middle as one alone is.
      style.align = .center
      shape = ParagraphShape(style, measure: context.measure)
      out = before
      lines = context.lines(of: content, shape: shape, onto: &out)
    }
    if let even = evened(shape, lines, style, in: context) {
      out = before
      lines = context.lines(of: content, shape: even, onto: &out)
    }
    if let limit = style.lineLimit, lines.lines.count > limit.count {
      let cut = content.cut(to: limit, lines) { tried in
        var scratch = SetBlock(in: context)
        return context.lines(of: tried, shape: shape, onto: &scratch).lines.count <= limit.count
      }
      out = before
      lines = context.lines(of: cut, shape: shape, onto: &out)
    }
    out.append(lines, leading: style.leading, anchor: style.align.anchor, x: context.x, counts: !context.isCaption)
    return out
  }

  /// Centred lines with a short last one, as in titles, are broken more evenly: the same number of lines, as narrow as possible. Nil if they
  /// are good already, or if the author has broken them.
  private func evened(_ shape: ParagraphShape, _ lines: Lines, _ style: BlockStyle, in context: BlockContext) -> ParagraphShape? {
    guard style.align == .center, (2...3).contains(lines.lines.count), style.lines == LineStyle(), context.beside == nil,
      content.attachments.isEmpty, let last = lines.lines.last,
      // Bytes are sufficient for a comparison.
      last.text.count * 5 < 2 * lines.lines[0].text.count,
      !content.text.text.holds("\u{2028}")
    else { return nil }
    var best: ParagraphShape?
    var (narrow, wide) = (shape.measure.scaled(by: 0.4), shape.measure)
    for _ in 0..<7 {
      let middle = (narrow + wide) / 2
      var other = shape
      other.leftSkip = Glue((shape.measure - middle) / 2)
      other.rightSkip = other.leftSkip
      var scratch = SetBlock(in: context)
      let tried = context.lines(of: content, shape: other, onto: &scratch).lines
      // A word that is wider than the lines would stand out at the right.
      let edge = (shape.measure + middle) / 2 + style.text.size / 4
      if tried.count > lines.lines.count || tried.contains(where: { $0.width > edge }) {
        narrow = middle
      } else {
        (wide, best) = (middle, other)
      }
    }
    return best
  }
}

/// As a paragraph, with a mark that makes it a destination and an entry of the outline.
struct HeadingBlock: BlockKind {
  var level: Int
  var content: InlineContent
  var title: String
  /// The anchor in GitHub's spelling.
  var destination: String

  func elements(in context: BlockContext) -> [StructureElement] { [StructureElement(.heading(level), parent: -1)] }

  func scaled(by factor: Double) -> HeadingBlock {
    HeadingBlock(level: level, content: content.scaled(by: factor), title: title, destination: destination)
  }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    context.widths(of: content, share: share)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let strut = Strut(style.leading)
    var ink = Ink()
    ink.marks.append(.heading(level: level, title: context.plainTitle(title, of: content), destination: destination))
    ink.items.append(.mark(0, Rect(x: .zero, y: -strut.height - strut.depth, width: context.measure, height: strut.height + strut.depth)))
    out.list.append(ink, height: .zero, depth: .zero, width: .zero, x: context.x)
    out.append(ParagraphBlock(content: content).set(hanging(style, in: context), in: context.following(out)))
    return out
  }

  /// Further lines of a numbered heading begin below its words, not below its number.
  private func hanging(_ style: BlockStyle, in context: BlockContext) -> BlockStyle {
    guard style.align == .left || style.align == .justified, style.lines == LineStyle(), let first = content.text.runs.first,
      content.numberLength > 0
    else { return style }
    var number = StyledText()
    number.append(content.text.text[..<content.numberLength], style: content.text.styles[Int(first.style)])
    let width =
      context.document.paragraphs.widths(of: number, attachments: []).natural + content.text.styles[Int(first.style)].size
    var rule = LineRule()
    guard rule.read("hang", "\(width.points)pt") else { return style }
    var style = style
    style.lines = style.lines.applying(rule, em: style.text.size)
    return style
  }
}

/// A rule, as for `---`, or the theme's ornament for it.
struct RuleBlock: BlockKind {
  var traits: BlockTraits { [.drawsItsBorder, .staysWithText] }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    Widths(minimum: style.text.size, natural: style.text.size * 4)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    if let ornament = style.ornament {
      var content = InlineContent()
      content.text.append(ornament.utf8, style: style.text)
      var centered = style
      centered.align = .center
      let lines = context.lines(of: content, style: centered, measure: context.measure, onto: &out)
      out.append(lines, leading: style.leading, x: context.x)
    } else {
      let width = context.measure.scaled(by: style.width)
      var ink = Ink()
      ink.items.append(
        .rule(Rect(x: .zero, y: .zero, width: width, height: max(style.borderWidth, 0.4.pt)), style.border ?? style.text.color))
      out.list.append(ink, height: 0.4.pt, depth: .zero, width: width, x: context.x + (context.measure - width) / 2)
    }
    out.list.lastBoxOpensNoPage()
    return out
  }
}

/// Changes the form of page numbers from the next page on; invisible.
struct NumberingBlock: BlockKind {
  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock { SetBlock(in: context) }
}

extension BlockContext {
  /// A heading's title for outlines, in which formulas are plain Unicode instead of LaTeX: `O(n² log n)`.
  fileprivate func plainTitle(_ title: String, of content: InlineContent) -> String {
    guard !content.attachments.isEmpty else { return title }
    var out = ""
    var rest = title[...]
    for case .math(let span, _) in content.attachments where !span.tex.isEmpty {
      guard let found = rest.firstRange(of: span.tex) else { continue }
      let formula = document.math.parsed(span.tex, isDisplay: span.isDisplay, macros: document.macros.at(Int(span.span.start)))
      let text = formula.plainText(isDisplay: span.isDisplay)
      out += rest[..<found.lowerBound] + (text.isEmpty ? span.tex : text)
      rest = rest[found.upperBound...]
    }
    return out + rest
  }

  /// The lines of inline content at a measure.
  func lines(of content: InlineContent, style: BlockStyle, measure: Length, onto out: inout SetBlock) -> Lines {
    lines(of: content, shape: ParagraphShape(style, measure: measure), onto: &out)
  }

  func lines(of content: InlineContent, shape: ParagraphShape, onto out: inout SetBlock) -> Lines {
    let content = content.filled(pageLabels)
    if document.tree.hasTabs || !shape.tabs.isEmpty, var tabbed = TabbedLines(content, shape: shape, in: self) {
      return tabbed.lines(onto: &out)
    }
    var readings: [Int: FormulaReading] = [:]
    let attachments = attachments(of: content, measure: shape.narrowest, onto: &out, readings: &readings)
    return document.paragraphs.set(
      content.text, attachments: attachments, shape: shape, content: out.structure.contentMap(of: content, readings: readings))
  }
}

extension ParagraphShape {
  /// Lines of one width, as the style says.
  init(_ style: BlockStyle, measure: Length) {
    self.init(measure: measure, indent: style.firstIndent, leading: style.leading)
    alignment =
      switch style.align {
      case .justified: .justified
      case .left: .left
      case .center: .center
      case .right: .right
      }
    alignsToPage = style.authorAlign != nil && style.authorAlign == style.align
    take(style.lines)
  }
}

extension Ink {
  var firstRun: GlyphRun? {
    for case .run(let run) in items { return run }
    return nil
  }

  /// A space between separate parts of a line, which is read and copied.
  ///
  /// - Parameter run: Gives the face and the size; nothing is added where there is none.
  mutating func addSpace(like run: GlyphRun?, at x: Length, of fonts: FontBook) {
    guard let run, let glyph = fonts.face(run.face).glyph(for: " ") else { return }
    let (firstGlyph, firstByte) = (Int32(glyphs.count), Int32(text.count))
    glyphs.append(Glyph(id: glyph, x: 0, y: 0, cluster: 0))
    text.append(0x20)
    items.append(
      .run(
        GlyphRun(
          face: run.face, size: run.size, color: run.color, x: x, y: .zero, width: .zero, glyphs: firstGlyph..<firstGlyph + 1,
          text: firstByte..<firstByte + 1)))
  }
}

extension BlockContext {
  /// True for the words below a picture or above a table.
  fileprivate var isCaption: Bool { block >= 0 && document.tree[block].role == .caption }
}
