internal import TypesetDiagnostics

/// The source of a course of LiaScript without what only its player reads: `{{1-2}}` and the lines of stars around what appears in such steps,
/// `{1}{words}`, and the macros after code, `@Python.eval`. Answers of a quiz become boxes, what is to be written a rule.
func withoutCourseMarks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  // Another dialect that somebody asks for holds.
  let isKnown = dialect.map { $0.tool != .general } ?? false
  guard isKnown ? dialect?.tool == .liascript : CourseHead.setting(in: source.bytes) != nil else { return source }
  var marks = CourseMarks(headEnd: CourseHead.end(of: source.bytes), scripts: CourseScripts(bytes: source.bytes))
  let result = rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
  if marks.hints > 0 {
    diagnostics.append(
      Diagnostic(
        .note, "template.left-out", at: nil, "\(marks.hints == 1 ? "a hint" : "\(marks.hints) hints") of the course's quizzes: left out",
        hint: "the player shows them on demand; write them as text to have them on the page"))
  }
  for name in marks.macros.omitted {
    diagnostics.append(
      Diagnostic(
        .warning, "template.left-out", at: nil, "the macro @\(name) of LiaScript is left out",
        hint: "put the words that the course shows in its place"))
  }
  return result
}

private struct CourseMarks {
  private var fences = OpenFences()
  /// True within `$$`.
  private var isInDisplay = false
  /// Where the comment at the top ends, which is the course's front matter, while lines are before that.
  private var headEnd: Int?
  private(set) var macros = CourseMacros()
  /// How many hints of quizzes are left out.
  private(set) var hints = 0

  private var scripts: CourseScripts

  init(headEnd: Int?, scripts: CourseScripts) { (self.headEnd, self.scripts) = (headEnd, scripts) }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    if let headEnd {
      if line.endIndex >= headEnd { self.headEnd = nil }
      if line.endIndex < headEnd { macros.take(line) }
      return CourseHead.withoutClosers(line, before: headEnd).map { .write($0) } ?? .keep
    }
    if !fences.isCode, let change = scripts.change(of: line) {
      guard case .write(let words) = change, case .write(let bare) = withFormulas(words[...]) else { return change }
      return .write(bare)
    }
    let wasCode = fences.isCode
    fences.pass(line)
    if !wasCode, fences.isCode, let fence = Self.drawn(line) { return .write(fence) }
    guard !wasCode, !fences.isCode else { return .keep }
    if isInDisplay || line.firstRange(of: "$$".utf8) != nil, line.contains(where: { $0 > ASCII.space }) { return withFormulas(line) }
    let text = String(decoding: line, as: UTF8.self).trimmedWhitespace()
    if text.utf8.count > 4, text.allSatisfy({ $0 == "*" }) { return .write([]) }
    if text.hasPrefix("--{{"), let end = text.firstRange(of: "}}--"), Self.isSpoken(text[..<end.lowerBound].dropFirst(4)) {
      // What is spoken.
      return .write(Array(text[end.upperBound...].drop { $0 == " " }.utf8))
    }
    if text.hasPrefix("{{"), let end = text.firstRange(of: "}}"), Self.isStep(text[..<end.lowerBound].dropFirst(2)) {
      return .write(Array(text[end.upperBound...].drop { $0 == " " }.utf8))
    }
    if Self.isMacro(text), macros.isOfCode(text) { return .write([]) }
    if let answer = answer(line) { return answer }
    return withFormulas(line)
  }

  /// A line without effects, fields and macros, none of which are in formulas.
  private mutating func withFormulas(_ line: ArraySlice<UInt8>) -> LineChange {
    let formulas = CourseFormulas(line, isInDisplay: &isInDisplay)
    let bare = CourseStyles.withNotes(CourseStyles.withoutComment(formulas.line))
    let words = Self.withUnderlines(Self.withGaps(Self.withoutEffects(bare).map { $0[...] } ?? bare))
    let written = formulas.restored(macros.replaced(in: words))
    let shown = CourseStyles.titledPicture(written) ?? written
    guard shown != line else { return .keep }
    let isField = line.drop(while: ASCII.isBlank).starts(with: "[[".utf8)
    return .write(Array(isField ? shown.drop(while: ASCII.isBlank) : shown))
  }

  /// A fence whose code a macro behind its language draws, "```text @plantUML.png", with the language that the macro names.
  private static func drawn(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard let at = line.lastIndex(of: UInt8(ascii: "@")), at > line.startIndex, ASCII.isBlank(line[at - 1]) else { return nil }
    let name = String(decoding: line[(at + 1)...].prefix(40).prefix(while: ASCII.isLetter), as: UTF8.self).lowercased()
    let language =
      switch name {
      case "plantuml": "plantuml"
      case "mermaid": "mermaid"
      case "ditaa", "graphviz", "nomnoml", "vega", "wavedrom", "abcjs": name
      default: ""
      }
    guard !language.isEmpty else { return nil }
    let head = line.prefix { ASCII.isBlank($0) || $0 == ASCII.backtick || $0 == ASCII.tilde || $0 == ASCII.greater }
    return Array(head) + Array(language.utf8)
  }

  /// `[[X]] right`, `[[ ]] wrong`, `[(X)] the only one`: an empty box beside each answer, as the player shows it first; `[[?]] a hint` comes later,
  /// and is left out.
  private mutating func answer(_ line: ArraySlice<UInt8>) -> LineChange? {
    var words = line.drop(while: ASCII.isBlank)
    // Quizzes are indented as code is elsewhere.
    let indent = words.startIndex - line.startIndex < 4 ? Array(line[..<words.startIndex]) : []
    if words.starts(with: "- ".utf8) { words = words.dropFirst(2).drop(while: ASCII.isBlank) }
    guard words.count > 5, words.first == ASCII.openBracket, case let inner = words.dropFirst(), let open = inner.first,
      let sign = inner.dropFirst().first, let close = inner.dropFirst(2).first, inner.dropFirst(3).first == ASCII.closeBracket,
      open == ASCII.openBracket && close == ASCII.closeBracket || open == ASCII.openParenthesis && close == ASCII.closeParenthesis
    else { return nil }
    let rest = inner.dropFirst(4)
    let isHint = sign == UInt8(ascii: "?")
    guard rest.first.map(ASCII.isBlank) == true || isHint, rest.contains(where: { !ASCII.isBlank($0) }) else { return nil }
    switch sign {
    case UInt8(ascii: "X"), UInt8(ascii: "x"), ASCII.space: return .write(indent + Array("- [ ]".utf8) + rest)
    case UInt8(ascii: "?"):
      hints += 1
      return .drop
    default: return nil
    }
  }

  /// A line with a rule for what its reader has to write, `[[42]]`, the words to choose from, `[[ (red) | blue ]]`, and links for films, `!?[A film](address)`.
  private static func withGaps(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.contains(ASCII.openBracket) else { return line }
    var out: [UInt8] = []
    var (isCode, hasChanged) = (false, false)
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backtick { isCode.toggle() }
      if !isCode, "!?".utf8.contains(byte), case let rest = line[(index + 1)...].prefix(1_000),
        rest.starts(with: "?[".utf8) || byte == UInt8(ascii: "?") && rest.first == ASCII.openBracket,
        rest.firstRange(of: Array("](".utf8)) != nil
      {
        index += rest.first == ASCII.openBracket ? 1 : 2
        hasChanged = true
        continue
      }
      if !isCode, byte == ASCII.openBracket, line[index...].starts(with: "[[".utf8), let (words, end) = gap(line, index) {
        out += words
        (index, hasChanged) = (end, true)
        continue
      }
      out.append(byte)
      index += 1
    }
    return hasChanged ? out[...] : line
  }

  private static func gap(_ line: ArraySlice<UInt8>, _ start: Int) -> (words: [UInt8], end: Int)? {
    let inner = line[(start + 2)...].prefix(300).prefix { $0 != ASCII.closeBracket && $0 != ASCII.openBracket }
    guard !inner.isEmpty, line[inner.endIndex...].starts(with: "]]".utf8), inner.first != ASCII.hash, inner.first != UInt8(ascii: "!")
    else {
      return nil
    }
    let end = inner.endIndex + 2
    guard inner.contains(ASCII.pipe) else {
      return inner.elementsEqual(" ".utf8) ? nil : (Array("\\_\\_\\_\\_\\_\\_".utf8), end)
    }
    let choices = inner.split(separator: ASCII.pipe).map { choice in
      String(decoding: choice, as: UTF8.self).trimmedWhitespace().filter { !"()".contains($0) }
    }
    return (Array("(\(choices.joined(separator: " / ")))".utf8), end)
  }

  /// A line whose `~~words~~` are underlined: what is struck out has one tilde, or three for both.
  private static func withUnderlines(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let tildes = "~~".utf8
    guard line.firstRange(of: Array(tildes)) != nil else { return line }
    var out: [UInt8] = []
    // Where the tag of one that is not closed yet is in `out`.
    var open: Int?
    var isCode = false
    var index = line.startIndex
    while index < line.endIndex {
      if line[index] == ASCII.backtick { isCode.toggle() }
      let count = isCode ? 0 : line[index...].prefix { $0 == ASCII.tilde }.count
      guard count == 2 || count == 3 else {
        out += line[index..<(index + max(count, 1))]
        index += max(count, 1)
        continue
      }
      let strike = [UInt8](repeating: ASCII.tilde, count: count - 2)
      let isAfterWord = index > line.startIndex && !ASCII.isBlank(line[index - 1])
      if open != nil, isAfterWord {
        out += strike + Array("</u>".utf8)
        open = nil
      } else if open == nil, index + count < line.endIndex, !ASCII.isBlank(line[index + count]) {
        open = out.count
        out += Array("<u>".utf8) + strike
      } else {
        out += line[index..<(index + count)]
      }
      index += count
    }
    return open == nil ? out[...] : line
  }

  /// A line whose `{1}{words}`, `{2-3}{words}`, and `{!> UK English Female}{words}` with a voice, are words; nil if there are none.
  private static func withoutEffects(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.contains(ASCII.openBrace) else { return nil }
    var out: [UInt8] = []
    // The braces that are open; true for those of an effect.
    var open: [Bool] = []
    var (isCode, hasChanged) = (false, false)
    var index = line.startIndex
    while index < line.endIndex {
      let byte = line[index]
      if byte == ASCII.backtick { isCode.toggle() }
      if !isCode, byte == ASCII.openBrace, let end = effectEnd(line[(index + 1)...]),
        line[end...].starts(with: "}{".utf8), index == line.startIndex || line[index - 1] != ASCII.dollar
      {
        open.append(true)
        index = end + 2
        hasChanged = true
        continue
      }
      if !isCode, byte == ASCII.openBrace { open.append(false) }
      if !isCode, byte == ASCII.closeBrace, open.popLast() == true {
        index += 1
        continue
      }
      out.append(byte)
      index += 1
    }
    return hasChanged && !open.contains(true) ? out : nil
  }

  /// Where the steps or the voice behind a brace end.
  private static func effectEnd(_ rest: ArraySlice<UInt8>) -> Int? {
    if rest.starts(with: "!>".utf8) || rest.starts(with: "|>".utf8) {
      return rest.prefix(60).firstIndex { $0 == ASCII.closeBrace || $0 == ASCII.openBrace }
    }
    let step = rest.prefix(12).prefix(while: isStepByte)
    return step.isEmpty ? nil : step.endIndex
  }

  private static func isStepByte(_ byte: UInt8) -> Bool { ASCII.isDigit(byte) || byte == UInt8(ascii: "-") }

  /// `1`, `0-2`, `|>`, `1 4`, `|> 2`.
  private static func isStep(_ words: Substring) -> Bool {
    !words.isEmpty && words.allSatisfy { $0.isNumber || " -|>".contains($0) }
  }

  /// `1`, `1 Deutsch Male`: the step, and whose voice it is.
  private static func isSpoken(_ words: Substring) -> Bool {
    isStep(words) || words.first?.isNumber == true && words.allSatisfy { $0.isLetter || $0.isNumber || " -|>".contains($0) }
  }

  /// `@LIA.eval(a, b)`, `@config` alone on its line.
  private static func isMacro(_ text: String) -> Bool {
    guard text.hasPrefix("@"), let name = Optional(text.dropFirst().prefix { $0.isLetter || $0.isNumber || $0 == "." || $0 == "_" }),
      name.first?.isLetter == true
    else { return false }
    let rest = text.dropFirst(1 + name.count)
    return rest.isEmpty || rest.hasPrefix("(") && rest.hasSuffix(")")
  }
}
