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
      append(letter == "c" ? .center : letter == "r" ? .right : .left)
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
      tokens.insert(Array(Array(repeating: repeated, count: max(0, count)).joined()))
    // What array and siunitx add: material around cells, and columns of a width or of numbers.
    case ">", "<": _ = tokens.argument()
    case "w", "W":
      let side = tokens.argument().first
      _ = tokens.argument()
      append(side?.isCharacter("l") ?? false ? .left : side?.isCharacter("r") ?? false ? .right : .center)
    case "S": append(.center)
    case _ where letter.properties.isAlphabetic:
      parser.report("math.column", token, "\(letter) is no column", hint: "write l, c or r for each column, or p{3cm}")
      append(.center)
    default: break
    }
  }

  private mutating func append(_ side: ColumnAlignment) {
    columns.append(Alignment.Column(alignment: side, before: before, noSepBefore: noSep))
    (before, noSep) = ([], false)
  }

  private mutating func add(_ gap: ColumnGap) {
    if columns.isEmpty { before.append(gap) } else { columns[columns.count - 1].after.append(gap) }
  }
}
