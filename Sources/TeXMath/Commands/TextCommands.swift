internal import TypesetBoxes

/// Words in formulas, and links.
enum TextCommands {
  static let rows: [CommandRow] = [
    CommandRow("text") { parser, _ in MathText.command(&parser, .text) },
    CommandRow("textrm") { parser, _ in MathText.command(&parser, .textrm) },
    CommandRow("textbf") { parser, _ in MathText.command(&parser, .textbf) },
    CommandRow("textit") { parser, _ in MathText.command(&parser, .textit) },
    CommandRow("textsf") { parser, _ in MathText.command(&parser, .textsf) },
    CommandRow("texttt") { parser, _ in MathText.command(&parser, .texttt) },
    CommandRow("textnormal") { parser, _ in MathText.command(&parser, .textnormal) },
    CommandRow("textup") { parser, _ in MathText.command(&parser, .textup) },
    CommandRow("textmd") { parser, _ in MathText.command(&parser, .textmd) },
    CommandRow("mbox") { parser, _ in MathText.command(&parser, .mbox) },
    CommandRow("emph") { parser, _ in MathText.command(&parser, .emph) },
    CommandRow("textsl") { parser, _ in MathText.command(&parser, .textsl) },
    CommandRow("intertext") { parser, call in textRow(&parser, call.token) },
    CommandRow("shortintertext") { parser, call in textRow(&parser, call.token) },
    CommandRow("verb") { parser, call in
      let (bytes, isClosed) = parser.input.verbatim()
      if !isClosed {
        parser.report("math.verb", call.token, "\\verb has no end on its line", hint: "write the sign after \\verb at the end too")
      }
      parser.append(Noad(parser.list.add([.words(text: bytes, bold: false, italic: false, family: .mono)])))
    },
    CommandRow("string") { parser, _ in
      let next = parser.input.nextRaw()
      parser.append(Noad(parser.list.add(parser.text(next), .roman)))
    },
    CommandRow("href") { parser, _ in
      let link = parser.list.add(link: parser.linkTarget())
      parser.append(Noad(link, nucleus: parser.argument()))
    },
    CommandRow("url") { parser, _ in
      let address = parser.linkTarget()
      let link = parser.list.add(link: address)
      let words = Noad(parser.list.add(address, .mono))
      parser.append(Noad(link, nucleus: parser.list.add(words)))
    },
  ]

  /// Text between rows; within a row it ends the row (amsmath).
  private static func textRow(_ parser: inout Parser, _ token: Token) {
    guard parser.scope.hasTextRows else { return parser.append(Noad(nucleus: MathText.argument(&parser))) }
    parser.input.putBack(token)
    let end = parser.input.vocabulary.names.original("cr")
    parser.input.putBack(Token(kind: .command, value: end, start: token.start, end: token.start))
  }
}
