internal import TypesetBoxes
public import TypesetInterface
internal import TypesetPages

/// Words as they are on a page.
public struct TextPlace: Hashable, Sendable {
  /// The page's index, from 0.
  public var page: Int
  /// The words as they are copied.
  public var text: String
  /// A rectangle for each line that shows a part of them, in points from the page's upper left corner, y downwards.
  public var rects: [CanvasRect]
}

extension TypesetDocument {
  /// Where words are on the pages: every occurrence, in the order of the pages.
  ///
  /// They are found over the ends of lines, also where a word is divided; any white space matches any other. Formulas are found by their LaTeX.
  /// An occurrence that continues on the next page is not found.
  ///
  /// - Parameters:
  ///   - words: What to look for.
  ///   - ignoresCase: True to find it in any case.
  public func places(ofText words: String, ignoringCase ignoresCase: Bool = false) -> [TextPlace] {
    pages.indices.flatMap { PageWords(pages[$0]).places(of: words, page: $0, ignoresCase: ignoresCase) }
  }

  /// The word or the formula at a point of a page; nil for a point without text.
  ///
  /// - Parameters:
  ///   - number: The page's index, from 0.
  ///   - point: From the page's upper left corner, y downwards.
  public func word(onPage number: Int, at point: CanvasPoint) -> TextPlace? {
    guard pages.indices.contains(number) else { return nil }
    return PageWords(pages[number]).word(at: point, page: number)
  }

  /// The block at a point of a page, with its line in the source; nil for a point outside of blocks. Of several blocks it is the smallest.
  ///
  /// - Parameters:
  ///   - number: The page's index, from 0.
  ///   - point: From the page's upper left corner, y downwards.
  public func place(onPage number: Int, at point: CanvasPoint) -> PagePlace? {
    guard pages.indices.contains(number) else { return nil }
    return places(onPage: number).filter { $0.rect.contains(point) }.min { $0.width * $0.height < $1.width * $1.height }
  }
}

extension PagePlace {
  /// The rectangle, in points from the page's upper left corner.
  public var rect: CanvasRect { CanvasRect(x: x, y: y, width: width, height: height) }
}

extension DocumentPlace {
  /// The rectangle, in points from the page's upper left corner.
  public var rect: CanvasRect { CanvasRect(x: x, y: y, width: width, height: height) }
}

/// The text of a page, each of its pieces with its place.
private struct PageWords {
  /// The bytes of the page's text; white space is one space.
  private var bytes: [UInt8] = []
  /// The piece of each byte; -1 for a space that is not shown.
  private var pieces: [Int32] = []
  /// A piece is what cannot be divided: a cluster of glyphs, or a formula.
  private var rects: [CanvasRect] = []
  /// The pieces of the formulas, each one word whatever its LaTeX has.
  private var formulas: Set<Int32> = []

  init(_ page: Page) {
    var last: (y: Length, end: Length)?
    var isDivided = false
    // The formula whose glyphs come next.
    var formula: Int?
    for item in page.ink.items {
      guard case .run(let run) = item, !run.text.isEmpty else {
        if case .content = item { formula = nil }
        if let formula, let area = item.area { rects[formula] = rects[formula].union(CanvasRect(area)) }
        continue
      }
      guard !run.isSilent else { continue }
      if run.isIncidental {
        isDivided = true
        continue
      }
      if let last {
        let isSameLine = abs(run.y.rawValue - last.y.rawValue) * 2 < run.size.rawValue
        let text = page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
        let isApart = isSameLine ? run.x.rawValue - last.end.rawValue > run.size.rawValue / 2 : !isDivided
        if isApart, isSameLine || !joinWithoutSpace(bytes, text) { addSpace() }
      }
      isDivided = false
      add(run, of: page.ink)
      formula = formulas.contains(Int32(rects.count - 1)) ? rects.count - 1 : nil
      last = (run.y, run.x + run.width)
    }
  }

  private mutating func addSpace() {
    guard let last = bytes.last, last != 0x20 else { return }
    bytes.append(0x20)
    pieces.append(-1)
  }

  private mutating func add(_ run: GlyphRun, of ink: Ink) {
    let text = ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)]
    let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
    guard text.count > 1, glyphs.contains(where: { $0.cluster != 0 }) else {
      let isLaTeX = text.count > 2 && text.first == UInt8(ascii: "$") && text.last == UInt8(ascii: "$")
      if isLaTeX || glyphs.count > 1 && text.count > 1 { formulas.insert(Int32(rects.count)) }
      return add(text, CanvasRect(Self.area(run, from: 0, to: run.width.points)))
    }
    // From left to right; each cluster reaches as far as the next one begins.
    var clusters: [(start: Int, x: Double, end: Double)] = []
    for glyph in glyphs {
      let x = Length(rawValue: Int(glyph.x)).points
      if clusters.last?.start == Int(glyph.cluster) { continue }
      if !clusters.isEmpty { clusters[clusters.count - 1].end = x }
      clusters.append((Int(glyph.cluster), x, run.width.points))
    }
    clusters.sort { $0.start < $1.start }
    for (number, cluster) in clusters.enumerated() {
      let next = number + 1 < clusters.count ? clusters[number + 1].start : text.count
      guard cluster.start < next, next <= text.count else { continue }
      let part = text[(text.startIndex + cluster.start)..<(text.startIndex + next)]
      add(part, CanvasRect(Self.area(run, from: cluster.x, to: max(cluster.end, cluster.x))))
    }
  }

  /// A part of a run; `start` and `end` are points from its origin.
  private static func area(_ run: GlyphRun, from start: Double, to end: Double) -> Rect {
    Rect(x: run.x + start.pt, y: run.y - run.size / 4, width: (end - start).pt, height: run.size)
  }

  private mutating func add(_ text: ArraySlice<UInt8>, _ rect: CanvasRect) {
    let piece = Int32(rects.count)
    rects.append(rect)
    for byte in text {
      let isSpace = byte == 0x20 || (0x09...0x0D).contains(byte)
      if isSpace, bytes.last == 0x20 { continue }
      bytes.append(isSpace ? 0x20 : byte)
      pieces.append(piece)
    }
  }

  func places(of words: String, page: Int, ignoresCase: Bool) -> [TextPlace] {
    let flat = words.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    guard !flat.isEmpty else { return [] }
    let found = String(decoding: bytes, as: UTF8.self)
    var out: [TextPlace] = []
    // Case may change the number of bytes: characters are compared.
    var start = found.startIndex
    while let range = found.firstRange(of: flat, from: start, ignoresCase: ignoresCase) {
      let lower = found.utf8.distance(from: found.startIndex, to: range.lowerBound)
      let upper = found.utf8.distance(from: found.startIndex, to: range.upperBound)
      out.append(place(lower..<upper, page))
      start = range.upperBound
    }
    return out
  }

  func word(at point: CanvasPoint, page: Int) -> TextPlace? {
    guard let piece = rects.indices.first(where: { rects[$0].contains(point) }).map(Int32.init),
      var lower = pieces.firstIndex(of: piece), bytes[lower] != 0x20 || formulas.contains(piece)
    else { return nil }
    var upper = lower + 1
    if formulas.contains(piece) {
      while upper < pieces.count, pieces[upper] == piece { upper += 1 }
      return place(lower..<upper, page)
    }
    func isWord(_ place: Int) -> Bool { bytes[place] != 0x20 && !formulas.contains(pieces[place]) }
    while lower > 0, isWord(lower - 1) { lower -= 1 }
    while upper < bytes.count, isWord(upper) { upper += 1 }
    return place(lower..<upper, page)
  }

  /// The rectangles of some bytes, one a line.
  private func place(_ range: Range<Int>, _ page: Int) -> TextPlace {
    var lines: [CanvasRect] = []
    var last: Int32 = -1
    for piece in pieces[range] where piece >= 0 && piece != last {
      last = piece
      let rect = rects[Int(piece)]
      if let line = lines.last, abs(line.y + line.height - rect.y - rect.height) < max(line.height, rect.height) / 2 {
        lines[lines.count - 1] = line.union(rect)
      } else {
        lines.append(rect)
      }
    }
    return TextPlace(page: page, text: String(decoding: bytes[range], as: UTF8.self), rects: lines)
  }
}

extension CanvasRect {
  /// The smallest rectangle that holds both.
  fileprivate func union(_ other: CanvasRect) -> CanvasRect {
    let (left, top) = (min(x, other.x), min(y, other.y))
    return CanvasRect(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }
}

extension String {
  /// The first occurrence of whole characters from a place on.
  fileprivate func firstRange(of words: String, from start: Index, ignoresCase: Bool) -> Range<Index>? {
    let (words, rest) = (Array(words), self[start...])
    guard let first = words.first else { return nil }
    func isSame(_ a: Character, _ b: Character) -> Bool { a == b || ignoresCase && a.lowercased() == b.lowercased() }
    var place = rest.startIndex
    while place < rest.endIndex {
      if isSame(rest[place], first) {
        var (end, number) = (rest.index(after: place), 1)
        while number < words.count, end < rest.endIndex, isSame(rest[end], words[number]) {
          end = rest.index(after: end)
          number += 1
        }
        if number == words.count { return place..<end }
      }
      place = rest.index(after: place)
    }
    return nil
  }
}
