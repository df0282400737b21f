import TypesetDiagnostics

/// The names of blocks in the files of a work.
///
/// To most tools a page's names are its own: two pages may have a block `#example` each. Labels of a book (`#fig-x`, `(label)=`) are the book's.
struct WorkNames {
  private var taken: Set<String> = []
  /// By the numbers of files: names that were taken, and what they are called instead.
  private(set) var renamed: [Int: [String: String]] = [:]

  /// Gives the blocks of a file names that no file before has.
  mutating func makeUnique(in tree: inout Tree, of number: Int, _ file: Source.File) {
    guard let chapter = file.chapter, !tree.attributes.isEmpty else { return }
    var own: [String: String] = [:]
    var names: Set<String> = []
    for node in tree.nodes where node.attributes >= 0 {
      let place = Int(node.attributes)
      guard let id = tree.attributes[place].id else { continue }
      if own[id] == nil, taken.contains(id), chapter.form != .chapter || Self.isOfPage(id, node.kind) { own[id] = free(id, number) }
      if let name = own[id] { tree.attributes[place].id = name }
      names.insert(own[id] ?? id)
    }
    taken.formUnion(names)
    guard !own.isEmpty else { return }
    renamed[number] = own
    for index in tree.nodes.indices {
      guard case .reference(let label) = tree.nodes[index].kind else { continue }
      let (sign, name) = label.hasPrefix("-") ? ("-", String(label.dropFirst())) : ("", label)
      if let unique = own[name] { tree.nodes[index].kind = .reference(label: sign + unique) }
    }
  }

  private func free(_ id: String, _ number: Int) -> String {
    var free = "\(id)-\(number + 1)"
    while taken.contains(free) { free += "-" }
    return free
  }

  /// True for names that are no labels of a book: those of boxes and of words, unless they begin as labels do.
  private static func isOfPage(_ id: String, _ kind: Tree.Kind) -> Bool {
    switch kind {
    case .division, .span: !CrossReferenceLabel.kinds.contains(String(id.prefix { $0 != "-" && $0 != ":" }))
    default: false
    }
  }
}
