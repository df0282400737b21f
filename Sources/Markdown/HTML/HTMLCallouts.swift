import TypesetDiagnostics

// Admonitions as HTML: docutils' `<div class="admonition note">`, Bootstrap's and notebooks' `<div class="alert alert-info">`,
// rustdoc's `<div class="warning">`.

extension HTMLConversion {
  struct ClassedCallout {
    var kind: String
    /// True if the kind is above a text that has no title of its own.
    var isNamed: Bool
  }

  /// The callout that an element's classes say it is.
  static func callout(_ attributes: Attributes) -> ClassedCallout? {
    let classes = attributes.classes.map { $0.lowercased() }
    if classes.contains("admonition") {
      return ClassedCallout(kind: classes.first { $0 != "admonition" && kinds.contains($0) } ?? "note", isNamed: true)
    }
    if classes.contains("alert") {
      let kind = classes.lazy.compactMap { name in alerts.first { name == "alert-" + $0.key }?.value }.first
      return kind.map { ClassedCallout(kind: $0, isNamed: false) }
    }
    guard classes.count == 1, let name = classes.first, kinds.contains(name) else { return nil }
    return ClassedCallout(kind: name, isNamed: true)
  }

  private static let kinds: Set<String> = [
    "note", "tip", "hint", "info", "important", "warning", "caution", "danger", "error", "attention", "seealso", "todo",
  ]

  private static let alerts = [
    "info": "note", "primary": "note", "secondary": "note", "note": "note", "success": "success", "tip": "tip", "warning": "warning",
    "danger": "danger", "error": "danger", "block-info": "note",
  ]

  /// The blocks of a callout, its title first; an empty one where nothing is to be above them.
  mutating func titled(_ content: [Tree.Index], _ callout: ClassedCallout, _ span: SourceSpan) -> [Tree.Index] {
    guard let first = content.first else { return content }
    let tree = extensions.tree
    if Self.isTitle(tree.attributes(of: first)) {
      switch tree[first].kind {
      case .paragraph, .heading:
        extensions.tree.nodes[Int(first)].kind = .title
        return content
      case .division:
        if let only = tree.onlyChild(of: first), case .paragraph = tree[only].kind {
          extensions.tree.nodes[Int(only)].kind = .title
          return [only] + content.dropFirst()
        }
      default: break
      }
    }
    if case .heading = tree[first].kind {
      extensions.tree.nodes[Int(first)].kind = .title
      return content
    }
    // Words in bold are a title that its author has written.
    if callout.isNamed, !beginsBold(first) { return content }
    return [extensions.tree.add(.title, SourceSpan(Int(span.start), Int(span.start)))] + content
  }

  private static func isTitle(_ attributes: Attributes?) -> Bool {
    attributes?.classes.contains { ["title", "admonition-title", "alert-title", "alert-heading", "note-title"].contains($0.lowercased()) }
      ?? false
  }

  private func beginsBold(_ block: Tree.Index) -> Bool {
    guard case .paragraph = extensions.tree[block].kind, case let first = extensions.tree[block].firstChild, first >= 0 else {
      return false
    }
    if case .strong = extensions.tree[first].kind { return true }
    return false
  }
}
