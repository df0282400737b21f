internal import TeXMath
internal import TypesetDiagnostics
package import TypesetPages
package import TypesetStyling

/// What the blocks of a document are written from as HTML.
package struct FragmentSource: Sendable {
  /// With all numbers and references resolved.
  let tree: StyledTree
  let numbers: EquationNumbers
  let macros: MathMacros
  let links: LinkPolicy
  let budget: Budget

  /// - Returns: Nil unless fragments are wanted.
  package init?(_ tree: StyledTree, _ math: DocumentMacros, _ growth: Growth?, _ options: TypesetterOptions) {
    guard options.writesHTML else { return nil }
    var (macros, formulas) = (math.macros, math.formulas)
    numbers = EquationNumbers(
      of: tree, formulas: &formulas, macros: macros, isCounting: tree.numbersEquations, budget: math.budget)
    macros.references = numbers.labels.mapValues(\.text)
    if growth?.hasEnded == false { macros.openReference = "…" }
    (self.tree, self.macros, self.links, budget) = (tree, macros, options.links, math.budget)
  }
}
