internal import TypesetBoxes

/// What commands share that read their arguments as tokens.
extension Parser {
  mutating func takeStar() -> Bool {
    let next = input.nextRaw()
    if next.isCharacter("*") { return true }
    input.putBack(next)
    return false
  }

  /// TeX of the program's own with arguments in it, as tokens.
  func tokens(_ template: String, _ arguments: [[Token]]) -> [Token] {
    input.vocabulary.ownTokens(of: template).flatMap { token in
      token.kind == .parameter ? (arguments.indices.contains(Int(token.value) - 1) ? arguments[Int(token.value) - 1] : []) : [token]
    }
  }

  /// Reads on with TeX of the program's own, `#1` … being the arguments.
  mutating func putBack(_ template: String, _ arguments: [Token]...) { input.putBack(tokens(template, arguments)) }

  func braced(_ tokens: [Token]) -> [Token] {
    let at = tokens.first?.start ?? 0
    return [Token(kind: .beginGroup, value: 0x7B, start: at, end: at)] + tokens + [Token(kind: .endGroup, value: 0x7D, start: at, end: at)]
  }

  /// The characters of tokens that mean themselves.
  func plainText(_ tokens: [Token]) -> String {
    var out = ""
    for token in tokens {
      if token.kind == .command {
        let name = input.vocabulary.names.name(token.value)
        if name.utf8.count == 1 { out += name }
      } else if token.kind == .parameter {
        out += "#\(token.value)"
      } else if let scalar = Unicode.Scalar(token.value) {
        out.unicodeScalars.append(scalar)
      }
    }
    return out
  }

  /// Tokens as an author would write them; a letter after a command stays apart from it.
  ///
  /// - Parameter isMarked: Commands in their meaning of the tables are marked as such, for the lexer.
  func plainTokens(_ tokens: [Token], isMarked: Bool = false) -> String {
    var out = ""
    var isAfterCommand = false
    let mark = String(Unicode.Scalar(Lexer.originalMark))
    for token in tokens {
      if isAfterCommand, token.kind == .character, (0x61...0x7A).contains(token.value | 0x20) { out += " " }
      if isMarked, token.kind == .command, token.value & CommandNames.original != 0 {
        out += "\\" + mark + text(token).dropFirst()
      } else if isMarked, token.isCharacter("%") {
        out += "\\%"
      } else {
        out += token.kind == .parameter ? "#\(token.value)" : text(token)
      }
      isAfterCommand = token.kind == .command && (out.utf8.last.map { (0x61...0x7A).contains($0 | 0x20) } ?? false)
    }
    return out
  }

  /// The noads of a list.
  func noads(of field: Field) -> ArraySlice<Noad> {
    guard case .list(let start, let count) = field else { return [] }
    return list.noads[Int(start)..<Int(start + count)]
  }

  mutating func append(_ noad: Noad) { pending.append(noad) }

  /// Appends the argument that comes next, within something.
  mutating func wrapArgument(_ kind: NoadKind) {
    let field = argument()
    pending.append(Noad(kind, nucleus: field))
  }
}
