import TypesetBoxes
import TypesetDiagnostics
import TypesetFiles
import TypesetMarkdown

/// Figures: pictures that are alone in their paragraphs, their captions and numbers.
enum FigureStyling {
  /// A picture that is alone in its paragraph, its alternative text as caption.
  static func append(
    _ paragraph: Tree.Index, image node: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    guard case .image(let source, let title) = styling.tree[node].kind else { return }
    var style = styling.style(.figure, of: paragraph, inside: outer)
    style.float = style.float ?? styling.tree.attributes(of: node)?.placement
    var image = Image(source: source, alternative: styling.tree.plainText(of: node), title: title, span: styling.tree[node].span)
    image.words = styling.inlines.words(of: node, style.text)
    let attributes = styling.tree.attributes(of: node)
    if let attributes {
      image.takeSize(attributes, em: styling.theme.size, theme: styling.theme, &styling.inlines.diagnostics)
      if let fault = attributes.placementFault(at: image.span) { styling.inlines.diagnostics.append(fault) }
    }
    if image.width == nil, image.height == nil, styling.theme.page.areSlides {
      image.width = UtilitySizes.width(around: node, in: styling.tree)
    }
    var content = InlineContent()
    // HTML pictures have no caption; their alternative text is for screen readers.
    let isNamed = styling.numbering.numbers[paragraph] != nil || styling.tree.isPart(paragraph)
    if attributes?["caption"] != "", !image.hasGenericAlternative || isNamed, isNamed || !styling.tree.isFormula(node) {
      content = caption(
        node, of: paragraph, style: style.applying(styling.theme[.caption], families: styling.theme.families).text, with: &styling)
    }
    let index = styling.add(.figure(image, caption: content), style, for: paragraph)
    if styling.out.blocks[Int(index)].anchor == nil { styling.out.blocks[Int(index)].anchor = attributes?.id }
    if let number = styling.numbering.numbers[paragraph] {
      let anchor = styling.out.blocks[Int(index)].anchor ?? styling.anchor("figure", number, of: paragraph)
      styling.out.blocks[Int(index)].anchor = anchor
      // Lists of figures name the whole.
      if styling.numbering.numbers[paragraph]?.hasPrefix("(") == false { styling.captioned.append((paragraph, (anchor, .figures))) }
    }
    styling.link(index, after: &last, in: parent)
  }

  /// The text of a caption, with the number of its figure or table.
  static func caption(_ node: Tree.Index, of owner: Tree.Index, style: TextStyle, with styling: inout BlockStyling) -> InlineContent {
    let content = styling.inlines.content(of: node, style: style)
    guard owner >= 0, let number = styling.numbering.numbers[owner] else { return content }
    // `Figure 1: words` has the number that its author counted.
    if content.beginsAsCaption(words: styling.words) { return content }
    var strong = style
    strong.weight = 700
    if number.hasPrefix("(") { return content.prefixed(by: number + " ", style: strong) }
    let isTable =
      switch styling.tree[owner].kind {
      case .table: true
      case .figure: styling.tree.isTable(owner, id: styling.tree.attributes(of: owner)?.id)
      default: false
      }
    let words = content.isEmpty ? content : content.prefixed(by: " ", style: style)
    return words.prefixed(by: styling.words.caption(isTable ? .table : .figure, number), style: strong)
  }

  /// Notes a figure of several parts for the list of figures.
  static func noteCaption(of figure: Tree.Index, with styling: inout BlockStyling) {
    guard let number = styling.numbering.numbers[figure], !number.hasPrefix("("), let id = styling.tree.attributes(of: figure)?.id else {
      return
    }
    styling.captioned.append((figure, (id, styling.numbering.labels[id]?.kind == .table ? .tables : .figures)))
  }

  /// True if a paragraph continues the sentence before a display, with a lower-case letter.
  static func continues(_ paragraph: Tree.Index, after last: StyledTree.Index, style: BlockStyle, with styling: BlockStyling) -> Bool {
    guard style.firstIndent > .zero, last >= 0 else { return false }
    switch styling.out.blocks[Int(last)].kind {
    case .display, .code:
      guard let first = styling.tree.plainText(of: paragraph).unicodeScalars.first else { return false }
      return first.properties.isLowercase
    default: return false
    }
  }

  /// `\mainmatter` and the like.
  static func appendBookPart(
    _ part: String, _ outer: BlockStyle, _ span: SourceSpan, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    if part == "frontmatter" || part == "mainmatter" { styling.isFront = part == "frontmatter" }
    switch part {
    // Where contents come first, what is before the text has its numbers already.
    case "frontmatter" where styling.theme.page.frontNumbers == .roman && styling.out.titleCount > 0: break
    case "frontmatter": styling.link(styling.add(.numbering(.roman), outer, span), after: &last, in: parent)
    case "mainmatter": styling.link(styling.add(.numbering(.arabic), outer, span), after: &last, in: parent)
    default: break
    }
  }

  /// In themes that number what is before the text by itself, the text begins with its first chapter.
  static func beginMainMatter(
    _ child: Tree.Index, _ body: BlockStyle, after last: inout StyledTree.Index, in parent: StyledTree.Index,
    with styling: inout BlockStyling
  ) {
    let restarts = styling.theme.page.restartsNumbers && !styling.isFront
    guard !styling.hasBegun || restarts, restarts || styling.theme.page.frontNumbers != .arabic else { return }
    if case .paragraph = styling.tree[child].kind, styling.tree.bookPart(child) != nil { styling.hasBegun = true }
    guard case .heading(let level) = styling.tree[child].kind, level == styling.numbering.topLevel else { return }
    styling.hasBegun = true
    let isDivided =
      !restarts
      && styling.tree.children(of: 0).contains { styling.tree.bookPart($0) != nil && styling.tree.bookPart($0) != "appendix" }
    guard !isDivided else { return }
    styling.link(styling.add(.numbering(.arabic), body, styling.tree[child].span), after: &last, in: parent)
  }
}

extension Tree {
  /// True for a picture whose alternative text is nothing but a formula: it shows that.
  fileprivate func isFormula(_ image: Index) -> Bool {
    let only = self[image].firstChild
    guard only >= 0, self[only].nextSibling < 0, case .math = self[only].kind else { return false }
    return true
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
