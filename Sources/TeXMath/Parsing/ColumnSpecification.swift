internal import TypesetDiagnostics

/// Reads the columns of an `array`: `|l|@{}c*{3}{r}`.
struct ColumnSpecification {
  private var tokens: TokenReader
  private var columns: [Alignment.Column] = []
  private var before: [ColumnGap] = []
  private var noSep = false
  private var prefix: [Token] = []
  /// How many letters were replaced by their definitions.
  private var replaced = 0

  private init(_ tokens: [Token]) { self.tokens = TokenReader(tokens) }

  static func columns(_ parser: inout Parser, of tokens: [Token]) -> [Alignment.Column] {
    var tokens = tokens
    var depth = 0
    let cell = tokens.firstIndex { token in
      depth += token.kind == .beginGroup ? 1 : token.kind == .endGroup ? -1 : 0
      return depth == 0 && (token.kind == .alignTab || parser.isRowEnd(token))
    }
    if let cell {
      // The specification's brace is missing, and the brace of `\end{array}` ended it: the text after the letters is the first row.
      let letters = tokens[..<cell].prefix { token in
        token.kind == .space || "lcrX|:".unicodeScalars.contains { token.isCharacter(Character($0)) }
      }
      // Where the whole group has no end, that is reported.
      if parser.input.unclosed == nil {
        parser.report(
          "math.column", tokens[cell], "the columns of this array have no }", hint: "add } before the first cell: \\begin{array}{cc}")
      }
      parser.input.putBack(Array(tokens[letters.count...]))
      tokens = Array(letters)
    }
    var reader = ColumnSpecification(tokens)
    while reader.columns.count < 1000, let token = reader.tokens.next() { reader.read(&parser, token) }
    return reader.columns
  }

  private mutating func read(_ parser: inout Parser, _ token: Token) {
    guard token.kind == .character, let letter = Unicode.Scalar(token.value) else { return }
    if !parser.input.definitions.isEmpty, let own = parser.input.definitions[Self.name(of: letter, parser.input.vocabulary)] {
      let arguments = (0..<max(0, own.parameters)).map { _ in tokens.argument() }
      replaced += 1
      // A column that is made of itself would never end.
      guard replaced <= 1000 else { return }
      let made = own.body.flatMap { part -> [Token] in
        guard part.kind == .parameter else { return [part] }
        return arguments.indices.contains(Int(part.value) - 1) ? arguments[Int(part.value) - 1] : []
      }
      if parser.input.takes(repeated: made.count) { tokens.insert(made) }
      return
    }
    switch letter {
    case "l", "c", "r", "X": append(letter == "c" ? .center : letter == "r" ? .right : .left)
    case "p", "m", "b":
      let width = Scanning.extent(&parser, of: tokens.argument())
      append(.left)
      columns[columns.count - 1].width = width
      columns[columns.count - 1].place = letter == "p" ? 0x74 : letter == "m" ? 0x63 : 0x62
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
      // Stars within stars, which may have no column at all.
      if parser.input.takes(repeated: max(1, repeated.count) * count) {
        tokens.insert(Array(Array(repeating: repeated, count: count).joined()))
      }
    // What array and siunitx add: material around cells, and columns of a width or of numbers.
    case ">": prefix = tokens.argument() + prefix
    case "<":
      let suffix = tokens.argument()
      if !columns.isEmpty { columns[columns.count - 1].suffix += suffix }
    case "w", "W":
      let side = tokens.argument().first
      _ = tokens.argument()
      append(side?.isCharacter("l") ?? false ? .left : side?.isCharacter("r") ?? false ? .right : .center)
    case "S": append(.center)
    case _ where letter.properties.isAlphabetic || letter.properties.numericType != nil:
      parser.report("math.column", token, "\(letter) is no column", hint: "write l, c or r for each column, or p{3cm}")
      append(.center)
    default: break
    }
  }

  private mutating func append(_ side: ColumnAlignment) {
    columns.append(Alignment.Column(alignment: side, before: before, noSepBefore: noSep, prefix: prefix))
    (before, noSep, prefix) = ([], false, [])
  }

  /// `\newcolumntype` defines a command of a name that cannot be typed.
  static func name(of letter: Unicode.Scalar, _ vocabulary: Vocabulary) -> UInt32 {
    vocabulary.names.number(of: "column " + String(Character(letter)))
  }

  private mutating func add(_ gap: ColumnGap) {
    if columns.isEmpty { before.append(gap) } else { columns[columns.count - 1].after.append(gap) }
  }
}
