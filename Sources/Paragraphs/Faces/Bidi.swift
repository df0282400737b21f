import TypesetFonts
import TypesetStyling

extension BidiLevels {
  /// Nil if everything runs left to right, as most texts show by their first bytes.
  ///
  /// - Parameter inRightToLeft: True if the document runs from right to left. So do texts without a direction, whatever they
  ///   begin with, but not one that is entirely Latin. A short Latin text, such as a heading or a name, begins where the others do.
  init?(_ text: StyledText, inRightToLeft: Bool = false) {
    let asked = Self.direction(of: text)
    let follows = inRightToLeft && asked == nil
    if follows, text.text.contains(where: Self.isLetter), !Self.runsRightToLeft(text.text) {
      guard text.text.count < 80 else { return nil }
      var levels = [UInt8](repeating: 2, count: text.text.count)
      // A heading's number begins at the same side as the numbers of other headings.
      if let quad = Self.quad(in: text.text), !text.text[..<quad.lowerBound].contains(where: Self.isLetter) {
        for index in quad { levels[index] = 1 }
      }
      self.init(levels: levels, base: 1)
      return
    }
    let mixes = asked == .rightToLeft || follows || Self.mayRunRightToLeft(text.text)
    // A block gives its direction to all of its text; a span that has another one is an isolate, and so is code.
    let isolates = text.styles.contains { $0.direction != asked || mixes && $0.isCode } ? Self.isolates(in: text, outside: asked) : []
    guard mixes || !isolates.isEmpty else { return nil }
    self.init(text.text, isolates, direction: asked == .rightToLeft || follows ? 1 : asked == .leftToRight ? 0 : 2)
  }

  /// The levels of a line of code, which runs left to right whatever it begins with; nil if all of it does.
  ///
  /// The text of comments and strings is isolated, in the direction of its first letter (UTS #55, 4.1), and so is each column between the
  /// bars of a table. Elsewhere words stay on their side of an operator.
  init?(code text: StyledText, drawsTable: Bool) {
    guard Self.mayRunRightToLeft(text.text) else { return nil }
    var isolates: [Control] = []
    var words = 0..<0
    for run in text.runs {
      let range = Int(run.range.lowerBound)..<Int(run.range.upperBound)
      if drawsTable || text.styles[Int(run.style)].isProse {
        words = (words.isEmpty ? range.lowerBound : words.lowerBound)..<range.upperBound
      } else {
        Self.isolate(words, of: text.text, divides: drawsTable, onto: &isolates)
        words = 0..<0
        for index in range where "=|{};<>&".utf8.contains(text.text[index]) { isolates.append((index, Self.leftToRightMark)) }
      }
    }
    Self.isolate(words, of: text.text, divides: drawsTable, onto: &isolates)
    self.init(text.text, isolates, direction: 0)
  }

  /// The direction of the block: if it has one, all runs have one, most of them the same.
  private static func direction(of text: StyledText) -> TextDirection? {
    guard let first = text.styles.first?.direction else { return nil }
    guard text.styles.contains(where: { $0.direction != first }) else { return first }
    var (left, right) = (0, 0)
    for run in text.runs {
      switch text.styles[Int(run.style)].direction {
      case .leftToRight: left += run.range.count
      case .rightToLeft: right += run.range.count
      case nil: return nil
      }
    }
    return right >= left ? .rightToLeft : .leftToRight
  }

  /// The controls of UAX #9 around code and the spans whose direction is their own: LRI or RLI before, PDI after.
  private static func isolates(in text: StyledText, outside: TextDirection?) -> [Control] {
    var out: [Control] = []
    var open: TextDirection?
    for run in text.runs {
      let style = text.styles[Int(run.style)]
      let direction = style.isCode ? .leftToRight : style.direction == outside ? nil : style.direction
      guard direction != open else { continue }
      if open != nil { out.append((Int(run.range.lowerBound), pop)) }
      open = direction
      if let open { out.append((Int(run.range.lowerBound), open == .rightToLeft ? 0x2067 : 0x2066)) }
    }
    if open != nil { out.append((text.text.count, pop)) }
    return out
  }

  /// U+2069, which ends an isolate.
  private static let pop: UInt16 = 0x2069

  private static let leftToRightMark: UInt16 = 0x200E

  /// FSI and PDI around the text of a comment or a string, or of each column of a table: the delimiters stay outside.
  private static func isolate(_ range: Range<Int>, of text: [UInt8], divides: Bool, onto out: inout [Control]) {
    var start = range.lowerBound
    while let first = text[start..<range.upperBound].indices.first(where: { isWord(at: $0, of: text) }) {
      let isBar = { (index: Int) in text[index] == UInt8(ascii: "|") || isDrawing(at: index, of: text) }
      let next = divides ? text[first..<range.upperBound].indices.first(where: isBar) ?? range.upperBound : range.upperBound
      var end = next
      while end > first, " \"'`*/>".utf8.contains(text[end - 1]) { end -= 1 }
      if end > first { out += [(first, 0x2068), (end, pop)] }
      start = next
    }
  }

  /// True for the first byte of a letter, a figure or a sign beyond ASCII that draws no lines.
  private static func isWord(at index: Int, of text: [UInt8]) -> Bool {
    let byte = text[index]
    return byte >= 0xC2 && !isDrawing(at: index, of: text) || byte < 0x80 && (isLetter(byte) || byte &- 0x30 < 10)
  }

  /// True for the first byte of a character that draws lines, U+2500 to U+25BF.
  private static func isDrawing(at index: Int, of text: [UInt8]) -> Bool {
    text[index] == 0xE2 && index + 1 < text.count && (0x94...0x96).contains(text[index + 1])
  }

  /// A letter of ASCII or, roughly, any other character of several bytes, but not U+FFFC and its neighbours.
  private static func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 || byte >= 0xC3 && byte < 0xE2 }

  /// The first em space.
  private static func quad(in bytes: [UInt8]) -> Range<Int>? {
    bytes.indices.first { bytes[$0] == 0xE2 && bytes[$0...].starts(with: [0xE2, 0x80, 0x83]) }.map { $0..<$0 + 3 }
  }

  /// True if the text has a letter that runs from right to left.
  private static func runsRightToLeft(_ bytes: [UInt8]) -> Bool {
    guard mayRunRightToLeft(bytes) else { return false }
    return String(decoding: bytes, as: UTF8.self).unicodeScalars.contains(where: \.runsRightToLeft)
  }
}
