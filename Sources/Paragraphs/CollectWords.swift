import TypesetBoxes
import TypesetFonts
import TypesetStyling

extension Collector {
  mutating func addWord(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32) {
    var start = range.lowerBound
    for cut in range.count > LongWord.usual ? LongWord.cuts(in: text.text, range) : [] {
      addPiece(start..<cut, face: face, style: style, number)
      addPenalty(Self.lastResort)
      start = cut
    }
    addPiece(start..<range.upperBound, face: face, style: style, number)
  }

  private mutating func addPiece(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32) {
    if !style.features.isEmpty, addSmallCapitals(range, face: face, style: style, number) { return }
    addShapedWord(range, face: face, style: style, number)
  }

  mutating func addShapedWord(_ range: Range<Int>, face: FaceID, style: TextStyle, _ number: Int32, uppercases: Bool = false) {
    addGapAfterCJK(at: range.lowerBound, style: style, number)
    let context = setter.context(face, style: style, isRightToLeft: isRightToLeft(at: range.lowerBound), uppercases: uppercases)
    var shaped = setter.shaper.shape(text.text[range], in: context)
    shaped.width += shaped.glyphs.count * style.letterSpacing.rawValue
    list.words.append(
      Word(
        text: Int32(range.lowerBound)..<Int32(range.upperBound), context: context, face: face, size: style.size,
        style: number, shaped: shaped))
    let word = Int32(list.words.count - 1)
    let places = self.places(in: range, style: style, width: shaped.width)
    if places.isEmpty {
      addBox(range, word: word, width: shaped.width, number)
    } else {
      addDivided(range, word: word, at: places, style: style, number)
    }
    lastClass = .other
    lastIsWord = true
  }

  func isRightToLeft(at offset: Int) -> Bool { (list.bidi.map { $0.levels[offset] } ?? 0) & 1 == 1 }

  mutating func addBox(_ range: Range<Int>, word: Int32, width: Int, _ number: Int32) {
    var box = Node(.box)
    box.word = word
    box.text = Int32(range.lowerBound)..<Int32(range.upperBound)
    box.width = width
    box.style = number
    list.nodes.append(box)
  }

  enum Place {
    /// A hyphen appears.
    case hyphen(Int)
    /// A hyphen appears, and letters change.
    case respelled(Int, SpellingChange)
    /// The hyphen is there, or the soft hyphen that asks for one.
    case explicit(Int)
    case soft(Int)
    /// No hyphen: in code, between clusters of what is too long.
    case penalty(Int, Int)
    /// No hyphen, and the line may stay a little short: in addresses.
    case address(Int)

    var isSoft: Bool { if case .soft = self { true } else { false } }

    var offset: Int {
      switch self {
      case .hyphen(let offset), .explicit(let offset), .soft(let offset), .penalty(let offset, _), .respelled(let offset, _),
        .address(let offset):
        offset
      }
    }
  }

  /// Where the word may be divided, in order.
  func places(in range: Range<Int>, style: TextStyle, width: Int) -> [Place] {
    let bytes = text.text
    var places: [Place] = []
    var isPlain = true
    var hasSoft = false
    let trailing = trailingPunctuation(of: range)
    let isLong = width > measure * 9 / 10
    // Addresses: after what separates their parts.
    let isAddress = !style.isCode && isAddress(range)
    if style.isCode {
      let penalty = isSpacedCode && !isLong ? Self.atJointOfSpacedCode : Self.atCodeJoint
      places = CodeJoints.offsets(in: bytes[range]).map { .penalty($0, penalty) }
    }
    var index = range.lowerBound
    while index < range.upperBound {
      let byte = bytes[index]
      let next = index + 1
      if byte == 0xC2, next < range.upperBound, bytes[next] == 0xAD {
        places.append(.soft(index))
        hasSoft = true
        isPlain = false
        index += 2
        continue
      }
      if byte < 0x80, !isLetter(byte) { isPlain = isPlain && (index == range.lowerBound || index >= trailing) }
      if next < range.upperBound, index > range.lowerBound {
        let following = bytes[next]
        if byte == UInt8(ascii: "-"), !style.isCode, !isMention(range), isLetter(following) || following >= 0x80, bytes[index - 1] != byte,
          !isWordJoiner(next)
        {
          places.append(.explicit(next))
        } else if isAddress, Self.separators.contains(byte), !Self.separators.contains(following), !isWithinNumberOrOption(index) {
          places.append(.address(next))
        } else if byte == UInt8(ascii: "/"), !style.isCode, isLetter(following), isLetter(bytes[index - 1]), index - 2 >= range.lowerBound,
          isLetter(bytes[index - 2]), next + 1 < range.upperBound, isLetter(bytes[next + 1])
        {
          // Not in km/h.
          places.append(.penalty(next, 200))
        } else if byte >= 0x80, let opportunities, opportunities[next], !isAddress, !style.isCode {
          if isDash(endingAt: next) {
            // As in LuaTeX, the author's own hyphenation points are all that a word has.
            // Two dashes are one sign.
            if !hasSoft, !isDash(endingAt: next + 3), !beginsAfterSpace(next - 3) { places.append(.explicit(next)) }
          } else if following >= 0x80, !isDash(endingAt: next + 3) {
            // Scripts without spaces; Korean has them.
            if !isBesideHangul(next) {
              places.append(.penalty(next, 0))
            } else if hyphenates, leavesSyllables(on: range, at: next) {
              places.append(.penalty(next, Self.withinKoreanWord))
            }
          }
        }
      }
      index += 1
    }
    if hyphenates, style.isHyphenated, places.isEmpty, !isMention(range), !isBeforeItsNumber(range.upperBound + 1),
      isPlain || bytes[range].allSatisfy({ $0 >= 0x80 || isLetter($0) || !ASCIIisDigit($0) })
    {
      places = hyphenationPoints(in: trimmed(range), style.language)
    }
    return isLong ? withLastResorts(places, in: range, width: width) : places
  }

  /// Where the author or the language's patterns divide a word.
  private func hyphenationPoints(in letters: Range<Int>, _ language: String) -> [Place] {
    let bytes = text.text
    guard letters.count >= 5, bytes[letters].allSatisfy({ $0 >= 0x80 || isLetter($0) }) else { return [] }
    if let points = setter.exceptions.points(in: bytes[letters]) { return points.map { .hyphen(letters.lowerBound + $0) } }
    guard let divisions = setter.hyphenator(for: language)?.divisions(of: bytes[letters]) else { return [] }
    return divisions.points.map { point in
      let offset = letters.lowerBound + point
      guard let change = divisions.changes[point] else { return .hyphen(offset) }
      return .respelled(offset, change.moved(by: letters.lowerBound))
    }
  }

  /// Breaks between any two clusters, since nothing may stick out of the text block. Of scripts without spaces only those words are divided
  /// that are too long themselves, by their share of the bytes.
  private func withLastResorts(_ places: [Place], in range: Range<Int>, width: Int) -> [Place] {
    var all = places
    let isUnspaced = places.contains { if case .penalty(_, 0) = $0 { true } else { false } }
    let stops = [range.lowerBound] + places.map(\.offset).sorted() + [range.upperBound]
    for (start, end) in zip(stops, stops.dropFirst()) where !isUnspaced || (end - start) * width / range.count > measure * 9 / 10 {
      var offset = start
      while offset < end {
        if offset > start { all.append(.penalty(offset, Self.lastResort)) }
        offset += decode(text.text, offset).length
      }
    }
    return all.sorted { $0.offset < $1.offset }
  }

  /// `@name`, which is no name with a hyphen in it.
  private func isMention(_ range: Range<Int>) -> Bool {
    let start = text.text[range.lowerBound] == UInt8(ascii: "(") ? range.lowerBound + 1 : range.lowerBound
    return start + 1 < range.upperBound && text.text[start] == UInt8(ascii: "@") && isLetter(text.text[start + 1])
  }

  mutating func addStretch(_ stretch: Int, _ number: Int32) {
    var glue = Node(.glue)
    glue.stretch = stretch
    glue.style = number
    list.nodes.append(glue)
  }

  /// The penalty of breaks that no author would make.
  static let lastResort = 5000
  /// The penalty of breaks within Korean words that are to stay whole: costlier than any line that is not too loose.
  static let withinKoreanWord = 3000
  /// The penalty of breaks at the joints of code.
  static let atCodeJoint = 1000
  /// The same in code with spaces, at which it is divided before: as dear as a line that lacks a tenth of the measure.
  static let atJointOfSpacedCode = 2700
  /// Places that cost as much or more are tried only where all lines without them are too loose.
  static let emergency = 900

  /// True if two Korean syllables or more are on each side of a place. UTF-8 has three bytes for each.
  private func leavesSyllables(on range: Range<Int>, at offset: Int) -> Bool {
    let word = trimmed(range)
    return offset - word.lowerBound >= 6 && word.upperBound - offset >= 6
  }

  static let separators = Set("/?&=.-_:#%+,;@".utf8)

  func isAddress(_ range: Range<Int>) -> Bool {
    guard range.count > 12 else { return false }
    let bytes = text.text[range]
    return bytes.starts(with: "http".utf8) || bytes.starts(with: "www.".utf8)
      || bytes.contains(UInt8(ascii: "/")) && bytes.contains(UInt8(ascii: "."))
  }

  /// True if the sign at a byte is part of a number or version (`1.15.0`, `8080:80`), or of the dashes before an option's name.
  private func isWithinNumberOrOption(_ index: Int) -> Bool {
    let bytes = text.text
    switch bytes[index] {
    case UInt8(ascii: "."), UInt8(ascii: ","), UInt8(ascii: ":"), UInt8(ascii: "_"):
      return ASCIIisDigit(bytes[index - 1]) && ASCIIisDigit(bytes[index + 1])
    case UInt8(ascii: "-"): return bytes[index - 1] == UInt8(ascii: "-")
    default: return false
    }
  }

  /// True if a blank, or nothing, is before a byte. A dash there goes with what follows it.
  private func beginsAfterSpace(_ offset: Int) -> Bool { offset <= 0 || isBlank(offset - 1) }

  func isBlank(_ offset: Int) -> Bool { text.text.indices.contains(offset) && (text.text[offset] == 0x20 || text.text[offset] == 0x0A) }

  func isLetter(_ byte: UInt8) -> Bool { (byte | 0x20) &- 0x61 < 26 }
  func ASCIIisDigit(_ byte: UInt8) -> Bool { byte &- 0x30 < 10 }

  /// U+2060 forbids a break (UAX #14 LB11).
  private func isWordJoiner(_ index: Int) -> Bool {
    index + 2 < text.text.count && text.text[index] == 0xE2 && text.text[index + 1] == 0x81 && text.text[index + 2] == 0xA0
  }

  /// An en or em dash, after which a line may end as after a hyphen.
  func isDash(endingAt end: Int) -> Bool {
    let bytes = text.text
    return end >= 3 && end <= bytes.count && bytes[end - 3] == 0xE2 && bytes[end - 2] == 0x80
      && (bytes[end - 1] == 0x93 || bytes[end - 1] == 0x94)
  }

  /// Where the punctuation at the end of a word begins: the word's end where there is none.
  func trailingPunctuation(of range: Range<Int>) -> Int {
    let bytes = text.text
    let last = range.last { bytes[$0] >= 0x80 || isLetter(bytes[$0]) || ASCIIisDigit(bytes[$0]) }
    return last.map { $0 + 1 } ?? range.lowerBound
  }

  /// The word without the punctuation around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    let bytes = text.text
    var low = range.lowerBound
    var high = range.upperBound
    func isPunctuation(_ index: Int) -> Bool { bytes[index] < 0x80 && !isLetter(bytes[index]) && !ASCIIisDigit(bytes[index]) }
    while low < high, isPunctuation(low) || isQuote(low) > 0 { low += max(1, isQuote(low)) }
    while high > low, isPunctuation(high - 1) || high - 3 >= low && isQuote(high - 3) > 0 {
      high -= isPunctuation(high - 1) ? 1 : 3
    }
    return low..<high
  }

  /// The length of a curly quote, dash or ellipsis at this place (U+2010…U+2027), else 0.
  func isQuote(_ index: Int) -> Int {
    let bytes = text.text
    guard index + 2 < bytes.count, bytes[index] == 0xE2, bytes[index + 1] == 0x80, (0x90...0xA7).contains(bytes[index + 2]) else {
      return 0
    }
    return 3
  }

  /// A word as fragments with discretionaries and penalties between them.
  mutating func addDivided(_ range: Range<Int>, word: Int32, at places: [Place], style: TextStyle, _ number: Int32) {
    let spacing = style.letterSpacing.rawValue
    let clusters = ClusterWidths(list.words[Int(word)].shaped, of: setter.shaper, count: range.count, spacing: spacing)
    let divided = DividedWord(
      range: range, word: word, style: number, places: places, clusters: clusters, context: list.words[Int(word)].context, spacing: spacing)
    let base = range.lowerBound
    var start = base
    var endOfChange = base
    for (position, place) in places.enumerated() where place.offset >= endOfChange {
      // A ligature across the place stays whole where the word is not divided there.
      var firstChanged = place.offset
      if case .respelled(_, let change) = place { firstChanged = change.range.lowerBound }
      let cut = clusters.start(atOrBefore: firstChanged - base) + base
      let fragmentEnd = max(start, cut)
      if fragmentEnd > start {
        addBox(start..<fragmentEnd, word: word, width: clusters.width(start - base, fragmentEnd - base), number)
      }
      switch place {
      case .respelled(let offset, let change):
        // Letters that change twice at neighbouring places: one of these is enough.
        guard change.range.lowerBound >= start, list.changes.count < Int(UInt16.max) else { continue }
        start = addRespelled(change, at: offset, number: position, of: divided, from: start..<fragmentEnd)
        endOfChange = change.range.upperBound
      case .hyphen, .soft:
        start = addHyphen(number: position, of: divided, from: start..<fragmentEnd, cut: cut)
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
        addPenalty(penalty)
        start = fragmentEnd
      case .address:
        // A line that ends inside of an address may stay short: stretch before the break, taken back after it
        // (as TeXbook appendix D does for ragged text).
        addStretch(measure / 10, number)
        addPenalty(200)
        addStretch(-measure / 10, number)
        start = fragmentEnd
      }
    }
    if start < range.upperBound {
      addBox(start..<range.upperBound, word: word, width: clusters.width(start - base, range.count), number)
    }
  }
}

extension Collector {
  /// A word that is added in fragments.
  private struct DividedWord {
    var range: Range<Int>
    var word: Int32
    var style: Int32
    var places: [Place]
    var clusters: ClusterWidths
    var context: ShapingContext
    var spacing: Int

    /// Where the fragment after a place ends.
    func end(after number: Int) -> Int { number + 1 < places.count ? places[number + 1].offset : range.upperBound }
  }

  /// A place where a hyphen appears and letters change: the fragments beside it are shaped as they become.
  ///
  /// - Parameter fragment: What is before the place.
  /// - Returns: Where what follows begins.
  private mutating func addRespelled(
    _ change: SpellingChange, at offset: Int, number: Int, of divided: DividedWord, from fragment: Range<Int>
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
    let before = Array(text.text[low..<change.range.lowerBound]) + change.before + [UInt8(ascii: "-")]
    let after = change.after + text.text[change.range.upperBound..<high]
    node.pre = Int32(
      clamping: width(of: before, in: divided.context, spacing: divided.spacing)
        - clusters.width(low - base, fragment.upperBound - base))
    node.post = Int32(
      clamping: width(of: after, in: divided.context, spacing: divided.spacing) - clusters.width(end - base, high - base))
    list.nodes.append(node)
    return end
  }

  /// A place where a hyphen appears. What differs from the whole word is beside the place: the fragments next to it are shaped, no more.
  ///
  /// - Parameters:
  ///   - fragment: What is before the place.
  ///   - cut: The last beginning of a cluster that is not after the place.
  /// - Returns: Where what follows begins.
  private mutating func addHyphen(number: Int, of divided: DividedWord, from fragment: Range<Int>, cut: Int) -> Int {
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
    let before = Array(text.text[min(low, offset)..<offset]) + [UInt8(ascii: "-")]
    // With one letter more, so that the last one is kerned as it is in the word.
    let letter = !isLast && divided.places[number + 1].isSoft ? next + 2 : high
    let beyond = letter < upper ? clusters.start(after: letter - base) + base : upper
    node.pre = Int32(
      clamping: width(of: before, in: divided.context, spacing: divided.spacing)
        - clusters.width(low - base, fragment.upperBound - base))
    node.post = Int32(
      clamping: advance(of: after..<high, seenUpTo: max(beyond, high), in: divided.context, spacing: divided.spacing)
        - clusters.width(end - base, high - base))
    list.nodes.append(node)
    return end
  }

  /// A place where a hyphen appears.
  private func discretionary(at offset: Int, word: Int32, _ range: Range<Int>, _ style: Int32) -> Node {
    var node = Node(.discretionary)
    node.penalty = Int32(parameters.hyphenPenalty)
    node.breakOffset = Int32(offset)
    node.word = word
    node.text = Int32(range.lowerBound)..<Int32(range.upperBound)
    node.style = style
    return node
  }

  /// The advance of the clusters that begin in a part of the text, shaped with what follows it up to a place.
  private func advance(of range: Range<Int>, seenUpTo end: Int, in context: ShapingContext, spacing: Int) -> Int {
    let shaped = setter.shaper.shape(text.text[range.lowerBound..<end], in: context)
    guard end > range.upperBound else { return shaped.width + shaped.glyphs.count * spacing }
    return shaped.glyphs.reduce(0) { sum, index in
      let glyph = setter.shaper.glyphs[Int(index)]
      return Int(glyph.cluster) < range.count ? sum + Int(glyph.advance) + spacing : sum
    }
  }

  private func width(of bytes: [UInt8], in context: ShapingContext, spacing: Int) -> Int {
    let shaped = setter.shaper.shape(bytes[...], in: context)
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
