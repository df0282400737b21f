import TypesetDiagnostics

/// Reads in a tree what CommonMark and GitHub's extensions have no nodes for.
///
/// - Parameter citesWorks: True if `@key` cites a work; see `CitedWorks`.
/// - Returns: Also whether the document explains abbreviations, and where it first cites a work without naming a bibliography.
func readExtensions(
  of tree: inout Tree, spans: MathSpans, source: [UInt8], options: ParseOptions, citesWorks: Bool = false
) -> (diagnostics: [Diagnostic], hasAbbreviations: Bool, firstCitation: SourceSpan?) {
  let dialect = options.dialect ?? .general
  let raws = RawAttributes(in: &tree, dialect, level: options.level)
  let hasEngines = TextEngines.read(in: &tree, level: options.level)
  var literals = LiteralDirectives(tree: tree.take(), level: options.level)
  literals.cites = citesWorks && options.keepsCitations
  literals.run()
  tree = literals.tree.take()
  let (hiddenCells, notRun, hasGraphics) = readExecutableCells(of: &tree, level: options.level, hidesCode: options.hidesCode)
  let hasDarkPictures = readInfoStrings(of: &tree)
  addSizes(spans.imageSizes, to: &tree, source)
  let hasDocumenterBlocks = readDocumenterBlocks(of: &tree)
  let isMyST = options.dialect?.tool == .myst || spans.specials.contains(where: \.isOfMyST)
  var roles = RoleReading(
    tree: tree.take(), isMyST: isMyST, cites: citesWorks && options.keepsCitations, linksNotes: options.linksNotes)
  roles.run()
  var blocks = BlockExtensions(tree: roles.tree.take(), specials: spans.specials)
  (blocks.isMyST, blocks.dialect) = (isMyST, dialect)
  blocks.markers = spans.markers
  blocks.run()
  let texts = TextReferences(in: &blocks.tree)
  var html = HTMLExtensions(tree: blocks.tree.take(), spans: spans, source: source)
  html.run()
  var inlines = InlineExtensions(tree: html.tree.take(), source: source)
  inlines.directives = Dictionary(options.directives.map { ($0.lowercased(), $0) }) { $1 }
  inlines.dialect = dialect
  (inlines.citesWorks, inlines.readsFields) = (citesWorks, options.readsFields)
  inlines.keepsCitations = options.keepsCitations
  inlines.linksNotes = options.linksNotes
  if isMyST || dialect.tool == .quarto { inlines.labels = inlines.tree.labels }
  inlines.examples = spans.examples
  inlines.run()
  inlines.tree.resolve(spans.attributeLists)
  inlines.tree.resolveTheorems()
  let hasThemes = ThemeBlocks.read(in: &inlines.tree, dialect)
  FormulaPictures.read(in: &inlines.tree)
  let hasDarkContent = removeDarkContent(of: &inlines.tree)
  let hasEnded = inlines.tree.endBareLinks(in: source)
  let hasMarked = blocks.abbreviations.mark(&inlines.tree)
  liftCaptionNames(of: &inlines.tree)
  let hasTableNotes = TableNotes.attach(in: &inlines.tree)
  let hasMargin = MarginContent.lift(in: &inlines.tree, dialect)
  let hasParts = CompoundFigure.arrange(in: &inlines.tree)
  var glossary: [Diagnostic] = []
  let hasGlossary = Glossary.resolve(in: &inlines.tree, &glossary)
  let hasLost =
    hasParts || hasMargin || hasTableNotes || hasGlossary || !hiddenCells.isEmpty || raws.hasMoved || hasEngines || hasGraphics
    || !texts.areEmpty
    || literals.hasMoved
    || hasDocumenterBlocks
    || hasDarkPictures
  let hasMoved =
    hasLost || roles.hasMoved || blocks.hasMoved || html.hasMoved || inlines.hasMoved || hasEnded || hasMarked || hasDarkContent
    || hasThemes
  tree = hasMoved ? inlines.tree.compacted(maximumDepth: 60) : inlines.tree.take()
  let hidden = hiddenCells.map {
    Diagnostic(
      .warning, "code.hidden", at: $0, "code hidden by its author is left out",
      hint: "remove include: false or echo: false to show it; mdtypeset runs no code")
  }
  let unrun = notRun.first.map { first in
    Diagnostic(
      .warning, "code.inline", at: first,
      notRun.count == 1
        ? "code of R within text is shown, not its value" : "\(notRun.count) pieces of code of R within text are shown, not their values",
      hint: "mdtypeset runs no code; knit the document first")
  }
  let diagnostics =
    literals.diagnostics + blocks.diagnostics + html.diagnostics + hidden + raws.diagnostics + (unrun.map { [$0] } ?? []) + glossary
  return (diagnostics, !blocks.abbreviations.isEmpty, inlines.firstCitation)
}

/// Quarto: what is for dark screens alone is not for paper.
///
/// - Returns: True if there was some.
private func removeDarkContent(of tree: inout Tree) -> Bool {
  guard tree.attributes.contains(where: { $0.classes.contains("dark-content") }) else { return false }
  let dark = tree.nodes.indices.filter { tree.attributes(of: Tree.Index($0))?.classes.contains("dark-content") == true }
  tree.remove(Set(dark.map { Tree.Index($0) }))
  return true
}

/// Gives what a caption belongs to the name that is written within its words: `: Words. []{#tbl:x}`, and `[]{label="x"}` of the Journal of
/// Open Source Software, also in a picture's.
private func liftCaptionNames(of tree: inout Tree) {
  guard tree.attributes.contains(where: { $0.id?.hasPrefix("tbl:") ?? false || $0["label"] != nil }) else { return }
  for position in tree.nodes.indices {
    var owner = tree.nodes[position].parent
    switch tree.nodes[position].kind {
    case .caption: break
    case .image: owner = Tree.Index(position)
    default: continue
    }
    guard owner >= 0, tree.attributes(of: owner)?.id == nil,
      let last = Array(tree.children(of: Tree.Index(position))).last, case .span = tree[last].kind, tree[last].firstChild < 0,
      var own = tree.attributes(of: last), let name = own.id ?? own["label"]
    else { continue }
    own.id = name
    tree.nodes[Int(last)].attributes = -1
    tree.add(own, to: owner)
  }
}

extension Tree {
  /// Adds the attributes that kramdown's `{: name}` refers to; the element's own are stronger.
  fileprivate mutating func resolve(_ lists: [String: Attributes]) {
    guard !lists.isEmpty else { return }
    for index in attributes.indices {
      for name in attributes[index].references.reversed() {
        if let list = lists[name] { attributes[index] = list.merged(with: attributes[index]) }
      }
    }
  }

  /// All names that authors have given to nodes.
  fileprivate var labels: Set<String> {
    Set(
      attributes.flatMap { attributes in (attributes.id.map { [$0] } ?? []) + attributes.pairs.filter { $0.key == "anchor" }.map(\.value) })
  }
}

/// The line `title: …` of a list of contents, whose words are Markdown's for a heading: it is in no list itself.
private func addTitle(ofContents settings: String, before contents: Tree.Index, in tree: inout Tree) {
  guard let line = settings.split(separator: "\n").first(where: { $0.hasPrefix("title:") }), case let parent = tree[contents].parent,
    parent >= 0
  else { return }
  var title = String(line.dropFirst(6)).trimmedWhitespace()
  if let quote = title.first, quote == "\"" || quote == "'", title.last == quote, title.count > 1 {
    title = String(title.dropFirst().dropLast())
  }
  title = String(title.drop { $0 == "#" || $0 == " " || $0 == "*" }).trimmedWhitespace()
  while title.last == "*" { title.removeLast() }
  guard !title.isEmpty else { return }
  let span = tree[contents].span
  let text = tree.add(.text(title), span)
  let strong = tree.add(.strong, span)
  let paragraph = tree.add(.paragraph, span)
  tree.setChildren(of: strong, to: [text])
  tree.setChildren(of: paragraph, to: [strong])
  tree.setChildren(of: parent, to: tree.children(of: parent).flatMap { $0 == contents ? [paragraph, $0] : [$0] })
}

/// Documenter's blocks: ```` ```@meta ```` is for the tool alone, ```` ```@example ```` is Julia, ```` ```@contents ```` is the table of contents.
///
/// - Returns: True if a block was removed or replaced.
private func readDocumenterBlocks(of tree: inout Tree) -> Bool {
  var gone: Set<Tree.Index> = []
  var hasChanged = false
  for index in tree.nodes.indices {
    guard case .codeBlock(let info, let literal) = tree.nodes[index].kind else { continue }
    // d2l's list of chapters.
    if info == "toc", literal.utf8.first == UInt8(ascii: ":") {
      gone.insert(Tree.Index(index))
      hasChanged = true
    }
    // A plugin of Obsidian's, with its settings.
    if info == "table-of-contents" {
      tree.nodes[index].kind = .contents
      tree.nodes[index].attributes = -1
      addTitle(ofContents: literal, before: Tree.Index(index), in: &tree)
      hasChanged = true
    }
    if info == "ansi" {
      let shown = TerminalText(fence: literal)
      let looks = shown.looks.attribute
      tree.nodes[index].kind = .codeBlock(info: "text" + (looks.isEmpty ? "" : " looks=\"\(looks)\""), literal: shown.text + "\n")
    }
    // The name that some projects give to Mermaid's fences.
    if info == "diagram", ["%%{init", "flowchart ", "graph ", "sequenceDiagram", "classDiagram"].contains(where: literal.hasPrefix) {
      tree.nodes[index].kind = .codeBlock(info: "mermaid", literal: literal)
    }
    guard info.utf8.first == UInt8(ascii: "@") else { continue }
    switch info.prefix(while: { !$0.isWhitespace }) {
    case "@meta", "@setup", "@index", "@autodocs", "@eval": gone.insert(Tree.Index(index))
    case "@bibliography":
      // The list of references, which has all that are cited.
      tree.nodes[index].kind = .division
      tree.nodes[index].attributes = -1
      tree.add(Attributes(id: "refs"), to: Tree.Index(index))
      hasChanged = true
      continue
    case "@contents": tree.nodes[index].kind = .contents
    case "@example", "@repl":
      let shown = withoutHiddenLines(literal)
      tree.nodes[index].kind = .codeBlock(info: "julia", literal: shown)
      // All of it is hidden: only what it makes is on the page.
      if shown.allSatisfy(\.isWhitespace) { gone.insert(Tree.Index(index)) }
    case "@raw": gone.insert(Tree.Index(index))
    case "@docs": tree.nodes[index].kind = .codeBlock(info: "julia", literal: literal)
    default: continue
    }
    tree.nodes[index].attributes = -1
    hasChanged = true
  }
  tree.remove(gone)
  return hasChanged
}

/// Documenter does not show lines that end in `# hide`.
private func withoutHiddenLines(_ literal: String) -> String {
  guard literal.contains("# hide") else { return literal }
  let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
  return lines.filter { !String($0).trimmedWhitespace().hasSuffix("# hide") }.joined(separator: "\n")
}

/// Obsidian's `![words|300x200](a.png)`: the size is no word.
private func addSize(of image: Tree.Index, to tree: inout Tree) {
  let last = tree[image].firstChild
  guard last >= 0, tree[last].nextSibling < 0, case .text(let words) = tree[last].kind, let bar = words.utf8.lastIndex(of: ASCII.pipe)
  else {
    return
  }
  let sizes = words[words.utf8.index(after: bar)...].split(separator: "x", omittingEmptySubsequences: false)
  guard (1...2).contains(sizes.count), sizes.allSatisfy({ DocumentNumber.whole($0) ?? 0 > 0 }) else { return }
  tree.nodes[Int(last)].kind = .text(String(words[..<bar]))
  tree.add(Attributes(pairs: zip(["width", "height"], sizes).map { Attributes.Pair($0, String($1)) }), to: image)
}

/// Applies HackMD's image sizes, which follow the addresses.
private func addSizes(_ sizes: [Int: Attributes], to tree: inout Tree, _ source: [UInt8]) {
  guard !sizes.isEmpty else { return }
  for index in tree.nodes.indices {
    guard case .image = tree.nodes[index].kind else { continue }
    // In a heading or a cell, an image may begin after these.
    var start = Int(tree.nodes[index].span.start)
    while start < source.count, " \t#|*_".utf8.contains(source[start]) { start += 1 }
    if let size = sizes[start] { tree.add(size, to: Tree.Index(index)) }
  }
}

/// Reads the attributes of code blocks from their info strings, and what the addresses and words of pictures say of their looks.
///
/// Of two pictures for light and for dark screens, `a.png#only-dark` and `a.png#gh-light-mode-only`, paper shows the light one.
///
/// - Returns: True if a picture was removed.
private func readInfoStrings(of tree: inout Tree) -> Bool {
  var dark: Set<Tree.Index> = []
  for index in tree.nodes.indices {
    switch tree.nodes[index].kind {
    case .codeBlock("", let literal):
      if let shown = CodeCells.withShortcodes(literal) { tree.nodes[index].kind = .codeBlock(info: "", literal: shown) }
    case .codeBlock(let info, let literal):
      if let shown = CodeCells.shown(literal, info: info) { tree.nodes[index].kind = .codeBlock(info: info, literal: shown) }
      var attributes = Attributes(info: info)
      if CodeLineLabels.isNumbered(info), let (plain, labels) = CodeLineLabels.read(literal) {
        tree.nodes[index].kind = .codeBlock(info: info, literal: plain)
        attributes.pairs.append(.init(CodeLineLabels.key, labels))
        attributes.id = attributes.id ?? "lines-" + labels.prefix { $0 != " " }
      }
      tree.add(attributes, to: Tree.Index(index))
    case .code(let literal) where literal.utf8.starts(with: "#!".utf8):
      // pymdown-extensions: the language of code in a line.
      let language = literal.utf8.dropFirst(2).prefix { ASCII.isLetter($0) || ASCII.isDigit($0) || $0 == UInt8(ascii: "+") }
      let code = literal.utf8.dropFirst(2 + language.count)
      guard !language.isEmpty, code.first == ASCII.space, code.count > 1 else { continue }
      tree.nodes[index].kind = .code(String(decoding: code.dropFirst(), as: UTF8.self))
    case .image(let source, let title):
      addSize(of: Tree.Index(index), to: &tree)
      guard let hash = source.utf8.lastIndex(of: ASCII.hash) else { continue }
      switch source[hash...] {
      case "#only-dark", "#gh-dark-mode-only": dark.insert(Tree.Index(index))
      case "#only-light", "#gh-light-mode-only": tree.nodes[index].kind = .image(source: String(source[..<hash]), title: title)
      default: continue
      }
    default: continue
    }
  }
  tree.remove(dark)
  return !dark.isEmpty
}
