import TypesetDiagnostics

/// Reads in a tree what CommonMark and GitHub's extensions have no nodes for; what is wrong with it is returned.
func readExtensions(of tree: inout Tree, specials: [SpecialBlock], source: [UInt8]) -> [Diagnostic] {
  readInfoStrings(of: &tree)
  var blocks = BlockExtensions(tree: tree, specials: specials)
  blocks.run()
  var inlines = InlineExtensions(tree: blocks.tree, source: source)
  inlines.run()
  tree = blocks.hasMoved || inlines.hasMoved ? inlines.tree.compacted() : inlines.tree
  return []
}

/// Attributes of code blocks stand in their info strings.
private func readInfoStrings(of tree: inout Tree) {
  for index in tree.nodes.indices {
    guard case .codeBlock(let info, _) = tree.nodes[index].kind, !info.isEmpty else { continue }
    tree.add(Attributes(info: info), to: Tree.Index(index))
  }
}
