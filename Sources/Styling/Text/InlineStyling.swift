import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown

private struct Visit {
  var node: Tree.Index
  var style: TextStyle
}

/// Turns the inline nodes below one block into text with its looks and attachments.
///
/// Walks with a work list: inlines nest as deep as an author likes.
struct InlineStyling {
  let tree: Tree
  var theme: Theme
  /// The labels, and the words for them.
  var numbering = Numbering()
  var words = Words(language: "en")
  /// A child of the paragraph that is set elsewhere.
  var hidden: Tree.Index = -1
  var notes = NoteNumbers()
  var diagnostics: [Diagnostic] = []
  var links = LinkPolicy.standard
  /// What clients draw, by the numbers of the tree.
  var attachments: [AttachmentBox] = []
  /// The emissions of the styled text for clients, by number.
  var emitted: [(number: Int, node: Tree.Index)] = []
  /// Nil if a client reads nothing that is collected.
  var lineReaders: LineReaders?
  /// For contents and running heads: without notes, pictures and the looks of links.
  var isListing = false
  /// Badges within badges are text.
  var isInBadge = false

  var gathered = GatheredText()
  private var punctuation = SmartPunctuation()
  /// Where the last mark of a footnote ends.
  private var lastNoteMark = -1
  private var lastKey: Tree.Index = -1
  private var followsNoteMark: Bool { gathered.softBreak == nil && lastNoteMark == gathered.length }
  /// What all copies share.
  var facts: DocumentFacts
  /// Before the names of fields in Markdown that is not the document's own.
  var fieldPrefix = ""
  /// True if more of the document is to come: unknown labels may still be defined.
  var isGrowing = false
  /// The source of what is being added.
  private var place: SourceSpan?

  init(tree: Tree, theme: Theme) {
    self.tree = tree
    self.theme = theme
    facts = DocumentFacts(tree)
  }

  /// The content of `parent`'s children.
  mutating func content(of parent: Tree.Index, style: TextStyle) -> InlineContent {
    begin()
    for child in tree.children(of: parent) { appendShown(child, style) }
    gathered.dropPadding()
    return gathered.content
  }

  /// Adds a child unless it is placed elsewhere, like a picture beside the text; the space next to that is dropped.
  private mutating func appendShown(_ child: Tree.Index, _ style: TextStyle) {
    guard child != hidden else { return }
    if hidden >= 0, gathered.content.isEmpty, case .text(let text) = tree[child].kind, text.first == " " {
      append(smart(String(text.drop { $0 == " " }), style), style)
    } else {
      append(child, style)
    }
  }

  /// A paragraph's pieces: text, and the displays that interrupt it.
  enum Part {
    case text(InlineContent)
    case display(MathSpan, Tree.Index)
  }

  /// The content of a paragraph, divided at its displays.
  mutating func parts(of parent: Tree.Index, style: TextStyle) -> [Part] {
    var parts: [Part] = []
    begin()
    let children = Array(tree.children(of: parent))
    let isSkipped = tree.breaksBesideDisplays(among: children)
    for (position, child) in children.enumerated() where !(isSkipped?[position] ?? false) {
      guard case .math(let span) = tree[child].kind, span.isDisplay || span.onlyDefines else {
        appendShown(child, style)
        continue
      }
      // Lines of definitions next to each other are one paragraph; they show nothing.
      if span.onlyDefines { continue }
      if gathered.hasInk { parts.append(.text(gathered.content)) }
      parts.append(.display(span, child))
      begin()
    }
    gathered.dropPadding()
    if gathered.hasInk { parts.append(.text(gathered.content)) }
    return parts
  }

  private mutating func begin() {
    gathered.begin()
    lastNoteMark = -1
    punctuation = SmartPunctuation()
  }

  /// Text with typographic quotes and dashes, except in addresses.
  private mutating func smart(_ text: String, _ style: TextStyle) -> String {
    guard theme.isSmart, !style.isCode, style.link == nil || !text.utf8.contains(UInt8(ascii: ":")) else { return text }
    var punctuation = punctuation
    let replaced = punctuation.replace(text, after: gathered.softBreak == nil ? gathered.lastScalar : " ", language: style.language)
    self.punctuation = punctuation
    return replaced ?? text
  }

  /// Adds a node and all below it.
  private mutating func append(_ node: Tree.Index, _ style: TextStyle) {
    // Most nodes are words alone.
    if case .text(let text) = tree[node].kind, tree[node].attributes < 0 {
      place = tree[node].span
      return append(smart(text, style), style)
    }
    var stack = [Visit(node: node, style: style)]
    while let visit = stack.popLast() {
      guard let inner = append(attributed(visit)) else { continue }
      stack += tree.children(of: visit.node).reversed().map { Visit(node: $0, style: inner) }
    }
  }

  /// The visit with what the node's attributes say of its looks.
  private mutating func attributed(_ visit: Visit) -> Visit {
    guard let attributes = tree.attributes(of: visit.node) else { return visit }
    var style = visit.style.applying(attributes, of: visit.node, in: tree, theme: theme)
    let pale = PaleText(tree: tree, theme: theme).mend(&style, of: visit.node, attributes, inside: visit.style)
    if !isListing, let pale { diagnostics.append(pale) }
    if !isListing, attributes.isIndexed, tree[visit.node].firstChild >= 0 {
      // A place that waits for what follows it is here, too.
      if style.anchor == nil { style.anchor = gathered.anchor ?? IndexStyling.anchor(of: visit.node) }
      facts.indexAnchors[visit.node] = style.anchor
    }
    if !isListing, let number = attributes[Expanded.collectedKey].flatMap({ DocumentNumber.whole($0) }) {
      emitted.append((number, visit.node))
      style.anchor = ClientCollection.anchorPrefix + "\(number)"
    }
    style.takeStep(of: attributes, on: theme.page)
    return Visit(node: visit.node, style: style)
  }

  /// Adds the node's own content; returns the style of its children if they are to be visited.
  private mutating func append(_ visit: Visit) -> TextStyle? {
    let style = visit.style
    let node = tree[visit.node]
    place = node.span
    if case .span = node.kind, let word = AlgorithmKeywords.word(of: visit.node, in: tree, words) {
      append(word, style)
      return nil
    }
    switch node.kind {
    case .text(let text): append(smart(text, style), style)
    case .htmlInline(let tag):
      if tag.hasPrefix("<!--") { return nil }
      if tag.lowercased().hasPrefix("<br") || tag.lowercased() == "</br>" { append("\u{2028}", style) } else { append(tag, style) }
    case .softBreak: gathered.softBreak = style
    case .lineBreak:
      gathered.softBreak = nil
      append("\u{2028}", style)
    case .code(let text):
      var code = style.applying(theme[.inlineCode], families: theme.families)
      code.isCode = true
      code.isHyphenated = false
      appendCode(text, language: tree.attributes(of: visit.node)?.classes.first, style: code)
    case .emphasis:
      var inner = style.applying(theme[.emphasis], families: theme.families)
      // Emphasis within emphasis is upright again.
      if style.slant == .italic, theme[.emphasis].slant == .italic { (inner.slant, inner.emphasis) = (.upright, .none) }
      return inner
    case .strong: return style.applying(theme[.strong], families: theme.families)
    case .strikethrough:
      var inner = style.applying(theme[.strikethrough], families: theme.families)
      inner.strikethrough = inner.color
      return inner
    case .link where isListing: return style
    // Documenter's references may lead to another page.
    case .link(let destination, "@ref") where !leadsSomewhere(destination, at: node.span): return style
    // ExDoc's and rustdoc's `[words](`Module.name/2`)` name what another page holds.
    case .link(let destination, _) where destination.hasPrefix("`"): return style
    case .link(let destination, _):
      guard mayLead(to: destination, at: node.span) else { return style }
      var inner = style.applying(theme[.link], families: theme.families)
      inner.link = self.destination(ofLink: destination, at: node.span)
      guard let beginning = LongAddress(tree, visit.node)?.shown else { return inner }
      append(beginning, inner)
    case .image where isListing: return nil
    case .image(let source, let title): append(imageOf: visit, source: source, title: title)
    case .math(let span):
      guard !append(latexReference: span, style) else { return nil }
      let look = span.isReference ? colored(asLink: style) : style
      attach(.math(PaleText(tree: tree, theme: theme).readable(span, at: visit.node, &diagnostics), look), look)
    case .footnoteReference(let label): if !isListing { append(noteMark: label, of: visit) }
    case .span where tree[visit.node].firstChild < 0: append(emptySpan: visit.node, style)
    case .span where !isListing:
      // A date at the end of its line, as in a curriculum vitae.
      if tree.isAtRight(visit.node, theme), !gathered.content.isEmpty { appendTab(TabStop.fill, style) }
      var outside = style
      if isInBadge { outside.background = nil }
      guard let badge = Badge(visit.node, style, in: &self) else { return outside }
      outside.background = nil
      attach(.badge(badge, outside), outside)
    case .subscripted: return style.shifted(by: -0.2)
    case .superscripted: return style.shifted(by: 0.36)
    case .inserted: return style.applying(theme[.inserted], families: theme.families)
    case .highlighted: return style.applying(theme[.highlight], families: theme.families)
    case .small: return style.applying(theme[.small], families: theme.families)
    case .keyboard:
      // Two keys side by side are no longer word.
      if lastKey >= 0, tree[lastKey].nextSibling == visit.node { append("\u{2009}", style) }
      lastKey = visit.node
      return style.applying(theme[.keyboard], families: theme.families).whole
    case .abbreviation(let meaning): return style.explained(by: meaning)
    case .reference(let label): append(referenceTo: label, at: node.span, style)
    case .attachment(let number) where attachments.indices.contains(Int(number)):
      let box = attachments[Int(number)]
      if isListing { append(box.base.plainText, style) } else { attach(.client(box, style, node.span), style) }
    default: return style
    }
    return nil
  }

  /// The number of a footnote.
  private mutating func append(noteMark label: String, of visit: Visit) {
    if let sign = notes.signs[label] { return append(sign, visit.style.shifted(by: 0.36)) }
    guard let number = notes.numbers[label] else { return }
    var mark = visit.style.shifted(by: 0.36).applying(theme[.footnoteMark], families: theme.families)
    mark.link = "#" + StyledTree.noteAnchor(number)
    if notes.first.contains(visit.node) {
      mark.anchor = StyledTree.referenceAnchor(ofNote: number)
      mark.note = Int32(clamping: number)
    }
    // `a[^1][^2]`: note 12 is another one.
    if followsNoteMark {
      var comma = mark
      comma.link = nil
      comma.anchor = nil
      comma.note = 0
      append(",", comma)
    }
    append("\(number)", mark)
    lastNoteMark = gathered.length
  }

  private mutating func append(imageOf visit: Visit, source: String, title: String) {
    guard !source.hasPrefix("icon:") else {
      if source.hasPrefix(IconNames.missing) { return diagnostics.append(.missingIcon(source, at: tree[visit.node].span)) }
      return attach(icon(visit.node, named: String(source.dropFirst(5)), visit.style), visit.style)
    }
    var image = Image(
      source: source, alternative: tree.plainText(of: visit.node), title: title, span: tree[visit.node].span)
    image.words = words(of: visit.node, visit.style)
    if let attributes = tree.attributes(of: visit.node) {
      image.takeSize(attributes, em: visit.style.size, theme: theme, &diagnostics)
    }
    attach(.image(image, visit.style), visit.style)
  }

  /// The alternative text of a picture with the formulas in it, for where the picture is missing; nil if plain text is equivalent.
  func words(of image: Tree.Index, _ style: TextStyle) -> InlineContent? {
    guard tree.children(of: image).contains(where: { if case .math = tree[$0].kind { true } else { false } }) else { return nil }
    var inner = self
    return inner.content(of: image, style: style)
  }

  /// A field, a tab, or a place with a name. In lists a tab is a space.
  private mutating func append(emptySpan node: Tree.Index, _ style: TextStyle) {
    guard let attributes = tree.attributes(of: node) else { return }
    if let name = attributes[DocumentField.key] {
      var marked = style
      marked.anchor = style.anchor ?? "\u{1}\(fieldPrefix)field\(node)"
      switch FieldContent(fieldNamed: name, place: marked.anchor ?? "", isGrowing: isGrowing, facts) {
      case .text(let text): append(text, style)
      case .number(let number): attach(.field(number, style), isListing || number == .pages ? style : marked)
      case nil: diagnostics.append(.unknownField(name, at: tree[node].span))
      }
    } else if let name = attributes[Expanded.readerKey] {
      append(lineReaders?.text(ofReader: name, at: tree[node].span, isListing: isListing, &diagnostics) ?? "", style)
    } else if attributes.classes.contains("cref"), let labels = attributes["labels"] {
      append(referencesTo: labels, isRange: attributes["range"] != nil, at: tree[node].span, style)
    } else if attributes.classes.contains("subref"), let label = attributes["labels"] {
      append(partOf: label, at: tree[node].span, style)
    } else if attributes.classes.contains("pageref"), let label = attributes["labels"] {
      append(pageOf: label, at: tree[node].span, style)
    } else if attributes.classes.contains("linkpage"), let address = attributes["labels"] {
      LinkPageStyling.append(pageOf: address, at: tree[node].span, style, with: &self)
    } else if attributes.classes.contains("index") {
      if !isListing { facts.indexAnchors[node] = gathered.mark(IndexStyling.anchor(of: node)) }
    } else if attributes.classes.contains("tab") {
      appendTab(TabStop.sign, style)
    } else if attributes.classes.contains("hfill") {
      appendTab(TabStop.fill, style)
    } else {
      gathered.anchor = attributes.id ?? (attributes[Expanded.collectedKey] == nil ? gathered.anchor : style.anchor)
    }
  }

  private mutating func appendTab(_ sign: UInt8, _ style: TextStyle) {
    facts.hasTabs = true
    append(isListing ? " " : String(UnicodeScalar(sign)), style)
  }

  mutating func attach(_ attachment: Attachment, _ style: TextStyle) {
    append("\u{FFFC}", style)
    gathered.attach(attachment)
  }

  mutating func append(_ string: String, _ style: TextStyle) {
    guard let limit = gathered.append(string, style) else { return }
    let message = "a word has more than \(limit) bytes; the rest of it is left out"
    diagnostics.append(Diagnostic(.warning, "limit.word", at: place, message, hint: "put spaces between its parts"))
  }
}

extension Tree {
  /// Marks line breaks of the author's that touch a display, which has lines of its own anyway, or a definition; nil if there is neither.
  fileprivate func breaksBesideDisplays(among children: [Tree.Index]) -> [Bool]? {
    guard children.contains(where: { hasNoLine($0) }) else { return nil }
    var marks = [Bool](repeating: false, count: children.count)
    for order in [Array(children.indices), children.indices.reversed()] {
      var isBeside = false
      for position in order {
        let child = children[position]
        switch self[child].kind {
        case .lineBreak: marks[position] = marks[position] || isBeside
        case .htmlInline(let tag) where tag.lowercased().hasPrefix("<br"): marks[position] = marks[position] || isBeside
        case .softBreak: continue
        case .text(let text) where text.utf8.allSatisfy { $0 == 0x20 }: continue
        default: isBeside = hasNoLine(child)
        }
      }
    }
    return marks
  }

  /// True for a display or a definition.
  fileprivate func hasNoLine(_ node: Index) -> Bool {
    if case .math(let span) = self[node].kind { span.isDisplay || span.onlyDefines } else { false }
  }

  /// True for a span at the end of its line, such as a date in a curriculum vitae: it floats, or the theme aligns its class at the right.
  fileprivate func isAtRight(_ span: Index, _ theme: Theme) -> Bool {
    guard let attributes = attributes(of: span) else { return false }
    return PictureSide(attributes) == .right || attributes.classes.contains { theme.classRules[$0]?.align == .right }
  }
}

extension MathSpan {
  /// True for a formula that is nothing but a reference.
  fileprivate var isReference: Bool { tex.hasPrefix("\\eqref{") || tex.hasPrefix("\\ref{") }
}
