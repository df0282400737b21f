internal import TypesetBoxes
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

  /// - Parameter path: The path of a source by its name.
  package init(_ document: CheckedDocument, path: @escaping (String) -> String) {
    (self.document, self.path) = (document, path)
    index = LineIndex(document.source)
  }

  /// Units of SyncTeX are TeX's scaled points, 72.27 · 65,536 to the inch.
  private static func units(_ length: Length) -> Int { Int((Double(length.rawValue) * 72.27 / 72).rounded()) }

  package mutating func text() -> String {
    var pages: [[String]] = Array(repeating: [], count: document.pages.count)
    for line in document.placedLines where line.kind != .artifact && line.offset != nil {
      pages[line.page] += boxes(of: line)
    }
    for (number, page) in document.pages.enumerated() { pages[number] += blocks(on: page) }
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
  private mutating func boxes(of line: SetLine) -> [String] {
    guard let offset = start(of: line) else { return [] }
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
  /// of a line are not where it is said to be, they are looked for in its whole block and after it.
  private func start(of line: SetLine) -> Int? {
    guard let offset = line.offset, line.block >= 0, Int(line.block) < document.blockSpans.count else { return line.offset }
    let span = document.blockSpans[Int(line.block)]
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
    guard !pairs.isEmpty, !pairs.contains(where: { place($0, from: offset, to: end) != nil }) else { return offset }
    for pair in pairs { if let found = place(pair, from: Int(span.start), to: Int(span.end) + 400) { return found } }
    return offset
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
    for item in page.ink.items[..<(page.furniture ?? page.ink.items.count)] {
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

  /// True for a row of a block of code, which is a paragraph within an element of code; code in a line is such an element itself.
  private func isCode(_ element: ElementID) -> Bool {
    let elements = document.structure.elements
    var next = document.structure.index(of: element).map { Int(elements[$0].parent) }
    while let index = next, elements.indices.contains(index) {
      if elements[index].role == .code { return true }
      next = Int(elements[index].parent)
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
