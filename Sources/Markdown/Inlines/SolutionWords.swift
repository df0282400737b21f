internal import TypesetDiagnostics

/// MyST's solutions: their heads, and references to them, name the exercise, "Solution to Exercise 1".
enum SolutionWords {
  /// The attribute with the exercise's label.
  static let key = "solves"

  static func add(to tree: inout Tree) {
    guard tree.attributes.contains(where: { $0[key] != nil }) else { return }
    let names = Set(tree.attributes.compactMap(\.id))
    var exercises: [String: String] = [:]
    for index in tree.nodes.indices {
      guard case .callout = tree.nodes[index].kind, let attributes = tree.attributes(of: Tree.Index(index)), let exercise = attributes[key],
        names.contains(exercise)
      else { continue }
      if let id = attributes.id { exercises[id] = exercise }
      let title = tree.nodes[index].firstChild
      if title >= 0, tree[title].kind == .title { tree.setChildren(of: title, to: words(of: exercise, tree[title].span, in: &tree)) }
    }
    for index in tree.nodes.indices {
      guard let label = label(of: Tree.Index(index), in: tree), let exercise = exercises[label] else { continue }
      tree.nodes[index].kind = .span
      tree.setChildren(of: Tree.Index(index), to: words(of: exercise, tree.nodes[index].span, in: &tree))
    }
  }

  /// The label of a reference, or of a link without words of its own.
  private static func label(of index: Tree.Index, in tree: Tree) -> String? {
    switch tree[index].kind {
    case .reference(let label): return label
    case .link(let destination, _):
      let label = String(destination.drop { $0 == "#" })
      let words = tree.plainText(of: index)
      return words.isEmpty || words == label || words == destination ? label : nil
    default: return nil
    }
  }

  private static func words(of exercise: String, _ span: SourceSpan, in tree: inout Tree) -> [Tree.Index] {
    [tree.add(.text("Solution to "), span), tree.add(.reference(label: exercise), span)]
  }
}
