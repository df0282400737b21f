internal import TeXMath
internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetPictures
internal import TypesetStyling

/// Typesets single formulas, each by itself.
public final class FormulaTypesetter {
  private let fonts: FontBook
  private let face: Face
  private let math: MathTypesetter
  private let size: Length
  private let macros: MathMacros

  /// - Parameters:
  ///   - font: A family with a MATH table.
  ///   - size: Points.
  ///   - roots: Where the font may be where it is named by its file; a relative path starts at the first.
  ///   - fontPaths: Further folders with fonts.
  /// - Returns: Nil where there is no such font.
  public init?(
    font: String, size: Double, macros: String = "", roots: [String] = [], fontPaths: [String] = [], ignoresSystemFonts: Bool = false
  ) {
    fonts = FontBook(ignoresSystemFonts: ignoresSystemFonts, fontPaths: fontPaths, files: FileAccess(roots: roots))
    guard let face = fonts.face(family: font), face.hasMathTable else { return nil }
    self.face = face
    self.size = size.pt
    math = MathTypesetter(fonts: fonts, face: face, textFamilies: Self.textFamilies(for: font))
    self.macros = MathMacros(source: MacroFile.definitions(in: macros))
  }

  /// True if this is the name of a colour, or `#rrggbb`.
  public static func isColor(_ name: String) -> Bool { Color(name) != nil }

  /// The text family that goes with a math font.
  private static func textFamilies(for font: String) -> [String] {
    let name = font.lowercased()
    if name.hasPrefix("latin") { return ["Latin Modern Roman"] }
    if name.hasPrefix("stix") { return ["STIX Two Text"] }
    if name.hasPrefix("new") { return ["New Computer Modern"] }
    return ["Libertinus Serif"]
  }

  /// The formula's dimensions, and each glyph and rule with its place, as one line of JSON.
  package func record(id: String, tex: String, isDisplay: Bool) -> String {
    math.record(id: id, tex, style: isDisplay ? .display : .text, size: size, macros: macros)
  }

  /// A document of one page that is just as large as the formula, and what is wrong with the formula.
  ///
  /// - Parameter name: What the messages call the formula.
  public func document(
    _ tex: String, isDisplay: Bool, color: String?, name: String = "formula"
  ) -> (document: TypesetDocument, messages: [String]) {
    let color = color.flatMap { Color($0) } ?? .black
    let formula = math.set(tex, style: isDisplay ? .display : .text, size: size, color: color, macros: macros)
    // The box of the formula, and what sticks out of it: the hook of an f, a `\rlap`, the foot of an accent.
    let area = formula.list.packed()
    let ink = inkEdges(of: area)
    let left = min(.zero, ink.left)
    let top = max(formula.height, ink.top)
    // A page has to have an extent, whatever is on it.
    var page = Page(width: max(formula.width, ink.right) - left, height: top + max(formula.depth, -ink.bottom))
    (page.width, page.height) = (max(page.width, 0.1.pt), max(page.height, 0.1.pt))
    page.baseline = top
    page.alternative = tex
    page.ink.append(area, dx: -left, dy: -top)
    _ = page.removeLinks(against: .standard)
    var document = TypesetDocument(fonts: fonts, pictures: PictureBook(), threads: 1)
    document.pages = [page]
    let source = Source(name: name, text: tex)
    let messages = formula.diagnostics.map { fault in
      Diagnostic(
        .warning, fault.code, at: SourceSpan(fault.range.lowerBound, fault.range.upperBound), fault.message, hint: fault.hint
      ).rendered(in: source)
    }
    return (document, messages)
  }

  /// How far the ink of a formula reaches, from the left end of its baseline, y upwards; zero where there is none.
  private func inkEdges(of ink: Ink) -> (left: Length, right: Length, bottom: Length, top: Length) {
    var edges: (left: Length, right: Length, bottom: Length, top: Length) = (.zero, .zero, .zero, .zero)
    func add(_ rect: Rect, dx: Length = .zero, dy: Length = .zero) {
      edges.left = min(edges.left, rect.x + dx)
      edges.right = max(edges.right, rect.x + rect.width + dx)
      edges.bottom = min(edges.bottom, rect.y + dy)
      edges.top = max(edges.top, rect.y + rect.height + dy)
    }
    for item in ink.items {
      switch item {
      case .run(let run):
        let font = fonts.face(run.face).font(size: run.size)
        for glyph in ink.glyphs[Int(run.glyphs.lowerBound)..<Int(run.glyphs.upperBound)] {
          guard let bounds = font.inkBounds(of: glyph.id) else { continue }
          add(bounds, dx: run.x + Length(rawValue: Int(glyph.x)), dy: run.y + Length(rawValue: Int(glyph.y)))
        }
      case .rule(let rect, _): add(rect)
      case .stroke(let stroke):
        let half = stroke.width / 2
        add(
          Rect(
            x: min(stroke.x0, stroke.x1) - half, y: min(stroke.y0, stroke.y1) - half,
            width: max(stroke.x0, stroke.x1) - min(stroke.x0, stroke.x1) + stroke.width,
            height: max(stroke.y0, stroke.y1) - min(stroke.y0, stroke.y1) + stroke.width))
      case .panel(let panel): add(panel.rect)
      case .path(let path): add(path.bounds)
      case .picture(_, let rect): add(rect)
      case .mark, .content, .clip: continue
      }
    }
    return edges
  }
}
