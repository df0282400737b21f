internal import TypesetDiagnostics

/// DocC's links to pages and headings of a documentation, `<doc:Protocols#Protocol-Extensions>`: the words that they lead to, which only the tool
/// knows exactly; a link with words of its own keeps them.
enum DocCLinks {
  static func read(in tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .link(let target, _) = tree.nodes[index].kind, target.utf8.starts(with: "doc:".utf8) else { continue }
      tree.nodes[index].kind = .span
      guard let only = tree.onlyChild(of: Tree.Index(index)), case .text(let words) = tree[only].kind, words == target else { continue }
      tree.nodes[Int(only)].kind = .text(name(of: target))
    }
  }

  /// The heading, or the last page of the path, with blanks for hyphens.
  private static func name(of target: String) -> String {
    let path = target.dropFirst(4)
    let last = path.split(whereSeparator: { $0 == "#" || $0 == "/" }).last ?? path
    return String(last).replacing("-", with: " ")
  }
}
