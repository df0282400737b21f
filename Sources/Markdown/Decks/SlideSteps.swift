/// The steps in which a slide is shown: what is within `{.fragment}`, behind a pause, and the items of lists within `{.incremental}`.
///
/// Each block, or span, that comes with a step gets its number as an attribute. Steps are counted from 1 on each slide, in the order of the text.
package enum SlideSteps {
  /// The attribute with the step of what appears with it.
  package static let key = "slide-step"
  /// The name of the place of a span that comes with a step; no author's name has a control character.
  package static func name(ofSpan step: Int) -> String { "\u{2}=\(step)" }

  /// Classes that decks are rewritten to: an empty part at which the slide waits, one above which all lists come item by item, and an
  /// empty span whose item or paragraph is a step.
  static let pause = "slide-pause"
  static let incremental = "slide-incremental"
  static let fragment = "slide-fragment"

  private static let marks: Set<String> = [pause, incremental, fragment, "fragment", "incremental"]

  /// - Returns: True if nodes were removed.
  static func count(in tree: inout Tree) -> Bool {
    guard tree.attributes.contains(where: { $0.classes.contains(where: marks.contains) || $0["v-click"] != nil }) else { return false }
    var counting = Counting(tree)
    counting.run()
    for (node, step) in counting.steps {
      let mark = Attributes(pairs: [Attributes.Pair(key, "\(step)")])
      tree.add(mark, to: node)
      // Displays of a paragraph are blocks of their own.
      for child in Array(tree.children(of: node)) {
        if case .math(let formula) = tree[child].kind, formula.isDisplay { tree.add(mark, to: child) }
      }
    }
    tree.remove(counting.gone)
    return !counting.gone.isEmpty
  }

  private struct Counting {
    private let tree: Tree
    private(set) var steps: [(node: Tree.Index, step: Int)] = []
    private(set) var gone: Set<Tree.Index> = []
    /// Nodes with a mark on them or below.
    private var isMarked: [Bool]
    /// Nodes that are steps since an empty span in them says so.
    private var fragments: Set<Tree.Index> = []
    /// How many steps the slide has so far, and with which one comes what follows.
    private var count = 0
    private var open = 0
    private var listsAreIncremental = false

    private struct Visit {
      var node: Tree.Index
      /// With which step what is around it comes, as a block around it says.
      var outer: Int
      /// With which step it comes at the earliest: also that of a division around it, which may be no block.
      var least: Int
      var isIncremental: Bool
    }

    init(_ tree: Tree) {
      self.tree = tree
      isMarked = [Bool](repeating: false, count: tree.nodes.count)
      for node in tree.nodes.indices {
        guard let attributes = tree.attributes(of: Tree.Index(node)),
          attributes.classes.contains(where: SlideSteps.marks.contains) || attributes["v-click"] != nil
        else { continue }
        var next = node
        while next >= 0, !isMarked[next] {
          isMarked[next] = true
          next = Int(tree.nodes[next].parent)
        }
      }
      for node in tree.nodes.indices where isMarked[node] && has(Tree.Index(node), SlideSteps.fragment) {
        fragments.insert(owner(of: Tree.Index(node)))
        gone.insert(Tree.Index(node))
      }
    }

    private func has(_ node: Tree.Index, _ name: String) -> Bool { tree.attributes(of: node)?.classes.contains(name) ?? false }

    /// The block that an empty span is in: the item whose first paragraph it is.
    private func owner(of span: Tree.Index) -> Tree.Index {
      var block = tree[span].parent
      while block > 0, tree[block].isInline { block = tree[block].parent }
      let outer = tree[max(block, 0)].parent
      if outer > 0, case .item = tree[outer].kind, tree[outer].firstChild == block { return outer }
      return max(block, 0)
    }

    mutating func run() {
      var waiting = [Visit(node: 0, outer: 0, least: 0, isIncremental: false)]
      while let visit = waiting.popLast() {
        guard let (step, isIncremental) = step(of: visit) else { continue }
        let inner = max(visit.least, step)
        var isDivision = visit.node == 0
        if case .division = tree[visit.node].kind { isDivision = true }
        if inner > visit.outer, !isDivision { steps.append((visit.node, inner)) }
        guard isMarked[Int(visit.node)] || isIncremental || isDivision && inner > visit.outer || visit.node == 0 else { continue }
        let outer = isDivision ? visit.outer : inner
        waiting += tree.children(of: visit.node).reversed().map {
          Visit(node: $0, outer: outer, least: inner, isIncremental: isIncremental)
        }
      }
    }

    /// With which step a node comes, and whether lists in it come item by item; nil where nothing of it is shown.
    private mutating func step(of visit: Visit) -> (step: Int, isIncremental: Bool)? {
      let node = visit.node
      if case .pageBreak = tree[node].kind {
        (count, open, listsAreIncremental) = (0, 0, false)
        return nil
      }
      let classes = isMarked[Int(node)] ? tree.attributes(of: node)?.classes ?? [] : []
      if classes.contains(SlideSteps.pause) {
        count += 1
        open = count
        gone.insert(node)
        return nil
      }
      if classes.contains(SlideSteps.incremental) {
        listsAreIncremental = true
        gone.insert(node)
        return nil
      }
      if tree[node].isInline {
        guard classes.contains("fragment") else { return (visit.least, false) }
        return (next(), false)
      }
      let isIncremental =
        (visit.isIncremental || listsAreIncremental || classes.contains("incremental"))
        && tree.attributes(of: node)?.classes.contains("nonincremental") != true
      var isItem = false
      if case .item = tree[node].kind { isItem = true }
      let isStep =
        isItem && isIncremental || fragments.contains(node) || classes.contains("fragment")
        || isMarked[Int(node)] && tree.attributes(of: node)?["v-click"] != nil
      return (isStep ? next() : open, isIncremental)
    }

    private mutating func next() -> Int {
      count += 1
      return count
    }
  }
}

extension Tree.Node {
  fileprivate var isInline: Bool {
    switch kind {
    case .text, .softBreak, .lineBreak, .code, .htmlInline, .emphasis, .strong, .strikethrough, .link, .image, .footnoteReference, .math,
      .span,
      .subscripted, .superscripted, .inserted, .highlighted, .small, .keyboard, .abbreviation, .reference, .attachment:
      true
    case .directive(_, let isInline): isInline
    default: false
    }
  }
}
