import TypesetBoxes
import TypesetBytes
import TypesetDiagnostics
import TypesetMarkdown

/// The letters and digits of a document's text with their places in the source, by which lines of the pages are found in it. Formulas and
/// pictures are one letter each, as in the text of lines.
struct SourceLetters {
  private var letters: [UInt8] = []
  /// Rising.
  private var offsets: [Int32] = []
  /// Stands for a formula or a picture.
  private static let object: UInt8 = 1
  /// How far from the last line the next one is looked for, in bytes; keeps the search linear.
  private static let reach = 6000

  init(of tree: Tree, in source: Source) {
    for node in tree.nodes {
      guard Int(node.span.start) > Int(offsets.last ?? -1) else { continue }
      switch node.kind {
      case .text, .code, .codeBlock: break
      case .math, .mathBlock, .image:
        letters.append(Self.object)
        offsets.append(node.span.start)
        continue
      default: continue
      }
      let range = node.span.range(within: source.bytes.count)
      var offset = range.lowerBound
      for scalar in String(decoding: source.bytes[range], as: UTF8.self).unicodeScalars {
        if scalar.isLetterOrDigit {
          for byte in UTF8.encode(scalar) ?? .init() {
            letters.append(byte)
            offsets.append(Int32(clamping: offset))
          }
        }
        offset += UTF8.width(scalar)
      }
    }
  }

  /// Gives lines their places: each block's lines are in its part of the source, most of them in this order.
  func place(_ lines: inout [SetLine], blocks: [SourceSpan]) {
    var cursors: [Int32: Int] = [:]
    // The span of an HTML block covers only its tag; the content of the block comes before the next block.
    let starts = blocks.map(\.start).sorted()
    for index in lines.indices {
      let block = lines[index].block
      guard block >= 0, Int(block) < blocks.count, !blocks[Int(block)].isEmpty else { continue }
      let span = blocks[Int(block)]
      let next = starts.partitioningIndex { $0 > span.start }
      let range = first(at: span.start)..<first(at: max(span.end, next < starts.count ? starts[next] : .max))
      let cursor = max(cursors[block] ?? range.lowerBound, range.lowerBound)
      var text = lines[index].report.text
      if lines[index].continuesFormula, text.first == "\u{FFFC}" { text.removeFirst() }
      if let found = find(text, in: range, from: cursor) ?? findLong(text, from: cursor) {
        if found.end > cursor { cursors[block] = found.end }
        lines[index].offset = Int(offsets[found.start])
      } else {
        // What the program adds is near what was found last.
        lines[index].offset = cursor <= range.upperBound && cursor > range.lowerBound ? Int(offsets[cursor - 1]) : Int(span.start)
      }
    }
  }

  /// The first letter at a place of the source or after it.
  private func first(at offset: Int32) -> Int { offsets.partitioningIndex { $0 >= offset } }

  /// Where a line's text begins, and where the search for the next one starts. The first word may not be the author's: the number of
  /// a figure, a label.
  private func find(_ text: String, in range: Range<Int>, from cursor: Int) -> (start: Int, end: Int)? {
    if let found = find(Self.letters(of: text), in: range, from: cursor) { return found }
    let parts = text.split { $0 == "\u{FFFC}" }.map { $0.split { !$0.isLetter && !$0.isNumber } }
    for part in parts.prefix(3) {
      for skipped in 0..<min(3, part.count) {
        let wanted = Array(part[skipped...].joined().utf8.prefix(24))
        guard wanted.count > 1 || part.count == 1 else { continue }
        if let found = find(wanted, in: range, from: cursor) { return found }
      }
    }
    return nil
  }

  /// A line that is not in its block: text beside a picture is part of the picture's block. So many letters are not found by chance.
  private func findLong(_ text: String, from cursor: Int) -> (start: Int, end: Int)? {
    let wanted = Self.letters(of: text)
    guard wanted.count > 10, cursor < letters.count else { return nil }
    return letters.find(wanted, from: cursor, to: min(letters.count, cursor + Self.reach)).map { ($0, $0 + wanted.count) }
  }

  /// The first letters of a line, objects among them.
  private static func letters(of text: String) -> [UInt8] {
    var out: [UInt8] = []
    for scalar in text.unicodeScalars where out.count < 24 {
      if scalar == "\u{FFFC}" { out.append(object) } else if scalar.isLetterOrDigit { out += UTF8.encode(scalar) ?? .init() }
    }
    return out
  }

  private func find(_ wanted: [UInt8], in range: Range<Int>, from cursor: Int) -> (start: Int, end: Int)? {
    guard !wanted.isEmpty else { return nil }
    let isSure = wanted.count > 3
    let found =
      letters.find(wanted, from: cursor, to: min(range.upperBound, cursor + (isSure ? Self.reach : 200)))
      ?? letters.find(wanted, from: range.lowerBound, to: min(range.upperBound, range.lowerBound + Self.reach))
    return found.map { ($0, $0 + wanted.count) }
  }
}

extension Unicode.Scalar {
  var isLetterOrDigit: Bool {
    isASCII ? properties.isAlphabetic || (48...57).contains(value) : properties.isAlphabetic || properties.numericType != nil
  }

  var isHan: Bool { properties.isIdeographic }
}
