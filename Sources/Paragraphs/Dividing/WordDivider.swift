import TypesetBoxes
import TypesetFonts
import TypesetStyling

/// Adds words that may be broken, as fragments with discretionaries and penalties between them.
struct WordDivider {
  let text: TextBytes
  let shaper: Shaper
  let parameters: LineBreakingParameters
  let measure: Int

  /// Adds a word as fragments with discretionaries and penalties between them.
  func add(
    _ range: Range<Int>, word: Int32, at places: [WordPlace], style: TextStyle, _ number: Int32, to list: inout ParagraphList
  ) {
    let spacing = style.letterSpacing.rawValue
    let clusters = ClusterWidths(list.words[Int(word)].shaped, of: shaper, count: range.count, spacing: spacing)
    let divided = Fragments(
      range: range, word: word, style: number, places: places, clusters: clusters, context: list.words[Int(word)].context, spacing: spacing)
    let base = range.lowerBound
    var start = base
    var endOfChange = base
    for (position, place) in places.enumerated() where place.offset >= endOfChange {
      // A ligature across the break stays whole if the word is not broken there.
      var firstChanged = place.offset
      if case .respelled(_, let change) = place { firstChanged = change.range.lowerBound }
      let cut = clusters.start(atOrBefore: firstChanged - base) + base
      let fragmentEnd = max(start, cut)
      if fragmentEnd > start {
        list.addBox(start..<fragmentEnd, word: word, width: clusters.width(start - base, fragmentEnd - base), number)
      }
      switch place {
      case .respelled(let offset, let change):
        // If letters change at two adjacent breaks, one of these is enough.
        guard change.range.lowerBound >= start, list.changes.count < Int(UInt16.max) else { continue }
        start = addRespelled(change, at: offset, number: position, of: divided, from: start..<fragmentEnd, to: &list)
        endOfChange = change.range.upperBound
      case .hyphen, .soft:
        start = addHyphen(number: position, of: divided, from: start..<fragmentEnd, cut: cut, to: &list)
      case .explicit:
        var node = Node(.discretionary)
        node.isExplicit = true
        node.penalty = Int32(parameters.exHyphenPenalty)
        node.breakOffset = Int32(fragmentEnd)
        node.word = word
        node.text = Int32(fragmentEnd)..<Int32(fragmentEnd)
        node.style = number
        list.nodes.append(node)
        start = fragmentEnd
      case .penalty(_, let penalty):
        list.addPenalty(penalty)
        start = fragmentEnd
      case .address:
        // A line that ends inside of an address may stay short: stretch before the break, cancelled after it
        // (TeXbook appendix D, ragged text).
        list.addStretch(measure / 10, number)
        list.addPenalty(200)
        list.addStretch(-measure / 10, number)
        start = fragmentEnd
      }
    }
    if start < range.upperBound {
      list.addBox(start..<range.upperBound, word: word, width: clusters.width(start - base, range.count), number)
    }
  }

  /// A word that is added in fragments.
  private struct Fragments {
    var range: Range<Int>
    var word: Int32
    var style: Int32
    var places: [WordPlace]
    var clusters: ClusterWidths
    var context: ShapingContext
    var spacing: Int

    /// Where the fragment after a place ends.
    func end(after number: Int) -> Int { number + 1 < places.count ? places[number + 1].offset : range.upperBound }
  }

  /// Adds a hyphen with a change of letters: the fragments next to it are shaped as they become.
  ///
  /// - Parameter fragment: The fragment before the break.
  /// - Returns: Where the next fragment begins.
  private func addRespelled(
    _ change: SpellingChange, at offset: Int, number: Int, of divided: Fragments, from fragment: Range<Int>,
    to list: inout ParagraphList
  ) -> Int {
    let (clusters, base) = (divided.clusters, divided.range.lowerBound)
    let end =
      clusters.isStart(change.range.upperBound - base)
      ? change.range.upperBound : clusters.start(after: change.range.upperBound - base) + base
    let next = max(divided.end(after: number), end)
    let high = clusters.isStart(next - base) ? next : clusters.start(after: next - base) + base
    let low = clusters.start(atOrBefore: fragment.lowerBound - base) + base
    var node = discretionary(at: offset, word: divided.word, fragment.upperBound..<end, divided.style)
    node.width = clusters.width(fragment.upperBound - base, end - base)
    list.changes.append(change)
    node.change = UInt16(list.changes.count)
    let before = Array(text.bytes[low..<change.range.lowerBound]) + change.before + [UInt8(ascii: "-")]
    let after = change.after + text.bytes[change.range.upperBound..<high]
    node.pre = Int32(
      clamping: width(of: before, in: divided.context, spacing: divided.spacing)
        - clusters.width(low - base, fragment.upperBound - base))
    node.post = Int32(
      clamping: width(of: after, in: divided.context, spacing: divided.spacing) - clusters.width(end - base, high - base))
    list.nodes.append(node)
    return end
  }

  /// Adds a hyphen. Differences from the whole word are next to the break: only the fragments on its sides are shaped.
  ///
  /// - Parameters:
  ///   - fragment: The fragment before the break.
  ///   - cut: The beginning of the last cluster that does not begin after the break.
  /// - Returns: Where the next fragment begins.
  private func addHyphen(
    number: Int, of divided: Fragments, from fragment: Range<Int>, cut: Int, to list: inout ParagraphList
  ) -> Int {
    let (clusters, base, upper) = (divided.clusters, divided.range.lowerBound, divided.range.upperBound)
    let place = divided.places[number]
    let offset = place.offset
    let after = place.isSoft ? offset + 2 : offset
    let end = place.isSoft ? after : cut == offset ? offset : clusters.start(after: cut - base) + base
    let isLast = number + 1 == divided.places.count
    let next = isLast ? upper : max(divided.end(after: number), after)
    var node = discretionary(at: offset, word: divided.word, fragment.upperBound..<max(fragment.upperBound, end), divided.style)
    node.width = clusters.width(fragment.upperBound - base, end - base)
    let low = clusters.start(atOrBefore: fragment.lowerBound - base) + base
    let high = clusters.isStart(next - base) ? next : clusters.start(after: next - base) + base
    let before = min(low, offset)..<offset
    // With one more letter, so that the last one is kerned as in the word.
    let letter = !isLast && divided.places[number + 1].isSoft ? next + 2 : high
    let beyond = letter < upper ? clusters.start(after: letter - base) + base : upper
    node.pre = Int32(
      clamping: width(of: before, shown: list.shown, in: divided.context, spacing: divided.spacing)
        - clusters.width(low - base, fragment.upperBound - base))
    node.post = Int32(
      clamping: advance(
        of: after..<high, seenUpTo: max(beyond, high), shown: list.shown, in: divided.context, spacing: divided.spacing)
        - clusters.width(end - base, high - base))
    list.nodes.append(node)
    return end
  }

  /// A break with a hyphen.
  private func discretionary(at offset: Int, word: Int32, _ range: Range<Int>, _ style: Int32) -> Node {
    var node = Node(.discretionary)
    node.penalty = Int32(parameters.hyphenPenalty)
    node.breakOffset = Int32(offset)
    node.word = word
    node.text = Int32(range.lowerBound)..<Int32(range.upperBound)
    node.style = style
    return node
  }

  /// The advance of the clusters that begin in a range of the text, shaped with the text after it up to `end`.
  private func advance(of range: Range<Int>, seenUpTo end: Int, shown: ShownText?, in context: ShapingContext, spacing: Int) -> Int {
    let shaped =
      shown.map { $0.shape(range.lowerBound..<end, in: context, by: shaper) }
      ?? shaper.shape(text.bytes[range.lowerBound..<end], in: context)
    guard end > range.upperBound else { return shaped.width + shaped.glyphs.count * spacing }
    return shaped.glyphs.reduce(0) { sum, index in
      let glyph = shaper.glyphs[Int(index)]
      return Int(glyph.cluster) < range.count ? sum + Int(glyph.advance) + spacing : sum
    }
  }

  /// The width of a part of the text with a hyphen after it.
  private func width(of range: Range<Int>, shown: ShownText?, in context: ShapingContext, spacing: Int) -> Int {
    guard let shown else { return width(of: Array(text.bytes[range]) + [UInt8(ascii: "-")], in: context, spacing: spacing) }
    let shaped = shown.shape(range, hasHyphen: true, in: context, by: shaper)
    return shaped.width + shaped.glyphs.count * spacing
  }

  private func width(of bytes: [UInt8], in context: ShapingContext, spacing: Int) -> Int {
    let shaped = shaper.shape(bytes[...], in: context)
    return shaped.width + shaped.glyphs.count * spacing
  }
}

/// Where the clusters of a shaped word begin, and the advance up to each of its bytes.
private struct ClusterWidths {
  private var before: [Int]
  private var isStart: [Bool]

  func isStart(_ offset: Int) -> Bool { isStart[offset] }

  init(_ shaped: ShapedWord, of shaper: Shaper, count: Int, spacing: Int) {
    before = [Int](repeating: 0, count: count + 1)
    isStart = [Bool](repeating: false, count: count + 1)
    for index in shaped.glyphs {
      let glyph = shaper.glyphs[Int(index)]
      let cluster = min(Int(glyph.cluster), count - 1)
      isStart[cluster] = true
      before[cluster + 1] += Int(glyph.advance) + spacing
    }
    isStart[0] = true
    isStart[count] = true
    for index in 1...count { before[index] += before[index - 1] }
  }

  /// The advance of the clusters that begin in a range of bytes.
  func width(_ low: Int, _ high: Int) -> Int { before[max(low, high)] - before[low] }

  func start(atOrBefore offset: Int) -> Int { isStart[...offset].lastIndex(of: true) ?? 0 }

  func start(after offset: Int) -> Int { isStart[(offset + 1)...].firstIndex(of: true) ?? isStart.count - 1 }
}
