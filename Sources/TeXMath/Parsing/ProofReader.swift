internal import TypesetBoxes
internal import TypesetDiagnostics

/// Reads proof trees: `prooftree` of bussproofs and of ebproof, and the inferences of proof and mathpartir. The premises that wait for their
/// inference are a stack, as in the packages. An inference is an `Alignment`: a row of premises, a row of the conclusion and its labels.
struct ProofReader {
  /// What a command of a tree does.
  enum Word {
    case premise(isFormula: Bool)
    /// bussproofs: the number of premises, with `$…$` after the name or in braces.
    case inference(Int, isFormula: Bool)
    /// ebproof's `\infer2[…]{…}`, its `\hypo{…}`.
    case counted, hypothesis
    case label(isLeft: Bool)
    case line([Alignment.LineRule], isForAll: Bool)
    case between, nothing, end
  }

  private static let single = [Alignment.LineRule()]
  private static let double = [Alignment.LineRule(), Alignment.LineRule()]
  private static let dashed = [Alignment.LineRule(isDashed: true)]

  /// The commands that are known within trees only.
  static let words: [String: Word] = [
    "AxiomC": .premise(isFormula: false), "AXC": .premise(isFormula: false), "Axiom": .premise(isFormula: true),
    "AX": .premise(isFormula: true),
    "UnaryInfC": .inference(1, isFormula: false), "UIC": .inference(1, isFormula: false),
    "UnaryInf": .inference(1, isFormula: true), "UI": .inference(1, isFormula: true),
    "BinaryInfC": .inference(2, isFormula: false), "BIC": .inference(2, isFormula: false),
    "BinaryInf": .inference(2, isFormula: true), "BI": .inference(2, isFormula: true),
    "TrinaryInfC": .inference(3, isFormula: false), "TIC": .inference(3, isFormula: false),
    "TrinaryInf": .inference(3, isFormula: true), "TI": .inference(3, isFormula: true),
    "QuaternaryInfC": .inference(4, isFormula: false), "QIC": .inference(4, isFormula: false),
    "QuaternaryInf": .inference(4, isFormula: true), "QuinaryInfC": .inference(5, isFormula: false),
    "QuIC": .inference(5, isFormula: false), "QuinaryInf": .inference(5, isFormula: true),
    "hypo": .hypothesis, "Hypo": .hypothesis, "infer": .counted, "Infer": .counted,
    "LeftLabel": .label(isLeft: true), "LL": .label(isLeft: true), "RightLabel": .label(isLeft: false), "RL": .label(isLeft: false),
    "noLine": .line([], isForAll: false), "singleLine": .line(single, isForAll: false), "doubleLine": .line(double, isForAll: false),
    "solidLine": .line(single, isForAll: false), "dashedLine": .line(dashed, isForAll: false),
    "dottedLine": .line(dashed, isForAll: false),
    "alwaysNoLine": .line([], isForAll: true), "alwaysSingleLine": .line(single, isForAll: true),
    "alwaysDoubleLine": .line(double, isForAll: true), "alwaysSolidLine": .line(single, isForAll: true),
    "alwaysDashedLine": .line(dashed, isForAll: true), "alwaysDottedLine": .line(dashed, isForAll: true),
    "insertBetweenHyps": .between, "kernHyps": .between, "rootAtBottom": .nothing, "rootAtTop": .nothing,
    "bottomAlignProof": .nothing, "centerAlignProof": .nothing, "normalAlignProof": .nothing, "EnableBpAbbreviations": .nothing,
    "DisplayProof": .end, "DP": .end,
  ]

  private var trees: [Field] = []
  private var (left, right) = (Field.empty, Field.empty)
  private var line = Self.single
  private var standard = Self.single
  private var isFull = false

  /// Reads a tree from its first command, or from the `\begin{prooftree}`, and appends it.
  ///
  /// - Parameters:
  ///   - environment: Its name; nil for a tree that ends with `\DisplayProof`.
  ///   - first: The name of the command that has been read.
  static func read(_ parser: inout Parser, from begin: Token, environment: String?, first: String = "") {
    parser.nesting += 1
    defer { parser.nesting -= 1 }
    if parser.nesting > parser.budget.formulaNesting { return }
    var reader = ProofReader()
    let mark = parser.mark
    if let word = words[first] { reader.read(word, &parser, (first, begin)) }
    while true {
      let token = parser.input.next()
      switch token.kind {
      case .space: continue
      case .command where parser.command(token) == .end && environment != nil:
        let closing = parser.argumentText()
        if let environment, closing != environment {
          parser.report(
            "math.environment-mismatch", token, "\\begin{\(environment)} ends with \\end{\(closing)}", hint: "write \\end{\(environment)}")
        }
        return reader.finish(&parser, begin)
      case .command:
        guard let (name, word) = Self.word(&parser, token) else {
          if parser.input.vocabulary.names.name(token.value) == "proofword" { continue }
          if environment == nil || parser.isRowEnd(token) {
            parser.input.putBack(token)
            return reader.finish(&parser, begin)
          }
          parser.perform(token, from: mark)
          continue
        }
        if case .end = word {
          if environment == nil { return reader.finish(&parser, begin) }
          continue
        }
        reader.read(word, &parser, (name, token))
      case .beginGroup where environment != nil: continue
      case .endGroup where environment != nil && reader.trees.isEmpty == false: continue
      case .end, .endGroup, .alignTab, .mathShift:
        if environment != nil {
          parser.report("math.missing-end", begin, "unmatched \\begin{prooftree}", hint: "add \\end{prooftree}")
        }
        parser.input.putBack(token)
        return reader.finish(&parser, begin)
      default:
        if environment == nil {
          parser.input.putBack(token)
          return reader.finish(&parser, begin)
        }
        parser.report("math.proof", token, "\(parser.text(token)) is outside of \\AxiomC and the inferences", hint: "write \\AxiomC{…}")
      }
    }
  }

  /// What a command does; its name is an argument of `\proofword`, as which the names are defined. Nil for another one.
  private static func word(_ parser: inout Parser, _ token: Token) -> (name: String, word: Word)? {
    var name = parser.input.vocabulary.names.name(token.value)
    if name == "proofword" { name = parser.argumentText() } else if name != "infer" { return nil }
    return words[name].map { (name, $0) }
  }

  private mutating func read(_ word: Word, _ parser: inout Parser, _ command: (name: String, token: Token)) {
    switch word {
    case .premise(let isFormula): trees.append(Self.content(&parser, isFormula: isFormula))
    case .hypothesis:
      _ = parser.input.optionalArgument()
      trees.append(Self.formula(&parser))
    case .inference(let count, let isFormula):
      let conclusion = Self.content(&parser, isFormula: isFormula)
      infer(conclusion, from: count, &parser, command)
    case .counted: readCounted(&parser, command)
    case .label(let isLeft):
      let field = MathText.argument(&parser)
      if isLeft { left = field } else { right = field }
    case .line(let rules, let isForAll):
      line = rules
      if isForAll { standard = rules }
    case .between: _ = parser.input.argument()
    case .nothing, .end: break
    }
  }

  /// ebproof's `\infer[options]2[label]{conclusion}`; without a number it is proof's `\infer`.
  private mutating func readCounted(_ parser: inout Parser, _ command: (name: String, token: Token)) {
    let options = parser.input.optionalArgument().map { parser.plainText($0) } ?? ""
    parser.input.skipSpaces()
    let digit = parser.input.nextRaw()
    guard digit.kind == .character, (0x30...0x39).contains(digit.value) else {
      parser.input.putBack(digit)
      trees.append(Self.inference(&parser, options: options))
      return
    }
    if options.contains("double") { line = Self.double }
    if options.contains("no rule") { line = [] }
    if options.contains("dashed") { line = Self.dashed }
    if let label = parser.input.optionalArgument() { right = MathText.field(&parser, label) }
    infer(Self.formula(&parser), from: Int(digit.value - 0x30), &parser, command)
  }

  private mutating func infer(_ conclusion: Field, from count: Int, _ parser: inout Parser, _ command: (name: String, token: Token)) {
    defer { (left, right, line) = (.empty, .empty, standard) }
    if trees.count < count {
      let premises = trees.count == 1 ? "one premise" : "\(trees.count) premises"
      parser.report(
        "math.proof", command.token, "\\\(command.name) has \(premises) before it, and needs \(count)",
        hint: "write \\AxiomC{…} for each before it")
    }
    if parser.list.cells.count + count + 3 > parser.budget.alignmentCells {
      if !isFull { parser.report("math.cells", command.token, "a proof has more than \(parser.budget.alignmentCells) parts", hint: nil) }
      isFull = true
      return
    }
    let premises = Array(trees.suffix(count))
    trees.removeLast(premises.count)
    trees.append(Self.step(premises, conclusion, left: left, right: right, line, &parser))
  }

  /// An inference as a list of one noad.
  private static func step(
    _ premises: [Field], _ conclusion: Field, left: Field, right: Field, _ line: [Alignment.LineRule], _ parser: inout Parser
  ) -> Field {
    var alignment = Alignment()
    alignment.manner = .proof
    alignment.style = .text
    for cells in [premises, [conclusion, left, right]] {
      let start = parser.list.cells.count
      parser.list.cells += cells.map { Cell(content: $0) }
      alignment.rows.append(Alignment.Row(cells: start..<parser.list.cells.count))
    }
    alignment.rows[1].linesAbove = line
    alignment.columns = Array(repeating: Alignment.Column(), count: max(3, premises.count))
    return parser.list.add(Noad(parser.list.add(alignment)))
  }

  private func finish(_ parser: inout Parser, _ begin: Token) {
    if trees.isEmpty { parser.report("math.proof", begin, "the proof has no premise", hint: "write \\AxiomC{…} and an inference after it") }
    if trees.count > 1 {
      parser.report(
        "math.proof", begin, "the proof has \(trees.count) conclusions: not all premises are used",
        hint: "write \\BinaryInfC{…} after two, \\TrinaryInfC{…} after three premises")
    }
    for (index, tree) in trees.enumerated() {
      if index > 0 { parser.append(Noad(.space(mu: 36))) }
      parser.append(contentsOf: parser.list.noads(of: tree))
    }
  }

  // MARK: Arguments

  private static func content(_ parser: inout Parser, isFormula: Bool) -> Field {
    isFormula ? sequent(&parser) : MathText.argument(&parser)
  }

  /// ebproof aligns statements at `&`; here they are centred.
  private static func formula(_ parser: inout Parser) -> Field {
    parser.sublist(parser.input.argument().filter { $0.kind != .alignTab })
  }

  /// A formula, or text with formulas between dollars.
  private static func label(_ parser: inout Parser, _ tokens: [Token]) -> Field {
    tokens.contains { $0.kind == .mathShift } ? MathText.field(&parser, tokens) : parser.sublist(tokens)
  }

  /// `$…\fCenter…$` after `\Axiom` and the like.
  private static func sequent(_ parser: inout Parser) -> Field {
    parser.input.skipSpaces()
    let first = parser.input.nextRaw()
    guard first.kind == .mathShift else {
      parser.input.putBack(first)
      return formula(&parser)
    }
    var tokens: [Token] = []
    while true {
      let token = parser.input.nextRaw()
      if token.kind == .mathShift { break }
      if token.kind == .end {
        parser.input.putBack(token)
        break
      }
      tokens.append(token)
    }
    return parser.sublist(tokens)
  }

  // MARK: Inferences without a stack

  /// proof's `\infer[label]{conclusion}{premise & premise}`, `\infer=`, `\infer*` and `\deduce`, after the name.
  static func inference(_ parser: inout Parser, options: String? = nil, hasLine: Bool = true) -> Field {
    var line = hasLine ? single : []
    parser.input.skipSpaces()
    let sign = parser.input.nextRaw()
    if sign.isCharacter("=") { line = double } else if sign.isCharacter("*") { line = dashed } else { parser.input.putBack(sign) }
    var right = Field.empty
    if let options, !options.isEmpty {
      right = label(&parser, parser.input.vocabulary.tokens(of: options))
    } else if let tokens = parser.input.optionalArgument() {
      right = label(&parser, tokens)
    }
    let conclusion = formula(&parser)
    let premises = parts(of: parser.input.argument(), parser) { $0.kind == .alignTab }
    return step(premises.map { parser.sublist($0) }, conclusion, left: .empty, right: right, line, &parser)
  }

  /// mathpartir's `\inferrule[Label]{premise \\ premise}{conclusion}`, after the name.
  static func rule(_ parser: inout Parser) -> Field {
    let hasSides = parser.takeStar()
    let options = parser.input.optionalArgument() ?? []
    var (left, right) = (hasSides ? [] : options, [Token]())
    if hasSides {
      // `[left=Name, Right=Name]`; a capital letter lets the label take no width.
      for option in parts(of: options, parser, separator: { $0.isCharacter(",") }) {
        guard let sign = option.firstIndex(where: { $0.isCharacter("=") }) else { continue }
        let isRight = option[..<sign].contains { $0.isCharacter("g") }
        if isRight { right = Array(option[(sign + 1)...]) } else { left = Array(option[(sign + 1)...]) }
      }
    }
    let premises = parts(of: parser.input.argument(), parser) { parser.isRowEnd($0) }
    let fields = premises.map { parser.sublist($0) }
    let conclusion = formula(&parser)
    func field(_ label: [Token]) -> Field { label.isEmpty ? .empty : MathText.field(&parser, label) }
    return step(fields, conclusion, left: field(left), right: field(right), single, &parser)
  }

  private static func parts(of tokens: [Token], _ parser: Parser, separator: (Token) -> Bool) -> [[Token]] {
    var out: [[Token]] = [[]]
    var depth = 0
    for token in tokens {
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, separator(token) { out.append([]) } else { out[out.count - 1].append(token) }
    }
    return out.filter { part in part.contains { $0.kind != .space } }
  }
}
