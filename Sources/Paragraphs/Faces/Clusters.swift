import TypesetStyling

/// Text that is seen as one character and set in one face: a base with its marks, an emoji sequence, a flag's two letters.
struct Cluster {
  var base: Unicode.Scalar
  /// Bytes of the text.
  var range: Range<Int>
  /// True if it should be shown in colour.
  var isEmoji: Bool

  /// True if it consists of the base only.
  var isSingle: Bool { range.count == base.utf8.count }

  /// The cluster that begins at a byte (UAX #29, UTS #51).
  ///
  /// - Parameter end: The end of the text that it may extend to.
  init(in bytes: [UInt8], at start: Int, upTo end: Int) {
    let (base, length) = decode(bytes, start)
    self.base = base
    // U+231A is the first such character.
    isEmoji = base.value >= 0x231A && base.properties.isEmojiPresentation
    range = start..<start + length
    var next = start + length
    // Nothing below U+0300 combines with the character before it.
    while next < end, bytes[next] >= 0xCC {
      let (following, count) = decode(bytes, next)
      guard following.extendsCluster || base.isRegionalIndicator && following.isRegionalIndicator && next == start + length else { break }
      next += count
      switch following.value {
      case 0xFE0F: isEmoji = base.properties.isEmoji
      case 0xFE0E: isEmoji = false
      case 0x1F3FB...0x1F3FF: isEmoji = base.properties.isEmoji
      case 0x200D: if next < end, bytes[next] >= 0xC2 { next += decode(bytes, next).length }
      default:
        // GB9c: a virama joins the consonants of both sides.
        if following.joinsConsonants, next < end, decode(bytes, next).value.properties.isAlphabetic { next += decode(bytes, next).length }
      }
    }
    range = start..<next
  }
}

extension Unicode.Scalar {
  /// A virama of an Indic or related script, which joins two consonants into a syllable.
  fileprivate var joinsConsonants: Bool {
    switch value {
    case 0x94D, 0x9CD, 0xA4D, 0xACD, 0xB4D, 0xBCD, 0xC4D, 0xCCD, 0xD4D, 0xDCA, 0x1039, 0x17D2: true
    default: false
    }
  }

  /// Hangul: syllables and the letters that they are made of.
  var isHangul: Bool {
    switch value {
    case 0x1100...0x11FF, 0x3130...0x318F, 0xA960...0xA97F, 0xAC00...0xD7FF: true
    default: false
    }
  }
}
