import TypesetDiagnostics

/// `::: {#alg-x}` around one algorithm, or around code: the div is that algorithm, with one number.
///
/// Its caption is an attribute, that of the algorithm within, or the paragraph after it, as Quarto has it.
struct AlgorithmDivision {
  private let index: Tree.Index
  private let attributes: Attributes
  /// The algorithm's lines, or its code.
  private let part: Tree.Index

  /// Nil for all other divs.
  init?(_ index: Tree.Index, _ attributes: Attributes, in tree: Tree) {
    guard !attributes.classes.contains("algorithm-float"), attributes.id?.hasPrefix("alg-") == true else { return nil }
    let children = Array(tree.children(of: index))
    let parts = children.filter { Self.isCode($0, tree) || Self.isAlgorithm($0, tree) }
    guard parts.count == 1, let part = parts.first else { return nil }
    // Code among other blocks is an example of something.
    if Self.isCode(part, tree), !children.allSatisfy({ $0 == part || Self.isWords($0, tree) }) { return nil }
    (self.index, self.attributes, self.part) = (index, attributes, part)
  }

  var caption: String? { attributes["caption"] }

  func join(in tree: inout Tree) {
    let children = Array(tree.children(of: index))
    var content: [Tree.Index] = []
    for child in children {
      if child == part, !Self.isCode(part, tree) { content += Array(tree.children(of: part)) } else { content.append(child) }
    }
    var title = content.first { Self.isTitle($0, tree) }
    if title == nil, let last = children.last, last != part, case .paragraph = tree[last].kind {
      tree.nodes[Int(last)].kind = .title
      title = last
    }
    content.removeAll { Self.isTitle($0, tree) }
    tree.setChildren(of: index, to: (title.map { [$0] } ?? []) + content)
    tree.add(Attributes(classes: ["algorithm-float"]), to: index)
  }

  private static func isCode(_ index: Tree.Index, _ tree: Tree) -> Bool { if case .codeBlock = tree[index].kind { true } else { false } }
  private static func isTitle(_ index: Tree.Index, _ tree: Tree) -> Bool { if case .title = tree[index].kind { true } else { false } }

  private static func isAlgorithm(_ index: Tree.Index, _ tree: Tree) -> Bool {
    tree.attributes(of: index)?.classes.contains { $0 == "algorithm-float" || $0 == "algorithm-lines" } ?? false
  }

  private static func isWords(_ index: Tree.Index, _ tree: Tree) -> Bool {
    if case .paragraph = tree[index].kind { true } else { isTitle(index, tree) }
  }
}
