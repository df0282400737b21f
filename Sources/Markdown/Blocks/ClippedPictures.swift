import TypesetDiagnostics

/// Pictures as programs leave them that save pages of the web, or export notes.
enum ClippedPictures {
  /// Leaves out pictures that a page shows until it has loaded others, and descriptions that the paragraph below says again, as in Notion's
  /// exports.
  static func mend(in tree: inout Tree) -> [Diagnostic] {
    var gone: Set<Tree.Index> = []
    var first: SourceSpan?
    for number in tree.nodes.indices {
      guard case .image(let source, _) = tree.nodes[number].kind, case let index = Tree.Index(number), tree[index].parent >= 0 else {
        continue
      }
      if isPlaceholder(source) {
        if gone.isEmpty { first = tree[index].span }
        gone.insert(index)
      } else if isSaidAgain(index, in: tree) {
        tree.add(Attributes(pairs: [Attributes.Pair("caption", "")]), to: index)
      }
    }
    guard let first else { return [] }
    let count = gone.count
    for index in Array(gone) {
      let parent = tree[index].parent
      guard case .paragraph = tree[parent].kind, tree.children(of: parent).allSatisfy(gone.contains) else { continue }
      gone.insert(parent)
    }
    tree.remove(gone)
    return [
      Diagnostic(
        .warning, "picture.placeholder", at: first,
        (count == 1 ? "this picture is only a placeholder" : "\(count) pictures are only placeholders")
          + " of a page that had not loaded what it shows: nothing is shown",
        hint: "save the page once its pictures are there, or put them in")
    ]
  }

  /// An empty drawing, or a picture of one point, in the address itself.
  private static func isPlaceholder(_ source: String) -> Bool {
    guard source.utf8.starts(with: "data:image/".utf8), source.utf8.count < 400 else { return false }
    if source.utf8.starts(with: "data:image/gif;base64,R0lGODlhAQABA".utf8) { return true }
    guard source.utf8.starts(with: "data:image/svg+xml".utf8) else { return false }
    let drawing = source.replacing("%3C", with: "<").replacing("%3c", with: "<").replacing("%3E", with: ">").replacing("%3e", with: ">")
    guard let open = drawing.firstIndex(of: "<"), drawing[open...].hasPrefix("<svg") else { return false }
    let rest = drawing[open...].dropFirst(4)
    // One with a size of its own may be meant to keep room.
    guard !rest.contains("width"), !rest.contains("height") else { return false }
    return rest.hasSuffix("></svg>") && !rest.dropLast(6).contains("<") || rest.hasSuffix("/>") && !rest.contains("<")
  }

  /// True for a picture alone in its paragraph whose description is all of the paragraph below.
  private static func isSaidAgain(_ image: Tree.Index, in tree: borrowing Tree) -> Bool {
    let paragraph = tree[image].parent
    guard tree[image].firstChild >= 0, tree[image].nextSibling < 0, tree[paragraph].firstChild == image,
      case .paragraph = tree[paragraph].kind, case let next = tree[paragraph].nextSibling, next >= 0, case .paragraph = tree[next].kind,
      tree[next].span.end - tree[next].span.start < 1_000, tree.attributes(of: image)?["caption"] == nil
    else { return false }
    // The picture below may be described by the same words.
    guard tree.children(of: next).allSatisfy({ if case .image = tree[$0].kind { false } else { true } }) else { return false }
    let words = tree.plainText(of: image).trimmedWhitespace()
    return !words.isEmpty && words == tree.plainText(of: next).trimmedWhitespace()
  }
}
