internal import TypesetBoxes
internal import TypesetDiagnostics

/// Reads amscd's `CD`: objects and horizontal arrows in turn in one row, vertical arrows in the next.
struct CommutativeDiagram {
  private var body: TokenReader
  private var grid = DiagramGrid()
  /// True if a label ended with the diagram.
  private var isCut = false
  /// Of the cell that is being read.
  private var content: [Token] = []

  private init(_ body: [Token]) { self.body = TokenReader(body) }

  /// Reads a diagram after its `\begin{CD}`, and appends it.
  static func read(_ parser: inout Parser) {
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    if parser.nesting > parser.budget.formulaNesting { return }
    let body = parser.input.environmentBody(named: "CD")
    if parser.input.isCut, let begin = parser.inHand {
      parser.report("math.missing-end", begin, "unmatched \\begin{CD}", hint: "add \\end{CD}")
    }
    var reader = CommutativeDiagram(body)
    reader.readRows(&parser)
    var alignment = reader.grid.alignment(.cd)
    alignment.style = .display
    parser.append(Noad(parser.list.add(alignment)))
  }

  private mutating func readRows(_ parser: inout Parser) {
    var depth = 0
    while let token = body.next() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, parser.isRowEnd(token) {
        finishRow(&parser)
      } else if depth == 0, token.isCharacter("@"), let sign = body.peek, sign.kind == .character {
        body.skip()
        readArrow(&parser, sign: sign.value, at: token)
      } else {
        content.append(token)
      }
    }
    if !content.allSatisfy({ $0.kind == .space }) || grid.hasCells { finishRow(&parser) }
  }

  private mutating func finishCell(_ parser: inout Parser) {
    grid.add(parser.sublist(content))
    content.removeAll()
  }

  /// A row of nothing is what a doubled `\\\\` leaves, of an author whose Markdown takes half of them away.
  private mutating func finishRow(_ parser: inout Parser) {
    if !grid.hasCells, content.allSatisfy({ $0.kind == .space }) { return content.removeAll() }
    finishCell(&parser)
    grid.endRow(&parser.list)
  }

  // MARK: Arrows

  /// `@>a>b>`, `@VaVbV`, `@=`, `@|`, `@.`, after their signs.
  private mutating func readArrow(_ parser: inout Parser, sign: UInt32, at token: Token) {
    defer {
      if isCut {
        let name = Unicode.Scalar(sign).map { String($0) } ?? ""
        parser.report(
          "math.diagram", token, "the arrow @\(name) has no end", hint: "write @\(name)\(name)\(name), with labels between the signs")
        isCut = false
      }
    }
    switch Unicode.Scalar(sign) {
    case ">", "<", ")", "(":
      let (above, below) = (label(upTo: sign), label(upTo: sign))
      addHorizontal(&parser, sign == 0x3E || sign == 0x29 ? 0x2192 : 0x2190, above, below)
    case "V", "A":
      let (left, right) = (label(upTo: sign), label(upTo: sign))
      addVertical(&parser, sign == 0x56 ? "\\downarrow" : "\\uparrow", left, right)
    case "=": addHorizontal(&parser, 0x3D, [], [])
    case "|", "\\": addVertical(&parser, "\\Vert", [], [])
    case ".": add(vertical: [], &parser)
    default:
      let name = Unicode.Scalar(sign).map { String($0) } ?? ""
      parser.report("math.diagram", token, "@\(name) is not an arrow", hint: "write @>>> or @VVV")
    }
  }

  /// The tokens before the next sign that is the arrow's own.
  private mutating func label(upTo sign: UInt32) -> [Token] {
    var isFound = false
    let label = body.upTo { token in
      isFound = token.kind == .character && token.value == sign
      return isFound || token.isCharacter("@")
    }
    // The next arrow.
    if !isFound, body.peek != nil { body.putBack() }
    if !isFound { isCut = true }
    return label
  }

  /// An arrow at least 2.5 pc long, half an em of space around it (amscd's `\minCDarrowwidth`, `\enskip`).
  private mutating func addHorizontal(_ parser: inout Parser, _ scalar: UInt32, _ above: [Token], _ below: [Token]) {
    finishCell(&parser)
    let space = Noad(.kern(Dimension(value: 32768, unit: .em)))
    let arrow = Noad(
      .arrow(scalar, least: 300), .rel, nucleus: above.isEmpty ? .empty : parser.sublist(above),
      second: below.isEmpty ? .empty : parser.sublist(below))
    grid.add(parser.list.add([space, arrow, space]))
  }

  private mutating func addVertical(_ parser: inout Parser, _ arrow: String, _ left: [Token], _ right: [Token]) {
    func label(_ lap: String, _ label: [Token]) -> [Token] {
      if label.isEmpty { return [] }
      let vocabulary = parser.input.vocabulary
      return vocabulary.tokens(of: "\\\(lap){\\vcenter{\\scriptstyle") + parser.braced(label) + vocabulary.tokens(of: "}}")
    }
    let sign = parser.input.vocabulary.tokens(of: "\\Big\(arrow)")
    add(vertical: label("mathllap", left) + sign + label("mathrlap", right), &parser)
  }

  /// Adds a vertical arrow, and the empty cell before the next one.
  private mutating func add(vertical arrow: [Token], _ parser: inout Parser) {
    content += arrow
    finishCell(&parser)
    grid.add(.empty)
  }
}
