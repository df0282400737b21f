internal import TypesetDiagnostics
package import TypesetMarkdown

extension AttributedText {
  /// The tree that says what the text says. Where nothing has changed it is the one that was read.
  package var tree: Tree {
    var making = TreeMaking(content, files: origin?.source.files ?? [])
    return making.run()
  }
}

extension TextContent {
  /// True for each node of the structure that is still there: not for nodes whose text has been removed.
  var liveNodes: [Bool] {
    let nodes = structure.nodes
    var isLive = [Bool](repeating: false, count: nodes.count)
    var hadText = [Bool](repeating: false, count: nodes.count)
    for segment in segments where segment.leaf >= 0 { isLive[Int(segment.leaf)] = true }
    // Nodes come after their parents.
    for index in nodes.indices.reversed() {
      let node = nodes[index]
      if node.hadText { hadText[index] = true }
      if !node.kind.isInline, !hadText[index], !node.isRemoved { isLive[index] = true }
      guard node.parent >= 0 else { continue }
      if hadText[index] { hadText[Int(node.parent)] = true }
      if isLive[index] { isLive[Int(node.parent)] = true }
    }
    isLive[0] = true
    // What an object holds is there with it.
    for index in nodes.indices where nodes[index].isInObject { isLive[index] = isLive[Int(nodes[index].parent)] }
    return isLive
  }
}

/// Makes the tree of a text.
private struct TreeMaking {
  private let text: TextContent
  private let nodes: [Structure.Node]
  private let isLive: [Bool]
  /// The children of each node, in order.
  private let firstChild: [Int32]
  private let nextSibling: [Int32]
  private var tree: Tree
  private var lastChild: [Tree.Index] = []
  /// The next segment.
  private var position = 0
  /// The attributes that text in a node has by that alone.
  private var ownSets: [Int32: Int32] = [:]
  private var sets: AttributeSets
  /// Open inlines, from the outside to the inside.
  private var open: [(wrapper: Wrapper, node: Tree.Index)] = []
  private var line: Tree.Index = 0

  /// What holds a piece of text.
  enum Wrapper: Hashable {
    case node(Int32)
    case made(Tree.Kind, Attributes?)

    /// True for emphasis and the like.
    var isMark: Bool { if case .made(let kind, _) = self { !kind.intent.isEmpty } else { false } }
  }

  init(_ text: TextContent, files: [Source.File]) {
    self.text = text
    nodes = text.structure.nodes
    isLive = text.liveNodes
    sets = text.sets
    var first = [Int32](repeating: -1, count: nodes.count)
    var next = first
    for index in nodes.indices.dropFirst().reversed() {
      let parent = Int(nodes[index].parent)
      next[index] = first[parent]
      first[parent] = Int32(index)
    }
    (firstChild, nextSibling) = (first, next)
    tree = Tree(nodes: [])
    tree.nodes.reserveCapacity(nodes.count)
    tree.files = files
  }

  mutating func run() -> Tree {
    let root = add(nodes[0].kind, nodes[0].attributes, nodes[0].span, to: -1)
    addTextWithoutBlocks(to: root)
    // Blocks nest no deeper than the parser allows; a work list all the same.
    var stack: [(node: Int32, parent: Tree.Index)] = children(of: 0).reversed().map { ($0, root) }
    while let visit = stack.popLast() {
      guard isLive[Int(visit.node)] || nodes[Int(visit.node)].kind.isInline else { continue }
      if nodes[Int(visit.node)].kind.isInline {
        addLine(of: visit.node, to: visit.parent)
        continue
      }
      let index = add(kind(of: visit.node), nodes[Int(visit.node)].attributes, nodes[Int(visit.node)].span, to: visit.parent)
      addWords(besideFormula: visit.node, to: index)
      var inner: [(node: Int32, parent: Tree.Index)] = []
      var followsInline = false
      for child in children(of: visit.node) {
        // The inlines of a line are read with the first of them.
        let isInline = nodes[Int(child)].kind.isInline
        if !isInline || !followsInline { inner.append((child, index)) }
        followsInline = isInline
      }
      stack += inner.reversed()
    }
    precondition(position == text.segments.count, "each piece of text has its place in a block")
    return tree
  }

  private func children(of node: Int32) -> [Int32] {
    var out: [Int32] = []
    var child = firstChild[Int(node)]
    while child >= 0 {
      out.append(child)
      child = nextSibling[Int(child)]
    }
    return out
  }

  @discardableResult
  private mutating func add(_ kind: Tree.Kind, _ attributes: Attributes?, _ span: SourceSpan, to parent: Tree.Index) -> Tree.Index {
    let index = Tree.Index(tree.nodes.count)
    tree.nodes.append(Tree.Node(kind: kind, span: span, parent: parent))
    lastChild.append(-1)
    if let attributes { tree.add(attributes, to: index) }
    guard parent >= 0 else { return index }
    if lastChild[Int(parent)] < 0 {
      tree.nodes[Int(parent)].firstChild = index
    } else {
      tree.nodes[Int(lastChild[Int(parent)])].nextSibling = index
    }
    lastChild[Int(parent)] = index
    return index
  }

  // MARK: Blocks

  /// The kind of a block, with the text of code and formulas that are blocks.
  private mutating func kind(of node: Int32) -> Tree.Kind {
    switch nodes[Int(node)].kind {
    case .codeBlock(let info, _):
      var literal = ""
      while position < text.segments.count, text.segments[position].leaf == node { literal += takePiece().text }
      return .codeBlock(info: info, literal: literal)
    case .mathBlock(let span):
      guard position < text.segments.count, text.segments[position].leaf == node else { return .mathBlock(span) }
      let segment = text.segments[position]
      let isAlone = position + 1 >= text.segments.count || text.segments[position + 1].leaf != node
      guard isAlone, segment.end - text.start(ofSegment: position) == Tree.Kind.objectCharacter.utf8.count,
        case .formula(let formula)? = sets[segment.set].object
      else { return .paragraph }
      position += 1
      return .mathBlock(formula.latex == span.tex ? span : formula.span)
    case let kind: return kind
    }
  }

  /// What was written next to a formula that stood alone.
  private mutating func addWords(besideFormula node: Int32, to parent: Tree.Index) {
    guard case .mathBlock = nodes[Int(node)].kind else { return }
    line = parent
    open = []
    while position < text.segments.count, text.segments[position].leaf == node { addPiece() }
  }

  private mutating func takePiece() -> (text: String, leaf: Int32, set: Int32) {
    let segment = text.segments[position]
    let start = text.start(ofSegment: position)
    position += 1
    return (String(text.text(start..<segment.end)), segment.leaf, segment.set)
  }

  /// Text outside of blocks becomes a paragraph.
  private mutating func addTextWithoutBlocks(to root: Tree.Index) {
    guard position < text.segments.count, text.segments[position].leaf <= 0 else { return }
    line = add(.paragraph, nil, SourceSpan(0, 0), to: root)
    open = []
    while position < text.segments.count, text.segments[position].leaf <= 0 { addPiece() }
  }

  // MARK: Lines

  /// Adds a run of inlines, beginning with this one.
  private mutating func addLine(of first: Int32, to parent: Tree.Index) {
    var last = first
    while nextSibling[Int(last)] >= 0, nodes[Int(nextSibling[Int(last)])].kind.isInline { last = nextSibling[Int(last)] }
    // What is within the last one comes after it.
    var end = last + 1
    while Int(end) < nodes.count, nodes[Int(end)].parent >= last { end += 1 }
    line = parent
    open = []
    while position < text.segments.count, text.segments[position].leaf < end, text.segments[position].leaf >= first { addPiece() }
  }

  private mutating func addPiece() {
    let piece = takePiece()
    let own = text.ownSet(of: piece.leaf, &ownSets, &sets)
    let attributes = sets[piece.set]
    if own == piece.set {
      let path = text.structure.inlines(to: piece.leaf)
      enter(path.dropLast().map { .node($0) }[...])
      addLeaf(piece.leaf, piece.text, attributes)
      return
    }
    addChanged(piece.leaf, piece.text, attributes)
  }

  /// Text whose attributes differ from the attributes of its nodes: nodes that still hold stay around it, and the rest is added.
  private mutating func addChanged(_ leaf: Int32, _ words: String, _ attributes: TextAttributes) {
    var path: [Wrapper] = []
    var known = TextAttributes()
    var keepsLeaf = leaf > 0 && nodes[Int(leaf)].kind.isInline
    for node in text.structure.inlines(to: leaf) {
      var further = TextAttributes()
      text.structure.apply(node, to: &further)
      let isLeaf = node == leaf
      if isLeaf, further.object != attributes.object { keepsLeaf = false }
      guard further.holds(in: attributes), !isLeaf || keepsLeaf else {
        if isLeaf { keepsLeaf = false }
        continue
      }
      text.structure.apply(node, to: &known)
      if !isLeaf { path.append(.node(node)) }
    }
    if attributes.object != nil, !keepsLeaf { known.object = nil }
    let made = attributes.wrappers(beyond: known)
    // A theme may make text in a span italic for its attributes: emphasis within that would be upright again.
    let spans = path.reversed().prefix { isPlainSpan($0) }.count
    path.insert(contentsOf: made.filter(\.isMark), at: path.count - spans)
    path.insert(contentsOf: made.filter { !$0.isMark }, at: spans > 0 ? path.count : path.count - made.count { $0.isMark })
    enter(path[...])
    if keepsLeaf, leaf > 0, !nodes[Int(leaf)].kind.isText || attributes.object == nil && attributes.inlineIntent.isDisjoint(with: .leaves) {
      addLeaf(leaf, words, attributes)
    } else {
      addMade(words, attributes)
    }
  }

  /// True for a span that may be divided.
  private func isPlainSpan(_ wrapper: Wrapper) -> Bool {
    guard case .node(let node) = wrapper, case .span = nodes[Int(node)].kind else { return false }
    return nodes[Int(node)].attributes?.id == nil
  }

  /// Closes the inlines that a piece is not in and opens the inlines that it is in.
  private mutating func enter(_ path: ArraySlice<Wrapper>) {
    var common = 0
    while common < open.count, common < path.count, open[common].wrapper == path[path.startIndex + common] { common += 1 }
    open.removeSubrange(common...)
    for wrapper in path.dropFirst(common) {
      let parent = open.last?.node ?? line
      let node =
        switch wrapper {
        case .node(let number): add(nodes[Int(number)].kind, nodes[Int(number)].attributes, nodes[Int(number)].span, to: parent)
        case .made(let kind, let attributes): add(kind, attributes, SourceSpan(0, 0), to: parent)
        }
      open.append((wrapper, node))
    }
  }

  private var parent: Tree.Index { open.last?.node ?? line }

  /// A node with its own text: the one that was read, as often as there are characters of it.
  private mutating func addLeaf(_ leaf: Int32, _ words: String, _ attributes: TextAttributes) {
    guard leaf > 0 else { return addMade(words, attributes) }
    let node = nodes[Int(leaf)]
    switch node.kind {
    case .text: add(.text(words), node.attributes, node.span, to: parent)
    case .code: add(.code(words), node.attributes, node.span, to: parent)
    case .mathBlock(let span): for _ in words.unicodeScalars { add(.math(span), node.attributes, node.span, to: parent) }
    default: for _ in words.unicodeScalars { addCopy(of: leaf) }
    }
  }

  /// An object with what is in it.
  private mutating func addCopy(of object: Int32) {
    let copy = add(nodes[Int(object)].kind, nodes[Int(object)].attributes, nodes[Int(object)].span, to: parent)
    var stack = children(of: object).reversed().map { (node: $0, parent: copy) }
    while let visit = stack.popLast() {
      let node = nodes[Int(visit.node)]
      let inner = add(node.kind, node.attributes, node.span, to: visit.parent)
      stack += children(of: visit.node).reversed().map { ($0, inner) }
    }
  }

  /// Text for which there is no node yet.
  private mutating func addMade(_ words: String, _ attributes: TextAttributes) {
    let span = SourceSpan(0, 0)
    if let object = attributes.object {
      for _ in words.unicodeScalars { add(object, to: parent) }
    } else if attributes.inlineIntent.contains(.code) {
      add(.code(words), nil, span, to: parent)
    } else if attributes.inlineIntent.contains(.softBreak) {
      for _ in words.unicodeScalars { add(.softBreak, nil, span, to: parent) }
    } else {
      // A line end in plain text is one on the page.
      for (number, part) in words.split(separator: "\n", omittingEmptySubsequences: false).enumerated() {
        if number > 0 { add(.lineBreak, nil, span, to: parent) }
        if !part.isEmpty { add(.text(String(part)), nil, span, to: parent) }
      }
    }
  }

  private mutating func add(_ object: TextObject, to parent: Tree.Index) {
    let span = SourceSpan(0, 0)
    switch object {
    case .formula(let formula): add(.math(formula.span), nil, span, to: parent)
    case .picture(let picture):
      let image = add(.image(source: picture.source, title: picture.title), nil, span, to: parent)
      if !picture.alternative.isEmpty { add(.text(picture.alternative), nil, span, to: image) }
    case .note(let label): add(.footnoteReference(label: label), nil, span, to: parent)
    case .reference(let label): add(.reference(label: label), nil, span, to: parent)
    case .html(let tag): add(.htmlInline(tag), nil, span, to: parent)
    // Its names belong to the span around it.
    case .mark: break
    }
  }
}

extension TextContent {
  /// The set of what text in a node has by that alone.
  func ownSet(of leaf: Int32, _ known: inout [Int32: Int32], _ sets: inout AttributeSets) -> Int32 {
    guard leaf > 0 else { return 0 }
    if let set = known[leaf] { return set }
    // Text has the attributes of what is around it, which other text shares.
    let node = structure[leaf]
    let set: Int32
    if case .text = node.kind, node.attributes == nil {
      let outer = node.parent
      if structure[outer].kind.isInline {
        if let shared = known[outer] {
          set = shared
        } else {
          set = sets.number(of: structure.attributes(of: outer))
          known[outer] = set
        }
      } else {
        set = 0
      }
    } else {
      set = sets.number(of: structure.attributes(of: leaf))
    }
    known[leaf] = set
    return set
  }
}

extension TextFormula {
  fileprivate var span: MathSpan {
    MathSpan(
      tex: latex, isDisplay: isDisplay, span: SourceSpan(0, 0), origins: [MathSpan.Origin(body: 0, source: 0)])
  }
}

extension Tree.Kind {
  fileprivate var isText: Bool { if case .text = self { true } else { false } }
}

extension InlineIntent {
  /// The intents that are nodes without children.
  static let leaves: InlineIntent = [.code, .softBreak, .lineBreak]
}

extension TextAttributes {
  /// True if others have all of this, with whatever values.
  fileprivate func holds(in other: TextAttributes) -> Bool {
    other.inlineIntent.isSuperset(of: inlineIntent) && (link == nil || link == other.link) && (object == nil || object == other.object)
      && (id == nil || id == other.id) && classes.allSatisfy { other.classes.contains($0) } && names.allSatisfy { other[$0] != nil }
  }

  /// The inlines around text that has these attributes, from the outside to the inside.
  ///
  /// - Parameter known: The attributes that what is around it gives.
  fileprivate func wrappers(beyond known: TextAttributes) -> [TreeMaking.Wrapper] {
    var wrappers: [TreeMaking.Wrapper] = []
    if let link, link != known.link { wrappers.append(.made(.link(destination: link.destination, title: link.title), nil)) }
    var further = TextAttributes()
    if id != known.id { further.id = id }
    further.classes = classes.filter { !known.classes.contains($0) }
    for name in names where self[name] != known[name] { further[name] = self[name] }
    let attributes = further.nodeAttributes
    if !attributes.isEmpty { wrappers.append(.made(.span, attributes)) }
    let bits = inlineIntent.subtracting(known.inlineIntent)
    let kinds: [(InlineIntent, Tree.Kind)] = [
      (.strong, .strong), (.emphasized, .emphasis), (.strikethrough, .strikethrough), (.inserted, .inserted), (.highlighted, .highlighted),
      (.subscripted, .subscripted), (.superscripted, .superscripted), (.small, .small), (.keyboard, .keyboard),
    ]
    for (bit, kind) in kinds where bits.contains(bit) { wrappers.append(.made(kind, nil)) }
    return wrappers
  }
}
