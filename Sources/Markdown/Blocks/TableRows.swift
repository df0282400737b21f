import TypesetDiagnostics

// GFM's tables, as far as the search for formulas must know them, and what is mended in them before the parser reads them.

/// A line of a table, cut at its bars.
struct TableLine {
  /// The cells that GFM sees, outer bars left out.
  private(set) var cells: [Range<Int>] = []
  /// The bars that are in code spans.
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
}

extension MathScanner {
  /// `|---|:-:|`, the second line of a table.
  func isDelimiterRow(_ cursor: LineCursor) -> Bool {
    var hasDash = false
    var hasPipe = false
    for index in cursor.offset..<cursor.end {
      switch bytes[index] {
      case UInt8(ascii: "-"): hasDash = true
      case ASCII.pipe: hasPipe = true
      case UInt8(ascii: ":"), ASCII.space, ASCII.tab, ASCII.carriageReturn: break
      default: return false
      }
    }
    return hasDash && hasPipe
  }

  /// Begins a table where the last line of the paragraph is its head.
  ///
  /// - Parameter delimiters: The second line, without blanks before it.
  mutating func beginTable(_ cursor: LineCursor, _ delimiters: Range<Int>) -> Bool {
    guard let head = block.lines.last, bytes[head].contains(ASCII.pipe) else { return false }
    let columns = TableLine(bytes, delimiters).cells.count
    let scanned = scanRow(head, columns: columns)
    var line = TableLine(bytes, head, formulas: scanned.flatMap(\.formulas))
    if line.cells.count != columns {
      guard line.cells.count == columns + line.barsInCode.count else {
        if line.cells.count > 1, columns > 1 {
          diagnostics.append(
            Diagnostic(
              .warning, "table.head", at: SourceSpan(head.lowerBound, head.upperBound),
              "the head has \(line.cells.count) cells and the line below it has \(columns), so this is not a table",
              hint: "use the same number of cells in both; write \\| for a bar within a cell"))
        }
        return false
      }
      line = escapeBars(of: line)
    }
    guard tables.begin(delimiters, columns: columns) else { return false }
    block.lines.removeLast()
    endBlock()
    for scanner in scanned { add(scanner) }
    leaf = .table
    return true
  }

  /// `:Caption` right below a table's last row is no row: a blank line is put between, which ends the table for the parser.
  mutating func beginsCaption(_ cursor: LineCursor, _ start: Int) -> Bool {
    guard readsExtensions, containers.isEmpty, cursor.indent < 4, bytes[start] == UInt8(ascii: ":"), start + 2 < cursor.end,
      bytes[start + 1] != UInt8(ascii: ":"), bytes[start + 1] != UInt8(ascii: "-"), !bytes[start..<cursor.end].contains(ASCII.pipe),
      // `:label:` before a code span is a role.
      bytes[(start + 1)..<cursor.end].firstRange(of: [UInt8(ascii: ":"), ASCII.backtick]) == nil
    else { return false }
    let words = bytes[(start + 1)..<cursor.end].firstIndex { !ASCII.isBlank($0) } ?? start + 1
    edits.append(Edit(range: start..<words, text: Array("\n: ".utf8)))
    leaf = .paragraph
    return true
  }

  /// Adds a row of a table: its formulas, and what must be mended so that none of its cells is lost.
  mutating func addRow(_ row: Range<Int>) {
    let scanned = scanRow(row, columns: tables.columns)
    for scanner in scanned { add(scanner) }
    let line = TableLine(bytes, row, formulas: scanned.flatMap(\.formulas))
    if !tables.addRow(cells: line.cells.count) { (leaf, followsTable) = (.paragraph, false) }
    guard line.cells.count > tables.columns else { return }
    if line.cells.count - line.barsInCode.count == tables.columns {
      _ = escapeBars(of: line)
      return
    }
    let left = line.cells[tables.columns...].filter { bytes[$0].contains { !ASCII.isBlank($0) } }
    guard let first = left.first, let last = left.last else { return }
    var name = String(decoding: bytes[first], as: UTF8.self).trimmedWhitespace()
    if name.count > 30 { name = name.prefix(29) + "…" }
    diagnostics.append(
      Diagnostic(
        .warning, "table.cells", at: SourceSpan(first.lowerBound, last.upperBound),
        left.count == 1
          ? "the cell “\(name)” is left out: the row has more cells than the head"
          : "\(left.count) cells from “\(name)” on are left out: the row has more cells than the head",
        hint: "add columns to the head, or write \\| for a bar within a cell"))
  }

  /// GFM splits cells before it reads code; here a bar in code is the code's.
  private mutating func escapeBars(of line: TableLine) -> TableLine {
    for bar in line.barsInCode { edits.append(Edit(range: bar..<bar, text: [ASCII.backslash])) }
    return line
  }

  /// The formulas of a row. What begins and ends with a dollar in one cell and holds a command can be read in one way only.
  private func scanRow(_ row: Range<Int>, columns: Int) -> [InlineScanner] {
    guard needsScan(row) else { return [] }
    let cells = TableLine(bytes, row).cells
    var scanners: [InlineScanner] = []
    var start = row.lowerBound
    func scan(_ range: Range<Int>) {
      guard !range.isEmpty else { return }
      var scanner = InlineScanner(bytes, block: InlineBlock(line: range, isTableRow: true))
      scanner.barsAreColumns = cells.count == columns
      scanner.scan()
      scanners.append(scanner)
    }
    for cell in cells {
      guard let formula = onlyFormula(in: cell) else { continue }
      scan(start..<formula.lowerBound)
      var scanner = InlineScanner(bytes, block: InlineBlock(line: formula, isTableRow: true))
      scanner.record(0..<formula.count, body: 1..<formula.count - 1, .singleDollar)
      scanners.append(scanner)
      start = formula.upperBound
    }
    scan(start..<row.upperBound)
    return scanners
  }

  /// Dollars, backslashes, doubled backticks, an image's size, text other than ASCII: most rows have none of these.
  private func needsScan(_ row: Range<Int>) -> Bool {
    var previous: UInt8 = 0
    for byte in bytes[row] {
      switch byte {
      case ASCII.dollar, ASCII.backslash, 0x80...: return true
      case ASCII.backtick: if previous == byte { return true }
      case UInt8(ascii: "="): if previous == ASCII.space { return true }
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

  /// A row that is indented like code is a row; the parser reads it without its indent.
  mutating func addIndentedRow(_ cursor: LineCursor, lineStart: Int) -> Bool {
    guard case .table = leaf, let first = cursor.first, bytes[first.offset..<cursor.end].contains(ASCII.pipe) else { return false }
    if let last = edits.last, last.range.lowerBound == lineStart, last.range.upperBound == first.offset, !last.range.isEmpty {
      // The prefixes of special blocks were written anew, with the indent after them.
      var text = last.text
      for _ in 0..<min(cursor.indent, 1_000) where text.last == ASCII.space { text.removeLast() }
      edits[edits.count - 1].text = text + (text.isEmpty ? [] : [ASCII.space])
    } else {
      edits.append(Edit(range: cursor.offset..<first.offset, text: []))
    }
    addRow(first.offset..<cursor.end)
    return true
  }

  /// Rows below a table and a blank line are text, to GitHub too; authors seldom know.
  mutating func sayInterruptedTable() {
    guard followsTable, let first = block.lines.first, let last = block.lines.last else { return }
    let isRows = block.lines.allSatisfy { line in
      let text = bytes[line].filter { !ASCII.isBlank($0) }
      // With a delimiter row it is no table for another reason.
      return text.count > 1 && text.first == ASCII.pipe && text.last == ASCII.pipe && !text.allSatisfy("|-:".utf8.contains)
    }
    guard isRows else { return }
    diagnostics.append(
      Diagnostic(
        .warning, "table.interrupted", at: SourceSpan(first.lowerBound, last.upperBound), "a blank line ends the table above these rows",
        hint: "remove the blank line, or give the rows a head of their own"))
  }
}
