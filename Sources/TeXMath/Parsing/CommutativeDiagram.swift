internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  /// amscd's `CD`: objects and horizontal arrows in turn in one row, vertical arrows in the next.
  mutating func commutativeDiagram(from begin: Token) {
    nesting += 1
    defer { nesting -= 1 }
    if nesting > budget.formulaNesting { return }
    let body = input.environmentBody(named: "CD")
    var alignment = Alignment()
    alignment.manner = .cd
    alignment.style = .display
    var cells: [Cell] = []
    var content: [Token] = []
    var columns = 0
    func finishCell(_ parser: inout Parser) {
      cells.append(Cell(content: parser.sublist(content)))
      content.removeAll()
    }
    func finishRow(_ parser: inout Parser) {
      finishCell(&parser)
      let start = parser.list.cells.count
      parser.list.cells += cells
      columns = max(columns, cells.count)
      alignment.rows.append(Alignment.Row(cells: start..<parser.list.cells.count))
      cells.removeAll()
    }
    var index = 0
    var depth = 0
    /// What stands up to the next sign like the arrow's own.
    func label(_ sign: UInt32) -> [Token] {
      var out: [Token] = []
      var depth = 0
      while index < body.count {
        let token = body[index]
        index += 1
        if token.kind == .beginGroup { depth += 1 }
        if token.kind == .endGroup { depth -= 1 }
        if depth == 0, token.kind == .character, token.value == sign { break }
        out.append(token)
      }
      return out
    }
    while index < body.count {
      let token = body[index]
      index += 1
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, command(token) == .newline || command(token) == .cr {
        finishRow(&self)
        continue
      }
      guard depth == 0, token.isCharacter("@"), index < body.count, body[index].kind == .character else {
        content.append(token)
        continue
      }
      let sign = body[index].value
      index += 1
      switch Unicode.Scalar(sign) {
      case ">", "<", ")", "(":
        let above = label(sign)
        let below = label(sign)
        finishCell(&self)
        cells.append(Cell(content: horizontal(sign == 0x3E || sign == 0x29 ? 0x2192 : 0x2190, above, below)))
      case "V", "A":
        let left = label(sign)
        let right = label(sign)
        content += vertical(sign == 0x56 ? "\\downarrow" : "\\uparrow", left, right)
        finishCell(&self)
        cells.append(Cell(content: .empty))
      case "=":
        finishCell(&self)
        cells.append(Cell(content: horizontal(0x3D, [], [])))
      case "|", "\\":
        content += vertical("\\Vert", [], [])
        finishCell(&self)
        cells.append(Cell(content: .empty))
      case ".":
        finishCell(&self)
        cells.append(Cell(content: .empty))
      default:
        report("math.diagram", token, "@\(Unicode.Scalar(sign).map { String($0) } ?? "") is not an arrow", hint: "write @>>> or @VVV")
      }
    }
    if !content.allSatisfy({ $0.kind == .space }) || !cells.isEmpty { finishRow(&self) }
    alignment.columns = Array(repeating: Alignment.Column(), count: columns)
    list.alignments.append(alignment)
    pending.append(Noad(.alignment(Int32(list.alignments.count - 1))))
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
