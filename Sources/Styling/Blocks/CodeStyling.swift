import TypesetBoxes
import TypesetDiagnostics
import TypesetHighlighting
import TypesetMarkdown

extension InlineStyling {
  /// Code in a line: `` `x`{.python} `` or `` `#!python x` `` say its language.
  mutating func appendCode(_ text: String, language: String?, style: TextStyle) {
    var code = text[...]
    var language = language
    if code.hasPrefix("#!"), let space = code.firstIndex(of: " "), Language(code.dropFirst(2)[..<space]) != nil {
      language = String(code.dropFirst(2)[..<space])
      code = code[code.index(after: space)...]
    }
    guard let language, Language(language) != nil else {
      append(String(code), style)
      return
    }
    for part in theme.inlineCode(String(code), language: language, style: style) {
      append(String(decoding: part.text, as: UTF8.self), part.style)
    }
  }
}

extension Theme {
  /// The styles of all classes of tokens inside a style; index 0 is that of plain code, a class has its own number and one more.
  func tokenStyles(in plain: TextStyle) -> [TextStyle] {
    [plain]
      + TokenClass.allCases.map { kind in
        var style = highlight[kind].map { plain.applying($0, families: families) } ?? plain
        style.isProse = kind == .comment || kind == .string
        return style
      }
  }

  /// Puts the number of a listing before its title: `Listing 2. Words`.
  func entitle(_ code: inout StyledCode, _ number: String, _ caption: String?, _ style: BlockStyle) {
    var text = StyledText()
    var words = caption ?? code.title.map { String(decoding: $0.text, as: UTF8.self) } ?? ""
    // A file's name is no sentence.
    if isSmart, words.contains(" ") {
      var punctuation = SmartPunctuation()
      words = punctuation.replace(words, after: " ", language: style.text.language) ?? words
    }
    text.append((words.isEmpty ? number : number + " " + words).utf8, style: style.text.applying(self[.codeTitle], families: families))
    code.title = text
  }

  /// A block of code: its lines with their looks, numbers, marks and title.
  ///
  /// - Parameters:
  ///   - lineLimit: The most bytes of a line; the rest is left out.
  ///   - isColored: False leaves all of it plain.
  func code(_ literal: String, info: CodeInfo, style: BlockStyle, lineLimit: Int = Budget().wordBytes, isColored: Bool = true) -> StyledCode
  {
    var plain = style.text
    plain.isCode = true
    plain.isHyphenated = false
    let (bytes, allLines, isCut) = Self.lines(of: literal, limit: lineLimit)
    // Blank lines at the block's edges are no rows; the others keep their numbers.
    func isBlank(_ line: Range<Int>) -> Bool { bytes[line].allSatisfy { $0 == 0x20 } }
    let first = allLines.firstIndex { !isBlank($0) } ?? 0
    let lines = Array(allLines[first..<(allLines.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? first)])
    let number = plain.applying(self[.codeNumber], families: families)
    let codeLanguage = Language(info.language)
    plain.isProse = codeLanguage == nil && Self.isFullWidthProse(bytes, lines)
    var code = StyledCode(lines: [], numberStyle: number)
    code.isCut = isCut
    code.isNamedDrawing = StyledCode.drawnLanguages.contains(info.language.lowercased())
    code.firstNumber = info.firstNumber.map { $0 + first }
    if let title = info.title {
      var text = StyledText()
      text.append(title.utf8, style: plain.applying(self[.codeTitle], families: families))
      code.title = text
    }
    var tokens: [Token] = []
    if let language = codeLanguage {
      code.language = language.name
      if isColored { tokens = TypesetHighlighting.highlight(info.isDifference ? Self.withoutSigns(bytes, lines) : bytes, as: language) }
    } else if isColored, !isCut {
      tokens = Self.tokens(of: info.looks, in: bytes.count)
    }
    for index in tokens.indices {
      // An escape takes what follows it whole, however many bytes it has.
      func boundary(_ offset: Int32) -> Int32 {
        var offset = offset
        while Int(offset) < bytes.count, bytes[Int(offset)] & 0xC0 == 0x80 { offset += 1 }
        return offset
      }
      tokens[index].range = boundary(tokens[index].range.lowerBound)..<boundary(tokens[index].range.upperBound)
    }
    code.lines = styledLines(bytes, lines, tokens: tokens, plain: plain)
    let marks = marks(of: bytes, lines, after: first, info: info)
    if marks.contains(where: { $0 != .none }) {
      code.marks = marks
      code.grounds = [
        .highlighted: self[.codeLine].background, .inserted: self[.codeInserted].background, .deleted: self[.codeDeleted].background,
      ].compactMapValues { $0 }
    }
    return code
  }

  /// What a program has coloured for a terminal, in the theme's colours, which can be read on its ground.
  private static func tokens(of looks: TerminalLooks, in count: Int) -> [Token] {
    looks.stretches.filter { $0.range.upperBound <= count }.map { stretch in
      let kind: TokenClass =
        switch stretch.ink {
        case .red: .deleted
        case .green: .inserted
        case .yellow: .attribute
        case .blue: .link
        case .magenta: .hunk
        case .cyan: .property
        case .gray: .prompt
        case .bold: .strong
        }
      return Token(kind, Int32(stretch.range.lowerBound)..<Int32(stretch.range.upperBound))
    }
  }

  /// The bytes with tabs expanded to every fourth column and carriage returns left out, and where the lines are in them.
  private static func lines(of literal: String, limit: Int) -> (bytes: [UInt8], lines: [Range<Int>], isCut: Bool) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(literal.utf8.count + 64)
    var lines: [Range<Int>] = []
    var start = 0
    var column = 0
    var isFull = false
    var isCut = false
    for byte in literal.utf8 {
      // Never within a character, none of which has more than four bytes.
      if bytes.count - start > limit - 4, byte & 0xC0 != 0x80 { isFull = true }
      switch byte {
      case _ where isFull && byte != 0x0A: isCut = true
      case 0x09:
        let spaces = 4 - column % 4
        for _ in 0..<spaces { bytes.append(0x20) }
        column += spaces
      case 0x0D: break
      case 0x0A:
        lines.append(start..<bytes.count)
        bytes.append(byte)
        start = bytes.count
        column = 0
        isFull = false
      default:
        bytes.append(byte)
        if byte & 0xC0 != 0x80 { column += 1 }
      }
    }
    if start < bytes.count { lines.append(start..<bytes.count) }
    return (bytes, lines, isCut)
  }

  /// True if lines have full-width characters, after which no columns are aligned: text that is no program.
  private static func isFullWidthProse(_ bytes: [UInt8], _ lines: [Range<Int>]) -> Bool {
    // Kana, Han and Hangul begin with these bytes; Hebrew and Arabic with 0xD6 to 0xDF.
    func isWide(_ byte: UInt8) -> Bool { 0xE3...0xED ~= byte || byte == 0xEF }
    guard bytes.contains(where: isWide), !bytes.contains(where: { 0xD6...0xDF ~= $0 }) else { return false }
    return !lines.contains { line in
      var (isAfterWide, spaces) = (false, 0)
      for byte in bytes[line] {
        if byte != 0x20, isAfterWide, spaces > 1 { return true }
        spaces = byte == 0x20 ? spaces + 1 : 0
        isAfterWide = isAfterWide || isWide(byte)
      }
      return false
    }
  }

  /// The code without the signs in its first column, byte for byte in place.
  private static func withoutSigns(_ bytes: [UInt8], _ lines: [Range<Int>]) -> [UInt8] {
    var out = bytes
    for line in lines {
      if let first = bytes[line].first, first == UInt8(ascii: "+") || first == UInt8(ascii: "-") { out[line.lowerBound] = 0x20 }
    }
    return out
  }

  /// - Parameter count: Lines of the block before these.
  private func marks(of bytes: [UInt8], _ lines: [Range<Int>], after count: Int, info: CodeInfo) -> [StyledCode.LineMark] {
    lines.enumerated().map { number, line in
      if info.isDifference || ["diff", "patch"].contains(info.language), let first = bytes[line].first {
        if bytes[line].starts(with: "+++ ".utf8) || bytes[line].starts(with: "--- ".utf8) { return .none }
        if first == UInt8(ascii: "+") { return .inserted }
        if first == UInt8(ascii: "-") { return .deleted }
      }
      let number = number + count + 1
      if info.inserted.contains(where: { $0.contains(number) }) { return .inserted }
      if info.deleted.contains(where: { $0.contains(number) }) { return .deleted }
      return info.highlighted.contains { $0.contains(number) } ? .highlighted : .none
    }
  }

  /// Lays tokens over lines. All lines share one array of styles.
  private func styledLines(_ bytes: [UInt8], _ lines: [Range<Int>], tokens: [Token], plain: TextStyle) -> [StyledText] {
    let styles = tokens.isEmpty ? [plain] : tokenStyles(in: plain)
    var next = 0
    return lines.map { line in
      var text = StyledText()
      text.text = Array(bytes[line])
      text.styles = styles
      var position = line.lowerBound
      func add(_ end: Int, _ style: Int32) {
        guard end > position else { return }
        text.runs.append(.init(range: Int32(position - line.lowerBound)..<Int32(end - line.lowerBound), style: style))
        position = end
      }
      while next < tokens.count, Int(tokens[next].range.lowerBound) < line.upperBound {
        let token = tokens[next]
        add(max(position, Int(token.range.lowerBound)), 0)
        add(min(line.upperBound, Int(token.range.upperBound)), Self.styleNumbers[token.kind] ?? 0)
        // A token of several lines goes on with the next.
        if Int(token.range.upperBound) > line.upperBound { break }
        next += 1
      }
      add(line.upperBound, 0)
      return text
    }
  }

  private static let styleNumbers: [TokenClass: Int32] = Dictionary(
    uniqueKeysWithValues: TokenClass.allCases.enumerated().map { ($1, Int32($0) + 1) })

  /// Code within a line, highlighted where its language is known.
  func inlineCode(_ code: String, language: String?, style: TextStyle) -> [(text: [UInt8], style: TextStyle)] {
    guard let language = language.flatMap({ Language($0) }) else { return [(Array(code.utf8), style)] }
    let bytes = Array(code.utf8)
    let styles = tokenStyles(in: style)
    var parts: [(text: [UInt8], style: TextStyle)] = []
    var position = 0
    for token in TypesetHighlighting.highlight(bytes, as: language) {
      let (low, high) = (Int(token.range.lowerBound), Int(token.range.upperBound))
      if low > position { parts.append((Array(bytes[position..<low]), style)) }
      parts.append((Array(bytes[low..<high]), styles[Int(Self.styleNumbers[token.kind] ?? 0)]))
      position = high
    }
    if position < bytes.count { parts.append((Array(bytes[position...]), style)) }
    return parts
  }
}
