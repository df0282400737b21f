import TypesetDiagnostics

/// A replacement in the author's text for the Markdown parser; see `SpecialBlock`.
struct Edit {
  var range: Range<Int>
  var text: [UInt8]
  /// The number of the inner text that follows; see `Findings.inner`.
  var inner: Int?
}

/// What the scanner has found in a text: formulas, and what the parser reads instead of the author's words.
struct Findings {
  let bytes: [UInt8]
  /// Where the text begins, after the front matter.
  let textStart: Int
  /// True if there are other blocks than CommonMark's and GitHub's.
  let readsExtensions: Bool
  let dialect: Dialect
  private(set) var formulas: [FoundMath] = []
  var diagnostics: [Diagnostic] = []
  /// Blocks for which the parser reads quotes, and the replacements for that.
  var specials: [SpecialBlock] = []
  var edits: [Edit] = []
  /// The texts of cells.
  var inner: [InnerText] = []
  /// Labels of the footnotes that are defined, in brackets, as ranges of the text.
  var notes: [Range<Int>] = []
  /// Sizes after the addresses of images.
  private(set) var imageSizes: [ImageSize] = []
  /// The numbers of pandoc's examples, `(@label)`, and how many there are.
  var examples: [String: Int] = [:]
  var exampleCount = 0
  /// The headings of a document for pandoc, to which `[Heading]` leads.
  var headings: [Range<Int>] = []
  /// The markers of lists that only pandoc has, by where their items begin.
  var markers: [Int: String] = [:]
  /// kramdown's definitions of attributes, by their names.
  var attributeLists: [String: Attributes] = [:]
  /// Where kramdown's extensions end next, by their names; empty at the text's end for those that never do.
  var extensionClosers: [String: Range<Int>] = [:]
  /// True if there is a fence of Documenter's, such as ```` ```@docs ````.
  var hasDocumenterBlock = false
  /// Where `EastAsianEmphasis.letter` is inserted.
  var letters: [Range<Int>] = []
  /// See `InlineScanner`.
  private var escapesParentheses = false
  /// What was decided before; nil to decide by the whole text.
  var forms: FormulaForms?
  /// What the text shows of that.
  private(set) var evidence: DocumentForms?

  init(_ bytes: [UInt8], from textStart: Int, readsExtensions: Bool, dialect: Dialect = .general) {
    (self.bytes, self.textStart, self.readsExtensions, self.dialect) = (bytes, textStart, readsExtensions, dialect)
    hasDocumenterBlock = dialect.tool == .documenter
  }

  /// Replaces a range for the parser.
  /// What a reader has found.
  mutating func add(_ edits: [Edit], _ faults: [Diagnostic]) {
    self.edits += edits
    diagnostics += faults
  }

  mutating func edit(_ range: Range<Int>, _ text: [UInt8]) { edits.append(Edit(range: range, text: text)) }

  /// Removes the indent of a line that the parser would take for code: the parts of a table that its author indents, a row, a formula that tabs put into
  /// the middle, a line right below a display.
  mutating func dropIndent(of cursor: LineCursor, from lineStart: Int) {
    dropIndent(min(cursor.indent, 1_000), of: lineStart..<(cursor.first?.offset ?? cursor.end), from: cursor.offset)
  }

  /// Removes a line's indent for the parser.
  ///
  /// - Parameters:
  ///   - columns: The width of the indent.
  ///   - prefix: From the line's beginning to its first character.
  ///   - start: Where the indent begins.
  mutating func dropIndent(_ columns: Int, of prefix: Range<Int>, from start: Int) {
    guard let last = edits.last, last.range == prefix, !prefix.isEmpty else { return edit(start..<prefix.upperBound, []) }
    // The prefixes of special blocks were rewritten, with the indent after them.
    var text = last.text
    for _ in 0..<columns where text.last == ASCII.space { text.removeLast() }
    edits[edits.count - 1].text = text + (text.isEmpty ? [] : [ASCII.space])
  }

  /// Inserts a text before a line for the parser; the line's prefix may have been rewritten already.
  mutating func prepend(_ text: [UInt8], toLineAt start: Int) {
    guard let last = edits.last, last.range.lowerBound == start else { return edit(start..<start, text) }
    edits[edits.count - 1].text = text + last.text
  }

  /// Indents a line for the parser, after its prefixes, which may have been rewritten already.
  ///
  /// - Parameter first: Where the line's own text begins.
  mutating func indent(_ text: [UInt8], lineAt start: Int, from first: Int) {
    if let last = edits.last, last.range.lowerBound == start, last.range.upperBound == first {
      edits[edits.count - 1].text += text
    } else {
      edit(first..<first, text)
    }
  }

  /// Writes the quote that the parser reads for a block.
  ///
  /// - Parameters:
  ///   - start: The opener.
  ///   - end: Where its line ends.
  ///   - outer: The prefix of a line here, as the parser reads it.
  mutating func write(_ opening: BlockOpening, from start: Int, to end: Int, prefix outer: [UInt8]) {
    let inner = outer + [ASCII.greater, ASCII.space]
    let head = SpecialBlock.separatorBytes + [ASCII.newline] + inner + SpecialBlock.marker(specials.count)
    // A block that ends on its line is separated from what follows.
    let closer = opening.container == nil ? [ASCII.newline] + outer + SpecialBlock.separatorBytes : []
    specials.append(opening.special)
    if let options = opening.options { edit(options, inner) }
    if let content = opening.content {
      edit(start..<content, head + [ASCII.newline] + inner)
      if opening.isParagraph { edit(end..<end, [ASCII.newline] + inner) }
    } else if let title = opening.title {
      edit(start..<title.lowerBound, head + [ASCII.newline] + inner + Array("###### ".utf8))
      edit(title.upperBound..<end, Array(" #".utf8))
      scan(InlineBlock(line: title, isHeading: true))
    } else if let line = opening.line, bytes[line].contains(where: { !ASCII.isBlank($0) }) {
      edit(start..<line.lowerBound, head + [ASCII.newline] + inner)
      edit(line.upperBound..<end, closer)
      scan(InlineBlock(line: line))
    } else {
      edit(start..<end, head + closer)
    }
  }

  /// Writes the marker that the parser reads for the name of the next block.
  mutating func writeTarget(_ label: String, for range: Range<Int>, prefix: [UInt8]) {
    let lineBreak = [ASCII.newline] + prefix
    edit(range, lineBreak + SpecialBlock.marker(specials.count) + lineBreak)
    specials.append(SpecialBlock(kind: .target(label), hasTitle: false))
  }

  /// True if `\cite` cites a work of the document's bibliography.
  var cites = false
  /// Says when nobody waits for the rest of the text; the lines are asked now and then.
  var budget = Budget()

  // MARK: Adding

  mutating func scan(_ block: InlineBlock) {
    var scanner = InlineScanner(bytes, block: block, dialect: dialect)
    scanner.cites = cites
    scanner.scan()
    add(scanner, isHeading: block.isHeading)
  }

  mutating func add(_ row: TableRow) {
    if let diagnostic = row.diagnostic { diagnostics.append(diagnostic) }
    edits += row.edits
    for scanner in row.scanners { add(scanner) }
  }

  /// Takes over what was found in a block.
  private mutating func add(_ scanner: InlineScanner, isHeading: Bool = false) {
    for item in scanner.found {
      if !readsExtensions, case .attributes = item.form { continue }
      add(body: item.body, range: item.range, item.form, isTableRow: scanner.text.isTableRow, isHeading: isHeading)
    }
    letters += scanner.letters
    if scanner.escapesParentheses { escapesParentheses = true }
    if readsExtensions {
      edits += scanner.edits
      imageSizes += scanner.imageSizes
    }
    for diagnostic in scanner.diagnostics where diagnostic.span?.start != diagnostics.last?.span?.start { diagnostics.append(diagnostic) }
    if let place = scanner.commandsInText {
      diagnostics.append(
        Diagnostic(
          .warning, "math.text", at: SourceSpan(place, place + 1), "LaTeX commands next to this $ are typeset as text",
          hint: "write the formula between two dollar signs without spaces next to them, or \\$ for a dollar sign"))
    }
  }

  /// Records a formula whose body is the given pieces of lines.
  mutating func add(body: [Range<Int>], range: Range<Int>, _ form: FoundMath.Form, isTableRow: Bool = false, isHeading: Bool = false) {
    let barsAreEscaped = isTableRow && escapesBars(body)
    var isDoubled = if case .doubled = form { true } else { false }
    // `$\\{a\\}$`, `$a\\,b$`: the braces of a set and the spaces of a line, doubled for tools in which Markdown goes first.
    if !isDoubled, hasDoubledBraces(body) || hasDoubledSpace(body, form == .singleDollar ? ",;:!" : ",") { isDoubled = true }
    var tex: [UInt8] = []
    var origins: [MathSpan.Origin] = []
    var hasHash = false
    for (number, piece) in body.enumerated() {
      if number > 0 { tex.append(ASCII.newline) }
      var end = piece.upperBound
      if end > piece.lowerBound, bytes[end - 1] == ASCII.carriageReturn { end -= 1 }
      origins.append(MathSpan.Origin(body: tex.count, source: piece.lowerBound))
      var index = piece.lowerBound
      while index < end {
        if bytes[index] == ASCII.backslash, index + 1 < end {
          var skipped = 0
          if bytes[index + 1] == ASCII.hash { hasHash = true }
          if barsAreEscaped, bytes[index + 1] == ASCII.pipe { skipped = 1 }
          if isDoubled, skipped == 0 { skipped = doubledBackslashes(index, end) }
          if skipped > 0 {
            index += skipped
            origins.append(MathSpan.Origin(body: tex.count, source: index))
          }
          // The character that a command consists of is not looked at.
          if bytes[index] == ASCII.backslash, index + 1 < end, !barsAreEscaped || bytes[index + 1] != ASCII.pipe {
            tex.append(bytes[index])
            index += 1
          }
        }
        // Browsers read a character's name before any program sees the formula.
        if bytes[index] == UInt8(ascii: "&"), let (character, length) = Self.reference(bytes[index..<min(end, index + 10)]) {
          tex += character
          index += length
          origins.append(MathSpan.Origin(body: tex.count, source: index))
          continue
        }
        tex.append(bytes[index])
        index += 1
      }
    }
    if origins.isEmpty { origins = [MathSpan.Origin(body: 0, source: range.lowerBound)] }
    let span = SourceSpan(range.lowerBound, range.upperBound)
    var math = MathSpan(tex: String(decoding: tex, as: UTF8.self), isDisplay: false, span: span, origins: origins)
    if hasHash { math.readBookdownLabels() }
    formulas.append(FoundMath(range: range, math: math, form: form, isOneLine: isTableRow || isHeading))
  }

  /// GFM, Tables: in a row `\|` is `|`, before anything else. To pandoc, and to whoever writes bars without backslashes beside it, it is LaTeX's
  /// double bar.
  private func escapesBars(_ body: [Range<Int>]) -> Bool {
    guard !dialect.tool.isPandoc else { return false }
    return !body.contains { piece in
      piece.contains { bytes[$0] == ASCII.pipe && ($0 == piece.lowerBound || bytes[$0 - 1] != ASCII.backslash) }
    }
  }

  /// `&lt;`, `&gt;`, `&amp;`, `&nbsp;`, `&#937;`, `&#x3A9;`, as authors write them whose formulas pass through HTML: the character, and the
  /// length of its name.
  private static func reference(_ bytes: ArraySlice<UInt8>) -> (character: [UInt8], length: Int)? {
    for (name, character) in [("&lt;", "<"), ("&gt;", ">"), ("&amp;", "&"), ("&nbsp;", "~")] where bytes.starts(with: name.utf8) {
      return (Array(character.utf8), name.utf8.count)
    }
    guard bytes.starts(with: "&#".utf8), let end = bytes.firstIndex(of: UInt8(ascii: ";")) else { return nil }
    let digits = String(decoding: bytes[(bytes.startIndex + 2)..<end], as: UTF8.self)
    let isHexadecimal = digits.first == "x" || digits.first == "X"
    guard let number = UInt32(isHexadecimal ? String(digits.dropFirst()) : digits, radix: isHexadecimal ? 16 : 10), number > 0x20,
      let scalar = Unicode.Scalar(number)
    else { return nil }
    return (Array(String(scalar).utf8), end + 1 - bytes.startIndex)
  }

  /// The number of backslashes at an index that were written for Markdown: one in `\\{`, `\\frac`, `\'` and `\_`, two in `\\\\`.
  private func doubledBackslashes(_ index: Int, _ end: Int) -> Int {
    let next = bytes[index + 1]
    guard next == ASCII.backslash else { return "_*'\"`[]()".utf8.contains(next) ? 1 : 0 }
    guard index + 2 < end else { return 0 }
    let after = bytes[index + 2]
    if after == ASCII.backslash { return index + 3 < end && bytes[index + 3] == ASCII.backslash ? 2 : 0 }
    // `\\` before a blank or `[2pt]` ends a row.
    return ASCII.isLetter(after) || "{}_,;:!|%#&$".utf8.contains(after) ? 1 : 0
  }

  private func hasDoubledBraces(_ body: [Range<Int>]) -> Bool {
    func has(_ brace: UInt8) -> Bool {
      body.contains { piece in
        piece.dropFirst(2).contains { bytes[$0] == brace && bytes[$0 - 1] == ASCII.backslash && bytes[$0 - 2] == ASCII.backslash }
      }
    }
    // `\\#`: a sign that has no meaning of its own behind the end of a row.
    return has(ASCII.closeBrace) && has(ASCII.openBrace) || has(ASCII.hash)
  }

  /// True for `a\\,b` without an environment: nobody begins a row with such a sign, and a line has none.
  private func hasDoubledSpace(_ body: [Range<Int>], _ signs: String) -> Bool {
    func has(_ index: Int, in piece: Range<Int>) -> Bool {
      bytes[index] == ASCII.backslash && index + 2 < piece.upperBound && bytes[index + 1] == ASCII.backslash
        && signs.utf8.contains(bytes[index + 2]) && (index == piece.lowerBound || bytes[index - 1] != ASCII.backslash)
    }
    guard body.contains(where: { piece in piece.contains { has($0, in: piece) } }) else { return false }
    return !body.contains { bytes[$0].firstRange(of: Array("\\begin{".utf8)) != nil }
  }

  /// Ends a fence of code, or of the formula that began at `mathFrom`; colons become tildes.
  mutating func endFence(_ closer: Range<Int>, _ byte: UInt8, mathFrom: Int?, lines: [Range<Int>]) {
    if let mathFrom {
      addMathFence(mathFrom..<closer.upperBound, lines: lines)
    } else if byte == UInt8(ascii: ":") {
      edit(closer, BareEnvironments.fence)
    }
  }

  /// Records the formula of a fence, without the options of MyST's directive; their label names it.
  private mutating func addMathFence(_ range: Range<Int>, lines: [Range<Int>]) {
    let options = DirectiveOptions(lines, in: bytes)
    add(body: withoutBrackets(Array(lines.dropFirst(options.lineCount))), range: range, .display)
    guard let label = options.values["label"] ?? options.values["name"] else { return }
    // Sphinx takes any words.
    guard Directive.isLabel(label) || !label.isEmpty && !label.contains(where: { "\"'{}\\$`*_[]<".contains($0) }) else { return }
    let name = Directive.isLabel(label) ? "#\(label)" : "id=\"\(label)\""
    edit(range.upperBound..<range.upperBound, Array(" {\(name) .equation}".utf8))
  }

  /// The lines of a formula without the `\\[` and `\\]` that an author has put around it all the same.
  private func withoutBrackets(_ lines: [Range<Int>]) -> [Range<Int>] {
    func isText(_ line: Range<Int>) -> Bool { !bytes[line].allSatisfy { $0 <= ASCII.space } }
    guard let first = lines.firstIndex(where: isText), let last = lines.lastIndex(where: isText),
      case let start = bytes[lines[first]].prefix(while: ASCII.isBlank).endIndex,
      case let end = lines[last].upperBound - bytes[lines[last]].reversed().prefix(while: { $0 <= ASCII.space }).count,
      bytes[start..<lines[first].upperBound].starts(with: "\\[".utf8), end - 2 >= start + 2, end - 2 >= lines[last].lowerBound,
      bytes[(end - 2)..<end].elementsEqual("\\]".utf8)
    else { return lines }
    var lines = lines
    lines[last] = lines[last].lowerBound..<end - 2
    lines[first] = start + 2..<lines[first].upperBound
    return lines
  }

  /// Gives the last formula the number that is written after it.
  mutating func tagLast(_ tag: Range<Int>) {
    guard let last = formulas.indices.last else { return }
    formulas[last].math.tex += "\\tag*{" + String(decoding: bytes[tag], as: UTF8.self) + "}"
    formulas[last].range = formulas[last].range.lowerBound..<tag.upperBound
  }

  // MARK: The whole document

  /// The formulas of all texts.
  private var allFormulas: [FoundMath] { inner.isEmpty ? formulas : formulas + inner.flatMap(\.findings.allFormulas) }

  /// Decides what depends on the whole document.
  mutating func settle() {
    let evidence = DocumentForms(allFormulas, frontMatter: bytes[..<textStart])
    // What a cell shows holds for its table's neighbours, too.
    self.evidence = inner.isEmpty ? evidence : nil
    var decided = forms ?? evidence.forms
    if dialect.has(.inlineDoubleDollars) { decided.isKramdown = true }
    settle(by: decided, hasDocumenterBlock: hasDocumenterBlock)
  }

  private mutating func settle(by forms: FormulaForms, hasDocumenterBlock: Bool) {
    (self.forms, self.hasDocumenterBlock) = (forms, hasDocumenterBlock)
    for number in inner.indices { inner[number].findings.settle(by: forms, hasDocumenterBlock: hasDocumenterBlock) }
    let readsMarkdownFirst = dialect.tool == .hugo || dialect.tool == .zola
    formulas = formulas.compactMap { item in
      var item = item
      if isReadByMarkdown(item) {
        let isEscaped = item.hasDoubledRows(anywhere: readsMarkdownFirst) || readsMarkdownFirst && item.hasDoubledEnvironment
        let undone: FoundMath.Undone =
          forms.escapesForMarkdown || isEscaped ? .all : readsMarkdownFirst && forms.escapesSubscripts ? .scripts : .subscripts
        item.undo(undone)
      }
      // kramdown's own formulas have two dollars; those with one are text to it.
      if forms.escapesBars, readsMarkdownFirst || dialect.tool == .kramdown { item.undoBars() }
      item.undoBrackets(doublesSpaces: readsMarkdownFirst)
      item.undoDelimiters()
      switch item.form {
      case .inline, .singleDollar, .attributes: break
      case .display: item.math.isDisplay = true
      case .doubleDollar:
        let isDisplay = !forms.isKramdown || DisplayOpener.isDisplayAnywhere(Array(item.math.tex.utf8))
        item.math.isDisplay = isDisplay && !DisplayOpener.isReference(item.math.tex)
      case .bracketed(let isDisplay, let isEvident):
        guard forms.hasBrackets || isEvident && !escapesParentheses && !isLoneLetter(item) else { return nil }
        item.math.isDisplay = isDisplay
      case .doubled(let isDisplay):
        item.math.isDisplay = isDisplay
        item.undoBraces()
      case .doubleBackticks: guard hasDocumenterBlock else { return nil }
      }
      if item.isOneLine { item.math.isDisplay = false }
      if item.math.isDisplay { item.takeStop(in: bytes) }
      if item.math.isDisplay, dialect.tool == .myst, !item.divideEquations() { item.alignRows() }
      return item
    }
  }

  /// `\(a\)` of a tool whose formulas have dollars alone: parentheses that are escaped, in a document without other formulas of the kind.
  private func isLoneLetter(_ item: FoundMath) -> Bool {
    [.github, .commonmark].contains(dialect.tool) && item.math.tex.trimmedWhitespace().utf8.count == 1
  }

  /// True if Markdown would read the formula's text if it did not know formulas: it does not read code.
  private func isReadByMarkdown(_ item: FoundMath) -> Bool {
    switch item.form {
    // The escapes are undone already.
    case .doubled: false
    case .inline, .doubleBackticks, .attributes: false
    case .display: bytes[item.range.lowerBound] != ASCII.backtick && bytes[item.range.lowerBound] != ASCII.tilde
    default: true
    }
  }
}
