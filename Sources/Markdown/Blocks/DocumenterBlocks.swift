import TypesetDiagnostics

/// Documenter's blocks: ```` ```@meta ```` is for the tool alone, ```` ```@example ```` is Julia, ```` ```@contents ```` is the table of contents,
/// ```` ```@raw html ```` is HTML; and other fences whose names say that they are no code.
struct DocumenterBlocks {
  /// True if a block was removed or replaced.
  private(set) var hasChanged = false
  private(set) var diagnostics: [Diagnostic] = []
  private var gone: Set<Tree.Index> = []
  /// Blocks of which only the names are shown.
  private var named: [SourceSpan] = []
  /// What only the tool can make of the code that it documents, the first block of each name.
  private var missing: [(name: String, span: SourceSpan)] = []
  /// Code in files that only a book's script finds.
  private var unread: [(name: String, span: SourceSpan)] = []
  /// Examples of which only what they make is on the page.
  private var hidden: [SourceSpan] = []
  /// True below the list of all references.
  private var hasList = false
  /// Formats of raw text that no page has.
  private var foreign: [(name: String, span: SourceSpan)] = []

  mutating func read(in tree: inout Tree) {
    for index in tree.nodes.indices {
      guard case .codeBlock(let info, let literal) = tree.nodes[index].kind else { continue }
      if info.utf8.first == UInt8(ascii: "@") {
        read(Tree.Index(index), info, literal, in: &tree)
      } else {
        readNamed(Tree.Index(index), info, literal, in: &tree)
      }
    }
    if !gone.isEmpty {
      hasChanged = true
      tree.remove(gone)
    }
    report()
  }

  /// True for text that begins with words or signs of Markdown, and not with a tag; or with formulas, which the page's script sets.
  private static func isMarkdown(_ text: String) -> Bool {
    if text.contains("$") || text.contains("\\(") || text.contains("\\[") { return true }
    guard let first = text.first(where: { !$0.isWhitespace }), first != "<" else { return false }
    return text.contains("**") || text.contains("](") || text.contains("`")
  }

  /// What the settings in a fence of Obsidian's contents begin with.
  private static let settingsOfContents = [
    "style:", "min_depth:", "max_depth:", "title:", "allow_inconsistent_headings:", "delimiter:", "varied_style:", "exclude:", "include:",
    "includeLinks:", "hideWhenEmpty:", "debugInConsole:", "---", "#", "<!--",
  ]

  /// Fences of other tools; those whose words name files of code are reported.
  private mutating func readNamed(_ index: Tree.Index, _ info: String, _ literal: String, in tree: inout Tree) {
    switch info {
    // d2l's list of chapters.
    case "toc" where literal.utf8.first == UInt8(ascii: ":"): gone.insert(index)
    // A plugin of Obsidian's, with few settings or none.
    case "toc" where literal.split(separator: "\n").allSatisfy({ line in Self.settingsOfContents.contains(where: line.hasPrefix) }):
      tree.nodes[Int(index)].kind = .contents
      tree.nodes[Int(index)].attributes = -1
      if let line = literal.split(separator: "\n").first(where: { $0.hasPrefix("max_depth:") }) {
        tree.add(Attributes(pairs: [.init("max-level", String(line.dropFirst(10)).trimmedWhitespace())]), to: index)
      }
      hasChanged = true
    // A plugin of Obsidian's, with its settings.
    case "table-of-contents":
      tree.nodes[Int(index)].kind = .contents
      tree.nodes[Int(index)].attributes = -1
      Self.addTitle(ofContents: literal, before: index, in: &tree)
      hasChanged = true
    // hello-algo's script puts code of its repository here.
    case "src" where literal.hasPrefix("[file]{"):
      gone.insert(index)
      let name = literal.dropFirst(7).prefix { $0 != "}" }
      unread.append((String(name), tree[index].span))
    case "ansi":
      let shown = TerminalText(fence: literal)
      let looks = shown.looks.attribute
      tree.nodes[Int(index)].kind = .codeBlock(info: "text" + (looks.isEmpty ? "" : " looks=\"\(looks)\""), literal: shown.text + "\n")
    // Scala's mdoc compiles these cells, and does not show them.
    case _ where info.hasPrefix("scala mdoc:") && info.contains("invisible"): gone.insert(index)
    // The name that some projects give to Mermaid's fences.
    case "diagram" where ["%%{init", "flowchart ", "graph ", "sequenceDiagram", "classDiagram"].contains(where: literal.hasPrefix):
      tree.nodes[Int(index)].kind = .codeBlock(info: "mermaid", literal: literal)
    default: break
    }
  }

  private mutating func read(_ index: Tree.Index, _ info: String, _ literal: String, in tree: inout Tree) {
    // Settings may follow: `@autodocs; canonical=false`.
    let name = String(info.prefix { !$0.isWhitespace && $0 != ";" })
    switch name {
    case "@meta", "@setup": gone.insert(index)
    case "@index", "@autodocs", "@eval":
      gone.insert(index)
      if !missing.contains(where: { $0.name == name }) { missing.append((name, tree[index].span)) }
    case "@bibliography":
      // The list of references, which has all that are cited and those that it names.
      tree.nodes[Int(index)].kind = .division
      tree.nodes[Int(index)].attributes = -1
      tree.add(list(literal), to: index)
      hasChanged = true
      return
    case "@contents": tree.nodes[Int(index)].kind = .contents
    case "@example", "@repl":
      let shown = Self.withoutHiddenLines(literal)
      tree.nodes[Int(index)].kind = .codeBlock(info: "julia", literal: shown)
      // All of it is hidden: only what it makes is on the page.
      if shown.allSatisfy(\.isWhitespace) {
        gone.insert(index)
        if !literal.allSatisfy(\.isWhitespace) { hidden.append(tree[index].span) }
      }
    case "@raw":
      let format = String(info.dropFirst(name.count)).trimmedWhitespace().lowercased()
      if format == "html", literal.hasPrefix("---\n") {
        // VitePress' front matter.
        gone.insert(index)
      } else if format == "html", Self.isMarkdown(literal),
        case let blocks = tree.blocks(ofMarkdown: literal, at: tree[index].span, level: 0),
        !blocks.isEmpty
      {
        // DocumenterVitepress puts it into a page of VitePress', which reads Markdown.
        tree.nodes[Int(index)].kind = .division
        tree.setChildren(of: index, to: blocks)
      } else if format == "html" {
        tree.nodes[Int(index)].kind = .htmlBlock(literal)
      } else {
        gone.insert(index)
        foreign.append((format, tree[index].span))
      }
    case "@docs":
      tree.nodes[Int(index)].kind = .codeBlock(info: "julia", literal: literal)
      if !literal.allSatisfy(\.isWhitespace) { named.append(tree[index].span) }
    default: return
    }
    tree.nodes[Int(index)].attributes = -1
    hasChanged = true
  }

  private mutating func report() {
    diagnostics += hidden.map {
      Diagnostic(
        .warning, "code.hidden", at: $0, "code hidden by its author is left out, and what it makes is missing",
        hint: "mdtypeset runs no code; put a picture in the place of the example, or show its lines without # hide")
    }
    if let first = named.first {
      diagnostics.append(
        Diagnostic(
          .note, "directive.left-out", at: first, "of what Documenter documents here only the names are shown: @docs",
          hint: "the words stand in the code of the package, which mdtypeset does not read"))
    }
    if let first = missing.first {
      let names = missing.map(\.name).joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          first.name == "@index" && missing.count == 1 ? .note : .warning, "directive.left-out", at: first.span,
          "what Documenter makes of code is left out: \(names)", hint: "only Documenter knows what belongs here"))
    }
    if let first = unread.first {
      let names = Set(unread.map(\.name)).sorted().prefix(5).joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .warning, "include.unread", at: first.span, "code that a script of the book puts in is left out: \(names)",
          hint: "put the code in the place of the fence, or include its file"))
    }
    if let first = foreign.first {
      let names = Set(foreign.map(\.name)).sorted().joined(separator: ", ")
      diagnostics.append(
        Diagnostic(
          .note, "raw.left-out", at: first.span,
          foreign.count == 1 ? "raw text for \(names) is left out" : "\(foreign.count) raw texts for \(names) are left out",
          hint: "only raw HTML has a meaning on pages"))
    }
  }

  // MARK: Lists of references

  /// The works of a list: all that are cited, and those that are named in it; with `Pages = []` the named ones alone.
  private mutating func list(_ literal: String) -> Attributes {
    var keys: [String] = []
    var isOwn = false
    for line in literal.split(whereSeparator: \.isNewline) {
      let words = String(line.prefix { $0 != "#" }).trimmedWhitespace()
      if let equals = words.firstIndex(of: "=") {
        let value = words[words.index(after: equals)...].filter { !$0.isWhitespace }
        if words.hasPrefix("Pages"), value == "[]" { isOwn = true }
      } else if !words.isEmpty, !words.contains(where: { $0.isWhitespace || "[]\",".contains($0) }) {
        keys.append(words)
      }
    }
    let pairs = keys.isEmpty ? [] : [Attributes.Pair(isOwn ? "only-works" : "works", keys.joined(separator: " "))]
    // A name is for one of them.
    guard !isOwn, !hasList else { return Attributes(classes: ["printbibliography"], pairs: pairs) }
    hasList = true
    return Attributes(id: "refs", pairs: pairs)
  }

  // MARK: Words

  /// Documenter does not show lines that end in `# hide`, with blanks or without.
  private static func withoutHiddenLines(_ literal: String) -> String {
    guard literal.contains("hide") else { return literal }
    let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
    return lines.filter { line in
      let words = String(line).trimmedWhitespace()
      return !words.hasSuffix("hide") || String(words.dropLast(4)).trimmedWhitespace().last != "#"
    }.joined(separator: "\n")
  }

  /// The line `title: …` of a list of contents, whose words are Markdown's for a heading: it is in no list itself.
  private static func addTitle(ofContents settings: String, before contents: Tree.Index, in tree: inout Tree) {
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
}
