internal import TypesetDiagnostics

/// Reads the columns of an `array`: `|l|@{}c*{3}{r}`.
struct ColumnSpecification {
  private var tokens: TokenReader
  private var columns: [Alignment.Column] = []
  private var before: [ColumnGap] = []
  private var noSep = false

  private init(_ tokens: [Token]) { self.tokens = TokenReader(tokens) }

  static func columns(_ parser: inout Parser, of tokens: [Token]) -> [Alignment.Column] {
    var reader = ColumnSpecification(tokens)
    while reader.columns.count < 1000, let token = reader.tokens.next() { reader.read(&parser, token) }
    return reader.columns
  }

  private mutating func read(_ parser: inout Parser, _ token: Token) {
    guard token.kind == .character, let letter = Unicode.Scalar(token.value) else { return }
    switch letter {
    case "l", "c", "r", "p", "m", "b", "X":
      if letter == "p" || letter == "m" || letter == "b" { _ = tokens.argument() }
      columns.append(
        Alignment.Column(alignment: letter == "c" ? .center : letter == "r" ? .right : .left, before: before, noSepBefore: noSep))
      (before, noSep) = ([], false)
    case "|": add(.rule)
    case ":": add(.dashedRule)
    case "@", "!":
      add(.material(parser.sublist(tokens.argument())))
      guard letter == "@" else { return }
      noSep = true
      if !columns.isEmpty { columns[columns.count - 1].noSepAfter = true }
    case "*":
      let count = parser.whole(tokens.argument(), in: 0...100) ?? 1
      let repeated = tokens.argument()
      tokens.insert(Array(Array(repeating: repeated, count: count).joined()))
    default: break
    }
  }

  private mutating func add(_ gap: ColumnGap) {
    if columns.isEmpty { before.append(gap) } else { columns[columns.count - 1].after.append(gap) }
  }
}
