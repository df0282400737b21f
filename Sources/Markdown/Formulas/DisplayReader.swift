import TypesetDiagnostics

// Displays that take whole lines, and recovery of those that are never closed.

/// The pieces of lines that a display consists of, and where its closer ends.
struct TakenDisplay {
  var opener: DisplayOpener
  var start: Int
  var body: [Range<Int>]
  var end: Int
  var isUnclosed = false

  /// An equation number that the author wrote after the display, with its parentheses: `$$…$$ (4.7)`.
  func equationTag(in bytes: [UInt8], to lineEnd: Int) -> Range<Int>? {
    switch opener.kind {
    case .dollars, .bracket: break
    default: return nil
    }
    guard !isUnclosed else { return nil }
    var start = end
    while start < lineEnd, ASCII.isBlank(bytes[start]) { start += 1 }
    guard start < lineEnd, bytes[start] == ASCII.openParenthesis else { return nil }
    var last = lineEnd
    while last > start, ASCII.isBlank(bytes[last - 1]) { last -= 1 }
    guard (3...9).contains(last - start), bytes[last - 1] == ASCII.closeParenthesis, ASCII.isDigit(bytes[start + 1]) else { return nil }
    // `(4.7)`, `(3-1)`, `(2a)`.
    let number = bytes[(start + 1)..<(last - 1)]
    let isNumber = number.dropLast().allSatisfy { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
    guard isNumber, number.last.map({ ASCII.isDigit($0) || ASCII.isLetter($0) || $0 == UInt8(ascii: "'") }) ?? false else { return nil }
    return body.contains { Self.hasRowsOrTag(bytes[$0]) } ? nil : start..<last
  }

  /// True for a formula that is a display wherever it stands.
  func isDisplayAnywhere(in bytes: [UInt8]) -> Bool {
    DisplayOpener.isDisplayAnywhere(Array(body.map { bytes[$0] }.joined(separator: [ASCII.newline])))
  }

  /// True if there is a `\\tag` or `\\\\`.
  private static func hasRowsOrTag(_ line: ArraySlice<UInt8>) -> Bool {
    var index = line.startIndex
    while let slash = line[index...].firstIndex(of: ASCII.backslash), slash + 1 < line.endIndex {
      if line[slash + 1] == ASCII.backslash || line[slash...].starts(with: "\\tag".utf8) { return true }
      index = slash + 2
    }
    return false
  }
}

extension DisplayOpener {
  /// The report of a display that nothing closes.
  func unclosed(at start: Int, endsWithParagraph: Bool) -> Diagnostic {
    Diagnostic(
      .warning, "math.unclosed", at: SourceSpan(start, start + max(length, 6)),
      endsWithParagraph ? "this display is never closed; it ends with its paragraph" : "this display is never closed",
      hint: "close it with \(closerName)\(kind == .dollars ? ", or write \\$ for a dollar sign" : "")")
  }
}

/// Finds the displays that begin their line: `$$`, `\[`, `\begin{align}`.
struct DisplayReader {
  private let bytes: [UInt8]
  /// The position of the last `$$`, so that closers are not searched for repeatedly.
  private let lastDoubleDollar: Int
  /// Closers that were not found up to the end of the text, outside of all containers.
  private var exhausted = Set<String>()
  private let dialect: Dialect
  /// MyST: what is behind a display is its label. Numbers are labels where the text refers to them, ``{eq}`1` ``.
  private let numbersAsLabels: Set<ArraySlice<UInt8>>
  /// How often the fences below a display were counted.
  private var pairSearches = 0

  init(_ bytes: [UInt8], from textStart: Int, dialect: Dialect) {
    (self.bytes, self.dialect) = (bytes, dialect)
    numbersAsLabels = dialect.tool == .myst ? Self.numbers(referredToIn: bytes) : []
    var index = bytes.count - 2
    while index >= textStart, bytes[index] != ASCII.dollar || bytes[index + 1] != ASCII.dollar { index -= 1 }
    lastDoubleDollar = index >= textStart ? index : -1
  }

  /// The definition that begins a paragraph here; outside of containers it may have several lines.
  private func definition(from start: Int, to lineEnd: Int, in open: OpenBlocks) -> TakenDisplay? {
    let lines = DisplayOpener.definitionLines(bytes, from: start, to: lineEnd, mostLines: open.isEmpty ? 40 : 1)
    return lines.flatMap { $0.last }.map { TakenDisplay(opener: .definition, start: start, body: lines ?? [], end: $0.upperBound) }
  }

  /// Looks for the closer of the display that begins here, over the lines of its container.
  ///
  /// - Parameter paragraph: The paragraph that the line would go on with; nil where it is in none.
  /// - Returns: The display, or a diagnostic for one that is not closed.
  mutating func read(
    from start: Int, to lineEnd: Int, in open: OpenBlocks, paragraph: InlineBlock? = nil, _ signs: inout MySTSigns
  ) -> (taken: TakenDisplay?, diagnostic: Diagnostic?) {
    let found = display(from: start, to: lineEnd, in: open, beginsParagraph: paragraph?.lines.isEmpty ?? false, &signs)
    guard dialect.has(.inlineDoubleDollars), let paragraph, let taken = found.taken, taken.opener.kind == .dollars, !taken.isUnclosed,
      !paragraph.lines.isEmpty || hasText(below: taken.end, in: open), !taken.isDisplayAnywhere(in: bytes)
    else { return found }
    // kramdown: a block of math has block boundaries on both sides; in a paragraph it is an inline formula.
    return (nil, nil)
  }

  /// True if text is right below the line where a display ends.
  private func hasText(below end: Int, in open: OpenBlocks) -> Bool {
    guard let line = open.textLine(after: end), let byte = bytes[line].first else { return false }
    let cursor = LineCursor(bytes, from: line.lowerBound, to: line.upperBound)
    return !"#>{^|<$`~:".utf8.contains(byte) && !(cursor.first.map { cursor.listMarkerWidth($0) != nil } ?? true)
      && !cursor.isThematicBreak
  }

  private mutating func display(
    from start: Int, to lineEnd: Int, in open: OpenBlocks, beginsParagraph: Bool, _ signs: inout MySTSigns
  ) -> (taken: TakenDisplay?, diagnostic: Diagnostic?) {
    if beginsParagraph, bytes[start] == ASCII.backslash, let taken = definition(from: start, to: lineEnd, in: open) { return (taken, nil) }
    guard let opener = DisplayOpener(bytes, at: start, lineEnd: lineEnd), opener.kind.isRead(in: dialect) else { return (nil, nil) }
    // Without a closer anywhere, only the paragraph matters.
    let isLast = opener.kind == .dollars && lastDoubleDollar < start + 2
    guard !exhausted.contains(opener.closerName) else { return (nil, nil) }
    var search = DisplaySearch(opener, bytes)
    if let end = search.closer(in: start + opener.length..<lineEnd) {
      let taken = TakenDisplay(opener: opener, start: start, body: search.body, end: end)
      if case .environment = opener.kind {
      } else if opener.kind == .dollars, dialect.has(.inlineDoubleDollars), bytes[end..<lineEnd].contains(where: { !ASCII.isBlank($0) }) {
        // kramdown's blocks of math have nothing after them, not even a full stop.
        return (nil, nil)
      } else if hasText(after: end, to: lineEnd, &signs), taken.equationTag(in: bytes, to: lineEnd) == nil {
        return (nil, nil)
      }
      return (search.isMath(isFenced: true) ? taken : nil, nil)
    }
    search.addLine(start + opener.length..<lineEnd, isBlank: false)
    var next = lineEnd + 1
    while next < bytes.count, !search.beginsAgain, !(isLast && search.hasBlankLine) {
      let end = open.lineEnd(from: next)
      var cursor = LineCursor(bytes, from: next, to: end)
      let matched = open.match(&cursor)
      // A later line may lack a quote's `>`; what is indented less than its list item belongs to something else.
      if matched < open.count {
        if leaves(open.containers[matched], cursor, search) { return recovered(search, start, isClosed: false) }
        cursor.skip(columns: cursor.indent)
      }
      if let closer = search.closer(in: cursor.offset..<end) {
        let isFenced = search.body.first.map { bytes[$0].allSatisfy(ASCII.isBlank) } ?? false && !hasText(after: closer, to: end, &signs)
        // Where one fence of a paragraph lacks a partner, words tell which.
        let isFormula = search.isMath(isFenced: isFenced && (!search.isText || hasEvenFences(below: end, in: open)))
        if isFormula || isFenced && (isLoneFormula(search.body) || isPaired(search, below: end, in: open)) {
          return (TakenDisplay(opener: opener, start: start, body: search.body, end: closer), nil)
        }
        return recovered(search, start, isClosed: true)
      }
      search.addLine(cursor.offset..<end, isBlank: cursor.isBlank)
      next = end + 1
    }
    if open.isEmpty, !search.beginsAgain, !isLast { exhausted.insert(opener.closerName) }
    return recovered(search, start, isClosed: false)
  }

  /// True if a display ends unclosed at a line that lacks the prefix of a container.
  private func leaves(_ container: OpenBlocks.Container, _ cursor: LineCursor, _ search: DisplaySearch) -> Bool {
    switch container {
    case .quote: cursor.isBlank || search.hasBlankLine
    case .item, .body:
      // A closer by itself may be at the margin.
      search.hasBlankLine
        || cursor.first.map({ bytes[$0.offset..<cursor.trimmedEnd].elementsEqual("$$".utf8) }) != true
          && ProseEvidence.isText(bytes[cursor.offset..<cursor.end])
    case .colons, .braces, .fenced: false
    }
  }

  /// True for one line with a command of LaTeX's and no dollar, with blank lines above and below it, as programs that read pages write displays: words
  /// in it are the formula's.
  private func isLoneFormula(_ body: [Range<Int>]) -> Bool {
    let lines = body.filter { range in bytes[range].contains { !ASCII.isBlank($0) } }
    guard lines.count == 1, let line = lines.first, body.count > 4, line.count < 1_000, !bytes[line].contains(ASCII.dollar) else {
      return false
    }
    return line.dropLast().contains { bytes[$0] == ASCII.backslash && ASCII.isLetter(bytes[$0 + 1]) }
  }

  /// True for two fences with a blank line between them, if those below are pairs up to the next heading: then these are one, too, whatever words are
  /// between them.
  private mutating func isPaired(_ search: DisplaySearch, below lineEnd: Int, in open: OpenBlocks) -> Bool {
    guard search.opener.kind == .dollars, search.hasBlankLine, open.isEmpty, pairSearches < 50,
      search.body.contains(where: { MathEvidence.isFormula(bytes[$0], countsLetters: false) }),
      !search.body.contains(where: { line in
        bytes[line].contains(ASCII.dollar) || bytes[line].contains(ASCII.backtick) || "#<>!-|".utf8.contains(bytes[line].first ?? 0)
      })
    else { return false }
    pairSearches += 1
    var count = 0
    var start = lineEnd + 1
    for _ in 0..<2_000 where start < bytes.count {
      let end = bytes[start...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[start..<end]
      if line.first == ASCII.hash { break }
      let words = line.drop { ASCII.isBlank($0) }
      if words.starts(with: "$$".utf8), words.dropFirst(2).allSatisfy({ $0 <= ASCII.space }) { count += 1 }
      start = end + 1
    }
    return count % 2 == 0
  }

  /// True if the rest of a paragraph below a closed display has as many openers as closers, on lines of their own.
  private func hasEvenFences(below lineEnd: Int, in open: OpenBlocks) -> Bool {
    var count = 0
    var start = lineEnd + 1
    for _ in 0..<200 where start < bytes.count {
      let end = open.lineEnd(from: start)
      let words = bytes[start..<end].filter { !ASCII.isBlank($0) && $0 != ASCII.greater }
      if words.isEmpty { break }
      if words.elementsEqual([ASCII.dollar, ASCII.dollar]) { count += 1 }
      start = end + 1
    }
    return count % 2 == 0
  }

  private func hasText(after end: Int, to lineEnd: Int, _ signs: inout MySTSigns) -> Bool {
    if equationLabel(after: end, to: lineEnd, &signs) != nil { return false }
    let start = end + MathEvidence.stop(at: end, in: bytes, to: lineEnd)
    return bytes[start..<lineEnd].contains { !ASCII.isBlank($0) }
  }

  /// Reads the number or label that an author has written after a display; false if there is neither.
  func name(_ taken: TakenDisplay, by rest: Range<Int>, _ signs: inout MySTSigns, _ findings: inout Findings) -> Bool {
    if let tag = taken.equationTag(in: bytes, to: rest.upperBound),
      !numbersAsLabels.contains(bytes[(tag.lowerBound + 1)..<(tag.upperBound - 1)])
    {
      findings.tagLast(tag)
    } else if let label = equationLabel(after: rest.lowerBound, to: rest.upperBound, &signs) {
      let name = bytes[(label.lowerBound + 1)..<(label.upperBound - 1)]
      findings.edit(label, Array("{#".utf8) + name + Array(" .equation}".utf8))
    } else {
      return false
    }
    return true
  }

  private static func numbers(referredToIn bytes: [UInt8]) -> Set<ArraySlice<UInt8>> {
    var names: Set<ArraySlice<UInt8>> = []
    var rest = bytes[...]
    while let role = rest.firstRange(of: Array("{eq}`".utf8)) {
      let name = bytes[role.upperBound...].prefix(9).prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ".") || $0 == UInt8(ascii: "-") }
      if name.first.map(ASCII.isDigit) == true { names.insert(name) }
      rest = bytes[role.upperBound...]
    }
    return names
  }

  /// MyST's `(label)` between a display and the end of its line, with its parentheses.
  private func equationLabel(after place: Int, to lineEnd: Int, _ signs: inout MySTSigns) -> Range<Int>? {
    var start = place
    while start < lineEnd, ASCII.isBlank(bytes[start]) { start += 1 }
    guard start < lineEnd, bytes[start] == ASCII.openParenthesis else { return nil }
    var end = lineEnd
    while end > start, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end - start > 2, end - start < 100, bytes[end - 1] == ASCII.closeParenthesis else { return nil }
    let name = bytes[(start + 1)..<(end - 1)]
    guard Directive.isLabel(String(decoding: name, as: UTF8.self)) || numbersAsLabels.contains(name), signs.show()
    else { return nil }
    return start..<end
  }

  /// True if an environment is within a formula between dollars: a single dollar is the next character other than white space and the
  /// sign behind a `\\right`, on this line or the next; or, for what is but a part of a formula, or within another environment, there is one in the
  /// paragraph.
  func dollarCloses(_ name: String, after end: Int) -> Bool {
    var index = end
    var lines = 0
    func skipBlanks() {
      while index < bytes.count, ASCII.isBlank(bytes[index]) || bytes[index] == ASCII.greater, lines < 2 {
        if bytes[index] == ASCII.newline { lines += 1 }
        index += 1
      }
    }
    skipBlanks()
    if bytes[index...].starts(with: "\\right".utf8), index + 7 < bytes.count {
      index += bytes[index + 6] == ASCII.backslash ? 8 : 7
      skipBlanks()
    }
    func isSingle(_ index: Int) -> Bool { bytes[index] == ASCII.dollar && (index + 1 == bytes.count || bytes[index + 1] != ASCII.dollar) }
    if index < bytes.count, isSingle(index) { return true }
    guard DisplayOpener.isPart(name) || isWithinAnother(end) else { return false }
    return Self.restOfParagraph(from: end, in: bytes).first { bytes[$0] == ASCII.dollar && bytes[$0 - 1] != ASCII.backslash }.map(isSingle)
      ?? false
  }

  /// Up to the next blank line, which may be in a quote, or as far as a formula is looked through.
  static func restOfParagraph(from start: Int, in bytes: [UInt8]) -> Range<Int> {
    let end = min(bytes.count, start + 2_000)
    var isBlank = false
    for index in start..<end {
      switch bytes[index] {
      case ASCII.newline:
        if isBlank { return start..<index }
        isBlank = true
      case ASCII.greater: break
      case let byte: if !ASCII.isBlank(byte) { isBlank = false }
      }
    }
    return start..<end
  }

  /// True if an environment ends below that began above one: `\begin{cases}`, a line with an environment of its own, `\end{cases}`.
  private func isWithinAnother(_ end: Int) -> Bool {
    var depth = 0
    for index in Self.restOfParagraph(from: end, in: bytes) {
      switch bytes[index] {
      case ASCII.dollar: return false
      case ASCII.backslash where bytes[index...].starts(with: "\\begin{".utf8): depth += 1
      case ASCII.backslash where bytes[index...].starts(with: "\\end{".utf8):
        if depth == 0 { return true }
        depth -= 1
      default: break
      }
    }
    return false
  }

  /// Recovers a display without a closer: its lines up to the paragraph's end, if they are a formula.
  private func recovered(_ search: DisplaySearch, _ start: Int, isClosed: Bool) -> (taken: TakenDisplay?, diagnostic: Diagnostic?) {
    let opener = search.opener
    if case .bracket = opener.kind { return (nil, nil) }
    if opener.kind == .dollars {
      let lines = search.body.isEmpty ? [] : search.formulaLines(isClosedByLast: isClosed)
      if let last = lines.last {
        // F#'s literate documents have nothing that closes three dollars but the paragraph's end.
        let isOfParagraph = opener.length == 3
        return (TakenDisplay(opener: opener, start: start, body: lines, end: last.upperBound, isUnclosed: !isOfParagraph), nil)
      }
    }
    return (nil, opener.unclosed(at: start, endsWithParagraph: false))
  }

  /// The lines up to the closer of a `$$` that a line leaves open: they belong to the formula, whatever blocks they look like.
  ///
  /// - Parameters:
  ///   - opener: The position of the `$$`.
  ///   - lineEnd: Where its line ends.
  ///   - next: Where the line below begins.
  func lines(below opener: Int, to lineEnd: Int, from next: Int, in open: OpenBlocks) -> (lines: [Range<Int>], next: Int)? {
    guard let display = DisplayOpener(bytes, at: opener, lineEnd: lineEnd) else { return nil }
    var search = DisplaySearch(display, bytes)
    search.addLine(opener + 2..<lineEnd, isBlank: false)
    // Below a `$$` at a line's end blank lines may be around the formula, if that is short.
    let mayHaveBlanks = bytes[opener + 2..<lineEnd].allSatisfy(ASCII.isBlank)
    var hasBlank = false
    var lines: [Range<Int>] = []
    var next = next
    var isClosed = false
    while next < bytes.count, !isClosed {
      let end = open.lineEnd(from: next)
      var cursor = LineCursor(bytes, from: next, to: end)
      if cursor.isBlank { hasBlank = true }
      guard cursor.isBlank || open.match(&cursor) == open.count, !hasBlank || mayHaveBlanks && lines.count < 20 else { return nil }
      cursor.skip(columns: cursor.indent)
      lines.append(cursor.offset..<end)
      isClosed = search.closer(in: cursor.offset..<end) != nil
      if !isClosed { search.addLine(cursor.offset..<end, isBlank: false) }
      next = end + 1
    }
    guard isClosed, search.isMath(isFenced: false), search.body.contains(where: { MathEvidence.isFormula(bytes[$0], countsLetters: false) })
    else {
      return nil
    }
    return (lines, next)
  }

  /// A display that lacks the prefixes of the items around it, and those of them that the line below it goes on with: that would be code
  /// elsewhere.
  mutating func atMargin(
    _ line: LineCursor, of open: OpenBlocks, from matched: Int, _ signs: inout MySTSigns
  ) -> (taken: TakenDisplay, items: OpenBlocks?)? {
    guard let first = line.first, first.byte == ASCII.dollar || first.byte == ASCII.backslash,
      DisplayOpener(open.bytes, at: first.offset, lineEnd: line.end) != nil,
      let taken = read(from: first.offset, to: line.end, in: open.outer(matched), &signs).taken, !taken.isUnclosed
    else { return nil }
    return (taken, open.items(goingOnBelow: taken.end, from: matched))
  }

  /// The same below a line of an item's paragraph: the items also stay where the next of them is right below. An indented line goes on with the
  /// paragraph of its quotation; other displays are blocks below what is above them.
  ///
  /// - Returns: Also what separates it from the line above.
  mutating func lazily(
    _ line: LineCursor, in open: OpenBlocks, from matched: Int, _ signs: inout MySTSigns
  ) -> (taken: TakenDisplay, items: OpenBlocks?, blank: [UInt8])? {
    guard let (taken, items) = atMargin(line, of: open, from: matched, &signs) else { return nil }
    if line.indent > 0, open.containers[matched...].allSatisfy({ if case .quote = $0 { true } else { false } }) { return (taken, open, []) }
    let blank = open.outer(matched).prefix + [ASCII.newline]
    return (taken, items ?? (open.goOn(rightBelow: taken.end, from: matched) ? open : nil), blank)
  }

  /// The items that go on below a formula at the margin: a display, or a line that is one formula, which is read as text.
  mutating func goingOn(
    _ line: LineCursor, in open: OpenBlocks, from matched: Int, _ signs: inout MySTSigns
  ) -> (items: OpenBlocks, taken: TakenDisplay?)? {
    if line.isFormula, let items = open.items(goingOnBelow: line.end, from: matched) { return (items, nil) }
    guard case let (taken, items?)? = atMargin(line, of: open, from: matched, &signs) else { return nil }
    return (items, taken)
  }
}
