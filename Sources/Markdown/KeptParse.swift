package import TypesetDiagnostics

/// Which nodes of a tree an edit of its text has replaced: whole blocks. All nodes before them are the same, all after them have only moved.
package struct TreeEdit: Sendable, Equatable {
  /// In the tree before, and in the one after.
  package var old: Range<Int>
  package var new: Range<Int>
  /// The text of these blocks, up to the next one.
  package var oldBytes: Range<Int>
  package var newBytes: Range<Int>
  /// The old nodes.
  package var removed: [Tree.Node] = []
  /// Attributes that only the old nodes have had; nil where the new ones have the same.
  var attributes: AttributeEdit?

  /// The attributes of an old node.
  ///
  /// - Parameter tree: After the edit.
  package func attributes(of node: Tree.Node, in tree: Tree) -> Attributes? {
    guard node.attributes >= 0 else { return nil }
    guard let edit = attributes else { return tree.attributes[Int(node.attributes)] }
    return edit.removed[Int(node.attributes) - edit.old.lowerBound]
  }

  /// How far the nodes after them have moved.
  package var nodeShift: Int { new.count - old.count }
  package var byteShift: Int { newBytes.count - oldBytes.count }
}

/// Which attributes of a tree an edit has replaced: those of the blocks in it, in order.
struct AttributeEdit: Sendable, Equatable {
  let old: Range<Int>
  let removed: [Attributes]
  let new: [Attributes]

  var shift: Tree.Index { Tree.Index(new.count - old.count) }

  /// - Parameters:
  ///   - nodes: Of the old blocks in their tree.
  ///   - new: The attributes of the new ones.
  /// - Returns: Nil where attributes of other nodes are numbered among these, or where some are names.
  init?(_ nodes: Range<Int>, of tree: Tree, new: [Attributes]) {
    let known = tree.nodes[nodes].map { Int($0.attributes) }.filter { $0 >= 0 }
    let before = tree.nodes[..<nodes.lowerBound].reduce(-1) { max($0, Int($1.attributes)) }
    let start = known.first ?? before + 1
    old = start..<start + known.count
    let end = old.upperBound
    guard before < start, known.elementsEqual(old), old.upperBound <= tree.attributes.count,
      tree.nodes[nodes.upperBound...].allSatisfy({ $0.attributes < 0 || $0.attributes >= end })
    else { return nil }
    removed = Array(tree.attributes[old])
    self.new = new
    guard (removed + new).allSatisfy({ $0.id == nil }) else { return nil }
  }
}

/// A document as it was parsed, for the same one after an edit: the blocks around the edit are parsed by themselves, and put into the tree.
///
/// That gives the tree of the whole text only if nothing in these blocks reaches beyond them. So it is looked at: by themselves they must
/// give the nodes that they gave in the old text, their neighbours must come out as they were, and the edit must leave all marks as they are
/// that may open, close or name something elsewhere (`ReachingMarks`). Otherwise the text is parsed as a whole.
package struct KeptParse: Sendable {
  package private(set) var document: ParsedDocument
  private var text: [UInt8]
  private let options: ParseOptions
  private let budget: Budget
  /// Of several files.
  let parts: KeptParts?

  /// - Parameter source: What the document was parsed from.
  package init(
    _ document: ParsedDocument, of source: Source, options: ParseOptions = ParseOptions(), budget: Budget = Budget(),
    parts: KeptParts? = nil
  ) {
    (self.document, text, self.options, self.budget, self.parts) = (document, source.bytes, options, budget, parts)
  }

  /// Parses a source: around an edit where that is enough, of several files those that have changed, or all of it.
  ///
  /// - Parameter last: That of the last one; nil where there is none.
  /// - Returns: Also what has changed since that; nil if all may have.
  package static func parse(
    _ source: Source, options: ParseOptions, budget: Budget, after last: consuming KeptParse?
  ) -> (kept: KeptParse, edit: TreeEdit?) {
    // It has one owner, so that its tree is changed in place.
    var known = consume last
    var parts: KeptParts? = known?.parts ?? KeptParts()
    if let edit = known?.edit(to: source, options: options, budget: budget), let known { return (known, edit) }
    let document = TypesetMarkdown.parse(source, options: options, budget: budget, keeping: &parts)
    let edit = known.flatMap { document.edit(of: source, since: $0.document, of: $0.text) }
    return (KeptParse(document, of: source, options: options, budget: budget, parts: parts), edit)
  }

  /// Makes this the parse of another source.
  ///
  /// - Returns: What has changed; nil if the text must be parsed as a whole. Then this stays as it was.
  package mutating func edit(to source: Source, options: ParseOptions = ParseOptions(), budget: Budget = Budget()) -> TreeEdit? {
    let new = source.bytes
    guard let evidence = document.evidence, let forms = document.forms, document.tree.files == source.files,
      source.files.count == 1, source.written == nil, options.readsAlike(self.options), budget.readsAlike(self.budget), !budget.isStopped
    else { return nil }
    guard text != new else {
      let (end, bytes) = (document.tree.nodes.count, text.count)
      return TreeEdit(old: end..<end, new: end..<end, oldBytes: bytes..<bytes, newBytes: bytes..<bytes)
    }
    guard let region = EditedRegion(from: text, to: new, in: document.tree),
      case let marks = ReachingMarks(of: text[region.oldBytes]), case let newMarks = ReachingMarks(of: new[region.newBytes]),
      marks.stay(as: newMarks),
      marks.areBalanced, newMarks.areBalanced, forms.hasBrackets || !marks.hasBrackets
    else { return nil }
    let dialect = options.dialect ?? DialectDecision(of: source).dialect
    guard dialect == document.dialect else { return nil }
    // By themselves, and written as the document writes its formulas.
    var (options, matter) = (options, document.frontMatter)
    (options.forms, options.dialect, matter.end) = (forms, dialect, 0)
    let before = parseText(Array(text[region.oldAround]), after: matter, [], options: options, budget: budget)
    let after = parseText(Array(new[region.newAround]), after: matter, [], options: options, budget: budget)
    guard before.diagnostics.isEmpty, after.diagnostics.isEmpty, !budget.isStopped, let found = before.evidence, let now = after.evidence,
      case let total = evidence.replacing(found, by: now), total.forms == forms,
      let part = TreePart(region, of: document.tree, before.tree, after.tree)
    else { return nil }
    part.replace(in: &document.tree)
    document.tree.nodes[0].span = SourceSpan(0, new.count)
    document.evidence = total
    for index in document.diagnostics.indices {
      guard let span = document.diagnostics[index].span, Int(span.start) >= region.oldBytes.upperBound else { continue }
      document.diagnostics[index].span = span.moved(by: part.edit.byteShift)
    }
    text = new
    return part.edit
  }
}

extension ParsedDocument {
  /// What an edit has changed in the tree of several files, all of which are the ones that they were; nil where it is not in one place.
  fileprivate func edit(of source: Source, since old: ParsedDocument, of text: [UInt8]) -> TreeEdit? {
    guard source.files.count > 1, dialect == old.dialect, tree.ownNames == old.tree.ownNames,
      source.files.areSame(as: old.tree.files)
    else { return nil }
    let start = commonPrefix(text, source.bytes)
    let changed = text.count - commonSuffix(text, source.bytes, least: start)
    // Up to where the next block begins: only what is behind that has moved.
    let end = old.tree.children(of: 0).lazy.map { Int(old.tree[$0].span.start) }.filter { $0 >= changed }.min() ?? text.count
    let region = TreeEdit(old: 0..<0, new: 0..<0, oldBytes: start..<end, newBytes: start..<end + source.bytes.count - text.count)
    return TreeEdit(from: old.tree, to: tree, after: region) { _ in true }
  }
}

/// The nodes that take the place of others.
private struct TreePart {
  let edit: TreeEdit
  /// As they are in the tree after the edit.
  let nodes: [Tree.Node]

  /// - Parameters:
  ///   - whole: The tree before the edit.
  ///   - before: The blocks of the region by themselves, before the edit.
  ///   - after: The same after it.
  init?(_ region: EditedRegion, of whole: Tree, _ before: Tree, _ after: Tree) {
    // The first node of a tree is the document.
    let shift = region.nodesAround.lowerBound - 1
    let first = region.nodes.lowerBound - shift
    let (end, newEnd) = (region.nodes.upperBound - shift, after.nodes.count - before.nodes.count + region.nodes.upperBound - shift)
    let bytes = region.newBytes.count - region.oldBytes.count
    guard before.nodes.count == region.nodesAround.count + 1, newEnd >= first, newEnd > first || newEnd < after.nodes.count,
      (1..<before.nodes.count).allSatisfy({ before.isSame($0, as: $0 + shift, of: whole, bytes: region.oldAround.lowerBound) }),
      (1..<first).allSatisfy({ after.isSame($0, as: $0, of: before, bytes: 0) }),
      (end..<before.nodes.count).allSatisfy({ before.isSame($0, as: $0 - end + newEnd, of: after, bytes: bytes) })
    else { return nil }
    var edit = TreeEdit(
      old: region.nodes, new: region.nodes.lowerBound..<newEnd + shift, oldBytes: region.oldBytes, newBytes: region.newBytes,
      removed: Array(whole.nodes[region.nodes]))
    // Attributes are numbered through the document.
    let known = whole.nodes[region.nodes].map(\.attributes).filter { $0 >= 0 }
    let found = after.nodes[first..<newEnd].map(\.attributes).filter { $0 >= 0 }
    let new = found.map { after.attributes[Int($0)] }
    var numbers = known[...]
    if new != known.map({ whole.attributes[Int($0)] }) {
      guard let change = AttributeEdit(region.nodes, of: whole, new: new) else { return nil }
      edit.attributes = change
      numbers = found.indices.map { Tree.Index(change.old.lowerBound + $0) }[...]
    }
    self.edit = edit
    nodes = after.nodes[first..<newEnd].map { node in
      var node = node.moved(by: shift, bytes: region.newAround.lowerBound)
      if node.attributes >= 0 { node.attributes = numbers.removeFirst() }
      return node
    }
  }

  /// Puts them into the tree.
  func replace(in tree: inout Tree) {
    tree.nodes.replaceSubrange(edit.old, with: nodes)
    if let change = edit.attributes {
      tree.attributes.replaceSubrange(change.old, with: change.new)
      for index in edit.new.upperBound..<tree.nodes.count where tree.nodes[index].attributes >= 0 {
        tree.nodes[index].attributes += change.shift
      }
    }
    let (nodeShift, byteShift) = (edit.nodeShift, edit.byteShift)
    guard nodeShift != 0 || byteShift != 0 else { return }
    let end = edit.oldBytes.upperBound
    for index in edit.new.upperBound..<tree.nodes.count {
      // Notes come last, wherever they are written.
      let isAfter = Int(tree.nodes[index].span.start) >= end
      tree.nodes[index].move(by: nodeShift, bytes: isAfter ? byteShift : 0)
    }
  }
}

extension Tree {
  /// True if a node is another tree's at another place. Where the tree ends, the other one may go on.
  fileprivate func isSame(_ index: Int, as otherIndex: Int, of other: Tree, bytes: Int) -> Bool {
    let (node, otherNode) = (nodes[index].moved(by: otherIndex - index, bytes: bytes), other.nodes[otherIndex])
    let isLast = node.parent == 0 && node.nextSibling < 0
    return node.kind == otherNode.kind && node.span == otherNode.span && node.parent == otherNode.parent
      && node.firstChild == otherNode.firstChild && (isLast || node.nextSibling == otherNode.nextSibling)
      && attributes(of: Index(index)) == other.attributes(of: Index(otherIndex))
  }
}

extension Tree.Node {
  /// The node at another place among the children of the document and their descendants.
  fileprivate func moved(by indices: Int, bytes: Int) -> Tree.Node {
    var node = self
    node.move(by: indices, bytes: bytes)
    return node
  }

  fileprivate mutating func move(by indices: Int, bytes: Int) {
    let indices = Tree.Index(indices)
    if parent > 0 { parent += indices }
    if firstChild >= 0 { firstChild += indices }
    if nextSibling >= 0 { nextSibling += indices }
    guard bytes != 0 else { return }
    span = span.moved(by: bytes)
    switch kind {
    case .math(var formula):
      // One reference to its origins is left.
      kind = .softBreak
      formula.move(by: bytes)
      kind = .math(formula)
    case .mathBlock(var formula):
      kind = .softBreak
      formula.move(by: bytes)
      kind = .mathBlock(formula)
    default: break
    }
  }
}

extension ParseOptions {
  /// True if a text is read in the same way with other options.
  func readsAlike(_ other: ParseOptions) -> Bool {
    dialect == other.dialect
      && (keepsCitations, citesWorks, linksNotes, level) == (other.keepsCitations, other.citesWorks, other.linksNotes, other.level)
      && (hidesCode, isForScreens) == (other.hidesCode, other.isForScreens)
      && (findsMath, readsExtensions, directives, readsFields, forms)
        == (other.findsMath, other.readsExtensions, other.directives, other.readsFields, other.forms)
  }
}

extension MathSpan {
  /// Gives it another position in the text.
  package mutating func move(by bytes: Int) {
    span = span.moved(by: bytes)
    for index in origins.indices { origins[index].source += Int32(bytes) }
  }
}
