import TypesetDiagnostics

extension TreeEdit {
  /// What differs between two trees, as whole blocks: what a client's resolvers have made of a text before and after an edit of it.
  ///
  /// Resolvers may make other things of the same text, so that nodes are compared and not followed. All nodes before the blocks are the same,
  /// all after them have only moved.
  ///
  /// - Parameters:
  ///   - edit: What has changed in the text.
  ///   - looksAlike: True if an attachment with a number looks in the new tree as it did in the old one.
  /// - Returns: Nil where the difference cannot be said so.
  package init?(from old: Tree, to new: Tree, after edit: TreeEdit, looksAlike: @escaping (Int32) -> Bool) {
    let comparison = Comparison(
      old: old, new: new, end: edit.oldBytes.upperBound, byteShift: edit.byteShift, nodeShift: new.nodes.count - old.nodes.count,
      looksAlike: looksAlike)
    let (count, newCount) = (old.nodes.count, new.nodes.count)
    let same = comparison.nodesInFront()
    guard same < count || same < newCount else {
      self.init(old: count..<count, new: count..<count, oldBytes: edit.oldBytes, newBytes: edit.newBytes)
      return
    }
    let tops = old.children(of: 0).map(Int.init)
    guard let first = tops.last(where: { $0 <= same }) else { return nil }
    let behind = comparison.nodesBehind(first)
    let last = tops.first { $0 > first && $0 >= count - behind } ?? count
    guard new.nodes.indices.contains(first), new.nodes[first].parent == 0 else { return nil }
    // Attributes are numbered through each tree.
    let (removed, added) = (old.nodes[first..<last], new.nodes[first..<last + comparison.nodeShift])
    let (known, found) = (removed.map { $0.attributes }.filter { $0 >= 0 }, added.map { $0.attributes }.filter { $0 >= 0 })
    guard known.count == found.count,
      zip(known, found).allSatisfy({ old.attributes[Int($0)] == new.attributes[Int($1)] })
    else { return nil }
    var numbers = found[...]
    let nodes = removed.map { node in
      var node = node
      if node.attributes >= 0 { node.attributes = numbers.removeFirst() }
      return node
    }
    guard let bytes = comparison.bytes(of: removed, edit) else { return nil }
    self.init(
      old: first..<last, new: first..<last + comparison.nodeShift, oldBytes: bytes,
      newBytes: bytes.lowerBound..<bytes.upperBound + edit.byteShift, removed: nodes)
  }
}

/// Two trees that are compared from both ends.
private struct Comparison {
  let old: Tree
  let new: Tree
  /// Where the edit ends in the old text: what begins after it has moved.
  let end: Int
  let byteShift: Int
  let nodeShift: Int
  let looksAlike: (Int32) -> Bool

  /// How many nodes are the same from the beginning.
  func nodesInFront() -> Int {
    let count = min(old.nodes.count, new.nodes.count)
    // The document's own span has the text's length.
    var index = 1
    while index < count, isSame(index, movedBy: 0) { index += 1 }
    return index
  }

  /// How many nodes at the end are the same but for their places, after a block.
  func nodesBehind(_ first: Int) -> Int {
    var index = old.nodes.count
    while index - 1 > first, index - 1 + nodeShift > first, isSame(index - 1, movedBy: nodeShift) { index -= 1 }
    return old.nodes.count - index
  }

  private func isSame(_ index: Int, movedBy shift: Int) -> Bool {
    let (node, other) = (old.nodes[index], new.nodes[index + shift])
    let bytes = Int(node.span.start) >= end ? byteShift : 0
    func moved(_ link: Tree.Index) -> Tree.Index { link > 0 ? link + Tree.Index(shift) : link }
    guard moved(node.parent) == other.parent, moved(node.firstChild) == other.firstChild, moved(node.nextSibling) == other.nextSibling,
      node.span.moved(by: bytes) == other.span, node.attributes < 0 ? other.attributes < 0 : other.attributes >= 0,
      node.attributes < 0 || old.attributes[Int(node.attributes)] == new.attributes[Int(other.attributes)]
    else { return false }
    switch (node.kind, other.kind) {
    case (.attachment(let a), .attachment(let b)): return a == b && looksAlike(a)
    case (.math(var a), .math(let b)), (.mathBlock(var a), .mathBlock(let b)):
      if bytes != 0 { a.move(by: bytes) }
      return a == b
    case (let a, let b): return a == b
    }
  }

  /// The text of blocks that differ; nil where blocks that stay are in it, which is so if something else than the text has changed, too.
  func bytes(of removed: ArraySlice<Tree.Node>, _ edit: TreeEdit) -> Range<Int>? {
    let start = removed.first.map { Int($0.span.start) } ?? edit.oldBytes.lowerBound
    let reach = removed.map { Int($0.span.end) }.max() ?? end
    guard reach <= end || byteShift == 0 else { return nil }
    let upper = max(reach, end)
    return min(start, edit.oldBytes.lowerBound, upper)..<upper
  }
}
