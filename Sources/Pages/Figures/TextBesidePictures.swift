import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// The room that a picture takes at the side of the text that is being built.
struct BesidePicture {
  var side: PictureSide
  /// The edges of the text beside it, from the left edge of the text block.
  var left: Length
  var right: Length
  /// In the list's nodes: the first one beside the picture.
  var firstNode: Int
  /// The height down to which lines are short, from that node.
  var height: Length

  /// How much of it is left.
  func rest(in list: VList) -> Length { height - list.naturalHeight(of: firstNode..<list.nodes.count) }
}

extension BlockBuilder {
  /// Builds a picture at a side and the blocks that run around it.
  ///
  /// - Returns: How many of the children, of which the picture is the first, have been built.
  func buildBeside(_ children: ArraySlice<StyledTree.Index>, in region: Region, into list: inout VList) -> Int {
    guard let first = children.first, let side = tree[first].side, case .figure(let image, let caption) = tree[first].kind else { return 0 }
    let block = tree[first]
    let text = children.dropFirst().first.map { tree[$0].style } ?? block.style
    flushNode = -1
    space(above: block.style, in: &list)
    let gap = text.text.size.scaled(by: 1.2)
    let widest = region.measure - gap - max(text.text.size * 9, region.measure / 4)
    guard children.count > 1, let set = sidePicture(image, caption: caption, block: block, widest: widest, measure: region.measure) else {
      // Too wide for text beside it, or nothing follows: it stands by itself at its side.
      var style = block.style
      if caption.isEmpty { style.align = side == .left ? .left : .right }
      list.nodes.append(.kern(style.leading / 2))
      let firstNode = list.nodes.count
      appendFigure(image, caption: caption, style: style, in: region, into: &list)
      markAnchors(of: block, from: firstNode, in: &list)
      spaceBelow = Self.larger(block.style.after, Glue(style.leading / 2))
      return 1
    }
    let leading = text.leading
    // Its upper edge is level with the capitals of the first line.
    let top = max(Self.strut(leading).height - text.text.size.scaled(by: 0.66), .zero)
    var ink = Ink()
    ink.append(set.ink, dx: .zero, dy: -top)
    let firstNode = list.nodes.count
    list.append(ink, height: .zero, depth: .zero, width: set.width, x: side == .left ? region.x : region.x + region.measure - set.width)
    markAnchors(of: block, from: firstNode, in: &list)
    var picture = BesidePicture(
      side: side, left: region.x, right: region.x + region.measure, firstNode: firstNode, height: top + set.height + leading.scaled(by: 0.3)
    )
    if side == .left { picture.left += set.width + gap } else { picture.right -= set.width + gap }
    spaceBelow = nil
    var count = 1
    for child in children.dropFirst() {
      guard picture.rest(in: list) > .zero, buildBeside(picture, child, isFirst: count == 1, in: region, into: &list) else { break }
      count += 1
    }
    fill(picture.rest(in: list), in: &list)
    keepBeside(picture, in: &list)
    return count
  }

  /// Builds a block beside a picture; false where it has to begin below it.
  private func buildBeside(
    _ picture: BesidePicture, _ child: StyledTree.Index, isFirst: Bool, in region: Region, into list: inout VList
  ) -> Bool {
    let block = tree[child]
    switch block.kind {
    case .paragraph where block.side == nil && !block.style.pageBreak,
      // What stands left of items can't be moved line by line.
      .list where picture.side == .right && !block.style.hasFrame:
      if isFirst { beginFlush(in: &list) }
      beside = picture
      build(child, x: region.x, measure: region.measure, into: &list)
      beside = nil
      return true
    case .heading where isFirst && !block.style.pageBreak:
      beginFlush(in: &list)
      build(child, x: picture.left, measure: picture.right - picture.left, into: &list)
      return true
    case .list, .display, .group:
      // As a whole beside the picture, or below it.
      let before = (list, structure, spaceBelow, diagnosticCount)
      if isFirst { beginFlush(in: &list) }
      build(child, x: picture.left, measure: picture.right - picture.left, into: &list)
      // Better a list that stays narrow for a while than a picture beside nothing.
      if picture.rest(in: list) >= (isFirst ? picture.height * -2 : -block.style.leading) { return true }
      (list, structure, spaceBelow) = (before.0, before.1, before.2)
      forgetDiagnostics(from: before.3)
      return false
    default: return false
    }
  }

  /// What can't have lines of several widths begins below the picture beside which a list runs.
  func clearBeside(for block: StyledTree.Block, in list: inout VList) {
    guard let picture = beside else { return }
    switch block.kind {
    case .paragraph, .list, .item, .group: guard block.style.hasFrame || block.side != nil else { return }
    default: break
    }
    beside = nil
    fill(picture.rest(in: list), in: &list)
  }

  /// Empty space down to a picture's lower edge. A box and no kern: behind a kern glue is no place to break.
  private func fill(_ rest: Length, in list: inout VList) {
    guard rest > .zero else { return }
    list.nodes.append(.penalty(Penalty.prohibit))
    list.append(Ink(), height: rest, depth: .zero, width: .zero, x: .zero)
  }

  /// What stands beside a picture begins at its upper edge, without space above.
  private func beginFlush(in list: inout VList) {
    list.nodes.append(.penalty(Penalty.prohibit))
    flushNode = list.nodes.count
  }

  /// The picture with its caption below it, its upper edge at the reference point; nil where it leaves too little room for text.
  private func sidePicture(
    _ image: Image, caption: InlineContent, block: StyledTree.Block, widest: Length, measure: Length
  ) -> (ink: Ink, width: Length, height: Length)? {
    let style = block.style
    var image = image
    var room = widest
    if image.width == nil, image.height == nil { room = min(room, measure.scaled(by: 0.45)) }
    guard room > style.text.size * 2 else { return nil }
    // Parts are those of the whole measure.
    if case .fraction(let part)? = image.width { image.width = .absolute(measure.scaled(by: part)) }
    if case .absolute(let width)? = image.width, width > room { return nil }
    let figures = structure
    // The caption stands with its picture.
    let outer = caption.isEmpty ? structure.current : structure.enter(StructureElement(.division, parent: -1))
    defer { structure.leave(to: outer) }
    let set = within(block.link == nil ? .division : .link) {
      within(figureElement(of: image)) {
        () -> (ink: Ink, width: Length, height: Length) in
        var picture = picture(image, style: style.text, measure: room, height: tree.theme.page.textHeight.scaled(by: 0.6))
        if let matte = style.matte, picture.isShown {
          mount(&picture, on: matte, edge: min(style.padding, room / 8), radius: style.radius)
        }
        var ink = Ink()
        ink.items.append(.content(structure.content))
        ink.append(picture.ink, dx: .zero, dy: -picture.height)
        if let link = block.link {
          ink.marks.append(link.hasPrefix("#") ? .reference(destination: String(link.dropFirst())) : .link(url: link))
          let rect = Rect(x: .zero, y: -picture.height - picture.depth, width: picture.width, height: picture.height + picture.depth)
          ink.items.append(.mark(Int32(ink.marks.count - 1), rect))
        }
        ink.items.append(.content(.artifact))
        return (ink, picture.width, picture.height + picture.depth)
      }
    }
    guard set.width <= room else {
      structure = figures
      return nil
    }
    guard !caption.isEmpty else { return set }
    let captionStyle = style.applying(tree.theme[.caption], families: tree.theme.families)
    let lines = within(.caption) { captionLines(caption, style: captionStyle, measure: set.width) }
    let packed = pack(lines, leading: captionStyle.leading)
    var (ink, height) = (set.ink, set.height + captionStyle.before.natural)
    ink.append(packed.ink, dx: .zero, dy: -height - packed.height)
    height += packed.height + packed.depth
    return (ink, set.width, height)
  }

  private func figureElement(of image: Image) -> StructureElement {
    var figure = StructureElement(.figure, parent: -1)
    figure.alternative = image.spoken
    return figure
  }

  /// No page ends beside a picture: it goes to the next one with its text.
  private func keepBeside(_ picture: BesidePicture, in list: inout VList) {
    var kept: [VNode] = []
    var height = Length.zero
    for node in list.nodes[picture.firstNode...] {
      switch node {
      case .glue: if height < picture.height { kept.append(.penalty(Penalty.prohibit)) }
      case .penalty(let penalty): if height < picture.height, penalty > Penalty.force { continue }
      case .box, .kern, .beginFrame, .endFrame: break
      }
      height += list.height(of: node)
      kept.append(node)
    }
    list.nodes.replaceSubrange(picture.firstNode..., with: kept)
  }

  /// Shortens the lines of a paragraph that stand beside a picture.
  ///
  /// - Parameter beginsAtRight: Lines' places are mirrored.
  func shorten(
    _ shape: inout ParagraphShape, beside picture: BesidePicture, style: BlockStyle, beginsAtRight: Bool, in region: Region,
    after list: VList
  ) {
    let strut = Self.strut(shape.leading)
    // A line is beside the picture if the tops of its letters are.
    let above = strut.height - style.text.size.scaled(by: 0.72)
    let rest = picture.rest(in: list) - above
    guard rest > .zero, shape.leading > .zero else { return }
    let count = min(Int((rest.points / shape.leading.points).rounded(.up)), 500)
    let begin = max(picture.left - region.x, .zero)
    let end = max(region.x + region.measure - picture.right, .zero)
    let (low, high) = beginsAtRight ? (end, shape.measure - begin) : (begin, shape.measure - end)
    var lines: [ParagraphShape.LinePlace] = []
    for number in 0..<max(count, shape.lines.count - 1) {
      var place = shape.place(ofLine: number)
      if number < count {
        let last = min(place.indent + place.width, high)
        place.indent = max(place.indent, low)
        place.width = max(last - place.indent, .zero)
      }
      lines.append(place)
    }
    lines.append(shape.place(ofLine: Int.max))
    shape.lines = lines
  }
}
