import TypesetDiagnostics

/// Turns code blocks of directives into what they mean: code with its options, tables of comma-separated values, the table of contents,
/// nothing.
struct LiteralDirectives {
  /// True if the document has a list of references to be put somewhere.
  var cites = false
  var tree: Tree
  /// True if a block was removed or replaced.
  private(set) var hasMoved = false
  private(set) var diagnostics: [Diagnostic] = []
  /// What sphinxcontrib-bibtex puts before the keys of a bibliography.
  private(set) var keyPrefixes: [String] = []
  private var said: Set<String> = []
  private var gone: Set<Tree.Index> = []
  /// Places for lists of references that no list comes to.
  private var empty: Set<Tree.Index> = []
  /// Directives with entries of the index.
  private var indexed: [(node: Tree.Index, entries: [String])] = []

  /// How deep the text is in others: captions are texts of their own.
  private let level: Int

  init(tree: Tree, level: Int) { (self.tree, self.level) = (tree, level) }

  mutating func run() {
    for index in tree.nodes.indices {
      guard case .codeBlock(let info, let literal) = tree.nodes[index].kind, info.utf8.first == ASCII.openBrace || info == "eval_rst",
        let directive = Self.directive(info),
        // Quarto's cells of this name begin with options.
        directive.name != "mermaid" || ExecutableCell.options(in: literal).isEmpty
      else { continue }
      read(Tree.Index(index), directive, literal)
    }
    if !indexed.isEmpty { markIndexed() }
    for parent in Set(gone.map { tree[$0].parent }) {
      tree.setChildren(of: parent, to: kept(Array(tree.children(of: parent))))
    }
    if !gone.isEmpty { hasMoved = true }
  }

  /// The blocks that are left; with a list of references without works its heading goes, too, if it has nothing else below it.
  private func kept(_ blocks: [Tree.Index]) -> [Tree.Index] {
    var out: [Tree.Index] = []
    for (position, block) in blocks.enumerated() {
      guard gone.contains(block) else {
        out.append(block)
        continue
      }
      guard empty.contains(block), out.count > 1, let last = out.last, case .heading(let level) = tree[last].kind else { continue }
      if position + 1 < blocks.count {
        guard case .heading(let next) = tree[blocks[position + 1]].kind, next <= level else { continue }
      }
      out.removeLast()
    }
    return out
  }

  /// `{name} argument`; nil if it holds Markdown, or is not a known directive.
  private static func directive(_ info: String) -> Directive? {
    // As recommonmark has it.
    if info == "eval_rst" { return Directive(name: "eval-rst") }
    guard let close = info.firstIndex(of: "}"), var directive = Directive(name: info[..<close].dropFirst().lowercased()) else { return nil }
    let next = info.index(after: close)
    // `{code}c` is written, too.
    if next < info.endIndex, !info[next].isWhitespace { guard case .code = directive.form else { return nil } }
    directive.argument = String(info[info.index(after: close)...]).trimmedWhitespace()
    if directive.name == "raw" { directive.form = .nothing }
    return directive.isLiteral ? directive : nil
  }

  private mutating func read(_ index: Tree.Index, _ known: Directive, _ literal: String) {
    var directive = known
    let lines = literal.split(separator: "\n", omittingEmptySubsequences: false)
    let options = DirectiveOptions { $0 < lines.count ? String(lines[$0]) : nil }
    directive.options = options.values
    // Emphasised lines are counted from the first that is not blank.
    let body = lines.dropFirst(options.lineCount).drop { $0.allSatisfy(\.isWhitespace) }.joined(separator: "\n")
    tree.nodes[Int(index)].attributes = -1
    switch directive.form {
    case .code(let language):
      readCode(index, directive, language: language, body)
    case .csvTable: readTable(index, directive, body)
    case .references where cites:
      tree.nodes[Int(index)].kind = .division
      // Jupyter Book's `:filter: docname in docnames`: what its own file cites.
      if let prefix = directive.options["keyprefix"]?.trimmedWhitespace(), !prefix.isEmpty, keyPrefixes.count < 20 {
        keyPrefixes.append(prefix)
      }
      let isOwn = directive.options["filter"]?.contains("docname") == true
      tree.add(Attributes(id: "refs", pairs: isOwn ? [.init("scope", "chapter")] : []), to: index)
    case .index:
      tree.nodes[Int(index)].kind = .division
      tree.add(Attributes(classes: ["index"]), to: index)
    case .indexEntries:
      let entries = ([directive.argument] + body.split(separator: "\n").map(String.init)).flatMap { SphinxIndex.entries($0, isLine: true) }
      gone.insert(index)
      if !entries.isEmpty { indexed.append((index, entries)) }
    case .contents:
      tree.nodes[Int(index)].kind = .contents
      hasMoved = true
    case .math: break
    default: leaveOut(index, directive)
    }
  }

  /// Entries of directives lead to the text after them, or to that before where none follows.
  private mutating func markIndexed() {
    let entries = Dictionary(indexed.map { ($0.node, $0.entries) }) { first, _ in first }
    for parent in Set(indexed.map { tree[$0.node].parent }) {
      var waiting: [Tree.Index] = []
      var places: [Tree.Index] = []
      var before: Tree.Index?
      func place(_ marks: [Tree.Index]) {
        guard let first = waiting.first else { return }
        if let before {
          tree.setChildren(of: before, to: Array(tree.children(of: before)) + marks)
        } else {
          gone.remove(first)
          tree.nodes[Int(first)].kind = .paragraph
          tree.setChildren(of: first, to: marks)
          hasMoved = true
        }
      }
      for child in Array(tree.children(of: parent)) {
        if let own = entries[child] {
          waiting.append(child)
          places.append(tree.addIndexPlace(own, at: tree[child].span))
          continue
        }
        if gone.contains(child) { continue }
        let isText: Bool
        switch tree[child].kind {
        case .paragraph, .heading: isText = true
        default: isText = false
        }
        if isText, !places.isEmpty {
          tree.setChildren(of: child, to: places + Array(tree.children(of: child)))
        } else {
          place(places)
        }
        (waiting, places) = ([], [])
        if isText { before = child }
      }
      place(places)
    }
  }

  private mutating func leaveOut(_ index: Tree.Index, _ directive: Directive) {
    gone.insert(index)
    let isOfReferences = directive.name.hasSuffix("bibliography")
    if isOfReferences { empty.insert(index) }
    guard !Self.silent.contains(directive.name), said.insert(directive.name).inserted else { return }
    let span = tree[index].span
    let hint =
      isOfReferences
      ? "the document names no bibliography: add bibliography: works.bib to its front matter"
      : Self.files.contains(directive.name) ? "paste the text of the file here" : "only a site generator knows what belongs here"
    diagnostics.append(
      Diagnostic(
        .warning, "directive.left-out",
        at: SourceSpan(Int(span.start), min(Int(span.start) + directive.name.utf8.count + 5, Int(span.end))),
        "the directive {\(directive.name)} is left out", hint: hint))
  }

  /// Directives that are never shown.
  private static let silent: Set<String> = [
    "highlight", "currentmodule", "default-role", "meta", "sectionauthor", "codeauthor", "module", "py:module", "exercise-end",
    "solution-end",
  ]

  private static let files: Set<String> = ["include", "literalinclude", "code-cell"]

  // MARK: Code

  private mutating func readCode(_ index: Tree.Index, _ directive: Directive, language: String?, _ body: String) {
    let tags = directive.options["tags"] ?? ""
    // Jupyter Book: the page does not show such a cell.
    if directive.name == "code-cell", ["remove-cell", "remove-input", "remove_cell", "remove_input"].contains(where: tags.contains) {
      if let figure = DrawnFigure(of: directive) {
        figure.put(around: index, showsCode: false, in: &tree, level: level)
      } else {
        gone.insert(index)
      }
      diagnostics.append(
        Diagnostic(
          .warning, "code.hidden", at: tree[index].span, "code hidden by its author is left out",
          hint: "remove the tag remove-cell or remove-input to show it"))
      return
    }
    if directive.name == "code-cell", body.allSatisfy(\.isWhitespace), DrawnFigure(of: directive) == nil {
      // A cell without code shows what a file has.
      if directive.options["load"] != nil { leaveOut(index, directive) } else { gone.insert(index) }
      return
    }
    if directive.name == "eval-rst", Self.onlyDocumentsCode(body) {
      leaveOut(index, Directive(name: "eval-rst", form: .nothing))
      return
    }
    if directive.name == "eval-rst", let html = Self.rawHTML(body) {
      let blocks = tree.blocks(ofMarkdown: html, at: tree[index].span, level: level)
      // A film, a script.
      guard !blocks.isEmpty else { return leaveOut(index, Directive(name: "eval-rst", form: .nothing)) }
      tree.nodes[Int(index)].kind = .division
      tree.nodes[Int(index)].attributes = -1
      tree.setChildren(of: index, to: blocks)
      hasMoved = true
      return
    }
    if directive.name == "eval-rst", said.insert(directive.name).inserted {
      diagnostics.append(
        Diagnostic(
          .warning, "directive.source", at: tree[index].span, "reStructuredText is shown as its source",
          hint: "write it as MyST: ```{note} instead of .. note::"))
    }
    if directive.name == "plot", said.insert(directive.name).inserted {
      let span = tree[index].span
      diagnostics.append(
        Diagnostic(
          .warning, "directive.source", at: SourceSpan(Int(span.start), min(Int(span.start) + 9, Int(span.end))),
          "the graphs of {plot} are not drawn; their source is shown", hint: "save each as a picture, and include that"))
    }
    if case .code("markdown")? = Optional(directive.form) {
      setCode(index, info: "markdown", body, directive)
      return
    }
    var name = directive.argument.split(whereSeparator: \.isWhitespace).first.map(String.init) ?? ""
    if ["ipython", "ipython2", "ipython3", "python3", "%%time"].contains(name.lowercased()) { name = "python" }
    let isDrawn = DrawnFigure.directives.contains(directive.name)
    if isDrawn && language != nil || language == "rst" || language == "text" { name = language ?? name }
    if directive.name == "kroki", let kind = directive.options["type"] { name = kind }
    if name.isEmpty || name.contains("{") { name = language ?? "" }
    var info = name.isEmpty ? "text" : name
    if directive.options["linenos"] != nil || directive.options["number-lines"] != nil || directive.options["lineno-start"] != nil {
      let start = (directive.options["lineno-start"] ?? directive.options["number-lines"]).flatMap { DocumentNumber.whole($0) }
      info += start.map { " linenums=\"\($0)\"" } ?? " linenums"
    }
    if let lines = directive.options["emphasize-lines"], !lines.isEmpty { info += " hl_lines=\"\(lines.replacing(",", with: " "))\"" }
    let figure = DrawnFigure(of: directive)
    var own = directive
    // The name and the caption are the figure's.
    if isDrawn, figure != nil { for key in ["name", "label", "caption"] { own.options[key] = nil } }
    if let title = own.options["caption"] ?? own.options["filename"], !title.isEmpty {
      info += " title=\"\(title.replacing("\"", with: "'"))\""
    }
    setCode(index, info: info, body, own)
    figure?.put(around: index, showsCode: true, in: &tree, level: level)
  }

  private mutating func setCode(_ index: Tree.Index, info: String, _ body: String, _ directive: Directive) {
    tree.nodes[Int(index)].kind = .codeBlock(info: info, literal: body)
    // A name and a caption make it a listing with a number.
    let isListing = directive.label != nil && directive.options["caption"]?.isEmpty == false
    tree.add(Attributes(id: directive.label, classes: isListing ? ["listing"] : []), to: index)
  }

  /// The HTML of reStructuredText that is nothing but `.. raw:: html`.
  private static func rawHTML(_ text: String) -> String? {
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    guard let first = lines.first(where: { !$0.allSatisfy(\.isWhitespace) }), String(first).trimmedWhitespace() == ".. raw:: html" else {
      return nil
    }
    let rest = lines.drop { $0 != first }.dropFirst().filter { !$0.allSatisfy(\.isWhitespace) }
    guard !rest.isEmpty, rest.allSatisfy({ $0.first?.isWhitespace == true && !$0.hasPrefix("   :") }) else { return nil }
    return rest.map { String($0).trimmedWhitespace() }.joined(separator: "\n") + "\n"
  }

  /// True if reStructuredText consists of directives that document code, which are not shown.
  private static func onlyDocumentsCode(_ text: String) -> Bool {
    var any = false
    for line in text.split(separator: "\n") where !line.allSatisfy(\.isWhitespace) {
      if line.first?.isWhitespace == true { continue }
      guard line.hasPrefix(".. auto") || line.hasPrefix(".. currentmodule") || line.hasPrefix(".. module") || line.hasPrefix(".. toctree")
      else {
        return false
      }
      any = true
    }
    return any
  }

  // MARK: Comma-separated values

  private mutating func readTable(_ index: Tree.Index, _ directive: Directive, _ body: String) {
    guard directive.options["file"] == nil, directive.options["url"] == nil else { return leaveOut(index, directive) }
    let separator: Character = directive.options["delim"] == "tab" ? "\t" : directive.options["delim"]?.first ?? ","
    var rows = Self.rows(body, separator: separator)
    var heads = directive.heads("header-rows", at: tree[index].span, &diagnostics)
    if let header = directive.options["header"], !header.isEmpty {
      // docutils: heads are separated by commas, whatever the rows are.
      rows = Self.rows(header, separator: ",") + rows
      heads += 1
    }
    guard !rows.isEmpty else { return leaveOut(index, directive) }
    hasMoved = true
    let span = tree[index].span
    let columns = min(rows.map(\.count).max() ?? 1, 1_000)
    var nodes: [Tree.Index] = []
    for (number, row) in rows.enumerated() {
      let cells = row.prefix(columns).map { cell($0, span) }
      let node = tree.add(.tableRow(isHeader: number < heads), span)
      tree.setChildren(of: node, to: cells)
      nodes.append(node)
    }
    if !directive.argument.isEmpty {
      let words = tree.add(.text(directive.argument), span)
      nodes.append(tree.add(.caption, around: [words]))
    }
    tree.nodes[Int(index)].kind = .table([Tree.Alignment](repeating: .none, count: columns))
    tree.setChildren(of: index, to: nodes)
    let pairs = ["align", "total", "width"].compactMap { key in directive.options[key].map { Attributes.Pair(key, $0) } }
    tree.add(Attributes(id: directive.label, classes: directive.classes, pairs: pairs), to: index)
  }

  /// A cell's text; text between backticks is code.
  private mutating func cell(_ text: String, _ span: SourceSpan) -> Tree.Index {
    let pieces = text.split(separator: "`", omittingEmptySubsequences: false)
    let hasCode = pieces.count % 2 == 1 && !text.contains("``")
    var nodes: [Tree.Index] = []
    for (number, piece) in (hasCode ? pieces : [text[...]]).enumerated() where !piece.isEmpty {
      nodes.append(tree.add(hasCode && number % 2 == 1 ? .code(String(piece)) : .text(String(piece)), span))
    }
    let cell = tree.add(.tableCell, span)
    tree.setChildren(of: cell, to: nodes)
    return cell
  }

  /// RFC 4180, without blanks around the values.
  static func rows(_ text: String, separator: Character) -> [[String]] {
    var rows: [[String]] = []
    var row: [String] = []
    var value = ""
    var isQuoted = false
    var wasQuoted = false
    var iterator = text.makeIterator()
    var next = iterator.next()
    func endValue() {
      row.append(wasQuoted ? value : value.trimmedWhitespace())
      (value, wasQuoted) = ("", false)
    }
    func endRow() {
      endValue()
      if row.count > 1 || !row[0].isEmpty { rows.append(row) }
      row = []
    }
    while let character = next {
      next = iterator.next()
      if isQuoted {
        if character == "\"", next == "\"" {
          value.append(character)
          next = iterator.next()
        } else if character == "\"" {
          isQuoted = false
        } else {
          value.append(character.isNewline ? " " : character)
        }
      } else if character == "\"", value.allSatisfy(\.isWhitespace), !wasQuoted {
        (value, isQuoted, wasQuoted) = ("", true, true)
      } else if character == separator {
        endValue()
      } else if character.isNewline {
        endRow()
      } else if !wasQuoted || !character.isWhitespace {
        value.append(character)
      }
    }
    endRow()
    return rows
  }
}
