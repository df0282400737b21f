import TypesetMarkdown
internal import TypesetSettings

/// The names that links and references of a document lead to. Pages give several elements one name that only their scripts and styles read,
/// `<div id="container">`: that is no fault where nothing leads there.
struct ReferredNames {
  /// Of links and references, and of references alone.
  private var found: (names: Set<String>, labels: Set<String>)?

  /// True if it matters that a node has a name that others may have, too.
  mutating func matters(_ name: String, of index: Tree.Index, in tree: Tree) -> Bool {
    switch tree[index].kind {
    case .division, .span, .htmlBlock: break
    default: return true
    }
    return known(in: tree).names.contains(name)
  }

  /// True if a reference asks for the number of what has this name.
  mutating func isLabel(_ name: String, in tree: Tree) -> Bool { known(in: tree).labels.contains(name) }

  /// True for code that is counted as a listing: by its name, its class, or since it has a caption and a reference asks for its number.
  mutating func isListing(_ index: Tree.Index, named name: String, in tree: Tree) -> Bool {
    let attributes = tree.attributes(of: index)
    if name.hasPrefix("lst") || attributes?.classes.contains("listing") == true { return true }
    return attributes?["caption"] != nil && isLabel(name, in: tree)
  }

  private mutating func known(in tree: Tree) -> (names: Set<String>, labels: Set<String>) {
    if let found { return found }
    let labels = Self.labels(in: tree)
    var names = labels
    for case .link(let destination, _) in tree.nodes.lazy.map(\.kind) {
      if let sign = destination.lastIndex(of: "#") { names.insert(String(destination[destination.index(after: sign)...])) }
    }
    found = (names, labels)
    return (names, labels)
  }

  /// The labels whose numbers references ask for.
  static func labels(in tree: Tree) -> Set<String> {
    var labels: Set<String> = []
    for (index, node) in tree.nodes.enumerated() {
      switch node.kind {
      case .reference(let label): labels.insert(label.hasPrefix("-") ? String(label.dropFirst()) : label)
      // LaTeX's `\ref{any}`.
      case .math(let span) where span.tex.hasPrefix("\\ref{"): labels.insert(String(span.tex.dropFirst(5).prefix { $0 != "}" }))
      // `\cref{a,b}`.
      case .span where node.firstChild < 0:
        guard let attributes = tree.attributes(of: Tree.Index(index)), attributes.classes.contains("cref") else { continue }
        for label in attributes["labels"]?.split(separator: ",") ?? [] { labels.insert(label.trimmed()) }
      default: break
      }
    }
    return labels
  }
}
