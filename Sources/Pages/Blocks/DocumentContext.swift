import TeXMath
import TypesetFonts
import TypesetParagraphs
import TypesetPictures
import TypesetStyling

/// What all blocks of a document are set with. One for each thread: the setters keep caches, and nothing else in it changes.
final class DocumentContext {
  let tree: StyledTree
  let paragraphs: ParagraphSetter
  let codeSetter: CodeSetter
  let math: MathTypesetter
  let macros: MathMacros
  let numbers: EquationNumbers
  let formulas: ParsedFormulas
  let fonts: FontBook
  let pictures: PictureBook
  /// The theme's page, and the same in landscape.
  let page: PageStyle
  let turnedPage: PageStyle

  /// How much smaller all code of the document is so that one size does for it.
  lazy var codeScale = BlockContext(self).commonCodeScale()

  /// Pictures that have their pages to themselves.
  lazy var figuresAlone = tree.figuresAlone()

  init(
    tree: StyledTree, paragraphs: ParagraphSetter, math: MathTypesetter, macros: MathMacros, numbers: EquationNumbers,
    formulas: ParsedFormulas, fonts: FontBook, pictures: PictureBook
  ) {
    self.tree = tree
    self.paragraphs = paragraphs
    codeSetter = CodeSetter(paragraphs)
    self.math = math
    self.macros = macros
    self.numbers = numbers
    self.formulas = formulas
    self.fonts = fonts
    self.pictures = pictures
    page = tree.theme.page
    turnedPage = tree.theme.page.turned
  }
}
