internal import TypesetDiagnostics

/// MyST: `[words](label)` leads to what has the label, in whatever file of the work that is, and `[](label)` shows its title or number.
func leadLinksToLabels(in tree: inout Tree) {
  var names: Set<String>?
  let formulas = labelsOfFormulas(in: tree)
  for index in tree.nodes.indices {
    if !formulas.isEmpty, case .reference(let label) = tree.nodes[index].kind, formulas.contains(label) {
      let span = tree.nodes[index].span
      let origins = [MathSpan.Origin(body: 0, source: Int(span.start))]
      tree.nodes[index].kind = .math(MathSpan(tex: "\\eqref{\(label)}", isDisplay: false, span: span, origins: origins))
      continue
    }
    guard case .link(let destination, "") = tree.nodes[index].kind, mayBeLabel(destination) else { continue }
    if names == nil { names = Set(tree.attributes.compactMap(\.id)) }
    guard names?.contains(destination) == true else { continue }
    // A link without words has been filled with those of its address.
    if let only = tree.onlyChild(of: Tree.Index(index)), case .text(destination) = tree.nodes[Int(only)].kind {
      tree.nodes[index].kind = .reference(label: destination)
      tree.nodes[index].firstChild = -1
    } else {
      tree.nodes[index].kind = .link(destination: "#" + destination, title: "")
    }
  }
}

/// What `\label` names in formulas and nothing else is named: `[](#label)` shows its number.
private func labelsOfFormulas(in tree: Tree) -> Set<String> {
  var found: Set<String> = []
  for node in tree.nodes {
    switch node.kind {
    case .math(let formula), .mathBlock(let formula): if formula.tex.contains("\\label{") { found.formUnion(formula.labels.map(\.name)) }
    default: break
    }
  }
  return found.isEmpty ? found : found.subtracting(tree.attributes.compactMap(\.id))
}

/// True for an address that is one word, as no file and no page of the web is named; labels have colons: `fig:a`.
private func mayBeLabel(_ address: String) -> Bool {
  !address.isEmpty && address.utf8.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || "-_:".utf8.contains($0) }
}
