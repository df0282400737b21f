internal import TypesetDiagnostics

/// Obsidian's names of blocks, to which links lead: ` ^name` at the end of a paragraph, or alone below a table, a quote or a list.
enum BlockNames {
  /// True if a text from a caret on is a name and nothing else.
  static func begins(_ bytes: [UInt8], at caret: Int) -> Bool {
    // It may follow an embedded picture: `![[a.png]]^name`.
    let followsLink = caret > 1 && bytes[caret - 1] == ASCII.closeBracket && bytes[caret - 2] == ASCII.closeBracket
    guard caret == 0 || ASCII.isBlank(bytes[caret - 1]) || followsLink, caret + 1 < bytes.count else { return false }
    let name = bytes[(caret + 1)...]
    // A number alone is a power, but for the six digits that Obsidian makes up.
    return name.allSatisfy { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "-") }
      && (name.contains(where: ASCII.isLetter) || name.count == 6 && name.allSatisfy(ASCII.isDigit))
  }

  /// Takes the names out of the text, and gives them to their blocks.
  static func read(in tree: inout Tree) {
    for index in tree.nodes.indices {
      let block = Tree.Index(index)
      var isTitle = false
      switch tree[block].kind {
      case .paragraph: break
      case .title: isTitle = true
      default: continue
      }
      let children = Array(tree.children(of: block))
      guard let last = children.last, case .text(let text) = tree[last].kind else { continue }
      let bytes = Array(text.utf8)
      guard let caret = bytes.lastIndex(of: UInt8(ascii: "^")), begins(bytes, at: caret) else { continue }
      let name = Attributes(pairs: [Attributes.Pair("anchor", String(decoding: bytes[caret...], as: UTF8.self))])
      if caret == 0, children.count == 1, !isTitle {
        guard let above = tree.children(of: tree[block].parent).prefix(while: { $0 != block }).last.map({ $0 }) else { continue }
        tree.add(name, to: above)
        tree.setChildren(of: tree[block].parent, to: Array(tree.children(of: tree[block].parent)).filter { $0 != block })
        continue
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
    }
  }
}
