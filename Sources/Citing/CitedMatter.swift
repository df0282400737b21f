import TypesetDiagnostics
import TypesetMarkdown
import TypesetYAML

/// The abstract of front matter with its citations, which stand before those of the text: as pandoc has it, citations are set in metadata, too.
///
/// As long as citations are set it is part of the document's tree; then its text has their words, and it is front matter again.
struct CitedMatter {
  private let text: [UInt8]
  /// The nodes of its citations, and where these are in its text.
  private var citations: [(node: Tree.Index, range: Range<Int>)] = []
  /// What holds it in the tree.
  private let division: Tree.Index

  /// Nil for an abstract without citations; else it becomes the tree's first block.
  init?(of matter: FrontMatter, in tree: inout Tree, _ dialect: Dialect) {
    guard let value = matter.value("abstract"), let words = value.text, words.utf8.contains(UInt8(ascii: "@")) else { return nil }
    text = Array(words.utf8)
    var options = ParseOptions()
    (options.dialect, options.keepsCitations, options.citesWorks) = (dialect, true, true)
    var content = TypesetMarkdown.parse(Source(name: "", bytes: text), options: options).tree
    let base = Tree.Index(tree.nodes.count)
    for index in content.nodes.indices {
      guard case .reference(let label) = content.nodes[index].kind, label.hasPrefix(CitedWorks.mark) else { continue }
      citations.append((base + Tree.Index(index), content.nodes[index].span.range(within: text.count)))
    }
    guard !citations.isEmpty else { return nil }
    content.moveSpans(by: nil, else: value.span)
    let blocks = tree.adopt(content)
    division = tree.add(.division, value.span)
    tree.setChildren(of: division, to: blocks)
    tree.setChildren(of: 0, to: [division] + Array(tree.children(of: 0)))
  }

  /// Takes the abstract out of the tree again.
  ///
  /// - Returns: Its text, with the words of its citations.
  func taken(from tree: inout Tree) -> String {
    var out = text
    var gone: Set<Tree.Index> = [division]
    for (node, range) in citations.sorted(by: { $0.range.lowerBound > $1.range.lowerBound }) {
      out.replaceSubrange(range, with: Array(words(of: node, in: tree, &gone).utf8))
    }
    tree.setChildren(of: 0, to: Array(tree.children(of: 0)).filter { !gone.contains($0) })
    return String(decoding: out, as: UTF8.self)
  }

  /// A citation's words; those of a style of notes in a note.
  private func words(of node: Tree.Index, in tree: Tree, _ gone: inout Set<Tree.Index>) -> String {
    for child in tree.children(of: node) {
      guard case .footnoteReference(let label) = tree[child].kind,
        let note = tree.nodes.firstIndex(where: { $0.kind == .footnoteDefinition(label: label) })
      else { continue }
      gone.insert(Tree.Index(note))
      return "^[" + tree.plainText(of: Tree.Index(note)) + "]"
    }
    return tree.plainText(of: node)
  }
}

extension FrontMatter {
  /// The front matter with another abstract.
  func withAbstract(_ text: String) -> FrontMatter {
    guard let values, let entries = values.entries else { return self }
    var out = self
    let changed = entries.map { entry in
      var entry = entry
      if entry.key == "abstract" { entry.value = YAMLValue(.scalar(text, isPlain: false), span: entry.value.span) }
      return entry
    }
    out.values = YAMLValue(.mapping(changed), span: values.span)
    return out
  }
}
