import TypesetDiagnostics

/// The blocks that are open around a line, and how lines continue and close them.
struct OpenBlocks {
  enum Container {
    case quote
    /// Columns that a line of the item is indented by.
    case item(Int)
    /// The indented body of an admonition, a tab or a definition.
    case body(Int, isDefinition: Bool)
    /// Up to a line of colons; where its opener is.
    case colons(from: Int)
    /// Up to a closing brace; columns that its lines may be indented by, and its number among the special blocks.
    case braces(Int, special: Int)
    /// Up to a line of as many of these bytes: a directive, a block between slashes. Its lines may be indented by as many columns as its opener.
    case fenced(byte: UInt8, length: Int, from: Int, indent: Int = 0)

    var isItem: Bool { if case .item = self { true } else { false } }
    var isColons: Bool { if case .colons = self { true } else { false } }

    /// True if the parser reads it as a quote that the author did not write.
    var isSpecial: Bool {
      switch self {
      case .quote, .item: false
      case .body, .colons, .braces, .fenced: true
      }
    }
  }

  let bytes: [UInt8]
  /// True if a line of colons ends the outermost block that begins with no more of them, as markdown-it-container has it, and not the
  /// innermost.
  var endsOutermost = false
  /// The outermost first.
  var containers: [Container] = []
  var fences = FencePairs()

  var count: Int { containers.count }
  var isEmpty: Bool { containers.isEmpty }
  /// True if all of them are list items, whose lines have no signs before them.
  var areItems: Bool { containers.allSatisfy(\.isItem) }

  /// True if the inner ones, from a number on, are list items.
  func areItems(from number: Int) -> Bool { containers[number...].allSatisfy(\.isItem) }

  /// The first `count` of them.
  func outer(_ count: Int) -> OpenBlocks { OpenBlocks(bytes: bytes, endsOutermost: endsOutermost, containers: Array(containers[..<count])) }

  func lineEnd(from start: Int) -> Int {
    var end = start
    while end < bytes.count && bytes[end] != ASCII.newline { end += 1 }
    return end
  }

  // MARK: Prefixes

  /// Passes over the prefixes of the containers; returns the number of those that the line continues.
  func match(_ cursor: inout LineCursor) -> Int {
    for (number, container) in containers.enumerated() {
      switch container {
      case .quote:
        guard cursor.indent <= 3, cursor.first?.byte == ASCII.greater else { return number }
        Self.passQuoteMarker(&cursor)
      case .item(let columns), .body(let columns, _):
        if cursor.isBlank { continue }
        guard cursor.indent >= columns else { return number }
        cursor.skip(columns: columns)
      case .colons: continue
      case .braces(let columns, _), .fenced(_, _, _, let columns):
        if !cursor.isBlank { cursor.skip(columns: min(cursor.indent, columns)) }
      }
    }
    return containers.count
  }

  static func passQuoteMarker(_ cursor: inout LineCursor) {
    cursor.skip(columns: cursor.indent)
    cursor.skipCharacter()
    if cursor.indent > 0 { cursor.skip(columns: 1) }
  }

  /// The prefix that the parser reads on a line that continues all of them.
  var prefix: [UInt8] { prefix(containers.count) }

  /// The prefix that the parser reads on a line that continues the first `count` containers.
  func prefix(_ count: Int) -> [UInt8] {
    var out: [UInt8] = []
    for container in containers.prefix(count) {
      switch container {
      case .quote, .body, .colons, .braces, .fenced: out += [ASCII.greater, ASCII.space]
      case .item(let columns): out += [UInt8](repeating: ASCII.space, count: columns)
      }
    }
    return out
  }

  /// What the parser reads in the place of a line's prefixes and indent.
  func rewrittenPrefix(_ count: Int, _ cursor: LineCursor) -> [UInt8] {
    prefix(count) + (cursor.first == nil ? [] : [UInt8](repeating: ASCII.space, count: min(cursor.indent, 1_000)))
  }

  /// True if a line may continue a paragraph inside of containers whose prefixes it lacks. Not in a body that is known by its indent; in
  /// a definition, unless the line is the next term.
  func mayBeLazy(from matched: Int, _ cursor: LineCursor) -> Bool {
    for container in containers[matched...] {
      guard case .body(_, let isDefinition) = container else { continue }
      guard isDefinition else { return false }
      let next = cursor.end + 1
      guard next < bytes.count else { continue }
      var line = LineCursor(bytes, from: next, to: lineEnd(from: next))
      _ = match(&line)
      if let first = line.first, first.byte == UInt8(ascii: ":"), first.offset + 1 < line.end, ASCII.isBlank(bytes[first.offset + 1]) {
        return false
      }
    }
    return true
  }

  // MARK: Closers

  /// The number of the container that a line closes, an item in it or not.
  mutating func closing(by cursor: LineCursor, matched: Int, lineStart: Int) -> Int? {
    if matched == count, let number = closedAroundItem(by: cursor, lineStart: lineStart) { return number }
    guard let number = closed(by: cursor, matched: matched) else { return nil }
    guard number > 0, case .fenced(let byte, let length, _, _) = containers[number] else { return number }
    // Directives around it that the line could end, too.
    let outer = containers[..<number].lastIndex { !Self.isFenced($0, closedBy: cursor) }.map { $0 + 1 } ?? 0
    guard outer < number, !fences.arePaired(below: cursor.end, in: bytes, byte: byte, length: length, open: number - outer) else {
      return number
    }
    return outer
  }

  /// The number of the container that a line closes, if the line continues all of them.
  func closed(by cursor: LineCursor, matched: Int) -> Int? {
    guard matched == containers.count, let last = containers.last else { return nil }
    if last.isColons, isColons(cursor) { return endsOutermost ? outermost(endedBy: cursor) : containers.count - 1 }
    if let number = containers.lastIndex(where: { Self.isFenced($0, closedBy: cursor) }),
      // A quote or an item is closed by its own lines.
      containers[(number + 1)...].allSatisfy(\.isSpecial)
    {
      return number
    }
    if case .braces = last, isClosingBrace(cursor) { return containers.count - 1 }
    return nil
  }

  /// The outermost block between colons that a line of colons ends, with nothing around the inner ones but such blocks.
  private func outermost(endedBy cursor: LineCursor) -> Int {
    let count = cursor.trimmedEnd - (cursor.first?.offset ?? cursor.trimmedEnd)
    var number = containers.count - 1
    while number > 0, case .colons(let start) = containers[number - 1],
      bytes[start...].prefix(count + 1).prefix(while: { $0 == UInt8(ascii: ":") }).count <= count
    {
      number -= 1
    }
    return number
  }

  /// True if a line ends HTML that a blank line would end, since it closes a block around it.
  func end(_ html: HTMLEnd, by cursor: LineCursor, matched: Int) -> Bool {
    html == .blankLine && closed(by: cursor, matched: matched) != nil
  }

  /// The number of the container that a line closes from within an item in it: markdown-it ends blocks between colons whatever is open in them.
  func closedAroundItem(by cursor: LineCursor, lineStart: Int) -> Int? {
    guard let first = cursor.first, first.byte == UInt8(ascii: ":"),
      let number = containers.lastIndex(where: { $0.isColons ? isColons(cursor) : Self.isFenced($0, closedBy: cursor) }),
      containers[(number + 1)...].contains(where: { if case .item = $0 { true } else { false } })
    else { return nil }
    let outer = outer(number + 1)
    var line = LineCursor(bytes, from: lineStart, to: cursor.end)
    return outer.match(&line) == number + 1 ? number : nil
  }

  /// True if a line is the closer of one of them.
  func areClosed(by cursor: LineCursor) -> Bool {
    isClosingBrace(cursor) || isColons(cursor) || containers.contains { Self.isFenced($0, closedBy: cursor) }
  }

  private static func isFenced(_ container: Container, closedBy cursor: LineCursor) -> Bool {
    if case .fenced(let byte, let length, _, _) = container { cursor.closesBlock(byte: byte, length: length) } else { false }
  }

  /// A line of colons, which ends a division.
  private func isColons(_ cursor: LineCursor) -> Bool {
    guard cursor.indent <= 3, let first = cursor.first, first.byte == UInt8(ascii: ":"), containers.contains(where: \.isColons) else {
      return false
    }
    let end = cursor.trimmedEnd
    return end - first.offset >= 3 && cursor.bytes[first.offset..<end].allSatisfy { $0 == UInt8(ascii: ":") }
  }

  /// A line that is a closing brace, where a directive is open.
  private func isClosingBrace(_ cursor: LineCursor) -> Bool {
    guard let first = cursor.first, first.byte == ASCII.closeBrace, cursor.trimmedEnd == first.offset + 1 else { return false }
    return containers.contains { if case .braces = $0 { true } else { false } }
  }

  /// Divs and directives that are open where the text ends.
  var unclosed: [Diagnostic] {
    containers.compactMap { container in
      switch container {
      case .colons(let start): unclosed("div", from: start, by: ":::")
      case .fenced(let byte, let length, let start, _):
        unclosed("block", from: start, by: String(repeating: Character(Unicode.Scalar(byte)), count: min(length, 20)))
      default: nil
      }
    }
  }

  private func unclosed(_ name: String, from start: Int, by close: String) -> Diagnostic {
    Diagnostic(
      .warning, "markup.unclosed-div", at: SourceSpan(start, lineEnd(from: start)), "this \(name) is never closed; it ends with the text",
      hint: "close it with \(close) on a line of its own")
  }

  // MARK: Lines below

  /// True if the next line that is not blank is indented more than this one. Without a body it is text.
  func hasIndentedLine(after cursor: LineCursor) -> Bool {
    var next = cursor.end + 1
    var blanks = 0
    while next < bytes.count {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      if line.isBlank {
        blanks += 1
        guard blanks < 4 else { return false }
        next = end + 1
        continue
      }
      let matched = match(&line)
      return matched == containers.count && line.indent >= cursor.indent + 4
    }
    return false
  }

  /// The prefix of the containers after the first `count`.
  func indent(from count: Int) -> [UInt8] { Array(prefix.dropFirst(prefix(count).count)) }

  /// The words of a footnote on the line below its label, where nothing else can be meant: `[^1]:⏎Words`.
  func noteText(from start: Int, beginsBlock: (LineCursor) -> Bool) -> LineCursor? {
    guard start < bytes.count else { return nil }
    var line = LineCursor(bytes, from: start, to: lineEnd(from: start))
    guard match(&line) == count, let first = line.first, line.indent <= 3, !beginsBlock(line) else { return nil }
    return LineCursor(bytes, from: first.offset, to: line.end)
  }

  /// The items that the next line below a formula at the margin goes on with; nil where it does not, or needs none of them to be no code.
  ///
  /// - Parameters:
  ///   - formulaEnd: Where the formula ends.
  ///   - matched: How many containers the formula's own line goes on with.
  func items(goingOnBelow formulaEnd: Int, from matched: Int) -> OpenBlocks? {
    guard matched < count, areItems(from: matched) else { return nil }
    let outer = outer(matched)
    var next = lineEnd(from: formulaEnd) + 1
    var lines = 0
    var isInDisplay = false
    var isBelowBlank = false
    while next < bytes.count, lines < 40 {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      (next, lines) = (end + 1, lines + 1)
      guard let first = line.first else {
        isBelowBlank = true
        continue
      }
      // Further displays at the margin.
      let dollars = first.byte == ASCII.dollar && first.offset + 1 < end && bytes[first.offset + 1] == ASCII.dollar
      if dollars || isInDisplay {
        let text = bytes[first.offset..<line.trimmedEnd]
        let closes = text.count >= (isInDisplay ? 2 : 4) && text.suffix(2).elementsEqual("$$".utf8)
        isInDisplay = !closes
        continue
      }
      if line.isFormula { continue }
      var code = line
      let isInOuter = outer.match(&code) == matched
      let inner = match(&line)
      guard isInOuter, inner > matched, line.indent <= 3 || !isBelowBlank, code.indent >= 4 || line.listMarkerWidth(first) != nil else {
        return nil
      }
      return self.outer(inner)
    }
    return nil
  }

  /// True if the line right below a display at the margin is the next item of the list, another such display, or text of the item, by its indent.
  func goOn(rightBelow displayEnd: Int, from matched: Int) -> Bool {
    let next = lineEnd(from: displayEnd) + 1
    guard matched < count, areItems(from: matched), next < bytes.count else { return false }
    let outer = outer(matched)
    var line = LineCursor(bytes, from: next, to: lineEnd(from: next))
    var inner = line
    if !line.isBlank, match(&inner) == count { return true }
    guard outer.match(&line) == matched, line.indent <= 3, let first = line.first else { return false }
    return line.listMarkerWidth(first) != nil || DisplayOpener(bytes, at: first.offset, lineEnd: line.end) != nil
  }

  /// Passes the marker of an item.
  ///
  /// Python-Markdown's further blocks of an item are indented by four, wherever its words begin; so are displays, which no code is. There the blanks
  /// behind the marker are fewer for the parser, so that these blocks are not code to it.
  ///
  /// - Parameter next: Where the line below begins.
  /// - Returns: The columns that lines of the item are indented by.
  func passItem(width: Int, _ cursor: inout LineCursor, below next: Int, _ findings: inout Findings) -> Int {
    let least = cursor.indent + width + 1
    let columns = cursor.passListMarker(width: width)
    let tool = findings.dialect.tool
    guard columns > 4, least <= 4, tool != .commonmark, tool != .github, case let start = cursor.offset - (columns - 4),
      start >= 0, bytes[start..<cursor.offset].allSatisfy({ $0 == ASCII.space }),
      goesOnAtFour(below: next, columns: columns, withDisplay: tool != .mkdocs)
    else { return columns }
    findings.edit(start..<cursor.offset, [])
    return 4
  }

  /// True if the next paragraph is indented by four columns, and not as far as the words of an item that begins above it.
  private func goesOnAtFour(below start: Int, columns: Int, withDisplay: Bool) -> Bool {
    var next = start
    var hasBlank = false
    var lines = 0
    while next < bytes.count, lines < 40 {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      (next, lines) = (end + 1, lines + 1)
      guard let first = line.first else {
        hasBlank = true
        continue
      }
      guard match(&line) == count else { return false }
      if hasBlank {
        guard line.indent >= 4, line.indent < columns else { return false }
        return !withDisplay || DisplayOpener(bytes, at: first.offset, lineEnd: end) != nil
      }
      if line.indent <= 3, line.listMarkerWidth(first) != nil { return false }
    }
    return false
  }

  /// The indent of the first line of a body, which is not part of its text.
  ///
  /// - Parameter end: Where the line above ends.
  func bodyIndent(after end: Int) -> Int {
    var next = end + 1
    var lines = 0
    while next < bytes.count, lines < 100 {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      if !line.isBlank {
        _ = match(&line)
        return min(line.indent, 100)
      }
      next = end + 1
      lines += 1
    }
    return 0
  }

  /// The text of the line below one that ends somewhere, if it goes on with all containers and is not blank.
  func textLine(after end: Int) -> Range<Int>? {
    let start = lineEnd(from: end) + 1
    guard start < bytes.count else { return nil }
    var line = LineCursor(bytes, from: start, to: lineEnd(from: start))
    guard match(&line) == containers.count, let first = line.first else { return nil }
    return first.offset..<line.trimmedEnd
  }

  /// The options on the lines below a directive's opener, and where these lines are.
  func directiveOptions(after cursor: LineCursor) -> (values: [String: String], range: Range<Int>?) {
    var lines: [(text: String, range: Range<Int>)] = []
    var next = cursor.end + 1
    func line(_ number: Int) -> String? {
      while lines.count <= number, next < bytes.count {
        let end = lineEnd(from: next)
        var line = LineCursor(bytes, from: next, to: end)
        guard match(&line) == containers.count else { return nil }
        lines.append((String(decoding: bytes[line.offset..<line.textEnd(from: line.offset)], as: UTF8.self), next..<end))
        next = end + 1
      }
      return number < lines.count ? lines[number].text : nil
    }
    let options = DirectiveOptions(line)
    guard options.lineCount > 0 else { return ([:], nil) }
    return (options.values, lines[0].range.lowerBound..<lines[options.lineCount - 1].range.upperBound)
  }

  /// True if the next line that is not blank closes a block whose body begins at a place.
  func isEmptyBody(from start: Int, closedBy byte: UInt8, length: Int) -> Bool {
    var next = start
    while next < bytes.count {
      let end = lineEnd(from: next)
      var line = LineCursor(bytes, from: next, to: end)
      next = end + 1
      guard match(&line) == containers.count else { return line.isBlank ? false : true }
      if line.isBlank { continue }
      return line.closesBlock(byte: byte, length: length)
    }
    return true
  }

  /// True if a line begins with a lower-case letter, like the second line of a sentence.
  func continuesSentence(from start: Int) -> Bool {
    guard start < bytes.count else { return false }
    var line = LineCursor(bytes, from: start, to: lineEnd(from: start))
    guard match(&line) == containers.count, let first = line.first else { return false }
    return ASCII.isLetter(first.byte) && first.byte >= 0x61
  }
}
