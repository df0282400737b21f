internal import TypesetBoxes
internal import TypesetDiagnostics

/// Environments, and commands that belong in their rows; the table of environments is in `Parsing/Environments`.
enum EnvironmentCommands {
  static let rows: [CommandRow] = [
    CommandRow("begin") { parser, call in read(&parser, parser.argumentText(), call.token) },
    .readByParser("end"), .readByParser("\\"), .readByParser("cr"),
    .misplaced("hline"), .misplaced("hdashline"), .misplaced("cline"), .misplaced("multicolumn"),
    .misplaced("toprule"), .misplaced("midrule"), .misplaced("bottomrule"), .misplaced("cmidrule"), .misplaced("addlinespace"),
    .misplaced("hdotsfor"),
    CommandRow("newcolumntype") { parser, _ in
      let letter = parser.argumentText()
      let count = parser.input.optionalArgument().flatMap { parser.whole($0, in: 0...9) } ?? 0
      let body = parser.input.argument()
      guard let scalar = letter.unicodeScalars.first else { return }
      parser.input.define(
        ColumnSpecification.name(of: scalar, parser.input.vocabulary), as: Macro(parameters: count, body: body), isGlobal: true)
    },
    CommandRow("multirow") { parser, _ in multipleRows(&parser) },
    CommandRow("bordermatrix") { parser, call in
      let signs = (parser.input.optionalArgument() ?? []).filter { $0.kind == .character }.map(\.value)
      let body = parser.input.argument()
      let delimiters: (UInt32, UInt32) = signs.count == 2 ? (signs[0], signs[1]) : (0x28, 0x29)
      AlignmentReader.readBordered(&parser, body, in: delimiters, from: call.token)
    },
    CommandRow("xymatrix") { parser, _ in XYMatrix.read(&parser) },
    CommandRow("MoveEqLeft") { parser, _ in
      let amount = parser.input.optionalArgument().map { parser.plainText($0) } ?? "2"
      parser.putBack("\\kern\(amount)em&\\kern-\(amount)em\\relax ")
    },
    CommandRow("Aboxed") { parser, _ in alignedBox(&parser) },
    CommandRow("array") { parser, call in plainEnvironment(&parser, "array") },
    CommandRow("newenvironment") { parser, _ in newEnvironment(&parser) },
    CommandRow("renewenvironment") { parser, _ in newEnvironment(&parser) },
    CommandRow("newcases") { parser, _ in
      let name = parser.argumentText()
      let space = parser.input.argument()
      let columns = (0..<2).map { _ in ColumnTemplate(parser.input.argument(), parser.input.vocabulary.names) }
      let (left, right) = (parser.input.argument(), parser.input.argument())
      let begin = parser.tokens(
        "\\left#1\\begin{tabular}{@{}>{#2}l<{#3}@{#4}>{#5}l<{#6}@{}}",
        [left, columns[0].prefix, columns[0].suffix, space, columns[1].prefix, columns[1].suffix])
      define(
        &parser, environment: name, begin: Macro(parameters: 0, body: begin), end: parser.tokens("\\end{tabular}\\right#1", [right]))
    },
    CommandRow("halign") { parser, call in
      _ = BoxCommands.givenSize(&parser)
      AlignmentReader.readTemplates(&parser, parser.input.argument(), from: call.token)
    },
  ]

  /// Reads an environment whose `\begin{…}` has been read.
  ///
  /// - Parameters:
  ///   - full: Its name, with its star.
  ///   - isSpread: Rows are as far apart as mathtools sets them.
  private static func read(_ parser: inout Parser, _ full: String, _ begin: Token, isSpread: Bool = false) {
    let isStarred = full.hasSuffix("*")
    let name = isStarred ? String(full.dropLast()) : full
    if readOwn(&parser, full, begin) { return }
    if isStarred, name.hasSuffix("cases") { return casesWithText(&parser, name, full, begin, left: nil) }
    if name == "numcases" || name == "subnumcases" { return numberedCases(&parser, name, full, begin) }
    if name == "CD" {
      Refusals.display(&parser, full, nil, begin)
      return CommutativeDiagram.read(&parser)
    }
    if name == "tikzcd" { return DiagramReader.read(&parser) }
    if name == "prooftree" { return ProofReader.read(&parser, from: begin, environment: full) }
    if transparentEnvironments.contains(name) { return readTransparent(&parser, name, full) }
    guard var environment = environments[name] else { return unknown(&parser, full, begin) }
    if isSpread { environment.isSpread = true }
    if environment.isDisplay || name == "split" { Refusals.display(&parser, full, environment.innerForm, begin) }
    AlignmentReader.read(&parser, environment, named: full, from: begin, isStarred: isStarred)
  }

  /// An environment that `\newenvironment` has defined; false for another one.
  private static func readOwn(_ parser: inout Parser, _ name: String, _ token: Token) -> Bool {
    guard !parser.input.definitions.isEmpty,
      let begin = parser.input.definitions[Environment.definedName("begin", name, parser.input.vocabulary)]
    else { return false }
    let end = parser.input.definitions[Environment.definedName("end", name, parser.input.vocabulary)]?.body ?? []
    let opening = parser.input.substituted(begin, at: token)
    let body = parser.input.environmentBody(named: name)
    parser.input.putBack(parser.braced(opening + body + end))
    return true
  }

  /// `\multirow{2}{*}{text}`: in the middle of the rows below its own, for which it takes no space.
  private static func multipleRows(_ parser: inout Parser) {
    _ = parser.input.optionalArgument()
    let count = parser.whole(parser.input.argument(), in: -1000...1000) ?? 1
    _ = (parser.input.optionalArgument(), parser.input.argument(), parser.input.optionalArgument())
    let content = MathText.argument(&parser)
    // Half the distance from the first baseline to the last.
    let drop = Int32(clamping: -(count - count.signum()) * 39_322 * parser.scope.arrayStretch / 1000)
    let moved = parser.list.add(Noad(.raise(Dimension(value: drop, unit: .em)), nucleus: content))
    parser.append(Noad(.smash(top: true, bottom: true), nucleus: moved))
  }

  /// LaTeX's inner form of an environment: `\array{cc} … \endarray`.
  private static func plainEnvironment(_ parser: inout Parser, _ name: String) {
    let names = parser.input.vocabulary.names
    var body: [Token] = []
    while true {
      let token = parser.input.nextRaw()
      if token.kind == .end || token.kind == .command && names.name(token.value) == "end" + name { break }
      body.append(token)
    }
    parser.putBack("\\begin{\(name)}#1\\end{\(name)}", body)
  }

  /// mathtools' `\Aboxed{a &= b}`: a frame around both sides of an alignment's column, which stays aligned.
  private static func alignedBox(_ parser: inout Parser) {
    let content = parser.input.argument()
    var depth = 0
    let place = content.firstIndex { token in
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      return depth == 0 && token.kind == .alignTab
    }
    guard let place else { return parser.putBack("\\boxed{#1}", content) }
    let (left, right) = (Array(content[..<place]), Array(content[(place + 1)...]))
    // The frame begins as far before the column as what is left of it is wide.
    let (before, after) = ("\\hphantom{\\displaystyle#1{}\\kern3.4pt}", "\\hphantom{\\displaystyle{}#2\\kern3.4pt}")
    parser.putBack("\(before)&\\mathllap{\\mathrlap{\\boxed{#1{}#2}}\(before)}\(after)", left, right)
  }

  private static func readTransparent(_ parser: inout Parser, _ name: String, _ full: String) {
    if name == "minipage" {
      return BoxCommands.paragraph(&parser) { MathText.field(&$0, $0.input.environmentBody(named: full)) }
    }
    if name == "spreadlines" { _ = (parser.input.optionalArgument(), parser.input.argument()) }
    guard name == "empheq" else { return parser.input.putBack(parser.input.environmentBody(named: full)) }
    _ = parser.input.optionalArgument()
    let inner = parser.argumentText()
    parser.putBack("\\begin{\(inner)}#1\\end{\(inner)}", parser.input.environmentBody(named: full))
  }

  /// cases.sty: rows with numbers beside a brace. In the middle of a formula, where nothing has a number, they are like `cases`.
  private static func numberedCases(_ parser: inout Parser, _ name: String, _ full: String, _ begin: Token) {
    let left = parser.input.argument()
    guard parser.setting == .display, parser.nesting == 0, parser.mark == 0, let environment = environments[name] else {
      return casesWithText(&parser, "cases", full, begin, left: left)
    }
    // A relation at the end has space after it.
    let lead = parser.sublist(left + parser.tokens("{}", []))
    parser.putBack("#1\\end{\(full)}", rowsWithText(&parser, full))
    AlignmentReader.read(&parser, environment, named: full, from: begin, isStarred: full.hasSuffix("*"), lead: lead)
  }

  /// mathtools' `cases*` and cases' `numcases`: the cells after `&` are text.
  ///
  /// - Parameters:
  ///   - name: The environment that it becomes.
  ///   - left: The left side of `numcases`; nil for `cases*`, whose rows are as far apart as mathtools sets them.
  private static func casesWithText(_ parser: inout Parser, _ name: String, _ full: String, _ begin: Token, left: [Token]?) {
    let out = rowsWithText(&parser, full)
    if let left { return parser.putBack("#1\\begin{\(name)}#2\\end{\(name)}", left, out) }
    parser.putBack("#1\\end{\(name)}", out)
    read(&parser, name, begin, isSpread: true)
  }

  /// The rows of an environment, whose cells after `&` are text; what names or numbers a row is after its text.
  private static func rowsWithText(_ parser: inout Parser, _ full: String) -> [Token] {
    var out: [Token] = []
    var text: [Token]?
    var marks: [Token] = []
    var depth = 0
    func flush() {
      if let words = text { out += parser.tokens("\\text{#1}", [words]) + marks }
      (text, marks) = (nil, [])
    }
    let body = parser.input.environmentBody(named: full)
    var index = 0
    while index < body.count {
      let token = body[index]
      index += 1
      if token.kind == .beginGroup { depth += 1 }
      if token.kind == .endGroup { depth -= 1 }
      if depth == 0, token.kind == .alignTab, text == nil {
        out.append(token)
        text = []
      } else if depth == 0, parser.isRowEnd(token) {
        flush()
        out.append(token)
      } else if depth == 0, text != nil, let end = rowMark(at: index - 1, in: body, parser) {
        marks += body[(index - 1)..<end]
        index = end
      } else if text != nil {
        text?.append(token)
      } else {
        out.append(token)
      }
    }
    flush()
    return out
  }

  /// The end of a `\label{…}`, `\tag{…}` or `\nonumber`; nil if none of them begins here.
  private static func rowMark(at index: Int, in body: [Token], _ parser: Parser) -> Int? {
    guard body[index].kind == .command else { return nil }
    switch parser.input.vocabulary.names.name(body[index].value) {
    case "nonumber", "notag": return index + 1
    case "label", "tag":
      var end = index + 1
      while end < body.count, body[end].kind == .space || body[end].isCharacter("*") { end += 1 }
      guard end < body.count, body[end].kind == .beginGroup else { return nil }
      var depth = 0
      repeat {
        if body[end].kind == .beginGroup { depth += 1 }
        if body[end].kind == .endGroup { depth -= 1 }
        end += 1
      } while depth > 0 && end < body.count
      return end
    default: return nil
    }
  }

  /// The names in the error colour around the content, which is aligned if it has cells or rows.
  private static func unknown(_ parser: inout Parser, _ name: String, _ token: Token) {
    guard !name.isEmpty else {
      parser.report(
        "math.unknown-environment", token, "\\begin needs the name of an environment", hint: "write \\begin{aligned}, for instance")
      return parser.input.putBack(parser.braced(parser.input.environmentBody(named: "")))
    }
    parser.report(
      "math.unknown-environment", token, "unknown environment \(name)",
      hint: foreign[name] ?? nearest(to: name, among: environments.keys.sorted()).map { "did you mean \($0)?" })
    parser.showSource("\\begin{\(name)}")
    let body = parser.input.environmentBody(named: name)
    let isAligned = body.contains { $0.kind == .alignTab || parser.isRowEnd($0) }
    let content = isAligned ? parser.tokens("\\begin{matrix}#1\\end{matrix}", [body]) : body
    parser.append(Noad(nucleus: parser.sublist(content)))
    parser.showSource("\\end{\(name)}")
  }

  /// Environments of LaTeX that cannot be in a formula, and what to do instead.
  private static let foreign: [String: String] = {
    var hints = ["document": "remove it: only the formula is written"]
    for name in ["tikzpicture", "pgfpicture", "circuitikz", "feynmandiagram"] {
      hints[name] = "TikZ pictures are not drawn: write tikzcd for a diagram, or put a picture into the text"
    }
    for name in ["itemize", "enumerate", "description"] { hints[name] = "write lists in the text" }
    let blocks = "figure table theorem lemma proof definition corollary remark example center quote abstract"
    for name in blocks.split(separator: " ").map(String.init) {
      hints[name] = "write it in the text, outside of the formula"
    }
    for name in ["verbatim", "lstlisting", "minted", "algorithm", "algorithmic"] {
      hints[name] = "write it in the text, as a block of code"
    }
    return hints
  }()

  /// `\newenvironment{name}[1]{begin}{end}`.
  private static func newEnvironment(_ parser: inout Parser) {
    _ = parser.takeStar()
    let name = parser.argumentText()
    let count = parser.input.optionalArgument().flatMap { parser.whole($0, in: 0...9) } ?? 0
    let standard = parser.input.optionalArgument()
    let begin = parser.input.argument()
    let end = parser.input.argument()
    define(&parser, environment: name, begin: Macro(parameters: count, defaultArgument: standard, body: begin), end: end)
  }

  private static func define(_ parser: inout Parser, environment name: String, begin: Macro, end: [Token]) {
    let vocabulary = parser.input.vocabulary
    parser.input.define(Environment.definedName("begin", name, vocabulary), as: begin, isGlobal: false)
    parser.input.define(Environment.definedName("end", name, vocabulary), as: Macro(parameters: 0, body: end), isGlobal: false)
  }
}

extension CommandRow {
  /// A command that only the rows of an array read.
  fileprivate static func misplaced(_ name: String) -> CommandRow {
    CommandRow(name) { parser, call in
      parser.report("math.misplaced", call.token, "\(parser.text(call.token)) is outside an array", hint: "write it in a row of array")
    }
  }
}
