/// pandoc's line block, which keeps its lines and their indents:
///
///     | The limerick packs laughs anatomical
///     |    in space that is
///       quite economical.
struct LineBlock {
  /// The words of each line; continued lines are lines without a bar.
  private(set) var lines: [(words: Range<Int>, hasBar: Bool, indent: Int)] = []
  /// Where the line below begins.
  private(set) var next: Int

  /// - Parameters:
  ///   - head: The first line.
  ///   - below: The lines after it.
  init?(_ bytes: [UInt8], head: Range<Int>, below: TableLines) {
    next = below.next
    guard add(head, bytes) else { return nil }
    var below = below
    while let line = below.line(), !line.isEmpty {
      if bytes[line.lowerBound] == ASCII.pipe {
        guard add(line, bytes) else { return nil }
      } else if bytes[line.lowerBound] == ASCII.space, let first = line.first(where: { bytes[$0] != ASCII.space }) {
        lines.append((first..<line.upperBound, false, 0))
      } else if bytes[line].starts(with: ":::".utf8) {
        // The fence of the div around it.
        break
      } else {
        return nil
      }
      next = below.next
    }
  }

  /// False for rows of a table.
  private mutating func add(_ line: Range<Int>, _ bytes: [UInt8]) -> Bool {
    guard line.lowerBound < line.upperBound, bytes[line.lowerBound] == ASCII.pipe else { return false }
    let rest = line.lowerBound + 1..<line.upperBound
    guard let first = rest.first, bytes[first] == ASCII.space else {
      lines.append((rest.upperBound..<rest.upperBound, true, 0))
      return rest.isEmpty
    }
    let start = rest.first { bytes[$0] != ASCII.space } ?? rest.upperBound
    lines.append((start..<rest.upperBound, true, start - first - 1))
    // `| a | b |` is a row, whatever is above it.
    return bytes[rest.upperBound - 1] != ASCII.pipe
  }

  /// Makes it a paragraph whose lines end where the author's do.
  func write(to findings: inout Findings, _ block: inout InlineBlock, in bytes: [UInt8]) {
    var above: Int?
    for line in lines {
      // Prefixes of the line stay as they are.
      var start = line.words.lowerBound
      let least = above ?? 0
      while start > least, bytes[start - 1] == ASCII.space { start -= 1 }
      if line.hasBar, start > least, bytes[start - 1] == ASCII.pipe { start -= 1 }
      if let above, line.hasBar {
        // Blanks at the end of a line would be between the sign and the break.
        let end = bytes[above..<line.words.lowerBound].firstIndex { $0 != ASCII.space } ?? above
        findings.edit(above..<end, [ASCII.backslash])
      }
      let blanks = line.words.isEmpty ? 1 : line.indent
      findings.edit(start..<line.words.lowerBound, (0..<blanks).flatMap { _ in Array("\u{A0}".utf8) })
      // A sign at a line's beginning begins no block.
      if !(line.hasBar && line.words.isEmpty), line.indent == 0 { findings.letters.append(line.words.lowerBound..<line.words.lowerBound) }
      block.add(line.words, in: bytes)
      above = line.words.upperBound
    }
  }
}
