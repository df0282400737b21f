/// Writes blocks and their inlines into the tree.
struct NodeWriter {
  private(set) var tree: CommonMarkTree
  private let blocks: [Block]
  private let lines: [BlockLine]
  private var inlines: InlineReader
  private let options: CommonMarkOptions
  /// The last child of each node so far, -1 for none.
  private var lastChild: [CommonMarkTree.Index] = []
  /// The nodes that are open around the inlines, from the leaf on.
  private var parents: [CommonMarkTree.Index] = []
  private var linkDepth = 0
  /// Text that may go on: its place in the source, and what it says.
  private var text: (place: Range<Int>, literal: Range<Int>)?

  init(_ reader: BlockReader, _ options: CommonMarkOptions) {
    self.options = options
    (blocks, lines) = (reader.blocks, reader.lines)
    inlines = InlineReader(reader.store, reader.definitions, options)
    tree = CommonMarkTree(
      lists: reader.lists, tables: reader.tables, end: reader.cut.map { Int32(truncatingIfNeeded: $0) }, store: TextStore([]))
  }

  mutating func write(_ isStopped: () -> Bool) {
    var indices = [CommonMarkTree.Index](repeating: -1, count: blocks.count)
    for (number, block) in blocks.enumerated() {
      if number & 0xFF == 0xFF, isStopped() { break }
      if block.isEmpty { continue }
      if tree.nodes.count >= options.nodeLimit {
        tree.end = Int32(truncatingIfNeeded: block.start)
        break
      }
      indices[number] = add(block, to: block.parent < 0 ? -1 : indices[Int(block.parent)])
    }
    linkFootnotes(indices)
    tree.links = inlines.definitions.links
    tree.store = inlines.store
  }

  /// Footnotes are at the end, in the order of their first reference.
  private mutating func linkFootnotes(_ indices: [CommonMarkTree.Index]) {
    let used = inlines.definitions.footnotes.filter { $0.number > 0 }.sorted { $0.number < $1.number }
    for footnote in used where indices[footnote.block] >= 0 {
      let index = indices[footnote.block]
      tree.nodes[Int(index)].detail = Int32(footnote.number)
      link(index, to: 0)
    }
  }

  private mutating func link(_ index: CommonMarkTree.Index, to parent: CommonMarkTree.Index) {
    tree.nodes[Int(index)].parent = parent
    guard parent >= 0 else { return }
    if lastChild[Int(parent)] < 0 {
      tree.nodes[Int(parent)].firstChild = index
    } else {
      tree.nodes[Int(lastChild[Int(parent)])].nextSibling = index
    }
    lastChild[Int(parent)] = index
  }

  @discardableResult
  private mutating func add(_ node: CommonMarkTree.Node, isLinked: Bool = true) -> CommonMarkTree.Index {
    let index = CommonMarkTree.Index(tree.nodes.count)
    tree.nodes.append(node)
    lastChild.append(-1)
    if isLinked { link(index, to: node.parent) }
    return index
  }

  private static func node(
    _ kind: CommonMarkTree.Kind, _ place: Range<Int>, to parent: CommonMarkTree.Index, literal: Range<Int> = 0..<0, detail: Int32 = 0
  ) -> CommonMarkTree.Node {
    CommonMarkTree.Node(
      kind: kind, start: Int32(truncatingIfNeeded: place.lowerBound), end: Int32(truncatingIfNeeded: place.upperBound), parent: parent,
      literalStart: Int32(truncatingIfNeeded: literal.lowerBound), literalEnd: Int32(truncatingIfNeeded: literal.upperBound), detail: detail
    )
  }

  // MARK: Blocks

  private mutating func add(_ block: Block, to parent: CommonMarkTree.Index) -> CommonMarkTree.Index {
    var node = Self.node(block.kind, block.start..<block.end, to: parent, detail: block.detail)
    switch block.kind {
    case .codeBlock, .htmlBlock:
      let literal = inlines.store.join(lines[block.lines], endsLast: true)
      (node.literalStart, node.literalEnd) = (Int32(literal.lowerBound), Int32(literal.upperBound))
    case .footnoteDefinition:
      let footnote = inlines.definitions.footnotes[Int(block.detail)]
      (node.literalStart, node.literalEnd) = (Int32(footnote.textStart), Int32(footnote.textStart))
      node.detail = 0
    default: break
    }
    let index = add(node, isLinked: block.kind != .footnoteDefinition)
    switch block.kind {
    case .paragraph, .heading: addInlines(block.text ?? inlines.store.join(lines[block.lines]), to: index)
    case .tableCell:
      if let line = lines[block.lines].first { addInlines(inlines.store.joinCell(line.text), to: index) }
    default: break
    }
    return index
  }

  // MARK: Inlines

  private mutating func addInlines(_ range: Range<Int>, to index: CommonMarkTree.Index) {
    guard !range.isEmpty else { return }
    inlines.read(cut(range))
    parents.append(index)
    // In a copy: tokens refer to the store, which texts are added to.
    for token in inlines.tokens { add(token) }
    flush()
    parents.removeAll(keepingCapacity: true)
    linkDepth = 0
  }

  /// The beginning of a text that is too long, up to the beginning of a character.
  private mutating func cut(_ range: Range<Int>) -> Range<Int> {
    guard range.count > options.leafLimit else { return range }
    var end = range.lowerBound + options.leafLimit
    while end > range.lowerBound, inlines.store.bytes[end] & 0xC0 == 0x80 { end -= 1 }
    tree.cutLeaves.append(Int32(truncatingIfNeeded: inlines.store.source(of: end)))
    return range.lowerBound..<end
  }

  private func place(_ token: LeafToken) -> Range<Int> {
    let start = inlines.store.source(of: Int(token.start))
    return start..<max(start, inlines.store.source(ofEnd: Int(token.end)))
  }

  private mutating func add(_ token: LeafToken) {
    let literal = Int(token.literalStart)..<Int(token.literalEnd)
    switch token.kind {
    case .text: add(literal, at: place(token))
    case .run:
      closeMarks(token)
      if !literal.isEmpty {
        add(literal, at: inlines.store.source(of: literal.lowerBound)..<inlines.store.source(ofEnd: literal.upperBound))
      }
      openMarks(token)
    case .opener where token.detail < 0: add(literal, at: place(token))
    case .opener:
      flush()
      linkDepth += token.isImage ? 0 : 1
      push(token.isImage ? .image : .link, at: inlines.store.source(of: Int(token.start)), detail: token.detail)
    case .closer:
      flush()
      if tree.nodes[Int(parents[parents.count - 1])].kind == .link { linkDepth -= 1 }
      pop(at: inlines.store.source(ofEnd: Int(token.end)))
    case .softBreak: addLeaf(.softBreak, token)
    case .lineBreak: addLeaf(.lineBreak, token)
    case .code: addLeaf(.code, token, literal: literal)
    case .html: addLeaf(.htmlInline, token, literal: literal)
    case .footnote: addLeaf(.footnoteReference, token, detail: Int32(inlines.definitions.number(of: Int(token.detail))))
    case .address:
      flush()
      let inner = inlines.store.source(of: literal.lowerBound)..<inlines.store.source(ofEnd: literal.upperBound)
      addAddress(place(token), text: literal, at: inner.isEmpty ? place(token) : inner, link: token.detail)
    }
  }

  private mutating func addLeaf(_ kind: CommonMarkTree.Kind, _ token: LeafToken, literal: Range<Int> = 0..<0, detail: Int32 = 0) {
    flush()
    add(Self.node(kind, place(token), to: parents[parents.count - 1], literal: literal, detail: detail))
  }

  private mutating func addAddress(_ place: Range<Int>, text: Range<Int>, at inner: Range<Int>, link: Int32) {
    let index = add(Self.node(.link, place, to: parents[parents.count - 1], detail: link))
    add(Self.node(.text, inner, to: index, literal: text))
  }

  private mutating func push(_ kind: CommonMarkTree.Kind, at start: Int, detail: Int32 = 0) {
    parents.append(add(Self.node(kind, start..<start, to: parents[parents.count - 1], detail: detail)))
  }

  private mutating func pop(at end: Int) {
    guard parents.count > 1 else { return }
    tree.nodes[Int(parents.removeLast())].end = Int32(truncatingIfNeeded: end)
  }

  private mutating func closeMarks(_ token: LeafToken) {
    var end = token.firstClose
    while end >= 0 {
      flush()
      pop(at: inlines.store.source(ofEnd: Int(inlines.ends[Int(end)].position)))
      end = inlines.ends[Int(end)].next
    }
  }

  private mutating func openMarks(_ token: LeafToken) {
    var end = token.firstOpen
    while end >= 0 {
      flush()
      push(inlines.ends[Int(end)].kind, at: inlines.store.source(of: Int(inlines.ends[Int(end)].position)))
      end = inlines.ends[Int(end)].next
    }
  }

  // MARK: Text

  /// Adds to the text that goes on.
  private mutating func add(_ literal: Range<Int>, at place: Range<Int>) {
    guard !literal.isEmpty else { return }
    guard let before = text else {
      text = (place, literal)
      return
    }
    let place = before.place.lowerBound..<max(before.place.lowerBound, place.upperBound)
    if literal.lowerBound == before.literal.upperBound {
      text = (place, before.literal.lowerBound..<literal.upperBound)
      return
    }
    var start = before.literal.lowerBound
    if before.literal.upperBound < inlines.store.end || start < inlines.store.sourceCount {
      start = inlines.store.end
      inlines.store.appendMapped(before.literal, from: before.place.lowerBound)
    }
    inlines.store.appendMapped(literal, from: max(before.place.upperBound, 0))
    text = (place, start..<inlines.store.end)
  }

  private mutating func flush() {
    guard let (place, literal) = text else { return }
    text = nil
    let whole = Self.node(.text, place, to: parents[parents.count - 1], literal: literal)
    var start = literal.lowerBound
    if options.readsAddresses, linkDepth == 0 {
      var searched = start
      while let found = AddressScanner.mail(inlines.store.bytes, literal, from: searched) {
        searched = found.upperBound
        if options.keepsAddressesInLists, AddressScanner.isInList(inlines.store.bytes, found.lowerBound, from: literal.lowerBound) {
          continue
        }
        addText(start..<found.lowerBound, of: whole)
        let hasScheme = inlines.store.bytes[found].contains(Byte.colon)
        let link = inlines.definitions.addAddress(found, prefix: hasScheme ? Words.none : Words.mailtoScheme, &inlines.store)
        let inner = source(of: found, in: whole)
        addAddress(inner, text: found, at: inner, link: link)
        start = found.upperBound
      }
    }
    addText(start..<literal.upperBound, of: whole)
  }

  private func source(of part: Range<Int>, in whole: CommonMarkTree.Node) -> Range<Int> {
    inlines.store.source(of: part, literal: whole.literal, at: Int(whole.start)..<Int(whole.end))
  }

  private mutating func addText(_ part: Range<Int>, of whole: CommonMarkTree.Node) {
    guard !part.isEmpty else { return }
    add(Self.node(.text, source(of: part, in: whole), to: whole.parent, literal: part))
  }
}
