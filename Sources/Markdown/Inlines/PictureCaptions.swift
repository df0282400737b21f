/// Whether what describes a picture that is alone in its paragraph is its caption.
package enum PictureCaptions {
  /// Only pandoc, and what is built on it, makes a caption of a description; a course's player makes one of the title.
  static func decide(in tree: inout Tree, _ dialect: Dialect) {
    let isDescription = dialect.has(.implicitFigures)
    for index in tree.nodes.indices {
      guard case .image(let source, let title) = tree.nodes[index].kind, case let node = Tree.Index(index) else { continue }
      let attributes = tree.attributes(of: node)
      // What a tag calls the caption was written as the description: that is to be said only where descriptions are no captions.
      if attributes?["caption"] == shown {
        if isDescription { drop(from: node, in: &tree) }
      } else if !isDescription, dialect.tool == .liascript, !title.isEmpty {
        tree.nodes[index].kind = .image(source: source, title: "")
        tree.setChildren(of: node, to: [tree.add(.text(title), tree[node].span)])
      } else if !isDescription, attributes?["caption"] == nil, !source.hasPrefix("icon:"), isFigure(node, in: tree) {
        // One whose label is a figure's has been written for a tool that shows both.
        let isLabelled = ["fig:", "fig-"].contains(where: (attributes?.id ?? "").hasPrefix)
        if !isLabelled { tree.add(Attributes(pairs: [Attributes.Pair("caption", "")]), to: node) }
      }
    }
  }

  /// The value of `caption` with which a description is a caption in all dialects.
  package static let shown = "shown"

  /// The attributes of a picture that a tag shows: what its author calls the caption is one in all dialects, other words describe the picture.
  static func attributes(width: String?, caption: String?) -> String {
    let list = (width.map { ["width=\"\($0)\""] } ?? []) + (caption?.isEmpty == false ? ["caption=\(shown)"] : [])
    return list.isEmpty ? "" : "{\(list.joined(separator: " "))}"
  }

  /// True for all that a paragraph holds, unless that is one part of several in a figure.
  private static func isFigure(_ image: Tree.Index, in tree: borrowing Tree) -> Bool {
    let paragraph = tree[image].parent
    guard paragraph >= 0, case .paragraph = tree[paragraph].kind, tree[paragraph].firstChild == image, tree[image].nextSibling < 0 else {
      return false
    }
    let parent = tree[paragraph].parent
    if parent >= 0, case .figure = tree[parent].kind { return false }
    return true
  }

  private static func drop(from node: Tree.Index, in tree: inout Tree) {
    let number = tree.nodes[Int(node)].attributes
    guard number >= 0 else { return }
    tree.attributes[Int(number)].pairs.removeAll { $0.key == "caption" }
    if tree.attributes[Int(number)].isEmpty { tree.nodes[Int(node)].attributes = -1 }
  }
}
