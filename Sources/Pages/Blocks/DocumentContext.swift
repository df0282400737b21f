import TeXMath
import TypesetFonts
import TypesetParagraphs
import TypesetPictures
import TypesetStyling

/// The shared state for setting all blocks of a document. Each thread has its own: the setters keep caches, and nothing else in it changes.
final class DocumentContext {
  let tree: StyledTree
  let paragraphs: ParagraphSetter
  let codeSetter: CodeSetter
  let math: MathTypesetter
  let macros: MathMacros
  let numbers: EquationNumbers
  let formulas: ParsedFormulas
  /// What formulas get for the tags of the file.
  let formulaTags: FormulaTags
  let fonts: FontBook
  let pictures: PictureBook
  /// The theme's page, and the same in landscape.
  let page: PageStyle
  let turnedPage: PageStyle

  /// What attachments have drawn before; nil where nothing is kept.
  var drawings: KeptDrawings?

  /// The common scale of all code of the document.
  lazy var codeScale = BlockContext(self).commonCodeScale()

  /// What makes the SVG files of the document belong to it.
  lazy var preparation = SVGPreparation(for: tree.theme, language: tree.language, macros: macros, fonts: fonts)

  /// Pictures that are alone on their pages.
  lazy var figuresAlone = tree.figuresAlone()

  init(
    tree: StyledTree, paragraphs: ParagraphSetter, math: MathTypesetter, macros: MathMacros, numbers: EquationNumbers,
    formulas: ParsedFormulas, formulaTags: FormulaTags, fonts: FontBook, pictures: PictureBook
  ) {
    self.tree = tree
    self.paragraphs = paragraphs
    codeSetter = CodeSetter(paragraphs)
    self.math = math
    self.macros = macros
    self.numbers = numbers
    self.formulas = formulas
    self.formulaTags = formulaTags
    self.fonts = fonts
    self.pictures = pictures
    page = tree.theme.page
    turnedPage = tree.theme.page.turned
  }
}
