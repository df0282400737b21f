/// The common part of the physics package: brackets that grow, derivatives, vectors, matrices.
extension Parser {
  static let physicsCommands: [CommandRow] = [
    CommandRow("qty") { parser, _ in parser.quantity() },
    CommandRow("pqty") { parser, _ in parser.grow("(", parser.input.argument()) },
    CommandRow("bqty") { parser, _ in parser.grow("[", parser.input.argument()) },
    CommandRow("Bqty") { parser, _ in parser.grow("{", parser.input.argument()) },
    CommandRow("vqty") { parser, _ in parser.grow("|", parser.input.argument()) },
    CommandRow("order") { parser, _ in
      if let group = parser.bracedAhead() { return parser.putBack("\\mathcal{O}\\left(#1\\right)", group) }
      parser.putBack("\\mathcal{O}\\qty")
    },
    CommandRow("eval") { parser, _ in
      if let group = parser.bracedAhead() { return parser.putBack("\\left.#1\\right|", group) }
      let opening = parser.input.nextRaw()
      let inner = parser.upToClosing("|")
      parser.putBack("\\left\(parser.text(opening))#1\\right|", inner)
    },
    CommandRow("ev") { parser, _ in
      let operand = parser.input.argument()
      if let state = parser.bracedAhead() {
        return parser.putBack("\\left\\langle#2\\middle|#1\\middle|#2\\right\\rangle", operand, state)
      }
      parser.putBack("\\left\\langle#1\\right\\rangle", operand)
    },
    CommandRow("dd") { parser, _ in
      let power = parser.input.optionalArgument()
      let head =
        power.map { parser.tokens("\\mathop{}\\!\\mathrm{d}^{#1}", [$0]) } ?? parser.tokens("\\mathop{}\\!\\mathrm{d}", [])
      parser.input.putBack(head + (parser.bracedAhead() ?? []))
    },
    CommandRow("dv") { parser, _ in parser.derivative("\\mathrm{d}") },
    CommandRow("fdv") { parser, _ in parser.derivative("\\delta") },
    CommandRow("pdv") { parser, _ in parser.derivative("\\partial") },
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
    CommandRow("mqty") { parser, _ in parser.matrix("matrix") },
    CommandRow("smqty") { parser, _ in parser.matrix("smallmatrix") },
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
      let count = parser.size()
      parser.putBack(rows(count, count) { $0 == $1 ? "1" : "0" })
    },
    CommandRow("zeromatrix") { parser, _ in
      let (count, columns) = (parser.size(), parser.size())
      parser.putBack(rows(count, columns) { _, _ in "0" })
    },
    CommandRow("diagonalmatrix") { parser, _ in
      let entries = parser.entries()
      parser.putBackText(rows(entries.count, entries.count) { $0 == $1 ? entries[$0] : "" })
    },
    CommandRow("antidiagonalmatrix") { parser, _ in
      let entries = parser.entries()
      parser.putBackText(rows(entries.count, entries.count) { $0 + $1 == entries.count - 1 ? entries[$0] : "" })
    },
    CommandRow("paulimatrix") { parser, _ in
      let pauli = ["0": "1&0\\\\0&1", "x": "0&1\\\\1&0", "1": "0&1\\\\1&0", "y": "0&-i\\\\i&0", "2": "0&-i\\\\i&0"]
      parser.putBack(pauli[parser.plainTokens(parser.input.argument())] ?? "1&0\\\\0&-1")
    },
    CommandRow("xmatrix") { parser, _ in
      let name = parser.plainTokens(parser.input.argument())
      let (height, width) = (parser.size(), parser.size())
      parser.putBackText(rows(height, width) { row, column in "\(name)_{\(row + 1)\(column + 1)}" })
    },
  ]

  /// `\qty{…}` and `\qty(…)`: brackets that grow. siunitx has the name too: `\qty{9.8}{m}` is a number and a unit.
  private mutating func quantity() {
    guard let group = bracedAhead() else { return grown() }
    if let unit = bracedAhead() { return putBack("\\num{#1}\\,\\unit{#2}", group, unit) }
    grow("{", group)
  }

  /// The content of a group that comes next, or nil.
  private mutating func bracedAhead() -> [Token]? {
    input.skipSpaces()
    let next = input.nextRaw()
    if next.kind == .beginGroup { return input.balanced() }
    input.putBack(next)
    return nil
  }

  private mutating func grow(_ opening: String, _ content: [Token]) {
    let pairs = ["(": ("(", ")"), "[": ("[", "]"), "{": ("\\{", "\\}"), "|": ("|", "|")]
    let pair = pairs[opening] ?? ("(", ")")
    input.putBack(tokens("\\left\(pair.0)#1\\right\(pair.1)", [content]))
  }

  /// `(…)`, `[…]` or `|…|` that comes next, made to grow; anything else is left as it is.
  private mutating func grown() {
    input.skipSpaces()
    let next = input.nextRaw()
    guard next.kind == .character, let sign = Unicode.Scalar(next.value).map({ String(Character($0)) }), ["(", "[", "|"].contains(sign)
    else {
      return input.putBack(next)
    }
    grow(sign, upToClosing(sign))
  }

  private mutating func upToClosing(_ opening: String) -> [Token] {
    let closing: Character = opening == "(" ? ")" : opening == "[" ? "]" : "|"
    var out: [Token] = []
    var depth = 0
    while true {
      let token = input.nextRaw()
      if token.kind == .end { return out }
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup {
        if depth == 0 {
          input.putBack(token)
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

  /// `\dv[n]{f}{x}`, `\dv{x}`; `\pdv{f}{x}{y}` and `\pdv{f}{x,y}` are mixed ones.
  private mutating func derivative(_ sign: String) {
    let isFlat = takeStar()
    let power = input.optionalArgument()
    let first = input.argument()
    let second = bracedAhead()
    let third = second == nil || sign != "\\partial" ? nil : bracedAhead()
    var variables = (second ?? first).split { $0.isCharacter(",") }.map { Array($0) }
    if let third { variables.append(third) }
    let function = second == nil ? [] : first
    var order = power ?? []
    if power == nil, variables.count > 1 { order = tokens("\(variables.count)", []) }
    let raised = order.isEmpty ? [] : tokens("^{#1}", [order])
    let numerator = tokens(sign, []) + raised + function
    var denominator: [Token] = []
    for variable in variables {
      denominator += tokens(sign + (sign == "\\mathrm{d}" ? "" : " "), []) + variable
      if variables.count == 1 { denominator += raised }
    }
    input.putBack(tokens(isFlat ? "\\left.#1\\middle/#2\\right." : "\\frac{#1}{#2}", [numerator, denominator]))
  }

  private mutating func matrix(_ name: String) {
    if let content = bracedAhead() { return input.putBack(tokens("\\begin{\(name)}#1\\end{\(name)}", [content])) }
    input.skipSpaces()
    let next = input.nextRaw()
    guard next.kind == .character, let sign = Unicode.Scalar(next.value).map({ String(Character($0)) }), ["(", "[", "|"].contains(sign)
    else {
      return input.putBack(next)
    }
    let content = upToClosing(sign)
    let prefix = sign == "(" ? "p" : sign == "[" ? "b" : "v"
    let full = prefix + name
    input.putBack(tokens("\\begin{\(full)}#1\\end{\(full)}", [content]))
  }

  /// A number of rows or columns.
  private mutating func size() -> Int { min(max(Int(plainTokens(input.argument())) ?? 1, 1), 20) }

  private mutating func entries() -> [String] { plainTokens(input.argument()).split(separator: ",").map(String.init) }

  /// TeX of the author's.
  private mutating func putBackText(_ tex: String) { input.putBack(input.vocabulary.tokens(of: tex)) }
}

/// The body of a matrix, cell by cell.
private func rows(_ count: Int, _ columns: Int, _ cell: (Int, Int) -> String) -> String {
  (0..<count).map { row in (0..<columns).map { cell(row, $0) }.joined(separator: "&") }.joined(separator: "\\\\")
}

extension CommandRow {
  /// A matrix around its argument.
  fileprivate static func matrix(_ name: String, _ tex: String) -> CommandRow {
    CommandRow(name) { parser, _ in parser.putBack(tex, parser.input.argument()) }
  }
}
