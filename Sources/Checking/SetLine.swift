package import TypesetBoxes
import TypesetDiagnostics

/// A line of text on a page.
package struct SetLine: Sendable {
  /// The kind of block that it is in.
  package enum Kind: Sendable { case paragraph, heading, item, quote, cell, caption, note, contents, artifact }

  /// How the line was set.
  package var report: LineReport
  package var kind: Kind
  /// The top-level block that it belongs to; -1 for a line outside of blocks.
  package var block: Int32
  /// The index of the page, from 0.
  package var page: Int
  /// From the line's depth to its height, in the coordinates of the page's ink.
  package var rect: Rect
  /// The size of its largest text.
  var size = Length.zero
  /// Spaces between words, from left to right.
  package var gaps: [Range<Length>] = []
  /// What the line shows, from left to right, with the left edge of each: words, formulas, and characters of scripts without spaces, which may
  /// follow what is before them without one. Empty for right-to-left text.
  package var pieces: [(text: [UInt8], left: Length, followsSpace: Bool)] = []
  /// True if it begins within a formula that began on the line before.
  var continuesFormula = false
  /// In order of the pages, from 0.
  package var paragraph = 0
  /// Where its text begins in the source; nil where that is not known.
  package var offset: Int?

  var span: SourceSpan? { offset.map { SourceSpan($0, $0 + 1) } }

  /// Text that is read line by line.
  var isRunningText: Bool { kind == .paragraph || kind == .item || kind == .quote }

  /// The words of the line.
  package var words: [Substring] { report.text.split { $0.isWhitespace || $0 == "\u{2028}" } }

  /// The beginning of the text, for messages.
  var excerpt: String {
    let text = report.text.replacing("\u{FFFC}", with: "…").trimmed
    return text.count > 44 ? text.prefix(40) + "…" : text
  }
}

extension String {
  fileprivate var trimmed: String {
    var text = self[...]
    while text.last?.isWhitespace == true { text.removeLast() }
    return String(text.drop { $0.isWhitespace })
  }
}

extension SetLine {
  /// All lines of a document, headers and footers apart, in the order of the pages.
  static func lines(of document: CheckedDocument) -> [SetLine] {
    var out: [SetLine] = []
    var open: [Int32: Int] = [:]
    var paragraphs = 0
    for (number, page) in document.pages.enumerated() {
      var element = ElementID.artifact
      var runs: [GlyphRun] = []
      // The element of the line's first run; the last formula on it, and on the line before.
      var (first, last, previous) = (ElementID.artifact, ElementID.artifact, ElementID.artifact)
      for item in page.flow {
        switch item {
        case .content(let next): element = next
        case .run(let run):
          if runs.isEmpty { first = element }
          if element != last, document.structure.isFormula(element) { last = element }
          runs.append(run)
        case .mark(let mark, let rect):
          guard case .line(let report) = page.ink.marks[Int(mark)] else { continue }
          var line = SetLine(
            report: report, kind: document.structure.kind(of: element), block: element.block, page: number, rect: rect)
          line.readRuns(runs, of: page.ink)
          line.continuesFormula = !runs.isEmpty && first == previous && document.structure.isFormula(first)
          (previous, last) = (last, .artifact)
          runs.removeAll(keepingCapacity: true)
          if let known = open[line.block] {
            line.paragraph = known
          } else {
            line.paragraph = paragraphs
            open[line.block] = paragraphs
            paragraphs += 1
          }
          if report.end == .paragraph { open[line.block] = nil }
          out.append(line)
        default: continue
        }
      }
    }
    return out
  }

  /// True for a character from U+3000 on: Chinese and Japanese have no spaces between characters.
  package static func standsAlone(_ scalar: Unicode.Scalar) -> Bool { scalar.value >= 0x3000 }

  /// The same by the first byte of the character in UTF-8.
  private static func standsAlone(_ byte: UInt8) -> Bool { byte >= 0xE3 }

  /// Takes size, gaps and pieces from the runs since the last line.
  private mutating func readRuns(_ runs: [GlyphRun], of ink: Ink) {
    let all = runs.filter { $0.y >= rect.y && $0.y <= rect.y + rect.height }
    let mine = all.filter { !$0.isRightToLeft }
    size = mine.map(\.size).max() ?? .zero
    var space: Length?
    var end: Length?
    var endsAlone = false
    for run in mine {
      let text = ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
      let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
      for (index, glyph) in zip(glyphs.indices, glyphs) {
        let x = run.x + Length(rawValue: Int(glyph.x))
        let byte = text.startIndex + Int(glyph.cluster)
        let isSpace = byte < text.endIndex && text[byte] == 0x20
        if isSpace {
          space = space ?? x
        } else {
          let next = index + 1 < glyphs.endIndex ? text.startIndex + Int(glyphs[index + 1].cluster) : text.endIndex
          let isAlone = byte < text.endIndex && Self.standsAlone(text[byte])
          // Signs of one character are one piece.
          if isAlone || endsAlone, byte >= next { continue }
          // A formula is separated from the run before it by a distance, not by a space.
          let hasSpace = space != nil
          if !hasSpace, let end, x - end > size.scaled(by: 0.15) { space = end }
          if let left = space, x > left { gaps.append(left..<x) }
          if space != nil || pieces.isEmpty || isAlone || endsAlone {
            pieces.append(([], x, isAlone || endsAlone ? hasSpace : true))
          }
          if byte < next { pieces[pieces.count - 1].text += text[byte..<min(next, text.endIndex)] }
          endsAlone = isAlone
          space = nil
        }
        end = nil
      }
      if space == nil { end = run.x + run.width }
    }
    // Where words run right to left, what is between two others is not space alone.
    for run in all where run.isRightToLeft {
      gaps.removeAll { $0.lowerBound < run.x + run.width - 1.pt && run.x + 1.pt < $0.upperBound }
    }
  }
}

extension DocumentStructure {
  fileprivate func isFormula(_ id: ElementID) -> Bool { index(of: id).map { elements[$0].role == .formula } ?? false }

  /// The kind of block that the text of an element is in.
  func kind(of id: ElementID) -> SetLine.Kind {
    var next = index(of: id)
    guard next != nil else { return .artifact }
    while let current = next, elements.indices.contains(current) {
      switch elements[current].role {
      case .heading1, .heading2, .heading3, .heading4, .heading5, .heading6: return .heading
      case .headCell, .cell: return .cell
      case .label, .itemBody: return .item
      case .contents, .contentsItem: return .contents
      case .caption: return .caption
      case .note: return .note
      case .blockQuote: return .quote
      default: next = elements[current].parent >= 0 ? Int(elements[current].parent) : nil
      }
    }
    return .paragraph
  }
}
