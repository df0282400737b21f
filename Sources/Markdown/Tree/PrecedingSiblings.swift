/// The siblings before the nodes of a tree, found in one pass, where a search for each of them would take the square of their number.
struct PrecedingSiblings {
  private var previous: [Tree.Index] = []

  /// Of no tree.
  init() {}

  init(in tree: Tree) {
    previous = [Tree.Index](repeating: -1, count: tree.nodes.count)
    for parent in tree.nodes.indices where tree.nodes[parent].firstChild >= 0 {
      var last: Tree.Index = -1
      for child in tree.children(of: Tree.Index(parent)) {
        previous[Int(child)] = last
        last = child
      }
    }
  }

  /// The sibling right before a node; nil for the first one, and for a node that was added later.
  subscript(index: Tree.Index) -> Tree.Index? {
    guard previous.indices.contains(Int(index)), previous[Int(index)] >= 0 else { return nil }
    return previous[Int(index)]
  }

  /// Takes a node out of its parent.
  mutating func remove(_ index: Tree.Index, from tree: inout Tree) {
    let next = tree[index].nextSibling
    if let before = self[index] {
      tree.nodes[Int(before)].nextSibling = next
    } else {
      tree.nodes[Int(tree[index].parent)].firstChild = next
    }
    if next >= 0, previous.indices.contains(Int(next)) { previous[Int(next)] = previous[Int(index)] }
  }
}
