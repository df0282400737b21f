internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  /// Executes one command.
  mutating func perform(_ token: Token, from mark: Int) {
    withInHand(token) { $0.execute(token, from: mark) }
  }

  private mutating func execute(_ token: Token, from mark: Int) {
    switch input.vocabulary.meaning(of: token.value) {
    case .symbol(let scalar, let atomClass, let isAlphabetic):
      var noad = Noad(
        .atom, atomClass,
        nucleus: .char(isAlphabetic || scalar == 0x1D6A4 || scalar == 0x1D6A5 ? scope.alphabet.apply(scalar) : emboldened(scalar)))
      // `\smallint` takes limits as `\int` does.
      if atomClass == .op { noad.limits = .display }
      append(noad)
      if scalar == 0x22EF, input.vocabulary.names.name(token.value).hasPrefix("dots") { AtomCommands.appendSpaceAfterDots(&self) }
    case .largeOperator(let scalar, let limits):
      var noad = Noad(.atom, .op, nucleus: .char(scalar))
      noad.isLargeOperator = true
      noad.limits = limits
      append(noad)
    case .accent(let scalar, let isWide, let isBelow):
      append(Noad(.accent(scalar, isWide: isWide, isBelow: isBelow), nucleus: collapsed(argument())))
    case .brace(let scalar, let isBelow):
      let braced = Noad(.accent(scalar, isWide: true, isBelow: isBelow), nucleus: argument())
      var noad = Noad(.atom, .op, nucleus: list.add(braced))
      noad.limits = .limits
      append(noad)
    case .operatorName(let letters, let limits): AtomCommands.appendOperator(&self, named: letters, limits)
    case .space(let mu): append(Noad(.space(mu: mu)))
    case .alphabet(let chosen):
      let outer = scope.alphabet
      scope.alphabet = chosen
      let field = argument()
      scope.alphabet = outer
      appendWord(field, wasBold: chosen == .boldSymbol)
    case .oldAlphabet(let chosen): scope.alphabet = chosen
    case .command(let row, _): Commands.all[Int(row)].perform(&self, Call(token: token, mark: mark))
    case .macro: break
    case .undefined: unknown(token)
    }
  }

  private func emboldened(_ scalar: UInt32) -> UInt32 { scope.alphabet == .boldSymbol ? scope.alphabet.apply(scalar) : scalar }

  /// Appends the argument of an alphabet command: an Ord atom, or its only character.
  private mutating func appendWord(_ field: Field, wasBold: Bool) {
    guard var noad = list.onlyNoad(of: field), case .atom = noad.kind else {
      var word = Noad(nucleus: collapsed(field))
      word.isWord = true
      return append(word)
    }
    // A bold sign is a group of its class: no italic correction is before it.
    if wasBold, noad.atomClass != .ord, !noad.hasScripts, !noad.isLargeOperator {
      noad.nucleus = list.add(Noad(nucleus: noad.nucleus))
    }
    append(noad)
  }
}
