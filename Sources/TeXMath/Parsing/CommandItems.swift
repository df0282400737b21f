internal import TypesetBoxes
internal import TypesetDiagnostics

extension Parser {
  /// Executes one command.
  mutating func perform(_ token: Token, from mark: Int) {
    withInHand(token) { $0.execute(token, from: mark) }
  }

  private mutating func execute(_ token: Token, from mark: Int) {
    switch input.vocabulary.meaning(of: token) {
    case .symbol(let scalar, let atomClass, let isAlphabetic):
      var noad = Noad(
        .atom, atomClass,
        nucleus: .char(
          isAlphabetic || scalar == 0x1D6A4 || scalar == 0x1D6A5
            ? scope.alphabet.apply(scalar) : CommandNoads.emboldened(scalar, scope.alphabet)))
      // `\smallint` takes limits as `\int` does.
      if atomClass == .op { noad.limits = .display }
      append(noad)
      if scalar == 0x2026 { AtomCommands.appendSpaceAfterDots(&self, named: input.vocabulary.names.name(token.value)) }
      if scalar == 0x22EF, input.vocabulary.names.name(token.value).hasPrefix("dots") { AtomCommands.appendSpaceAfterDots(&self) }
    case .largeOperator(let scalar, let limits):
      var noad = Noad(.atom, .op, nucleus: .char(scalar))
      noad.isLargeOperator = true
      noad.limits = limits
      append(noad)
    case .accent(let scalar, let isWide, let isBelow):
      append(Noad(.accent(scalar, isWide: isWide, isBelow: isBelow), nucleus: collapsed(argument())))
    case .brace(let scalar, let isBelow):
      let argument = argument()
      CommandNoads.append(brace: scalar, isBelow: isBelow, of: argument, to: &self)
    case .operatorName(let letters, let limits): AtomCommands.appendOperator(&self, named: letters, limits)
    case .space(let mu): append(Noad(.space(mu: mu)))
    case .alphabet(let chosen):
      let outer = scope.alphabet
      scope.alphabet = chosen
      let field = argument()
      scope.alphabet = outer
      CommandNoads.append(word: field, wasBold: chosen == .boldSymbol, to: &self)
    case .oldAlphabet(let chosen): scope.alphabet = chosen
    case .command(let row, _): Commands.all[Int(row)].perform(&self, Call(token: token, mark: mark))
    case .macro: break
    case .undefined: unknown(token)
    }
  }
}

/// What a command of the vocabulary adds to a list.
private enum CommandNoads {
  static func emboldened(_ scalar: UInt32, _ alphabet: Alphabet) -> UInt32 { alphabet == .boldSymbol ? alphabet.apply(scalar) : scalar }

  /// Appends the argument of an alphabet command: an Ord atom, or its only character.
  static func append(word field: Field, wasBold: Bool, to parser: inout Parser) {
    guard var noad = parser.list.onlyNoad(of: field), case .atom = noad.kind else {
      var word = Noad(nucleus: parser.collapsed(field))
      word.isWord = true
      return parser.append(word)
    }
    // Scripts after a bold group are set after it.
    if wasBold, noad.hasScripts { return parser.append(Noad(nucleus: field)) }
    // A bold sign is a group of its class: no italic correction is before it.
    if wasBold, noad.atomClass != .ord, !noad.isLargeOperator {
      noad.nucleus = parser.list.add(Noad(nucleus: noad.nucleus))
    }
    parser.append(noad)
  }

  /// Appends a brace over or under an argument, before which unicode-math has an empty atom.
  static func append(brace scalar: UInt32, isBelow: Bool, of argument: Field, to parser: inout Parser) {
    let content = parser.list.add([Noad()] + parser.list.noads(of: argument))
    let braced = Noad(.accent(scalar, isWide: true, isBelow: isBelow), nucleus: content)
    var noad = Noad(.atom, .op, nucleus: parser.list.add(braced))
    noad.limits = .limits
    parser.append(noad)
  }
}
