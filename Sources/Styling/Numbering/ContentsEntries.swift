import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// One line of a table of contents, or of a list of figures; its page is known when pages are.
public struct ContentsEntry: Hashable, Sendable {
  /// From 0 on.
  public var level: Int
  public var number: InlineContent?
  public var content: InlineContent
  public var style: BlockStyle
  public var destination: String
}

/// The content of a contents block.
enum ContentsKind: Hashable { case sections, figures, tables }

extension BlockStyling {
  /// Adds a list with its heading; its entries come when all headings are known.
  mutating func appendContents(
    _ kind: ContentsKind, title: String?, inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) {
    if let title, !title.isEmpty {
      let style = outer.applying(theme[.contentsHeading], families: theme.families)
      var content = InlineContent()
      content.text.append(title.utf8, style: style.text)
      link(add(.paragraph(content), style, SourceSpan(0, 0)), after: &last, in: parent)
    }
    let style = outer.applying(theme[.contents], families: theme.families)
    let index = add(.contents([]), style, SourceSpan(0, 0))
    waitingContents.append((index, kind))
    link(index, after: &last, in: parent)
  }

  /// The lists that front matter asks for, in the order of books.
  mutating func appendFrontContents(inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index) {
    if contents.isOn {
      appendContents(.sections, title: contents.title ?? words.contents, inside: outer, after: &last, in: parent)
    }
    if contents.listsFigures { appendContents(.figures, title: words.figures, inside: outer, after: &last, in: parent) }
    if contents.listsTables { appendContents(.tables, title: words.tables, inside: outer, after: &last, in: parent) }
    // Text may follow, without a heading's space.
    guard let list = waitingContents.last?.0, list == last else { return }
    let style = out.blocks[Int(list)].style
    if style.after.natural < style.leading { out.blocks[Int(list)].style.after = Glue(style.leading) }
  }

  /// The same lists after the text, on pages of their own.
  mutating func appendEndContents(inside outer: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index) {
    let before = last
    appendFrontContents(inside: outer, after: &last, in: parent)
    guard last != before else { return }
    let first = before < 0 ? out.blocks[Int(parent)].firstChild : out.blocks[Int(before)].nextSibling
    out.blocks[Int(first)].style.pageBreak = true
  }

  /// Fills the lists.
  mutating func finishContents(_ body: BlockStyle) {
    for (index, kind) in waitingContents {
      out.blocks[Int(index)].kind = .contents(kind == .sections ? sectionEntries(body) : captionEntries(kind, body))
    }
  }

  private mutating func sectionEntries(_ body: BlockStyle) -> [ContentsEntry] {
    var entries: [ContentsEntry] = []
    // Where there is but one level, its lines are like others.
    let levels = Set(numbering.anchors.keys.compactMap { if case .heading(let level) = tree[$0].kind { level } else { nil } })
    let isFlat = levels.filter { (numbering.topLevel..<numbering.topLevel + contents.depth).contains($0) }.count < 2
    for position in tree.nodes.indices {
      let index = Tree.Index(position)
      guard case .heading(let level) = tree[index].kind, let destination = numbering.anchors[index],
        client?.headings.contains(index) ?? true
      else { continue }
      let depth = level - numbering.topLevel
      guard depth >= 0, depth < contents.depth, !tree.isUnlisted(index) else { continue }
      let element: Element = depth == 0 && !isFlat ? .contentsChapter : .contents
      entries.append(entry(index, level: depth, element, body, number: numbering.numbers[index], destination: destination))
    }
    return entries
  }

  private mutating func captionEntries(_ kind: ContentsKind, _ body: BlockStyle) -> [ContentsEntry] {
    var entries: [ContentsEntry] = []
    for (node, destination) in captioned where (destination.isTable ? ContentsKind.tables : .figures) == kind {
      let source = tree.figure(node) ?? tree.caption(of: node) ?? node
      var listed = entry(source, level: 0, .contents, body, number: numbering.numbers[node], destination: destination.name)
      listed.content.endAfterSentence()
      entries.append(listed)
    }
    return entries
  }

  private mutating func entry(
    _ node: Tree.Index, level: Int, _ element: Element, _ body: BlockStyle, number: String?, destination: String
  ) -> ContentsEntry {
    var style = body.applying(theme[element], families: theme.families)
    style.firstIndent = .zero
    style.align = .left
    let text = style.text
    var content = listed(node, style: text)
    content.dropLinks()
    return ContentsEntry(
      level: level,
      number: number.map { number in
        var content = InlineContent()
        content.text.append(number.utf8, style: text)
        return content
      }, content: content, style: style, destination: destination)
  }
}

extension BlockStyling {
  /// The inlines below a node for lists and running heads; for pictures alone, their alternative texts.
  func listed(_ node: Tree.Index, style: TextStyle) -> InlineContent {
    var listing = inlines
    listing.isListing = true
    var content = listing.content(of: node, style: style)
    content.trim()
    if content.isEmpty { content.text.append(tree.plainText(of: node).utf8, style: style) }
    return content
  }
}

extension Tree {
  /// Headings that their author keeps out of the contents: pandoc's `.unlisted`, kramdown's `.no_toc`.
  fileprivate func isUnlisted(_ heading: Index) -> Bool {
    attributes(of: heading)?.classes.contains { $0 == "unlisted" || $0 == "no_toc" } ?? false
  }
}

extension InlineContent {
  /// Removes trailing space, which was before something that is left out.
  fileprivate mutating func trim() {
    while text.text.last == 0x20, let last = text.runs.indices.last {
      text.text.removeLast()
      text.runs[last].range = text.runs[last].range.lowerBound..<text.runs[last].range.upperBound - 1
      if text.runs[last].range.isEmpty { text.runs.removeLast() }
    }
  }

  /// Lists show the first sentence of a caption.
  fileprivate mutating func endAfterSentence() {
    let bytes = text.text
    let space = UInt8(ascii: " ")
    guard
      let stop = bytes.indices.dropFirst(12).first(where: {
        bytes[$0] == UInt8(ascii: ".") && $0 + 2 < bytes.count && bytes[$0 + 1] == space
          && (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(bytes[$0 + 2])
      }) ?? lastStop(of: bytes)
    else { return }
    var short = StyledText()
    for run in text.runs where Int(run.range.lowerBound) < stop {
      short.append(bytes[Int(run.range.lowerBound)..<min(Int(run.range.upperBound), stop)], style: text.styles[Int(run.style)])
    }
    text = short
    attachments = Array(attachments.prefix(String(decoding: short.text, as: UTF8.self).unicodeScalars.count { $0 == "\u{FFFC}" }))
  }

  /// The full stop that ends a caption, unless it belongs to an abbreviation.
  private func lastStop(of bytes: [UInt8]) -> Int? {
    let stop = UInt8(ascii: ".")
    guard bytes.count > 2, bytes[bytes.count - 1] == stop, bytes[bytes.count - 2] != stop else { return nil }
    return ["etc.", "al.", "Inc.", "Ltd."].contains { bytes.suffix($0.utf8.count).elementsEqual($0.utf8) } ? nil : bytes.count - 1
  }

  /// Makes a whole entry a link.
  fileprivate mutating func dropLinks() {
    for index in text.styles.indices {
      text.styles[index].link = nil
      text.styles[index].anchor = nil
    }
  }
}
