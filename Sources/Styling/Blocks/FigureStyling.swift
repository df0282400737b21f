import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

extension BlockStyling {
  /// A picture that is alone in its paragraph, its alternative text as caption.
  mutating func appendFigure(
    _ paragraph: Tree.Index, image node: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index
  ) {
    guard case .image(let source, let title) = tree[node].kind else { return }
    let style = self.style(.figure, of: paragraph, inside: outer)
    var image = Image(source: source, alternative: tree.plainText(of: node), title: title, span: tree[node].span)
    image.words = inlines.words(of: node, style.text)
    let attributes = tree.attributes(of: node)
    if let attributes { image.takeSize(attributes, em: theme.size, theme: theme) }
    var content = InlineContent()
    // HTML pictures have no caption; their alternative text is for screen readers.
    let isNamed = numbering.numbers[paragraph] != nil || tree.isPart(paragraph)
    if attributes?["caption"] != "", !image.hasGenericAlternative || isNamed {
      content = caption(node, of: paragraph, style: style.applying(theme[.caption], families: theme.families).text)
    }
    let index = add(.figure(image, caption: content), style, for: paragraph)
    if out.blocks[Int(index)].anchor == nil { out.blocks[Int(index)].anchor = attributes?.id }
    if numbering.numbers[paragraph] != nil {
      let anchor = out.blocks[Int(index)].anchor ?? "figure-\(paragraph)"
      out.blocks[Int(index)].anchor = anchor
      // Lists of figures name the whole.
      if numbering.numbers[paragraph]?.hasPrefix("(") == false { captioned.append((paragraph, (anchor, false))) }
    }
    link(index, after: &last, in: parent)
  }

  /// The text of a caption, with the number of its figure or table.
  mutating func caption(_ node: Tree.Index, of owner: Tree.Index, style: TextStyle) -> InlineContent {
    let content = inlines.content(of: node, style: style)
    guard owner >= 0, !content.isEmpty, let number = numbering.numbers[owner] else { return content }
    // `Figure 1: words` has the number that its author counted.
    if content.beginsAsCaption(words: words) { return content }
    var strong = style
    strong.weight = 700
    if number.hasPrefix("(") { return content.prefixed(by: number + " ", style: strong) }
    let isTable =
      switch tree[owner].kind {
      case .table: true
      case .figure: tree.isTable(owner, id: tree.attributes(of: owner)?.id)
      default: false
      }
    return content.prefixed(by: " ", style: style).prefixed(by: words.caption(isTable ? .table : .figure, number), style: strong)
  }

  /// Notes a figure of several parts for the list of figures.
  mutating func noteCaption(of figure: Tree.Index) {
    guard numbering.numbers[figure] != nil, let id = tree.attributes(of: figure)?.id else { return }
    captioned.append((figure, (id, numbering.labels[id]?.kind == .table)))
  }

  /// True if a paragraph continues the sentence before a display, with a lower-case letter.
  func continues(_ paragraph: Tree.Index, after last: StyledTree.Index, style: BlockStyle) -> Bool {
    guard style.firstIndent > .zero, last >= 0 else { return false }
    switch out.blocks[Int(last)].kind {
    case .display, .code:
      guard let first = tree.plainText(of: paragraph).unicodeScalars.first else { return false }
      return first.properties.isLowercase
    default: return false
    }
  }

  /// `\mainmatter` and the like.
  mutating func appendBookPart(
    _ part: String, _ outer: BlockStyle, _ span: SourceSpan, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) {
    switch part {
    case "frontmatter": link(add(.numbering(.roman), outer, span), after: &last, in: parent)
    case "mainmatter": link(add(.numbering(.arabic), outer, span), after: &last, in: parent)
    default: break
    }
  }

  /// In themes that number what is before the text by itself, the text begins with its first chapter.
  mutating func beginMainMatter(
    _ child: Tree.Index, _ body: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index
  ) {
    guard !hasBegun, theme.page.frontNumbers != .arabic else { return }
    if case .paragraph = tree[child].kind, tree.bookPart(child) != nil { hasBegun = true }
    guard case .heading(let level) = tree[child].kind, level == numbering.topLevel else { return }
    hasBegun = true
    guard !tree.children(of: 0).contains(where: { tree.bookPart($0) != nil && tree.bookPart($0) != "appendix" }) else { return }
    link(add(.numbering(.arabic), body, tree[child].span), after: &last, in: parent)
  }
}

extension Image {
  /// True if the alternative text tells a reader nothing: the file's own name, a host, an editor's `image`, a token such as `shot-2`.
  var hasGenericAlternative: Bool {
    let shown = alternative.trimmed().lowercased()
    if shown == "alt text" || shown == "image alt text" { return true }
    if Self.genericWords.contains(shown) { return true }
    // A single word may be a sufficient description; in scripts without spaces it may be a whole sentence.
    let isToken = shown.utf8.allSatisfy { $0 > 0x20 && $0 < 0x7F } && shown.utf8.contains { !($0 &- 0x61 < 26) }
    if isToken { return true }
    let file = percentDecoded(source.split(separator: "/").last.map(String.init) ?? source).lowercased()
    return shown == file || shown == file.split(separator: ".").dropLast().joined(separator: ".")
  }
}

extension Image {
  /// Placeholders that programs and people in a hurry write.
  fileprivate static let genericWords: Set<String> = [
    "png", "jpg", "jpeg", "svg", "gif", "webp", "image", "img", "alt", "pic", "picture", "photo", "figure", "fig", "screenshot",
    "screencast", "untitled", "unnamed", "imgur", "logo", "banner", "badge", "icon", "avatar", "thumbnail", "preview", "demo",
  ]
}

extension InlineContent {
  /// The content with other words before it.
  /// A heading's content after its number and an em space.
  func numbered(_ number: String, style: TextStyle) -> InlineContent {
    var content = prefixed(by: number + "\u{2003}", style: style)
    content.numberLength = number.utf8.count
    return content
  }

  func prefixed(by words: String, style: TextStyle) -> InlineContent {
    var content = self
    content.text = StyledText()
    content.text.append(words.utf8, style: style)
    for run in text.runs {
      content.text.append(text.text[Int(run.range.lowerBound)..<Int(run.range.upperBound)], style: text.styles[Int(run.style)])
    }
    return content
  }
}
