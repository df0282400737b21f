package import TypesetBoxes
internal import TypesetDiagnostics

/// Why a diagram cannot be drawn, and where its source says so.
package struct DiagramMistake: Error, Hashable, Sendable {
  /// The offending bytes of the diagram's source.
  package var range: Range<Int>
  /// One sentence, without a full stop, that begins in lower case.
  package var what: String
  /// What to do about it.
  package var hint: String?

  init(_ range: Range<Int>, _ what: String, hint: String? = nil) { (self.range, self.what, self.hint) = (range, what, hint) }

  /// The line, from 1, and the bytes from the place to the end of that line.
  package func place(in source: String) -> (line: Int, fromEnd: Int, length: Int) {
    var (line, offset, end) = (1, 0, 0)
    for byte in source.utf8 {
      if byte == 0x0A {
        if offset >= range.lowerBound { break }
        line += 1
      }
      offset += 1
      end = offset
    }
    return (line, max(0, end - range.lowerBound), max(1, range.count))
  }
}

/// What the labels of a diagram are set in.
package struct DiagramType {
  /// The type size of labels in points.
  package var size: Double
  /// True if numbers have a comma before their decimals.
  package var hasDecimalComma = false
  /// The width of the page's text in points; nil if it is not known.
  package var room: Double?
  /// How wide and how high a formula is at a size of 1, its TeX given; nil where it can't be set.
  package var formulaSize: ((String) -> (width: Double, height: Double)?)?
  /// How wide a letter of the face is at a size of 1; nil for one that it does not have.
  package var letterWidth: ((Unicode.Scalar) -> Double?)?
  /// The bundled icon that a name of Font Awesome's means; nil for an unknown name.
  package var icon: ((String) -> String?)?
  /// How wide an icon is with the blank around it, at a size of 1.
  package static let iconWidth = 1.15
  /// The colours of a dark page's ground and text; nil for a light page.
  package var dark: (ground: Color, text: Color)?

  package init(size: Double) { self.size = size }

  /// From one line of a label to the next, in points.
  var leading: Double { 1.25 * size }
  /// Wider labels are broken, in points.
  var measure: Double { 15 * size }

  /// How wide a line is without kerns, in points; where the face is not known, a little wider than in usual text faces.
  func width(of line: some StringProtocol) -> Double {
    guard let formulaSize, line.contains("$$") else { return plainWidth(of: line) }
    return DiagramLabel.formulas(in: String(line)).reduce(0) { width, part in
      width + (part.isFormula ? formulaSize(part.text).map { $0.width * size } ?? plainWidth(of: part.text) : plainWidth(of: part.text))
    }
  }

  /// From one line of a label to the next where a line has a high formula, in points.
  func leading(of line: some StringProtocol) -> Double {
    guard let formulaSize, line.contains("$$") else { return leading }
    let heights = DiagramLabel.formulas(in: String(line)).compactMap { $0.isFormula ? formulaSize($0.text)?.height : nil }
    return max(leading, ((heights.max() ?? 0) + 0.35) * size)
  }

  private func plainWidth(of line: some StringProtocol) -> Double {
    var width = 0.0
    var isIcon = false
    for scalar in line.unicodeScalars {
      if scalar == DiagramRun.icons.open {
        isIcon = true
        width += Self.iconWidth
      } else if isIcon {
        isIcon = scalar != DiagramRun.icons.close
      } else {
        width += letterWidth?(scalar) ?? Self.ems(of: scalar.value)
      }
    }
    return width * size
  }

  private static func ems(of scalar: UInt32) -> Double {
    switch scalar {
    case 0x20: 0.28
    case 0x66, 0x69, 0x6A, 0x6C, 0x72, 0x74, 0x49, 0x21, 0x27...0x29, 0x2C, 0x2E, 0x3A, 0x3B, 0x5B, 0x5D, 0x7C: 0.38
    case 0x6D, 0x77: 0.84
    case 0x4D, 0x57, 0x40, 0x25: 0.98
    case 0x41...0x5A: 0.74
    case 0x2B, 0x3C...0x3E, 0x26, 0x7E: 0.78
    case 0x21...0x7E: 0.55
    case 0x300...0x36F, 0x200B...0x200F, 0xFE00...0xFE0F: 0
    case 0x1100...0x11FF, 0x2E80...0xA4CF, 0xAC00...0xD7FF, 0xF900...0xFAFF, 0xFF00...0xFF60: 1.02
    case 0x2190...0x2BFF, 0x1F000...0x1FAFF: 1.3
    default: 0.64
    }
  }
}
