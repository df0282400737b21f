/// What the commands of the tables mean. Nothing is read before a formula names it: a name is looked up once, when it is first met.
///
/// One per typesetter: it numbers the names that its formulas use.
final class Vocabulary {
  let names = CommandNames()
  let suggestions = CommandSuggestions()
  /// For the names with the first numbers; later names have not been asked for yet.
  private var meanings: [Meaning] = []
  private(set) var macros: [Macro] = []
  private var classes: [UInt32: AtomClass] = [:]

  /// What a command means. Other tokens mean nothing here: their values are no numbers of names.
  func meaning(of token: Token) -> Meaning { token.kind == .command ? meaning(of: token.value) : .undefined }

  func meaning(of number: UInt32) -> Meaning {
    let index = Int(number & ~CommandNames.original)
    while meanings.count <= index, meanings.count < names.count { meanings.append(find(names.bytes(of: meanings.count))) }
    return index < meanings.count ? meanings[index] : .undefined
  }

  /// The class of a character that is typed directly.
  func atomClass(of scalar: UInt32) -> AtomClass {
    if scalar < 128 { return Self.asciiClass(UInt8(scalar)) }
    if let known = classes[scalar] { return known }
    let row = Self.characterClasses.row(around: scalar)
    let found = row.flatMap { AtomClass(named: String(decoding: $0, as: UTF8.self)) } ?? .ord
    classes[scalar] = found
    return found
  }

  private static func asciiClass(_ byte: UInt8) -> AtomClass {
    switch byte {
    case UInt8(ascii: "+"), UInt8(ascii: "*"), UInt8(ascii: "-"): .bin
    case UInt8(ascii: "="), UInt8(ascii: "<"), UInt8(ascii: ">"), UInt8(ascii: ":"): .rel
    case UInt8(ascii: "("), UInt8(ascii: "["): .open
    case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "!"): .close
    case UInt8(ascii: ","), UInt8(ascii: ";"): .punct
    default: .ord
    }
  }

  // MARK: The tables

  static let definitions = [SortedRows(packageDefinitionRows), SortedRows(definitionRows)]
  static let symbols = [
    SortedRows(letterRows), SortedRows(operatorRows), SortedRows(relationRows), SortedRows(arrowRows), SortedRows(ordinaryRows),
    SortedRows(delimiterRows), SortedRows(accentRows),
  ]
  static let characterClasses = SortedRows(characterClassRows)

  /// All names with a meaning: first the names of symbols, in the table's order of names.
  static var allNames: [String] {
    symbols.flatMap(\.names).sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) } + operatorNames.keys.sorted()
      + alphabetCommands.keys.sorted() + oldAlphabetCommands.keys.sorted() + spaceCommands.keys.sorted()
      + Commands.all.map(\.name) + definitions.reversed().flatMap(\.names)
  }

  /// The first table that has a name determines its meaning.
  private func find(_ name: ArraySlice<UInt8>) -> Meaning {
    for table in Self.definitions {
      if let row = table.row(named: name) { return macro(row) }
    }
    let text = String(decoding: name, as: UTF8.self)
    if let row = Commands.named[text] { return .command(row, ControlWord(rawValue: text)) }
    if let mu = spaceCommands[text] { return .space(mu: mu) }
    if let alphabet = oldAlphabetCommands[text] { return .oldAlphabet(alphabet) }
    if let alphabet = alphabetCommands[text] { return .alphabet(alphabet) }
    if let (letters, limits) = operatorNames[text] { return .operatorName(letters, limits) }
    for table in Self.symbols {
      if let row = table.row(named: name) { return Meaning(row: row, isTop: text.hasSuffix("top")) ?? .undefined }
    }
    return letter(text) ?? letterOfAlphabet(text) ?? .undefined
  }

  /// A letter or sign of text by its name, as text in a formula.
  private func letter(_ name: String) -> Meaning? {
    guard name.utf8.count > 1, let letters = textLetters[name] else { return nil }
    func token(_ kind: Token.Kind, _ value: UInt32) -> Token { Token(kind: kind, value: value, start: 0, end: 0) }
    let characters = letters.unicodeScalars.map { token(.character, $0.value) }
    let body = [token(.command, names.original("text")), token(.beginGroup, 0x7B)] + characters + [token(.endGroup, 0x7D)]
    macros.append(Macro(parameters: 0, body: body))
    return .macro(Int32(macros.count - 1))
  }

  /// unicode-math's names of single letters: `\mbfx`, `\BbbR`.
  private func letterOfAlphabet(_ name: String) -> Meaning? {
    guard let last = name.unicodeScalars.last, last.isASCII, last.properties.isAlphabetic || last.properties.numericType != nil,
      let alphabet = letterAlphabets[String(name.dropLast())]
    else { return nil }
    let scalar = alphabet.apply(last.value)
    return scalar == last.value && alphabet != .roman ? nil : .symbol(scalar, .ord, isAlphabetic: false)
  }

  /// The meaning of a row of the definitions: number of arguments, TeX.
  private func macro(_ row: [UInt8]) -> Meaning {
    let count = Int(row.first ?? 0x30) - 0x30
    macros.append(Macro(parameters: count, defaultArgument: nil, body: ownTokens(of: row.dropFirst(2))))
    return .macro(Int32(macros.count - 1))
  }

  // MARK: Tokens

  func tokens(of text: String) -> [Token] { tokens(of: Array(text.utf8)) }

  private func tokens(of bytes: [UInt8]) -> [Token] {
    var lexer = Lexer(bytes)
    var out: [Token] = []
    while true {
      let token = lexer.next(names)
      if token.kind == .end { return out }
      out.append(token)
    }
  }

  /// Tokens of TeX that the program itself writes: no definition of a document changes what they mean.
  func ownTokens(of text: some Sequence<UInt8>) -> [Token] {
    tokens(of: Array(text)).map { token in
      var token = token
      if token.kind == .command { token.value |= CommandNames.original }
      return token
    }
  }

  func ownTokens(of text: String) -> [Token] { ownTokens(of: text.utf8) }
}
