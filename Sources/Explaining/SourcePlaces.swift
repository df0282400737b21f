internal import TypesetBoxes
package import TypesetChecking
internal import TypesetDiagnostics

/// Where parts of pages come from in the source.
package struct SourcePlaces {
  private let document: CheckedDocument
  private let lines: [SetLine]
  /// Ranges of `lines`, by their pages.
  private let linesOfPage: [Int: Range<Int>]
  /// Lines of text by their blocks.
  private let linesOfBlock: [Int32: [SetLine]]

  /// A part of a page in points from its upper left corner, y downwards.
  package struct Area: Hashable, Sendable {
    package var left: Double
    package var top: Double
    package var right: Double
    package var bottom: Double

    package init(left: Double, top: Double, right: Double, bottom: Double) {
      (self.left, self.top, self.right, self.bottom) = (left, top, right, bottom)
    }

    fileprivate var middle: Double { (top + bottom) / 2 }
  }

  package init(_ document: CheckedDocument) {
    self.document = document
    lines = document.placedLines
    var linesOfPage: [Int: Range<Int>] = [:]
    for (index, line) in lines.enumerated() { linesOfPage[line.page] = (linesOfPage[line.page]?.lowerBound ?? index)..<index + 1 }
    self.linesOfPage = linesOfPage
    linesOfBlock = Dictionary(
      grouping: lines.filter { $0.offset != nil && ($0.kind == .paragraph || $0.kind == .item || $0.kind == .quote) }, by: \.block)
  }

  // MARK: Words

  /// The words in some areas of a page, and where the first one is in the source.
  ///
  /// - Parameter isPoint: True if the areas are signs beside the text, whose line is meant.
  package func words(onPage page: Int, in areas: [Area], isPoint: Bool) -> (text: String, offset: Int?) {
    let here = lines[linesOfPage[page] ?? 0..<0]
    if isPoint, let area = areas.first {
      let line = here.min { Self.distance($0.rect, area) < Self.distance($1.rect, area) }
      return ("", line?.offset)
    }
    var text = ""
    var first: Int?
    for area in areas {
      for line in here where Self.holds(line.rect, area.middle) || Self.meets(area, line.rect) {
        let taken = line.pieces.indices.filter { index in
          let left = line.pieces[index].left.points
          let right = index + 1 < line.pieces.count ? line.pieces[index + 1].left.points : (line.rect.x + line.rect.width).points
          // The space after a word is part of its width here.
          return left < area.right - 1 && left + (right - left) * 0.8 > area.left + 1
        }
        guard let start = taken.first else { continue }
        if first == nil { first = offset(of: start, in: line) }
        // A line goes on without a space where each character is a word.
        let goesOn =
          text.isEmpty || text.hasSuffix("\u{AD}") || text.hasSuffix("-") || text.unicodeScalars.last.map(SetLine.standsAlone) ?? false
        if !goesOn { text += " " }
        for index in taken {
          if index > start, line.pieces[index].followsSpace { text += " " }
          text += String(decoding: line.pieces[index].text, as: UTF8.self)
        }
      }
    }
    if first == nil, let area = areas.first { first = here.min { Self.distance($0.rect, area) < Self.distance($1.rect, area) }?.offset }
    return (text.filter { $0 != "\u{AD}" && $0 != "\u{FFFC}" }, first)
  }

  /// Where a word of a line is in the source: its letters are looked for after the letters of the words before it.
  private func offset(of piece: Int, in line: SetLine) -> Int? {
    guard let start = line.offset else { return nil }
    let bytes = document.source.bytes
    var place = start
    let end = min(bytes.count, start + 2000)
    for index in 0...piece {
      let word = line.pieces[index].text.prefix { $0 < 0x80 && $0 != UInt8(ascii: "'") }
      let letters = word.isEmpty ? line.pieces[index].text[...] : word[...]
      guard !letters.isEmpty, let found = bytes.find(Array(letters), from: place, to: end) else { continue }
      if index == piece { return found }
      place = found + letters.count
    }
    return place
  }

  private static func holds(_ rect: Rect, _ y: Double) -> Bool {
    let top = -(rect.y + rect.height).points
    return y >= top - 1 && y <= top + rect.height.points + 1
  }

  private static func distance(_ rect: Rect, _ area: Area) -> Double {
    let top = -(rect.y + rect.height).points
    let dy = max(top - area.middle, area.middle - top - rect.height.points, 0)
    let dx = max(rect.x.points - area.right, area.left - (rect.x + rect.width).points, 0)
    return dy * 4 + dx
  }

  // MARK: Source of a page

  /// The Markdown of what is on a page, or in an area of it.
  package func markdown(ofPage page: Int, in area: Area?) -> String {
    var parts: [(start: Int, end: Int)] = []
    for block in blocks(onPage: page, in: area) {
      guard document.blockSpans.indices.contains(Int(block)) else { continue }
      let span = document.blockSpans[Int(block)]
      var (start, end) = (Int(span.start), Int(span.end))
      guard end > start else { continue }
      let mine = rows(of: block)
      let isTaken = mine.map { line in line.page == page && (area.map { Self.meets($0, line.rect) } ?? true) }
      if let first = isTaken.firstIndex(of: true), let last = isTaken.lastIndex(of: true) {
        if first > 0 { start = max(start, beginning(of: mine[first].offset ?? start)) }
        if last + 1 < mine.count { end = min(end, beginning(of: mine[last + 1].offset ?? end)) }
      }
      if start < end { parts.append((start, end)) }
    }
    return text(of: parts.sorted { $0.start < $1.start })
  }

  /// The lines of text of a block; the sign of an item is on the row of its words, whose place in the source is known better.
  private func rows(of block: Int32) -> [SetLine] {
    var rows: [SetLine] = []
    for line in linesOfBlock[block] ?? [] {
      if let last = rows.last, last.page == line.page, Self.holds(last.rect, -(line.rect.y + line.rect.height / 2).points) {
        if line.report.text.utf8.count > last.report.text.utf8.count { rows[rows.count - 1] = line }
      } else {
        rows.append(line)
      }
    }
    return rows
  }

  /// The beginning of the line that a place is on, if there are only signs of Markdown before it.
  private func beginning(of place: Int) -> Int {
    let bytes = document.source.bytes
    var line = min(place, bytes.count)
    while line > 0, bytes[line - 1] != UInt8(ascii: "\n") {
      line -= 1
      if (0x41...0x5A).contains(bytes[line] & 0xDF) || bytes[line] >= 0x80 { return place }
    }
    return line
  }

  private func blocks(onPage page: Int, in area: Area?) -> Set<Int32> {
    guard document.pages.indices.contains(page) else { return [] }
    var found: Set<Int32> = []
    var block: Int32 = -1
    for item in document.pages[page].flow {
      if case .content(let id) = item {
        block = id.block
        continue
      }
      guard block >= 0, let rect = item.area else { continue }
      if area.map({ Self.meets($0, rect) }) ?? true { found.insert(block) }
    }
    return found
  }

  private static func meets(_ area: Area, _ rect: Rect) -> Bool {
    let top = -(rect.y + rect.height).points
    let middle = top + rect.height.points / 2
    return middle >= area.top && middle <= area.bottom && rect.x.points < area.right && (rect.x + rect.width).points > area.left
  }

  /// Parts of the source, whole lines where their beginnings are signs of Markdown.
  private func text(of parts: [(start: Int, end: Int)]) -> String {
    let bytes = document.source.bytes
    var out = ""
    var last = -1
    for (start, end) in parts where end > last {
      let first = max(beginning(of: max(start, last)), last)
      var words = bytes[first..<min(end, bytes.count)]
      while let byte = words.last, byte <= 0x20 { words.removeLast() }
      if !out.isEmpty { out += "\n\n" }
      out += String(decoding: words, as: UTF8.self)
      last = end
    }
    return out.isEmpty ? out : out + "\n"
  }

  /// The file, line and column of a byte.
  package func position(of offset: Int) -> (file: String, line: Int, column: Int) {
    let position = document.source.position(of: offset)
    return (position.file, position.line, position.column)
  }
}
