internal import TypesetBoxes
internal import TypesetBytes
package import TypesetChecking
internal import TypesetDiagnostics

/// Where each line of the pages is in the source, in the format of SyncTeX (version 1), which Zathura, Okular and Evince read.
///
/// Every line of text is a box with its source line; one whose words are on several lines of the source is divided there.
///
/// - Source: J. Laurens, *Direct and reverse synchronization with SyncTeX*, TUGboat 29 (2008); `synctex(5)`.
package struct SyncTeX {
  private let document: CheckedDocument
  /// File names as they are written: paths that the viewer finds.
  private let path: (String) -> String
  private var tags: [String: Int] = [:]
  private var inputs: [String] = []
  private let index: LineIndex
  /// Where the rows of each code block that have been placed end in the source.
  private var codeCursors: [Int32: Int] = [:]
  /// Where the last cell of each table that has been placed ends in the source.
  private var cellCursors: [Int32: Int] = [:]
  /// Where headings, captions and cells are, for what repeats them.
  private var known = RepeatedText()
  /// Where blocks begin, in order.
  private let starts: [Int]

  /// - Parameter path: The path of a source by its name.
  package init(_ document: CheckedDocument, path: @escaping (String) -> String) {
    (self.document, self.path) = (document, path)
    index = LineIndex(document.source)
    starts = document.blockSpans.filter { !$0.isEmpty }.map { Int($0.start) }.sorted()
  }

  /// Units of SyncTeX are TeX's scaled points, 72.27 · 65,536 to the inch.
  private static func units(_ length: Length) -> Int { Int(clamping: (Double(length.rawValue) * 72.27 / 72).rounded()) }

  /// The SyncTeX file of the document, uncompressed.
  package mutating func text() -> String {
    var pages: [[String]] = Array(repeating: [], count: document.pages.count)
    let lines = document.placedLines
    let isOwn = lines.map { $0.kind != .artifact && $0.kind != .contents }
    for (line, isOwn) in zip(lines, isOwn) where isOwn {
      guard let offset = start(of: line) else { continue }
      known.add(line, at: offset, isTitle: isTitle(line))
      pages[line.page] += boxes(of: line, from: offset)
    }
    // Contents and repeated heads of tables: at what they repeat.
    for (line, isOwn) in zip(lines, isOwn) where !isOwn {
      guard let offset = known.place(of: line) ?? line.offset else { continue }
      pages[line.page].append(record(line.rect, baseline: line.rect.y + line.rect.height.scaled(by: 0.25), at: offset))
    }
    for (number, page) in document.pages.enumerated() { pages[number] += blocks(on: page) + runningHeads(of: page) }
    var out = "SyncTeX Version:1\n"
    for (index, name) in inputs.enumerated() { out += "Input:\(index + 1):\(path(name))\n" }
    out += "Output:pdf\nMagnification:1000\nUnit:1\nX Offset:0\nY Offset:0\nContent:\n"
    var count = 0
    for (number, records) in pages.enumerated() {
      let page = document.pages[number]
      out += "!\(out.utf8.count)\n{\(number + 1)\n"
      let (width, height) = (Self.units(page.width), Self.units(page.height))
      out += "[1,1:0,\(height):\(width),\(height),0\n" + records.joined() + "]\n"
      out += "!\(out.utf8.count)\n}\(number + 1)\n"
      count += records.count + 1
    }
    return out + "Postamble:\nCount:\(count)\n!\(out.utf8.count)\nPost scriptum:\n"
  }

  private mutating func tag(_ file: String) -> Int {
    if let known = tags[file] { return known }
    inputs.append(file)
    tags[file] = inputs.count
    return inputs.count
  }

  private mutating func record(_ rect: Rect, baseline: Length, at offset: Int) -> String {
    let position = index.place(of: offset)
    let place = "\(tag(position.file)),\(position.line)"
    let (x, y) = (Self.units(rect.x), Self.units(.zero - baseline))
    let (width, height) = (Self.units(rect.width), Self.units(rect.y + rect.height - baseline))
    let depth = Self.units(baseline - rect.y)
    // A point at each end, so that viewers have something within the box to find.
    return "(\(place):\(x),\(y):\(width),\(height),\(depth)\nx\(place):\(x),\(y)\nx\(place):\(x + width),\(y)\n)\n"
  }

  /// A line of text, divided where its words come from another line of the source.
  private mutating func boxes(of line: SetLine, from offset: Int) -> [String] {
    let baseline = line.rect.y + line.rect.height.scaled(by: 0.25)
    guard line.pieces.count > 1 else { return [record(line.rect, baseline: baseline, at: offset)] }
    var parts: [(left: Length, line: Int, offset: Int)] = [(line.rect.x, index.place(of: offset).line, offset)]
    var place = offset
    for (count, piece) in line.pieces.enumerated() {
      // A divided word, a formula, a letter that was replaced: it is near the one before.
      let word = piece.text
      guard let found = document.source.bytes.find(word, from: place, to: min(document.source.bytes.count, place + 80 + word.count)) else {
        continue
      }
      place = found + word.count
      let number = index.place(of: found).line
      if count > 0, let last = parts.last, number > last.line { parts.append((piece.left, number, found)) }
    }
    return parts.enumerated().map { number, part in
      let right = number + 1 < parts.count ? parts[number + 1].left : line.rect.x + line.rect.width
      let rect = Rect(x: part.left, y: line.rect.y, width: right - part.left, height: line.rect.height)
      return record(rect, baseline: baseline, at: part.offset)
    }
  }

  /// Where a line begins in the source. A caption begins with words that the program adds, and is above or below what it belongs to: if the words
  /// of a line are not at its recorded place, they are looked for in its whole block and after it.
  private mutating func start(of line: SetLine) -> Int? {
    guard line.block >= 0, Int(line.block) < document.blockSpans.count else { return line.offset }
    let span = document.blockSpans[Int(line.block)]
    if isTitle(line) { return placeInFrontMatter(of: line) ?? line.offset }
    guard let offset = line.offset else { return nil }
    if line.kind == .cell { return cell(line, offset, span) }
    let bytes = document.source.bytes
    func place(_ word: String, from: Int, to: Int) -> Int? {
      from < to ? bytes.find(Array(word.utf8), from: from, to: min(to, bytes.count)) : nil
    }
    let words = line.words
    guard words.count > 1 else {
      guard let word = words.first.map(String.init), word.utf8.count > 2 else { return offset }
      let near = place(word, from: offset, to: offset + word.utf8.count + 12)
      return near ?? place(word, from: Int(span.start), to: Int(span.end)) ?? offset
    }
    let pairs = zip(words, words.dropFirst()).prefix(6).map { "\($0) \($1)" }.filter { $0.utf8.count > 8 }
    let end = offset + 60 + line.report.text.utf8.count
    // A caption in HTML is within its table, whose first line is a tag.
    if line.kind == .caption, let found = pairs.lazy.compactMap({ place($0, from: offset, to: end) }).first { return found }
    guard !pairs.isEmpty, !pairs.contains(where: { place($0, from: offset, to: end) != nil }) else { return offset }
    let last = max(Int(span.end) + 400, self.end(of: span))
    for pair in pairs { if let found = place(pair, from: Int(span.start), to: last) { return found } }
    return offset
  }

  /// True for titles, authors and the like, which come from front matter.
  private func isTitle(_ line: SetLine) -> Bool {
    guard line.block >= 0, Int(line.block) < document.blockSpans.count else { return false }
    let span = document.blockSpans[Int(line.block)]
    return span.isEmpty || Int(span.start) < document.matterEnd
  }

  /// A cell comes after the one before it; a table in HTML goes on after the tag that begins its block.
  private mutating func cell(_ line: SetLine, _ offset: Int, _ span: SourceSpan) -> Int? {
    // The letters of a formula are not in the source, and its place is known.
    if line.report.text.allSatisfy({ $0 == "\u{FFFC}" || $0.isWhitespace }) {
      cellCursors[line.block] = offset
      return offset
    }
    let text = Array(line.words.joined(separator: " ").utf8)
    let first = line.words.first.map { Array($0.utf8) } ?? []
    guard !text.isEmpty else { return offset }
    let end = self.end(of: span)
    // Signs alone are in formulas too: they are looked for in the cells after the last one.
    if !line.report.text.contains(where: { $0.isLetter || $0.isNumber }), let cursor = cellCursors[line.block], cursor < end,
      let bar = document.source.bytes.find([UInt8(ascii: "|")], from: cursor, to: end),
      let found = document.source.bytes.find(text, from: bar + 1, to: min(end, bar + 400))
    {
      cellCursors[line.block] = found + text.count
      return found
    }
    func place(from: Int, to: Int) -> Int? {
      guard from < to else { return nil }
      return document.source.bytes.find(text, from: from, to: to)
        ?? (first.count > 2 && first != text ? document.source.bytes.find(first, from: from, to: to) : nil)
    }
    // Where its place is known, the text is there.
    // The place is the place of its first letter: a backslash in code is before it.
    let near = place(from: max(offset - 2, 0), to: min(offset + text.count + 12, document.source.bytes.count))
    let found = near ?? place(from: cellCursors[line.block] ?? Int(span.start), to: end) ?? place(from: Int(span.start), to: end)
    if let found { cellCursors[line.block] = found + (found == near ? 0 : first.count) }
    return found ?? (offset > Int(span.start) ? offset : cellCursors[line.block] ?? offset)
  }

  /// Where the next block begins.
  private func end(of span: SourceSpan) -> Int {
    let next = starts.partitioningIndex { $0 >= Int(span.end) }
    return next < starts.count ? starts[next] : document.source.bytes.count
  }

  /// Where the words of a title, an author and the like are.
  private func placeInFrontMatter(of line: SetLine) -> Int? {
    let end = min(document.matterEnd > 0 ? document.matterEnd : 4000, document.source.bytes.count)
    let words = line.words
    let pairs = zip(words, words.dropFirst()).map { "\($0) \($1)" }
    for text in pairs + words.filter({ $0.utf8.count > 3 }).map(String.init) {
      if let found = document.source.bytes.find(Array(text.utf8), from: 0, to: end) { return found }
    }
    return nil
  }

  /// Headers and footers that show a heading lead to it.
  private mutating func runningHeads(of page: Page) -> [String] {
    var rows: [(y: Length, rect: Rect, text: [UInt8])] = []
    for item in page.decoration {
      guard case .run(let run) = item, !run.text.isEmpty, let area = item.area else { continue }
      let text = page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
      if let last = rows.last, last.y == run.y {
        rows[rows.count - 1] = (last.y, last.rect.union(area), last.text + [0x20] + text)
      } else {
        rows.append((run.y, area, Array(text)))
      }
    }
    return rows.compactMap { row in
      known.place(ofHeading: String(decoding: row.text, as: UTF8.self)).map { record(row.rect, baseline: row.y, at: $0) }
    }
  }

  /// Pictures and displays, by the block that they are in, and the rows of code.
  private mutating func blocks(on page: Page) -> [String] {
    var out: [String] = []
    var element = ElementID.artifact
    var areas: [Int32: Rect] = [:]
    var order: [Int32] = []
    var row: (block: Int32, y: Length, rect: Rect, text: [UInt8])?
    func flush(_ tex: inout Self) {
      if let row { out += tex.codeRow(row.block, row.rect, row.text) }
      row = nil
    }
    for item in page.flow {
      if case .content(let next) = item { element = next }
      guard element.block >= 0, let area = item.area else { continue }
      if case .run(let run) = item, isCode(element) {
        let text = page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
        if let open = row, open.block == element.block, open.y == run.y {
          row = (open.block, open.y, open.rect.union(area), open.text + text)
        } else {
          flush(&self)
          row = (element.block, run.y, area, Array(text))
        }
        continue
      }
      guard isApart(item, element) else { continue }
      if areas[element.block] == nil { order.append(element.block) }
      areas[element.block] = areas[element.block]?.union(area) ?? area
    }
    flush(&self)
    for block in order {
      guard Int(block) < document.blockSpans.count, let area = areas[block], !document.blockSpans[Int(block)].isEmpty else { continue }
      out.append(record(area, baseline: area.y, at: Int(document.blockSpans[Int(block)].start)))
    }
    return out
  }

  /// A row of a code block: the next place in the block with its text.
  private mutating func codeRow(_ block: Int32, _ rect: Rect, _ text: [UInt8]) -> [String] {
    guard Int(block) < document.blockSpans.count else { return [] }
    let span = document.blockSpans[Int(block)]
    var wanted = text[...]
    while let last = wanted.last, last <= 0x20 { wanted = wanted.dropLast() }
    wanted = wanted.drop { $0 <= 0x20 }
    let start = max(codeCursors[block] ?? Int(span.start), Int(span.start))
    guard !wanted.isEmpty, start < Int(span.end) else { return [] }
    let found = document.source.bytes.find(Array(wanted), from: start, to: Int(span.end))
    if let found { codeCursors[block] = found + wanted.count }
    let wide = Rect(x: rect.x, y: rect.y - 1.pt, width: rect.width, height: rect.height + 2.pt)
    return [record(wide, baseline: rect.y, at: found ?? start)]
  }

  /// True for text within a block of code, whose lines are paragraphs; code among words is a part of its line.
  private func isCode(_ element: ElementID) -> Bool {
    var next = document.structure.index(of: element)
    var isInLine = false
    while let index = next, document.structure.elements.indices.contains(index) {
      let role = document.structure.elements[index].role
      if role == .code, isInLine { return true }
      isInLine = role == .paragraph
      next = document.structure.elements[index].parent >= 0 ? Int(document.structure.elements[index].parent) : nil
    }
    return false
  }

  /// True for what is no text of a paragraph.
  private func isApart(_ item: InkItem, _ element: ElementID) -> Bool {
    if case .picture = item { return true }
    guard let index = document.structure.index(of: element) else { return false }
    let role = document.structure.elements[index].role
    return role == .figure || role == .formula && document.structure.elements[index].parent < 0
  }
}
