public import TypesetBoxes
public import TypesetFonts
public import TypesetSettings

/// How a run of text looks.
public struct TextStyle: Hashable, Sendable {
  /// In order of preference; missing characters come from the system's fonts.
  public var families: [String]
  public var size: Length
  /// CSS: 400 is regular, 700 bold.
  public var weight: Int
  public var slant: Slant
  public var color: Color
  /// OpenType features beyond the shaper's own: four-character tags and their values.
  public var features: [Feature]
  /// BCP 47.
  public var language: String
  /// True if words may be hyphenated. Never in code and links' addresses.
  public var isHyphenated: Bool
  /// Space added between letters.
  public var letterSpacing: Length
  /// Raised (or lowered, below zero) from the baseline.
  public var rise: Length
  public var underline: Color?
  public var strikethrough: Color?
  /// The background of the text, with some padding, as for inline code.
  public var background: Color?
  /// A web address, or `#name` for a place in this document.
  public var link: String?
  /// The name of a link target that begins with this text.
  public var anchor: String?
  /// The number of the footnote whose first reference this text is, which goes on its page; 0 is none.
  public var note: Int32 = 0
  /// The number of the client's renderer that draws it; 0 is none.
  public var renderer: Int32 = 0
  /// The expansion of an abbreviation, for screen readers.
  public var expansion: String?
  /// The direction of the text if its author sets it; nil lets the characters decide.
  public var direction: TextDirection?
  /// Inline code: breaks as a last resort, keeps its spaces.
  public var isCode: Bool
  /// Words within code, as comments and strings are: full-width characters keep their own width instead of two cells.
  public var isProse = false
  /// How East Asian characters show that they are emphasised.
  public var emphasis = EastAsianEmphasis.none
  /// What few texts have: patterns of lines, capitals, ramps.
  public var looks: TextLooks {
    get { rareLooks.first ?? TextLooks() }
    set { rareLooks = newValue == TextLooks() ? [] : [newValue] }
  }
  private var rareLooks: [TextLooks] = []
  /// False for nearly all text.
  public var hasLooks: Bool { !rareLooks.isEmpty }

  public typealias Feature = ShapingKey.Feature

  public init(families: [String], size: Length) {
    self.families = families
    self.size = size
    self.weight = 400
    self.slant = .upright
    self.color = .black
    self.features = []
    self.language = "en"
    self.isHyphenated = true
    self.letterSpacing = .zero
    self.rise = .zero
    self.isCode = false
  }
}

/// The looks of text that few documents have.
public struct TextLooks: Hashable, Sendable {
  /// Of the underline and the strikethrough, where there are any.
  public var underline = TextLine.Form.solid
  public var strike = TextLine.Form.solid
  public var letterCase = LetterCase.none
  public var ramp: Ramp?

  /// A ramp of colours over the text of one element.
  public struct Ramp: Hashable, Sendable {
    public var colors: ColorRamp
    /// Tells adjacent elements apart.
    public var number: Int32

    public init(_ colors: ColorRamp, number: Int32) { (self.colors, self.number) = (colors, number) }
  }

  public init() {}
}

extension TextStyle {
  mutating func underline(_ line: TextLine) {
    underline = line.form == nil ? nil : line.color ?? color
    if let form = line.form, form != looks.underline { looks.underline = form }
  }

  mutating func strike(_ line: TextLine) {
    strikethrough = line.form == nil ? nil : line.color ?? color
    if let form = line.form, form != looks.strike { looks.strike = form }
  }
}

/// Which way lines run.
public enum TextDirection: String, Hashable, Sendable {
  case leftToRight = "ltr"
  case rightToLeft = "rtl"
}

/// The text of one paragraph with its looks: one buffer, contiguous runs over it.
///
/// U+FFFC represents whatever is not text (a formula, a picture), in the order of the attachments that go with it;
/// U+2028 is a forced line break. Soft breaks have become spaces, or nothing between CJK characters, already.
public struct StyledText: Hashable, Sendable {
  public struct Run: Hashable, Sendable {
    /// Bytes of `text`.
    public var range: Range<Int32>
    /// In `styles`.
    public var style: Int32

    public init(range: Range<Int32>, style: Int32) {
      self.range = range
      self.style = style
    }
  }

  /// UTF-8.
  public var text: [UInt8] = []
  /// Cover the text without gap or overlap.
  public var runs: [Run] = []
  public var styles: [TextStyle] = []

  public init() {}

  /// Removes bytes of the last run.
  mutating func removeLast(_ count: Int) {
    guard let last = runs.indices.last, count <= runs[last].range.count else { return }
    text.removeLast(count)
    runs[last].range = runs[last].range.lowerBound..<runs[last].range.upperBound - Int32(count)
    if runs[last].range.isEmpty { runs.removeLast() }
  }

  /// Adds text at the end; a run with the same style grows.
  public mutating func append(_ string: some Sequence<UInt8>, style: TextStyle) {
    append(bytes: Array(string), style: style)
  }

  private mutating func append(bytes: [UInt8], style: TextStyle) {
    let start = Int32(text.count)
    text.append(contentsOf: bytes)
    let end = Int32(text.count)
    guard end > start else { return }
    if let last = runs.last, styles[Int(last.style)] == style {
      runs[runs.count - 1].range = last.range.lowerBound..<end
      return
    }
    let index: Int
    // Ten thousand links have as many looks: only the last ones are compared.
    if let known = styles.suffix(64).lastIndex(of: style) {
      index = known
    } else {
      index = styles.count
      styles.append(style)
    }
    runs.append(Run(range: start..<end, style: Int32(index)))
  }
}
