import TypesetDiagnostics

/// What the quotes that represent directives and blocks between slashes become.
enum DirectiveReading {
  /// - Parameters:
  ///   - title: The inlines of the argument, where they are shown.
  ///   - content: The blocks, without the title.
  static func read(
    _ index: Tree.Index, _ directive: Directive, title: Tree.Index?, _ content: [Tree.Index], in tree: inout Tree,
    _ diagnostics: inout [Diagnostic]
  ) {
    func callout(_ form: Tree.Callout.Form, _ kind: String, isCounted: Bool = false) {
      tree.nodes[Int(index)].kind = .callout(Tree.Callout(form, kind: kind, isCounted: isCounted))
      tree.setChildren(of: index, to: (title.map { [$0] } ?? []) + content)
    }
    switch directive.form {
    case .callout("details", _): callout(.details, "details")
    case .callout("tab", _): callout(.tab, "tab")
    case .callout(let name, _): readAdmonition(index, directive, kind: name, title: title, content, in: &tree)
    case .theorem(let kind):
      callout(.theorem, kind, isCounted: true)
      if directive.options["nonumber"] != nil || directive.options["enumerated"] == "false" {
        tree.add(Attributes(classes: ["unnumbered"]), to: index)
      }
    case .proof: callout(.theorem, "proof")
    case .heading:
      tree.nodes[Int(index)].kind = .paragraph
      let words = title.map { Array(tree.children(of: $0)) } ?? []
      let strong = tree.add(.strong, around: words)
      tree.setChildren(of: index, to: [strong])
    case .quote: tree.setChildren(of: index, to: content)
    case .figure where directive.isForDarkScreens, .image where directive.isForDarkScreens:
      // Its words are those of the light one beside it.
      tree.nodes[Int(index)].kind = .division
      tree.setChildren(of: index, to: [])
      return
    case .figure:
      readFigure(index, directive, content, in: &tree)
      return
    case .image:
      tree.nodes[Int(index)].kind = .paragraph
      let image = picture(directive, at: index, in: &tree)
      tree.setChildren(of: index, to: [image])
      return
    case .table: readTable(index, directive, caption: title, content, in: &tree)
    case .listTable: readListTable(index, directive, caption: title, content, in: &tree, &diagnostics)
    case .glossary: readGlossary(index, content, in: &tree)
    case .link: readLink(index, directive, content, in: &tree)
    default:
      tree.nodes[Int(index)].kind = .division
      tree.setChildren(of: index, to: content)
      if let columns = directive.columns { tree.add(Attributes(pairs: [.init("ncol", columns)]), to: index) }
    }
    tree.add(Attributes(id: directive.label, classes: directive.classes), to: index)
  }

  /// Adds a text that the author did not write, at the beginning of a node.
  private static func text(_ words: String, at index: Tree.Index, in tree: inout Tree) -> Tree.Index {
    let start = Int(tree[index].span.start)
    return tree.add(.text(words), SourceSpan(start, start))
  }

  private static func titled(_ words: String, at index: Tree.Index, in tree: inout Tree) -> Tree.Index {
    let words = text(words, at: index, in: &tree)
    return tree.add(.title, around: [words])
  }

  // MARK: Callouts

  private static func readAdmonition(
    _ index: Tree.Index, _ directive: Directive, kind name: String, title: Tree.Index?, _ content: [Tree.Index], in tree: inout Tree
  ) {
    var kind = name
    // Sphinx: the class of a named admonition is its kind.
    if directive.name == "admonition", let own = directive.classes.first(where: { BlockExtensions.calloutNames.contains($0) }) {
      kind = own
    }
    var title = title
    if let versions = Self.versions[directive.name] {
      title = titled(directive.argument.isEmpty ? versions : "\(versions) \(directive.argument)", at: index, in: &tree)
      kind = "note"
    }
    if directive.name == "solution" || directive.name == "solution-start" {
      title = titled("Solution", at: index, in: &tree)
      tree.add(Attributes(pairs: directive.argument.isEmpty ? [] : [.init(SolutionWords.key, directive.argument)]), to: index)
    }
    var content = withPictures(of: directive, content, at: index, in: &tree)
    // MyST: the first heading of a callout is its title.
    if title == nil, let first = content.first, case .heading = tree[first].kind {
      tree.nodes[Int(first)].kind = .title
      title = first
      content.removeFirst()
    }
    if title == nil,
      directive.name == "sidebar" || directive.name == "margin" || directive.name == "aside" || directive.name == "card"
        || directive.name == "grid-item-card" || directive.name == "topic" || directive.name == "admonition"
    {
      // Blocks in the margin have no title; a callout has one.
      tree.nodes[Int(index)].kind = .blockQuote
      tree.setChildren(of: index, to: content)
      if directive.name == "margin" || directive.name == "aside" { tree.add(Attributes(classes: [MarginContent.name]), to: index) }
      return
    }
    tree.nodes[Int(index)].kind = .callout(Tree.Callout(.admonition, kind: kind))
    tree.setChildren(of: index, to: (title.map { [$0] } ?? []) + content)
  }

  private static let versions = [
    "versionadded": "New in version", "version-added": "New in version", "versionchanged": "Changed in version",
    "version-changed": "Changed in version", "deprecated": "Deprecated since version", "versionremoved": "Removed in version",
  ]

  // MARK: Pictures

  private static func picture(_ directive: Directive, at index: Tree.Index, in tree: inout Tree) -> Tree.Index {
    let image = tree.add(.image(source: directive.argument, title: ""), tree[index].span)
    let alternative = text(directive.options["alt"] ?? "", at: index, in: &tree)
    tree.setChildren(of: image, to: [alternative])
    var attributes = Attributes(id: directive.label, pairs: [.init("caption", "")])
    for key in ["width", "height", "align"] {
      if let value = directive.options[key], !value.isEmpty { attributes.pairs.append(.init(key, value)) }
    }
    if directive.options["width"] == nil, let scale = directive.options["scale"], scale.hasSuffix("%") {
      attributes.pairs.append(.init("width", scale))
    }
    tree.add(attributes, to: image)
    return image
  }

  /// The pictures of a card of sphinx-design's, above and below its words.
  private static func withPictures(
    of directive: Directive, _ content: [Tree.Index], at index: Tree.Index, in tree: inout Tree
  ) -> [Tree.Index] {
    guard directive.name == "card" || directive.name == "grid-item-card" else { return content }
    func pictures(_ keys: [String]) -> [Tree.Index] {
      keys.compactMap { key in
        guard let path = directive.options[key], !path.isEmpty else { return nil }
        var picture = Directive(name: "image", form: .image)
        (picture.argument, picture.options["alt"]) = (path, directive.options["img-alt"])
        let image = Self.picture(picture, at: index, in: &tree)
        return tree.add(.paragraph, around: [image])
      }
    }
    return pictures(["img-background", "img-top"]) + content + pictures(["img-bottom"])
  }

  /// The first paragraph is the caption, what follows it is below the figure.
  private static func readFigure(_ index: Tree.Index, _ directive: Directive, _ content: [Tree.Index], in tree: inout Tree) {
    var content = content
    var parts: [Tree.Index] = []
    // What `{glue:figure}` names is made by code, which is not run: its caption and its number remain.
    if directive.argument.isEmpty || directive.name == "glue:figure" {
      // mystmd: pictures, code or a table, and their caption as the last paragraph.
      parts = Array(content.prefix { !isWords($0, in: tree) })
      content.removeFirst(parts.count)
    } else {
      var own = directive
      (own.options["name"], own.options["label"]) = (nil, nil)
      let image = picture(own, at: index, in: &tree)
      parts = [tree.add(.paragraph, around: [image])]
    }
    guard let first = content.first, case .paragraph = tree[first].kind else {
      tree.nodes[Int(index)].kind = .division
      tree.add(Attributes(id: directive.label, classes: directive.classes), to: index)
      tree.setChildren(of: index, to: parts + content)
      return
    }
    tree.nodes[Int(first)].kind = .caption
    let attributes = Attributes(
      id: directive.label, classes: directive.classes, pairs: directive.options["align"].map { [Attributes.Pair("align", $0)] } ?? [])
    if content.count == 1 {
      tree.nodes[Int(index)].kind = .figure
      tree.setChildren(of: index, to: parts + [first])
      tree.add(attributes, to: index)
      if parts.count > 1 || directive.argument.isEmpty { CompoundFigure.note(index, in: &tree) }
    } else {
      let figure = tree.add(.figure, tree[index].span)
      tree.setChildren(of: figure, to: parts + [first])
      tree.add(attributes, to: figure)
      tree.nodes[Int(index)].kind = .division
      tree.setChildren(of: index, to: [figure] + content.dropFirst())
    }
  }

  /// True if a block is a paragraph that begins with words.
  private static func isWords(_ block: Tree.Index, in tree: borrowing Tree) -> Bool {
    guard case .paragraph = tree[block].kind, case let first = tree[block].firstChild, first >= 0 else { return false }
    if case .image = tree[first].kind { return false }
    return true
  }

  /// A link to what a page can't show, with the text below as its caption.
  private static func readLink(_ index: Tree.Index, _ directive: Directive, _ content: [Tree.Index], in tree: inout Tree) {
    var address = directive.argument
    if directive.name.hasPrefix("button") || directive.name == "link-button" { return readButton(index, directive, content, in: &tree) }
    if directive.name == "youtube" { address = "https://www.youtube.com/watch?v=" + address }
    let words = text(address, at: index, in: &tree)
    let link = tree.add(.link(destination: address, title: ""), around: [words])
    let paragraph = tree.add(.paragraph, around: [link])
    tree.nodes[Int(index)].kind = .division
    if content.count == 1, case .paragraph = tree[content[0]].kind {
      tree.nodes[Int(content[0])].kind = .caption
      tree.nodes[Int(index)].kind = .figure
      tree.setChildren(of: index, to: [paragraph] + content)
    } else {
      tree.setChildren(of: index, to: [paragraph] + content)
    }
  }

  /// The text of a button is the text of its link, in each of its paragraphs; without text it is what the link leads to.
  private static func readButton(_ index: Tree.Index, _ directive: Directive, _ content: [Tree.Index], in tree: inout Tree) {
    let address = directive.argument
    let span = tree[index].span
    let isLabel =
      directive.name == "button-ref" && directive.options["ref-type"] != "doc" && Directive.isLabel(address)
      && !address.contains("/") && !address.hasSuffix(".md")
    let destination = isLabel ? "#" + address : address
    tree.nodes[Int(index)].kind = .division
    guard !content.isEmpty else {
      // sphinx-panels' `{link-button}` has its words in an option.
      let link =
        isLabel
        ? tree.add(.reference(label: address), span)
        : tree.add(.link(destination: destination, title: ""), around: [text(directive.options["text"] ?? address, at: index, in: &tree)])
      return tree.setChildren(of: index, to: [tree.add(.paragraph, around: [link])])
    }
    for block in content {
      guard case .paragraph = tree[block].kind, !destination.isEmpty else { continue }
      let words = Array(tree.children(of: block))
      // A link in a link is none.
      guard !words.contains(where: { if case .link = tree[$0].kind { true } else { false } }) else { continue }
      tree.setChildren(of: block, to: [tree.add(.link(destination: destination, title: ""), around: words)])
    }
    tree.setChildren(of: index, to: content)
  }

  // MARK: Tables and lists

  /// The table in a directive becomes the block, with the directive's caption and attributes.
  private static func readTable(
    _ index: Tree.Index, _ directive: Directive, caption: Tree.Index?, _ content: [Tree.Index], in tree: inout Tree
  ) {
    guard content.count == 1, let table = content.first, case .table = tree[table].kind else {
      tree.nodes[Int(index)].kind = .division
      tree.setChildren(of: index, to: (caption.map { [boldParagraph($0, in: &tree)] } ?? []) + content)
      return
    }
    tree.nodes[Int(index)].kind = tree[table].kind
    tree.setChildren(of: index, to: Array(tree.children(of: table)) + captionNode(caption, in: &tree))
    if let attributes = tree.attributes(of: table) { tree.add(attributes, to: index) }
  }

  private static func boldParagraph(_ title: Tree.Index, in tree: inout Tree) -> Tree.Index {
    let strong = tree.add(.strong, around: Array(tree.children(of: title)))
    return tree.add(.paragraph, around: [strong])
  }

  private static func captionNode(_ title: Tree.Index?, in tree: inout Tree) -> [Tree.Index] {
    guard let title else { return [] }
    tree.nodes[Int(title)].kind = .caption
    return [title]
  }

  /// pandoc's filter of that name, which Quarto has, too: `::: {.list-table header-rows=1}`, with words before the list as the caption.
  ///
  /// - Returns: False for a div without a list of rows.
  static func readListTable(
    _ index: Tree.Index, _ attributes: Attributes, _ content: [Tree.Index], in tree: inout Tree, _ diagnostics: inout [Diagnostic]
  ) -> Bool {
    guard attributes.classes.contains("list-table"), let rows = content.last, case .list = tree[rows].kind, content.count <= 2 else {
      return false
    }
    var caption: Tree.Index?
    if content.count == 2 {
      guard case .paragraph = tree[content[0]].kind else { return false }
      caption = content[0]
    }
    var directive = Directive(name: "list-table", form: .listTable)
    directive.options = ["header-rows": attributes["header-rows"] ?? "1", "stub-columns": attributes["header-cols"] ?? "0"]
    readListTable(index, directive, caption: caption, [rows], in: &tree, &diagnostics)
    return true
  }

  /// A list of rows that are lists of cells.
  private static func readListTable(
    _ index: Tree.Index, _ directive: Directive, caption: Tree.Index?, _ content: [Tree.Index], in tree: inout Tree,
    _ diagnostics: inout [Diagnostic]
  ) {
    let areLists = content.allSatisfy { if case .list = tree[$0].kind { true } else { false } }
    guard !content.isEmpty, areLists else {
      return readTable(index, directive, caption: caption, content, in: &tree)
    }
    let heads = directive.heads("header-rows", at: tree[index].span, &diagnostics)
    let stubs = directive.heads("stub-columns", at: tree[index].span, &diagnostics)
    var rows: [Tree.Index] = []
    var columns = 0
    // Another bullet begins another list, not another table.
    for item in content.flatMap({ Array(tree.children(of: $0)) }) {
      let list = tree[item].firstChild
      guard list >= 0, case .list = tree[list].kind else { continue }
      let cells = Array(tree.children(of: list))
      columns = max(columns, cells.count)
      for (column, cell) in cells.enumerated() {
        tree.nodes[Int(cell)].kind = .tableCell
        if let only = tree.onlyChild(of: cell), CellText.isAll(only, in: tree) {
          tree.setChildren(of: cell, to: Array(tree.children(of: only)))
        }
        if rows.count >= heads, column < stubs { tree.add(Attributes(pairs: [.init("header", "row")]), to: cell) }
      }
      tree.nodes[Int(item)].kind = .tableRow(isHeader: rows.count < heads)
      tree.setChildren(of: item, to: cells)
      rows.append(item)
    }
    tree.nodes[Int(index)].kind = .table([Tree.Alignment](repeating: .none, count: min(columns, 1_000)))
    tree.setChildren(of: index, to: rows + captionNode(caption, in: &tree))
  }

  /// Terms, and their definitions indented below them.
  private static func readGlossary(_ index: Tree.Index, _ content: [Tree.Index], in tree: inout Tree) {
    tree.nodes[Int(index)].kind = .division
    var entries: [Tree.Index] = []
    var others: [Tree.Index] = []
    for block in content {
      let children = Array(tree.children(of: block))
      guard case .paragraph = tree[block].kind,
        let end = children.firstIndex(where: { if case .softBreak = tree[$0].kind { true } else { false } }), end + 1 < children.count
      else {
        others.append(block)
        continue
      }
      entries.append(tree.add(.definitionTerm, around: Array(children[..<end])))
      let words = tree.add(.paragraph, around: Array(children[(end + 1)...]))
      entries.append(tree.add(.definition, around: [words]))
    }
    if !entries.isEmpty { others.insert(tree.add(.definitionList, around: entries), at: 0) }
    tree.setChildren(of: index, to: others)
  }

  // MARK: Blocks between slashes

  static func read(_ index: Tree.Index, _ block: SlashBlock, title: Tree.Index?, _ content: [Tree.Index], in tree: inout Tree) {
    tree.add(block.attributes, to: index)
    if let callout = block.callout {
      tree.nodes[Int(index)].kind = .callout(callout)
      tree.setChildren(of: index, to: (title.map { [$0] } ?? []) + content)
      return
    }
    tree.nodes[Int(index)].kind = .division
    tree.setChildren(of: index, to: content)
    switch block.name {
    case "define", "definition": readDefinitions(index, content, in: &tree)
    // It belongs to the block before, and is moved there when the siblings are known.
    case "caption", "figure-caption", "table-caption": tree.nodes[Int(index)].kind = .caption
    default: break
    }
  }

  /// Paragraphs are terms, the items of lists their definitions.
  private static func readDefinitions(_ index: Tree.Index, _ content: [Tree.Index], in tree: inout Tree) {
    var entries: [Tree.Index] = []
    for block in content {
      switch tree[block].kind {
      case .paragraph:
        tree.nodes[Int(block)].kind = .definitionTerm
        entries.append(block)
      case .list:
        for item in Array(tree.children(of: block)) {
          tree.nodes[Int(item)].kind = .definition
          entries.append(item)
        }
      default: entries.append(tree.add(.definition, around: [block]))
      }
    }
    tree.nodes[Int(index)].kind = .definitionList
    tree.setChildren(of: index, to: entries)
  }

  /// Gives a caption that was written below a block to this block.
  ///
  /// - Returns: False if there is no such block; then it is text.
  static func takeCaption(_ caption: Tree.Index, above: Tree.Index?, in tree: inout Tree) -> Bool {
    var inlines: [Tree.Index] = []
    for block in Array(tree.children(of: caption)) {
      if !inlines.isEmpty { inlines.append(text(" ", at: block, in: &tree)) }
      inlines += tree.children(of: block)
    }
    guard let above, !inlines.isEmpty, !inlines.contains(where: { !tree[$0].kind.isInline }) else {
      tree.nodes[Int(caption)].kind = .division
      if tree.attributes(of: caption)?.id == nil { tree.nodes[Int(caption)].attributes = -1 }
      return false
    }
    tree.setChildren(of: caption, to: inlines)
    switch tree[above].kind {
    case .table, .figure: tree.setChildren(of: above, to: Array(tree.children(of: above)) + [caption])
    default:
      // The figure takes the block's position in the tree.
      let inner = tree.add(tree[above].kind, tree[above].span)
      tree.nodes[Int(inner)].attributes = tree[above].attributes
      tree.setChildren(of: inner, to: Array(tree.children(of: above)))
      for child in Array(tree.children(of: inner)) {
        if case .image = tree[child].kind { tree.add(Attributes(pairs: [.init("caption", "")]), to: child) }
      }
      tree.nodes[Int(above)].kind = .figure
      tree.nodes[Int(above)].attributes = -1
      tree.setChildren(of: above, to: [inner, caption])
    }
    if let attributes = tree.attributes(of: caption) { tree.add(attributes, to: above) }
    tree.nodes[Int(caption)].attributes = -1
    return true
  }
}

extension Directive {
  /// In small letters, as `:class: tip, dropdown` names them.
  var classes: [String] {
    let words = (options["class"] ?? "") + (name == "div" || name == "container" ? " " + argument : "")
    return words.lowercased().split { $0 == " " || $0 == "," }.map(String.init)
  }

  /// True for the picture of a pair that themes show on dark screens.
  var isForDarkScreens: Bool {
    classes.contains { ["only-dark", "only-dark-mode", "dark-only", "dark-mode-only"].contains($0) }
  }

  /// The columns of a grid, `1 1 2 3`: the number on a wide page, at most three.
  var columns: String? {
    guard name == "grid", let most = argument.split(separator: " ").compactMap({ DocumentNumber.whole($0) }).max(), most > 1 else {
      return nil
    }
    return String(min(most, 3))
  }
}

extension Tree {
  func onlyChild(of index: Index) -> Index? {
    let first = self[index].firstChild
    return first >= 0 && self[first].nextSibling < 0 ? first : nil
  }
}
