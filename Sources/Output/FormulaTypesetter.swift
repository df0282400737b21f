internal import TeXMath
internal import TypesetBoxes
internal import TypesetDiagnostics
internal import TypesetFiles
internal import TypesetFonts
internal import TypesetPages
internal import TypesetPictures
internal import TypesetSettings

/// Typesets single formulas, each by itself.
public final class FormulaTypesetter {
  private let fonts: FontBook
  private let math: MathTypesetter
  private let size: Length
  private let macros: MathMacros

  /// - Parameters:
  ///   - font: A family with a MATH table.
  ///   - size: Points.
  ///   - macros: Definitions, as in ``TypesetterOptions/mathMacros``.
  ///   - roots: The folders for a font that is named by its file; a relative path starts at the first.
  ///   - fontPaths: Further folders with fonts.
  ///   - ignoresSystemFonts: True if only the bundled fonts and those of `fontPaths` are used.
  /// - Returns: Nil if there is no such font.
  public init?(
    font: String, size: Double, macros: String = "", roots: [String] = [], fontPaths: [String] = [], ignoresSystemFonts: Bool = false
  ) {
    fonts = FontBook(ignoresSystemFonts: ignoresSystemFonts, fontPaths: fontPaths, files: FileAccess(roots: roots))
    guard let face = fonts.face(family: font), face.hasMathTable else { return nil }
    self.size = size.pt
    math = MathTypesetter(fonts: fonts, face: face, textFamilies: FontBook.textFamilies(withMath: font))
    self.macros = MathMacros(source: MacroFile.definitions(in: macros))
  }

  /// True if this is the name of a colour, or `#rrggbb`.
  public static func isColor(_ name: String) -> Bool { Color(name) != nil }

  /// The formula's dimensions, and each glyph and rule with its place, as one line of JSON.
  package func record(id: String, tex: String, isDisplay: Bool) -> String {
    math.record(id: id, tex, style: isDisplay ? .display : .text, size: size, macros: macros)
  }

  /// A document of one page that is as large as the formula, and the formula's diagnostics.
  ///
  /// - Parameter name: The name of the formula in messages.
  public func document(
    _ tex: String, isDisplay: Bool, color: String?, name: String = "formula"
  ) -> (document: TypesetDocument, messages: [String]) {
    let color = color.flatMap { Color($0) } ?? .black
    let formula = math.set(tex, style: isDisplay ? .display : .text, size: size, color: color, macros: macros)
    var page = Page(of: formula, tex: tex, fonts: fonts)
    _ = page.removeLinks(against: .standard)
    var document = TypesetDocument(fonts: fonts, pictures: PictureBook(), threads: 1)
    document.pages = [page]
    let source = Source(name: name, text: tex)
    return (document, formula.diagnostics.map { Diagnostic($0).rendered(in: source) })
  }
}
