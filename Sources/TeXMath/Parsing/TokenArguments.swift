internal import TypesetBoxes
internal import TypesetDiagnostics

/// Arguments that are read as tokens or as text.
extension Parser {
  /// The next argument as plain text.
  mutating func argumentText() -> String {
    let tokens = input.argument()
    return plainText(tokens)
  }

  /// The next argument as the address of a link, which is reported where links may not lead there.
  mutating func linkTarget() -> String {
    let tokens = input.argument()
    let address = plainText(tokens)
    if !budget.links.allows(address) {
      let (message, hint) = LinkPolicy.refusal(of: address)
      report("policy.link", Int(tokens.first?.start ?? 0)..<Int(max(tokens.last?.end ?? 0, tokens.first?.start ?? 0)), message, hint: hint)
    }
    return address
  }

  /// The next argument as TeX, as an author would write it.
  mutating func argumentSource() -> String {
    let tokens = input.argument()
    return input.vocabulary.source(of: tokens)
  }

  /// An argument that is translated into TeX, which is read then. An argument within another one is translated again: all together may be a few times
  /// as long as the formula, or a hundred nested commands would take a hundred times as long as they are.
  mutating func translatedArgument() -> [Token] {
    let tokens = input.argument()
    let (before, most) = (translated, 4 * length + 1024)
    translated += tokens.count
    guard translated > most else { return tokens }
    if before <= most {
      report(
        "math.nesting", 0..<length, "numbers, quantities or chemistry are nested too deeply; the inner ones are left out",
        hint: "write them beside each other")
    }
    return []
  }

  func plainText(_ tokens: [Token]) -> String { input.vocabulary.plainText(tokens) }

  func tokens(_ template: String, _ arguments: [[Token]]) -> [Token] { input.vocabulary.tokens(template, arguments) }

  /// Continues with TeX that the program writes, with arguments in the places of `#1` and so on.
  ///
  /// An argument that is there twice is counted as what macros make; so are long ones within each other, which are read again at each level.
  mutating func putBack(_ template: String, _ arguments: [Token]...) { putBack(template, arguments) }

  mutating func putBack(_ template: String, _ arguments: [[Token]]) {
    let made = tokens(template, arguments)
    let given = arguments.reduce(0) { $0 + $1.count }
    let repeated = made.count - given
    reread += given
    let again = reread > 4 * length + 1024 ? given : 0
    // The template's own tokens are few.
    if repeated + again < 64 || input.takes(repeated: repeated + again) { input.putBack(made) }
  }

  /// Continues with TeX that has been made of the arguments of the command in hand, whose place it has: its own bytes are nowhere.
  mutating func putBack(madeTeX tex: String) {
    let (start, end) = (inHand?.start ?? 0, inHand?.end ?? 0)
    input.putBack(input.vocabulary.tokens(of: tex).map { Token(kind: $0.kind, value: $0.value, start: start, end: end) })
  }

  func braced(_ tokens: [Token]) -> [Token] {
    let at = tokens.first?.start ?? 0
    return [Token(kind: .beginGroup, value: 0x7B, start: at, end: at)] + tokens + [Token(kind: .endGroup, value: 0x7D, start: at, end: at)]
  }

  /// Reads a star; false if no star follows.
  mutating func takeStar() -> Bool {
    let next = input.nextRaw()
    if next.isCharacter("*") { return true }
    input.putBack(next)
    return false
  }

  /// The tokens before a command outside groups, which is read too; nil is `\of`.
  mutating func upTo(_ end: ControlWord?) -> [Token] {
    var out: [Token] = []
    var depth = 0
    while true {
      let token = input.nextRaw()
      switch token.kind {
      case .end: return out
      case .beginGroup: depth += 1
      case .endGroup:
        if depth == 0 {
          input.putBack(token)
          return out
        }
        depth -= 1
      case .command where depth == 0:
        if let end, command(token) == end { return out }
        if end == nil, input.vocabulary.names.name(token.value) == "of" { return out }
      default: break
      }
      out.append(token)
    }
  }

  /// Appends the next argument as the nucleus of a noad.
  mutating func wrapArgument(_ kind: NoadKind) {
    append(Noad(kind, nucleus: argument()))
  }
}
