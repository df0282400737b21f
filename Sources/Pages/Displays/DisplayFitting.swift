import TeXMath
import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown
import TypesetStyling

/// Fits a display that is wider or taller than the page.
struct DisplayFitting {
  /// The smallest scale before other means are tried.
  private static let leastSize = 5.pt

  let span: MathSpan
  let style: TextStyle
  /// The measure minus the width of its number.
  let room: Length
  let context: BlockContext

  /// How far a display exceeds its area.
  private struct Excess {
    /// The part of it that fits.
    var factor: Double
    var isWide: Bool
  }

  /// The display at a scale at which it fits.
  private struct Smaller {
    var formula: Formula
    var factor: Double
  }

  /// A display that is wider than the measure is broken at relations and operators; otherwise it is scaled down, then goes to a landscape
  /// page, then its matrix is split. Nothing is cut: as a last resort it is as small as necessary.
  func fit(onto out: inout SetBlock) -> Formula {
    let textHeight = context.sheet.textHeight
    let whole = set(1, isRead: true)
    out.report(whole, of: span)
    out.reading = whole.reading
    guard let excess = excess(of: whole, height: textHeight) else {
      if context.turn == .granted { report(Excess(factor: 1, isWide: true), "it is not scaled", onto: &out) }
      return whole
    }
    let least = min(1, Self.leastSize.points / max(style.size.points, 0.01))
    if let small = smaller(least: least, excess) {
      // Half a per cent is not visible.
      if small.factor < 0.995 { report(excess, "it is set at \(percent(small.factor)) of its size", onto: &out) }
      return small.formula
    }
    if context.turn == .possible, excess.isWide, fits(whole, on: context.document.turnedPage, at: least) {
      out.wantsTurn = true
      return whole
    }
    if let divided = divided(whole, least: least) {
      report(
        excess,
        divided.rows.count > whole.rows.count ? "its matrix is divided into \(divided.rows.count) parts" : "it is divided inside",
        onto: &out)
      return divided
    }
    let tiny = smaller(least: 0, excess) ?? Smaller(formula: whole, factor: 1)
    report(excess, "it is set at \(percent(tiny.factor)) of its size", onto: &out)
    return tiny.formula
  }

  private func percent(_ factor: Double) -> String { "\(Int(clamping: (factor * 100).rounded())) %" }

  private func set(_ factor: Double, isDivided: Bool = false, isRead: Bool = false) -> Formula {
    let textHeight = context.sheet.textHeight
    return context.formula(
      span, style: .display, text: style, size: factor == 1 ? style.size : style.size.scaled(by: factor), measure: room,
      line: room < context.measure ? context.measure : nil,
      height: isDivided ? textHeight.scaled(by: 0.8) : textHeight, dividesInside: isDivided, isRead: isRead)
  }

  /// Its parts one below the other, at a legible size; nil if that changes little.
  private func divided(_ whole: Formula, least: Double) -> Formula? {
    let part = max(least, 0.8)
    let divided = set(part, isDivided: true)
    guard divided.rows.count > whole.rows.count || divided.width < whole.width.scaled(by: part * 0.9) else { return nil }
    guard let rest = excess(of: divided, height: context.sheet.textHeight) else { return divided }
    return smaller(least: 0, rest, of: part, isDivided: true)?.formula ?? divided
  }

  private func fits(_ formula: Formula, on page: PageStyle, at factor: Double) -> Bool {
    page.measure.scaled(by: 0.98) >= formula.width.scaled(by: factor)
      && page.textHeight.scaled(by: 0.98) >= formula.tallest.scaled(by: factor)
  }

  /// Nil if the display fits. Half a point beyond the measure is not visible.
  private func excess(of formula: Formula, height: Length) -> Excess? {
    let (wide, high) = (context.measure.points / max(formula.width.points, 1), height.points / max(formula.tallest.points, 1))
    let isWide = formula.width > context.measure + 0.5.pt
    guard isWide || high < 1 else { return nil }
    return Excess(factor: min(wide, high), isWide: isWide)
  }

  /// The largest scale at which the display fits; nil if that is below `least`.
  ///
  /// - Parameter part: The scale at which `excess` was measured.
  private func smaller(least: Double, _ excess: Excess, of part: Double = 1, isDivided: Bool = false) -> Smaller? {
    // A display that is too tall leaves space for the text above it.
    let height = context.sheet.textHeight.scaled(by: 0.9)
    var factor = excess.factor * (excess.isWide ? 0.999 : 0.9)
    // Sizes are rounded, and explicit lengths don't shrink: a second try is often enough, a fifth always.
    for _ in 0..<5 {
      guard factor >= least, factor > 0.01 else { return nil }
      let formula = set(factor * part, isDivided: isDivided)
      guard let rest = self.excess(of: formula, height: height) else { return Smaller(formula: formula, factor: factor) }
      factor *= rest.factor * 0.995
    }
    return nil
  }

  private func report(_ excess: Excess, _ remedy: String, onto out: inout SetBlock) {
    let remedy = context.turn == .granted ? "it is on a landscape page of its own, where \(remedy)" : remedy
    out.report(
      Diagnostic(
        .warning, excess.isWide ? "math.too-wide" : "math.too-high", at: span.span,
        "this display is too \(excess.isWide ? "wide" : "high") for \(excess.isWide ? "its line" : "a page"): \(remedy)",
        hint: excess.isWide ? "break it with \\\\ inside aligned, or use a smaller matrix" : "use a matrix with fewer rows"))
  }
}

extension Formula {
  /// The height of the unbreakable part.
  fileprivate var tallest: Length {
    rows.isEmpty ? height + depth : rows.reduce(.zero) { max($0, $1.height + $1.depth) }
  }
}
