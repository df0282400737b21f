import TypesetDiagnostics

/// A table whose cells are texts of several lines that stand beside each other: pandoc's grids, and tables with columns below dashes.
struct CellTable {
  /// Where a cell is, in columns and rows of the table.
  struct Place: Equatable {
    var row: Int
    var column: Int
    var rows = 1
    var columns = 1
  }

  /// What the tree needs to know of a table.
  struct Frame: Equatable {
    var alignments: [Tree.Alignment]
    /// The number of rows, those of the head included.
    var rows = 0
    var heads = 0
    /// Rows of the body below a line of the author's: groups of rows, a foot.
    var ruled: Set<Int> = []
    /// True if cells have inlines only: `1.` begins no list in them.
    var isInline = false
    /// The cells in the order of their texts.
    var places: [Place] = []
  }

  var frame: Frame
  /// The lines of each cell, as ranges of the author's text.
  var cells: [[Range<Int>]] = []
  var range: Range<Int>
  /// Where the line below the table begins.
  var next: Int
  /// What makes a caption for the parser of the line right below.
  var caption: [Edit] = []

  /// The most columns, on screen and of the table.
  static let mostSigns = 2_000
  /// Tables in cells of tables in cells are text from here on.
  static let deepest = 4
}

/// Goes through the lines of a table, without the prefixes of the blocks around it.
struct TableLines {
  private let open: OpenBlocks
  /// Where the next line begins.
  private(set) var next: Int

  init(_ open: OpenBlocks, from next: Int) { (self.open, self.next) = (open, next) }

  /// The next line without white space at its end; nil at the end of the containers or of the text.
  mutating func line() -> Range<Int>? {
    guard next < open.bytes.count else { return nil }
    let end = open.lineEnd(from: next)
    var cursor = LineCursor(open.bytes, from: next, to: end)
    guard open.match(&cursor) == open.count, cursor.pending == 0 else { return nil }
    next = end + 1
    return cursor.offset..<cursor.trimmedEnd
  }
}

/// A line by the columns that it has on screen.
struct ScreenLine {
  /// The sign in each column: ASCII as it is, 0 for all others, twice where they are wide.
  private(set) var signs: [UInt8] = []
  /// Where the character of each column begins, and the line's end.
  private(set) var offsets: [Int] = []

  /// Nil if the line has a tab, or is too long for a table.
  init?(_ bytes: [UInt8], _ line: Range<Int>) {
    guard line.count <= CellTable.mostSigns * 4 else { return nil }
    signs.reserveCapacity(line.count)
    offsets.reserveCapacity(line.count + 1)
    var index = line.lowerBound
    while index < line.upperBound {
      let byte = bytes[index]
      guard byte != ASCII.tab else { return nil }
      if byte < 0x80 {
        signs.append(byte)
        offsets.append(index)
        index += 1
        continue
      }
      var end = index + 1
      while end < line.upperBound, bytes[end] & 0xC0 == 0x80 { end += 1 }
      let scalar = String(decoding: bytes[index..<end], as: UTF8.self).unicodeScalars.first
      for _ in 0..<(scalar.map(Self.width) ?? 1) {
        signs.append(0)
        offsets.append(index)
      }
      index = end
    }
    guard signs.count <= CellTable.mostSigns else { return nil }
    offsets.append(line.upperBound)
  }

  /// The line as wide as its table: its last bar stands too early, or after too many blanks, where the author has not counted.
  func fitted(to width: Int) -> ScreenLine {
    guard signs.count > 1, width > 1, signs.count != width, signs.last == ASCII.pipe else { return self }
    var line = self
    let bar = offsets[signs.count - 1]
    if signs.count > width {
      guard signs[(width - 1)..<(signs.count - 1)].allSatisfy({ $0 == ASCII.space }) else { return self }
      line.signs = signs[..<(width - 1)] + [ASCII.pipe]
      line.offsets = offsets[..<(width - 1)] + [bar, offsets[signs.count]]
      return line
    }
    line.signs.removeLast()
    line.offsets.removeLast()
    line.signs += [UInt8](repeating: ASCII.space, count: width - signs.count) + [ASCII.pipe]
    line.offsets.insert(contentsOf: [Int](repeating: bar, count: width - signs.count), at: signs.count - 1)
    line.offsets.append(offsets[signs.count])
    return line
  }

  /// The line with columns of other widths.
  ///
  /// - Parameters:
  ///   - cuts: Where its borders are now; the last may be at its end.
  ///   - edge: What borders are.
  ///   - fill: What columns are filled with.
  func realigned(_ cuts: [Int], widths: [Int], edge: UInt8, fill: UInt8) -> ScreenLine {
    var line = self
    line.signs = Array(signs[..<cuts[0]])
    line.offsets = Array(offsets[..<cuts[0]])
    for (number, width) in widths.enumerated() {
      let (start, end) = (cuts[number] + 1, max(cuts[number] + 1, min(cuts[number + 1], signs.count)))
      line.signs.append(edge)
      line.offsets.append(offset(cuts[number]))
      // The colon of an alignment stays at the end.
      let last = fill != ASCII.space && end > start && signs[end - 1] == UInt8(ascii: ":") ? end - 1 : end
      let missing = max(0, width - (end - start))
      line.signs += signs[start..<last] + [UInt8](repeating: fill, count: missing) + signs[last..<end]
      line.offsets += offsets[start..<last] + [Int](repeating: offset(last), count: missing) + offsets[last..<end]
    }
    line.signs.append(edge)
    line.offsets += [offset(cuts[widths.count]), offset(signs.count)]
    return line
  }

  subscript(column: Int) -> UInt8 { column < signs.count ? signs[column] : ASCII.space }

  /// The columns of all bars that no backslash precedes, outside of code.
  var bars: [Int] {
    var found: [Int] = []
    var isCode = false
    for index in signs.indices {
      if signs[index] == ASCII.backtick { isCode.toggle() }
      if signs[index] == ASCII.pipe, !isCode, index == 0 || signs[index - 1] != ASCII.backslash { found.append(index) }
    }
    return found
  }

  /// Where the character of a column begins; the line's end after the last.
  func offset(_ column: Int) -> Int { offsets[min(column, offsets.count - 1)] }

  /// The column of the first sign that is no blank.
  var indent: Int? { signs.firstIndex { $0 != ASCII.space } }

  /// Columns that a character takes: none for marks, two for wide ones (UAX #11, East Asian Width W and F, by their blocks).
  private static func width(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.properties.generalCategory {
    case .nonspacingMark, .enclosingMark, .format: return 0
    default: break
    }
    switch scalar.value {
    case 0x1100...0x115F, 0x2E80...0x303E, 0x3041...0xA4CF, 0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F,
      0xFF00...0xFF60, 0xFFE0...0xFFE6, 0x1F300...0x1F64F, 0x1F680...0x1F6FF, 0x1F900...0x1F9FF, 0x20000...0x3FFFD:
      return 2
    default: return 1
    }
  }

  /// The part of the line in some columns, without blanks at its end.
  func part(_ columns: Range<Int>, in bytes: [UInt8]) -> Range<Int> {
    let start = offset(columns.lowerBound)
    var end = max(start, offset(columns.upperBound))
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    return start..<end
  }
}
