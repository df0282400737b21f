internal import TypesetDiagnostics

/// Obsidian's names of blocks, to which links lead: ` ^name` at the end of a paragraph, or alone below a table, a quote or a list.
enum BlockNames {
  /// True if a text from a caret on is a name and nothing else.
  static func begins(_ bytes: [UInt8], at caret: Int) -> Bool {
    // It may follow an embedded picture: `![[a.png]]^name`.
    let followsLink = caret > 1 && bytes[caret - 1] == ASCII.closeBracket && bytes[caret - 2] == ASCII.closeBracket
    guard caret == 0 || ASCII.isBlank(bytes[caret - 1]) || followsLink, caret + 1 < bytes.count else { return false }
    let name = bytes[(caret + 1)...]
    // A number alone is a power behind words, but for the six digits or more that programs make up.
    return name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
      && (name.contains(where: ASCII.isLetter) || name.count >= 6 || caret == 0 && name.count > 1)
  }

  /// Takes the names out of the text, and gives them to their blocks.
  static func read(in tree: inout Tree) {
    for index in tree.nodes.indices where tree.nodes[index].firstChild >= 0 {
      let parent = Tree.Index(index)
      let children = Array(tree.children(of: parent))
      var kept: [Tree.Index] = []
      for block in children where !namesBlock(block, above: kept.last, in: &tree) { kept.append(block) }
      if kept.count < children.count { tree.setChildren(of: parent, to: kept) }
    }
  }

  /// Takes the name out of one block; true if the block is a name alone, which the block above has then.
  private static func namesBlock(_ block: Tree.Index, above: Tree.Index?, in tree: inout Tree) -> Bool {
    let isTitle: Bool
    switch tree[block].kind {
    case .paragraph: isTitle = false
    case .title: isTitle = true
    default: return false
    }
    let children = Array(tree.children(of: block))
    guard let last = children.last, case .text(let text) = tree[last].kind else { return false }
    let bytes = Array(text.utf8)
    guard let caret = bytes.lastIndex(of: UInt8(ascii: "^")), begins(bytes, at: caret) else { return false }
    let name = Attributes(pairs: [Attributes.Pair("anchor", String(decoding: bytes[caret...], as: UTF8.self))])
    if caret == 0, children.count == 1, !isTitle {
      guard let above else { return false }
      tree.add(name, to: above)
      return true
    }
    var end = caret
    while end > 0, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    tree.nodes[Int(last)].kind = .text(String(decoding: bytes[..<end], as: UTF8.self))
    tree.nodes[Int(last)].span.end -= Int32(clamping: bytes.count - end)
    if end == 0 {
      var rest = children.dropLast()
      if let before = rest.last, [.softBreak, .lineBreak].contains(tree[before].kind) { rest.removeLast() }
      tree.setChildren(of: block, to: Array(rest))
    }
    // The title's block has the name.
    tree.add(name, to: isTitle ? tree[block].parent : block)
    return false
  }
}
