import TypesetDiagnostics

/// Reads in a tree what CommonMark and GitHub's extensions have no nodes for; what is wrong with it is returned.
func readExtensions(of tree: inout Tree, source: [UInt8]) -> [Diagnostic] {
  readInfoStrings(of: &tree)
  var inlines = InlineExtensions(tree: tree, source: source)
  inlines.run()
  tree = inlines.tree
  return []
}

/// Attributes of code blocks stand in their info strings.
private func readInfoStrings(of tree: inout Tree) {
  for index in tree.nodes.indices {
    guard case .codeBlock(let info, _) = tree.nodes[index].kind, !info.isEmpty else { continue }
    tree.add(Attributes(info: info), to: Tree.Index(index))
  }
}
