/// What a command stands for.
enum Meaning {
  case undefined
  /// A character with its class; `alphabetic` ones follow `\mathbf` and its like.
  case symbol(UInt32, AtomClass, isAlphabetic: Bool)
  case largeOperator(UInt32, Limits)
  case accent(UInt32, isWide: Bool, isBelow: Bool)
  /// `\overbrace` and its like: an operator with limits.
  case brace(UInt32, isBelow: Bool)
  /// `\sin`: a name in upright letters; `,` stands for a thin space.
  case operatorName(String, Limits)
  case space(mu: Int32)
  case alphabet(Alphabet)
  case oldAlphabet(Alphabet)
  case command(Command)
  case macro(Int32)
}

/// What the commands of the tables mean; read once per typesetter.
struct Vocabulary {
  let names = CommandNames()
  let suggestions = CommandSuggestions()
  var meanings: [Meaning] = []
  var macros: [Macro] = []
  /// The class of a character typed directly.
  private var classes: [UInt32: AtomClass] = [:]
  var asciiClasses: [AtomClass] = []

  init() {
    for rows in [symbolRows1, symbolRows2, symbolRows3] { readSymbols(rows) }
    for (name, limits) in operatorNames { define(name.0, .operatorName(name.1, limits)) }
    for (name, alphabet) in alphabetCommands { define(name, .alphabet(alphabet)) }
    for (name, alphabet) in oldAlphabetCommands { define(name, .oldAlphabet(alphabet)) }
    for (name, mu) in spaceCommands { define(name, .space(mu: mu)) }
    for command in Command.allCases { define(command.rawValue, .command(command)) }
    var current = ""
    for row in (definitionRows.description + "\n" + packageDefinitionRows.description).split(separator: "\n") {
      let parts = row.drop { $0 == " " }.split(separator: " ", maxSplits: 2, omittingEmptySubsequences: false)
      guard parts.count == 3, let count = Int(parts[1]) else { continue }
      current = String(parts[0])
      let number = names.number(of: current)
      macros.append(Macro(parameters: count, defaultArgument: nil, body: ownTokens(of: String(parts[2]))))
      set(number, .macro(Int32(macros.count - 1)))
    }
    asciiClasses = (0..<128).map { Self.asciiClass(UInt8($0)) }
  }

  func tokens(of text: String) -> [Token] {
    var lexer = Lexer(Array(text.utf8))
    var out: [Token] = []
    while true {
      let token = lexer.next(names)
      if token.kind == .end { return out }
      out.append(token)
    }
  }

  /// Tokens of TeX that the program itself writes: no definition of a document changes what they mean.
  func ownTokens(of text: String) -> [Token] {
    tokens(of: text).map { token in
      var token = token
      if token.kind == .command { token.value |= CommandNames.original }
      return token
    }
  }

  private mutating func define(_ name: String, _ meaning: Meaning) { set(names.number(of: name), meaning) }

  private mutating func set(_ number: UInt32, _ meaning: Meaning) {
    while meanings.count <= Int(number) { meanings.append(.undefined) }
    meanings[Int(number)] = meaning
  }

  func meaning(of number: UInt32) -> Meaning {
    let index = Int(number & ~CommandNames.original)
    return index < meanings.count ? meanings[index] : .undefined
  }

  func atomClass(of scalar: UInt32) -> AtomClass {
    scalar < 128 ? asciiClasses[Int(scalar)] : classes[scalar] ?? .ord
  }

  private static func asciiClass(_ byte: UInt8) -> AtomClass {
    switch Character(Unicode.Scalar(byte)) {
    case "+", "*", "-": .bin
    case "=", "<", ">", ":": .rel
    case "(", "[": .open
    case ")", "]", "!", "?": .close
    case ",", ";": .punct
    default: .ord
    }
  }

  private mutating func readSymbols(_ rows: StaticString) {
    for row in rows.description.split(separator: "\n") {
      let parts = row.split(separator: " ")
      guard parts.count == 3, let scalar = UInt32(parts[1], radix: 16) else { continue }
      let name = String(parts[0])
      let meaning: Meaning
      switch parts[2] {
      case "alpha": meaning = .symbol(scalar, .ord, isAlphabetic: true)
      case "up", "ord": meaning = .symbol(scalar, .ord, isAlphabetic: false)
      case "smallop": meaning = .symbol(scalar, .op, isAlphabetic: false)
      case "op": meaning = .largeOperator(scalar, Self.isIntegral(scalar) && !name.hasSuffix("top") ? .noLimits : .display)
      case "bin": meaning = .symbol(scalar, .bin, isAlphabetic: false)
      case "rel": meaning = .symbol(scalar, .rel, isAlphabetic: false)
      case "open": meaning = .symbol(scalar, .open, isAlphabetic: false)
      case "close": meaning = .symbol(scalar, .close, isAlphabetic: false)
      case "punct": meaning = .symbol(scalar, .punct, isAlphabetic: false)
      case "inner": meaning = .symbol(scalar, .inner, isAlphabetic: false)
      case "accent": meaning = .accent(scalar, isWide: false, isBelow: false)
      case "wide": meaning = .accent(scalar, isWide: true, isBelow: false)
      case "below": meaning = .accent(scalar, isWide: false, isBelow: true)
      case "belowwide": meaning = .accent(scalar, isWide: true, isBelow: true)
      case "over": meaning = .brace(scalar, isBelow: false)
      case "under": meaning = .brace(scalar, isBelow: true)
      default: continue
      }
      define(name, meaning)
      if scalar >= 128, classes[scalar] == nil {
        switch meaning {
        case .symbol(_, let atomClass, _): classes[scalar] = atomClass
        case .largeOperator: classes[scalar] = .op
        default: break
        }
      }
    }
  }

  static func isIntegral(_ scalar: UInt32) -> Bool {
    (0x222B...0x2233).contains(scalar) || (0x2A0B...0x2A1C).contains(scalar)
  }
}
