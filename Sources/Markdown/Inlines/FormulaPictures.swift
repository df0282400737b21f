import TypesetDiagnostics
import TypesetFiles

/// Pictures that a service draws of a formula in their address are that formula: `![](https://latex.codecogs.com/svg.latex?x^2)`.
package enum FormulaPictures {
  /// What the addresses of such services have before the formula.
  private static let services = [
    "latex.codecogs.com/", "private.codecogs.com/", "render.githubusercontent.com/render/math?math=", "www.zhihu.com/equation?tex=",
    "math.vercel.app/?from=", "i.upmath.me/svg/", "i.upmath.me/png/", "tex.s2cms.ru/svg/", "chart.googleapis.com/chart?cht=tx&chl=",
  ]

  /// Commands for the look of a picture of CodeCogs, which stand before the formula.
  private static let looks = [
    "\\dpi{", "\\bg_", "\\fn_", "\\inline", "\\small", "\\large", "\\Large", "\\huge", "\\tiny", "\\normalsize", "\\color{",
  ]

  static func read(in tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .image(let source, _) = tree.nodes[index].kind, let tex = formula(in: source) else { continue }
      let span = tree.nodes[index].span
      let isAlone = isAlone(Tree.Index(index), in: tree)
      tree.nodes[index].kind = .math(
        MathSpan(tex: tex, isDisplay: isAlone, span: span, origins: [.init(body: 0, source: Int(span.start))]))
      tree.nodes[index].firstChild = -1
    }
  }

  /// The formula that an address asks for.
  package static func formula(in source: String) -> String? {
    guard source.hasPrefix("http") else { return nil }
    let rest = source.drop { $0 != "/" }.dropFirst(2)
    guard let service = services.first(where: rest.hasPrefix) else { return nil }
    var words = rest.dropFirst(service.count)
    if service.hasSuffix("codecogs.com/") {
      // `svg.latex?`, `gif.latex?`, `png.image?`
      guard let sign = words.firstIndex(of: "?"), words[..<sign].count < 16 else { return nil }
      words = words[words.index(after: sign)...]
    }
    if service.hasSuffix("codecogs.com/") {
      words = words.replacing("&space;", with: " ").replacing("&plus;", with: "+")[...]
    } else if service.hasSuffix("="), words.contains("%") {
      // A plus sign in a query is a blank, unless nothing else is encoded.
      words = words.replacing("+", with: " ")[...]
    }
    var tex = percentDecoded(words).trimmedWhitespace()
    while let look = looks.first(where: tex.hasPrefix) {
      var end = tex.index(tex.startIndex, offsetBy: look.count)
      let isBraced = look.hasSuffix("{")
      while end < tex.endIndex, isBraced ? tex[end] != "}" : tex[end].isLetter { end = tex.index(after: end) }
      if isBraced, end < tex.endIndex { end = tex.index(after: end) }
      tex = String(tex[end...]).trimmedWhitespace()
    }
    return tex.isEmpty ? nil : tex
  }

  private static func isAlone(_ index: Tree.Index, in tree: Tree) -> Bool {
    let parent = tree[index].parent
    guard parent >= 0, case .paragraph = tree[parent].kind else { return false }
    return tree[parent].firstChild == index && tree[index].nextSibling < 0
  }
}
