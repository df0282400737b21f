internal import TypesetDiagnostics

/// The source without what GitBook's editor leaves in its files: backslashes where a block ends, which are no line breaks, `&#xNAN;`, which it
/// writes where no character needs escaping, and the links of words to the footnotes behind them, `[words](#user-content-fn-1)[^1]`.
func withoutGitBookMarks(_ source: Source, in dialect: Dialect?, _ diagnostics: inout [Diagnostic]) -> Source {
  let hasNoCharacters = source.bytes.find(GitBookMarks.noCharacter) != nil
  let source = LinkedNoteWords.occur(in: source.bytes) ? LinkedNoteWords.removed(from: source, &diagnostics) : source
  guard dialect?.tool == .honkit || hasNoCharacters else { return source }
  var marks = GitBookMarks(source.bytes, endsBlocks: dialect?.tool == .honkit, hasNoCharacters: hasNoCharacters)
  return rewritingLines(source, &diagnostics) { line, _ in marks.change(of: line) }
}

/// Links of words to the footnote that is referred to right behind them.
private enum LinkedNoteWords {
  private static let address = Array("](#user-content-fn-".utf8)

  static func occur(in bytes: [UInt8]) -> Bool { bytes.find(address) != nil }

  static func removed(from source: Source, _ diagnostics: inout [Diagnostic]) -> Source {
    var fences = OpenFences()
    return rewritingLines(source, &diagnostics) { line, _ in
      guard !fences.passesCode(line), let written = written(line) else { return .keep }
      return .write(written)
    }
  }

  private static func written(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    var out: [UInt8] = []
    var place = line.startIndex
    while let middle = line[place...].firstRange(of: address), let close = line[middle.upperBound...].firstIndex(of: ASCII.closeParenthesis)
    {
      guard line[(close + 1)...].starts(with: "[^".utf8), let open = opener(of: middle.lowerBound, in: line[place...]) else {
        out += line[place...close]
        place = close + 1
        continue
      }
      out += line[place..<open] + line[(open + 1)..<middle.lowerBound]
      place = close + 1
    }
    return place > line.startIndex ? out + line[place...] : nil
  }

  /// The bracket that another one closes.
  private static func opener(of close: Int, in line: ArraySlice<UInt8>) -> Int? {
    var depth = 1
    return line[..<close].indices.reversed().first { index in
      if line[index] == ASCII.closeBracket { depth += 1 } else if line[index] == ASCII.openBracket { depth -= 1 }
      return depth == 0
    }
  }
}

private struct GitBookMarks {
  static let noCharacter = Array("&#xNAN;".utf8)

  private let bytes: [UInt8]
  /// True where a backslash at a block's end is no text.
  private let endsBlocks: Bool
  private let hasNoCharacters: Bool
  private var fences = OpenFences()
  /// True between two lines with dollars: LaTeX's line breaks.
  private var isDisplay = false

  init(_ bytes: [UInt8], endsBlocks: Bool, hasNoCharacters: Bool) {
    (self.bytes, self.endsBlocks, self.hasNoCharacters) = (bytes, endsBlocks, hasNoCharacters)
  }

  mutating func change(of line: ArraySlice<UInt8>) -> LineChange {
    guard !fences.passesCode(line) else { return .keep }
    let wasDisplay = isDisplay
    passDollars(of: line)
    guard !wasDisplay, !isDisplay else { return .keep }
    var words = line[...]
    if endsBlocks {
      if let tight = TightStrong.written(line) {
        return .write(Array(withoutLastBreak(line).count < line.count ? tight.dropLast() : tight))
      }
      words = withoutLastBreak(line)
    }
    // A break alone on its line is empty room.
    if words.count < line.count, words.allSatisfy(ASCII.isBlank) { return isAboveBlock(line) ? .drop : .write([]) }
    guard hasNoCharacters, words.contains(UInt8(ascii: "&")) else { return words.count == line.count ? .keep : .write(Array(words)) }
    return .write(Self.withoutNoCharacters(words))
  }

  private mutating func passDollars(of line: ArraySlice<UInt8>) {
    var index = line.startIndex
    while index + 1 < line.endIndex {
      if line[index] == ASCII.dollar, line[index + 1] == ASCII.dollar {
        isDisplay.toggle()
        index += 2
      } else {
        index += line[index] == ASCII.backslash ? 2 : 1
      }
    }
  }

  /// The line without backslashes at its end, if its block ends there, or if nothing else is on it.
  private func withoutLastBreak(_ line: ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    guard line.last == ASCII.backslash else { return line }
    var words = line
    while words.last == ASCII.backslash { words.removeLast() }
    guard words.allSatisfy(ASCII.isBlank) || isAboveBlock(line) else { return line }
    return words
  }

  /// True if the line below begins another block, or is empty, or is not there.
  private func isAboveBlock(_ line: ArraySlice<UInt8>) -> Bool {
    guard line.endIndex < bytes.count else { return true }
    let start = (bytes[line.endIndex...].firstIndex(of: ASCII.newline) ?? bytes.count - 1) + 1
    let next = bytes[start...].prefix(400).prefix { $0 != ASCII.newline && $0 != ASCII.carriageReturn }.drop(while: ASCII.isBlank)
    guard let first = next.first else { return true }
    let opensBlock = [
      "# ", "## ", "### ", "#### ", "* ", "- ", "> ", "```", "{%", "<figure", "<table", "<details", "| ",
    ].contains { next.starts(with: $0.utf8) }
    let digits = next.prefix(while: ASCII.isDigit)
    // Backslashes alone are an empty line.
    if first == ASCII.backslash, next.allSatisfy({ $0 == ASCII.backslash || ASCII.isBlank($0) }) { return true }
    return opensBlock || !digits.isEmpty && digits.count < 4 && next.dropFirst(digits.count).starts(with: ". ".utf8)
  }

  private static func withoutNoCharacters(_ words: ArraySlice<UInt8>) -> [UInt8] {
    var out: [UInt8] = []
    var index = words.startIndex
    while index < words.endIndex {
      if words[index] == UInt8(ascii: "&"), words[index...].starts(with: noCharacter) {
        index += noCharacter.count
      } else {
        out.append(words[index])
        index += 1
      }
    }
    return out
  }
}

/// Bold words that end or begin with a blank, `**words **go on`, as old versions of GitBook write and read them.
private enum TightStrong {
  private static let stars = ArraySlice("**".utf8)

  /// The line with the blanks outside of the bold words; nil if it has none.
  static func written(_ line: ArraySlice<UInt8>) -> [UInt8]? {
    guard line.firstRange(of: "**".utf8) != nil else { return nil }
    var out: [UInt8] = []
    var place = line.startIndex
    var hasChanged = false
    while let open = marks(in: line, from: place), let close = marks(in: line, from: open + 2) {
      let inner = line[(open + 2)..<close]
      let start = inner.firstIndex { !ASCII.isBlank($0) } ?? inner.endIndex
      let end = inner.lastIndex { !ASCII.isBlank($0) }.map { $0 + 1 } ?? inner.endIndex
      if start < end, (start == inner.startIndex) != (end == inner.endIndex) {
        let before = open > line.startIndex && ASCII.isBlank(line[open - 1]) ? inner[..<inner.startIndex] : inner[..<start]
        let after = close + 2 < line.endIndex && ASCII.isBlank(line[close + 2]) ? inner[inner.endIndex...] : inner[end...]
        for part in [line[place..<open], before, stars, inner[start..<end], stars, after] { out += part }
        hasChanged = true
      } else {
        out += line[place..<(close + 2)]
      }
      place = close + 2
    }
    return hasChanged ? out + line[place...] : nil
  }

  /// Where the next two stars are, outside of code.
  private static func marks(in line: ArraySlice<UInt8>, from start: Int) -> Int? {
    var index = start
    while index + 1 < line.endIndex {
      switch line[index] {
      case ASCII.backslash: index += 2
      case ASCII.backtick:
        let end = line[(index + 1)...].firstIndex(of: ASCII.backtick)
        index = (end ?? line.endIndex) + 1
      case UInt8(ascii: "*") where line[index + 1] == UInt8(ascii: "*"): return index
      default: index += 1
      }
    }
    return nil
  }
}
