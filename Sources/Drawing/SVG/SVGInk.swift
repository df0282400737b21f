internal import TypesetBoxes
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetPictures

/// What lies on a page, as elements of SVG in the order in which it is drawn: all but the words that are copied (`SVGText`).
struct SVGInk {
  /// How glyphs are drawn.
  enum Glyphs {
    /// Each glyph of a size once, and used wherever it is.
    case shared
    /// Each for itself: without ids, so that several files can be parts of one page of the web.
    case single
    /// As text in the very faces, which are in the file.
    case fonts
  }

  private(set) var elements = SVGElements()
  /// What elements refer to.
  private(set) var definitions = SVGElements()
  private(set) var fonts = SVGFonts()

  private let ink: Ink
  private let book: FontBook
  private let pictures: PictureBook
  private let form: Glyphs

  /// The colour of the group that is open.
  private var color: Color?
  private var isClipped = false
  private var clips = 0
  private var outlines: [OutlineKey: Int] = [:]
  private var colorGlyphs: [ColorKey: ColorGlyphUse?] = [:]
  private var known: [PictureID: PictureUse] = [:]
  private var faces: [FaceID: (face: Face, hasOutlines: Bool)] = [:]

  private struct OutlineKey: Hashable {
    var face: FaceID
    var size: Length
    var expansion: Int8
    var glyph: UInt32
  }

  private struct ColorKey: Hashable {
    var face: FaceID
    var glyph: UInt32
  }

  private struct ColorGlyphUse {
    var number: Int
    var picture: ColorGlyph
  }

  /// A picture that is in the file: its number and its own rectangle.
  private struct PictureUse {
    var number: Int
    var viewBox: String
  }

  init(_ page: Page, fonts book: FontBook, pictures: PictureBook, glyphs form: Glyphs) {
    (ink, self.book, self.pictures, self.form) = (page.ink, book, pictures, form)
    if let background = page.background {
      elements.add(Rect(x: .zero, y: .zero - page.height, width: page.width, height: page.height), background)
    }
    for item in ink.items { draw(item) }
    clip(nil)
  }

  private mutating func draw(_ item: InkItem) {
    switch item {
    case .run(let run): draw(run)
    case .rule(let rect, let color):
      close()
      elements.add(rect, color)
    case .stroke(let stroke):
      close()
      elements.add(stroke)
    case .panel(let panel):
      close()
      elements.add(panel)
    case .path(let path):
      close()
      elements.add(path)
    case .picture(let id, let rect):
      close()
      if rect.width > .zero, rect.height > .zero { draw(id, in: rect) }
    case .clip(let rect): clip(rect)
    case .mark, .content, .part: break
    }
  }

  private mutating func open(_ new: Color) {
    guard color != new else { return }
    close()
    elements.add("<g")
    elements.add(fill: new)
    elements.add(">\n")
    color = new
  }

  private mutating func close() {
    if color != nil { elements.add("</g>\n") }
    color = nil
  }

  private mutating func clip(_ rect: Rect?) {
    close()
    if isClipped { elements.add("</g>\n") }
    isClipped = rect != nil
    guard let rect else { return }
    clips += 1
    definitions.add("<clipPath id=\"c\(clips)\"><rect")
    definitions.add(place: rect)
    definitions.add("/></clipPath>\n")
    elements.add("<g clip-path=\"url(#c\(clips))\">\n")
  }

  // MARK: Glyphs

  private mutating func draw(_ run: GlyphRun) {
    let glyphs = ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)]
    guard !glyphs.isEmpty else { return }
    let (face, hasOutlines) = face(run.face)
    if !hasOutlines, draw(colored: glyphs, of: run, face) { return }
    open(run.color)
    if form == .fonts, fonts.add(run, glyphs, face, to: &elements) { return }
    let font = face.font(size: run.size)
    for glyph in glyphs {
      let (x, y) = (run.x + Length(rawValue: Int(glyph.x)), run.y + Length(rawValue: Int(glyph.y)))
      if form == .single {
        let steps = outline(of: glyph.id, font, run.expansion)
        guard !steps.isEmpty else { continue }
        elements.add("<path d=\"")
        elements.add(steps, dx: x, dy: y)
        elements.add("\"/>\n")
        continue
      }
      let number = number(of: glyph.id, run, font)
      guard number > 0 else { continue }
      elements.add("<use xlink:href=\"#g\(number)\"")
      elements.add("x", x)
      elements.add("y", .zero - y)
      elements.add("/>\n")
    }
  }

  /// A face, and whether it has outlines; colour emoji may have only pictures.
  private mutating func face(_ id: FaceID) -> (face: Face, hasOutlines: Bool) {
    if let known = faces[id] { return known }
    let face = book.face(id)
    let entry = (face, hasOutlines: face.programForm != nil)
    faces[id] = entry
    return entry
  }

  /// The number of a glyph's definition, which is made if necessary; 0 for one without ink.
  private mutating func number(of glyph: UInt32, _ run: GlyphRun, _ font: Font) -> Int {
    let key = OutlineKey(face: run.face, size: run.size, expansion: run.expansion, glyph: glyph)
    if let known = outlines[key] { return known }
    let steps = outline(of: glyph, font, run.expansion)
    let number = steps.isEmpty ? 0 : outlines.count + 1
    outlines[key] = number
    guard number > 0 else { return 0 }
    definitions.add("<path id=\"g\(number)\" d=\"")
    definitions.add(steps)
    definitions.add("\"/>\n")
    return number
  }

  private func outline(of glyph: UInt32, _ font: Font, _ expansion: Int8) -> [InkPath.Step] {
    let steps = font.outline(of: glyph)
    guard expansion != 0 else { return steps }
    let factor = 1 + Double(expansion) / 1000
    return steps.map { $0.mapped { InkPath.Point(x: $0.x.scaled(by: factor), y: $0.y) } }
  }

  /// The size at which a colour glyph is defined: lengths are thousandths of a point, and this leaves six digits.
  private static let definedSize = 1000.pt

  /// - Returns: False if no glyph is a picture.
  private mutating func draw(colored glyphs: ArraySlice<Glyph>, of run: GlyphRun, _ face: Face) -> Bool {
    var isDrawn = false
    for glyph in glyphs {
      let (x, y) = (run.x + Length(rawValue: Int(glyph.x)), run.y + Length(rawValue: Int(glyph.y)))
      if form == .single {
        guard let picture = face.colorGlyph(glyph.id) else { continue }
        isDrawn = true
        close()
        elements.add("png", picture.png, in: picture.rect(size: run.size, x: x, y: y))
        continue
      }
      guard let use = use(of: glyph.id, face) else { continue }
      isDrawn = true
      close()
      let scale = run.size.points / Self.definedSize.points
      elements.add("<use xlink:href=\"#e\(use.number)\" transform=\"matrix(\(scale) 0 0 \(scale) ")
      elements.add(x)
      elements.add(" ")
      elements.add(.zero - y)
      elements.add(")\"/>\n")
    }
    return isDrawn
  }

  private mutating func use(of glyph: UInt32, _ face: Face) -> ColorGlyphUse? {
    let key = ColorKey(face: face.id, glyph: glyph)
    if let known = colorGlyphs[key] { return known }
    let use = face.colorGlyph(glyph).map { ColorGlyphUse(number: colorGlyphs.count + 1, picture: $0) }
    colorGlyphs[key] = .some(use)
    guard let use else { return nil }
    definitions.add("png", use.picture.png, in: use.picture.rect(size: Self.definedSize, x: .zero, y: .zero), " id=\"e\(use.number)\"")
    return use
  }

  // MARK: Pictures

  /// Each picture is in the file once, where it is seen first, and is used again wherever else it is.
  private mutating func draw(_ id: PictureID, in rect: Rect) {
    let number = known[id]?.number ?? known.count + 1
    var content = SVGElements()
    let viewBox: String
    if let use = known[id] {
      viewBox = use.viewBox
      content.add("<use xlink:href=\"#p\(number)\"/>")
    } else if let box = add(id, number: number, to: &content) {
      viewBox = box
      known[id] = PictureUse(number: number, viewBox: box)
    } else {
      return
    }
    elements.add("<svg")
    elements.add(place: rect)
    elements.add(" viewBox=\"\(viewBox)\" preserveAspectRatio=\"none\">")
    elements.bytes += content.bytes
    elements.add("</svg>\n")
  }

  /// - Returns: The picture's own rectangle; nil where it can't be drawn.
  private func add(_ id: PictureID, number: Int, to content: inout SVGElements) -> String? {
    let picture = pictures.picture(id)
    if picture.isVector {
      guard case .file(let bytes)? = try? pictures.drawing(of: id, as: .fragment),
        let fragment = SVGFragment(renumbered(bytes), prefix: "p\(number)-")
      else { return nil }
      content.add("<g id=\"p\(number)\">")
      content.bytes += fragment.content
      content.add("</g>")
      return fragment.viewBox
    }
    guard case .raster(let raster)? = try? pictures.drawing(of: id, as: .pixels) else { return nil }
    let rect = Rect(x: .zero, y: .zero - raster.height.pt, width: raster.width.pt, height: raster.height.pt)
    if picture.orientation == 1, let jpeg = picture.embeddableJPEG {
      content.add("jpeg", jpeg.bytes, in: rect, " id=\"p\(number)\"")
    } else {
      content.add("png", encodePNG(raster), in: rect, " id=\"p\(number)\"")
    }
    return "0 0 \(raster.width) \(raster.height)"
  }
}
