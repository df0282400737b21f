internal import TypesetBoxes
internal import TypesetDiagnostics

/// Delimiters of a fixed size, and delimiters that grow.
enum DelimiterCommands {
  static let rows: [CommandRow] = [
    CommandRow("left") { parser, call in fence(&parser, call.token) },
    .readByParser("middle"), .readByParser("right"),
    CommandRow("big") { parser, _ in bigDelimiter(&parser, 12, .ord) },
    CommandRow("bigl") { parser, _ in bigDelimiter(&parser, 12, .open) },
    CommandRow("bigr") { parser, _ in bigDelimiter(&parser, 12, .close) },
    CommandRow("bigm") { parser, _ in bigDelimiter(&parser, 12, .rel) },
    CommandRow("Big") { parser, _ in bigDelimiter(&parser, 18, .ord) },
    CommandRow("Bigl") { parser, _ in bigDelimiter(&parser, 18, .open) },
    CommandRow("Bigr") { parser, _ in bigDelimiter(&parser, 18, .close) },
    CommandRow("Bigm") { parser, _ in bigDelimiter(&parser, 18, .rel) },
    CommandRow("bigg") { parser, _ in bigDelimiter(&parser, 24, .ord) },
    CommandRow("biggl") { parser, _ in bigDelimiter(&parser, 24, .open) },
    CommandRow("biggr") { parser, _ in bigDelimiter(&parser, 24, .close) },
    CommandRow("biggm") { parser, _ in bigDelimiter(&parser, 24, .rel) },
    CommandRow("Bigg") { parser, _ in bigDelimiter(&parser, 30, .ord) },
    CommandRow("Biggl") { parser, _ in bigDelimiter(&parser, 30, .open) },
    CommandRow("Biggr") { parser, _ in bigDelimiter(&parser, 30, .close) },
    CommandRow("Biggm") { parser, _ in bigDelimiter(&parser, 30, .rel) },
  ]

  private static func bigDelimiter(_ parser: inout Parser, _ step: Int32, _ atomClass: AtomClass) {
    var scalar = delimiter(&parser, answering: parser.scope.bareBraces > 0 ? bareBrace : 0)
    if scalar == bareBrace {
      parser.scope.bareBraces += 1
      scalar = 0x7B
    } else if scalar == 0x7D, parser.scope.bareBraces > 0 {
      parser.scope.bareBraces -= 1
    }
    parser.append(Noad(.bigDelimiter(scalar, step: step), atomClass))
  }

  private static func fence(_ parser: inout Parser, _ token: Token) {
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    let opening = delimiter(&parser)
    var parts = [FencePart(delimiter: opening == bareBrace ? 0x7B : opening, content: .empty)]
    let mark = parser.mark
    if parser.nesting > parser.budget.formulaNesting {
      return parser.report("math.nesting", token, "groups are nested deeper than \(parser.budget.formulaNesting)", hint: nil)
    }
    parser.input.enterGroup()
    let outer = parser.scope.alphabet
    while true {
      parser.parseItems(from: mark)
      let next = parser.input.next()
      let command = parser.command(next)
      if command == .middle || command == .right {
        parts[parts.count - 1].content = parser.close(from: mark)
        parts.append(FencePart(delimiter: delimiter(&parser, answering: opening, of: next), content: .empty))
        if command == .right { break }
      } else {
        // A `\left` without its delimiter has been reported.
        if parser.diagnostics.last?.range != Int(token.start)..<Int(token.end) {
          parser.report("math.missing-right", token, "unmatched \\left", hint: "add \\right.")
        }
        parts[parts.count - 1].content = parser.close(from: mark)
        parts.append(FencePart(delimiter: 0, content: .empty))
        parser.input.putBack(next)
        break
      }
    }
    parser.scope.alphabet = outer
    parser.input.leaveGroup()
    parser.append(Noad(parser.list.add(parts), .inner))
  }

  /// A delimiter after `\left`, `\big` and the like; zero is `.`.
  ///
  /// - Parameters:
  ///   - opening: For a closing delimiter, its partner: a bare `{` may be closed by a bare `}`.
  ///   - command: What needs the delimiter, if it is not the command in hand.
  static func delimiter(_ parser: inout Parser, answering opening: UInt32 = 0, of command: Token? = nil) -> UInt32 {
    parser.input.skipSpaces()
    var token = parser.input.next()
    if token.kind == .endGroup, opening == bareBrace { return 0x7D }
    if token.kind == .beginGroup {
      let tokens = parser.input.balanced()
      let first = tokens.first { $0.kind != .space }
      guard let first, tokens.filter({ $0.kind != .space }).count == 1 else {
        // `\left{ x \right}`: a brace without its backslash.
        parser.report(
          "math.bare-brace", token, "expected a delimiter, found {",
          hint: "write \(parser.inHand.map { parser.text($0) } ?? "")\\{, and \\} at the end")
        parser.input.putBack(Token(kind: .endGroup, value: 0x7D, start: token.end, end: token.end))
        parser.input.putBack(tokens)
        return bareBrace
      }
      token = first
    }
    switch token.kind {
    case .character:
      switch token.value {
      case 0x2E: return 0
      case 0x3C: return 0x27E8
      case 0x3E: return 0x27E9
      default:
        if PlainLetter(token.value).isLetter || PlainLetter(token.value).isDigit || [0x2B, 0x2D, 0x3D, 0x2C, 0x3B].contains(token.value) {
          report(&parser, token)
        }
        return token.value
      }
    case .command:
      if case .symbol(let scalar, _, let isAlphabetic) = parser.input.vocabulary.meaning(of: token) {
        if isAlphabetic { report(&parser, token) }
        return scalar
      }
      report(&parser, token)
      return 0
    default:
      parser.report("math.delimiter", command ?? parser.inHand ?? token, "missing delimiter", hint: "write . for none")
      parser.input.putBack(token)
      return 0
    }
  }

  private static func report(_ parser: inout Parser, _ token: Token) {
    parser.report(
      "math.delimiter", token, "\(parser.text(token)) is not a delimiter", hint: "write a delimiter such as ( or |, or . for none")
  }

  /// A brace that was written without its backslash; no list holds it.
  static let bareBrace: UInt32 = 0xF_FFFF
}
