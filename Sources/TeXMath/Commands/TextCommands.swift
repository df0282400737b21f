internal import TypesetBoxes

/// Words in formulas, tags, labels and links.
extension Parser {
  static let textCommands: [CommandRow] = [
    CommandRow("text") { parser, _ in parser.textCommand(.text) },
    CommandRow("textrm") { parser, _ in parser.textCommand(.textrm) },
    CommandRow("textbf") { parser, _ in parser.textCommand(.textbf) },
    CommandRow("textit") { parser, _ in parser.textCommand(.textit) },
    CommandRow("textsf") { parser, _ in parser.textCommand(.textsf) },
    CommandRow("texttt") { parser, _ in parser.textCommand(.texttt) },
    CommandRow("textnormal") { parser, _ in parser.textCommand(.textnormal) },
    CommandRow("textup") { parser, _ in parser.textCommand(.textup) },
    CommandRow("textmd") { parser, _ in parser.textCommand(.textmd) },
    CommandRow("mbox") { parser, _ in parser.textCommand(.mbox) },
    CommandRow("hbox") { parser, _ in parser.textCommand(.hbox) },
    CommandRow("emph") { parser, _ in parser.textCommand(.emph) },
    CommandRow("textsl") { parser, _ in parser.textCommand(.textsl) },
    CommandRow("intertext") { parser, _ in parser.append(Noad(nucleus: parser.textArgument())) },
    CommandRow("shortintertext") { parser, _ in parser.append(Noad(nucleus: parser.textArgument())) },
    CommandRow("verb") { parser, _ in
      parser.list.texts.append([.words(text: parser.input.verbatim(), bold: false, italic: false, family: .mono)])
      parser.append(Noad(.text(Int32(parser.list.texts.count - 1))))
    },
    CommandRow("string") { parser, _ in
      let next = parser.input.nextRaw()
      parser.appendText(parser.text(next))
    },
    CommandRow("tag") { parser, _ in parser.tag() },
    CommandRow("notag") { parser, _ in parser.list.tagIsStarred = true },
    CommandRow("nonumber") { parser, _ in parser.list.tagIsStarred = true },
    CommandRow("label") { parser, _ in parser.list.label = parser.plainText(parser.input.argument()) },
    CommandRow("ref") { parser, call in parser.reference(inParentheses: false, call.token) },
    CommandRow("eqref") { parser, call in parser.reference(inParentheses: true, call.token) },
    CommandRow("href") { parser, _ in
      let address = parser.plainText(parser.input.argument())
      parser.list.links.append(address)
      let link = Int32(parser.list.links.count - 1)
      parser.append(Noad(.link(link), nucleus: parser.argument()))
    },
    CommandRow("url") { parser, _ in
      let address = parser.plainText(parser.input.argument())
      parser.list.links.append(address)
      parser.list.texts.append([.words(text: Array(address.utf8), bold: false, italic: false, family: .mono)])
      let inner = parser.pending.count
      parser.append(Noad(.text(Int32(parser.list.texts.count - 1))))
      parser.append(Noad(.link(Int32(parser.list.links.count - 1)), nucleus: parser.close(from: inner)))
    },
  ]

  private mutating func tag() {
    let isStarred = takeStar()
    let words = input.argument()
    list.tagText = isStarred ? plainTokens(words) : "(" + plainTokens(words) + ")"
    list.tag = textField(words)
    if !isStarred, let last = list.texts.indices.last {
      func sign(_ text: String) -> TextPiece { .words(text: Array(text.utf8), bold: false, italic: false, family: .roman) }
      list.texts[last] = [sign("(")] + list.texts[last] + [sign(")")]
    }
    list.hasTag = true
    list.tagIsStarred = isStarred
  }

  mutating func appendText(_ text: String) {
    list.texts.append([.words(text: Array(text.utf8), bold: false, italic: false, family: .roman)])
    pending.append(Noad(.text(Int32(list.texts.count - 1))))
  }
}
