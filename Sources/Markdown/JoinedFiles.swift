import TypesetDiagnostics
import TypesetYAML

// Several files as one document. Each is parsed separately: its front matter, the labels of its notes and the targets of its links are its
// own, and whatever it leaves open ends with it.

/// Parses the files of a joined source. The first one's front matter is the document's.
///
/// - Parameter kept: What was parsed of them before an edit, and then of these; nil where nothing is kept.
func parseJoined(_ source: Source, options: ParseOptions, budget: Budget, keeping kept: inout KeptParts?) -> ParsedDocument {
  guard !source.files.isEmpty else { return parseFile(source.bytes, options: options, budget: budget) }
  let parser = JoinedParser(source, budget, kept)
  let keeps = kept != nil
  kept = nil
  let first = parser.part(0, options: options)
  var options = options
  options.citesWorks = options.citesWorks || CitedWorks.areCited(in: first.document.frontMatter)
  let later = options
  // Each file by itself, wherever a thread is free; they are put together in their order.
  var parts = concurrently(source.files.count - 1, threads: options.threads) {
  } work: { _, number in
    parser.part(number + 1, options: later)
  }
  if keeps, !budget.isStopped { kept = KeptParts(source, [first] + parts) }
  var document = first.document
  parts.reverse()
  var names = WorkNames()
  names.makeUnique(in: &document.tree, of: 0, source.files[0])
  let language = document.frontMatter.language
  document.tree.reserve(nodes: parts.reduce(0) { $0 + $1.document.tree.nodes.count })
  var last = document.tree.lastBlock
  while var part = parts.popLast()?.document {
    let number = source.files.count - parts.count - 1
    if let own = part.frontMatter.language, own != language { part.setLanguage(own) }
    part.move(to: source, number)
    names.makeUnique(in: &part.tree, of: number, source.files[number])
    document.tree.append(part.tree, after: &last)
    document.firstCitation = document.firstCitation ?? part.firstCitation
    document.diagnostics += part.diagnostics
  }
  document.tree.ownNames = names.renamed
  document.tree.nodes[0].span = SourceSpan(0, source.bytes.count)
  return document
}

/// Parses one of the files of a joined source, and places it as the work wants it.
private struct JoinedParser: Sendable {
  private let source: Source
  private let budget: Budget
  private let notes: NoteLinks
  private let contents: ChapterContents
  private let kept: KeptParts?

  init(_ source: Source, _ budget: Budget, _ kept: KeptParts?) {
    (self.source, self.budget) = (source, budget.reading(source.bytes.count))
    (notes, contents) = (NoteLinks(source.files), ChapterContents(source.files))
    self.kept = kept?.isOf(source.files) == true ? kept : nil
  }

  /// A file by itself, with the places of its own text.
  func part(_ number: Int, options: ParseOptions) -> KeptParts.Part {
    let file = source.files[number]
    let bytes = source.bytes[file.start..<source.end(ofFile: number)]
    var options = options
    options.linksNotes = file.chapter != nil
    let budget = budget.part(bytes.count, of: source.bytes.count)
    if let known = kept?.part(number, of: bytes, options, budget) { return known }
    return KeptParts.Part(document: document(number, Array(bytes), options: options, budget: budget), options: options, budget: budget)
  }

  private func document(_ number: Int, _ bytes: [UInt8], options: ParseOptions, budget: Budget) -> ParsedDocument {
    let file = source.files[number]
    var part = parseFile(bytes, options: options, budget: budget)
    if number > 0 {
      part.tree.labelNotes(of: number)
      if file.chapter == nil { part.addTitle(options: options, budget: budget) }
    }
    if let chapter = file.chapter {
      part.place(as: chapter, options: options, budget: budget)
      contents.replace(in: &part.tree, of: number)
    }
    if options.linksNotes { notes.resolve(in: &part.tree) }
    part.tree.addAnchor(Tree.fileAnchor(number))
    if let chapter = file.chapter { part.add(chapter.parts, options: options, budget: budget) }
    if beginsPage(source.files, number) { part.tree.addPageBreak() }
    return part
  }
}

extension ParsedDocument {
  /// Gives its blocks a language, but for those that have their own.
  fileprivate mutating func setLanguage(_ language: String) {
    let list = Attributes(pairs: [Attributes.Pair("lang", language)])
    for block in Array(tree.children(of: 0)) where tree.attributes(of: block)?.language == nil { tree.add(list, to: block) }
  }

  /// Gives it the places that it has as one of several files.
  fileprivate mutating func move(to source: Source, _ number: Int) {
    let start = source.files[number].start
    tree.moveSpans(by: start, else: SourceSpan(start, source.end(ofFile: number)))
    firstCitation = firstCitation?.moved(by: start)
    for index in diagnostics.indices { diagnostics[index].span = diagnostics[index].span?.moved(by: start) }
  }
}

/// True for the chapters and parts of a work, but for those within parts.
private func beginsPage(_ files: [Source.File], _ number: Int) -> Bool {
  guard let chapter = files[number].chapter, number > 0 else { return false }
  return chapter.beginsPage || chapter.level == 1 || chapter.parts.contains { $0.level == 1 }
}

extension FrontMatter {
  fileprivate var language: String? { text("lang", "language") }
}

extension Tree {
  /// Makes the labels of notes unique in the whole document.
  fileprivate mutating func labelNotes(of file: Int) {
    for index in nodes.indices {
      switch nodes[index].kind {
      case .footnoteReference(let label): nodes[index].kind = .footnoteReference(label: "\(file):\(label)")
      case .footnoteDefinition(let label): nodes[index].kind = .footnoteDefinition(label: "\(file):\(label)")
      default: break
      }
    }
  }

  /// Makes links to a file lead to its first block.
  fileprivate mutating func addAnchor(_ name: String) {
    let first = nodes[0].firstChild
    guard first >= 0 else { return }
    add(Attributes(pairs: [Attributes.Pair("anchor", name)]), to: first)
  }

  /// Puts a page break above all blocks.
  fileprivate mutating func addPageBreak() {
    let start = SourceSpan(Int(nodes[0].span.start), Int(nodes[0].span.start))
    var head = Tree(
      nodes: [Node(kind: .document, span: start, parent: -1), Node(kind: .pageBreak, span: start, parent: 0)], attributes: [])
    head.nodes[0].firstChild = 1
    head.append(self)
    self = head
  }

  /// The name of the destination where a file begins: its number, since its name is as the caller wrote it, and the same files must give the
  /// same bytes wherever they are.
  public static func fileAnchor(_ number: Int) -> String { "file:\(number + 1)" }
}
