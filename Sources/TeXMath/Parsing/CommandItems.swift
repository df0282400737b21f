internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  /// Carries out one command.
  mutating func perform(_ token: Token, from mark: Int) {
    switch input.vocabulary.meaning(of: token.value) {
    case .symbol(let scalar, let atomClass, let isAlphabetic):
      var noad = Noad(
        .atom, atomClass,
        nucleus: .char(isAlphabetic || scalar == 0x1D6A4 || scalar == 0x1D6A5 ? alphabet.apply(scalar) : emboldened(scalar)))
      // `\smallint` takes limits as its large sister does.
      if atomClass == .op { noad.limits = .display }
      pending.append(noad)
      if scalar == 0x22EF, input.vocabulary.names.name(token.value).hasPrefix("dots") { spaceAfterDots() }
    case .largeOperator(let scalar, let limits):
      var noad = Noad(.atom, .op, nucleus: .char(scalar))
      noad.isLargeOperator = true
      noad.limits = limits
      pending.append(noad)
    case .accent(let scalar, let isWide, let isBelow):
      let field = collapsed(argument())
      pending.append(Noad(.accent(scalar, isWide: isWide, isBelow: isBelow), nucleus: field))
    case .brace(let scalar, let isBelow):
      let inner = argument()
      let start = list.noads.count
      list.noads.append(Noad(.accent(scalar, isWide: true, isBelow: isBelow), nucleus: inner))
      var noad = Noad(.atom, .op, nucleus: .list(Int32(start), 1))
      noad.limits = .limits
      pending.append(noad)
    case .operatorName(let letters, let limits): operatorName(letters, limits)
    case .space(let mu): pending.append(Noad(.space(mu: mu)))
    case .alphabet(let chosen):
      let outer = alphabet
      alphabet = chosen
      let field = argument()
      alphabet = outer
      appendWord(field, wasBold: chosen == .boldSymbol)
    case .oldAlphabet(let chosen): alphabet = chosen
    case .command(let row, _): Commands.all[Int(row)].perform(&self, Call(token: token, mark: mark))
    case .macro: break
    case .undefined: unknown(token)
    }
  }

  private func emboldened(_ scalar: UInt32) -> UInt32 { alphabet == .boldSymbol ? alphabet.apply(scalar) : scalar }

  /// amsmath: after `\cdots` a thin space is before punctuation and closing delimiters.
  private mutating func spaceAfterDots() {
    let next = input.nextRaw()
    input.putBack(next)
    let isClosing =
      switch next.kind {
      case .character: [0x2C, 0x2E, 0x3B, 0x29, 0x5D].contains(next.value)
      case .command:
        switch input.vocabulary.meaning(of: next.value) {
        case .symbol(_, .close, _), .command(_, .right): true
        default: false
        }
      default: false
      }
    if isClosing { pending.append(Noad(.space(mu: 3))) }
  }

  /// The argument of an alphabet command: an Ord atom, or the single character that it is.
  private mutating func appendWord(_ field: Field, wasBold: Bool) {
    if case .list(let start, 1) = field, case .atom = list.noads[Int(start)].kind {
      var noad = list.noads[Int(start)]
      // A bold sign is a group of its class: no italic correction is before it.
      if wasBold, noad.atomClass != .ord, noad.superscript.isEmpty, noad.subscript.isEmpty, !noad.isLargeOperator {
        let inner = Int32(list.noads.count)
        list.noads.append(Noad(nucleus: noad.nucleus))
        noad.nucleus = .list(inner, 1)
      }
      pending.append(noad)
    } else {
      pending.append(Noad(nucleus: collapsed(field)))
    }
  }

  mutating func operatorName(_ letters: String, _ limits: Limits) {
    let mark = pending.count
    for letter in letters.unicodeScalars {
      pending.append(letter == "," ? Noad(.space(mu: 3)) : Noad(nucleus: .char(letter.value)))
    }
    var noad = Noad(.atom, .op, nucleus: close(from: mark))
    noad.limits = limits
    pending.append(noad)
  }

  /// An unknown command is shown as it was written, in the error colour.
  mutating func unknown(_ token: Token) {
    let name = text(token)
    report(
      "math.unknown-command", token, "unknown command \(name)",
      hint: input.vocabulary.suggestions.hint(for: token.value, in: input.vocabulary))
    showSource(name)
  }

  mutating func showSource(_ name: String) {
    list.texts.append([.words(text: Array(name.utf8), bold: false, italic: false, family: .mono)])
    let mark = pending.count
    pending.append(Noad(.color(Color(red: 204, green: 0, blue: 0))))
    pending.append(Noad(.text(Int32(list.texts.count - 1))))
    pending.append(Noad(nucleus: close(from: mark)))
  }
}
