/// Draws the text of elements instead of the program: an outline, a shadow, a colour for each letter.
///
/// ```swift
/// struct Rainbow: MarkdownTextRenderer {
///   func draw(_ run: MarkdownTextRun, on canvas: inout Canvas) {
///     let colors = [Color.red, .orange, .green, .blue]
///     for (number, glyph) in run.glyphs.enumerated() { canvas.draw(glyph, color: colors[number % colors.count]) }
///   }
/// }
/// ```
///
/// What it draws is decoration: the text itself stays where it is, to be searched, copied and read aloud, with its links. A renderer is called
/// for each run, a piece of one line in one font, when the pages are known.
public protocol MarkdownTextRenderer: Sendable {
  /// How far it draws beyond the run on all sides, in points; by default 0. What exceeds it is clipped, with the diagnostic `text.overflow`.
  var overhang: Double { get }
  /// Draws one run. What it doesn't draw isn't seen.
  ///
  /// - Parameters:
  ///   - run: The text, its glyphs and where they are.
  ///   - canvas: As large as the run with the overhang around it.
  func draw(_ run: MarkdownTextRun, on canvas: inout Canvas)
}

extension MarkdownTextRenderer {
  /// 0 points: nothing is beyond the run.
  public var overhang: Double { 0 }
}

/// A piece of a line in one font and colour, as it is on the page.
public struct MarkdownTextRun: Sendable {
  /// A glyph at its position on the canvas.
  public struct Glyph: Hashable, Sendable {
    /// Its origin, on the baseline; points.
    public var position: CanvasPoint
    /// How far it reaches, in points.
    public var advance: Double
    /// The index of the glyph in its run.
    package var number: Int

    package init(position: CanvasPoint, advance: Double, number: Int) {
      (self.position, self.advance, self.number) = (position, advance, number)
    }
  }

  /// What is copied from it.
  public var text: String
  /// From left to right. A ligature is one glyph, an accent may be another one.
  public var glyphs: [Glyph]
  /// On the canvas: from one type size above the baseline to a third of it below; points.
  public var bounds: CanvasRect
  /// The y coordinate of the baseline, in points.
  public var baseline: Double
  /// Points.
  public var fontSize: Double
  /// As the theme has it.
  public var color: Color

  package init(text: String, glyphs: [Glyph], bounds: CanvasRect, baseline: Double, fontSize: Double, color: Color) {
    (self.text, self.glyphs, self.bounds, self.baseline, self.fontSize, self.color) = (text, glyphs, bounds, baseline, fontSize, color)
  }
}

extension Canvas {
  /// Draws a run as it would be without its renderer; within ``MarkdownTextRenderer/draw(_:on:)`` only.
  public mutating func draw(_ run: MarkdownTextRun) { items.append(.run) }

  /// Draws a glyph; within ``MarkdownTextRenderer/draw(_:on:)`` only.
  ///
  /// - Parameters:
  ///   - glyph: One of the run.
  ///   - point: Its origin, on the baseline; nil is its own position.
  ///   - color: Nil keeps the run's colour.
  public mutating func draw(_ glyph: MarkdownTextRun.Glyph, at point: CanvasPoint? = nil, color: Color? = nil) {
    items.append(.glyph(glyph.number, point ?? glyph.position, color ?? foreground))
  }
}

extension Document {
  /// Lets a renderer draw the text of elements. Code blocks and formulas are drawn as usual.
  ///
  /// - Parameters:
  ///   - renderer: Called for each run of their text; nil ends what holds for the element around them.
  ///   - elements: One or more, also classes; the later one of two for the same element counts.
  public func markdownTextRenderer(_ renderer: (any MarkdownTextRenderer)?, for elements: MarkdownElement...) -> Document {
    with { $0.styles.textRenderers += elements.map { (element: $0.name, renderer: renderer) } }
  }
}
