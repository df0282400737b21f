internal import TypesetDiagnostics

/// An algorithm in the words of LaTeX's packages: algpseudocode, algorithmic, algorithm2e.
///
/// Each of its lines becomes a paragraph that begins with its number and depth, so that formulas and emphasis in it are read as everywhere.
struct Algorithm {
  private struct Line {
    var depth: Int
    var text: String
    var isNumbered: Bool
    var label: String?
  }

  private let bytes: [UInt8]
  private let pairs: LaTeXPairs
  private var index = 0
  private var lines: [Line] = []
  private var depth = 0
  private var caption: String?
  private var label: String?
  /// Each of so many lines shows its number; 0 shows none.
  private var numbers: Int
  private var isFloat = false
  private var isOpen = false
  private let hasBraces: Bool
  /// How many arguments it is in.
  private var nesting = 0
  private var blocks = AlgorithmBlocks()
  /// The command that is read, with its backslash.
  private var command = 0..<0

  /// True if the info string of a fence names algorithms.
  static func isNamed(in info: String) -> Bool {
    let word = Attributes(info: info).classes.first ?? info.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    return ["algorithm", "algorithmic", "pseudocode", "algpseudocode", "{pseudocode}", "algorithm2e"].contains(word)
  }

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    pairs = LaTeXPairs(bytes)
    let text = String(decoding: bytes, as: UTF8.self)
    hasBraces =
      ["\\KwIn", "\\KwOut", "\\KwData", "\\KwResult", "\\KwRet", "\\;"].contains { text.contains($0) }
      && !text.contains("\\begin{algorithmic}")
    numbers = text.contains("\\begin{algorithmic}") || hasBraces && !text.contains("\\LinesNumbered") ? 0 : 1
    guard Self.isPseudocode(text) else { return }
    read(to: bytes.count)
    blocks.finish()
  }

  /// What is wrong with it, in the order of its text.
  var faults: [AlgorithmBlocks.Fault] { blocks.faults.sorted { $0.place.lowerBound < $1.place.lowerBound } }

  private static func isPseudocode(_ text: String) -> Bool {
    [
      "\\State", "\\STATE", "\\If", "\\IF", "\\For", "\\FOR", "\\While", "\\WHILE", "\\Procedure", "\\Function", "\\Require", "\\REQUIRE",
      "\\Kw", "\\;", "\\Repeat", "\\REPEAT", "\\Loop", "\\Return", "\\RETURN",
    ].contains { text.contains($0) }
  }

  /// What the fence's own attributes say.
  mutating func take(_ attributes: Attributes) {
    label = attributes.id ?? label
    caption = attributes["caption"] ?? attributes["alg-cap"] ?? caption
    if attributes.id != nil || caption != nil { isFloat = true }
    if attributes["numbers"] == "false" || attributes["line-number"] == "false" { numbers = 0 }
    if attributes["line-number"] == "true" || attributes.classes.contains("numberLines") { numbers = 1 }
  }

  /// A div with a line for each of its own; empty if these are no algorithm's lines.
  var markdown: [String] {
    guard !lines.isEmpty else { return [] }
    var head = ["." + (isFloat || caption != nil ? "algorithm-float" : "algorithm-lines")]
    if let label, PaperReading.isLabel(label) { head.insert("#" + label, at: 0) }
    var out = ["", "::: {" + head.joined(separator: " ") + "}"]
    if let caption { out += ["###### " + caption.replacing("\n", with: " ").trimmedWhitespace(), ""] }
    var number = 0
    for line in lines where !line.text.isEmpty {
      var parts = [".algorithm-line", "depth=\(min(line.depth, 30))"]
      if line.isNumbered {
        number += 1
        if numbers > 0, number % numbers == 0 { parts.append("shown=\(number)") }
        parts.append("number=\(number)")
      }
      if let label = line.label, PaperReading.isLabel(label) { parts.insert("#" + label, at: 0) }
      out += ["[]{" + parts.joined(separator: " ") + "}" + line.text, ""]
    }
    return out + [":::", ""]
  }

  // MARK: Reading

  /// A word of the package's own, which styling says in the document's language.
  private static func keyword(_ word: String) -> String { "**[\(word)]{.algorithm-word}**" }

  private mutating func read(to end: Int) {
    while index < end {
      switch bytes[index] {
      case ASCII.backslash: readCommand(end)
      case UInt8(ascii: "%"): index = bytes[index..<end].firstIndex(of: ASCII.newline) ?? end
      case ASCII.newline:
        index += 1
        // A blank in a line; the lines themselves begin with commands.
        if isOpen { append(" ") }
      case ASCII.hash where !isOpen && lines.isEmpty: readOption(end)
      default: appendText(to: end)
      }
    }
  }

  /// Quarto's `#| label: alg-x`.
  private mutating func readOption(_ end: Int) {
    let lineEnd = bytes[index..<end].firstIndex(of: ASCII.newline) ?? end
    let line = String(decoding: bytes[index..<lineEnd], as: UTF8.self)
    index = lineEnd
    guard line.hasPrefix("#|"), let colon = line.firstIndex(of: ":") else { return }
    let key = String(line[..<colon].dropFirst(2)).trimmedWhitespace()
    var value = String(line[line.index(after: colon)...]).trimmedWhitespace()
    if value.count > 1, value.first == "\"", value.last == "\"" { value = String(value.dropFirst().dropLast()) }
    switch key {
    case "label":
      (label, isFloat) = (value, true)
    case "caption", "alg-cap": caption = value
    case "line-number", "html-line-number", "pdf-line-number": numbers = value == "true" ? 1 : 0
    default: break
    }
  }

  private mutating func begin(_ words: String, numbered: Bool = true) {
    isOpen = true
    lines.append(Line(depth: depth, text: words, isNumbered: numbered))
  }

  private mutating func append(_ words: String) {
    if !isOpen {
      guard words != " " else { return }
      begin("")
    }
    guard let last = lines.indices.last else { return }
    if words == " ", lines[last].text.hasSuffix(" ") { return }
    lines[last].text += words
  }

  /// Text and formulas up to the next command.
  private mutating func appendText(to end: Int) {
    let byte = bytes[index]
    if byte == ASCII.dollar, let close = formulaEnd(end) {
      append(String(decoding: bytes[index..<close], as: UTF8.self).replacing("\n", with: " "))
      index = close
      return
    }
    index += 1
    switch byte {
    case ASCII.tilde: append("\u{A0}")
    case UInt8(ascii: "*"), UInt8(ascii: "_"), ASCII.less, ASCII.backtick, ASCII.openBracket, ASCII.hash:
      append("\\" + String(UnicodeScalar(byte)))
    case ASCII.space, ASCII.tab, ASCII.carriageReturn: append(" ")
    case ASCII.openBrace, ASCII.closeBrace: break
    default:
      var last = index
      while last < end, bytes[last] & 0xC0 == 0x80 { last += 1 }
      append(String(decoding: bytes[(index - 1)..<last], as: UTF8.self))
      index = last
    }
  }

  private func formulaEnd(_ end: Int) -> Int? {
    var search = index + 1
    while search < end, bytes[search] != ASCII.dollar { search += bytes[search] == ASCII.backslash ? 2 : 1 }
    return search < end ? search + 1 : nil
  }

  private mutating func argument(_ end: Int) -> String? {
    var start = index
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    guard let group = pairs.group(at: start, to: end) else { return nil }
    index = group.upperBound + 1
    return inner(bytes[group])
  }

  /// Text within a line, as Markdown.
  private func inner(_ part: ArraySlice<UInt8>) -> String {
    // Arguments within each other are read so often.
    guard nesting < 20 else { return String(decoding: part, as: UTF8.self).replacing("\n", with: " ") }
    var reader = Algorithm(inner: Array(part), nesting: nesting + 1)
    reader.begin("")
    reader.read(to: reader.bytes.count)
    return reader.lines.map(\.text).joined().trimmedWhitespace()
  }

  private init(inner: [UInt8], nesting: Int) {
    (bytes, numbers, hasBraces, self.nesting) = (inner, 0, false, nesting)
    pairs = LaTeXPairs(inner)
  }

  private mutating func readCommand(_ end: Int) {
    let name = LaTeXReading.name(bytes, after: index, to: end)
    let word = String(decoding: bytes[name], as: UTF8.self)
    guard !word.isEmpty else { return readSign(end) }
    let start = index
    index = name.upperBound
    command = start..<index
    if index < end, bytes[index] == UInt8(ascii: "*") { index += 1 }
    switch word {
    case "begin", "end": readEnvironment(word, end)
    case "caption":
      index = pairs.options(bytes, at: index, to: end)
      caption = argument(end)
      isFloat = true
    case "label": readLabel(end)
    default:
      if hasBraces, readBraced(word, end) { return }
      if readStatement(word, end) || readWord(word, end) { return }
      // Markdown's reader knows it, or shows it.
      append(String(decoding: bytes[start..<index], as: UTF8.self))
      if let group = pairs.group(at: index, to: end) {
        append("{" + inner(bytes[group]) + "}")
        index = group.upperBound + 1
      }
    }
  }

  private mutating func readSign(_ end: Int) {
    let sign = index + 1 < end ? bytes[index + 1] : 0
    index += 2
    switch sign {
    case UInt8(ascii: ";") where hasBraces: isOpen = false
    case ASCII.backslash: isOpen = false
    case UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"), ASCII.space: append("\u{2009}")
    case ASCII.openParenthesis:
      let close = bytes[min(index, end)..<end].firstRange(of: [ASCII.backslash, ASCII.closeParenthesis])?.lowerBound ?? end
      append("$" + String(decoding: bytes[min(index, close)..<close], as: UTF8.self) + "$")
      index = close + 2
    case 0: break
    default: append("\\" + String(UnicodeScalar(sign)))
    }
  }

  private mutating func readEnvironment(_ word: String, _ end: Int) {
    guard let group = pairs.group(at: index, to: end) else { return }
    let name = String(decoding: bytes[group], as: UTF8.self)
    index = group.upperBound + 1
    isOpen = false
    let options = PaperReading.bracket(bytes, at: index, to: end)
    if let options { index = options.upperBound + 1 }
    guard word == "begin" else {
      if name == "algorithmic" { (depth, _) = (0, blocks.finish()) }
      return
    }
    if name == "algorithmic" {
      numbers = options.flatMap { DocumentNumber.whole(String(decoding: bytes[$0], as: UTF8.self), in: 0...1_000) } ?? 0
    } else {
      isFloat = true
    }
  }

  private mutating func readLabel(_ end: Int) {
    guard let name = argument(end) else { return }
    let plain = name.replacing("\\", with: "")
    if let last = lines.indices.last, lines[last].isNumbered { lines[last].label = plain } else { label = plain }
  }

  /// A command that begins a line, or ends a block.
  private mutating func readStatement(_ word: String, _ end: Int) -> Bool {
    guard let statement = AlgorithmWords.statements[word.lowercased()], word.first?.isUppercase == true else { return false }
    let place = command
    if statement.closes {
      // algorithm2e has braces for blocks.
      let levels = hasBraces ? 1 : blocks.end(word, at: place)
      depth = max(0, depth - (levels ?? (statement.opens ? 1 : 0)))
    } else if statement.opens, !hasBraces {
      blocks.begin(word, at: place)
    }
    switch statement.form {
    case .plain(let words, let numbered): begin(words.isEmpty ? "" : Self.keyword(words) + " ", numbered: numbered)
    case .condition(let before, let after):
      let condition = argument(end)
      if condition == nil { blocks.note(place, "‘\\\(word)’ has no condition in braces", hint: "write it as in \\\(word){$x > 0$}") }
      begin(Self.keyword(before) + " \(condition ?? "")" + (after.isEmpty ? "" : " " + Self.keyword(after)))
    case .routine(let words):
      let name = argument(end)
      if name == nil { blocks.note(place, "‘\\\(word)’ has no name in braces", hint: "write it as in \\\(word){Name}{$a, b$}") }
      let values = argument(end) ?? ""
      begin(Self.keyword(words) + " \\textsc{\(name ?? "")}(\(values))")
    }
    if statement.opens { depth += 1 }
    return true
  }

  /// True if nothing is before the command in its line that was just read.
  private var beginsSourceLine: Bool {
    let before = bytes[..<index].reversed().drop { ASCII.isLetter($0) || $0 == ASCII.backslash }.first {
      $0 != ASCII.space && $0 != ASCII.tab
    }
    return before == nil || before == ASCII.newline
  }

  /// A command within a line.
  private mutating func readWord(_ word: String, _ end: Int) -> Bool {
    switch word.lowercased() {
    case "comment", "tcp", "tcc", "linecomment":
      // algorithm2e: beside its line, which it ends, with a star; else on a line of its own.
      let endsLine = hasBraces && word.hasPrefix("tc")
      let isAlone = endsLine && !isOpen && bytes[index - 1] != UInt8(ascii: "*")
      index = pairs.options(bytes, at: index, to: end)
      let words = argument(end) ?? ""
      if isAlone || !isOpen && lines.isEmpty { begin("", numbered: false) }
      isOpen = true
      append((isAlone ? "" : "[]{.hfill}") + "[▷ \(words)]{.algorithm-comment}")
      if endsLine { isOpen = false }
    case "call":
      let name = argument(end) ?? ""
      append("\\textsc{\(name)}(\(argument(end) ?? ""))")
    case "return", "kwret":
      // Without `\State`, on a line of its own.
      if beginsSourceLine, let last = lines.last, !last.text.isEmpty { begin("") }
      append(Self.keyword("return") + " ")
    case "print": append(Self.keyword("print") + " ")
    case "true", "false", "and", "or", "not", "to", "kwto", "break", "continue", "xor":
      guard word.first?.isUppercase == true,
        word.dropFirst().allSatisfy({ $0.isUppercase })
          || ["KwTo", "Break", "Continue", "True", "False", "And", "Or", "Not"].contains(word)
      else { return false }
      let plain = word == "KwTo" ? "to" : word.lowercased()
      append(Self.keyword(plain) + " ")
    case "algorithmicindent", "small", "footnotesize", "centering", "setstretch", "dontprintsemicolon", "linesnumbered", "setalgolined",
      "setalgonoline", "noindent", "hspace", "vspace":
      if word == "LinesNumbered" { numbers = 1 }
      if ["setstretch", "hspace", "vspace"].contains(word) { _ = argument(end) }
    default: return false
    }
    return true
  }

  // MARK: algorithm2e

  /// `\If{condition}{body}`: blocks are in braces.
  private mutating func readBraced(_ word: String, _ end: Int) -> Bool {
    if let head = AlgorithmWords.inputs[word] {
      begin(Self.keyword(head) + " " + (argument(end) ?? ""), numbered: false)
      isOpen = false
      return true
    }
    guard let block = AlgorithmWords.blocks[word] else { return false }
    let condition = block.hasCondition ? argument(end) ?? "" : ""
    begin(
      [Self.keyword(block.before), condition, block.after.isEmpty ? "" : Self.keyword(block.after)].filter { !$0.isEmpty }.joined(
        separator: " "))
    let place = command
    readBody(end, of: place)
    if word == "eIf" {
      begin(Self.keyword("else"))
      readBody(end, of: place)
    }
    if word == "Repeat" { lines.append(Line(depth: depth, text: Self.keyword("until") + " \(condition)", isNumbered: true)) }
    isOpen = false
    return true
  }

  private mutating func readBody(_ end: Int, of place: Range<Int>) {
    var start = index
    while start < end, ASCII.isBlank(bytes[start]) { start += 1 }
    if pairs.group(at: start, to: end) == nil {
      let word = String(decoding: bytes[place], as: UTF8.self)
      let isOpen = start < end && bytes[start] == ASCII.openBrace
      blocks.note(
        place, isOpen ? "the block of ‘\(word)’ is never closed" : "‘\(word)’ has no block in braces",
        hint: isOpen ? "close it with }" : "write what it does in braces after its condition")
    }
    guard depth < 30, let group = pairs.group(at: start, to: end) else { return }
    (depth, index, isOpen) = (depth + 1, group.lowerBound, false)
    read(to: group.upperBound)
    (depth, index, isOpen) = (depth - 1, group.upperBound + 1, false)
  }
}

/// The commands of LaTeX's packages for algorithms.
enum AlgorithmWords {
  enum Form {
    case plain(String, isNumbered: Bool)
    case condition(String, String)
    /// With a name and its arguments.
    case routine(String)
  }

  struct Statement {
    var form: Form
    var opens = false
    var closes = false
  }

  /// By their names in small letters; algorithmic's are in capitals.
  static let statements: [String: Statement] = [
    "state": Statement(form: .plain("", isNumbered: true)),
    "statex": Statement(form: .plain("", isNumbered: false)),
    "require": Statement(form: .plain("Require:", isNumbered: false)),
    "ensure": Statement(form: .plain("Ensure:", isNumbered: false)),
    "input": Statement(form: .plain("Input:", isNumbered: false)),
    "output": Statement(form: .plain("Output:", isNumbered: false)),
    "if": Statement(form: .condition("if", "then"), opens: true),
    "elsif": Statement(form: .condition("else if", "then"), opens: true, closes: true),
    "elseif": Statement(form: .condition("else if", "then"), opens: true, closes: true),
    "else": Statement(form: .plain("else", isNumbered: true), opens: true, closes: true),
    "endif": Statement(form: .plain("end if", isNumbered: true), closes: true),
    "for": Statement(form: .condition("for", "do"), opens: true),
    "forall": Statement(form: .condition("for all", "do"), opens: true),
    "endfor": Statement(form: .plain("end for", isNumbered: true), closes: true),
    "while": Statement(form: .condition("while", "do"), opens: true),
    "endwhile": Statement(form: .plain("end while", isNumbered: true), closes: true),
    "repeat": Statement(form: .plain("repeat", isNumbered: true), opens: true),
    "until": Statement(form: .condition("until", ""), closes: true),
    "loop": Statement(form: .plain("loop", isNumbered: true), opens: true),
    "endloop": Statement(form: .plain("end loop", isNumbered: true), closes: true),
    "function": Statement(form: .routine("function"), opens: true),
    "endfunction": Statement(form: .plain("end function", isNumbered: true), closes: true),
    "procedure": Statement(form: .routine("procedure"), opens: true),
    "endprocedure": Statement(form: .plain("end procedure", isNumbered: true), closes: true),
  ]

  static let inputs = ["KwIn": "Input:", "KwOut": "Output:", "KwData": "Data:", "KwResult": "Result:", "KwIn*": "Input:"]

  static let blocks: [String: (before: String, after: String, hasCondition: Bool)] = [
    "If": ("if", "then", true), "uIf": ("if", "then", true), "lIf": ("if", "then", true), "eIf": ("if", "then", true),
    "ElseIf": ("else if", "then", true), "uElseIf": ("else if", "then", true), "lElseIf": ("else if", "then", true),
    "Else": ("else", "", false), "uElse": ("else", "", false), "lElse": ("else", "", false), "For": ("for", "do", true),
    "lFor": ("for", "do", true), "ForEach": ("foreach", "do", true), "ForAll": ("for all", "do", true), "While": ("while", "do", true),
    "Repeat": ("repeat", "", true), "Loop": ("loop", "", false), "Switch": ("switch", "do", true), "Case": ("case", "do", true),
    "uCase": ("case", "do", true), "lCase": ("case", "do", true), "Other": ("otherwise", "do", false), "uOther": ("otherwise", "do", false),
    "lOther": ("otherwise", "do", false), "Begin": ("begin", "", false),
  ]
}
