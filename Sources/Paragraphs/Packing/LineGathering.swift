import TypesetBoxes
import TypesetFonts
import TypesetStyling

// The content of a line once its end is known.

extension LinePacker {
  mutating func gather(from start: Int, to end: Int) {
    pieces.removeAll(keepingCapacity: true)
    var index = start
    // The rest of a broken word begins the line; a penalty may be before it.
    let divided = start > 0 && list.nodes[start - 1].kind == .discretionary ? list.nodes[start - 1] : nil
    let endsInWord = end < list.nodes.count && list.nodes[end].kind == .discretionary
    while index < end {
      let node = list.nodes[index]
      guard node.word >= 0, node.kind == .box || node.kind == .discretionary else {
        add(node)
        index += 1
        continue
      }
      // All fragments of one word on this line are shaped together.
      var last = index
      while last < end, list.nodes[last].word == node.word || isInside(last, node.word) { last += 1 }
      let word = list.words[Int(node.word)]
      var piece = Piece(kind: .box, width: 0)
      var low = node.text.lowerBound
      if let divided, divided.word == node.word, pieces.allSatisfy({ $0.kind != .box }) {
        low = resume(after: divided)
        piece.changes.first = divided.change
      }
      let lastFragment = list.nodes[index..<last].lastIndex { $0.word == node.word } ?? index
      var high = list.nodes[lastFragment].text.upperBound
      var hasHyphen = false
      if last == end, endsInWord, list.nodes[end].word == node.word {
        high = list.nodes[end].breakOffset
        hasHyphen = !list.nodes[end].isExplicit
        piece.changes.last = list.nodes[end].change
      }
      high = max(high, low)
      piece.word = node.word
      piece.text = low..<high
      piece.style = word.style
      piece.shift = node.shift
      piece.level = node.level
      piece.isExpandable = node.isExpandable
      piece.hasHyphen = hasHyphen
      if low == word.text.lowerBound, high == word.text.upperBound, !hasHyphen {
        piece.shaped = word.shaped
        piece.width = word.shaped.width
      } else {
        piece.shaped =
          list.shown.map { $0.shape(Int(low)..<Int(high), hasHyphen: hasHyphen, in: word.context, by: setter.shaper) }
          ?? setter.shaper.shape(spelling(of: piece).bytes, in: word.context)
        piece.width = piece.shaped.width + piece.shaped.glyphs.count * text.styles[Int(piece.style)].letterSpacing.rawValue
      }
      if node.kind == .box, last == index + 1, node.shift != 0 || node.width != word.shaped.width, piece.shaped == word.shaped {
        piece.width = node.width
      }
      pieces.append(piece)
      // The stretch at the end of a line inside of an address.
      if last == end, last > index, list.nodes[last - 1].kind == .glue { add(list.nodes[last - 1]) }
      index = last
    }
  }

  /// Penalties and glue between two fragments of a word do not separate them.
  private func isInside(_ index: Int, _ word: Int32) -> Bool {
    var next = index
    while next < list.nodes.count, list.nodes[next].word < 0, list.nodes[next].kind == .penalty || list.nodes[next].kind == .glue {
      next += 1
    }
    return next > index && next < list.nodes.count && list.nodes[next].word == word
  }

  /// Where the part after a break begins: a soft hyphen is in neither part.
  private func resume(after node: Node) -> Int32 {
    let index = Int(node.breakOffset)
    let isSoft = index + 1 < text.text.count && text.text[index] == 0xC2 && text.text[index + 1] == 0xAD
    return node.breakOffset + (isSoft ? 2 : 0)
  }

  private mutating func add(_ node: Node) {
    pieces.append(Piece(node))
  }

  /// The text of a part of a broken word, and the byte of the author's spelling for each cluster of it; nil if the two are
  /// the same.
  func spelling(of piece: Piece) -> (bytes: ArraySlice<UInt8>, places: [UInt32]?) {
    let (low, high) = (Int(piece.text.lowerBound), Int(piece.text.upperBound))
    let hyphen = piece.hasHyphen ? [UInt8(ascii: "-")] : []
    guard piece.changes != (0, 0) else { return (piece.hasHyphen ? (text.text[low..<high] + hyphen)[...] : text.text[low..<high], nil) }
    let first = piece.changes.first == 0 ? nil : list.changes[Int(piece.changes.first) - 1]
    let last = piece.changes.last == 0 ? nil : list.changes[Int(piece.changes.last) - 1]
    let start = max(first?.range.upperBound ?? low, low)
    let end = max(min(last?.range.lowerBound ?? high, high), start)
    let bytes: [UInt8] = (first?.after ?? []) + text.text[start..<end] + (last?.before ?? []) + hyphen
    // Changed letters map together to the letters that the author wrote.
    var places = [UInt32](repeating: 0, count: first?.after.count ?? 0)
    places += (start..<end).map { UInt32($0 - low) }
    places += [UInt32](repeating: UInt32(max(0, min(end, high - 1) - low)), count: last?.before.count ?? 0)
    places += hyphen.map { _ in UInt32(high - low) }
    return (bytes[...], places)
  }
}
