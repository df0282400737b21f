public import TypesetBoxes
public import TypesetStyling

/// The shape of a paragraph's lines.
public struct ParagraphShape: Hashable, Sendable {
  /// At which sides lines are flush; lines of justified paragraphs are as wide as the measure.
  public enum Alignment: Hashable, Sendable { case justified, left, center, right }

  /// The width of the lines.
  public var measure: Length
  /// `\parindent`: the indent of the first line; negative for a line that hangs out.
  public var indent: Length
  public var alignment: Alignment
  /// True where left and right are sides of the page; otherwise left is where the lines begin, whichever way the text runs.
  public var alignsToPage = false
  /// `\baselineskip`: from baseline to baseline.
  public var leading: Length
  /// `\leftskip` and `\rightskip`: space at the ends of each line. They change sides in text that runs right to left.
  public var leftSkip = Glue.zero
  public var rightSkip = Glue.zero
  /// `\looseness`: the number of lines beyond the optimal number, negative for fewer, if possible.
  public var looseness = 0
  /// `\parshape`: the indent and width of each line, the last one for all further lines; empty if all are as wide as the measure.
  public var lines: [LinePlace] = []
  /// The tab stops in order; empty if tabs are spaces.
  public var tabs: [TabStop] = []

  /// The extent of a line: `indent` is at the side where its text begins.
  public struct LinePlace: Hashable, Sendable {
    public var indent: Length
    public var width: Length

    public init(indent: Length, width: Length) {
      self.indent = indent
      self.width = width
    }
  }

  public init(measure: Length, indent: Length = .zero, alignment: Alignment = .justified, leading: Length) {
    self.measure = measure
    self.indent = indent
    self.alignment = alignment
    self.leading = leading
  }

  /// `\hangindent` and `\hangafter` (§ 849): indents lines at one side.
  ///
  /// - Parameters:
  ///   - indent: The indent; negative for the side where lines end.
  ///   - count: The number of lines before the first indented one; negative for the number of first lines that are indented.
  public mutating func hang(by indent: Length, after count: Int) {
    guard indent != .zero else { return }
    let plain = LinePlace(indent: .zero, width: measure)
    let width = max(measure - max(indent, -indent), .zero)
    let narrow = LinePlace(indent: max(indent, .zero), width: width)
    let special = min(abs(count), Self.mostLines)
    lines = Array(repeating: count < 0 ? narrow : plain, count: special) + [count < 0 ? plain : narrow]
  }

  static let mostLines = 1000

  /// The extent of a line, counted from 0.
  package func place(ofLine number: Int) -> LinePlace {
    guard let last = lines.last else { return LinePlace(indent: .zero, width: measure) }
    return number < lines.count ? lines[number] : last
  }

  /// The width of the narrowest line.
  package var narrowest: Length { lines.map(\.width).min() ?? measure }
}

/// One line of a set paragraph; its ink's reference point is the left end of the measure, on the baseline.
public struct Line: Hashable, Sendable {
  /// In `Lines.ink.items`.
  public var items: Range<Int32>
  /// Where the content of the line ends, from the left end of the measure.
  public var width: Length
  /// Above the baseline.
  public var height: Length
  /// Below the baseline.
  public var depth: Length
  /// How the glue of the line is set.
  public var setting: GlueSetting
  /// The bytes of the paragraph's text from the first to the last on the line.
  public var text: Range<Int32>
  /// True if the line ends with a hyphen that is not in the text.
  public var endsWithHyphen = false
  /// True if the author ends the line, so that what follows is like a paragraph of its own.
  public var isEnded = false

  public init(
    items: Range<Int32>, width: Length, height: Length, depth: Length, setting: GlueSetting = GlueSetting(),
    text: Range<Int32> = 0..<0
  ) {
    self.items = items
    self.width = width
    self.height = height
    self.depth = depth
    self.setting = setting
    self.text = text
  }
}

/// How far the glue of a line stretches or shrinks, like TeX's `glue_set`, `glue_sign` and `glue_order`.
public struct GlueSetting: Hashable, Sendable {
  /// The ratio of the stretch or shrink; never negative.
  public var ratio = 0.0
  /// 0 natural, 1 stretching, 2 shrinking.
  public var sign = 0
  /// 0 finite, 1 infinite.
  public var order = 0

  public init(ratio: Double = 0, sign: Int = 0, order: Int = 0) {
    self.ratio = ratio
    self.sign = sign
    self.order = order
  }
}

/// A set paragraph.
public struct Lines: Hashable, Sendable {
  /// What all lines draw; each line has a range of its items.
  public var ink = Ink()
  public var lines: [Line] = []

  public init() {}
}
