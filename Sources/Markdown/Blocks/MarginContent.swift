import TypesetDiagnostics

/// What authors put into the margin: Quarto's `.column-margin` and `.aside`, Tufte's notes and figures, MyST's `{margin}`. It becomes a div or a quote
/// with the class `column-margin`, above the paragraph in which it stands.
package enum MarginContent {
  package static let name = "column-margin"
  private static let blocks: Set<String> = [
    name, "margin", "margin-note", "marginnote", "margin-figure", "marginfigure", "aside", "sidenote",
  ]
  private static let spans: Set<String> = [name, "margin-note", "marginnote", "aside", "sidenote"]
  /// Where `.aside` is Quarto's; elsewhere a site's own styles may say what it is.
  private static let asides: Set<Dialect.Tool> = [.general, .pandoc, .quarto, .rmarkdown, .bookdown, .myst]

  /// True if there is something.
  package static func occurs(in tree: Tree) -> Bool { tree.attributes.contains { $0.classes.contains(name) } }

  /// True for a block that goes into the margin where there is room.
  package static func isMargin(_ index: Tree.Index, in tree: Tree) -> Bool { tree.attributes(of: index)?.classes.contains(name) == true }

  /// - Returns: True if the tree has changed.
  static func lift(in tree: inout Tree, _ dialect: Dialect) -> Bool {
    let blocks = asides.contains(dialect.tool) ? blocks : blocks.subtracting(["aside"])
    guard tree.attributes.contains(where: { !blocks.isDisjoint(with: $0.classes) }) else { return false }
    var didChange = false
    for index in tree.nodes.indices.map({ Tree.Index($0) }) {
      guard let attributes = tree.attributes(of: index), !blocks.isDisjoint(with: attributes.classes) else { continue }
      switch tree[index].kind {
      case .span:
        if !spans.intersection(blocks).isDisjoint(with: attributes.classes) { didChange = liftSpan(index, in: &tree) || didChange }
      case .image:
        let paragraph = tree[index].parent
        if paragraph >= 0, case .paragraph = tree[paragraph].kind, tree[paragraph].firstChild == index, tree[index].nextSibling < 0 {
          wrap(paragraph, in: &tree)
          didChange = true
        }
      case .division, .blockQuote: tree.add(Attributes(classes: [name]), to: index)
      case .paragraph, .list, .figure, .table, .codeBlock:
        wrap(index, in: &tree)
        didChange = true
      default: break
      }
    }
    return didChange
  }

  /// Puts a block into one for the margin.
  private static func wrap(_ block: Tree.Index, in tree: inout Tree) {
    let parent = tree[block].parent
    guard parent >= 0, !isMargin(parent, in: tree) else { return }
    let siblings = Array(tree.children(of: parent))
    let division = tree.add(.division, around: [block])
    tree.add(Attributes(classes: [name]), to: division)
    tree.setChildren(of: parent, to: siblings.map { $0 == block ? division : $0 })
  }

  /// Takes a span out of its paragraph, which stands in the document itself or in a div.
  private static func liftSpan(_ span: Tree.Index, in tree: inout Tree) -> Bool {
    let paragraph = tree[span].parent
    guard paragraph >= 0, case .paragraph = tree[paragraph].kind, case let parent = tree[paragraph].parent, parent >= 0 else {
      return false
    }
    switch tree[parent].kind {
    case .document, .division: break
    default: return false
    }
    let content = Array(tree.children(of: span))
    guard !content.isEmpty else { return false }
    var rest = Array(tree.children(of: paragraph))
    guard let place = rest.firstIndex(of: span) else { return false }
    rest.remove(at: place)
    // One of the blanks around it goes with it, and the one before a sign of punctuation that stands alone now.
    if place < rest.count, case .text(let after) = tree[rest[place]].kind {
      if place == 0 {
        if after.hasPrefix(" ") { tree.dropFirst(1, ofText: rest[place]) }
      } else if case .text(let before) = tree[rest[place - 1]].kind, before.hasSuffix(" ") {
        if after.hasPrefix(" ") {
          tree.dropFirst(1, ofText: rest[place])
        } else if let sign = after.first, ".,;:!?)".contains(sign) {
          let node = Int(rest[place - 1])
          tree.nodes[node].kind = .text(String(before.dropLast()))
          let span = tree.nodes[node].span
          tree.nodes[node].span = SourceSpan(Int(span.start), max(Int(span.end) - 1, Int(span.start)))
        }
      }
    }
    let siblings = Array(tree.children(of: parent))
    let words = tree.add(.paragraph, around: content)
    let division = tree.add(.division, around: [words])
    let start = Int(tree[paragraph].span.start)
    tree.nodes[Int(division)].span = SourceSpan(start, start)
    tree.add(Attributes(classes: [name]), to: division)
    tree.setChildren(of: paragraph, to: rest)
    tree.setChildren(of: parent, to: siblings.flatMap { $0 == paragraph ? rest.isEmpty ? [division] : [division, paragraph] : [$0] })
    return true
  }
}
