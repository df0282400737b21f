public import TeXMath
public import TypesetBoxes
public import TypesetDiagnostics
public import TypesetFonts
public import TypesetParagraphs
public import TypesetPictures
public import TypesetStyling

/// Makes vertical lists of the blocks of a document: the module's entry point. Each thread has its own, since the setters keep caches.
public final class BlockBuilder {
  let document: DocumentContext
  private var diagnostics: [Diagnostic] = []

  /// The page of each destination, as far as known.
  public var pageLabels: [String: String] = [:]

  public init(
    tree: StyledTree, paragraphs: ParagraphSetter, math: MathTypesetter, macros: MathMacros, numbers: EquationNumbers,
    formulas: ParsedFormulas = ParsedFormulas(), formulaTags: FormulaTags = .words, fonts: FontBook, pictures: PictureBook
  ) {
    document = DocumentContext(
      tree: tree, paragraphs: paragraphs, math: math, macros: macros, numbers: numbers, formulas: formulas,
      formulaTags: formulaTags, fonts: fonts, pictures: pictures)
  }

  /// The list of one block at the left edge of the text block, without the space around it.
  ///
  /// - Parameter scale: Its scale, for a slide that is too long.
  public func list(of block: StyledTree.Index, scale: Double = 1, tallestPicture: Length? = nil) -> VList {
    var context = BlockContext(document, pageLabels: pageLabels)
    (context.scale, context.tallestPicture) = (scale, tallestPicture)
    let set = context.setAlone(block)
    diagnostics += set.diagnostics
    var list = set.list
    for index in list.inks.indices { list.inks[index].trim() }
    list.structure = set.structure.elementsOfBlock
    return list
  }

  /// The lines of inline content on its own.
  func lines(of content: InlineContent, style: BlockStyle, measure: Length) -> Lines {
    let context = BlockContext(document, pageLabels: pageLabels)
    var scratch = SetBlock(in: context)
    return context.lines(of: content, style: style, measure: measure, onto: &scratch)
  }

  /// Reports each problem once.
  func report(_ found: [Diagnostic]) {
    for diagnostic in found where !diagnostics.contains(where: { $0.code == diagnostic.code && $0.message == diagnostic.message }) {
      diagnostics.append(diagnostic)
    }
  }

  /// The list of one block with its diagnostics, which are not reported elsewhere.
  func block(_ block: StyledTree.Index) -> KeptBlocks.Block {
    let before = diagnostics
    diagnostics = []
    defer { diagnostics = before }
    let list = list(of: block)
    return KeptBlocks.Block(list: list, diagnostics: diagnostics)
  }

  /// Removes and returns the diagnostics so far.
  public func takeDiagnostics() -> [Diagnostic] {
    var taken = diagnostics
    diagnostics = []
    for language in document.paragraphs.takeLanguagesWithoutPatterns() {
      guard let package = HyphenationCustom.package(for: language) else { continue }
      taken.append(
        Diagnostic(
          .warning, "hyphenation.no-patterns", at: nil, "words in \(language) are not hyphenated: no hyphenation patterns are installed",
          hint: "install Debian's \(package)"))
    }
    return taken
  }
}
