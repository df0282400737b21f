import TypesetBoxes
import TypesetDiagnostics
import TypesetPictures
import TypesetSettings
import TypesetStyling

/// All of a slide that has a ground of its own, which each page that it takes has.
struct SlideBlock: BlockKind {
  var ground: SlideGround

  var traits: BlockTraits { [.isContainer] }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths { context.widthsOfChildren(share: share) }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    var frame = VFrame(x: context.x, width: context.measure)
    let parts = parts(context)
    var ink = ink(in: context, style, hasWords: !parts.words.isEmpty, onto: &out)
    for block in parts.behind {
      let set = inner(context, after: out).set(block)
      set.list.forEachPartOnPaper { ink.append($0, of: $1, dx: .zero, dy: .zero) }
      out.takeNotes(of: set)
    }
    if !ink.items.isEmpty {
      out.list.inks.append(ink)
      frame.paper = Int32(out.list.inks.count - 1)
    }
    let number = out.begin(frame)
    var text = textContext(context, after: out)
    text.keepsPlaces = false
    let words = text.set(parts.words[...])
    out.takeNotes(of: words)
    out.wantsTurn = words.wantsTurn
    // What has a place is at the list's beginning: it is on the slide's first page.
    let flowing = place(parts.placed, beside: words.list, in: context, style, onto: &out)
    out.list.append(contentsOf: words.list)
    out.spaceBelow = words.spaceBelow
    if let first = flowing.first {
      var below = textContext(context, after: out)
      let flow = context.following(out)
      (below.opening, below.spaceAbove, below.lineAbove, below.keepsPlaces) = (flow.opening, flow.spaceAbove, flow.lineAbove, false)
      out.append(below.set(flowing[...]))
      out.report(Self.moved(context.document.tree[first].span))
    }
    let isEmpty = !out.list.nodes.contains { if case .box(let box) = $0 { !box.isOnPaper } else { false } }
    // A slide without words has a page, too.
    if isEmpty { out.list.append(Ink(), height: 1.pt, depth: .zero, width: .zero, x: .zero) }
    out.end(number)
    return out
  }

  private static func moved(_ span: SourceSpan) -> Diagnostic {
    Diagnostic(
      .note, "slides.place", at: span, "what has a place of its own on this slide is set below the text, which it would cover",
      hint: "choose another place or a smaller width, or shorten the text")
  }

  /// The blocks of the slide: in its text, at places of their own, and at places behind all others.
  private func parts(_ context: BlockContext) -> (
    words: [StyledTree.Index], placed: [StyledTree.Index], behind: [StyledTree.Index]
  ) {
    var parts: (words: [StyledTree.Index], placed: [StyledTree.Index], behind: [StyledTree.Index]) = ([], [], [])
    for child in context.document.tree.children(of: context.block) {
      if case .placed(let place) = context.document.tree[child].kind {
        if place.isBehind { parts.behind.append(child) } else { parts.placed.append(child) }
      } else {
        parts.words.append(child)
      }
    }
    return parts
  }

  /// Adds what has places to a block.
  ///
  /// - Returns: What would stand on words there, or leave the paper: it is below the text, which no place covers either.
  private func place(
    _ placed: [StyledTree.Index], beside text: borrowing VList, in context: BlockContext, _ style: BlockStyle, onto out: inout SetBlock
  ) -> [StyledTree.Index] {
    guard !placed.isEmpty else { return [] }
    let hasNotes = text.inks.contains { $0.marks.contains { if case .note = $0 { true } else { false } } }
    var flowing: [StyledTree.Index] = []
    // What flows may come below another place.
    for _ in 0..<4 {
      var scratch = out
      var inText = textContext(context, after: scratch)
      inText.keepsPlaces = false
      let covered = covered(by: text, flowing.isEmpty ? nil : inText.set(flowing[...]).list, context, style)
      let found = add(placed.filter { !flowing.contains($0) }, on: covered, in: context, hasNotes: hasNotes, onto: &scratch)
      guard !found.isEmpty else {
        out = scratch
        return flowing
      }
      flowing = placed.filter { flowing.contains($0) || found.contains($0) }
    }
    return placed
  }

  private func covered(by text: borrowing VList, _ below: VList?, _ context: BlockContext, _ style: BlockStyle) -> CoveredSlide {
    let freeAbove = style.endsAtFoot ? 1 : context.sheet.isCentered || style.centersPage ? VList.middle : 0
    return CoveredSlide(text, below, on: context.sheet, freeAbove: freeAbove)
  }

  /// Adds what stands on no words; returns what does.
  private func add(
    _ placed: [StyledTree.Index], on text: CoveredSlide, in context: BlockContext, hasNotes: Bool, onto out: inout SetBlock
  ) -> [StyledTree.Index] {
    let covers = CoveringPictures(pictures: context.document.pictures)
    var covered = text
    var found: [StyledTree.Index] = []
    for block in placed {
      guard case .placed(let place) = context.document.tree[block].kind else { continue }
      let set = inner(context, after: out).set(block)
      var added = CoveredSlide()
      added.add(set.list)
      // Footnotes are at the foot, too.
      let isAtFoot = place.top == nil && place.bottom != nil && hasNotes
      if isAtFoot || added.leaves(context.sheet) || covered.isCovered(by: added, covers) {
        found.append(block)
      } else {
        covered.add(set.list)
        out.append(set)
      }
    }
    out.spaceBelow = nil
    return found
  }

  /// The context of the slide's text.
  private func textContext(_ context: BlockContext, after out: borrowing SetBlock) -> BlockContext {
    var text = inner(context, after: out)
    let (left, right) = (context.sheet.width.scaled(by: ground.left), context.sheet.width.scaled(by: ground.right))
    text.x += left
    text.measure = max(text.measure - left - right, min(text.measure, 100.pt))
    return text
  }

  /// The context of a block to which nothing that is above it counts: what has a place takes no room.
  private func inner(_ context: BlockContext, after out: borrowing SetBlock) -> BlockContext {
    var inner = context.following(out)
    inner.ground = ground.color ?? context.ground
    (inner.opening, inner.spaceAbove, inner.lineAbove) = (.frame, nil, nil)
    return inner
  }

  private func ink(in context: BlockContext, _ style: BlockStyle, hasWords: Bool, onto out: inout SetBlock) -> Ink {
    let sheet = context.sheet
    let whole = Rect(x: .zero, y: -sheet.height, width: sheet.width, height: sheet.height)
    var ink = Ink()
    if !ground.hides.isEmpty || ground.left + ground.right > 0 {
      ink.marks.append(.destination(name: SlideFurniture(hides: ground.hides, left: ground.left, right: ground.right).name))
      ink.items.append(.mark(0, whole))
    }
    guard ground.color != nil || !ground.pictures.isEmpty else { return ink }
    ink.items.append(.content(.artifact))
    if let color = ground.color { ink.items.append(.rule(whole, color)) }
    for picture in ground.pictures {
      let width = sheet.width.scaled(by: picture.width)
      let height = sheet.height.scaled(by: picture.height)
      let area = Rect(
        x: sheet.width.scaled(by: picture.left), y: -sheet.height.scaled(by: picture.top) - height, width: width, height: height)
      guard let set = drawn(picture, in: area, style.text, context, onto: &out) else { continue }
      ink.append(set, dx: .zero, dy: .zero)
      let paper = ground.color ?? sheet.background ?? Color(rgba: 0xFFFF_FFFF)
      if picture.opacity < 1 {
        ink.items.append(.rule(area, paper.with(alpha: 1 - picture.opacity)))
      } else if ground.veil == nil, picture.width == 1, picture.height == 1, hasWords,
        case let letters = style.text.color, let tone = tone(of: set, underLight: letters.brightness > 0.5, context)
      {
        // Words that could not be read on the picture are on a veil.
        let veil = letters.brightness > 0.5 ? Color.black : Color(rgba: 0xFFFF_FFFF)
        let alpha = stride(from: 0.0, through: 0.7, by: 0.1).first { tone.mixed(with: veil, $0).contrast(letters) >= 4.5 } ?? 0.7
        if alpha > 0 { ink.items.append(.rule(area, veil.with(alpha: alpha))) }
      }
    }
    if let veil = ground.veil { ink.items.append(.rule(whole, veil)) }
    return ink
  }

  /// A picture behind a part of the paper.
  private func drawn(
    _ picture: SlideGround.Picture, in area: Rect, _ style: TextStyle, _ context: BlockContext, onto out: inout SetBlock
  ) -> Ink? {
    let setter = PictureSetter(document: context.document, pageHeight: context.sheet.height, style: style)
    var image = picture.image
    image.width = .fraction(1)
    guard let natural = setter.set(image, measure: area.width, height: 16_000.pt, badge: nil, onto: &out), natural.height > .zero else {
      return nil
    }
    let across = area.height.points / natural.height.points
    let scale =
      switch picture.fit {
      case .cover: max(1, across)
      case .contain: min(1, across)
      case .share(let share): share
      }
    let (width, height) = (natural.width.scaled(by: scale), natural.height.scaled(by: scale))
    let shown = Rect(x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width, height: height)
    var ink = Ink()
    for case .picture(let id, _) in natural.ink.items { ink.items += [.clip(area), .picture(id, shown), .clip(nil)] }
    return ink
  }

  /// The mean colour of the part of the picture in an ink on which letters are hardest to read; nil if it can't be drawn.
  ///
  /// - Parameter isLight: True for light letters.
  private func tone(of ink: Ink, underLight isLight: Bool, _ context: BlockContext) -> Color? {
    for case .picture(let id, _) in ink.items {
      guard case .raster(let raster)? = try? context.document.pictures.drawing(of: id, as: .tile(width: 16, height: 9)),
        !raster.pixels.isEmpty
      else {
        return nil
      }
      func part(_ pixel: UInt32, _ number: Int) -> Int { Int(pixel >> (16 - 8 * number) & 255) }
      func brightness(_ pixel: UInt32) -> Int { 3 * part(pixel, 0) + 6 * part(pixel, 1) + part(pixel, 2) }
      let pixels = raster.pixels.sorted { isLight ? brightness($0) > brightness($1) : brightness($0) < brightness($1) }
      let worst = pixels.prefix(max(pixels.count / 3, 1))
      let mean = (0..<3).map { number in UInt8(clamping: worst.reduce(0) { $0 + part($1, number) } / worst.count) }
      return Color(red: mean[0], green: mean[1], blue: mean[2])
    }
    return nil
  }
}

/// What has a place of its own, where the list that it is in has no page to place it on.
struct PlacedBlock: BlockKind {
  var place: SlidePlace

  var traits: BlockTraits { [.isContainer, .joinsSpaceAbove, .joinsSpaceBelow] }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths { context.widthsOfChildren(share: share) }

  /// In the text it has the width that it is given.
  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    guard let width = place.width?.of(context.sheet.width), width < context.measure, width > style.text.size else {
      return context.setChildren(of: context.block)
    }
    var narrow = context
    narrow.measure = width
    return narrow.setChildren(of: context.block)
  }

  /// The block at its place of the page, as a box that takes no room in the list.
  ///
  /// - Parameter scale: Of its measure.
  func set(_ index: StyledTree.Index, onPageOf context: BlockContext, scale: Double = 1) -> SetBlock? {
    guard !context.isTurned, context.beside == nil else { return nil }
    let page = context.sheet
    var out = SetBlock(in: context)
    let block = context.document.tree[index]
    let (left, right) = (place.left?.of(page.width), place.right?.of(page.width))
    let margin = page.left(onPage: 0)
    let room = page.width - (left ?? (right == nil ? margin : .zero)) - (right ?? (left == nil ? margin : .zero))
    let least = block.style.text.size
    // Without both edges a text is as wide as it is, up to the paper's edge.
    let measure = max(min(place.width?.of(page.width) ?? room, page.width * 2).scaled(by: scale), least)
    let outer = out.structure.enter(StructureElement(block.role ?? .division, parent: -1))
    var inner = context.inside(out, measure: measure)
    inner.opening = .frame
    let content = inner.setChildren(of: index)
    out.takeNotes(of: content)
    out.structure.leave(to: outer)
    let flow = CellFlow(content.list, strut: Strut(block.style.leading).height)
    let isWide = place.width != nil || left != nil && right != nil
    let width = isWide ? measure : content.list.rightEdge
    let isAtRight = left == nil && right != nil
    // Words are at the right of their measure already.
    let x = isAtRight ? page.width - (right ?? .zero) - (block.style.align == .right ? measure : width) : left ?? margin
    let top = place.top?.of(page.height)
    var y = top ?? place.bottom.map { page.height - $0.of(page.height) - flow.height } ?? page.top
    if let top, let bottom = place.bottom?.of(page.height) {
      y += max(page.height - top - bottom - flow.height, .zero).scaled(by: place.downwards)
    }
    // A picture is as wide as it says, or as it is all on the page.
    let foot = page.height - y
    if scale == 1, place.height == nil, place.width != nil, foot > least, flow.height > foot,
      case .figure = context.document.tree.onlyKind(in: index)
    {
      return set(index, onPageOf: context, scale: foot.points / flow.height.points)
    }
    var rows = FlowedRows()
    rows.cells = [FlowedRows.Cell(flow: flow, x: .zero, top: .zero)]
    var ink = Ink()
    ink.append(
      rows.packed(baseline: .zero), dx: x + width.scaled(by: place.shiftX), dy: -y - flow.height.scaled(by: place.shiftY))
    out.list.append(ink, height: .zero, depth: .zero, width: .zero, x: .zero)
    out.list.lastBoxIsOnPaper()
    out.markAnchors(of: block)
    return out
  }
}

extension StyledTree {
  /// What a block's only child is; nil where there are others.
  fileprivate func onlyKind(in index: Index) -> Kind? {
    let child = self[index].firstChild
    return child >= 0 && self[child].nextSibling < 0 ? self[child].kind : nil
  }
}

extension VList {
  fileprivate mutating func lastBoxIsOnPaper() {
    guard case .box(var box)? = nodes.last else { return }
    box.isOnPaper = true
    nodes[nodes.count - 1] = .box(box)
  }

  /// Calls a function with all that has places on the paper: the items, and the ink that they are of.
  func forEachPartOnPaper(_ body: (Range<Int>, borrowing Ink) -> Void) {
    for case .box(let box) in nodes where box.isOnPaper { body(Int(box.items.lowerBound)..<Int(box.items.upperBound), inks[Int(box.ink)]) }
  }

  /// How far its boxes reach.
  fileprivate var rightEdge: Length {
    nodes.reduce(.zero) { edge, node in if case .box(let box) = node { max(edge, box.x + box.width) } else { edge } }
  }
}

extension Color {
  fileprivate func with(alpha: Double) -> Color { Color(rgba: rgba & 0xFFFF_FF00 | UInt32((min(max(alpha, 0), 1) * 255).rounded())) }
}

/// What a slide says of the page's header and footer: what it has not, and which parts of the paper's width they leave free. It is the name of a place
/// in the ink, which no author's name can be.
struct SlideFurniture {
  private static let prefix = "\u{2}furniture "

  var hides: Furniture.Parts = []
  var left = 0.0
  var right = 0.0

  var name: String {
    Self.prefix + "\(hides.rawValue) \(Int(clamping: (left * 1_000).rounded())) \(Int(clamping: (right * 1_000).rounded()))"
  }

  /// Takes the place from a page.
  init(takenFrom page: inout Page) {
    for (number, mark) in page.ink.marks.enumerated() {
      guard case .destination(let name) = mark, name.hasPrefix(Self.prefix) else { continue }
      let values = name.dropFirst(Self.prefix.count).split(separator: " ").compactMap { DocumentNumber.whole($0) }
      page.ink.items.removeAll { if case .mark(let mark, _) = $0 { Int(mark) == number } else { false } }
      guard values.count == 3 else { return }
      (hides, left, right) = (Furniture.Parts(rawValue: UInt8(clamping: values[0])), Double(values[1]) / 1_000, Double(values[2]) / 1_000)
      return
    }
  }

  init(hides: Furniture.Parts, left: Double, right: Double) { (self.hides, self.left, self.right) = (hides, left, right) }
}
