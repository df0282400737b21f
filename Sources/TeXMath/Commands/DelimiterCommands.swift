internal import TypesetBoxes
internal import TypesetDiagnostics

/// Delimiters of a size, and those that grow.
extension Parser {
  static let delimiterCommands: [CommandRow] = [
    CommandRow("left") { parser, call in parser.fence(call.token) },
    .readByParser("middle"), .readByParser("right"),
    CommandRow("big") { parser, _ in parser.bigDelimiter(12, .ord) },
    CommandRow("bigl") { parser, _ in parser.bigDelimiter(12, .open) },
    CommandRow("bigr") { parser, _ in parser.bigDelimiter(12, .close) },
    CommandRow("bigm") { parser, _ in parser.bigDelimiter(12, .rel) },
    CommandRow("Big") { parser, _ in parser.bigDelimiter(18, .ord) },
    CommandRow("Bigl") { parser, _ in parser.bigDelimiter(18, .open) },
    CommandRow("Bigr") { parser, _ in parser.bigDelimiter(18, .close) },
    CommandRow("Bigm") { parser, _ in parser.bigDelimiter(18, .rel) },
    CommandRow("bigg") { parser, _ in parser.bigDelimiter(24, .ord) },
    CommandRow("biggl") { parser, _ in parser.bigDelimiter(24, .open) },
    CommandRow("biggr") { parser, _ in parser.bigDelimiter(24, .close) },
    CommandRow("biggm") { parser, _ in parser.bigDelimiter(24, .rel) },
    CommandRow("Bigg") { parser, _ in parser.bigDelimiter(30, .ord) },
    CommandRow("Biggl") { parser, _ in parser.bigDelimiter(30, .open) },
    CommandRow("Biggr") { parser, _ in parser.bigDelimiter(30, .close) },
    CommandRow("Biggm") { parser, _ in parser.bigDelimiter(30, .rel) },
    CommandRow("pairedby") { parser, _ in parser.paired() },
  ]

  private mutating func bigDelimiter(_ step: Int32, _ atomClass: AtomClass) {
    var scalar = delimiter(answering: bareBraces > 0 ? Self.bareBrace : 0)
    if scalar == Self.bareBrace {
      bareBraces += 1
      scalar = 0x7B
    } else if scalar == 0x7D, bareBraces > 0 {
      bareBraces -= 1
    }
    pending.append(Noad(.bigDelimiter(scalar, step: step), atomClass))
  }

  private mutating func fence(_ token: Token) {
    nesting += 1
    defer { nesting -= 1 }
    let opening = delimiter()
    var parts = [FencePart(delimiter: opening == Self.bareBrace ? 0x7B : opening, content: .empty)]
    let mark = pending.count
    if nesting > budget.formulaNesting {
      return report("math.nesting", token, "groups are nested deeper than \(budget.formulaNesting)", hint: nil)
    }
    input.enterGroup()
    let outer = alphabet
    while true {
      parseItems(from: mark)
      let next = input.next()
      let command = command(next)
      if command == .middle || command == .right {
        parts[parts.count - 1].content = close(from: mark)
        parts.append(FencePart(delimiter: delimiter(answering: opening), content: .empty))
        if command == .right { break }
      } else {
        report("math.missing-right", token, "unmatched \\left", hint: "add \\right.")
        parts[parts.count - 1].content = close(from: mark)
        parts.append(FencePart(delimiter: 0, content: .empty))
        input.putBack(next)
        break
      }
    }
    alphabet = outer
    input.leaveGroup()
    list.fences.append(parts)
    pending.append(Noad(.fence(Int32(list.fences.count - 1)), .inner))
  }

  private mutating func paired() {
    let pair = (left: input.argument(), right: input.argument())
    if takeStar() { return input.putBack(tokens("\\left#1#3\\right#2", [pair.left, pair.right, input.argument()])) }
    if let size = input.optionalArgument() {
      return input.putBack(tokens("\\mathopen{#4#1}#3\\mathclose{#4#2}", [pair.left, pair.right, input.argument(), size]))
    }
    input.putBack(tokens("#1#3#2", [pair.left, pair.right, input.argument()]))
  }
}
