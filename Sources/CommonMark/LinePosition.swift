/// How far a line has been read. Tab stops are at every fourth column.
struct LinePosition {
  /// The line, without what ends it.
  private(set) var range: Range<Int> = 0..<0
  /// The next byte; a tab of which columns are left is still the next one.
  private(set) var offset = 0
  /// The column of what follows.
  private(set) var column = 0
  /// The first byte at or after `offset` that is neither space nor tab; the line's end if only those follow.
  private(set) var first = 0
  private var firstColumn = 0
  /// True if columns of the tab at `offset` have been read.
  private var isWithinTab = false

  /// Columns of white space that follow.
  var indent: Int { firstColumn - column }
  /// True if nothing but white space follows.
  var isBlank: Bool { first == range.upperBound }
  var end: Int { range.upperBound }

  mutating func begin(_ line: Range<Int>, _ bytes: [UInt8]) {
    range = line
    (offset, column, first, firstColumn) = (line.lowerBound, 0, line.lowerBound, 0)
    isWithinTab = false
    findFirst(bytes)
  }

  private mutating func findFirst(_ bytes: [UInt8]) {
    guard first <= offset else { return }
    (first, firstColumn) = (offset, column)
    while first < range.upperBound {
      if bytes[first] == Byte.space {
        firstColumn += 1
      } else if bytes[first] == Byte.tab {
        firstColumn += 4 - firstColumn % 4
      } else {
        return
      }
      first += 1
    }
  }

  /// Passes over white space, up to this many columns of it.
  mutating func skip(columns: Int, _ bytes: [UInt8]) {
    var rest = columns
    while rest > 0, offset < range.upperBound {
      if bytes[offset] == Byte.tab {
        let step = 4 - column % 4
        isWithinTab = step > rest
        column += min(step, rest)
        offset += isWithinTab ? 0 : 1
        rest -= min(step, rest)
      } else if bytes[offset] == Byte.space {
        isWithinTab = false
        offset += 1
        column += 1
        rest -= 1
      } else {
        break
      }
    }
    findFirst(bytes)
  }

  /// Passes over the white space that follows, and over `count` bytes after it that are not white space.
  mutating func skipToFirst(and count: Int = 0, _ bytes: [UInt8]) {
    column = firstColumn + count
    offset = first + count
    isWithinTab = false
    findFirst(bytes)
  }

  /// What is left of the line, and the spaces that are left of a tab before it.
  var rest: (text: Range<Int>, spaces: Int) {
    isWithinTab ? (offset + 1..<range.upperBound, 4 - column % 4) : (offset..<range.upperBound, 0)
  }
}
