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
  let cells = readExecutableCells(of: &tree, level: options.level, hidesCode: options.hidesCode ?? false, in: dialect.tool)
  CodeAnnotations.mark(in: &tree, for: dialect.tool)
  let hasDarkPictures = readInfoStrings(of: &tree)
  let scripts = NoteScripts.leaveOut(from: &tree, in: dialect)
  let hasDisplays = options.findsMath && CodeFormulas.read(in: &tree, of: source, in: dialect)
  addSizes(spans.imageSizes, to: &tree, source)
  var documenter = DocumenterBlocks()
  documenter.read(in: &tree)
  let isMyST = options.dialect?.tool == .myst || spans.specials.contains(where: \.isOfMyST)
  HeadingPermalinks.remove(from: &tree, isMyST: isMyST)
  var roles = RoleReading(
    tree: tree.take(), isMyST: isMyST, cites: citesWorks && options.keepsCitations, linksNotes: options.linksNotes)
  roles.run()
  let firstRole = roles.firstCitation
  var blocks = BlockExtensions(tree: roles.tree.take(), specials: spans.specials)
  (blocks.isMyST, blocks.dialect) = (isMyST, dialect)
  blocks.markers = spans.markers
  blocks.run()
  let texts = TextReferences(in: &blocks.tree)
  var html = HTMLExtensions(tree: blocks.tree.take(), spans: spans, source: source)
  html.hasComponents = dialect.tool.hasComponents
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
  if !literals.keyPrefixes.isEmpty { KeyPrefixes.remove(literals.keyPrefixes, from: &inlines.tree) }
  inlines.tree.resolve(spans.attributeLists)
  inlines.tree.resolveTheorems()
  if isMyST { SolutionWords.add(to: &inlines.tree) }
  let hasThemes = ThemeBlocks.read(in: &inlines.tree, dialect)
  FormulaPictures.read(in: &inlines.tree)
  DocCLinks.read(in: &inlines.tree, source)
  let hasDarkContent = removeDarkContent(of: &inlines.tree, source, isForScreens: options.isForScreens)
  let hasEnded = inlines.tree.endBareLinks(in: source)
  let hasMarked = blocks.abbreviations.mark(&inlines.tree)
  liftCaptionNames(of: &inlines.tree)
  let hasTableNotes = TableNotes.attach(in: &inlines.tree)
  let hasMargin = MarginContent.lift(in: &inlines.tree, dialect)
  let hasParts = CompoundFigure.arrange(in: &inlines.tree)
  let hasSteps = SlideSteps.count(in: &inlines.tree)
  let hasListings = ListingCaptions.read(in: &inlines.tree, options, citesWorks: citesWorks)
  var glossary: [Diagnostic] = []
  let hasGlossary = Glossary.resolve(in: &inlines.tree, &glossary)
  let hasLost =
    hasParts || hasSteps || hasMargin || hasTableNotes || hasGlossary || cells.hasMoved || raws.hasMoved || hasEngines
    || !texts.areEmpty || hasListings
    || literals.hasMoved || !scripts.isEmpty
    || documenter.hasChanged
    || hasDarkPictures || hasDisplays
  let hasMoved =
    hasLost || roles.hasMoved || blocks.hasMoved || html.hasMoved || inlines.hasMoved || hasEnded || hasMarked || hasDarkContent
    || hasThemes
  tree = hasMoved ? inlines.tree.compacted(maximumDepth: 60) : inlines.tree.take()
  let diagnostics =
    literals.diagnostics + blocks.diagnostics + html.diagnostics + cells.diagnostics + raws.diagnostics + glossary
    + documenter.diagnostics + scripts
  return (diagnostics, !blocks.abbreviations.isEmpty, inlines.firstCitation ?? (options.keepsCitations ? firstRole : nil))
}

/// Quarto: what is for dark screens alone is not for paper, nor is what its author shows in other formats than PDF, if PDF is one of them.
///
/// - Returns: True if there was some.
private func removeDarkContent(of tree: inout Tree, _ source: [UInt8], isForScreens: Bool) -> Bool {
  func isHidden(_ attributes: Attributes) -> Bool { isNotForPaper(attributes, isForScreens: isForScreens) }
  guard tree.attributes.contains(where: isHidden) else { return false }
  let dark = tree.nodes.indices.map { Tree.Index($0) }.filter { index in
    guard tree.attributes(of: index).map(isHidden) ?? false else { return false }
    // A div that is never closed, which is reported, would hide all that follows.
    guard case .division = tree[index].kind, case let end = Int(tree[index].span.end), end < source.count else { return true }
    return source[end...].prefix(200).first { $0 > ASCII.space && $0 != ASCII.greater } == UInt8(ascii: ":")
  }
  tree.remove(Set(dark))
  return true
}

/// `.dark-content`, `.content-visible unless-format="pdf"`, `.content-hidden when-format="pdf"`; conditions on metadata are not known here.
private func isNotForPaper(_ attributes: Attributes, isForScreens: Bool) -> Bool {
  if attributes.classes.contains("dark-content") { return true }
  let isShown = attributes.classes.contains("content-visible")
  guard isShown || attributes.classes.contains("content-hidden") else { return false }
  for (key, holds) in [("when-format", true), ("unless-format", false)] {
    guard let format = attributes[key] else { continue }
    let isOurs = isForScreens ? format.hasPrefix("html") || format == "revealjs" : ["pdf", "latex", "beamer", "typst"].contains(format)
    return (isOurs == holds) != isShown
  }
  return !isShown && attributes["when-meta"] == nil && attributes["unless-meta"] == nil && attributes["when-profile"] == nil
    && attributes["unless-profile"] == nil
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

/// Obsidian's `![words|300x200](a.png)`, and Tubaina's `![words {w=35}](a.png)`, which is in per cent: the size is no word.
private func addSize(of image: Tree.Index, to tree: inout Tree) {
  let last = tree[image].firstChild
  guard last >= 0, tree[last].nextSibling < 0, case .text(let words) = tree[last].kind else { return }
  if words.utf8.last == ASCII.closeBrace, let brace = words.utf8.lastIndex(of: ASCII.openBrace) {
    let size = words[brace...].dropFirst().dropLast()
    guard ["w=", "h="].contains(where: size.hasPrefix), case let number = size.dropFirst(2).filter({ $0 != "%" }),
      let percent = DocumentNumber.whole(number), (1...100).contains(percent)
    else { return }
    tree.nodes[Int(last)].kind = .text(String(words[..<brace]).trimmedWhitespace())
    if size.hasPrefix("w=") { tree.add(Attributes(pairs: [Attributes.Pair("width", "\(percent)%")]), to: image) }
    return
  }
  guard let bar = words.utf8.lastIndex(of: ASCII.pipe) else { return }
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
    case .codeBlock(let info, let literal):
      if let shown = CodeCells.shown(literal, info: info) {
        let whole = shown.looks.isEmpty ? info : info + " " + shown.looks
        tree.nodes[index].kind = .codeBlock(info: whole, literal: shown.literal)
      }
      guard !info.isEmpty else { continue }
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
      let words = String(decoding: code.dropFirst(), as: UTF8.self)
      guard language.elementsEqual("math".utf8) else {
        tree.nodes[index].kind = .code(words)
        continue
      }
      // Arithmatex' own.
      let span = tree.nodes[index].span
      let origin = MathSpan.Origin(body: 0, source: Int(span.start) + 1 + literal.utf8.count - words.utf8.count)
      tree.nodes[index].kind = .math(MathSpan(tex: words, isDisplay: false, span: span, origins: [origin]))
    case .image(let source, let title):
      addSize(of: Tree.Index(index), to: &tree)
      guard let (address, isDark) = LightPictures.screen(of: source) else { continue }
      if isDark { dark.formUnion(DarkPicture.nodes(around: Tree.Index(index), in: &tree)) }
      tree.nodes[index].kind = .image(source: address, title: title)
    default: continue
    }
  }
  tree.remove(dark)
  return !dark.isEmpty
}
