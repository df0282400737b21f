import TeXMath
import TypesetBoxes
internal import TypesetDiagnostics
import TypesetDiagrams
import TypesetFonts
import TypesetInterface
import TypesetMarkdown
import TypesetParagraphs
import TypesetPictures
import TypesetStyling

extension PictureSetter {
  /// A diagram in a size of its own or the author's: its words are set in the document's faces, its formulas as formulas.
  func set(_ diagram: DiagramPicture, as image: Image, measure: Length, height: Length) -> SetPicture {
    let natural = (width: Length(points: diagram.width), height: Length(points: diagram.height))
    let size = size(of: image, natural: natural, measure: measure, height: height, badge: nil)
    let scale = min(size.width.points / max(diagram.width, 0.001), size.height.points / max(diagram.height, 0.001))
    var ink = DiagramInk(document: document, language: style.language, scale: scale, top: diagram.height)
    for item in diagram.items {
      // The author's own link overrides those of the diagram.
      if case .link = item, style.link != nil { continue }
      ink.add(item)
    }
    let frame = Rect(x: .zero, y: .zero, width: natural.width.scaled(by: scale), height: natural.height.scaled(by: scale))
    var set = SetPicture(width: frame.width, height: frame.height)
    set.ink.marks = [.graphic(DrawnGraphic(digest: ink.digest(of: diagram), words: ink.said))]
    set.ink.items = [.mark(0, frame)]
    set.ink.append(ink.ink, dx: .zero, dy: .zero)
    // Its colours are for the page's ground.
    set.isAdaptive = true
    return set
  }
}

extension ParagraphSetter {
  /// Text on one line, its baseline at zero.
  func line(of content: StyledText, size: Length) -> (ink: Ink, width: Length) {
    let natural = widths(of: content, attachments: []).natural
    let leading = size.scaled(by: 1.2)
    let shape = ParagraphShape(measure: natural + 1.pt, alignment: .left, leading: leading)
    return (SetInk(set(content, attachments: [], shape: shape), leading: leading).ink, natural)
  }
}

/// Adds the shapes and words of a diagram to ink, with its lower edge at zero.
struct DiagramInk {
  let document: DocumentContext
  let language: String
  let scale: Double
  /// The height of the diagram before it is scaled, in points.
  let top: Double
  private(set) var ink = Ink()
  /// What its labels say, one line each.
  private(set) var said: [String] = []

  init(document: DocumentContext, language: String, scale: Double, top: Double) {
    (self.document, self.language, self.scale, self.top) = (document, language, scale, top)
  }

  mutating func add(_ item: DiagramPicture.Item) {
    switch item {
    case .shape(let shape):
      guard shape.fill != nil || shape.stroke != nil else { return }
      var path = InkPath(
        steps: shape.steps.map { $0.mapped(point) }, fill: shape.fill, stroke: shape.width > 0 ? shape.stroke : nil,
        width: length(shape.width))
      path.pattern = shape.dashes.map(length)
      ink.items.append(.path(path))
    case .words(let words): add(words)
    case .link(let address, let corner, let width, let height):
      let low = point(corner).y - length(height)
      ink.marks.append(.link(url: address))
      ink.items.append(
        .mark(Int32(ink.marks.count - 1), Rect(x: length(corner.x), y: low, width: length(width), height: length(height))))
    }
  }

  private func length(_ points: Double) -> Length { Length(points: points * scale) }
  private func point(_ point: DiagramPoint) -> InkPath.Point {
    InkPath.Point(x: length(point.x), y: Length(points: (top - point.y) * scale))
  }

  private mutating func add(_ words: DiagramPicture.Words) {
    let set = formula(words) ?? text(words)
    said.append(set.words)
    let place = point(words.place)
    let before: Length =
      switch words.anchor {
      case .start: .zero
      case .middle: set.width / 2
      case .end: set.width
      }
    if words.isTurned {
      ink.append(set.ink.turnedUp(in: document.fonts), dx: place.x, dy: place.y - before)
      ink.append(document.paragraphs.silentInk(set.words, style(of: words)), dx: place.x, dy: place.y - before)
    } else {
      ink.append(set.ink, dx: place.x - before, dy: place.y)
    }
  }

  /// Of the diagram before it is scaled, and of its glyphs: macros and faces are elsewhere.
  func digest(of diagram: DiagramPicture) -> UInt64 {
    var hash = WordHash()
    func add(_ lengths: Double...) { for length in lengths { hash.add(Length(points: length).rawValue) } }
    add(diagram.width, diagram.height)
    for item in diagram.items {
      switch item {
      case .shape(let shape):
        hash.add(shape.fill)
        hash.add(shape.stroke)
        add(shape.width)
        for length in shape.dashes { add(length) }
        for step in shape.steps {
          switch step {
          case .move(let to): add(0, to.x, to.y)
          case .line(let to): add(1, to.x, to.y)
          case .curve(let first, let second, let to): add(2, first.x, first.y, second.x, second.y, to.x, to.y)
          case .close: add(3)
          }
        }
      case .words(let words):
        hash.add(words.color)
        add(words.place.x, words.place.y, words.size)
      case .link: break
      }
    }
    for item in ink.items {
      guard case .run(let run) = item else { continue }
      hash.add(document.fonts.face(run.face).fileName)
      for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] { hash.add(Int(glyph.id)) }
    }
    return hash.value
  }

  private struct SetWords {
    var ink: Ink
    var width: Length
    /// As they are read.
    var words: String

    /// An icon as high as capitals with a little below the baseline.
    mutating func addIcon(_ name: String, size: Length, _ color: Color) {
      let unit = size.points / IconTable.side
      for figure in IconTable.figures(of: name) ?? [] {
        var path = InkPath(
          steps: figure.path.steps.map { step in
            step.mapped { InkPath.Point(x: width + Length(points: $0.x * unit), y: Length(points: (0.87 * IconTable.side - $0.y) * unit)) }
          }, fill: color)
        path.isEvenOdd = figure.isEvenOdd
        ink.items.append(.path(path))
      }
      width += size.scaled(by: DiagramType.iconWidth)
    }
  }

  private func style(of words: DiagramPicture.Words) -> TextStyle {
    var style = TextStyle(families: document.tree.theme.families.text, size: length(words.size))
    (style.color, style.language) = (words.color, language)
    return style
  }

  private func text(_ words: DiagramPicture.Words) -> SetWords {
    let plain = style(of: words)
    var content = StyledText()
    var set = SetWords(ink: Ink(), width: .zero, words: "")
    func flush() {
      guard !content.text.isEmpty else { return }
      let line = document.paragraphs.line(of: content, size: plain.size)
      set.ink.append(line.ink, dx: set.width, dy: .zero)
      set.width += line.width
      content = StyledText()
    }
    for run in words.runs {
      var style = plain
      if run.look.isBold { style.weight = 700 }
      if run.look.isItalic { style.slant = .italic }
      for (number, part) in run.text.unicodeScalars.split(separator: DiagramRun.icons.open, omittingEmptySubsequences: false).enumerated() {
        var rest = part
        if number > 0, let close = part.firstIndex(of: DiagramRun.icons.close) {
          flush()
          set.addIcon(String(part[..<close]), size: plain.size, plain.color)
          rest = part[part.index(after: close)...]
        }
        guard !rest.isEmpty else { continue }
        content.append(String(rest).utf8, style: style)
        set.words += String(rest)
      }
    }
    flush()
    return set
  }

  /// The bundled icon that a name of Font Awesome's means; nil where there is none.
  static func icon(_ name: String) -> String? {
    IconNames.ofSet("fa-" + name) ?? (IconTable.contains(name) ? name : IconTable.synonyms[name])
  }

  /// A line with formulas; nil without one, and where one has a mistake: then its source is shown.
  private func formula(_ words: DiagramPicture.Words) -> SetWords? {
    let labels = words.runs.map { SVGLabel(text: LabelText($0.text), isBold: $0.look.isBold, isItalic: $0.look.isItalic) }
    guard labels.contains(where: \.text.hasFormulas) else { return nil }
    let (math, macros) = (document.math, document.macros)
    let tex = labels.map(LabelSetter.tex).joined()
    let parsed = math.parsed(tex, isDisplay: false, macros: macros)
    // What is copied is the label as its author wrote it, with the signs that formulas have elsewhere.
    let source = words.runs.map(\.text).joined().replacing("$$", with: "$")
    let formula = math.set(
      tex, style: .text, size: length(words.size), color: words.color, macros: macros, copiedAs: source, known: parsed)
    guard formula.diagnostics.isEmpty else { return nil }
    return SetWords(ink: formula.list.packed(), width: formula.width, words: parsed.plainText(isDisplay: false))
  }
}

extension Ink {
  /// Outlines of its glyphs, and its lines, turned so that they are read upwards; its text is left out.
  fileprivate func turnedUp(in fonts: FontBook) -> Ink {
    func turned(_ point: InkPath.Point) -> InkPath.Point { InkPath.Point(x: .zero - point.y, y: point.x) }
    var out = Ink()
    for item in items {
      switch item {
      case .run(let run):
        let font = fonts.face(run.face).font(size: run.size)
        var path = InkPath(steps: [], fill: run.color)
        for glyph in glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
          let (dx, dy) = (run.x + Length(rawValue: Int(glyph.x)), run.y + Length(rawValue: Int(glyph.y)))
          path.steps += font.outline(of: glyph.id).map { step in
            step.mapped { turned(InkPath.Point(x: $0.x + dx, y: $0.y + dy)) }
          }
        }
        out.items.append(.path(path))
      case .rule(let rect, let color):
        let turned = Rect(x: .zero - rect.y - rect.height, y: rect.x, width: rect.height, height: rect.width)
        out.items.append(.rule(turned, color))
      case .path(let path): out.items.append(.path(path.mapped(turned)))
      case .stroke, .panel, .picture, .mark, .clip, .content, .part: continue
      }
    }
    return out
  }
}
