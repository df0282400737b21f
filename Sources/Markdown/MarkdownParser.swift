internal import CCmark
internal import CSpecialCharacters
internal import Synchronization
public import TypesetDiagnostics

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
  /// How the document writes formulas; nil to decide by the whole text.
  public var forms: FormulaForms?
  /// How many texts this one is in: raw text, captions of cells.
  var level = 0
  /// Texts within texts are read up to this level.
  static let deepest = 3
  /// The dialect of the document; nil to decide by its text.
  public var dialect: Dialect?

  public init() {}

  /// Those for a value of the front matter.
  package static func matter(findsMath: Bool, in dialect: Dialect) -> ParseOptions {
    var options = ParseOptions()
    (options.findsMath, options.readsFields, options.dialect) = (findsMath, false, dialect)
    return options
  }
}

/// Parses a source: front matter, formulas, CommonMark with GitHub's extensions.
///
/// Total: any source gives a tree.
public func parse(_ source: Source, options: ParseOptions = ParseOptions(), budget: Budget = Budget()) -> ParsedDocument {
  var options = options
  options.dialect = options.dialect ?? DialectDecision(of: source).dialect
  var document =
    source.files.count > 1
    ? parseJoined(source, options: options, budget: budget) : parseFile(source.bytes, options: options, budget: budget)
  document.tree.files = source.files
  var limit = WorkLimit(budget)
  limit.apply(to: &document.tree)
  document.diagnostics += limit.diagnostics
  // A part of it that changes may be what was left out.
  if !limit.diagnostics.isEmpty { document.evidence = nil }
  return document
}

/// Parses one file.
func parseFile(_ source: [UInt8], options: ParseOptions, budget: Budget) -> ParsedDocument {
  let (frontMatter, faults) = FrontMatter.read(source)
  return parseText(source, after: frontMatter, faults, options: options, budget: budget)
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
  let dialect = options.dialect ?? .general
  // Fields are names more often than lists: `author: I. Newton`.
  let isPandoc = dialect.tool == .general ? frontMatter.isOfPandoc : options.readsFields && dialect.has(.fancyLists)
  let citesWorks = options.citesWorks || CitedWorks.areCited(in: frontMatter)
  let spans = MathSpans(
    source, from: frontMatter.end, findsMath: findsMath, readsExtensions: options.readsExtensions, directives: options.directives,
    forms: options.forms, isPandoc: isPandoc, dialect: dialect, cites: citesWorks && options.keepsCitations)
  var copy = TreeCopy(spans: spans, source: source, maximumDepth: budget.blockNesting)
  copy.run(readsExtensions: options.readsExtensions, budget)
  var tree = Tree(nodes: copy.nodes, attributes: copy.attributes)
  var diagnostics = faults + spans.diagnostics + copy.diagnostics
  diagnostics += unusedNotes(spans.notes, in: tree, source)
  var evidence = spans.evidence
  var firstCitation: SourceSpan?
  if options.readsExtensions, !budget.isStopped {
    let read = readExtensions(of: &tree, spans: spans, source: source, options: options, citesWorks: citesWorks)
    diagnostics += read.diagnostics
    if read.hasAbbreviations { evidence = nil }
    if options.level == 0 { diagnostics += RawMarkup(in: tree, source.count, known: diagnostics).diagnostics }
    firstCitation = read.firstCitation
  }
  // After all that looks for the ends of lines.
  if dialect.has(.lineBreaks) {
    for index in tree.nodes.indices { if case .softBreak = tree.nodes[index].kind { tree.nodes[index].kind = .lineBreak } }
  }
  var document = ParsedDocument(frontMatter: frontMatter, tree: tree, diagnostics: diagnostics, forms: spans.forms)
  (document.evidence, document.dialect, document.firstCitation) = (evidence, dialect, firstCitation)
  return document
}

/// Footnotes that are not in the tree: cmark omits those without a reference, and all but the first with a label.
private func unusedNotes(_ notes: [Range<Int>], in tree: Tree, _ source: [UInt8]) -> [Diagnostic] {
  guard !notes.isEmpty else { return [] }
  let defined = tree.nodes.compactMap { if case .footnoteDefinition = $0.kind { Int($0.span.start) } else { nil } }.sorted()
  /// True if there is a note whose text begins on the line of a label.
  func isDefined(_ place: Range<Int>) -> Bool {
    var low = 0
    var high = defined.count
    while low < high {
      let middle = (low + high) / 2
      if defined[middle] < place.lowerBound { low = middle + 1 } else { high = middle }
    }
    return low < defined.count && !source[place.lowerBound..<min(defined[low], source.count)].contains(ASCII.newline)
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

private let inlineExtensions = ["strikethrough", "autolink", "tasklist"]

/// cmark's extensions are registered once for the whole program, and their special characters (`~`, `:`, `w`) added to its table.
private let extensionsAreRegistered: Bool = {
  cmark_gfm_core_extensions_ensure_registered()
  guard let parser = unsafe cmark_parser_new(0) else { return false }
  defer { unsafe cmark_parser_free(parser) }
  for name in inlineExtensions { unsafe cmark_parser_attach_syntax_extension(parser, cmark_find_syntax_extension(name)) }
  unsafe cmark_node_free(cmark_parser_finish(parser))
  return true
}()

/// Where cmark's own function changes that table for each document (see `CSpecialCharacters`), documents are parsed one at a time.
private let cmarkIsBusy = Mutex(())

/// cmark-gfm's tree of one text.
@safe private struct CmarkDocument: ~Copyable {
  let root: OpaquePointer
  private let parser: OpaquePointer

  /// - Parameter hasTildes: True if a single tilde is text, for `~sub~`.
  init?(_ bytes: [UInt8], hasTildes: Bool) {
    let flags = CMARK_OPT_FOOTNOTES | (hasTildes ? CMARK_OPT_STRIKETHROUGH_DOUBLE_TILDE : 0)
    guard extensionsAreRegistered, let parser = unsafe cmark_parser_new(flags) else { return nil }
    for name in ["table"] + inlineExtensions {
      if let known = unsafe cmark_find_syntax_extension(name) {
        unsafe cmark_parser_attach_syntax_extension(parser, known)
      }
    }
    unsafe bytes.withUnsafeBytes { buffer in
      unsafe cmark_parser_feed(parser, buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count)
    }
    var parsed: OpaquePointer?
    if special_characters_are_kept() != 0 {
      unsafe parsed = cmark_parser_finish(parser)
    } else {
      cmarkIsBusy.withLock { _ in unsafe parsed = cmark_parser_finish(parser) }
    }
    guard let root = unsafe parsed else {
      unsafe cmark_parser_free(parser)
      return nil
    }
    unsafe self.parser = parser
    unsafe self.root = root
  }

  deinit {
    unsafe cmark_node_free(root)
    unsafe cmark_parser_free(parser)
  }
}

/// Copies cmark's tree into values, once, with a work list: the depth of trees is unbounded.
private struct TreeCopy {
  let spans: MathSpans
  let source: [UInt8]
  let maximumDepth: Int
  var nodes: [Tree.Node] = []
  var attributes: [Attributes] = []
  var diagnostics: [Diagnostic] = []

  /// Where each line of the parser's text begins.
  private let lineStarts: [Int]
  private var places: InlinePlaces
  /// The last child of each node so far, -1 for none.
  private var lastChild: [Tree.Index] = []
  private var noteCount = 0
  private var readsExtensions = false

  init(spans: MathSpans, source: [UInt8], maximumDepth: Int) {
    self.spans = spans
    self.source = source
    self.maximumDepth = maximumDepth
    var starts = [0]
    for (index, byte) in spans.bytes.enumerated() where byte == ASCII.newline { starts.append(index + 1) }
    lineStarts = starts
    places = InlinePlaces(spans.bytes)
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

  mutating func run(readsExtensions: Bool, _ budget: Budget) {
    self.readsExtensions = readsExtensions
    add(.document, SourceSpan(0, source.count), to: -1)
    // Each tree has one document node.
    guard !budget.isStopped,
      let document = CmarkDocument(spans.bytes, hasTildes: readsExtensions)
    else { return }
    var depth = 0
    var parents: [Tree.Index] = [0]
    guard let iterator = unsafe cmark_iter_new(document.root) else { return }
    defer { unsafe cmark_iter_free(iterator) }
    while true {
      let event = unsafe cmark_iter_next(iterator)
      if event == CMARK_EVENT_DONE || nodes.count & 0x3FF == 0 && budget.isStopped { return }
      guard let node = unsafe cmark_iter_get_node(iterator), unsafe node != document.root else { continue }
      // At the end of a block, if that is near.
      if nodes.count >= budget.nodes || depth == 0 && nodes.count >= budget.nodes / 16 * 15 {
        diagnostics.append(
          unsafe Diagnostic(
            .error, "limit.nodes", at: span(of: node),
            "the document has more than \(nodes.count) blocks and pieces of text; the rest is left out",
            hint: "split it, or allow more memory with --max-memory"))
        return
      }
      let isLeaf = unsafe cmark_node_first_child(node) == nil && Self.isLeaf(node)
      if event == CMARK_EVENT_ENTER {
        let parent = parents[parents.count - 1]
        if isLeaf {
          unsafe addLeaf(node, to: parent)
        } else {
          depth += 1
          // Deeper nodes are flattened: their children become children of the deepest node allowed.
          let kind = unsafe kind(of: node)
          let place = unsafe entered(node, kind, below: parent)
          let index = depth > maximumDepth ? parent : add(kind, place, to: parent)
          if depth == maximumDepth + 1, !diagnostics.contains(where: { $0.code == "limit.nesting" }) {
            diagnostics.append(
              unsafe Diagnostic(
                .warning, "limit.nesting", at: span(of: node), "nested deeper than \(maximumDepth) levels",
                hint: "deeper levels are flattened to that depth"))
          }
          parents.append(index)
        }
      } else if !isLeaf {
        depth -= 1
        let index = parents.removeLast()
        unsafe left(index, isFlat: depth >= maximumDepth, node)
        mendDisplay(parents[parents.count - 1])
      }
    }
  }

  /// The span of a node that is not a leaf, as far as it is known at its beginning.
  private mutating func entered(_ node: OpaquePointer, _ kind: Tree.Kind, below parent: Tree.Index) -> SourceSpan {
    switch kind {
    case .paragraph, .heading, .tableCell:
      var quoteDepth = 0
      var ancestor = parent
      while ancestor >= 0 {
        if case .blockQuote = nodes[Int(ancestor)].kind { quoteDepth += 1 }
        ancestor = nodes[Int(ancestor)].parent
      }
      let start = unsafe offset(line: cmark_node_get_start_line(node), column: cmark_node_get_start_column(node))
      // cmark is wrong about the last column of some blocks, never about the last line.
      let end = unsafe offset(line: max(cmark_node_get_end_line(node), cmark_node_get_start_line(node)), column: .max)
      places.begin(start..<max(start, end), quoteDepth: quoteDepth)
      return unsafe span(of: node)
    case .emphasis, .strong, .strikethrough:
      let start = spans.source(of: places.marks(kind == .emphasis ? 1 : 2, closing: false))
      return SourceSpan(start, start)
    case .link, .image:
      let start = spans.source(of: places.openLink())
      return SourceSpan(start, start)
    default: return unsafe span(of: node)
    }
  }

  /// Sets the end of an inline that has other inlines in it.
  private mutating func left(_ index: Tree.Index, isFlat: Bool, _ node: OpaquePointer) {
    let end: Int
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_EMPH: end = places.marks(1, closing: true)
    case CMARK_NODE_STRONG: end = places.marks(2, closing: true)
    case CMARK_NODE_LINK, CMARK_NODE_IMAGE: end = places.closeLink()
    default:
      guard case .strikethrough = nodes[Int(index)].kind else { return }
      end = places.marks(2, closing: true)
    }
    if !isFlat { nodes[Int(index)].span.end = Int32(clamping: spans.source(ofEnd: end)) }
  }

  private func place(_ range: Range<Int>?, else span: @autoclosure () -> SourceSpan) -> SourceSpan {
    guard let range else { return span() }
    return SourceSpan(spans.source(of: range.lowerBound), spans.source(ofEnd: range.upperBound))
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

  private static func isLeaf(_ node: OpaquePointer) -> Bool {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_TEXT, CMARK_NODE_SOFTBREAK, CMARK_NODE_LINEBREAK, CMARK_NODE_CODE, CMARK_NODE_HTML_INLINE,
      CMARK_NODE_FOOTNOTE_REFERENCE, CMARK_NODE_CODE_BLOCK, CMARK_NODE_HTML_BLOCK, CMARK_NODE_THEMATIC_BREAK:
      true
    default: false
    }
  }

  private mutating func addLeaf(_ node: OpaquePointer, to parent: Tree.Index) {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_TEXT:
      guard let text = unsafe cmark_node_get_literal(node) else { return }
      for part in unsafe spans.parts(of: bytes(text)) {
        switch part {
        case .text(let bytes):
          let range = places.text(bytes)
          add(.text(String(decoding: bytes, as: UTF8.self)), place(range, else: unsafe span(of: node)), to: parent)
        case .formula(let number):
          places.formula()
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
    case CMARK_NODE_SOFTBREAK: add(.softBreak, place(places.lineEnd(), else: unsafe span(of: node)), to: parent)
    case CMARK_NODE_LINEBREAK: add(.lineBreak, place(places.lineEnd(), else: unsafe span(of: node)), to: parent)
    case CMARK_NODE_CODE: unsafe add(.code(literal(node)), place(places.code(), else: unsafe span(of: node)), to: parent)
    case CMARK_NODE_HTML_INLINE:
      let text = unsafe cmark_node_get_literal(node).map { unsafe bytes($0) } ?? []
      add(.htmlInline(html(text)), place(places.html(text), else: unsafe span(of: node)), to: parent)
    case CMARK_NODE_FOOTNOTE_REFERENCE:
      unsafe add(.footnoteReference(label: literal(node)), place(places.footnoteReference(), else: unsafe span(of: node)), to: parent)
    case CMARK_NODE_CODE_BLOCK:
      let info = unsafe restored(cmark_node_get_fence_info(node))
      unsafe add(.codeBlock(info: info, literal: literal(node)), span(of: node), to: parent)
    case CMARK_NODE_HTML_BLOCK:
      let text = unsafe cmark_node_get_literal(node).map { unsafe bytes($0) } ?? []
      add(.htmlBlock(html(text)), unsafe span(of: node), to: parent)
    default: unsafe add(.thematicBreak, span(of: node), to: parent)
    }
  }

  private mutating func kind(of node: OpaquePointer) -> Tree.Kind {
    switch unsafe cmark_node_get_type(node) {
    case CMARK_NODE_PARAGRAPH: return .paragraph
    case CMARK_NODE_HEADING: return unsafe .heading(level: Int(cmark_node_get_heading_level(node)))
    case CMARK_NODE_BLOCK_QUOTE: return .blockQuote
    case CMARK_NODE_LIST:
      let isOrdered = unsafe cmark_node_get_list_type(node) == CMARK_ORDERED_LIST
      return unsafe .list(
        start: isOrdered ? Int(cmark_node_get_list_start(node)) : nil, isTight: cmark_node_get_list_tight(node) != 0,
        hasParentheses: isOrdered && cmark_node_get_list_delim(node) == CMARK_PAREN_DELIM)
    case CMARK_NODE_ITEM:
      if unsafe type(of: node) == "tasklist" {
        return unsafe .item(isChecked: cmark_gfm_extensions_get_tasklist_item_checked(node))
      }
      return .item(isChecked: nil)
    case CMARK_NODE_FOOTNOTE_DEFINITION:
      // cmark numbers references, and returns the definitions in that order.
      noteCount += 1
      return .footnoteDefinition(label: "\(noteCount)")
    case CMARK_NODE_EMPH: return .emphasis
    case CMARK_NODE_STRONG: return .strong
    case CMARK_NODE_LINK:
      return unsafe .link(destination: restored(cmark_node_get_url(node)), title: restored(cmark_node_get_title(node)))
    case CMARK_NODE_IMAGE:
      return unsafe .image(source: restored(cmark_node_get_url(node)), title: restored(cmark_node_get_title(node)))
    default: return unsafe extensionKind(of: node)
    }
  }

  private func type(of node: OpaquePointer) -> String {
    unsafe cmark_node_get_type_string(node).map { unsafe String(cString: $0) } ?? ""
  }

  private func extensionKind(of node: OpaquePointer) -> Tree.Kind {
    switch unsafe type(of: node) {
    case "table":
      let count = unsafe Int(cmark_gfm_extensions_get_table_columns(node))
      let letters = unsafe cmark_gfm_extensions_get_table_alignments(node)
      return .table(
        (0..<count).map { column in
          switch unsafe letters?[column] {
          case UInt8(ascii: "l"): .left
          case UInt8(ascii: "c"): .center
          case UInt8(ascii: "r"): .right
          default: .none
          }
        })
    case "table_header": return .tableRow(isHeader: true)
    case "table_row": return .tableRow(isHeader: false)
    case "table_cell": return .tableCell
    case "strikethrough": return .strikethrough
    case "tasklist": return unsafe .item(isChecked: cmark_gfm_extensions_get_tasklist_item_checked(node))
    default: return .paragraph
    }
  }

  private func bytes(_ text: UnsafePointer<CChar>) -> [UInt8] {
    let count = unsafe strlen(text)
    return unsafe text.withMemoryRebound(to: UInt8.self, capacity: count) {
      unsafe Array(UnsafeBufferPointer(start: $0, count: count))
    }
  }

  /// HTML keeps the placeholders of its formulas if its elements are read later.
  private func html(_ text: [UInt8]) -> String {
    readsExtensions ? String(decoding: text, as: UTF8.self) : spans.restored(text, from: source)
  }

  private func literal(_ node: OpaquePointer) -> String {
    unsafe restored(cmark_node_get_literal(node))
  }

  private func restored(_ text: UnsafePointer<CChar>?) -> String {
    guard let text = unsafe text else { return "" }
    if spans.areEmpty { return unsafe String(cString: text) }
    return unsafe spans.restored(bytes(text), from: source)
  }

  private func span(of node: OpaquePointer) -> SourceSpan {
    let start = unsafe offset(line: cmark_node_get_start_line(node), column: cmark_node_get_start_column(node))
    let end = unsafe offset(line: cmark_node_get_end_line(node), column: cmark_node_get_end_column(node) + 1)
    return SourceSpan(spans.source(of: start), max(spans.source(of: start), spans.source(of: end)))
  }

  private func offset(line: Int32, column: Int32) -> Int {
    let line = min(max(Int(line) - 1, 0), lineStarts.count - 1)
    let next = line + 1 < lineStarts.count ? lineStarts[line + 1] : spans.bytes.count
    return min(lineStarts[line] + max(Int(column) - 1, 0), next)
  }
}
