internal import TypesetBoxes
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetPictures

/// The faces of an SVG page that is drawn as text: each with the glyphs of the page, which have codes of the private use area, so that no program shapes,
/// joins or orders them once more.
struct SVGFonts {
  private struct Use {
    var face: Face
    var numbers: [UInt32: Int] = [:]
    var glyphs: [UInt32] = []
    var name: String
  }

  private var uses: [Use] = []
  private var numbers: [FaceID: Int] = [:]

  /// U+E000 to U+F8FF.
  private static let first: UInt32 = 0xE000
  private static let most = 6400

  /// Adds the text of a run.
  ///
  /// - Returns: False where the face can't be in a file, or has too many glyphs: then outlines are drawn.
  mutating func add(_ run: GlyphRun, _ glyphs: ArraySlice<Glyph>, _ face: Face, to elements: inout SVGElements) -> Bool {
    let number = numbers[run.face] ?? uses.count
    if number == uses.count {
      uses.append(Use(face: face, name: "f\(number)"))
      numbers[run.face] = number
    }
    guard uses[number].glyphs.count + glyphs.count <= Self.most else { return false }
    let factor = 1 + Double(run.expansion) / 1000
    elements.add("<text class=\"\(uses[number].name)\"")
    elements.add("font-size", run.size)
    if run.expansion != 0 { elements.add(" transform=\"scale(\(factor) 1)\"") }
    elements.add(" x=\"")
    for (index, glyph) in glyphs.enumerated() {
      if index > 0 { elements.add(" ") }
      let x = run.x + Length(rawValue: Int(glyph.x))
      elements.add(run.expansion == 0 ? x : x.scaled(by: 1 / factor))
    }
    elements.add("\" y=\"")
    if glyphs.allSatisfy({ $0.y == 0 }) {
      elements.add(.zero - run.y)
    } else {
      for (index, glyph) in glyphs.enumerated() {
        if index > 0 { elements.add(" ") }
        elements.add(.zero - run.y - Length(rawValue: Int(glyph.y)))
      }
    }
    elements.add("\">")
    for glyph in glyphs { elements.add(String(Character(code(of: glyph.id, number)))) }
    elements.add("</text>\n")
    return true
  }

  private mutating func code(of glyph: UInt32, _ number: Int) -> Unicode.Scalar {
    let place = uses[number].numbers[glyph] ?? uses[number].glyphs.count
    if place == uses[number].glyphs.count {
      uses[number].numbers[glyph] = place
      uses[number].glyphs.append(glyph)
    }
    return Unicode.Scalar(Self.first + UInt32(place)) ?? "\u{FFFD}"
  }

  /// The style sheet that holds the faces; empty without faces.
  var styleSheet: [UInt8] {
    var sheet = SVGElements()
    for use in uses {
      guard let file = use.face.subsetPlan(keeping: use.glyphs)?.fontFile(showing: use.glyphs, from: Self.first) else { continue }
      sheet.add(
        "@font-face{font-family:\(use.name);src:url(data:font/\(use.face.programForm == .cff ? "otf" : "ttf");base64,\(base64(file)))}\n")
      sheet.add(".\(use.name){font-family:\(use.name)}\n")
    }
    guard !sheet.bytes.isEmpty else { return [] }
    return Array("<style>\n".utf8) + sheet.bytes + Array("</style>\n".utf8)
  }
}
