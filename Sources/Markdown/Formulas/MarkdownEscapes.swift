import TypesetDiagnostics

// Formulas that were written for tools that read Markdown first, and LaTeX in its output.

extension FoundMath {
  /// Which of Markdown's escapes are undone.
  enum Undone {
    /// `\_` → `_`, `\*` → `*`, `\\{` → `\{`, `\\,` → `\,`, `\\\\` → `\\`.
    case all
    /// `\_` but between words, `\*`.
    case scripts
    /// `x\_y` between single letters, and `\_{`: no formula means these otherwise.
    case subscripts
  }

  /// Undoes Markdown's escapes.
  ///
  /// Backslashes that are LaTeX's own stay: `\\` before a letter, a blank or `[2pt]`, and `\_` in `\text{…}`.
  mutating func undo(_ undone: Undone = .all) {
    if undone == .subscripts, !hasEscapedUnderscore { return }
    let tex = Array(math.tex.utf8)
    keep(Self.keptBytes(of: tex, undone), of: tex)
  }

  /// True for `x\_1` and `\sum\_{i}` outside of text.
  var hasEscapedSubscript: Bool {
    guard hasEscapedUnderscore else { return false }
    let tex = Array(math.tex.utf8)
    return Self.keptBytes(of: tex, .subscripts).count < tex.count
  }

  /// Undoes the escapes of brackets: `$\[a, b\]$` is an interval to tools that read Markdown first, and LaTeX has no display within a formula;
  /// of `\\<` and `\\~`, which LaTeX does not have there; and of commands, as in `$a \\\\leq b$`, where a row can't begin;
  /// these in displays too.
  ///
  /// - Parameter doublesSpaces: True where Markdown is read first, so that `\\\\` before a blank is a space in a line without rows.
  mutating func undoBrackets(doublesSpaces: Bool = false) {
    let isInline = if case .singleDollar = form { true } else { false }
    guard isInline || isBetweenDollars, hasEscapedSign else { return }
    let tex = Array(math.tex.utf8)
    let mayHaveRows = ["\\begin", "matrix", "cases", "array", "stack", "align"].contains { tex.holds($0) }
    var kept: [Int] = []
    // Text in a formula may have formulas of its own.
    var hasText = false
    var index = 0
    while index < tex.count {
      let next = index + 1 < tex.count ? tex[index + 1] : 0
      if tex[index] != ASCII.backslash {
        kept.append(index)
      } else if !hasText, next == ASCII.backslash, !mayHaveRows,
        case let name = tex[(index + 2)...].prefix(while: ASCII.isLetter), name.count > 1, MathEvidence.isCommonCommand(name)
      {
        kept += index + 1..<name.endIndex
        index = name.endIndex - 1
      } else if isInline, doublesSpaces, !hasText, !mayHaveRows, next == ASCII.backslash, index + 2 < tex.count,
        ASCII.isBlank(tex[index + 2])
      {
        kept += index + 1..<index + 3
        index += 2
      } else if isInline, !hasText, "[]<~".utf8.contains(next) {
        kept.append(index + 1)
        index += 1
      } else {
        kept += index..<min(index + 2, tex.count)
        index += 1
        if tex[index...].starts(with: "text".utf8) || tex[index...].starts(with: "mbox".utf8) { hasText = true }
      }
      index += 1
    }
    keep(kept, of: tex)
  }

  /// True for a display between `$$`.
  private var isBetweenDollars: Bool {
    switch form {
    case .display, .doubleDollar: true
    default: false
    }
  }

  /// True if bars are written `\|` as Markdown needs them, and not as double ones: a pair of them, `\|\|x\|\|`, or one alone, `p(a\|b)`.
  var hasEscapedBars: Bool {
    guard case .singleDollar = form, math.tex.utf8.contains(ASCII.pipe) else { return false }
    let tex = Array(math.tex.utf8)
    var (count, last, hasPair) = (0, -3, false)
    for index in escapedBars(of: tex) {
      if index == last + 2 { hasPair = true }
      (count, last) = (count + 1, index)
    }
    return hasPair || count == 1
  }

  /// Undoes the escapes of bars, where Markdown reads a formula's text: it makes `|` of `\|`.
  mutating func undoBars() {
    guard case .singleDollar = form, math.tex.utf8.contains(ASCII.pipe) else { return }
    let tex = Array(math.tex.utf8)
    let escapes = Set(escapedBars(of: tex))
    if !escapes.isEmpty { keep(tex.indices.filter { !escapes.contains($0) }, of: tex) }
  }

  /// Where the backslashes are of `\|`.
  private func escapedBars(of tex: [UInt8]) -> [Int] {
    var found: [Int] = []
    var index = 0
    while index + 1 < tex.count {
      if tex[index] == ASCII.backslash {
        if tex[index + 1] == ASCII.pipe { found.append(index) }
        index += 1
      }
      index += 1
    }
    return found
  }

  /// Undoes the escapes of braces where only so all are in pairs: `\{\rm var}`, of which Markdown makes `{\rm var}`.
  mutating func undoBraces() {
    guard hasEscapedBrace else { return }
    let tex = Array(math.tex.utf8)
    var (plain, escaped) = (0, 0)
    var kept: [Int] = []
    var index = 0
    while index < tex.count {
      let isEscaped = tex[index] == ASCII.backslash && index + 1 < tex.count
      let byte = isEscaped ? tex[index + 1] : tex[index]
      let step = byte == ASCII.openBrace ? 1 : byte == ASCII.closeBrace ? -1 : 0
      if isEscaped { escaped += step } else { plain += step }
      if isEscaped, step == 0 { kept.append(index) }
      kept.append(isEscaped ? index + 1 : index)
      index += isEscaped ? 2 : 1
    }
    if plain != 0, plain + escaped == 0 { keep(kept, of: tex) }
  }

  private var hasEscapedBrace: Bool {
    var last: UInt8 = 0
    for byte in math.tex.utf8 {
      if last == ASCII.backslash, byte == ASCII.openBrace || byte == ASCII.closeBrace { return true }
      last = byte
    }
    return false
  }

  /// Undoes the escapes of brackets that are delimiters, in all formulas: `\left\[ a, b \right\]`, as programs that make Markdown write it,
  /// and `\left\(`, as marked, which takes the backslash, needs it.
  mutating func undoDelimiters() {
    guard hasEscapedBracket else { return }
    let tex = Array(math.tex.utf8)
    var kept: [Int] = []
    var follows = false
    var index = 0
    while index < tex.count {
      guard tex[index] == ASCII.backslash, index + 1 < tex.count else {
        follows = follows && ASCII.isBlank(tex[index])
        kept.append(index)
        index += 1
        continue
      }
      let name = tex[(index + 1)...].prefix(while: ASCII.isLetter)
      let isEscaped = follows && "[]()".utf8.contains(tex[index + 1])
      let end = name.isEmpty ? index + 2 : name.endIndex
      kept += (isEscaped ? index + 1 : index)..<end
      follows = Self.takesDelimiter(name)
      index = end
    }
    keep(kept, of: tex)
  }

  /// `\left`, `\right`, `\middle`, `\big`, `\Biggl` and the like.
  private static func takesDelimiter(_ name: ArraySlice<UInt8>) -> Bool {
    if ["left", "right", "middle"].contains(where: { name.elementsEqual($0.utf8) }) { return true }
    var stem = name
    if let last = stem.last, "lrm".utf8.contains(last) { stem = stem.dropLast() }
    return ["big", "Big", "bigg", "Bigg"].contains { stem.elementsEqual($0.utf8) }
  }

  private var hasEscapedBracket: Bool {
    var isAfterBackslash = false
    for byte in math.tex.utf8 {
      if isAfterBackslash, "[]()".utf8.contains(byte) { return true }
      isAfterBackslash = byte == ASCII.backslash && !isAfterBackslash
    }
    return false
  }

  /// True for `\\begin{`, in which a row can't end.
  var hasDoubledEnvironment: Bool {
    let tex = Array(math.tex.utf8)
    var start = 0
    while let place = tex.find(Array("\\\\begin{".utf8), from: start) {
      if place == 0 || tex[place - 1] != ASCII.backslash { return true }
      start = place + 2
    }
    return false
  }

  /// True where a backslash stands before a sign that Markdown escapes.
  private var hasEscapedSign: Bool {
    var isAfterBackslash = false
    for byte in math.tex.utf8 {
      switch byte {
      case ASCII.backslash, ASCII.openBracket, ASCII.closeBracket, ASCII.less, UInt8(ascii: "~"): if isAfterBackslash { return true }
      default: break
      }
      isAfterBackslash = byte == ASCII.backslash
    }
    return false
  }

  /// Leaves out all other bytes.
  private mutating func keep(_ kept: [Int], of tex: [UInt8]) {
    guard kept.count < tex.count, !math.origins.isEmpty else { return }
    var origins: [MathSpan.Origin] = []
    var piece = 0
    var next = -1
    for (place, index) in kept.enumerated() {
      while piece + 1 < math.origins.count, Int(math.origins[piece + 1].body) <= index { piece += 1 }
      let source = Int(math.origins[piece].source) + index - Int(math.origins[piece].body)
      if source != next { origins.append(MathSpan.Origin(body: place, source: source)) }
      next = source + 1
    }
    math.tex = String(decoding: kept.map { tex[$0] }, as: UTF8.self)
    math.origins = origins
  }

  /// True where rows end with four backslashes, of which Markdown takes two.
  ///
  /// - Parameter anywhere: True if rows also end within a line; otherwise two rows may end there, with nothing between them.
  func hasDoubledRows(anywhere: Bool) -> Bool {
    var count = 0
    for byte in math.tex.utf8 {
      if count >= 4, byte == ASCII.newline || anywhere { return true }
      if byte != ASCII.space { count = byte == ASCII.backslash ? count + 1 : 0 }
    }
    return count >= 4
  }

  private var hasEscapedUnderscore: Bool {
    var last: UInt8 = 0
    for byte in math.tex.utf8 {
      if byte == UInt8(ascii: "_"), last == ASCII.backslash { return true }
      last = byte
    }
    return false
  }

  /// The offsets of the bytes that are not Markdown's backslashes.
  private static func keptBytes(of tex: [UInt8], _ undone: Undone) -> [Int] {
    var kept: [Int] = []
    var text = TextArgument()
    var index = 0
    while index < tex.count {
      guard tex[index] == ASCII.backslash, index + 1 < tex.count else {
        text.pass(tex[index])
        kept.append(index)
        index += 1
        continue
      }
      let name = tex[(index + 1)...].prefix(while: ASCII.isLetter)
      let length = name.isEmpty ? 2 : 1 + name.count
      let isText = text.isOpen && tex[index + 1] == UInt8(ascii: "_")
      let skipped = isText ? 0 : skipped(undone, in: tex, at: index)
      if skipped == 0 { text.pass(command: name) }
      // Two bytes of `\\\\` and `\\{` are left, one of `\_`.
      let rest = skipped > 0 && name.isEmpty && tex[index + 1] != ASCII.backslash ? 1 : length
      kept += index + skipped..<index + skipped + rest
      index += skipped + rest
    }
    return kept
  }

  private static func skipped(_ undone: Undone, in tex: [UInt8], at index: Int) -> Int {
    switch undone {
    case .all: escapes(in: tex, at: index)
    case .scripts: tex[index + 1] == UInt8(ascii: "*") || isScript(tex, index) ? 1 : 0
    case .subscripts: isSubscript(tex, index) ? 1 : 0
    }
  }

  /// True for `\_` but between words, `max\_value`, and between blanks.
  private static func isScript(_ tex: [UInt8], _ index: Int) -> Bool {
    guard tex[index + 1] == UInt8(ascii: "_"), index > 0, index + 2 < tex.count, !ASCII.isBlank(tex[index + 2]) else { return false }
    let before = tex[..<index].reversed().prefix(4).prefix(while: ASCII.isLetter).count
    let after = tex[(index + 2)...].prefix(3).prefix(while: ASCII.isLetter).count
    let isCommand = tex[..<index].reversed().drop(while: ASCII.isLetter).first == ASCII.backslash
    return before < 2 || after < 2 || isCommand
  }

  /// True for `\_` between two single letters, or a letter and a digit, right before a group, `\sum\_{i=1}`, and behind one: `\mathbf{e}\_j`.
  private static func isSubscript(_ tex: [UInt8], _ index: Int) -> Bool {
    if followsGroup(tex, index) { return true }
    if index > 0, index + 2 < tex.count, tex[index + 1] == UInt8(ascii: "_"), tex[index + 2] == ASCII.openBrace {
      return ASCII.isLetter(tex[index - 1]) || tex[index - 1] == ASCII.closeBrace || tex[index - 1] == ASCII.closeParenthesis
    }
    func isLetter(_ place: Int) -> Bool { tex.indices.contains(place) && (ASCII.isLetter(tex[place]) || ASCII.isDigit(tex[place])) }
    let isCommand = index > 1 && tex[index - 2] == ASCII.backslash
    return tex[index + 1] == UInt8(ascii: "_") && isLetter(index - 1) && !ASCII.isDigit(tex[index - 1]) && !isLetter(index - 2)
      && !isCommand
      && isLetter(index + 2) && !isLetter(index + 3)
      && !(tex.count > index + 4 && tex[index + 3] == ASCII.backslash && tex[index + 4] == UInt8(ascii: "_"))
  }

  /// True for `\_` before a group or a single letter or digit, and behind a bracket or a bar, or a group that is no text's.
  private static func followsGroup(_ tex: [UInt8], _ index: Int) -> Bool {
    guard index > 0, index + 2 < tex.count, tex[index + 1] == UInt8(ascii: "_"), case let next = tex[index + 2],
      next == ASCII.openBrace || ASCII.isLetter(next) || ASCII.isDigit(next),
      next == ASCII.openBrace
        || !tex[(index + 3)...].prefix(1).contains(where: { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == ASCII.backslash })
    else { return false }
    switch tex[index - 1] {
    case ASCII.closeBracket, ASCII.closeParenthesis, ASCII.pipe: return true
    case ASCII.closeBrace:
      guard let open = tex[..<index].lastIndex(of: ASCII.openBrace), !tex[open..<index - 1].contains(ASCII.closeBrace) else { return false }
      let name = Array(tex[..<open].reversed().prefix(20).prefix(while: ASCII.isLetter).reversed())
      return !TextArgument.names(name[...])
    default: return false
    }
  }

  /// The number of Markdown's backslashes at an index.
  private static func escapes(in tex: [UInt8], at index: Int) -> Int {
    let next = tex[index + 1]
    guard next == ASCII.backslash else { return "_*+-[]'".utf8.contains(next) ? 1 : 0 }
    guard index + 2 < tex.count else { return 0 }
    if tex[index + 2] == ASCII.backslash {
      guard index + 3 < tex.count, tex[index + 3] == ASCII.backslash else { return 0 }
      // Of six Markdown leaves three: a row's end and a space.
      let run = tex[index...].prefix(7).prefix { $0 == ASCII.backslash }
      return run.count == 6 && tex[run.endIndex...].first.map { $0 <= ASCII.space } ?? true ? 4 : 2
    }
    let rest = tex[(index + 2)...]
    return "{}!,;".utf8.contains(tex[index + 2]) || rest.starts(with: "begin{".utf8) || rest.starts(with: "end{".utf8) ? 1 : 0
  }
}

/// Whether a position in a formula is in the argument of a command for text.
private struct TextArgument {
  private var depth = 0
  private var textDepth: Int?
  private var follows = false

  var isOpen: Bool { textDepth != nil }

  private static let commands = ["text", "mbox", "operatorname", "mathrm", "mathtt", "mathsf"].map { Array($0.utf8) }

  mutating func pass(command name: ArraySlice<UInt8>) {
    follows = Self.names(name)
  }

  /// True for `\text`, `\textbf`, `\texttt`.
  static func names(_ command: ArraySlice<UInt8>) -> Bool { commands.contains { command.starts(with: $0) } }

  mutating func pass(_ byte: UInt8) {
    switch byte {
    case ASCII.openBrace:
      depth += 1
      if follows, textDepth == nil { textDepth = depth }
    case ASCII.closeBrace:
      if textDepth == depth { textDepth = nil }
      depth -= 1
    default: break
    }
    follows = follows && ASCII.isBlank(byte)
  }
}
