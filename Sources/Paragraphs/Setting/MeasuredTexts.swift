import TypesetBoxes
import TypesetStyling

/// Short texts that were measured: each width of a table's cell is needed several times, many cells are alike, and what was measured is set next.
struct MeasuredTexts {
  /// A text on one line of its natural width.
  struct Measured {
    fileprivate let text: StyledText
    let widths: (minimum: Length, natural: Length)
    /// Ragged and without hyphens; nil beyond the first ones.
    let list: ParagraphList?
  }

  private var known: [[UInt8]: Measured] = [:]

  /// Longer texts are rarely measured twice.
  private static let longest = 64
  private static let mostKnown = 4_000
  /// As many as the cells of a table of a few pages: lists are larger than widths.
  private static let mostLists = 1_000

  /// A text without attachments, which is measured if it is not known.
  mutating func measured(
    _ text: StyledText, _ measure: () -> (list: ParagraphList, widths: (minimum: Length, natural: Length))
  ) -> (minimum: Length, natural: Length) {
    guard text.text.count <= Self.longest else { return measure().widths }
    if let known = known[text.text], known.text == text { return known.widths }
    let (list, widths) = measure()
    if known.count >= Self.mostKnown { known.removeAll(keepingCapacity: true) }
    known[text.text] = Measured(text: text, widths: widths, list: known.count < Self.mostLists ? list : nil)
    return widths
  }

  /// The list of a text that has room on one line; nil if it was not measured, or is wider.
  func list(of text: StyledText, fitting room: Length) -> ParagraphList? {
    guard text.text.count <= Self.longest, let known = known[text.text], known.widths.natural <= room else { return nil }
    return known.text == text ? known.list : nil
  }

  mutating func forget() { if !known.isEmpty { known = [:] } }
}
