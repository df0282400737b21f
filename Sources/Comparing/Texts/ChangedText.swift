package import TypesetDiagnostics
package import TypesetInterface
package import TypesetMarkdown
internal import TypesetYAML

/// Two texts in one: the new text, with what the old text had in its place. Inserted words are underlined, removed ones struck through.
///
/// Formulas, tables, pictures and code are units, which change as a whole. Words are compared with their emphasis and links; a paragraph that moved is removed
/// in one place and inserted in another.
package struct ChangedText {
  /// The new text's nodes, then the old one's; linked into one document.
  package private(set) var tree: Tree
  /// The new text, and after it the old one: what the spans of the tree are places in.
  package let source: Source
  /// How many words, formulas and other units changed.
  package private(set) var changes = TextChanges()
  /// The names of the parts that changed, in no order: bars are beside their rectangles.
  package private(set) var marks: [String] = []
  /// The names, among `marks`, of parts without text to strike through: displays, pictures, code.
  package private(set) var struckMarks: Set<String> = []

  /// - Parameters:
  ///   - old: The old text with its source.
  ///   - new: The new text with its source.
  package init(from old: (document: ParsedDocument, source: Source), to new: (document: ParsedDocument, source: Source)) {
    let start = new.source.bytes.count
    source = Source(joining: new.source, old.source)
    tree = new.document.tree
    var removed = old.document.tree
    removed.moveSpans(by: start, else: SourceSpan(start, source.bytes.count))
    let before = tree.adopt(removed)
    let after = Array(tree.children(of: 0))
    let children = merged(before, after)
    tree.setChildren(of: 0, to: children)
    tree = tree.compacted(maximumDepth: Int.max)
    tree.files = source.files
    compareKeys(from: old.document.frontMatter.values, to: new.document.frontMatter.values)
  }

  /// Notes which keys of the front matter differ.
  private mutating func compareKeys(from old: YAMLValue?, to new: YAMLValue?) {
    let (before, after) = (old?.entries ?? [], new?.entries ?? [])
    let keys = after.map(\.key) + before.map(\.key).filter { key in !after.contains { $0.key == key } }
    changes.keys = keys.filter { !Self.isSame(old?[$0], new?[$0]) }
  }

  private static func isSame(_ a: YAMLValue?, _ b: YAMLValue?) -> Bool {
    switch (a?.content, b?.content) {
    case (.scalar(let a, _), .scalar(let b, _)): a == b
    case (.sequence(let a), .sequence(let b)): a.count == b.count && zip(a, b).allSatisfy { isSame($0, $1) }
    case (.mapping(let a), .mapping(let b)): a.count == b.count && zip(a, b).allSatisfy { $0.key == $1.key && isSame($0.value, $1.value) }
    case (nil, nil): true
    default: false
    }
  }

  private enum Side { case old, new }

  /// Spans and links whose names are in the document: a part that is divided has its name once.
  private var named: Set<Tree.Index> = []

  // MARK: Blocks

  /// What stands for a block where blocks are compared.
  private func key(ofBlock index: Tree.Index) -> Int {
    var hasher = Hasher()
    hasher.combine(TreeKey(of: index, in: tree, withChildren: false))
    if tree.holdsInlines(index) {
      for token in tree.inlineTokens(of: index) { hasher.combine(token.key) }
    } else {
      for child in tree.children(of: index) { hasher.combine(key(ofBlock: child)) }
    }
    return hasher.finalize()
  }

  /// The blocks of both sides in one order.
  private mutating func merged(_ old: [Tree.Index], _ new: [Tree.Index]) -> [Tree.Index] {
    var blocks: [Tree.Index] = []
    var (gone, come): ([Tree.Index], [Tree.Index]) = ([], [])
    for pair in SequenceAlignment(old.map { key(ofBlock: $0) }, new.map { key(ofBlock: $0) }).pairs {
      if let i = pair.old, pair.new == nil { gone.append(old[i]) }
      if let j = pair.new, pair.old == nil { come.append(new[j]) }
      guard pair.old != nil, let j = pair.new else { continue }
      blocks += mergedGap(gone, come) + [new[j]]
      (gone, come) = ([], [])
    }
    return blocks + mergedGap(gone, come)
  }

  /// How many removed blocks are looked at for one that became an inserted block.
  private static let window = 12

  /// Blocks without an equal one on the other side: similar blocks are merged, the others were removed or inserted.
  private mutating func mergedGap(_ old: [Tree.Index], _ new: [Tree.Index]) -> [Tree.Index] {
    var blocks: [Tree.Index] = []
    var rest = old[...]
    var come: [Tree.Index] = []
    for index in new {
      let match = rest.prefix(Self.window).firstIndex { isAlike($0, index, isOnly: old.count == 1 && new.count == 1) }
      guard let match else {
        come.append(index)
        continue
      }
      blocks += marked(rest[..<match], .old) + marked(come[...], .new) + merged(rest[match], index)
      come = []
      rest = rest[(match + 1)...]
    }
    return blocks + marked(rest, .old) + marked(come[...], .new)
  }

  private mutating func marked(_ blocks: ArraySlice<Tree.Index>, _ side: Side) -> [Tree.Index] { blocks.flatMap { mark($0, side) } }

  /// True if one block is an edited form of the other.
  private func isAlike(_ old: Tree.Index, _ new: Tree.Index, isOnly: Bool) -> Bool {
    switch (tree[old].kind, tree[new].kind) {
    case (.paragraph, .paragraph), (.heading, .heading), (.title, .title), (.caption, .caption), (.definitionTerm, .definitionTerm): break
    case (.blockQuote, .blockQuote), (.item, .item), (.division, .division), (.figure, .figure), (.definitionList, .definitionList),
      (.definition, .definition):
      if isOnly { return true }
    case (.callout(let a), .callout(let b)): if isOnly && a == b { return true }
    case (.list(let a, _, _), .list(let b, _, _)): return (a == nil) == (b == nil)
    case (.footnoteDefinition(let a), .footnoteDefinition(let b)): return a == b
    // The new block is below the block that it replaces.
    case (.mathBlock, .mathBlock), (.codeBlock, .codeBlock), (.table, .table), (.htmlBlock, .htmlBlock): return true
    default: return false
    }
    let (a, b) = (words(of: old), words(of: new))
    let common = a.reduce(0) { $0 + min($1.value, b[$1.key] ?? 0) }
    let (countA, countB) = (a.values.reduce(0, +), b.values.reduce(0, +))
    return isOnly && max(countA, countB) <= 3 || common * 5 >= 2 * max(min(countA, countB), 1) && common * 8 >= max(countA, countB)
  }

  /// How often each word occurs in a subtree.
  private func words(of index: Tree.Index) -> [InlineToken.Key.Content: Int] {
    if tree.holdsInlines(index) {
      return tree.inlineTokens(of: index).reduce(into: [:]) { counts, token in
        if token.isWord || token.text == nil { counts[token.key.content, default: 0] += 1 }
      }
    }
    return tree.children(of: index).reduce(into: [:]) { $0.merge(words(of: $1), uniquingKeysWith: +) }
  }

  /// One block of two that are alike.
  private mutating func merged(_ old: Tree.Index, _ new: Tree.Index) -> [Tree.Index] {
    if isUnit(old) || isUnit(new) { return mark(old, .old) + mark(new, .new) }
    if tree.holdsInlines(old), tree.holdsInlines(new) {
      let children = mergedInlines(tree.inlineTokens(of: old), tree.inlineTokens(of: new))
      tree.setChildren(of: new, to: children)
    } else {
      let (a, b) = (Array(tree.children(of: old)), Array(tree.children(of: new)))
      let children = merged(a, b)
      tree.setChildren(of: new, to: children)
    }
    return [new]
  }

  /// A block that one side alone has.
  private mutating func mark(_ index: Tree.Index, _ side: Side) -> [Tree.Index] {
    if side == .old { withoutNumber(index) }
    if tree.holdsInlines(index) {
      let tokens = tree.inlineTokens(of: index)
      let children = inlines(tokens.map { ($0, side) })
      tree.setChildren(of: index, to: children)
      return [index]
    }
    let children = Array(tree.children(of: index)).flatMap { mark($0, side) }
    tree.setChildren(of: index, to: children)
    guard isUnit(index) else { return [index] }
    count(tree[index].kind, side)
    let name = newMark()
    // The words of a table are struck through one by one.
    if side == .old, children.isEmpty { struckMarks.insert(name) }
    // A node around it, since the block may have a name already.
    let wrapper = tree.add(.division, around: [index])
    tree.add(Attributes(id: name, pairs: [Self.color(side)]), to: wrapper)
    return [wrapper]
  }

  /// True for blocks that change as a whole.
  private func isUnit(_ index: Tree.Index) -> Bool {
    switch tree[index].kind {
    case .mathBlock, .codeBlock, .htmlBlock, .thematicBreak, .directive, .table: true
    default: false
    }
  }

  /// A removed block is not counted with the others of its kind, not listed, and not what links lead to.
  private mutating func withoutNumber(_ index: Tree.Index) {
    if var attributes = tree.attributes(of: index) {
      attributes.id = nil
      tree.attributes.append(attributes)
      tree.nodes[Int(index)].attributes = Int32(tree.attributes.count - 1)
    }
    switch tree[index].kind {
    case .heading: tree.add(Attributes(classes: ["unnumbered", "unlisted"]), to: index)
    case .callout(var callout):
      callout.isCounted = false
      tree.nodes[Int(index)].kind = .callout(callout)
    case .mathBlock(let span): tree.nodes[Int(index)].kind = .mathBlock(span.withoutLabels())
    case .math(let span): tree.nodes[Int(index)].kind = .math(span.withoutLabels())
    default: break
    }
  }

  // MARK: Inlines

  private mutating func mergedInlines(_ old: [InlineToken], _ new: [InlineToken]) -> [Tree.Index] {
    var pieces: [Piece] = []
    var (gone, come): ([InlineToken], [InlineToken]) = ([], [])
    for pair in SequenceAlignment(old.map(\.key), new.map(\.key)).pairs {
      if let i = pair.old, pair.new == nil { gone.append(old[i]) }
      if let j = pair.new, pair.old == nil { come.append(new[j]) }
      guard let i = pair.old, let j = pair.new else { continue }
      pieces += Self.pieces(gone, come, isApart: old[i].gap != .none)
      var token = new[j]
      // At the start of a paragraph, what follows a removed word had a space before it.
      if token.gap == .none, come.isEmpty, !gone.isEmpty { token.gap = old[i].gap }
      (gone, come) = ([], [])
      pieces.append((token, nil))
    }
    return inlines(pieces + Self.pieces(gone, come, isApart: old.contains { $0.gap != .none }))
  }

  private typealias Piece = (token: InlineToken, side: Side?)

  /// Removed words before the words that replace them; at the start of a paragraph neither has a space before it.
  private static func pieces(_ gone: [InlineToken], _ come: [InlineToken], isApart: Bool) -> [Piece] {
    var come = come
    if !gone.isEmpty, isApart, let first = come.first, first.gap == .none { come[0].gap = .space }
    return gone.map { ($0, .old) } + come.map { ($0, .new) }
  }

  /// Nodes for tokens; tokens of one side only are in a span with its own name.
  private mutating func inlines(_ pieces: [Piece]) -> [Tree.Index] {
    var top: [Tree.Index] = []
    var start = 0
    while start < pieces.count {
      let side = pieces[start].side
      if let side, isDisplay(pieces[start].token.leaf) {
        top.append(markDisplay(pieces[start].token, side))
        start += 1
        continue
      }
      var end = start
      while end < pieces.count, pieces[end].side == side, side == nil || !isDisplay(pieces[end].token.leaf) { end += 1 }
      let tokens = pieces[start..<end].map(\.token)
      if start > 0, let gap = tree.addGap(before: tokens[0]) { top.append(gap) }
      var builder = InlineBuilder(named: side == .old ? nil : named)
      let nodes = builder.nodes(for: tokens, in: &tree)
      if let known = builder.named { named = known }
      if let side {
        for token in tokens { count(token, side) }
        top.append(span(around: nodes, side))
      } else {
        top += nodes
      }
      start = end
    }
    return top
  }

  private func isDisplay(_ leaf: Tree.Index) -> Bool { if case .math(let span) = tree[leaf].kind { span.isDisplay } else { false } }

  /// A display within a paragraph is on separate lines: nothing may be around it.
  private mutating func markDisplay(_ token: InlineToken, _ side: Side) -> Tree.Index {
    count(token, side)
    if side == .old { withoutNumber(token.leaf) }
    let name = newMark(named: tree.attributes(of: token.leaf)?.id)
    if side == .old { struckMarks.insert(name) }
    tree.add(Attributes(id: name, pairs: [Self.color(side)]), to: token.leaf)
    return token.leaf
  }

  private mutating func span(around nodes: [Tree.Index], _ side: Side) -> Tree.Index {
    let line = tree.add(side == .old ? .strikethrough : .inserted, around: nodes)
    let span = tree.add(.span, around: [line])
    tree.add(Attributes(id: newMark(), pairs: [Self.color(side)]), to: span)
    return span
  }

  private static func color(_ side: Side) -> Attributes.Pair {
    let color = side == .old ? removedColor : insertedColor
    return Attributes.Pair("style", "color: #" + String(color + 0x1_000_000, radix: 16).dropFirst())
  }

  /// Dark enough for text on white, and told apart without seeing red and green.
  package static let insertedColor: UInt32 = 0x0B5CAD
  package static let removedColor: UInt32 = 0xB3261E
  /// The colour of the bars in the margin.
  package static let barColor: UInt32 = 0x555555

  /// - Parameter name: The name of the part itself; nil makes a new name.
  private mutating func newMark(named name: String? = nil) -> String {
    marks.append(name ?? "change-\(marks.count + 1)")
    changes.places += 1
    return marks[marks.count - 1]
  }

  // MARK: Counts

  private mutating func count(_ token: InlineToken, _ side: Side) {
    if token.text != nil {
      if token.isWord { add(1, \.words, side) }
    } else {
      count(tree[token.leaf].kind, side)
    }
  }

  private mutating func count(_ kind: Tree.Kind, _ side: Side) {
    switch kind {
    case .math, .mathBlock: add(1, \.formulas, side)
    case .code(let text): add(max(text.split(separator: " ").count, 1), \.words, side)
    case .lineBreak, .thematicBreak, .pageBreak, .htmlInline, .footnoteReference, .reference: break
    default: add(1, \.others, side)
    }
  }

  private mutating func add(_ number: Int, _ path: WritableKeyPath<TextChanges.Count, Int>, _ side: Side) {
    if side == .old { changes.removed[keyPath: path] += number } else { changes.inserted[keyPath: path] += number }
  }
}

/// Makes nodes of tokens again, with their wrappers around them.
private struct InlineBuilder {
  /// The wrappers whose names are in the document; nil if no wrapper gets a name.
  private(set) var named: Set<Tree.Index>?
  private var top: [Tree.Index] = []
  /// The open wrappers of the tokens, each with the children of its copy so far.
  private var open: [(original: Tree.Index, children: [Tree.Index])] = []
  /// The text that is still growing.
  private var text: (leaf: Tree.Index, bytes: Range<Int>, content: String)?

  init(named: Set<Tree.Index>?) { self.named = named }

  mutating func nodes(for tokens: [InlineToken], in tree: inout Tree) -> [Tree.Index] {
    for (number, token) in tokens.enumerated() { add(token, hasGap: number > 0, in: &tree) }
    closeText(in: &tree)
    close(to: 0, in: &tree)
    return top
  }

  private mutating func add(_ token: InlineToken, hasGap: Bool, in tree: inout Tree) {
    if let words = token.text, let before = text, before.leaf == token.leaf, token.gap != .softBreak {
      text?.content += (token.gap == .space ? " " : "") + words
      text?.bytes = before.bytes.lowerBound..<token.bytes.upperBound
      return
    }
    closeText(in: &tree)
    var shared = 0
    while shared < min(open.count, token.wrappers.count), open[shared].original == token.wrappers[shared] { shared += 1 }
    close(to: shared, in: &tree)
    if hasGap, let gap = tree.addGap(before: token) { append(gap) }
    for wrapper in token.wrappers[shared...] { open.append((wrapper, [])) }
    if let words = token.text {
      text = (token.leaf, token.bytes, String(words))
    } else {
      append(token.leaf)
    }
  }

  private mutating func append(_ node: Tree.Index) {
    if open.isEmpty { top.append(node) } else { open[open.count - 1].children.append(node) }
  }

  private mutating func closeText(in tree: inout Tree) {
    guard let (leaf, bytes, content) = text else { return }
    text = nil
    let span = tree[leaf].span
    let start = min(Int(span.start) + bytes.lowerBound, Int(span.end))
    append(tree.add(.text(content), SourceSpan(start, min(Int(span.start) + bytes.upperBound, Int(span.end)))))
  }

  private mutating func close(to depth: Int, in tree: inout Tree) {
    while open.count > depth, let (original, children) = open.popLast() {
      let copy = tree.add(tree[original].kind, tree[original].span)
      if var attributes = tree.attributes(of: original) {
        if named?.insert(original).inserted != true { attributes.id = nil }
        tree.add(attributes, to: copy)
      }
      tree.setChildren(of: copy, to: children)
      append(copy)
    }
  }
}

extension Tree {
  /// The white space before a token, as a node.
  fileprivate mutating func addGap(before token: InlineToken) -> Index? {
    switch token.gap {
    case .none: nil
    case .space: add(.text(" "), self[token.leaf].span)
    case .softBreak: add(.softBreak, self[token.leaf].span)
    }
  }
}

extension MathSpan {
  /// The formula without its `\label{…}`.
  fileprivate func withoutLabels() -> MathSpan {
    var out = ""
    var rest = tex[...]
    while let range = rest.firstRange(of: "\\label{") {
      out += rest[..<range.lowerBound]
      rest = rest[range.upperBound...].drop { $0 != "}" }.dropFirst()
    }
    var span = self
    span.tex = out + rest
    return span
  }
}
