import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown
import TypesetParagraphs
import TypesetSettings
import TypesetStyling

// Drawings of clients: their size is queried, and they are recorded once and added to the ink.

extension BlockContext {
  /// A client's attachment in the line; empty if its size is invalid.
  func clientAttachment(
    _ box: AttachmentBox, at span: SourceSpan, style: TextStyle, measure: Length, onto out: inout SetBlock
  ) -> HList {
    let name = "\(type(of: box.base))"
    let letters = document.paragraphs.letters(of: style)
    let proposal = AttachmentProposal(
      width: measure.points, height: sheet.textHeight.points, fontSize: style.size.points, foreground: style.color,
      capHeight: letters.capHeight.points)
    let size = document.drawings?.size(of: box, in: proposal) ?? box.base.size(in: proposal)
    guard [size.width, size.height].allSatisfy({ $0.isFinite && $0 >= 0 && $0 <= 100_000 }), size.depth.isFinite, abs(size.depth) <= 100_000
    else {
      out.report(
        Diagnostic(
          .warning, "attachment.size", at: span, "\(name) asks for \(size.width) × \(size.height) points, depth \(size.depth)",
          hint: "use finite numbers that are not negative; its size counts as zero"))
      return HList(box: Ink(), width: .zero, height: .zero, depth: .zero)
    }
    var canvas = Canvas(
      bounds: CanvasRect(x: 0, y: 0, width: size.width, height: size.height), baseline: size.height - size.depth,
      fontSize: style.size.points, foreground: style.color, stemWidth: letters.stemWidth.points)
    if document.drawings == nil { box.base.draw(on: &canvas) }
    if let kept = document.drawings {
      canvas = kept.drawing(of: box, size, foreground: style.color, stemWidth: letters.stemWidth.points, on: canvas)
    }
    let scale = min(1, measure.points / max(size.width, 0.001), sheet.textHeight.points / max(size.height, 0.001))
    if scale < 1 {
      out.report(
        Diagnostic(
          .warning, "attachment.too-large", at: span,
          "\(name) is larger than its place and is drawn at \(Int(clamping: (scale * 100).rounded())) % of its size",
          hint: "ask for no more than the proposal's width and height"))
    }
    var drawing = CanvasDrawing(context: self, style: style, scale: scale, top: (size.height - size.depth) * scale)
    drawing.draw(canvas, span: span, onto: &out)
    if drawing.isOutside {
      out.report(
        Diagnostic(
          .warning, "attachment.overflow", at: span, "\(name) draws outside of its bounds",
          hint: "what is outside is clipped: stay within canvas.bounds, or ask for more space"))
      drawing.cutOff(canvas.bounds)
    }
    if !canvas.hasText { drawing.ink.append(document.paragraphs.silentInk(box.plainText, style), dx: .zero, dy: .zero) }
    return HList(
      box: drawing.ink, width: Length(points: size.width * scale), height: Length(points: (size.height - size.depth) * scale),
      depth: Length(points: size.depth * scale))
  }
}

/// Adds the record of a canvas to ink, with the baseline at zero.
struct CanvasDrawing {
  let context: BlockContext
  let style: TextStyle
  let scale: Double
  /// Points above the baseline.
  let top: Double
  var ink = Ink()
  /// The run of text that is being drawn.
  var text: TextDrawing?
  /// True if something exceeds the bounds by more than half a point.
  var isOutside = false

  init(context: BlockContext, style: TextStyle, scale: Double, top: Double) {
    (self.context, self.style, self.scale, self.top) = (context, style, scale, top)
  }

  mutating func draw(_ canvas: Canvas, span: SourceSpan, onto out: inout SetBlock) {
    for item in canvas.items {
      switch item {
      case .fill(let path, let color, let isEvenOdd):
        var drawn = InkPath(steps: [], fill: color)
        drawn.isEvenOdd = isEvenOdd
        add(path, in: canvas, drawn, slack: 0.5)
      case .stroke(let path, let color, let width, let dash, let isRound):
        guard width.isFinite, width > 0, dash.isFinite, dash >= 0 else { continue }
        var stroke = InkPath(steps: [], stroke: color, width: length(width), dash: length(dash))
        stroke.isRound = isRound
        add(path, in: canvas, stroke, slack: width / 2 + 0.5)
      case .text(let text, let point, let anchor, let size, let color, let design, let weight, let isItalic):
        guard size.isFinite, (0.1...1_000).contains(size), isUsable([point]) else { continue }
        var style = self.style
        style.size = length(size)
        style.color = color
        style.weight = weight
        style.slant = isItalic ? .italic : .upright
        style.link = nil
        style.background = nil
        if let role = design.flatMap({ FamilyRole(rawValue: $0) }), role != .text {
          style.families = context.document.tree.theme.families[role]
        }
        var content = StyledText()
        content.append(text.replacing("\n", with: " ").utf8, style: style)
        let set = context.document.paragraphs.line(of: content, size: style.size)
        place(set.ink, width: set.width, at: point, anchor, canvas)
      case .math(let latex, let point, let anchor, let size, let color):
        guard size.isFinite, (0.1...1_000).contains(size), isUsable([point]) else { continue }
        var style = self.style
        style.color = color
        let formula = context.formula(
          MathSpan(tex: latex, isDisplay: false, span: span, origins: []), style: .text, text: style, size: length(size))
        for fault in formula.diagnostics {
          out.report(Diagnostic(fault.isNote ? .note : .warning, fault.code, at: span, fault.message, hint: fault.hint))
        }
        place(formula.list.packed(), width: formula.width, at: point, anchor, canvas)
      case .picture(let reference, let rect):
        guard isUsable([CanvasPoint(rect.x, rect.y), CanvasPoint(rect.width, rect.height)]), rect.width > 0, rect.height > 0 else {
          continue
        }
        var image = Image(source: reference, alternative: "", title: "", span: span)
        (image.width, image.height) = (.absolute(length(rect.width)), .absolute(length(rect.height)))
        let set = context.picture(image, style: style, measure: length(rect.width), height: length(rect.height), onto: &out)
        ink.append(set.ink, dx: length(rect.x), dy: Length(points: top - rect.maxY * scale))
      case .run: text?.addRun(to: &ink)
      case .glyph(let number, let point, let color):
        guard isUsable([point]) else {
          isOutside = true
          continue
        }
        if !canvas.bounds.inset(by: -0.5).contains(point) { isOutside = true }
        text?.addGlyph(number, at: self.point(point), color, to: &ink)
      }
    }
  }

  /// Clips to the bounds.
  mutating func cutOff(_ bounds: CanvasRect) {
    let rect = Rect(
      x: .zero, y: Length(points: top - bounds.height * scale), width: length(bounds.width), height: length(bounds.height))
    ink.items.insert(.clip(rect), at: 0)
    ink.items.append(.clip(nil))
  }

  private func length(_ points: Double) -> Length { Length(points: points * scale) }
  private func isUsable(_ points: [CanvasPoint]) -> Bool {
    points.allSatisfy { $0.x.isFinite && $0.y.isFinite && abs($0.x) < 100_000 && abs($0.y) < 100_000 }
  }
  private func point(_ point: CanvasPoint) -> InkPath.Point { InkPath.Point(x: length(point.x), y: Length(points: top - point.y * scale)) }

  private mutating func add(_ path: CanvasPath, in canvas: Canvas, _ drawn: InkPath, slack: Double) {
    var points: [CanvasPoint] = []
    for step in path.steps {
      switch step {
      case .move(let to), .line(let to): points.append(to)
      case .curve(let first, let second, let to):
        guard isUsable([first, second, to]) else {
          isOutside = true
          return
        }
        // Points on the curve itself: its control points may be outside.
        let start = points.last ?? first
        points += [0.25, 0.5, 0.75].map { Self.point(at: $0, from: start, first, second, to) } + [to]
      case .close: break
      }
    }
    guard !points.isEmpty, isUsable(points) else {
      if !points.isEmpty { isOutside = true }
      return
    }
    let bounds = canvas.bounds
    if points.contains(where: { $0.x < -slack || $0.y < -slack || $0.x > bounds.width + slack || $0.y > bounds.height + slack }) {
      isOutside = true
    }
    var drawn = drawn
    drawn.steps = path.steps.map { $0.mapped(point) }
    ink.items.append(.path(drawn))
  }

  /// A point on a cubic Bézier curve.
  private static func point(
    at t: Double, from start: CanvasPoint, _ first: CanvasPoint, _ second: CanvasPoint, _ end: CanvasPoint
  ) -> CanvasPoint {
    func value(_ a: Double, _ b: Double, _ c: Double, _ d: Double) -> Double {
      let s = 1 - t
      return s * s * s * a + 3 * s * s * t * b + 3 * s * t * t * c + t * t * t * d
    }
    return CanvasPoint(value(start.x, first.x, second.x, end.x), value(start.y, first.y, second.y, end.y))
  }

  private mutating func place(_ set: Ink, width: Length, at point: CanvasPoint, _ anchor: CanvasAnchor, _ canvas: Canvas) {
    let origin = self.point(point)
    let left =
      switch anchor {
      case .leading: origin.x
      case .center: origin.x - width / 2
      case .trailing: origin.x - width
      }
    if left.points < -0.5 || (left + width).points > canvas.bounds.width * scale + 0.5 { isOutside = true }
    ink.append(text == nil ? set : set.silent, dx: left, dy: origin.y)
  }
}

extension Ink {
  /// The same without text for readers.
  fileprivate var silent: Ink {
    var ink = self
    for index in ink.items.indices {
      guard case .run(var run) = ink.items[index] else { continue }
      (run.isSilent, run.text) = (true, run.text.lowerBound..<run.text.lowerBound)
      ink.items[index] = .run(run)
    }
    return ink
  }
}
