internal import TypesetMarkdown

// Changes of attributes, and of text in its place.

extension TextContent {
  /// Changes the attributes of a range of bytes.
  mutating func change(_ range: Range<Int>, _ change: (inout TextAttributes) -> Void) {
    guard !range.isEmpty else { return }
    let (low, high) = (segment(after: range.lowerBound), segment(after: range.upperBound - 1))
    let start = start(ofSegment: low)
    var changed: [Int32: Int32] = [:]
    var made: [Segment] = []
    func add(_ end: Int, _ segment: Segment, _ set: Int32) {
      if let last = made.last, last.leaf == segment.leaf, last.set == set {
        made[made.count - 1].end = end
      } else {
        made.append(Segment(end: end, leaf: segment.leaf, set: set))
      }
    }
    if low > 0 { made.append(segments[low - 1]) }
    if start < range.lowerBound { add(range.lowerBound, segments[low], segments[low].set) }
    for segment in segments[low...high] {
      let set: Int32
      if let known = changed[segment.set] {
        set = known
      } else {
        var attributes = sets[segment.set]
        change(&attributes)
        set = sets.number(of: attributes)
        changed[segment.set] = set
      }
      add(min(segment.end, range.upperBound), segment, set)
    }
    let last = segments[high]
    if last.end > range.upperBound { add(last.end, last, last.set) }
    var end = high + 1
    if end < segments.count {
      add(segments[end].end, segments[end], segments[end].set)
      end += 1
    }
    segments.replaceSubrange(max(0, low - 1)..<end, with: made)
  }

  /// Replaces characters by text that takes the attributes of the first of them, or of the characters before.
  mutating func replace(_ range: Range<AttributedText.Index>, with text: String) {
    let bytes = bytes(range)
    var maker = maker
    if !text.isEmpty {
      let number = segment(after: bytes.isEmpty ? max(0, bytes.lowerBound - 1) : bytes.lowerBound)
      let place = segments.isEmpty ? nil : segments[min(number, segments.count - 1)]
      var attributes = place.map { sets[$0.set] } ?? TextAttributes()
      // Words are neither formulas nor line ends.
      attributes.object = nil
      attributes.inlineIntent.subtract(.breaks)
      maker.append(text, leaf: place?.leaf ?? -1, attributes)
    }
    replace(bytes, with: maker)
  }

  /// Replaces bytes by pieces that are made for this text's structure and sets.
  mutating func replace(_ range: Range<Int>, with made: TextMaker) {
    let (low, high) = (
      segment(after: range.lowerBound), range.isEmpty ? segment(after: range.lowerBound) : segment(after: range.upperBound - 1)
    )
    let start = start(ofSegment: low)
    let shift = made.plain.utf8.count - range.count
    sets = made.sets
    var pieces: [Segment] = []
    if low < segments.count, start < range.lowerBound {
      pieces.append(Segment(end: range.lowerBound, leaf: segments[low].leaf, set: segments[low].set))
    }
    pieces += made.segments.map { Segment(end: $0.end + range.lowerBound, leaf: $0.leaf, set: $0.set) }
    var end = low
    if high < segments.count, !range.isEmpty || start < range.lowerBound {
      if segments[high].end > range.upperBound {
        pieces.append(Segment(end: segments[high].end + shift, leaf: segments[high].leaf, set: segments[high].set))
      }
      end = high + 1
      if !range.isEmpty { structure.removeBlocks(between: segments[low].leaf, and: segments[high].leaf) }
    }
    segments.replaceSubrange(min(low, segments.count)..<min(end, segments.count), with: pieces)
    if shift != 0 { for index in (min(low, segments.count) + pieces.count)..<segments.count { segments[index].end += shift } }
    let utf8 = plain.utf8
    let place = utf8.index(utf8.startIndex, offsetBy: range.lowerBound)..<utf8.index(utf8.startIndex, offsetBy: range.upperBound)
    plain.replaceSubrange(place, with: made.plain)
    plain.makeContiguousUTF8()
    join()
  }

  /// Joins neighbours that are alike.
  private mutating func join() {
    var kept = 0
    for index in segments.indices {
      if kept > 0, segments[kept - 1].leaf == segments[index].leaf, segments[kept - 1].set == segments[index].set {
        segments[kept - 1].end = segments[index].end
      } else {
        segments[kept] = segments[index]
        kept += 1
      }
    }
    segments.removeSubrange(kept...)
  }

  /// The text of a range of bytes, with its blocks.
  func pruned(to range: Range<Int>) -> TextContent {
    var maker = maker
    var start = range.lowerBound
    for segment in segments[self.segment(after: range.lowerBound)...] {
      guard start < range.upperBound else { break }
      let end = min(segment.end, range.upperBound)
      maker.append(text(start..<end), leaf: segment.leaf, set: segment.set)
      start = end
    }
    let (first, last) = (maker.segments.first?.leaf ?? 0, maker.segments.last?.leaf ?? 0)
    maker.structure.keep(from: first, to: last)
    return TextContent(maker)
  }
}

extension Structure {
  /// Removes blocks without text between two leaves.
  fileprivate mutating func removeBlocks(between first: Int32, and last: Int32) {
    guard first > 0, last > first + 1 else { return }
    for index in Int(first) + 1..<Int(last) where !nodes[index].hadText && !nodes[index].kind.isInline { nodes[index].isRemoved = true }
  }

  /// Removes blocks without text before and after a part of the text.
  fileprivate mutating func keep(from first: Int32, to last: Int32) {
    for index in nodes.indices.dropFirst() where index < first || index > last {
      if !nodes[index].kind.isInline { nodes[index].isRemoved = true }
    }
  }
}
