internal import TypesetBoxes
internal import TypesetChecking

/// Where headings, captions and cells are in the source, for the text that repeats them: contents, running heads, heads of tables on
/// further pages.
struct RepeatedText {
  /// By two words in a row; the first place of each.
  private var pairs: [String: Int] = [:]
  /// Headings and cells of one word.
  private var singles: [Substring: Int] = [:]
  private var cells: [String: Int] = [:]

  /// Adds a line whose place is known.
  ///
  /// - Parameter isTitle: True if running heads may show it although it is no heading.
  mutating func add(_ line: SetLine, at offset: Int, isTitle: Bool) {
    switch isTitle ? .heading : line.kind {
    case .cell:
      if cells[line.report.text] == nil { cells[line.report.text] = offset }
    case .heading, .caption:
      let words = line.words
      for pair in Self.pairs(of: words) where pairs[pair] == nil { pairs[pair] = offset }
      if line.kind != .caption, let word = words.last, words.count < 3, singles[word] == nil { singles[word] = offset }
    default: break
    }
  }

  /// Where the text of a line is that repeats another.
  func place(of line: SetLine) -> Int? { line.kind == .artifact ? cells[line.report.text] : place(ofHeading: line.report.text) }

  /// Where the heading or the caption is that a text shows.
  func place(ofHeading text: String) -> Int? {
    let words = text.split(whereSeparator: \.isWhitespace)
    // Pairs of words that many headings have lead anywhere: the place that most of them lead to.
    var counts: [Int: Int] = [:]
    for pair in Self.pairs(of: words) { if let place = pairs[pair] { counts[place, default: 0] += 1 } }
    if let best = counts.max(by: { ($0.value, $1.key) < ($1.value, $0.key) }) { return best.key }
    return words.lazy.compactMap { singles[$0] }.first
  }

  private static func pairs(of words: [Substring]) -> [String] { zip(words, words.dropFirst()).map { "\($0) \($1)" } }
}
