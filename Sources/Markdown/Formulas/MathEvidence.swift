internal import TypesetDiagnostics

/// Whether characters between ambiguous delimiters are a formula or text.
enum MathEvidence {
  /// True with a command, `_`, `^` or `=`; if letters count, also with a single letter.
  static func isFormula(_ text: some Collection<UInt8>, countsLetters: Bool) -> Bool {
    var wordLength = 0
    var hasLoneLetter = false
    var lone: UInt8 = 0
    func endWord() -> Bool { wordLength == 1 && lone != UInt8(ascii: "a") && lone != UInt8(ascii: "I") && lone != UInt8(ascii: "A") }
    var previous: UInt8 = 0
    for byte in text {
      switch byte {
      case UInt8(ascii: "_"), UInt8(ascii: "^"), UInt8(ascii: "="): return true
      default: break
      }
      if previous == ASCII.backslash, ASCII.isLetter(byte) { return true }
      if ASCII.isLetter(byte) || byte >= 0x80 {
        wordLength += 1
        lone = byte
      } else {
        if endWord() { hasLoneLetter = true }
        wordLength = 0
      }
      previous = byte
    }
    if endWord() { hasLoneLetter = true }
    return countsLetters && hasLoneLetter
  }

  /// `json\_sax\_t \*`, `\#3491`, `set\<int\>`: characters that Markdown escapes in text, and no command.
  ///
  /// Emphasis at its beginning, `_stop words_`, and code belong to text, too, as GitBook writes it.
  static func isEscapedText(_ text: ArraySlice<UInt8>) -> Bool {
    if isLink(text) || isRegularExpression(text) { return true }
    let isMarked = text.first == UInt8(ascii: "_") || text.first == UInt8(ascii: "*") || text.contains(ASCII.backtick)
    if isMarked, hasWord(text, of: 4), !hasCommand(text) { return true }
    var previous: UInt8 = 0
    var isEscaped = false
    for byte in text {
      if previous == ASCII.backslash {
        if ASCII.isLetter(byte) { return false }
        if markdownSigns.contains(byte) { isEscaped = true }
        previous = 0
      } else {
        previous = byte
      }
    }
    return isEscaped
  }

  /// `[words](https://a.org/b)`: a link between brackets that are escaped. `[f](x)` is a formula.
  static func isLink(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.firstIndex(where: { !ASCII.isBlank($0) }), text[first] == ASCII.openBracket,
      let last = text.lastIndex(where: { !ASCII.isBlank($0) }), text[last] == ASCII.closeParenthesis,
      let middle = text.indices.first(where: { text[$0] == ASCII.closeBracket && text[$0...].dropFirst().first == ASCII.openParenthesis })
    else { return false }
    let address = text[(middle + 2)..<last]
    return address.starts(with: "http".utf8) || [UInt8(ascii: "/"), ASCII.hash, UInt8(ascii: ".")].contains(address.first)
  }

  /// `\>` is a space in formulas, too.
  private static let markdownSigns = Set("_*<#~\"'`.".utf8)

  /// `\` and a letter.
  static func hasCommand(_ text: some Collection<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in text {
      if previous == ASCII.backslash, ASCII.isLetter(byte) { return true }
      previous = previous == ASCII.backslash ? 0 : byte
    }
    return false
  }

  /// `R=[a,b,c]`, `R^TR`: a formula without blanks, which Chinese and Japanese words are beside: a digit may follow it.
  static func isEvidentAmidIdeographs(_ text: ArraySlice<UInt8>) -> Bool {
    text.count < 100 && text.allSatisfy { $0 > ASCII.space && $0 < 0x80 } && isFormula(text, countsLetters: false)
  }

  /// One sign, before a number: `$-$1`, `$\ge$2`.
  static func isSign(_ text: ArraySlice<UInt8>) -> Bool {
    if text.first == ASCII.backslash { return text.count > 1 && text.dropFirst().allSatisfy(ASCII.isLetter) }
    if text.count == 1, let sign = text.first { return "-+<>=~".utf8.contains(sign) }
    // U+2200 to U+22FF, and the signs of arithmetic below U+0100.
    return text.count == 3 && text.starts(with: [0xE2, 0x88]) || text.count == 3 && text.starts(with: [0xE2, 0x89])
      || text.elementsEqual("±".utf8) || text.elementsEqual("×".utf8)
  }

  /// A command, `_` or `^`.
  static func hasCommandOrScript(_ text: some Collection<UInt8>) -> Bool {
    text.contains { $0 == UInt8(ascii: "_") || $0 == UInt8(ascii: "^") } || hasCommand(text)
  }

  /// `x`, `$ x $`: one letter and white space.
  static func isOneLetter(_ text: some Collection<UInt8>) -> Bool {
    let word = text.filter { !ASCII.isBlank($0) }
    return word.count == 1 && word.allSatisfy(ASCII.isLetter)
  }

  /// `Cov(β)`, `类(x)`, `dist(i, j)`: a name in any script and something in parentheses, without blanks but after commas.
  static func isApplication(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.last == ASCII.closeParenthesis, text.first != ASCII.openParenthesis,
      let open = text.firstIndex(of: ASCII.openParenthesis),
      // `dist(i, j)`: blanks are after commas alone.
      text.indices.allSatisfy({ !ASCII.isBlank(text[$0]) || $0 > open && text[$0 - 1] == UInt8(ascii: ",") })
    else { return false }
    // A full-width comma or stop is a sentence's.
    return open > text.startIndex && !text.indices.contains { beginsWithFullWidthSign(text[$0...]) }
  }

  /// `(V, in, out, i)`, `(GCD(a, b))`, `[j, A.length]`: names between commas and in brackets, no blank but behind commas: no sentence has such
  /// a list.
  static func isTuple(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first.map({ "([".utf8.contains($0) }) == true, text.count < 200 else { return false }
    var depth = 0
    var previous: UInt8 = 0
    func endsName() -> Bool { ASCII.isLetter(previous) || ASCII.isDigit(previous) || ")]".utf8.contains(previous) }
    for (place, byte) in text.enumerated() {
      switch byte {
      case ASCII.openParenthesis, ASCII.openBracket: depth += 1
      case ASCII.closeParenthesis, ASCII.closeBracket, UInt8(ascii: ","):
        guard endsName(), depth > 0 else { return false }
        if byte != UInt8(ascii: ",") { depth -= 1 }
      case ASCII.space: guard previous == UInt8(ascii: ",") else { return false }
      case UInt8(ascii: "."): guard ASCII.isLetter(previous) else { return false }
      default: guard ASCII.isLetter(byte) || ASCII.isDigit(byte) else { return false }
      }
      // Nothing follows the last bracket.
      guard depth > 0 || place == text.count - 1 else { return false }
      previous = byte
    }
    return depth == 0 && text.contains(UInt8(ascii: ","))
  }

  /// True for what only formulas look like, whatever words are in it.
  static func hasForm(_ text: ArraySlice<UInt8>) -> Bool {
    isSet(text) || isTuple(text) || isTerse(text) || hasOnlyCommandedSpaces(text) || isWordedOperation(text)
      || isDifference(text) || NamedForms.isHalfOpenInterval(text) || NamedForms.isRelationOfNames(text)
      || NamedForms.isNamedExpression(text) || areGroups(text)
      || isProbability(text)
      || ListedNames.matches(text)
  }

  /// `P(not A)`, `P(B|not A)`, `P(A and B)`: a letter and events, which words join.
  static func isProbability(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count < 60, text.last == ASCII.closeParenthesis, let open = text.firstIndex(of: ASCII.openParenthesis),
      case let name = text[..<open], (1...2).contains(name.count), name.allSatisfy(ASCII.isLetter)
    else { return false }
    let words = text[(open + 1)...].dropLast().split { !ASCII.isLetter($0) && !ASCII.isDigit($0) }
    return words.allSatisfy { $0.count == 1 || ["not", "and", "or", "given"].contains(String(decoding: $0, as: UTF8.self)) }
  }

  /// `( A ) (Amplitude)`: two or more groups in parentheses, and nothing beside them.
  static func areGroups(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.first == ASCII.openParenthesis, text.last == ASCII.closeParenthesis, text.count < 100 else { return false }
    var (depth, groups) = (0, 0)
    for byte in text {
      if byte == ASCII.openParenthesis { depth += 1 }
      guard depth > 0 || byte == ASCII.space else { return false }
      if byte == ASCII.closeParenthesis { (depth, groups) = (depth - 1, depth == 1 ? groups + 1 : groups) }
      if "\"'`$".utf8.contains(byte) { return false }
    }
    return depth == 0 && groups > 1
  }

  /// `Box - Pierce`, `omega \ milimeter / meter`: names, and signs between blanks between them.
  static func isDifference(_ text: ArraySlice<UInt8>) -> Bool {
    let parts = text.split(separator: ASCII.space, omittingEmptySubsequences: false)
    guard parts.count > 2, parts.count < 10, parts.count % 2 == 1 else { return false }
    return parts.enumerated().allSatisfy { number, part in
      if number % 2 == 1 { return part.count == 1 && "-/\\".utf8.contains(part[part.startIndex]) }
      return !part.isEmpty && part.count < 20 && part.allSatisfy(ASCII.isLetter)
    }
  }

  /// `\{BBB, BBG\}`: braces that are escaped, as formulas alone have them.
  static func isSet(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.starts(with: "\\{".utf8), text.suffix(2).elementsEqual("\\}".utf8) else { return false }
    return !text.contains(ASCII.dollar) && !text.contains(ASCII.backtick)
  }

  /// `LPDLᵀ`, `QABQ⁻¹`: letters without blanks, and scripts, Greek letters or signs of mathematics among them, and no other script's.
  static func isMathematicalWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 64, text.allSatisfy({ $0 > ASCII.space }) else { return false }
    return String(decoding: text, as: UTF8.self).unicodeScalars.allSatisfy { scalar in
      switch scalar.value {
      case 0x21..<0x7F, 0xB1, 0xB2, 0xB3, 0xB7, 0xB9, 0xD7, 0x370...0x3FF, 0x1D2C...0x1DBF, 0x2032...0x2034, 0x2070...0x209F,
        0x2100...0x22FF, 0x27C0...0x27EF, 0x2900...0x2AFF, 0x1D400...0x1D7FF,
        // Letters of other languages: `$Spänning$`, `$Ток$`.
        0xC0...0x24F, 0x400...0x52F,
        // Signs without width, which are copied with words.
        0x200B...0x200D, 0xFEFF:
        true
      default: false
      }
    }
  }

  /// `步骤`: up to ten ideographs or syllables without a sign between them.
  static func isIdeographicWord(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 40, text.first.map({ $0 >= 0xE3 }) == true else { return false }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return scalars.count <= 10
      && scalars.allSatisfy { scalar in
        switch scalar.value {
        case 0x3041...0x30FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xAC00...0xD7A3, 0x20000...0x3FFFF: true
        default: false
        }
      }
  }

  /// `O(n)`, `a + b`, `n-1`: single letters, names of functions, digits and signs, and no other word.
  static func isTerse(_ text: some Collection<UInt8>) -> Bool {
    var word: [UInt8] = []
    var hasLetter = false
    func endsWell() -> Bool { word.count <= 1 || functions.contains(String(decoding: word, as: UTF8.self)) }
    for byte in text {
      if ASCII.isLetter(byte) {
        word.append(byte)
        hasLetter = true
        guard word.count <= 4 else { return false }
      } else {
        guard endsWell(), byte < 0x80, byte != ASCII.dollar, byte != ASCII.backtick, byte != UInt8(ascii: "\""), byte != UInt8(ascii: ";")
        else { return false }
        word = []
      }
    }
    return hasLetter && endsWell()
  }

  /// `A times B`, `n choose k`, `x and y`: words between single letters, as Typst's authors and others write operators. Prose has no letter alone
  /// right at both of its dollars.
  static func isWordedOperation(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 60 else { return false }
    func isLetter(_ token: ArraySlice<UInt8>) -> Bool {
      guard let first = token.first, ASCII.isLetter(first) else { return false }
      return token.dropFirst().allSatisfy { $0 == UInt8(ascii: "'") }
    }
    let tokens = text.split(separator: ASCII.space, omittingEmptySubsequences: false)
    guard (3...7).contains(tokens.count), let first = tokens.first, let last = tokens.last, isLetter(first), isLetter(last) else {
      return false
    }
    return tokens.allSatisfy { !$0.isEmpty && $0.allSatisfy { ASCII.isLetter($0) || $0 == UInt8(ascii: "'") } }
  }

  /// `\d{3}`, `\w+`, `\s*`: commands of regular expressions and no others, whose brackets are escaped as `\(…\)`.
  static func isRegularExpression(_ text: ArraySlice<UInt8>) -> Bool {
    var hasClass = false
    var index = text.startIndex
    while index + 1 < text.endIndex {
      guard text[index] == ASCII.backslash else {
        index += 1
        continue
      }
      let next = text[index + 1]
      let isLonger = index + 2 < text.endIndex && ASCII.isLetter(text[index + 2])
      if ASCII.isLetter(next) {
        guard "dwsDWSbB".utf8.contains(next), !isLonger else { return false }
        hasClass = true
      }
      index += 2
    }
    return hasClass
  }

  private static let functions: Set<String> = [
    "sin", "cos", "tan", "cot", "sec", "csc", "log", "ln", "lg", "exp", "max", "min", "sup", "inf", "det", "dim", "mod", "gcd", "lim",
    "arg",
    "xy", "ab", "AB", "dx", "dy", "dt", "Re", "Im",
  ]

  /// True for one command of LaTeX's with what it is put on: `\ddot o`, `\alpha`; `\Windows\a` is a path.
  private static func isCommand(_ body: ArraySlice<UInt8>) -> Bool {
    guard body.first == ASCII.backslash, let letter = body.dropFirst().first, ASCII.isLetter(letter) else { return false }
    return body.contains(ASCII.openBrace) || !body.dropFirst().contains(ASCII.backslash)
  }

  /// True if the text between two dollars is not a formula, whatever it looks like: money, shell variables, code.
  ///
  /// - Parameters:
  ///   - previous: The byte before the opener, 0 for none.
  ///   - next: The byte after the closer, 0 for none.
  static func isOtherUse(_ body: ArraySlice<UInt8>, previous: UInt8, next: UInt8) -> Bool {
    guard let first = body.first, let last = body.last else { return true }
    // No formula begins with Chinese punctuation: `$x$，则$y$` was read from its second dollar.
    if beginsWithFullWidthSign(body) { return true }
    // `<td>$, or \</td>`: two signs in two cells.
    if leavesElement(body) { return true }
    if namesCommonCommand(body) { return false }
    func isName(_ byte: UInt8) -> Bool { ASCII.isLetter(byte) || byte == UInt8(ascii: "_") }
    // `queue$V2 … _$s12`: names with dollars in them; but `H$_2$O` and `M$\ddot o$bius` have formulas.
    if isName(previous), isName(next) { return !isScript(body) && !isCommand(body) && !isRelation(body) }
    // `5$ and 6$. 100$`: amounts with the sign after them.
    if ASCII.isDigit(previous), ASCII.isDigit(last), !hasCommandOrScript(body), !body.contains(UInt8(ascii: "=")) { return true }
    // `A$20, R$ 30`: currencies with letters.
    if ASCII.isLetter(previous), ASCII.isDigit(first), !body.allSatisfy(ASCII.isDigit), !isFormula(body, countsLetters: false) {
      return true
    }
    // `$5 or US$ 10`.
    if ASCII.isDigit(first), ASCII.isBlank(next), endsWithCurrency(body) { return true }
    // `$5 and 10$`.
    if ASCII.isDigit(first), ASCII.isDigit(last), hasWord(body, of: 2), !isFormula(body, countsLetters: false), !isComparison(body) {
      return true
    }
    // `$('a')+$('b')`, `$("a").b("$c")`.
    if first == ASCII.openParenthesis, let quote = body.dropFirst().first, quote == UInt8(ascii: "'") || quote == UInt8(ascii: "\"") {
      return true
    }
    // `$(FLIBS) to the end … $`: variables of make, and text up to the next one.
    if namesMakeVariable(body), !hasCommand(body), ProseEvidence.isText(body) { return true }
    // A dollar before a letter or bracket looks like an opener: `$HOME/$USER`, `${A}:${B}`, `$i=0;$i<3`, `$this->f($x)`.
    guard isName(next) || next == ASCII.openBrace || next == ASCII.openParenthesis else { return false }
    if ASCII.isBlank(last), !ASCII.isBlank(first) { return true }
    if first == ASCII.openBrace, next == first { return true }
    let inner = first == ASCII.openBrace || first == ASCII.openParenthesis ? body.dropFirst() : body
    let name = inner.prefix { isName($0) || ASCII.isDigit($0) }.count
    switch last {
    case UInt8(ascii: "/"), UInt8(ascii: ":"), UInt8(ascii: ";"), UInt8(ascii: "="), UInt8(ascii: "\""), ASCII.openParenthesis:
      return name >= 1
    // `$64-$bit`, `$ij-$entry` and `$x_1-$axis` are formulas with a hyphen behind them, `$ID-$NAME` are none.
    case UInt8(ascii: "-"):
      let letters = inner.prefix(while: ASCII.isLetter)
      return letters.count > 2 || letters.count == 2 && letters.allSatisfy { $0 < UInt8(ascii: "a") }
    // `$X_{i}$s`.
    case ASCII.closeBrace: return name >= 2 && !endsWithScript(body)
    case UInt8(ascii: "."), UInt8(ascii: ","), ASCII.greater, UInt8(ascii: "@"): return name >= 2
    default: return false
    }
  }

  /// `A$>$B`, `A$>>$B`: one relation between two names.
  private static func isRelation(_ text: ArraySlice<UInt8>) -> Bool { text.count < 4 && text.allSatisfy { "<>=".utf8.contains($0) } }

  /// `_2`, `_{12}`, `^+`, `_4^{2-}`: subscripts and superscripts of a letter before the formula, and no more.
  static func isScript(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let sign = rest.first {
      guard sign == UInt8(ascii: "_") || sign == UInt8(ascii: "^"), let first = rest.dropFirst().first, first > ASCII.space else {
        return false
      }
      rest.removeFirst()
      switch first {
      case ASCII.openBrace:
        guard let close = rest.firstIndex(of: ASCII.closeBrace), close > rest.startIndex + 1 else { return false }
        rest = rest[(close + 1)...]
      case ASCII.backslash: rest = rest.dropFirst().drop(while: ASCII.isLetter)
      default: rest = rest.dropFirst(max(1, rest.prefix(while: ASCII.isDigit).count))
      }
    }
    return !text.isEmpty
  }

  /// `X_{i}`, `a^{2n}`: braces at the end that are a script's.
  private static func endsWithScript(_ text: ArraySlice<UInt8>) -> Bool {
    var depth = 0
    for index in text.indices.reversed() {
      if text[index] == ASCII.closeBrace { depth += 1 }
      if text[index] == ASCII.openBrace { depth -= 1 }
      guard depth == 0 else { continue }
      let sign = index > text.startIndex ? text[index - 1] : 0
      return sign == UInt8(ascii: "_") || sign == UInt8(ascii: "^")
    }
    return false
  }

  /// `(FLIBS) …`, `(OBJ:.c=.o) …`: a name that its bracket ends, and more. `(ABORT, T)` and `(MAX)` are formulas.
  private static func namesMakeVariable(_ body: ArraySlice<UInt8>) -> Bool {
    guard body.first == ASCII.openParenthesis else { return false }
    let rest = body.dropFirst().drop { $0 &- 0x41 < 26 || $0 == UInt8(ascii: "_") }
    guard rest.startIndex - body.startIndex > 2, let sign = rest.first else { return false }
    return sign == UInt8(ascii: ":") || sign == ASCII.closeParenthesis && rest.count > 1
  }

  /// `1+eps > 1`, `1 < df < 5`: a sign of comparison, and no words side by side.
  private static func isComparison(_ body: ArraySlice<UInt8>) -> Bool {
    (body.contains(ASCII.greater) || body.contains(ASCII.less)) && !body.contains(ASCII.dollar) && !hasWords(body, of: 2)
  }

  /// One to three capitals after a blank, and other words before them: `10, or US`.
  private static func endsWithCurrency(_ body: ArraySlice<UInt8>) -> Bool {
    let letters = body.reversed().prefix { $0 &- 0x41 < 26 }.count
    let rest = body.dropLast(letters)
    return (1...3).contains(letters) && rest.last.map(ASCII.isBlank) == true && hasWord(rest, of: 2) && !hasCommandOrScript(rest)
  }

  /// `，`, `。`, `、`, `；`, `：`, `！`, `？`, `）`.
  static func beginsWithFullWidthSign(_ text: ArraySlice<UInt8>) -> Bool {
    guard let first = text.first, first == 0xE3 || first == 0xEF, text.count >= 3 else { return false }
    return fullWidthSigns.contains(Array(text.prefix(3)))
  }

  private static let fullWidthSigns: [[UInt8]] = "，。、；：！？）".map { Array(String($0).utf8) }

  /// The number of bytes at the beginning of a text that end a sentence or a clause: `.`, `,`, `;`, `:`, `。`, `，`, `；`.
  static func stop(at index: Int, in text: [UInt8], to end: Int) -> Int {
    guard index < end else { return 0 }
    switch text[index] {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ";"), UInt8(ascii: ":"):
      // `.5`, `...` and `:::` are not punctuation.
      return index + 1 == end || ASCII.isBlank(text[index + 1]) ? 1 : 0
    case 0xE3, 0xEF: return index + 3 <= end && stops.contains(Array(text[index..<index + 3])) ? 3 : 0
    default: return 0
    }
  }

  private static let stops: [[UInt8]] = "。，；：．".map { Array(String($0).utf8) }

  /// True if there is a word of at least this many letters, commands not counted.
  static func hasWord(_ text: ArraySlice<UInt8>, of length: Int) -> Bool {
    var run = 0
    var isCommand = false
    for byte in text {
      if ASCII.isLetter(byte) {
        run += 1
        if run >= length, !isCommand { return true }
      } else {
        run = 0
        isCommand = byte == ASCII.backslash
      }
    }
    return false
  }

  /// Words of two letters and more side by side, with blanks around them.
  static func hasWords(_ text: ArraySlice<UInt8>, of count: Int) -> Bool {
    var words = 0
    for part in text.split(whereSeparator: ASCII.isBlank) {
      words = part.count > 1 && part.allSatisfy(ASCII.isLetter) ? words + 1 : 0
      if words == count { return true }
    }
    return false
  }

  /// Commands that nearly all formulas with commands have: text with one of them was meant as a formula.
  static func namesCommonCommand(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let slash = rest.firstIndex(of: ASCII.backslash) {
      let name = rest[(slash + 1)...].prefix(while: ASCII.isLetter)
      if commonCommands.contains(String(decoding: name, as: UTF8.self)) { return true }
      rest = rest[min(rest.endIndex, max(slash + 1, name.endIndex))...]
    }
    return false
  }

  /// `\ \ `, `\quad`: a formula that is a space and nothing else.
  static func isSpacing(_ text: ArraySlice<UInt8>) -> Bool {
    var rest = text
    while let first = rest.first {
      if ASCII.isBlank(first), rest.startIndex > text.startIndex {
        rest.removeFirst()
        continue
      }
      guard first == ASCII.backslash, let sign = rest.dropFirst().first else { return false }
      let name = rest.dropFirst().prefix(while: ASCII.isLetter)
      let isQuad = name.elementsEqual("quad".utf8) || name.elementsEqual("qquad".utf8)
      guard name.isEmpty ? " ,;:!".utf8.contains(sign) : isQuad else { return false }
      rest = rest.dropFirst(max(2, 1 + name.count))
    }
    return !text.isEmpty
  }

  /// `Least\ Prime\ Factor`: all of its blanks are LaTeX's, which no prose has.
  static func hasOnlyCommandedSpaces(_ text: ArraySlice<UInt8>) -> Bool {
    var slashes = 0
    var hasSpace = false
    for byte in text {
      if ASCII.isBlank(byte) {
        guard slashes % 2 == 1 else { return false }
        hasSpace = true
      }
      slashes = byte == ASCII.backslash ? slashes + 1 : 0
    }
    return hasSpace
  }

  /// True for text that goes on behind the end of a cell, an item or a paragraph in HTML.
  private static func leavesElement(_ text: ArraySlice<UInt8>) -> Bool {
    text.indices.contains { index in
      guard text[index] == ASCII.less, text[index...].dropFirst().first == UInt8(ascii: "/") else { return false }
      if ["</td", "</th", "</li", "</p>", "</dd"].contains(where: { text[index...].starts(with: $0.utf8) }) { return true }
      // `$ m $</span> and <span>$ n $`: the end of an element that begins outside.
      let name = text[index...].dropFirst(2).prefix(while: ASCII.isLetter)
      return name.count > 1 && text[name.endIndex...].first == ASCII.greater && text[..<index].firstRange(of: [ASCII.less] + name) == nil
    }
  }

  /// True for the name of a command that is common in formulas.
  static func isCommonCommand(_ name: ArraySlice<UInt8>) -> Bool {
    let name = String(decoding: name, as: UTF8.self)
    return commonCommands.contains(name) || relations.contains(name)
  }

  private static let relations: Set<String> = [
    "iff", "implies", "impliedby", "land", "lor", "lnot", "neg", "forall", "exists", "notin", "subseteq", "supset", "supseteq", "setminus",
    "mid", "sim", "simeq", "cong", "leftarrow", "Leftarrow", "leftrightarrow", "Leftrightarrow", "mapsto", "lfloor", "rfloor", "lceil",
    "rceil", "emptyset", "varnothing", "wedge", "vee", "ll", "gg", "lt", "gt", "propto", "perp", "div", "mod", "pmod", "bmod",
  ]

  private static let commonCommands: Set<String> = [
    "frac", "dfrac", "tfrac", "sqrt", "sum", "prod", "int", "lim", "infty", "partial", "nabla", "left", "right", "text", "mathrm", "mathbf",
    "mathbb", "mathcal", "operatorname", "hat", "bar", "vec", "tilde", "dot", "overline", "alpha", "beta", "gamma", "delta", "epsilon",
    "varepsilon", "theta", "lambda", "mu", "pi", "rho", "sigma", "tau", "phi", "varphi", "psi", "omega", "Gamma", "Delta", "Sigma", "Omega",
    "leq", "le", "geq", "ge", "neq", "approx", "equiv", "times", "cdot", "cdots", "ldots", "dots", "pm", "to", "rightarrow", "Rightarrow",
    "in",
    "subset", "cup", "cap", "begin", "quad", "ell", "langle", "rangle", "log", "sin", "cos", "exp", "max", "min",
  ]
}
