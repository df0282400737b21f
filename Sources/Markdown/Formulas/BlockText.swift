import TypesetBytes
import TypesetDiagnostics

/// The lines of one paragraph, heading or table row, as ranges of the author's text, without prefixes.
struct InlineBlock {
  var lines: [Range<Int>] = []
  var isTableRow = false
  /// True for a heading or a title, which has no displays.
  var isHeading = false
  /// True for LaTeX that is translated already.
  var isLaTeX = false
  /// True if a single `$` is open at the end of the last line, as far as can be known.
  private(set) var hasOpenDollar = false
  /// True if a `$$` is open at the end of the last line. Then whatever follows is part of the formula.
  var isInsideDisplay: Bool { openDisplay != nil }
  /// The position of that `$$`.
  private(set) var openDisplay: Int?

  init() {}

  init(line: Range<Int>, isTableRow: Bool = false, isHeading: Bool = false) {
    lines = [line]
    self.isTableRow = isTableRow
    self.isHeading = isHeading
  }

  /// The lines of an environment that is translated.
  init(latex range: Range<Int>, in bytes: [UInt8]) {
    var start = range.lowerBound
    while start < range.upperBound {
      let end = bytes[start..<range.upperBound].firstIndex(of: ASCII.newline) ?? range.upperBound
      add(start..<end, in: bytes)
      start = end + 1
    }
    isLaTeX = true
  }

  /// Adds lines, the last of which goes on to a place.
  mutating func add(_ lines: [Range<Int>], before end: Int, in bytes: [UInt8]) {
    for line in lines.dropLast() { add(line, in: bytes) }
    if let last = lines.last { add(last.lowerBound..<end, in: bytes) }
  }

  mutating func add(_ line: Range<Int>, in bytes: [UInt8]) {
    lines.append(line)
    var index = line.lowerBound
    var lastRuns: [Int: Int]?
    while index < line.upperBound {
      switch bytes[index] {
      case ASCII.backslash: index += 2
      case ASCII.backtick where !isInsideDisplay:
        // Dollars in code on this line do not count.
        let length = Backticks.length(in: bytes, at: index, to: line.upperBound)
        let runs = lastRuns ?? Backticks.lastRuns(in: bytes, index..<line.upperBound)
        lastRuns = runs
        let start = index
        index += length
        if let last = runs[length], last > start {
          index = Backticks.closer(of: length, in: bytes, from: index, to: line.upperBound) ?? index
        }
      case ASCII.dollar where index + 1 < line.upperBound && bytes[index + 1] == ASCII.dollar:
        openDisplay = isInsideDisplay ? nil : index
        index += 2
      case ASCII.dollar:
        hasOpenDollar.toggle()
        index += 1
      default: index += 1
      }
    }
  }
}

/// The text of one block, and where each byte of it is in the author's.
struct BlockText {
  /// The block's lines, joined by newlines.
  let bytes: [UInt8]
  /// Where each line begins in `bytes` and in the author's text.
  let lines: [(start: Int, source: Range<Int>)]
  let isTableRow: Bool
  let isHeading: Bool
  let isLaTeX: Bool

  init(_ block: InlineBlock, of source: [UInt8]) {
    var bytes: [UInt8] = []
    var lines: [(start: Int, source: Range<Int>)] = []
    for line in block.lines {
      if !bytes.isEmpty || !lines.isEmpty { bytes.append(ASCII.newline) }
      lines.append((bytes.count, line))
      bytes += source[line]
    }
    self.bytes = bytes
    self.lines = lines
    isTableRow = block.isTableRow
    isHeading = block.isHeading
    isLaTeX = block.isLaTeX
  }

  var count: Int { bytes.count }

  /// The byte at an offset; 0 after the end.
  func byte(_ index: Int) -> UInt8 { index < bytes.count ? bytes[index] : 0 }

  /// The number of the line that holds an offset.
  func line(at index: Int) -> Int { max(0, lines.partitioningIndex { $0.start > index } - 1) }

  /// The position in the author's text.
  func source(_ index: Int) -> Int {
    let line = lines[line(at: index)]
    return line.source.lowerBound + index - line.start
  }

  /// The range in the author's text. It ends after its last byte, not where the next line begins.
  func source(_ range: Range<Int>) -> Range<Int> { source(range.lowerBound)..<source(range.upperBound - 1) + 1 }

  /// The pieces of the author's lines that a range consists of.
  func pieces(_ range: Range<Int>) -> [Range<Int>] {
    var pieces: [Range<Int>] = []
    for line in lines[line(at: range.lowerBound)...line(at: range.upperBound)] {
      let low = max(range.lowerBound, line.start)
      let high = min(range.upperBound, line.start + line.source.count)
      if low <= high { pieces.append(line.source.lowerBound + low - line.start..<line.source.lowerBound + high - line.start) }
    }
    return pieces
  }

  /// Where a line ends within Documenter's `(@ref a name)`.
  func lineBreak(inTargetAt open: Int) -> Int? {
    guard bytes[open...].starts(with: "(@ref".utf8), let close = bytes[open...].prefix(200).firstIndex(of: ASCII.closeParenthesis) else {
      return nil
    }
    return bytes[open..<close].firstIndex(of: ASCII.newline)
  }

  /// The end of a tag, a comment or an address in angle brackets on one line; the next byte where there is none.
  func afterAngle(_ start: Int) -> Int {
    let next = byte(start + 1)
    guard ASCII.isLetter(next) || next == UInt8(ascii: "/") || next == UInt8(ascii: "!") else { return start + 1 }
    var index = start + 1
    while ASCII.isLetter(byte(index)) || ASCII.isDigit(byte(index)) { index += 1 }
    // `i<j. Likewise`, `i<j, $x$`: a sign of punctuation ends no name.
    if ".,;)".utf8.contains(byte(index)), index + 1 >= count || ASCII.isBlank(byte(index + 1)) { return start + 1 }
    while index < count, bytes[index] != ASCII.less, bytes[index] != ASCII.newline {
      if bytes[index] == ASCII.greater { return index + 1 }
      // `a<b or $c>d$`: no attribute begins with a dollar.
      if bytes[index] == ASCII.dollar, ASCII.isBlank(bytes[index - 1]), ASCII.isLetter(next) { return start + 1 }
      if bytes[index] == UInt8(ascii: "="), let close = TagSearch.valueEnd(bytes, after: index, to: count) { index = close }
      index += 1
    }
    return start + 1
  }

  /// The end of a link's address, after its closing parenthesis; dollars in a title follow the usual rules.
  func afterDestination(_ start: Int) -> Int {
    var depth = 0
    var index = start
    while index < count {
      switch bytes[index] {
      case ASCII.backslash: index += 1
      case ASCII.openParenthesis: depth += 1
      case ASCII.closeParenthesis:
        if depth == 0 { return index + 1 }
        depth -= 1
      case ASCII.space, ASCII.tab, ASCII.newline: return index
      default: break
      }
      index += 1
    }
    return index
  }

  /// Where a link ends whose destination ends before a title: behind the bracket; the same place where no title follows.
  func afterTitle(_ destinationEnd: Int) -> Int {
    var index = destinationEnd
    while ASCII.isBlank(byte(index)) { index += 1 }
    guard index > destinationEnd, let closer = [0x22: 0x22, 0x27: 0x27, ASCII.openParenthesis: ASCII.closeParenthesis][byte(index)] else {
      return destinationEnd
    }
    index += 1
    while index < count, bytes[index] != closer { index += bytes[index] == ASCII.backslash ? 2 : 1 }
    index += 1
    while ASCII.isBlank(byte(index)) { index += 1 }
    return byte(index) == ASCII.closeParenthesis ? index + 1 : destinationEnd
  }

  /// Documenter's `(@extref `name(x)`)`: the signs around and within the code, without which the target is a text.
  func codeSigns(inTargetAt open: Int) -> [Int] {
    guard ["(@extref ", "(@ref "].contains(where: { bytes[open...].starts(with: $0.utf8) }) else { return [] }
    var signs: [Int] = []
    var isCode = false
    for index in open + 1..<min(count, open + 300) {
      switch bytes[index] {
      case ASCII.newline: return []
      case ASCII.backtick:
        isCode.toggle()
        signs.append(index)
      case ASCII.openParenthesis, ASCII.closeParenthesis:
        guard isCode else { return bytes[index] == ASCII.closeParenthesis ? signs : [] }
        signs.append(index)
      default: break
      }
    }
    return []
  }

  /// The bar in `[[Note with $x$ in its name|words]]`.
  func noteTarget(at open: Int) -> Int? {
    var hasDollar = false
    for index in open + 2..<max(open + 2, min(count, open + 500)) {
      switch bytes[index] {
      case ASCII.dollar: hasDollar = true
      case ASCII.newline, ASCII.openBracket, ASCII.closeBracket: return nil
      case ASCII.pipe:
        guard hasDollar, let close = bytes[index...].prefix(300).firstIndex(where: { $0 == ASCII.closeBracket || $0 == ASCII.newline })
        else { return nil }
        return byte(close) == ASCII.closeBracket && byte(close + 1) == ASCII.closeBracket ? index : nil
      default: break
      }
    }
    return nil
  }

  /// Replaces a range for the parser.
  func edit(_ range: Range<Int>, _ words: String) -> Edit { Edit(range: source(range), text: Array(words.utf8)) }
}
