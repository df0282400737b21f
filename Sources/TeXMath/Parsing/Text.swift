internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  private struct Look {
    var bold = false
    var italic = false
    var family = TextFamily.roman
  }

  mutating func textCommand(_ command: Command) {
    let field = textArgument(command)
    if case .list(let start, 1) = field { pending.append(list.noads[Int(start)]) } else { pending.append(Noad(nucleus: field)) }
  }

  /// An argument in text mode, as a list of one text noad.
  mutating func textArgument(_ command: Command = .text) -> Field { textField(input.argument(), command) }

  mutating func textField(_ tokens: [Token], _ command: Command = .text) -> Field {
    var look = Look()
    apply(command, to: &look)
    var pieces: [TextPiece] = []
    var words: [UInt8] = []
    collect(tokens, look, &pieces, &words)
    flush(&words, look, into: &pieces)
    list.texts.append(pieces)
    let mark = pending.count
    pending.append(Noad(.text(Int32(list.texts.count - 1))))
    return close(from: mark)
  }

  private func apply(_ command: Command, to look: inout Look) {
    switch command {
    case .textbf: look.bold = true
    case .textit, .emph, .textsl: look.italic = true
    case .textsf: look.family = .sans
    case .texttt: look.family = .mono
    case .textrm: look.family = .roman
    case .textup: look.italic = false
    case .textmd: look.bold = false
    case .textnormal: look = Look()
    default: break
    }
  }

  private func flush(_ words: inout [UInt8], _ look: Look, into pieces: inout [TextPiece]) {
    if !words.isEmpty {
      pieces.append(.words(text: words, bold: look.bold, italic: look.italic, family: look.family))
      words.removeAll()
    }
  }

  private mutating func collect(_ tokens: [Token], _ start: Look, _ pieces: inout [TextPiece], _ words: inout [UInt8]) {
    var look = start
    var index = 0
    nesting += 1
    defer { nesting -= 1 }
    if nesting > budget.formulaNesting { return }
    func groupEnd(_ from: Int) -> Int {
      var depth = 0
      for position in from..<tokens.count {
        if tokens[position].kind == .beginGroup { depth += 1 }
        if tokens[position].kind == .endGroup {
          depth -= 1
          if depth == 0 { return position }
        }
      }
      return tokens.count
    }
    while index < tokens.count {
      let token = tokens[index]
      index += 1
      switch token.kind {
      case .space: words.append(0x20)
      case .tilde: words.append(0x20)
      case .character:
        let next = index < tokens.count ? tokens[index].value : 0
        switch token.value {
        case 0x27 where next == 0x27:
          append(0x201D, to: &words)
          index += 1
        case 0x27: append(0x2019, to: &words)
        case 0x60 where next == 0x60:
          append(0x201C, to: &words)
          index += 1
        case 0x60: append(0x2018, to: &words)
        case 0x2D where next == 0x2D:
          let isEm = index + 1 < tokens.count && tokens[index + 1].value == 0x2D
          append(isEm ? 0x2014 : 0x2013, to: &words)
          index += isEm ? 2 : 1
        default: append(token.value, to: &words)
        }
      case .beginGroup:
        let end = groupEnd(index - 1)
        flush(&words, look, into: &pieces)
        collect(Array(tokens[index..<min(end, tokens.count)]), look, &pieces, &words)
        flush(&words, look, into: &pieces)
        index = end + 1
      case .mathShift:
        let end = tokens[index...].firstIndex { $0.kind == .mathShift } ?? tokens.count
        flush(&words, look, into: &pieces)
        let outer = alphabet
        alphabet = .normal
        pieces.append(.formula(sublist(Array(tokens[index..<end]))))
        alphabet = outer
        index = end + 1
      case .superscript, .subscript, .alignTab, .endGroup: append(token.value, to: &words)
      case .command:
        let name = input.vocabulary.names.name(token.value)
        if let command = command(token), isTextCommand(command) {
          flush(&words, look, into: &pieces)
          var inner = look
          apply(command, to: &inner)
          while index < tokens.count, tokens[index].kind == .space { index += 1 }
          let end = index < tokens.count && tokens[index].kind == .beginGroup ? groupEnd(index) : index
          let content = end > index ? tokens[index + 1..<min(end, tokens.count)] : tokens[index..<min(index + 1, tokens.count)]
          collect(Array(content), inner, &pieces, &words)
          flush(&words, inner, into: &pieces)
          index = end + 1
          continue
        }
        if case .oldAlphabet(let chosen) = input.vocabulary.meaning(of: token.value) {
          flush(&words, look, into: &pieces)
          look.bold = chosen == .bold
          look.italic = chosen == .italic
          look.family = chosen == .sansSerif ? .sans : chosen == .monospace ? .mono : .roman
          continue
        }
        switch name {
        case " ", "\\": words.append(0x20)
        case "quad", "qquad", "enspace", "enskip":
          flush(&words, look, into: &pieces)
          pieces.append(.space(Dimension(value: name == "quad" ? 65536 : name == "qquad" ? 131_072 : 32768, unit: .em)))
        case "%", "$", "&", "#", "_", "{", "}": words += Array(name.utf8)
        case "textbackslash", "backslash": words.append(0x5C)
        case "ldots", "dots", "textellipsis": append(0x2026, to: &words)
        case "relax", "/", "protect", "noindent", "mdseries", "scshape": break
        case "upshape", "normalfont":
          flush(&words, look, into: &pieces)
          look = name == "upshape" ? Look(bold: look.bold, italic: false, family: look.family) : Look()
        case "slshape", "em", "sl":
          flush(&words, look, into: &pieces)
          look.italic = true
        case "TextOrMath":
          if index < tokens.count, tokens[index].kind == .beginGroup {
            let end = groupEnd(index)
            collect(Array(tokens[index + 1..<min(end, tokens.count)]), look, &pieces, &words)
            index = min(end + 1, tokens.count)
            if index < tokens.count, tokens[index].kind == .beginGroup { index = groupEnd(index) + 1 }
          }
        case "textsuperscript", "textsubscript", "textcircled", "t":
          while index < tokens.count, tokens[index].kind == .space { index += 1 }
          let end = index < tokens.count && tokens[index].kind == .beginGroup ? groupEnd(index) : index
          let content =
            end > index ? Array(tokens[index + 1..<min(end, tokens.count)]) : Array(tokens[index..<min(index + 1, tokens.count)])
          index = end + 1
          flush(&words, look, into: &pieces)
          let wrapper =
            switch name {
            case "textsuperscript": "{}^{\\text{#1}}"
            case "textsubscript": "{}_{\\text{#1}}"
            case "textcircled": "\\enclosed{circle}{\\scriptstyle\\text{#1}}"
            default: "\\overset{⁀}{\\text{#1}}"
            }
          pieces.append(.formula(sublist(self.tokens(wrapper, [content]))))
        case "(", ")": append(0x20, to: &words)
        default:
          if let mark = combining[name], let next = letter(tokens, &index) {
            append(next, to: &words)
            append(mark, to: &words)
          } else if let letters = textLetters[name] {
            words += Array(letters.utf8)
          } else {
            // Anything else is set as a formula, with its arguments.
            flush(&words, look, into: &pieces)
            var end = index
            if definesArguments(token) {
              while end < tokens.count, tokens[end].kind == .beginGroup { end = min(groupEnd(end) + 1, tokens.count) }
            }
            pieces.append(.formula(sublist([token] + Array(tokens[index..<end]))))
            index = end
          }
        }
      case .parameter, .end: break
      }
    }
    flush(&words, look, into: &pieces)
  }

  private func definesArguments(_ token: Token) -> Bool {
    switch input.vocabulary.meaning(of: token.value) {
    case .symbol, .largeOperator, .operatorName, .space: false
    default: true
    }
  }

  private func isTextCommand(_ command: Command) -> Bool {
    switch command {
    case .text, .textrm, .textbf, .textit, .textsf, .texttt, .textnormal, .textup, .textmd, .mbox, .hbox, .emph, .textsl: true
    default: false
    }
  }

  private func letter(_ tokens: [Token], _ index: inout Int) -> UInt32? {
    while index < tokens.count, tokens[index].kind == .space { index += 1 }
    guard index < tokens.count else { return nil }
    if tokens[index].kind == .beginGroup, index + 2 < tokens.count, tokens[index + 2].kind == .endGroup {
      index += 3
      return tokens[index - 2].value
    }
    guard tokens[index].kind == .character else { return nil }
    index += 1
    return tokens[index - 1].value
  }
}

/// Accents of text mode: the combining character that follows the letter.
private let combining: [String: UInt32] = [
  "\"": 0x308, "'": 0x301, ".": 0x307, "=": 0x304, "H": 0x30B, "^": 0x302, "`": 0x300, "c": 0x327, "d": 0x323,
  "k": 0x328, "r": 0x30A, "u": 0x306, "v": 0x30C, "~": 0x303, "b": 0x331,
]

/// Letters and signs of text mode by name.
private let textLetters: [String: String] = [
  "DH": "Ð", "DJ": "Đ", "L": "Ł", "NG": "Ŋ", "TH": "Þ", "dh": "ð", "dj": "đ", "l": "ł", "ng": "ŋ", "th": "þ", "dag": "†", "ddag": "‡",
  "textasteriskcentered": "∗", "textbardbl": "‖", "textbullet": "•", "textcelsius": "℃", "textcent": "¢", "textcopyright": "©",
  "textcurrency": "¤", "textdagger": "†", "textdaggerdbl": "‡", "textdiv": "÷", "texteuro": "€", "textexclamdown": "¡",
  "textlangle": "⟨", "textleftarrow": "←", "textminus": "−", "textmu": "µ", "textnumero": "№", "textohm": "Ω", "textonehalf": "½",
  "textonequarter": "¼", "textordfeminine": "ª", "textordmasculine": "º", "textparagraph": "¶", "textperthousand": "‰", "textpm": "±",
  "textquestiondown": "¿", "textquotedbl": "\"", "textquotedblleft": "“", "textquotedblright": "”", "textquotesingle": "'",
  "textrangle": "⟩", "textrightarrow": "→", "textsection": "§", "textsterling": "£", "textthreequarters": "¾", "texttimes": "×",
  "texttrademark": "™", "textvisiblespace": "␣", "textyen": "¥", "euro": "€", "celsius": "℃", "perthousand": "‰",
  "AA": "Å", "AE": "Æ", "LaTeX": "LaTeX", "O": "Ø", "OE": "Œ", "P": "¶", "S": "§", "TeX": "TeX", "aa": "å", "ae": "æ",
  "copyright": "©", "degree": "°", "i": "ı", "j": "ȷ", "o": "ø", "oe": "œ", "pounds": "£", "ss": "ß",
  "textasciitilde": "~", "textasciicircum": "^", "textless": "<", "textgreater": ">", "textbar": "|",
  "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textdegree": "°",
  "textunderscore": "_", "textdollar": "$", "textbraceleft": "{", "textbraceright": "}", "textregistered": "®",
]
