import TypesetBoxes
import TypesetDiagnostics
import TypesetMarkdown

/// The side at which a picture is, with the text that follows beside it.
public enum PictureSide: String, Hashable, Sendable {
  case left, right

  /// How authors write it: HTML's `align` and `style`, classes, `float=right`.
  init?(_ attributes: Attributes?) {
    guard let attributes else { return nil }
    if let side = (attributes["float"] ?? attributes["align"]).flatMap({ PictureSide(rawValue: $0.lowercased()) }) {
      self = side
      return
    }
    if let style = attributes["style"], let float = StyleRule.declarations(of: style).last(where: { $0.name == "float" }),
      let side = PictureSide(rawValue: float.value.lowercased())
    {
      self = side
      return
    }
    for name in attributes.classes {
      switch name {
      case "left", "float-left", "align-left", "alignleft", "pull-left": self = .left
      case "right", "float-right", "align-right", "alignright", "pull-right": self = .right
      default: continue
      }
      return
    }
    return nil
  }
}

/// A picture in a paragraph or heading with text beside it.
struct SidePicture {
  /// The image, and the child of the paragraph that it is or that holds it.
  var image: Tree.Index
  var child: Tree.Index
  var side: PictureSide
  /// The link of the picture.
  var link: String?
  /// True if there is nothing else in the paragraph.
  var isAlone: Bool
  /// Of a figure.
  var caption: Tree.Index?
}

extension Tree {
  /// The first picture of a paragraph, or of a heading with text, that is to have text beside it.
  ///
  /// Several of them without text are a row of pictures, and one that is no larger than a letter is a symbol in the text.
  func sidePicture(of paragraph: Index) -> SidePicture? {
    let isHeading: Bool
    switch self[paragraph].kind {
    case .figure, .division: return sideFigure(paragraph)
    case .paragraph: isHeading = false
    case .heading: isHeading = true
    default: return nil
    }
    guard hasPictureOrLink(paragraph) else { return nil }
    var found: SidePicture?
    var count = 0
    var hasText = false
    for child in children(of: paragraph) {
      switch self[child].kind {
      case .softBreak, .lineBreak: continue
      case .text(let text) where text.allSatisfy(\.isWhitespace): continue
      case .htmlInline(let tag) where tag.hasPrefix("<!--") || tag.lowercased().hasPrefix("<br"): continue
      case .image, .link:
        guard let picture = sidePicture(in: child) else {
          hasText = true
          continue
        }
        count += 1
        found = found ?? picture
      default: hasText = true
      }
    }
    guard var found, hasText || count == 1 && !isHeading else { return nil }
    found.isAlone = !hasText
    return found
  }

  /// A figure or div of one picture, and its caption.
  private func sideFigure(_ figure: Index) -> SidePicture? {
    var isDivision = false
    guard var said = attributes(of: figure) else { return nil }
    if case .division = self[figure].kind {
      isDivision = true
      // A div's `align` is that of its text.
      said.pairs.removeAll { $0.key == "align" }
    }
    guard let side = PictureSide(said) else { return nil }
    var found: SidePicture?
    var caption: Index?
    for child in children(of: figure) {
      switch self[child].kind {
      case .caption where caption == nil: caption = child
      case .paragraph where isDivision && found != nil && caption == nil: caption = child
      case .paragraph where found == nil:
        guard let image = self.figure(child) else { return nil }
        found = SidePicture(image: image, child: image, side: side, link: nil, isAlone: true)
      case .image where found == nil: found = SidePicture(image: child, child: child, side: side, link: nil, isAlone: true)
      default: return nil
      }
    }
    found?.caption = caption
    return found
  }

  /// False for most paragraphs, whose text is not looked at then.
  private func hasPictureOrLink(_ paragraph: Index) -> Bool {
    children(of: paragraph).contains { child in
      switch self[child].kind {
      case .image, .link: true
      default: false
      }
    }
  }

  private func sidePicture(in child: Index) -> SidePicture? {
    var image = child
    var link: String?
    if case .link(let destination, _) = self[child].kind {
      image = self[child].firstChild
      guard image >= 0, self[image].nextSibling < 0 else { return nil }
      link = destination
    }
    guard case .image = self[image].kind, let attributes = attributes(of: image), let side = PictureSide(attributes) else { return nil }
    for key in ["width", "height"] {
      if let text = attributes[key], case .absolute(let length)? = PictureSize(text, em: 10.pt), length <= 30.pt { return nil }
    }
    return SidePicture(image: image, child: child, side: side, link: link, isAlone: false)
  }
}

/// Pictures with text beside them.
enum SidePictureStyling {
  /// Adds the picture of a paragraph with text beside it.
  static func append(
    _ picture: SidePicture, of paragraph: Tree.Index, inside outer: BlockStyle, after last: inout StyledTree.Index,
    in parent: StyledTree.Index, with styling: inout BlockStyling
  ) {
    let first = last
    FigureStyling.append(paragraph, image: picture.image, inside: outer, after: &last, in: parent, with: &styling)
    guard last != first else { return }
    if case .figure(var image, let caption) = styling.out.blocks[Int(last)].kind, image.width == nil, styling.tree.figure(paragraph) == nil,
      let attributes = styling.tree.attributes(of: paragraph), picture.isAlone
    {
      // A figure's width is its picture's.
      let height = image.height
      image.takeSize(attributes, em: styling.theme.size, theme: styling.theme, &styling.inlines.diagnostics)
      image.height = height ?? image.height
      styling.out.blocks[Int(last)].kind = .figure(image, caption: caption)
    }
    if let node = picture.caption, case .figure(let image, _) = styling.out.blocks[Int(last)].kind {
      FigureStyling.noteCaption(of: paragraph, with: &styling)
      let look = styling.style(.figure, of: paragraph, inside: outer).applying(styling.theme[.caption], families: styling.theme.families)
      styling.out.blocks[Int(last)].kind = .figure(
        image, caption: FigureStyling.caption(node, of: paragraph, style: look.text, with: &styling))
    }
    let text = styling.style(.paragraph, of: paragraph, inside: outer)
    styling.out.blocks[Int(last)].side = picture.side
    if let link = picture.link, styling.inlines.mayLead(to: link, at: styling.tree[picture.child].span) {
      styling.out.blocks[Int(last)].link = styling.inlines.destination(ofLink: link, at: styling.tree[picture.child].span)
    }
    // It begins where the text does.
    styling.out.blocks[Int(last)].style.before = text.before
    styling.out.blocks[Int(last)].style.after = text.after
    if !picture.isAlone {
      // The anchor and the attributes are the paragraph's.
      styling.out.blocks[Int(last)].anchor = styling.tree.attributes(of: picture.image)?.id
      styling.out.blocks[Int(last)].attributes = Attributes()
    }
  }

  /// Adds a block of the document, and where that begins with a picture at a side, what may be beside it: they are built together.
  ///
  /// - Returns: How many of the children have been added.
  static func appendTop(
    _ children: ArraySlice<Tree.Index>, inside body: BlockStyle, after last: inout StyledTree.Index, in root: StyledTree.Index,
    with styling: inout BlockStyling
  ) -> Int {
    guard let first = children.first else { return 0 }
    guard styling.tree.sidePicture(of: first) != nil, mayStandBeside(first, with: styling) else {
      styling.append(first, inside: body, after: &last, in: root)
      return 1
    }
    let group = styling.add(.group, body.applying(StyleRule(), families: styling.theme.families), styling.tree[first].span)
    var lastInGroup: StyledTree.Index = -1
    var count = 0
    var bytes = 0
    for child in children {
      guard count == 0 || isFollower(child, afterPicture: count == 1, with: styling), bytes < 8_000, count < 40 else { break }
      styling.append(child, inside: body, after: &lastInGroup, in: group)
      bytes += Int(styling.tree[child].span.end - styling.tree[child].span.start)
      count += 1
    }
    guard lastInGroup >= 0 else { return count }
    // The picture is where what is beside it would begin.
    let picture = styling.out.blocks[Int(group)].firstChild
    let beside = styling.out.blocks[Int(picture)].nextSibling
    if beside >= 0, styling.out.blocks[Int(picture)].side != nil {
      let space = styling.out.blocks[Int(beside)].style.before
      if space.natural > styling.out.blocks[Int(picture)].style.before.natural { styling.out.blocks[Int(picture)].style.before = space }
    }
    styling.out.blocks[Int(group)].style.after = styling.out.blocks[Int(lastInGroup)].style.after
    styling.link(group, after: &last, in: root)
    return count
  }

  /// True if a picture and the block that contains it, or follows it, may begin at the same height; not with a heading that begins a page.
  static func mayStandBeside(_ node: Tree.Index, with styling: BlockStyling) -> Bool {
    guard case .heading(let level) = styling.tree[node].kind else { return true }
    return styling.theme[.heading(level)].pageBreak != true && styling.theme.page.frontNumbers == .arabic
  }

  /// Text, lists and displays may follow beside; a heading only right after the picture: later ones begin below it.
  private static func isFollower(_ node: Tree.Index, afterPicture: Bool, with styling: BlockStyling) -> Bool {
    switch styling.tree[node].kind {
    case .paragraph: styling.tree.sidePicture(of: node) == nil && styling.tree.figure(node) == nil && styling.tree.bookPart(node) == nil
    case .list, .mathBlock, .blockQuote: true
    case .heading: afterPicture && styling.tree.sidePicture(of: node) == nil && mayStandBeside(node, with: styling)
    default: false
    }
  }
}
