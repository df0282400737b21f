internal import TypesetBoxes

/// The plan for a display that is wider than its line or higher than a page: its list, with rows in place of what does not fit. The setter
/// reads the list when the plan is finished; the original list is never edited.
///
/// Division works on noads, so that the parts are set like rows that the author wrote. The plan sets parts of its list only to measure them.
struct DisplayPlan {
  /// With the list that is edited, and the size and the room of the display.
  private(set) var layout: Layout
  /// For measuring.
  private var buffer = ElementBuffer()

  init(_ layout: Layout) { self.layout = layout }

  var list: MathList {
    get { layout.list }
    _modify { yield &layout.list }
  }

  func noads(of field: Field) -> Range<Int> { layout.noads(of: field) }

  /// The dimensions of a part of the list.
  mutating func measured(_ range: Range<Int>, _ style: MathStyle = .display) -> Extent {
    defer { buffer.begin(.black) }
    return layout.set(range, style, cramped: false, &buffer)
  }

  /// The dimensions of a part of the list in display style, and its atoms.
  private mutating func atoms(of range: Range<Int>) -> (extent: Extent, atoms: [SetAtom]) {
    defer { buffer.begin(.black) }
    var top = TopLevel(recordsBreaks: true)
    let extent = layout.set(range, .display, recording: &top, &buffer)
    return (extent, top.atoms)
  }

  mutating func width(of field: Field, _ style: MathStyle) -> Int { measured(noads(of: field), style).width }
}

/// A display that is wider than its line is divided between its statements, then before relations, then before binary operators,
/// and its parts become the rows of an alignment: relations below the first relation, operators where the right side begins.
extension DisplayPlan {
  /// Divides what is too wide in the list.
  ///
  /// - Returns: True if anything was divided.
  mutating func breakDisplay(room: Int) -> Bool {
    guard case .list(let start, let count) = list.root else { return false }
    if count == 1, case .alignment(let index) = list.noads[Int(start)].kind { return breakRows(of: Int(index), room: room) }
    guard let alignment = divided(list.root, room: room) else { return false }
    list.root = field(of: alignment)
    return true
  }

  /// An `aligned`, `split` or `gathered` of many rows that is the whole of a display is opened, so that a page may end
  /// between its rows; its number is at the last. So is an `array` or a matrix without delimiters.
  ///
  /// - Parameter isHigh: The display takes much of a page: arrays that don't stay whole.
  /// - Returns: True if there was one.
  mutating func openLongEquation(isHigh: Bool) -> Bool {
    guard var index = onlyAlignment(list.root, beforeStop: isHigh) else { return false }
    var whole = Alignment.Row()
    var root = list.root
    var shell = list.alignments[index]
    if shell.isDisplay {
      guard shell.manner == .gathered, shell.rows.count == 1, let cell = shell.rows[0].cells.first,
        let inner = onlyAlignment(list.cells[cell].content, beforeStop: isHigh)
      else { return false }
      (whole, index, root) = (shell.rows[0], inner, list.cells[cell].content)
      shell = list.alignments[inner]
    }
    let mayOpen =
      switch shell.manner {
      case .aligned, .gathered: true
      case .array: isHigh
      default: false
      }
    guard mayOpen, shell.rows.count > 12, !shell.isDisplay else { return false }
    let last = shell.rows.count - 1
    moveStop(after: root, to: &shell.rows[last])
    shell.rows[last].equation = 0
    (shell.rows[last].tag, shell.rows[last].tagText, shell.rows[last].label) = (whole.tag, whole.tagText, whole.label)
    shell.isDisplay = true
    list.root = field(of: shell)
    return true
  }

  /// Moves the stop that ends a display to the end of its last row.
  private mutating func moveStop(after root: Field, to row: inout Alignment.Row) {
    let range = noads(of: root).dropFirst()
    guard !range.isEmpty, let last = row.cells.last else { return }
    // A row's cells follow one another in the array.
    let cells = Array(list.cells[row.cells])
    row.cells = list.cells.count..<list.cells.count + cells.count
    list.cells += cells
    let first = list.noads.count
    list.noads += Array(list.noads[noads(of: list.cells[last].content)])
    list.noads += Array(list.noads[range])
    list.cells[row.cells.upperBound - 1].content = .list(Int32(first), Int32(list.noads.count - first))
  }

  mutating func field(of alignment: Alignment) -> Field {
    list.alignments.append(alignment)
    list.noads.append(Noad(.alignment(Int32(list.alignments.count - 1))))
    return .list(Int32(list.noads.count - 1), 1)
  }

  /// Rows of an alignment that are too wide become several.
  private mutating func breakRows(of index: Int, room: Int) -> Bool {
    let alignment = list.alignments[index]
    var rows: [Alignment.Row] = []
    let columns = alignment.rows.lazy.filter { !$0.isText }.map(\.cells.count).max() ?? 0
    switch alignment.manner {
    case .gathered, .multline:
      for row in alignment.rows where !row.isText {
        for cell in row.cells {
          if let inner = onlyAlignment(list.cells[cell].content) {
            if breakRows(of: inner, room: room) { rows = alignment.rows }
          } else if let parts = divided(list.cells[cell].content, room: room) {
            list.cells[cell].content = field(of: parts)
            rows = alignment.rows
          }
        }
      }
      return !rows.isEmpty
    case .aligned where columns <= 2, .eqnarray where columns == 3:
      // What is left of the last column.
      var left = 0
      for column in 0..<max(columns - 1, 0) {
        var widest = 0
        for row in alignment.rows where row.cells.count > column && !row.isText {
          widest = max(widest, width(of: list.cells[row.cells.lowerBound + column].content, alignment.style))
        }
        left += widest + (alignment.manner == .eqnarray ? 2 * layout.context.arraycolsep : 0)
      }
      guard left < room * 3 / 5 else { return false }
      for row in alignment.rows {
        guard !row.isText, row.cells.count == columns, let last = row.cells.last, list.cells[last].span == 1,
          let parts = parts(of: list.cells[last].content, room: room - left, isColumn: true)?.fields
        else {
          rows.append(row)
          continue
        }
        for (number, part) in parts.enumerated() {
          var piece = row
          if number > 0 { piece.linesAbove = [] }
          if number < parts.count - 1 {
            (piece.tag, piece.tagText, piece.label, piece.isNumbered, piece.equation) = (.empty, nil, nil, false, nil)
            piece.gap = Dimension()
          }
          let first = list.cells.count
          for cell in row.cells.dropLast() { list.cells.append(number == 0 ? list.cells[cell] : Cell(content: .empty)) }
          list.cells.append(Cell(content: part))
          piece.cells = first..<list.cells.count
          rows.append(piece)
        }
      }
      guard rows.count > alignment.rows.count else { return false }
      list.alignments[index].rows = rows
      return true
    default: return false
    }
  }

  /// The alignment that is all of a list.
  ///
  /// - Parameter beforeStop: A full stop or a comma may follow it.
  private func onlyAlignment(_ field: Field, beforeStop: Bool = false) -> Int? {
    guard case .list(let start, let count) = field, count > 0, case .alignment(let index) = list.noads[Int(start)].kind else { return nil }
    guard count == 1 || beforeStop && count < 5 && noads(of: field).dropFirst().allSatisfy({ isStop(list.noads[$0]) }) else { return nil }
    return Int(index)
  }

  private func isStop(_ noad: Noad) -> Bool {
    switch (noad.kind, noad.nucleus) {
    case (.space, _), (.kern, _): true
    case (.atom, .char(let scalar)):
      [0x2C, 0x2E, 0x3B].contains(scalar) && noad.superscript.isEmpty && noad.subscript.isEmpty
    default: false
    }
  }

  /// A list as an alignment of two columns: what is before the first relation, and the rest.
  mutating func divided(_ field: Field, room: Int) -> Alignment? {
    guard let (parts, leftSide) = parts(of: field, room: room, isColumn: false) else { return nil }
    var alignment = Alignment()
    alignment.manner = .aligned
    alignment.style = .display
    alignment.isDisplay = true
    alignment.columns = [Alignment.Column(alignment: .right), Alignment.Column(alignment: .left)]
    for (number, part) in parts.enumerated() {
      var row = Alignment.Row()
      let first = list.cells.count
      // In a narrow column the first part may end before the relation.
      if number == 0, case .list(let start, let count) = part, let head = leftSide, head <= count {
        list.cells.append(Cell(content: .list(start, Int32(head))))
        // A style or colour continues in the next cell.
        let range = Int(start)..<Int(start + count)
        let changes = list.noads[range.prefix(head)].filter(\.isLasting)
        let first = list.noads.count
        list.noads += changes + Array(list.noads[range.dropFirst(head)])
        list.cells.append(Cell(content: .list(Int32(first), Int32(list.noads.count - first))))
      } else {
        list.cells += [Cell(content: .empty), Cell(content: part)]
      }
      row.cells = first..<list.cells.count
      row.equation = number == parts.count - 1 ? 0 : nil
      row.isNumbered = false
      alignment.rows.append(row)
    }
    return alignment
  }

  /// The parts into which a list that is too wide falls, the parts after the first with their indents.
  ///
  /// - Parameter isColumn: The list begins at the alignment point already.
  /// - Returns: With the number of noads before the relation below which the other parts are; nil for a list that is to stay whole.
  private mutating func parts(of field: Field, room: Int, isColumn: Bool) -> (fields: [Field], leftSide: Int?)? {
    let range = noads(of: field)
    // A column that begins with a relation has its space too.
    let room = isColumn ? room - layout.mu(5, .display) : room
    var (extent, atoms) = atoms(of: range)
    guard extent.width > room, atoms.count > 2 else { return nil }
    noteNesting(of: &atoms, in: range)
    findStatements(in: &atoms, em: layout.context.sizes.0)
    let division = LineDivision(atoms, room: room, em: layout.context.sizes.0, isColumn: isColumn)
    let starts = division.starts
    guard starts.count > 2 else { return nil }
    return (fields(of: division, starts: starts, in: range), division.leftSide.map { $0 - range.lowerBound })
  }

  /// How many delimiters are around each atom; `|x - y|` is as good as `(x - y)`.
  private func noteNesting(of atoms: inout [SetAtom], in range: Range<Int>) {
    let bars = BarPairs(list, range, within: 0).ends.filter { list.noads[$0.key].atomClass == .ord }
    let closing = Set(bars.values)
    var nesting = 0
    for index in atoms.indices {
      let (atomClass, noad) = (atoms[index].atomClass, atoms[index].noad)
      if atomClass == .close || closing.contains(noad) { nesting = max(nesting - 1, 0) }
      atoms[index].nesting = nesting
      if atomClass == .open || bars[noad] != nil { nesting += 1 }
    }
  }

  /// The noads of each line, with its indent.
  private mutating func fields(of division: LineDivision, starts: [Int], in range: Range<Int>) -> [Field] {
    let atoms = division.atoms
    var fields: [Field] = []
    // A style or colour continues in the next line.
    var lasting: [Noad] = []
    for (number, pair) in zip(starts, starts.dropFirst()).enumerated() {
      let from = number == 0 ? range.lowerBound : atoms[pair.0].noad
      let to = pair.1 == atoms.count ? range.upperBound : atoms[pair.1].noad
      let first = list.noads.count
      if number > 0 {
        list.noads += lasting
        var dx = division.indent(pair.0) - (division.leftSide == nil ? 0 : division.relationIndent)
        if atoms[pair.0].atomClass == .bin { dx -= layout.mu(4, .display) }
        // After an empty atom an operator has space before it, as in amsmath.
        if [.rel, .bin].contains(atoms[pair.0].atomClass) { list.noads.append(Noad()) }
        if dx != 0 { list.noads.append(Noad(.kern(Dimension(value: Int32(clamping: dx), unit: .absolute)))) }
      }
      var own = Array(list.noads[from..<to])
      // The space of a separator is dropped at the end of a line.
      if pair.1 < atoms.count {
        own.removeSubrange((atoms[pair.1 - 1].noad + 1 - from)...)
        own += list.noads[(atoms[pair.1 - 1].noad + 1)..<to].filter { noad in
          switch noad.kind {
          case .space, .kern: false
          default: true
          }
        }
      }
      note(own, in: &lasting)
      list.noads += own
      fields.append(.list(Int32(first), Int32(list.noads.count - first)))
    }
    return fields
  }

  /// Notes the last style, colour and size of a line.
  private func note(_ line: [Noad], in lasting: inout [Noad]) {
    for noad in line {
      switch noad.kind {
      case .style: lasting.removeAll { if case .style = $0.kind { true } else { false } }
      case .color: lasting.removeAll { if case .color = $0.kind { true } else { false } }
      case .size: lasting.removeAll { if case .size = $0.kind { true } else { false } }
      default: continue
      }
      lasting.append(noad)
    }
  }

  /// Finds where statements begin on a list's top level, and the first relation of each after the first one.
  private mutating func findStatements(in atoms: inout [SetAtom], em: Int) {
    var isFirst = true
    var needsRelation = false
    for index in atoms.indices.dropFirst() where atoms[index].nesting == 0 {
      let separator = separator(at: index, in: atoms, quad: em * 9 / 10)
      atoms[index].separator = separator
      if separator != .none { (isFirst, needsRelation) = (false, true) }
      guard !isFirst, separator != .arrow, needsRelation, atoms[index].atomClass == .rel else { continue }
      atoms[index].isMain = true
      needsRelation = false
    }
  }

  private func separator(at index: Int, in atoms: [SetAtom], quad: Int) -> Separator {
    let (atom, previous) = (atoms[index], atoms[index - 1])
    let space = atom.x - previous.end
    guard index + 1 < atoms.count, ![.bin, .close, .punct].contains(atom.atomClass), ![.rel, .bin, .open].contains(previous.atomClass)
    else { return .none }
    if atom.atomClass == .rel {
      // ⇐ ⇒ ⇔ and the long ones.
      if case .char(let scalar) = list.noads[atom.noad].nucleus, [0x21D0, 0x21D2, 0x21D4, 0x27F8, 0x27F9, 0x27FA].contains(scalar) {
        return .arrow
      }
      return space >= quad && atoms[index + 1].x - atom.end >= quad ? .arrow : .none
    }
    if previous.separator == .words { return .none }
    if case .text(let words) = list.noads[atom.noad].kind, space >= quad || isBetweenSpaces(list.texts[Int(words)]) { return .words }
    if space >= quad { return .quad }
    guard previous.atomClass == .punct, case .char(let scalar) = list.noads[previous.noad].nucleus, scalar == 0x2C || scalar == 0x3B
    else { return .none }
    // The comma's own space is 3 mu.
    return space > quad / 4 ? .comma : .none
  }

  /// Words such as `\text{ if }`, not a unit.
  private func isBetweenSpaces(_ pieces: [TextPiece]) -> Bool {
    func isSpace(_ piece: TextPiece?, _ byte: ([UInt8]) -> UInt8?) -> Bool {
      switch piece {
      case .space: true
      case .words(let text, _, _, _): byte(text) == 0x20
      default: false
      }
    }
    return isSpace(pieces.first, \.first) && isSpace(pieces.last, \.last)
      && pieces.contains { piece in
        if case .words(let text, _, _, _) = piece { text.contains { $0 != 0x20 } } else { false }
      }
  }
}

extension Noad {
  /// True if it changes what follows it in its list.
  fileprivate var isLasting: Bool {
    switch kind {
    case .style, .color, .size: true
    default: false
    }
  }
}
