import TypesetBoxes
import TypesetStyling

/// Short texts whose widths are known: each width of a table's cell is needed several times, and many cells are alike.
struct MeasuredTexts {
  private var known: [[UInt8]: (text: StyledText, widths: (minimum: Length, natural: Length))] = [:]

  /// Longer texts are rarely measured twice.
  private static let longest = 64
  private static let mostKnown = 4_000

  /// The widths of a text, which are measured if they are not known.
  mutating func widths(of text: StyledText, _ measure: () -> (minimum: Length, natural: Length)) -> (minimum: Length, natural: Length) {
    guard text.text.count <= Self.longest else { return measure() }
    if let known = known[text.text], known.text == text { return known.widths }
    let widths = measure()
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known[text.text] = (text, widths)
    return widths
  }

  mutating func forget() { if !known.isEmpty { known = [:] } }
}
