internal import TypesetBytes
internal import TypesetCommonMark
public import TypesetDiagnostics
internal import TypesetYAML

/// A parsed document: its front matter, its blocks, and its diagnostics.
public struct ParsedDocument: Sendable {
  public var frontMatter: FrontMatter
  public var tree: Tree
  public var diagnostics: [Diagnostic]
  /// How it writes formulas; nil for several files, each of which has its own conventions.
  public var forms: FormulaForms?
  /// The dialect that it was read in; of several files, the first one's.
  public var dialect = Dialect.general
  /// What the text shows of that; nil where blocks depend on others than their neighbours.
  var evidence: DocumentForms?
  /// Where a document first cites a work, if it names no bibliography.
  package var firstCitation: SourceSpan?

  public init(frontMatter: FrontMatter, tree: Tree, diagnostics: [Diagnostic] = [], forms: FormulaForms? = nil) {
    (self.frontMatter, self.tree, self.diagnostics, self.forms) = (frontMatter, tree, diagnostics, forms)
  }
}

public struct ParseOptions: Sendable {
  /// True if `$…$` and similar forms are formulas.
  public var findsMath = true
  /// False if the front matter of a file turns formulas off.
  public var readsMath: @Sendable (FrontMatter) -> Bool = { _ in true }
  /// True if more is read than CommonMark and GitHub's extensions: attributes, callouts, definition lists, HTML elements …
  public var readsExtensions = true
  /// The names that make `@Name` and `:name[…]` directives.
  public var directives: Set<String> = []
  /// True if `{{page}}` and the like are fields.
  public var readsFields = true
  /// True if citations stay in the tree as they are written (`CitedWorks.mark`), for whoever has the bibliography.
  package var keepsCitations = false
  /// True if `@key` cites a work whatever the file's own front matter says: the first file of several names the bibliography.
  package var citesWorks = false
  /// True if code that a tool runs is not shown where a cell does not ask for it: `execute: echo: false` of a project.
  package var hidesCode: Bool?
  /// True if the project makes no PDF or the like: what its author shows in HTML alone is then part of the text.
  package var isForScreens = false
  /// True if `[[Name]]` leads to another file of the work: see `NoteLinks`.
  var linksNotes = false
  /// Several files are parsed in at most this many threads.
  package var threads = 1
  /// How the document writes formulas; nil to decide by the whole text.
  public var forms: FormulaForms?
  /// How many texts this one is in: raw text, captions of cells.
  var level = 0
  /// Texts within texts are read up to this level.
  static let deepest = 3
  /// The dialect of the document; nil to decide by its text.
  public var dialect: Dialect?

  public init() {}

  /// - Parameter threads: Nil is one for each core.
  package init(dialect: Dialect?, findsMath: Bool, threads: Int?) {
    (self.dialect, self.findsMath, self.threads) = (dialect, findsMath, threads ?? coreCount)
  }

  /// Those for a value of the front matter.
  package static func matter(findsMath: Bool, in dialect: Dialect) -> ParseOptions {
    var options = ParseOptions()
    (options.findsMath, options.readsFields, options.dialect) = (findsMath, false, dialect)
    return options
  }
}

/// Parses a value of the front matter.
package func parseMatter(_ text: String, findsMath: Bool, in dialect: Dialect, budget: Budget) -> Tree {
  parse(Source(name: "", text: text), options: .matter(findsMath: findsMath, in: dialect), budget: budget).tree
}

/// Parses a source: front matter, formulas, CommonMark with GitHub's extensions.
///
/// Total: any source gives a tree.
public func parse(_ source: Source, options: ParseOptions = ParseOptions(), budget: Budget = Budget()) -> ParsedDocument {
  var parts: KeptParts?
  return parse(source, options: options, budget: budget, keeping: &parts)
}

/// - Parameter parts: Of several files, what was parsed before an edit, and then what is now; nil where nothing is kept.
package func parse(_ source: Source, options: ParseOptions, budget: Budget, keeping parts: inout KeptParts?) -> ParsedDocument {
  var options = options
  options.dialect = options.dialect ?? DialectDecision(of: source).dialect
  var document =
    source.files.count > 1
    ? parseJoined(source, options: options, budget: budget, keeping: &parts) : parseFile(source.bytes, options: options, budget: budget)
  document.tree.files = source.files
  if options.dialect?.tool == .myst { leadLinksToLabels(in: &document.tree) }
  var limit = WorkLimit(budget, of: source.bytes.count)
  limit.apply(to: &document.tree)
  document.diagnostics += limit.diagnostics
  // A part of it that changes may be what was left out.
  if !limit.diagnostics.isEmpty { document.evidence = nil }
  return document
}

/// Parses one file.
func parseFile(_ source: [UInt8], options: ParseOptions, budget: Budget) -> ParsedDocument {
  let budget = budget.reading(source.count)
  let end = end(of: source, lines: budget.lines)
  let read = end < source.count ? Array(source[..<end]) : source
  let (frontMatter, faults) = FrontMatter.read(read)
  var document = parseText(read, after: frontMatter, faults, options: options, budget: budget)
  if end < source.count {
    document.diagnostics.append(
      Diagnostic(
        .error, "limit.lines", at: SourceSpan(end, end + 1),
        "the document has more than \(budget.lines) lines and signs of markup; the rest is left out",
        hint: "split it, or allow more memory with --max-memory"))
    document.evidence = nil
  }
  return document
}

/// Where a text has so many lines and signs that may begin something, after the last line that is whole; its end where it has fewer.
private func end(of source: [UInt8], lines: Int) -> Int {
  guard source.count > lines else { return source.count }
  var begins = [Bool](repeating: false, count: 256)
  for sign in "\n*_`~[<&\\$|!^=:".utf8 { begins[Int(sign)] = true }
  var rest = lines
  let last = source.firstIndex { byte in
    if begins[Int(byte)] { rest -= 1 }
    return rest == 0
  }
  guard let last else { return source.count }
  return source[...last].lastIndex(of: ASCII.newline).map { $0 + 1 } ?? last + 1
}

/// Parses the text of a file.
///
/// - Parameters:
///   - frontMatter: What is above the text.
///   - faults: What is wrong with that.
func parseText(
  _ source: [UInt8], after frontMatter: FrontMatter, _ faults: [Diagnostic], options: ParseOptions, budget: Budget
) -> ParsedDocument {
  let findsMath = options.findsMath && options.readsMath(frontMatter)
  var dialect = options.dialect ?? .general
  if FrontMatter.flag(frontMatter.value(CodeFormulas.key)?.text) == true { dialect.traits.insert(.codeFormulas) }
  let citesWorks = options.citesWorks || CitedWorks.areCited(in: frontMatter)
  let spans = MathSpans(
    source, from: frontMatter.end, findsMath: findsMath, readsExtensions: options.readsExtensions, directives: options.directives,
    forms: options.forms, dialect: dialect.reading(below: frontMatter, hasFields: options.readsFields),
    cites: citesWorks && options.keepsCitations, budget: budget)
  var (tree, found) = TreeCopy.tree(spans: spans, source: source, readsExtensions: options.readsExtensions, dialect, budget)
  var diagnostics = faults + spans.diagnostics + found
  diagnostics += unusedNotes(spans.notes, in: tree, source)
  if !spans.notes.isEmpty { diagnostics += emptyNotes(in: tree) }
  var evidence = spans.evidence
  var firstCitation: SourceSpan?
  if options.readsExtensions, !budget.isStopped {
    var options = options
    options.dialect = dialect
    options.hidesCode =
      ExecutableCell.hidesCode(frontMatter.values, in: dialect.tool) ?? options.hidesCode
      ?? ExecutableCell.isQuietDeck(frontMatter.values, in: dialect.tool)
    let read = readExtensions(of: &tree, spans: spans, source: source, options: options, citesWorks: citesWorks)
    diagnostics += read.diagnostics + ClippedPictures.mend(in: &tree)
    if read.hasAbbreviations { evidence = nil }
    if options.level == 0, !budget.isStopped {
      diagnostics +=
        RawMarkup(in: tree, source, directives: options.directives, dialect, known: diagnostics) { budget.isStopped }.diagnostics
      diagnostics += EmbedsInLines.diagnostics(in: tree, source)
      if let foreign = ForeignFormulas.diagnostic(in: tree) { diagnostics.append(foreign) }
      if let empty = emptiness(of: tree, below: frontMatter, source) { diagnostics.append(empty) }
    }
    firstCitation = read.firstCitation ?? (options.keepsCitations ? spans.firstCitation : nil)
  }
  PictureCaptions.decide(in: &tree, dialect)
  if dialect.tool == .kramdown { KramdownBreaks.read(in: &tree, source) }
  // After all that looks for the ends of lines.
  if dialect.has(.lineBreaks) {
    let filled = [.obsidian, .logseq, .hackmd].contains(dialect.tool) ? FilledLines(in: tree, source) : nil
    if filled?.areLikely == true { evidence = nil }
    FilledLines.breakLines(of: &tree, except: filled?.paragraphs ?? [])
  }
  var document = ParsedDocument(frontMatter: frontMatter, tree: tree, diagnostics: diagnostics, forms: spans.forms)
  (document.evidence, document.dialect, document.firstCitation) = (evidence, dialect, firstCitation)
  return document
}

/// What is said of a file that has settings and nothing below them: a page of a site that nobody has translated, a draft.
private func emptiness(of tree: borrowing Tree, below matter: FrontMatter, _ source: [UInt8]) -> Diagnostic? {
  guard tree[0].firstChild < 0, matter.end > 0, let values = matter.values, values.entries?.isEmpty == false,
    values["title"] == nil || values["titlepage"] == nil,
    source[min(matter.end, source.count)...].allSatisfy({ ASCII.isBlank($0) || $0 == ASCII.newline })
  else { return nil }
  let rest = values["title"] == nil ? "is empty" : "has only a title"
  return Diagnostic(
    .note, "source.empty", at: SourceSpan(0, min(3, source.count)), "there is no text below these settings: the page \(rest)",
    hint: "write the text below the second ---")
}

/// Footnotes of which nothing is shown but their number.
private func emptyNotes(in tree: borrowing Tree) -> [Diagnostic] {
  var found: [Diagnostic] = []
  for node in tree.nodes where node.firstChild < 0 {
    guard case .footnoteDefinition(let label) = node.kind else { continue }
    found.append(
      Diagnostic(
        .warning, "note.empty", at: node.span, "the footnote \"\(label)\" has no text",
        hint: "write it behind the colon; its further paragraphs are indented by four columns"))
  }
  return found
}

/// Footnotes that are not in the tree: the reader omits those without a reference, and all but the first with a label.
private func unusedNotes(_ notes: [Range<Int>], in tree: Tree, _ source: [UInt8]) -> [Diagnostic] {
  guard !notes.isEmpty else { return [] }
  let defined = tree.nodes.compactMap { if case .footnoteDefinition = $0.kind { Int($0.span.start) } else { nil } }.sorted()
  /// True if there is a note whose text begins on the line of a label, or directly below it.
  func isDefined(_ place: Range<Int>) -> Bool {
    let low = defined.partitioningIndex { $0 >= place.lowerBound }
    guard low < defined.count else { return false }
    let between = source[min(place.upperBound + 1, source.count)..<max(place.upperBound + 1, min(defined[low], source.count))]
    return !between.contains(ASCII.newline) || between.allSatisfy { ASCII.isBlank($0) || $0 == ASCII.newline || $0 == ASCII.greater }
  }
  var seen: Set<String> = []
  return notes.compactMap { place in
    let label = String(decoding: source[place], as: UTF8.self)
    let isFirst = seen.insert(label.lowercased()).inserted
    guard !isDefined(place) else { return nil }
    let span = SourceSpan(place.lowerBound, place.upperBound)
    guard isFirst else {
      return Diagnostic(
        .warning, "note.duplicate", at: span, "duplicate definition of footnote \"\(label)\"", hint: "the first one is used")
    }
    let hint = "refer to it by its name in the text, or delete it"
    return Diagnostic(
      .warning, "note.unused", at: span, "footnote \"\(label)\" is never referenced", hint: hint,
      gathered: Diagnostic.Gathered(opening: "footnotes are never referenced: ", items: [label], hasOwnHint: false))
  }
}

/// Copies the reader's tree, with formulas, places in the author's text and the author's own words, once, along its links: the depth of
/// trees is unbounded.
private struct TreeCopy {
  let spans: MathSpans
  let source: [UInt8]
  let maximumDepth: Int
  private var nodes: [Tree.Node] = []
  private var attributes: [Attributes] = []
  private var diagnostics: [Diagnostic] = []

  private let read: CommonMarkTree
  /// The parser's text, and the words that are not in it as they are meant.
  private let bytes: [UInt8]
  private let readsExtensions: Bool
  /// The last child of each node so far, -1 for none.
  private var lastChild: [Tree.Index] = []
  /// The nodes that are open.
  private var parents: [Tree.Index] = [0]
  /// Links by their number, which all that refer to one definition share.
  private var links: [Int32: (destination: String, title: String)] = [:]

  static func tree(
    spans: MathSpans, source: [UInt8], readsExtensions: Bool, _ dialect: Dialect, _ budget: Budget
  ) -> (tree: Tree, diagnostics: [Diagnostic]) {
    var copy = TreeCopy(spans: spans, source: source, readsExtensions: readsExtensions, dialect, budget)
    copy.run(budget)
    return (Tree(nodes: copy.nodes, attributes: copy.attributes), copy.diagnostics)
  }

  private init(spans: MathSpans, source: [UInt8], readsExtensions: Bool, _ dialect: Dialect, _ budget: Budget) {
    self.spans = spans
    self.source = source
    self.readsExtensions = readsExtensions
    maximumDepth = budget.blockNesting
    var options = CommonMarkOptions()
    // A single tilde is text, for `~sub~`.
    options.strikesWithOneTilde = !readsExtensions
    options.readsTextBelowTags = dialect.has(.textBelowTags)
    options.attributeNames = readsExtensions ? dialect.tool.attributeNames : .plain
    options.keepsAddressesInLists = dialect.has(.attributeLists)
    // One star may be a note's where no tool is known.
    if dialect.has(.strongBeforeWords) { options.starsBeforeWords = [.general, .chat].contains(dialect.tool) ? 2...2 : 1...2 }
    (options.nodeLimit, options.leafLimit) = (budget.nodes, budget.blockBytes * 2)
    read = CommonMarkTree(spans.bytes, options: options) { budget.isStopped }
    bytes = read.bytes
  }

  @discardableResult
  private mutating func add(_ kind: Tree.Kind, _ span: SourceSpan, to parent: Tree.Index) -> Tree.Index {
    let index = Tree.Index(nodes.count)
    nodes.append(Tree.Node(kind: kind, span: span, parent: parent))
    lastChild.append(-1)
    guard parent >= 0 else { return index }
    if lastChild[Int(parent)] < 0 {
      nodes[Int(parent)].firstChild = index
    } else {
      nodes[Int(lastChild[Int(parent)])].nextSibling = index
    }
    lastChild[Int(parent)] = index
    return index
  }

  private mutating func run(_ budget: Budget) {
    copy(budget)
    for leaf in read.cutLeaves {
      diagnostics.append(.blockLimit(budget, at: inlineSpan(Int(leaf)..<Int(leaf) + 1)))
    }
    guard let end = read.end, !diagnostics.contains(where: { $0.code == "limit.nodes" }) else { return }
    sayLimit(at: inlineSpan(Int(end)..<Int(end) + 1))
  }

  private mutating func sayLimit(at span: SourceSpan) {
    diagnostics.append(
      Diagnostic(
        .error, "limit.nodes", at: span, "the document has more than \(nodes.count) blocks and pieces of text; the rest is left out",
        hint: "split it, or allow more memory with --max-memory"))
  }

  private mutating func copy(_ budget: Budget) {
    let count = min(read.nodes.count, budget.nodes) + 1
    nodes.reserveCapacity(count)
    lastChild.reserveCapacity(count)
    // Each tree has one document node.
    add(.document, SourceSpan(0, source.count), to: -1)
    guard !budget.isStopped, var current = read.nodes.first?.firstChild, current >= 0 else { return }
    while true {
      if nodes.count & 0x3FF == 0 && budget.isStopped { return }
      let node = read.nodes[Int(current)]
      // At the end of a block, if that is near.
      if nodes.count >= budget.nodes || parents.count == 1 && nodes.count >= budget.nodes / 16 * 15 {
        return sayLimit(at: span(of: node))
      }
      if node.kind.isLeaf {
        addLeaf(node, to: parents[parents.count - 1])
      } else {
        open(node)
        if node.firstChild >= 0 {
          current = node.firstChild
          continue
        }
        close()
      }
      while read.nodes[Int(current)].nextSibling < 0 {
        current = read.nodes[Int(current)].parent
        if current <= 0 { return }
        close()
      }
      current = read.nodes[Int(current)].nextSibling
    }
  }

  private mutating func open(_ node: CommonMarkTree.Node) {
    let parent = parents[parents.count - 1]
    // Deeper nodes are flattened: their children become children of the deepest node allowed.
    let isFlat = parents.count > maximumDepth
    if isFlat, !diagnostics.contains(where: { $0.code == "limit.nesting" }) {
      diagnostics.append(
        Diagnostic(
          .warning, "limit.nesting", at: span(of: node), "nested deeper than \(maximumDepth) levels",
          hint: "deeper levels are flattened to that depth"))
    }
    parents.append(isFlat ? parent : add(kind(of: node), span(of: node), to: parent))
  }

  private mutating func close() {
    parents.removeLast()
    mendDisplay(parents[parents.count - 1])
  }

  /// A paragraph that consists of a display is a block.
  private mutating func mendDisplay(_ parent: Tree.Index) {
    let last = lastChild[Int(parent)]
    guard last >= 0, case .paragraph = nodes[Int(last)].kind else { return }
    let only = nodes[Int(last)].firstChild
    guard only >= 0, nodes[Int(only)].nextSibling < 0, case .math(let span) = nodes[Int(only)].kind, span.isDisplay else {
      return
    }
    nodes[Int(last)].kind = .mathBlock(span)
    nodes[Int(last)].firstChild = -1
    lastChild[Int(last)] = -1
    // The formula was the last node so far; the block has replaced it.
    nodes.removeLast()
    lastChild.removeLast()
  }

  private mutating func addLeaf(_ node: CommonMarkTree.Node, to parent: Tree.Index) {
    switch node.kind {
    case .text: addText(node, to: parent)
    case .softBreak: add(.softBreak, span(of: node), to: parent)
    case .lineBreak: add(.lineBreak, span(of: node), to: parent)
    case .code: add(.code(restored(node.literal)), span(of: node), to: parent)
    case .htmlInline: add(.htmlInline(html(node.literal)), span(of: node), to: parent)
    case .footnoteReference: add(.footnoteReference(label: "\(node.detail)"), span(of: node), to: parent)
    case .codeBlock:
      let info = node.detail >= 0 ? link(node.detail).destination : ""
      add(.codeBlock(info: info, literal: restored(node.literal)), span(of: node), to: parent)
    case .htmlBlock: add(.htmlBlock(html(node.literal)), span(of: node), to: parent)
    default: add(.thematicBreak, span(of: node), to: parent)
    }
  }

  private mutating func addText(_ node: CommonMarkTree.Node, to parent: Tree.Index) {
    if spans.areEmpty { return _ = add(.text(String(decoding: bytes[node.literal], as: UTF8.self)), span(of: node), to: parent) }
    for part in spans.parts(of: Array(bytes[node.literal])) {
      switch part {
      case .text(let text):
        let start = node.literal.lowerBound
        let place = read.source(of: start + text.startIndex..<start + text.endIndex, in: node)
        add(.text(String(decoding: text, as: UTF8.self)), inlineSpan(place), to: parent)
      case .formula(let number):
        guard let list = spans.attributes[number] else {
          add(.math(spans.formulas[number]), spans.formulas[number].span, to: parent)
          continue
        }
        // A text without characters holds the list until inlines are read.
        let holder = add(.text(""), spans.formulas[number].span, to: parent)
        nodes[Int(holder)].attributes = Int32(attributes.count)
        attributes.append(list)
      }
    }
  }

  private mutating func kind(of node: CommonMarkTree.Node) -> Tree.Kind {
    switch node.kind {
    case .heading: return .heading(level: Int(node.detail))
    case .blockQuote: return .blockQuote
    case .list:
      let list = read.lists[Int(node.detail)]
      return .list(start: list.start, isTight: list.isTight, hasParentheses: list.mark == ASCII.closeParenthesis)
    case .item: return .item(isChecked: node.detail == 0 ? nil : node.detail == 2)
    case .table:
      return .table(
        read.tables[Int(node.detail)].map { alignment in
          switch alignment {
          case .none: .none
          case .left: .left
          case .center: .center
          case .right: .right
          }
        })
    case .tableRow: return .tableRow(isHeader: node.detail == 1)
    case .tableCell: return .tableCell
    case .footnoteDefinition: return .footnoteDefinition(label: "\(node.detail)")
    case .emphasis: return .emphasis
    case .strong: return .strong
    case .strikethrough: return .strikethrough
    case .link:
      let link = link(node.detail)
      return .link(destination: link.destination, title: link.title)
    case .image:
      let link = link(node.detail)
      return .image(source: link.destination, title: link.title)
    default: return .paragraph
    }
  }

  private mutating func link(_ number: Int32) -> (destination: String, title: String) {
    if let known = links[number] { return known }
    let link = read.links[Int(number)]
    let words = (
      restored(Int(link.destination.lowerBound)..<Int(link.destination.upperBound)),
      restored(Int(link.title.lowerBound)..<Int(link.title.upperBound))
    )
    links[number] = words
    return words
  }

  /// HTML keeps the placeholders of its formulas if its elements are read later.
  private func html(_ range: Range<Int>) -> String {
    readsExtensions ? String(decoding: bytes[range], as: UTF8.self) : restored(range)
  }

  private func restored(_ range: Range<Int>) -> String {
    spans.areEmpty ? String(decoding: bytes[range], as: UTF8.self) : spans.restored(Array(bytes[range]), from: source)
  }

  private func inlineSpan(_ place: Range<Int>) -> SourceSpan {
    SourceSpan(spans.source(of: place.lowerBound), spans.source(ofEnd: place.upperBound))
  }

  private func span(of node: CommonMarkTree.Node) -> SourceSpan {
    switch node.kind {
    // The line's end alone, without the white space or backslash before it.
    case .softBreak, .lineBreak: return inlineSpan(Int(node.end) - 1..<Int(node.end))
    case .text, .code, .htmlInline, .footnoteReference, .emphasis, .strong, .strikethrough, .link, .image:
      return inlineSpan(Int(node.start)..<Int(node.end))
    default:
      // A footnote's text begins after its label.
      let start = spans.source(of: node.kind == .footnoteDefinition ? Int(node.literalStart) : Int(node.start))
      return SourceSpan(start, max(start, spans.source(of: Int(node.end))))
    }
  }
}

extension Diagnostic {
  /// Says that the rest of a paragraph is left out.
  static func blockLimit(_ budget: Budget, at span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .error, "limit.block", at: span, "a block has more than \(budget.blockBytes >> 10) KB; the rest of it is left out",
      hint: "divide it by blank lines, or allow more memory with --max-memory")
  }
}
