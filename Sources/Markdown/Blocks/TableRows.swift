import TypesetDiagnostics

// GFM's tables, as far as the scanner needs them, and repairs before the parser reads them.

/// A line of a table, cut at its bars.
struct TableLine {
  /// The cells as GFM splits them, without the outer bars.
  private(set) var cells: [Range<Int>] = []
  /// The bars that are in code spans and wiki links.
  private(set) var barsInCode: [Int] = []

  /// - Parameters:
  ///   - line: Of the author's text.
  ///   - formulas: Whose bars are their own, in order.
  init(_ bytes: [UInt8], _ line: Range<Int>, formulas: [Range<Int>] = []) {
    var start = line.lowerBound
    var end = line.upperBound
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    if start < end, bytes[start] == ASCII.pipe { start += 1 }
    var cell = start
    var index = start
    var next = formulas[...]
    var codeEnd = start
    var lastRuns: [Int: Int]?
    while index < end {
      while let formula = next.first, formula.upperBound <= index { next = next.dropFirst() }
      if let formula = next.first, formula.lowerBound <= index {
        index = formula.upperBound
        continue
      }
      switch bytes[index] {
      case ASCII.backslash where index + 1 < end && bytes[index + 1] == ASCII.pipe: index += 1
      case ASCII.backtick where index >= codeEnd && (index == line.lowerBound || bytes[index - 1] != ASCII.backslash):
        let length = Backticks.length(in: bytes, at: index, to: end)
        let runs = lastRuns ?? Backticks.lastRuns(in: bytes, index..<end)
        lastRuns = runs
        if let last = runs[length], last > index {
          codeEnd = Backticks.closer(of: length, in: bytes, from: index + length, to: end) ?? codeEnd
        }
        index += length - 1
      case ASCII.openBracket where index >= codeEnd && index + 1 < end && bytes[index + 1] == ASCII.openBracket:
        // `[[note|words]]`
        codeEnd = Self.wikiLinkEnd(bytes, index + 2, end) ?? codeEnd
      case ASCII.pipe:
        if index < codeEnd { barsInCode.append(index) }
        cells.append(cell..<index)
        cell = index + 1
      default: break
      }
      index += 1
    }
    if cell < end { cells.append(cell..<end) }
  }

  private static func wikiLinkEnd(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Int? {
    guard let close = bytes[start..<end].prefix(300).firstIndex(where: { $0 == ASCII.closeBracket || $0 == ASCII.openBracket }),
      close + 1 < end, bytes[close] == ASCII.closeBracket, bytes[close + 1] == ASCII.closeBracket
    else { return nil }
    return close
  }

  /// GFM splits cells before it reads code; here a bar in code is part of the code.
  var escapedBars: [Edit] { barsInCode.map { Edit(range: $0..<$0, text: [ASCII.backslash]) } }
}

/// A row with what was found in it.
struct TableRow {
  /// Its cells and the formulas in them, piece by piece.
  var scanners: [InlineScanner] = []
  var edits: [Edit] = []
  var diagnostic: Diagnostic?
}

/// Reads the rows of tables.
struct TableReader {
  private let bytes: [UInt8]
  /// The current table, and the tables that become text.
  private(set) var tables = TableGuard()
  /// True if there is nothing but blank lines between a table and this line.
  var followsTable = false

  init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// Begins a table.
  ///
  /// - Parameters:
  ///   - head: The last line of the paragraph above.
  ///   - delimiters: The second line, without blanks before it.
  ///   - fitsHead: The second line says how many columns there are, to pandoc: cells that the head lacks are empty, others are left out.
  /// - Returns: The head, and whether it is one.
  mutating func begin(_ head: Range<Int>, _ delimiters: Range<Int>, fitsHead: Bool = false) -> (row: TableRow, isHead: Bool) {
    var row = TableRow()
    guard bytes[head].contains(ASCII.pipe) else { return (row, false) }
    let columns = TableLine(bytes, delimiters).cells.count
    row.scanners = scan(head, columns: columns)
    let line = TableLine(bytes, head, formulas: row.scanners.flatMap(\.formulas))
    if line.cells.count != columns {
      if line.cells.count == columns + line.barsInCode.count {
        row.edits = line.escapedBars
      } else if fitsHead, bytes[delimiters].contains(ASCII.pipe), let edit = fitting(line, to: columns, in: head, row.scanners) {
        row.edits = [edit]
        row.diagnostic = lostCells(of: line, columns: columns)
      } else {
        if line.cells.count > 1, columns > 1 {
          row.diagnostic = Diagnostic(
            .warning, "table.head", at: SourceSpan(head.lowerBound, head.upperBound),
            "the head has \(line.cells.count) cells and the line below it has \(columns), so this is not a table",
            hint: "use the same number of cells in both; write \\| for a bar within a cell")
        }
        return (row, false)
      }
    }
    return (row, tables.begin(delimiters, columns: columns))
  }

  /// Adds a row: its formulas, and repairs that keep its cells.
  ///
  /// - Returns: The row, and whether the table is still one.
  mutating func add(_ range: Range<Int>) -> (row: TableRow, isTable: Bool) {
    var row = TableRow(scanners: scan(range, columns: tables.columns))
    let line = TableLine(bytes, range, formulas: row.scanners.flatMap(\.formulas))
    let isTable = tables.addRow(cells: line.cells.count)
    if !isTable { followsTable = false }
    guard line.cells.count > tables.columns else { return (row, isTable) }
    if line.cells.count - line.barsInCode.count == tables.columns {
      row.edits = line.escapedBars
    } else {
      row.diagnostic = lostCells(of: line, columns: tables.columns)
    }
    return (row, isTable)
  }

  /// Makes a head of as many cells as there are columns; nil if a formula would go.
  private func fitting(_ line: TableLine, to columns: Int, in head: Range<Int>, _ scanners: [InlineScanner]) -> Edit? {
    if line.cells.count > columns {
      let rest = line.cells[columns - 1].upperBound..<head.upperBound
      return scanners.contains { $0.formulas.contains { $0.upperBound > rest.lowerBound } } ? nil : Edit(range: rest, text: [])
    }
    let isClosed = bytes[head].last { !ASCII.isBlank($0) } == ASCII.pipe
    let cells = (isClosed ? "" : "|") + String(repeating: " |", count: max(0, min(columns, 2_000) - line.cells.count))
    return Edit(range: head.upperBound..<head.upperBound, text: Array(cells.utf8))
  }

  private func lostCells(of line: TableLine, columns: Int) -> Diagnostic? {
    let left = line.cells.dropFirst(columns).filter { bytes[$0].contains { !ASCII.isBlank($0) } }
    guard let first = left.first, let last = left.last else { return nil }
    var name = String(decoding: bytes[first], as: UTF8.self).trimmedWhitespace()
    if name.count > 30 { name = name.prefix(29) + "…" }
    return Diagnostic(
      .warning, "table.cells", at: SourceSpan(first.lowerBound, last.upperBound),
      left.count == 1
        ? "the cell “\(name)” is left out: the row has more cells than the table has columns"
        : "\(left.count) cells from “\(name)” on are left out: the row has more cells than the table has columns",
      hint: "add columns to the line of hyphens and the head, or write \\| for a bar within a cell")
  }

  /// What ends the table for the parser, a blank line, where a line right below it is none of its rows: a caption, and to pandoc all lines without bars.
  ///
  /// - Parameter prefix: Of the containers in which the table is.
  func end(at cursor: LineCursor, _ start: Int, _ dialect: Dialect, in prefix: [UInt8]) -> [Edit]? {
    let blank = Edit(range: start..<start, text: [ASCII.newline] + prefix)
    if let words = captionStart(cursor, start) { return [Edit(range: start..<words, text: blank.text + Array(": ".utf8))] }
    if let edits = SpannedTable.caption(bytes, start..<cursor.trimmedEnd) { return [blank] + edits }
    // An embedded file alone on its line is no row, whose bar would be in it: `![[a.png|300]]`.
    let line = bytes[start..<cursor.trimmedEnd]
    if line.starts(with: "![[".utf8), line.suffix(2).elementsEqual("]]".utf8), !line.dropFirst(3).dropLast(2).contains(ASCII.closeBracket) {
      return [blank]
    }
    guard dialect.tool.isPandoc, !bytes[start..<cursor.end].contains(ASCII.pipe) else { return nil }
    return [blank]
  }

  /// Where the text of a `:Caption` begins that is right below a table's last row.
  private func captionStart(_ cursor: LineCursor, _ start: Int) -> Int? {
    guard cursor.indent < 4, bytes[start] == UInt8(ascii: ":"), start + 2 < cursor.end,
      bytes[start + 1] != UInt8(ascii: ":"), bytes[start + 1] != UInt8(ascii: "-"), !bytes[start..<cursor.end].contains(ASCII.pipe),
      // `:label:` before a code span is a role.
      bytes[(start + 1)..<cursor.end].firstRange(of: [UInt8(ascii: ":"), ASCII.backtick]) == nil
    else { return nil }
    return bytes[(start + 1)..<cursor.end].firstIndex { !ASCII.isBlank($0) } ?? start + 1
  }

  /// Rows below a table and a blank line are text, on GitHub too; the author may not know.
  func interrupted(by block: InlineBlock) -> Diagnostic? {
    guard followsTable, let first = block.lines.first, let last = block.lines.last else { return nil }
    let isRows = block.lines.allSatisfy { line in
      let text = bytes[line].filter { !ASCII.isBlank($0) }
      // With a delimiter row, there is another reason why it is not a table.
      return text.count > 1 && text.first == ASCII.pipe && text.last == ASCII.pipe && !text.allSatisfy("|-:".utf8.contains)
    }
    guard isRows else { return nil }
    return Diagnostic(
      .warning, "table.interrupted", at: SourceSpan(first.lowerBound, last.upperBound), "a blank line ends the table above these rows",
      hint: "remove the blank line, or give the rows a head of their own")
  }

  /// The formulas of a row. A cell that begins and ends with a dollar and contains a command is unambiguous.
  private func scan(_ row: Range<Int>, columns: Int) -> [InlineScanner] {
    guard needsScan(row) else { return [] }
    let cells = TableLine(bytes, row).cells
    var scanners: [InlineScanner] = []
    var start = row.lowerBound
    func scanPiece(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      var scanner = InlineScanner(bytes, block: InlineBlock(line: range, isTableRow: true))
      scanner.barsAreColumns = cells.count == columns
      scanner.scan()
      scanners.append(scanner)
    }
    for cell in cells {
      guard let formula = onlyFormula(in: cell) else { continue }
      scanPiece(start..<formula.lowerBound)
      var scanner = InlineScanner(bytes, block: InlineBlock(line: formula, isTableRow: true))
      scanner.record(0..<formula.count, body: 1..<formula.count - 1, .singleDollar)
      scanners.append(scanner)
      start = formula.upperBound
    }
    scanPiece(start..<row.upperBound)
    return scanners
  }

  /// Dollars, backslashes, doubled backticks, an image's size, attributes after brackets, text other than ASCII: most rows have none of these.
  private func needsScan(_ row: Range<Int>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes[row] {
      switch byte {
      case ASCII.dollar, ASCII.backslash, 0x80...: return true
      case ASCII.backtick: if previous == byte { return true }
      case UInt8(ascii: "="): if previous == ASCII.space { return true }
      case ASCII.openBracket: if previous == UInt8(ascii: "^") { return true }
      case ASCII.openBrace: if previous == ASCII.closeBracket || previous == ASCII.closeParenthesis { return true }
      default: break
      }
      previous = byte
    }
    return false
  }

  /// `$ \alpha$`, where that is all of a cell.
  private func onlyFormula(in cell: Range<Int>) -> Range<Int>? {
    var (start, end) = (cell.lowerBound, cell.upperBound)
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end - start > 3, bytes[start] == ASCII.dollar, bytes[end - 1] == ASCII.dollar, bytes[end - 2] != ASCII.backslash else {
      return nil
    }
    let body = bytes[start + 1..<end - 1]
    return !body.contains(ASCII.dollar) && !body.contains(ASCII.backtick) && MathEvidence.hasCommand(body) ? start..<end : nil
  }
}
