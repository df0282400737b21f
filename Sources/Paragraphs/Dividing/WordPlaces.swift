import TypesetStyling

/// A place where a word may be broken.
enum WordPlace {
  /// With a hyphen.
  case hyphen(Int)
  /// With a hyphen, and a change of letters.
  case respelled(Int, SpellingChange)
  /// After a hyphen in the text, or at a soft hyphen.
  case explicit(Int)
  case soft(Int)
  /// Without a hyphen: in code, between clusters of words that are too long.
  case penalty(Int, Int)
  /// Without a hyphen, and the line may stay slightly short: in addresses.
  case address(Int)

  var isRespelled: Bool { if case .respelled = self { true } else { false } }
  var isSoft: Bool { if case .soft = self { true } else { false } }

  var offset: Int {
    switch self {
    case .hyphen(let offset), .explicit(let offset), .soft(let offset), .penalty(let offset, _), .respelled(let offset, _),
      .address(let offset):
      offset
    }
  }
}

/// Finds the places where words may be broken: hyphens, soft hyphens, the language's patterns, and the joints of code and addresses.
struct WordPlaces {
  let text: TextBytes
  let setter: ParagraphSetter
  let grid: EastAsianGrid
  let hyphenates: Bool
  /// Before which bytes a line may begin, if ICU was queried.
  let opportunities: [Bool]?
  /// Words wider than this may be broken anywhere, as a last resort.
  let measure: Int

  /// The penalty of breaks of the last resort.
  static let lastResort = 5000
  /// The penalty of breaks within Korean words that should stay whole: higher than the cost of any line that is not too loose.
  static let withinKoreanWord = 3000
  /// The penalty of breaks at the joints of code.
  static let atCodeJoint = 1000
  /// The same in code with spaces, which are better breaks: as costly as a line that lacks a tenth of the measure.
  static let atJointOfSpacedCode = 2700
  /// Breaks that cost at least this much are tried only if all lines without them are too loose.
  static let emergency = 900

  /// Where the word may be broken, in order.
  func places(in range: Range<Int>, style: TextStyle, width: Int, isSpacedCode: Bool) -> [WordPlace] {
    let bytes = text.bytes
    var places: [WordPlace] = []
    var isPlain = true
    var hasSoft = false
    let trailing = text.trailingPunctuation(of: range)
    let isLong = width > measure * 9 / 10
    // Addresses: after the separators of their parts.
    let isAddress = !style.isCode && text.isAddress(range)
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
      if byte < 0x80, !TextBytes.isLetter(byte) { isPlain = isPlain && (index == range.lowerBound || index >= trailing) }
      if next < range.upperBound, index > range.lowerBound {
        let following = bytes[next]
        if byte == UInt8(ascii: "-"), !style.isCode, !text.isMention(range), TextBytes.isLetter(following) || following >= 0x80,
          bytes[index - 1] != byte,
          !text.isWordJoiner(next)
        {
          places.append(.explicit(next))
        } else if isAddress, text.isAddressJoint(after: index) {
          places.append(.address(next))
        } else if byte == UInt8(ascii: "/"), !style.isCode, TextBytes.isLetter(following), TextBytes.isLetter(bytes[index - 1]),
          index - 2 >= range.lowerBound,
          TextBytes.isLetter(bytes[index - 2]), next + 1 < range.upperBound, TextBytes.isLetter(bytes[next + 1])
        {
          // Not in km/h.
          places.append(.penalty(next, 200))
        } else if byte >= 0x80, let opportunities, opportunities[next], !isAddress, !style.isCode {
          if text.isDash(endingAt: next) {
            // As in LuaTeX, the author's own hyphenation points are all that a word has.
            // Two dashes are not broken.
            if !hasSoft, !text.isDash(endingAt: next + 3), !text.beginsAfterSpace(next - 3) { places.append(.explicit(next)) }
          } else if following >= 0x80, !text.isDash(endingAt: next + 3) {
            // Scripts without spaces; Korean has spaces.
            if !grid.isBesideHangul(next) {
              places.append(.penalty(next, 0))
            } else if hyphenates, leavesSyllables(on: range, at: next) {
              places.append(.penalty(next, Self.withinKoreanWord))
            }
          }
        }
      }
      index += 1
    }
    if hyphenates, style.isHyphenated, places.isEmpty, !text.isMention(range), !text.isBeforeItsNumber(range.upperBound + 1),
      isPlain || bytes[range].allSatisfy({ $0 >= 0x80 || TextBytes.isLetter($0) || !TextBytes.isDigit($0) })
    {
      places = hyphenationPoints(in: text.trimmed(range), style.language)
    }
    // As long as words are not hyphenated, no word is cut at an arbitrary letter.
    return isLong && hyphenates ? withLastResorts(places, in: range, width: width) : places
  }

  /// Where the author or the language's patterns hyphenate a word.
  private func hyphenationPoints(in letters: Range<Int>, _ language: String) -> [WordPlace] {
    let bytes = text.bytes
    guard letters.count >= 5, bytes[letters].allSatisfy({ $0 >= 0x80 || TextBytes.isLetter($0) }) else { return [] }
    if let points = setter.exceptions.points(in: bytes[letters]) { return points.map { .hyphen(letters.lowerBound + $0) } }
    guard let divisions = setter.hyphenator(for: language)?.divisions(of: bytes[letters]) else { return [] }
    return divisions.points.map { point in
      let offset = letters.lowerBound + point
      guard let change = divisions.changes[point] else { return .hyphen(offset) }
      return .respelled(offset, change.moved(by: letters.lowerBound))
    }
  }

  /// Breaks between any two clusters, since lines must not be overfull: only within pieces between other breaks that are too wide
  /// themselves, by their share of the bytes.
  private func withLastResorts(_ places: [WordPlace], in range: Range<Int>, width: Int) -> [WordPlace] {
    var all = places
    let stops = [range.lowerBound] + places.map(\.offset).sorted() + [range.upperBound]
    for (start, end) in zip(stops, stops.dropFirst()) where (end - start) * width / range.count > measure * 9 / 10 {
      var offset = start
      while offset < end {
        if offset > start { all.append(.penalty(offset, Self.lastResort)) }
        offset += decode(text.bytes, offset).length
      }
    }
    return all.sorted { $0.offset < $1.offset }
  }

  /// True if at least two Korean syllables are on each side of a break. Each has three bytes in UTF-8.
  private func leavesSyllables(on range: Range<Int>, at offset: Int) -> Bool {
    let word = text.trimmed(range)
    return offset - word.lowerBound >= 6 && word.upperBound - offset >= 6
  }
}
