import TypesetDiagnostics

/// Admonitions as HTML: docutils' `<div class="admonition note">`, Bootstrap's and notebooks' `<div class="alert alert-info">`,
/// rustdoc's `<div class="warning">`.
struct HTMLCallout {
  var kind: String
  /// True if the kind is the title of a text that has none of its own.
  var isNamed: Bool
  /// The words of its attribute `title`.
  var title: String?
  /// Of a component that is a theorem: `<Theorem name="Euler">`.
  var theorem: Tree.Callout?
  /// The number that its author gives it: `<Theorem number="3.1">`.
  var number: String?

  /// The callout that an element's classes say it is.
  static func named(by attributes: Attributes) -> Self? {
    let classes = attributes.classes.map { $0.lowercased() }
    if classes.contains("admonition") {
      return Self(kind: classes.first { $0 != "admonition" && kinds.contains($0) } ?? "note", isNamed: true)
    }
    if classes.contains("alert") {
      let kind = classes.lazy.compactMap { name in alerts.first { name == "alert-" + $0.key }?.value }.first
      return kind.map { Self(kind: $0, isNamed: false) }
    }
    // Jekyll's documentation: `<div class="note warning">`.
    guard let name = classes.last, classes.allSatisfy(kinds.contains), classes.count == 1 || classes.count == 2 && classes[0] == "note"
    else { return nil }
    return Self(kind: name, isNamed: true)
  }

  /// The callout that a component is: `<Note>`, `<Admonition type="info" title="Words">`, `<Callout type="warning">`.
  static func component(_ tag: String, _ pairs: [Attributes.Pair]) -> Self? {
    guard HTMLNames.beginsAsComponent(tag) else { return nil }
    func value(_ key: String) -> String? { pairs.first { $0.key == key && !$0.value.isEmpty }?.value }
    let name = tag.dropFirst().prefix { $0.isLetter || $0.isNumber }
    let title = value("title")
    let word = name.lowercased()
    if kinds.contains(word) || word == "check" { return Self(kind: word == "check" ? "success" : word, isNamed: true, title: title) }
    if var theorem = Tree.Callout(theorem: Attributes(classes: [word])) {
      // `<Theorem type="definition">` of Slidev's themes.
      if word == "theorem", let type = (value("type") ?? value("kind") ?? value("variant"))?.lowercased(), type.allSatisfy(\.isLetter) {
        theorem = Tree.Callout(theorem: Attributes(classes: [type])) ?? Tree.Callout(.theorem, kind: type, isCounted: true)
      }
      let number = value("number")?.trimmedWhitespace()
      if number != nil || value("autonumber") == "false" || value("numbered") == "false" { theorem.isCounted = false }
      return Self(kind: theorem.kind, isNamed: true, title: title ?? value("name"), theorem: theorem, number: number)
    }
    guard ["admonition", "callout", "aside", "alert"].contains(word) else { return nil }
    let kind = value("type") ?? value("variant") ?? value("kind") ?? "note"
    return Self(kind: kinds.contains(kind) ? kind : alerts[kind] ?? "note", isNamed: true, title: title)
  }

  private static let kinds: Set<String> = [
    "note", "tip", "hint", "info", "important", "warning", "caution", "danger", "error", "attention", "seealso", "todo",
  ]

  private static let alerts = [
    "info": "note", "primary": "note", "secondary": "note", "note": "note", "success": "success", "tip": "tip", "warning": "warning",
    "danger": "danger", "error": "danger", "block-info": "note",
  ]

  /// The callout of a component.
  var callout: Tree.Callout { theorem ?? Tree.Callout(.admonition, kind: kind) }

  /// The title of a component.
  func writtenTitle(_ span: SourceSpan, in tree: inout Tree) -> [Tree.Index] {
    guard let title else { return [] }
    let words = tree.add(.text(title), span)
    return [tree.add(.title, around: [words])]
  }

  /// The blocks of a callout, its title first; an empty title if nothing goes above them.
  func titled(_ content: [Tree.Index], _ span: SourceSpan, in tree: inout Tree) -> [Tree.Index] {
    guard let first = content.first else { return content }
    if Self.isTitle(tree.attributes(of: first)) {
      switch tree[first].kind {
      case .paragraph, .heading:
        tree.nodes[Int(first)].kind = .title
        return content
      case .division:
        if let only = tree.onlyChild(of: first), case .paragraph = tree[only].kind {
          tree.nodes[Int(only)].kind = .title
          return [only] + content.dropFirst()
        }
      default: break
      }
    }
    if case .heading = tree[first].kind {
      tree.nodes[Int(first)].kind = .title
      return content
    }
    // Bold text at the beginning is a title that the author wrote.
    if isNamed, !Self.beginsBold(first, in: tree) { return content }
    return [tree.add(.title, SourceSpan(Int(span.start), Int(span.start)))] + content
  }

  private static func isTitle(_ attributes: Attributes?) -> Bool {
    attributes?.classes.contains { ["title", "admonition-title", "alert-title", "alert-heading", "note-title"].contains($0.lowercased()) }
      ?? false
  }

  private static func beginsBold(_ block: Tree.Index, in tree: borrowing Tree) -> Bool {
    guard case .paragraph = tree[block].kind, case let first = tree[block].firstChild, first >= 0 else {
      return false
    }
    if case .strong = tree[first].kind { return true }
    return false
  }
}
