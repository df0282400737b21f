import TypesetDiagnostics

/// Finds in the blocks of a tree what CommonMark has no nodes for: what quotes represent, callouts, definition lists,
/// captions, page breaks, the place of the table of contents.
struct BlockExtensions {
  var tree: Tree
  private let specials: [SpecialBlock]
  /// The markers of lists that only pandoc has, by where their items begin.
  var markers: [Int: String] = [:]
  /// Whether the document is one of MyST's.
  var isMyST = false
  var dialect = Dialect.general
  /// True if the order of nodes has changed.
  var hasMoved = false
  private(set) var abbreviations = Abbreviations()
  private(set) var diagnostics: [Diagnostic] = []
  /// Attributes that are a paragraph of their own, by that paragraph, which is empty.
  var attributesBelow: [Tree.Index: Attributes] = [:]
  /// As the parser left them: the children of a block are grouped after they were read.
  lazy var preceding = PrecedingSiblings(in: tree)

  init(tree: Tree, specials: [SpecialBlock]) {
    self.tree = tree
    self.specials = specials
  }

  mutating func run() {
    // Children come after their parents: backwards, the content of a block is read before the block itself.
    for index in tree.nodes.indices.reversed() {
      let index = Tree.Index(index)
      switch tree[index].kind {
      case .blockQuote:
        KeptLines.keepSource(of: index, in: &tree)
        readQuote(index)
      case .htmlBlock(let text): readComment(index, text)
      case .item(nil): readTask(index)
      case .table: TableSigns.read(index, in: &tree)
      case .list:
        readContentsList(index)
        if !markers.isEmpty, let form = markers[Int(tree[index].span.start)] {
          tree.add(Attributes(pairs: [.init("marker", form)]), to: index)
        }
      case .paragraph:
        readAttributeLines(index)
        readParagraph(index)
        KeptLines.keepCounted(of: index, in: &tree)
      default: break
      }
      if hasBlockChildren(tree[index].kind) { groupChildren(of: index) }
    }
  }

  private func hasBlockChildren(_ kind: Tree.Kind) -> Bool {
    switch kind {
    case .document, .blockQuote, .item, .footnoteDefinition, .division, .callout, .definition, .figure, .directive: true
    default: false
    }
  }

  // MARK: Quotes that represent other blocks

  private mutating func readQuote(_ index: Tree.Index) {
    let children = Array(tree.children(of: index))
    guard let first = children.first else { return }
    if case .htmlBlock(let text) = tree[first].kind, let number = SpecialBlock.number(ofMarker: text), specials.indices.contains(number) {
      readSpecial(index, specials[number], Array(children.dropFirst()))
    } else if case .paragraph = tree[first].kind {
      readAlert(index, paragraph: first)
    }
  }

  private mutating func readSpecial(_ index: Tree.Index, _ special: SpecialBlock, _ children: [Tree.Index]) {
    hasMoved = true
    if special.hasTitle, let title = children.first {
      tree.nodes[Int(title)].kind = .title
      dropHashes(of: tree[title].firstChild)
    }
    let (title, content) = special.hasTitle ? (children.first, Array(children.dropFirst())) : (nil, children)
    switch special.kind {
    case .admonition(let classes):
      tree.nodes[Int(index)].kind = .callout(Tree.Callout(.admonition, kind: classes.first?.lowercased() ?? "note"))
      tree.add(Attributes(classes: Array(classes.dropFirst())), to: index)
    case .tab: tree.nodes[Int(index)].kind = .callout(Tree.Callout(.tab, kind: "tab"))
    case .division(let attributes):
      tree.nodes[Int(index)].kind = Self.callout(of: attributes, dialect).map { .callout($0) } ?? .division
      tree.add(attributes, to: index)
    case .definition: tree.nodes[Int(index)].kind = .definition
    case .directive(let directive):
      tree.nodes[Int(index)].kind = .directive(directive, isInline: false)
      if let place = special.place { tree.nodes[Int(index)].span = SourceSpan(place.lowerBound, place.upperBound) }
    case .toolDirective(let directive):
      DirectiveReading.read(index, directive, title: title, content, in: &tree, &diagnostics)
      return
    case .slashes(let block):
      DirectiveReading.read(index, block, title: title, content, in: &tree)
      return
    case .table(let frame):
      if let place = special.place { tree.nodes[Int(index)].span = SourceSpan(place.lowerBound, place.upperBound) }
      CellTable.make(index, frame, of: children, in: &tree)
      return
    case .cell:
      // It becomes a cell with its table; until then it has blocks.
      tree.nodes[Int(index)].kind = .division
      if let place = special.place { tree.nodes[Int(index)].span = SourceSpan(place.lowerBound, place.upperBound) }
    case .target: break
    }
    tree.setChildren(of: index, to: children)
    guard case .division(let attributes) = special.kind else { return }
    if DirectiveReading.readListTable(index, attributes, children, in: &tree, &diagnostics) { return }
    diagnostics += ThemeContainer.faults(of: attributes, children, in: tree, dialect)
    let algorithm = AlgorithmDivision(index, attributes, in: tree)
    if case .callout = tree[index].kind { addTitle(attributes, caption: algorithm?.caption, to: index, children) }
    algorithm?.join(in: &tree)
  }

  /// `!!! note "### Words"` asks for a larger title on the web; here titles have their own size.
  private mutating func dropHashes(of first: Tree.Index) {
    guard first >= 0, case .text(let text) = tree[first].kind else { return }
    let hashes = text.utf8.prefix { $0 == ASCII.hash }.count
    let rest = text.utf8.dropFirst(hashes)
    guard 1...6 ~= hashes, rest.first == ASCII.space, rest.count > 1 || tree[first].nextSibling >= 0 else { return }
    tree.dropFirst(hashes + 1, ofText: first)
  }

  /// Quarto: a callout's title is an attribute, or the heading that it begins with.
  private mutating func addTitle(_ attributes: Attributes, caption: String?, to index: Tree.Index, _ children: [Tree.Index]) {
    let isHeaded = children.first.map { if case .heading = tree[$0].kind { true } else { false } } ?? false
    let lesson = isHeaded ? nil : attributes.classes.first.flatMap { Self.lessonTitles[$0] }
    if let text = attributes["title"] ?? attributes["name"] ?? caption ?? lesson {
      let span = SourceSpan(Int(tree[index].span.start), Int(tree[index].span.start))
      let title = tree.add(.title, span)
      let words = inlines(of: text, span)
      tree.setChildren(of: title, to: words)
      tree.setChildren(of: index, to: [title] + children)
    } else if let first = children.first, case .heading = tree[first].kind {
      // The Carpentries' solutions begin with `## Solution`, which their head says already.
      if case .callout(let callout) = tree[index].kind, callout.form == .theorem, tree.plainText(of: first).lowercased() == callout.kind {
        return tree.setChildren(of: index, to: Array(children.dropFirst()))
      }
      tree.nodes[Int(first)].kind = .title
    }
  }

  /// The names of divs that are callouts, as Docusaurus, VuePress and Quarto have them.
  private static func callout(of attributes: Attributes, _ dialect: Dialect) -> Tree.Callout? {
    // bookdown counts all of its examples; elsewhere a label makes them counted.
    if dialect.tool == .bookdown || dialect.tool == .rmarkdown && attributes.id != nil, attributes.classes.first == "example" {
      return Tree.Callout(.theorem, kind: "example", isCounted: true)
    }
    if let theorem = Tree.Callout(theorem: attributes) { return theorem }
    guard let name = attributes.classes.first else { return nil }
    if name.hasPrefix("callout-") {
      let kind = String(name.dropFirst(8))
      let prefix = attributes.id?.prefix { $0 != "-" }
      return Tree.Callout(.admonition, kind: kind, isCounted: prefix.map { CrossReferenceLabel.callouts[String($0)] == kind } ?? false)
    }
    return calloutNames.contains(name) || lessonTitles[name] != nil ? Tree.Callout(.admonition, kind: name) : nil
  }

  /// The divs of the Carpentries' lessons that have no heading of their own, and what their pages say above them.
  private static let lessonTitles = ["objectives": "Objectives", "questions": "Questions", "keypoints": "Key Points"]

  static let calloutNames: Set<String> = [
    "note", "tip", "info", "warning", "danger", "caution", "important", "success", "error", "question", "details", "hint", "attention",
    "seealso", "example", "abstract", "bug", "failure",
  ]

  /// `> [!NOTE]`, `> [!def] Title`, `> [!tip]- Folded`: whatever kind it says.
  private mutating func readAlert(_ index: Tree.Index, paragraph: Tree.Index) {
    var inlines = Array(tree.children(of: paragraph))
    guard let first = inlines.first, case .text(let text) = tree[first].kind, text.utf8.starts(with: "[!".utf8) else { return }
    let bytes = Array(text.utf8)
    guard let close = bytes.firstIndex(of: ASCII.closeBracket), close > 2, close < 64 else { return }
    // `[!note|right]` has a style hint after the bar.
    let kind = String(decoding: bytes[2..<close].prefix { $0 != ASCII.pipe }, as: UTF8.self).lowercased()
    guard
      kind.utf8.allSatisfy({
        ASCII.isLetter($0) || ASCII.isDigit($0) || $0 >= 0x80 || $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "_") || $0 == ASCII.space
      })
    else { return }
    var length = close + 1
    if length < bytes.count, bytes[length] == UInt8(ascii: "-") || bytes[length] == UInt8(ascii: "+") { length += 1 }
    while length < bytes.count, ASCII.isBlank(bytes[length]) { length += 1 }
    hasMoved = true
    tree.dropFirst(length, ofText: first)
    tree.nodes[Int(index)].kind = .callout(Tree.Callout(.alert, kind: kind))
    let lineEnd = inlines.firstIndex {
      if case .softBreak = tree[$0].kind { true } else if case .lineBreak = tree[$0].kind { true } else { false }
    }
    var titleInlines = Array(inlines[..<(lineEnd ?? inlines.count)])
    if case .text("") = tree[first].kind {
      titleInlines.removeFirst()
      inlines = Array(inlines[(lineEnd.map { $0 + 1 } ?? inlines.count)...])
    } else if !dialect.hasTitle(in: titleInlines.last.map { tree[$0].kind }) {
      titleInlines = []
    } else {
      dropHashes(of: first)
      inlines = Array(inlines[(lineEnd.map { $0 + 1 } ?? inlines.count)...])
    }
    var children = Array(tree.children(of: index).dropFirst())
    if !inlines.isEmpty {
      tree.setChildren(of: paragraph, to: inlines)
      children.insert(paragraph, at: 0)
    }
    if !titleInlines.isEmpty { children.insert(tree.add(.title, around: titleInlines), at: 0) }
    tree.setChildren(of: index, to: children)
  }

  // MARK: Single blocks

  /// `<!-- toc -->`, `<!-- pagebreak -->`.
  private mutating func readComment(_ index: Tree.Index, _ text: String) {
    guard text.utf8.starts(with: "<!--".utf8), text.utf8.count < 64 else { return }
    let word = text.lowercased().filter { $0.isLetter }
    switch word {
    // `<!-- TOC -->`, the author's list, `<!-- /TOC -->`: one list is enough.
    case "toc" where text.contains("/") || hasListOfContents(below: index): break
    case "toc": tree.nodes[Int(index)].kind = .contents
    case "pagebreak", "newpage": tree.nodes[Int(index)].kind = .pageBreak
    default: break
    }
  }

  /// True if a list follows, and then the comment that ends it.
  private func hasListOfContents(below index: Tree.Index) -> Bool {
    let list = tree[index].nextSibling
    guard list >= 0, case .list = tree[list].kind else { return false }
    let end = tree[list].nextSibling
    guard end >= 0, case .htmlBlock(let text) = tree[end].kind, text.utf8.count < 64 else { return false }
    let word = text.lowercased().filter(\.isLetter)
    // Knit, of the Kotlin libraries, ends all it makes alike.
    return word.contains("toc") || word == "end"
  }

  /// `*[HTML]: …`, a line for each abbreviation: meanings are not shown on paper, but read out by screen readers.
  private mutating func definesAbbreviations(_ index: Tree.Index) -> Bool {
    var begins = true
    var lines: [String] = []
    for child in tree.children(of: index) {
      switch tree[child].kind {
      case .softBreak: begins = true
      case .text(let text):
        if begins, !text.utf8.starts(with: "*[".utf8) || !text.contains("]: ") { return false }
        if begins { lines.append(text) } else { lines[lines.count - 1] += text }
        begins = false
      default:
        if begins { return false }
        var stack = [child]
        while let node = stack.popLast() {
          if case .text(let text) = tree[node].kind { lines[lines.count - 1] += text }
          stack += Array(tree.children(of: node)).reversed()
        }
      }
    }
    guard !begins else { return false }
    for line in lines { abbreviations.define(line) }
    return true
  }

  private mutating func readParagraph(_ index: Tree.Index) {
    var text = ""
    var count = 0
    for child in tree.children(of: index) {
      count += 1
      // `[[_TOC_]]` has an emphasis in it.
      switch tree[child].kind {
      case .text(let piece): text += piece
      case .emphasis:
        if let inner = Optional(tree[child].firstChild), inner >= 0, case .text("TOC") = tree[inner].kind {
          text += "_TOC_"
        } else {
          return
        }
      default: return
      }
      guard count <= 3, text.utf8.count < 24 else { return }
    }
    let word = text.trimmedWhitespace().lowercased()
    switch word {
    // HackMD's `[TOC maxLevel=1]`.
    case _ where word.hasPrefix("[toc maxlevel=") && word.utf8.count == 16:
      replace(index, by: .contents)
      tree.add(Attributes(pairs: [.init("max-level", String(word.dropFirst(14).dropLast()))]), to: index)
    case "[toc]", "[[toc]]", "[[_toc_]]", "{:toc}", "${toc}", "\\tableofcontents": replace(index, by: .contents)
    case _ where ContentsMarks.isMark(word.utf8): replace(index, by: .contents)
    case "\\listoffigures", "\\listoftables":
      replace(index, by: .contents)
      tree.add(Attributes(classes: [String(text.trimmedWhitespace().dropFirst())]), to: index)
    case "\\newpage", "\\pagebreak", "\\clearpage", "\\cleardoublepage", "[newpage]", "[pagebreak]": replace(index, by: .pageBreak)
    default: break
    }
  }

  /// kramdown's `* TOC` with `{:toc}` below it.
  private mutating func readContentsList(_ list: Tree.Index) {
    guard case let item = tree[list].firstChild, item >= 0, tree[item].nextSibling < 0, case let paragraph = tree[item].firstChild,
      paragraph >= 0,
      tree[paragraph].nextSibling < 0, case .paragraph = tree[paragraph].kind, let last = tree.children(of: paragraph).suffix(1).first,
      case .text(let text) = tree[last].kind, ContentsMarks.isMark(text.utf8)
    else { return }
    replace(list, by: .contents)
  }

  private mutating func replace(_ index: Tree.Index, by kind: Tree.Kind) {
    hasMoved = true
    tree.nodes[Int(index)].kind = kind
    tree.nodes[Int(index)].firstChild = -1
  }

  // MARK: Blocks that belong together

  private var readsCaptions: Bool { dialect.has(.tableCaptions) }

  private mutating func groupChildren(of parent: Tree.Index) {
    let children = Array(tree.children(of: parent))
    var out: [Tree.Index] = []
    var lists: [Tree.Index: [Tree.Index]] = [:]
    var targets: [String] = []
    var didChange = false
    var index = 0
    while index < children.count {
      let child = children[index]
      switch tree[child].kind {
      case .htmlBlock(let text) where SpecialBlock.isSeparator(text):
        // It is no longer needed.
        didChange = true
      case .htmlBlock(let text) where target(text) != nil:
        didChange = true
        if let label = target(text) { targets.append(label) }
      case .caption where isSlashCaption(child, in: parent):
        didChange = true
        if !DirectiveReading.takeCaption(child, above: out.last, in: &tree) { out.append(child) }
      case .definition:
        var last = index
        while last + 1 < children.count, isDefinition(children[last + 1]) { last += 1 }
        let definitions = children[index...last].filter { if case .definition = tree[$0].kind { true } else { false } }
        appendDefinitions(Array(definitions), to: &out, &lists)
        index = last
        didChange = true
      case .division where CrossReferenceBlocks.makeFigure(of: child, in: &tree):
        didChange = true
        out.append(child)
      case .division:
        let listing = CrossReferenceBlocks.makeListing(of: child, in: &tree)
        if listing != nil { didChange = true }
        out.append(listing ?? child)
      case .paragraph:
        if tree[child].firstChild < 0, let attributes = attributesBelow[child] {
          didChange = true
          attach(attributes, at: index, of: children, below: out.last)
        } else if isMyST, let fields = FieldList(in: child, of: tree) {
          didChange = true
          // Fields above all text are settings of the page.
          if index > 0 || parent != 0 { out.append(fields.list(in: &tree)) }
        } else if definesAbbreviations(child) {
          didChange = true
        } else if readsCaptions, let table = out.last, case .table = tree[table].kind, TableCaption.take(child, table: table, in: &tree) {
          didChange = true
        } else if readsCaptions, let html = out.last, let parts = TableCaption.parts(of: child, below: html, in: &tree) {
          didChange = true
          out.replaceSubrange((out.count - 1)..., with: parts)
        } else if readsCaptions, let table = following(index, in: children), case .table = tree[table].kind,
          TableCaption.take(child, table: table, in: &tree)
        {
          didChange = true
        } else if readsCaptions, index + 1 < children.count,
          let parts = TableCaption.parts(of: child, above: children[index + 1], in: &tree)
        {
          didChange = true
          out += parts
          index += 1
        } else if readsCaptions, let code = out.last, CrossReferenceBlocks.takeCaption(child, of: code, in: &tree) {
          didChange = true
        } else if readsCaptions, let code = following(index, in: children), CrossReferenceBlocks.takeCaption(child, of: code, in: &tree) {
          didChange = true
        } else {
          out.append(child)
        }
      default: out.append(child)
      }
      if !targets.isEmpty, let last = out.last, last == child {
        name(last, targets)
        targets = []
      }
      index += 1
    }
    guard didChange else { return }
    hasMoved = true
    for (list, entries) in lists { tree.setChildren(of: list, to: entries) }
    tree.setChildren(of: parent, to: out)
  }

  /// kramdown: attributes on a line of their own belong to the block that they touch.
  private mutating func attach(_ attributes: Attributes, at index: Int, of children: [Tree.Index], below above: Tree.Index?) {
    let next = index + 1 < children.count ? children[index + 1] : nil
    if attributes["marker"] != nil, let next, case .list = tree[next].kind {
      tree.add(attributes, to: next)
    } else if index > 0, let above,
      tree[children[index]].span.start - max(tree[above].span.end, tree[children[index - 1]].span.end) <= 1
        || preceding.isBelowTable(children[index], in: tree)
    {
      tree.add(attributes, to: above)
      CodeMarks.name(above, by: attributes, in: &tree)
    } else if let next {
      tree.add(attributes, to: next)
    }
  }

  /// The block after one, past separators.
  private func following(_ index: Int, in children: [Tree.Index]) -> Tree.Index? {
    for child in children[(index + 1)...].prefix(2) {
      if case .htmlBlock(let text) = tree[child].kind, SpecialBlock.isSeparator(text) { continue }
      return child
    }
    return nil
  }

  /// The name in a marker of MyST's `(label)=`.
  private func target(_ text: String) -> String? {
    guard let number = SpecialBlock.number(ofMarker: text), specials.indices.contains(number),
      case .target(let label) = specials[number].kind
    else { return nil }
    return label
  }

  /// Gives a block the names that were above it; its own name has precedence.
  private mutating func name(_ block: Tree.Index, _ labels: [String]) {
    for label in labels {
      if tree.attributes(of: block)?.id == nil {
        tree.add(Attributes(id: label), to: block)
      } else {
        tree.add(Attributes(pairs: [.init("anchor", label)]), to: block)
      }
    }
  }

  /// True for a caption that was a block of its own, not part of a table or figure.
  private func isSlashCaption(_ index: Tree.Index, in parent: Tree.Index) -> Bool {
    if case .figure = tree[parent].kind { return false }
    return !tree.children(of: index).contains { tree[$0].kind.isInline }
  }

  private func isDefinition(_ index: Tree.Index) -> Bool {
    switch tree[index].kind {
    case .definition: true
    case .htmlBlock(let text): SpecialBlock.isSeparator(text)
    default: false
    }
  }

  /// Adds definitions below the term that is the last block so far, one term for each of its lines.
  private mutating func appendDefinitions(
    _ definitions: [Tree.Index], to out: inout [Tree.Index], _ lists: inout [Tree.Index: [Tree.Index]]
  ) {
    var entries = definitions
    if let term = out.last, case .paragraph = tree[term].kind {
      out.removeLast()
      var terms: [Tree.Index] = []
      for line in tree.children(of: term).split(whereSeparator: { if case .softBreak = tree[$0].kind { true } else { false } }) {
        terms.append(tree.add(.definitionTerm, around: Array(line)))
      }
      // What reads the inlines of all nodes is not to read these twice.
      tree.nodes[Int(term)].firstChild = -1
      entries = terms + entries
    }
    if let list = out.last, case .definitionList = tree[list].kind {
      lists[list, default: []] += entries
      let end = entries.map { tree[$0].span.end }.max() ?? 0
      tree.nodes[Int(list)].span.end = max(tree[list].span.end, end)
    } else {
      let list = tree.add(.definitionList, around: entries)
      lists[list] = entries
      out.append(list)
    }
  }
}

extension String {
  /// - Parameter keepsStart: True if only the space at the end is to go.
  func trimmedWhitespace(keepsStart: Bool = false) -> String {
    // By scalars: a Character is as long as its author likes, and looked for anew from each end.
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.properties.isWhitespace }),
      let last = scalars.lastIndex(where: { !$0.properties.isWhitespace })
    else { return "" }
    return String(scalars[(keepsStart ? scalars.startIndex : first)...last])
  }
}
