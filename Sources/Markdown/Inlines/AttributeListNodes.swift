import TypesetDiagnostics

/// Lists of attributes that were taken out of the text before Markdown was read (`Formulas/AttributeLists.swift`): each is a text without
/// characters that has the attributes, until the brackets before it are known.
struct AttributeListNodes {
  let source: [UInt8]
  /// What is after the current text; -1 if nothing is.
  var next: Tree.Index = -1 { didSet { read = -1 } }
  /// The list that was read for the brackets before it, and the one that these have been given.
  private var (read, used): (Tree.Index, Tree.Index) = (-1, -1)

  init(source: [UInt8]) { self.source = source }

  func isUsed(_ node: Tree.Index) -> Bool { used == node }

  /// True if a list is in parentheses, as after `^[text]`.
  func isInParentheses(_ node: Tree.Index, in tree: Tree) -> Bool { written(node, tree).last == ASCII.closeParenthesis }

  /// The list after a bracket that ends a text, which has no bytes there.
  ///
  /// - Parameter isNote: True for the bracket of `^[text]`.
  mutating func read(after text: InlineText, _ end: Int, isNote: Bool, _ tree: Tree) -> (attributes: Attributes, length: Int)? {
    guard next >= 0, end == text.bytes.count, let list = tree.attributeList(in: next), isInParentheses(next, in: tree) == isNote else {
      return nil
    }
    read = next
    return (list, 0)
  }

  /// Notes that the list that was read, if one was, has been applied.
  mutating func use() { if read >= 0 { used = read } }

  /// Makes a list text again, as its author wrote it.
  func makeText(of node: Tree.Index, in tree: inout Tree) -> [UInt8] {
    let bytes = written(node, tree).map { $0 == ASCII.newline ? ASCII.space : $0 }
    tree.nodes[Int(node)].kind = .text(String(decoding: bytes, as: UTF8.self))
    tree.nodes[Int(node)].attributes = -1
    return bytes
  }

  private func written(_ node: Tree.Index, _ tree: Tree) -> ArraySlice<UInt8> { source[tree[node].span.range(within: source.count)] }
}

extension Tree {
  /// The attributes of a text without characters; nil for all other nodes.
  func attributeList(in node: Index) -> Attributes? {
    guard case .text("") = self[node].kind else { return nil }
    return attributes(of: node)
  }
}
