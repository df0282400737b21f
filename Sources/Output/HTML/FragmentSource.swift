package import TeXMath
package import TypesetDiagnostics
package import TypesetMarkdown
package import TypesetPages
package import TypesetStyling

/// What the blocks of a document are written from as HTML.
package struct FragmentSource: Sendable {
  /// With all numbers and references resolved.
  var tree: StyledTree
  var numbers: EquationNumbers
  var macros: MathMacros
  /// The kinds of callouts by where they begin.
  var callouts: [Int: String]
  var links: LinkPolicy
  var budget: Budget

  package init(
    tree: StyledTree, numbers: EquationNumbers, macros: MathMacros, callouts: [Int: String], links: LinkPolicy, budget: Budget
  ) {
    (self.tree, self.numbers, self.macros, self.callouts, self.links, self.budget) = (tree, numbers, macros, callouts, links, budget)
  }

  package static func callouts(of tree: Tree) -> [Int: String] {
    tree.nodes.reduce(into: [:]) { if case .callout(let callout) = $1.kind { $0[Int($1.span.start)] = callout.kind } }
  }
}
