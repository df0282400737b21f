import TypesetMarkdown

/// The names that links and references of a document lead to. Pages give several elements one name that only their scripts and styles read,
/// `<div id="container">`: that is no fault where nothing leads there.
struct ReferredNames {
  private var names: Set<String>?
  private var labels: Set<String>?

  /// True if it matters that a node has a name that others may have, too.
  mutating func matters(_ name: String, of index: Tree.Index, in tree: Tree) -> Bool {
    switch tree[index].kind {
    case .division, .span, .htmlBlock: break
    default: return true
    }
    let known = names ?? Self.names(in: tree)
    names = known
    return known.contains(name)
  }

  /// True for code that is counted as a listing: by its name, its class, or since it has a caption and LaTeX's `\ref{name}` leads to it.
  mutating func isListing(_ index: Tree.Index, named name: String, in tree: Tree) -> Bool {
    let attributes = tree.attributes(of: index)
    if name.hasPrefix("lst") || attributes?.classes.contains("listing") == true { return true }
    guard attributes?["caption"] != nil else { return false }
    let known =
      labels
      ?? tree.nodes.reduce(into: []) { found, node in
        if case .math(let span) = node.kind, span.tex.hasPrefix("\\ref{") {
          found.insert(String(span.tex.dropFirst(5).prefix { $0 != "}" }))
        }
      }
    labels = known
    return known.contains(name)
  }

  private static func names(in tree: Tree) -> Set<String> {
    var names: Set<String> = []
    for node in tree.nodes {
      switch node.kind {
      case .link(let destination, _):
        if let sign = destination.lastIndex(of: "#") { names.insert(String(destination[destination.index(after: sign)...])) }
      case .reference(let label): names.insert(label)
      default: break
      }
    }
    return names
  }
}
