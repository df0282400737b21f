import TypesetBoxes
import TypesetDiagnostics
import TypesetSettings

/// What may differ between two records: a line with certain words, or an area of a page.
package enum RecordMask: Hashable, Sendable {
  /// The words of a line; what is between two of them may be anything.
  case words([String])
  /// What has a class, and the lines on which something has it.
  case marked(String)
  /// Hundredths of a point from the page's upper left corner; nil is every page, from 0.
  case area(page: Int?, x: Int, y: Int, width: Int, height: Int)

  /// Why a mask cannot be read.
  package struct Fault: Error {
    package var message: String
  }

  /// `Built on {{date}}`, `.draft`, or `page 1: 20mm 250mm 100mm 10mm`: left, top, width and height.
  package init(_ text: String) throws(Fault) {
    if let area = try Self.area(text) {
      self = area
      return
    }
    if text.hasPrefix("."), text.count > 1, text.dropFirst().allSatisfy({ $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }) {
      self = .marked(String(text.dropFirst()))
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

  fileprivate func covers(_ part: DocumentRecord.Part, of classes: [String]?) -> Bool {
    switch self {
    case .marked(let name): classes?.contains(name) ?? false
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

/// A record with the same signs for all that is masked, whatever is there.
package struct MaskedRecord {
  package private(set) var record: DocumentRecord
  /// The indexes of pages, from 0, on which something is masked.
  package private(set) var pages: Set<Int> = []

  package init(_ record: DocumentRecord, by masks: [RecordMask]) {
    self.record = record
    guard !masks.isEmpty else { return }
    var lines: [String: Set<Int>] = [:]
    var classLines: [String: Set<Int>] = [:]
    var whole: Set<Int> = []
    for (index, unit) in record.units.enumerated() {
      var isMasked = false
      let classes = unit.parts.indices.map { record.classes[DocumentRecord.PartPlace(unit: index, part: $0)] }
      let marked = classes.map { names in
        masks.contains { if case .marked(let name) = $0 { names?.contains(name) ?? false } else { false } }
      }
      if !marked.isEmpty, marked.allSatisfy(\.self) { whole.insert(index) }
      if marked.contains(true), unit.line > 0 { classLines[unit.file, default: []].insert(unit.line) }
      for (place, part) in unit.parts.enumerated() where masks.contains(where: { $0.covers(part, of: classes[place]) }) {
        isMasked = true
        pages.insert(part.page)
        var plain = DocumentRecord.Part(page: part.page, x: 0, y: part.y, width: 0, height: part.height, hash: 0)
        (plain.text, plain.isDivided) = ("…", false)
        self.record.units[index].parts[place] = plain
      }
      guard isMasked else { continue }
      self.record.units[index].style = 0
      if unit.line > 0 { lines[unit.file, default: []].insert(unit.line) }
    }
    for page in pages where record.sheets.indices.contains(page) { self.record.sheets[page].look = nil }
    maskBlocks(ToldLines(lines))
    guard !classLines.isEmpty else { return }
    leaveOut(ToldLines(classLines))
    join(whole)
  }

  /// Leaves out the blocks that have a class, of which there may be more or fewer, and what is not seen of them.
  private mutating func leaveOut(_ lines: ToldLines) {
    let blocks = record.blocks
    var (starts, gone) = (ToldLines(), ToldLines())
    for block in blocks where block.line > 0 { starts.insert(block.file, block.line) }
    var kept: [DocumentRecord.Block] = []
    for (index, block) in blocks.enumerated() {
      let next = blocks.indices.contains(index + 1) && blocks[index + 1].file == block.file ? blocks[index + 1].line - 1 : Int.max
      guard block.line > 0, lines.holds(block.file, block.line...max(block.line, next)) else {
        kept.append(block)
        continue
      }
      gone.insert(block.file, block.line)
    }
    record.blocks = kept
    record.senses.removeAll { sense in
      guard sense.line > 0, let block = starts.last(sense.file, upTo: sense.line) else { return false }
      return gone.holds(sense.file, block...block)
    }
  }

  /// Of units that follow each other and that are masked as wholes, one line is left, whatever there is of them.
  private mutating func join(_ whole: Set<Int>) {
    var units: [DocumentRecord.Unit] = []
    var isOpen = false
    for (index, unit) in record.units.enumerated() {
      let isMasked = whole.contains(index)
      defer { if unit.isFlow { isOpen = isMasked } }
      guard isMasked else {
        units.append(unit)
        continue
      }
      guard unit.isFlow, !isOpen, let part = unit.parts.first else { continue }
      var one = unit
      one.kind = .paragraph
      one.parts = [part]
      one.parts[0].height = 0
      units.append(one)
    }
    record.units = units
    record.classes = [:]
  }

  /// The blocks that masked lines are in, and what is not seen of them.
  private mutating func maskBlocks(_ lines: ToldLines) {
    let blocks = record.blocks
    for (index, block) in blocks.enumerated() where block.line > 0 {
      let next = blocks.indices.contains(index + 1) && blocks[index + 1].file == block.file ? blocks[index + 1].line - 1 : Int.max
      guard lines.holds(block.file, block.line...max(block.line, next)) else { continue }
      (record.blocks[index].source, record.blocks[index].look, record.blocks[index].edges, record.blocks[index].sense) = (0, 0, 0, 0)
    }
    record.senses.removeAll { $0.line > 0 && lines.holds($0.file, $0.line...$0.line) }
  }
}
