import TypesetBytes

/// What a text consists of: its characters, segments of them, and the nodes that they were read from.
struct TextContent: Sendable {
  /// The text without its attributes.
  var plain = ""
  /// In the order of the text, without gaps.
  var segments: [Segment] = []
  var sets = AttributeSets()
  /// Blocks and inlines, in document order; the words themselves are in `plain`.
  var structure = Structure()

  /// A piece of the text between two changes of attributes or nodes.
  struct Segment: Hashable, Sendable {
    /// In bytes of the text.
    var end: Int
    /// The node of the structure that holds it; -1 for text without blocks.
    var leaf: Int32
    /// In `sets`.
    var set: Int32
  }

  init() {}

  init(_ maker: consuming TextMaker) {
    plain = maker.plain
    plain.makeContiguousUTF8()
    segments = maker.segments
    sets = maker.sets
    structure = maker.structure
  }

  /// How many bytes the text has in UTF-8.
  var byteCount: Int { plain.utf8.count }

  /// True if the text has blocks.
  var hasBlocks: Bool { structure.nodes.count > 1 }

  /// A maker of a text with the same nodes and attributes.
  var maker: TextMaker { TextMaker(structure: structure, sets: sets) }
}

// MARK: Places

extension TextContent {
  /// The same place in ``plain``; a place beyond the end is the end, and one within a scalar is before it.
  func place(_ index: AttributedText.Index) -> String.Index {
    let bytes = plain.utf8
    let offset = min(max(index.offset, 0), bytes.count)
    return plain.unicodeScalars.index(bytes.index(bytes.startIndex, offsetBy: offset), offsetBy: 0).inScalars(of: plain)
  }

  func index(_ place: String.Index) -> AttributedText.Index {
    AttributedText.Index(offset: plain.utf8.distance(from: plain.utf8.startIndex, to: place))
  }

  /// The bytes between two places, never a part of a scalar.
  func bytes(_ range: Range<AttributedText.Index>) -> Range<Int> {
    let low = index(place(range.lowerBound)).offset
    return low..<max(low, index(place(range.upperBound)).offset)
  }

  /// A part of ``plain``.
  func text(_ bytes: Range<Int>) -> Substring {
    let utf8 = plain.utf8
    return plain[utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)..<utf8.index(utf8.startIndex, offsetBy: bytes.upperBound)]
  }

  /// The first segment that ends after a byte.
  func segment(after offset: Int) -> Int { segments.partitioningIndex { $0.end > offset } }

  /// Where a segment begins.
  func start(ofSegment number: Int) -> Int { number > 0 ? segments[number - 1].end : 0 }
}

extension String.Index {
  /// Moved back to the beginning of its scalar.
  fileprivate func inScalars(of text: String) -> String.Index {
    var index = self
    while index > text.utf8.startIndex, index < text.utf8.endIndex, text.utf8[index] & 0xC0 == 0x80 {
      index = text.utf8.index(before: index)
    }
    return index
  }
}
