import TypesetDiagnostics

/// Entries of a tree of files, which become items of lists: Nextra's `<FileTree.Folder name="app"><FileTree.File name="page.tsx" /></FileTree.Folder>`,
/// Fumadocs' `<Folder name="app"><File name="page.tsx" /></Folder>`.
enum FileTree {
  private static let names: Set<String> = ["file", "folder", "filetree-file", "filetree-folder"]

  /// The name of the file or folder that an element stands for.
  static func entry(_ element: String, _ pairs: [Attributes.Pair]) -> String? {
    guard names.contains(element), let name = pairs.first(where: { $0.key == "name" })?.value, !name.isEmpty, !name.hasPrefix("{") else {
      return nil
    }
    return element.hasSuffix("folder") && !name.hasSuffix("/") ? name + "/" : name
  }

  /// The item for an entry, with what is in it.
  static func item(_ name: String, _ span: SourceSpan, _ content: [Tree.Index], in tree: inout Tree) -> Tree.Index {
    let code = tree.add(.code(name), span)
    let line = tree.add(.paragraph, around: [code])
    return tree.add(.item(isChecked: nil), around: [line] + content)
  }

  /// Blocks with their items in lists: those that are beside each other in one.
  static func lists(of blocks: [Tree.Index], in tree: inout Tree) -> [Tree.Index] {
    func isItem(_ index: Tree.Index) -> Bool { if case .item = tree[index].kind { true } else { false } }
    guard blocks.contains(where: { isItem($0) }) else { return blocks }
    var out: [Tree.Index] = []
    var items: [Tree.Index] = []
    for block in blocks {
      if isItem(block) {
        items.append(block)
        continue
      }
      if !items.isEmpty { out.append(tree.add(.list(start: nil, isTight: true), around: items)) }
      items = []
      out.append(block)
    }
    if !items.isEmpty { out.append(tree.add(.list(start: nil, isTight: true), around: items)) }
    return out
  }
}
