internal import TypesetDiagnostics

/// What a deck's lengths are on its pages, whose long edges have 720 points.
package struct SlideUnits: Equatable, Sendable {
  /// The length of a pixel of the tool's slides, in points.
  package let pixel: Double
  /// The length of a pixel in sizes of letters.
  package let letterPixel: Double

  package static let pageWidth = 720.0
  /// Slidev's canvas, and its text of 1.1 root letters.
  package static let slidev = SlideUnits(width: 980, text: (17.6, 14))

  /// Pixels of a root letter.
  private static let rootLetter = 16.0
  /// Smaller letters nobody reads.
  private static let leastLetters = 6.0

  /// - Parameters:
  ///   - width: Of the tool's slides, in pixels.
  ///   - text: The size of text on them, in pixels, and on the pages, in points.
  package init(width: Double, text: (pixels: Double, points: Double)) {
    pixel = Self.pageWidth / min(max(width, 200), 8_000)
    letterPixel = text.points / text.pixels
  }

  /// A length of pixels, root letters or points of CSS, `12px`, `1.5rem`, `18pt`, in points of the page: `8.82pt`; nil for others.
  func points(_ value: some StringProtocol, ofLetters: Bool = false) -> String? {
    for (unit, factor) in [("rem", Self.rootLetter), ("px", 1), ("pt", 4 / 3)] where value.hasSuffix(unit) {
      guard let number = DocumentNumber.real(value.dropLast(unit.count)) else { return nil }
      let points = number * factor * (ofLetters ? letterPixel : pixel)
      return "\(((ofLetters ? max(points, Self.leastLetters) : points) * 100).rounded() / 100)pt"
    }
    return nil
  }
}
