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
  private let index: LineIndex
  private var styles: [String: Int] = ["": 0]
  private var page = 0
  private var pending: [(run: GlyphRun, element: ElementID)] = []
  // The units that may go on.
  private var paragraphs: [Int: Int] = [:]
  private var groups: [ElementID: Int] = [:]
  private var graphics: [Int32: Int] = [:]
  /// What the page has been drawn with since its beginning, by block.
  private var areas: [Int32: (rect: Rect, items: [InkItem])] = [:]

  init(_ document: CheckedDocument) {
    self.document = document
    lines = document.placedLines[...]
    paths = document.pictures.paths
    index = LineIndex(document.source)
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
    let end = page.furniture ?? page.ink.items.count
    for item in page.ink.items[..<end] {
      switch item {
      case .content(let next): element = next
      case .run(let run): pending.append((run, element))
      case .mark(let mark, let rect):
        if case .line = page.ink.marks[Int(mark)], let line = lines.popFirst() { add(line, rect, page) }
      case .picture(let picture, let rect): add(picture, rect, element)
      case .clip: break
      case .rule, .stroke, .panel, .path:
        if let area = item.area {
          areas[element.block, default: (area, [])].rect = areas[element.block]?.rect.union(area) ?? area
          areas[element.block]?.items.append(item)
        }
      }
    }
    flush(page)
    for (block, drawn) in areas.sorted(by: { $0.key < $1.key }) { addGraphics(drawn.items, drawn.rect, block) }
    addFurniture(page, from: end)
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
    record.units[index].parts.append(part)
    extendStyle(of: index, by: mine)
  }

  /// The text of a line with the LaTeX of its formulas, where each of them has its own run with text.
  private func withFormulas(_ text: String, _ entries: [(run: GlyphRun, element: ElementID)], _ page: Page) -> String {
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
      add(pending[index..<end].map(\.run), element, page)
      index = end
    }
    pending.removeAll(keepingCapacity: true)
  }

  private mutating func add(_ runs: [GlyphRun], _ element: ElementID, _ page: Page) {
    guard let first = runs.first else { return }
    let rect = runs.dropFirst().reduce(InkItem.run(first).area ?? Rect(x: first.x, y: first.y, width: .zero, height: .zero)) {
      $0.union(InkItem.run($1).area ?? $0)
    }
    let role = document.structure.index(of: element).map { document.structure.elements[$0].role }
    let index: Int
    if let known = groups[element], element != .artifact {
      index = known
    } else {
      index = record.units.count
      groups[element] = index
      var unit = DocumentRecord.Unit(kind: role == .code ? .code : role == .formula ? .formula : .text)
      place(&unit, at: blockStart(element.block))
      record.units.append(unit)
    }
    var part = self.part(of: runs, in: rect, page)
    part.text = text(of: runs, page, between: "")
    record.units[index].parts.append(part)
    extendStyle(of: index, by: runs)
  }

  private func part(of runs: [GlyphRun], in rect: Rect, _ page: Page) -> DocumentRecord.Part {
    var hash = InkHash()
    for run in runs {
      hash.add(fontName(run.face))
      hash.add(run.size.hundredths)
      hash.add(Int(run.color.rgba))
      hash.add((run.y - rect.y).hundredths)
      for glyph in page.ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
        hash.add(Int(glyph.id))
        hash.add((run.x - rect.x + Length(rawValue: Int(glyph.x))).hundredths)
        hash.add(Length(rawValue: Int(glyph.y)).hundredths)
      }
    }
    return part(at: rect, hash)
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
    let old = record.styles[record.units[index].style]
    var names = old.split(separator: "; ").map(String.init)
    for run in runs {
      let name = "\(fontName(run.face)) \(Self.shown(run.size.hundredths)) \(run.color)"
      if !names.contains(name) { names.append(name) }
    }
    let style = names.joined(separator: "; ")
    guard style != old else { return }
    if styles[style] == nil {
      styles[style] = record.styles.count
      record.styles.append(style)
    }
    record.units[index].style = styles[style] ?? 0
  }

  static func shown(_ hundredths: Int) -> String {
    let rest = abs(hundredths % 100)
    let digits = rest == 0 ? "" : rest % 10 == 0 ? ".\(rest / 10)" : rest < 10 ? ".0\(rest)" : ".\(rest)"
    return (hundredths < 0 ? "-" : "") + "\(abs(hundredths) / 100)" + digits
  }

  // MARK: Pictures, rules, headers

  private mutating func add(_ picture: PictureID, _ rect: Rect, _ element: ElementID) {
    var unit = DocumentRecord.Unit(kind: .picture)
    unit.path = DocumentRecord.inOneLine(paths[picture] ?? "")
    place(&unit, at: blockStart(element.block))
    var hash = InkHash()
    hash.add(Digest.of(document.pictures.picture(picture).bytes))
    unit.parts = [part(at: rect, hash)]
    record.units.append(unit)
  }

  private mutating func addGraphics(_ items: [InkItem], _ rect: Rect, _ block: Int32) {
    var ink = Ink()
    ink.items = items
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
      record.units.append(unit)
    }
    record.units[index].parts.append(part(at: rect, hash))
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
  private mutating func addFurniture(_ page: Page, from start: Int) {
    var runs: [GlyphRun] = []
    var area: Rect?
    var others = Ink()
    for item in page.ink.items[start...] {
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
    var unit = DocumentRecord.Unit(kind: .furniture)
    unit.parts = [part]
    record.units.append(unit)
    extendStyle(of: record.units.count - 1, by: runs)
  }

  private func blockStart(_ block: Int32) -> Int? {
    guard block >= 0, Int(block) < document.blockSpans.count, !document.blockSpans[Int(block)].isEmpty else { return nil }
    return Int(document.blockSpans[Int(block)].start)
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
  ///   - libraries: The versions of those that decide where ink goes.
  ///   - looks: Of all pages, or none.
  package init(of document: CheckedDocument, explained: String, libraries: [String] = [], looks: [PageLook] = []) {
    var builder = RecordBuilder(document)
    self = builder.build()
    for (index, look) in zip(sheets.indices, looks) { sheets[index].look = look }
    program = "mdtypeset \(engineVersion)"
    self.libraries = libraries
    let bytes = document.source.bytes
    let body = bytes[min(FrontMatter.length(in: bytes), bytes.count)...]
    source = String(Digest.of(Self.authored(body, explained: explained)).prefix(16))
    settings = Self.settings(explained: explained)
    fonts = document.fonts.readFiles.map {
      Font(name: $0.name, digest: String($0.digest.prefix(12)), isBundled: FontBook.digest(ofBundled: $0.name) == $0.digest)
    }
  }
}
