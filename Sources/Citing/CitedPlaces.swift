internal import TypesetMarkdown

/// The citations of a document in the order in which they are read: citations in notes are read at the reference to the note.
struct CitedPlaces {
  struct Place {
    var node: Tree.Index
    /// As its author wrote it.
    var text: String
    /// The number of the note around it; 0 in the text.
    var enclosingNote: Int
    /// The number that its own note has in a style of notes.
    var ownNote: Int
    /// The block of the document's own that has it, or that refers to its note.
    var block: Tree.Index

    func note(inNotes: Bool) -> Int { inNotes ? max(enclosingNote, ownNote) : 0 }
  }

  private(set) var found: [Place] = []

  init(in tree: Tree) {
    var definitions: [String: Tree.Index] = [:]
    for index in tree.nodes.indices {
      if case .footnoteDefinition(let label) = tree.nodes[index].kind { definitions[label] = Tree.Index(index) }
    }
    var note = 0
    var stack: [(node: Tree.Index, note: Int, block: Tree.Index)] = [(0, 0, 0)]
    while let (index, enclosing, within) = stack.popLast() {
      let block = within == 0 ? index : within
      switch tree[index].kind {
      case .reference(let label) where label.hasPrefix(CitedWorks.mark):
        if enclosing == 0 { note += 1 }
        found.append(
          Place(node: index, text: String(label.dropFirst()), enclosingNote: enclosing, ownNote: enclosing == 0 ? note : 0, block: block))
      case .footnoteReference(let label):
        // A note is read once.
        if let definition = definitions.removeValue(forKey: label) {
          note += 1
          for child in Array(tree.children(of: definition)).reversed() { stack.append((child, note, block)) }
        }
      case .footnoteDefinition: break
      default: for child in Array(tree.children(of: index)).reversed() { stack.append((child, enclosing, block)) }
      }
    }
  }
}
