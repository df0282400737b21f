import TypesetDiagnostics

/// Reads in a tree what CommonMark and GitHub's extensions have no nodes for; what is wrong with it is returned.
func readExtensions(of tree: inout Tree, spans: MathSpans, source: [UInt8]) -> [Diagnostic] {
  readInfoStrings(of: &tree)
  var roles = RoleReading(tree: tree)
  roles.run()
  var blocks = BlockExtensions(tree: roles.tree, specials: spans.specials)
  blocks.run()
  var html = HTMLExtensions(tree: blocks.tree, spans: spans, source: source)
  html.run()
  var inlines = InlineExtensions(tree: html.tree, source: source)
  inlines.run()
  let hasEnded = inlines.tree.endBareLinks(in: source)
  let hasMarked = blocks.abbreviations.mark(&inlines.tree)
  let hasMoved = roles.hasMoved || blocks.hasMoved || html.hasMoved || inlines.hasMoved || hasEnded || hasMarked
  tree = hasMoved ? inlines.tree.compacted(maximumDepth: 60) : inlines.tree
  return html.diagnostics
}

/// Attributes of code blocks stand in their info strings.
private func readInfoStrings(of tree: inout Tree) {
  for index in tree.nodes.indices {
    guard case .codeBlock(let info, _) = tree.nodes[index].kind, !info.isEmpty else { continue }
    tree.add(Attributes(info: info), to: Tree.Index(index))
  }
}
