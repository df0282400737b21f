/// Items whose markers only pandoc has, and what the parser reads in their places.
struct FancyItems {
  /// True if letters and numbers in parentheses begin items: `a)`, `(1)`.
  private let readsLetters: Bool
  /// True if `(@)` begins items.
  private let readsExamples: Bool
  /// The form of the last item by the number of blocks around it.
  private var forms: [Int: String] = [:]

  init(_ dialect: Dialect) { (readsLetters, readsExamples) = (dialect.has(.fancyLists), dialect.has(.exampleLists)) }

  /// The marker at the first character of a line.
  ///
  /// - Parameter depth: How many blocks are around it.
  func marker(_ cursor: LineCursor, _ first: LineCursor.First, depth: Int) -> FancyMarker? {
    guard
      first.byte == ASCII.openParenthesis && (readsLetters || readsExamples) || first.byte == ASCII.hash
        || readsLetters && ASCII.isLetter(first.byte)
    else { return nil }
    return FancyMarker(cursor.bytes, at: first.offset, to: cursor.end, isFancy: readsLetters, after: forms[depth])
  }

  /// Notes the form of an item's marker.
  ///
  /// - Parameter indent: The columns before it, which further items have, too.
  /// - Returns: What the parser reads before it, so that items with other markers are another list.
  private mutating func pass(_ form: String?, indent: Int, in open: OpenBlocks) -> [UInt8] {
    let last = forms[open.count]
    forms = forms.filter { $0.key < open.count }
    forms[open.count] = form
    guard last != nil, last != form else { return [] }
    return SpecialBlock.separatorBytes + [ASCII.newline] + open.prefix + [UInt8](repeating: ASCII.space, count: indent)
  }

  /// Notes the number that begins an item as everywhere.
  mutating func pass(_ first: LineCursor.First, width: Int, indent: Int, in open: OpenBlocks, _ findings: inout Findings) {
    guard readsLetters, ASCII.isDigit(first.byte) else { return }
    let isClosed = findings.bytes[first.offset + width - 1] == ASCII.closeParenthesis
    let separator = pass(isClosed ? "1)" : "1.", indent: indent, in: open)
    if !separator.isEmpty { findings.edit(first.offset..<first.offset, separator) }
  }

  /// True if a marker right below a paragraph begins a list.
  ///
  /// - Parameter paragraph: What the marker is below.
  func mayBegin(
    _ cursor: LineCursor, _ first: LineCursor.First, width: Int, below paragraph: InlineBlock, in open: OpenBlocks,
    _ findings: inout Findings
  ) -> Bool {
    // CommonMark, List items: an empty item, or a number other than 1, does not interrupt a paragraph; within pandoc's items a number does.
    guard cursor.mayInterrupt(first, width: width) || begins(cursor, first, width: width, in: open, &findings) else { return false }
    return !isText(first, width: width, below: paragraph, in: open, &findings)
  }

  /// pandoc's `lists_without_preceding_blankline`: a marker within a paragraph is text, but in another list, and below commands of LaTeX's
  /// alone on their lines, which are no paragraph.
  private func isText(
    _ first: LineCursor.First, width: Int, below paragraph: InlineBlock, in open: OpenBlocks, _ findings: inout Findings
  ) -> Bool {
    guard !findings.dialect.has(.itemsBelowText), open.containers.last?.isItem != true,
      paragraph.lines.isEmpty || !paragraph.lines.reversed().allSatisfy({ Self.isCommand(findings.bytes[$0]) })
    else { return false }
    let sign = first.offset + width - 1
    findings.edit(sign..<sign, [ASCII.backslash])
    return true
  }

  /// `\tiny`, `\vspace{2cm}`: a command with its arguments and nothing else.
  private static func isCommand(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.first == ASCII.backslash, line.dropFirst().first.map(ASCII.isLetter) == true else { return false }
    let rest = line.dropFirst().drop(while: ASCII.isLetter)
    let end = rest.last { !ASCII.isBlank($0) }
    return rest.allSatisfy(ASCII.isBlank) || "{[".utf8.contains(rest.first ?? 0) && "}]".utf8.contains(end ?? 0)
  }

  /// True for a number right below the words of an item, where pandoc begins a list with any number. What is written before it ends the words.
  private func begins(_ cursor: LineCursor, _ first: LineCursor.First, width: Int, in open: OpenBlocks, _ findings: inout Findings) -> Bool
  {
    guard readsLetters, ASCII.isDigit(first.byte), open.containers.last?.isItem == true, first.offset + width < cursor.trimmedEnd else {
      return false
    }
    findings.edit(first.offset..<first.offset, SpecialBlock.separatorBytes + [ASCII.newline] + open.prefix)
    return true
  }

  /// Passes a marker, in whose place the parser reads a number.
  ///
  /// - Returns: The columns by which further lines of the item are indented.
  mutating func pass(
    _ marker: FancyMarker, _ cursor: inout LineCursor, at start: Int, in open: OpenBlocks, _ findings: inout Findings
  ) -> Int {
    let separator = pass(marker.form, indent: cursor.indent, in: open)
    switch marker.kind {
    case .example(let label):
      findings.exampleCount += 1
      let number = findings.examples[label] ?? findings.exampleCount
      if !label.isEmpty, findings.examples[label] == nil { findings.examples[label] = number }
      findings.markers[start] = "(1)"
      // pandoc: further lines of an example are indented by four columns, however long its label is.
      _ = cursor.passListMarker(width: marker.width)
      let written = Array("\(number))".utf8)
      let columns = max(4, written.count + 1)
      findings.edit(start..<cursor.offset, separator + written + [UInt8](repeating: ASCII.space, count: columns - written.count))
      return columns
    case .form(let form):
      findings.markers[start] = form
      findings.edit(start..<start + marker.width, separator + marker.written(number: marker.value ?? 1))
      return cursor.passListMarker(width: marker.width)
    }
  }
}
