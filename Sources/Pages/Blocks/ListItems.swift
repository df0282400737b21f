import TypesetBoxes
import TypesetParagraphs
import TypesetStyling

/// Blocks below one another, with the frame of their group.
struct GroupBlock: BlockKind {
  var traits: BlockTraits { [.isContainer, .joinsSpaceAbove, .joinsSpaceBelow, .runsAround] }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    context.widthsOfChildren(share: share)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock { context.setChildren(of: context.block) }
}

/// A list: its items.
struct ListBlock: BlockKind {
  var traits: BlockTraits { [.joinsSpaceBelow, .mayGoAhead, .runsAround] }

  func elements(in context: BlockContext) -> [StructureElement] {
    var element = StructureElement(.list, parent: -1)
    element.numbering = numbering(in: context.document.tree, of: context.block)
    return [element]
  }

  /// The kind of numbering, by the marker of the first item.
  private func numbering(in tree: StyledTree, of index: StyledTree.Index) -> StructureElement.ListNumbering {
    let first = tree[index].firstChild
    guard first >= 0, case .item(let marker) = tree[first].kind else { return .disc }
    for byte in marker.text.text {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"): return .decimal
      case UInt8(ascii: "i"): return .lowerRoman
      case UInt8(ascii: "I"): return .upperRoman
      case UInt8(ascii: "a")...UInt8(ascii: "z"): return .lowerAlpha
      case UInt8(ascii: "A")...UInt8(ascii: "Z"): return .upperAlpha
      default: continue
      }
    }
    return .disc
  }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    context.widthsOfChildren(share: share)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock { context.setChildren(of: context.block) }
}

/// A list's item: its blocks moved right, the marker on the first line's baseline, right before the text.
struct ItemBlock: BlockKind {
  var marker: InlineContent

  var traits: BlockTraits { [.isContainer, .joinsSpaceBelow, .runsAround] }

  func elements(in context: BlockContext) -> [StructureElement] { [StructureElement(.item, parent: -1)] }

  func scaled(by factor: Double) -> ItemBlock { ItemBlock(marker: marker.scaled(by: factor)) }

  func widths(_ style: BlockStyle, in context: BlockContext, share: Length) -> Widths {
    context.widthsOfChildren(share: share)
  }

  func set(_ style: BlockStyle, in context: BlockContext) -> SetBlock {
    var out = SetBlock(in: context)
    let marker = out.within(.label) { out in markerLine(style, in: context, onto: &out) }
    out.within(.itemBody) { out in out.append(context.following(out).setChildren(of: context.block)) }
    let gap = style.text.size.scaled(by: 0.45)
    // If the text begins at the right, the marker is right of it.
    let x = context.isMirrored ? context.x + context.measure + gap : context.x - gap - marker.width
    if let first = out.list.nodes.firstIndex(where: { if case .box(let box) = $0 { box.height + box.depth > .zero } else { false } }),
      case .box(let box) = out.list.nodes[first]
    {
      // The marker shares its line with the item's first box; beside a picture it is where a first line would be.
      let left = min(x, box.x)
      let strut = Strut(style.leading)
      let rise =
        out.list.inks[Int(box.ink)].hasPicturesAlone(box.items) && box.height > strut.height + strut.height
        ? box.height - strut.height : .zero
      var ink = Ink()
      ink.items.reserveCapacity(marker.ink.items.count + 1 + box.items.count)
      ink.append(marker.ink, dx: x - left, dy: rise)
      ink.items.append(.content(.artifact))
      ink.append(Int(box.items.lowerBound)..<Int(box.items.upperBound), of: out.list.inks[Int(box.ink)], dx: box.x - left, dy: .zero)
      let place: Int
      if box.items.count == out.list.inks[Int(box.ink)].items.count {
        // No other box shows a part of the text's own ink.
        place = Int(box.ink)
        out.list.inks[place] = ink
      } else {
        place = out.list.inks.count
        out.list.inks.append(ink)
      }
      var joined = VBox(
        height: box.height, depth: box.depth, width: max(box.x + box.width, x + marker.width) - left, x: left,
        ink: Int32(place), items: 0..<Int32(ink.items.count))
      joined.isLine = box.isLine
      out.list.nodes[first] = .box(joined)
      return out
    }
    // An item without content consists of its marker.
    let strut = Strut(style.leading)
    out.list.append(marker.ink, height: strut.height, depth: strut.depth, width: marker.width, x: x)
    return out
  }

  private func markerLine(_ style: BlockStyle, in context: BlockContext, onto out: inout SetBlock) -> SetInk {
    var style = style
    // At the left edge of its own measure, in either direction.
    (style.align, style.authorAlign) = (context.isMirrored ? .right : .left, nil)
    style.firstIndent = .zero
    var marker = marker
    if context.isMirrored || context.document.page.isRightToLeft {
      for index in marker.text.styles.indices { marker.text.styles[index].direction = context.isMirrored ? .rightToLeft : .leftToRight }
    }
    let lines = context.lines(of: marker, style: style, measure: 200.pt, onto: &out)
    var set = SetInk()
    guard let line = lines.lines.first else { return set }
    set.ink.append(Int(line.items.lowerBound)..<Int(line.items.upperBound), of: lines.ink, dx: .zero, dy: .zero)
    set.width = line.width
    return set
  }
}

extension Ink {
  /// True if some of its items show pictures alone; words beside a picture have the baseline of the mark.
  fileprivate func hasPicturesAlone(_ range: Range<Int32>) -> Bool {
    var hasPicture = false
    for item in items[Int(range.lowerBound)..<Int(range.upperBound)] {
      switch item {
      case .picture: hasPicture = true
      case .run(let run) where run.width > .zero: return false
      case .rule, .stroke, .path: return false
      case .run, .panel, .mark, .content, .part, .clip: continue
      }
    }
    return hasPicture
  }
}
