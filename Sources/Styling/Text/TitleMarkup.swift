import TypesetBoxes
public import TypesetDiagnostics
public import TypesetMarkdown
import TypesetYAML

// Titles and abstracts are Markdown, as pandoc and Quarto have them: with emphasis, formulas, lists.

extension TitleBlock {
  /// Reads title, subtitle and abstract as Markdown.
  ///
  /// - Parameters:
  ///   - matter: The front matter that the block was made of.
  ///   - source: The document.
  ///   - parse: Markdown's parser.
  public mutating func readMarkup(of matter: FrontMatter, in source: [UInt8], parse: (String) -> Tree) {
    func tree(_ key: String) -> Tree? {
      guard let value = matter.value(key), let text = value.text, !text.isEmpty else { return nil }
      var tree = parse(text)
      tree.move(to: value.span, text: Array(text.utf8), in: source)
      return tree
    }
    titleTree = tree("title").flatMap { $0.isOneParagraph ? $0 : nil }
    subtitleTree = tree("subtitle").flatMap { $0.isOneParagraph ? $0 : nil }
    abstractTree = tree("abstract")
    // Headers and the file's own title show no markup.
    if let titleTree { title = titleTree.plainText(of: 1) }
  }
}

extension TitleBlock {
  /// Puts a picture above the title.
  ///
  /// - Parameters:
  ///   - width: As in an attribute: `35mm`, `30%`.
  ///   - span: Where the document names it.
  public mutating func setLogo(_ address: String, width: String?, at span: SourceSpan, parse: (String) -> Tree) {
    var tree = parse("![Logo](<\(address)>){width=\(width ?? "35mm")}")
    tree.moveSpans(by: nil, else: span)
    logoTree = tree.isOneParagraph ? tree : nil
  }
}

extension Tree {
  /// The document is its first node, its only paragraph the second.
  var isOneParagraph: Bool {
    guard nodes.count > 1, case .paragraph = nodes[1].kind else { return false }
    return nodes[0].firstChild == 1 && nodes[1].nextSibling < 0
  }

  /// Gives nodes the places that they have in the document, or where that is not known (in YAML's blocks) that of the whole value.
  fileprivate mutating func move(to span: SourceSpan, text: [UInt8], in source: [UInt8]) {
    let written = Array(source[span.range(within: source.count)])
    let start = written.firstRange(of: text).map { Int(span.start) + $0.lowerBound }
    moveSpans(by: start, else: span)
  }
}

extension BlockStyling {
  /// True if the document's first heading repeats the title, as many editors write it. Links to it then lead to the title.
  mutating func repeatsTitle(_ title: TitleBlock, inside body: BlockStyle) -> Bool {
    guard let words = title.title, out.titleCount > 0, let first = tree.children(of: 0).first(where: { _ in true }),
      case .heading(1) = tree[first].kind, tree.plainText(of: first).lowercased() == words.lowercased(),
      numbering.numbers[first] == nil, !body.applying(theme[.h1], families: theme.families).pageBreak
    else { return false }
    out.blocks[1].anchor = out.blocks[1].anchor ?? numbering.anchors[first]
    return true
  }

  /// The inlines of a title's only paragraph.
  func content(of title: Tree, style: TextStyle) -> InlineContent {
    var inlines = InlineStyling(tree: title, theme: theme)
    inlines.words = words
    return inlines.content(of: 1, style: style)
  }

  /// The abstract's blocks as one, after its word.
  mutating func appendAbstract(_ tree: Tree, _ style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index) {
    var inner = BlockStyling(tree: tree, theme: theme, language: out.language, numbering: Numbering())
    // Notes count in the text alone.
    inner.inlines.notes = NoteNumbers()
    swap(&inner.out, &out)
    let group = inner.add(.group, style, SourceSpan(0, 0))
    var lastChild: StyledTree.Index = -1
    for child in tree.children(of: 0) {
      if case .footnoteDefinition = tree[child].kind { continue }
      inner.append(child, inside: style, after: &lastChild, in: group)
    }
    swap(&inner.out, &out)
    out.diagnostics += inner.inlines.diagnostics
    let children = out.children(of: group)
    for child in children {
      guard case .paragraph = out[child].kind else { continue }
      // Paragraphs of one abstract are close, and end as the abstract does.
      if out[child].style.firstIndent == .zero { out.blocks[Int(child)].style.after = Glue(style.leading / 3) }
      if child == children.last { out.blocks[Int(child)].style.after = .zero }
    }
    if let first = children.first, case .paragraph(let content) = out[first].kind {
      var strong = style.text
      strong.weight = 700
      out.blocks[Int(first)].style.firstIndent = .zero
      out.blocks[Int(first)].kind = .paragraph(
        content.prefixed(by: "\u{2002}", style: style.text).prefixed(by: words.abstract + ".", style: strong))
    }
    link(group, after: &last, in: parent)
  }
}
