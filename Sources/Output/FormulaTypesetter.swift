internal import TeXMath
public import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFiles
package import TypesetFonts
internal import TypesetInterface
internal import TypesetPages
internal import TypesetPictures
internal import TypesetSettings
internal import TypesetStyling

/// Typesets single formulas, each by itself: labels of a plot, pictures for a web page.
///
/// ```swift
/// if let formulas = FormulaTypesetter(size: 9) {
///   let label = formulas.typeset("\\frac{a}{b}")
///   print(label.width, label.height, label.depth, try label.svg().count)
/// }
/// ```
///
/// It keeps the metrics of every glyph that it has met. Use one from one thread at a time.
public final class FormulaTypesetter {
  private let fonts: FontBook
  private let math: MathTypesetter
  private let size: Length
  private let macros: MathMacros
  /// The language of words, BCP 47.
  private let language: String

  /// A typesetter of formulas in one font and one size.
  ///
  /// - Parameters:
  ///   - font: A family with a MATH table.
  ///   - size: Points.
  ///   - macros: Definitions, as in ``TypesetterOptions/mathMacros``.
  ///   - language: The language in which pictures are described, BCP 47; English where there are no words in it.
  ///   - roots: The folders for a font that is named by its file; a relative path starts at the first.
  ///   - fontPaths: Further folders with fonts.
  ///   - ignoresSystemFonts: True if only the bundled fonts and the fonts of `fontPaths` are used.
  /// - Returns: Nil if there is no such font.
  public init?(
    font: String = "Libertinus Math", size: Double = 10, macros: String = "", language: String = "en", roots: [String] = [],
    fontPaths: [String] = [], ignoresSystemFonts: Bool = false
  ) {
    fonts = FontBook(ignoresSystemFonts: ignoresSystemFonts, fontPaths: fontPaths, files: FileAccess(roots: roots))
    guard let face = fonts.face(family: font), face.hasMathTable else { return nil }
    self.size = size.pt
    math = MathTypesetter(fonts: fonts, face: face, textFamilies: FontBook.textFamilies(withMath: font))
    self.macros = MathMacros(source: MacroFile.definitions(in: macros))
    self.language = language
  }

  /// One in a face that is open.
  ///
  /// - Parameter definitions: As lines of LaTeX.
  package init(fonts: FontBook, face: Face, size: Length, definitions: String) {
    self.fonts = fonts
    self.size = size
    math = MathTypesetter(fonts: fonts, face: face, textFamilies: FontBook.textFamilies(withMath: face.fileName))
    macros = MathMacros(source: definitions)
    language = "en"
  }

  /// One for the formulas of a document.
  init?(_ source: FragmentSource, fonts: FontBook) {
    guard let face = source.tree.theme.mathFace(in: fonts) else { return nil }
    self.fonts = fonts
    size = source.tree.theme.size
    math = MathTypesetter(fonts: fonts, face: face, textFamilies: source.tree.theme.families.text, budget: source.budget)
    (macros, language) = (source.macros, source.tree.language)
    math.clearsRows = true
  }

  /// True if this is the name of a colour, or `#rrggbb`.
  public static func isColor(_ name: String) -> Bool { Color(name) != nil }

  /// The formula's dimensions, and each glyph and rule with its place, as one line of JSON.
  package func record(id: String, tex: String, isDisplay: Bool) -> String {
    math.record(id: id, tex, style: isDisplay ? .display : .text, size: size, macros: macros)
  }

  /// A formula as MathML Core: one `math` element with the LaTeX as annotation, always well-formed.
  public func mathML(_ tex: String, isDisplay: Bool = false) -> String {
    math.parsed(tex, isDisplay: isDisplay, macros: macros).mathML(isDisplay: isDisplay)
  }

  /// A formula as one line of plain Unicode, as one would type it: `x₁ ≥ λ`.
  public func plainText(_ tex: String, isDisplay: Bool = false) -> String {
    math.parsed(tex, isDisplay: isDisplay, macros: macros).plainText(isDisplay: isDisplay)
  }

  /// A formula in words, as a screen reader says it.
  ///
  /// - Parameters:
  ///   - isDisplay: True for display style.
  ///   - isBrief: True without the words that only say where fractions, roots and tables end.
  public func words(_ tex: String, isDisplay: Bool = false, isBrief: Bool = false) -> String {
    math.parsed(tex, isDisplay: isDisplay, macros: macros).words(in: language, isBrief ? .brief : .verbose, isDisplay: isDisplay)
  }

  /// Typesets a formula. Never fails: what is wrong with it is in ``TypesetFormula/diagnostics``.
  ///
  /// - Parameters:
  ///   - tex: LaTeX without dollars.
  ///   - isDisplay: True for display style, false for the style of formulas in a line.
  ///   - color: The colour of everything for which the formula sets no colour.
  ///   - name: The name of the formula in messages.
  public func typeset(_ tex: String, isDisplay: Bool = false, color: Color = .black, name: String = "formula") -> TypesetFormula {
    typeset(tex, isDisplay: isDisplay, color: color, name: name, macros: macros, links: .standard)
  }

  /// A formula of a document, as an SVG file whose label is its LaTeX.
  ///
  /// - Parameter place: Where it is in the document, whose definitions up to there hold.
  func labelledSVG(_ tex: String, isDisplay: Bool, at place: Int, links: LinkPolicy) throws -> [UInt8] {
    var document = typeset(tex, isDisplay: isDisplay, color: .black, name: "formula", macros: macros.at(place), links: links).document
    if !document.pages.isEmpty { document.pages[0].alternative = tex }
    return try document.svg(page: 0)
  }

  private func typeset(
    _ tex: String, isDisplay: Bool, color: Color, name: String, macros: MathMacros, links: LinkPolicy
  ) -> TypesetFormula {
    let parsed = math.parsed(tex, isDisplay: isDisplay, macros: macros)
    let formula = math.set(
      tex, style: isDisplay ? .display : .text, size: size, color: color, macros: macros, known: parsed)
    var left = Length.zero
    var page = Page(of: formula, fonts: fonts, left: &left)
    _ = page.removeLinks(against: links)
    page.typeSize = size
    var document = TypesetDocument(fonts: fonts, pictures: PictureBook(), threads: 1)
    document.pages = [page]
    document.source = Source(name: name, text: tex)
    document.diagnostics = formula.diagnostics.map { Diagnostic($0) }
    return TypesetFormula(
      width: formula.width.points, height: formula.height.points, depth: formula.depth.points,
      origin: CanvasPoint(left.points, (page.baseline ?? formula.height).points), document: document,
      source: FormulaSource(parsed: parsed, isDisplay: isDisplay, language: language))
  }

  /// A document of one page that is as large as the formula, and the formula's diagnostics as the command line shows them.
  ///
  /// - Parameters:
  ///   - color: The name of a colour, or `#rrggbb`; anything else is black.
  ///   - name: The name of the formula in messages.
  ///   - isDescribed: True for SVG, which has the formula in words and as MathML.
  public func document(
    _ tex: String, isDisplay: Bool, color: String?, name: String = "formula", isDescribed: Bool = false
  ) -> (document: TypesetDocument, messages: [String]) {
    let formula = typeset(tex, isDisplay: isDisplay, color: color.flatMap { Color($0) } ?? .black, name: name)
    return (isDescribed ? formula.described() : formula.document, formula.diagnostics.map { $0.rendered(in: formula.document.source) })
  }
}
