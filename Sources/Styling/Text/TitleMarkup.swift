import TypesetBoxes
public import TypesetDiagnostics
public import TypesetMarkdown
import TypesetYAML

// Titles and abstracts are Markdown, as pandoc and Quarto have them: with emphasis, formulas, lists.

extension TitleBlock {
  /// Reads title, subtitle, abstract, the date and the authors' names as Markdown.
  ///
  /// - Parameters:
  ///   - matter: The front matter that the block was made of.
  ///   - source: The document.
  ///   - parse: Markdown's parser.
  public mutating func readMarkup(of matter: FrontMatter, in source: [UInt8], parse: (String) -> Tree) {
    func tree(_ key: String) -> Tree? {
      guard let value = matter.value(key), let text = value.text.map({ TitleCommands.withoutLooks(withoutShortcodes($0)) }), !text.isEmpty
      else { return nil }
      var tree = parse(text)
      tree.move(to: value.span, text: Array(text.utf8), in: source)
      return tree
    }
    titleTree = tree("title").flatMap { $0.isOneParagraph ? $0 : nil }
    subtitleTree = tree("subtitle").flatMap { $0.isOneParagraph ? $0 : nil }
    abstractTree = tree("abstract")
    for index in rights.indices { rights[index].readMarkup(in: source, parse: parse) }
    notes = TitleNotes(besideAsterisk: hasCorresponding)
    if let titleTree { titleSigns = notes.take(from: titleTree) }
    if let subtitleTree { subtitleSigns = notes.take(from: subtitleTree) }
    // Of markup in names only the words are kept, and the notes.
    for index in people.indices where people[index].name.utf8.contains(where: { "&<[*_`\\".utf8.contains($0) }) {
      let words = parse(TitleCommands.withoutLooks(people[index].name))
      guard words.isOneParagraph else { continue }
      people[index].name = words.plainText(of: 1)
      let taken = notes.notes.count
      _ = notes.take(from: words)
      people[index].noteSigns = notes.notes[taken...].map(\.sign)
    }
    for index in affiliations.indices where affiliations[index].utf8.contains(where: { "&<[*`\\".utf8.contains($0) }) {
      let words = parse(TitleCommands.withoutLooks(affiliations[index]))
      if words.isOneParagraph, words.nodes[0].firstChild == 1, words[1].nextSibling < 0 { affiliations[index] = words.plainText(of: 1) }
    }
    if let written = date, written.utf8.contains(where: { "&<[*`\\".utf8.contains($0) }) || written.contains("--") {
      let words = parse(written)
      if words.isOneParagraph { date = words.plainText(of: 1).replacing("---", with: "—").replacing("--", with: "–") }
      shownDate = dateInLine ?? shownDate
    }
    notesBeforeAbstract = notes.notes.count
    if let abstractTree { abstractSigns = notes.take(from: abstractTree) }
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
  /// The document is its first node, its only paragraph the second; notes of one paragraph may follow.
  var isOneParagraph: Bool {
    guard nodes.count > 1, case .paragraph = nodes[1].kind, nodes[0].firstChild == 1 else { return false }
    return children(of: 0).dropFirst().allSatisfy { block in
      guard case .footnoteDefinition = self[block].kind, case let first = self[block].firstChild, first >= 0,
        case .paragraph = self[first].kind
      else { return false }
      return self[first].nextSibling < 0
    }
  }

  /// True for a heading that serves as the title where there is none: authors are shown below it, but not below that of the first section.
  func isTitle(_ block: Index) -> Bool {
    guard case .heading(let level) = self[block].kind else { return false }
    return level == 1
      || !nodes.dropFirst(Int(block) + 1).contains { if case .heading(let other) = $0.kind { other <= level } else { false } }
  }

  /// Gives nodes the places that they have in the document, or where that is not known (in YAML's blocks) that of the whole value.
  mutating func move(to span: SourceSpan, text: [UInt8], in source: [UInt8]) {
    let written = Array(source[span.range(within: source.count)])
    let start = written.firstRange(of: text).map { Int(span.start) + $0.lowerBound }
    moveSpans(by: start, else: span)
  }
}

/// The title and what is around it.
enum TitleStyling {
  /// Adds the lines of the title, with its logo and abstract.
  ///
  /// - Parameter standsBelowHeading: True if the document's first heading serves as the title.
  static func appendLines(
    _ title: TitleBlock, belowHeading standsBelowHeading: Bool, inside body: BlockStyle, after last: inout StyledTree.Index,
    in root: StyledTree.Index, with styling: inout BlockStyling
  ) {
    var previous: Element?
    let headingStyle = last >= 0 ? styling.out[last].style : nil
    if let logo = title.logoTree {
      let style = body.applying(styling.theme[.author], families: styling.theme.families)
      styling.link(
        styling.add(.paragraph(content(of: logo, style: style.text, with: styling)), style, SourceSpan(0, 0)), after: &last, in: root)
      styling.out.titleCount += 1
    }
    for (element, content) in title.lines(
      style: { body.applying(styling.theme[$0], families: styling.theme.families) }, words: styling.words,
      note: { Self.content(of: $0.tree, from: $0.paragraph, style: $1, with: styling) })
    {
      var style = body.applying(styling.theme[element], families: styling.theme.families)
      if element == .abstract, let markup = title.abstractTree {
        if previous != .abstract {
          appendAbstract(markup, signs: title.abstractSigns, style, after: &last, in: root, with: &styling)
          styling.out.titleCount += 1
        }
        previous = .abstract
        continue
      }
      // Paragraphs of one abstract are close.
      if element == .abstract, element == previous, last >= 0 {
        style.before = Glue(style.leading / 3)
        styling.out.blocks[Int(last)].style.after = .zero
      }
      previous = element
      if let headingStyle, element == .author || element == .affiliation || element == .date { style.align = headingStyle.align }
      let markup = element == .title ? title.titleTree : element == .subtitle ? title.subtitleTree : nil
      let signs = element == .title ? title.titleSigns : title.subtitleSigns
      let block = styling.add(
        .paragraph(markup.map { Self.content(of: $0, signs: signs, style: style.text, with: styling) } ?? content), style, SourceSpan(0, 0))
      styling.link(block, after: &last, in: root)
      if element == .title { styling.out.titleIndex = block }
      styling.out.titleCount += 1
    }
    if title.hasOwnPage { appendRights(title.rights, alignedAs: headingStyle, inside: body, after: &last, in: root, with: &styling) }
    if !standsBelowHeading { styling.out.titleEnd = StyledTree.Index(styling.out.blocks.count) } else { styling.out.titleCount = 0 }
    // The text does not begin right below the title, whatever ends the title.
    if last >= 0, previous != .abstract, previous != .keywords {
      let gap = body.applying(styling.theme[.date], families: styling.theme.families).after
      if styling.out.blocks[Int(last)].style.after.natural < gap.natural { styling.out.blocks[Int(last)].style.after = gap }
    }
  }

  private static func appendRights(
    _ rights: [TitleRights], alignedAs heading: BlockStyle?, inside body: BlockStyle, after last: inout StyledTree.Index,
    in root: StyledTree.Index, with styling: inout BlockStyling
  ) {
    for line in rights {
      guard let tree = line.tree else { continue }
      var style = body.applying(styling.theme[.date], families: styling.theme.families)
      if let heading { style.align = heading.align }
      let words = content(of: tree, style: style.text, with: styling)
      styling.link(styling.add(.paragraph(words), style, SourceSpan(0, 0)), after: &last, in: root)
      styling.out.titleCount += 1
    }
  }

  /// What follows the title begins a page.
  static func beginPageAfterTitle(with styling: inout BlockStyling) {
    let blocks = styling.out.children(of: 0)
    guard styling.out.titleCount > 0, styling.out.titleCount < blocks.count else { return }
    styling.out.blocks[Int(blocks[styling.out.titleCount])].style.pageBreak = true
  }

  /// Drops the document's first heading where it repeats the title, as many editors write it. Links to it then lead to the title.
  ///
  /// - Parameter children: Of the document, from the heading or from blanks (`&nbsp;`) above it.
  static func dropRepeatedTitle(
    _ title: TitleBlock, from children: inout ArraySlice<Tree.Index>, inside body: BlockStyle, with styling: inout BlockStyling
  ) {
    guard let text = title.title, styling.out.titleCount > 0,
      let first = styling.tree.children(of: 0).first(where: { !styling.tree.isBlankParagraph($0) }),
      case .heading(1) = styling.tree[first].kind, styling.tree.plainText(of: first).lowercased() == text.lowercased(),
      styling.numbering.numbers[first] == nil, !body.applying(styling.theme[.h1], families: styling.theme.families).pageBreak,
      let place = children.firstIndex(of: first)
    else { return }
    styling.out.blocks[1].anchor = styling.out.blocks[1].anchor ?? styling.numbering.anchors[first]
    children.removeSubrange(...place)
  }

  /// The inlines of a title's only paragraph, or of a note's.
  ///
  /// - Parameter signs: Of the notes, by label; notes without one are not marked.
  static func content(
    of title: Tree, from paragraph: Tree.Index = 1, signs: [String: String] = [:], style: TextStyle, with styling: BlockStyling
  ) -> InlineContent {
    var markup = InlineStyling(tree: title, theme: styling.theme)
    markup.words = styling.words
    markup.notes = NoteNumbers(signs: signs)
    return markup.content(of: paragraph, style: style)
  }

  /// The abstract's blocks as one, after its word.
  static func appendAbstract(
    _ markup: Tree, signs: [String: String], _ style: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    var inner = BlockStyling(tree: markup, theme: styling.theme, language: styling.out.language, numbering: Numbering())
    // Numbers count in the text alone.
    inner.inlines.notes = NoteNumbers(signs: signs)
    swap(&inner.out, &styling.out)
    let group = inner.add(.group, style, SourceSpan(0, 0))
    var lastChild: StyledTree.Index = -1
    for child in markup.children(of: 0) {
      if case .footnoteDefinition = markup[child].kind { continue }
      inner.append(child, inside: style, after: &lastChild, in: group)
    }
    swap(&inner.out, &styling.out)
    styling.out.diagnostics += inner.inlines.diagnostics
    let children = styling.out.children(of: group)
    for child in children {
      guard case .paragraph = styling.out[child].kind else { continue }
      // Paragraphs of one abstract are close, and end as the abstract does.
      if styling.out[child].style.firstIndent == .zero { styling.out.blocks[Int(child)].style.after = Glue(style.leading / 3) }
      if child == children.last { styling.out.blocks[Int(child)].style.after = .zero }
    }
    if let first = children.first, case .paragraph(let content) = styling.out[first].kind {
      var strong = style.text
      strong.weight = 700
      styling.out.blocks[Int(first)].style.firstIndent = .zero
      styling.out.blocks[Int(first)].kind = .paragraph(
        content.prefixed(by: "\u{2002}", style: style.text).prefixed(by: styling.words.abstract + ".", style: strong))
    }
    styling.link(group, after: &last, in: parent)
  }
}

extension Tree {
  /// True for a paragraph that is nothing but blanks.
  fileprivate func isBlankParagraph(_ block: Index) -> Bool {
    guard case .paragraph = self[block].kind else { return false }
    return children(of: block).allSatisfy {
      guard case .text(let words) = self[$0].kind else { return false }
      return words.allSatisfy(\.isWhitespace)
    }
  }
}
