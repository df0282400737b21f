import TypesetMarkdown

/// Notes in a title, a subtitle, authors' names and the abstract: `Ann Other^[now at Ghent]`. They are below the authors, those of the abstract below
/// that, with the signs of LaTeX's `\thanks`.
struct TitleNotes: Hashable, Sendable {
  struct Note: Hashable, Sendable {
    let sign: String
    /// Its tree, and the paragraph in it.
    let tree: Tree
    let paragraph: Tree.Index
  }

  private(set) var notes: [Note] = []
  private var count = 0
  private let signs: [String]

  /// - Parameter hasAsterisk: True if an asterisk leads to the address of an author.
  init(besideAsterisk hasAsterisk: Bool = false) { signs = Array(["∗", "†", "‡", "§", "¶", "‖"].dropFirst(hasAsterisk ? 1 : 0)) }

  /// Takes the notes of a title or a name.
  ///
  /// - Returns: Their signs, by label.
  mutating func take(from tree: Tree) -> [String: String] {
    var paragraphs: [String: Tree.Index] = [:]
    for block in tree.children(of: 0) {
      guard case .footnoteDefinition(let label) = tree[block].kind, case let first = tree[block].firstChild, first >= 0,
        case .paragraph = tree[first].kind
      else { continue }
      paragraphs[label] = first
    }
    var taken: [String: String] = [:]
    for node in tree.nodes {
      guard case .footnoteReference(let label) = node.kind, let paragraph = paragraphs.removeValue(forKey: label) else { continue }
      let sign = String(repeating: signs[count % signs.count], count: count / signs.count + 1)
      count += 1
      notes.append(Note(sign: sign, tree: tree, paragraph: paragraph))
      taken[label] = sign
      // Further paragraphs of a note.
      var next = tree[paragraph].nextSibling
      while next >= 0 {
        if case .paragraph = tree[next].kind { notes.append(Note(sign: "", tree: tree, paragraph: next)) }
        next = tree[next].nextSibling
      }
    }
    return taken
  }
}
