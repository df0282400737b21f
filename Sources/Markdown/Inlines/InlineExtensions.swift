import TypesetDiagnostics
import TypesetFiles

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
  private var entries = InlineEntries()
  private var openers: [Opener] = []
  private var counts = [Int](repeating: 0, count: InlineMark.allCases.count)

  private struct Opener {
    var mark: InlineMark
    /// In `entries.list`.
    var position: Int
  }

  /// How signs are read that tools read differently.
  var dialect = Dialect.general
  /// Names that make `:name[…]` a directive, as registered, by their lower-case forms.
  var directives: [String: String] = [:]

  /// See `CitedWorks`.
  var citesWorks = false
  /// See `ParseOptions`.
  var keepsCitations = false
  /// True if `[[Name]]` is a link (`ParseOptions.linksNotes`).
  var linksNotes = false
  /// The first citation of a document that names no bibliography.
  private(set) var firstCitation: SourceSpan?
  /// The first `@Name2020`, which may be a work.
  private var likelyCitation: (key: ArraySlice<UInt8>, span: SourceSpan)?
  private var link = LinkWords()
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
    CodeLanguages.drop(from: &tree, in: dialect)
    for index in tree.nodes.indices where InlineEntries.mayBeIn(Tree.Index(index), tree) { read(Tree.Index(index)) }
    if hasBlockNames {
      hasMoved = true
      BlockNames.read(in: &tree)
    }
    tree.addNotes(notes)
  }

  // MARK: Reading

  private mutating func read(_ parent: Tree.Index) {
    let count = tree.nodes.count
    defer { if tree.nodes.count > count { hasMoved = true } }
    entries = InlineEntries()
    openers = []
    link = LinkWords(tree[parent].kind)
    for mark in InlineMark.allCases { counts[mark.rawValue] = 0 }
    var children = Array(tree.children(of: parent))
    if citesWorks, keepsCitations { children = tree.joinedCitations(children, in: source) }
    if children.count > 2, !link.isLink { children = MixedNoteLink.words(of: children, in: &tree, source: source) }
    for (position, child) in children.enumerated() {
      if let list = tree.attributeList(in: child) {
        if !lists.isUsed(child) { apply(list, of: child) }
      } else if case .text(let text) = tree[child].kind {
        lists.next = position + 1 < children.count ? children[position + 1] : -1
        entries.texts.append(InlineText(child, Array(text.utf8), written: tree[child].span, in: source))
        readText()
      } else {
        let isCitation = DocumenterCitation.readLink(child, cites: citesWorks && keepsCitations, in: &tree)
        if isCitation, !citesWorks, keepsCitations, firstCitation == nil { firstCitation = tree[child].span }
        entries.list.append(.node(child))
      }
    }
    readTrailingAttributes(of: parent)
    entries.link(entries.list[...], below: parent, in: &tree)
    tree.mendDisplay(parent)
  }

  /// Applies a list in braces to the inline before it; the list becomes text again where there is none.
  private mutating func apply(_ list: Attributes, of node: Tree.Index) {
    hasMoved = true
    if dialect.has(.attributeLists), !lists.isInParentheses(node, in: tree), case .node(let inline)? = entries.list.last,
      takesAttributes(inline)
    {
      tree.add(list, to: inline)
    } else {
      let written = lists.makeText(of: node, in: &tree)
      entries.texts.append(InlineText(node, written, written: tree[node].span, in: source))
      entries.list.append(.text(entries.texts.count - 1, 0..<written.count))
    }
  }

  private mutating func readText() {
    let number = entries.texts.count - 1
    let bytes = entries.texts[number].bytes
    var start = 0
    var index = 0
    func flush(_ end: Int) {
      if end > start { entries.list.append(.text(number, start..<end)) }
    }
    if let length = attachToDisplay(bytes[...]) {
      index = length
      start = length
    }
    while index < bytes.count {
      guard Construct.textBytes[Int(bytes[index])] || bytes[index] == ASCII.closeBracket, !entries.texts[number].isEscaped[index] else {
        index += 1
        continue
      }
      let hasTextBefore = index > start
      if bytes[index] == ASCII.openBrace {
        if readsFields, let (field, length) = DocumentField.read(entries.texts[number], at: index), hasFields {
          flush(index)
          entries.list.append(.node(tree.add(field, entries.texts[number].span(of: index..<index + length))))
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
        entries.list.append(.node(node))
        index += length
        start = index
        continue
      }
      if let (node, length) = leaf(number, index) {
        flush(dropsHyphen(before: node, number, index, after: start) ? index - 1 : index)
        entries.list.append(.node(node))
        index += length
        start = index
        continue
      }
      if bytes[index] == UInt8(ascii: "+"), counts[InlineMark.insertion.rawValue] == 0, let length = markup(number, index, after: start) {
        index += length
        start = index
        continue
      }
      guard let (mark, length, canOpen, canClose) = InlineMark.read(bytes, index, in: dialect.tool) else {
        index += 1
        continue
      }
      if mark == .superscript, BlockNames.begins(bytes, at: index) { hasBlockNames = true }
      flush(index)
      start = index + length
      if canClose, let end = mark == .note ? close(.superscript, number, index, 1) : close(mark, number, index, length) {
        index = end
        start = end
        continue
      }
      if canOpen {
        openers.append(Opener(mark: mark, position: entries.list.count))
        counts[mark.rawValue] += 1
      }
      entries.list.append(.text(number, index..<index + length))
      index += length
    }
    flush(bytes.count)
  }

  /// Applies attributes right after an inline to it.
  private mutating func attach(_ bytes: ArraySlice<UInt8>) -> Int? {
    guard dialect.has(.attributeLists), case .node(let node)? = entries.list.last, takesAttributes(node) else { return nil }
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
    guard dialect.has(.attributeLists), let node = entries.display(before: bytes, in: tree),
      let open = bytes.firstIndex(where: { !ASCII.isBlank($0) }), bytes[open] == ASCII.openBrace,
      let (attributes, length) = Attributes.read(bytes[open...])
    else { return nil }
    tree.add(attributes, to: node)
    return open + length
  }

  /// Attributes at the end of a heading belong to it; after white space after a display, to the display; on a last line of
  /// their own (kramdown's), to the paragraph.
  private mutating func readTrailingAttributes(of parent: Tree.Index) {
    guard dialect.has(.attributeLists), case .text(let number, var range)? = entries.list.last,
      range.upperBound == entries.texts[number].bytes.count
    else { return }
    let bytes = entries.texts[number].bytes
    var end = range.upperBound
    while end > range.lowerBound, ASCII.isBlank(bytes[end - 1]) { end -= 1 }
    guard end > range.lowerBound, bytes[end - 1] == ASCII.closeBrace else { return }
    // Brackets and other marks in a value have split the text.
    if !bytes[range].contains(ASCII.openBrace) { range = entries.joinLastTexts() }
    guard let open = bytes[range.lowerBound..<end].lastIndex(of: ASCII.openBrace), !entries.texts[number].isEscaped[open],
      let (attributes, length) = Attributes.read(bytes[open..<end]), open + length == end
    else { return }
    var before = open
    while before > range.lowerBound, ASCII.isBlank(bytes[before - 1]) { before -= 1 }
    switch tree[parent].kind {
    case .heading, .title:
      // `## Title ## {#id}`: the closing signs are not part of the title.
      var signs = before
      while signs > range.lowerBound, bytes[signs - 1] == ASCII.hash { signs -= 1 }
      if signs < before, signs > range.lowerBound, ASCII.isBlank(bytes[signs - 1]) {
        before = signs
        while before > range.lowerBound, ASCII.isBlank(bytes[before - 1]) { before -= 1 }
      }
      // A heading that is a callout's title names the callout.
      let isTitle = if case .title = tree[parent].kind { true } else { false }
      tree.add(attributes, to: isTitle ? tree[parent].parent : parent)
    case .caption: tree.add(attributes, to: tree[parent].parent)
    case .paragraph where before == range.lowerBound && entries.list.count >= 2:
      guard case .node(let previous) = entries.list[entries.list.count - 2] else { return }
      switch tree[previous].kind {
      case .softBreak:
        tree.add(attributes, to: parent)
        entries.list.removeLast()
      case .math: tree.add(attributes, to: previous)
      default: return
      }
    default: return
    }
    entries.list.removeLast()
    if before > range.lowerBound { entries.list.append(.text(number, range.lowerBound..<before)) }
  }

  // MARK: Marks that open and close

  /// What brackets or signs become that end.
  private struct Closed {
    var kind: Tree.Kind
    /// The attributes after them, with their length.
    var attributes: (attributes: Attributes, length: Int)?
    /// Where the name before the brackets begins in its text.
    var nameStart: Int?
  }

  /// How a sign that may close ends the span before it.
  private enum Closing {
    case span(Closed)
    /// It is text, and its opener waits on.
    case text
    /// It is text, and so is its opener.
    case never
  }

  /// Closes the innermost opener of a kind, if there is one; returns where reading continues.
  private mutating func close(_ mark: InlineMark, _ number: Int, _ index: Int, _ length: Int) -> Int? {
    let open = mark == .bracket ? counts[InlineMark.bracket.rawValue] + counts[InlineMark.note.rawValue] : counts[mark.rawValue]
    guard open > 0, let position = openers.lastIndex(where: { $0.mark == mark || mark == .bracket && $0.mark == .note }) else {
      return nil
    }
    let opener = openers[position]
    let end = index + length
    if opener.mark == .comment {
      drop(from: position)
      entries.list.removeSubrange(opener.position...)
      return end
    }
    switch closing(of: opener, number, index, end) {
    case .text: return nil
    case .never:
      drop(from: position)
      return nil
    case .span(let closed):
      drop(from: position)
      return add(closed, from: opener, number, end)
    }
  }

  private mutating func closing(of opener: Opener, _ number: Int, _ index: Int, _ end: Int) -> Closing {
    let isEmpty = opener.position + 1 == entries.list.count
    switch opener.mark {
    case .bracket: return brackets(from: opener, number, end).map { .span($0) } ?? .never
    case .note:
      let attributes = lists.read(after: entries.texts[number], end, isNote: true, tree)
      return isEmpty ? .text : .span(Closed(kind: attributes == nil ? .footnoteReference(label: "") : .span, attributes: attributes))
    case .comment: return .text
    case .highlight: return isEmpty || !dialect.has(.marks) ? .text : .span(Closed(kind: .highlighted))
    case .insertion, .doubled: return isEmpty ? .text : .span(Closed(kind: .inserted))
    case .superscript:
      // pandoc: no white space within.
      if isEmpty { return .text }
      if entries.hasBlank(after: opener.position, in: tree) { return .never }
      return dialect.has(.caretSuperscripts) && !entries.arePowers(from: opener.position, to: number, index, dialect)
        ? .span(Closed(kind: .superscripted)) : .text
    case .subscript: return isEmpty ? .text : tilde(from: opener, number, index)
    }
  }

  /// pandoc: a subscript without white space within; signs of ranges (`0.5~1 ms or 1000~2000 Hz`) are text; otherwise `~` is GFM's strikethrough, as long as it is outside of a word.
  private func tilde(from opener: Opener, _ number: Int, _ index: Int) -> Closing {
    let strikes = dialect.has(.singleTildeStrikes)
    if !dialect.tool.isPandoc, entries.areBetweenDigits(opener.position, number, index) { return .text }
    if !entries.hasBlank(after: opener.position, in: tree), dialect.has(.tildeSubscripts),
      !entries.isEastAsian(from: opener.position, to: number, index, dialect), entries.followsWord(opener.position, in: tree) || !strikes
    {
      return .span(Closed(kind: .subscripted))
    }
    guard strikes,
      !entries.isEastAsian(from: opener.position, to: number, index, dialect) || !entries.followsWord(opener.position, in: tree),
      InlineMark.flanks(entries.texts[number].bytes, index, closing: true)
    else { return .text }
    guard case .text(let first, let sign) = entries.list[opener.position],
      InlineMark.flanks(entries.texts[first].bytes, sign.lowerBound, closing: false)
    else { return .never }
    return .span(Closed(kind: .strikethrough))
  }

  /// `[x]{.y}`, `[x](@ref)`, `:name[x]`; nil for brackets that are text.
  private mutating func brackets(from opener: Opener, _ number: Int, _ end: Int) -> Closed? {
    let rest = entries.texts[number].unescaped(from: end)
    var closed = Closed(kind: .span)
    if dialect.has(.bracketedSpans) {
      closed.attributes = Attributes.read(rest) ?? lists.read(after: entries.texts[number], end, isNote: false, tree)
    }
    if closed.attributes == nil, let found = DocumenterTarget(rest) {
      closed.attributes = (found.isName ? Attributes(id: found.target) : Attributes(), found.length)
      if !found.isName { closed.kind = .link(destination: "#" + found.target, title: DocumenterTarget.mark) }
    }
    let name = bracketName(before: opener.position)
    let named = name.flatMap { meaning(of: $0, opener.position) }
    // Whoever registers the name has not run.
    if let name, named == nil, name.isDirective, rest.first == ASCII.openBrace { return nil }
    if let named {
      (closed.kind, closed.nameStart) = (named.kind, named.start)
      let isEmpty = if case .directive = named.kind { rest.starts(with: "{}".utf8) } else { false }
      closed.attributes = closed.attributes ?? (Attributes(), isEmpty ? 2 : 0)
      if closed.kind == .span { closed.attributes?.attributes.classes.insert("badge", at: 0) }
    }
    if closed.attributes == nil, let length = objectReference(opener.position + 1..<entries.list.count, rest) {
      closed.attributes = (Attributes(), length)
    }
    return closed.attributes == nil ? nil : closed
  }

  /// Puts a span in the place of what is between its signs; returns where reading continues.
  private mutating func add(_ closed: Closed, from opener: Opener, _ number: Int, _ end: Int) -> Int {
    // A copy: with a slice that still refers to the list, removing its end would copy the whole list.
    let inner = ArraySlice(Array(entries.list[(opener.position + 1)...]))
    let nameLength = closed.nameStart.map { entries.list[opener.position - 1].count - $0 } ?? 0
    let start = entries.place(of: opener.position, in: tree).lowerBound - nameLength
    var last = end
    if case .directive = closed.kind, let length = closed.attributes?.length, end + length < entries.texts[number].places.count {
      last += length
    }
    let span = SourceSpan(start, Int(entries.texts[number].places[last]))
    let node = add(closed.kind, span)
    if case .footnoteReference = closed.kind {
      let first = Tree.Index(tree.nodes.count)
      let holder = add(.paragraph, span)
      entries.link(inner, below: holder, in: &tree)
      tree.nodes[Int(node)].firstChild = -1
      notes.append(InlineNote(reference: node, first: first))
    } else if case .image = closed.kind {
      // The name of an icon is not its alternative text.
    } else {
      entries.link(inner, below: node, in: &tree)
    }
    entries.list.removeSubrange(opener.position...)
    if let start = closed.nameStart { entries.cutLastText(to: start) }
    entries.list.append(.node(node))
    guard let attributes = closed.attributes else { return end }
    lists.use()
    tree.add(attributes.attributes, to: node)
    return end + attributes.length
  }

  /// The name and its colon before an opening bracket.
  private func bracketName(before position: Int) -> BracketName? {
    guard position > 0, case .text(let number, let range) = entries.list[position - 1] else { return nil }
    return BracketName(in: entries.texts[number], range)
  }

  /// The meaning of an opening bracket after a name, and the offset of the name's colon in the text before.
  private func meaning(of found: BracketName, _ position: Int) -> (kind: Tree.Kind, start: Int)? {
    if let name = directives[found.name] { return (.directive(ClientDirective(name: name, arguments: nil), isInline: true), found.start) }
    var content: ArraySlice<UInt8>?
    if position + 2 == entries.list.count, case .text(let number, let range) = entries.list[position + 1] {
      content = entries.texts[number].bytes[range]
    }
    return found.sign(content: content).map { ($0, found.start) }
  }

  /// The length of `[name]` after brackets that contain only code or an icon: mkdocstrings' references to documented objects, and links
  /// whose targets are in another file. Only the code is shown.
  private func objectReference(_ inner: Range<Int>, _ rest: ArraySlice<UInt8>) -> Int? {
    let isForTools = dialect.tool == .mkdocs || dialect.tool == .mdbook
    if isForTools, rest.starts(with: "[]".utf8), entries.areObject(inner) { return 2 }
    guard rest.first == ASCII.openBracket, !inner.isEmpty,
      let close = rest.prefix(200).firstIndex(of: ASCII.closeBracket),
      rest[(rest.startIndex + 1)..<close].contains(where: { ASCII.isLetter($0) }),
      rest[(rest.startIndex + 1)..<close].allSatisfy({ ASCII.isLetter($0) || ASCII.isDigit($0) || "._-:/".utf8.contains($0) || $0 >= 0x80 }
      ),
      !entries.followsWord(inner.lowerBound - 1, in: tree), !entries.followsBracket(inner.lowerBound - 1)
    else { return nil }
    // mkdocs-autorefs leads to headings of other pages.
    let isObject =
      isForTools
      || entries.list[inner].allSatisfy { entry in
        guard case .node(let node) = entry else { return false }
        switch tree[node].kind {
        case .code, .text(""): return true
        case .image(let source, _): return source.hasPrefix(IconNames.missing)
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

  // MARK: Nodes

  mutating func add(_ kind: Tree.Kind, _ span: SourceSpan) -> Tree.Index {
    tree.nodes.append(Tree.Node(kind: kind, span: span, parent: -1))
    return Tree.Index(tree.nodes.count - 1)
  }

  // MARK: Leaves

  /// A node within one text: a wiki link, a cross reference, an emoji, with the number of its bytes.
  private mutating func leaf(_ number: Int, _ index: Int) -> (Tree.Index, Int)? {
    let text = entries.texts[number]
    if !examples.isEmpty, text.bytes[index] == UInt8(ascii: "@"), let (value, length) = example(text.bytes, index) {
      return (add(.text(value), SourceSpan(Int(text.places[index]), Int(text.places[index + length]))), length)
    }
    // `[\[words\]]{.x}`: brackets of the text's own within a span.
    if text.bytes[index] == UInt8(ascii: ":") ? !dialect.has(.emoji) : text.opensEscapedBracket(at: index) { return nil }
    let previous = entries.previousByte(number, index, in: tree)
    guard
      let (kinds, length) = InlineLeaf.read(
        text.bytes, at: index, previous: previous, labels: labels,
        // Documenter cites with links alone; `@example` and `@ref` are its own signs.
        cites: citesWorks && dialect.tool != .documenter && link.mayCite(text.bytes, index, after: previous, in: dialect)
          && dialect.has(.citations),
        keepsCitations: keepsCitations, linksNotes: linksNotes, isVault: dialect.tool.isVault)
    else {
      let mayCite = !citesWorks && keepsCitations && firstCitation == nil
      if mayCite,
        CitedWorks.begins(text.bytes, index)
          || !link.isLink && CitedWorks.isWork(text.bytes, index, after: previous, hasTitle: !dialect.tool.isPandoc)
      {
        firstCitation = text.span(of: index..<index + 1)
      } else if mayCite, !link.isLink, text.bytes[index] == UInt8(ascii: "@"), CitedWorks.isWork(text.bytes, index, after: previous) {
        // One of them may be a person; of two, both are works.
        let key = text.bytes[index...].prefix { $0 > ASCII.space && !".,;)".utf8.contains($0) }
        if let likely = likelyCitation, likely.key != key { firstCitation = likely.span }
        likelyCitation = likelyCitation ?? (key, text.span(of: index..<index + 1))
      }
      if !citesWorks, text.bytes[index] == ASCII.openBracket, let (words, length) = CitedWorks.spaced(text.bytes, index) {
        return (add(.text(words), SourceSpan(Int(text.places[index]), Int(text.places[index + length]))), length)
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
    let bytes = entries.texts[number].bytes
    if index > start, InlineLeaf.followsPlus(tree[node].kind, bytes, index) { return true }
    guard bytes[index] == UInt8(ascii: "@"), index > start, bytes[index - 1] == UInt8(ascii: "-"),
      !entries.texts[number].isEscaped[index - 1]
    else {
      return false
    }
    let before = index > 1 ? bytes[index - 2] : entries.previousByte(number, 0, in: tree)
    guard before == 0 || ASCII.isBlank(before) || before == ASCII.openParenthesis || before >= 0x80 else { return false }
    guard case .reference(let label) = tree[node].kind, !label.hasPrefix("-") else { return true }
    if label.hasPrefix(CitedWorks.mark) {
      tree.nodes[Int(node)].kind = .reference(label: CitedWorks.withoutAuthor(label))
    } else {
      tree.nodes[Int(node)].kind = .reference(label: "-" + label)
    }
    return true
  }

  /// Marks of other tools, see `InlineMarkup`.
  private mutating func markup(_ number: Int, _ index: Int, after start: Int) -> Int? {
    let text = entries.texts[number]
    guard let found = InlineMarkup.read(text.bytes, at: index, hasKeys: dialect.tool == .mkdocs) else { return nil }
    if index > start { entries.list.append(.text(number, start..<index)) }
    let span = SourceSpan(Int(text.places[index]), Int(text.places[index + found.length]))
    for (kind, words) in found.shown {
      let node = add(kind, span)
      let inner = add(.text(words), span)
      tree.nodes[Int(inner)].parent = node
      tree.nodes[Int(node)].firstChild = inner
      entries.list.append(.node(node))
    }
    hasMoved = true
    return found.length
  }

  /// Obsidian's `![[picture.png]]`, `![[picture.png|300]]`; other embeds show their names.
  private mutating func embed(_ number: Int, _ index: Int) -> (Tree.Index, Int)? {
    let text = entries.texts[number]
    guard let (target, hint, length) = InlineLeaf.embed(text.bytes, at: index) else { return nil }
    let span = SourceSpan(Int(text.places[index]), Int(text.places[index + length]))
    // `picture.png#right` says where it is.
    let path = String(target.prefix { $0 != "#" })
    guard PictureNames.isPicture(path) else {
      // A size is no name.
      let name = hint.flatMap { $0.allSatisfy { $0.isNumber || "x%".contains($0) } ? nil : $0 }
      let end = name == nil ? index + 3 + target.utf8.count : index + length - 2
      let shown = name ?? (target.hasPrefix("#") ? String(target.dropFirst()) : target)
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
    let text = entries.texts[number]
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
}
