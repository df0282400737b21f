package import TypesetBoxes
import TypesetDiagnostics
package import TypesetMarkdown

/// What a whole document decides otherwise, decided by its beginning: for a text that grows.
package struct EarlyDecisions: Hashable, Sendable {
  package var language: String
  /// How formulas are written.
  package var forms: FormulaForms?
  /// The level of headings that is counted first.
  package var topLevel: Int
  /// True if figures and tables with captions are numbered.
  package var numbersFigures: Bool
  /// True if equations without a tag or label are.
  package var numbersEquations: Bool
  /// How the code is set.
  package var codeForm: CodeForm

  package init(
    language: String, forms: FormulaForms?, topLevel: Int, numbersFigures: Bool, numbersEquations: Bool, codeForm: CodeForm
  ) {
    (self.language, self.forms, self.topLevel) = (language, forms, topLevel)
    (self.numbersFigures, self.numbersEquations, self.codeForm) = (numbersFigures, numbersEquations, codeForm)
  }
}

/// How far a text that grows has come.
package struct Growth: Sendable {
  /// nil as long as there is too little text.
  package var decisions: EarlyDecisions?
  /// True if nothing comes after it.
  package var hasEnded = false
  /// The lists of its first blocks, which are on pages that stay as they are; they are not set again.
  package var settled: [VList] = []
  /// Where these blocks begin in the text.
  package var starts: [Int] = []
  /// How many pages stay as they are.
  package var settledPages = 0

  package init() {}

  /// The lists that hold for a tree: none where other blocks are at its beginning.
  package func settled(for tree: StyledTree) -> [VList] {
    let blocks = tree.children(of: 0)
    let continues = blocks.count >= starts.count && zip(blocks, starts).allSatisfy { Int(tree[$0].span.start) == $1 }
    return continues ? settled : []
  }
}
