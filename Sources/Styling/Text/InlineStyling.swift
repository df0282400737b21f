import TypesetBoxes
import TypesetDiagnostics
import TypesetFonts
import TypesetInterface
import TypesetMarkdown

/// Turns the inline nodes below one block into text with its looks and attachments.
///
/// Walks with a work list: inlines nest as deep as an author likes.
struct InlineStyling {
  let tree: Tree
  let theme: Theme
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
  /// For contents and running heads: without notes, pictures and the looks of links.
  var isListing = false
  /// Badges within badges are text.
  var isInBadge = false

  private var content = InlineContent()
  /// A soft break that waits for the character after it.
  private var softBreak: TextStyle?
  private var punctuation = SmartPunctuation()
  /// Where the last mark of a footnote ends.
  private var lastNoteMark = -1
  private var followsNoteMark: Bool { softBreak == nil && lastNoteMark == content.text.text.count }
  /// The name of a place without text; the text after it has it.
  private var anchor: String?
  var wordLimit = WordLimit()
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

  private struct Visit {
    var node: Tree.Index
    var style: TextStyle
  }

  /// The content of `parent`'s children.
  mutating func content(of parent: Tree.Index, style: TextStyle) -> InlineContent {
    begin()
    for child in tree.children(of: parent) { appendShown(child, style) }
    dropPadding()
    return content
  }

  /// Ideographic spaces at the end fill the cells of tables in their sources.
  private mutating func dropPadding() {
    while content.text.text.last == 0x80, content.text.text.suffix(3).elementsEqual("\u{3000}".utf8),
      let last = content.text.runs.indices.last,
      content.text.runs[last].range.count >= 3, !content.text.styles[Int(content.text.runs[last].style)].isCode
    {
      content.text.text.removeLast(3)
      content.text.runs[last].range = content.text.runs[last].range.lowerBound..<content.text.runs[last].range.upperBound - 3
      if content.text.runs[last].range.isEmpty { content.text.runs.removeLast() }
    }
  }

  /// Adds a child unless it is placed elsewhere, like a picture beside the text; the space next to that is dropped.
  private mutating func appendShown(_ child: Tree.Index, _ style: TextStyle) {
    guard child != hidden else { return }
    if hidden >= 0, content.isEmpty, case .text(let text) = tree[child].kind, text.first == " " {
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
    let isSkipped = breaksBesideDisplays(among: children)
    for (position, child) in children.enumerated() where !(isSkipped?[position] ?? false) {
      guard case .math(let span) = tree[child].kind, span.isDisplay else {
        appendShown(child, style)
        continue
      }
      // Lines of definitions next to each other are one paragraph; they show nothing.
      if span.onlyDefines { continue }
      if hasInk { parts.append(.text(content)) }
      parts.append(.display(span, child))
      begin()
    }
    dropPadding()
    if hasInk { parts.append(.text(content)) }
    return parts
  }

  /// Marks line breaks of the author's that touch a display, which has lines of its own anyway; nil if there is no display.
  private func breaksBesideDisplays(among children: [Tree.Index]) -> [Bool]? {
    guard children.contains(where: isDisplay) else { return nil }
    var marks = [Bool](repeating: false, count: children.count)
    for order in [Array(children.indices), children.indices.reversed()] {
      var isBeside = false
      for position in order {
        let child = children[position]
        switch tree[child].kind {
        case .lineBreak: marks[position] = marks[position] || isBeside
        case .htmlInline(let tag) where tag.lowercased().hasPrefix("<br"): marks[position] = marks[position] || isBeside
        case .softBreak: continue
        case .text(let text) where text.utf8.allSatisfy { $0 == 0x20 }: continue
        default: isBeside = isDisplay(child)
        }
      }
    }
    return marks
  }

  private func isDisplay(_ node: Tree.Index) -> Bool {
    if case .math(let span) = tree[node].kind { span.isDisplay } else { false }
  }

  private mutating func begin() {
    content = InlineContent()
    softBreak = nil
    anchor = nil
    lastNoteMark = -1
    wordLimit.reset()
    punctuation = SmartPunctuation()
  }

  /// Text with typographic quotes and dashes, except in addresses.
  private mutating func smart(_ text: String, _ style: TextStyle) -> String {
    guard theme.isSmart, !style.isCode, style.link == nil || !text.utf8.contains(UInt8(ascii: ":")) else { return text }
    var punctuation = punctuation
    let replaced = punctuation.replace(text, after: softBreak == nil ? lastScalar : " ", language: style.language)
    self.punctuation = punctuation
    return replaced ?? text
  }

  private var hasInk: Bool { content.text.text.contains { $0 != 0x20 } }

  /// Adds a node and all below it.
  private mutating func append(_ node: Tree.Index, _ style: TextStyle) {
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
    if !isListing, attributes.isIndexed, tree[visit.node].firstChild >= 0 {
      if style.anchor == nil { style.anchor = IndexStyling.anchor(of: visit.node) }
      facts.indexAnchors[visit.node] = style.anchor
    }
    if !isListing, let number = attributes[Expanded.collectedKey].flatMap({ DocumentNumber.whole($0) }) {
      emitted.append((number, visit.node))
      style.anchor = ClientCollection.anchorPrefix + "\(number)"
    }
    return Visit(node: visit.node, style: style)
  }

  /// Adds the node's own content; returns the style of its children if they are to be visited.
  private mutating func append(_ visit: Visit) -> TextStyle? {
    let style = visit.style
    let node = tree[visit.node]
    place = node.span
    switch node.kind {
    case .text(let text): append(smart(text, style), style)
    case .htmlInline(let tag):
      if tag.hasPrefix("<!--") { return nil }
      if tag.lowercased().hasPrefix("<br") { append("\u{2028}", style) } else { append(tag, style) }
    case .softBreak: softBreak = style
    case .lineBreak:
      softBreak = nil
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
      return inner
    case .image where isListing: return nil
    case .image(let source, let title): append(imageOf: visit, source: source, title: title)
    case .math(let span):
      guard !append(latexReference: span, style) else { return nil }
      let isReference = span.tex.hasPrefix("\\eqref{") || span.tex.hasPrefix("\\ref{")
      let look = isReference ? colored(asLink: style) : style
      attach(.math(span, look), look)
    case .footnoteReference(let label): if !isListing { append(noteMark: label, of: visit) }
    case .span where tree[visit.node].firstChild < 0: append(emptySpan: visit.node, style)
    case .span where !isListing:
      // A date at the end of its line, as in a curriculum vitae.
      if PictureSide(tree.attributes(of: visit.node)) == .right, !content.isEmpty { appendTab(TabStop.fill, style) }
      var outside = style
      if isInBadge { outside.background = nil }
      guard let badge = badge(visit.node, style) else { return outside }
      outside.background = nil
      attach(.badge(badge, outside), outside)
    case .subscripted: return style.shifted(by: -0.2)
    case .superscripted: return style.shifted(by: 0.36)
    case .inserted: return style.applying(theme[.inserted], families: theme.families)
    case .highlighted: return style.applying(theme[.highlight], families: theme.families)
    case .small: return style.applying(theme[.small], families: theme.families)
    case .keyboard:
      var inner = style.applying(theme[.keyboard], families: theme.families)
      inner.isHyphenated = false
      return inner
    case .abbreviation(let meaning):
      var inner = style
      inner.expansion = meaning.isEmpty ? nil : meaning
      return inner
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
    lastNoteMark = content.text.text.count
  }

  private mutating func append(imageOf visit: Visit, source: String, title: String) {
    guard !source.hasPrefix("icon:") else {
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
    } else if attributes.classes.contains("cref"), let labels = attributes["labels"] {
      append(referencesTo: labels, isRange: attributes["range"] != nil, at: tree[node].span, style)
    } else if attributes.classes.contains("index") {
      markIndex(node, style)
    } else if attributes.classes.contains("tab") {
      appendTab(TabStop.sign, style)
    } else if attributes.classes.contains("hfill") {
      appendTab(TabStop.fill, style)
    } else {
      anchor = attributes.id ?? (attributes[Expanded.collectedKey] == nil ? anchor : style.anchor)
    }
  }

  /// A place of the index without text of its own: that of the word before it, or of what follows.
  private mutating func markIndex(_ node: Tree.Index, _ style: TextStyle) {
    guard !isListing else { return }
    let name = IndexStyling.anchor(of: node)
    guard softBreak == nil, let last = content.text.runs.last, content.text.text.last != 0x20, !content.text.text.isEmpty else {
      anchor = anchor ?? name
      facts.indexAnchors[node] = anchor
      return
    }
    var own = content.text.styles[Int(last.style)]
    if let known = own.anchor {
      facts.indexAnchors[node] = known
      return
    }
    own.anchor = name
    facts.indexAnchors[node] = name
    let range = Int(last.range.lowerBound)..<Int(last.range.upperBound)
    let start = content.text.text[range].lastIndex(of: 0x20).map { $0 + 1 } ?? range.lowerBound
    let word = Array(content.text.text[start..<range.upperBound])
    content.text.removeLast(word.count)
    content.text.append(word, style: own)
  }

  private mutating func appendTab(_ sign: UInt8, _ style: TextStyle) {
    facts.hasTabs = true
    append(isListing ? " " : String(UnicodeScalar(sign)), style)
  }

  mutating func attach(_ attachment: Attachment, _ style: TextStyle) {
    append("\u{FFFC}", style)
    content.attachments.append(attachment)
  }

  mutating func append(_ string: String, _ style: TextStyle) {
    var string = string
    if let cut = wordLimit.cut(string, after: content.text.text, beginsWord: softBreak != nil) {
      string = cut
      let message = "a word has more than \(wordLimit.limit) bytes; the rest of it is left out"
      diagnostics.append(Diagnostic(.warning, "limit.word", at: place, message, hint: "put spaces between its parts"))
    }
    // Text begins with no space: not after a display either.
    if content.text.text.isEmpty, !style.isCode, string.utf8.first == 0x20 {
      let rest = string.drop { $0 == " " }
      if !rest.isEmpty { append(String(rest), style) }
      return
    }
    guard let first = string.unicodeScalars.first else { return }
    if softBreak != nil, content.text.text.isEmpty { softBreak = nil }
    if let breakStyle = softBreak {
      softBreak = nil
      // Chinese and Japanese have no spaces between words: a line end in the source is not one either.
      if !first.isJoined(to: lastScalar), !endsWithSpace { content.text.append(" ".utf8, style: breakStyle) }
    }
    var style = style
    if let name = anchor, style.anchor == nil {
      anchor = nil
      style.anchor = name
    }
    guard !style.isCode, hasSpaces(string) else {
      content.text.append(string.utf8, style: style)
      return
    }
    var follows = endsWithSpace
    let single = string.utf8.filter { byte in
      defer { follows = byte == 0x20 }
      return byte != 0x20 || !follows
    }
    content.text.append(single, style: style)
  }

  private var endsWithSpace: Bool {
    guard content.text.text.last == 0x20, let run = content.text.runs.last else { return false }
    return !content.text.styles[Int(run.style)].isCode
  }

  /// True if several spaces would follow each other, which are collapsed as in HTML, except in code.
  private func hasSpaces(_ string: String) -> Bool {
    var string = string
    return string.withUTF8 { bytes in
      guard let first = unsafe bytes.first else { return false }
      if first == 0x20, endsWithSpace { return true }
      var previous: UInt8 = 0
      for index in bytes.indices {
        let byte = unsafe bytes[index]
        if byte == 0x20, previous == 0x20 { return true }
        previous = byte
      }
      return false
    }
  }

  private var lastScalar: Unicode.Scalar? {
    String(decoding: content.text.text.suffix(4), as: UTF8.self).unicodeScalars.last
  }
}

extension Unicode.Scalar {
  /// True if a line end in the source is no space between a character and this one. Quotes and dashes are Chinese only beside a Chinese
  /// character.
  fileprivate func isJoined(to last: Unicode.Scalar?) -> Bool {
    guard let last else { return true }
    return last.isSpacelessCJK && (isSpacelessCJK || isSharedPunctuation) || isSpacelessCJK && last.isSharedPunctuation
  }

  /// Han, kana, bopomofo and the full-width punctuation that goes with them; not Hangul, which has spaces between words.
  var isSpacelessCJK: Bool {
    switch value {
    case 0x2E80...0x312F, 0x31A0...0x31FF, 0x3220...0x9FFF, 0xF900...0xFAFF, 0xFE30...0xFE4F, 0xFF01...0xFF65,
      0x1B000...0x1B16F, 0x20000...0x3FFFF:
      true
    default: false
    }
  }

  /// Quotes, dash and ellipsis, which Chinese and Western text have in common.
  var isSharedPunctuation: Bool {
    switch value {
    case 0x2014, 0x2018, 0x2019, 0x201C, 0x201D, 0x2026: true
    default: false
    }
  }
}
