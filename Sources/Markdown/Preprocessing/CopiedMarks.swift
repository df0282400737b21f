internal import TypesetDiagnostics

/// The source without what programs leave in texts that are copied out of them: references of chat programs to their sources, names and colours below
/// HackMD's quotes; displays of conversations whose backslashes were lost. What only editors read is replaced, too; see `EditorMarks`.
func withoutCopiedMarks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  guard var marks = CopiedMarks(source, isChat: dialect?.tool == .chat) else { return source }
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

struct CopiedMarks {
  private let bytes: [UInt8]
  /// True where scripts are signs of a formula, as commands are.
  private let isChat: Bool
  private var fences = OpenFences()
  /// Where the display ends that has lost its backslashes.
  private var displayEnd: Int?
  private let hasReferences: Bool
  private let hasQuotes: Bool
  private let hasScripts: Bool
  private let hasIndents: Bool
  /// Nil for a text without marks of editors.
  private var editor: EditorMarks?
  /// What is open of formulas that kept their delimiters, in which brackets are brackets.
  private var openFormula = OpenFormula()
  /// What closes the formula whose script is open.
  private var scriptCloser: String?
  /// True if a bracket alone on its line may begin a display.
  private let hasBareDisplays: Bool
  /// True if one does, so that formulas in text have lost their backslashes, too.
  private let hasLostBackslashes: Bool

  /// A formula as kramdown wrote it for MathJax.
  private static let script = Array("<script type=\"math/tex".utf8)
  private static let reference = Array(":contentReference[oaicite:".utf8)
  /// Of the marks that ChatGPT puts around names of sources.
  private static let citeOpen = Array("\u{E200}".utf8)
  private static let citeClose = Array("\u{E201}".utf8)
  /// Gemini's, around what it has from a file: `[cite_start]words[cite: 1, 2]`.
  private static let citeStart = Array("[cite_start]".utf8)
  private static let citeNumbers = Array("[cite: ".utf8)

  /// One of them is in each mark that is not at the very beginning of a text.
  private static let signs =
    [
      "[oaicite:", "[cite_start]", "[name=", "[color=#", "[\n", "[ ", "\n[", "<script type=", "\u{200B}", "【", "\u{E200}",
    ] + EditorMarks.signs

  /// Nil for a text without such marks.
  init?(_ source: Source, isChat: Bool) {
    (bytes, self.isChat) = (source.bytes, isChat)
    let signs = source.mayHold(anyOf: Self.signs) || bytes.first == ASCII.openBracket ? Signs(bytes, isChat: isChat) : Signs()
    (hasReferences, hasQuotes, hasBareDisplays) = (signs.hasReferences, signs.hasQuotes, signs.hasBareDisplays || isChat)
    hasLostBackslashes = signs.hasBareDisplays
    (hasScripts, hasIndents) = (signs.hasScripts, signs.hasIndents)
    editor = signs.hasEditorMarks ? EditorMarks(bytes) : nil
    guard hasReferences || hasQuotes || hasBareDisplays || hasScripts || hasIndents || editor != nil else { return nil }
  }

  /// What is in a text, found in one pass over its rare bytes.
  private struct Signs {
    var hasReferences = false
    var hasQuotes = false
    var hasBareDisplays = false
    var hasScripts = false
    var hasEditorMarks = false
    var hasIndents = false

    init() {}

    init(_ bytes: [UInt8], isChat: Bool) {
      for index in bytes.indices {
        let byte = bytes[index]
        if byte &- 0x61 < 26 || byte == 0x20 { continue }
        switch byte {
        case ASCII.openBracket:
          if bytes[index...].starts(with: "[oaicite:".utf8) || bytes[index...].starts(with: CopiedMarks.citeStart) { hasReferences = true }
          if EditorMarks.begin(in: bytes, at: index) { hasEditorMarks = true }
          if bytes[index...].starts(with: "[name=".utf8) || bytes[index...].starts(with: "[color=#".utf8) { hasQuotes = true }
          if !hasBareDisplays, index + 1 < bytes.count, bytes[index + 1] == ASCII.newline || bytes[index + 1] == ASCII.space {
            hasBareDisplays = CopiedMarks.displayEnd(in: bytes, from: index, isChat: isChat) != nil
          }
        case ASCII.less:
          if bytes[index...].starts(with: CopiedMarks.script) { hasScripts = true }
          if EditorMarks.begin(in: bytes, at: index) { hasEditorMarks = true }
        case ASCII.backtick, ASCII.openBrace: if EditorMarks.begin(in: bytes, at: index) { hasEditorMarks = true }
        case 0xE2: if index == 0 || bytes[index - 1] == ASCII.newline, CopiedMarks.isIndent(bytes[index...]) { hasIndents = true }
        case 0xE3: if CopiedMarks.sourceEnd(in: bytes, from: index) != nil { hasReferences = true }
        case 0xEE: if bytes[index...].starts(with: CopiedMarks.citeOpen) { hasReferences = true }
        default: break
        }
      }
    }
  }

  /// Typora puts zero-width spaces before the blanks of a line: without them it is indented, but below a blank line not so far that it is code.
  private static func isIndent(_ line: ArraySlice<UInt8>) -> Bool {
    line.starts(with: zeroWidthSpace) && line.dropFirst(3).first.map(ASCII.isBlank) ?? false
  }

  private static let zeroWidthSpace = Array("\u{200B}".utf8)

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard hasIndents, !fences.isCode, Self.isIndent(line) else { return changeIndented(line) }
    let isBelowBlank = bytes[..<line.startIndex].dropLast().last == ASCII.newline
    let rest = line.dropFirst(3)
    let words = isBelowBlank ? [ASCII.space, ASCII.space, ASCII.space] + rest.drop(while: ASCII.isBlank) : Array(rest)
    let change = changeIndented(words[...])
    return if case .keep = change { .write(words) } else { change }
  }

  private mutating func changeIndented(_ line: ArraySlice<UInt8>) -> LineChange {
    let wasCode = fences.isCode
    fences.pass(line)
    if let change = editor?.change(of: line, wasCode: wasCode, isCode: fences.isCode) {
      if case .keep = change {} else { return change }
    }
    guard !wasCode, !fences.isCode, !line.isEmpty else {
      openFormula = OpenFormula()
      return .keep
    }
    var words = Array(line)
    if hasBareDisplays, !openFormula.pass(line) || displayEnd != nil { words = withBackslashes(line) }
    if hasScripts { words = withFormulas(words) }
    if hasQuotes, line.first(where: { !ASCII.isBlank($0) }) == ASCII.greater { words = Self.withAuthor(words) }
    if hasReferences { words = Self.withoutReferences(words) }
    return words.elementsEqual(line) ? .keep : .write(words)
  }

  // MARK: Sources of answers

  private static func withoutReferences(_ line: [UInt8]) -> [UInt8] {
    var line = line
    while let open = line.firstRange(of: reference), let close = line[open.upperBound...].firstIndex(of: ASCII.closeBracket) {
      var end = close + 1
      if line[end...].starts(with: "{index=".utf8), let brace = line[end...].firstIndex(of: ASCII.closeBrace) { end = brace + 1 }
      var start = open.lowerBound
      while start > 0, line[start - 1] == ASCII.space { start -= 1 }
      line.removeSubrange(start..<end)
    }
    while let open = line.firstRange(of: citeOpen), let close = line[open.upperBound...].firstRange(of: citeClose) {
      line.removeSubrange(open.lowerBound..<close.upperBound)
    }
    return withoutSources(line.firstRange(of: citeStart) == nil && line.firstRange(of: citeNumbers) == nil ? line : withoutCites(line))
  }

  private static func withoutCites(_ line: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var index = 0
    while index < line.count {
      let rest = line[index...]
      if line[index] != ASCII.openBracket {
        out.append(line[index])
        index += 1
      } else if rest.starts(with: citeStart) {
        index += citeStart.count
      } else if rest.starts(with: citeNumbers),
        case let numbers = rest.dropFirst(citeNumbers.count).prefix(60).prefix(while: { ASCII.isDigit($0) || ", ".utf8.contains($0) }),
        !numbers.isEmpty, numbers.endIndex < line.count, line[numbers.endIndex] == ASCII.closeBracket
      {
        while out.last == ASCII.space { out.removeLast() }
        index = numbers.endIndex + 1
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return out
  }

  /// `【12†source】`, `【4:0†notes.pdf】`: the number of a source, a dagger and what it is called.
  private static func withoutSources(_ line: [UInt8]) -> [UInt8] {
    guard line.contains(0xE3) else { return line }
    var out: [UInt8] = []
    var index = 0
    while index < line.count {
      if line[index] == 0xE3, let end = sourceEnd(in: line, from: index) {
        while out.last == ASCII.space { out.removeLast() }
        index = end
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return out
  }

  private static func sourceEnd(in bytes: [UInt8], from open: Int) -> Int? {
    guard bytes[open...].starts(with: "【".utf8) else { return nil }
    let number = bytes[(open + 3)...].prefix { ASCII.isDigit($0) || $0 == UInt8(ascii: ":") }
    guard !number.isEmpty, number.count < 12, bytes[number.endIndex...].starts(with: "†".utf8) else { return nil }
    let name = bytes[number.endIndex...].prefix(200).prefix { $0 != ASCII.newline }
    return name.firstRange(of: "】".utf8)?.upperBound
  }

  // MARK: MathJax's scripts

  /// `<script type="math/tex; mode=display">…</script>`: the formula between delimiters, without the comments that hid it from XML.
  private mutating func withFormulas(_ line: [UInt8]) -> [UInt8] {
    var out: [UInt8] = []
    var rest = line[...]
    while true {
      if let closer = scriptCloser {
        let end = rest.firstRange(of: Array("</script>".utf8))
        let body = String(decoding: rest[..<(end?.lowerBound ?? rest.endIndex)], as: UTF8.self)
        out += body.replacing("% <![CDATA[", with: "").replacing("%]]>", with: "").utf8
        guard let end else { return out }
        out += closer.utf8
        scriptCloser = nil
        rest = rest[end.upperBound...]
      } else if let open = rest.firstRange(of: Self.script), let end = rest[open.upperBound...].firstIndex(of: ASCII.greater) {
        let isDisplay = rest[open.upperBound..<end].firstRange(of: Array("display".utf8)) != nil
        out += rest[..<open.lowerBound]
        // The value of an attribute has no formulas: `## Words { data-toc-label='…' }`.
        let isValue = line.first == ASCII.hash && line.last == ASCII.closeBrace && Self.beginsValue(out)
        if !isValue { out += (isDisplay ? "\\[" : "\\(").utf8 }
        scriptCloser = isValue ? "" : isDisplay ? "\\]" : "\\)"
        rest = rest[(end + 1)...]
      } else {
        return out + rest
      }
    }
  }

  /// True if a line up to here has opened a list of attributes, and in it a value.
  private static func beginsValue(_ line: [UInt8]) -> Bool {
    guard let open = line.lastIndex(of: ASCII.openBrace) else { return false }
    return ["='", "=\""].contains { line[open...].firstRange(of: Array($0.utf8)) != nil }
  }

  // MARK: HackMD's quotes

  /// `> [name=Ann] [time=Sun, 9 PM] [color=#907bf7]`: who said it, and when.
  private static func withAuthor(_ line: [UInt8]) -> [UInt8] {
    var words: [String] = []
    var out = line
    for key in ["name", "time", "color"] {
      guard let open = out.firstRange(of: Array("[\(key)=".utf8)), let close = out[open.upperBound...].firstIndex(of: ASCII.closeBracket)
      else { continue }
      if key != "color" { words.append(String(decoding: out[open.upperBound..<close], as: UTF8.self)) }
      var start = open.lowerBound
      while start > 0, out[start - 1] == ASCII.space, start > 2 { start -= 1 }
      out.removeSubrange(start..<close + 1)
    }
    guard out.count < line.count else { return line }
    guard !words.isEmpty else { return out }
    let isAlone = out.allSatisfy { $0 == ASCII.greater || ASCII.isBlank($0) }
    let quotes = Array(out.prefix { $0 == ASCII.greater || ASCII.isBlank($0) })
    let prefix = quotes.last == ASCII.space ? quotes : quotes + [ASCII.space]
    let author = prefix + "— \(words.joined(separator: ", "))".utf8
    return isAlone ? quotes + [ASCII.newline] + author : out + [ASCII.newline] + quotes + [ASCII.newline] + author
  }

  // MARK: Lost backslashes

  /// Where `[` … `]` ends whose brackets stand alone on their lines, or begin and end one, around LaTeX.
  fileprivate static func displayEnd(in bytes: [UInt8], from open: Int, isChat: Bool) -> Int? {
    var lineStart = open
    while lineStart > 0, bytes[lineStart - 1] == ASCII.space { lineStart -= 1 }
    guard lineStart == 0 || bytes[lineStart - 1] == ASCII.newline, open - lineStart < 8, !isRow(in: bytes, below: lineStart) else {
      return nil
    }
    var position = open + 1
    var hasCommand = false
    for number in 0..<30 where position < bytes.count {
      let end = bytes[position...].firstIndex(of: ASCII.newline) ?? bytes.count
      let line = bytes[position..<end]
      let words = line.drop(while: ASCII.isBlank)
      if number > 0, words.isEmpty { return nil }
      hasCommand = hasCommand || (isChat ? MathEvidence.hasCommandOrScript(line) : MathEvidence.hasCommand(line))
      let isClosed =
        number == 0
        ? words.last == ASCII.closeBracket && words.dropLast().last == ASCII.space
        : words.elementsEqual([ASCII.closeBracket]) || words.elementsEqual([ASCII.closeBracket, ASCII.carriageReturn])
      if isClosed { return hasCommand ? (line.lastIndex(of: ASCII.closeBracket) ?? position) : nil }
      // The opener is alone unless the closer is on its line.
      if number == 0, !words.isEmpty { return nil }
      position = end + 1
    }
    return nil
  }

  /// True for a line of a formula that has its delimiters: below the line that opens it, or below a row's end.
  private static func isRow(in bytes: [UInt8], below start: Int) -> Bool {
    guard start > 0 else { return false }
    let line = bytes[..<(start - 1)].suffix(400)
    let above = (line.lastIndex(of: ASCII.newline).map { line[($0 + 1)...] } ?? line).drop(while: ASCII.isBlank)
    if ["$$", "\\begin{", "\\["].contains(where: { above.starts(with: $0.utf8) }) { return true }
    return above.reversed().drop(while: ASCII.isBlank).starts(with: [ASCII.backslash, ASCII.backslash])
  }

  private mutating func withBackslashes(_ line: ArraySlice<UInt8>) -> [UInt8] {
    let first = line.firstIndex { !ASCII.isBlank($0) } ?? line.endIndex
    var words = Array(line)
    if let end = displayEnd {
      guard line.indices.contains(end) else { return words }
      displayEnd = nil
      words.insert(ASCII.backslash, at: end - line.startIndex)
      return words
    }
    if first < line.endIndex, line[first] == ASCII.openBracket, let end = Self.displayEnd(in: bytes, from: first, isChat: isChat) {
      if line.indices.contains(end) { words.insert(ASCII.backslash, at: end - line.startIndex) } else { displayEnd = end }
      words.insert(ASCII.backslash, at: first - line.startIndex)
      return words
    }
    return withParentheses(words)
  }

  /// `(\alpha)` in running text, and `( x )` where displays have lost their backslashes, if a line has no formula with delimiters.
  private func withParentheses(_ line: [UInt8]) -> [UInt8] {
    guard !line.contains(ASCII.dollar), !line.contains(ASCII.backtick), line.firstRange(of: Array("\\(".utf8)) == nil else { return line }
    var out: [UInt8] = []
    var index = 0
    while index < line.count {
      if line[index] == ASCII.openParenthesis, let end = Self.close(in: line, from: index), isFormula(in: line, index, end),
        index == 0 || !ASCII.isLetter(line[index - 1]) && line[index - 1] != ASCII.closeBracket
      {
        out += [ASCII.backslash, ASCII.openParenthesis] + line[(index + 1)..<end] + [ASCII.backslash, ASCII.closeParenthesis]
        index = end + 1
      } else {
        out.append(line[index])
        index += 1
      }
    }
    return out
  }

  private func isFormula(in line: [UInt8], _ open: Int, _ close: Int) -> Bool {
    let body = line[(open + 1)..<close]
    if MathEvidence.hasCommand(body) { return true }
    guard hasLostBackslashes, body.count > 2, body.first == ASCII.space, body.last == ASCII.space else { return false }
    return MathEvidence.isFormulaBetweenBlanks(
      body, previous: open > 0 ? line[open - 1] : 0, next: close + 1 < line.count ? line[close + 1] : 0)
  }

  private static func close(in line: [UInt8], from open: Int) -> Int? {
    var depth = 0
    for index in open..<min(line.count, open + 300) {
      if line[index] == ASCII.openParenthesis { depth += 1 }
      if line[index] == ASCII.closeParenthesis { depth -= 1 }
      if depth == 0 { return index }
    }
    return nil
  }
}

/// Whether lines are within a formula that goes over several: between `$$`, `\\[` and `\\]`, or in an environment. A blank line ends it.
private struct OpenFormula {
  private var isInDollars = false
  private var depth = 0

  /// - Returns: True for a line that is within one, or begins or ends one.
  mutating func pass(_ line: ArraySlice<UInt8>) -> Bool {
    let wasOpen = isInDollars || depth > 0
    var index = line.startIndex
    while index + 1 < line.endIndex {
      let rest = line[index...]
      if rest.starts(with: "$$".utf8) {
        isInDollars.toggle()
        index += 2
      } else if line[index] == ASCII.backslash {
        if line[index + 1] == ASCII.openBracket || rest.starts(with: "\\begin{".utf8) { depth += 1 }
        if depth > 0, line[index + 1] == ASCII.closeBracket || rest.starts(with: "\\end{".utf8) { depth -= 1 }
        index += 2
      } else {
        index += 1
      }
    }
    return wasOpen || isInDollars || depth > 0
  }
}
