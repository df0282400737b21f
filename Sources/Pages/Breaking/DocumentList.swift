public import TypesetBoxes
public import TypesetStyling

/// Joins the lists of a document's blocks, with the larger of the adjacent spaces between them.
public func join(_ lists: [VList], of tree: StyledTree) -> VList {
  join(lists, of: tree, order: Array(lists.indices)).list
}

/// Joins lists in another order than the document's.
///
/// - Returns: The list, and the node at which each block begins, in that order.
public func join(_ lists: [VList], of tree: StyledTree, order: [Int]) -> (list: VList, starts: [Int]) {
  var out = VList()
  // As large as it becomes: it grows to tens of megabytes beside the lists.
  out.nodes.reserveCapacity(lists.reduce(3 * order.count) { $0 + $1.nodes.count })
  out.inks.reserveCapacity(lists.reduce(1) { $0 + $1.inks.count })
  var starts: [Int] = []
  starts.reserveCapacity(order.count)
  let blocks = tree.children(of: 0)
  var below: Glue?
  var followsText = false
  var opens = false
  var isTurned = false
  // True below a note in the margin, which has the space above what follows it.
  var followsNote = false
  if tree.hasTitlePage {
    out.append(Ink(), height: .zero, depth: .zero, width: .zero, x: .zero)
    out.nodes.append(.kern(tree.roomAboveTitle(lists)))
  }
  let turned = turnedBlocks(lists, of: tree, blocks, order)
  var floats = JoinedFloats(tree)
  for (number, position) in order.enumerated() where position < blocks.count {
    let block = blocks[position]
    let own = tree.blocks[Int(block)]  // Once: a copy takes longer than what is asked of it.
    let traits = own.kind.setting.traits
    if number == tree.titleCount, number > 0, tree.theme.page.columns > 1 {
      out.nodes.append(.glue(below ?? .zero))
      out.spanning = out.nodes.count
      below = nil
    }
    if own.isBarrier {
      floats.close(in: &out, at: out.nodes.count, space: nil)
      floats.add(barrierAt: out.nodes.count)
      starts.append(out.nodes.count)
      continue
    }
    if case .numbering(let form) = own.kind {
      floats.close(in: &out, at: out.nodes.count, space: nil)
      beginNumbering(form, in: &out)
      opens = true
      isTurned = false
      starts.append(out.nodes.count)
      continue
    }
    let isNote = if case .marginNote = own.kind { true } else { false }
    let above = traits.contains(.joinsSpaceAbove) ? tree.space(above: block) : own.spaceBefore
    let float = turned.contains(position) ? nil : floats.placement(of: own, at: block, height: { lists[position].naturalHeight })
    if float != nil { floats.begin(in: out, below: below) } else { floats.end(in: out) }
    if opens || number == 0 {
      // The page is new already.
      opens = false
    } else if out.nodes.count > out.spanning {
      if own.breaksPage || isTurned != turned.contains(position) {
        floats.close(in: &out, at: out.nodes.count, space: nil)
        out.nodes.append(.penalty(Penalty.force))
      }
      // TeXbook chapter 19, \predisplaypenalty: a display stays with its lead-in.
      if followsText, traits.contains(.staysWithText) { out.nodes.append(.penalty(Penalty.prohibit)) }
      if !followsNote { out.nodes.append(.glue(larger(below, isNote ? tree.space(belowNoteAt: number, order, blocks) : above))) }
    }
    followsNote = isNote && !lists[position].nodes.isEmpty
    if float == nil { floats.close(in: &out, at: out.nodes.count, space: above) }
    if let top = own.fromTop { out.moveDown(to: top - tree.theme.page.top, of: tree.theme.page.textHeight) }
    starts.append(out.nodes.count)
    let first = Int32(out.nodes.count)
    out.append(contentsOf: lists[position])
    let continues = isTurned
    isTurned = turned.contains(position)
    if isTurned {
      let begin = continues ? out.turned.popLast()?.lowerBound ?? first : first
      out.turned.append(begin..<Int32(out.nodes.count))
    }
    below = traits.contains(.joinsSpaceBelow) ? tree.space(below: block) : own.spaceAfter
    if let float { floats.add(float, block, from: Int(first), in: &out, after: below ?? .zero) }
    followsText = traits.contains(.joinsSpaceBelow) ? tree.endsInText(block) : traits.contains(.isText)
  }
  floats.close(in: &out, at: out.nodes.count, space: nil)
  out.floats = floats.floats
  return (out, starts)
}

extension VList {
  /// Moves what follows on the first page down to a distance from the top of its text, such as an address to the window of an envelope.
  fileprivate mutating func moveDown(to top: Length, of textHeight: Length) {
    // What breaks a page is before what is moved.
    let breaks = nodes.contains { if case .penalty(let penalty) = $0 { penalty <= Penalty.force } else { false } }
    guard !breaks, turned.isEmpty, top < textHeight else { return }
    let missing = top - naturalHeight(of: 0..<nodes.count)
    guard missing > .zero else { return }
    // A kern at the top of a page would vanish.
    if nodes.isEmpty { append(Ink(), height: .zero, depth: .zero, width: .zero, x: .zero) }
    nodes.append(.kern(missing))
  }
}

/// The blocks that are on landscape pages: headings and lead-ins go with what follows them.
private func turnedBlocks(_ lists: [VList], of tree: StyledTree, _ blocks: [StyledTree.Index], _ order: [Int]) -> Set<Int> {
  var turned: Set<Int> = []
  for (number, position) in order.enumerated() where position < lists.count && !lists[position].turned.isEmpty {
    turned.insert(position)
    var above = number - 1
    while above >= 0, order[above] < blocks.count, tree[blocks[order[above]]].keepsWithNext {
      turned.insert(order[above])
      above -= 1
    }
  }
  return turned
}

extension StyledTree {
  /// The space above the block that a note in the margin stands beside.
  fileprivate func space(belowNoteAt number: Int, _ order: [Int], _ blocks: [Index]) -> Glue {
    let next = order[(number + 1)...].lazy.filter { $0 < blocks.count }.map { blocks[$0] }.first { self[$0].kind != .marginNote }
    guard let next, !self[next].breaksPage else { return .zero }
    return space(above: next)
  }

  /// The space above that a block requests, or the first block in it if nothing is drawn between.
  func space(above index: Index) -> Glue {
    var space = self[index].spaceBefore
    var index = index
    while self[index].kind.setting.traits.contains(.joinsSpaceAbove), self[index].firstChild >= 0, !self[index].hasFrame {
      index = self[index].firstChild
      space = larger(space, self[index].spaceBefore)
    }
    return space
  }

  /// The space below that a block requests, or the last block in it if nothing is drawn between.
  func space(below index: Index) -> Glue {
    var space = self[index].spaceAfter
    lastBlocks(of: index) { space = larger(space, self[$0].spaceAfter) }
    return space
  }

  /// True if this block ends with text, possibly in lists and items.
  func endsInText(_ index: Index) -> Bool {
    var last = index
    lastBlocks(of: index) { last = $0 }
    return self[last].kind.setting.traits.contains(.isText)
  }

  /// Visits the last block in a block, the last in that, and so on while nothing is drawn around them.
  private func lastBlocks(of index: Index, _ visit: (Index) -> Void) {
    var last = index
    while self[last].kind.setting.traits.contains(.joinsSpaceBelow), self[last].firstChild >= 0, !self[last].hasFrame {
      last = self[last].firstChild
      while self[last].nextSibling >= 0 { last = self[last].nextSibling }
      visit(last)
    }
  }

  /// The title is in the upper third of its page, a long one higher.
  fileprivate func roomAboveTitle(_ lists: [VList]) -> Length {
    let height = theme.page.textHeight
    let title = zip(children(of: 0), lists).prefix(titleCount).reduce(.zero) { sum, block in
      sum + block.1.naturalHeight + space(above: block.0).natural
    }
    return min(height.scaled(by: 0.2), max(height.scaled(by: 0.94) - title, .zero))
  }

  /// True if the title is on a page of its own.
  public var hasTitlePage: Bool {
    let blocks = children(of: 0)
    guard titleCount > 0, titleCount < blocks.count else { return false }
    let next = self[blocks[titleCount]]
    if case .numbering = next.kind { return true }
    return next.style.pageBreak
  }
}

/// A new page, on the right in two-sided documents, with numbers from the beginning.
private func beginNumbering(_ form: NumberForm, in list: inout VList) {
  if !list.nodes.isEmpty { list.nodes.append(.penalty(Penalty.forceRight)) }
  var ink = Ink()
  ink.marks.append(.numbering(form: form.rawValue))
  ink.items.append(.mark(0, Rect(x: .zero, y: .zero, width: .zero, height: .zero)))
  list.append(ink, height: .zero, depth: .zero, width: .zero, x: .zero)
}
