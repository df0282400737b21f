import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// The area that a picture takes at the side of the current text.
struct BesidePicture {
  var side: PictureSide
  /// The edges of the text next to it, from the left edge of the text block.
  var left: Length
  var right: Length
  /// The height over which lines are short, from the position of the next block.
  var height: Length
}

/// A picture at a side, and the blocks after it that run around it.
struct TextBesidePicture {
  private let context: BlockContext
  /// The picture, and the blocks after it.
  private let children: ArraySlice<StyledTree.Index>
  private let block: StyledTree.Block
  private let figure: FigureBlock
  private let side: PictureSide

  private var tree: StyledTree { context.document.tree }

  /// Nil if the first of the blocks is not a picture at a side.
  init?(_ children: ArraySlice<StyledTree.Index>, in context: BlockContext) {
    guard let first = children.first, let side = context.document.tree[first].side,
      case .figure(let image, let caption) = context.document.tree[first].kind
    else { return nil }
    self.context = context
    self.children = children
    self.side = side
    block = context.document.tree[first]
    figure = FigureBlock(image: image, caption: caption)
  }

  /// - Returns: The result, and the number of the blocks in it.
  func set() -> (set: SetBlock, count: Int) {
    let text = children.dropFirst().first.map { tree[$0].style } ?? block.style
    var out = SetBlock(in: context)
    if context.opening == .none || context.opening == .picture {
      out.list.nodes.append(.glue(larger(context.spaceAbove, block.style.before)))
    }
    let gap = text.text.size.scaled(by: 1.2)
    let widest = context.measure - gap - max(text.text.size * 9, context.measure / 4)
    guard children.count > 1, let set = figure.setAtSide(block, widest: widest, in: context.following(out)) else {
      return (withoutText(after: out), 1)
    }
    // Its upper edge is level with the capitals of the first line.
    let top = max(Strut(text.leading).height - text.text.size.scaled(by: 0.66), .zero)
    var ink = Ink()
    ink.append(set.picture.ink, dx: .zero, dy: -top)
    let firstNode = out.list.nodes.count
    out.takeNotes(of: set.notes)
    let width = set.picture.width
    out.list.append(
      ink, height: .zero, depth: .zero, width: width, x: side == .left ? context.x : context.x + context.measure - width)
    out.markAnchors(of: block, from: firstNode)
    var picture = BesidePicture(
      side: side, left: context.x, right: context.x + context.measure,
      height: top + set.picture.height + text.leading.scaled(by: 0.3))
    if side == .left { picture.left += width + gap } else { picture.right -= width + gap }
    let count = appendText(beside: picture, from: firstNode, to: &out)
    out.fill(picture.height - out.list.naturalHeight(from: firstNode))
    out.list.keepTogether(from: firstNode, downTo: picture.height)
    return (out, count + 1)
  }

  /// Adds the blocks that begin next to the picture.
  private func appendText(beside picture: BesidePicture, from firstNode: Int, to out: inout SetBlock) -> Int {
    var count = 0
    for child in children.dropFirst() {
      let rest = picture.height - out.list.naturalHeight(from: firstNode)
      guard rest > .zero,
        let text = Self.set(child, beside: picture, rest: rest, isFirst: count == 0, in: context.following(out))
      else { break }
      out.append(text)
      count += 1
    }
    return count
  }

  /// The picture alone at its side, if it is too wide for text next to it, or if nothing follows.
  private func withoutText(after above: SetBlock) -> SetBlock {
    var out = above
    var style = block.style
    if figure.caption.isEmpty { (style.align, style.authorAlign) = (side == .left ? .left : .right, nil) }
    out.list.nodes.append(.kern(style.leading / 2))
    let firstNode = out.list.nodes.count
    out.append(figure.set(style, isAlone: false, in: context.following(out)))
    out.markAnchors(of: block, from: firstNode)
    out.spaceBelow = larger(block.style.after, Glue(style.leading / 2))
    return out
  }

  /// A block next to a picture; nil if it has to begin below it.
  ///
  /// - Parameter rest: The height of the picture that is left.
  private static func set(
    _ child: StyledTree.Index, beside picture: BesidePicture, rest: Length, isFirst: Bool, in outer: BlockContext
  ) -> SetBlock? {
    let block = outer.document.tree[child]
    var out = SetBlock(in: outer)
    out.spaceBelow = outer.spaceAbove
    // Blocks next to a picture begin at its upper edge, without space above.
    if isFirst { out.list.nodes.append(.penalty(Penalty.prohibit)) }
    var context = outer.following(out)
    if isFirst { context.opening = .picture } else { context.lineAbove = outer.lineAbove }
    let narrow = context.moved(to: picture.left, measure: picture.right - picture.left)
    switch block.kind {
    case .paragraph where block.side == nil && !block.style.pageBreak,
      // The part left of items can't be moved line by line.
      .list where picture.side == .right && !block.style.hasFrame:
      context.beside = picture
      context.beside?.height = rest
      out.append(context.set(child))
      return out
    case .heading where isFirst && !block.style.pageBreak:
      out.append(narrow.set(child))
      return out
    case .list, .display, .group:
      // As a whole next to the picture, or below it.
      out.append(narrow.set(child))
      // A list that stays narrow for a while is better than a picture next to nothing.
      return rest - out.list.naturalHeight >= (isFirst ? picture.height * -2 : -block.style.leading) ? out : nil
    default: return nil
    }
  }
}

extension FigureBlock {
  /// The picture with its caption below it, its upper edge at the reference point; nil if it leaves too little space for text.
  ///
  /// - Returns: `notes` has the diagnostics and elements.
  fileprivate func setAtSide(
    _ block: StyledTree.Block, widest: Length, in context: BlockContext
  ) -> (picture: SetPicture, notes: SetBlock)? {
    let style = block.style
    var image = image
    var room = widest
    if image.width == nil, image.height == nil { room = min(room, context.measure.scaled(by: 0.45)) }
    guard room > style.text.size * 2 else { return nil }
    // Fractions refer to the whole measure.
    if case .fraction(let part)? = image.width { image.width = .absolute(context.measure.scaled(by: part)) }
    if case .absolute(let width)? = image.width, width > room { return nil }
    var out = SetBlock(in: context)
    // The caption is with its picture.
    let outer = caption.isEmpty ? out.structure.current : out.structure.enter(StructureElement(.division, parent: -1))
    defer { out.structure.leave(to: outer) }
    let picture = out.within(block.link == nil ? .division : .link) { out in
      out.within(image.element) { out in linked(image, block, room: room, in: context, onto: &out) }
    }
    guard picture.width <= room else { return nil }
    guard !caption.isEmpty else { return (picture, out) }
    let theme = context.document.tree.theme
    let captionStyle = style.applying(theme[.caption], families: theme.families)
    let lines = out.within(.caption) { out in context.captionLines(caption, style: captionStyle, measure: picture.width, onto: &out) }
    let packed = SetInk(lines, leading: captionStyle.leading)
    var whole = picture
    whole.height += captionStyle.before.natural
    whole.ink.append(packed.ink, dx: .zero, dy: -whole.height - packed.height)
    whole.height += packed.height + packed.depth
    return (whole, out)
  }

  /// The picture, all of it below the reference point, with the link that the author gave it.
  private func linked(
    _ image: Image, _ block: StyledTree.Block, room: Length, in context: BlockContext, onto out: inout SetBlock
  ) -> SetPicture {
    let style = block.style
    var picture = context.picture(
      image, style: style.text, measure: room, height: context.document.page.textHeight.scaled(by: 0.6), onto: &out)
    if let matte = style.matte, picture.isShown, !picture.isAdaptive {
      picture.mount(on: matte, edge: min(style.padding, room / 8), radius: style.radius)
    }
    var ink = Ink()
    ink.items.append(.content(out.structure.content))
    ink.append(picture.ink, dx: .zero, dy: -picture.height)
    let height = picture.height + picture.depth
    if let link = block.link {
      ink.marks.append(link.hasPrefix("#") ? .reference(destination: String(link.dropFirst())) : .link(url: link))
      ink.items.append(.mark(Int32(ink.marks.count - 1), Rect(x: .zero, y: -height, width: picture.width, height: height)))
    }
    ink.items.append(.content(.artifact))
    return SetPicture(ink: ink, width: picture.width, height: height)
  }
}

extension SetBlock {
  /// Empty space down to a picture's lower edge. A box, not a kern: glue after a kern is not a break.
  mutating func fill(_ rest: Length) {
    guard rest > .zero else { return }
    list.nodes.append(.penalty(Penalty.prohibit))
    list.append(Ink(), height: rest, depth: .zero, width: .zero, x: .zero)
  }
}

extension VList {
  fileprivate func naturalHeight(from node: Int) -> Length { naturalHeight(of: node..<nodes.count) }

  /// Prevents page breaks next to a picture: it goes to the next page with its text.
  fileprivate mutating func keepTogether(from first: Int, downTo limit: Length) {
    var kept: [VNode] = []
    var height = Length.zero
    for node in nodes[first...] {
      switch node {
      case .glue: if height < limit { kept.append(.penalty(Penalty.prohibit)) }
      case .penalty(let penalty): if height < limit, penalty > Penalty.force { continue }
      case .box, .kern, .beginFrame, .endFrame: break
      }
      height += self.height(of: node)
      kept.append(node)
    }
    nodes.replaceSubrange(first..., with: kept)
  }
}

extension ParagraphShape {
  /// Shortens the lines of a paragraph that are next to a picture.
  ///
  /// - Parameters:
  ///   - beginsAtRight: True if lines are mirrored.
  ///   - x: The paragraph's left edge.
  mutating func shorten(beside picture: BesidePicture, style: BlockStyle, beginsAtRight: Bool, x: Length, measure: Length) {
    // A line is next to the picture if the tops of its letters are.
    let above = Strut(leading).height - style.text.size.scaled(by: 0.72)
    let rest = picture.height - above
    guard rest > .zero, leading > .zero else { return }
    let count = min(Int(clamping: (rest.points / leading.points).rounded(.up)), 500)
    let begin = max(picture.left - x, .zero)
    let end = max(x + measure - picture.right, .zero)
    let (low, high) = beginsAtRight ? (end, self.measure - begin) : (begin, self.measure - end)
    var lines: [ParagraphShape.LinePlace] = []
    for number in 0..<max(count, self.lines.count - 1) {
      var place = place(ofLine: number)
      if number < count {
        let last = min(place.indent + place.width, high)
        place.indent = max(place.indent, low)
        place.width = max(last - place.indent, .zero)
      }
      lines.append(place)
    }
    lines.append(place(ofLine: Int.max))
    self.lines = lines
  }
}
