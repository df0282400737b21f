import TypesetBoxes
package import TypesetDiagnostics
import TypesetFonts
package import TypesetInterface
package import TypesetMarkdown

/// Resolves the looks of every block and run of a tree.
///
/// - Parameters:
///   - numbering: What is numbered.
///   - contents: The lists that are before the text.
///   - client: The styles that a client has for kinds of blocks; nil if there are none.
package func style(
  _ tree: Tree, theme: Theme, language: String, title: TitleBlock = TitleBlock(), numbering: NumberingOptions = NumberingOptions(),
  contents: ContentsOptions = ContentsOptions(), diagramLanguages: Set<String> = [], links: LinkPolicy = .standard,
  budget: Budget = Budget(), attachments: [AttachmentBox] = [], client: ClientStyles? = nil,
  strings: [String: String] = [:]
) -> StyledTree {
  let choices = StylingChoices(
    theme: theme, language: language, title: title, numbering: numbering, contents: contents, diagramLanguages: diagramLanguages,
    links: links, strings: strings, wordBytes: budget.wordBytes)
  var styling = choices.styling(of: tree.withoutEmptyNotesHeading(), budget)
  styling.inlines.attachments = attachments
  styling.client = client
  styling.inlines.lineReaders = client.flatMap { $0.readers.isEmpty ? nil : LineReaders($0) }
  styling.out.drawings.pages = client?.registry.pageDrawings ?? []
  styling.out.drawings.renderers = client?.registry.textRenderers.map(\.renderer) ?? []
  if let client { styling.out.collected.collected.emissions = client.emissions }
  return styling.style(title)
}

/// What decides, beside its tree, how a document is styled that has no styles of a client.
struct StylingChoices: Equatable, Sendable {
  var theme: Theme
  var language: String
  var title: TitleBlock
  var numbering: NumberingOptions
  var contents: ContentsOptions
  /// In small letters.
  var diagramLanguages: Set<String>
  var links: LinkPolicy
  /// The document's own words in place of the program's, by their keys.
  var strings: [String: String] = [:]
  var wordBytes: Int

  /// - Parameter known: The numbers of the tree's nodes, where they are known.
  func styling(of tree: Tree, known: (numbering: Numbering, notes: NoteNumbers)? = nil, _ budget: Budget) -> BlockStyling {
    let numbers = known?.numbering ?? Numbering(of: tree, options: numbering, hasTitle: title.title != nil)
    var styling = BlockStyling(
      tree: tree, theme: theme, language: language, numbering: numbers, notes: known?.notes, strings: strings)
    styling.contents = contents
    styling.diagramLanguages = diagramLanguages
    styling.inlines.links = links
    styling.inlines.isGrowing = contents.placement == .later
    styling.inlines.gathered.wordLimit.limit = wordBytes
    styling.inlines.facts = DocumentFacts(tree, date: title.shownDate, revision: title.revision)
    styling.budget = budget
    return styling
  }
}

struct BlockStyling {
  let tree: Tree
  /// The document's, or on a slide with a ground of its own that which suits it.
  private(set) var theme: Theme
  var slide: OpenSlide?
  var out: StyledTree
  var inlines: InlineStyling
  private var recentStyles = RecentValues<BlockStyle>()
  private var recentTexts = RecentValues<TextStyle>()
  let words: Words
  /// The node before each, -1 where it is the first.
  private lazy var previousSiblings: [Tree.Index] = {
    var previous = [Tree.Index](repeating: -1, count: tree.nodes.count)
    for (index, node) in tree.nodes.enumerated() where node.nextSibling >= 0 { previous[Int(node.nextSibling)] = Tree.Index(index) }
    return previous
  }()
  /// Which paragraphs open something.
  private let openings: OpeningStyling
  lazy var directions = BlockDirections(of: tree, inRightToLeft: theme.page.isRightToLeft)
  /// True within a list whose items have one direction.
  var isInTurnedList = false
  let numbering: Numbering
  var contents = ContentsOptions()
  var budget = Budget()
  /// The custom styles of a client.
  var client: ClientStyles?
  /// The kinds of callouts, where those that follow each other are joined.
  var calloutKinds: [StyledTree.Index: String] = [:]
  /// In small letters.
  var diagramLanguages: Set<String> = []
  /// Lists whose entries come when all headings are known.
  var waitingContents: [WaitingContents] = []
  /// Indexes, whose entries come when all places are known.
  var waitingIndexes: [StyledTree.Index] = []
  /// True if the main matter has begun, for page numbers.
  var hasBegun = false
  /// True between `\frontmatter` and `\mainmatter`.
  var isFront = false
  /// Paragraphs that are called captions by their authors.
  var captions: Set<StyledTree.Index> = []
  /// The names that `anchor` has given.
  private var numberedAnchors: Set<String> = []
  /// Figures and tables with captions, in document order, and where links to them lead.
  var captioned: [(node: Tree.Index, destination: (name: String, list: ContentsKind))] = []

  /// Where the blocks of each node begin that is the document's child, in order.
  var tops: [(node: Tree.Index, block: StyledTree.Index)] = []
  /// The document's own words in place of the program's, by their keys.
  let strings: [String: String]

  init(
    tree: Tree, theme: Theme, language: String, numbering: Numbering, notes: NoteNumbers? = nil, strings: [String: String] = [:]
  ) {
    self.strings = strings
    self.tree = tree
    self.theme = theme
    openings = OpeningStyling(theme, in: tree)
    self.numbering = numbering
    out = StyledTree(theme: theme, language: language)
    words = Words(language: language, strings)
    inlines = InlineStyling(tree: tree, theme: theme)
    inlines.numbering = numbering
    inlines.words = words
    inlines.notes = notes ?? NoteNumbers(tree)
  }

  mutating func style(_ title: TitleBlock) -> StyledTree {
    var body = theme.body(language: out.language)
    if tree.isHeavy { body.text.isHyphenated = false }
    let root = add(.group, body, tree[0].span)
    var last: StyledTree.Index = -1
    var children = Array(tree.children(of: 0))[...]
    let standsBelowHeading = title.title == nil && !title.people.isEmpty && (children.first.map { tree.isTitle($0) } ?? false)
    if standsBelowHeading {
      children.removeFirst(SidePictureStyling.appendTop(children, inside: body, after: &last, in: root, with: &self))
    }
    TitleStyling.appendLines(title, belowHeading: standsBelowHeading, inside: body, after: &last, in: root, with: &self)
    while let child = children.first, tree.isFrontPart(child) {
      appendTop(&children, inside: body, after: &last, in: root)
      // Above the columns, as the title is.
      guard out.titleCount > 0, !title.hasOwnPage else { continue }
      out.titleCount += 1
      out.titleEnd = StyledTree.Index(out.blocks.count)
    }
    if contents.placement == .front { ContentsStyling.appendFront(inside: body, after: &last, in: root, with: &self) }
    let hasFront = last >= 0
    TitleStyling.dropRepeatedTitle(title, from: &children, inside: body, with: &self)
    while let child = children.first, !budget.isStopped {
      if hasFront || theme.page.restartsNumbers { FigureStyling.beginMainMatter(child, body, after: &last, in: root, with: &self) }
      appendTop(&children, inside: body, after: &last, in: root)
    }
    tops.append((Tree.Index(tree.nodes.count), StyledTree.Index(out.blocks.count)))
    if contents.placement == .end { ContentsStyling.appendEnd(inside: body, after: &last, in: root, with: &self) }
    if client != nil { BodyStyling.takeInlineEmissions(with: &self) }
    Ties(captions: captions, words: words).apply(to: &out)
    ContentsStyling.finish(body, with: &self)
    IndexStyling.finish(body, with: &self)
    if title.hasOwnPage { TitleStyling.beginPageAfterTitle(with: &self) }
    out.title = title
    if let tree = title.titleTree {
      let style = body.applying(headStyle, families: theme.families).text
      out.heads[StyledTree.titleHead] = TitleStyling.content(of: tree, style: style, with: self)
    }
    FurnitureStyling.addContent(of: title, with: &self)
    out.diagnostics = numbering.diagnostics + inlines.diagnostics
    (out.showsPagesInText, out.hasTabs) = (inlines.facts.showsPages, inlines.facts.hasTabs)
    (out.topLevel, out.numbersFigures) = (numbering.topLevel, numbering.numbersFigures)
    return out
  }

  /// Adds the blocks of the first of the document's children, and of those that are beside it.
  mutating func appendTop(
    _ children: inout ArraySlice<Tree.Index>, inside body: BlockStyle, after last: inout StyledTree.Index, in root: StyledTree.Index
  ) {
    guard let child = children.first else { return }
    tops.append((child, StyledTree.Index(out.blocks.count)))
    children.removeFirst(SidePictureStyling.appendTop(children, inside: body, after: &last, in: root, with: &self))
  }

  private mutating func sayLineLimit(_ span: SourceSpan) {
    inlines.diagnostics.append(
      Diagnostic(
        .warning, "limit.word", at: span, "a line of code has more than \(budget.wordBytes) bytes; the rest of it is left out",
        hint: "break it into lines"))
  }

  mutating func add(_ kind: StyledTree.Kind, _ style: BlockStyle, _ span: SourceSpan) -> StyledTree.Index {
    var kind = kind
    if case .paragraph(var content) = kind, content.text.styles.count == 1 {
      content.text.styles = recentTexts.shared(content.text.styles)
      kind = .paragraph(content)
    }
    out.blocks.append(StyledTree.Block(kind: kind, style: style, span: span, &recentStyles))
    return StyledTree.Index(out.blocks.count - 1)
  }

  /// Adds the block for a node, with the attributes that its author gave it.
  mutating func add(_ kind: StyledTree.Kind, _ style: BlockStyle, for node: Tree.Index) -> StyledTree.Index {
    let index = add(kind, style, tree[node].span)
    if let attributes = tree.attributes(of: node) {
      out.blocks[Int(index)].anchor = attributes.id
      out.blocks[Int(index)].attributes = attributes
      inlines.diagnostics += attributes.lineFaults(at: tree[node].span)
      if let fault = attributes.placementFault(at: tree[node].span) { inlines.diagnostics.append(fault) }
      if let fault = PaleText(tree: tree, theme: theme).fault(ofBlock: node, attributes), inlines.diagnostics.last != fault {
        inlines.diagnostics.append(fault)
      }
    }
    return index
  }

  /// The style of an element that a node is, inside another one.
  func style(_ element: Element, of node: Tree.Index, inside outer: BlockStyle) -> BlockStyle {
    let attributes = tree.attributes(of: node)
    let own =
      switch tree[node].kind {
      case .division where attributes != nil: theme.rule(ofDivision: attributes ?? Attributes())
      case .heading: theme.rule(of: attributes?.withoutLooksOfCallouts)
      default: theme.rule(of: attributes)
      }
    var style = outer.applying(attributes == nil ? theme[element] : theme[element].overlaid(by: own), families: theme.families)
    style.authorAlign = own.align ?? outer.authorAlign
    switch element {
    case .h1, .h2, .h3, .h4, .h5, .h6, .figure: style.align = style.authorAlign ?? style.align
    // Lines that are centred one by one, as on a title page, end with whole words.
    case .paragraph where style.authorAlign == .center && own.hyphenate == nil: style.text.isHyphenated = false
    default: break
    }
    if let attributes {
      style.take(attributes)
      PaleText(tree: tree, theme: theme).mend(&style, of: node, attributes)
    }
    return style
  }

  /// Notes a block for the list of its kind, with a name for links to it.
  mutating func note(_ node: Tree.Index, in list: ContentsKind, at block: StyledTree.Index) {
    guard !budget.isStopped, let number = numbering.numbers[node] else { return }
    let anchor = out.blocks[Int(block)].anchor ?? anchor("\u{1}\(list)", number, of: node)
    out.blocks[Int(block)].anchor = anchor
    captioned.append((node, (anchor, list)))
  }

  /// A name for links to what has a number: it stays while that does, whatever is before it.
  mutating func anchor(_ kind: String, _ number: String, of node: Tree.Index) -> String {
    let name = "\(kind).\(number)"
    // Parts of figures have letters, which come again.
    return !number.hasPrefix("(") && numberedAnchors.insert(name).inserted ? name : "\(kind)-\(node)"
  }

  mutating func use(_ theme: Theme) { (self.theme, inlines.theme) = (theme, theme) }

  mutating func link(_ index: StyledTree.Index, after last: inout StyledTree.Index, in parent: StyledTree.Index) {
    if last < 0 {
      out.blocks[Int(parent)].firstChild = index
    } else {
      out.blocks[Int(last)].nextSibling = index
    }
    last = index
  }

  /// Adds the blocks for a node of the tree. The parser bounds the nesting, so the recursion is bounded too.
  mutating func append(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    isTight: Bool = false
  ) {
    if client != nil, ClientStyling.append(index, inside: outer, after: &last, in: parent, with: &self) { return }
    if slide != nil, PlacedStyling.append(index, inside: outer, with: &self) { return }
    switch tree[index].kind {
    case .blockQuote:
      if MarginStyling.append(index, after: &last, in: parent, with: &self) { break }
      appendGroup(.group, style(.quote, of: index, inside: outer), index, after: &last, in: parent, role: .blockQuote)

    case .list(let start, let isTight, _):
      ListStyling.append(index, start: start, isTight: isTight, inside: outer, after: &last, in: parent, with: &self)

    case .footnoteDefinition(let label): NoteStyling.append(index, label: label, with: &self)

    case .document, .item:
      for child in tree.children(of: index) { append(child, inside: outer, after: &last, in: parent) }

    default:
      if !appendLeaf(index, inside: outer, after: &last, in: parent, isTight: isTight) {
        _ = appendExtension(index, inside: outer, after: &last, in: parent)
      }
    }
  }

  /// Adds blocks without blocks inside; false for other nodes. They are separate from `append`, whose recursion must use little stack.
  private mutating func appendLeaf(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, isTight: Bool
  ) -> Bool {
    let node = tree[index]
    switch node.kind {
    case .paragraph: appendParagraph(index, inside: outer, after: &last, in: parent, isTight: isTight)
    case .heading(let level): appendHeading(index, level: level, inside: outer, after: &last, in: parent)

    case .codeBlock(let info, let literal):
      let info = CodeInfo(info)
      let attributes = tree.attributes(of: index)
      let isFigure = attributes?.isFigureOfCode == true
      if !theme.hiddenFences.isEmpty, theme.hiddenFences.contains(info.language.lowercased()) { return true }
      let style = self.style(.code, of: index, inside: outer)
      if let refused = info.refusedNumber, let taken = info.firstNumber {
        inlines.diagnostics.append(
          .outOfRange("the number \(refused) of the first line", taken: taken, of: CodeInfo.lineNumbers, at: tree[index].span))
      }
      var code = theme.code(literal, info: info, style: style, lineLimit: budget.wordBytes, isColored: !tree.isHeavy)
      if code.isCut { sayLineLimit(tree[index].span) }
      code.diagram = DiagramStyling.diagram(index, info: info, literal: literal, inside: outer, with: &self)
      if code.diagram == nil { code.undrawnLanguage = DiagramStyling.undrawnLanguage(index, info: info, with: self) }
      if code.diagram == nil, let number = numbering.numbers[index] {
        let caption = attributes.flatMap { isFigure ? $0.diagramCaption : $0.listingCaption }
        if !ListingStyling.appendCaption(of: index, number, inside: outer, after: &last, in: parent, with: &self) {
          theme.entitle(&code, words.caption(isFigure ? .figure : .listing, number), caption, style)
        } else {
          code.title = nil
        }
      }
      let block = add(.code(code), style, for: index)
      if numbering.numbers[index] != nil { note(index, in: isFigure ? .figures : .listings, at: block) }
      link(block, after: &last, in: parent)

    case .htmlBlock(let literal):
      guard !literal.utf8.starts(with: "<!--".utf8) else { return true }
      let style = self.style(.code, of: index, inside: outer)
      let code = theme.code(literal, info: CodeInfo(""), style: style, lineLimit: budget.wordBytes)
      if code.isCut { sayLineLimit(tree[index].span) }
      link(add(.code(code), style, for: index), after: &last, in: parent)

    case .thematicBreak:
      var style = self.style(.rule, of: index, inside: outer)
      // A line below a heading is the heading's.
      if last >= 0, case .heading = out.blocks[Int(last)].kind { style.keepWithNext = true }
      link(add(.rule, style, for: index), after: &last, in: parent)

    case .mathBlock(let span) where span.onlyDefines: break

    case .mathBlock(let span):
      let span = PaleText(tree: tree, theme: theme).readable(span, at: index, &inlines.diagnostics)
      link(
        add(.display(span), self.style(.display, of: index, inside: outer), for: index), after: &last,
        in: parent)

    case .table(let columns):
      let style = self.style(.table, of: index, inside: outer)
      let block = add(.table(TableStyling.table(index, columns: columns, style: style, with: &self)), style, for: index)
      if let number = numbering.numbers[index], !number.hasPrefix("(") {
        let anchor = out.blocks[Int(block)].anchor ?? anchor("table", number, of: index)
        out.blocks[Int(block)].anchor = anchor
        captioned.append((index, (anchor, .tables)))
      }
      link(block, after: &last, in: parent)

    default: return false
    }
    return true
  }

  private mutating func appendParagraph(
    _ index: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index, isTight: Bool
  ) {
    if let part = tree.bookPart(index) {
      FigureStyling.appendBookPart(part, outer, tree[index].span, after: &last, in: parent, with: &self)
      return
    }
    let picture = tree.sidePicture(of: index)
    if let picture {
      SidePictureStyling.append(picture, of: index, inside: outer, after: &last, in: parent, with: &self)
      if picture.isAlone { return }
      inlines.hidden = picture.child
    }
    if let image = tree.figure(index) {
      FigureStyling.append(index, image: image, inside: outer, after: &last, in: parent, with: &self)
      return
    }
    var style = paragraphStyle(of: index, inside: outer, isTight: isTight)
    if openings.mayOpen(index, in: tree) {
      style.opening = openings.opening(of: index, among: openings.hasHeads ? previousSiblings : [], with: self)
    }
    if FigureStyling.continues(index, after: last, style: style, with: self) { style.firstIndent = .zero }
    let parts = inlines.parts(of: index, style: style.text)
    let isTurned = theme.page.isRightToLeft || style.text.direction == .rightToLeft
    let direction = mayTurn(index, style.text) && !directions.introducesOthers(index) ? parts.ownDirection(inRightToLeft: isTurned) : nil
    for (number, part) in parts.enumerated() {
      switch part {
      case .text(var content):
        var piece = style
        if let direction {
          content.text.turn(direction, from: style.text.direction)
          piece.text.direction = direction
        }
        // Text after a display continues the paragraph.
        if number > 0 || piece.firstIndent > .zero && !isIndented(index) { piece.firstIndent = .zero }
        if number > 0 { piece.opening = nil }
        // A paragraph that ends with a colon introduces what follows.
        if content.text.text.last == UInt8(ascii: ":") || content.text.text.suffix(3).elementsEqual("：".utf8) {
          piece.keepWithNext = true
        }
        link(add(.paragraph(content), piece, for: index), after: &last, in: parent)
        if number == 0, tree.isCaptionSpan(tree[index].firstChild) { captions.insert(last) }
      case .display(let span, let node):
        if client != nil, ClientStyling.append(node, inside: outer, after: &last, in: parent, with: &self) { continue }
        let display = self.style(.display, of: node, inside: outer)
        let span = PaleText(tree: tree, theme: theme).readable(span, at: node, &inlines.diagnostics)
        link(add(.display(span), display, for: node), after: &last, in: parent)
      }
    }
    inlines.hidden = -1
  }

  /// True if a paragraph may run from left to right although its document, its block or its first letter does not. Headings, table cells and
  /// captions are where their neighbours are.
  private mutating func mayTurn(_ index: Tree.Index, _ style: TextStyle) -> Bool {
    (theme.page.isRightToLeft || style.direction == .rightToLeft || style.direction == nil && directions.hasRightToLeft)
      && style.direction != .leftToRight && (!isInTurnedList || isQuoted(index)) && !isItem(index, in: style)
      && tree.attributes(of: index)?["dir"] == nil
  }

  /// True for the words of an item where the author has asked for right to left around the list: `<div dir="rtl">`.
  private func isItem(_ index: Tree.Index, in style: TextStyle) -> Bool {
    guard style.direction == .rightToLeft, !theme.page.isRightToLeft, case let parent = tree[index].parent, parent >= 0 else {
      return false
    }
    return if case .item = tree[parent].kind { true } else { false }
  }

  /// True for a paragraph of a quote: what is quoted may be in another language than the list around it.
  private func isQuoted(_ index: Tree.Index) -> Bool {
    guard case let parent = tree[index].parent, parent >= 0, case .blockQuote = tree[parent].kind else { return false }
    return true
  }

  private func paragraphStyle(of index: Tree.Index, inside outer: BlockStyle, isTight: Bool) -> BlockStyle {
    var style = self.style(.paragraph, of: index, inside: outer)
    if isTight {
      style.before = .zero
      style.after = .zero
      style.firstIndent = .zero
    }
    // Two characters in Chinese, one in Japanese, whatever the theme's own.
    if style.firstIndent > .zero, let characters = ["zh": 2, "ja": 1][String(style.text.language.prefix(2))] {
      style.firstIndent = style.text.size * characters
    }
    return style
  }

  private mutating func appendHeading(
    _ index: Tree.Index, level: Int, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) {
    var style = self.style(.heading(level), of: index, inside: outer)
    if let direction = directions.ofHeading(index, inside: style.text) { style.text.direction = direction }
    let isItalic = style.text.slant == .italic && style.text.families == theme.families.text
    if isItalic, tree.plainText(of: index).lacksItalics(in: style.text.language) {
      style.text.families = theme.families.sans
    }
    if let picture = tree.sidePicture(of: index), SidePictureStyling.mayStandBeside(index, with: self) {
      SidePictureStyling.append(picture, of: picture.child, inside: outer, after: &last, in: parent, with: &self)
      inlines.hidden = picture.child
    }
    let content = inlines.content(of: index, style: style.text)
    // Badges in a heading head nothing.
    if content.isPicture {
      let paragraph = self.style(.paragraph, of: index, inside: outer)
      if paragraph.after.natural > style.after.natural { style.after = paragraph.after }
    }
    let number = numbering.numbers[index]
    let head = ContentsStyling.listed(
      index, style: theme.body(language: out.language).applying(headStyle, families: theme.families).text, with: self)
    inlines.hidden = -1
    let title = head.plainText
    let kind = StyledTree.Kind.heading(
      level: level, number.map { content.numbered($0, style: style.text) } ?? content,
      title: number.map { $0 + " " + title } ?? title, destination: destination(of: index))
    // Headings with more than plain text are set in running heads as they are here.
    if head.text.styles.count > 1 || !head.attachments.isEmpty, let anchor = numbering.anchors[index] {
      out.heads[anchor] = number.map { head.prefixed(by: $0 + " ", style: head.text.styles[0]) } ?? head
    }
    let block = add(kind, style, for: index)
    if let own = numbering.equationSections[index] {
      out.chapters.append(StyledTree.Chapter(heading: block, number: own))
    } else if let number, level == numbering.topLevel, numbering.countsByChapter, numbering.equationSections.isEmpty {
      out.chapters.append(StyledTree.Chapter(heading: block, number: number))
    }
    link(block, after: &last, in: parent)
  }

  /// Of a heading; empty where a client's style shows it once more.
  private mutating func destination(of heading: Tree.Index) -> String {
    let name = numbering.anchors[heading] ?? ""
    guard client != nil else { return name }
    return client?.headings.insert(heading).inserted ?? true ? name : ""
  }

  /// The text style of headers and footers.
  var headStyle: StyleRule { theme[.pageNumber].overlaid(by: theme[.header]) }

  /// Western books indent only a paragraph that follows another one; Chinese and Japanese books indent all.
  private mutating func isIndented(_ index: Tree.Index) -> Bool {
    if ["zh", "ja"].contains(where: out.language.hasPrefix) { return true }
    var previous = previousSiblings[Int(index)]
    // A picture at a side does not count.
    while previous >= 0, tree.sidePicture(of: previous)?.isAlone == true { previous = previousSiblings[Int(previous)] }
    guard previous >= 0 else { return false }
    switch tree[previous].kind {
    case .paragraph, .mathBlock: return true
    // Text that may go before a table does not follow it.
    case .table: return theme.page.movesFigures && tree.caption(of: previous) != nil
    default: return false
    }
  }

  mutating func appendGroup(
    _ kind: StyledTree.Kind, _ style: BlockStyle, _ index: Tree.Index, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, isTight: Bool = false, role: StructureRole? = nil
  ) {
    let group = add(kind, style, for: index)
    out.blocks[Int(group)].role = role
    var lastChild: StyledTree.Index = -1
    for child in tree.children(of: index) { append(child, inside: style, after: &lastChild, in: group, isTight: isTight) }
    link(group, after: &last, in: parent)
  }
}
