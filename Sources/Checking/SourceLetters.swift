import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// The letters and digits of a document's text with their places in the source, by which lines of the pages are found in it.
struct SourceLetters {
  private var letters: [UInt8] = []
  /// Rising.
  private var offsets: [Int32] = []
  /// How far from the last line the next one is looked for, in bytes; keeps the search linear.
  private static let reach = 6000

  init(of tree: Tree, in source: Source) {
    for node in tree.nodes {
      switch node.kind {
      case .text, .code, .codeBlock: break
      default: continue
      }
      guard Int(node.span.start) > Int(offsets.last ?? -1) else { continue }
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
    for index in lines.indices {
      let block = lines[index].block
      guard block >= 0, Int(block) < blocks.count, !blocks[Int(block)].isEmpty else { continue }
      let span = blocks[Int(block)]
      let range = first(at: span.start)..<first(at: span.end)
      let cursor = max(cursors[block] ?? range.lowerBound, range.lowerBound)
      if let found = find(lines[index].report.text, in: range, from: cursor) {
        if found.end > cursor { cursors[block] = found.end }
        lines[index].offset = Int(offsets[found.start])
      } else {
        lines[index].offset = cursor < range.upperBound && cursor > range.lowerBound ? Int(offsets[cursor]) : Int(span.start)
      }
    }
  }

  /// The first letter at a place of the source or after it.
  private func first(at offset: Int32) -> Int { offsets.countOfFirst { $0 < offset } }

  /// Where a line's text begins, and where the search for the next one starts. The first word may not be the author's: the number of
  /// a figure, a label.
  private func find(_ text: String, in range: Range<Int>, from cursor: Int) -> (start: Int, end: Int)? {
    let parts = text.split { $0 == "\u{FFFC}" }.map { $0.split { !$0.isLetter && !$0.isNumber } }
    for part in parts.prefix(3) {
      for skipped in 0..<min(3, part.count) {
        let wanted = Array(part[skipped...].joined().utf8.prefix(24))
        guard wanted.count > 1 || part.count == 1 else { continue }
        let isSure = wanted.count > 3
        let found =
          letters.find(wanted, from: cursor, to: min(range.upperBound, cursor + (isSure ? Self.reach : 200)))
          ?? letters.find(wanted, from: range.lowerBound, to: min(range.upperBound, range.lowerBound + Self.reach))
        if let found { return (found, found + wanted.count) }
      }
    }
    return nil
  }
}

extension Unicode.Scalar {
  var isLetterOrDigit: Bool {
    isASCII ? properties.isAlphabetic || (48...57).contains(value) : properties.isAlphabetic || properties.numericType != nil
  }

  var isHan: Bool { properties.isIdeographic }
}
