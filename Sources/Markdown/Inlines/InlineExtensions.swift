import TypesetDiagnostics

/// Finds in the texts of a tree what CommonMark has no syntax for: attributes, spans, `==marks==`, sub- and superscripts,
/// inline footnotes, cross references, wiki links, emoji by name.
///
/// Each list of siblings is read once; openers wait on a stack, and those that are never closed stay text.
struct InlineExtensions {
  var tree: Tree
  private let source: [UInt8]
  /// True if anything has changed.
  private(set) var hasMoved = false
  /// Inline footnotes, which are moved to the document's end.
  private(set) var notes: [InlineNote] = []
  private var out: [Entry] = []
  private var openers: [Opener] = []
  private var counts = [Int](repeating: 0, count: InlineMark.allCases.count)

  private enum Entry {
    case node(Tree.Index)
    /// Bytes of a text.
    case text(Int, Range<Int>)

    /// Of a text, in bytes.
    var count: Int { if case .text(_, let range) = self { range.count } else { 0 } }
  }

  private struct Opener {
    var mark: InlineMark
    /// In `out`.
    var position: Int
  }

  private var texts: [InlineText] = []
  /// How signs are read that tools read differently.
  var dialect = Dialect.general
  /// Names that make `:name[…]` a directive, as registered, by their lower-case forms.
  var directives: [String: String] = [:]

  /// See `CitedWorks`.
  var citesWorks = false
  /// See `ParseOptions`.
  var keepsCitations = false
  /// The first citation of a document that names no bibliography.
  private(set) var firstCitation: SourceSpan?
  private var isInLink = false
  private var lists: AttributeListNodes
  /// True if `{{page}}` may be a field.
  var readsFields = true
  /// True if the source is not a template; known when a field is found.
  private lazy var hasFields = DocumentField.areRead(in: source)
  /// The numbers of pandoc's examples.
  var examples: [String: Int] = [:]
  /// What MyST's `@name` may refer to.
  var labels: Set<String> = []

  init(tree: Tree, source: [UInt8]) {
    self.tree = tree
    self.source = source
    lists = AttributeListNodes(source: source)
  }

  /// True if a text may end with a name of Obsidian's.
  private var hasBlockNames = false

  mutating func run() {
    for index in tree.nodes.indices where needsReading(Tree.Index(index)) { read(Tree.Index(index)) }
    if hasBlockNames {
      hasMoved = true
      BlockNames.read(in: &tree)
    }
    tree.addNotes(notes)
  }

  /// Bytes with which an extension may begin.
  private static let triggers: [Bool] = {
    var table = [Bool](repeating: false, count: 256)
    for byte in "{=~^+:@[!%".utf8 { table[Int(byte)] = true }
    return table
  }()

  private func needsReading(_ parent: Tree.Index) -> Bool {
    for child in tree.children(of: parent) {
      if case .link("@ref", _) = tree[child].kind { return true }
      guard case .text(var text) = tree[child].kind else { continue }
      if text.isEmpty, tree[child].attributes >= 0 { return true }
      if text.withUTF8({ unsafe $0.contains { Self.triggers[Int($0)] } }) { return true }
    }
    return false
  }

  // MARK: Reading

  private mutating func read(_ parent: Tree.Index) {
    let count = tree.nodes.count
    defer { if tree.nodes.count > count { hasMoved = true } }
    out = []
    openers = []
    texts = []
    isInLink = if case .link = tree[parent].kind { true } else { false }
    for mark in InlineMark.allCases { counts[mark.rawValue] = 0 }
    var children = Array(tree.children(of: parent))
    if citesWorks, keepsCitations, !isInLink { children = tree.joinedCitations(children, in: source) }
    for (position, child) in children.enumerated() {
      if let list = tree.attributeList(in: child) {
        if !lists.isUsed(child) { apply(list, of: child) }
      } else if case .text(let text) = tree[child].kind {
        lists.next = position + 1 < children.count ? children[position + 1] : -1
        texts.append(InlineText(child, Array(text.utf8), written: tree[child].span, in: source))
        readText()
      } else {
        readDocumenterLink(child)
        out.append(.node(child))
      }
    }
    readTrailingAttributes(of: parent)
    link(out[...], below: parent)
    tree.mendDisplay(parent)
  }

  /// Applies a list in braces to the inline before it; the list becomes text again where there is none.
  private mutating func apply(_ list: Attributes, of node: Tree.Index) {
    hasMoved = true
    if !lists.isInParentheses(node, in: tree), case .node(let inline)? = out.last, takesAttributes(inline) {
      tree.add(list, to: inline)
    } else {
      let written = lists.makeText(of: node, in: &tree)
      texts.append(InlineText(node, written, written: tree[node].span, in: source))
      out.append(.text(texts.count - 1, 0..<written.count))
    }
  }

  /// Documenter's `[Name](@ref)` leads to the heading of that name.
  private mutating func readDocumenterLink(_ link: Tree.Index) {
    guard case .link("@ref", _) = tree[link].kind else { return }
    var name = ""
    for child in tree.children(of: link) {
      switch tree[child].kind {
      case .text(let text), .code(let text): name += text
      default: break
      }
    }
    tree.nodes[Int(link)].kind = .link(destination: "#" + name, title: DocumenterTarget.mark)
  }

  private mutating func readText() {
    let number = texts.count - 1
    let bytes = texts[number].bytes
    var start = 0
    var index = 0
    func flush(_ end: Int) {
      if end > start { out.append(.text(number, start..<end)) }
    }
    if let length = attachToDisplay(bytes[...]) {
      index = length
      start = length
    }
    while index < bytes.count {
      guard Self.triggers[Int(bytes[index])] || bytes[index] == ASCII.closeBracket, !texts[number].isEscaped[index] else {
        index += 1
        continue
      }
      let hasTextBefore = index > start
      if bytes[index] == ASCII.openBrace {
        if readsFields, let (field, length) = DocumentField.read(texts[number], at: index), hasFields {
          flush(index)
          out.append(.node(tree.add(field, texts[number].span(of: index..<index + length))))
          index += length
          start = index
        } else if !hasTextBefore, let length = attach(bytes[index...]) {
          index += length
          start = index
        } else if let length = markup(number, index, after: start) {
          index += length
          start = index
        } else {
          index += 1
        }
        continue
      }
      if bytes[index] == UInt8(ascii: "!") {
        guard let (node, length) = embed(number, index) ?? picture(number, index) else {
          index += 1
          continue
        }
        flush(index)
        out.append(.node(node))
        index += length
        start = index
        continue
      }
      if let (node, length) = leaf(number, index) {
        flush(dropsHyphen(before: node, number, index, after: start) ? index - 1 : index)
        out.append(.node(node))
        index += length
        start = index
        continue
      }
      if bytes[index] == UInt8(ascii: "+"), counts[InlineMark.insertion.rawValue] == 0, let length = markup(number, index, after: start) {
        index += length
        start = index
        continue
      }
      guard let (mark, length, canOpen, canClose) = InlineMark.read(bytes, index) else {
        index += 1
        continue
      }
      if mark == .superscript, BlockNames.begins(bytes, at: index) { hasBlockNames = true }
      flush(index)
      start = index + length
      if canClose, let end = close(mark, number, index, length) {
        index = end
        start = end
        continue
      }
      if canOpen {
        openers.append(Opener(mark: mark, position: out.count))
        counts[mark.rawValue] += 1
      }
      out.append(.text(number, index..<index + length))
      index += length
    }
    flush(bytes.count)
  }

  /// Applies attributes right after an inline to it.
  private mutating func attach(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard case .node(let node)? = out.last, takesAttributes(node) else { return nil }
    guard let (attributes, length) = Attributes.read(bytes) else { return nil }
    tree.add(attributes, to: node)
    return length
  }

  private func takesAttributes(_ node: Tree.Index) -> Bool {
    switch tree[node].kind {
    case .softBreak, .lineBreak, .htmlInline, .footnoteReference: false
    default: true
    }
  }

  /// `$$…$$ {#eq-a}` within a paragraph.
  private mutating func attachToDisplay(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard case .node(let node)? = out.last, case .math(let span) = tree[node].kind, span.isDisplay,
      let open = bytes.firstIndex(where: { !ASCII.isBlank($0) }), bytes[open] == ASCII.openBrace,
      let (attributes, length) = Attributes.read(bytes[open...])
    else { return nil }
    tree.add(attributes, to: node)
    return open + length
  }

  /// Attributes at the end of a heading belong to it; after white space after a display, to the display; on a last line of
  /// their own (kramdown's), to the paragraph.
  private mutating func readTrailingAttributes(of parent: Tree.Index) {
    guard case .text(let number, var range)? = out.last, range.upperBound == texts[number].bytes.count else { return }
    let bytes = texts[number].bytes
    var end = range.upperBound
    while end > range.lowerBound, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > range.lowerBound, bytes[end - 1] == ASCII.closeBrace else { return }
    // Brackets and other marks in a value have split the text.
    if !bytes[range].contains(ASCII.openBrace) { range = joinLastTexts() }
    guard let open = bytes[range.lowerBound..<end].lastIndex(of: ASCII.openBrace), !texts[number].isEscaped[open],
      let (attributes, length) = Attributes.read(bytes[open..<end]), open + length == end
    else { return }
    var before = open
    while before > range.lowerBound, ASCII.isBlank(bytes[before - 1]) { before -= 1 }
    switch tree[parent].kind {
    case .heading:
      // `## Title ## {#id}`: the closing signs are not part of the title.
      var signs = before
      while signs > range.lowerBound, bytes[signs - 1] == ASCII.hash { signs -= 1 }
      if signs < before, signs > range.lowerBound, ASCII.isBlank(bytes[signs - 1]) {
        before = signs
        while before > range.lowerBound, ASCII.isBlank(bytes[before - 1]) { before -= 1 }
      }
      tree.add(attributes, to: parent)
    case .caption: tree.add(attributes, to: tree[parent].parent)
    case .paragraph where before == range.lowerBound && out.count >= 2:
      guard case .node(let previous) = out[out.count - 2] else { return }
      switch tree[previous].kind {
      case .softBreak:
        tree.add(attributes, to: parent)
        out.removeLast()
      case .math: tree.add(attributes, to: previous)
      default: return
      }
    default: return
    }
    out.removeLast()
    if before > range.lowerBound { out.append(.text(number, range.lowerBound..<before)) }
  }

  /// Joins the pieces of one text at the end of what has been read; open marks in them become text.
  private mutating func joinLastTexts() -> Range<Int> {
    guard case .text(let number, var range)? = out.last else { return 0..<0 }
    out.removeLast()
    while case .text(number, let previous)? = out.last, previous.upperBound == range.lowerBound {
      range = previous.lowerBound..<range.upperBound
      out.removeLast()
    }
    out.append(.text(number, range))
    return range
  }

  // MARK: Marks that open and close

  /// Closes the innermost opener of a kind, if there is one; returns where reading continues.
  private mutating func close(_ mark: InlineMark, _ number: Int, _ index: Int, _ length: Int) -> Int? {
    let open = mark == .bracket ? counts[InlineMark.bracket.rawValue] + counts[InlineMark.note.rawValue] : counts[mark.rawValue]
    guard open > 0, let position = openers.lastIndex(where: { $0.mark == mark || mark == .bracket && $0.mark == .note }) else {
      return nil
    }
    let opener = openers[position]
    let end = index + length
    var kind: Tree.Kind
    var attributes: (attributes: Attributes, length: Int)?
    var directiveStart: Int?
    switch opener.mark {
    case .bracket:
      let rest = texts[number].unescaped(from: end)
      attributes = Attributes.read(rest) ?? lists.read(after: texts[number], end, isNote: false, tree)
      kind = .span
      if attributes == nil, let found = DocumenterTarget(rest) {
        attributes = (found.isName ? Attributes(id: found.target) : Attributes(), found.length)
        if !found.isName { kind = .link(destination: "#" + found.target, title: DocumenterTarget.mark) }
      }
      if let named = named(opener.position) {
        (kind, directiveStart) = (named.kind, named.start)
        attributes = attributes ?? (Attributes(), 0)
        if kind == .span { attributes?.attributes.classes.insert("badge", at: 0) }
      }
      if attributes == nil, let length = objectReference(opener.position + 1..<out.count, rest) {
        attributes = (Attributes(), length)
      }
      guard attributes != nil else {
        drop(from: position)
        return nil
      }
    case .note:
      attributes = lists.read(after: texts[number], end, isNote: true, tree)
      kind = attributes == nil ? .footnoteReference(label: "") : .span
    case .comment:
      drop(from: position)
      out.removeSubrange(opener.position...)
      return end
    case .highlight: kind = .highlighted
    case .insertion, .doubled: kind = .inserted
    case .superscript: kind = .superscripted
    case .subscript: kind = .subscripted
    }
    let inner = opener.position + 1..<out.count
    if inner.isEmpty, opener.mark != .bracket { return nil }
    if opener.mark == .superscript || opener.mark == .subscript {
      // pandoc: no white space within; otherwise `~` is GFM's strikethrough, as long as it is outside of a word.
      if hasBlank(inner) {
        guard opener.mark == .subscript else {
          drop(from: position)
          return nil
        }
        kind = .strikethrough
      } else if opener.mark == .subscript, !followsWord(opener.position) || !dialect.has(.tildeSubscripts) {
        kind = dialect.has(.singleTildeStrikes) || !dialect.has(.tildeSubscripts) ? .strikethrough : .subscripted
      }
      if case .strikethrough = kind {
        guard dialect.has(.singleTildeStrikes), InlineMark.flanks(texts[number].bytes, index, closing: true),
          case .text(let first, let sign) = out[opener.position],
          InlineMark.flanks(texts[first].bytes, sign.lowerBound, closing: false)
        else {
          if !dialect.has(.singleTildeStrikes) || !InlineMark.flanks(texts[number].bytes, index, closing: true) { return nil }
          drop(from: position)
          return nil
        }
      }
      if case .superscripted = kind, !dialect.has(.caretSuperscripts) { return nil }
    }
    if opener.mark == .highlight, !dialect.has(.marks) { return nil }
    drop(from: position)
    let start = place(of: out[opener.position]).lowerBound - (directiveStart.map { out[opener.position - 1].count - $0 } ?? 0)
    let stop = Int(texts[number].places[end])
    let node = add(kind, SourceSpan(start, stop))
    if case .footnoteReference = kind {
      let first = Tree.Index(tree.nodes.count)
      let holder = add(.paragraph, SourceSpan(start, stop))
      link(out[inner], below: holder)
      tree.nodes[Int(node)].firstChild = -1
      notes.append(InlineNote(reference: node, first: first))
    } else if case .image = kind {
      // The name of an icon is not its alternative text.
    } else {
      link(out[inner], below: node)
    }
    out.removeSubrange(opener.position...)
    if let directiveStart { cutLastText(to: directiveStart) }
    out.append(.node(node))
    guard let attributes else { return end }
    lists.use()
    tree.add(attributes.attributes, to: node)
    return end + attributes.length
  }

  /// The meaning of an opening bracket after a name, and the offset of the name's colon in the text before.
  private func named(_ position: Int) -> (kind: Tree.Kind, start: Int)? {
    guard position > 0, case .text(let number, let range) = out[position - 1], let found = BracketName(in: texts[number], range) else {
      return nil
    }
    if let name = directives[found.name] { return (.directive(ClientDirective(name: name, arguments: nil), isInline: true), found.start) }
    var content: ArraySlice<UInt8>?
    if position + 2 == out.count, case .text(let number, let range) = out[position + 1] { content = texts[number].bytes[range] }
    return found.sign(content: content).map { ($0, found.start) }
  }

  /// Keeps this many bytes of the text that was read last.
  private mutating func cutLastText(to count: Int) {
    guard case .text(let number, let range)? = out.last else { return }
    out.removeLast()
    if count > 0 { out.append(.text(number, range.lowerBound..<range.lowerBound + count)) }
  }

  /// The length of `[name]` after brackets that contain only code or an icon: mkdocstrings' references to documented objects, and links
  /// whose targets are in another file. Only the code is shown.
  private func objectReference(_ inner: Range<Int>, _ rest: ArraySlice<UInt8>) -> Int? {
    let isForTools = dialect.tool == .mkdocs || dialect.tool == .mdbook
    if isForTools, rest.starts(with: "[]".utf8), case .node? = out[inner].first, inner.count == 1 { return 2 }
    guard rest.first == ASCII.openBracket, !inner.isEmpty,
      let close = rest.prefix(200).firstIndex(of: ASCII.closeBracket),
      rest[(rest.startIndex + 1)..<close].contains(where: { ASCII.isLetter($0) }),
      rest[(rest.startIndex + 1)..<close].allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "._-:/".utf8.contains($0) || $0 >= 0x80 }
      ),
      !followsWord(inner.lowerBound - 1)
    else { return nil }
    // mkdocs-autorefs leads to headings of other pages.
    let isObject =
      isForTools
      || out[inner].allSatisfy { entry in
        guard case .node(let node) = entry else { return false }
        switch tree[node].kind {
        case .code, .text(""): return true
        default: return false
        }
      }
    return isObject ? close + 1 - rest.startIndex : nil
  }

  /// Drops openers that can no longer be closed.
  private mutating func drop(from position: Int) {
    for opener in openers[position...] { counts[opener.mark.rawValue] -= 1 }
    openers.removeSubrange(position...)
  }

  private func hasBlank(_ entries: Range<Int>) -> Bool {
    out[entries].contains { entry in
      switch entry {
      case .text(let number, let range): texts[number].bytes[range].contains(where: ASCII.isBlank)
      case .node(let node): if case .softBreak = tree[node].kind { true } else { false }
      }
    }
  }

  /// True if a letter, digit or formula is right before an entry.
  private func followsWord(_ position: Int) -> Bool {
    guard position > 0 else { return false }
    switch out[position - 1] {
    case .node(let node):
      switch tree[node].kind {
      case .softBreak, .lineBreak: return false
      default: return true
      }
    case .text(let number, let range):
      guard let last = texts[number].bytes[range].last else { return false }
      return ASCII.isLetter(last) || ASCII.isDigit(last) || last >= 0x80 || last == ASCII.closeParenthesis
    }
  }

  // MARK: Nodes

  mutating func add(_ kind: Tree.Kind, _ span: SourceSpan) -> Tree.Index {
    tree.nodes.append(Tree.Node(kind: kind, span: span, parent: -1))
    return Tree.Index(tree.nodes.count - 1)
  }

  private func place(of entry: Entry) -> Range<Int> {
    switch entry {
    case .node(let node): Int(tree[node].span.start)..<Int(tree[node].span.end)
    case .text(let number, let range): Int(texts[number].places[range.lowerBound])..<Int(texts[number].places[range.upperBound])
    }
  }

  /// Makes entries the children of a node; adjacent texts of one node are joined again.
  private mutating func link(_ entries: ArraySlice<Entry>, below parent: Tree.Index) {
    var last: Tree.Index = -1
    tree.nodes[Int(parent)].firstChild = -1
    var index = entries.startIndex
    while index < entries.endIndex {
      let node: Tree.Index
      switch entries[index] {
      case .node(let known): node = known
      case .text(let number, var range):
        while index + 1 < entries.endIndex, case .text(number, let next) = entries[index + 1], next.lowerBound == range.upperBound {
          range = range.lowerBound..<next.upperBound
          index += 1
        }
        let text = texts[number]
        if range.count == text.bytes.count {
          node = text.node
        } else {
          let start = Int(text.places[range.lowerBound])
          let end = Int(text.places[range.upperBound])
          node = add(.text(String(decoding: text.bytes[range], as: UTF8.self)), SourceSpan(start, max(start, end)))
        }
      }
      index += 1
      tree.nodes[Int(node)].parent = parent
      tree.nodes[Int(node)].nextSibling = -1
      if last < 0 { tree.nodes[Int(parent)].firstChild = node } else { tree.nodes[Int(last)].nextSibling = node }
      last = node
    }
  }

  // MARK: Leaves

  /// A node within one text: a wiki link, a cross reference, an emoji, with the number of its bytes.
  private mutating func leaf(_ number: Int, _ index: Int) -> (Tree.Index, Int)? {
    let text = texts[number]
    if !examples.isEmpty, text.bytes[index] == UInt8(ascii: "@"), let (value, length) = example(text.bytes, index) {
      return (add(.text(value), SourceSpan(Int(text.places[index]), Int(text.places[index + length]))), length)
    }
    guard
      let (kinds, length) = InlineLeaf.read(
        text.bytes, at: index, previous: previousByte(number, index), labels: labels, cites: citesWorks && !isInLink,
        keepsCitations: keepsCitations)
    else {
      if !citesWorks, keepsCitations, firstCitation == nil, !isInLink, CitedWorks.begins(text.bytes, index) {
        firstCitation = text.span(of: index..<index + 1)
      }
      return nil
    }
    var span = SourceSpan(Int(text.places[index]), Int(text.places[index + length]))
    if kinds.count == 1 {
      if case .text(let shown) = kinds[0], text.bytes[index] == ASCII.openBracket {
        span = SourceSpan(Int(text.places[index + length - 2 - shown.utf8.count]), Int(text.places[index + length - 2]))
      }
      return (add(kinds[0], span), length)
    }
    // A link contains what follows it.
    let holder = if let first = kinds.first, case .link = first { first } else { Tree.Kind.span }
    let group = add(holder, span)
    var last: Tree.Index = -1
    for kind in kinds where kind != holder {
      let node = add(kind, span)
      tree.nodes[Int(node)].parent = group
      if last < 0 { tree.nodes[Int(group)].firstChild = node } else { tree.nodes[Int(last)].nextSibling = node }
      last = node
    }
    return (group, length)
  }

  /// The number of the example that pandoc's `@label` names.
  private func example(_ bytes: [UInt8], _ start: Int) -> (value: String, length: Int)? {
    var end = start + 1
    while end < bytes.count, end - start < 60,
      ASCII.isLetter(bytes[end]) || ASCII.isDigit(bytes[end]) || bytes[end] == UInt8(ascii: "-") || bytes[end] == UInt8(ascii: "_")
    { end += 1 }
    return examples[String(decoding: bytes[(start + 1)..<end], as: UTF8.self)].map { (String($0), end - start) }
  }

  /// `-@fig-a` outside of brackets: the number without its word, and `-@key` a key without its author.
  private mutating func dropsHyphen(before node: Tree.Index, _ number: Int, _ index: Int, after start: Int) -> Bool {
    let bytes = texts[number].bytes
    guard bytes[index] == UInt8(ascii: "@"), index > start, bytes[index - 1] == UInt8(ascii: "-"), !texts[number].isEscaped[index - 1]
    else {
      return false
    }
    let before = index > 1 ? bytes[index - 2] : previousByte(number, 0)
    guard before == 0 || ASCII.isBlank(before) || before == ASCII.openParenthesis || before >= 0x80 else { return false }
    if case .reference(let label) = tree[node].kind, !label.hasPrefix("-") { tree.nodes[Int(node)].kind = .reference(label: "-" + label) }
    return true
  }

  /// Marks of other tools, see `InlineMarkup`.
  private mutating func markup(_ number: Int, _ index: Int, after start: Int) -> Int? {
    let text = texts[number]
    guard let found = InlineMarkup.read(text.bytes, at: index) else { return nil }
    if index > start { out.append(.text(number, start..<index)) }
    let span = SourceSpan(Int(text.places[index]), Int(text.places[index + found.length]))
    for (kind, words) in found.shown {
      let node = add(kind, span)
      let inner = add(.text(words), span)
      tree.nodes[Int(inner)].parent = node
      tree.nodes[Int(node)].firstChild = inner
      out.append(.node(node))
    }
    hasMoved = true
    return found.length
  }

  /// Obsidian's `![[picture.png]]`, `![[picture.png|300]]`; other embeds show their names.
  private mutating func embed(_ number: Int, _ index: Int) -> (Tree.Index, Int)? {
    let text = texts[number]
    guard let (target, hint, length) = InlineLeaf.embed(text.bytes, at: index) else { return nil }
    let span = SourceSpan(Int(text.places[index]), Int(text.places[index + length]))
    // `picture.png#right` says where it is.
    let path = String(target.prefix { $0 != "#" })
    let name = path.lowercased()
    guard [".png", ".jpg", ".jpeg", ".gif", ".svg", ".webp", ".bmp"].contains(where: { name.hasSuffix($0) }) else {
      let shown = hint ?? target
      let end = index + length - 2
      return (add(.text(shown), SourceSpan(Int(text.places[end - shown.utf8.count]), Int(text.places[end]))), length)
    }
    let image = add(.image(source: path, title: ""), span)
    var attributes = Attributes(pairs: [Attributes.Pair("caption", "")])
    for word in target.dropFirst(path.count).split(separator: "#") where ["left", "center", "right"].contains(word) {
      attributes.pairs.append(Attributes.Pair("align", String(word)))
    }
    // The size is last: `|words|300x200`.
    if let size = hint?.split(separator: "|").last {
      for (key, number) in zip(["width", "height"], size.split(separator: "x")) where DocumentNumber.whole(number) != nil {
        attributes.pairs.append(Attributes.Pair(key, String(number)))
      }
    }
    tree.add(attributes, to: image)
    return (image, length)
  }

  /// `![words](My file.png)`: an address with blanks, which CommonMark reads as text.
  private mutating func picture(_ number: Int, _ index: Int) -> (Tree.Index, Int)? {
    let text = texts[number]
    guard let found = InlineLeaf.picture(text.bytes, at: index) else { return nil }
    let span = SourceSpan(Int(text.places[index]), Int(text.places[index + found.length]))
    let image = add(.image(source: found.source, title: ""), span)
    if !found.words.isEmpty {
      let words = add(.text(found.words), span)
      tree.nodes[Int(words)].parent = image
      tree.nodes[Int(image)].firstChild = words
    }
    return (image, found.length)
  }

  /// The byte before an index of a text; a letter as a placeholder if another inline is right before.
  private func previousByte(_ number: Int, _ index: Int) -> UInt8 {
    if index > 0 { return texts[number].bytes[index - 1] }
    guard case .node(let node)? = out.last else { return 0 }
    switch tree[node].kind {
    case .softBreak, .lineBreak: return ASCII.space
    default: return UInt8(ascii: "x")
    }
  }
}
