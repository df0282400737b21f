/// A piece of a leaf's text, in order; places are in the store's bytes.
struct LeafToken {
  enum Kind: UInt8 {
    case text
    /// `*`, `_` or `~`, once or more: marks that open or close emphasis, and marks that are left as text.
    case run
    /// `[` or `![`, and the `]` of a link or image.
    case opener, closer
    case softBreak, lineBreak, code, html, footnote
    /// An address that is a link by itself.
    case address
  }

  var kind: Kind
  var start: Int32
  var end: Int32
  var literalStart: Int32
  var literalEnd: Int32
  /// The index of an opener's or an address's link, -1 without a link; a footnote's number.
  var detail: Int32 = -1
  var isImage = false
  /// Matches of a run that end at it, from the inside outwards, and those that begin at it, from the outside inwards.
  var firstClose: Int32 = -1
  var lastClose: Int32 = -1
  var firstOpen: Int32 = -1

  init(_ kind: Kind, _ place: Range<Int>, literal: Range<Int>? = nil) {
    self.kind = kind
    start = Int32(truncatingIfNeeded: place.lowerBound)
    end = Int32(truncatingIfNeeded: place.upperBound)
    literalStart = Int32(truncatingIfNeeded: (literal ?? place).lowerBound)
    literalEnd = Int32(truncatingIfNeeded: (literal ?? place).upperBound)
  }
}

/// One end of an emphasis at a run.
struct EmphasisEnd {
  var kind: CommonMarkTree.Kind
  /// Where its marks begin, or where they end.
  var position: Int32
  var next: Int32
}

/// What a mark is beside decides whether it opens or closes emphasis (CommonMark, Left- and right-flanking delimiter runs).
enum Flanking {
  enum Class { case space, punctuation, other }

  static func before(_ bytes: [UInt8], _ position: Int, from start: Int) -> Class {
    guard position > start else { return .space }
    var index = position - 1
    if bytes[index] < 0x80 { return ofASCII(bytes[index]) }
    while index > start, bytes[index] & 0xC0 == 0x80, position - index < 4 { index -= 1 }
    return ofScalar(bytes, index, position)
  }

  static func after(_ bytes: [UInt8], _ position: Int, to end: Int) -> Class {
    guard position < end else { return .space }
    if bytes[position] < 0x80 { return ofASCII(bytes[position]) }
    return ofScalar(bytes, position, end)
  }

  /// True behind a sign that words end with: `.`, `:`, `)`, `”`.
  static func endsWords(_ bytes: [UInt8], _ position: Int, from start: Int) -> Bool {
    guard position > start else { return false }
    if bytes[position - 1] < 0x80 { return ".,;:!?)]}\"'%>".utf8.contains(bytes[position - 1]) }
    return position - start > 2 && ["’", "”", "…", "»"].contains { bytes[start..<position].suffix($0.utf8.count).elementsEqual($0.utf8) }
  }

  private static func ofASCII(_ byte: UInt8) -> Class {
    if Byte.isSpace(byte) { return .space }
    return Byte.isPunctuation(byte) ? .punctuation : .other
  }

  private static func ofScalar(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Class {
    guard let scalar = scalar(bytes, start, end) else { return .other }
    switch scalar.properties.generalCategory {
    case .spaceSeparator: return .space
    case .connectorPunctuation, .dashPunctuation, .openPunctuation, .closePunctuation, .initialPunctuation, .finalPunctuation,
      .otherPunctuation, .mathSymbol, .currencySymbol, .modifierSymbol, .otherSymbol:
      return .punctuation
    default: return .other
    }
  }

  /// The character of more than one byte at a place.
  static func scalar(_ bytes: [UInt8], _ start: Int, _ end: Int) -> Unicode.Scalar? {
    let lead = bytes[start]
    let count = lead < 0xC0 ? 1 : lead < 0xE0 ? 2 : lead < 0xF0 ? 3 : 4
    guard count > 1, start + count <= end else { return nil }
    var value = UInt32(lead) & (0x7F >> UInt32(count))
    for index in start + 1..<start + count {
      guard bytes[index] & 0xC0 == 0x80 else { return nil }
      value = value << 6 | UInt32(bytes[index] & 0x3F)
    }
    return Unicode.Scalar(value)
  }
}
