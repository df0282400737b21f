import TypesetDiagnostics

// The formulas of a paragraph, by their delimiters.

extension InlineScanner {
  // MARK: Backslashes

  /// `\ref{…}` and `\eqref{…}` in running text, as MathJax reads them: the whole command is the formula.
  private mutating func reference(_ start: Int) -> Int? {
    guard let command = ["\\ref{", "\\eqref{"].first(where: { text.bytes[start...].starts(with: $0.utf8) }) else { return nil }
    var index = start + command.utf8.count
    let first = index
    while index < text.count, text.bytes[index] != ASCII.closeBrace {
      // LaTeX allows blanks in labels.
      guard text.bytes[index] >= ASCII.space, text.bytes[index] != ASCII.openBrace, index - first < 200 else { return nil }
      index += 1
    }
    guard index < text.count, index > first else { return nil }
    record(start..<index + 1, body: start..<index + 1, .inline)
    return index + 1
  }

  /// `\begin{align}…\end{align}` after other words of its paragraph, as pandoc and MathJax read it.
  private mutating func environment(_ start: Int) -> Int? {
    guard text.byte(start + 1) == UInt8(ascii: "b"), !text.isLaTeX, let opener = DisplayOpener(text.bytes, at: start, lineEnd: text.count),
      case .environment(let name) = opener.kind
    else { return nil }
    let closer = Array(opener.closerName.utf8)
    guard !missing.contains(.closer(closer)) else { return nil }
    let bodyStart = start + closer.count + 2
    guard bodyStart <= text.count, let found = text.bytes[bodyStart...].firstRange(of: closer) else {
      missing.insert(.closer(closer))
      return nil
    }
    // `\begin{align} … \end{align}` names the environment.
    let body = text.bytes[bodyStart..<found.lowerBound]
    guard body.contains(where: { ASCII.isLetter($0) || ASCII.isDigit($0) }) else { return nil }
    // One that is closed in code is talked about.
    if let tick = body.firstIndex(of: ASCII.backtick), let end = codeEnd(tick), end > found.lowerBound { return nil }
    record(start..<found.upperBound, body: start..<found.upperBound, name == "math" ? .inline : .display)
    return found.upperBound
  }

  /// `\(…\)` and `\[…\]`, or `\\(…\\)` from tools in which Markdown goes first; any other backslash escapes the next character.
  mutating func afterBackslash(_ start: Int) -> Int {
    if text.byte(start + 1) == UInt8(ascii: "f"), let end = doxygenFormula(start) { return end }
    let isDoubled = text.byte(start + 1) == ASCII.backslash
    let bracket = text.byte(start + (isDoubled ? 2 : 1))
    guard bracket == ASCII.openParenthesis || bracket == ASCII.openBracket else {
      return reference(start) ?? environment(start) ?? latexCommand(start) ?? bookdown(start) ?? start + 2
    }
    guard dialect.has(.bracketMath) else { return start + 2 }
    let close = bracket == ASCII.openParenthesis ? ASCII.closeParenthesis : ASCII.closeBracket
    let slashes = [UInt8](repeating: ASCII.backslash, count: isDoubled ? 2 : 1)
    return bracketed(start, opener: slashes + [bracket], closer: slashes + [close])
  }

  private mutating func latexCommand(_ start: Int) -> Int? {
    if let end = ScienceCommand.end(in: text, at: start) {
      record(start..<end, body: start..<end, .inline)
      return end
    }
    guard let command = LaTeXInline(text, at: start, after: edits.last?.range, cites: cites) else { return nil }
    edits += command.edits
    pictureLabel = command.pictureLabel ?? pictureLabel
    if let label = command.captionLabel { labelCaption(label) }
    return command.end
  }

  /// Doxygen's `\f$…\f$`, `\f(…\f)` and `\f[…\f]`.
  private mutating func doxygenFormula(_ start: Int) -> Int? {
    let bodyStart = start + 3
    let isDisplay = text.byte(start + 2) == ASCII.openBracket
    let end: UInt8
    switch text.byte(start + 2) {
    case ASCII.dollar: end = ASCII.dollar
    case ASCII.openParenthesis: end = ASCII.closeParenthesis
    case ASCII.openBracket: end = ASCII.closeBracket
    default: return nil
    }
    let closer = [ASCII.backslash, UInt8(ascii: "f"), end]
    guard !missing.contains(.closer(closer)) else { return nil }
    var index = bodyStart
    while index + closer.count <= text.count {
      if text.bytes[index] == closer[0], text.bytes[index..<index + closer.count].elementsEqual(closer) {
        guard text.bytes[bodyStart..<index].contains(where: { !ASCII.isBlank($0) }) else { return nil }
        record(start..<index + closer.count, body: bodyStart..<index, isDisplay ? .display : .inline)
        return index + closer.count
      }
      index += 1
    }
    missing.insert(.closer(closer))
    return nil
  }

  private mutating func bracketed(_ start: Int, opener: [UInt8], closer: [UInt8]) -> Int {
    let bodyStart = start + opener.count
    guard !missing.contains(.closer(closer)) else { return bodyStart }
    var index = bodyStart
    var braces = 0
    var inner = 0
    while index + closer.count <= text.count {
      if text.bytes[index] == closer[0], text.bytes[index..<index + closer.count].elementsEqual(closer) {
        if inner == 0 {
          let (last, end) = (text.bodyEnd(before: index, closer), index + closer.count)
          guard let form = form(ofBracketed: bodyStart..<last, in: start..<end, isDoubled: closer.count == 3) else { return bodyStart }
          record(start..<end, body: bodyStart..<last, form)
          return end
        }
        inner -= 1
      } else if closer.count == 2, text.bytes[index] == ASCII.backslash, text.byte(index + 1) == opener[1] {
        // Only `\text{if \(x\)}` may contain another one.
        guard braces > 0 else { return bodyStart }
        inner += 1
      }
      if text.bytes[index] == ASCII.openBrace { braces += 1 }
      if text.bytes[index] == ASCII.closeBrace { braces -= 1 }
      index += text.bytes[index] == ASCII.backslash && closer.count == 2 ? 2 : 1
    }
    missing.insert(.closer(closer))
    return bodyStart
  }

  /// Escaped brackets in running text have no sign of a formula between them; ambiguous ones are decided by the whole document.
  private mutating func form(ofBracketed body: Range<Int>, in range: Range<Int>, isDoubled: Bool) -> FoundMath.Form? {
    let content = text.bytes[body]
    guard content.contains(where: { !ASCII.isBlank($0) }) else { return nil }
    let isDisplay = text.bytes[body.lowerBound - 1] == ASCII.openBracket
    if isDoubled { return .doubled(isDisplay: isDisplay) }
    // `f\(x\)`, `O\(2^N\)`: an escaped parenthesis of a name, unlike `m\(^2\)`; GitBook's editor escapes them all, and has dollars around its formulas.
    let touchesName = range.lowerBound > 0 && ASCII.isLetter(text.bytes[range.lowerBound - 1])
    if touchesName || dialect.tool == .honkit, !MathEvidence.hasCommand(content), !MathEvidence.isScript(content) {
      if !isDisplay { escapesParentheses = true }
      return nil
    }
    // `\(see $$a$$ there\)`: parentheses of a tool that escapes them, with a formula between them.
    if content.firstRange(of: [ASCII.dollar, ASCII.dollar]) != nil {
      if !isDisplay { escapesParentheses = true }
      return nil
    }
    // `\( $A$ \)`: a formula between parentheses.
    let ends = (content.first { !ASCII.isBlank($0) }, content.last { !ASCII.isBlank($0) })
    if !isDisplay, ends == (ASCII.dollar, ASCII.dollar) { return nil }
    // `\[1, 2\]` amid words: works that are cited.
    if isDisplay, !isAlone(range), content.allSatisfy({ ASCII.isDigit($0) || ", -\u{2013}".utf8.contains($0) }) { return nil }
    if MathEvidence.isEscapedText(content) {
      escapesParentheses = true
      return nil
    }
    let hasSigns = MathEvidence.isFormula(content, countsLetters: false)
    // `\(e.g. lang=de\)`, `\(const T& t\)`: words count more than a single letter or an equals sign.
    let isWordy = MathEvidence.hasWord(content, of: 4) && !MathEvidence.hasCommandOrScript(content)
    if !isDisplay {
      if !isWordy, MathEvidence.isFormula(content, countsLetters: true) { return .bracketed(isDisplay: false, isEvident: true) }
    } else if MathEvidence.namesCommonCommand(content) || hasSigns && !MathEvidence.hasWord(content, of: 3) {
      // `a\[i_1\]` is an index.
      let previous = body.lowerBound > 2 ? text.bytes[body.lowerBound - 3] : 0
      if hasSigns, !ASCII.isLetter(previous), !ASCII.isDigit(previous) { return .bracketed(isDisplay: true, isEvident: true) }
    } else if isAlone(range), MathEvidence.isFormula(content, countsLetters: true) {
      return .bracketed(isDisplay: true, isEvident: true)
    }
    let isPlain = content.allSatisfy { $0 < 0x80 && $0 != ASCII.dollar && $0 != ASCII.backtick } && !MathEvidence.hasWord(content, of: 5)
    return isPlain || isWordy && hasSigns ? .bracketed(isDisplay: isDisplay, isEvident: false) : nil
  }

  // MARK: Dollars

  mutating func afterDollar(_ start: Int) -> Int {
    if text.byte(start + 1) == ASCII.dollar { return doubleDollar(start) }
    if text.byte(start + 1) == ASCII.backtick, let end = mathCode(start) { return end }
    return singleDollar(start)
  }

  /// `` $`…`$ ``, GitLab's and GitHub's form.
  private mutating func mathCode(_ start: Int) -> Int? {
    guard !missing.contains(.mathCode) else { return nil }
    var index = start + 2
    while index + 1 < text.count {
      if text.bytes[index] == ASCII.backtick, text.bytes[index + 1] == ASCII.dollar {
        guard index > start + 2 else { return nil }
        record(start..<index + 2, body: start + 2..<index, .inline)
        return index + 2
      }
      index += 1
    }
    missing.insert(.mathCode)
    return nil
  }

  private mutating func doubleDollar(_ start: Int) -> Int {
    var index = start + 2
    if !missing.contains(.doubleDollar) {
      while index + 1 < text.count {
        if text.bytes[index] == ASCII.dollar, text.bytes[index + 1] == ASCII.dollar {
          let body = start + 2..<index
          guard text.bytes[body].contains(where: { !ASCII.isBlank($0) }) else {
            if text.isUnseen(start..<index + 2) { edits.append(text.edit(start..<index + 2, "")) }
            return index + 2
          }
          // Prose is between two formulas, of which one has lost a delimiter.
          if ProseEvidence.isText(lines: text.bytes[body].split(separator: ASCII.newline, omittingEmptySubsequences: false)) {
            sayUnclosed(start)
            return start + 2
          }
          record(start..<index + 2, body: body, form(ofDoubled: start..<index + 2))
          return index + 2
        }
        index += text.bytes[index] == ASCII.backslash ? 2 : 1
      }
      missing.insert(.doubleDollar)
      if MathEvidence.isFormula(text.bytes[(start + 2)...].prefix(200), countsLetters: false) { sayUnclosed(start) }
    }
    return start + 2
  }

  private mutating func sayUnclosed(_ start: Int) {
    let place = text.source(start)
    diagnostics.append(
      Diagnostic(
        .warning, "math.unclosed", at: SourceSpan(place, place + 2), "unmatched $$",
        hint: "close the display with $$ in the same paragraph, or write \\$ for a dollar sign"))
  }

  /// A display, unless there is text on its line: then the document decides.
  private func form(ofDoubled range: Range<Int>) -> FoundMath.Form {
    let isAmid = dialect.has(.inlineDoubleDollars) && text.hasWords(beside: range)
    guard !text.bytes[range].contains(ASCII.newline) else { return isAmid ? .doubleDollar(isAmidText: true) : .display }
    let (before, after) = beside(range)
    // pandoc-crossref's `$$…$$ {#eq:x}` has a number, whichever tool reads it.
    if !before, text.bytes[range.upperBound...].drop(while: { ASCII.isBlank($0) }).starts(with: "{#eq".utf8) { return .display }
    let isKramdown = dialect.has(.inlineDoubleDollars) && MathEvidence.stop(at: range.upperBound, in: text.bytes, to: text.count) > 0
    return before || after || isAmid || isKramdown ? .doubleDollar(isAmidText: before && after) : .display
  }

  /// True if there is text before a range on its first line, and after it on its last line.
  private func beside(_ range: Range<Int>) -> (before: Bool, after: Bool) {
    let line = text.lines[text.line(at: range.lowerBound)]
    let last = text.lines[text.line(at: range.upperBound - 1)]
    let after = last.start + last.source.count
    let tail = range.upperBound + MathEvidence.stop(at: range.upperBound, in: text.bytes, to: after)
    return (
      text.bytes[line.start..<range.lowerBound].contains { !ASCII.isBlank($0) }, text.bytes[tail..<after].contains { !ASCII.isBlank($0) }
    )
  }

  private func isAlone(_ range: Range<Int>) -> Bool {
    let (before, after) = beside(range)
    return !before && !after
  }

  /// Pandoc's rule: no white space inside the delimiters, no digit after the closer. With white space inside, the content must
  /// show that it is a formula.
  private mutating func singleDollar(_ start: Int) -> Int {
    guard let end = closer(of: start) else {
      let line = text.bytes[(start + 1)...].prefix(200).prefix { $0 != ASCII.newline }
      let hasCommands = line.first.map(ASCII.isBlank) == false && MathEvidence.namesCommonCommand(line)
      if hasCommands { commandsInText = commandsInText ?? text.source(start) }
      return start + 1
    }
    let body = text.bytes[start + 1..<end]
    let previous = start > 0 ? text.bytes[start - 1] : 0
    guard text.isFormula(body, previous: previous, next: text.byte(end + 1), barsAreColumns: barsAreColumns, dialect) else {
      if MathEvidence.namesCommonCommand(body) { commandsInText = commandsInText ?? text.source(start) }
      // A search that passed dollars in braces is not repeated from each of them.
      if body.contains(ASCII.dollar) { missing.insert(.bracedDollar) }
      return start + 1
    }
    record(
      start..<end + 1, body: text.withoutBrackets(start + 1..<end),
      DisplayOpener.isEnvironment(body) && !text.isTableRow ? .display : .singleDollar)
    return end + 1
  }

  /// The next dollar that is neither escaped nor within braces (as in `\text{…$x$…}`); if braces do not balance, the next
  /// dollar of all. A code span in between ends the search: it binds more tightly.
  private mutating func closer(of start: Int) -> Int? {
    var depth = 0
    var first: Int?
    var index = start + 1
    while index < text.count {
      switch text.bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openBrace: depth += 1
      case ASCII.closeBrace: depth -= 1
      case ASCII.backtick:
        // To pandoc a formula comes before the code that is in its braces.
        let isWords = depth > 0 && (dialect.tool.isPandoc || text.isQuotation(index, from: start))
        if !isWords, codeEnd(index) != nil { return first }
        while text.byte(index + 1) == ASCII.backtick { index += 1 }
      case ASCII.dollar:
        if depth <= 0, text.opensDisplay(index) { return text.hasDollars(after: index + 2) ? first : index }
        if depth <= 0 { return index }
        if missing.contains(.bracedDollar) { return first ?? index }
        if first == nil { first = index }
      default: break
      }
      index += 1
    }
    if first != nil { missing.insert(.bracedDollar) }
    return first
  }
}

extension BlockText {
  /// True if what is between two dollars is a formula.
  ///
  /// - Parameters:
  ///   - previous: The byte before the opener, 0 for none.
  ///   - next: The byte after the closer, 0 for none.
  ///   - barsAreColumns: True if a bar in the row of a table ends a cell.
  fileprivate func isFormula(_ body: ArraySlice<UInt8>, previous: UInt8, next: UInt8, barsAreColumns: Bool, _ dialect: Dialect) -> Bool {
    guard let first = body.first, let last = body.last else { return false }
    if ASCII.isDigit(next), !MathEvidence.isSign(body) {
      guard previous >= 0x80, MathEvidence.isEvidentAmidIdeographs(body) else { return false }
    }
    guard !MathEvidence.isOtherUse(body, previous: previous, next: next) else { return false }
    if MathEvidence.isSpacing(body) { return true }
    if isTableRow, barsAreColumns, crossesColumn(body) { return false }
    if ASCII.isBlank(first) || ASCII.isBlank(last) {
      if DisplayOpener.isWholeEnvironment(body) { return true }
      return MathEvidence.isFormulaBetweenBlanks(body, previous: previous, next: next)
    }
    // `5$. Then we have the other one, of $6`: a sentence without any sign of a formula.
    // One word, as pandoc has it: `$mul$`.
    let isWord =
      body.allSatisfy { $0 < 0x80 && !ASCII.isBlank($0) } || MathEvidence.isMathematicalWord(body)
      || !ASCII.isDigit(previous) && MathEvidence.isIdeographicWord(body)
    if isWord || MathEvidence.hasForm(body) { return true }
    // `$Linear Model$`: pandoc asks what is in it for nothing.
    if dialect.tool.isPandoc, !ASCII.isLetter(previous), !ASCII.isDigit(previous), ProseEvidence.isName(body) { return true }
    return MathEvidence.isApplication(body) || MathEvidence.isFormula(body, countsLetters: false) || !ProseEvidence.isText(body)
  }

  /// True for `$$ $$` alone on its line, by which authors make space.
  fileprivate func isUnseen(_ range: Range<Int>) -> Bool {
    if isBesideEnvironment(range) { return true }
    guard range.count > 4 else { return false }
    let before = bytes[..<range.lowerBound].suffix(100).reversed().prefix { $0 != ASCII.newline }
    let after = bytes[range.upperBound...].prefix(100).prefix { $0 != ASCII.newline }
    return before.allSatisfy(ASCII.isBlank) && after.allSatisfy(ASCII.isBlank)
  }

  /// `$$$$\begin{equation}…\end{equation}$$$$`: of two empty displays around an environment nothing is seen.
  private func isBesideEnvironment(_ range: Range<Int>) -> Bool {
    if bytes[range.upperBound...].drop(while: { $0 <= ASCII.space }).starts(with: "\\begin{".utf8) { return true }
    let head = bytes[..<range.lowerBound].suffix(60)
    guard let last = head.lastIndex(where: { $0 > ASCII.space }), bytes[last] == ASCII.closeBrace,
      let slash = head[..<last].lastIndex(of: ASCII.backslash)
    else { return false }
    return head[slash...].starts(with: "\\end{".utf8)
  }

  /// `$\(x\)$`: one pair of delimiters is enough.
  fileprivate func withoutBrackets(_ body: Range<Int>) -> Range<Int> {
    guard body.count > 4, bytes[body].starts(with: "\\(".utf8), bytes[body].suffix(2).elementsEqual("\\)".utf8) else {
      return body
    }
    let inner = body.lowerBound + 2..<body.upperBound - 2
    return bytes[inner].firstRange(of: "\\)".utf8) == nil ? inner : body
  }

  /// Where the formula before a closing bracket ends: of three backslashes, too, Markdown leaves the bracket's own.
  fileprivate func bodyEnd(before index: Int, _ closer: [UInt8]) -> Int {
    closer.count == 3 && index > 1 && bytes[index - 1] == ASCII.backslash && bytes[index - 2] != ASCII.backslash ? index - 1 : index
  }

  /// True if a paragraph has other words than those in a range, which are no tags: there kramdown has no displays.
  fileprivate func hasWords(beside range: Range<Int>) -> Bool {
    [bytes[..<range.lowerBound], bytes[range.upperBound...]].contains { words in
      let words = words.drop { $0 <= ASCII.space }
      return !words.isEmpty && words.first != ASCII.less && words.last { $0 > ASCII.space } != ASCII.greater
    }
  }

  /// ` | ` in a row whose bars are column separators.
  fileprivate func crossesColumn(_ body: ArraySlice<UInt8>) -> Bool {
    guard !MathEvidence.hasCommand(body) else { return false }
    return body.indices.contains { index in
      guard body[index] == ASCII.pipe else { return false }
      let previous = index > body.startIndex ? bytes[index - 1] : 0
      // `\|` is no column's bar.
      return previous != ASCII.backslash && (ASCII.isBlank(byte(index + 1)) || ASCII.isBlank(previous))
    }
  }

  /// True if two dollars follow, which end a display; without them the first of two ends a formula, and the second begins the next:
  /// `$a \implies $$b$`.
  fileprivate func hasDollars(after start: Int) -> Bool {
    start < count && bytes[start...].prefix(2_000).firstRange(of: [ASCII.dollar, ASCII.dollar]) != nil
  }

  /// `$$` after a blank or an opening bracket does not close a single dollar.
  fileprivate func opensDisplay(_ index: Int) -> Bool {
    guard byte(index + 1) == ASCII.dollar else { return false }
    return ASCII.isBlank(bytes[index - 1]) || bytes[index - 1] == ASCII.openParenthesis
      || bytes[index - 1] == ASCII.openBracket
  }

  /// LaTeX's quotation mark in the text of a formula, as in ``\text{``x"}``: two backticks that begin an argument.
  fileprivate func isQuotation(_ index: Int, from start: Int) -> Bool {
    guard byte(index + 1) == ASCII.backtick, byte(index + 2) != ASCII.backtick, bytes[index - 1] == ASCII.openBrace else {
      return false
    }
    let name = bytes[start..<index - 1].reversed().prefix(10).prefix(while: ASCII.isLetter)
    return byte(index - 2 - name.count) == ASCII.backslash
      && [Array("text"), Array("textit"), Array("textrm"), Array("textbf"), Array("mbox"), Array("mathrm")].contains {
        $0.reversed().map { $0.asciiValue ?? 0 }.elementsEqual(name)
      }
  }

  /// Where a letter puts stars between a formula, which the parser reads as letters, and punctuation between letters: `$x$**-approximate**`. To
  /// tools that see the dollar there is punctuation on both sides.
  ///
  /// - Parameter formulaEnd: Where the last formula ends.
  func gapBesideFormula(endingAt formulaEnd: Int, _ run: Range<Int>) -> Int? {
    func isSign(_ index: Int) -> Bool { "!\"#%&'(),-./:;<=>?@[]^{|}+\\".utf8.contains(byte(index)) }
    if run.lowerBound == formulaEnd, run.lowerBound > 0, isSign(run.upperBound) { return run.upperBound }
    guard run.lowerBound > 0, isSign(run.lowerBound - 1), byte(run.upperBound) == ASCII.dollar, byte(run.upperBound + 1) > ASCII.space
    else { return nil }
    // Behind a bracket that opens it closes only what is open: `**Level (**$x$)`, but `(**$x$ is**)`.
    return "([{".utf8.contains(bytes[run.lowerBound - 1]) && !followsOpener(run) ? nil : run.lowerBound
  }

  /// True if a run of stars has an odd number of runs of the same length before it in its paragraph.
  private func followsOpener(_ run: Range<Int>) -> Bool {
    var (count, index) = (0, max(0, run.lowerBound - 500))
    while index < run.lowerBound {
      guard bytes[index] == bytes[run.lowerBound] else {
        index += bytes[index] == ASCII.backslash ? 2 : 1
        continue
      }
      let end = bytes[index..<run.lowerBound].firstIndex { $0 != bytes[run.lowerBound] } ?? run.lowerBound
      if end - index == run.count { count += 1 }
      index = end
    }
    return count % 2 == 1
  }
}
