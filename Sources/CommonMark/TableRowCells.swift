/// Rows of tables: cells between bars, which a backslash makes text.
enum TableCells {
  /// `|---|:-:|`: the alignments of its columns.
  static func alignments(_ bytes: [UInt8], _ start: Int, _ end: Int) -> [CommonMarkTree.Alignment]? {
    var out: [CommonMarkTree.Alignment] = []
    var index = start
    if bytes[index] == Byte.bar { index += 1 }
    while true {
      while index < end, Byte.isBlank(bytes[index]) { index += 1 }
      // A bar at the end closes the last column.
      if index == end { return !out.isEmpty && bytes[start..<end].contains(Byte.bar) ? out : nil }
      let isLeft = bytes[index] == Byte.colon
      if isLeft { index += 1 }
      let dashes = index
      while index < end, bytes[index] == Byte.hyphen { index += 1 }
      guard index > dashes else { return nil }
      let isRight = index < end && bytes[index] == Byte.colon
      if isRight { index += 1 }
      out.append(isLeft ? isRight ? .center : .left : isRight ? .right : .none)
      while index < end, Byte.isBlank(bytes[index]) { index += 1 }
      if index == end { return out }
      guard bytes[index] == Byte.bar else { return nil }
      index += 1
    }
  }

  /// The number of cells of a line, at most one more than a limit.
  static func count(_ bytes: [UInt8], _ start: Int, _ end: Int, limit: Int) -> Int {
    var count = 0
    var index = first(bytes, start, end)
    while count <= limit, let cell = next(bytes, &index, end) {
      _ = cell
      count += 1
    }
    return count
  }

  /// Where the first cell of a line begins.
  static func first(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int { start < end && bytes[start] == Byte.bar ? start + 1 : start }

  /// The next cell of a line, without its white space.
  static func next(_ bytes: [UInt8], _ index: inout Int, _ end: Int) -> Range<Int>? {
    var start = index
    while start < end, Byte.isSpace(bytes[start]) { start += 1 }
    guard start < end else { return nil }
    var stop = start
    while stop < end, bytes[stop] != Byte.bar || stop > index && bytes[stop - 1] == Byte.backslash { stop += 1 }
    index = stop < end ? stop + 1 : end
    while stop > start, Byte.isSpace(bytes[stop - 1]) { stop -= 1 }
    return start..<stop
  }
}
