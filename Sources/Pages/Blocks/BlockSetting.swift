import TypesetBoxes
import TypesetDiagnostics
import TypesetParagraphs
import TypesetStyling

// A block with the space above it, its frame and its element, whatever its kind.

extension BlockContext {
  /// A block at the left edge of the text block, on a landscape page if it does not fit otherwise.
  func setAlone(_ block: StyledTree.Index) -> SetBlock {
    let isTurned = standsOnTurnedPage(block)
    let set = setAlone(block, isTurned: isTurned, turn: !isTurned && document.mayTurn(block) ? .possible : .impossible)
    return set.wantsTurn ? setAlone(block, isTurned: true, turn: .granted) : set
  }

  private func setAlone(_ block: StyledTree.Index, isTurned: Bool, turn: Turn) -> SetBlock {
    var context = self
    context.isTurned = isTurned
    context.turn = turn
    // The title is above all columns.
    let float = document.tree[block].style.float
    let isWide = block < document.tree.titleEnd || float?.isWide ?? false
    context.measure = isWide ? sheet(isTurned).textWidth : sheet(isTurned).measure
    if let float, float.isWide, !isTurned {
      let reach = document.page.reach(float.reach)
      context.x = -reach.left
      context.measure += reach.left + reach.right
    }
    context.structure = OpenStructure(block: block)
    var set = context.set(block)
    if isTurned { set.list.turned = [0..<Int32(set.list.nodes.count)] }
    return set
  }

  private func sheet(_ isTurned: Bool) -> PageStyle { isTurned ? document.turnedPage : document.page }

  /// Sets a block with its content. The parser bounds the nesting, so the recursion is bounded too.
  func set(_ index: StyledTree.Index) -> SetBlock {
    let block = document.tree[index]
    if block.kind == .marginNote, let note = setMarginNote(index) { return note }
    if keepsPlaces, case .placed(let place) = block.kind, let placed = PlacedBlock(place: place).set(index, onPageOf: self) {
      return placed
    }
    let kind = scaled(block.kind.setting)
    let style = scale == 1 ? block.style : block.style.scaled(by: scale)
    var out = SetBlock(in: self)
    var context = self
    if clearsBeside(block, kind.traits) {
      out.fill(beside?.height ?? .zero)
      context.beside = nil
    }
    if style.pageBreak, opening != .list || !out.list.nodes.isEmpty { out.list.nodes.append(.penalty(Penalty.force)) }
    if let penalty = style.pagePenalty { out.list.nodes.append(.penalty(penalty)) }
    // No space at the top of a list or a frame, nor next to a picture.
    let hasSpace = opening == .none || !out.list.nodes.isEmpty
    let lineAbove = out.list.nodes.isEmpty ? lineAbove : out.list.lastBox
    if hasSpace { out.list.nodes.append(.glue(larger(spaceAbove, style.before))) }
    let (inset, insetRight) = style.insets(in: measure)
    let width = measure - insetRight
    // Blocks that begin at the right are indented from there.
    context.isMirrored = kind.traits.contains(.isContainer) && document.beginsAtRight(index)
    var frame: Int32?
    var room = FrameRoom()
    if !kind.traits.contains(.drawsItsBorder), style.hasFrame(in: width - inset) {
      room = FrameRoom(style, measure: width - inset)
      frame = out.begin(style.frame(x: context.isMirrored ? x : x + inset, width: width - inset, isMirrored: context.isMirrored))
    }
    let outer = out.enter(kind.elements(in: at(index)), of: block, language: document.tree.language)
    var inner = context.following(out)
    inner.block = index
    inner.x = context.isMirrored ? x + room.right : x + inset + room.left
    inner.measure = width - inset - room.left - room.right
    inner.lineAbove = hasSpace && frame == nil ? lineAbove : nil
    let content = kind.set(style, in: inner)
    if content.shortensSpaceAbove, inner.lineAbove != nil { out.shortenSpace() }
    if let reading = content.reading { out.structure.give(reading) }
    out.append(content)
    if let outer { out.structure.leave(to: outer) }
    out.markAnchors(of: block, isHeading: block.kind.isHeading)
    // The space below its last block is no longer inside the frame.
    if let frame { out.end(frame) }
    if let step = block.step, document.page.areSlides, document.page.handout.dividesSteps { out.list.markStep(step) }
    for diagnostic in MissingCharacters(document.paragraphs.takeMissing()).diagnostics(at: block.span) { out.report(diagnostic) }
    out.spaceBelow = larger(out.spaceBelow, style.after)
    if style.keep != .never { out.list.keepTogether(below: sheet.textHeight.scaled(by: style.keep == .short ? 1 / 6 : 0.9)) }
    if style.keepWithNext { out.list.nodes.append(.penalty(Penalty.prohibit)) }
    return out
  }

  private func at(_ index: StyledTree.Index) -> BlockContext {
    var context = self
    context.block = index
    return context
  }

  /// A kind of block at the size of its surroundings.
  func scaled(_ kind: any BlockKind) -> any BlockKind { scale == 1 ? kind : kind.scaled(by: scale) }

  /// The blocks in a block, one below the other.
  func setChildren(of index: StyledTree.Index) -> SetBlock { set(document.tree.children(of: index)[...]) }

  /// Blocks one below the other.
  func set(_ blocks: ArraySlice<StyledTree.Index>) -> SetBlock {
    var out = SetBlock(in: self)
    var children = blocks
    var followsText = false
    while let child = children.first {
      let traits = document.tree[child].kind.setting.traits
      // TeXbook chapter 19, \predisplaypenalty: a display stays with its lead-in.
      if followsText, traits.contains(.staysWithText) { out.list.nodes.append(.penalty(Penalty.prohibit)) }
      if let group = TextBesidePicture(children, in: following(out))?.set() {
        out.append(group.set)
        children.removeFirst(group.count)
        followsText = false
      } else {
        out.append(following(out).set(child))
        children.removeFirst()
        followsText = document.tree.endsInText(child)
      }
    }
    return out
  }

  /// A block that can't have lines of several widths begins below the picture that the list is next to.
  private func clearsBeside(_ block: StyledTree.Block, _ traits: BlockTraits) -> Bool {
    guard beside != nil else { return false }
    return !traits.contains(.runsAround) || block.style.hasFrame || block.side != nil
  }
}

/// The larger of two spaces; nil is none.
func larger(_ a: Glue?, _ b: Glue) -> Glue {
  guard let a else { return b }
  return a.natural >= b.natural ? a : b
}

/// The width of a frame at the sides of its content.
struct FrameRoom {
  var left = Length.zero
  var right = Length.zero

  init() {}

  init(_ style: BlockStyle, measure: Length) {
    let padding = style.sidePadding(in: measure)
    left = padding + style.barWidth
    right = style.hasBarAlone ? .zero : padding
  }
}

extension BlockStyle {
  /// True if the block has a frame.
  var hasFrame: Bool { background != nil || border != nil || bar != nil || !edges.isEmpty }

  /// True for a bar without a background, like a quote's.
  var hasBarAlone: Bool { bar != nil && background == nil }

  fileprivate func frame(x: Length, width: Length, isMirrored: Bool) -> VFrame {
    var frame = VFrame(x: x, width: width, padding: hasBarAlone ? .zero : paddingTop)
    frame.paddingBottom = hasBarAlone ? .zero : paddingBottom
    frame.edges = edges
    frame.fill = background
    frame.border = border
    frame.borderWidth = borderWidth
    frame.radius = radius
    if let bar { frame.bar = (bar, barWidth) }
    frame.barIsAtRight = isMirrored
    return frame
  }
}

extension SetBlock {
  /// Opens the elements of a block.
  ///
  /// - Returns: The state for leaving them; nil if the block is not an element of its own.
  fileprivate mutating func enter(_ elements: [StructureElement], of block: StyledTree.Block, language: String) -> Int32? {
    var elements = elements
    if let role = block.role { elements = [StructureElement(role, parent: -1)] }
    guard !elements.isEmpty else { return nil }
    if block.style.text.language != language { elements[elements.count - 1].language = block.style.text.language }
    let outer = structure.current
    for element in elements { _ = structure.enter(element) }
    return outer
  }

  /// If the text above ends left of a display, there seems to be more space (TeXbook chapter 18, `\abovedisplayshortskip`).
  fileprivate mutating func shortenSpace() {
    guard case .glue(var space)? = list.nodes.last else { return }
    space.natural = space.natural.scaled(by: 0.25)
    list.nodes[list.nodes.count - 1] = .glue(space)
  }
}

extension BlockStyle {
  /// True for a measure of a few characters only, as a hundred blocks within each other would leave: a page would hold a word then.
  fileprivate func isTooNarrow(_ measure: Length) -> Bool { measure < text.size * 6 }

  /// True if the block has a frame, or room like one, that leaves room for its content.
  ///
  /// A ground stays below very large type, too, with less room at its sides: white words on no ground would be lost.
  fileprivate func hasFrame(in measure: Length) -> Bool {
    background != nil || (hasFrame || opensWithSpace) && !isTooNarrow(measure - padding - padding - barWidth)
  }

  /// What is left free at each side within the frame.
  fileprivate func sidePadding(in measure: Length) -> Length {
    guard isTooNarrow(measure - padding - padding - barWidth) else { return min(padding, measure / 4) }
    return min(max(.zero, (measure - barWidth - text.size * 6) / 2), measure / 4)
  }

  /// What the block leaves free at its sides.
  fileprivate func insets(in measure: Length) -> (left: Length, right: Length) {
    let (left, right) = (min(inset, measure / 2), min(insetRight, measure / 4))
    guard isTooNarrow(measure - left - right) else { return (left, right) }
    // The padding of a narrow card stays: it does not add up as the indents of nested lists do.
    let isPadding = left > .zero && right > .zero && max(left, right) <= text.size && measure - left - right >= text.size * 4
    return isPadding ? (left, right) : (.zero, .zero)
  }

  /// The measure of a block's content.
  func innerMeasure(in measure: Length) -> Length {
    let insets = insets(in: measure)
    let outer = measure - insets.left - insets.right
    guard hasFrame(in: outer) else { return outer }
    let room = FrameRoom(self, measure: outer)
    return outer - room.left - room.right
  }
}
