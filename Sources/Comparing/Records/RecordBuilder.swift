import TypesetBoxes
package import TypesetChecking
import TypesetDiagnostics
import TypesetFiles
import TypesetFonts
import TypesetMarkdown
import TypesetPictures

/// Reads a record from finished pages.
struct RecordBuilder {
  private typealias Record = DocumentRecord
  private let document: CheckedDocument
  private var lines: ArraySlice<SetLine>
  private var record = DocumentRecord()
  private let paths: [PictureID: String]
  /// The digests of pictures that were met.
  private var drawn: [PictureID: String] = [:]
  /// What the labels of these say.
  private var said: [PictureID: String] = [:]
  private let index: LineIndex
  private let shownClasses: ShownClasses
  private var styles: [String: Int] = ["": 0]
  private var page = 0
  private var pending: [(run: GlyphRun, element: ElementID, item: Int)] = []
  /// The items of each part in the ink of its page, by unit and part.
  private(set) var items: [[[Int]]] = []
  // The units that may go on.
  private var paragraphs: [Int: Int] = [:]
  private var groups: [ElementID: Int] = [:]
  private var graphics: [Int32: Int] = [:]
  /// What the page has been drawn with since its beginning, by block.
  private var areas: [Int32: (rect: Rect, items: [Int])] = [:]
  /// The page's lines of text, with the runs that they show.
  private var textLines: [(place: DocumentRecord.PartPlace, runs: [GlyphRun], side: String?)] = []
  /// What belongs to no block: the grounds of listings, callouts. What overlaps is one thing.
  private var loose: [(rect: Rect, items: [Int])] = []

  /// The element that a diagram is, and its unit.
  private var graphic: (element: ElementID, unit: Int)?

  /// True if pictures are known by the bytes of their files, as in references before format 4, and not by what they draw.
  private let knowsPicturesByFiles: Bool

  init(_ document: CheckedDocument, knowsPicturesByFiles: Bool = false) {
    (self.document, self.knowsPicturesByFiles) = (document, knowsPicturesByFiles)
    lines = document.placedLines[...]
    paths = document.pictures.paths
    index = LineIndex(document.source)
    shownClasses = ShownClasses(in: document.tree, lines: lines.compactMap(\.offset))
  }

  private func fontName(_ face: FaceID) -> String { document.fonts.face(face).fileName }

  /// The pages' part of a record; program, source, settings and fonts are up to the caller.
  mutating func build() -> DocumentRecord {
    record.styles = [""]
    for (number, page) in document.pages.enumerated() {
      self.page = number
      record.sheets.append(
        DocumentRecord.Sheet(
          width: page.width.hundredths, height: page.height.hundredths, background: page.background.map { "\($0)" } ?? "-",
          label: page.label))
      read(page)
    }
    return record
  }

  private mutating func read(_ page: Page) {
    var element = ElementID.artifact
    areas = [:]
    loose = []
    textLines = []
    graphic = nil
    for (index, item) in page.flow.enumerated() {
      switch item {
      case .content(let next): element = next
      case .run, .rule, .stroke, .panel, .path:
        if element == graphic?.element {
          items[graphic?.unit ?? 0][0].append(index)
        } else if case .run(let run) = item {
          pending.append((run, element, index))
        } else if let area = item.area {
          add(area, index, block: element.block)
        }
      case .mark(let mark, let rect):
        switch page.ink.marks[Int(mark)] {
        case .line: if let line = lines.popFirst() { add(line, rect, page) }
        // Decoration is one element for the whole page.
        case .graphic(let drawn) where element != .artifact:
          graphic = (element, record.units.count)
          add(drawn, rect, element)
        default: break
        }
      case .picture(let picture, let rect): add(picture, rect, element, item: index)
      case .clip, .part: break
      }
    }
    flush(page)
    for (block, drawn) in areas.sorted(by: { $0.key < $1.key }) { addGraphics(drawn.items, drawn.rect, block, page) }
    for drawn in loose { addGraphics(drawn.items, drawn.rect, -1, page) }
    addMarks(page)
    addFurniture(page)
  }

  private mutating func addMarks(_ page: Page) {
    let drawn = areas.values.flatMap(\.items) + loose.flatMap(\.items)
    let marks = LetterMarks(drawn.sorted().map { page.ink.items[$0] }, document.fonts)
    for (place, runs, side) in textLines {
      let shown = runs.filter { !$0.isIncidental && !$0.isSilent }
      // Of a line whose letters cannot be assigned to its runs, nothing is known.
      let count = shown.reduce(0) { $0 + letters(of: $1, page) }
      guard count == record.units[place.unit].parts[place.part].text.countedLetters else { continue }
      let whole = side.flatMap { count > 0 ? LetterMark(letters: 0..<count, look: $0) : nil }
      record.units[place.unit].parts[place.part].marks = marks.marks(of: shown, in: page.ink) + (whole.map { [$0] } ?? [])
    }
  }

  private func letters(of run: GlyphRun, _ page: Page) -> Int {
    page.ink.text[Int(run.text.lowerBound)..<Int(run.text.upperBound)].countedLetters
  }

  private mutating func add(_ area: Rect, _ item: Int, block: Int32) {
    if block >= 0 {
      areas[block, default: (area, [])].rect = areas[block]?.rect.union(area) ?? area
      areas[block]?.items.append(item)
    } else if let last = loose.indices.last, Self.touch(loose[last].rect, area) {
      loose[last].rect = loose[last].rect.union(area)
      loose[last].items.append(item)
    } else {
      loose.append((area, [item]))
    }
  }

  private static func touch(_ a: Rect, _ b: Rect) -> Bool {
    a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height
  }

  private mutating func append(_ part: DocumentRecord.Part, to index: Int, _ items: [Int], classes: [String]) {
    record.units[index].parts.append(part)
    if !classes.isEmpty { record.classes[Record.PartPlace(unit: index, part: record.units[index].parts.count - 1)] = classes }
    while self.items.count <= index { self.items.append([]) }
    self.items[index].append(items)
  }

  // MARK: Text

  private mutating func add(_ line: SetLine, _ rect: Rect, _ page: Page) {
    let entries = pending.filter { Self.isOn(rect, $0.run) }
    let mine = entries.map(\.run)
    pending.removeAll { Self.isOn(rect, $0.run) }
    flush(page)
    let index: Int
    if let known = paragraphs[line.paragraph] {
      index = known
    } else {
      index = record.units.count
      paragraphs[line.paragraph] = index
      var unit = DocumentRecord.Unit(kind: DocumentRecord.Kind(line.kind))
      place(&unit, at: line.offset)
      record.units.append(unit)
    }
    var part = self.part(of: mine, in: rect, page)
    part.text = DocumentRecord.inOneLine(withFormulas(line.report.text, entries, page))
    part.isDivided = line.report.end == .hyphen
    extendStyle(of: index, by: mine)
    // The words of a picture are read aloud, but are no letters of the line.
    let written = entries.filter { role(of: $0.element) != .figure }.map(\.run)
    part.runs = fonts(of: written, index, page, in: part.text)
    append(part, to: index, entries.map(\.item), classes: shownClasses.names(ofLineAt: line.offset))
    textLines.append((Record.PartPlace(unit: index, part: record.units[index].parts.count - 1), written, LetterMark.side(of: line)))
  }

  /// The text of a line with the LaTeX of its formulas, where each of them has its own run with text.
  private func withFormulas(_ text: String, _ entries: [(run: GlyphRun, element: ElementID, item: Int)], _ page: Page) -> String {
    guard text.contains("\u{FFFC}") else { return text }
    var formulas: [String] = []
    for entry in entries where !entry.run.text.isEmpty {
      guard let index = document.structure.index(of: entry.element), document.structure.elements[index].role == .formula else { continue }
      formulas.append(self.text(of: [entry.run], page, between: ""))
    }
    guard formulas.count == text.count(where: { $0 == "\u{FFFC}" }) else { return text }
    var rest = formulas[...]
    return text.map { $0 == "\u{FFFC}" ? rest.popFirst() ?? "" : String($0) }.joined()
  }

  private static func isOn(_ rect: Rect, _ run: GlyphRun) -> Bool { run.y >= rect.y && run.y <= rect.y + rect.height }

  /// Text that is no line of a paragraph: displays, code, markers of lists.
  private mutating func flush(_ page: Page) {
    var index = 0
    while index < pending.count {
      let element = pending[index].element
      var end = index
      while end < pending.count, pending[end].element == element { end += 1 }
      add(pending[index..<end].map(\.run), pending[index..<end].map(\.item), element, page)
      index = end
    }
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ runs: [GlyphRun], _ items: [Int], _ element: ElementID, _ page: Page) {
    guard let first = runs.first else { return }
    let rect = runs.dropFirst().reduce(InkItem.run(first).area ?? Rect(x: first.x, y: first.y, width: .zero, height: .zero)) {
      $0.union(InkItem.run($1).area ?? $0)
    }
    let role = role(of: element)
    let index: Int
    if let known = groups[element], element != .artifact {
      index = known
    } else {
      index = record.units.count
      groups[element] = index
      // The lines of a listing are elements within it.
      let isCode = role == .code || parent(of: element) == .code
      var unit = DocumentRecord.Unit(kind: isCode ? .code : role == .formula ? .formula : .text)
      place(&unit, at: blockStart(element.block))
      record.units.append(unit)
    }
    var part = self.part(of: runs, in: rect, page)
    part.text = text(of: runs, page, between: "")
    extendStyle(of: index, by: runs)
    part.runs = fonts(of: runs, index, page, in: part.text)
    append(part, to: index, items, classes: classes(of: element.block))
  }

  private func role(of element: ElementID) -> StructureRole? {
    document.structure.index(of: element).map { document.structure.elements[$0].role }
  }

  private func parent(of element: ElementID) -> StructureRole? {
    guard let index = document.structure.index(of: element) else { return nil }
    let parent = Int(document.structure.elements[index].parent)
    return document.structure.elements.indices.contains(parent) ? document.structure.elements[parent].role : nil
  }

  /// The fonts of a line's letters, where there are several; an empty run where they cannot be assigned to its text.
  private func fonts(of runs: [GlyphRun], _ index: Int, _ page: Page, in text: String) -> [DocumentRecord.Run] {
    let names = fontNames(of: index)
    guard names.count > 1 else { return [] }
    let unknown = [DocumentRecord.Run(font: 0, count: 0)]
    var out: [DocumentRecord.Run] = []
    for run in runs where !run.isIncidental && !run.isSilent {
      guard !run.isRightToLeft, let font = names.firstIndex(of: styleName(run)), font < 26 else { return unknown }
      let length = letters(of: run, page)
      if length == 0 { continue }
      if out.last?.font == font { out[out.count - 1].count += length } else { out.append(DocumentRecord.Run(font: font, count: length)) }
    }
    return out.reduce(0) { $0 + $1.count } == text.countedLetters ? out : unknown
  }

  private func part(of runs: [GlyphRun], in rect: Rect, _ page: Page) -> DocumentRecord.Part {
    var hash = InkHash()
    var glyphs = InkHash()
    for run in runs {
      hash.add(fontName(run.face))
      glyphs.add(fontName(run.face))
      hash.add(run.size.hundredths)
      hash.add(Int(run.color.rgba))
      hash.add((run.y - rect.y).hundredths)
      for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        hash.add(Int(glyph.id))
        glyphs.add(Int(glyph.id))
        hash.add((run.x - rect.x + Length(rawValue: Int(glyph.x))).hundredths)
        hash.add(Length(rawValue: Int(glyph.y)).hundredths)
      }
    }
    var part = part(at: rect, hash)
    if !runs.isEmpty { part.glyphs = glyphs.shortValue }
    return part
  }

  private func text(of runs: [GlyphRun], _ page: Page, between space: String) -> String {
    DocumentRecord.inOneLine(
      runs.map { String(decoding: page.ink.text[Int($0.text.lowerBound)..<Int($0.text.upperBound)], as: UTF8.self) }.joined(
        separator: space))
  }

  private func part(at rect: Rect, _ hash: InkHash) -> DocumentRecord.Part {
    DocumentRecord.Part(
      page: page, x: rect.x.hundredths, y: (-(rect.y + rect.height)).hundredths, width: rect.width.hundredths,
      height: rect.height.hundredths,
      hash: hash.value)
  }

  /// The fonts, sizes and colours of a unit, each once.
  private mutating func extendStyle(of index: Int, by runs: [GlyphRun]) {
    var names = fontNames(of: index)
    let old = names.count
    for name in runs.map(styleName) where !names.contains(name) { names.append(name) }
    guard names.count > old else { return }
    let style = names.joined(separator: "; ")
    if styles[style] == nil {
      styles[style] = record.styles.count
      record.styles.append(style)
    }
    record.units[index].style = styles[style] ?? 0
  }

  private func fontNames(of index: Int) -> [String] { record.fontNames(of: record.units[index]) }

  private func styleName(_ run: GlyphRun) -> String { "\(fontName(run.face)) \(Self.shown(run.size.hundredths)) \(run.color)" }

  static func shown(_ hundredths: Int) -> String {
    let rest = abs(hundredths % 100)
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100)" + digits
  }

  // MARK: Pictures, rules, headers

  private mutating func add(_ picture: PictureID, _ rect: Rect, _ element: ElementID, item: Int) {
    var hash = InkHash()
    hash.add(digest(of: picture))
    addPicture(paths[picture] ?? "", hash, words(of: picture), rect, element, [item])
  }

  private mutating func add(_ graphic: DrawnGraphic, _ rect: Rect, _ element: ElementID) {
    var hash = InkHash()
    hash.add(Int(truncatingIfNeeded: graphic.digest))
    hash.add(Int(truncatingIfNeeded: graphic.digest >> 32))
    addPicture("", hash, graphic.words.joined(separator: " "), rect, element, [])
  }

  private mutating func addPicture(_ path: String, _ hash: InkHash, _ words: String, _ rect: Rect, _ element: ElementID, _ items: [Int]) {
    var unit = DocumentRecord.Unit(kind: .picture)
    unit.path = DocumentRecord.inOneLine(path)
    place(&unit, at: blockStart(element.block))
    record.units.append(unit)
    var part = part(at: rect, hash)
    part.text = String(DocumentRecord.inOneLine(words).prefix(Self.mostWords))
    append(part, to: record.units.count - 1, items, classes: classes(of: element.block))
  }

  /// In characters: a picture's words are there for messages.
  private static let mostWords = 2000

  private mutating func words(of picture: PictureID) -> String {
    if let known = said[picture] { return known }
    let words = document.pictures.textLines(of: picture).joined(separator: " ")
    said[picture] = words
    return words
  }

  private mutating func digest(of picture: PictureID) -> String {
    if let known = drawn[picture] { return known }
    let book = document.pictures
    let digest = knowsPicturesByFiles ? Digest.of(book.picture(picture).bytes) : book.contentDigest(of: picture)
    drawn[picture] = digest
    return digest
  }

  private mutating func addGraphics(_ items: [Int], _ rect: Rect, _ block: Int32, _ page: Page) {
    var ink = Ink()
    ink.items = items.map { page.ink.items[$0] }
    var moved = Ink()
    moved.append(ink, dx: .zero - rect.x, dy: .zero - rect.y - rect.height)
    var hash = InkHash()
    for item in moved.items { add(item, to: &hash) }
    let index: Int
    if let known = graphics[block], block >= 0 {
      index = known
    } else {
      index = record.units.count
      graphics[block] = index
      var unit = DocumentRecord.Unit(kind: .graphics)
      place(&unit, at: blockStart(block))
      if unit.line == 0, let inner = firstUnit(within: rect) { (unit.file, unit.line) = (inner.file, inner.line) }
      record.units.append(unit)
    }
    var part = part(at: rect, hash)
    part.text = GraphicsSummary(of: ink.items).text
    append(part, to: index, items, classes: classes(of: block))
  }

  /// The first text of the page on a ground, or else the text around it.
  private func firstUnit(within rect: Rect) -> DocumentRecord.Unit? {
    let (left, top) = (rect.x.hundredths, (-(rect.y + rect.height)).hundredths)
    let (right, bottom) = (left + rect.width.hundredths, top + rect.height.hundredths)
    let start = record.units.lastIndex { ($0.parts.last?.page ?? page) < page } ?? -1
    let text = record.units[(start + 1)...].filter { $0.line > 0 && $0.isFlow }
    let inner = text.first { unit in
      unit.parts.contains {
        $0.page == page && $0.x >= left - 100 && $0.x + $0.width <= right + 100 && $0.y >= top - 100 && $0.y + $0.height <= bottom + 100
      }
    }
    // The ground of a word.
    let (x, y) = ((left + right) / 2, (top + bottom) / 2)
    return inner
      ?? text.first { unit in
        unit.parts.contains { $0.page == page && $0.x <= x && x <= $0.x + $0.width && $0.y - 300 <= y && y <= $0.y + $0.height + 300 }
      }
  }

  private func add(_ item: InkItem, to hash: inout InkHash) {
    func add(_ rect: Rect) { for length in [rect.x, rect.y, rect.width, rect.height] { hash.add(length.hundredths) } }
    switch item {
    case .rule(let rect, let color):
      add(rect)
      hash.add(Int(color.rgba))
    case .panel(let panel):
      add(panel.rect)
      for value in [panel.radius.hundredths, panel.borderWidth.hundredths] { hash.add(value) }
      for color in [panel.fill, panel.border] { hash.add(color.map { Int($0.rgba) } ?? -1) }
    case .stroke(let stroke):
      for length in [stroke.x0, stroke.y0, stroke.x1, stroke.y1, stroke.width, stroke.dash] { hash.add(length.hundredths) }
      hash.add(Int(stroke.color.rgba))
    case .path(let path): add(path.bounds)
    default: break
    }
  }

  /// Header and footer of a page, as one unit.
  private mutating func addFurniture(_ page: Page) {
    var runs: [GlyphRun] = []
    var area: Rect?
    var others = Ink()
    for item in page.decoration {
      if let rect = item.area { area = area?.union(rect) ?? rect }
      if case .run(let run) = item { runs.append(run) } else if item.area != nil { others.items.append(item) }
    }
    guard let area else { return }
    var part = self.part(of: runs, in: area, page)
    var hash = InkHash()
    hash.add(Int(part.hash))
    for item in others.items { add(item, to: &hash) }
    part.hash = hash.value
    part.text = text(of: runs, page, between: " ")
    record.units.append(DocumentRecord.Unit(kind: .furniture))
    extendStyle(of: record.units.count - 1, by: runs)
    append(part, to: record.units.count - 1, Array(page.decoration.indices), classes: [])
  }

  private func blockStart(_ block: Int32) -> Int? {
    guard block >= 0, Int(block) < document.blockSpans.count, !document.blockSpans[Int(block)].isEmpty else { return nil }
    return Int(document.blockSpans[Int(block)].start)
  }

  private func classes(of block: Int32) -> [String] {
    guard block >= 0, Int(block) < document.blockSpans.count, !document.blockSpans[Int(block)].isEmpty else { return [] }
    return shownClasses.names(of: document.blockSpans[Int(block)])
  }

  private func place(_ unit: inout DocumentRecord.Unit, at offset: Int?) {
    guard let offset else { return }
    (unit.file, unit.line) = index.place(of: offset)
  }
}

extension DocumentRecord.Kind {
  fileprivate init(_ kind: SetLine.Kind) {
    self =
      switch kind {
      case .paragraph: .paragraph
      case .heading: .heading
      case .item: .item
      case .quote: .quote
      case .cell: .cell
      case .caption: .caption
      case .note: .note
      case .contents: .contents
      case .artifact: .text
      }
  }
}

extension DocumentRecord {
  /// The record of a typeset document.
  ///
  /// - Parameters:
  ///   - explained: Its settings as `--explain-options` prints them.
  ///   - libraries: The versions of the libraries that decide where ink goes.
  ///   - looks: The looks of all pages, or empty.
  ///   - roots: The folders that it may read from.
  package init(
    of document: CheckedDocument, explained: String, libraries: [String] = [], looks: [PerceptualHash] = [], roots: [String] = []
  ) {
    var builder = RecordBuilder(document)
    self = builder.build()
    for (index, look) in zip(sheets.indices, looks) { sheets[index].look = look }
    program = "mdtypeset \(engineVersion)"
    self.libraries = libraries
    let bytes = document.source.bytes
    let body = bytes[min(FrontMatter.length(in: bytes), bytes.count)...]
    source = String(Digest.of(RecordSettings.authored(body, explained: explained)).prefix(16))
    settings = RecordSettings.settings(explained: explained)
    fonts = document.fonts.readFiles.map {
      Font(name: $0.name, digest: String($0.digest.prefix(12)), isBundled: FontBook.digest(ofBundled: $0.name) == $0.digest)
    }
    guard let found = document.traces else { return }
    let traces = RecordTraces(document, found)
    (blocks, senses) = (traces.blocks, traces.senses)
    macros = MacroDefinitions(in: found.definitions).digests
    inputs = RecordTraces.inputs(found.filesRead, of: document.source, besides: RecordTraces.themeFiles(explained: explained))
    reads = RecordTraces.reads(found, of: document.source, below: roots)
  }

  /// The record as a reference before format 4 would have it.
  package func older(of document: CheckedDocument) -> DocumentRecord {
    var (older, builder) = (self, RecordBuilder(document, knowsPicturesByFiles: true))
    older.units = builder.build().units
    return older
  }

  /// True of a reference before format 4.
  package var isOlder: Bool { blocks.isEmpty }
}
