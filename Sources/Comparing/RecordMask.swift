import TypesetBoxes
import TypesetDiagnostics
import TypesetSettings

/// What may differ between two records: a line with certain words, or an area of a page.
package enum RecordMask: Hashable, Sendable {
  /// The words of a line; what is between two of them may be anything.
  case words([String])
  /// Hundredths of a point from the page's upper left corner; nil is every page, from 0.
  case area(page: Int?, x: Int, y: Int, width: Int, height: Int)

  /// Why a mask cannot be read.
  package struct Fault: Error {
    package var message: String
  }

  /// `Built on {{date}}`, or `page 1: 20mm 250mm 100mm 10mm`: left, top, width and height.
  package init(_ text: String) throws(Fault) {
    if let area = try Self.area(text) {
      self = area
      return
    }
    var words: [String] = []
    var rest = text[...]
    while let open = rest.firstRange(of: "{{"), let close = rest[open.upperBound...].firstRange(of: "}}") {
      words.append(Self.squeezed(rest[..<open.lowerBound]))
      rest = rest[close.upperBound...]
    }
    words.append(Self.squeezed(rest))
    guard words.contains(where: { !$0.isEmpty }) else {
      throw Fault(message: "the mask \"\(text)\" would cover every line: give words beside {{…}}")
    }
    self = .words(words)
  }

  private static func area(_ text: String) throws(Fault) -> RecordMask? {
    let halves = text.split(separator: ":", maxSplits: 1)
    let head = halves.first?.split(separator: " ") ?? []
    guard halves.count == 2, head.count == 2, head[0] == "page",
      let page = head[1] == "*" ? 0 : DocumentNumber.whole(head[1], in: 1...1_000_000)
    else { return nil }
    let lengths = halves[1].split(separator: " ")
    let numbers = lengths.compactMap { Length(String($0)) }.map(\.hundredths)
    guard numbers.count == 4, lengths.count == 4 else {
      throw Fault(message: "cannot read the area \"\(text)\": write page 1: 20mm 250mm 100mm 10mm, or page * for all pages")
    }
    return .area(page: page == 0 ? nil : page - 1, x: numbers[0], y: numbers[1], width: numbers[2], height: numbers[3])
  }

  /// Without spaces, which lines may have elsewhere.
  private static func squeezed(_ text: some StringProtocol) -> String { String(text.filter { !$0.isWhitespace }) }

  fileprivate func covers(_ part: DocumentRecord.Part) -> Bool {
    switch self {
    case .area(let page, let x, let y, let width, let height):
      (page ?? part.page) == part.page && part.x < x + width && part.x + part.width > x && part.y < y + height && part.y + part.height > y
    case .words(let words): Self.matches(Self.squeezed(part.text), words)
    }
  }

  /// True if a text has the words in their order: the first one at its beginning and the last one at its end, unless they are empty.
  private static func matches(_ text: String, _ words: [String]) -> Bool {
    guard let first = words.first, let last = words.last, words.count > 1 else { return text.contains(words.first ?? "") }
    guard text.hasPrefix(first), text.count >= first.count + last.count, text.hasSuffix(last) else { return false }
    var rest = text.dropFirst(first.count).dropLast(last.count)
    for word in words.dropFirst().dropLast() where !word.isEmpty {
      guard let found = rest.firstRange(of: word) else { return false }
      rest = rest[found.upperBound...]
    }
    return true
  }
}

extension DocumentRecord {
  /// The record with the same signs for all that is masked, whatever is there, and the pages on which that is.
  package func masked(by masks: [RecordMask]) -> (record: DocumentRecord, pages: Set<Int>) {
    guard !masks.isEmpty else { return (self, []) }
    var copy = self
    var pages: Set<Int> = []
    var lines: [String: Set<Int>] = [:]
    for index in units.indices {
      var isMasked = false
      for (place, part) in units[index].parts.enumerated() where masks.contains(where: { $0.covers(part) }) {
        isMasked = true
        pages.insert(part.page)
        var plain = Part(page: part.page, x: 0, y: part.y, width: 0, height: part.height, hash: 0)
        (plain.text, plain.isDivided) = ("…", false)
        copy.units[index].parts[place] = plain
      }
      guard isMasked else { continue }
      copy.units[index].style = 0
      if units[index].line > 0 { lines[units[index].file, default: []].insert(units[index].line) }
    }
    for page in pages where copy.sheets.indices.contains(page) { copy.sheets[page].look = nil }
    mask(&copy, ToldLines(lines))
    return (copy, pages)
  }

  /// The blocks that masked lines are in, and what is not seen of them.
  private func mask(_ copy: inout DocumentRecord, _ lines: ToldLines) {
    for index in blocks.indices where blocks[index].line > 0 {
      let next = blocks.indices.contains(index + 1) && blocks[index + 1].file == blocks[index].file ? blocks[index + 1].line - 1 : Int.max
      guard lines.holds(blocks[index].file, blocks[index].line...max(blocks[index].line, next)) else { continue }
      (copy.blocks[index].source, copy.blocks[index].look, copy.blocks[index].edges, copy.blocks[index].sense) = (0, 0, 0, 0)
    }
    copy.senses = senses.filter { !lines.holds($0.file, $0.line...max($0.line, 1)) || $0.line == 0 }
  }
}
