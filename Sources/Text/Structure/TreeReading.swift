internal import TypesetDiagnostics
package import TypesetMarkdown

extension AttributedText {
  /// The text of a tree, wherever it comes from.
  package init(of tree: Tree) { self.init(TextMaker(tree), origin: nil) }
}

extension TextMaker {
  /// The text of a tree, with all its nodes.
  init(_ tree: Tree) {
    self.init(structure: Structure())
    read(tree)
  }

  private mutating func read(_ tree: Tree) {
    structure.nodes = []
    structure.nodes.reserveCapacity(tree.nodes.count)
    // With each node the set of the text in it, and how many inlines are around it.
    var stack: [(node: Tree.Index, parent: Int32, set: Int32, isInObject: Bool, levels: Int)] = [(0, -1, 0, false, 0)]
    while let visit = stack.popLast() {
      let node = tree[visit.node]
      if case .text("") = node.kind { continue }
      if visit.levels > Structure.mostInlines, node.kind.isContainer, node.firstChild >= 0 {
        // What the level says is kept, the level is not.
        if flattened == nil { flattened = node.span }
        var attributes = sets[visit.set]
        if !visit.isInObject, visit.levels <= Structure.mostMerged {
          Structure.apply(node.kind, tree.attributes(of: visit.node), to: &attributes)
        }
        let set = sets.number(of: attributes)
        for child in Array(tree.children(of: visit.node)).reversed() {
          stack.append((child, visit.parent, set, visit.isInObject, visit.levels + 1))
        }
        continue
      }
      let copy = Int32(structure.nodes.count)
      structure.nodes.append(
        Structure.Node(
          kind: node.kind, attributes: tree.attributes(of: visit.node), parent: visit.parent, span: node.span,
          isInObject: visit.isInObject))
      let children = Array(tree.children(of: visit.node))
      if node.kind.isContainer, children.allSatisfy({ tree[$0].kind == .text("") }) { structure.nodes[Int(copy)].isMark = true }
      var inner = visit
      (inner.parent, inner.isInObject) = (copy, visit.isInObject || node.kind.isObject)
      if node.kind.isInline { inner.levels += 1 }
      if !visit.isInObject {
        if node.kind.isObject {
          // Its words are known only when they are there.
          addWords(of: children, in: tree, below: copy)
          inner.set = set(of: copy, in: visit.set)
          add(Tree.Kind.objectCharacter, copy, inner.set)
          continue
        }
        inner.set = set(of: copy, in: visit.set)
        addText(of: copy, node.kind, set: inner.set)
      }
      for child in children.reversed() {
        inner.node = child
        stack.append(inner)
      }
    }
  }

  private mutating func set(of node: Int32, in outer: Int32) -> Int32 {
    let (kind, attributes) = (structure[node].kind, structure[node].attributes)
    guard kind.isInline, attributes != nil || kind.saysSomething || structure[node].isMark else { return kind.isInline ? outer : 0 }
    var inner = sets[outer]
    structure.apply(node, to: &inner)
    return sets.number(of: inner)
  }

  /// The characters that a node itself has.
  private mutating func addText(of node: Int32, _ kind: Tree.Kind, set: Int32) {
    switch kind {
    case .text(let text):
      add(text, node, set)
      structure.nodes[Int(node)].kind = .text("")
    case .code(let text):
      add(text, node, set)
      structure.nodes[Int(node)].kind = .code("")
    case .codeBlock(let info, let literal):
      add(literal, node, set)
      structure.nodes[Int(node)].kind = .codeBlock(info: info, literal: "")
    case .softBreak: add(" ", node, set)
    case .lineBreak: add("\n", node, set)
    case .mathBlock:
      var attributes = TextAttributes()
      structure.apply(node, to: &attributes)
      add(Tree.Kind.objectCharacter, node, sets.number(of: attributes))
    case _ where structure[node].isMark: add(Tree.Kind.objectCharacter, node, set)
    default: break
    }
  }

  private mutating func add(_ text: String, _ leaf: Int32, _ set: Int32) {
    append(text, leaf: leaf, set: set)
    structure.nodes[Int(leaf)].hadText = !text.isEmpty
  }

  private mutating func addWords(of children: [Tree.Index], in tree: Tree, below parent: Int32) {
    var stack = children.reversed().map { (node: $0, parent: parent, levels: 0) }
    while let visit = stack.popLast() {
      if visit.levels > Structure.mostInlines, tree[visit.node].firstChild >= 0 {
        stack += Array(tree.children(of: visit.node)).reversed().map { ($0, visit.parent, visit.levels) }
        continue
      }
      let copy = Int32(structure.nodes.count)
      structure.nodes.append(
        Structure.Node(
          kind: tree[visit.node].kind, attributes: tree.attributes(of: visit.node), parent: visit.parent, span: tree[visit.node].span,
          isInObject: true))
      for child in Array(tree.children(of: visit.node)).reversed() { stack.append((child, copy, visit.levels + 1)) }
    }
  }
}

extension Tree.Kind {
  /// True if the text in it has attributes by that alone.
  fileprivate var saysSomething: Bool {
    switch self {
    case .link: true
    default: !intent.isEmpty || isObject
    }
  }
}

extension Tree.Kind {
  /// True for inlines that hold others.
  var isContainer: Bool {
    switch self {
    case .text, .code, .softBreak, .lineBreak: false
    default: isInline && !isObject
    }
  }
}
