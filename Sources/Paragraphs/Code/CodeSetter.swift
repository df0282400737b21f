public import TypesetBoxes
import TypesetFonts
public import TypesetStyling

/// A row of code: a line, or a part of one that was too long.
public struct CodeRow: Hashable, Sendable {
  /// The range of its ink; the reference point is the left edge, on the baseline.
  public var items: Range<Int32>
  /// From the left edge of the row to the end of its last cell, without the indent.
  public var width: Length
  /// How far it is moved right; positive if it continues the line of the row before.
  public var indent: Length
  /// True for any part of a line but the first.
  public var isContinuation: Bool

  public init(items: Range<Int32>, width: Length, indent: Length, isContinuation: Bool) {
    self.items = items
    self.width = width
    self.indent = indent
    self.isContinuation = isContinuation
  }
}

/// Sets lines of code on the grid of their font: each character takes one cell, full-width characters two. Each thread has its own.
public final class CodeSetter {
  private let setter: ParagraphSetter
  private var asciiGlyphs: [ShapingContext: [UInt32]] = [:]
  /// The language of the line's East Asian characters.
  private var eastAsian = ""
  /// True if the line has bars or box drawings, between which full-width characters stay on the grid.
  private var drawsTable = false
  /// Nil if nothing in the line runs right to left.
  private var bidi: BidiLevels?
  private var cells: [Cell] = []
  private var glyphs: [Glyph] = []
  /// Where words of a script without spaces begin, by the bytes of the line; empty before it is asked for.
  private var wordStarts: [Bool] = []

  /// The smallest unit: a character with its marks, or letters that join.
  private struct Cell {
    var text: Range<Int32>
    var glyphs: Range<Int32>
    var advance: Int
    var face: FaceID
    var size: Length
    var style: Int32
    var isSpace: Bool
    var isWide = false
    /// The embedding level (UAX #9); a unit with an odd level is a separate run.
    var level: UInt8 = 0
    /// True for full-width closing punctuation, with which no row begins.
    var isClosing = false
    /// True for full-width opening punctuation, with which no row ends.
    var isOpening = false
  }

  public init(_ setter: ParagraphSetter) { self.setter = setter }

  /// The width of a cell: the advance of the font's zero.
  public func cell(of style: TextStyle) -> Length {
    let font = setter.fonts.font(setter.primaryFace(of: style), size: style.size)
    return font.advance(of: font.face.glyph(for: "0") ?? 0)
  }

  /// Sets one line, in as many rows as the measure requires.
  ///
  /// - Parameter hang: The cells by which further rows are indented from the line's own indentation.
  public func set(_ text: StyledText, measure: Length, hang: Int = 2, into ink: inout Ink) -> [CodeRow] {
    guard let style = text.styles.first else { return [] }
    cells.removeAll(keepingCapacity: true)
    glyphs.removeAll(keepingCapacity: true)
    wordStarts.removeAll(keepingCapacity: true)
    eastAsian = setter.eastAsianLanguage(of: text)
    drawsTable = Self.drawsTable(text.text)
    bidi = BidiLevels(code: text, drawsTable: drawsTable)
    for run in text.runs { collect(run, of: text) }
    while let last = cells.last, last.isSpace { cells.removeLast() }
    let cell = cell(of: style).rawValue
    let ownIndent = keptIndent(of: measure.rawValue)
    let indent = sideIndent(of: measure.rawValue, cell: cell, text: text.text) ?? min(ownIndent + cell * hang, measure.rawValue / 2)
    var rows: [CodeRow] = []
    var start = 0
    while start < cells.count {
      let isContinuation = start > 0
      let room = measure.rawValue - (isContinuation ? indent : 0)
      let end = rowEnd(from: start, room: room, text: text.text)
      let first = Int32(ink.items.count)
      let width = pack(start..<end, of: text, into: &ink)
      rows.append(
        CodeRow(
          items: first..<Int32(ink.items.count), width: Length(rawValue: min(width, room + cell)),
          indent: Length(rawValue: isContinuation ? indent : 0),
          isContinuation: isContinuation))
      start = end
    }
    return rows
  }

  /// The width of the spaces at the beginning of a line. If they would leave little room for the rest, the last of them have no width.
  private func keptIndent(of measure: Int) -> Int {
    let count = cells.prefix { $0.isSpace }.count
    let width = cells[..<count].reduce(0) { $0 + $1.advance }
    guard width > measure * 3 / 4 else { return width }
    var kept = 0
    for index in 0..<count {
      if kept + cells[index].advance > measure / 2 { cells[index].advance = 0 }
      kept += cells[index].advance
    }
    return kept
  }

  /// Where the words of a line that is too long begin if they form a column, two blanks or more right of the code:
  /// a comment, what a listing of files or of options says of each. Further rows are below them, and not below the code.
  ///
  /// Nil without such words, or if the column is too narrow for words.
  private func sideIndent(of measure: Int, cell: Int, text: [UInt8]) -> Int? {
    guard bidi == nil, !drawsTable, cells.reduce(0, { $0 + $1.advance }) > measure else { return nil }
    var x = 0
    var blanks = 0
    var hasCode = false
    var column: (x: Int, first: Int)?
    for (index, one) in cells.enumerated() {
      // A part of the words is on the first row.
      if x > measure - cell * 8 { break }
      if one.isSpace {
        blanks += 1
      } else {
        if hasCode, blanks > 1 { column = (x, index) }
        (blanks, hasCode) = (0, true)
      }
      x += one.advance
    }
    guard let column else { return nil }
    let signs = cells[column.first...].prefix(4).prefix { !$0.isSpace }
    let isSign = signs.count < 4 && isComment(signs, text)
    let indent = column.x + (isSign ? signs.reduce(cell) { $0 + $1.advance } : 0)
    return measure - indent >= max(cell * 24, measure * 2 / 5) ? indent : nil
  }

  /// Where the row that begins at a cell ends: at the end of the line, else after a space or punctuation, else at the measure.
  private func rowEnd(from start: Int, room: Int, text: [UInt8]) -> Int {
    var width = 0
    var end = start
    // Spaces at the end hang out: no row begins with them or consists of them.
    while end < cells.count, width + cells[end].advance <= room || cells[end].isSpace {
      width += cells[end].advance
      end += 1
    }
    end = max(end, start + 1)
    guard end < cells.count else { return end }
    // Between full-width characters any position will do, but before closing and after opening punctuation.
    if cells[end].isWide || cells[end - 1].isWide, let place = wideBreak(from: start, upTo: end) { return place }
    // No row is left more than two fifths empty for a better break.
    let indentEnd = cells[start..<end].firstIndex { !$0.isSpace } ?? start
    let earliest = max(start + max(1, (end - start) * 3 / 5), indentEnd)
    var afterSign: Int?
    var place = end
    while place > earliest {
      let before = cells[place - 1]
      if before.isSpace, !cells[place].isSpace { return beginning(ofLoneSign: place, from: start, text: text) ?? place }
      let byte = text[Int(before.text.upperBound) - 1]
      if afterSign == nil, Self.joints.contains(byte), !cells[place].isSpace { afterSign = place }
      // A name within Chinese stays whole.
      if isWideJoint(place) { return afterSign ?? place }
      place -= 1
    }
    return afterSign ?? beginning(ofWordAt: end, from: indentEnd, text: text) ?? end
  }

  private static let joints = Array(",;([{.=&|+-/)]}:?".utf8)

  /// Where a word begins that goes over the end of a row, and fits on the next one: the row may be as empty as a quarter before that.
  ///
  /// - Parameter first: The first cell of the row's ink.
  private func beginning(ofWordAt end: Int, from first: Int, text: [UInt8]) -> Int? {
    func isJoint(_ cell: Cell) -> Bool { cell.isSpace || cell.isWide || Self.joints.contains(text[Int(cell.text.upperBound) - 1]) }
    guard let before = cells[first..<end].lastIndex(where: isJoint), case let start = before + 1,
      (start - first) * 4 >= end - first, case let last = cells[start...].prefix(end - first + 1).firstIndex(where: isJoint) ?? cells.count,
      last - start <= end - first
    else { return nil }
    return start
  }

  /// True where a row may begin with or after a full-width character.
  private func isWideJoint(_ place: Int) -> Bool {
    let (before, after) = (cells[place - 1], cells[place])
    return (before.isWide || after.isWide) && !after.isClosing && !after.isSpace && !before.isOpening
  }

  /// True for cells such as `//` and `#`.
  private func isComment(_ signs: ArraySlice<Cell>, _ text: [UInt8]) -> Bool {
    signs.allSatisfy { "#/-;%*!".utf8.contains(text[Int($0.text.lowerBound)]) }
  }

  /// Where the sign of a comment begins of which no word is before `place`, two blanks or more right of the code: it goes to the next row.
  private func beginning(ofLoneSign place: Int, from start: Int, text: [UInt8]) -> Int? {
    var end = place
    while end > start, cells[end - 1].isSpace { end -= 1 }
    let signs = cells[start..<end].suffix(4).reversed().prefix { !$0.isSpace }.count
    guard (1..<4).contains(signs), isComment(cells[end - signs..<end], text) else { return nil }
    let first = end - signs
    guard first > start + 2, cells[first - 1].isSpace, cells[first - 2].isSpace, cells[start..<first].contains(where: { !$0.isSpace })
    else { return nil }
    return first
  }

  /// The last position at most five cells before another where a row may begin with or after a full-width character.
  private func wideBreak(from start: Int, upTo end: Int) -> Int? {
    var place = end
    while place > max(start + 1, end - 5) {
      let (before, after) = (cells[place - 1], cells[place])
      if before.isWide || after.isWide || before.isSpace, !after.isClosing, !after.isSpace, !before.isOpening { return place }
      place -= 1
    }
    return nil
  }

  /// True if a line has one of the box drawings (U+2500 to U+257F), or is a table's row: it ends with a bar and begins with one, or has its
  /// bars between blanks; or it begins with a blank, as a terminal's do. The bars of a program's code are none.
  private static func drawsTable(_ bytes: [UInt8]) -> Bool {
    var (bars, loose) = (0, 0)
    for (index, byte) in bytes.enumerated() {
      if byte == UInt8(ascii: "|") {
        bars += 1
        if index > 0, index + 1 < bytes.count, bytes[index - 1] != 0x20 || bytes[index + 1] != 0x20 { loose += 1 }
      }
      if byte == 0xE2, index + 1 < bytes.count, bytes[index + 1] == 0x94 || bytes[index + 1] == 0x95 { return true }
    }
    guard bars > 0, let first = bytes.first(where: { $0 != 0x20 }), let last = bytes.last(where: { $0 != 0x20 }) else { return false }
    let bar = UInt8(ascii: "|")
    if bars > 1, last == bar, first == bar || loose == 0 { return true }
    return loose == 0 && bytes.first == 0x20 && bytes.dropFirst().first != 0x20
  }

  // MARK: Cells

  private func collect(_ run: StyledText.Run, of text: StyledText) {
    let style = text.styles[Int(run.style)]
    let face = setter.primaryFace(of: style)
    let context = setter.context(face, style: style)
    let font = setter.fonts.font(face, size: style.size)
    let cell = font.advance(of: font.face.glyph(for: "0") ?? 0).rawValue
    let isGrid = font.advance(of: font.face.glyph(for: "i") ?? 0).rawValue == cell
    let ascii = glyphs(of: context)
    let bytes = text.text
    var index = Int(run.range.lowerBound)
    let end = Int(run.range.upperBound)
    while index < end {
      let byte = bytes[index]
      // A mark is set with the letter before it.
      if byte < 0x80, index + 1 == end || bytes[index + 1] < 0x80 || !decode(bytes, index + 1).value.extendsCluster {
        let level = bidi?.levels[index] ?? 0
        let glyph = ascii[Int(level & 1 == 1 ? Self.mirrored(byte) : byte)]
        let advance = isGrid ? cell : font.advance(of: glyph).rawValue
        glyphs.append(Glyph(id: glyph, x: 0, y: 0, cluster: 0))
        append(index..<index + 1, advance: advance, glyphCount: 1, face: face, size: style.size, run.style, isSpace: byte == 0x20)
        cells[cells.count - 1].level = level
        index += 1
      } else {
        index = collectCluster(at: index, end: end, bytes, style, run.style, cell: cell)
      }
    }
  }

  private func append(
    _ text: Range<Int>, advance: Int, glyphCount: Int, face: FaceID, size: Length, _ style: Int32, isSpace: Bool
  ) {
    cells.append(
      Cell(
        text: Int32(text.lowerBound)..<Int32(text.upperBound), glyphs: Int32(glyphs.count - glyphCount)..<Int32(glyphs.count),
        advance: advance, face: face, size: size, style: style, isSpace: isSpace))
  }

  /// The mirrored character for text that runs right to left (UAX #9, rule L4).
  private static func mirrored(_ byte: UInt8) -> UInt8 {
    switch byte {
    case UInt8(ascii: "("): UInt8(ascii: ")")
    case UInt8(ascii: ")"): UInt8(ascii: "(")
    case UInt8(ascii: "["): UInt8(ascii: "]")
    case UInt8(ascii: "]"): UInt8(ascii: "[")
    case UInt8(ascii: "{"): UInt8(ascii: "}")
    case UInt8(ascii: "}"): UInt8(ascii: "{")
    case UInt8(ascii: "<"): UInt8(ascii: ">")
    case UInt8(ascii: ">"): UInt8(ascii: "<")
    default: byte
    }
  }

  /// The glyphs of the ASCII characters, with the features of the context; each is shaped once.
  private func glyphs(of context: ShapingContext) -> [UInt32] {
    if let known = asciiGlyphs[context] { return known }
    var table = [UInt32](repeating: 0, count: 128)
    for byte in UInt8(0x20)..<0x7F {
      let shaped = setter.shaper.shape([byte][...], in: context)
      if let glyph = shaped.glyphs.first { table[Int(byte)] = setter.shaper.glyphs[Int(glyph)].id }
    }
    // Controls are invisible.
    for byte in 0..<0x20 { table[byte] = table[0x20] }
    table[0x7F] = table[0x20]
    asciiGlyphs[context] = table
    return table
  }

  /// Adds a cluster that is not ASCII; returns where it ends.
  private func collectCluster(at start: Int, end: Int, _ bytes: [UInt8], _ style: TextStyle, _ number: Int32, cell: Int) -> Int {
    let cluster = Cluster(in: bytes, at: start, upTo: end)
    let scalar = cluster.base
    var next = cluster.range.upperBound
    let joins = scalar.joinsLetters
    let level = bidi?.levels[start] ?? 0
    var (count, isWord) = (1, false)
    while joins, next < end {
      let following = Cluster(in: bytes, at: next, upTo: end)
      guard following.base.joinsLetters, (bidi?.levels[next] ?? 0) == level else { break }
      // A row may begin with a word, or after some letters where the words are not known.
      if scalar.hasNoSpaces, count == Self.mostLetters || beginsWord(next, bytes, style) {
        isWord = true
        break
      }
      next = following.range.upperBound
      count += 1
    }
    let face = setter.face(of: cluster, in: bytes, style: style, eastAsian: eastAsian)
    var context = setter.context(face, style: style)
    if level & 1 == 1 {
      var key = ShapingKey(face: face, size: style.size, language: style.language)
      key.isRightToLeft = true
      context = setter.shaper.context(key)
    }
    let shaped = setter.shaper.shape(bytes[start..<next], in: context)
    let isWide = CJKClass(scalar).isFullWidth || cluster.isEmoji || (0xAC00...0xD7A3).contains(scalar.value)
    var size = style.size
    var scale = 1.0
    let room: Int
    if isWide {
      // Emojis that are joined, and for which the font has no common picture, stand side by side.
      let parts = cluster.isEmoji ? max(1, shaped.glyphs.count { setter.shaper.glyphs[Int($0)].advance > 0 }) : 1
      room = style.isProse && !cluster.isEmoji && !drawsTable ? max(cell, shaped.width) : cell * 2 * parts
    } else if isWord {
      // The words of one piece of text touch.
      room = shaped.width
    } else if shaped.width <= cell || joins {
      room = max(1, (shaped.width + cell - cell / 8) / max(cell, 1)) * cell
    } else {
      // A character from another font is scaled down to its cell, or takes two; so does a number in a circle, which is small already.
      scale = Double(cell) / Double(shaped.width)
      if scale < 0.7 || (0x2460...0x24FF).contains(scalar.value) && !drawsTable { scale = min(1, scale * 2) }
      room = Double(shaped.width) * scale > Double(cell) * 1.01 ? cell * 2 : cell
      size = size.scaled(by: scale)
    }
    var pen = max(0, (room - Int(clamping: Double(shaped.width) * scale)) / 2)
    for index in shaped.glyphs {
      let glyph = setter.shaper.glyphs[Int(index)]
      glyphs.append(
        Glyph(
          id: glyph.id, x: Int32(clamping: pen + Int(clamping: Double(glyph.dx) * scale)), y: Int32(Double(glyph.dy) * scale),
          cluster: UInt32(min(Int(glyph.cluster), next - start - 1))))
      pen += Int(clamping: Double(glyph.advance) * scale)
    }
    append(start..<next, advance: room, glyphCount: shaped.glyphs.count, face: face, size: size, number, isSpace: scalar == "\u{3000}")
    cells[cells.count - 1].isWide = isWide
    cells[cells.count - 1].level = level
    cells[cells.count - 1].isClosing = scalar.closesFullWidth
    cells[cells.count - 1].isOpening = CJKClass(scalar) == .opening
    return next
  }

  private static let mostLetters = 24

  /// True if a word of Thai, Khmer or the like begins at a byte.
  private func beginsWord(_ place: Int, _ bytes: [UInt8], _ style: TextStyle) -> Bool {
    if wordStarts.isEmpty {
      wordStarts = [Bool](repeating: false, count: bytes.count + 1)
      setter.opportunities(for: style.language).mark(bytes, in: &wordStarts)
    }
    return wordStarts[place]
  }

  // MARK: Packing

  /// Adds the runs of some cells in the order of reading; returns their width.
  private func pack(_ range: Range<Int>, of text: StyledText, into ink: inout Ink) -> Int {
    let places = places(of: range)
    var x = 0
    var width = 0
    var index = range.lowerBound
    while index < range.upperBound {
      let first = cells[index]
      let style = text.styles[Int(first.style)]
      let firstGlyph = ink.glyphs.count
      let firstByte = ink.text.count
      let origin = places?[index - range.lowerBound] ?? x
      x = origin
      while index < range.upperBound {
        let cell = cells[index]
        // The next cell in reading order may be elsewhere.
        if let places, ink.glyphs.count > firstGlyph, (cell.level | first.level) & 1 == 1 || places[index - range.lowerBound] != x { break }
        // Spaces belong to the run before them, whatever their colour.
        guard
          cell.isSpace && cell.face == first.face
            || cell.face == first.face && cell.size == first.size
              && (cell.style == first.style || text.styles[Int(cell.style)].color == style.color),
          ink.text.count - firstByte < Glyph.lastCluster / 2
        else { break }
        let base = UInt32(ink.text.count - firstByte)
        for glyph in glyphs[Int(cell.glyphs.lowerBound)..<Int(cell.glyphs.upperBound)] {
          ink.glyphs.append(Glyph(id: glyph.id, x: Int32(clamping: x - origin) &+ glyph.x, y: glyph.y, cluster: base + glyph.cluster))
        }
        ink.text += text.text[Int(cell.text.lowerBound)..<Int(cell.text.upperBound)]
        x += cell.advance
        width += cell.advance
        index += 1
      }
      guard ink.glyphs.count > firstGlyph else { continue }
      ink.items.append(
        .run(
          GlyphRun(
            face: first.face, size: first.size, color: style.color, x: Length(rawValue: origin), y: .zero,
            width: Length(rawValue: x - origin), glyphs: Int32(firstGlyph)..<Int32(ink.glyphs.count),
            text: Int32(firstByte)..<Int32(ink.text.count), isRightToLeft: first.level & 1 == 1)))
    }
    return width
  }

  /// The position of each cell of a row (UAX #9, rules L1 and L2); nil if they are in reading order.
  private func places(of range: Range<Int>) -> [Int]? {
    guard bidi != nil else { return nil }
    var places = [Int](repeating: 0, count: range.count)
    var x = 0
    for index in range.reversed() {
      guard cells[index].isSpace else { break }
      cells[index].level = 0
    }
    for index in BidiLevels.visualOrder(cells[range].map(\.level)) {
      places[index] = x
      x += cells[range.lowerBound + index].advance
    }
    return places
  }
}

extension Unicode.Scalar {
  /// Thai, Lao, Myanmar and Khmer, whose words have nothing between them (UAX #14 SA).
  fileprivate var hasNoSpaces: Bool {
    switch value {
    case 0x0E00...0x0EFF, 0x1000...0x109F, 0x1780...0x17FF: true
    default: false
    }
  }

  /// Letters whose forms depend on their neighbours: they are shaped together.
  var joinsLetters: Bool {
    switch value {
    case 0x0590...0x08FF, 0x0900...0x0DFF, 0x0E00...0x0EFF, 0x0F00...0x109F, 0x1780...0x17FF, 0x1800...0x18AF, 0xFB1D...0xFDFF,
      0xFE70...0xFEFF:
      true
    default: false
    }
  }
}
