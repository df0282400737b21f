internal import TypesetDiagnostics
package import TypesetBoxes
package import TypesetChecking
package import TypesetFonts
package import TypesetPictures
import TypesetSettings

/// Draws the pages of a record. Whatever the present document shows too is drawn from that document, at the place that the record has for it, and so
/// exactly as it was; text that is gone is set again in its fonts, and fills its line.
package struct RecordDrawing {
  private typealias Part = DocumentRecord.Part

  /// A part of the present document, and what it is drawn with.
  private struct Known {
    var part: Part
    var items: [Int]
  }

  private struct Look: Hashable {
    var isText: Bool
    var hash: UInt32
    var glyphs: UInt32
    var width: Int
    var height: Int

    init(_ part: Part) {
      (isText, hash, glyphs) = (part.glyphs != 0, part.hash, part.glyphs)
      (width, height) = (part.width, part.height)
    }
  }

  /// What decides how far below the top of a line its baseline is.
  private struct LineShape: Hashable {
    var font: String
    var height: Int
  }

  private let record: DocumentRecord
  private let pages: [Page]
  package let fonts: FontBook
  package let pictures: PictureBook
  private let shaper: Shaper
  /// Sets a formula from its LaTeX; nil leaves the LaTeX as it is.
  private let setFormula: FormulaSetting?
  private var looks: [Look: Known] = [:]
  private var texts: [String: Known] = [:]
  private var places: [String: Known] = [:]
  private var depths: [LineShape: Length] = [:]
  /// Where formulas are set again.
  private var formulaLines: Set<String> = []

  /// A formula that is set: its ink, with the place where its baseline begins.
  package struct SetFormula {
    package var ink: Ink
    /// Rightwards.
    package var left: Length
    /// Upwards.
    package var baseline: Length
    package var width: Length

    package init(ink: Ink, left: Length, baseline: Length, width: Length) {
      (self.ink, self.left, self.baseline, self.width) = (ink, left, baseline, width)
    }
  }

  /// LaTeX, a face, a size, display style and a colour.
  package typealias FormulaSetting = (String, Face, Length, Bool, Color) -> SetFormula?

  package init(_ record: DocumentRecord, from document: CheckedDocument, setFormula: FormulaSetting? = nil) {
    self.record = record
    self.setFormula = setFormula
    (pages, fonts, pictures) = (document.pages, document.fonts, document.pictures)
    shaper = Shaper(fonts: document.fonts)
    var builder = RecordBuilder(document)
    let new = builder.build()
    for (unit, items) in zip(new.units, builder.items) {
      let font = new.fontNames(of: unit).first ?? ""
      for (part, items) in zip(unit.parts, items) {
        let known = Known(part: part, items: items)
        if looks[Look(part)] == nil { looks[Look(part)] = known }
        if part.glyphs != 0, texts[part.text] == nil { texts[part.text] = known }
        if part.glyphs == 0, let place = Self.place(unit), places[place] == nil { places[place] = known }
        if let run = Self.run(items, pages[part.page]) {
          depths[LineShape(font: font, height: part.height)] = run.y - Self.rect(part).y
        }
      }
    }
    findFormulas()
  }

  private mutating func findFormulas() {
    guard setFormula != nil else { return }
    for unit in record.units where unit.kind != .graphics && unit.kind != .picture && unit.line > 0 {
      guard unit.parts.contains(where: { looks[Look($0)] == nil }), record.fontNames(of: unit).contains(where: { $0.contains("Math") })
      else { continue }
      formulaLines.insert(Self.line(unit))
    }
  }

  private static func line(_ unit: DocumentRecord.Unit) -> String { "\(unit.line) \(unit.file)" }

  private static func place(_ unit: DocumentRecord.Unit) -> String? {
    unit.line > 0 ? "\(unit.kind.rawValue) \(unit.line) \(unit.path) \(unit.file)" : nil
  }

  private static func run(_ items: [Int], _ page: Page) -> GlyphRun? {
    for item in items { if case .run(let run) = page.ink.items[item] { return run } }
    return nil
  }

  private static func length(_ hundredths: Int) -> Length { (Double(hundredths) / 100).pt }

  private static func rect(_ part: Part) -> Rect {
    Rect(x: length(part.x), y: length(-part.y - part.height), width: length(part.width), height: length(part.height))
  }

  /// - Parameter number: From 0.
  /// - Returns: Nil if there is no such page.
  package func page(_ number: Int) -> Page? {
    guard record.sheets.indices.contains(number) else { return nil }
    let sheet = record.sheets[number]
    var page = Page(width: Self.length(sheet.width), height: Self.length(sheet.height), background: Color(sheet.background))
    // Grounds are below what is on them.
    let order: [(DocumentRecord.Kind) -> Bool] = [{ $0 == .graphics }, { $0 == .picture }, { $0 != .graphics && $0 != .picture }]
    for isNow in order {
      for unit in record.units where isNow(unit.kind) {
        for part in unit.parts where part.page == number { draw(part, of: unit, on: &page.ink) }
      }
    }
    return page
  }

  private func draw(_ part: Part, of unit: DocumentRecord.Unit, on ink: inout Ink) {
    if let known = looks[Look(part)] { return copy(known, as: part, to: &ink) }
    switch unit.kind {
    case .graphics:
      let summary = GraphicsSummary(text: part.text).looks
      let known = Self.place(unit).flatMap { places[$0] }
      if let known, known.part.text == part.text { return copy(known, as: part, to: &ink) }
      // Rules of formulas that are set again come with them.
      let isOfFormula = formulaLines.contains(Self.line(unit))
      drawAreas(summary.map(\.look).filter { !isOfFormula || $0.kind != "rule" && $0.kind != "bar" }, Self.rect(part), to: &ink)
    case .picture:
      // The copy is of that very picture; what has its place now may be another one.
      if let bytes = record.copies[part.hash], let picture = try? pictures.load(bytes: bytes) {
        return ink.items.append(.picture(picture, Self.rect(part)))
      }
      if let known = Self.place(unit).flatMap({ places[$0] }) { return copy(known, as: part, to: &ink) }
      ink.items.append(.panel(Panel(rect: Self.rect(part), fill: Self.pale, border: Self.gray, borderWidth: 0.6.pt)))
    default:
      let names = record.fontNames(of: unit)
      let hasFormula = part.text.contains("\u{FFFC}") || names.contains { $0.contains("Math") }
      if hasFormula, let known = texts[part.text] { return copy(known, as: part, to: &ink) }
      if unit.kind == .formula, setDisplay(part, names, to: &ink) { return }
      if set(part, names, to: &ink) { return }
      if let known = texts[part.text] { return copy(known, as: part, to: &ink) }
      ink.items.append(.panel(Panel(rect: Self.rect(part), fill: Self.pale)))
    }
  }

  private static let pale = Color(rgba: 0xEEEE_EEFF)
  private static let gray = Color(rgba: 0x8888_88FF)

  /// The items of a part at the place of another one; stretched where that is wider or higher.
  private func copy(_ known: Known, as part: Part, to ink: inout Ink) {
    let (from, to) = (Self.rect(known.part), Self.rect(part))
    let start = ink.items.count
    for item in known.items { ink.append(item..<item + 1, of: pages[known.part.page].ink, dx: to.x - from.x, dy: to.y - from.y) }
    guard from.width != to.width || from.height != to.height, from.width > .zero, from.height > .zero else { return }
    let (wide, high) = (to.width.points / from.width.points, to.height.points / from.height.points)
    func x(_ old: Length) -> Length { to.x + (old - to.x).scaled(by: wide) }
    func y(_ old: Length) -> Length { to.y + (old - to.y).scaled(by: high) }
    // Rules keep their thickness.
    func stretched(_ rect: Rect) -> Rect {
      Rect(
        x: x(rect.x), y: y(rect.y), width: rect.width < 6.pt ? rect.width : rect.width.scaled(by: wide),
        height: rect.height < 6.pt ? rect.height : rect.height.scaled(by: high))
    }
    for index in start..<ink.items.count {
      switch ink.items[index] {
      case .run(var run):
        run.x = x(run.x)
        ink.items[index] = .run(run)
      case .rule(let rect, let color): ink.items[index] = .rule(stretched(rect), color)
      case .panel(var panel):
        panel.rect = stretched(panel.rect)
        ink.items[index] = .panel(panel)
      case .picture(let picture, _) where known.items.count == 1: ink.items[index] = .picture(picture, to)
      case .stroke(var stroke):
        (stroke.x0, stroke.x1, stroke.y0, stroke.y1) = (x(stroke.x0), x(stroke.x1), y(stroke.y0), y(stroke.y1))
        ink.items[index] = .stroke(stroke)
      default: continue
      }
    }
  }

  /// Areas whose places within their block are not recorded.
  private func drawAreas(_ looks: [GraphicsSummary.Look], _ rect: Rect, to ink: inout Ink) {
    for look in looks {
      guard let color = Color(look.color) else { continue }
      let thickness = Self.length(look.thickness)
      switch look.kind {
      case "ground": ink.items.append(.panel(Panel(rect: rect, fill: color)))
      case "frame": ink.items.append(.panel(Panel(rect: rect, fill: nil, border: color, borderWidth: thickness)))
      case "rule":
        ink.items.append(.rule(Rect(x: rect.x, y: rect.y, width: rect.width, height: thickness), color))
        ink.items.append(.rule(Rect(x: rect.x, y: rect.y + rect.height - thickness, width: rect.width, height: thickness), color))
      case "bar": ink.items.append(.rule(Rect(x: rect.x, y: rect.y, width: thickness, height: rect.height), color))
      default: ink.items.append(.panel(Panel(rect: rect, fill: nil, border: color, borderWidth: 0.4.pt)))
      }
    }
  }
}

// MARK: Text that is gone

extension RecordDrawing {
  /// A font as styles have it, found again.
  private struct Style {
    var face: FaceID
    var size: Length
    var color: Color
  }

  private func style(_ name: String) -> Style? {
    let words = name.split(separator: " ")
    guard words.count > 2, let size = DocumentNumber.real(words[words.count - 2]), size > 0, size < 10_000,
      let color = Color(String(words[words.count - 1])),
      let face = fonts.face(ofFile: words.dropLast(2).joined(separator: " "))
    else { return nil }
    return Style(face: face.id, size: size.pt, color: color)
  }

  /// Letters of a line that are set together.
  private struct Piece {
    var text: String
    var font: Int
    /// True where a space is before it.
    var startsWord: Bool
  }

  /// - Parameter isMath: Of each font: what is set in it is LaTeX, with its spaces.
  private func pieces(of part: DocumentRecord.Part, isMath: [Bool]) -> [Piece] {
    var fonts = part.runs.flatMap { [Int](repeating: $0.font, count: min($0.count, 100_000)) }[...]
    var out: [Piece] = []
    var startsWord = false
    for character in part.text {
      guard !character.isWhitespace else {
        startsWord = true
        continue
      }
      let font = fonts.first ?? 0
      fonts = fonts.dropFirst(character.unicodeScalars.count)
      let isFormula = isMath.indices.contains(font) && isMath[font]
      if let last = out.last, last.font == font, !startsWord || isFormula {
        out[out.count - 1].text += (startsWord ? " " : "") + String(character)
      } else {
        out.append(Piece(text: String(character), font: font, startsWord: startsWord && !out.isEmpty))
      }
      startsWord = false
    }
    return out
  }

  /// The content of a line.
  private struct SetPiece {
    var style: Style
    var word: ShapedWord?
    var formula: SetFormula?
    var startsWord: Bool

    var width: Int { word?.width ?? formula?.width.rawValue ?? 0 }
  }

  /// - Parameter size: Of formulas: what comes first in one may be smaller, such as a numerator.
  private func set(_ piece: Piece, _ style: Style, isMath: Bool, size: Length) -> SetPiece {
    if isMath, let formula = setFormula?(piece.text, fonts.face(style.face), size, false, style.color) {
      return SetPiece(style: style, formula: formula, startsWord: piece.startsWord)
    }
    let context = shaper.context(ShapingKey(face: style.face, size: style.size, language: "en"))
    return SetPiece(style: style, word: shaper.shape(Array(piece.text.utf8)[...], in: context), startsWord: piece.startsWord)
  }

  /// Sets the text of a part so that it fills its line; false where a font is missing.
  private func set(_ part: DocumentRecord.Part, _ names: [String], to ink: inout Ink) -> Bool {
    let styles = names.map(style)
    let isMath = zip(names, styles).map { name, style in
      setFormula != nil && (style.map { fonts.face($0.face).hasMathTable } ?? name.contains("Math"))
    }
    let pieces = pieces(of: part, isMath: isMath)
    guard !pieces.isEmpty, let first = styles.first ?? nil else { return false }
    let known = zip(styles, isMath).compactMap { style, isMath in style.map { (size: $0.size, isMath: isMath) } }
    // The size of the words, or the largest size.
    let size = known.first { !$0.isMath }?.size ?? known.map(\.size).max() ?? first.size
    var words: [SetPiece] = []
    for piece in pieces {
      guard styles.indices.contains(piece.font), let style = styles[piece.font] else { return false }
      words.append(set(piece, style, isMath: isMath[piece.font], size: size))
    }
    let rect = Self.rect(part)
    let spaces = words.count(where: \.startsWord)
    let rest = rect.width.rawValue - words.reduce(0) { $0 + $1.width }
    let natural = first.size.scaled(by: 0.25).rawValue
    let space = spaces == 0 ? 0 : rest > 0 ? rest / spaces : natural
    let depth = depths[LineShape(font: names.first ?? "", height: part.height)] ?? rect.height.scaled(by: 0.25)
    var x = rect.x
    for piece in words {
      if piece.startsWord { x += Length(rawValue: space) }
      if let word = piece.word { add(word, piece.style, x, rect.y + depth, to: &ink) }
      if let formula = piece.formula { ink.append(formula.ink, dx: x - formula.left, dy: rect.y + depth - formula.baseline) }
      x += Length(rawValue: piece.width)
    }
    return true
  }

  /// Sets a display at the place of its glyphs; false where its LaTeX or its font is not known.
  private func setDisplay(_ part: DocumentRecord.Part, _ names: [String], to ink: inout Ink) -> Bool {
    let styles = names.compactMap(style).filter { fonts.face($0.face).hasMathTable }
    guard !part.text.isEmpty, let style = styles.max(by: { $0.size < $1.size }),
      let formula = setFormula?(part.text, fonts.face(style.face), style.size, true, style.color)
    else { return false }
    let areas = formula.ink.items.compactMap { if case .run = $0 { $0.area } else { nil } }
    guard let first = areas.first else { return false }
    let (from, to) = (areas.dropFirst().reduce(first) { $0.union($1) }, Self.rect(part))
    ink.append(formula.ink, dx: to.x - from.x, dy: to.y + to.height - from.y - from.height)
    return true
  }

  private func add(_ word: ShapedWord, _ style: Style, _ x: Length, _ y: Length, to ink: inout Ink) {
    let start = Int32(ink.glyphs.count)
    var advance: Int32 = 0
    for glyph in shaper.glyphs(of: word) {
      ink.glyphs.append(Glyph(id: glyph.id, x: advance + glyph.dx, y: glyph.dy, cluster: 0))
      advance += glyph.advance
    }
    let text = Int32(ink.text.count)
    ink.items.append(
      .run(
        GlyphRun(
          face: style.face, size: style.size, color: style.color, x: x, y: y, width: Length(rawValue: word.width),
          glyphs: start..<Int32(ink.glyphs.count), text: text..<text)))
  }
}
