import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

// Displays that are wider or higher than the page.

extension BlockBuilder {
  /// Displays are set no smaller than this before other means are tried.
  private static let leastDisplaySize = 5.pt

  /// A display that fits its place. What is wider than the measure is divided at relations and operators; what can't be is set
  /// smaller, then goes to a landscape page, then its matrix is divided. Nothing is cut: at last it is as small as it must be.
  ///
  /// - Parameters:
  ///   - room: The measure less its number's width.
  func fitted(_ span: MathSpan, style: TextStyle, room: Length, measure: Length) -> Formula {
    let whole = set(span, style: .display, text: style, size: style.size, measure: room, height: sheet.textHeight)
    guard let excess = excess(of: whole, measure: measure, height: sheet.textHeight) else {
      if turn == .wanted { report(DisplayExcess(factor: 1, isWide: true), of: span, "it is not scaled") }
      return whole
    }
    func scaled(_ factor: Double, divided: Bool = false) -> Formula {
      math.set(
        span.tex, style: .display, size: style.size.scaled(by: factor), color: style.color, macros: macros.at(Int(span.span.start)),
        measure: room, height: divided ? sheet.textHeight.scaled(by: 0.8) : sheet.textHeight, dividesInside: divided)
    }
    func percent(_ factor: Double) -> String { "\(Int((factor * 100).rounded())) %" }
    let least = min(1, Self.leastDisplaySize.points / max(style.size.points, 0.01))
    if let small = smaller({ scaled($0) }, least: least, excess: excess, measure: measure) {
      report(excess, of: span, "it is set at \(percent(small.factor)) of its size")
      return small.formula
    }
    if turn == .possible, excess.isWide, fits(whole, on: sheet.turned, at: least) {
      turn = .wanted
      return whole
    }
    // Parts are set in a size that is easy to read.
    let part = max(least, 0.8)
    let divided = scaled(part, divided: true)
    if divided.rows.count > whole.rows.count || divided.width < whole.width.scaled(by: part * 0.9) {
      let rest = self.excess(of: divided, measure: measure, height: sheet.textHeight)
      let formula =
        rest.flatMap { smaller({ scaled($0 * part, divided: true) }, least: 0, excess: $0, measure: measure)?.formula } ?? divided
      report(
        excess, of: span,
        formula.rows.count > whole.rows.count ? "its matrix is divided into \(formula.rows.count) parts" : "it is divided inside")
      return formula
    }
    let tiny = smaller({ scaled($0) }, least: 0, excess: excess, measure: measure) ?? (whole, 1)
    report(excess, of: span, "it is set at \(percent(tiny.factor)) of its size")
    return tiny.formula
  }

  private func fits(_ formula: Formula, on page: PageStyle, at factor: Double) -> Bool {
    page.measure.scaled(by: 0.98) >= formula.width.scaled(by: factor)
      && page.textHeight.scaled(by: 0.98) >= formula.tallest.scaled(by: factor)
  }

  /// How far a display reaches beyond its place.
  struct DisplayExcess {
    /// The part of it that fits.
    var factor: Double
    var isWide: Bool
  }

  /// Nil where the display fits. Half a point beyond the measure is seen by nobody.
  private func excess(of formula: Formula, measure: Length, height: Length) -> DisplayExcess? {
    let (wide, high) = (measure.points / max(formula.width.points, 1), height.points / max(formula.tallest.points, 1))
    let isWide = formula.width > measure + 0.5.pt
    guard isWide || high < 1 else { return nil }
    return DisplayExcess(factor: min(wide, high), isWide: isWide)
  }

  /// The largest size at which a display fits; nil where that is below `least`.
  private func smaller(
    _ set: (Double) -> Formula, least: Double, excess: DisplayExcess, measure: Length
  ) -> (formula: Formula, factor: Double)? {
    // What is too high leaves room for the words above it.
    let height = sheet.textHeight.scaled(by: 0.9)
    var factor = excess.factor * (excess.isWide ? 0.999 : 0.9)
    // Sizes are rounded, and lengths that the author gives don't shrink: a second try is often enough, a fifth for all.
    for _ in 0..<5 {
      guard factor >= least, factor > 0.01 else { return nil }
      let formula = set(factor)
      guard let rest = self.excess(of: formula, measure: measure, height: height) else { return (formula, factor) }
      factor *= rest.factor * 0.995
    }
    return nil
  }

  private func report(_ excess: DisplayExcess, of span: MathSpan, _ remedy: String) {
    let remedy = turn == .wanted ? "it is on a landscape page of its own, where \(remedy)" : remedy
    report(
      Diagnostic(
        .warning, excess.isWide ? "math.too-wide" : "math.too-high", at: span.span,
        "this display is too \(excess.isWide ? "wide" : "high") for \(excess.isWide ? "its line" : "a page"): \(remedy)",
        hint: excess.isWide ? "break it with \\\\ inside aligned, or use a smaller matrix" : "use a matrix with fewer rows"))
  }
}

extension Formula {
  /// The height of what no page's end divides.
  fileprivate var tallest: Length {
    rows.isEmpty ? height + depth : rows.reduce(.zero) { max($0, $1.height + $1.depth) }
  }
}
