import TypesetDiagnostics
import TypesetYAML

// Several files as one document. Each is parsed separately: its front matter, the labels of its notes and the targets of its links are its
// own, and whatever it leaves open ends with it.

/// Parses the files of a joined source. The first one's front matter is the document's.
func parseJoined(_ source: Source, options: ParseOptions, budget: Budget) -> ParsedDocument {
  var whole: ParsedDocument?
  var options = options
  let notes = NoteLinks(source.files)
  for (number, file) in source.files.enumerated() {
    let end = number + 1 < source.files.count ? source.files[number + 1].start : source.bytes.count
    options.linksNotes = file.chapter != nil
    var part = parseFile(Array(source.bytes[file.start..<end]), options: options, budget: budget)
    if number > 0 {
      part.tree.labelNotes(of: number)
      if file.chapter == nil { part.addTitle(options: options, budget: budget) }
    }
    if let chapter = file.chapter { part.place(as: chapter, options: options, budget: budget) }
    if options.linksNotes { notes.resolve(in: &part.tree) }
    part.tree.addAnchor(Tree.fileAnchor(number))
    if let chapter = file.chapter { part.add(chapter.parts, options: options, budget: budget) }
    if beginsPage(source.files, number) { part.tree.addPageBreak() }
    guard var document = whole else {
      options.citesWorks = options.citesWorks || CitedWorks.areCited(in: part.frontMatter)
      whole = part
      continue
    }
    part.tree.moveSpans(by: file.start, else: SourceSpan(file.start, end))
    document.tree.append(part.tree)
    document.firstCitation = document.firstCitation ?? part.firstCitation?.moved(by: file.start)
    document.diagnostics += part.diagnostics.map { diagnostic in
      var moved = diagnostic
      moved.span = diagnostic.span.map { SourceSpan(Int($0.start) + file.start, Int($0.end) + file.start) }
      return moved
    }
    whole = document
  }
  guard var document = whole else { return parseFile(source.bytes, options: options, budget: budget) }
  document.tree.nodes[0].span = SourceSpan(0, source.bytes.count)
  return document
}

/// True for the chapters and parts of a work, but for those within parts.
private func beginsPage(_ files: [Source.File], _ number: Int) -> Bool {
  guard let chapter = files[number].chapter, number > 0 else { return false }
  return chapter.level == 1 || chapter.parts.contains { $0.level == 1 }
}

extension ParsedDocument {
  /// A later file's title becomes a heading, if the file has none of that level.
  fileprivate mutating func addTitle(options: ParseOptions, budget: Budget) {
    guard let value = frontMatter.value("title"), let text = value.text, !text.isEmpty,
      !tree.nodes.contains(where: { if case .heading(1) = $0.kind { true } else { false } })
    else { return }
    add(Source.File.Part(level: 1, title: text), at: value.span, options: options, budget: budget)
  }

  /// Puts a heading above all blocks.
  private mutating func add(_ heading: Source.File.Part, at span: SourceSpan, options: ParseOptions, budget: Budget) {
    var title = parseFile(Array(heading.title.utf8), options: options, budget: budget).tree
    guard title.nodes.count > 1, case .paragraph = title.nodes[1].kind, title.nodes[1].nextSibling < 0 else { return }
    title.nodes[1].kind = .heading(level: min(max(heading.level, 1), 6))
    title.moveSpans(by: nil, else: span)
    title.append(tree)
    tree = title
  }

  /// Moves the headings of a file to the levels that the work's navigation gives it.
  fileprivate mutating func place(as chapter: Source.File.Chapter, options: ParseOptions, budget: Budget) {
    let own = frontMatter.value("title")
    let title = own?.text.flatMap { $0.isEmpty ? nil : $0 } ?? chapter.title
    let headings: [(node: Int, level: Int)] = tree.nodes.indices.compactMap { node in
      if case .heading(let level) = tree.nodes[node].kind { (node, level) } else { nil }
    }
    let top = headings.map(\.level).min() ?? 1
    let needsTitle = title != nil && (headings.isEmpty || top > 1 && !hasTitle(among: headings, top: top, own: own?.text, chapter.title))
    let shift = chapter.level + (needsTitle ? 1 : 0) - top
    if shift != 0 {
      for (node, level) in headings { tree.nodes[node].kind = .heading(level: min(max(level + shift, 1), 6)) }
    }
    let start = SourceSpan(frontMatter.end, frontMatter.end)
    if needsTitle, let title {
      let heading = Source.File.Part(level: chapter.level, title: title)
      add(heading, at: own?.text == title ? own?.span ?? start : start, options: options, budget: budget)
    }
  }

  /// Puts the parts that begin with a file above it.
  fileprivate mutating func add(_ parts: [Source.File.Part], options: ParseOptions, budget: Budget) {
    let start = SourceSpan(frontMatter.end, frontMatter.end)
    for part in parts.reversed() { add(part, at: start, options: options, budget: budget) }
  }

  /// True if the first heading of a file, which has none of the first level, is its title: it says the same as the navigation, or it is above
  /// all text and alone on its level.
  private func hasTitle(among headings: [(node: Int, level: Int)], top: Int, own: String?, _ listed: String?) -> Bool {
    guard let first = headings.first, first.level == top else { return false }
    let words = tree.plainText(of: Tree.Index(first.node)).lowercased()
    if [own, listed].contains(where: { $0?.lowercased() == words }) { return true }
    return own == nil && Int(tree.nodes[0].firstChild) == first.node && headings.count { $0.level == top } == 1
  }
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
