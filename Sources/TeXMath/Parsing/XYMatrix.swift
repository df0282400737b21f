internal import TypesetBoxes
internal import TypesetDiagnostics

/// Xy-pic's `\xymatrix`, translated into a diagram of tikz-cd: cells, distances, arrows with their tips, shafts, labels, bends and loops.
struct XYMatrix {
  /// What tikz-cd calls the tips and shafts between the braces of `\ar@{…}`.
  private static let shapes: [String: String] = [
    "->": "", "-": "no head", "->>": "two heads", ">->": "tail", ">->>": "tail, two heads", "^{(}->": "hook", "_{(}->": "hook'",
    "^(->": "hook", "_(->": "hook'", "|->": "maps to", "<-": "leftarrow", "<->": "leftrightarrow", "=": "equal", "=>": "Rightarrow",
    "<=": "Leftarrow", "<=>": "Leftrightarrow", "-->": "dashed", "--": "dash, dashed", "--)": "dashed", ".>": "dotted", ".": "dash, dotted",
    "..>": "dotted", "~>": "squiggly", "~": "dash, squiggly", "": "phantom", "-->>": "two heads, dashed", ".>>": "two heads, dotted",
    ">-->": "tail, dashed", "->|": "", "==": "equal", "==>": "Rightarrow", "<--": "leftarrow, dashed",
  ]
  /// The key of a diagram by which it is known as Xy-pic's.
  static let key = "xymatrix"

  private static let angles: [String: Int] = ["r": 0, "ur": 45, "u": 90, "ul": 135, "l": 180, "dl": 225, "d": 270, "dr": 315]

  private var body: TokenReader
  private var out: [Token] = []

  private init(_ body: [Token]) { self.body = TokenReader(body) }

  /// Reads a matrix after its `\xymatrix`, and continues with the diagram.
  static func read(_ parser: inout Parser) {
    // Each one within another moves what is in it again.
    guard parser.nesting < parser.budget.formulaNesting else { return }
    let options = readOptions(&parser)
    var matrix = XYMatrix(parser.input.argument())
    var depth = 0
    while let token = matrix.body.next() {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, token.kind == .command, parser.input.vocabulary.names.name(token.value) == "ar" {
        matrix.readArrow(&parser, token)
      } else if depth == 0, token.isCharacter("*"),
        matrix.body.peek.map({ $0.isCharacter("*") || $0.isCharacter("+") || $0.kind == .beginGroup }) ?? false
      {
        matrix.skipModifiers()
      } else {
        matrix.out.append(token)
      }
    }
    parser.putBack("\\begin{tikzcd}[\(options.joined(separator: ","))]#1\\end{tikzcd}", matrix.out)
  }

  /// `@R=1pc@C=4pc@!0` before the cells: distances of rows and columns, which are 2 pc else; the rest is left.
  private static func readOptions(_ parser: inout Parser) -> [String] {
    var options = [key, "row sep=2pc", "column sep=2pc"]
    var pending = ""
    func add() {
      for (sign, key) in [("R=", "row sep"), ("C=", "column sep"), ("=", "sep")] where pending.hasPrefix(sign) {
        options.append("\(key)=\(pending.dropFirst(sign.count))")
        return
      }
    }
    while true {
      let token = parser.input.nextRaw()
      if token.kind == .beginGroup || token.kind == .end || token.kind == .command {
        parser.input.putBack(token)
        break
      }
      guard token.kind == .character, let scalar = Unicode.Scalar(token.value) else { continue }
      if scalar == "@" {
        add()
        pending = ""
      } else {
        pending.unicodeScalars.append(scalar)
      }
    }
    add()
    return options
  }

  /// `**[r]`, `*+[F]`: how a cell is framed and moved, which changes nothing here.
  private mutating func skipModifiers() {
    while let next = body.peek {
      if next.isCharacter("[") {
        _ = body.upTo { $0.isCharacter("]") }
      } else if ["*", "+", "-", "=", "!", "<", ">"].contains(where: { next.isCharacter($0) }) {
        body.skip()
      } else {
        return
      }
    }
  }

  // MARK: Arrows

  /// One `\ar` after its name.
  private mutating func readArrow(_ parser: inout Parser, _ command: Token) {
    var keys: [String] = []
    var labels: [(tokens: [Token], options: String)] = []
    while let next = nextSign() {
      if next.isCharacter("@") {
        body.skip()
        readShape(&keys, &parser, command)
      } else if next.isCharacter("[") {
        body.skip()
        keys.append(readDirection(&parser, next))
      } else if next.kind == .superscript || next.kind == .subscript || next.isCharacter("|") {
        body.skip()
        let options = next.kind == .superscript ? "" : next.kind == .subscript ? "swap" : "description"
        if let label = readLabel(options) { labels.append(label) }
      } else {
        break
      }
    }
    var template = keys.filter { !$0.isEmpty }.joined(separator: ",")
    for (number, label) in labels.prefix(9).enumerated() {
      template += "\(template.isEmpty ? "" : ",")\"{#\(number + 1)}\"{\(label.options)}"
    }
    out += parser.tokens("\\arrow[\(template)]", labels.prefix(9).map(\.tokens))
  }

  /// `r`, `dr` and the like in brackets; without their end, the letters of directions.
  private mutating func readDirection(_ parser: inout Parser, _ bracket: Token) -> String {
    var rest = body
    let found = Self.text(rest.upTo { $0.isCharacter("]") || $0.kind == .alignTab || parser.isRowEnd($0) }).filter { $0 != " " }
    guard rest.last.map({ !$0.isCharacter("]") }) ?? true else {
      body = rest
      return found
    }
    let direction = String(found.prefix { "lrud".contains($0) })
    parser.report("math.missing-bracket", bracket, "the [ of \\ar has no ]", hint: "write \\ar[\(direction.isEmpty ? "r" : direction)]")
    while let next = body.peek, next.kind == .space || ["l", "r", "u", "d"].contains(where: { next.isCharacter($0) }) { body.skip() }
    return direction
  }

  private mutating func nextSign() -> Token? {
    var reader = body
    while reader.peek?.kind == .space { reader.skip() }
    guard let next = reader.peek else { return nil }
    let isPart = ["@", "[", "|"].contains { next.isCharacter($0) } || next.kind == .superscript || next.kind == .subscript
    if isPart { body = reader }
    return isPart ? next : nil
  }

  /// What follows an `@`: the shape in braces, a number of lines, a shift, a bend, or the ends of a loop.
  private mutating func readShape(_ keys: inout [String], _ parser: inout Parser, _ command: Token) {
    guard let sign = body.peek else { return }
    if sign.kind == .beginGroup {
      let shape = Self.text(body.argument()).filter { $0 != " " }
      if let known = Self.shapes[shape] { return keys.append(known) }
      parser.report(
        "math.diagram", command, "the arrow @{\(shape)} is not known; it is set as ->",
        hint: "write @{->>}, @{>->}, @{-->}, @{=>} and the like")
      return
    }
    body.skip()
    switch sign.value {
    case 0x32, 0x33:
      keys.append("Rightarrow")
      if body.peek?.kind == .beginGroup, Self.text(body.argument()).hasPrefix("<") { keys.append("Leftarrow") }
    case UInt32(UInt8(ascii: "<")): keys.append("shift left=" + Self.text(body.upTo { $0.isCharacter(">") }))
    case UInt32(UInt8(ascii: "/")):
      let bend = Self.text(body.upTo { $0.isCharacter("/") })
      keys.append(bend.hasPrefix("_") ? "bend right" : "bend left")
    case UInt32(UInt8(ascii: "(")):
      let ends = Self.text(body.upTo { $0.isCharacter(")") }).split(separator: ",").map { $0.filter { $0 != " " } }
      if ends.count == 2, let from = Self.angles[ends[0]], let to = Self.angles[ends[1]] { keys.append("loop,out=\(from),in=\(to)") }
    case UInt32(UInt8(ascii: "[")): _ = body.upTo { $0.isCharacter("]") }
    default: break
    }
  }

  /// A label after `^`, `_` or `|`, with its place on the arrow; nil for `|\hole`.
  private mutating func readLabel(_ options: String) -> (tokens: [Token], options: String)? {
    var options = options
    while let next = body.peek {
      if next.isCharacter("(") {
        body.skip()
        options += (options.isEmpty ? "" : ",") + "pos=" + Self.text(body.upTo { $0.isCharacter(")") })
      } else if ["-", "+", "<", ">", "*", "!"].contains(where: { next.isCharacter($0) }) || next.kind == .space {
        body.skip()
      } else {
        break
      }
    }
    let tokens = body.argument()
    return tokens.isEmpty ? nil : (tokens, options)
  }

  /// Signs as they were typed.
  private static func text(_ tokens: [Token]) -> String {
    var text = ""
    for token in tokens {
      switch token.kind {
      case .space: text += " "
      case .superscript: text += "^"
      case .subscript: text += "_"
      case .beginGroup: text += "{"
      case .endGroup: text += "}"
      case .tilde: text += "~"
      case .character: text.unicodeScalars.append(Unicode.Scalar(token.value) ?? " ")
      default: break
      }
    }
    return text
  }
}
