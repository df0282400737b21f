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
    guard style.color != outer.color, style.background == nil, attributes["style"]?.contains("color") == true,
      let color = readable(style.color, above: tree[node].parent)
    else { return nil }
    style.color = color
    return fault(at: node)
  }

  /// The same for a block.
  func mend(_ style: inout BlockStyle, of node: Tree.Index, _ attributes: Attributes) {
    if let color = colorForBlock(node, attributes) { style.text.color = color }
  }

  /// What is to be said of a block's colour; nil if it stays.
  func fault(ofBlock node: Tree.Index, _ attributes: Attributes) -> Diagnostic? {
    colorForBlock(node, attributes) == nil ? nil : fault(at: node)
  }

  private func colorForBlock(_ node: Tree.Index, _ attributes: Attributes) -> Color? {
    guard let css = attributes["style"], css.contains("color"), let color = StyleRule(css: css).color else { return nil }
    return readable(color, above: node)
  }

  /// A formula with other colours in place of those that can't be read here, `\textcolor{lightblue}{x}`.
  ///
  /// What is white stays, since so authors make spaces, unless it is all of a formula: `\color{white} a = b`.
  func readable(_ span: MathSpan, at node: Tree.Index, _ diagnostics: inout [Diagnostic]) -> MathSpan {
    guard span.tex.contains("color{"), !span.tex.contains("colorbox") else { return span }
    let command = Array("color{".utf8)
    var tex = Array(span.tex.utf8)
    var place = 0
    var hasChanged = false
    while let start = tex.find(command, from: place), let close = tex[start...].firstIndex(of: UInt8(ascii: "}")) {
      let name = start + command.count..<close
      place = close
      let before = tex[..<start]
      guard name.count >= 4, before.last == UInt8(ascii: "\\") || before.suffix(5).elementsEqual("\text".utf8),
        let color = Color(latex: String(decoding: tex[name], as: UTF8.self), model: nil), let mended = readable(color, above: node)
      else { continue }
      if color.contrast(Color(rgba: 0xFFFF_FFFF)) < 1.03, !isWhole(tex, from: start, to: close, span) { continue }
      // As long as the author's word is, so that places in the formula stay.
      let digits = Array(mended.hex.utf8)
      let written = name.count < digits.count ? [digits[0], digits[1], digits[3], digits[5]] : digits
      tex.replaceSubrange(name, with: written + [UInt8](repeating: 0x20, count: name.count - written.count))
      hasChanged = true
    }
    guard hasChanged else { return span }
    var span = span
    span.tex = String(decoding: tex, as: UTF8.self)
    diagnostics.append(fault(at: node))
    return span
  }

  /// True for a command that begins a formula and gives its colour to all of it.
  private func isWhole(_ tex: [UInt8], from start: Int, to close: Int, _ span: MathSpan) -> Bool {
    let rest = tex[(close + 1)...].drop { $0 <= 0x20 }
    return tex[..<(start - 1)].allSatisfy { $0 <= 0x20 } && rest.first != UInt8(ascii: "{")
      && (span.isDisplay || rest.contains(UInt8(ascii: "=")))
  }

  private func fault(at node: Tree.Index) -> Diagnostic {
    Diagnostic(
      .note, "style.pale", at: tree[node].span, "a colour that cannot be read on this page is set darker",
      hint: "give it another colour, or a ground: style=\"color: …; background: …\"")
  }

  /// The colour that text has instead of one that can't be read on the page; nil for one that can, and where a ground of the author's is below the text.
  ///
  /// - Parameter node: The innermost that may have a ground.
  func readable(_ color: Color, above node: Tree.Index) -> Color? {
    let paper = theme.page.background ?? Color(rgba: 0xFFFF_FFFF)
    guard paper.alpha == 1, color.alpha > 0.1, let ground = ground(at: node, on: paper),
      color.over(ground).contrast(ground) < Self.leastContrast
    else {
      return nil
    }
    return Color(rgba: color.rgba | 0xFF).readable(on: ground, contrast: 3)
  }

  /// Yellow on white has 1.07, light grey 1.5, orange 2.
  private static let leastContrast = 1.45

  /// What is below a node: the paper, and over it grounds that let it show through; nil where one does not.
  private func ground(at node: Tree.Index, on paper: Color) -> Color? {
    var grounds: [Color] = []
    var index = node
    for _ in 0..<40 where index >= 0 {
      if let attributes = tree.attributes(of: index) {
        if attributes.pairs.contains(where: { $0.name == "bgcolor" || $0.name.hasPrefix("background") }) { return nil }
        if let ground = theme.rule(of: attributes).background {
          if ground.alpha > 0.9 { return nil }
          grounds.append(ground)
        }
      }
      index = tree[index].parent
    }
    return grounds.reversed().reduce(paper) { $1.over($0) }
  }
}

extension Color {
  /// What one sees of a colour through which another one shows.
  fileprivate func over(_ ground: Color) -> Color {
    func part(_ own: Double, _ below: Double) -> UInt8 { UInt8(((own * alpha + below * (1 - alpha)) * 255).rounded()) }
    return Color(red: part(red, ground.red), green: part(green, ground.green), blue: part(blue, ground.blue))
  }
}
