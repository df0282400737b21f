public import TypesetDiagnostics

// Changes that the extensions make to a tree that the parser has built.

extension Tree {
  /// A paragraph that now consists of a display becomes a block.
  mutating func mendDisplay(_ parent: Index) {
    guard case .paragraph = self[parent].kind, case let only = self[parent].firstChild, only >= 0, self[only].nextSibling < 0,
      case .math(let span) = self[only].kind, span.isDisplay
    else { return }
    let attributes = attributes(of: only)
    nodes[Int(parent)].kind = .mathBlock(span)
    nodes[Int(parent)].firstChild = -1
    if let attributes { add(attributes, to: parent) }
    // The formula is no longer in a list of children; its name is the block's.
    nodes[Int(only)].attributes = -1
  }

  /// Removes nodes, with their descendants, from the tree.
  mutating func remove(_ gone: Set<Index>) {
    for parent in Set(gone.map { self[$0].parent }) {
      setChildren(of: parent, to: Array(children(of: parent)).filter { !gone.contains($0) })
    }
  }

  /// Makes these nodes the children of another one, in this order.
  package mutating func setChildren(of parent: Index, to children: some Sequence<Index>) {
    var last: Index = -1
    nodes[Int(parent)].firstChild = -1
    for child in children {
      nodes[Int(child)].parent = parent
      nodes[Int(child)].nextSibling = -1
      if last < 0 { nodes[Int(parent)].firstChild = child } else { nodes[Int(last)].nextSibling = child }
      last = child
    }
  }

  /// Adds a node without a parent.
  package mutating func add(_ kind: Kind, _ span: SourceSpan) -> Index {
    nodes.append(Node(kind: kind, span: span, parent: -1))
    return Index(nodes.count - 1)
  }

  /// Adds a node around others, with the span of all of them.
  package mutating func add(_ kind: Kind, around children: some Collection<Index>) -> Index {
    var (start, end) = (children.isEmpty ? 0 : Int.max, 0)
    for child in children {
      let span = nodes[Int(child)].span
      (start, end) = (min(start, Int(span.start)), max(end, Int(span.end)))
    }
    let index = add(kind, SourceSpan(start, max(start, end)))
    setChildren(of: index, to: children)
    return index
  }

  /// The tree with its nodes in document order again, and without those that have no parent.
  ///
  /// - Parameter maximumDepth: Blocks that nest deeper are flattened, as in the parser, since walks of the tree are recursive.
  package func compacted(maximumDepth: Int) -> Tree {
    var out = Tree(nodes: [], attributes: attributes)
    (out.files, out.ownNames, out.elsewhere) = (files, ownNames, elsewhere)
    out.nodes.reserveCapacity(nodes.count)
    var lastChild: [Index] = []
    lastChild.reserveCapacity(nodes.count)
    var stack: [(node: Index, parent: Index, depth: Int)] = [(0, -1, 0)]
    while let (index, parent, depth) = stack.popLast() {
      var node = nodes[Int(index)]
      let children = Array(children(of: index))
      if depth > maximumDepth, let first = children.first, !HTMLExtensions.isInline(nodes[Int(first)].kind) {
        for child in children.reversed() { stack.append((child, parent, depth)) }
        continue
      }
      node.parent = parent
      node.firstChild = -1
      node.nextSibling = -1
      let copy = Index(out.nodes.count)
      out.nodes.append(node)
      lastChild.append(-1)
      if parent >= 0 {
        let last = lastChild[Int(parent)]
        if last < 0 { out.nodes[Int(parent)].firstChild = copy } else { out.nodes[Int(last)].nextSibling = copy }
        lastChild[Int(parent)] = copy
      }
      for child in children.reversed() { stack.append((child, copy, depth + 1)) }
    }
    return out
  }

  /// Gives nodes that were parsed separately their positions in a document.
  ///
  /// - Parameters:
  ///   - offset: Where their text begins there; nil if it is not there literally.
  ///   - whole: The span of all nodes in that case.
  public mutating func moveSpans(by offset: Int?, else whole: SourceSpan) {
    func moved(_ span: SourceSpan) -> SourceSpan { offset.map { SourceSpan($0 + Int(span.start), $0 + Int(span.end)) } ?? whole }
    func moved(_ formula: MathSpan) -> MathSpan {
      var formula = formula
      formula.span = moved(formula.span)
      formula.origins = formula.origins.map { origin in
        MathSpan.Origin(body: Int(origin.body), source: offset.map { $0 + Int(origin.source) } ?? Int(whole.start))
      }
      return formula
    }
    for index in nodes.indices {
      nodes[index].span = moved(nodes[index].span)
      switch nodes[index].kind {
      case .math(let formula): nodes[index].kind = .math(moved(formula))
      case .mathBlock(let formula): nodes[index].kind = .mathBlock(moved(formula))
      default: break
      }
    }
  }

  /// Adds the nodes of another tree, without a parent.
  ///
  /// - Returns: The children of its document.
  package mutating func adopt(_ other: Tree) -> [Index] {
    let base = Index(nodes.count)
    let firstAttributes = Int32(attributes.count)
    for var node in other.nodes {
      if node.parent >= 0 { node.parent += base }
      if node.firstChild >= 0 { node.firstChild += base }
      if node.nextSibling >= 0 { node.nextSibling += base }
      if node.attributes >= 0 { node.attributes += firstAttributes }
      nodes.append(node)
    }
    attributes += other.attributes
    return Array(children(of: base))
  }

  /// How many nodes are around one.
  package func depth(of index: Index) -> Int {
    var depth = 0
    var outer = self[index].parent
    while outer >= 0, depth < 10_000 {
      depth += 1
      outer = self[outer].parent
    }
    return depth
  }

  /// Adds the children of another tree's document after those of this one's.
  mutating func append(_ other: Tree) {
    var last = lastBlock
    append(other, after: &last)
  }

  /// The last child of the document; -1 if it has none.
  var lastBlock: Index {
    var last = nodes[0].firstChild
    while last >= 0, nodes[Int(last)].nextSibling >= 0 { last = nodes[Int(last)].nextSibling }
    return last
  }

  /// Makes room for the nodes of further trees.
  mutating func reserve(nodes count: Int) { nodes.reserveCapacity(nodes.count + count) }

  /// Adds the children of another tree's document.
  ///
  /// - Parameter last: The last child of this one's document; that of the other one afterwards.
  mutating func append(_ other: Tree, after last: inout Index) {
    let base = Index(nodes.count) - 1
    let firstAttributes = Int32(attributes.count)
    func moved(_ index: Index) -> Index { index > 0 ? index + base : index }
    for var node in other.nodes.dropFirst() {
      node.parent = moved(node.parent)
      node.firstChild = moved(node.firstChild)
      node.nextSibling = moved(node.nextSibling)
      if node.attributes >= 0 { node.attributes += firstAttributes }
      nodes.append(node)
    }
    attributes += other.attributes
    let first = other.nodes[0].firstChild
    guard first >= 0 else { return }
    if last < 0 { nodes[0].firstChild = moved(first) } else { nodes[Int(last)].nextSibling = moved(first) }
    last = moved(other.lastBlock)
  }

  /// Defines inline footnotes at the document's end, where the others are.
  mutating func addNotes(_ notes: [InlineNote]) {
    guard !notes.isEmpty else { return }
    var children = Array(children(of: 0))
    for (number, note) in notes.enumerated() {
      let label = "inline-\(number + 1)"
      nodes[Int(note.reference)].kind = .footnoteReference(label: label)
      children.append(add(.footnoteDefinition(label: label), around: [note.first]))
    }
    setChildren(of: 0, to: children)
  }

  /// Removes bytes at the beginning of a text; a text that becomes empty stays in the tree.
  mutating func dropFirst(_ count: Int, ofText index: Index) {
    guard case .text(let text) = nodes[Int(index)].kind else { return }
    nodes[Int(index)].kind = .text(String(decoding: text.utf8.dropFirst(count), as: UTF8.self))
    let span = nodes[Int(index)].span
    nodes[Int(index)].span = SourceSpan(min(Int(span.start) + count, Int(span.end)), Int(span.end))
  }
}

/// A footnote that is written in its place.
struct InlineNote {
  var reference: Tree.Index
  /// The first of its inlines.
  var first: Tree.Index
}

extension Tree.Kind {
  /// True for inlines.
  public var isInline: Bool {
    switch self {
    case .text, .softBreak, .lineBreak, .code, .htmlInline, .emphasis, .strong, .strikethrough, .link, .image, .footnoteReference, .math,
      .span, .subscripted, .superscripted, .inserted, .highlighted, .small, .keyboard, .abbreviation, .reference,
      .attachment, .directive(_, isInline: true):
      true
    default: false
    }
  }
}
