internal import TypesetBoxes

/// The common part of the physics package: brackets that grow, derivatives, vectors, matrices.
extension Parser {
  mutating func physics(_ command: Command, _ token: Token) {
    switch command {
    case .qty:
      if let group = bracedAhead() {
        // siunitx has the name too: `\qty{9.8}{m}` is a number and a unit.
        if let unit = bracedAhead() { return input.putBack(tokens("\\num{#1}\\,\\unit{#2}", [group, unit])) }
        return grow("{", group)
      }
      grown()
    case .pqty: grow("(", input.argument())
    case .bqty: grow("[", input.argument())
    case .Bqty: grow("{", input.argument())
    case .vqty: grow("|", input.argument())
    case .order: input.putBack(bracedAhead().map { tokens("\\mathcal{O}\\left(#1\\right)", [$0]) } ?? tokens("\\mathcal{O}\\qty", []))
    case .eval:
      if let group = bracedAhead() { return input.putBack(tokens("\\left.#1\\right|", [group])) }
      let opening = input.nextRaw()
      let inner = upToBar()
      input.putBack(tokens("\\left\(text(opening))#1\\right|", [inner]))
    case .ev:
      let operand = input.argument()
      if let state = bracedAhead() {
        return input.putBack(tokens("\\left\\langle#2\\middle|#1\\middle|#2\\right\\rangle", [operand, state]))
      }
      input.putBack(tokens("\\left\\langle#1\\right\\rangle", [operand]))
    case .dd:
      let power = input.optionalArgument()
      let head = power.map { tokens("\\mathop{}\\!\\mathrm{d}^{#1}", [$0]) } ?? tokens("\\mathop{}\\!\\mathrm{d}", [])
      if let variable = bracedAhead() { return input.putBack(head + variable) }
      input.putBack(head)
    case .dv: derivative("\\mathrm{d}")
    case .fdv: derivative("\\delta")
    case .pdv: derivative("\\partial")
    case .vb: input.putBack(tokens(takeStar() ? "\\boldsymbol{#1}" : "\\mathbf{#1}", [input.argument()]))
    case .va: input.putBack(tokens(takeStar() ? "\\vec{\\boldsymbol{#1}}" : "\\vec{\\mathbf{#1}}", [input.argument()]))
    case .vu: input.putBack(tokens(takeStar() ? "\\hat{\\boldsymbol{#1}}" : "\\hat{\\mathbf{#1}}", [input.argument()]))
    case .qq:
      let after = takeStar() ? "\\," : "\\quad"
      input.putBack(tokens("\(after == "\\," ? "" : "\\quad")\\text{#1}\(after)", [input.argument()]))
    case .mqty: matrix(nil, "matrix")
    case .pmqty: input.putBack(tokens("\\begin{pmatrix}#1\\end{pmatrix}", [input.argument()]))
    case .Pmqty: input.putBack(tokens("\\left\\lgroup\\begin{matrix}#1\\end{matrix}\\right\\rgroup", [input.argument()]))
    case .bmqty: input.putBack(tokens("\\begin{bmatrix}#1\\end{bmatrix}", [input.argument()]))
    case .vmqty, .mdet: input.putBack(tokens("\\begin{vmatrix}#1\\end{vmatrix}", [input.argument()]))
    case .smqty: matrix(nil, "smallmatrix")
    case .spmqty, .sPmqty: input.putBack(tokens("\\begin{psmallmatrix}#1\\end{psmallmatrix}", [input.argument()]))
    case .sbmqty: input.putBack(tokens("\\begin{bsmallmatrix}#1\\end{bsmallmatrix}", [input.argument()]))
    case .svmqty, .smdet: input.putBack(tokens("\\begin{vsmallmatrix}#1\\end{vsmallmatrix}", [input.argument()]))
    case .identitymatrix, .zeromatrix, .diagonalmatrix, .antidiagonalmatrix, .paulimatrix, .xmatrix: readyMatrix(command)
    default: unknown(token)
    }
  }

  /// TeX of the program's own with arguments in it, as tokens.
  func tokens(_ template: String, _ arguments: [[Token]]) -> [Token] {
    input.vocabulary.ownTokens(of: template).flatMap { token in
      token.kind == .parameter ? (arguments.indices.contains(Int(token.value) - 1) ? arguments[Int(token.value) - 1] : []) : [token]
    }
  }

  mutating func takeStar() -> Bool {
    let next = input.nextRaw()
    if next.isCharacter("*") { return true }
    input.putBack(next)
    return false
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

  private mutating func upToBar() -> [Token] { upToClosing("|") }

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

  private mutating func matrix(_ opening: String?, _ name: String) {
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

  /// Matrices written out by their size, inside of `\mqty`.
  private mutating func readyMatrix(_ command: Command) {
    func rows(_ count: Int, _ columns: Int, _ cell: (Int, Int) -> String) -> String {
      (0..<count).map { row in (0..<columns).map { cell(row, $0) }.joined(separator: "&") }.joined(separator: "\\\\")
    }
    let first = plainTokens(input.argument())
    let count = min(max(Int(first) ?? 1, 1), 20)
    let entries = first.split(separator: ",").map(String.init)
    switch command {
    case .identitymatrix: input.putBack(tokens(rows(count, count) { $0 == $1 ? "1" : "0" }, []))
    case .zeromatrix:
      let columns = min(max(Int(plainTokens(input.argument())) ?? 1, 1), 20)
      input.putBack(tokens(rows(count, columns) { _, _ in "0" }, []))
    case .diagonalmatrix: input.putBack(input.vocabulary.tokens(of: rows(entries.count, entries.count) { $0 == $1 ? entries[$0] : "" }))
    case .antidiagonalmatrix:
      input.putBack(input.vocabulary.tokens(of: rows(entries.count, entries.count) { $0 + $1 == entries.count - 1 ? entries[$0] : "" }))
    case .paulimatrix:
      let pauli = ["0": "1&0\\\\0&1", "x": "0&1\\\\1&0", "1": "0&1\\\\1&0", "y": "0&-i\\\\i&0", "2": "0&-i\\\\i&0"]
      input.putBack(tokens(pauli[first] ?? "1&0\\\\0&-1", []))
    default:
      let height = min(max(Int(plainTokens(input.argument())) ?? 1, 1), 20)
      let width = min(max(Int(plainTokens(input.argument())) ?? 1, 1), 20)
      input.putBack(input.vocabulary.tokens(of: rows(height, width) { row, column in "\(first)_{\(row + 1)\(column + 1)}" }))
    }
  }
}
