import TypesetMarkdown

/// Notes in a title, a subtitle and authors' names: `Ann Other^[now at Ghent]`. They stand below the authors, with the signs of LaTeX's `\thanks`.
struct TitleNotes: Hashable, Sendable {
  struct Note: Hashable, Sendable {
    let sign: String
    /// Its tree, and the paragraph in it.
    let tree: Tree
    let paragraph: Tree.Index
  }

  private(set) var notes: [Note] = []
  private let signs: [String]

  /// - Parameter hasAsterisk: True if an asterisk leads to the address of an author.
  init(besideAsterisk hasAsterisk: Bool = false) { signs = Array(["∗", "†", "‡", "§", "¶", "‖"].dropFirst(hasAsterisk ? 1 : 0)) }

  /// Takes the notes of a title or a name.
  ///
  /// - Returns: Their signs, by label.
  mutating func take(from tree: Tree) -> [String: String] {
    var paragraphs: [String: Tree.Index] = [:]
    for block in tree.children(of: 0) {
      if case .footnoteDefinition(let label) = tree[block].kind { paragraphs[label] = tree[block].firstChild }
    }
    var taken: [String: String] = [:]
    for node in tree.nodes {
      guard case .footnoteReference(let label) = node.kind, let paragraph = paragraphs.removeValue(forKey: label) else { continue }
      let sign = String(repeating: signs[notes.count % signs.count], count: notes.count / signs.count + 1)
      notes.append(Note(sign: sign, tree: tree, paragraph: paragraph))
      taken[label] = sign
    }
    return taken
  }
}
