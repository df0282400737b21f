internal import TeXMath
public import TypesetBoxes
public import TypesetDiagnostics
internal import TypesetFonts
public import TypesetInterface

/// A formula by itself: its size, its baseline, where its glyphs and rules are, and its picture.
///
/// All coordinates are points from the picture's upper left corner, y downwards. To align it with the text of a plot, put ``origin`` where the
/// left end of the text's baseline is.
public struct TypesetFormula: Sendable {
  /// The advance width of the formula's box, in points.
  public let width: Double
  /// How far the box reaches above the baseline, in points.
  public let height: Double
  /// How far the box reaches below the baseline, in points.
  public let depth: Double
  /// The left end of the baseline in the picture.
  public let origin: CanvasPoint
  /// The picture: one page that holds the box, and all ink that reaches beyond it.
  public let document: TypesetDocument
  /// What it is read from.
  let source: FormulaSource

  /// What is wrong with the formula; positions count in ``TypesetDocument/source``, the LaTeX.
  public var diagnostics: [Diagnostic] { document.diagnostics }

  /// The size of the picture.
  public var pictureSize: PageSize { (try? document.size(ofPage: 0)) ?? PageSize(width: 0, height: 0) }

  /// The picture as an SVG file.
  ///
  /// - Throws: An error of drawing.
  public func svg() throws -> [UInt8] { try described().svg(page: 0) }

  /// The picture as a PNG file.
  ///
  /// - Parameter ppi: Pixels per inch.
  /// - Throws: An error of drawing.
  public func png(ppi: Double = 144) throws -> [UInt8] { try document.png(page: 0, ppi: ppi) }

  /// The picture as a PDF file.
  ///
  /// - Throws: An error of drawing.
  public func pdf() throws -> [UInt8] { try document.pdf() }

  /// A glyph and its place.
  public struct Glyph: Hashable, Sendable {
    /// Its number in the font.
    public let id: Int
    /// The font's file: `LibertinusMath-Regular.otf`.
    public let font: String
    /// The size of the font, in points.
    public let size: Double
    /// The glyph's origin, on its baseline.
    public let origin: CanvasPoint
    /// The rectangle around its ink; nil for a formula without ink.
    public let bounds: CanvasRect?
    /// Its colour.
    public let color: Color
  }

  /// The glyphs in the order in which they are drawn.
  public var glyphs: [Glyph] {
    var out: [Glyph] = []
    for page in document.pages {
      for case .run(let run) in page.ink.items {
        let face = document.fonts.face(run.face)
        let font = face.font(size: run.size)
        for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
          let (x, y) = (run.x + Length(rawValue: Int(glyph.x)), run.y + Length(rawValue: Int(glyph.y)))
          let bounds = font.inkBounds(of: glyph.id).map { Rect(x: x + $0.x, y: y + $0.y, width: $0.width, height: $0.height) }
          out.append(
            Glyph(
              id: Int(glyph.id), font: face.fileName, size: run.size.points, origin: CanvasPoint(x.points, -y.points),
              bounds: bounds.map { CanvasRect($0) }, color: run.color))
        }
      }
    }
    return out
  }

  /// The rules: bars of fractions, lines above roots.
  public var rules: [CanvasRect] {
    document.pages.flatMap { page in
      page.ink.items.compactMap { if case .rule(let rect, _) = $0 { CanvasRect(rect) } else { nil } }
    }
  }
}

extension CanvasRect {
  /// A rectangle of a page, whose y grows upwards.
  init(_ rect: Rect) {
    self.init(x: rect.x.points, y: -(rect.y + rect.height).points, width: rect.width.points, height: rect.height.points)
  }
}

/// What the words and the MathML of a typeset formula are made of, if they are asked for.
struct FormulaSource: Sendable {
  var parsed: ParsedFormula
  var isDisplay: Bool
  /// Of the words, BCP 47.
  var language: String
}

extension TypesetFormula {
  /// The picture with the formula in words and as MathML, which SVG shows.
  func described() -> TypesetDocument {
    guard !document.pages.isEmpty else { return document }
    var out = document
    out.pages[0].mathML = source.parsed.mathML(isDisplay: source.isDisplay)
    out.pages[0].alternative = source.parsed.words(in: source.language, .verbose, isDisplay: source.isDisplay)
    return out
  }
}
