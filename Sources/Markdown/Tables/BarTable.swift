internal import TypesetDiagnostics

/// Reads kramdown's tables: rows with bars, with a line of dashes below the head or without one, lines of dashes between groups of rows,
/// a line of equals signs above the foot.
///
///     |-------+-------|
///     | one   | two   |
///     |=======+=======|
///     | three | four  |
struct BarTable {
  /// A table of pandoc's with plus signs in the line below its head, as Emacs writes them.
  static func readWithPlusSigns(_ bytes: [UInt8], head: Range<Int>, below: TableLines) -> CellTable? {
    var next = below
    guard let rule = next.line(), isRule(bytes, rule), bytes[rule].contains(UInt8(ascii: "+")), bytes[rule].contains(ASCII.pipe) else {
      return nil
    }
    return read(bytes, head: head, below: below)
  }

  /// A table that begins on a line; nil where the line begins a paragraph, or a table as GitHub has them.
  static func read(_ bytes: [UInt8], head: Range<Int>, below: TableLines) -> CellTable? {
    guard hasBar(bytes, head) else { return nil }
    var lines = [head]
    var below = below
    var next = below
    while let line = next.line(), !line.isEmpty {
      guard hasBar(bytes, line) else {
        // Only a list of attributes may stand right below a table.
        let first = bytes[line].first { !ASCII.isBlank($0) }
        guard first == ASCII.openBrace || first == UInt8(ascii: "^") && line.count == 1 else { return nil }
        break
      }
      lines.append(line)
      below = next
      guard lines.count <= 4_000 else { return nil }
    }
    let rules = lines.map { isRule(bytes, $0) }
    // One line of words with bars between them is a line of words to readers.
    guard lines.count > 1 || bytes[head].first == ASCII.pipe else { return nil }
    guard !isPlain(bytes, lines, rules) else { return nil }
    return table(bytes, lines, rules, next: below.next)
  }

  /// True for a line that GitHub's tables have, too: one rule, below the head, and bars around.
  private static func isPlain(_ bytes: [UInt8], _ lines: [Range<Int>], _ rules: [Bool]) -> Bool {
    guard lines.count > 1, rules[1], !rules[0], rules.count(where: \.self) == 1,
      !bytes[lines[1]].contains(where: { $0 == UInt8(ascii: "+") || $0 == UInt8(ascii: "=") })
    else {
      return false
    }
    return TableLine(bytes, lines[0]).cells.count == TableLine(bytes, lines[1]).cells.count
  }

  /// True for a line with a bar that is neither escaped nor in code or between dollars.
  private static func hasBar(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    guard let bar = bytes[line].firstIndex(of: ASCII.pipe) else { return false }
    if bar == line.lowerBound { return true }
    return bytes[line].firstRange(of: [ASCII.dollar, ASCII.dollar]) == nil
      && (cells(bytes, line).count > 1 || bytes[line].last == ASCII.pipe)
  }

  /// The cells of a row; bars in code belong to it.
  private static func cells(_ bytes: [UInt8], _ line: Range<Int>) -> [Range<Int>] {
    let read = TableLine(bytes, line)
    guard !read.barsInCode.isEmpty else { return read.cells }
    var cells: [Range<Int>] = []
    for cell in read.cells {
      if let last = cells.last, read.barsInCode.contains(last.upperBound) {
        cells[cells.count - 1] = last.lowerBound..<cell.upperBound
      } else {
        cells.append(cell)
      }
    }
    return cells
  }

  private static func isRule(_ bytes: [UInt8], _ line: Range<Int>) -> Bool {
    var signs: Set<UInt8> = []
    for byte in bytes[line] {
      guard "-=:|+ \t".utf8.contains(byte) else { return false }
      signs.insert(byte)
    }
    return signs.contains(UInt8(ascii: "-")) || signs.contains(UInt8(ascii: "="))
  }

  private static func table(_ bytes: [UInt8], _ lines: [Range<Int>], _ rules: [Bool], next: Int) -> CellTable? {
    let rows = zip(lines, rules).filter { !$0.1 }.map { cells(bytes, $0.0) }
    guard let columns = rows.map(\.count).max(), columns > 0, columns <= 100 else { return nil }
    // The first line of dashes below a row ends the head.
    let start = rules.first == true ? 1 : 0
    let rule = rules[start...].firstIndex(of: true)
    let isHead = rule.map { bytes[lines[$0]].contains(UInt8(ascii: "-")) && rules[$0...].contains(false) } ?? false
    let heads = isHead ? (rule ?? start) - start : 0
    var alignments = [Tree.Alignment](repeating: .none, count: columns)
    if let rule = isHead ? rule : rules.firstIndex(of: true) {
      // Bars and plus signs separate columns alike.
      var written = Array(bytes[lines[rule]])
      for index in written.indices where written[index] == UInt8(ascii: "+") { written[index] = ASCII.pipe }
      for (column, cell) in TableLine(written, 0..<written.count).cells.prefix(columns).enumerated() {
        let signs = written[cell].filter { !ASCII.isBlank($0) }
        switch (signs.first == UInt8(ascii: ":"), signs.last == UInt8(ascii: ":")) {
        case (true, true): alignments[column] = .center
        case (true, false): alignments[column] = .left
        case (false, true): alignments[column] = .right
        case (false, false): break
        }
      }
    }
    var table = CellTable(
      frame: CellTable.Frame(alignments: alignments, rows: rows.count, heads: heads, isInline: true),
      range: lines[0].lowerBound..<(lines.last ?? lines[0]).upperBound, next: next)
    var number = 0
    for (line, isRule) in rules.enumerated() {
      if isRule {
        if number > heads, number < rows.count, line > 0 { table.frame.ruled.insert(number) }
      } else {
        number += 1
      }
    }
    for (number, row) in rows.enumerated() {
      for column in 0..<columns {
        table.frame.places.append(CellTable.Place(row: number, column: column))
        var cell = column < row.count ? row[column] : 0..<0
        while let first = bytes[cell].first, ASCII.isBlank(first) { cell = cell.lowerBound + 1..<cell.upperBound }
        while let last = bytes[cell].last, ASCII.isBlank(last) { cell = cell.lowerBound..<cell.upperBound - 1 }
        table.cells.append(cell.isEmpty ? [] : [cell])
      }
    }
    return table
  }
}
