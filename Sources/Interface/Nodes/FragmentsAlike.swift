internal import TypesetMarkdown

/// What the schemes of a document have made of its pictures and links: those that are written alike are asked for once.
struct FragmentsAlike {
  private struct Key: Hashable {
    var resolver: String
    var source: String
    var id: String?
    var classes: [String]
    var attributes: [String]
  }

  private var made: [Key: MarkdownFragment] = [:]

  /// What a resolver makes of a node.
  ///
  /// - Parameters:
  ///   - resolver: Its name; only a scheme's, `icon:`, is asked once for what is alike.
  ///   - make: Asks it.
  mutating func made(
    of node: MarkdownNode, by resolver: String, _ make: () throws -> MarkdownFragment?
  ) rethrows -> MarkdownFragment? {
    guard resolver.hasSuffix(":"), let key = key(of: node, resolver) else { return try make() }
    if let known = made[key] { return known }
    let fragment = try make()
    // The node's own children would be in two places.
    if let fragment, !fragment.parts.contains(where: \.holdsNodes) { made[key] = fragment }
    return fragment
  }

  /// Nil for what another resolver has made.
  private func key(of node: MarkdownNode, _ resolver: String) -> Key? {
    guard node.sourceSpan != nil, !node.source.isEmpty else { return nil }
    let attributes = node.tree.attributes(of: node.index)
    return Key(
      resolver: resolver, source: node.source, id: attributes?.id, classes: attributes?.classes ?? [],
      attributes: attributes?.pairs.flatMap { [$0.key, $0.value] } ?? [])
  }
}

extension MarkdownFragment.Part {
  /// True if there are nodes of the document in it.
  fileprivate var holdsNodes: Bool {
    switch self {
    case .nodes: true
    case .markdown, .text, .code, .attachment: false
    case .group(_, _, _, let parts), .collected(let parts, _), .reading(_, let parts): parts.contains(where: \.holdsNodes)
    case .callout(_, let title, let parts): (title + parts).contains(where: \.holdsNodes)
    }
  }
}
