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
  /// - Returns: Nil where there is no such font.
  public init?(font: String, size: Double, macros: String = "", roots: [String] = []) {
    fonts = FontBook(files: FileAccess(roots: roots))
    guard let face = fonts.face(family: font), face.hasMathTable else { return nil }
    self.face = face
    self.size = size.pt
    math = MathTypesetter(fonts: fonts, face: face, textFamilies: Self.textFamilies(for: font))
    self.macros = MathMacros(source: MacroFile.definitions(in: macros))
  }

  /// Is this the name of a colour, or `#rrggbb`?
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
  public func record(id: String, tex: String, isDisplay: Bool) -> String {
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
    // A page has to have an extent, whatever is on it.
    var page = Page(width: max(formula.width, 0.1.pt), height: max(formula.height + formula.depth, 0.1.pt))
    page.baseline = formula.height
    page.alternative = tex
    page.ink.append(formula.list.packed(), dx: .zero, dy: -formula.height)
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
}
