package import TeXMath
package import TypesetBoxes
package import TypesetFonts

extension Page {
  /// A page as large as a formula, with overhanging ink: the hook of an f, a `\rlap`, an accent.
  package init(of formula: Formula, tex: String, fonts: FontBook) {
    let area = formula.list.packed()
    let edges = InkEdges(of: area, fonts: fonts)
    let left = min(.zero, edges.left)
    let top = max(formula.height, edges.top)
    // A page must have a size, whatever is on it.
    self.init(
      width: max(max(formula.width, edges.right) - left, 0.1.pt), height: max(top + max(formula.depth, -edges.bottom), 0.1.pt))
    baseline = top
    alternative = tex
    ink.append(area, dx: -left, dy: -top)
  }
}
