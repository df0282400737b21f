package import TeXMath
package import TypesetBoxes
package import TypesetFonts

extension Page {
  /// A page as large as a formula, with overhanging ink: the hook of an f, a `\rlap`, an accent.
  ///
  /// - Parameter left: Gets how far the formula's reference point is from the left edge.
  package init(of formula: Formula, fonts: FontBook, left: inout Length) {
    let area = formula.list.packed()
    let edges = InkEdges(of: area, fonts: fonts)
    let edge = min(.zero, edges.left)
    let top = max(formula.height, edges.top)
    // A page must have a size, whatever is on it.
    self.init(
      width: max(max(formula.width, edges.right) - edge, 0.1.pt), height: max(top + max(formula.depth, -edges.bottom), 0.1.pt))
    baseline = top
    ink.append(area, dx: -edge, dy: -top)
    left = -edge
  }
}
