internal import TypesetDiagnostics

/// beamer's notes in the lines of a slide, `\note{words}`: what is left of these lines, and the words.
struct BeamerNotes {
  /// Other words for lines; nil for a line of which nothing is left.
  private(set) var lines: [(number: Int, words: String?)] = []
  private(set) var notes: [[String]] = []

  /// - Parameter number: The line that may have notes; the last of them may end below it.
  /// - Returns: Nil for a line without any.
  init?(from number: Int, in slides: SlideLines, upTo end: Int) {
    let bytes = slides.bytes
    guard slides.text(number).firstRange(of: Self.command) != nil else { return nil }
    var line = number
    var place = slides.lines[number].lowerBound
    var kept: [UInt8] = []
    func finish() {
      kept += bytes[place..<max(place, slides.lines[line].upperBound)]
      let isEmpty = kept.allSatisfy(ASCII.isBlank)
      lines.append((line, isEmpty ? nil : String(decoding: kept, as: UTF8.self)))
    }
    while let start = Self.start(in: bytes, place..<slides.lines[line].upperBound) {
      var open = start + Self.command.count
      let isItem = bytes[open...].starts(with: "[item]".utf8)
      // `\note<2>[item]{…}`
      while open < bytes.count, let close = [ASCII.less: ASCII.greater, ASCII.openBracket: ASCII.closeBracket][bytes[open]],
        let last = bytes[open...].prefix(40).firstIndex(of: close)
      {
        open = last + 1
      }
      guard let group = LaTeXReading.group(bytes, at: open, to: slides.lines[end - 1].upperBound) else { break }
      let words = String(decoding: bytes[group], as: UTF8.self).split(separator: "\n", omittingEmptySubsequences: false)
      notes.append(words.enumerated().map { ($0 == 0 && isItem ? "- " : "") + String($1).trimmedWhitespace() })
      kept += bytes[place..<start]
      // Below a line that ends within the note.
      while line + 1 < end, group.upperBound > slides.lines[line].upperBound {
        place = slides.lines[line].upperBound
        finish()
        kept = []
        line += 1
      }
      place = group.upperBound + 1
    }
    guard !notes.isEmpty else { return nil }
    finish()
  }

  private static let command = Array("\\note".utf8)

  /// Where a note's command is, which is not in code.
  private static func start(in bytes: [UInt8], _ range: Range<Int>) -> Int? {
    var isCode = false
    var index = range.lowerBound
    while index < range.upperBound {
      if bytes[index] == ASCII.backtick { isCode.toggle() }
      if !isCode, bytes[index] == ASCII.backslash, bytes[index..<range.upperBound].starts(with: command),
        let next = bytes[(index + command.count)...].first, "{[<".utf8.contains(next)
      {
        return index
      }
      index += bytes[index] == ASCII.backslash ? 2 : 1
    }
    return nil
  }
}
