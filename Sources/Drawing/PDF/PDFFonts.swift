internal import CCairo
internal import CFreeType
internal import TypesetBoxes
internal import TypesetFonts

/// The faces of a PDF file: which glyphs of each are used, what text they represent, and under which codes they are shown.
struct PDFFonts: Sendable {
  /// One face.
  struct Use: Sendable {
    let face: Face
    fileprivate(set) var form: Form
    /// By glyph, in thousandths of the size; negative where the glyph is not used.
    fileprivate(set) var widths: [Float]
    /// By glyph, the number of its text in `texts`; 0 for a glyph without text.
    fileprivate(set) var textNumbers: [Int32]
    fileprivate(set) var texts: [[UInt8]] = [[]]
    /// By glyph, its text where that is one byte; 0 where it is not.
    fileprivate(set) var letters: [UInt8]
    /// Of a composite font, by glyph.
    fileprivate(set) var codes: [UInt16] = []
    /// True for a composite font whose codes are one byte each.
    fileprivate(set) var hasByteCodes = false
    /// The glyphs that are used, in the order of their first use.
    fileprivate(set) var glyphs: [UInt32] = []
    /// Of a composite font, when all pages have been seen.
    fileprivate(set) var plan: SubsetPlan?
    /// By glyph, its place in `glyphs`; for faces that are written as outlines.
    fileprivate(set) var places: [UInt32: Int] = [:]

    /// By glyph, the glyphs of the letters after the first one in it, which are shown beside it without ink.
    fileprivate(set) var unseen: [UInt32: [UInt32]] = [:]

    /// How the codes of a face's glyphs are made.
    enum Form: Hashable, Sendable {
      /// The glyph's number in the subset, or its character identifier where the font file has those (ISO 32000-1, 9.7.4.2): one byte
      /// where that is enough for all that are used, else two.
      case composite(hasIdentifiers: Bool)
      /// One byte, in as many fonts as are needed: Type 3, each glyph its outline.
      case outlines
      /// The glyphs are pictures.
      case bitmaps
    }

    /// The code of a glyph in a composite font.
    func code(_ glyph: UInt32) -> UInt16 { Int(glyph) < codes.count ? codes[Int(glyph)] : 0 }

    func width(_ glyph: UInt32) -> Double { Int(glyph) < widths.count ? Double(max(widths[Int(glyph)], 0)) : 0 }

    /// True if a reader can map a glyph to a text, together with the invisible glyphs beside it in right-to-left runs.
    func shows(_ bytes: ArraySlice<UInt8>, by glyph: UInt32, _ isRightToLeft: Bool) -> Bool {
      if !isRightToLeft, bytes.count == 1, Int(glyph) < letters.count {
        let letter = letters[Int(glyph)]
        if letter != 0, letter == bytes[bytes.startIndex] { return true }
      }
      guard isRightToLeft, let letters = unseen[glyph] else { return text(glyph).elementsEqual(bytes) }
      return (text(glyph) + letters.flatMap { text($0) }).elementsEqual(bytes)
    }

    /// True if all these glyphs have texts already: another run of them brings nothing new.
    fileprivate func hasTexts(of glyphs: ArraySlice<Glyph>) -> Bool {
      for glyph in glyphs where Int(glyph.id) >= textNumbers.count || textNumbers[Int(glyph.id)] == 0 { return false }
      return true
    }

    fileprivate mutating func add(_ text: [UInt8], of glyph: UInt32) {
      texts.append(text)
      if text.count == 1 { letters[Int(glyph)] = text[0] }
      textNumbers[Int(glyph)] = Int32(texts.count - 1)
    }

    /// The text that a reader maps the glyph to, in UTF-8.
    func text(_ glyph: UInt32) -> [UInt8] { Int(glyph) < textNumbers.count ? texts[Int(textNumbers[Int(glyph)])] : [] }
  }

  /// The glyphs that a Type 3 font holds: its codes are bytes.
  static let outlinesPerFont = 255

  private(set) var uses: [Use] = []
  private var numbers: [FaceID: Int] = [:]
  /// By use, character identifiers by glyph.
  private var identifiers: [[UInt32: UInt32]] = []
  private let book: FontBook

  init(_ book: FontBook) { self.book = book }

  /// The number of a face's use, which is made if necessary.
  mutating func number(of id: FaceID, _ bridge: FaceBridge) -> Int {
    if let known = numbers[id] { return known }
    let face = book.face(id)
    var form = Use.Form.outlines
    // FreeType is asked for faces alone that a file can't hold: opening one takes as long as writing a page.
    if let kind = face.programForm {
      form = .composite(hasIdentifiers: kind == .cff && face.hasCharacterIdentifiers)
    } else if let entry = bridge.entry(id), unsafe entry.freeType.pointee.face_flags & 1 == 0 {
      form = .bitmaps
    }
    uses.append(
      Use(
        face: face, form: form, widths: Array(repeating: -1, count: face.glyphCount),
        textNumbers: Array(repeating: 0, count: face.glyphCount), letters: Array(repeating: 0, count: face.glyphCount)))
    identifiers.append([:])
    numbers[id] = uses.count - 1
    return uses.count - 1
  }

  func number(of id: FaceID) -> Int? { numbers[id] }

  /// Notes the glyphs of a run, and the texts of the glyphs that represent a text by themselves.
  mutating func note(_ run: GlyphRun, of ink: borrowing Ink, _ bridge: FaceBridge) {
    let number = number(of: run.face, bridge)
    if uses[number].hasTexts(of: ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]) { return }
    for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] { note(glyph.id, number, bridge) }
    guard !run.text.isEmpty else { return }
    forEachCluster(of: run, in: ink) { glyphs, bytes in
      guard !bytes.isEmpty else { return }
      if glyphs.count == 1 {
        let glyph = ink.glyphs[glyphs.lowerBound].id
        guard !hasText(glyph, number), isPlain(ink.text[bytes]) else { return }
        if run.isRightToLeft, noteLigature(glyph, ink.text[bytes], number, bridge) { return }
        uses[number].add(Array(ink.text[bytes]), of: glyph)
      } else if isPlain(ink.text[bytes]) {
        noteTexts(of: glyphs.map { ink.glyphs[$0].id }, in: ink.text[bytes], number)
      }
    }
  }

  private func hasText(_ glyph: UInt32, _ number: Int) -> Bool {
    Int(glyph) >= uses[number].textNumbers.count || uses[number].textNumbers[Int(glyph)] != 0
  }

  /// Shares the text of a cluster among its glyphs: to each the character that the face shows with it, to the one that is left
  /// the others. Readers that don't ask for a span's text find it by that.
  private mutating func noteTexts(of glyphs: [UInt32], in text: ArraySlice<UInt8>, _ number: Int) {
    var scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    var open: [UInt32] = []
    for glyph in glyphs {
      guard let place = scalars.firstIndex(where: { uses[number].face.glyph(for: $0) == glyph }) else {
        open.append(glyph)
        continue
      }
      if !hasText(glyph, number) { uses[number].add(Array(String(Character(scalars[place])).utf8), of: glyph) }
      scalars.remove(at: place)
    }
    guard let glyph = open.first, !scalars.isEmpty, open.count == 1, !hasText(glyph, number) else { return }
    uses[number].add(scalars.flatMap { Array(String(Character($0)).utf8) }, of: glyph)
  }

  /// A glyph of several letters that runs right to left represents the first; the others are shown beside it, unseen. Poppler turns
  /// what runs right to left round, the letters of one glyph too.
  private mutating func noteLigature(_ glyph: UInt32, _ text: ArraySlice<UInt8>, _ number: Int, _ bridge: FaceBridge) -> Bool {
    let scalars = Array(String(decoding: text, as: UTF8.self).unicodeScalars)
    guard scalars.count > 1, let first = scalars.first else { return false }
    var rest: [UInt32] = []
    for scalar in scalars.dropFirst() {
      guard scalar.properties.isAlphabetic, let glyph = uses[number].face.glyph(for: scalar) else { return false }
      note(glyph, number, bridge)
      if !hasText(glyph, number) { uses[number].add(Array(String(Character(scalar)).utf8), of: glyph) }
      // A glyph that stands for different letters in different places cannot be mapped.
      guard uses[number].text(glyph).elementsEqual(String(Character(scalar)).utf8) else { return false }
      rest.append(glyph)
    }
    uses[number].add(Array(String(Character(first)).utf8), of: glyph)
    uses[number].unseen[glyph] = rest
    return true
  }

  /// Notes a character that is written invisibly.
  mutating func noteSpace(_ id: FaceID, _ bridge: FaceBridge) {
    let number = number(of: id, bridge)
    guard let glyph = uses[number].face.glyph(for: " ") else { return }
    note(glyph, number, bridge)
    if !hasText(glyph, number) { uses[number].add([0x20], of: glyph) }
  }

  private mutating func note(_ glyph: UInt32, _ number: Int, _ bridge: FaceBridge) {
    guard Int(glyph) < uses[number].widths.count, uses[number].widths[Int(glyph)] < 0 else { return }
    uses[number].widths[Int(glyph)] = Float(uses[number].face.thousandths(ofAdvance: glyph))
    uses[number].places[glyph] = uses[number].glyphs.count
    uses[number].glyphs.append(glyph)
    if uses[number].form == .composite(hasIdentifiers: true), let entry = bridge.entry(uses[number].face.id) {
      var identifier: UInt32 = 0
      unsafe FT_Get_CID_From_Glyph_Index(entry.freeType, glyph, &identifier)
      identifiers[number][glyph] = identifier
    }
  }

  /// Settles the codes of all glyphs, when all pages have been seen.
  mutating func settle() {
    for number in uses.indices {
      guard case .composite(let hasIdentifiers) = uses[number].form else { continue }
      guard let plan = uses[number].face.sharedSubsetPlan(keeping: uses[number].glyphs) else {
        uses[number].form = .outlines
        continue
      }
      uses[number].plan = plan
      uses[number].codes = Array(repeating: 0, count: uses[number].widths.count)
      for glyph in uses[number].glyphs {
        uses[number].codes[Int(glyph)] = UInt16(
          truncatingIfNeeded: hasIdentifiers ? identifiers[number][glyph] ?? 0 : plan.number(of: glyph))
      }
      uses[number].hasByteCodes = uses[number].glyphs.allSatisfy { uses[number].code($0) <= UInt8.max }
    }
    identifiers.removeAll()
  }

  /// True if a text can be mapped to by one glyph: a character, or the letters of a ligature, but not a formula's source.
  private func isPlain(_ text: ArraySlice<UInt8>) -> Bool {
    guard text.count <= 16, !hasNoncharacter(text) else { return false }
    let scalars = String(decoding: text, as: UTF8.self).unicodeScalars
    return scalars.count == 1 || scalars.allSatisfy { $0.properties.isAlphabetic || $0.properties.canonicalCombiningClass != .notReordered }
  }
}

/// U+FDD0…U+FDEF and U+xxFFFE, U+xxFFFF, which represent nothing.
func hasNoncharacter(_ text: ArraySlice<UInt8>) -> Bool {
  // All of them have a byte BF or B7 before their last, which is rare enough to look closely.
  guard text.contains(where: { $0 == 0xB7 || $0 == 0xBF }) else { return false }
  return String(decoding: text, as: UTF8.self).unicodeScalars.contains { scalar in
    (0xFDD0...0xFDEF).contains(scalar.value) || scalar.value & 0xFFFE == 0xFFFE
  }
}

/// Neighbours of one cluster number share the bytes up to the next higher number. Clusters come in the order of the text, which is
/// the reverse order of the glyphs where the run goes backward.
///
/// - Parameter body: Gets places in `Ink.glyphs` and `Ink.text`.
func forEachCluster(of run: GlyphRun, in ink: borrowing Ink, _ body: (_ glyphs: Range<Int>, _ bytes: Range<Int>) -> Void) {
  let first = Int(run.glyphs.lowerBound)
  let count = run.glyphs.count
  let length = run.text.count
  let start = Int(run.text.lowerBound)
  var place = 0
  var byte = 0
  while place < count {
    let number = cluster(place, ink)
    var end = place + 1
    while end < count, cluster(end, ink) <= max(number, byte) { end += 1 }
    let next = max(byte, end < count ? cluster(end, ink) : length)
    let glyphs = run.isRightToLeft ? first + count - end..<first + count - place : first + place..<first + end
    body(glyphs, start + byte..<start + next)
    byte = next
    place = end
  }

  func cluster(_ place: Int, _ ink: borrowing Ink) -> Int {
    min(Int(ink.glyphs[run.isRightToLeft ? first + count - 1 - place : first + place].cluster), length)
  }
}
