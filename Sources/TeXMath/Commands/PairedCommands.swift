/// Pairs of delimiters around an argument, as mathtools and braket define them.
enum PairedCommands {
  static let rows: [CommandRow] = [
    CommandRow("pairedby") { parser, _ in
      let (left, right) = (parser.input.argument(), parser.input.argument())
      let (form, content) = (Form(&parser), parser.input.argument())
      form.putBack(&parser, left, content, right)
    },
    CommandRow("pairedwith") { parser, call in pairedWithBody(&parser, call.token) },
    CommandRow("DeclarePairedDelimiter") { parser, _ in declare(&parser) },
    CommandRow("DeclarePairedDelimiterX") { parser, _ in declareWithBody(&parser, hasOuterCode: false) },
    CommandRow("DeclarePairedDelimiterXPP") { parser, _ in declareWithBody(&parser, hasOuterCode: true) },
    CommandRow("Braket") { parser, _ in
      let content = divided(parser.input.argument(), parser, all: true, single: "\\,\\middle|\\,", double: "\\,\\middle\\|\\,")
      parser.putBack("\\left\\langle#1\\right\\rangle", content)
    },
    CommandRow("Set") { parser, _ in
      let content = divided(parser.input.argument(), parser, all: false, single: "\\;\\middle|\\;", double: "\\;\\middle\\|\\;")
      parser.putBack("\\left\\{\\:#1\\:\\right\\}", content)
    },
    CommandRow("set") { parser, _ in
      let content = divided(parser.input.argument(), parser, all: false, single: "\\mid ", double: "\\parallel ")
      parser.putBack("\\mathinner{\\{\\,#1\\,\\}}", content)
    },
  ]

  /// How a pair is called: bare, with a star, or with the command of a size in brackets.
  private enum Form {
    case plain, growing
    case sized([Token])

    init(_ parser: inout Parser) {
      if parser.takeStar() {
        self = .growing
      } else if let size = parser.input.optionalArgument() {
        self = .sized(size)
      } else {
        self = .plain
      }
    }

    /// What `\delimsize` is within the body.
    func size(_ parser: Parser) -> [Token] {
      switch self {
      case .plain: []
      case .growing: parser.tokens("\\middle", [])
      case .sized(let size): size
      }
    }

    func putBack(_ parser: inout Parser, _ left: [Token], _ content: [Token], _ right: [Token]) {
      switch self {
      case .plain: parser.putBack("#1#2#3", left, content, right)
      // mathtools: outside they are Open and Close, not Inner.
      case .growing: parser.putBack("\\mathopen{}\\mathclose{\\left#1#2\\right#3}", left, content, right)
      case .sized(let size): parser.putBack("\\mathopen{#4#1}#2\\mathclose{#4#3}", left, content, right, size)
      }
    }
  }

  /// mathtools' `\DeclarePairedDelimiter\abs{\lvert}{\rvert}`: `\abs*` grows, `\abs[\big]` is of that size.
  private static func declare(_ parser: inout Parser) {
    guard let name = parser.input.argument().first, name.kind == .command else { return }
    let (left, right) = (parser.input.argument(), parser.input.argument())
    parser.input.define(name.value, as: Macro(parameters: 0, body: parser.tokens("\\pairedby{#1}{#2}", [left, right])), isGlobal: true)
  }

  /// `\DeclarePairedDelimiterX\inner[2]{\langle}{\rangle}{#1,#2}`: the content is a body with arguments, in which `\delimsize` is a command
  /// of the same size; `XPP` has code before and after as well.
  private static func declareWithBody(_ parser: inout Parser, hasOuterCode: Bool) {
    guard let name = parser.input.argument().first, name.kind == .command else { return }
    let count = parser.input.optionalArgument().flatMap { parser.whole($0, in: 0...9) } ?? 0
    let before = hasOuterCode ? parser.input.argument() : []
    let (left, right) = (parser.input.argument(), parser.input.argument())
    let after = hasOuterCode ? parser.input.argument() : []
    let body = parser.input.argument()
    let vocabulary = parser.input.vocabulary
    // A name that cannot be typed.
    let number = vocabulary.names.number(of: "paired " + vocabulary.names.name(name.value))
    parser.input.define(number, as: Macro(parameters: count, body: body), isGlobal: true)
    var hidden = name
    hidden.value = number
    let call = parser.tokens("\\pairedwith{#1}{#2}{#3}{#4}{#5}", [[hidden], before, left, right, after])
    parser.input.define(name.value, as: Macro(parameters: 0, body: call), isGlobal: true)
  }

  private static func pairedWithBody(_ parser: inout Parser, _ token: Token) {
    guard let hidden = parser.input.argument().first, hidden.kind == .command,
      let macro = parser.input.definitions[hidden.value]
    else { return }
    let (before, left) = (parser.input.argument(), parser.input.argument())
    let (right, after) = (parser.input.argument(), parser.input.argument())
    let form = Form(&parser)
    let size = form.size(parser)
    let names = parser.input.vocabulary.names
    let body = parser.input.substituted(macro, at: token).flatMap { token in
      token.kind == .command && names.name(token.value) == "delimsize" ? size : [token]
    }
    parser.input.putBack(after)
    form.putBack(&parser, left, body, right)
    parser.input.putBack(before)
  }

  /// Tokens in which bars outside groups are others.
  ///
  /// - Parameter all: All of them, else only the first.
  private static func divided(_ tokens: [Token], _ parser: Parser, all: Bool, single: String, double: String) -> [Token] {
    let names = parser.input.vocabulary.names
    var depth = 0
    var isDone = false
    return tokens.flatMap { token -> [Token] in
      switch token.kind {
      case .beginGroup: depth += 1
      case .endGroup: depth -= 1
      case .character, .command:
        guard depth == 0, !isDone else { break }
        let name = token.kind == .command ? names.name(token.value) : ""
        let isDouble = name == "|" || name == "Vert"
        if isDouble || token.isCharacter("|") || name == "vert" {
          isDone = !all
          return parser.tokens(isDouble ? double : single, [])
        }
      default: break
      }
      return [token]
    }
  }
}
