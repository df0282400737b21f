internal import TypesetDiagnostics

/// Links of headings to themselves, which sites show while the pointer is above the heading: `## Title [#](#title)`, `## Title [¶](#title)`,
/// `## Title [#title](#title)`, `## [](#title)Title`. They are no words of the heading.
enum HeadingPermalinks {
  /// What such a link shows.
  private static let signs: Set<String> = ["#", "¶", "§", "🔗", "\u{FE0F}🔗", "⚓", "⚓\u{FE0F}", "Link to this heading", "Permalink"]

  /// Removes them from a tree.
  ///
  /// - Parameter isMyST: True if a link without words may have those of a label.
  static func remove(from tree: inout Tree, isMyST: Bool) {
    var gone: Set<Tree.Index> = []
    var headings: [Tree.Index] = []
    for index in tree.nodes.indices {
      guard case .heading = tree.nodes[index].kind, tree.nodes[index].firstChild >= 0 else { continue }
      let children = Array(tree.children(of: Tree.Index(index)))
      guard children.count > 1 else { continue }
      let links = [children[0], children[children.count - 1]].filter { isPermalink($0, in: tree, isMyST: isMyST) }
      guard !links.isEmpty, links.count < children.count else { continue }
      gone.formUnion(links)
      headings.append(Tree.Index(index))
    }
    guard !gone.isEmpty else { return }
    tree.remove(gone)
    for heading in headings { trim(heading, in: &tree) }
  }

  private static func isPermalink(_ link: Tree.Index, in tree: borrowing Tree, isMyST: Bool) -> Bool {
    guard case .link(let destination, _) = tree[link].kind, destination.utf8.first == ASCII.hash, destination.utf8.count > 1 else {
      return false
    }
    let words = tree.plainText(of: link).trimmedWhitespace()
    if signs.contains(words) || words == destination { return true }
    guard words.isEmpty, tree[link].firstChild < 0, !isMyST else { return false }
    // A name that is the heading's own.
    return letters(of: tree.plainText(of: tree[link].parent)) == letters(of: destination)
  }

  private static func letters(of text: String) -> String { text.lowercased().filter { $0.isLetter || $0.isNumber } }

  /// Blanks beside a link that is gone.
  private static func trim(_ heading: Tree.Index, in tree: inout Tree) {
    let children = Array(tree.children(of: heading))
    guard let last = children.last, case .text(let words) = tree[last].kind else { return }
    let kept = words.trimmedWhitespace(keepsStart: true)
    tree.nodes[Int(last)].kind = .text(kept)
    if let first = children.first, case .text(let words) = tree[first].kind, words.utf8.first == ASCII.space {
      tree.dropFirst(1, ofText: first)
    }
  }
}
