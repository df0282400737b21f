internal import TypesetBoxes
internal import TypesetDiagnostics

/// The rows of a `CD` while they are read.
private struct DiagramRows {
  let body: [Token]
  var index = 0
  var rows: [Alignment.Row] = []
  var columns = 0
  var cells: [Cell] = []
  /// Of the cell that is being read.
  var content: [Token] = []

  mutating func next() -> Token? {
    guard index < body.count else { return nil }
    defer { index += 1 }
    return body[index]
  }

  /// What comes before the next sign like the arrow's own, outside of groups.
  mutating func label(upTo sign: UInt32) -> [Token] {
    var out: [Token] = []
    var depth = 0
    while let token = next() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, token.kind == .character, token.value == sign { break }
      out.append(token)
    }
    return out
  }

  mutating func finishCell(_ parser: inout Parser) {
    cells.append(Cell(content: parser.sublist(content)))
    content.removeAll()
  }

  mutating func finishRow(_ parser: inout Parser) {
    finishCell(&parser)
    let start = parser.list.cells.count
    parser.list.cells += cells
    columns = max(columns, cells.count)
    rows.append(Alignment.Row(cells: start..<parser.list.cells.count))
    cells.removeAll()
  }

  /// A vertical arrow, between whose columns is an empty one.
  mutating func add(vertical arrow: [Token], _ parser: inout Parser) {
    content += arrow
    finishCell(&parser)
    cells.append(Cell(content: .empty))
  }
}

extension Parser {
  /// amscd's `CD`: objects and horizontal arrows in turn in one row, vertical arrows in the next.
  mutating func commutativeDiagram(from begin: Token) {
    nesting += 1
    defer { nesting -= 1 }
    if nesting > budget.formulaNesting { return }
    var rows = DiagramRows(body: input.environmentBody(named: "CD"))
    var depth = 0
    while let token = rows.next() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, command(token) == .newline || command(token) == .cr {
        rows.finishRow(&self)
      } else if depth == 0, token.isCharacter("@"), rows.index < rows.body.count, rows.body[rows.index].kind == .character {
        arrow(at: token, &rows)
      } else {
        rows.content.append(token)
      }
    }
    if !rows.content.allSatisfy({ $0.kind == .space }) || !rows.cells.isEmpty { rows.finishRow(&self) }
    var alignment = Alignment()
    alignment.manner = .cd
    alignment.style = .display
    alignment.rows = rows.rows
    alignment.columns = Array(repeating: Alignment.Column(), count: rows.columns)
    list.alignments.append(alignment)
    pending.append(Noad(.alignment(Int32(list.alignments.count - 1))))
  }

  /// `@>a>b>`, `@VaVbV`, `@=`, `@|`, `@.`, whose sign is the next token.
  private mutating func arrow(at token: Token, _ rows: inout DiagramRows) {
    guard let sign = rows.next()?.value else { return }
    switch Unicode.Scalar(sign) {
    case ">", "<", ")", "(":
      let above = rows.label(upTo: sign)
      let below = rows.label(upTo: sign)
      rows.finishCell(&self)
      rows.cells.append(Cell(content: horizontal(sign == 0x3E || sign == 0x29 ? 0x2192 : 0x2190, above, below)))
    case "V", "A":
      let left = rows.label(upTo: sign)
      let right = rows.label(upTo: sign)
      rows.add(vertical: vertical(sign == 0x56 ? "\\downarrow" : "\\uparrow", left, right), &self)
    case "=":
      rows.finishCell(&self)
      rows.cells.append(Cell(content: horizontal(0x3D, [], [])))
    case "|", "\\": rows.add(vertical: vertical("\\Vert", [], []), &self)
    case ".": rows.add(vertical: [], &self)
    default:
      report("math.diagram", token, "@\(Unicode.Scalar(sign).map { String($0) } ?? "") is not an arrow", hint: "write @>>> or @VVV")
    }
  }

  /// An arrow at least 2.5 pc long, half an em of space around it (amscd's `\minCDarrowwidth`, `\enskip`).
  private mutating func horizontal(_ scalar: UInt32, _ above: [Token], _ below: [Token]) -> Field {
    let mark = pending.count
    let space = Noad(.kern(Dimension(value: 32768, unit: .em)))
    pending.append(space)
    var noad = Noad(.arrow(scalar, least: 300), .rel)
    noad.nucleus = above.isEmpty ? .empty : sublist(above)
    noad.second = below.isEmpty ? .empty : sublist(below)
    pending.append(noad)
    pending.append(space)
    return close(from: mark)
  }

  private func vertical(_ arrow: String, _ left: [Token], _ right: [Token]) -> [Token] {
    func tokens(_ text: String) -> [Token] { input.vocabulary.tokens(of: text) }
    func label(_ lap: String, _ label: [Token]) -> [Token] {
      label.isEmpty ? [] : tokens("\\\(lap){\\vcenter{\\scriptstyle") + braced(label) + tokens("}}")
    }
    return label("mathllap", left) + tokens("\\Big\(arrow)") + label("mathrlap", right)
  }
}
