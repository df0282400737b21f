package import TypesetDiagnostics
package import TypesetMarkdown

/// Text with attributes: a whole document, or a piece of one, as a value.
///
/// ```swift
/// var text = AttributedText(markdown: "This is **Bold text** and this is _italic_")
/// text.characters.count  // 36
/// for run in text.runs where run.inlineIntent.contains(.strong) { … }
/// ```
///
/// Characters are counted as `String` counts them. Attributes belong to runs, which are as long as possible. Blocks (paragraphs, list items,
/// cells) add no characters. A formula, a picture, the mark of a note or a line break is one character.
public struct AttributedText: Sendable {
  /// The text without its attributes.
  public private(set) var plain = ""
  /// In the order of the text, without gaps.
  private(set) var segments: [Segment] = []
  private(set) var sets = AttributeSets()
  /// Blocks and inlines, in document order; the words themselves are in `plain`.
  private(set) var structure = Structure()
  /// What the text was read from.
  package private(set) var origin: TextOrigin?

  /// A piece of the text between two changes of attributes or nodes.
  struct Segment: Hashable, Sendable {
    /// In bytes of the text.
    var end: Int
    /// The node of the structure that holds it; -1 for text without blocks.
    var leaf: Int32
    /// In `sets`.
    var set: Int32
  }

  /// No text.
  public init() {}

  /// Plain text, whatever characters it has.
  @_disfavoredOverload
  public init(_ text: some StringProtocol) { self.init(text, attributes: TextAttributes()) }

  /// Text with the same attributes everywhere.
  public init(_ text: some StringProtocol, attributes: TextAttributes) {
    var maker = TextMaker(structure: Structure())
    maker.append(String(text), leaf: -1, attributes)
    self.init(maker, origin: nil)
  }

  init(_ maker: consuming TextMaker, origin: TextOrigin?) {
    plain = maker.plain
    plain.makeContiguousUTF8()
    segments = maker.segments
    sets = maker.sets
    structure = maker.structure
    self.origin = origin
  }

  /// True if there are no characters.
  public var isEmpty: Bool { plain.isEmpty }

  /// How many bytes the text has in UTF-8.
  var byteCount: Int { plain.utf8.count }
}

/// Where a text was read.
package struct TextOrigin: Sendable {
  package var source: Source
  package var frontMatter: FrontMatter
  package var forms: FormulaForms?
  package var diagnostics: [Diagnostic]
}

/// Sets of attributes, each kept once.
struct AttributeSets: Sendable {
  private(set) var all: [TextAttributes] = [TextAttributes()]
  private var numbers: [TextAttributes: Int32] = [TextAttributes(): 0]

  subscript(number: Int32) -> TextAttributes { all[Int(number)] }

  /// Changes all sets without making two of them equal or unequal.
  mutating func mapEach(_ change: (TextAttributes) -> TextAttributes) { all = all.map(change) }

  mutating func number(of attributes: TextAttributes) -> Int32 {
    if let known = numbers[attributes] { return known }
    let number = Int32(all.count)
    all.append(attributes)
    numbers[attributes] = number
    return number
  }
}

/// Makes a text from its beginning to its end.
struct TextMaker {
  private(set) var plain = ""
  private(set) var segments: [AttributedText.Segment] = []
  var sets = AttributeSets()
  var structure: Structure
  private var count = 0

  init(structure: Structure, sets: AttributeSets = AttributeSets()) { (self.structure, self.sets) = (structure, sets) }

  mutating func append(_ text: some StringProtocol, leaf: Int32, _ attributes: TextAttributes) {
    append(text, leaf: leaf, set: sets.number(of: attributes))
  }

  mutating func append(_ text: some StringProtocol, leaf: Int32, set: Int32) {
    let bytes = text.utf8.count
    guard bytes > 0 else { return }
    plain += text
    count += bytes
    if let last = segments.last, last.leaf == leaf, last.set == set {
      segments[segments.count - 1].end = count
    } else {
      segments.append(AttributedText.Segment(end: count, leaf: leaf, set: set))
    }
  }
}

// MARK: Places

extension AttributedText {
  /// A place between two characters; valid for the text that it comes from.
  public struct Index: Hashable, Comparable, Sendable {
    /// In bytes of UTF-8.
    let offset: Int

    /// True if the first is before the second.
    public static func < (a: Index, b: Index) -> Bool { a.offset < b.offset }
  }

  /// Before the first character.
  public var startIndex: Index { Index(offset: 0) }
  /// After the last character.
  public var endIndex: Index { Index(offset: byteCount) }

  /// The same place in ``plain``; a place beyond the end is the end, and one within a scalar is before it.
  func place(_ index: Index) -> String.Index {
    let bytes = plain.utf8
    let offset = min(max(index.offset, 0), bytes.count)
    return plain.unicodeScalars.index(bytes.index(bytes.startIndex, offsetBy: offset), offsetBy: 0).inScalars(of: plain)
  }

  func index(_ place: String.Index) -> Index { Index(offset: plain.utf8.distance(from: plain.utf8.startIndex, to: place)) }

  /// The bytes between two places, never a part of a scalar.
  func bytes(_ range: Range<Index>) -> Range<Int> {
    let low = index(place(range.lowerBound)).offset
    return low..<max(low, index(place(range.upperBound)).offset)
  }

  /// A part of ``plain``.
  func text(_ bytes: Range<Int>) -> Substring {
    let utf8 = plain.utf8
    return plain[utf8.index(utf8.startIndex, offsetBy: bytes.lowerBound)..<utf8.index(utf8.startIndex, offsetBy: bytes.upperBound)]
  }

  /// The first segment that ends after a byte.
  func segment(after offset: Int) -> Int {
    var (low, high) = (0, segments.count)
    while low < high {
      let middle = (low + high) / 2
      if segments[middle].end <= offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

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

// MARK: Internal changes

extension AttributedText {
  mutating func replaceSegments(_ maker: consuming TextMaker) {
    let origin = origin
    self = AttributedText(maker, origin: origin)
  }

  mutating func withParts<Result>(
    _ change: (inout String, inout [Segment], inout AttributeSets, inout Structure) -> Result
  ) -> Result {
    change(&plain, &segments, &sets, &structure)
  }

  mutating func setOrigin(_ origin: TextOrigin?) { self.origin = origin }
}
