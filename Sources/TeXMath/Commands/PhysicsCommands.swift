internal import TypesetDiagnostics

/// The common part of the physics package: brackets that grow, derivatives, vectors, matrices.
enum PhysicsCommands {
  static let rows: [CommandRow] = [
    CommandRow("qty") { parser, call in quantity(&parser, call) },
    CommandRow("pqty") { parser, _ in grow(&parser, "(", parser.input.argument()) },
    CommandRow("bqty") { parser, _ in grow(&parser, "[", parser.input.argument()) },
    CommandRow("Bqty") { parser, _ in grow(&parser, "{", parser.input.argument()) },
    CommandRow("vqty") { parser, _ in grow(&parser, "|", parser.input.argument()) },
    CommandRow("order") { parser, _ in
      if let group = bracedAhead(&parser) { return parser.putBack("\\mathcal{O}\\left(#1\\right)", group) }
      parser.putBack("\\mathcal{O}\\qty")
    },
    CommandRow("eval") { parser, _ in
      if let group = bracedAhead(&parser) { return parser.putBack("\\left.#1\\right|", group) }
      let opening = parser.input.nextRaw()
      let inner = upToClosing(&parser, "|")
      parser.putBack("\\left\(parser.text(opening))#1\\right|", inner)
    },
    CommandRow("ev") { parser, _ in
      let operand = parser.input.argument()
      if let state = bracedAhead(&parser) {
        return parser.putBack("\\left\\langle#2\\middle|#1\\middle|#2\\right\\rangle", operand, state)
      }
      parser.putBack("\\left\\langle#1\\right\\rangle", operand)
    },
    CommandRow("dd") { parser, _ in
      let power = parser.input.optionalArgument()
      let head =
        power.map { parser.tokens("\\mathop{}\\!\\mathrm{d}^{#1}", [$0]) } ?? parser.tokens("\\mathop{}\\!\\mathrm{d}", [])
      parser.input.putBack(head + (bracedAhead(&parser) ?? []))
    },
    CommandRow("dv") { parser, _ in derivative(&parser, "\\mathrm{d}") },
    CommandRow("fdv") { parser, _ in derivative(&parser, "\\delta") },
    CommandRow("pdv") { parser, _ in derivative(&parser, "\\partial") },
    CommandRow("vb") { parser, _ in
      parser.putBack(parser.takeStar() ? "\\boldsymbol{#1}" : "\\mathbf{#1}", parser.input.argument())
    },
    CommandRow("va") { parser, _ in
      parser.putBack(parser.takeStar() ? "\\vec{\\boldsymbol{#1}}" : "\\vec{\\mathbf{#1}}", parser.input.argument())
    },
    CommandRow("vu") { parser, _ in
      parser.putBack(parser.takeStar() ? "\\hat{\\boldsymbol{#1}}" : "\\hat{\\mathbf{#1}}", parser.input.argument())
    },
    CommandRow("qq") { parser, _ in
      parser.putBack(parser.takeStar() ? "\\text{#1}\\," : "\\quad\\text{#1}\\quad", parser.input.argument())
    },
    CommandRow("mqty") { parser, _ in matrix(&parser, "matrix") },
    CommandRow("smqty") { parser, _ in matrix(&parser, "smallmatrix") },
    .matrix("pmqty", "\\begin{pmatrix}#1\\end{pmatrix}"),
    .matrix("Pmqty", "\\left\\lgroup\\begin{matrix}#1\\end{matrix}\\right\\rgroup"),
    .matrix("bmqty", "\\begin{bmatrix}#1\\end{bmatrix}"),
    .matrix("vmqty", "\\begin{vmatrix}#1\\end{vmatrix}"),
    .matrix("mdet", "\\begin{vmatrix}#1\\end{vmatrix}"),
    .matrix("spmqty", "\\begin{psmallmatrix}#1\\end{psmallmatrix}"),
    .matrix("sPmqty", "\\begin{psmallmatrix}#1\\end{psmallmatrix}"),
    .matrix("sbmqty", "\\begin{bsmallmatrix}#1\\end{bsmallmatrix}"),
    .matrix("svmqty", "\\begin{vsmallmatrix}#1\\end{vsmallmatrix}"),
    .matrix("smdet", "\\begin{vsmallmatrix}#1\\end{vsmallmatrix}"),
    // Matrices written out by their size, inside of `\mqty`.
    CommandRow("identitymatrix") { parser, _ in
      let count = size(&parser)
      parser.putBack(matrixRows(count, count) { $0 == $1 ? "1" : "0" })
    },
    CommandRow("zeromatrix") { parser, _ in
      let (count, columns) = (size(&parser), size(&parser))
      parser.putBack(matrixRows(count, columns) { _, _ in "0" })
    },
    CommandRow("diagonalmatrix") { parser, _ in
      let entries = diagonal(&parser)
      putBackText(&parser, matrixRows(entries.count, entries.count) { $0 == $1 ? entries[$0] : "" })
    },
    CommandRow("antidiagonalmatrix") { parser, _ in
      let entries = diagonal(&parser)
      putBackText(&parser, matrixRows(entries.count, entries.count) { $0 + $1 == entries.count - 1 ? entries[$0] : "" })
    },
    CommandRow("paulimatrix") { parser, _ in
      let pauli = ["0": "1&0\\\\0&1", "x": "0&1\\\\1&0", "1": "0&1\\\\1&0", "y": "0&-i\\\\i&0", "2": "0&-i\\\\i&0"]
      parser.putBack(pauli[parser.argumentSource()] ?? "1&0\\\\0&-1")
    },
    CommandRow("xmatrix") { parser, _ in
      let letters = parser.input.argument()
      let (height, width) = (size(&parser), size(&parser))
      // Matrices of matrices multiply at each level.
      guard parser.input.takes(repeated: letters.count * height * width) else { return }
      let name = parser.input.vocabulary.source(of: letters)
      putBackText(&parser, matrixRows(height, width) { row, column in "\(name)_{\(row + 1)\(column + 1)}" })
    },
  ]

  /// `\qty{…}` and `\qty(…)`: brackets that grow. siunitx has the name too: `\qty{9.8}{m}` is a number and a unit.
  private static func quantity(_ parser: inout Parser, _ call: Call) {
    guard let group = bracedAhead(&parser) else { return grown(&parser) }
    if let unit = bracedAhead(&parser) {
      guard group.isEmpty else { return parser.putBack("\\num{#1}\\,\\unit{#2}", group, unit) }
      parser.report("math.missing-argument", call.token, "missing argument of \\qty", hint: "add {…}")
      return parser.putBack("\\unit{#1}", unit)
    }
    grow(&parser, "{", group)
  }

  /// The content of a group that comes next, or nil.
  private static func bracedAhead(_ parser: inout Parser) -> [Token]? {
    parser.input.skipSpaces()
    let next = parser.input.nextRaw()
    parser.input.putBack(next)
    return next.kind == .beginGroup ? parser.input.argument() : nil
  }

  private static func grow(_ parser: inout Parser, _ opening: String, _ content: [Token]) {
    let pairs = ["(": ("(", ")"), "[": ("[", "]"), "{": ("\\{", "\\}"), "|": ("|", "|")]
    let pair = pairs[opening] ?? ("(", ")")
    parser.putBack("\\left\(pair.0)#1\\right\(pair.1)", content)
  }

  /// `(…)`, `[…]` or `|…|` that comes next, with brackets that grow; anything else stays as it is.
  private static func grown(_ parser: inout Parser) {
    parser.input.skipSpaces()
    let next = parser.input.nextRaw()
    guard next.kind == .character, let sign = Unicode.Scalar(next.value).map({ String(Character($0)) }), ["(", "[", "|"].contains(sign)
    else {
      return parser.input.putBack(next)
    }
    grow(&parser, sign, upToClosing(&parser, sign))
  }

  private static func upToClosing(_ parser: inout Parser, _ opening: String) -> [Token] {
    let closing: Character = opening == "(" ? ")" : opening == "[" ? "]" : "|"
    var out: [Token] = []
    var depth = 0
    while true {
      let token = parser.input.nextRaw()
      if token.kind == .end { return out }
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup {
        if depth == 0 {
          parser.input.putBack(token)
          return out
        }
        depth -= 1
      }
      if opening != "|", token.kind == .character, Unicode.Scalar(token.value).map({ String(Character($0)) }) == opening { depth += 1 }
      if token.isCharacter(closing) {
        if depth == 0 { return out }
        depth -= 1
      }
      out.append(token)
    }
  }

  /// `\dv[n]{f}{x}`, `\dv{x}`; `\pdv{f}{x}{y}` and `\pdv{f}{x,y}` are mixed derivatives.
  private static func derivative(_ parser: inout Parser, _ sign: String) {
    let isFlat = parser.takeStar()
    let power = parser.input.optionalArgument()
    let first = parser.input.argument()
    let second = bracedAhead(&parser)
    let third = second == nil || sign != "\\partial" ? nil : bracedAhead(&parser)
    var variables = (second ?? first).split { $0.isCharacter(",") }.map { Array($0) }
    if let third { variables.append(third) }
    let function = second == nil ? [] : first
    var order = power ?? []
    if power == nil, variables.count > 1 { order = parser.tokens("\(variables.count)", []) }
    let raised = order.isEmpty ? [] : parser.tokens("^{#1}", [order])
    let numerator = parser.tokens(sign, []) + raised + function
    var denominator: [Token] = []
    for variable in variables {
      denominator += parser.tokens(sign + (sign == "\\mathrm{d}" ? "" : " "), []) + variable
      if variables.count == 1 { denominator += raised }
    }
    parser.putBack(isFlat ? "\\left.#1\\middle/#2\\right." : "\\frac{#1}{#2}", numerator, denominator)
  }

  private static func matrix(_ parser: inout Parser, _ name: String) {
    if let content = bracedAhead(&parser) { return parser.putBack("\\begin{\(name)}#1\\end{\(name)}", content) }
    parser.input.skipSpaces()
    let next = parser.input.nextRaw()
    guard next.kind == .character, let sign = Unicode.Scalar(next.value).map({ String(Character($0)) }), ["(", "[", "|"].contains(sign)
    else {
      return parser.input.putBack(next)
    }
    let content = upToClosing(&parser, sign)
    let prefix = sign == "(" ? "p" : sign == "[" ? "b" : "v"
    let full = prefix + name
    parser.putBack("\\begin{\(full)}#1\\end{\(full)}", content)
  }

  /// A number of rows or columns.
  private static func size(_ parser: inout Parser) -> Int { parser.whole(parser.input.argument(), in: 1...20) ?? 1 }

  private static func entries(_ parser: inout Parser) -> [String] { parser.argumentSource().split(separator: ",").map(String.init) }

  /// The entries of a diagonal: thousands of entries would make a matrix of millions of cells, which is not set at all.
  private static func diagonal(_ parser: inout Parser) -> [String] {
    let entries = entries(&parser)
    let size = entries.count * entries.count
    return size < 1024 || parser.input.takes(repeated: size) ? entries : []
  }

  /// Continues with TeX from the author's arguments, whose commands may be redefined.
  private static func putBackText(_ parser: inout Parser, _ tex: String) { parser.putBack(madeTeX: tex) }
}

/// The body of a matrix, cell by cell.
private func matrixRows(_ count: Int, _ columns: Int, _ cell: (Int, Int) -> String) -> String {
  (0..<count).map { row in (0..<columns).map { cell(row, $0) }.joined(separator: "&") }.joined(separator: "\\\\")
}

extension CommandRow {
  /// A matrix around its argument.
  fileprivate static func matrix(_ name: String, _ tex: String) -> CommandRow {
    CommandRow(name) { parser, _ in parser.putBack(tex, parser.input.argument()) }
  }
}
