internal import CCairo
internal import CFreeType
internal import TypesetBoxes
internal import TypesetBytes
internal import TypesetFonts
internal import TypesetPictures

// Fonts in the file (ISO 32000-1, 9.6.5 and 9.7).

extension PDFResources {
  /// Writes all fonts.
  ///
  /// - Returns: The entries of the resource dictionary's `Font`.
  func writeFonts(to objects: PDFObjects, _ bridge: FaceBridge) -> PDFText {
    var names = PDFText()
    let byteCodes = fonts.uses.contains(where: \.hasByteCodes) ? Self.writeByteCodes(to: objects) : nil
    for (number, use) in fonts.uses.enumerated() {
      switch use.form {
      case .bitmaps: continue
      case .composite:
        names.add("/F")
        names.add(firstFonts[number])
        names.add(" ")
        names.add(reference: writeComposite(use, byteCodes: byteCodes, to: objects))
      case .outlines:
        for block in stride(from: 0, to: use.glyphs.count, by: PDFFonts.outlinesPerFont) {
          let glyphs = use.glyphs[block..<min(block + PDFFonts.outlinesPerFont, use.glyphs.count)]
          names.add("/F")
          names.add(firstFonts[number] + block / PDFFonts.outlinesPerFont)
          names.add(" ")
          names.add(reference: writeOutlines(glyphs, use, to: objects, bridge))
        }
      }
    }
    return names
  }

  /// The CMap of all fonts with codes of one byte, which are the character identifiers (ISO 32000-1, 9.7.5.3).
  ///
  /// - Returns: The number of its object.
  private static func writeByteCodes(to objects: PDFObjects) -> Int {
    var entries = PDFText()
    entries.add("/Type/CMap/CMapName/Bytes/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>")
    var text = PDFText()
    text.add("/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n")
    text.add("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>def\n/CMapName/Bytes def\n/CMapType 1 def\n/WMode 0 def\n")
    text.add("1 begincodespacerange\n<00><FF>\nendcodespacerange\n1 begincidrange\n<00><FF> 0\nendcidrange\n")
    text.add("endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n")
    let number = objects.number()
    let bytes = text.bytes
    objects.addCompressed(number, entries) { _ in bytes }
    return number
  }

  /// - Parameter byteCodes: The object of the CMap for codes of one byte.
  private func writeComposite(_ use: PDFFonts.Use, byteCodes: Int?, to objects: PDFObjects) -> Int {
    let first = objects.numbers(5)
    let (font, descendant, descriptor, program, unicode) = (first, first + 1, first + 2, first + 3, first + 4)
    let glyphs = use.glyphs.sorted()
    let isTrueType = use.face.programForm == .trueType
    let name = subsetName(of: use, glyphs)

    var text = PDFText()
    text.add("<</Type/Font/Subtype/Type0/BaseFont/")
    text.bytes += name
    if use.hasByteCodes, let byteCodes {
      text.add("/Encoding ")
      text.add(reference: byteCodes)
    } else {
      text.add("/Encoding/Identity-H")
    }
    text.add("/DescendantFonts[")
    text.add(reference: descendant)
    text.add("]/ToUnicode ")
    text.add(reference: unicode)
    text.add(">>")
    objects.add(font, text)

    text = PDFText()
    text.add(isTrueType ? "<</Type/Font/Subtype/CIDFontType2/BaseFont/" : "<</Type/Font/Subtype/CIDFontType0/BaseFont/")
    text.bytes += name
    text.add("/CIDSystemInfo<</Registry(Adobe)/Ordering(Identity)/Supplement 0>>/FontDescriptor ")
    text.add(reference: descriptor)
    if isTrueType { text.add("/CIDToGIDMap/Identity") }
    text.add("/DW 1000/W[")
    addWidths(glyphs.map { (use.code($0), use.width($0)) }.sorted { $0.0 < $1.0 }, to: &text)
    text.add("]>>")
    objects.add(descendant, text)

    objects.add(descriptor, self.descriptor(of: use, name: name, program: program, isTrueType: isTrueType))
    let plan = use.plan
    var entries = PDFText()
    if !isTrueType { entries.add("/Subtype/CIDFontType0C") }
    objects.addPacked(program, entries) { deflate in
      let packed = plan?.packedProgram { deflate.compressed($0[...]) } ?? PackedProgram(count: 0, bytes: deflate.compressed([]))
      var length = PDFText()
      if isTrueType {
        length.add("/Length1 ")
        length.add(packed.count)
      }
      return (length, packed.bytes)
    }
    let codes = texts(of: use, glyphs).map { (use.code($0.glyph), $0.text) }.sorted { $0.0 < $1.0 }
    let digits = use.hasByteCodes ? 2 : 4
    objects.addCompressed(unicode) { _ in Self.unicodeMap(codes, digits: digits).bytes }
    return font
  }

  /// Six letters that tell the subset from others (ISO 32000-1, 9.6.4), and the face's name.
  private func subsetName(of use: PDFFonts.Use, _ glyphs: [UInt32]) -> [UInt8] {
    var fnv = FNV1a()
    for glyph in glyphs { fnv.add(glyph) }
    var hash = fnv.value
    var name: [UInt8] = []
    for _ in 0..<6 {
      name.append(UInt8(ascii: "A") + UInt8(hash % 26))
      hash /= 26
    }
    return name + [UInt8(ascii: "+")] + Array(use.face.postScriptName.utf8)
  }

  /// Neighbouring codes share one array (ISO 32000-1, 9.7.4.3).
  private func addWidths(_ widths: [(code: UInt16, width: Double)], to text: inout PDFText) {
    var index = 0
    while index < widths.count {
      text.add(Int(widths[index].code))
      text.add("[")
      var next = index
      while next < widths.count, widths[next].code == widths[index].code + UInt16(next - index) {
        if next > index { text.add(" ") }
        text.add(widths[next].width)
        next += 1
      }
      text.add("]")
      index = next
    }
  }

  private func descriptor(of use: PDFFonts.Use, name: [UInt8], program: Int, isTrueType: Bool) -> PDFText {
    let description = use.face.description
    var text = PDFText()
    text.add("<</Type/FontDescriptor/FontName/")
    text.bytes += name
    // Symbolic: the codes are the font's own.
    text.add("/Flags 4/FontBBox[")
    let box = description.boundingBox
    for (number, value) in [box.left, box.bottom, box.right, box.top].enumerated() {
      if number > 0 { text.add(" ") }
      text.add(value.rounded())
    }
    text.add("]/ItalicAngle ")
    text.add(description.italicAngle)
    text.add("/Ascent ")
    text.add(description.ascent.rounded())
    text.add("/Descent ")
    text.add(description.descent.rounded())
    text.add("/CapHeight ")
    text.add(description.capHeight.rounded())
    text.add("/StemV 80")
    text.add(isTrueType ? "/FontFile2 " : "/FontFile3 ")
    text.add(reference: program)
    text.add(">>")
    return text
  }

  /// What each glyph represents: the text that it had in the document, else a character that the face shows with it.
  private func texts(of use: PDFFonts.Use, _ glyphs: [UInt32]) -> [(glyph: UInt32, text: String)] {
    let open = Set(glyphs.filter { use.text($0).isEmpty })
    let characters = use.face.characters(of: open)
    return glyphs.map { glyph in
      let text = use.text(glyph)
      // ISO 14289-1, 7.21.7: no glyph without a character; variants of a sign have no character in the face.
      return (glyph, text.isEmpty ? String(characters[glyph].map(Self.typed) ?? "\u{FFFD}") : String(decoding: text, as: UTF8.self))
    }
  }

  /// A slanted letter of formulas as it is typed: readers that know no `ActualText` find it then.
  private static func typed(_ character: Unicode.Scalar) -> Character {
    let scalar = character.value
    let plain: UInt32? =
      switch scalar {
      case 0x1D434...0x1D44D: scalar - 0x1D434 + 0x41
      case 0x1D44E...0x1D467: scalar - 0x1D44E + 0x61
      case 0x210E: 0x68
      case 0x1D6E2...0x1D6FA where scalar != 0x1D6F3: scalar - 0x1D6E2 + 0x391
      case 0x1D6FC...0x1D714: scalar - 0x1D6FC + 0x3B1
      default: nil
      }
    return Character(plain.flatMap { Unicode.Scalar($0) } ?? character)
  }

  /// A ToUnicode CMap (ISO 32000-1, 9.10.3).
  private static func unicodeMap(_ codes: [(code: UInt16, text: String)], digits: Int) -> PDFText {
    var text = PDFText()
    text.add(
      "/CIDInit/ProcSet findresource begin\n12 dict begin\nbegincmap\n/CIDSystemInfo<</Registry(Adobe)/Ordering(UCS)/Supplement 0>>def\n")
    text.add("/CMapName/Adobe-Identity-UCS def\n/CMapType 2 def\n1 begincodespacerange\n")
    text.add(digits == 4 ? "<0000><FFFF>\n" : "<00><FF>\n")
    text.add("endcodespacerange\n")
    for start in stride(from: 0, to: codes.count, by: 100) {
      let part = codes[start..<min(start + 100, codes.count)]
      text.add(part.count)
      text.add(" beginbfchar\n")
      for (code, string) in part {
        text.add("<")
        if digits == 4 { text.add(hex16: code) } else { text.add(hex8: UInt8(truncatingIfNeeded: code)) }
        text.add("><")
        for unit in string.utf16 { text.add(hex16: unit) }
        text.add(">\n")
      }
      text.add("endbfchar\n")
    }
    text.add("endcmap\nCMapName currentdict/CMap defineresource pop\nend\nend\n")
    return text
  }

  // MARK: Type 3

  /// A font of outlines, for faces that can't be embedded (ISO 32000-1, 9.6.5).
  private func writeOutlines(_ glyphs: ArraySlice<UInt32>, _ use: PDFFonts.Use, to objects: PDFObjects, _ bridge: FaceBridge) -> Int {
    let font = objects.number()
    let unicode = objects.number()
    let procedures = objects.numbers(glyphs.count)
    var text = PDFText()
    let scale = 1 / Double(use.face.unitsPerEm)
    text.add("<</Type/Font/Subtype/Type3/FontBBox[0 0 0 0]/FontMatrix[")
    for (number, value) in [scale, 0, 0, scale, 0, 0].enumerated() {
      if number > 0 { text.add(" ") }
      text.add(precise: value)
    }
    text.add("]/Resources<<>>/FirstChar 0/LastChar ")
    text.add(glyphs.count - 1)
    text.add("/Widths[")
    for glyph in glyphs {
      text.add(use.width(glyph) / 1000 / scale)
      text.add(" ")
    }
    text.add("]/ToUnicode ")
    text.add(reference: unicode)
    text.add("/Encoding<</Type/Encoding/Differences[0")
    for number in glyphs.indices {
      text.add("/g")
      text.add(number - glyphs.startIndex)
    }
    text.add("]>>/CharProcs<<")
    for (number, glyph) in glyphs.enumerated() {
      text.add("/g")
      text.add(number)
      text.add(" ")
      text.add(reference: procedures + number)
      let path = outline(of: glyph, width: use.width(glyph) / 1000 / scale, face: bridge.entry(use.face.id))
      objects.addCompressed(procedures + number) { _ in path }
    }
    text.add(">>>>")
    objects.add(font, text)
    let codes = texts(of: use, Array(glyphs)).enumerated().map { (UInt16($0), $1.text) }
    objects.addCompressed(unicode) { _ in Self.unicodeMap(codes, digits: 2).bytes }
    return font
  }

  /// A glyph's procedure, in font units.
  private func outline(of glyph: UInt32, width: Double, face: FaceBridge.Entry?) -> [UInt8] {
    var pen = OutlinePen()
    if let face, unsafe FT_Load_Glyph(face.freeType, glyph, freeTypeNoScale | freeTypeNoHinting) == 0,
      let slot = unsafe face.freeType.pointee.glyph, unsafe slot.pointee.format.rawValue == outlineFormat
    {
      unsafe pen.draw(&slot.pointee.outline)
    }
    var text = PDFText()
    text.add(width)
    text.add(" 0 ")
    for edge in [pen.left, pen.bottom, pen.right, pen.top] {
      text.add(edge)
      text.add(" ")
    }
    text.add("d1\n")
    text.bytes += pen.text.bytes
    if !pen.text.bytes.isEmpty { text.add("f\n") }
    return text.bytes
  }
}

let freeTypeNoScale: Int32 = 1 << 0
/// `FT_GLYPH_FORMAT_OUTLINE`: the letters outl.
private let outlineFormat: UInt32 = 0x6F75_746C

/// Turns FreeType's outlines into paths.
private struct OutlinePen {
  var text = PDFText()
  var left = 0, bottom = 0, right = 0, top = 0
  private var isEmpty = true
  private var last = (x: 0.0, y: 0.0)

  mutating func draw(_ outline: inout FT_Outline) {
    var functions = FT_Outline_Funcs()
    unsafe functions.move_to = { point, pen in
      if let (point, pen) = unsafe OutlinePen.parts(point, pen) { unsafe pen.pointee.move(point) }
      return 0
    }
    unsafe functions.line_to = { point, pen in
      if let (point, pen) = unsafe OutlinePen.parts(point, pen) { unsafe pen.pointee.line(point) }
      return 0
    }
    unsafe functions.conic_to = { control, point, pen in
      if let (point, pen) = unsafe OutlinePen.parts(point, pen), let control = unsafe control?.pointee {
        unsafe pen.pointee.conic(control, point)
      }
      return 0
    }
    unsafe functions.cubic_to = { first, second, point, pen in
      if let (point, pen) = unsafe OutlinePen.parts(point, pen), let first = unsafe first?.pointee, let second = unsafe second?.pointee {
        unsafe pen.pointee.cubic(first, second, point)
      }
      return 0
    }
    _ = unsafe withUnsafeMutablePointer(to: &self) { pen in unsafe FT_Outline_Decompose(&outline, &functions, pen) }
    if !isEmpty { text.add("h ") }
  }

  private static func parts(
    _ point: UnsafePointer<FT_Vector>?, _ pen: UnsafeMutableRawPointer?
  ) -> (FT_Vector, UnsafeMutablePointer<OutlinePen>)? {
    guard let point = unsafe point, let pen = unsafe pen else { return nil }
    return unsafe (point.pointee, pen.assumingMemoryBound(to: OutlinePen.self))
  }

  private mutating func add(_ x: Double, _ y: Double) {
    text.add(x)
    text.add(" ")
    text.add(y)
    text.add(" ")
    if isEmpty {
      (left, right, bottom, top) = (Int(clamping: x), Int(clamping: x), Int(clamping: y), Int(clamping: y))
      isEmpty = false
    }
    left = min(left, Int(clamping: x.rounded(.down)))
    right = max(right, Int(clamping: x.rounded(.up)))
    bottom = min(bottom, Int(clamping: y.rounded(.down)))
    top = max(top, Int(clamping: y.rounded(.up)))
  }

  private mutating func move(_ point: FT_Vector) {
    if !isEmpty { text.add("h ") }
    add(Double(point.x), Double(point.y))
    text.add("m ")
    last = (Double(point.x), Double(point.y))
  }

  private mutating func line(_ point: FT_Vector) {
    add(Double(point.x), Double(point.y))
    text.add("l ")
    last = (Double(point.x), Double(point.y))
  }

  /// A quadratic curve as a cubic one.
  private mutating func conic(_ control: FT_Vector, _ point: FT_Vector) {
    let (cx, cy, x, y) = (Double(control.x), Double(control.y), Double(point.x), Double(point.y))
    add(last.x + (cx - last.x) * 2 / 3, last.y + (cy - last.y) * 2 / 3)
    add(x + (cx - x) * 2 / 3, y + (cy - y) * 2 / 3)
    add(x, y)
    text.add("c ")
    last = (x, y)
  }

  private mutating func cubic(_ first: FT_Vector, _ second: FT_Vector, _ point: FT_Vector) {
    add(Double(first.x), Double(first.y))
    add(Double(second.x), Double(second.y))
    add(Double(point.x), Double(point.y))
    text.add("c ")
    last = (Double(point.x), Double(point.y))
  }
}
