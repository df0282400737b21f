/// The line of a place, for places that follow each other.
struct PaperLine {
  private(set) var start: Int
  /// Its first character that is neither blank nor a sign of a quote.
  private(set) var first: Int
  /// True if it is code by its indent: four columns after a blank line, outside of lists.
  private(set) var isCode = false

  /// How far lines were looked at.
  private var next: Int
  private var isInList = false
  private var followsBlank = true

  init(at start: Int) { (self.start, first, next) = (start, start, start) }

  /// Goes on to the line that a place is in.
  mutating func move(to place: Int, _ bytes: [UInt8], _ limit: Int) {
    while next <= place, next < limit { readLine(bytes, limit) }
  }

  private mutating func readLine(_ bytes: [UInt8], _ limit: Int) {
    (start, first) = (next, next)
    var columns = 0
    var isQuoted = false
    while first < limit {
      switch bytes[first] {
      case ASCII.space: columns += 1
      case ASCII.tab: columns += 4
      case ASCII.greater: (columns, isQuoted) = (0, true)
      default:
        finish(bytes, limit, columns: columns, isQuoted: isQuoted)
        return
      }
      first += 1
    }
    next = limit
  }

  private mutating func finish(_ bytes: [UInt8], _ limit: Int, columns: Int, isQuoted: Bool) {
    let isBlank = bytes[first] == ASCII.newline || bytes[first] == ASCII.carriageReturn
    if !isBlank {
      if Self.isMarker(bytes, first, limit), columns < 4 || isInList {
        isInList = true
      } else if columns == 0, followsBlank {
        isInList = false
      }
      isCode = columns >= (isQuoted ? 5 : 4) && !isInList && (followsBlank || isCode)
    }
    followsBlank = isBlank
    next = bytes[first..<limit].firstIndex(of: ASCII.newline).map { $0 + 1 } ?? limit
  }

  /// True if the sign of an item of a list is at a place.
  private static func isMarker(_ bytes: [UInt8], _ start: Int, _ limit: Int) -> Bool {
    var end = start
    if "-*+:".utf8.contains(bytes[start]) {
      end += 1
    } else {
      while end < min(limit, start + 9), ASCII.isDigit(bytes[end]) || ASCII.isLetter(bytes[end]) { end += 1 }
      guard end > start, end < limit, bytes[end] == UInt8(ascii: ".") || bytes[end] == ASCII.closeParenthesis else { return false }
      end += 1
    }
    return end < limit && ASCII.isBlank(bytes[end])
  }
}
