/// Runs of backticks, which begin and end code.
enum Backticks {
  static func length(in text: [UInt8], at start: Int, to end: Int) -> Int {
    var index = start
    while index < end, text[index] == ASCII.backtick { index += 1 }
    return index - start
  }

  /// Where the last run of each length begins: a run without a later one of its length does not begin code, so no search is
  /// needed.
  static func lastRuns(in text: [UInt8], _ range: Range<Int>) -> [Int: Int] {
    var runs: [Int: Int] = [:]
    var index = range.lowerBound
    while index < range.upperBound {
      let length = length(in: text, at: index, to: range.upperBound)
      if length > 0 { runs[length] = index }
      index += max(length, 1)
    }
    return runs
  }

  /// The end of the next run of a length.
  static func closer(of length: Int, in text: [UInt8], from start: Int, to end: Int) -> Int? {
    var index = start
    while index < end {
      let found = Self.length(in: text, at: index, to: end)
      index += max(found, 1)
      if found == length { return index }
    }
    return nil
  }
}
