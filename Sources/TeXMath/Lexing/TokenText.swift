/// Tokens of TeX that the program writes, and tokens as text.
extension Vocabulary {
  /// TeX that the program writes, as tokens, with arguments in the places of `#1` and so on.
  func tokens(_ template: String, _ arguments: [[Token]]) -> [Token] {
    ownTokens(of: template).flatMap { token in
      token.kind == .parameter ? (arguments.indices.contains(Int(token.value) - 1) ? arguments[Int(token.value) - 1] : []) : [token]
    }
  }

  /// The characters of tokens that represent themselves.
  func plainText(_ tokens: [Token]) -> String {
    var out = ""
    for token in tokens {
      if token.kind == .command {
        let name = names.name(token.value)
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
  /// - Parameter isMarked: Commands with their original meanings are marked as such, for the lexer.
  func source(of tokens: [Token], isMarked: Bool = false) -> String {
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

  func text(_ token: Token) -> String {
    switch token.kind {
    case .command: "\\" + names.name(token.value)
    case .end: "the end"
    default: Unicode.Scalar(token.value).map { String(Character($0)) } ?? ""
    }
  }
}
