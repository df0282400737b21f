import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// Text in a colour that was chosen for another page, `<span style="color:yellow">` of a note that is read on black: on white it cannot be
/// read, so it is set darker, which is said.
struct PaleText {
  let tree: Tree
  let theme: Theme

  /// - Parameter outer: The style around the node.
  /// - Returns: What is to be said; nil if the colour stays.
  func mend(_ style: inout TextStyle, of node: Tree.Index, _ attributes: Attributes, inside outer: TextStyle) -> Diagnostic? {
    // What a theme's colours or mdtypeset's own attributes ask for is meant for this page.
    guard style.color != outer.color, style.background == nil, attributes["style"]?.contains("color") == true else { return nil }
    let ground = theme.page.background ?? Color(rgba: 0xFFFF_FFFF)
    guard ground.alpha == 1, style.color.alpha > 0.5, style.color.contrast(ground) < Self.leastContrast, !hasGround(above: node) else {
      return nil
    }
    style.color = style.color.readable(on: ground, contrast: 3)
    return Diagnostic(
      .note, "style.pale", at: tree[node].span, "a colour that cannot be read on this page is set darker",
      hint: "give it another colour, or a ground: style=\"color: …; background: …\"")
  }

  /// Yellow on white has 1.07, light grey 1.5, orange 2.
  private static let leastContrast = 1.45

  /// True if anything around a node has a ground or a picture below it.
  private func hasGround(above node: Tree.Index) -> Bool {
    var index = tree[node].parent
    for _ in 0..<40 where index >= 0 {
      if let attributes = tree.attributes(of: index) {
        let isColored = attributes.pairs.contains {
          $0.name == "bgcolor" || $0.name.hasPrefix("background") || $0.value.contains("background")
        }
        if isColored || theme.rule(of: attributes).background != nil { return true }
      }
      index = tree[index].parent
    }
    return false
  }
}
